/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/upper-net-device.h"

#include "ns3/simulator.h"
#include "ns3/xmit-item.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(UpperNetDevice);

TypeId
UpperNetDevice::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::UpperNetDevice")
            .SetParent<EthernetNetDevice>()
            .SetGroupName("LinuxTx")
            .AddTraceSource("MacTx",
                            "A frame the device has been given to send.",
                            MakeTraceSourceAccessor(&UpperNetDevice::m_macTxTrace),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("MacRx",
                            "A frame the device passes up to this host's protocols.",
                            MakeTraceSourceAccessor(&UpperNetDevice::m_macRxTrace),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("Sniffer",
                            "What tcpdump sees on the device without promiscuous mode.",
                            MakeTraceSourceAccessor(&UpperNetDevice::m_snifferTrace),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("PromiscSniffer",
                            "What tcpdump sees on the device.",
                            MakeTraceSourceAccessor(&UpperNetDevice::m_promiscSnifferTrace),
                            "ns3::Packet::TracedCallback");
    return tid;
}

UpperNetDevice::UpperNetDevice(const DeviceFeatures& features)
    : EthernetNetDevice(features)
{
}

UpperNetDevice::~UpperNetDevice() = default;

bool
UpperNetDevice::IsStacked() const
{
    return true;
}

void
UpperNetDevice::TellLinkChange()
{
    if (m_nTransmitting == 0)
    {
        CallLinkChangeCallbacks();
    }
    else
    {
        // IP flushes its neighbour caches, and one of them may just be sending through here.
        Simulator::ScheduleNow(&UpperNetDevice::CallLinkChangeCallbacks, Ptr(this));
    }
}

void
UpperNetDevice::ShowTransmitted(const Ptr<QueueDiscItem>& item)
{
    if (m_macTxTrace.IsEmpty() && m_snifferTrace.IsEmpty() && m_promiscSnifferTrace.IsEmpty())
    {
        return;
    }
    for (const auto& frame : MakeFrames(item))
    {
        m_macTxTrace(frame);
        m_snifferTrace(frame);
        m_promiscSnifferTrace(frame);
    }
}

void
UpperNetDevice::ShowReceived(const Ptr<const Packet>& packet,
                             uint16_t protocol,
                             const Address& from,
                             const Address& to,
                             PacketType type)
{
    if (m_macRxTrace.IsEmpty() && m_snifferTrace.IsEmpty() && m_promiscSnifferTrace.IsEmpty())
    {
        return;
    }
    const Ptr<Packet> frame = packet->Copy();
    AddEthernetHeader(frame, from, to, protocol);
    m_promiscSnifferTrace(frame);
    if (type != PACKET_OTHERHOST)
    {
        m_snifferTrace(frame);
        m_macRxTrace(frame);
    }
}

std::vector<Ptr<Packet>>
UpperNetDevice::MakeFrames(const Ptr<QueueDiscItem>& item) const
{
    // Headers are written into a copy: the item's own are not due before the last device.
    const auto* xmit = XmitItem::From(item);
    const Address source = xmit->GetSource().IsInvalid() ? GetAddress() : xmit->GetSource();
    const Ptr<QueueDiscItem> clone = xmit->Clone();
    auto* copy = XmitItem::From(clone);
    copy->WriteHeader();
    std::vector<Ptr<Packet>> frames;
    if (const XmitTrain* train = copy->GetTrain())
    {
        for (const auto& segment : train->GetSegments())
        {
            frames.push_back(segment->GetPacket());
        }
    }
    else
    {
        frames.push_back(clone->GetPacket());
    }
    for (const auto& frame : frames)
    {
        const uint16_t etherType = xmit->GetVlanTags().Write(frame, item->GetProtocol());
        AddEthernetHeader(frame, source, item->GetAddress(), etherType);
    }
    return frames;
}

} // namespace ns3
