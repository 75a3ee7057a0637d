/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "bql-scenario.h"

#include "ns3/boolean.h"
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
#include "ns3/qdisc-report.h"
#include "ns3/queue-size.h"
#include "ns3/random-variable-stream.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/traffic-control-helper.h"
#include "ns3/uinteger.h"
#include "ns3/xmit-layer.h"

#include <algorithm>
#include <cmath>
#include <sstream>

namespace ns3
{

namespace
{

constexpr uint16_t BULK_PORT = 9;                             ///< first port of the bulk flows
constexpr const char* FACTORY = "ns3::LinuxTcpSocketFactory"; ///< of all sockets

} // namespace

BqlScenario::BqlScenario(const BqlSettings& settings)
    : m_settings(settings),
      m_hosts(2)
{
    SetLinuxTcpDefaults();
    Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(1448));
    Config::SetDefault("ns3::LinuxTcpSocket::Gso", BooleanValue(settings.tso == "on"));
    // ns-3 waits up to 10 ms before it asks for a neighbour's address.
    Config::SetDefault("ns3::ArpL3Protocol::RequestJitter",
                       StringValue("ns3::ConstantRandomVariable[Constant=0]"));
    InternetStackHelper().Install(m_hosts);
    LinuxTxHelper().Install(m_hosts);
    BuildLink();
    InstallQueueDiscs();
    InstallBulkFlows();
}

BqlScenario::~BqlScenario()
{
    m_session.reset();
    m_server.reset();
    Simulator::Destroy();
}

void
BqlScenario::BuildLink()
{
    NicHelper nic;
    nic.SetDriver(m_settings.driver);
    nic.SetDeviceAttribute("DataRate", DataRateValue(m_settings.rate));
    nic.SetDeviceAttribute("TxRingSize", UintegerValue(m_settings.ring));
    nic.SetChannelAttribute("Delay", TimeValue(m_settings.delay));
    nic.SetTxQueues(m_settings.queues);
    if (m_settings.bql == "on")
    {
        nic.SetQueueLimits("ns3::DynamicQueueLimits");
    }
    else
    {
        nic.DisableQueueLimits();
    }
    m_nics = nic.Install(m_hosts);
    m_nic = DynamicCast<NicNetDevice>(m_nics.Get(0));
}

void
BqlScenario::InstallQueueDiscs()
{
    const bool pfifoFast = m_settings.qdisc == "pfifo_fast";
    const std::string type = pfifoFast ? "ns3::PfifoFastQueueDisc" : "ns3::FqCoDelQueueDisc";
    TrafficControlHelper helper;
    if (m_settings.queues > 1)
    {
        const auto handle = helper.SetRootQueueDisc("ns3::MqQueueDisc");
        const auto classes =
            helper.AddQueueDiscClasses(handle, m_settings.queues, "ns3::QueueDiscClass");
        helper.AddChildQueueDiscs(handle, classes, type);
    }
    else
    {
        helper.SetRootQueueDisc(type);
    }
    if (pfifoFast)
    {
        Config::SetDefault(
            "ns3::PfifoFastQueueDisc::MaxSize",
            QueueSizeValue(QueueSize(QueueSizeUnit::PACKETS, m_settings.qdiscLimit)));
    }
    m_qdisc = helper.Install(m_nic).Get(0);
    // The peer only answers, but not behind what this host's queue disc is studied for.
    TrafficControlHelper peer;
    if (m_settings.queues > 1)
    {
        const auto handle = peer.SetRootQueueDisc("ns3::MqQueueDisc");
        const auto classes =
            peer.AddQueueDiscClasses(handle, m_settings.queues, "ns3::QueueDiscClass");
        peer.AddChildQueueDiscs(handle, classes, "ns3::FqCoDelQueueDisc");
    }
    else
    {
        peer.SetRootQueueDisc("ns3::FqCoDelQueueDisc");
    }
    peer.Install(m_nics.Get(1));
}

void
BqlScenario::InstallBulkFlows()
{
    Ipv4AddressHelper addresses("10.0.0.0", "255.255.255.0");
    const auto interfaces = addresses.Assign(m_nics);
    const auto start = CreateObject<UniformRandomVariable>();
    start->SetStream(m_settings.seed);
    for (uint32_t i = 0; i < m_settings.flows; ++i)
    {
        const auto port = static_cast<uint16_t>(BULK_PORT + i);
        PacketSinkHelper sink(FACTORY, InetSocketAddress(Ipv4Address::GetAny(), port));
        m_sinks.push_back(DynamicCast<PacketSink>(sink.Install(m_hosts.Get(1)).Get(0)));
        BulkSendHelper bulk(FACTORY, InetSocketAddress(interfaces.GetAddress(1), port));
        bulk.SetAttribute("SendSize", UintegerValue(65536));
        auto applications = bulk.Install(m_hosts.Get(0));
        applications.Start(MilliSeconds(1) +
                           NanoSeconds(start->GetInteger(0, MilliSeconds(50).GetNanoSeconds())));
        applications.Stop(m_settings.warmup + m_settings.duration);
    }
    RequestPattern pattern;
    pattern.thinkTime = Time(0);
    pattern.factory = FACTORY;
    m_server = std::make_unique<RequestServer>(m_hosts.Get(1), pattern);
    constexpr uint16_t SESSION_PORT = 40000;
    m_session =
        std::make_unique<RequestSession>(m_hosts.Get(0),
                                         InetSocketAddress(interfaces.GetAddress(0), SESSION_PORT),
                                         pattern);
    m_session->SetObserver([this](Time roundTrip) {
        if (m_measuring)
        {
            m_latencies.push_back(roundTrip);
        }
    });
    Simulator::Schedule(Time(0), [this, server = interfaces.GetAddress(1)] {
        m_session->Connect(InetSocketAddress(server, RequestServer::PORT), [] {});
    });
    Simulator::Schedule(m_settings.warmup, &BqlScenario::BeginMeasurement, this);
    Simulator::Schedule(m_settings.warmup + m_settings.duration,
                        &BqlScenario::EndMeasurement,
                        this);
}

void
BqlScenario::BeginMeasurement()
{
    m_measuring = true;
    for (const auto& sink : m_sinks)
    {
        m_bulkBytes -= sink->GetTotalRx();
    }
}

void
BqlScenario::EndMeasurement()
{
    m_measuring = false;
    for (const auto& sink : m_sinks)
    {
        m_bulkBytes += sink->GetTotalRx();
    }
    m_queueLimits = ByteQueueLimitsReport::Read(m_nic);
    m_session->Stop([] {});
}

void
BqlScenario::Run()
{
    Simulator::Run();
    std::sort(m_latencies.begin(), m_latencies.end());
}

double
BqlScenario::GetTransactionRate() const
{
    return static_cast<double>(m_latencies.size()) / m_settings.duration.GetSeconds();
}

Time
BqlScenario::GetLatency(double percent) const
{
    if (m_latencies.empty())
    {
        return Time(0);
    }
    // The least that so many percent do not exceed.
    const auto rank = static_cast<std::size_t>(
        std::ceil(percent / 100 * static_cast<double>(m_latencies.size())));
    return m_latencies[std::max<std::size_t>(rank, 1) - 1];
}

double
BqlScenario::GetBulkMbps() const
{
    return static_cast<double>(m_bulkBytes) * 8e-6 / m_settings.duration.GetSeconds();
}

std::string
BqlScenario::GetQdiscParameters() const
{
    const auto leaf =
        m_settings.queues > 1 ? m_qdisc->GetQueueDiscClass(0)->GetQueueDisc() : m_qdisc;
    // The line reads "qdisc KIND HANDLE: root refcnt N PARAMETERS".
    std::istringstream line(QdiscReport::Text(leaf));
    std::string word;
    while (line >> word && word != "refcnt")
    {
    }
    line >> word;
    std::string parameters;
    std::getline(line, parameters);
    return QdiscReport::GetKind(leaf) + parameters.substr(0, parameters.find_last_not_of(' ') + 1);
}

uint64_t
BqlScenario::GetDropped() const
{
    return m_qdisc->GetStats().nTotalDroppedPackets;
}

std::string
BqlScenario::CheckConservation() const
{
    const auto path = m_hosts.Get(0)->GetObject<LinuxTransmitPath>();
    const std::size_t nSkbs = path->GetXmitLayer()->GetNLiveSkbs();
    if (nSkbs > 0)
    {
        return std::to_string(nSkbs) + " packets are left in the host";
    }
    const auto& counters = m_session->GetCounters();
    if (counters.requests != counters.transactions)
    {
        return std::to_string(counters.requests - counters.transactions) +
               " requests were not answered";
    }
    return "";
}

} // namespace ns3
