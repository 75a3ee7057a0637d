/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/linux-bridge-net-device.h"

#include "ns3/bridge-port-rules.h"
#include "ns3/channel.h"
#include "ns3/feature-inheritance.h"
#include "ns3/linux-transmit-path.h"
#include "ns3/log.h"
#include "ns3/simulator.h"
#include "ns3/skb-tag.h"
#include "ns3/socket.h"
#include "ns3/stacking-rules.h"
#include "ns3/vlan-header.h"
#include "ns3/vlan-net-device.h"
#include "ns3/vlan-tags.h"
#include "ns3/xmit-item.h"

#include <algorithm>
#include <array>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("LinuxBridgeNetDevice");

NS_OBJECT_ENSURE_REGISTERED(LinuxBridgeNetDevice);

namespace
{

/// 01:80:c2:00:00:00, the bridge group (eth_stp_addr).
constexpr uint8_t BRIDGE_GROUP = 0;

/// 01:80:c2:00:00:01, link flow control.
constexpr uint8_t PAUSE_GROUP = 1;

/**
 * @brief Which of the addresses that bridges do not forward (01:80:c2:00:00:0x) is it?
 * @param destination a frame's destination
 * @return the last digit; -1 if it is none of them
 */
int
GetLinkLocalNumber(const Mac48Address& destination)
{
    constexpr std::array<uint8_t, 5> prefix{0x01, 0x80, 0xc2, 0x00, 0x00};
    std::array<uint8_t, 6> bytes{};
    destination.CopyTo(bytes.data());
    return std::equal(prefix.begin(), prefix.end(), bytes.begin()) && bytes[5] < 0x10 ? bytes[5]
                                                                                      : -1;
}

/**
 * @brief Is a frame for a VLAN device on top of a port? These come before the bridge
 *        (vlan_do_receive is called before the rx_handler).
 * @param port the port's device
 * @param packet the frame without Ethernet header
 * @param protocol EtherType
 * @return true if so
 */
bool
IsForVlanDevice(const Ptr<NetDevice>& port, const Ptr<const Packet>& packet, uint16_t protocol)
{
    const bool isTagged = protocol == VlanTag::DOT1Q || protocol == VlanTag::DOT1AD;
    if (!isTagged || packet->GetSize() < VlanTag::TAG_SIZE)
    {
        return false;
    }
    VlanHeader tag;
    packet->PeekHeader(tag);
    return VlanNetDevice::FindOn(port, VlanTag{protocol, tag.GetTci()}) != nullptr;
}

} // namespace

TypeId
LinuxBridgeNetDevice::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::LinuxBridgeNetDevice")
            .SetParent<UpperNetDevice>()
            .SetGroupName("LinuxTx")
            .AddConstructor<LinuxBridgeNetDevice>()
            .AddAttribute("AgeingTime",
                          "How long a learned address is kept that is not heard of; 0 to learn "
                          "nothing and flood everything.",
                          TimeValue(BridgeFdb::GetDefaultAgeingTime()),
                          MakeTimeAccessor(&LinuxBridgeNetDevice::SetAgeingTime,
                                           &LinuxBridgeNetDevice::GetAgeingTime),
                          MakeTimeChecker(Time(0)))
            .AddTraceSource("Drop",
                            "A frame is dropped, and why.",
                            MakeTraceSourceAccessor(&LinuxBridgeNetDevice::m_dropTrace),
                            "ns3::LinuxBridgeNetDevice::DropTracedCallback")
            .AddTraceSource("FdbChange",
                            "An address is learned, moved, aged or flushed.",
                            MakeTraceSourceAccessor(&LinuxBridgeNetDevice::m_fdbChangeTrace),
                            "ns3::LinuxBridgeNetDevice::FdbChangeTracedCallback");
    return tid;
}

LinuxBridgeNetDevice::LinuxBridgeNetDevice()
    : UpperNetDevice(DeviceFeatures::OfStackedDevice()),
      m_ports(this)
{
    NS_LOG_FUNCTION(this);
    m_fdb.SetChangeCallback([this](const BridgeFdb::Entry& entry, BridgeFdb::Change change) {
        TraceFdbChange(entry, change);
    });
}

LinuxBridgeNetDevice::~LinuxBridgeNetDevice()
{
    NS_LOG_FUNCTION(this);
}

void
LinuxBridgeNetDevice::NotifyConstructionCompleted()
{
    EthernetNetDevice::NotifyConstructionCompleted();
    EthernetNetDevice::SetAddress(Mac48Address::Allocate()); // eth_hw_addr_random()
}

void
LinuxBridgeNetDevice::DoDispose()
{
    NS_LOG_FUNCTION(this);
    m_cleanup.Cancel();
    m_ports.Forget();
    m_layer = nullptr;
    EthernetNetDevice::DoDispose();
}

// --- Ports -------------------------------------------------------------------------------------

std::string
LinuxBridgeNetDevice::AddPort(Ptr<NetDevice> device)
{
    NS_LOG_FUNCTION(this << device);
    const std::string refusal = CheckBridgePort(this, device);
    if (!refusal.empty())
    {
        return refusal;
    }
    m_layer = LinuxTransmitPath::Of(GetNode(), "LinuxBridgeNetDevice")->GetXmitLayer();

    m_ports.Add(device);
    RefreshAddresses();
    UpdateLink();
    return "";
}

std::string
LinuxBridgeNetDevice::RemovePort(Ptr<NetDevice> device)
{
    NS_LOG_FUNCTION(this << device);
    if (!device || !m_ports.Find(device))
    {
        return "cannot take " + DescribeDevice(device) + " out of " + DescribeDevice(this) +
               ": it is not a port of this bridge (EINVAL)";
    }
    const BridgeFdb::Port number = m_ports.Remove(device);
    m_fdb.FlushPort(number);
    RefreshAddresses();
    UpdateLink();
    return "";
}

bool
LinuxBridgeNetDevice::SetHairpin(const Ptr<NetDevice>& device, bool on)
{
    const auto port = m_ports.Find(device);
    if (port)
    {
        port->SetHairpin(on);
    }
    return bool(port);
}

Ptr<const LinuxBridgePort>
LinuxBridgeNetDevice::FindPort(const Ptr<NetDevice>& device) const
{
    return m_ports.Find(device);
}

void
LinuxBridgeNetDevice::RefreshAddresses()
{
    std::vector<std::pair<BridgeFdb::Port, Mac48Address>> local;
    for (const auto& port : m_ports.GetAll())
    {
        local.emplace_back(port->GetNumber(), port->GetAddress());
    }
    local.emplace_back(BridgeFdb::BRIDGE, Mac48Address::ConvertFrom(GetAddress()));
    if (local != m_local)
    {
        m_local = local;
        m_fdb.SetLocalAddresses(local);
    }
}

// --- Link --------------------------------------------------------------------------------------

void
LinuxBridgeNetDevice::SetUp()
{
    NS_LOG_FUNCTION(this);
    m_up = true;
    UpdateLink();
}

void
LinuxBridgeNetDevice::SetDown()
{
    NS_LOG_FUNCTION(this);
    m_up = false;
    for (const auto& port : LinuxBridgePortList::Ports(
             m_ports.GetAll())) // who hears of what is flushed may take ports out
    {
        m_fdb.FlushPort(port->GetNumber());
    }
    UpdateLink();
}

bool
LinuxBridgeNetDevice::IsLinkUp() const
{
    return m_up && m_ports.IsAnyForwarding();
}

void
LinuxBridgeNetDevice::PortLinkChanged(const LinuxBridgePort& port)
{
    if (!port.IsForwarding())
    {
        m_fdb.FlushPort(port.GetNumber()); // br_stp_disable_port()
    }
    UpdateLink();
}

void
LinuxBridgeNetDevice::UpdateLink()
{
    const bool up = IsLinkUp();
    if (std::exchange(m_linkWasUp, up) == up)
    {
        return;
    }
    TellLinkChange();
}

// --- Forwarding database -----------------------------------------------------------------------

void
LinuxBridgeNetDevice::SetAgeingTime(Time time)
{
    m_fdb.SetAgeingTime(time);
    Cleanup(); // br_set_ageing_time() has the work run at once
}

Time
LinuxBridgeNetDevice::GetAgeingTime() const
{
    return m_fdb.GetAgeingTime();
}

void
LinuxBridgeNetDevice::Learn(const LinuxBridgePort& port, const Mac48Address& source)
{
    m_fdb.Update(source, port.GetNumber(), Simulator::Now());
    if (m_fdb.HasLearned() && m_cleanup.IsExpired())
    {
        m_cleanup =
            Simulator::Schedule(m_fdb.GetAgeingTime(), &LinuxBridgeNetDevice::Cleanup, this);
    }
}

void
LinuxBridgeNetDevice::Cleanup()
{
    const auto next = m_fdb.Age(Simulator::Now());
    m_cleanup.Cancel();
    if (next && !m_ports.GetAll().empty()) // a trace may have taken them out
    {
        m_cleanup = Simulator::Schedule(*next, &LinuxBridgeNetDevice::Cleanup, this);
    }
}

void
LinuxBridgeNetDevice::TraceFdbChange(const BridgeFdb::Entry& entry, BridgeFdb::Change change)
{
    const auto port = m_ports.Find(entry.port);
    m_fdbChangeTrace(entry.address, port ? port->GetDevice() : nullptr, BridgeFdb::GetName(change));
}

// --- Transmit path -----------------------------------------------------------------------------

XmitVerdict
LinuxBridgeNetDevice::StartXmit(Ptr<QueueDiscItem> item)
{
    NS_LOG_FUNCTION(this << item);
    const Transmission transmission(this);
    return DoStartXmit(item);
}

XmitVerdict
LinuxBridgeNetDevice::DoStartXmit(const Ptr<QueueDiscItem>& item)
{
    XmitItem* xmit = XmitItem::From(item);
    const uint32_t nPackets = xmit->GetNPackets();
    if (!IsLinkUp())
    {
        m_stats.lostNoLink += nPackets;
        m_dropTrace(item->GetPacket(), NO_CARRIER);
        return XmitVerdict::SUCCESS;
    }
    if (xmit->GetSource().IsInvalid())
    {
        xmit->SetSource(GetAddress());
    }
    ShowTransmitted(item);
    // Now, because the device below adds headers to the packet when it gets it.
    const uint32_t bytes = item->GetSize();
    m_stats.txPackets += nPackets;
    m_stats.txBytes += bytes;

    RefreshAddresses();
    const auto targets = m_ports.FindTargets(Find(item->GetAddress()), nullptr);
    XmitVerdict verdict = XmitVerdict::DROP;
    if (targets.empty())
    {
        m_dropTrace(item->GetPacket(), NO_PORT);
    }
    else
    {
        std::for_each(targets.begin(), std::prev(targets.end()), [&](const auto& port) {
            TransmitOn(*port, xmit->Clone(), bytes);
        });
        verdict = TransmitOn(*targets.back(), item, bytes);
    }
    if (verdict == XmitVerdict::DROP)
    {
        m_stats.txDropped += nPackets;
    }
    return verdict;
}

const BridgeFdb::Entry*
LinuxBridgeNetDevice::Find(const Address& destination) const
{
    const auto address = Mac48Address::ConvertFrom(destination);
    return address.IsGroup() ? nullptr : m_fdb.Find(address);
}

XmitVerdict
LinuxBridgeNetDevice::TransmitOn(const LinuxBridgePort& port,
                                 const Ptr<QueueDiscItem>& item,
                                 uint32_t bytes)
{
    const Ptr<NetDevice> device = port.GetDevice();
    const Ptr<XmitLayer> layer = m_layer;
    if (!layer || port.GetNumber() == BridgeFdb::BRIDGE) // taken out by a trace
    {
        m_dropTrace(item->GetPacket(), NO_PORT);
        return XmitVerdict::DROP;
    }
    const bool isTrain = XmitItem::From(item)->GetTrain();
    if (!isTrain && bytes > device->GetMtu() + ETHERNET_HEADER_SIZE + VlanTag::TAG_SIZE)
    {
        m_dropTrace(item->GetPacket(), TOO_LARGE);
        return XmitVerdict::DROP;
    }
    const XmitVerdict verdict = layer->Transmit(device, item);
    if (verdict == XmitVerdict::DROP)
    {
        m_dropTrace(item->GetPacket(), REFUSED_BY_PORT);
    }
    return verdict;
}

bool
LinuxBridgeNetDevice::SendFrom(Ptr<Packet> packet,
                               const Address& source,
                               const Address& dest,
                               uint16_t protocolNumber)
{
    NS_LOG_FUNCTION(this << packet << source << dest << protocolNumber);
    if (!m_layer) // never had a port
    {
        ++m_stats.lostNoLink;
        m_dropTrace(packet, NO_CARRIER);
        return true;
    }
    const auto item = m_layer->WrapFrame(packet, dest, protocolNumber);
    XmitItem::From(item)->SetSource(source);
    return m_layer->Transmit(this, item) == XmitVerdict::SUCCESS;
}

// --- Receive path ------------------------------------------------------------------------------

void
LinuxBridgeNetDevice::ReceiveFromPort(const LinuxBridgePort& port,
                                      const Ptr<const Packet>& packet,
                                      uint16_t protocol,
                                      const Address& from,
                                      const Address& to)
{
    NS_LOG_FUNCTION(this << port.GetDevice() << packet << protocol << from << to);
    if (!m_up || !port.IsForwarding() || IsForVlanDevice(port.GetDevice(), packet, protocol))
    {
        return;
    }
    const auto source = Mac48Address::ConvertFrom(from);
    if (source.IsGroup() || source == Mac48Address())
    {
        m_dropTrace(packet, INVALID_SOURCE);
        return;
    }
    RefreshAddresses();
    const int linkLocal = GetLinkLocalNumber(Mac48Address::ConvertFrom(to));
    if (linkLocal == PAUSE_GROUP)
    {
        m_dropTrace(packet, PAUSE_FRAME);
        return;
    }
    Learn(port, source);
    // Without spanning tree the bridge group is forwarded, so that bridges beyond can find loops.
    // The others are for who listens on the port itself (LLDP, LACP).
    if (linkLocal > BRIDGE_GROUP)
    {
        return;
    }
    Forward(port, packet, protocol, from, to);
    PassUpReceived(port, packet, protocol, from, to);
}

void
LinuxBridgeNetDevice::Forward(const LinuxBridgePort& in,
                              const Ptr<const Packet>& packet,
                              uint16_t protocol,
                              const Address& from,
                              const Address& to)
{
    const BridgeFdb::Entry* entry = Find(to);
    if (entry && entry->local)
    {
        return;
    }
    // br_handle_frame_finish(): what is for this host as well goes up itself, and out as clones.
    const bool localToo = IsPromiscuous() || Mac48Address::ConvertFrom(to).IsGroup();
    const SkbPtr skb = localToo || !m_layer ? nullptr : m_layer->FindReceived(*packet);
    const auto targets = m_ports.FindTargets(entry, &in);
    for (const auto& port : targets)
    {
        const Ptr<XmitLayer> layer = m_layer;
        if (!layer) // disposed by a trace
        {
            return;
        }
        const Ptr<Packet> copy = packet->Copy();
        // The sender's priority does not travel on a wire; here it is 0 again.
        SocketPriorityTag priority;
        copy->RemovePacketTag(priority);
        const auto item = layer->WrapFrame(copy, to, protocol);
        XmitItem* xmit = XmitItem::From(item);
        xmit->SetSource(from);
        if (skb && port == targets.back())
        {
            SkbTag tag;
            copy->RemovePacketTag(tag);
            xmit->SetSkb(skb);
        }
        TransmitOn(*port, item, packet->GetSize() + ETHERNET_HEADER_SIZE);
    }
}

void
LinuxBridgeNetDevice::PassUpReceived(const LinuxBridgePort& in,
                                     const Ptr<const Packet>& packet,
                                     uint16_t protocol,
                                     const Address& from,
                                     const Address& to)
{
    if (!in.GetDevice()) // disposed by a trace
    {
        return;
    }
    const auto destination = Mac48Address::ConvertFrom(to);
    // To the host is what has the bridge's address, or that of the port it came in on.
    const bool hasOurAddress =
        destination == Mac48Address::ConvertFrom(GetAddress()) || destination == in.GetAddress();
    const PacketType type = destination.IsGroup() ? Classify(destination)
                            : hasOurAddress       ? PACKET_HOST
                                                  : PACKET_OTHERHOST;
    const bool ours = type != PACKET_OTHERHOST;
    if (ours)
    {
        ++m_stats.rxPackets;
        m_stats.rxBytes += packet->GetSize() + ETHERNET_HEADER_SIZE;
    }
    ShowReceived(packet, protocol, from, to, type);
    PassUp(packet, protocol, from, to, type);
}

// --- NetDevice and XmitDevice ------------------------------------------------------------------

DeviceFeatures
LinuxBridgeNetDevice::FixFeatures(const DeviceFeatures& wanted) const
{
    std::vector<DeviceFeatures> lowers;
    for (const auto& port : m_ports.GetAll())
    {
        lowers.push_back(m_layer->GetFeatures(port->GetDevice()));
    }
    return FixBridgeFeatures(wanted, lowers);
}

std::vector<Ptr<NetDevice>>
LinuxBridgeNetDevice::GetLowerDevices() const
{
    std::vector<Ptr<NetDevice>> devices;
    for (const auto& port : m_ports.GetAll())
    {
        devices.push_back(port->GetDevice());
    }
    return devices;
}

Ptr<Channel>
LinuxBridgeNetDevice::GetChannel() const
{
    return nullptr; // the ports have channels
}

void
LinuxBridgeNetDevice::SetAddress(Address address)
{
    NS_LOG_FUNCTION(this << address);
    m_hasAddress = true;
    EthernetNetDevice::SetAddress(address);
}

Address
LinuxBridgeNetDevice::GetAddress() const
{
    // br_stp_recalculate_bridge_id(): the lowest of the ports', unless one was given.
    return m_hasAddress || m_ports.GetAll().empty() ? EthernetNetDevice::GetAddress()
                                                    : Address(m_ports.GetLowestAddress());
}

bool
LinuxBridgeNetDevice::SetMtu(const uint16_t mtu)
{
    NS_LOG_FUNCTION(this << mtu);
    if (mtu < MIN_MTU)
    {
        return false;
    }
    m_mtu = mtu;
    return true;
}

uint16_t
LinuxBridgeNetDevice::DoGetMtu() const
{
    // br_mtu_auto_adjust(): the smallest of the ports', unless one was set.
    if (m_mtu > 0)
    {
        return m_mtu;
    }
    return m_ports.GetAll().empty() ? DEFAULT_MTU : m_ports.GetSmallestMtu();
}

} // namespace ns3
