/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "arp-monitor-replay.h"

#include "ns3/arp-header.h"
#include "ns3/arp-l3-protocol.h"
#include "ns3/bonding-helper.h"
#include "ns3/boolean.h"
#include "ns3/default-queue-disc.h"
#include "ns3/ethernet-header.h"
#include "ns3/fatal-error.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-interface-address.h"
#include "ns3/ipv4.h"
#include "ns3/ipv6-address.h"
#include "ns3/ipv6-interface-address.h"
#include "ns3/ipv6.h"
#include "ns3/linux-tx-helper.h"
#include "ns3/mac48-address.h"
#include "ns3/names.h"
#include "ns3/nic-channel.h"
#include "ns3/nic-helper.h"
#include "ns3/simulator.h"
#include "ns3/string.h"

#include <sstream>

using namespace ns3;

namespace
{

const Ipv4Mask MASK("255.255.255.0");

/// Hosts' addresses in 10.0.0.0/24; targets count up from 2.
constexpr uint32_t NETWORK = 0x0a000000;
constexpr uint32_t FIRST_TARGET = 2;

// Where that was measured a probe passed everything, and its answer came back, before the bond sent
// the next one. Here a slave takes 67 us for a frame, and all else is fast; what s1 sends arrives
// only when the answers to what s0 sent at the same time, for two targets, are back.
const Time SHORT = MicroSeconds(1);
const Time AFTER_S0 = MicroSeconds(500);

/// How long after the bond its partner goes up.
const Time PARTNER_DELAY = MilliSeconds(10);

/**
 * @brief Do what must not be refused.
 * @param result what the bond answered
 */
void
Require(const BondResult& result)
{
    if (!result)
    {
        NS_FATAL_ERROR(result.GetError());
    }
}

/**
 * @brief Make a host.
 * @param ipv6 with IPv6? Its own traffic is a sign of life where nothing is validated
 * @return the node
 */
Ptr<Node>
MakeHost(bool ipv6)
{
    const auto node = CreateObject<Node>();
    InternetStackHelper stack;
    stack.SetIpv6StackInstall(ipv6);
    stack.Install(node);
    return node;
}

/**
 * @brief Give a device an address.
 * @param device the device
 * @param address the address
 */
void
AddAddress(const Ptr<NetDevice>& device, Ipv4Address address)
{
    const auto ipv4 = device->GetNode()->GetObject<Ipv4>();
    int32_t interface = ipv4->GetInterfaceForDevice(device);
    if (interface < 0)
    {
        interface = static_cast<int32_t>(ipv4->AddInterface(device));
    }
    ipv4->AddAddress(interface, Ipv4InterfaceAddress(address, MASK));
    ipv4->SetUp(interface);
}

/**
 * @brief The IPv6 address of the bond or of a target.
 * @param host 1 for the bond, else that of the target
 * @return the address
 */
Ipv6Address
GetIpv6Address(uint32_t host)
{
    return Ipv6Address(("2001:db8::" + std::to_string(host)).c_str());
}

/**
 * @brief Give a device an IPv6 address.
 * @param device the device
 * @param address the address
 */
void
AddAddress(const Ptr<NetDevice>& device, Ipv6Address address)
{
    const auto ipv6 = device->GetNode()->GetObject<Ipv6>();
    const uint32_t interface = ipv6->AddInterface(device);
    ipv6->AddAddress(interface, Ipv6InterfaceAddress(address, Ipv6Prefix(64)));
    ipv6->SetUp(interface);
}

/**
 * @brief Make a link.
 * @param a a node
 * @param b another one
 * @param delay the way takes that long
 * @return their devices
 */
std::array<Ptr<NicNetDevice>, 2>
MakeLink(const Ptr<Node>& a, const Ptr<Node>& b, Time delay)
{
    NicHelper helper;
    helper.SetDeviceAttribute("DataRate", StringValue("10Gbps"));
    helper.SetChannelAttribute("Delay", TimeValue(delay));
    const NetDeviceContainer devices = helper.Install(a, b);
    return {DynamicCast<NicNetDevice>(devices.Get(0)), DynamicCast<NicNetDevice>(devices.Get(1))};
}

/**
 * @brief Make a bond without slaves that is not yet up.
 * @param node its host
 * @param options options and values, the mode first
 * @return the bond
 */
Ptr<BondingNetDevice>
MakeBond(const Ptr<Node>& node, const std::vector<std::pair<std::string, std::string>>& options)
{
    const auto bond = CreateObject<BondingNetDevice>();
    bond->SetAttribute("OpenAtStart", BooleanValue(false));
    node->AddDevice(bond);
    for (const auto& [option, value] : options)
    {
        Require(bond->SetOption(option, value));
    }
    return bond;
}

/**
 * @brief Give a bond its slaves and bring it up.
 * @param bond the bond
 * @param slaves the slaves
 */
void
BringUp(const Ptr<BondingNetDevice>& bond, const std::array<Ptr<NicNetDevice>, 2>& slaves)
{
    for (const auto& slave : slaves)
    {
        Require(bond->Enslave(slave));
        InstallDefaultQueueDisc(slave);
    }
    bond->Open();
}

/**
 * @brief The ARP packet in a frame.
 * @param frame the frame
 * @param arp becomes the packet
 * @return false if there is none
 */
bool
ReadArp(const Ptr<const Packet>& frame, ArpHeader& arp)
{
    const auto packet = frame->Copy();
    EthernetHeader ethernet;
    packet->RemoveHeader(ethernet);
    return ethernet.GetLengthType() == ArpL3Protocol::PROT_NUMBER && packet->RemoveHeader(arp) > 0;
}

/**
 * @brief An address as text.
 * @param address the address
 * @return the text
 */
std::string
ToText(Ipv4Address address)
{
    std::ostringstream text;
    text << address;
    return text.str();
}

} // namespace

ArpMonitorReplay::Case
ArpMonitorReplay::ParseCase(const std::string& name)
{
    Case parsed;
    std::istringstream words(name);
    words >> parsed.number >> parsed.mode >> parsed.far >> parsed.validate >> parsed.allTargets >>
        parsed.missedMax >> parsed.nTargets;
    return parsed;
}

ArpMonitorReplay::ArpMonitorReplay(const Case& replayed)
    : m_host(MakeHost(replayed.ipv6))
{
    LinuxTxHelper().Install(m_host);
    const bool isSwitch = replayed.far == "bridge";
    Ptr<Node> far;
    if (isSwitch)
    {
        m_switch = std::make_unique<BlockableSwitch>();
        far = m_switch->GetNode();
    }
    else
    {
        far = MakeHost(false);
        LinuxTxHelper().Install(far);
    }
    for (uint32_t i = 0; i < 2; ++i)
    {
        const auto link = MakeLink(m_host, far, i == 1 && !isSwitch ? AFTER_S0 : SHORT);
        m_slaves[i] = link[0];
        m_farEnds[i] = link[1];
        m_slaves[i]->SetDataRate(DataRate("10Mbps"));
        // balance-xor to a partner: (1 ^ 16 ^ 0x0806) mod 2 = 1, its answers come on s1.
        m_slaves[i]->SetAddress(Mac48Address(i == 0 ? "02:00:00:00:00:01" : "02:00:00:00:00:02"));
        m_farEnds[i]->SetAddress(Mac48Address(i == 0 ? "02:00:00:00:00:10" : "02:00:00:00:00:11"));
        Names::Add("s" + std::to_string(i), m_slaves[i]);
    }
    if (isSwitch)
    {
        BuildSwitch(replayed.nTargets, replayed.ipv6);
    }
    else
    {
        BuildPartner(far, replayed.mode, replayed.nTargets);
    }

    std::vector<std::pair<std::string, std::string>> options{
        {"mode", replayed.mode},
        {"arp_interval", "100"},
        {"arp_validate", replayed.validate},
        {"arp_all_targets", replayed.allTargets},
        {"arp_missed_max", replayed.missedMax},
    };
    std::string ipv6Targets;
    for (uint32_t i = 0; i < replayed.nTargets; ++i)
    {
        if (replayed.ipv6)
        {
            std::ostringstream address;
            address << GetIpv6Address(FIRST_TARGET + i);
            ipv6Targets += (i == 0 ? "" : ",") + address.str();
        }
        else
        {
            options.emplace_back("arp_ip_target", "+" + ToText(m_targets[i].address));
        }
    }
    if (replayed.ipv6)
    {
        options.emplace_back("ns_ip6_target", ipv6Targets);
    }
    m_bond = MakeBond(m_host, options);
    if (replayed.ipv6)
    {
        AddAddress(m_bond, GetIpv6Address(1));
    }
    else
    {
        AddAddress(m_bond, Ipv4Address(NETWORK + 1));
    }
    for (uint32_t i = 0; i < 2; ++i)
    {
        m_slaves[i]->TraceConnectWithoutContext(
            "PhyTxBegin",
            MakeCallback(&ArpMonitorReplay::Sent, this).Bind(i));
        m_slaves[i]->TraceConnectWithoutContext(
            "PhyRxEnd",
            MakeCallback(&ArpMonitorReplay::Received, this).Bind(i));
    }
}

ArpMonitorReplay::~ArpMonitorReplay()
{
    Simulator::Destroy();
    Names::Clear();
}

void
ArpMonitorReplay::BuildSwitch(uint32_t nTargets, bool ipv6)
{
    m_switch->AddPort(m_farEnds[0]);
    m_switch->AddPort(m_farEnds[1], AFTER_S0);
    for (uint32_t i = 0; i < nTargets; ++i)
    {
        const auto link = MakeLink(m_switch->GetNode(), MakeHost(ipv6), SHORT);
        m_switch->AddPort(link[0]);
        m_targets.push_back({Ipv4Address(NETWORK + FIRST_TARGET + i), link[1]});
        if (ipv6)
        {
            AddAddress(link[1], GetIpv6Address(FIRST_TARGET + i));
        }
        else
        {
            AddAddress(link[1], m_targets.back().address);
        }
    }
}

void
ArpMonitorReplay::BuildPartner(const Ptr<Node>& node, const std::string& mode, uint32_t nTargets)
{
    m_partner = MakeBond(node, {{"mode", mode}, {"miimon", "100"}});
    for (uint32_t i = 0; i < nTargets; ++i)
    {
        m_targets.push_back({Ipv4Address(NETWORK + FIRST_TARGET + i), nullptr});
        AddAddress(m_partner, m_targets.back().address);
    }
}

bool
ArpMonitorReplay::Do(const std::string& event)
{
    if (event == "bond up")
    {
        BringUp(m_bond, m_slaves);
        if (m_partner)
        {
            // It missed the first probes there: 19 replies to 20 of them.
            Simulator::Schedule(PARTNER_DELAY, [this] { BringUp(m_partner, m_farEnds); });
        }
        return true;
    }
    std::istringstream words(event);
    std::string subject;
    std::string object;
    std::string verb;
    words >> subject >> object >> verb;
    const uint32_t port = subject == "p1";
    if (subject == "p0" || subject == "p1")
    {
        if (object == "port")
        {
            m_switch->SetBlocked(m_farEnds[port], verb == "blocked");
        }
        else
        {
            DynamicCast<NicChannel>(m_slaves[port]->GetChannel())->SetCarrier(verb == "up");
        }
        return true;
    }
    bool understood = false;
    for (const auto& target : m_targets)
    {
        if (subject == "all" || (subject == "target" && object == ToText(target.address)))
        {
            SetAnswers(target, verb != "silent");
            understood = true;
        }
    }
    return understood;
}

void
ArpMonitorReplay::SetAnswers(const Target& target, bool answers)
{
    if (target.device)
    {
        DynamicCast<NicChannel>(target.device->GetChannel())->SetCarrier(answers);
        return;
    }
    if (answers)
    {
        AddAddress(m_partner, target.address);
        Announce(target.address);
        return;
    }
    const auto ipv4 = m_partner->GetNode()->GetObject<Ipv4>();
    ipv4->RemoveAddress(ipv4->GetInterfaceForAddress(target.address), target.address);
}

void
ArpMonitorReplay::Announce(Ipv4Address address)
{
    const auto own = Mac48Address::ConvertFrom(m_partner->GetAddress());
    ArpHeader arp;
    arp.SetRequest(own, address, own, address);
    const auto packet = Create<Packet>();
    packet->AddHeader(arp);
    m_partner->Send(packet, m_partner->GetBroadcast(), ArpL3Protocol::PROT_NUMBER);
}

std::string
ArpMonitorReplay::GetState() const
{
    const BondSlaveList& slaves = m_bond->GetSlaves();
    std::ostringstream state;
    state << (m_bond->IsLinkUp() ? "up" : "down") << " | ";
    if (!m_bond->GetParams().UsesPrimary())
    {
        state << "-";
    }
    else
    {
        state << (slaves.GetActive() ? slaves.GetActive()->GetName() : "None");
    }
    state << " |";
    for (const auto& slave : slaves.GetAll())
    {
        state << " " << slave->GetName() << ":" << GetBondLinkName(slave->GetLink()) << ","
              << slave->GetLinkFailures();
    }
    return state.str();
}

std::array<uint32_t, 2>
ArpMonitorReplay::TakeReplies()
{
    const auto replies = m_replies;
    m_replies.fill(0);
    return replies;
}

void
ArpMonitorReplay::Sent(uint32_t slave, Ptr<const Packet> frame)
{
    ArpHeader arp;
    if (ReadArp(frame, arp) && arp.IsRequest())
    {
        m_probes.push_back({Simulator::Now(),
                            "s" + std::to_string(slave),
                            ToText(arp.GetSourceIpv4Address()),
                            ToText(arp.GetDestinationIpv4Address())});
    }
}

void
ArpMonitorReplay::Received(uint32_t slave, Ptr<const Packet> frame)
{
    ArpHeader arp;
    if (ReadArp(frame, arp) && arp.IsReply())
    {
        ++m_replies[slave];
    }
}
