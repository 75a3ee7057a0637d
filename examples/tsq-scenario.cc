/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tsq-scenario.h"

#include "ns3/boolean.h"
#include "ns3/bulk-send-application.h"
#include "ns3/bulk-send-helper.h"
#include "ns3/config.h"
#include "ns3/inet-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/linux-tcp-defaults.h"
#include "ns3/linux-transmit-path.h"
#include "ns3/linux-tx-helper.h"
#include "ns3/nic-helper.h"
#include "ns3/packet-sink-helper.h"
#include "ns3/queue-size.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/traffic-control-helper.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <map>

namespace ns3
{

namespace
{

constexpr uint16_t PORT = 5001;          //!< of the receiver
constexpr uint32_t IP_TCP_HEADERS = 52;  //!< IPv4, and TCP with its timestamp option, in bytes
constexpr uint32_t ETHERNET_HEADER = 14; //!< bytes
constexpr uint32_t WIRE_OVERHEAD = 24;   //!< FCS, preamble and gap, in bytes

/// How TcpL4Protocol calls the congestion controls.
const std::map<std::string, std::string> CONGESTION_CONTROLS{
    {"cubic", "ns3::TcpCubic"},
    {"reno", "ns3::TcpLinuxReno"},
    {"bbr", "ns3::TcpBbr"},
    {"dctcp", "ns3::TcpDctcp"},
};

/// How LinuxTcpSocket calls the small queue policies.
const std::map<std::string, std::string> SMALL_QUEUES{
    {"off", "Off"},
    {"fixed", "Fixed"},
    {"draft", "Draft"},
    {"rate-3.12", "Rate-3.12"},
    {"rate", "Rate"},
};

/// How the NIC calls the orphan policies.
const std::map<std::string, std::string> ORPHAN_POLICIES{
    {"none", "None"},
    {"early", "Early"},
    {"driver", "Driver"},
};

} // namespace

TsqScenario::TsqScenario(const TsqSettings& settings)
    : m_settings(settings),
      m_hosts(2)
{
    SetLinuxTcpDefaults();
    Config::SetDefault(
        "ns3::TcpL4Protocol::SocketType",
        TypeIdValue(TypeId::LookupByName(CONGESTION_CONTROLS.at(settings.congestion))));
    Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(settings.segmentSize));
    Config::SetDefault("ns3::TcpSocket::RcvBufSize", UintegerValue(settings.rcvbuf));
    Config::SetDefault("ns3::TcpCubic::HyStart", BooleanValue(settings.hystart == "on"));
    // ns-3 waits up to 10 ms before it asks for a neighbour's address.
    Config::SetDefault("ns3::ArpL3Protocol::RequestJitter",
                       StringValue("ns3::ConstantRandomVariable[Constant=0]"));
    Config::SetDefault("ns3::LinuxTcpSocket::SmallQueue",
                       StringValue(SMALL_QUEUES.at(settings.limit)));
    Config::SetDefault("ns3::LinuxTcpSocket::LimitOutputBytes", UintegerValue(settings.limitBytes));
    Config::SetDefault("ns3::LinuxTcpSocket::SkbOverhead", UintegerValue(settings.overhead));
    Config::SetDefault("ns3::LinuxTcpSocket::Gso", BooleanValue(settings.tso == "on"));
    Config::SetDefault("ns3::LinuxTcpSocket::GsoMaxSize", UintegerValue(settings.gsoMax));
    Config::SetDefault("ns3::LinuxTcpSocket::Pacing", BooleanValue(settings.pacing == "on"));
    Config::SetDefault("ns3::LinuxTcpSocket::SendmsgTime", TimeValue(settings.sendmsgTime));
    Config::SetDefault("ns3::LinuxTcpSocket::QuickAcks", UintegerValue(settings.quickAcks));
    InternetStackHelper().Install(m_hosts);
    LinuxTxHelper linuxTx;
    linuxTx.SetAttribute("Kernel", StringValue(settings.kernel));
    linuxTx.Install(m_hosts);
    BuildLink();
    InstallQueueDiscs();
    InstallApplications();
}

void
TsqScenario::BuildLink()
{
    NicHelper nic;
    nic.SetDeviceAttribute("DataRate", DataRateValue(m_settings.rate));
    nic.SetDeviceAttribute("TxRingSize", UintegerValue(m_settings.ring));
    nic.SetChannelAttribute("Delay", TimeValue(m_settings.delay));
    if (m_settings.bql == "off")
    {
        nic.DisableQueueLimits();
    }
    m_nics = nic.Install(m_hosts);
    m_nic = DynamicCast<NicNetDevice>(m_nics.Get(0));
    m_nic->SetTxCoalescing({m_settings.txUsecs, m_settings.txFrames, Time()});
    m_nic->SetAttribute("OrphanPolicy", StringValue(ORPHAN_POLICIES.at(m_settings.orphan)));
}

void
TsqScenario::InstallQueueDiscs()
{
    TrafficControlHelper receiver;
    receiver.SetRootQueueDisc("ns3::PfifoFastQueueDisc");
    receiver.Install(m_nics.Get(1));
    if (m_settings.qdisc == "none")
    {
        return;
    }
    TrafficControlHelper helper;
    const QueueSizeValue limit(QueueSize(QueueSizeUnit::PACKETS, m_settings.qdiscLimit));
    if (m_settings.qdisc == "tbf")
    {
        const uint16_t root = helper.SetRootQueueDisc("ns3::TbfQueueDisc",
                                                      "Burst",
                                                      UintegerValue(m_settings.tbfBurst),
                                                      "Rate",
                                                      DataRateValue(m_settings.tbfRate));
        const auto classes = helper.AddQueueDiscClasses(root, 1, "ns3::QueueDiscClass");
        helper.AddChildQueueDisc(root, classes[0], "ns3::FifoQueueDisc", "MaxSize", limit);
    }
    else if (m_settings.qdisc == "fq")
    {
        helper.SetRootQueueDisc("ns3::LinuxFqQueueDisc");
    }
    else if (m_settings.qdisc == "fq_codel")
    {
        helper.SetRootQueueDisc("ns3::FqCoDelQueueDisc");
    }
    else
    {
        helper.SetRootQueueDisc("ns3::PfifoFastQueueDisc", "MaxSize", limit);
    }
    m_qdisc = helper.Install(m_nic).Get(0);
}

void
TsqScenario::InstallApplications()
{
    Ipv4AddressHelper addresses("10.0.0.0", "255.255.255.0");
    const Ipv4InterfaceContainer interfaces = addresses.Assign(m_nics);
    const std::string protocol = "ns3::LinuxTcpSocketFactory";
    PacketSinkHelper sink(protocol, InetSocketAddress(Ipv4Address::GetAny(), PORT));
    m_sink = DynamicCast<PacketSink>(sink.Install(m_hosts.Get(1)).Get(0));
    BulkSendHelper bulk(protocol, InetSocketAddress(interfaces.GetAddress(1), PORT));
    bulk.SetAttribute("SendSize", UintegerValue(65536));
    bulk.Install(m_hosts.Get(0)).Start(Time(0));
    Simulator::Schedule(TimeStep(1), &TsqScenario::FindSocket, this);
    Simulator::Schedule(m_settings.warmup, &TsqScenario::BeginMeasurement, this);
}

void
TsqScenario::FindSocket()
{
    const auto sender = DynamicCast<BulkSendApplication>(m_hosts.Get(0)->GetApplication(0));
    m_socket = DynamicCast<LinuxTcpSocket>(sender->GetSocket());
    m_probe.Watch(m_socket);
    m_socket->TraceConnectWithoutContext("CongestionWindow",
                                         MakeCallback(&TsqScenario::NotifyCwnd, this));
    constexpr uint32_t MOST_EVENTS = 1000;
    m_timeline.Watch(m_socket, m_nic, m_settings.warmup, MOST_EVENTS);
}

void
TsqScenario::NotifyCwnd(uint32_t /* before */, uint32_t after)
{
    m_cwnd = after;
}

void
TsqScenario::BeginMeasurement()
{
    m_receivedBefore = m_sink->GetTotalRx();
    m_delaysBefore = m_probe.GetDelays().size();
    Sample();
}

void
TsqScenario::Sample()
{
    m_backlogs.push_back(m_qdisc ? m_qdisc->GetNBytes() : 0);
    Simulator::Schedule(m_settings.sample, &TsqScenario::Sample, this);
}

void
TsqScenario::Run()
{
    Simulator::Stop(m_settings.duration);
    Simulator::Run();
    m_received = m_sink->GetTotalRx();
    m_delays.assign(m_probe.GetDelays().begin() + m_delaysBefore, m_probe.GetDelays().end());
    std::sort(m_backlogs.begin(), m_backlogs.end());
    std::sort(m_delays.begin(), m_delays.end());
}

double
TsqScenario::GetGoodputMbps() const
{
    constexpr double BITS_PER_MBYTE = 8e-6;
    return (m_received - m_receivedBefore) * BITS_PER_MBYTE /
           (m_settings.duration - m_settings.warmup).GetSeconds();
}

double
TsqScenario::GetCeilingMbps() const
{
    const double payload = m_settings.segmentSize;
    const double frame = payload + IP_TCP_HEADERS + ETHERNET_HEADER;
    const double wire = m_settings.rate.GetBitRate() / 1e6 * payload / (frame + WIRE_OVERHEAD);
    const double tbf = m_settings.tbfRate.GetBitRate() / 1e6 * payload / frame;
    return m_settings.qdisc == "tbf" ? std::min(wire, tbf) : wire;
}

std::string
TsqScenario::CheckConservation() const
{
    const auto path = m_hosts.Get(0)->GetObject<LinuxTransmitPath>();
    const std::size_t nSkbs = path->GetXmitLayer()->GetNLiveSkbs();
    const uint64_t wmem = m_socket->GetWmemAlloc();
    if ((wmem > 0) != (nSkbs > 0) && m_settings.orphan == "none")
    {
        return std::to_string(wmem) + " bytes are charged for " + std::to_string(nSkbs) +
               " packets in the host";
    }
    return "";
}

} // namespace ns3
