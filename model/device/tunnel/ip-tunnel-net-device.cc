/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/ip-tunnel-net-device.h"

#include "ns3/boolean.h"
#include "ns3/carried-send.h"
#include "ns3/configuration-error.h"
#include "ns3/feature-inheritance.h"
#include "ns3/icmpv4-l4-protocol.h"
#include "ns3/icmpv6-l4-protocol.h"
#include "ns3/inet-socket-address.h"
#include "ns3/ipv4-interface.h"
#include "ns3/ipv4-routing-protocol.h"
#include "ns3/ipv6-header.h"
#include "ns3/ipv6-interface.h"
#include "ns3/ipv6-l3-protocol.h"
#include "ns3/ipv6-route.h"
#include "ns3/linux-transmit-path.h"
#include "ns3/log.h"
#include "ns3/output-route.h"
#include "ns3/packet.h"
#include "ns3/skb-tag.h"
#include "ns3/stacking-rules.h"
#include "ns3/tunnel-ecn.h"
#include "ns3/uinteger.h"
#include "ns3/xmit-item.h"

#include <algorithm>
#include <sstream>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("IpTunnelNetDevice");

NS_OBJECT_ENSURE_REGISTERED(IpTunnelNetDevice);

namespace
{

// What ip_tunnel_bind_dev() assumes while there is no outer route.
constexpr uint32_t LL_MAX_HEADER = 128; ///< link-layer header, in bytes
constexpr uint16_t ETHERNET_MTU = 1500; ///< ETH_DATA_LEN, in bytes

constexpr uint32_t MAX_HEADROOM = 512;     ///< largest needed_headroom (ip_tunnel_adj_headroom)
constexpr uint32_t MAX_IP_PACKET = 0xfff8; ///< what MTU and overhead are together at most, bytes
constexpr uint8_t DEFAULT_TTL = 64;        ///< IPDEFTTL
constexpr uint16_t IPV6_MIN_MTU = 1280;    ///< IPv6 packets of this size always get through

/// XMIT_RECURSION_LIMIT: how deep devices without queue may send into each other.
constexpr uint32_t XMIT_RECURSION_LIMIT = 8;

/// softnet_data.xmit.recursion, as far as tunnels go: one a CPU, and a simulation's thread is one.
thread_local uint32_t g_recursion = 0;

/// Counts itself in g_recursion while it exists.
class RecursionCount
{
  public:
    RecursionCount()
    {
        ++g_recursion;
    }

    ~RecursionCount()
    {
        --g_recursion;
    }

    RecursionCount(const RecursionCount&) = delete;
    RecursionCount& operator=(const RecursionCount&) = delete;
};

/**
 * @brief Do something with all packets of an item.
 * @tparam Function (deduced) what to do
 * @param item an XmitItem
 * @param function takes a packet
 */
template <class Function>
void
ForEachPacket(const Ptr<QueueDiscItem>& item, Function function)
{
    const XmitTrain* train = XmitItem::From(item)->GetTrain();
    if (!train)
    {
        function(item->GetPacket());
        return;
    }
    for (const auto& segment : train->GetSegments())
    {
        function(segment->GetPacket());
    }
}

/**
 * @brief The Ethernet-like address that stands for an end of a tunnel: ns-3's IPv6 makes interface
 *        identifiers of such.
 * @param address the IPv4 address that Linux has as the device's address
 * @return a locally administered address made of it
 */
Mac48Address
MakeLinkAddress(Ipv4Address address)
{
    uint8_t bytes[6] = {0x02, 0x00};
    address.Serialize(bytes + 2);
    Mac48Address result;
    result.CopyFrom(bytes);
    return result;
}

} // namespace

TypeId
IpTunnelNetDevice::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::IpTunnelNetDevice")
            .SetParent<TunnelInterface>()
            .SetGroupName("LinuxTx")
            .AddAttribute(
                "Local",
                "IPv4 address of this end; 0.0.0.0: that of the outer route.",
                Ipv4AddressValue(Ipv4Address::GetAny()),
                MakeIpv4AddressAccessor(&IpTunnelNetDevice::SetLocal, &IpTunnelNetDevice::GetLocal),
                MakeIpv4AddressChecker())
            .AddAttribute("Remote",
                          "IPv4 address of the other end; 0.0.0.0: any, for a tunnel that only "
                          "receives.",
                          Ipv4AddressValue(Ipv4Address::GetAny()),
                          MakeIpv4AddressAccessor(&IpTunnelNetDevice::SetRemote,
                                                  &IpTunnelNetDevice::GetRemote),
                          MakeIpv4AddressChecker())
            .AddAttribute("Ttl",
                          "TTL of outer headers, which then have DF as well; 0: that of the inner "
                          "packet.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&IpTunnelNetDevice::m_ttl),
                          MakeUintegerChecker<uint8_t>())
            .AddAttribute("Tos",
                          "TOS of outer headers, but for the ECN field; 1: that of the inner "
                          "packet.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&IpTunnelNetDevice::m_tos),
                          MakeUintegerChecker<uint8_t>())
            .AddAttribute("PmtuDiscovery",
                          "Outer headers have DF (pmtudisc); else only those of inner IPv4 packets "
                          "that have it.",
                          BooleanValue(true),
                          MakeBooleanAccessor(&IpTunnelNetDevice::m_pmtuDiscovery),
                          MakeBooleanChecker())
            .AddAttribute("Mtu",
                          "Largest inner packet, in bytes; 0: what the device of the outer route "
                          "leaves.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&IpTunnelNetDevice::SetMtuAttribute,
                                               &IpTunnelNetDevice::GetMtu),
                          MakeUintegerChecker<uint16_t>());
    return tid;
}

IpTunnelNetDevice::IpTunnelNetDevice()
{
    NS_LOG_FUNCTION(this);
}

IpTunnelNetDevice::~IpTunnelNetDevice()
{
    NS_LOG_FUNCTION(this);
}

void
IpTunnelNetDevice::DoInitialize()
{
    NS_LOG_FUNCTION(this);
    if (!m_tunnels)
    {
        Attach();
    }
    TunnelInterface::DoInitialize();
}

void
IpTunnelNetDevice::DoDispose()
{
    NS_LOG_FUNCTION(this);
    if (m_tunnels)
    {
        m_tunnels->Remove(this);
    }
    m_tunnels = nullptr;
    m_layer = nullptr;
    m_ipv4 = nullptr;
    TunnelInterface::DoDispose();
}

// --- Configuration -----------------------------------------------------------------------------

void
IpTunnelNetDevice::Attach()
{
    NS_LOG_FUNCTION(this);
    if (m_tunnels)
    {
        return;
    }
    if (!GetNode())
    {
        ExitOnConfigurationError("cannot attach " + DescribeDevice(this) +
                                 ": it is on no node; Node::AddDevice() comes first");
    }
    if (m_endpoints.local.IsMulticast() || m_endpoints.local.IsBroadcast())
    {
        std::ostringstream text;
        text << "cannot attach " << DescribeDevice(this) << ": " << m_endpoints.local
             << " is no local address; one of the host, or 0.0.0.0, is";
        ExitOnConfigurationError(text.str());
    }
    m_layer = LinuxTransmitPath::Of(GetNode(), "IpTunnelNetDevice")->GetXmitLayer();
    m_tunnels = GetTunnels(GetNode());
    m_ipv4 = GetNode()->GetObject<Ipv4L3Protocol>();
    CheckUnique(m_endpoints);
    m_tunnels->Add(this);
}

void
IpTunnelNetDevice::CheckUnique(const TunnelEndpoints& endpoints) const
{
    if (IpTunnelNetDevice* other = m_tunnels->Find(endpoints))
    {
        std::ostringstream text;
        text << DescribeDevice(other) << " is a tunnel from " << endpoints.local << " to "
             << endpoints.remote << " already; tunnels of a kind differ in an address or the key";
        ExitOnConfigurationError(text.str());
    }
}

void
IpTunnelNetDevice::SetEndpoints(const TunnelEndpoints& endpoints)
{
    NS_LOG_FUNCTION(this << endpoints.local << endpoints.remote);
    if (m_tunnels && !(endpoints == m_endpoints))
    {
        CheckUnique(endpoints);
    }
    m_endpoints = endpoints;
    m_binding.reset();
}

void
IpTunnelNetDevice::SetLocal(Ipv4Address local)
{
    SetEndpoints({local, m_endpoints.remote, m_endpoints.key});
}

Ipv4Address
IpTunnelNetDevice::GetLocal() const
{
    return m_endpoints.local;
}

void
IpTunnelNetDevice::SetRemote(Ipv4Address remote)
{
    SetEndpoints({m_endpoints.local, remote, m_endpoints.key});
}

Ipv4Address
IpTunnelNetDevice::GetRemote() const
{
    return m_endpoints.remote;
}

void
IpTunnelNetDevice::SetKey(std::optional<uint32_t> key)
{
    SetEndpoints({m_endpoints.local, m_endpoints.remote, key});
}

DeviceFeatures
IpTunnelNetDevice::FixFeatures(const DeviceFeatures& wanted) const
{
    return FixTunnelFeatures(wanted);
}

// --- Outer device ------------------------------------------------------------------------------

Ptr<Ipv4Route>
IpTunnelNetDevice::FindRoute(const Ipv4Header& header) const
{
    const auto routing = m_ipv4 ? m_ipv4->GetRoutingProtocol() : nullptr;
    Socket::SocketErrno error;
    return routing ? routing->RouteOutput(nullptr, header, nullptr, error) : nullptr;
}

uint16_t
IpTunnelNetDevice::GetInnerMtu(uint16_t outerMtu) const
{
    const uint32_t overhead = GetOverhead();
    return outerMtu > overhead + MIN_MTU ? static_cast<uint16_t>(outerMtu - overhead) : MIN_MTU;
}

IpTunnelNetDevice::Binding
IpTunnelNetDevice::GetBinding() const
{
    if (m_binding)
    {
        return *m_binding;
    }
    // Tunnels that lead into each other would ask each other for ever.
    if (!m_endpoints.remote.IsAny() && !std::exchange(m_isBinding, true))
    {
        Ipv4Header header;
        header.SetSource(m_endpoints.local);
        header.SetDestination(m_endpoints.remote);
        const Ptr<Ipv4Route> route = FindRoute(header);
        if (route && route->GetOutputDevice() != this)
        {
            const auto device = route->GetOutputDevice();
            m_binding = {GetOverhead() + m_layer->GetHardHeaderLength(device),
                         GetInnerMtu(device->GetMtu())};
        }
        m_isBinding = false;
    }
    return m_binding.value_or(Binding{GetOverhead() + LL_MAX_HEADER, GetInnerMtu(ETHERNET_MTU)});
}

uint32_t
IpTunnelNetDevice::GetHardHeaderLength() const
{
    return GetBinding().headroom;
}

bool
IpTunnelNetDevice::SetMtu(const uint16_t mtu)
{
    if (mtu < MIN_MTU || mtu > MAX_IP_PACKET - GetOverhead())
    {
        return false;
    }
    m_mtu = mtu;
    return true;
}

void
IpTunnelNetDevice::SetMtuAttribute(uint16_t mtu)
{
    if (mtu == 0)
    {
        m_mtu = 0;
    }
    else if (!SetMtu(mtu))
    {
        ExitOnConfigurationError("MTU " + std::to_string(mtu) + " of " +
                                 GetInstanceTypeId().GetName() + " is not 0 or from " +
                                 std::to_string(MIN_MTU) + " to " +
                                 std::to_string(MAX_IP_PACKET - GetOverhead()) + " bytes");
    }
}

uint16_t
IpTunnelNetDevice::GetMtu() const
{
    if (IsMtuLifted())
    {
        return LIFTED_MTU;
    }
    return m_mtu != 0 ? m_mtu : GetBinding().mtu;
}

// --- Transmit path -----------------------------------------------------------------------------

XmitVerdict
IpTunnelNetDevice::StartXmit(Ptr<QueueDiscItem> item)
{
    NS_LOG_FUNCTION(this << item);
    const Ptr<IpTunnelNetDevice> alive(this); // whatever the transmission causes
    const uint16_t protocol = item->GetProtocol();
    XmitItem::From(item)->WriteHeader();
    if (IsCaptured())
    {
        ForEachPacket(item,
                      [this](const Ptr<const Packet>& packet) { CaptureTransmitted(packet); });
    }
    if (!IsUp() || !m_layer)
    {
        return Drop(item, DOWN);
    }
    if (g_recursion > XMIT_RECURSION_LIMIT)
    {
        return Drop(item, DEAD_LOOP);
    }
    if (!Carries(protocol))
    {
        return Refuse(item, WRONG_PROTOCOL);
    }
    const auto inner = InnerIpHeader::Peek(item->GetPacket(), protocol);
    if (InnerIpHeader::IsIp(protocol) && !inner)
    {
        return Drop(item, BAD_HEADER);
    }
    if (m_endpoints.remote.IsAny())
    {
        return Refuse(item, NO_REMOTE);
    }
    Outer outer = MakeOuter(inner);
    if (!outer.route)
    {
        m_stats.txCarrierErrors += XmitItem::From(item)->GetNPackets();
        return Refuse(item, NO_ROUTE);
    }
    if (outer.route->GetOutputDevice() == this)
    {
        m_stats.collisions += XmitItem::From(item)->GetNPackets();
        return Refuse(item, ROUTING_LOOP);
    }
    if (DropTooBig(item, inner, outer))
    {
        return XmitVerdict::DROP;
    }
    return Transmit(item, outer);
}

IpTunnelNetDevice::Outer
IpTunnelNetDevice::MakeOuter(const std::optional<InnerIpHeader>& inner) const
{
    const uint8_t innerTos = inner ? inner->GetTos() : 0;
    uint8_t tos = m_tos;
    if ((m_tos & INHERIT_TOS) != 0)
    {
        tos = inner ? innerTos : m_tos & ~INHERIT_TOS;
    }
    const uint8_t innerTtl = inner ? inner->GetTtl() : DEFAULT_TTL;

    Outer outer;
    outer.header.SetDestination(m_endpoints.remote);
    outer.header.SetSource(m_endpoints.local);
    outer.header.SetProtocol(m_tunnels->GetProtocolNumber());
    outer.header.SetTos(EncapsulateEcn(tos, innerTos));
    outer.header.SetTtl(m_ttl != 0 ? m_ttl : innerTtl);
    if (m_pmtuDiscovery || m_ttl != 0 || (inner && inner->IsDontFragment()))
    {
        outer.header.SetDontFragment();
    }
    outer.route = FindRoute(outer.header);
    if (outer.route && m_endpoints.local.IsAny())
    {
        outer.header.SetSource(outer.route->GetSource());
    }
    return outer;
}

bool
IpTunnelNetDevice::DropTooBig(const Ptr<QueueDiscItem>& item,
                              const std::optional<InnerIpHeader>& inner,
                              const Outer& outer)
{
    const uint16_t outerMtu = outer.route->GetOutputDevice()->GetMtu();
    const uint32_t size = item->GetPacket()->GetSize();
    if (!outer.header.IsDontFragment() || size + GetOverhead() <= outerMtu)
    {
        return false;
    }
    const uint16_t mtu = GetInnerMtu(outerMtu);
    const bool isSingle = !XmitItem::From(item)->GetTrain();
    const bool canTell = item->GetProtocol() == Ipv6L3Protocol::PROT_NUMBER
                             ? mtu >= IPV6_MIN_MTU
                             : inner && inner->IsDontFragment();
    if (isSingle && canTell)
    {
        SendPacketTooBig(item->GetPacket(), item->GetProtocol(), mtu);
        Refuse(item, TOO_BIG);
    }
    else
    {
        // IP would not fragment the outer packet either.
        Drop(item, TOO_BIG);
    }
    return true;
}

void
IpTunnelNetDevice::SendPacketTooBig(const Ptr<const Packet>& packet,
                                    uint16_t protocol,
                                    uint16_t mtu) const
{
    const Ptr<Packet> copy = packet->Copy();
    if (protocol == Ipv4L3Protocol::PROT_NUMBER)
    {
        Ipv4Header header;
        copy->RemoveHeader(header);
        GetNode()->GetObject<Icmpv4L4Protocol>()->SendDestUnreachFragNeeded(header, copy, mtu);
    }
    else if (const auto ipv6 = GetNode()->GetObject<Ipv6L3Protocol>())
    {
        Ipv6Header header;
        copy->PeekHeader(header);
        ipv6->GetIcmpv6()->SendErrorTooBig(copy, header.GetSource(), mtu);
    }
}

XmitVerdict
IpTunnelNetDevice::Transmit(const Ptr<QueueDiscItem>& item, Outer& outer)
{
    const Ptr<XmitLayer> layer = m_layer;
    const Ptr<Ipv4L3Protocol> ipv4 = m_ipv4;
    const uint16_t protocol = item->GetProtocol();
    const Ptr<NetDevice> device = outer.route->GetOutputDevice();
    // The headers below may need more than was known when the tunnel was made.
    const uint32_t headroom = OUTER_HEADER_SIZE + layer->GetLinkHeaderRoom(device);
    const Binding binding = GetBinding();
    m_binding = {std::max(binding.headroom, std::min(headroom, MAX_HEADROOM)), binding.mtu};

    const RecursionCount recursion;
    XmitItem* xmit = XmitItem::From(item);
    const XmitTrain* train = xmit->GetTrain();
    uint64_t bytes = 0;
    CarriedSend send(*layer,
                     xmit->GetSkb(),
                     train ? std::optional<GsoType>(train->GetType()) : std::nullopt);
    SkbTag tag = send.GetTag();
    ForEachPacket(item, [&](const Ptr<Packet>& packet) {
        bytes += packet->GetSize();
        AddTunnelHeader(packet, protocol);
        packet->ReplacePacketTag(tag);
        outer.header.SetPayloadSize(packet->GetSize());
        outer.header.SetIdentification(
            m_tunnels->SelectIdentification(outer.header.GetSource(), m_endpoints.remote));
        ipv4->SendWithHeader(packet, outer.header, outer.route);
    });
    send.Finish();
    if (!send.WasAdopted() &&
        OutputRoute::Find(GetNode(), InetSocketAddress(m_endpoints.remote, 0), nullptr)
            .IsWaitingForNeighbour())
    {
        send.Park();
    }
    if (send.WasDropped())
    {
        return Drop(item, REFUSED_BELOW);
    }
    m_stats.txPackets += XmitItem::From(item)->GetNPackets();
    m_stats.txBytes += bytes;
    return XmitVerdict::SUCCESS;
}

XmitVerdict
IpTunnelNetDevice::Drop(const Ptr<QueueDiscItem>& item, const char* reason)
{
    m_stats.txDropped += XmitItem::From(item)->GetNPackets();
    TraceDrop(item->GetPacket(), reason);
    return XmitVerdict::DROP;
}

XmitVerdict
IpTunnelNetDevice::Refuse(const Ptr<QueueDiscItem>& item, const char* reason)
{
    m_stats.txErrors += XmitItem::From(item)->GetNPackets();
    TraceDrop(item->GetPacket(), reason);
    return XmitVerdict::DROP;
}

bool
IpTunnelNetDevice::Send(Ptr<Packet> packet, const Address& dest, uint16_t protocolNumber)
{
    NS_LOG_FUNCTION(this << packet << dest << protocolNumber);
    if (!m_layer)
    {
        ++m_stats.txDropped;
        TraceDrop(packet, DOWN);
        return false;
    }
    const auto item = m_layer->WrapFrame(packet, dest, protocolNumber);
    return m_layer->Transmit(this, item) == XmitVerdict::SUCCESS;
}

// --- Receive path ------------------------------------------------------------------------------

void
IpTunnelNetDevice::Receive(const Ptr<Packet>& packet, uint16_t protocol, const Ipv4Header& outer)
{
    NS_LOG_FUNCTION(this << packet << protocol << outer);
    SkbTag tag;
    packet->RemovePacketTag(tag);
    if (InnerIpHeader::IsIp(protocol))
    {
        const auto inner = InnerIpHeader::Peek(packet, protocol);
        if (!inner)
        {
            DropReceived(packet, BAD_HEADER);
            return;
        }
        const auto tos = DecapsulateEcn(outer.GetTos(), inner->GetTos());
        if (!tos)
        {
            ++m_stats.rxFrameErrors;
            DropReceived(packet, LOST_MARK);
            return;
        }
        if (*tos != inner->GetTos())
        {
            InnerIpHeader::SetTos(packet, protocol, *tos);
        }
    }
    ++m_stats.rxPackets;
    m_stats.rxBytes += packet->GetSize();
    PassUp(packet, protocol, MakeLinkAddress(outer.GetSource()));
}

void
IpTunnelNetDevice::DropChecksummed(const Ptr<const Packet>& packet)
{
    ++m_stats.rxCrcErrors;
    DropReceived(packet, UNEXPECTED_CHECKSUM);
}

void
IpTunnelNetDevice::DropReceived(const Ptr<const Packet>& packet, const char* reason)
{
    ++m_stats.rxErrors;
    TraceRxDrop(packet, reason);
}

// --- Address -----------------------------------------------------------------------------------

void
IpTunnelNetDevice::SetAddress(Address address)
{
    m_address = Mac48Address::ConvertFrom(address);
}

Address
IpTunnelNetDevice::GetAddress() const
{
    return m_address.value_or(MakeLinkAddress(m_endpoints.local));
}

} // namespace ns3
