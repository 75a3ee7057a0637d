/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tsq-wifi-scenario.h"

#include "ns3/boolean.h"
#include "ns3/bulk-send-application.h"
#include "ns3/bulk-send-helper.h"
#include "ns3/config.h"
#include "ns3/data-rate.h"
#include "ns3/error-model.h"
#include "ns3/inet-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv4-static-routing-helper.h"
#include "ns3/linux-tcp-defaults.h"
#include "ns3/linux-transmit-path.h"
#include "ns3/linux-tx-helper.h"
#include "ns3/mobility-helper.h"
#include "ns3/nic-helper.h"
#include "ns3/packet-sink-helper.h"
#include "ns3/pointer.h"
#include "ns3/position-allocator.h"
#include "ns3/queue-size.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/simulator.h"
#include "ns3/ssid.h"
#include "ns3/string.h"
#include "ns3/traffic-control-helper.h"
#include "ns3/uinteger.h"
#include "ns3/wifi-helper.h"
#include "ns3/wifi-net-device.h"
#include "ns3/wifi-psdu.h"
#include "ns3/yans-wifi-helper.h"

#include <algorithm>
#include <map>

namespace ns3
{

namespace
{

constexpr uint16_t PORT = 5001;      //!< of the first receiver
constexpr uint32_t SEGMENT = 1448;   //!< payload of a full segment, in bytes
constexpr uint16_t MTU = 1500;       //!< of the devices, in bytes
constexpr int64_t WIFI_STREAMS = 0;  //!< random numbers: the same in each simulation of a table
constexpr int64_t LOSS_STREAM = 999; //!< likewise, of lost packets
constexpr int64_t INTERNET_STREAMS = 1000; //!< likewise, of the rest
const Time START = MilliSeconds(500);      //!< when the flows begin: the station is associated

/// How TcpL4Protocol calls the congestion controls.
const std::map<std::string, std::string> CONGESTION_CONTROLS{
    {"cubic", "ns3::TcpCubic"},
    {"reno", "ns3::TcpLinuxReno"},
    {"bbr", "ns3::TcpBbr"},
};

/// How TrafficControlHelper calls the queue discs below mq.
const std::map<std::string, std::string> QUEUE_DISCS{
    {"fq_codel", "ns3::FqCoDelQueueDisc"},
    {"pfifo_fast", "ns3::PfifoFastQueueDisc"},
};

} // namespace

TsqWifiScenario::TsqWifiScenario(const TsqWifiSettings& settings)
    : m_settings(settings),
      m_hosts(3)
{
    RngSeedManager::SetSeed(settings.seed);
    SetSocketDefaults();
    BuildWifi();
    BuildCable();
    InternetStackHelper internet;
    internet.Install(m_hosts);
    internet.AssignStreams(m_hosts, INTERNET_STREAMS);
    LinuxTxHelper linuxTx;
    linuxTx.SetAttribute("Kernel", StringValue(settings.kernel));
    linuxTx.Install(m_hosts);
    InstallQueueDiscs();
    InstallApplications();
    if (settings.shift)
    {
        m_hosts.Get(0)->GetObject<LinuxTransmitPath>()->GetXmitLayer()->SetPacingShift(
            m_devices.Get(0),
            *settings.shift);
    }
}

void
TsqWifiScenario::SetSocketDefaults() const
{
    SetLinuxTcpDefaults();
    Config::SetDefault(
        "ns3::TcpL4Protocol::SocketType",
        TypeIdValue(TypeId::LookupByName(CONGESTION_CONTROLS.at(m_settings.congestion))));
    Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(SEGMENT));
    Config::SetDefault("ns3::TcpSocket::RcvBufSize", UintegerValue(m_settings.rcvbuf));
    Config::SetDefault("ns3::TcpCubic::HyStart", BooleanValue(m_settings.hystart == "on"));
    // ns-3 waits up to 10 ms before it asks for a neighbour's address.
    Config::SetDefault("ns3::ArpL3Protocol::RequestJitter",
                       StringValue("ns3::ConstantRandomVariable[Constant=0]"));
    Config::SetDefault("ns3::LinuxTcpSocket::SkbOverhead", UintegerValue(m_settings.overhead));
    Config::SetDefault("ns3::LinuxTcpSocket::Pacing", BooleanValue(m_settings.pacing == "on"));
}

void
TsqWifiScenario::BuildWifi()
{
    Config::SetDefault("ns3::WifiMacQueue::MaxSize",
                       QueueSizeValue(QueueSize(QueueSizeUnit::PACKETS, m_settings.macQueue)));
    WifiHelper wifi;
    wifi.SetStandard(m_settings.standard == "11n" ? WIFI_STANDARD_80211n : WIFI_STANDARD_80211ac);
    wifi.SetRemoteStationManager("ns3::IdealWifiManager");
    YansWifiPhyHelper phy;
    phy.SetChannel(YansWifiChannelHelper::Default().Create());
    phy.Set("ChannelSettings",
            StringValue("{0, " + std::to_string(m_settings.width) + ", BAND_5GHZ, 0}"));
    for (const char* count :
         {"Antennas", "MaxSupportedTxSpatialStreams", "MaxSupportedRxSpatialStreams"})
    {
        phy.Set(count, UintegerValue(m_settings.streams));
    }
    const SsidValue ssid(Ssid("tsq-wifi"));
    WifiMacHelper mac;
    mac.SetType("ns3::StaWifiMac",
                "Ssid",
                ssid,
                "BE_MaxAmpduSize",
                UintegerValue(m_settings.ampdu),
                "BE_MaxAmsduSize",
                UintegerValue(m_settings.amsdu));
    m_devices = wifi.Install(phy, mac, m_hosts.Get(0));
    mac.SetType("ns3::ApWifiMac", "Ssid", ssid);
    m_devices.Add(wifi.Install(phy, mac, m_hosts.Get(1)));
    wifi.AssignStreams(m_devices, WIFI_STREAMS);
    for (uint32_t i = 0; i < m_devices.GetN(); ++i)
    {
        m_devices.Get(i)->SetMtu(MTU);
    }
    DynamicCast<WifiNetDevice>(m_devices.Get(0))
        ->GetPhy()
        ->TraceConnectWithoutContext("PhyTxPsduBegin",
                                     MakeCallback(&TsqWifiScenario::NotifyPpdu, this));

    const auto positions = CreateObject<ListPositionAllocator>();
    positions->Add(Vector(0, 0, 0));
    positions->Add(Vector(m_settings.distance, 0, 0));
    MobilityHelper mobility;
    mobility.SetMobilityModel("ns3::ConstantPositionMobilityModel");
    mobility.SetPositionAllocator(positions);
    mobility.Install(NodeContainer(m_hosts.Get(0), m_hosts.Get(1)));
}

void
TsqWifiScenario::BuildCable()
{
    NicHelper nic;
    nic.SetDeviceAttribute("DataRate", DataRateValue(DataRate("1Gbps")));
    nic.SetChannelAttribute("Delay", TimeValue(m_settings.delay));
    m_nics = nic.Install(NodeContainer(m_hosts.Get(1), m_hosts.Get(2)));
    constexpr double PER_MILLION = 1e6;
    const auto losses = CreateObject<RateErrorModel>();
    losses->SetUnit(RateErrorModel::ERROR_UNIT_PACKET);
    losses->SetRate(m_settings.lossPpm / PER_MILLION);
    losses->AssignStreams(LOSS_STREAM);
    m_nics.Get(1)->SetAttribute("ReceiveErrorModel", PointerValue(losses));
}

void
TsqWifiScenario::InstallQueueDiscs()
{
    TrafficControlHelper receiver;
    receiver.SetRootQueueDisc("ns3::PfifoFastQueueDisc");
    receiver.Install(m_devices.Get(1));
    receiver.Install(m_nics);
    if (m_settings.qdisc == "none")
    {
        return;
    }
    constexpr std::size_t N_ACCESS_CATEGORIES = 4;
    TrafficControlHelper sender;
    const uint16_t root = sender.SetRootQueueDisc("ns3::MqQueueDisc");
    const auto classes =
        sender.AddQueueDiscClasses(root, N_ACCESS_CATEGORIES, "ns3::QueueDiscClass");
    sender.AddChildQueueDiscs(root, classes, QUEUE_DISCS.at(m_settings.qdisc));
    sender.Install(m_devices.Get(0));
}

void
TsqWifiScenario::InstallApplications()
{
    Ipv4AddressHelper addresses("10.0.0.0", "255.255.255.0");
    const Ipv4InterfaceContainer wireless = addresses.Assign(m_devices);
    addresses.NewNetwork();
    const Ipv4InterfaceContainer wired = addresses.Assign(m_nics);
    const auto setGateway = [this](uint32_t host, Ipv4Address gateway) {
        constexpr uint32_t INTERFACE = 1; // behind the loopback
        Ipv4StaticRoutingHelper()
            .GetStaticRouting(m_hosts.Get(host)->GetObject<Ipv4>())
            ->SetDefaultRoute(gateway, INTERFACE);
    };
    setGateway(0, wireless.GetAddress(1));
    setGateway(2, wired.GetAddress(0));
    if (m_settings.qdisc == "none")
    {
        // The address helper has put one there.
        TrafficControlHelper().Uninstall(m_devices.Get(0));
    }
    if (m_settings.tso == "on")
    {
        const auto layer = m_hosts.Get(0)->GetObject<LinuxTransmitPath>()->GetXmitLayer();
        DeviceFeatures features = layer->GetWantedFeatures(m_devices.Get(0));
        features.Set(DeviceFeatures::TX_SCATTER_GATHER, true);
        features.Set(DeviceFeatures::TX_CHECKSUMMING, true);
        features.Set(DeviceFeatures::TCP_SEGMENTATION, true);
        layer->SetFeatures(m_devices.Get(0), features);
    }
    const std::string protocol = "ns3::LinuxTcpSocketFactory";
    for (uint32_t i = 0; i < m_settings.flows; ++i)
    {
        const auto port = static_cast<uint16_t>(PORT + i);
        PacketSinkHelper sink(protocol, InetSocketAddress(Ipv4Address::GetAny(), port));
        m_sinks.push_back(DynamicCast<PacketSink>(sink.Install(m_hosts.Get(2)).Get(0)));
        BulkSendHelper bulk(protocol, InetSocketAddress(wired.GetAddress(1), port));
        bulk.SetAttribute("SendSize", UintegerValue(65536));
        bulk.Install(m_hosts.Get(0)).Start(START);
    }
    Simulator::Schedule(START + TimeStep(1), &TsqWifiScenario::FindSockets, this);
    Simulator::Schedule(START + m_settings.warmup, &TsqWifiScenario::BeginMeasurement, this);
}

void
TsqWifiScenario::FindSockets()
{
    for (uint32_t i = 0; i < m_settings.flows; ++i)
    {
        const auto sender = DynamicCast<BulkSendApplication>(m_hosts.Get(0)->GetApplication(i));
        m_sockets.push_back(DynamicCast<LinuxTcpSocket>(sender->GetSocket()));
        m_probes.emplace_back();
        m_probes.back().Watch(m_sockets.back());
    }
}

uint64_t
TsqWifiScenario::GetNReceived() const
{
    uint64_t received = 0;
    for (const auto& sink : m_sinks)
    {
        received += sink->GetTotalRx();
    }
    return received;
}

void
TsqWifiScenario::BeginMeasurement()
{
    m_measures = true;
    m_receivedBefore = GetNReceived();
    for (const HostDelayProbe& probe : m_probes)
    {
        m_delaysBefore.push_back(probe.GetDelays().size());
    }
}

void
TsqWifiScenario::NotifyPpdu(WifiConstPsduMap psdus, WifiTxVector txVector, double /* power */)
{
    if (!m_measures || psdus.size() != 1)
    {
        return;
    }
    const Ptr<const WifiPsdu> psdu = psdus.begin()->second;
    if (!psdu->GetHeader(0).HasData())
    {
        return;
    }
    constexpr double BITS_PER_MBIT = 1e6;
    const Ptr<WifiPhy> phy = DynamicCast<WifiNetDevice>(m_devices.Get(0))->GetPhy();
    ++m_nPpdus;
    m_nMpdus += psdu->GetNMpdus();
    m_sumOfRates += txVector.GetMode().GetDataRate(txVector) / BITS_PER_MBIT;
    m_airtime += WifiPhy::CalculateTxDuration(psdu, txVector, phy->GetPhyBand());
}

TsqWifiResult
TsqWifiScenario::Run()
{
    constexpr double BITS_PER_MBYTE = 8e-6;
    const double seconds = (m_settings.duration - m_settings.warmup).GetSeconds();
    Simulator::Stop(START + m_settings.duration);
    Simulator::Run();
    TsqWifiResult result;
    const auto layer = m_hosts.Get(0)->GetObject<LinuxTransmitPath>()->GetXmitLayer();
    result.shift = layer->GetPacingShift(m_devices.Get(0));
    result.goodputMbps = (GetNReceived() - m_receivedBefore) * BITS_PER_MBYTE / seconds;
    result.nPpdus = m_nPpdus;
    if (m_nPpdus > 0)
    {
        result.phyMbps = m_sumOfRates / m_nPpdus;
        result.mpdusPerPpdu = static_cast<double>(m_nMpdus) / m_nPpdus;
    }
    result.airtimeShare = m_airtime.GetSeconds() / seconds;
    std::vector<Time> delays;
    for (std::size_t i = 0; i < m_sockets.size(); ++i)
    {
        const auto& all = m_probes[i].GetDelays();
        delays.insert(delays.end(), all.begin() + m_delaysBefore[i], all.end());
        result.wmemMax = std::max(result.wmemMax, m_sockets[i]->GetPeakWmemAlloc());
        result.throttledCount += m_sockets[i]->GetThrottledCount();
        result.retransmits += m_sockets[i]->GetRetransmits();
    }
    std::sort(delays.begin(), delays.end());
    if (!delays.empty())
    {
        result.hostDelayMedian = delays[(delays.size() - 1) / 2];
        result.hostDelayMax = delays.back();
    }
    result.smoothedRtt = m_sockets.front()->GetSmoothedRtt();
    result.pacingRateMbps = m_sockets.front()->GetPacingRate() * BITS_PER_MBYTE;
    result.conservationError = CheckConservation();
    // Here, as the sockets' probes have to outlive them.
    Simulator::Destroy();
    return result;
}

std::string
TsqWifiScenario::CheckConservation() const
{
    const auto path = m_hosts.Get(0)->GetObject<LinuxTransmitPath>();
    const std::size_t nSkbs = path->GetXmitLayer()->GetNLiveSkbs();
    uint64_t wmem = 0;
    for (const auto& socket : m_sockets)
    {
        wmem += socket->GetWmemAlloc();
    }
    if ((wmem > 0) != (nSkbs > 0))
    {
        return std::to_string(wmem) + " bytes are charged for " + std::to_string(nSkbs) +
               " packets in the host";
    }
    return "";
}

} // namespace ns3
