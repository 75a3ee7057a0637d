/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/ethernet-net-device.h"

#include "ns3/ethernet-header.h"
#include "ns3/log.h"
#include "ns3/packet.h"
#include "ns3/queue-disc-quantum.h"
#include "ns3/traffic-control-layer.h"
#include "ns3/vlan-net-device.h"
#include "ns3/vlan-untagged.h"

#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("EthernetNetDevice");

NS_OBJECT_ENSURE_REGISTERED(EthernetNetDevice);

TypeId
EthernetNetDevice::GetTypeId()
{
    static TypeId tid = AddAttributes(
        TypeId("ns3::EthernetNetDevice").SetParent<NetDevice>().SetGroupName("LinuxTx"));
    return tid;
}

EthernetNetDevice::EthernetNetDevice(const DeviceFeatures& features)
    : OffloadSettings(features)
{
    NS_LOG_FUNCTION(this);
}

EthernetNetDevice::~EthernetNetDevice()
{
    NS_LOG_FUNCTION(this);
}

void
EthernetNetDevice::DoInitialize()
{
    NS_LOG_FUNCTION(this);
    // A node initialises its devices first, so this comes before its queue discs check themselves.
    Ptr<TrafficControlLayer> trafficControl =
        m_node ? m_node->GetObject<TrafficControlLayer>() : nullptr;
    Ptr<QueueDisc> root = trafficControl ? trafficControl->GetRootQueueDiscOnDevice(this) : nullptr;
    if (root)
    {
        EnsureQuantum(root, GetMtu());
    }
    NetDevice::DoInitialize();
}

void
EthernetNetDevice::DoDispose()
{
    NS_LOG_FUNCTION(this);
    m_node = nullptr;
    m_rxHandler = nullptr;
    m_rxCallback.Nullify();
    m_promiscCallback.Nullify();
    NetDevice::DoDispose();
}

NetDevice::PacketType
EthernetNetDevice::Classify(Mac48Address destination) const
{
    if (destination.IsBroadcast())
    {
        return PACKET_BROADCAST;
    }
    if (destination.IsGroup())
    {
        return PACKET_MULTICAST;
    }
    return destination == m_address ? PACKET_HOST : PACKET_OTHERHOST;
}

void
EthernetNetDevice::PassUp(const Ptr<const Packet>& packet,
                          uint16_t protocol,
                          const Address& from,
                          const Address& to,
                          PacketType type)
{
    if (!m_promiscCallback.IsNull())
    {
        m_promiscCallback(this, packet, protocol, from, to, type);
    }
    if (type == PACKET_OTHERHOST || m_rxCallback.IsNull() ||
        (m_rxHandler &&
         m_rxHandler(Mac48Address::ConvertFrom(from), Mac48Address::ConvertFrom(to))))
    {
        return;
    }
    if (VlanTag::IsProtocol(protocol))
    {
        PassUpTagged(packet, protocol, from);
        return;
    }
    m_rxCallback(this, packet, protocol, from);
}

void
EthernetNetDevice::PassUpTagged(const Ptr<const Packet>& packet,
                                uint16_t protocol,
                                const Address& from)
{
    const VlanUntagged untagged(packet, protocol);
    const auto& tag = untagged.GetTag();
    const bool isPriorityTag = tag && (tag->tci & VlanTag::ID_MASK) == 0;
    if (isPriorityTag && !VlanNetDevice::FindOn(this, *tag))
    {
        m_rxCallback(this, untagged.GetPacket(), untagged.GetProtocol(), from);
    }
    else
    {
        m_rxCallback(this, packet, protocol, from);
    }
}

void
EthernetNetDevice::SetRxHandler(RxHandler handler)
{
    m_rxHandler = std::move(handler);
}

void
EthernetNetDevice::CallLinkChangeCallbacks()
{
    m_linkChangeCallbacks();
}

void
EthernetNetDevice::AddEthernetHeader(const Ptr<Packet>& packet,
                                     const Address& source,
                                     const Address& destination,
                                     uint16_t protocol)
{
    EthernetHeader header(false);
    header.SetSource(Mac48Address::ConvertFrom(source));
    header.SetDestination(Mac48Address::ConvertFrom(destination));
    header.SetLengthType(protocol);
    packet->AddHeader(header);
}

bool
EthernetNetDevice::IsStacked() const
{
    return false;
}

std::vector<Ptr<NetDevice>>
EthernetNetDevice::GetLowerDevices() const
{
    return {};
}

uint32_t
EthernetNetDevice::GetHardHeaderLength() const
{
    return ETHERNET_HEADER_SIZE;
}

void
EthernetNetDevice::SetIfIndex(const uint32_t index)
{
    m_ifIndex = index;
}

uint32_t
EthernetNetDevice::GetIfIndex() const
{
    return m_ifIndex;
}

void
EthernetNetDevice::SetAddress(Address address)
{
    m_address = Mac48Address::ConvertFrom(address);
}

Address
EthernetNetDevice::GetAddress() const
{
    return m_address;
}

void
EthernetNetDevice::AddLinkChangeCallback(Callback<void> callback)
{
    m_linkChangeCallbacks.ConnectWithoutContext(callback);
}

bool
EthernetNetDevice::IsBroadcast() const
{
    return true;
}

Address
EthernetNetDevice::GetBroadcast() const
{
    return Mac48Address::GetBroadcast();
}

bool
EthernetNetDevice::IsMulticast() const
{
    return true;
}

Address
EthernetNetDevice::GetMulticast(Ipv4Address multicastGroup) const
{
    return Mac48Address::GetMulticast(multicastGroup);
}

Address
EthernetNetDevice::GetMulticast(Ipv6Address addr) const
{
    return Mac48Address::GetMulticast(addr);
}

bool
EthernetNetDevice::IsBridge() const
{
    return false;
}

bool
EthernetNetDevice::IsPointToPoint() const
{
    return false;
}

bool
EthernetNetDevice::Send(Ptr<Packet> packet, const Address& dest, uint16_t protocolNumber)
{
    return SendFrom(packet, GetAddress(), dest, protocolNumber);
}

Ptr<Node>
EthernetNetDevice::GetNode() const
{
    return m_node;
}

void
EthernetNetDevice::SetNode(Ptr<Node> node)
{
    m_node = node;
}

bool
EthernetNetDevice::NeedsArp() const
{
    return true;
}

void
EthernetNetDevice::SetReceiveCallback(NetDevice::ReceiveCallback cb)
{
    m_rxCallback = cb;
}

void
EthernetNetDevice::SetPromiscReceiveCallback(NetDevice::PromiscReceiveCallback cb)
{
    m_promiscCallback = cb;
}

uint16_t
EthernetNetDevice::GetMtu() const
{
    return IsMtuLifted() ? LIFTED_MTU : DoGetMtu();
}

bool
EthernetNetDevice::SupportsSendFrom() const
{
    return true;
}

} // namespace ns3
