/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/bond-slave-options.h"

#include "ns3/bond-option-syntax.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <limits>
#include <optional>

namespace ns3
{

namespace
{

/**
 * @brief Show something of every slave.
 * @param bond the bond
 * @param write what to show: a function of a slave
 * @return the texts with blanks between them
 */
template <typename Function>
std::string
ShowAll(BondControl& bond, Function write)
{
    std::string text;
    for (const auto& slave : bond.GetSlaveList().GetAll())
    {
        text += (text.empty() ? "" : " ") + write(*slave);
    }
    return text;
}

/// A slave's name. @param slave the slave, or null @return the name; empty without slave
std::string
NameOf(const Ptr<BondSlave>& slave)
{
    return slave ? slave->GetName() : "";
}

/**
 * @brief A priority, as `ip` reads it (get_s32): decimal, 0x hexadecimal or 0 octal.
 * @param text the text
 * @return the number; nothing if it is none or does not fit
 */
std::optional<int32_t>
ReadPriority(const std::string& text)
{
    char* end = nullptr;
    errno = 0;
    const long long number = std::strtoll(text.c_str(), &end, 0);
    const bool fits = errno == 0 && number >= std::numeric_limits<int32_t>::min() &&
                      number <= std::numeric_limits<int32_t>::max();
    if (text.empty() || *end != 0 || !fits)
    {
        return std::nullopt;
    }
    return static_cast<int32_t>(number);
}

/**
 * @brief The errno of a result, as setters return it.
 * @param write gets the reason of a refusal
 * @param result the result
 * @return its errno, in a text that lasts
 */
const char*
PassOn(BondOptionWrite& write, const BondResult& result)
{
    if (result)
    {
        return BondOptionWrite::DONE;
    }
    write.Answer(result.GetError());
    for (const char* known : {"EBUSY", "EPERM", "EOPNOTSUPP", "ENODEV"})
    {
        if (result.GetErrno() == known)
        {
            return known;
        }
    }
    return "EINVAL";
}

} // namespace

const char*
BondSlaveOptions::SetSlaves(BondOptionWrite& write)
{
    const std::string command =
        BondOptionSyntax::ScanWord(write.GetText(), BondOptionSyntax::MAX_INTERFACE_NAME + 1);
    const char sign = command.empty() ? '\0' : command[0];
    const std::string name = command.empty() ? "" : command.substr(1);
    if ((sign != '+' && sign != '-') || !BondOptionSyntax::IsInterfaceName(name))
    {
        write.Log("no command found in slaves file - use +ifname or -ifname");
        return "EPERM";
    }
    BondControl& bond = write.GetBond();
    if (!bond.HasDevice(name))
    {
        return "ENODEV";
    }
    return PassOn(write, sign == '+' ? bond.EnslaveByName(name) : bond.ReleaseByName(name));
}

std::string
BondSlaveOptions::GetSlaves(const BondOption& /* option */, BondControl& bond)
{
    return ShowAll(bond, [](const BondSlave& slave) { return slave.GetName(); });
}

const char*
BondSlaveOptions::SetActiveSlave(BondOptionWrite& write)
{
    BondControl& bond = write.GetBond();
    BondSlaveList& slaves = bond.GetSlaveList();
    const std::string name =
        BondOptionSyntax::ScanWord(write.GetText(), BondOptionSyntax::MAX_INTERFACE_NAME);
    if (name.empty() || write.GetText()[0] == '\n')
    {
        slaves.SetActive(nullptr);
        bond.SelectActiveSlave();
        return BondOptionWrite::DONE;
    }
    if (!bond.HasDevice(name))
    {
        return "ENODEV";
    }
    const Ptr<BondSlave> slave = slaves.FindByName(name);
    if (!slave)
    {
        write.LogSlave(name, "Device is not bonding slave");
        return "EINVAL";
    }
    if (slave == slaves.GetActive())
    {
        return BondOptionWrite::DONE;
    }
    if (!slaves.GetActive() || !slave->IsLinkUp() || !slave->HasCarrier())
    {
        write.LogSlave(name,
                       "Could not set as active slave; either " + name +
                           " is down or the link is down");
        return "EINVAL";
    }
    bond.ChangeActiveSlave(slave);
    return BondOptionWrite::DONE;
}

std::string
BondSlaveOptions::GetActiveSlave(const BondOption& /* option */, BondControl& bond)
{
    return bond.GetParams().UsesPrimary() ? NameOf(bond.GetSlaveList().GetActive()) : "";
}

const char*
BondSlaveOptions::SetPrimary(BondOptionWrite& write)
{
    BondControl& bond = write.GetBond();
    BondSlaveList& slaves = bond.GetSlaveList();
    const std::string name = BondOptionSyntax::GetLine(write.GetText());
    const Ptr<BondSlave> slave = slaves.FindByName(name);
    // A name that is no slave's leaves the active slave alone unless it deposes a primary one.
    const bool reselect = name.empty() || slave || slaves.GetPrimary();
    write.GetParams().primary = name.substr(0, BondOptionSyntax::MAX_INTERFACE_NAME);
    slaves.SetPrimary(slave);
    if (reselect)
    {
        bond.SelectActiveSlave();
    }
    return BondOptionWrite::DONE;
}

std::string
BondSlaveOptions::GetPrimary(const BondOption& /* option */, BondControl& bond)
{
    return NameOf(bond.GetSlaveList().GetPrimary());
}

const char*
BondSlaveOptions::SetPrimaryReselect(BondOptionWrite& write)
{
    write.GetParams().primaryReselect = static_cast<PrimaryReselect>(write.GetNumber());
    write.GetBond().SelectActiveSlave();
    return BondOptionWrite::DONE;
}

const char*
BondSlaveOptions::SetAllSlavesActive(BondOptionWrite& write)
{
    const bool active = write.GetNumber() != 0;
    if (active == write.GetParams().allSlavesActive)
    {
        return BondOptionWrite::DONE;
    }
    write.GetParams().allSlavesActive = active;
    for (const auto& slave : write.GetBond().GetSlaveList().GetAll())
    {
        if (slave->GetState() == BondSlave::BACKUP)
        {
            slave->SetInactive(!active);
        }
    }
    write.GetBond().TellMode(write.GetOption().name);
    return BondOptionWrite::DONE;
}

const char*
BondSlaveOptions::SetQueueId(BondOptionWrite& write)
{
    const std::string& text = write.GetText();
    const std::size_t colon = text.find(':');
    const auto queue = colon == std::string::npos
                           ? std::nullopt
                           : BondOptionSyntax::ScanShort(text.substr(colon + 1));
    if (!queue || *queue > write.GetBond().GetNTxQueues())
    {
        return "EPERM";
    }
    const BondSlaveList& slaves = write.GetBond().GetSlaveList();
    const Ptr<BondSlave> slave = slaves.FindByName(text.substr(0, colon));
    const auto& all = slaves.GetAll();
    const bool isTaken = std::any_of(all.begin(), all.end(), [&](const auto& other) {
        return other != slave && *queue != 0 && other->GetQueueId() == *queue;
    });
    if (!slave || isTaken)
    {
        return "EPERM";
    }
    slave->SetQueueId(*queue);
    return BondOptionWrite::DONE;
}

std::string
BondSlaveOptions::GetQueueId(const BondOption& /* option */, BondControl& bond)
{
    return ShowAll(bond, [](const BondSlave& slave) {
        return slave.GetName() + ":" + std::to_string(slave.GetQueueId());
    });
}

const char*
BondSlaveOptions::SetPriority(BondOptionWrite& write)
{
    const std::string text = BondOptionSyntax::GetLine(write.GetText());
    const std::size_t colon = std::min(text.find(':'), text.size());
    BondSlaveList& slaves = write.GetBond().GetSlaveList();
    const Ptr<BondSlave> slave = slaves.FindByName(text.substr(0, colon));
    if (!slave)
    {
        return "ENODEV";
    }
    const auto priority = ReadPriority(colon < text.size() ? text.substr(colon + 1) : "");
    if (!priority)
    {
        return "EINVAL";
    }
    slave->SetPriority(*priority);
    if (slaves.GetPrimary())
    {
        write.LogSlave(slave->GetName(),
                       "prio updated, but will not affect failover re-selection as primary slave "
                       "have been set");
    }
    else
    {
        write.GetBond().SelectActiveSlave();
    }
    return BondOptionWrite::DONE;
}

std::string
BondSlaveOptions::GetPriority(const BondOption& /* option */, BondControl& bond)
{
    return ShowAll(bond, [](const BondSlave& slave) {
        return slave.GetName() + ":" + std::to_string(slave.GetPriority());
    });
}

} // namespace ns3
