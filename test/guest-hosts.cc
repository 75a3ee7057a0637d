/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "guest-hosts.h"

#include "bridged-hosts.h"

#include "ns3/arp-cache.h"
#include "ns3/bonding-helper.h"
#include "ns3/boolean.h"
#include "ns3/default-queue-disc.h"
#include "ns3/inet-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-interface-address.h"
#include "ns3/ipv4-interface.h"
#include "ns3/ipv4-l3-protocol.h"
#include "ns3/linux-bridge-helper.h"
#include "ns3/linux-transmit-path.h"
#include "ns3/linux-tx-helper.h"
#include "ns3/nic-channel.h"
#include "ns3/nic-helper.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/traffic-control-helper.h"
#include "ns3/traffic-control-layer.h"
#include "ns3/uinteger.h"
#include "ns3/virtual-machine-helper.h"

using namespace ns3;

namespace
{

/**
 * @brief Give a device an address.
 * @param device the device
 * @param host last number of the address
 */
void
AssignAddress(const Ptr<NetDevice>& device, uint32_t host)
{
    const auto ipv4 = device->GetNode()->GetObject<Ipv4>();
    const uint32_t interface = ipv4->AddInterface(device);
    const std::string address = "10.1.1." + std::to_string(host);
    ipv4->AddAddress(interface,
                     Ipv4InterfaceAddress(Ipv4Address(address.c_str()), Ipv4Mask("255.255.255.0")));
    ipv4->SetUp(interface);
}

/**
 * @brief The root queue disc of a device.
 * @param device the device
 * @return the queue disc
 */
Ptr<QueueDisc>
GetRoot(const Ptr<NetDevice>& device)
{
    return device->GetNode()->GetObject<TrafficControlLayer>()->GetRootQueueDiscOnDevice(device);
}

} // namespace

GuestHosts::GuestHosts(const Options& options)
    : m_nodes(2 + options.nPeers),
      m_nMessages(2 + options.nPeers)
{
    InternetStackHelper stack;
    stack.SetIpv6StackInstall(false); // nobody is to send by itself
    stack.Install(m_nodes);
    LinuxTxHelper().Install(m_nodes);
    NicHelper nics;
    nics.SetDeviceAttribute("DataRate", StringValue(options.rate));
    NetDeviceContainer ports;
    for (uint32_t i = 0; i < options.nPeers; ++i)
    {
        const auto cable = nics.Install(GetHost(), GetPeer(i));
        m_nics.Add(cable.Get(0));
        m_peerNics.Add(cable.Get(1));
        InstallDefaultQueueDisc(cable.Get(1));
        AssignAddress(cable.Get(1), 2 + i);
        ports.Add(cable.Get(0));
    }
    if (options.bond)
    {
        m_bond = DynamicCast<BondingNetDevice>(
            BondingHelper().Install(GetHost(), NetDeviceContainer(m_nics.Get(0))).Get(0));
        ports = NetDeviceContainer(m_bond);
    }
    m_bridge =
        DynamicCast<LinuxBridgeNetDevice>(LinuxBridgeHelper().Install(GetHost(), ports).Get(0));
    VirtualMachineHelper machine;
    machine.SetDriver(options.driver);
    if (options.sndbuf > 0)
    {
        machine.SetSndbuf(options.sndbuf);
    }
    machine.SetGuestAttribute("RingSize", UintegerValue(options.ring));
    machine.SetGuestAttribute("Indirect", BooleanValue(options.indirect));
    machine.SetBackendAttribute("TxPacketTime", TimeValue(options.txTime));
    machine.SetBackendAttribute("RxPacketTime", TimeValue(options.rxTime));
    m_link = machine.Install(GetGuest(), GetHost(), m_bridge);
    TrafficControlHelper pfifo;
    pfifo.SetRootQueueDisc("ns3::PfifoFastQueueDisc", "MaxSize", StringValue("1000p"));
    pfifo.Install(m_link.Get(0));
    AssignAddress(m_link.Get(0), 10);
    AssignAddress(m_bridge, 1);
    if (options.neighboursKnown)
    {
        TellNeighbours(m_link.Get(0));
        TellNeighbours(m_bridge);
    }
    for (uint32_t i = 0; i < m_nodes.GetN(); ++i)
    {
        const auto sink = Socket::CreateSocket(m_nodes.Get(i),
                                               TypeId::LookupByName("ns3::LinuxUdpSocketFactory"));
        sink->Bind(InetSocketAddress(Ipv4Address::GetAny(), PORT));
        sink->SetRecvCallback(MakeCallback(&GuestHosts::Receive, this));
    }
}

GuestHosts::~GuestHosts()
{
    Simulator::Destroy();
}

void
GuestHosts::TellNeighbours(const Ptr<NetDevice>& device) const
{
    const auto ipv4 = device->GetNode()->GetObject<Ipv4L3Protocol>();
    const auto arp = ipv4->GetInterface(ipv4->GetInterfaceForDevice(device))->GetArpCache();
    const auto tell = [&](uint32_t host, const Ptr<NetDevice>& who) {
        const std::string address = "10.1.1." + std::to_string(host);
        ArpCache::Entry* entry = arp->Add(Ipv4Address(address.c_str()));
        entry->SetMacAddress(who->GetAddress());
        entry->MarkPermanent();
    };
    tell(1, m_bridge);
    tell(10, m_link.Get(0));
    for (uint32_t i = 0; i < m_peerNics.GetN(); ++i)
    {
        tell(2 + i, m_peerNics.Get(i));
    }
}

Ptr<VirtioNetDevice>
GuestHosts::GetGuestNic() const
{
    return DynamicCast<VirtioNetDevice>(m_link.Get(0));
}

Ptr<TapNetDevice>
GuestHosts::GetTap() const
{
    return DynamicCast<TapNetDevice>(m_link.Get(1));
}

Ptr<VirtioBackend>
GuestHosts::GetBackend() const
{
    return DynamicCast<VirtioBackend>(m_link.Get(0)->GetChannel());
}

Ptr<NicNetDevice>
GuestHosts::GetNic(uint32_t i) const
{
    return DynamicCast<NicNetDevice>(m_nics.Get(i));
}

Ptr<NicNetDevice>
GuestHosts::GetPeerNic(uint32_t i) const
{
    return DynamicCast<NicNetDevice>(m_peerNics.Get(i));
}

Ptr<QueueDisc>
GuestHosts::GetGuestQdisc() const
{
    return GetRoot(m_link.Get(0));
}

Ptr<QueueDisc>
GuestHosts::GetQdisc(uint32_t i) const
{
    return GetRoot(m_nics.Get(i));
}

Ptr<QueueDisc>
GuestHosts::Park(uint32_t i) const
{
    return ParkDevice(m_nics.Get(i));
}

void
GuestHosts::SetCarrier(uint32_t i, bool up) const
{
    DynamicCast<NicChannel>(m_nics.Get(i)->GetChannel())->SetCarrier(up);
}

Ptr<LinuxUdpSocket>
GuestHosts::MakeSocket(const Ptr<Node>& node, const std::string& address, uint32_t sndbuf)
{
    const auto socket = DynamicCast<LinuxUdpSocket>(
        Socket::CreateSocket(node, TypeId::LookupByName("ns3::LinuxUdpSocketFactory")));
    socket->SetAttribute("WmemMax", UintegerValue(1000000000));
    if (sndbuf > 0)
    {
        socket->SetAttribute("Sndbuf", UintegerValue(sndbuf));
    }
    socket->Bind();
    socket->Connect(InetSocketAddress(Ipv4Address(address.c_str()), PORT));
    return socket;
}

std::size_t
GuestHosts::GetNLiveSkbs(const Ptr<Node>& node)
{
    return node->GetObject<LinuxTransmitPath>()->GetXmitLayer()->GetNLiveSkbs();
}

void
GuestHosts::Receive(Ptr<Socket> socket)
{
    while (socket->Recv())
    {
        ++m_nMessages[socket->GetNode()->GetId() - GetGuest()->GetId()];
    }
}
