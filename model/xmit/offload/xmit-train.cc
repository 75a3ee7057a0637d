/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/xmit-train.h"

#include "ns3/ipv4-queue-disc-item.h"
#include "ns3/ipv6-queue-disc-item.h"
#include "ns3/packet.h"
#include "ns3/tcp-header.h"

#include <typeinfo>
#include <utility>

namespace ns3
{

namespace
{

constexpr uint32_t UDP_HEADER = 8;      //!< bytes
constexpr uint32_t FRAGMENT_HEADER = 8; //!< of IPv6, in bytes

/**
 * @brief Size of a segment's IP header.
 * @param segment the segment
 * @param ipv6 is it of IPv6?
 * @return bytes
 */
uint32_t
GetIpHeaderSize(const QueueDiscItem& segment, bool ipv6)
{
    return ipv6 ? static_cast<const Ipv6QueueDiscItem&>(segment).GetHeader().GetSerializedSize()
                : static_cast<const Ipv4QueueDiscItem&>(segment).GetHeader().GetSerializedSize();
}

/**
 * @brief Copy a segment.
 * @tparam Item its kind
 * @param segment the segment, its header not written
 * @return an item of the same kind with a copy of the packet
 */
template <class Item>
Ptr<QueueDiscItem>
CopySegment(const QueueDiscItem& segment)
{
    return Create<Item>(segment.GetPacket()->Copy(),
                        segment.GetAddress(),
                        segment.GetProtocol(),
                        static_cast<const Item&>(segment).GetHeader());
}

} // namespace

XmitTrain::XmitTrain(GsoType type)
    : m_type(type)
{
}

void
XmitTrain::Append(const Ptr<QueueDiscItem>& segment)
{
    m_segments.push_back(segment);
    m_bytes += segment->GetSize();
}

bool
XmitTrain::IsIpv6() const
{
    return typeid(*m_segments.front()) == typeid(Ipv6QueueDiscItem);
}

uint32_t
XmitTrain::GetSuperPacketSize(uint32_t linkHeader) const
{
    const uint32_t repeated = GetNSegments() - 1;
    const uint32_t ipHeader = GetIpHeaderSize(*m_segments.front(), IsIpv6());
    switch (m_type)
    {
    case GsoType::UDP_FRAGMENTS: {
        // Only the first fragment has a UDP header; the super-packet has no fragment header.
        const uint32_t fragmentHeaders = IsIpv6() ? GetNSegments() * FRAGMENT_HEADER : 0;
        return GetBytes(0) - repeated * ipHeader - fragmentHeaders + linkHeader;
    }
    case GsoType::UDP_SEGMENTS:
        return GetBytes(0) - repeated * (ipHeader + UDP_HEADER) + linkHeader;
    case GsoType::TCP_SEGMENTS:
        break;
    }
    return GetBytes(0) - repeated * (ipHeader + GetTcpHeaderSize()) + linkHeader;
}

uint32_t
XmitTrain::GetTcpHeaderSize() const
{
    // The data offset is in the upper half of byte 12, in words of four bytes (RFC 9293); to read
    // the header with all its options would cost much more.
    std::array<uint8_t, 13> head{};
    m_segments.front()->GetPacket()->CopyData(head.data(), head.size());
    return (head.back() >> 4) * 4;
}

uint32_t
XmitTrain::GetPayloadSize() const
{
    uint32_t bytes = 0;
    for (std::size_t i = 0; i < m_segments.size(); ++i)
    {
        bytes += GetPayloadSize(i);
    }
    return bytes;
}

uint32_t
XmitTrain::GetPayloadSize(std::size_t index) const
{
    const auto& segment = *m_segments[index];
    if (m_type == GsoType::TCP_SEGMENTS)
    {
        return segment.GetPacket()->GetSize() - GetTcpHeaderSize();
    }
    const bool fragments = m_type == GsoType::UDP_FRAGMENTS;
    const uint32_t udpHeader = !fragments || index == 0 ? UDP_HEADER : 0;
    const uint32_t fragmentHeader = fragments && IsIpv6() ? FRAGMENT_HEADER : 0;
    return segment.GetPacket()->GetSize() - udpHeader - fragmentHeader;
}

bool
XmitTrain::Mark()
{
    bool all = true;
    for (const auto& segment : m_segments)
    {
        all = segment->Mark() && all;
    }
    return all;
}

void
XmitTrain::WriteHeaders()
{
    if (!std::exchange(m_headersWritten, true))
    {
        for (const auto& segment : m_segments)
        {
            segment->AddHeader();
        }
    }
}

XmitTrain
XmitTrain::Clone() const
{
    XmitTrain clone(m_type);
    const bool ipv6 = IsIpv6();
    for (const auto& segment : m_segments)
    {
        clone.Append(ipv6 ? CopySegment<Ipv6QueueDiscItem>(*segment)
                          : CopySegment<Ipv4QueueDiscItem>(*segment));
    }
    return clone;
}

} // namespace ns3
