/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/bond-monitor-options.h"

#include "ns3/bond-option-syntax.h"

#include <algorithm>
#include <sstream>

namespace ns3
{

namespace
{

/// bond_is_ip_target_ok(). @param target the address @return false for 0.0.0.0 and broadcast
bool
CanBeTarget(const Ipv4Address& target)
{
    return !target.IsAny() && !target.IsBroadcast();
}

/// bond_is_ip6_target_ok(). @param target the address @return false for ::, ::1 and multicast
bool
CanBeTarget(const Ipv6Address& target)
{
    return !target.IsAny() && !target.IsLocalhost() && !target.IsMulticast();
}

/**
 * @brief A new target counts as if it had just answered all slaves.
 * @param bond the bond
 * @param target its position
 */
void
StartTarget(BondControl& bond, std::size_t target)
{
    for (const auto& slave : bond.GetSlaveList().GetAll())
    {
        slave->SetTargetLastRx(target, bond.GetJiffies());
    }
}

/**
 * @brief Write addresses.
 * @param targets the addresses
 * @param separator what goes between them
 * @return the text
 */
template <typename T>
std::string
WriteAll(const std::vector<T>& targets, const std::string& separator)
{
    std::string text;
    for (const auto& target : targets)
    {
        text += (text.empty() ? "" : separator) + BondOptionSyntax::Write(target);
    }
    return text;
}

} // namespace

const char*
BondMonitorOptions::SetMiimon(BondOptionWrite& write)
{
    BondParams& params = write.GetParams();
    const bool wasOff = params.miimon == 0;
    params.miimon = static_cast<uint32_t>(write.GetNumber());
    if (params.miimon > 0 && params.arpInterval > 0)
    {
        params.arpInterval = 0;
        params.arpValidate = ArpValidate::NONE;
    }
    if (params.miimon > 0 || !wasOff) // off again leaves the ARP monitor alone
    {
        write.GetBond().RestartMonitors();
    }
    return BondOptionWrite::DONE;
}

const char*
BondMonitorOptions::SetDelay(BondOptionWrite& write, const std::string& name, uint32_t& ticks)
{
    const uint32_t miimon = write.GetParams().miimon;
    if (miimon == 0)
    {
        write.Log("Unable to set " + name + " as MII monitoring is disabled");
        return "EPERM";
    }
    const auto delay = static_cast<uint32_t>(write.GetNumber());
    ticks = delay / miimon;
    if (delay % miimon != 0)
    {
        write.Log(name + " (" + std::to_string(delay) + ") is not a multiple of miimon (" +
                  std::to_string(miimon) + "), value rounded to " + std::to_string(ticks * miimon) +
                  " ms");
    }
    return BondOptionWrite::DONE;
}

const char*
BondMonitorOptions::SetUpdelay(BondOptionWrite& write)
{
    return SetDelay(write, "up delay", write.GetParams().updelay);
}

const char*
BondMonitorOptions::SetDowndelay(BondOptionWrite& write)
{
    return SetDelay(write, "down delay", write.GetParams().downdelay);
}

const char*
BondMonitorOptions::SetPeerNotifDelay(BondOptionWrite& write)
{
    return SetDelay(write, "peer notification delay", write.GetParams().peerNotifDelay);
}

const char*
BondMonitorOptions::SetArpInterval(BondOptionWrite& write)
{
    BondParams& params = write.GetParams();
    const bool wasOff = params.arpInterval == 0;
    params.arpInterval = static_cast<uint32_t>(write.GetNumber());
    if (params.arpInterval > 0)
    {
        params.miimon = 0;
    }
    if (params.arpInterval > 0 || !wasOff) // off again leaves miimon alone
    {
        write.GetBond().RestartMonitors();
    }
    return BondOptionWrite::DONE;
}

const char*
BondMonitorOptions::SetArpIpTarget(BondOptionWrite& write)
{
    const std::string& text = write.GetText();
    const auto target = text.empty() ? std::nullopt : BondOptionSyntax::ScanIpv4(text.substr(1));
    if (!target)
    {
        write.Log("invalid ARP target specified");
        return "EPERM";
    }
    switch (text[0])
    {
    case '+':
        return AddArpIpTarget(write, *target);
    case '-':
        return RemoveArpIpTarget(write, *target);
    default:
        write.Log("no command found in arp_ip_targets file - use +<addr> or -<addr>");
        return "EPERM";
    }
}

const char*
BondMonitorOptions::AddArpIpTarget(BondOptionWrite& write, const Ipv4Address& target)
{
    auto& targets = write.GetParams().arpTargets;
    const std::string name = BondOptionSyntax::Write(target);
    if (!CanBeTarget(target))
    {
        write.Log("invalid ARP target " + name + " specified for addition");
        return "EINVAL";
    }
    if (std::find(targets.begin(), targets.end(), target) != targets.end())
    {
        write.Log("ARP target " + name + " is already present");
        return "EINVAL";
    }
    if (targets.size() == BondParams::MAX_ARP_TARGETS)
    {
        write.Log("ARP target table is full!");
        return "EINVAL";
    }
    targets.push_back(target);
    StartTarget(write.GetBond(), targets.size() - 1);
    write.GetBond().TellMode(write.GetOption().name);
    return BondOptionWrite::DONE;
}

const char*
BondMonitorOptions::RemoveArpIpTarget(BondOptionWrite& write, const Ipv4Address& target)
{
    auto& targets = write.GetParams().arpTargets;
    const std::string name = BondOptionSyntax::Write(target);
    if (!CanBeTarget(target))
    {
        write.Log("invalid ARP target " + name + " specified for removal");
        return "EINVAL";
    }
    const auto found = std::find(targets.begin(), targets.end(), target);
    if (found == targets.end())
    {
        write.Log("unable to remove nonexistent ARP target " + name);
        return "EINVAL";
    }
    for (const auto& slave : write.GetBond().GetSlaveList().GetAll())
    {
        slave->EraseTargetLastRx(static_cast<std::size_t>(found - targets.begin()));
    }
    targets.erase(found);
    if (targets.empty() && write.GetParams().arpInterval > 0)
    {
        write.Log("Removing last arp target with arp_interval on");
    }
    write.GetBond().TellMode(write.GetOption().name);
    return BondOptionWrite::DONE;
}

std::string
BondMonitorOptions::GetArpIpTarget(const BondOption& /* option */, BondControl& bond)
{
    return WriteAll(bond.GetParams().arpTargets, " ");
}

const char*
BondMonitorOptions::SetNsIp6Target(BondOptionWrite& write)
{
    // `ip` reads all addresses before it asks the kernel for anything.
    std::vector<Ipv6Address> addresses;
    std::istringstream words(BondOptionSyntax::GetLine(write.GetText()));
    for (std::string word; std::getline(words, word, ',');)
    {
        const auto address = BondOptionSyntax::ScanIpv6(word);
        if (!word.empty() && !address)
        {
            write.Answer("'" + word + "' is no IPv6 address");
            return "EINVAL";
        }
        if (address && addresses.size() < BondParams::MAX_NS_TARGETS)
        {
            addresses.push_back(*address);
        }
    }

    for (std::size_t i = 0; i < write.GetParams().nsTargets.size(); ++i)
    {
        for (const auto& slave : write.GetBond().GetSlaveList().GetAll())
        {
            slave->SetTargetLastRx(i, 0);
        }
    }
    write.GetParams().nsTargets.clear();
    if (addresses.empty() && write.GetParams().arpInterval > 0)
    {
        write.Log("Removing last ns target with arp_interval on");
    }
    const char* error = BondOptionWrite::DONE;
    for (auto address = addresses.begin(); *error == 0 && address != addresses.end(); ++address)
    {
        error = AddNsIp6Target(write, *address);
    }
    write.GetBond().TellMode(write.GetOption().name);
    return error;
}

const char*
BondMonitorOptions::AddNsIp6Target(BondOptionWrite& write, const Ipv6Address& target)
{
    auto& targets = write.GetParams().nsTargets;
    const std::string name = BondOptionSyntax::Write(target);
    if (!CanBeTarget(target))
    {
        write.Log("invalid NS target " + name + " specified for addition");
        return "EINVAL";
    }
    if (std::find(targets.begin(), targets.end(), target) != targets.end())
    {
        write.Log("NS target " + name + " is already present");
        return "EINVAL";
    }
    targets.push_back(target);
    StartTarget(write.GetBond(), targets.size() - 1);
    return BondOptionWrite::DONE;
}

std::string
BondMonitorOptions::GetNsIp6Target(const BondOption& /* option */, BondControl& bond)
{
    return WriteAll(bond.GetParams().nsTargets, ",");
}

} // namespace ns3
