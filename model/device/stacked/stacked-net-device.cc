/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/stacked-net-device.h"

#include "ns3/channel.h"
#include "ns3/configuration-error.h"
#include "ns3/linux-transmit-path.h"
#include "ns3/log.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/skb-truesize.h"
#include "ns3/stacking-rules.h"
#include "ns3/xmit-item.h"

#include <algorithm>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("StackedNetDevice");

NS_OBJECT_ENSURE_REGISTERED(StackedNetDevice);

namespace
{

/**
 * @brief What speaks against a lower device?
 * @param device the device to go on top
 * @param lower the lower device
 * @return the reason and what is allowed; empty if nothing does
 */
std::string
FindObjection(const Ptr<NetDevice>& device, const Ptr<NetDevice>& lower)
{
    if (!lower)
    {
        return "a lower device is a device of the same node";
    }
    if (!device->GetNode() || lower->GetNode() != device->GetNode())
    {
        return "a lower device is on the same node; Node::AddDevice() comes first";
    }
    if (!SpeaksEthernetAddresses(lower))
    {
        return "it has no Ethernet address; frames of a lower device carry 48-bit addresses";
    }
    return FindStackingObjection(device, lower);
}

} // namespace

TypeId
StackedNetDevice::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::StackedNetDevice")
            .SetParent<UpperNetDevice>()
            .SetGroupName("LinuxTx")
            .AddAttribute("LowerDevice",
                          "The device below.",
                          TypeId::ATTR_GET,
                          PointerValue(),
                          MakePointerAccessor(&StackedNetDevice::GetLowerDeviceAttribute),
                          MakePointerChecker<NetDevice>())
            .AddTraceSource("Drop",
                            "A packet on its way down is dropped, and why.",
                            MakeTraceSourceAccessor(&StackedNetDevice::m_dropTrace),
                            "ns3::StackedNetDevice::DropTracedCallback");
    return tid;
}

StackedNetDevice::StackedNetDevice()
    : UpperNetDevice(DeviceFeatures::OfStackedDevice())
{
    NS_LOG_FUNCTION(this);
}

StackedNetDevice::~StackedNetDevice()
{
    NS_LOG_FUNCTION(this);
}

void
StackedNetDevice::DoDispose()
{
    NS_LOG_FUNCTION(this);
    m_lower = nullptr;
    m_layer = nullptr;
    EthernetNetDevice::DoDispose();
}

void
StackedNetDevice::SetLowerDevice(Ptr<NetDevice> lower)
{
    NS_LOG_FUNCTION(this << lower);
    std::string objection =
        m_lower ? "it has a lower device already, which stays" : FindObjection(this, lower);
    if (objection.empty())
    {
        objection = FindLowerObjection(lower);
    }
    if (!objection.empty())
    {
        ExitOnConfigurationError("cannot put " + DescribeDevice(this) + " on top of " +
                                 DescribeDevice(lower) + ": " + objection);
    }
    m_layer = LinuxTransmitPath::Of(GetNode(), "StackedNetDevice")->GetXmitLayer();
    m_lower = lower;
    m_mtu = m_lower->GetMtu();
    // Not now: a frame may be running through the node's handlers.
    Simulator::ScheduleNow(&StackedNetDevice::ListenToLower, Ptr(this));
    m_lower->AddLinkChangeCallback(MakeCallback(&StackedNetDevice::UpdateLink, Ptr(this)));
    UpdateLink();
}

std::string
StackedNetDevice::FindLowerObjection(const Ptr<NetDevice>& /* lower */) const
{
    return "";
}

void
StackedNetDevice::ListenToLower()
{
    if (m_lower)
    {
        GetNode()->RegisterProtocolHandler(
            MakeCallback(&StackedNetDevice::ReceiveHandler, Ptr(this)),
            0,
            m_lower,
            true);
    }
}

Ptr<NetDevice>
StackedNetDevice::GetLowerDeviceAttribute() const
{
    return m_lower;
}

void
StackedNetDevice::SetUp()
{
    NS_LOG_FUNCTION(this);
    m_up = true;
    UpdateLink();
}

void
StackedNetDevice::SetDown()
{
    NS_LOG_FUNCTION(this);
    m_up = false;
    UpdateLink();
}

bool
StackedNetDevice::IsLinkUp() const
{
    return m_up && m_lower && m_lower->IsLinkUp();
}

void
StackedNetDevice::UpdateLink()
{
    if (!m_lower || std::exchange(m_linkWasUp, IsLinkUp()) == IsLinkUp())
    {
        return;
    }
    TellLinkChange();
}

// --- Transmit path -----------------------------------------------------------------------------

XmitVerdict
StackedNetDevice::StartXmit(Ptr<QueueDiscItem> item)
{
    NS_LOG_FUNCTION(this << item);
    XmitItem* xmit = XmitItem::From(item);
    if (xmit->GetSource().IsInvalid())
    {
        xmit->SetSource(GetAddress());
    }
    ShowTransmitted(item);
    if (!IsLinkUp())
    {
        // Without carrier the queue disc is noop_qdisc, which tells nobody.
        Drop(item, m_up ? NO_CARRIER : DOWN);
        return m_up ? XmitVerdict::SUCCESS : XmitVerdict::DROP;
    }
    const Transmission transmission(this);
    return DoStartXmit(item);
}

XmitVerdict
StackedNetDevice::TransmitToLower(const Ptr<QueueDiscItem>& item)
{
    // Now, because the device below adds headers to the packet when it gets it.
    const uint32_t bytes = item->GetSize();
    const uint32_t nPackets = XmitItem::From(item)->GetNPackets();
    const Ptr<XmitLayer> layer = m_layer;
    if (!layer || layer->Transmit(m_lower, item) == XmitVerdict::DROP)
    {
        return Drop(item, REFUSED_BELOW);
    }
    CountTransmitted(nPackets, bytes);
    return XmitVerdict::SUCCESS;
}

void
StackedNetDevice::CountTransmitted(uint32_t nPackets, uint32_t bytes)
{
    m_stats.txPackets += nPackets;
    m_stats.txBytes += bytes;
}

XmitVerdict
StackedNetDevice::Drop(const Ptr<QueueDiscItem>& item, const char* reason)
{
    NS_LOG_LOGIC("drop: " << reason);
    m_stats.txDropped += XmitItem::From(item)->GetNPackets();
    m_dropTrace(item->GetPacket(), reason);
    return XmitVerdict::DROP;
}

bool
StackedNetDevice::SendFrom(Ptr<Packet> packet,
                           const Address& source,
                           const Address& dest,
                           uint16_t protocolNumber)
{
    NS_LOG_FUNCTION(this << packet << source << dest << protocolNumber);
    if (!m_layer)
    {
        ++m_stats.txDropped;
        m_dropTrace(packet, DOWN);
        return false;
    }
    const auto item = m_layer->WrapFrame(packet, dest, protocolNumber);
    XmitItem::From(item)->SetSource(source);
    return m_layer->Transmit(this, item) == XmitVerdict::SUCCESS;
}

// --- Receive path ------------------------------------------------------------------------------

void
StackedNetDevice::ReceiveHandler(Ptr<NetDevice> /* device */,
                                 Ptr<const Packet> packet,
                                 uint16_t protocol,
                                 const Address& from,
                                 const Address& to,
                                 NetDevice::PacketType /* packetType */)
{
    if (m_up && m_lower)
    {
        ReceiveFromLower(packet, protocol, from, to);
    }
}

void
StackedNetDevice::PassUpReceived(const Ptr<const Packet>& packet,
                                 uint16_t protocol,
                                 const Address& from,
                                 const Address& to)
{
    const auto destination = Mac48Address::ConvertFrom(to);
    const PacketType type = destination.IsGroup()         ? Classify(destination)
                            : destination == GetAddress() ? PACKET_HOST
                                                          : PACKET_OTHERHOST;
    PassUpReceived(packet, protocol, from, to, type);
}

void
StackedNetDevice::PassUpReceived(const Ptr<const Packet>& packet,
                                 uint16_t protocol,
                                 const Address& from,
                                 const Address& to,
                                 PacketType type)
{
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

uint32_t
StackedNetDevice::GetHardHeaderLength() const
{
    return m_layer ? m_layer->GetHardHeaderLength(m_lower) : ETHERNET_HEADER_SIZE;
}

std::vector<Ptr<NetDevice>>
StackedNetDevice::GetLowerDevices() const
{
    return m_lower ? std::vector<Ptr<NetDevice>>{m_lower} : std::vector<Ptr<NetDevice>>{};
}

Ptr<Channel>
StackedNetDevice::GetChannel() const
{
    return m_lower ? m_lower->GetChannel() : nullptr;
}

void
StackedNetDevice::SetAddress(Address address)
{
    m_hasAddress = true;
    EthernetNetDevice::SetAddress(address);
}

Address
StackedNetDevice::GetAddress() const
{
    return m_hasAddress || !m_lower ? EthernetNetDevice::GetAddress() : m_lower->GetAddress();
}

bool
StackedNetDevice::SetMtu(const uint16_t mtu)
{
    if (mtu < MIN_MTU || (m_lower && mtu > m_lower->GetMtu()))
    {
        return false;
    }
    m_mtu = mtu;
    return true;
}

uint16_t
StackedNetDevice::DoGetMtu() const
{
    return m_lower ? std::min(m_mtu, m_lower->GetMtu()) : m_mtu;
}

} // namespace ns3
