/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "two-hosts.h"

#include "root-queue-disc.h"

#include "ns3/arp-cache.h"
#include "ns3/bonding-helper.h"
#include "ns3/csma-helper.h"
#include "ns3/data-rate.h"
#include "ns3/inet-socket-address.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv4-interface.h"
#include "ns3/ipv4-l3-protocol.h"
#include "ns3/ipv6-address-helper.h"
#include "ns3/ipv6-interface.h"
#include "ns3/ipv6-l3-protocol.h"
#include "ns3/linux-transmit-path.h"
#include "ns3/linux-tx-helper.h"
#include "ns3/ndisc-cache.h"
#include "ns3/nic-helper.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/simple-net-device-helper.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"
#include "ns3/vlan-helper.h"

using namespace ns3;

namespace
{

constexpr uint16_t PORT = 9;    ///< where the receiver listens
constexpr uint32_t VLAN_ID = 7; ///< of VLAN devices

/**
 * @brief Make two devices of a kind.
 * @param nodes the hosts
 * @param kind the kind
 * @param mtu MTU in bytes
 * @param rate data rate
 * @return sender's and receiver's device
 */
NetDeviceContainer
MakeDevices(const NodeContainer& nodes, TwoHosts::Kind kind, uint16_t mtu, const std::string& rate)
{
    NetDeviceContainer devices;
    if (kind == TwoHosts::POINT_TO_POINT)
    {
        PointToPointHelper helper;
        helper.SetDeviceAttribute("DataRate", StringValue(rate));
        devices = helper.Install(nodes);
    }
    else if (kind == TwoHosts::CSMA)
    {
        CsmaHelper helper;
        helper.DisableFlowControl();
        helper.SetChannelAttribute("DataRate", StringValue(rate));
        devices = helper.Install(nodes);
    }
    else if (kind == TwoHosts::SIMPLE)
    {
        SimpleNetDeviceHelper helper;
        helper.SetDeviceAttribute("DataRate", StringValue(rate));
        devices = helper.Install(nodes);
    }
    else
    {
        NicHelper helper;
        helper.SetDeviceAttribute("DataRate", StringValue(rate));
        devices = helper.Install(nodes);
    }
    for (uint32_t i = 0; i < devices.GetN(); ++i)
    {
        devices.Get(i)->SetMtu(mtu);
    }
    return devices;
}

} // namespace

TwoHosts::TwoHosts(Kind kind, uint16_t mtu, const std::string& rate)
{
    m_nodes.Create(2);
    m_devices = MakeDevices(m_nodes, kind, mtu, rate);
    InternetStackHelper stack;
    stack.Install(m_nodes);
    LinuxTxHelper linuxTx;
    linuxTx.Install(m_nodes);

    m_queueing = m_devices.Get(0);
    m_device = m_queueing;
    Ptr<NetDevice> receiver = m_devices.Get(1);
    BondingHelper bonding;
    bonding.SetBondAttribute("Mtu", UintegerValue(mtu));
    if (kind == BOND || kind == VLAN_ON_BOND)
    {
        m_device = bonding.Install(m_nodes.Get(0), NetDeviceContainer(m_device)).Get(0);
    }
    if (kind == VLAN || kind == VLAN_ON_BOND || kind == BOND_ON_VLAN)
    {
        m_device = VlanHelper().Install(m_device, VLAN_ID).Get(0);
        receiver = VlanHelper().Install(receiver, VLAN_ID).Get(0);
    }
    if (kind == BOND_ON_VLAN)
    {
        m_device = bonding.Install(m_nodes.Get(0), NetDeviceContainer(m_device)).Get(0);
    }
    NetDeviceContainer devices(m_device);
    devices.Add(receiver);
    m_devices = devices;

    Ipv4AddressHelper ipv4("10.1.1.0", "255.255.255.0");
    ipv4.Assign(m_devices);
    if (mtu >= 1280)
    {
        Ipv6AddressHelper ipv6(Ipv6Address("2001:1::"), Ipv6Prefix(64));
        for (uint32_t i = 0; i < m_devices.GetN(); ++i)
        {
            Ptr<Ipv6L3Protocol> stack6 = m_nodes.Get(i)->GetObject<Ipv6L3Protocol>();
            ipv6.Assign(NetDeviceContainer(m_devices.Get(i)));
            const int32_t interface = stack6->GetInterfaceForDevice(m_devices.Get(i));
            const std::string address = "2001:1::" + std::to_string(i + 1);
            stack6->AddAddress(interface,
                               Ipv6InterfaceAddress(Ipv6Address(address.c_str()), Ipv6Prefix(64)));
        }
    }
    for (bool v6 : {false, true})
    {
        Ptr<Socket> sink = Socket::CreateSocket(m_nodes.Get(1),
                                                TypeId::LookupByName("ns3::LinuxUdpSocketFactory"));
        sink->Bind(v6 ? Address(Inet6SocketAddress(Ipv6Address::GetAny(), PORT))
                      : Address(InetSocketAddress(Ipv4Address::GetAny(), PORT)));
        sink->SetRecvCallback(MakeCallback(&TwoHosts::Receive, this));
    }
}

TwoHosts::~TwoHosts()
{
    Simulator::Destroy();
}

void
TwoHosts::Receive(Ptr<Socket> socket)
{
    while (socket->Recv())
    {
        ++m_nReceived;
    }
}

Ptr<QueueDisc>
TwoHosts::InstallQueueDisc(TrafficControlHelper& helper)
{
    return ReplaceRootQueueDisc(m_queueing, helper);
}

Ptr<QueueDisc>
TwoHosts::SetQueueDisc(const std::string& type, const std::string& maxSize)
{
    TrafficControlHelper helper;
    helper.SetRootQueueDisc(type, "MaxSize", StringValue(maxSize));
    return InstallQueueDisc(helper);
}

Ptr<QueueDisc>
TwoHosts::Park()
{
    TrafficControlHelper helper;
    const uint16_t handle = helper.SetRootQueueDisc("ns3::TbfQueueDisc",
                                                    "Burst",
                                                    UintegerValue(m_queueing->GetMtu() + 1U),
                                                    "Mtu",
                                                    UintegerValue(0),
                                                    "Rate",
                                                    DataRateValue(DataRate("1bps")));
    TrafficControlHelper::ClassIdList classes =
        helper.AddQueueDiscClasses(handle, 1, "ns3::QueueDiscClass");
    helper.AddChildQueueDisc(handle,
                             classes[0],
                             "ns3::FifoQueueDisc",
                             "MaxSize",
                             StringValue("100000p"));
    return InstallQueueDisc(helper);
}

void
TwoHosts::ResolveNeighbours()
{
    Ptr<Node> node = m_nodes.Get(0);
    Ptr<Ipv4L3Protocol> ipv4 = node->GetObject<Ipv4L3Protocol>();
    Ptr<ArpCache> arp = ipv4->GetInterface(ipv4->GetInterfaceForDevice(m_device))->GetArpCache();
    if (arp)
    {
        ArpCache::Entry* entry = arp->Add(Ipv4Address("10.1.1.2"));
        entry->SetMacAddress(m_devices.Get(1)->GetAddress());
        entry->MarkPermanent();
    }
    Ptr<Ipv6L3Protocol> ipv6 = node->GetObject<Ipv6L3Protocol>();
    const int32_t interface = ipv6->GetInterfaceForDevice(m_device);
    Ptr<NdiscCache> nd = interface < 0 ? nullptr : ipv6->GetInterface(interface)->GetNdiscCache();
    if (nd)
    {
        NdiscCache::Entry* entry = nd->Add(Ipv6Address("2001:1::2"));
        entry->SetMacAddress(m_devices.Get(1)->GetAddress());
        entry->MarkPermanent();
    }
}

Ptr<LinuxUdpSocket>
TwoHosts::MakeSocket() const
{
    return DynamicCast<LinuxUdpSocket>(
        Socket::CreateSocket(m_nodes.Get(0), TypeId::LookupByName("ns3::LinuxUdpSocketFactory")));
}

Address
TwoHosts::GetReceiver(bool ipv6) const
{
    return ipv6 ? Address(Inet6SocketAddress(Ipv6Address("2001:1::2"), PORT))
                : Address(InetSocketAddress(Ipv4Address("10.1.1.2"), PORT));
}

std::size_t
TwoHosts::GetNLiveSkbs() const
{
    return m_nodes.Get(0)->GetObject<LinuxTransmitPath>()->GetXmitLayer()->GetNLiveSkbs();
}
