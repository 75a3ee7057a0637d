/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "burst-scenario.h"

#include "ns3/bonding-helper.h"
#include "ns3/config.h"
#include "ns3/configuration-error.h"
#include "ns3/inet-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv4-l3-protocol.h"
#include "ns3/ipv4-static-routing-helper.h"
#include "ns3/linux-transmit-path.h"
#include "ns3/linux-tx-helper.h"
#include "ns3/linux-udp-socket.h"
#include "ns3/nic-helper.h"
#include "ns3/nic-tx-ring.h"
#include "ns3/packet-sink-helper.h"
#include "ns3/queue-size.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/traffic-control-helper.h"
#include "ns3/traffic-control-layer.h"
#include "ns3/udp-stream-helper.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <numeric>

namespace ns3
{

namespace
{

constexpr uint16_t PORT = 5001;          //!< of the receiver
constexpr uint32_t ETHERNET_HEADER = 14; //!< what a queue disc counts beside the IP packet
constexpr uint32_t WIRE_OVERHEAD = 24;   //!< FCS, preamble and gap, in bytes
constexpr uint32_t IP_AND_UDP = 28;      //!< headers, in bytes
constexpr const char* DISCARDED = "IP: fragment of a dropped message"; //!< a place to end

/**
 * @brief The multicast group of a sender.
 *
 * One each, so that all have IP identifications of their own: with 65,536 for all of them together,
 * fragments of one message could complete another.
 * @param sender number of the sender, from 0
 * @return the address
 */
Ipv4Address
GetGroup(uint32_t sender)
{
    return Ipv4Address(Ipv4Address("239.1.0.1").Get() + sender);
}

/**
 * @brief Connect a trace sink. A misspelt name would silently count nothing.
 * @param object what to watch
 * @param trace name of the trace source
 * @param sink what to call
 */
void
Connect(const Ptr<Object>& object, const std::string& trace, const CallbackBase& sink)
{
    if (!object->TraceConnectWithoutContext(trace, sink))
    {
        ExitOnConfigurationError(object->GetInstanceTypeId().GetName() + " has no trace source " +
                                 trace);
    }
}

/**
 * @brief The sum of a figure over all senders.
 * @param senders the senders
 * @param get gives the figure of one
 * @return the sum
 */
template <typename GET>
uint64_t
SumOf(const std::vector<Ptr<UdpStreamApplication>>& senders, GET get)
{
    return std::accumulate(senders.begin(),
                           senders.end(),
                           uint64_t{0},
                           [&get](uint64_t sum, const Ptr<UdpStreamApplication>& sender) {
                               return sum + get(sender);
                           });
}

} // namespace

const Time BurstScenario::START = MilliSeconds(1);

BurstScenario::BurstScenario(const BurstSettings& settings)
    : m_settings(settings)
{
    Config::SetDefault("ns3::LinuxUdpSocket::WmemMax", UintegerValue(settings.wmemMax));
    m_host = CreateObject<Node>();
    const auto receiver = CreateObject<Node>();
    InternetStackHelper internet;
    internet.SetIpv6StackInstall(false);
    internet.Install(NodeContainer(m_host, receiver));
    LinuxTxHelper().Install(m_host);

    BuildNetwork(receiver);
    InstallSenders();
    InstallReceiver(receiver);
    ConnectTraces(receiver);
}

void
BurstScenario::BuildNetwork(const Ptr<Node>& receiver)
{
    NicHelper nic;
    nic.SetDeviceAttribute("DataRate", DataRateValue(m_settings.rate));
    nic.SetDeviceAttribute("Mtu", UintegerValue(m_settings.mtu));
    nic.SetChannelAttribute("Delay", TimeValue(m_settings.linkDelay));
    for (uint32_t i = 0; i < m_settings.slaves; ++i)
    {
        const NetDeviceContainer ends = nic.Install(m_host, receiver);
        m_slaves.Add(ends.Get(0));
        m_peers.Add(ends.Get(1));
        InstallQdisc(ends.Get(0));
        if (m_settings.orphan == "driver")
        {
            ends.Get(0)->SetAttribute("OrphanPolicy", StringValue("Driver"));
        }
    }

    BondingHelper bonding(m_settings.mode);
    bonding.SetBondAttribute("Mtu", UintegerValue(m_settings.mtu));
    if (m_settings.orphan == "bond")
    {
        bonding.SetBondAttribute("OrphanPolicy", StringValue("Early"));
    }
    m_bond = DynamicCast<BondingNetDevice>(bonding.Install(m_host, m_slaves).Get(0));

    // no common subnet: the receiver has no way to answer, whatever happens
    Ipv4AddressHelper("10.0.0.0", "255.255.255.0").Assign(NetDeviceContainer(m_bond));
    Ipv4AddressHelper("10.1.0.0", "255.255.255.0").Assign(m_peers);
    Ipv4StaticRoutingHelper().SetDefaultMulticastRoute(m_host, m_bond);
}

void
BurstScenario::InstallQdisc(const Ptr<NetDevice>& slave)
{
    const QueueSizeValue limit(QueueSize(QueueSizeUnit::PACKETS, m_settings.limit));
    TrafficControlHelper helper;
    if (m_settings.shaper != "none")
    {
        const uint16_t root = helper.SetRootQueueDisc("ns3::TbfQueueDisc",
                                                      "Burst",
                                                      UintegerValue(BurstSettings::SHAPER_BURST),
                                                      "Rate",
                                                      StringValue(m_settings.shaper));
        const auto classes = helper.AddQueueDiscClasses(root, 1, "ns3::QueueDiscClass");
        helper.AddChildQueueDisc(root, classes[0], "ns3::FifoQueueDisc", "MaxSize", limit);
    }
    else
    {
        const std::map<std::string, std::string> types{
            {"pfifo_fast", "ns3::PfifoFastQueueDisc"},
            {"pfifo", "ns3::FifoQueueDisc"},
            {"codel", "ns3::CoDelQueueDisc"},
            {"fq_codel", "ns3::FqCoDelQueueDisc"},
        };
        helper.SetRootQueueDisc(types.at(m_settings.qdisc), "MaxSize", limit);
    }
    helper.Install(slave);
}

void
BurstScenario::InstallSenders()
{
    for (uint32_t i = 0; i < m_settings.senders; ++i)
    {
        UdpStreamHelper helper("ns3::LinuxUdpSocketFactory", InetSocketAddress(GetGroup(i), PORT));
        helper.SetAttribute("MessageSize", UintegerValue(m_settings.messageSize));
        helper.SetAttribute("BurstSize", UintegerValue(m_settings.messages));
        helper.SetAttribute("Period", TimeValue(m_settings.period));
        helper.SetAttribute("Cycles", UintegerValue(m_settings.cycles));
        helper.SetAttribute("SendTime", TimeValue(m_settings.sendTime));
        helper.SetAttribute("Sndbuf", UintegerValue(m_settings.sndbuf));
        ApplicationContainer sender = helper.Install(m_host);
        sender.Start(START + m_settings.spread * static_cast<int64_t>(i) /
                                 static_cast<int64_t>(m_settings.senders));
        m_senders.push_back(DynamicCast<UdpStreamApplication>(sender.Get(0)));
        Connect(m_senders.back(),
                "SendFailed",
                Callback<void, Ptr<const Packet>, Socket::SocketErrno>(
                    [this](Ptr<const Packet> message, Socket::SocketErrno) {
                        m_ledger.Refuse(message);
                    }));
    }
}

void
BurstScenario::InstallReceiver(const Ptr<Node>& receiver)
{
    // an incomplete message has to be forgotten before its IP identification comes again
    receiver->GetObject<Ipv4L3Protocol>()->SetAttribute(
        "FragmentExpirationTimeout",
        TimeValue(Seconds(2 * GetDrainSeconds(m_settings)) + MilliSeconds(10)));

    PacketSinkHelper helper("ns3::UdpSocketFactory",
                            InetSocketAddress(Ipv4Address::GetAny(), PORT));
    const ApplicationContainer sink = helper.Install(receiver);
    Connect(sink.Get(0),
            "Rx",
            Callback<void, Ptr<const Packet>, const Address&>(
                [this](Ptr<const Packet> message, const Address&) {
                    m_ledger.Receive(message);
                    m_lastReception = Simulator::Now() - START;
                }));
}

void
BurstScenario::ConnectTraces(const Ptr<Node>& receiver)
{
    using PacketSeen = Callback<void, Ptr<const Packet>>;
    using IpPacketSeen = Callback<void, Ptr<const Packet>, Ptr<Ipv4>, uint32_t>;
    using SentOnDevice = Callback<void, Ptr<const Packet>, Ptr<NetDevice>>;
    using Orphaned = Callback<void, Ptr<const Packet>, Ptr<NetDevice>, uint32_t>;
    using DroppedByBond = Callback<void, Ptr<const Packet>, const char*>;
    using DroppedByQdisc = Callback<void, Ptr<const QueueDiscItem>>;
    using QlenChanged = Callback<void, uint32_t, uint32_t>;

    Connect(m_host->GetObject<Ipv4L3Protocol>(),
            "Tx",
            IpPacketSeen([this](Ptr<const Packet>, Ptr<Ipv4>, uint32_t) { ++m_sentByIp; }));
    const auto path = m_host->GetObject<LinuxTransmitPath>();
    Connect(path, "Orphan", Orphaned([this](Ptr<const Packet>, Ptr<NetDevice>, uint32_t) {
                ++m_orphaned;
            }));
    Connect(path,
            "FragmentDiscard",
            SentOnDevice([this](Ptr<const Packet> fragment, Ptr<NetDevice>) {
                m_ledger.Drop(fragment, DISCARDED);
            }));
    Connect(m_bond, "TxSlave", SentOnDevice([this](Ptr<const Packet>, Ptr<NetDevice>) {
                ++m_toSlaves;
            }));
    Connect(m_bond, "Drop", DroppedByBond([this](Ptr<const Packet> packet, const char* reason) {
                // what all slaves refuse, their queue discs count
                if (reason == std::string(BondingNetDevice::NO_USABLE_SLAVE))
                {
                    m_ledger.Drop(packet, NO_SLAVE);
                }
            }));
    for (uint32_t i = 0; i < m_settings.slaves; ++i)
    {
        const std::string name = "eth" + std::to_string(i);
        const auto dropAt = [this](const std::string& place) {
            return PacketSeen(
                [this, place](Ptr<const Packet> packet) { m_ledger.Drop(packet, place); });
        };
        Connect(GetQdisc(i), "Drop", DroppedByQdisc([this, name](Ptr<const QueueDiscItem> item) {
                    m_ledger.Drop(item->GetPacket(), name + ": queue disc");
                }));
        Connect(GetQdisc(i), "PacketsInQueue", QlenChanged([this](uint32_t, uint32_t qlen) {
                    m_peakQlen = std::max(m_peakQlen, qlen);
                }));
        Connect(GetSlave(i), "MacTxDrop", dropAt(name + ": NIC"));
        Connect(GetSlave(i), "PhyTxDrop", dropAt(name + ": NIC"));
        Connect(m_peers.Get(i), "PhyRxDrop", dropAt(name + ": receiving NIC"));
    }
    Connect(receiver->GetObject<Ipv4L3Protocol>(),
            "Rx",
            IpPacketSeen([this](Ptr<const Packet>, Ptr<Ipv4>, uint32_t) { ++m_arrived; }));
}

void
BurstScenario::Run()
{
    Simulator::Run();
}

std::string
BurstScenario::CheckConservation() const
{
    // messages: offered = accepted + send errors + unsent, where unsent is found by counting calls
    uint64_t inCalls = 0;
    for (const auto& sender : m_senders)
    {
        const uint64_t ended = sender->GetOkaySends() + sender->GetFailedSends();
        if (sender->GetAttempts() != ended && sender->GetAttempts() != ended + 1)
        {
            return "a sender began " + std::to_string(sender->GetAttempts()) + " send calls, but " +
                   std::to_string(ended) + " ended";
        }
        inCalls += sender->GetAttempts() - ended;
        const auto socket = DynamicCast<LinuxUdpSocket>(sender->GetSocket());
        if (socket->GetWmemAlloc() != 0)
        {
            return "a socket is still charged for " + std::to_string(socket->GetWmemAlloc()) +
                   " bytes";
        }
    }
    const uint64_t attempts = SumOf(m_senders, [](auto& sender) { return sender->GetAttempts(); });
    if (attempts > GetOffered() ||
        GetOffered() - attempts + inCalls != GetOffered() - GetAccepted() - GetSendErrors())
    {
        return std::to_string(GetOffered()) + " messages were offered, but " +
               std::to_string(attempts) + " send calls began";
    }
    // accepted = received + lost at a place with a name
    if (GetAccepted() != m_ledger.GetReceived() + m_ledger.GetLost())
    {
        return std::to_string(GetAccepted()) + " messages were accepted, but " +
               std::to_string(m_ledger.GetReceived()) + " received and " +
               std::to_string(m_ledger.GetLost()) + " lost";
    }

    // packets: every one that IP sent reached the bond or was freed with its message before, every
    // one that the bond gave to a slave arrived or was dropped; a broadcast bond copies
    uint64_t droppedAbove = 0;
    uint64_t droppedBelow = 0;
    for (const auto& [place, packets] : m_ledger.GetDroppedPackets())
    {
        (place == NO_SLAVE || place == DISCARDED ? droppedAbove : droppedBelow) += packets;
    }
    const uint64_t copies = m_settings.mode == "broadcast" ? m_settings.slaves : 1;
    if (m_sentByIp != droppedAbove + m_toSlaves / copies || m_toSlaves != m_arrived + droppedBelow)
    {
        return std::to_string(m_sentByIp) + " packets were sent by IP and " +
               std::to_string(m_toSlaves) + " by the bond, but " + std::to_string(m_arrived) +
               " arrived and " + std::to_string(droppedAbove) + " and " +
               std::to_string(droppedBelow) + " were dropped";
    }
    return "";
}

Ptr<QueueDisc>
BurstScenario::GetQdisc(uint32_t slave) const
{
    return m_host->GetObject<TrafficControlLayer>()->GetRootQueueDiscOnDevice(m_slaves.Get(slave));
}

Ptr<NicNetDevice>
BurstScenario::GetSlave(uint32_t slave) const
{
    return DynamicCast<NicNetDevice>(m_slaves.Get(slave));
}

uint64_t
BurstScenario::GetOffered() const
{
    return uint64_t{m_settings.senders} * m_settings.messages * m_settings.cycles;
}

uint64_t
BurstScenario::GetAccepted() const
{
    return SumOf(m_senders, [](auto& sender) { return sender->GetOkaySends(); });
}

uint64_t
BurstScenario::GetSendErrors() const
{
    return SumOf(m_senders, [](auto& sender) { return sender->GetFailedSends(); });
}

uint64_t
BurstScenario::GetUnsent() const
{
    return GetOffered() - GetAccepted() - GetSendErrors();
}

Time
BurstScenario::GetBlockedTime() const
{
    return NanoSeconds(SumOf(m_senders, [](auto& sender) {
        return static_cast<uint64_t>(sender->GetBlockedTime().GetNanoSeconds());
    }));
}

Time
BurstScenario::GetDuration() const
{
    return m_settings.period * static_cast<int64_t>(m_settings.cycles);
}

double
BurstScenario::GetDrainSeconds(const BurstSettings& settings)
{
    uint64_t rate = settings.rate.GetBitRate();
    if (settings.shaper != "none")
    {
        rate = std::min(rate, DataRate(settings.shaper).GetBitRate());
    }
    return 8.0 * (settings.limit + NicTxRing::DEFAULT_SIZE) *
           (GetLargestFrame(settings) + WIRE_OVERHEAD) / rate;
}

uint32_t
BurstScenario::GetLargestFrame(const BurstSettings& settings)
{
    return std::min(settings.mtu, settings.messageSize + IP_AND_UDP) + ETHERNET_HEADER;
}

} // namespace ns3
