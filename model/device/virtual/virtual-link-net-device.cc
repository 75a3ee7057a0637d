/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/virtual-link-net-device.h"

#include "ns3/ethernet-header.h"
#include "ns3/log.h"
#include "ns3/uinteger.h"
#include "ns3/virtio-backend.h"
#include "ns3/xmit-item.h"

#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("VirtualLinkNetDevice");

NS_OBJECT_ENSURE_REGISTERED(VirtualLinkNetDevice);

TypeId
VirtualLinkNetDevice::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::VirtualLinkNetDevice")
            .SetParent<EthernetNetDevice>()
            .SetGroupName("LinuxTx")
            .AddAttribute("Mtu",
                          "Largest packet without the Ethernet header, in bytes.",
                          UintegerValue(DEFAULT_MTU),
                          MakeUintegerAccessor(&VirtualLinkNetDevice::SetMtu,
                                               &VirtualLinkNetDevice::DoGetMtu),
                          MakeUintegerChecker<uint16_t>(MIN_MTU, MAX_MTU))
            .AddTraceSource("MacTx",
                            "A frame the device sends.",
                            MakeTraceSourceAccessor(&VirtualLinkNetDevice::m_macTxTrace),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("MacRx",
                            "A frame the device passes up to this host's protocols.",
                            MakeTraceSourceAccessor(&VirtualLinkNetDevice::m_macRxTrace),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("Sniffer",
                            "What tcpdump sees on the device without promiscuous mode.",
                            MakeTraceSourceAccessor(&VirtualLinkNetDevice::m_snifferTrace),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("PromiscSniffer",
                            "What tcpdump sees on the device.",
                            MakeTraceSourceAccessor(&VirtualLinkNetDevice::m_promiscSnifferTrace),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("Drop",
                            "A frame is dropped, and why.",
                            MakeTraceSourceAccessor(&VirtualLinkNetDevice::m_dropTrace),
                            "ns3::VirtualLinkNetDevice::DropTracedCallback");
    return tid;
}

VirtualLinkNetDevice::VirtualLinkNetDevice()
    : EthernetNetDevice(DeviceFeatures::OfForeignDevice())
{
    NS_LOG_FUNCTION(this);
}

VirtualLinkNetDevice::~VirtualLinkNetDevice()
{
    NS_LOG_FUNCTION(this);
}

void
VirtualLinkNetDevice::DoDispose()
{
    NS_LOG_FUNCTION(this);
    if (const Ptr<VirtioBackend> backend = std::exchange(m_backend, nullptr))
    {
        backend->Detach(this);
    }
    EthernetNetDevice::DoDispose();
}

DeviceFeatures
VirtualLinkNetDevice::FixFeatures(const DeviceFeatures& wanted) const
{
    DeviceFeatures features = wanted;
    features.SetBits(wanted.GetBits() & ~DeviceFeatures::GSO_SOFTWARE);
    return features;
}

// --- Link --------------------------------------------------------------------------------------

void
VirtualLinkNetDevice::SetBackend(const Ptr<VirtioBackend>& backend)
{
    m_backend = backend;
    if (!backend)
    {
        BackendGone();
    }
    UpdateLink();
}

void
VirtualLinkNetDevice::SetUp()
{
    NS_LOG_FUNCTION(this);
    m_up = true;
    UpdateLink();
}

void
VirtualLinkNetDevice::SetDown()
{
    NS_LOG_FUNCTION(this);
    m_up = false;
    UpdateLink();
}

void
VirtualLinkNetDevice::UpdateLink()
{
    const bool up = IsLinkUp();
    if (std::exchange(m_linkWasUp, up) != up)
    {
        LinkChanged(up);
        CallLinkChangeCallbacks();
    }
}

void
VirtualLinkNetDevice::LinkChanged(bool /* up */)
{
}

// --- Transmit path -----------------------------------------------------------------------------

bool
VirtualLinkNetDevice::IsBusy()
{
    return false;
}

XmitVerdict
VirtualLinkNetDevice::StartXmit(Ptr<QueueDiscItem> item)
{
    NS_LOG_FUNCTION(this << item);
    if (IsBusy())
    {
        return XmitVerdict::BUSY;
    }
    XmitItem* xmit = XmitItem::From(item);
    xmit->WriteHeader();
    const Address source = xmit->GetSource().IsInvalid() ? GetAddress() : xmit->GetSource();
    const Ptr<Packet> frame = item->GetPacket();
    const uint16_t etherType = xmit->GetVlanTags().Write(frame, item->GetProtocol());
    AddEthernetHeader(frame, source, item->GetAddress(), etherType);
    const bool more = xmit->HasMore();
    return Transmit(frame, xmit->TakeSkb(), more) ? XmitVerdict::SUCCESS : XmitVerdict::DROP;
}

bool
VirtualLinkNetDevice::SendFrom(Ptr<Packet> packet,
                               const Address& source,
                               const Address& dest,
                               uint16_t protocolNumber)
{
    NS_LOG_FUNCTION(this << packet << source << dest << protocolNumber);
    AddEthernetHeader(packet, source, dest, protocolNumber);
    return Transmit(packet, nullptr, false);
}

void
VirtualLinkNetDevice::CountSent(const Ptr<const Packet>& frame)
{
    ++m_stats.txPackets;
    m_stats.txBytes += frame->GetSize();
    m_macTxTrace(frame);
    m_snifferTrace(frame);
    m_promiscSnifferTrace(frame);
}

void
VirtualLinkNetDevice::Refuse(const Ptr<const Packet>& frame, const char* reason)
{
    ++m_stats.txDropped;
    m_dropTrace(frame, reason);
}

// --- Receive path ------------------------------------------------------------------------------

void
VirtualLinkNetDevice::ReceiveFrame(const Ptr<Packet>& frame)
{
    NS_LOG_FUNCTION(this << frame);
    if (!m_up)
    {
        ++m_stats.rxDropped;
        m_dropTrace(frame, NO_LINK);
        return;
    }
    EthernetHeader header(false);
    frame->PeekHeader(header);
    const PacketType type = Classify(header.GetDestination());
    m_promiscSnifferTrace(frame);
    if (type == PACKET_OTHERHOST && !IsPromiscuous())
    {
        ++m_stats.rxDropped;
        return;
    }
    ++m_stats.rxPackets;
    m_stats.rxBytes += frame->GetSize();
    if (type != PACKET_OTHERHOST)
    {
        m_snifferTrace(frame);
        m_macRxTrace(frame);
    }
    frame->RemoveAtStart(ETHERNET_HEADER_SIZE);
    PassUp(frame, header.GetLengthType(), header.GetSource(), header.GetDestination(), type);
}

// --- NetDevice ---------------------------------------------------------------------------------

Ptr<Channel>
VirtualLinkNetDevice::GetChannel() const
{
    return m_backend;
}

bool
VirtualLinkNetDevice::SetMtu(const uint16_t mtu)
{
    if (mtu < MIN_MTU)
    {
        return false;
    }
    m_mtu = mtu;
    return true;
}

uint16_t
VirtualLinkNetDevice::DoGetMtu() const
{
    return m_mtu;
}

} // namespace ns3
