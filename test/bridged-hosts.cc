/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "bridged-hosts.h"

#include "root-queue-disc.h"

#include "ns3/arp-cache.h"
#include "ns3/data-rate.h"
#include "ns3/inet-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv4-interface.h"
#include "ns3/ipv4-l3-protocol.h"
#include "ns3/linux-bridge-helper.h"
#include "ns3/linux-transmit-path.h"
#include "ns3/linux-tx-helper.h"
#include "ns3/nic-helper.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/traffic-control-helper.h"
#include "ns3/uinteger.h"

using namespace ns3;

namespace
{

constexpr uint16_t PORT = 9; ///< where the peers listen

} // namespace

BridgedHosts::BridgedHosts(uint32_t nPorts, const std::string& rate)
    : m_nMessages(nPorts),
      m_nFrames(nPorts)
{
    m_nodes.Create(nPorts + 1);
    InternetStackHelper stack;
    stack.SetIpv6StackInstall(false); // nobody is to send by itself
    stack.Install(m_nodes);
    LinuxTxHelper().Install(m_nodes);
    NicHelper nics;
    nics.SetDeviceAttribute("DataRate", StringValue(rate));
    for (uint32_t i = 0; i < nPorts; ++i)
    {
        const auto link = nics.Install(m_nodes.Get(0), m_nodes.Get(i + 1));
        m_ports.Add(link.Get(0));
        m_peers.Add(link.Get(1));
    }
    NetDeviceContainer devices = LinuxBridgeHelper().Install(m_nodes.Get(0), m_ports);
    m_bridge = DynamicCast<LinuxBridgeNetDevice>(devices.Get(0));
    devices.Add(m_peers);
    const auto interfaces = Ipv4AddressHelper("10.1.1.0", "255.255.255.0").Assign(devices);

    const auto ipv4 = m_nodes.Get(0)->GetObject<Ipv4L3Protocol>();
    const auto arp = ipv4->GetInterface(ipv4->GetInterfaceForDevice(m_bridge))->GetArpCache();
    for (uint32_t i = 0; i < nPorts; ++i)
    {
        ArpCache::Entry* entry = arp->Add(interfaces.GetAddress(i + 1));
        entry->SetMacAddress(m_peers.Get(i)->GetAddress());
        entry->MarkPermanent();

        const auto node = m_nodes.Get(i + 1);
        const auto sink =
            Socket::CreateSocket(node, TypeId::LookupByName("ns3::LinuxUdpSocketFactory"));
        sink->Bind(InetSocketAddress(Ipv4Address::GetAny(), PORT));
        sink->SetRecvCallback(MakeCallback(&BridgedHosts::ReceiveMessages, this));
        node->RegisterProtocolHandler(MakeCallback(&BridgedHosts::ReceiveFrame, this),
                                      PROTOCOL,
                                      m_peers.Get(i),
                                      true);
    }
}

BridgedHosts::~BridgedHosts()
{
    Simulator::Destroy();
}

Ptr<NicNetDevice>
BridgedHosts::GetPort(uint32_t i) const
{
    return DynamicCast<NicNetDevice>(m_ports.Get(i));
}

Ptr<NicNetDevice>
BridgedHosts::GetPeer(uint32_t i) const
{
    return DynamicCast<NicNetDevice>(m_peers.Get(i));
}

void
BridgedHosts::SetCarrier(uint32_t i, bool up)
{
    DynamicCast<NicChannel>(m_ports.Get(i)->GetChannel())->SetCarrier(up);
}

Ptr<QueueDisc>
BridgedHosts::Park(uint32_t i, uint32_t maxPackets)
{
    return ParkDevice(m_ports.Get(i), maxPackets);
}

Ptr<LinuxUdpSocket>
BridgedHosts::MakeSocket(uint32_t peer) const
{
    const auto socket = DynamicCast<LinuxUdpSocket>(
        Socket::CreateSocket(GetNode(), TypeId::LookupByName("ns3::LinuxUdpSocketFactory")));
    const std::string address = "10.1.1." + std::to_string(peer + 2);
    socket->Bind();
    socket->Connect(InetSocketAddress(Ipv4Address(address.c_str()), PORT));
    return socket;
}

void
BridgedHosts::SendFromPeer(uint32_t peer, const Address& to, uint32_t bytes)
{
    GetPeer(peer)->Send(Create<Packet>(bytes), to, PROTOCOL);
}

std::size_t
BridgedHosts::GetNLiveSkbs() const
{
    return GetNode()->GetObject<LinuxTransmitPath>()->GetXmitLayer()->GetNLiveSkbs();
}

void
BridgedHosts::ReceiveMessages(Ptr<Socket> socket)
{
    while (socket->Recv())
    {
        ++m_nMessages[socket->GetNode()->GetId() - m_nodes.Get(1)->GetId()];
    }
}

void
BridgedHosts::ReceiveFrame(Ptr<NetDevice> device,
                           Ptr<const Packet> /* packet */,
                           uint16_t /* protocol */,
                           const Address& /* from */,
                           const Address& /* to */,
                           NetDevice::PacketType /* type */)
{
    ++m_nFrames[device->GetNode()->GetId() - m_nodes.Get(1)->GetId()];
}

Ptr<QueueDisc>
ParkDevice(const Ptr<NetDevice>& device, uint32_t maxPackets)
{
    TrafficControlHelper helper;
    const uint16_t handle = helper.SetRootQueueDisc("ns3::TbfQueueDisc",
                                                    "Burst",
                                                    UintegerValue(device->GetMtu() + 1U),
                                                    "Mtu",
                                                    UintegerValue(0),
                                                    "Rate",
                                                    DataRateValue(DataRate("1bps")));
    const auto classes = helper.AddQueueDiscClasses(handle, 1, "ns3::QueueDiscClass");
    helper.AddChildQueueDisc(handle,
                             classes[0],
                             "ns3::FifoQueueDisc",
                             "MaxSize",
                             StringValue(std::to_string(maxPackets) + "p"));
    return ReplaceRootQueueDisc(device, helper);
}
