/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "lacp-replay.h"

#include "split-traffic.h"

#include "ns3/bonding-helper.h"
#include "ns3/boolean.h"
#include "ns3/ieee-8023ad-mode.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/jiffy-clock.h"
#include "ns3/lacpdu.h"
#include "ns3/linux-tx-helper.h"
#include "ns3/names.h"
#include "ns3/nic-helper.h"
#include "ns3/simulator.h"
#include "ns3/string.h"

#include <algorithm>
#include <utility>

namespace ns3
{

namespace
{

constexpr const char* BONDS_UP = "bonds up"; // the event
constexpr const char* SLAVE_RATE = "10Gbps"; // what a veth device says of itself

// How the reference was measured: each command took effect some milliseconds after its row's time;
// bonds were opened one after the other, A last. All in seconds.
constexpr double COMMAND = 0.0055;
constexpr double COMMAND_DONE = 0.0065;
constexpr double OPEN_A = 0.005;
constexpr double OPEN_LAST_PARTNER = -0.003;
constexpr double OPEN_STEP = 0.008;
constexpr double RELEASE = 0.008;
constexpr double RELEASE_DONE = 0.0175;
constexpr double FIRST_LOOK = 0.0085;
constexpr double LOOK_INTERVAL = 0.0504;
constexpr double LOOK_AFTER_LACPDU = 0.0006;

// Events closer together than this belong together; a split comes this long before a group.
constexpr double GROUP_GAP = 0.1;
constexpr double SPLIT_BEFORE = 0.001;

// How long to run after the last event of a timeline that does not say so itself, in seconds, as
// the reference did: until churn is detected where nobody answers, else until ports are back.
constexpr double TAIL_WITHOUT_PARTNER = 70.043;
constexpr double TAIL_OF_START = 15.045;
constexpr double TAIL_WITH_PARTNER = 10.065;
constexpr double TAIL_WITH_PARTNERS = 12.03;

/**
 * @brief A MAC address as text.
 * @param address the address
 * @return hex digits and colons
 */
std::string
GetText(const Mac48Address& address)
{
    std::ostringstream text;
    text << address;
    return text.str();
}

/**
 * @brief What is to be seen of a slave.
 * @param slave the slave
 * @param port its port
 * @return the text of a state row
 */
std::string
Describe(const BondSlave& slave, const LacpPort* port)
{
    const std::string start = slave.GetName() + ":" + GetBondLinkName(slave.GetLink()) + ",";
    if (!port || !port->GetAggregator())
    {
        return start + "N/A,-,-,-/-";
    }
    return start + std::to_string(port->GetAggregator()->GetId()) + "," +
           std::to_string(port->GetActor().state) + "," + std::to_string(port->GetPartner().state) +
           "," + GetLacpChurnName(port->GetChurn().GetActorState()) + "/" +
           GetLacpChurnName(port->GetChurn().GetPartnerState());
}

/**
 * @brief What is to be seen of a bond.
 * @param bond the bond
 * @return the text of a state row
 */
std::string
Describe(const BondingNetDevice& bond)
{
    std::string text = bond.IsLinkUp() ? "up" : "down";
    const auto* mode = dynamic_cast<const Ieee8023adMode*>(&bond.GetMode());
    const auto info = mode ? mode->GetActiveAggregatorInfo() : std::nullopt;
    text += info ? " | agg " + std::to_string(info->id) + " ports " + std::to_string(info->ports) +
                       " partner " + GetText(info->partnerSystem)
                 : " | agg - ports - partner -";
    text += " |";
    for (const Ptr<BondSlave>& slave : bond.GetSlaves().GetAll())
    {
        text += " " + Describe(*slave, mode ? mode->GetPort(*slave) : nullptr);
    }
    return text;
}

} // namespace

LacpReplay::LacpReplay(const LacpReplaySettings& settings, Sink sink)
    : m_settings(settings),
      m_sink(std::move(sink)),
      m_sent(settings.partners.size())
{
    MakeHost(LacpReplaySettings::A);
    for (const char letter : settings.partners)
    {
        if (m_hosts.count(letter) == 0)
        {
            MakeHost(letter);
        }
    }
    for (std::size_t i = 0; i < settings.partners.size(); ++i)
    {
        MakeLink(i);
    }
}

LacpReplay::~LacpReplay()
{
    m_devices.clear();
    m_hosts.clear();
    Simulator::Destroy();
    Names::Clear();
}

void
LacpReplay::MakeHost(char letter)
{
    Host& host = m_hosts[letter];
    host.node = CreateObject<Node>();
    Names::Add("host-" + std::string(1, letter), host.node);
    InternetStackHelper().Install(host.node);
    LinuxTxHelper().Install(host.node);
    if (letter == '-')
    {
        return;
    }
    BondingHelper helper("802.3ad");
    helper.SetBondAttribute("OpenAtStart", BooleanValue(false));
    host.bond = DynamicCast<BondingNetDevice>(helper.Install(host.node, {}).Get(0));
    Names::Add(host.node, "bond0", host.bond);
    for (const auto& [name, value] : m_settings.GetOptions(letter))
    {
        const BondResult result = host.bond->SetOption(name, value);
        if (!result && host.options.empty())
        {
            host.options = name + " " + value + " of bond " + letter + ": " + result.GetError();
        }
    }
}

void
LacpReplay::MakeLink(std::size_t i)
{
    NicHelper helper;
    helper.SetDeviceAttribute("DataRate", StringValue(SLAVE_RATE));
    Host& partner = m_hosts[m_settings.partners[i]];
    const auto link = helper.Install(m_hosts[LacpReplaySettings::A].node, partner.node);
    const std::string digit = std::to_string(i);
    for (uint32_t end : {0, 1})
    {
        const auto device = DynamicCast<NicNetDevice>(link.Get(end));
        const std::string name = (end == 0 ? "s" : "p") + digit;
        device->SetAddress(Mac48Address(
            ("02:00:00:00:" + std::string(end == 0 ? "0a" : "0b") + ":0" + digit).c_str()));
        Names::Add(device->GetNode(), name, device);
        m_devices[name] = device;
    }
    // bond_enslave() opens a slave; until then its far end has no carrier.
    m_devices["s" + digit]->SetDown();
}

Ptr<NicNetDevice>
LacpReplay::FindDevice(const std::string& name) const
{
    const auto it = m_devices.find(name);
    return it == m_devices.end() ? nullptr : it->second;
}

LacpReplay::Host&
LacpReplay::GetHost(const std::string& device)
{
    return m_hosts[device[0] == 's' ? LacpReplaySettings::A : m_settings.partners[device[1] - '0']];
}

void
LacpReplay::Enslave(const std::string& device)
{
    const Ptr<NicNetDevice> nic = FindDevice(device);
    nic->SetUp();
    BondingHelper::Enslave(GetHost(device).bond, nic);
}

Ptr<BondingNetDevice>
LacpReplay::GetBond(char letter) const
{
    const auto it = m_hosts.find(letter);
    return it == m_hosts.end() ? nullptr : it->second.bond;
}

void
LacpReplay::SetSniffer(Sniffer sniffer)
{
    for (uint32_t i = 0; i < m_sent.size(); ++i)
    {
        const Callback<void, Ptr<const Packet>> sink(
            [sniffer, i](Ptr<const Packet> frame) { sniffer(i, frame); });
        FindDevice("s" + std::to_string(i))->TraceConnectWithoutContext("PromiscSniffer", sink);
    }
}

Time
LacpReplay::ToSimulation(double seconds) const
{
    return Seconds(seconds) + m_shift;
}

double
LacpReplay::GetNow() const
{
    return (Simulator::Now() - m_shift).GetSeconds();
}

void
LacpReplay::At(double at, std::function<void()> action) const
{
    Simulator::Schedule(std::max(ToSimulation(at), Seconds(0)), std::move(action));
}

std::string
LacpReplay::Plan(const ReplayTimeline& timeline)
{
    for (const auto& [letter, host] : m_hosts)
    {
        if (!host.options.empty())
        {
            return "must have options that the driver takes; " + host.options;
        }
    }
    SetShift(timeline);
    std::vector<ReplayTimeline::Row> events;
    bool hasSplits = false;
    for (const ReplayTimeline::Row& row : timeline.GetRows())
    {
        if (row.what == "event")
        {
            events.push_back(row);
            const std::string problem = PlanEvent(row);
            if (!problem.empty())
            {
                return problem;
            }
        }
        else
        {
            m_end = std::max(m_end, row.time + SPLIT_BEFORE);
        }
        if (row.what == "split")
        {
            hasSplits = true;
            const auto name = row.detail.substr(0, row.detail.find(": s0"));
            At(row.time - SPLIT_BEFORE, [this, name] { DoSplit(name); });
        }
    }
    if (events.empty())
    {
        return "must have an event";
    }
    // Far ends first (p comes before s), as in the reference: they have no carrier yet, so their
    // bonds find the links up only once they are up themselves.
    for (const auto& [name, device] : m_devices)
    {
        // Who joins later is no slave at first.
        const auto first =
            std::find_if(events.begin(), events.end(), [&wanted = name](const auto& row) {
                const auto words = ReplayTimeline::GetWords(row.detail);
                return words[0] == wanted && words[1] != "up" && words[1] != "down";
            });
        const bool joins =
            first != events.end() && first->detail.find(" leaves") == std::string::npos;
        if (!joins && GetHost(name).bond)
        {
            Enslave(name);
        }
    }
    if (!hasSplits)
    {
        PlanSplits(events);
    }
    return "";
}

void
LacpReplay::SetShift(const ReplayTimeline& timeline)
{
    for (const ReplayTimeline::Row& row : timeline.GetRows())
    {
        if (row.what == "event" && row.detail == BONDS_UP)
        {
            const Time jiffy = JiffyClock().GetJiffy();
            const Time rest = Rem(Seconds(row.time), jiffy);
            m_shift = rest.IsZero() ? rest : jiffy - rest;
            return;
        }
    }
}

std::string
LacpReplay::PlanEvent(const ReplayTimeline::Row& row)
{
    const std::string& text = row.detail;
    At(row.time, [this, row] { Write(row.time, "event", "-", row.detail); });
    const auto words = ReplayTimeline::GetWords(text);
    if (text == BONDS_UP)
    {
        const std::string partners = m_settings.GetPartnerLetters();
        double at = row.time + OPEN_LAST_PARTNER;
        for (auto letter = partners.rbegin(); letter != partners.rend(); ++letter)
        {
            At(at, [bond = GetBond(*letter)] { bond->Open(); });
            at -= OPEN_STEP;
        }
        At(row.time + OPEN_A, [bond = GetBond(LacpReplaySettings::A)] { bond->Open(); });
        At(row.time + FIRST_LOOK, [this] { Look(); });
        return "";
    }
    At(row.time, [this, row] { Busy(row.time + COMMAND_DONE); });
    if (words.size() >= 2)
    {
        if (FindDevice(words[0]) && PlanDeviceEvent(words[0], words[1], row.time))
        {
            return "";
        }
        const auto bond = words[0].size() == 1 ? GetBond(words[0][0]) : nullptr;
        if (bond)
        {
            return PlanBondEvent(bond, {words.begin() + 1, words.end()}, row.time);
        }
    }
    return "must not have the event '" + text +
           "', but bonds up, or down, up, joins or leaves of a slave or far end, or up, down or an "
           "option with its value of a bond";
}

bool
LacpReplay::PlanDeviceEvent(const std::string& device, const std::string& verb, double at)
{
    const Ptr<NicNetDevice> nic = FindDevice(device);
    const Ptr<BondingNetDevice> bond = GetHost(device).bond;
    if (verb == "up")
    {
        At(at + COMMAND, [nic] { nic->SetUp(); });
    }
    else if (verb == "down")
    {
        At(at + COMMAND, [nic] { nic->SetDown(); });
    }
    else if (verb == "leaves" && bond)
    {
        // The kernel closes a slave that leaves; here it stays up, which comes to the same.
        At(at + RELEASE, [bond, nic] { bond->Release(nic); });
        At(at, [this, at] { Busy(at + RELEASE_DONE); });
    }
    else if ((verb == "joins" || verb == "rejoins" || verb == "returns") && bond)
    {
        At(at + COMMAND, [this, device] { Enslave(device); });
    }
    else
    {
        return false;
    }
    return true;
}

std::string
LacpReplay::PlanBondEvent(const Ptr<BondingNetDevice>& bond,
                          const std::vector<std::string>& words,
                          double at)
{
    if (words[0].substr(0, 2) == "up")
    {
        At(at + COMMAND, [bond] { bond->Open(); });
        return "";
    }
    if (words[0] == "down")
    {
        At(at + COMMAND, [bond] { bond->Close(); });
        return "";
    }
    if (words.size() % 2 != 0)
    {
        return "must have a value for every option in its events, not for '" + words.back() + "'";
    }
    for (std::size_t i = 0; i < words.size(); i += 2)
    {
        At(at + COMMAND,
           [bond, name = words[i], value = words[i + 1]] { bond->SetOption(name, value); });
    }
    return "";
}

void
LacpReplay::PlanSplits(const std::vector<ReplayTimeline::Row>& events)
{
    // The first group starts the bonds; a split comes before each of the others.
    std::string group;
    double last = 0;
    bool started = false;
    int groups = 0;
    for (const ReplayTimeline::Row& event : events)
    {
        if (started && event.time > last + GROUP_GAP)
        {
            const std::string name = group;
            At(event.time - SPLIT_BEFORE, [this, name] { DoSplit(name); });
            group.clear();
            ++groups;
        }
        started |= event.detail == BONDS_UP;
        group += (group.empty() ? "" : ", ") + event.detail;
        last = event.time;
    }
    const std::size_t partners = m_settings.GetPartnerLetters().size();
    double tail = partners > 1 ? TAIL_WITH_PARTNERS : TAIL_WITH_PARTNER;
    if (partners == 0)
    {
        tail = TAIL_WITHOUT_PARTNER;
    }
    else if (groups == 0)
    {
        tail = TAIL_OF_START;
    }
    m_end = std::max(m_end, last + tail);
    m_lastSplit = group;
}

void
LacpReplay::Run(double until)
{
    SetSniffer([this](uint32_t /* slave */, const Ptr<const Packet>& frame) {
        uint8_t header[14];
        if (frame->CopyData(header, sizeof(header)) == sizeof(header) &&
            (header[12] << 8 | header[13]) == Lacpdu::ETHER_TYPE && !m_look.IsExpired())
        {
            LookIn(Seconds(LOOK_AFTER_LACPDU));
        }
    });
    if (until > 0)
    {
        m_end = until;
    }
    if (!m_lastSplit.empty())
    {
        At(m_end - SPLIT_BEFORE, [this] { DoSplit(m_lastSplit); });
    }
    Simulator::Stop(ToSimulation(m_end));
    Simulator::Run();
}

void
LacpReplay::Write(double time,
                  const std::string& what,
                  const std::string& end,
                  const std::string& detail)
{
    m_sink({time, what, end, detail, ""});
}

void
LacpReplay::Busy(double until)
{
    m_busyUntil = std::max(m_busyUntil, until);
    if (!m_look.IsExpired())
    {
        m_look.Cancel();
        LookIn(Seconds(m_busyUntil + LOOK_INTERVAL - GetNow()));
    }
}

void
LacpReplay::LookIn(Time delay)
{
    const Time at = std::max(Simulator::Now() + delay, ToSimulation(m_busyUntil));
    if (!m_look.IsExpired() && TimeStep(m_look.GetTs()) <= at)
    {
        return;
    }
    m_look.Cancel();
    m_look = Simulator::Schedule(at - Simulator::Now(), &LacpReplay::Look, this);
}

void
LacpReplay::Look()
{
    for (auto& [letter, host] : m_hosts)
    {
        if (!host.bond)
        {
            continue;
        }
        const std::string now = Describe(*host.bond);
        if (now != host.seen)
        {
            host.seen = now;
            Write(GetNow(), "state", std::string(1, letter), now);
        }
    }
    LookIn(Seconds(LOOK_INTERVAL));
}

void
LacpReplay::DoSplit(const std::string& name)
{
    const Ptr<BondingNetDevice> bond = GetBond(LacpReplaySettings::A);
    std::fill(m_sent.begin(), m_sent.end(), 0);
    const Callback<void, Ptr<const Packet>, Ptr<NetDevice>> count(
        [this](Ptr<const Packet> /* packet */, Ptr<NetDevice> device) {
            for (std::size_t i = 0; i < m_sent.size(); ++i)
            {
                m_sent[i] += FindDevice("s" + std::to_string(i)) == device;
            }
        });
    bond->TraceConnectWithoutContext("TxSlave", count);
    const uint64_t droppedBefore = bond->GetTxDropped();
    uint32_t errors = 0;
    for (const auto& [destination, source] : SplitTraffic::GetFrames())
    {
        // Without carrier the kernel loses frames without telling anybody.
        errors += !bond->SendFrom(Create<Packet>(SplitTraffic::PAYLOAD),
                                  source,
                                  destination,
                                  SplitTraffic::ETHER_TYPE) &&
                  bond->IsLinkUp();
    }
    bond->TraceDisconnectWithoutContext("TxSlave", count);
    std::string text = name + ": s0..s" + std::to_string(m_sent.size() - 1) + " sent [";
    for (std::size_t i = 0; i < m_sent.size(); ++i)
    {
        text += (i == 0 ? "" : ", ") + std::to_string(m_sent[i]);
    }
    text += "]; bond tx_dropped +" + std::to_string(bond->GetTxDropped() - droppedBefore) +
            "; carrier " + (bond->IsLinkUp() ? "1" : "0") + "; errors " + std::to_string(errors);
    Write(GetNow() + SPLIT_BEFORE, "split", std::string(1, LacpReplaySettings::A), text);
}

} // namespace ns3
