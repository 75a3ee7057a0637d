/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "failover-replay.h"

#include "ns3/arp-header.h"
#include "ns3/bonding-helper.h"
#include "ns3/boolean.h"
#include "ns3/data-rate.h"
#include "ns3/ethernet-header.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/linux-tx-helper.h"
#include "ns3/names.h"
#include "ns3/nic-channel.h"
#include "ns3/nic-helper.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <sstream>

namespace ns3
{

namespace
{

constexpr uint32_t LEAST_SLAVES = 3;       //!< slaves of a bond whose case mentions fewer
constexpr uint32_t DEFAULT_SPEED = 10000;  //!< of a link, in Mb/s
constexpr uint16_t ETHERTYPE_ARP = 0x0806; //!< EtherType

// No whole milliseconds, so that neither coincides with a tick of the bond.
const Time COMMAND_TIME = MicroSeconds(4750); //!< what a command took
const Time FIRST_LOOK = MicroSeconds(1500);   //!< from the last command of an event to a look

const Time LOOK_PERIOD = MilliSeconds(5); //!< from look to look
const Time TAIL = MilliSeconds(1500);     //!< after the last event a case goes on for so long,
const Time QUIET = MilliSeconds(500);     //!< and until nothing has happened for so long,
const Time LONGEST_TAIL = Seconds(100);   //!< but no longer

/**
 * @brief How many slaves does a case need?
 * @param settings its settings
 * @param timeline the case
 * @return number of slaves
 */
uint32_t
CountSlaves(const FailoverSettings& settings, const FailoverCase& timeline)
{
    uint32_t n = std::max(LEAST_SLAVES, settings.GetNSlaves());
    for (const auto& event : timeline.events)
    {
        for (const auto& command : event.commands)
        {
            n = std::max(n, command.slave + 1);
        }
    }
    return std::min(n, FailoverEvent::MAX_SLAVES);
}

} // namespace

FailoverReplay::FailoverReplay(const std::string& settings, const FailoverCase& timeline)
    : m_settings(settings, timeline.name),
      m_case(timeline)
{
    m_slaves = BuildLinks();
    BuildBond(m_slaves);
    for (std::size_t i = 0; i < m_case.events.size(); ++i)
    {
        Simulator::Schedule(m_case.events[i].time, [this, i] { BeginEvent(i); });
    }
}

FailoverReplay::~FailoverReplay()
{
    Simulator::Destroy();
    Names::Clear();
}

NetDeviceContainer
FailoverReplay::BuildLinks()
{
    NodeContainer nodes;
    nodes.Create(2);
    InternetStackHelper stack;
    stack.SetIpv6StackInstall(false);
    stack.Install(nodes.Get(0));
    LinuxTxHelper().Install(nodes.Get(0));
    Names::Add("host", nodes.Get(0));

    const std::vector<uint32_t>& speeds = m_settings.GetSpeeds();
    NetDeviceContainer slaves;
    const uint32_t n = CountSlaves(m_settings, m_case);
    for (uint32_t i = 0; i < n; ++i)
    {
        const uint64_t speed = i < speeds.size() ? speeds[i] : DEFAULT_SPEED;
        NicHelper nic;
        nic.SetDeviceAttribute("DataRate", DataRateValue(DataRate(speed * 1000000)));
        const Ptr<NetDevice> slave = nic.Install(nodes).Get(0);
        const std::string name = "s" + std::to_string(i);
        Names::Add("host/" + name, slave);
        slave->TraceConnect("PhyTxBegin", name, MakeCallback(&FailoverReplay::NoteFrame, this));
        slaves.Add(slave);
    }
    return slaves;
}

void
FailoverReplay::BuildBond(const NetDeviceContainer& slaves)
{
    BondingHelper helper("active-backup");
    helper.SetBondAttribute("OpenAtStart", BooleanValue(false));
    const Ptr<Node> host = slaves.Get(0)->GetNode();
    const NetDeviceContainer bonds = helper.Install(host, NetDeviceContainer());
    m_bond = DynamicCast<BondingNetDevice>(bonds.Get(0));
    Names::Add("host/bond0", m_bond);
    for (const auto& [option, value] : m_settings.GetOptions())
    {
        SetOption(option, value);
    }
    if (!m_settings.IsPrimarySetLate())
    {
        SetOption("primary", m_settings.GetPrimary());
    }
    for (uint32_t i = 0; i < slaves.GetN(); ++i)
    {
        BondingHelper::Enslave(m_bond, slaves.Get(i));
    }
    if (m_settings.IsPrimarySetLate())
    {
        SetOption("primary", m_settings.GetPrimary());
    }
    for (const auto& [slave, priority] : m_settings.GetPriorities())
    {
        SetOption("prio", slave + ":" + priority);
    }
    Ipv4AddressHelper("10.0.0.0", "255.255.255.0").Assign(bonds);
}

void
FailoverReplay::SetOption(const std::string& option, const std::string& value)
{
    const BondResult result = m_bond->SetOption(option, value);
    if (!result && m_error.empty())
    {
        m_error = "has the case '" + m_case.name + "' with " + option + " " + value + ": " +
                  result.GetError();
    }
}

void
FailoverReplay::Run()
{
    Simulator::Run();
}

void
FailoverReplay::BeginEvent(std::size_t event)
{
    const FailoverEvent& what = m_case.events[event];
    m_rows.push_back({what.time, "event", what.text});
    Time delay;
    for (const auto& command : what.commands)
    {
        delay += COMMAND_TIME;
        Simulator::Schedule(delay, [this, command] { Execute(command); });
    }
    Simulator::Schedule(delay + FIRST_LOOK, [this, event] { LookAfter(event); });
}

void
FailoverReplay::LookAfter(std::size_t event)
{
    Look();
    const Time next = Simulator::Now() + LOOK_PERIOD;
    const bool isLast = event + 1 == m_case.events.size();
    if (isLast && next > m_case.events.back().time + TAIL && IsSettled())
    {
        Simulator::Stop();
        return;
    }
    // The loop slept before an event and did not look.
    if (isLast || next <= m_case.events[event + 1].time - LOOK_PERIOD)
    {
        Simulator::Schedule(LOOK_PERIOD, [this, event] { LookAfter(event); });
    }
}

bool
FailoverReplay::IsSettled() const
{
    const auto& slaves = m_bond->GetSlaves().GetAll();
    const bool isSteady = std::all_of(slaves.begin(), slaves.end(), [](const auto& slave) {
        return slave->GetLink() == BondLink::UP || slave->GetLink() == BondLink::DOWN;
    });
    const Time end = m_case.events.back().time;
    const bool isQuiet = Simulator::Now() - m_rows.back().time > QUIET;
    return (isSteady && isQuiet) || Simulator::Now() > end + LONGEST_TAIL;
}

void
FailoverReplay::Execute(const FailoverCommand& command)
{
    switch (command.kind)
    {
    case FailoverCommand::BOND_UP:
        m_bond->Open();
        break;
    case FailoverCommand::BOND_DOWN:
        m_bond->Close();
        break;
    case FailoverCommand::LINK_UP:
    case FailoverCommand::LINK_DOWN:
        DynamicCast<NicChannel>(m_slaves.Get(command.slave)->GetChannel())
            ->SetCarrier(command.kind == FailoverCommand::LINK_UP);
        break;
    case FailoverCommand::SET_OPTION:
        SetOption(command.option, command.value);
        break;
    }
}

void
FailoverReplay::Look()
{
    const std::string state = DescribeState();
    if (state != m_state)
    {
        m_rows.push_back({Simulator::Now(), "state", state});
        m_state = state;
    }
    for (const auto& frame : m_arp)
    {
        m_rows.push_back({Simulator::Now(), "arp", frame});
    }
    m_arp.clear();
}

std::string
FailoverReplay::DescribeState() const
{
    const BondSlaveList& slaves = m_bond->GetSlaves();
    std::ostringstream text;
    text << (m_bond->IsLinkUp() ? "up" : "down") << " | "
         << (slaves.GetActive() ? slaves.GetActive()->GetName() : "None") << " |";
    for (const auto& slave : slaves.GetAll())
    {
        text << " " << slave->GetName() << ":" << GetBondLinkName(slave->GetLink()) << ","
             << slave->GetLinkFailures();
    }
    return text.str();
}

void
FailoverReplay::NoteFrame(std::string slave, Ptr<const Packet> frame)
{
    const Ptr<Packet> packet = frame->Copy();
    EthernetHeader ethernet;
    packet->RemoveHeader(ethernet);
    if (ethernet.GetLengthType() != ETHERTYPE_ARP)
    {
        return;
    }
    ArpHeader arp;
    packet->RemoveHeader(arp);
    std::ostringstream text;
    text << slave << " op " << (arp.IsRequest() ? 1 : 2) << " target "
         << arp.GetDestinationIpv4Address();
    m_arp.push_back(text.str());
}

} // namespace ns3
