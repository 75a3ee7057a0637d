/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/tunnel-interface.h"

#include "ns3/channel.h"
#include "ns3/log.h"
#include "ns3/mac48-address.h"
#include "ns3/packet.h"
#include "ns3/queue-disc-quantum.h"
#include "ns3/traffic-control-layer.h"

#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("TunnelInterface");

NS_OBJECT_ENSURE_REGISTERED(TunnelInterface);

TypeId
TunnelInterface::GetTypeId()
{
    static TypeId tid =
        AddAttributes(TypeId("ns3::TunnelInterface").SetParent<NetDevice>().SetGroupName("LinuxTx"))
            .AddTraceSource("Drop",
                            "A packet on its way down is dropped, and why.",
                            MakeTraceSourceAccessor(&TunnelInterface::m_dropTrace),
                            "ns3::TunnelInterface::DropTracedCallback")
            .AddTraceSource("RxDrop",
                            "A received packet is dropped, and why.",
                            MakeTraceSourceAccessor(&TunnelInterface::m_rxDropTrace),
                            "ns3::TunnelInterface::DropTracedCallback")
            .AddTraceSource("MacTx",
                            "An inner packet the device has been given to send.",
                            MakeTraceSourceAccessor(&TunnelInterface::m_macTxTrace),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("MacRx",
                            "An inner packet the device passes up to this host's protocols.",
                            MakeTraceSourceAccessor(&TunnelInterface::m_macRxTrace),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("Sniffer",
                            "What tcpdump sees on the device: inner packets.",
                            MakeTraceSourceAccessor(&TunnelInterface::m_snifferTrace),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("PromiscSniffer",
                            "The same as Sniffer.",
                            MakeTraceSourceAccessor(&TunnelInterface::m_promiscSnifferTrace),
                            "ns3::Packet::TracedCallback");
    return tid;
}

TunnelInterface::TunnelInterface()
    : OffloadSettings(DeviceFeatures::OfStackedDevice())
{
    NS_LOG_FUNCTION(this);
}

TunnelInterface::~TunnelInterface()
{
    NS_LOG_FUNCTION(this);
}

void
TunnelInterface::DoInitialize()
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
TunnelInterface::DoDispose()
{
    NS_LOG_FUNCTION(this);
    m_node = nullptr;
    m_rxCallback.Nullify();
    m_promiscCallback.Nullify();
    NetDevice::DoDispose();
}

bool
TunnelInterface::IsCaptured() const
{
    return !m_macTxTrace.IsEmpty() || !m_snifferTrace.IsEmpty() || !m_promiscSnifferTrace.IsEmpty();
}

void
TunnelInterface::CaptureTransmitted(const Ptr<const Packet>& packet)
{
    // The packet itself is about to get more headers.
    const Ptr<const Packet> copy = packet->Copy();
    m_macTxTrace(copy);
    m_snifferTrace(copy);
    m_promiscSnifferTrace(copy);
}

void
TunnelInterface::PassUp(const Ptr<const Packet>& packet, uint16_t protocol, const Address& from)
{
    m_promiscSnifferTrace(packet);
    m_snifferTrace(packet);
    m_macRxTrace(packet);
    if (!m_promiscCallback.IsNull())
    {
        m_promiscCallback(this, packet, protocol, from, GetAddress(), PACKET_HOST);
    }
    if (!m_rxCallback.IsNull())
    {
        m_rxCallback(this, packet, protocol, from);
    }
}

void
TunnelInterface::TraceDrop(const Ptr<const Packet>& packet, const char* reason)
{
    NS_LOG_LOGIC("drop: " << reason);
    m_dropTrace(packet, reason);
}

void
TunnelInterface::TraceRxDrop(const Ptr<const Packet>& packet, const char* reason)
{
    NS_LOG_LOGIC("drop received packet: " << reason);
    m_rxDropTrace(packet, reason);
}

bool
TunnelInterface::IsStacked() const
{
    return true;
}

std::vector<Ptr<NetDevice>>
TunnelInterface::GetLowerDevices() const
{
    return {};
}

void
TunnelInterface::SetUp()
{
    NS_LOG_FUNCTION(this);
    if (!std::exchange(m_up, true))
    {
        m_linkChangeCallbacks();
    }
}

void
TunnelInterface::SetDown()
{
    NS_LOG_FUNCTION(this);
    if (std::exchange(m_up, false))
    {
        m_linkChangeCallbacks();
    }
}

bool
TunnelInterface::SendFrom(Ptr<Packet> packet,
                          const Address& /* source */,
                          const Address& dest,
                          uint16_t protocolNumber)
{
    return Send(packet, dest, protocolNumber);
}

void
TunnelInterface::SetIfIndex(const uint32_t index)
{
    m_ifIndex = index;
}

uint32_t
TunnelInterface::GetIfIndex() const
{
    return m_ifIndex;
}

Ptr<Channel>
TunnelInterface::GetChannel() const
{
    return nullptr;
}

bool
TunnelInterface::IsLinkUp() const
{
    return m_up;
}

void
TunnelInterface::AddLinkChangeCallback(Callback<void> callback)
{
    m_linkChangeCallbacks.ConnectWithoutContext(callback);
}

bool
TunnelInterface::IsBroadcast() const
{
    return false;
}

Address
TunnelInterface::GetBroadcast() const
{
    return Mac48Address::GetBroadcast();
}

bool
TunnelInterface::IsMulticast() const
{
    // Packets to groups go to the other end like all others.
    return true;
}

Address
TunnelInterface::GetMulticast(Ipv4Address multicastGroup) const
{
    return Mac48Address::GetMulticast(multicastGroup);
}

Address
TunnelInterface::GetMulticast(Ipv6Address addr) const
{
    return Mac48Address::GetMulticast(addr);
}

bool
TunnelInterface::IsBridge() const
{
    return false;
}

bool
TunnelInterface::IsPointToPoint() const
{
    return true;
}

Ptr<Node>
TunnelInterface::GetNode() const
{
    return m_node;
}

void
TunnelInterface::SetNode(Ptr<Node> node)
{
    m_node = node;
}

bool
TunnelInterface::NeedsArp() const
{
    return false;
}

void
TunnelInterface::SetReceiveCallback(NetDevice::ReceiveCallback cb)
{
    m_rxCallback = cb;
}

void
TunnelInterface::SetPromiscReceiveCallback(NetDevice::PromiscReceiveCallback cb)
{
    m_promiscCallback = cb;
}

bool
TunnelInterface::SupportsSendFrom() const
{
    return false;
}

} // namespace ns3
