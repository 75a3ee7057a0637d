/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "sndbuf-network.h"

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
#include "ns3/linux-tx-helper.h"
#include "ns3/ndisc-cache.h"
#include "ns3/nic-helper.h"
#include "ns3/packet-sink-helper.h"
#include "ns3/string.h"
#include "ns3/traffic-control-helper.h"
#include "ns3/uinteger.h"
#include "ns3/vlan-helper.h"

namespace ns3
{

namespace
{

/// The device stands for the veth of the measurement, on which a frame takes no time.
const DataRate DEVICE_RATE("1000Gbps");

constexpr uint16_t PORT = 5001; //!< of the receiver
constexpr uint16_t VLAN_ID = 7; //!< of the VLAN devices

} // namespace

SndbufNetwork::SndbufNetwork(const Settings& settings)
    : m_settings(settings),
      m_hosts(2)
{
    InternetStackHelper().Install(m_hosts);
    LinuxTxHelper().Install(m_hosts);
    BuildLink();
    InstallTbf();
    BuildStack();
    AssignAddresses();
    InstallReceiver();
}

void
SndbufNetwork::BuildLink()
{
    if (m_settings.stack == "csma")
    {
        CsmaHelper csma;
        csma.SetDeviceAttribute("Mtu", UintegerValue(m_settings.mtu));
        m_ends = csma.Install(m_hosts);
    }
    else
    {
        NicHelper nic;
        nic.SetDeviceAttribute("Mtu", UintegerValue(m_settings.mtu));
        nic.SetDeviceAttribute("DataRate", DataRateValue(DEVICE_RATE));
        m_ends = nic.Install(m_hosts);
    }
    m_lowest = m_ends.Get(0);
}

void
SndbufNetwork::InstallTbf()
{
    TrafficControlHelper helper;
    const uint16_t root = helper.SetRootQueueDisc("ns3::TbfQueueDisc",
                                                  "Burst",
                                                  UintegerValue(m_settings.burst),
                                                  "Rate",
                                                  DataRateValue(m_settings.rate));
    const auto classes = helper.AddQueueDiscClasses(root, 1, "ns3::QueueDiscClass");
    helper.AddChildQueueDisc(root,
                             classes[0],
                             "ns3::FifoQueueDisc",
                             "MaxSize",
                             StringValue("1000000p"));
    m_tbf = DynamicCast<TbfQueueDisc>(helper.Install(m_lowest).Get(0));
}

void
SndbufNetwork::BuildStack()
{
    if (m_settings.stack == "bond" || m_settings.stack == "vlan-bond")
    {
        BondingHelper bonding;
        bonding.SetBondAttribute("Mtu", UintegerValue(m_settings.mtu));
        m_bond = bonding.Install(m_hosts.Get(0), NetDeviceContainer(m_lowest)).Get(0);
        m_ends = NetDeviceContainer(m_bond, m_ends.Get(1));
    }
    if (m_settings.stack == "vlan-bond")
    {
        m_ends = VlanHelper().Install(m_ends, VLAN_ID);
        m_vlan = m_ends.Get(0);
    }
}

void
SndbufNetwork::AssignAddresses()
{
    const Ptr<Node> sender = m_hosts.Get(0);
    if (m_settings.ipv6)
    {
        Ipv6AddressHelper helper("2001:db8::", Ipv6Prefix(64));
        const Ipv6InterfaceContainer interfaces = helper.Assign(m_ends);
        m_destination = Inet6SocketAddress(interfaces.GetAddress(1, 1), PORT);
        const auto ipv6 = sender->GetObject<Ipv6L3Protocol>();
        const auto interface = ipv6->GetInterface(ipv6->GetInterfaceForDevice(m_ends.Get(0)));
        auto entry = interface->GetNdiscCache()->Add(interfaces.GetAddress(1, 1));
        entry->SetMacAddress(m_ends.Get(1)->GetAddress());
        entry->MarkPermanent();
    }
    else
    {
        Ipv4AddressHelper helper("10.0.0.0", "255.255.255.0");
        const Ipv4InterfaceContainer interfaces = helper.Assign(m_ends);
        m_destination = InetSocketAddress(interfaces.GetAddress(1), PORT);
        const auto ipv4 = sender->GetObject<Ipv4L3Protocol>();
        const auto interface = ipv4->GetInterface(ipv4->GetInterfaceForDevice(m_ends.Get(0)));
        auto entry = interface->GetArpCache()->Add(interfaces.GetAddress(1));
        entry->SetMacAddress(m_ends.Get(1)->GetAddress());
        entry->MarkPermanent();
    }
}

void
SndbufNetwork::InstallReceiver()
{
    const Address any = m_settings.ipv6 ? Address(Inet6SocketAddress(Ipv6Address::GetAny(), PORT))
                                        : Address(InetSocketAddress(Ipv4Address::GetAny(), PORT));
    PacketSinkHelper helper("ns3::UdpSocketFactory", any);
    helper.Install(m_hosts.Get(1))
        .Get(0)
        ->TraceConnectWithoutContext(
            "Rx",
            Callback<void, Ptr<const Packet>, const Address&>(
                [this](Ptr<const Packet>, const Address&) { ++m_received; }));
}

Ptr<LinuxUdpSocket>
SndbufNetwork::MakeSocket(uint32_t sndbuf) const
{
    auto socket = DynamicCast<LinuxUdpSocket>(
        Socket::CreateSocket(m_hosts.Get(0), TypeId::LookupByName("ns3::LinuxUdpSocketFactory")));
    socket->SetAttribute("Sndbuf", UintegerValue(sndbuf));
    socket->Connect(m_destination);
    return socket;
}

} // namespace ns3
