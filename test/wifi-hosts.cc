/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "wifi-hosts.h"

#include "ns3/config.h"
#include "ns3/inet-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/linux-transmit-path.h"
#include "ns3/linux-tx-helper.h"
#include "ns3/mobility-helper.h"
#include "ns3/mobility-model.h"
#include "ns3/position-allocator.h"
#include "ns3/simulator.h"
#include "ns3/ssid.h"
#include "ns3/string.h"
#include "ns3/traffic-control-helper.h"
#include "ns3/uinteger.h"
#include "ns3/wifi-helper.h"
#include "ns3/wifi-psdu.h"
#include "ns3/yans-wifi-helper.h"

#include <algorithm>

using namespace ns3;

namespace
{

constexpr uint16_t PORT = 9;          ///< where the receiver listens
constexpr uint32_t PAYLOAD = 1000;    ///< of a datagram, in bytes
constexpr uint32_t NEAR_PACKET = 300; ///< frames below this are no datagrams of ours, in bytes

/**
 * @brief Put a queue disc on the sender's device.
 * @param device the device
 * @param type a TypeId; behind "mq/" one for each transmit queue
 */
void
InstallQueueDisc(const Ptr<NetDevice>& device, const std::string& type)
{
    constexpr std::size_t N_ACCESS_CATEGORIES = 4;
    const std::string below = "mq/";
    TrafficControlHelper helper;
    if (type.rfind(below, 0) == 0)
    {
        const uint16_t root = helper.SetRootQueueDisc("ns3::MqQueueDisc");
        const auto classes =
            helper.AddQueueDiscClasses(root, N_ACCESS_CATEGORIES, "ns3::QueueDiscClass");
        helper.AddChildQueueDiscs(root, classes, type.substr(below.size()));
    }
    else
    {
        helper.SetRootQueueDisc(type);
    }
    helper.Install(device);
}

} // namespace

WifiHosts::WifiHosts(const Settings& settings)
    : m_nodes(2)
{
    WifiHelper wifi;
    wifi.SetStandard(settings.qos ? WIFI_STANDARD_80211n : WIFI_STANDARD_80211a);
    wifi.SetRemoteStationManager("ns3::ConstantRateWifiManager",
                                 "DataMode",
                                 StringValue(settings.qos ? "HtMcs7" : "OfdmRate54Mbps"),
                                 "ControlMode",
                                 StringValue("OfdmRate24Mbps"),
                                 "FragmentationThreshold",
                                 UintegerValue(settings.fragmentation));
    if (!settings.flowControl)
    {
        wifi.DisableFlowControl();
    }
    YansWifiPhyHelper phy;
    phy.SetChannel(YansWifiChannelHelper::Default().Create());
    phy.Set("ChannelSettings", StringValue("{0, 20, BAND_5GHZ, 0}"));
    const auto install = [&](uint32_t host, const std::string& type, const std::string& ssid) {
        WifiMacHelper mac;
        mac.SetType(type,
                    "Ssid",
                    SsidValue(Ssid(ssid)),
                    "BE_MaxAmsduSize",
                    UintegerValue(settings.amsdu));
        return wifi.Install(phy, mac, m_nodes.Get(host));
    };
    const std::string station = "ns3::StaWifiMac";
    const std::string accessPoint = "ns3::ApWifiMac";
    const bool adHoc = settings.kind == AD_HOC;
    const bool isStation = settings.kind == STATION;
    NetDeviceContainer devices =
        install(0, adHoc ? "ns3::AdhocWifiMac" : (isStation ? station : accessPoint), "here");
    devices.Add(install(1,
                        adHoc ? "ns3::AdhocWifiMac" : (isStation ? accessPoint : station),
                        settings.associates ? "here" : "there"));
    m_device = DynamicCast<WifiNetDevice>(devices.Get(0));
    wifi.AssignStreams(devices, 0);
    const auto positions = CreateObject<ListPositionAllocator>();
    positions->Add(Vector(0, 0, 0));
    positions->Add(Vector(1, 0, 0));
    MobilityHelper mobility;
    mobility.SetPositionAllocator(positions);
    mobility.Install(m_nodes);

    InternetStackHelper internet;
    internet.SetIpv6StackInstall(false);
    internet.Install(m_nodes);
    internet.AssignStreams(m_nodes, 1000);
    LinuxTxHelper().Install(m_nodes);
    if (!settings.queueDisc.empty())
    {
        InstallQueueDisc(m_device, settings.queueDisc);
    }
    Ipv4AddressHelper("10.1.1.0", "255.255.255.0").Assign(devices);
    const TypeId factory = TypeId::LookupByName("ns3::LinuxUdpSocketFactory");
    m_receiver = Socket::CreateSocket(m_nodes.Get(1), factory);
    m_receiver->Bind(InetSocketAddress(Ipv4Address::GetAny(), PORT));
    m_receiver->SetRecvCallback(Callback<void, Ptr<Socket>>([this](Ptr<Socket> reader) {
        while (reader->Recv())
        {
            ++nReceived;
        }
    }));
    socket = DynamicCast<LinuxUdpSocket>(Socket::CreateSocket(m_nodes.Get(0), factory));
    socket->SetAllowBroadcast(true);
    Watch();
}

WifiHosts::~WifiHosts()
{
    m_receiver->SetRecvCallback(MakeNullCallback<void, Ptr<Socket>>());
    Simulator::Destroy();
}

Ptr<WifiMacQueue>
WifiHosts::GetMacQueue() const
{
    const Ptr<WifiMac> mac = m_device->GetMac();
    const auto queue = mac->GetTxopQueue(AC_BE);
    return queue ? queue : mac->GetTxopQueue(AC_BE_NQOS);
}

Ptr<XmitLayer>
WifiHosts::GetLayer() const
{
    return m_nodes.Get(0)->GetObject<LinuxTransmitPath>()->GetXmitLayer();
}

void
WifiHosts::Watch()
{
    socket->TraceConnectWithoutContext(
        "WmemAlloc",
        Callback<void, uint64_t, uint64_t>([this](uint64_t before, uint64_t now) {
            peak = std::max(peak, now);
            if (now < before)
            {
                released[Simulator::Now()] += (before - now) / CHARGE;
            }
        }));
    const Ptr<WifiMac> mac = m_device->GetMac();
    mac->TraceConnectWithoutContext(
        "AckedMpdu",
        Callback<void, Ptr<const WifiMpdu>>([this](Ptr<const WifiMpdu> mpdu) {
            if (mpdu->GetHeader().IsMoreFragments())
            {
                ++nFragments;
                return;
            }
            Count(mpdu, acknowledged);
        }));
    mac->TraceConnectWithoutContext(
        "DroppedMpdu",
        Callback<void, WifiMacDropReason, Ptr<const WifiMpdu>>(
            [this](WifiMacDropReason, Ptr<const WifiMpdu> mpdu) { Count(mpdu, dropped); }));
    GetMacQueue()->TraceConnectWithoutContext(
        "DropAfterDequeue",
        Callback<void, Ptr<const WifiMpdu>>(
            [this](Ptr<const WifiMpdu> mpdu) { Count(mpdu, removed); }));
    m_device->GetPhy()->TraceConnectWithoutContext(
        "PhyTxPsduBegin",
        Callback<void, WifiConstPsduMap, WifiTxVector, double>(
            [this](WifiConstPsduMap psdus, WifiTxVector txVector, double) {
                const Ptr<const WifiPsdu> psdu = psdus.begin()->second;
                nAggregates += psdu->GetNMpdus() > 1 ? 1 : 0;
                if (psdu->GetHeader(0).HasData() && psdu->GetAddr1().IsGroup() &&
                    psdu->GetSize() > NEAR_PACKET)
                {
                    ++onAir[Simulator::Now() +
                            WifiPhy::CalculateTxDuration(psdu,
                                                         txVector,
                                                         m_device->GetPhy()->GetPhyBand())];
                }
            }));
}

void
WifiHosts::Count(const Ptr<const WifiMpdu>& mpdu, Counts& counts)
{
    if (!mpdu->GetHeader().HasData())
    {
        return;
    }
    const auto nSubframesHere = static_cast<uint32_t>(std::distance(mpdu->begin(), mpdu->end()));
    if (nSubframesHere > 0)
    {
        nSubframes += nSubframesHere;
        counts[Simulator::Now()] += nSubframesHere;
    }
    else if (mpdu->GetPacketSize() > NEAR_PACKET || mpdu->IsFragment())
    {
        ++counts[Simulator::Now()];
    }
}

void
WifiHosts::SendBurst(uint32_t number, Time start, const std::string& address)
{
    Simulator::Schedule(start, [this, number, address] {
        for (uint32_t i = 0; i < number; ++i)
        {
            socket->SendTo(Create<Packet>(PAYLOAD),
                           0,
                           InetSocketAddress(Ipv4Address(address.c_str()), PORT));
        }
    });
}

void
WifiHosts::Look()
{
    if (socket->GetWmemAlloc() != GetLayer()->GetNLiveSkbs() * CHARGE)
    {
        ++nWrong;
    }
    Simulator::Schedule(MicroSeconds(50), &WifiHosts::Look, this);
}

void
WifiHosts::Run(Time end)
{
    Simulator::ScheduleNow(&WifiHosts::Look, this);
    Simulator::Stop(end - Simulator::Now());
    Simulator::Run();
}

void
WifiHosts::MoveReceiver(double distance)
{
    m_nodes.Get(1)->GetObject<MobilityModel>()->SetPosition(Vector(distance, 0, 0));
}
