/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/xmit-item.h"

#include "ns3/ipv6-extension-header.h"
#include "ns3/packet.h"
#include "ns3/xmit-layer.h"

#include <typeinfo>

namespace ns3
{

namespace
{

/**
 * @brief The header that a super-packet has before it is cut: of the whole, no fragment.
 * @param header the header of the first segment
 * @return its header
 */
Ipv4Header
MakeWhole(Ipv4Header header)
{
    header.SetLastFragment();
    return header;
}

/**
 * @brief The header that a super-packet has before it is cut.
 * @param header the header of the first segment
 * @return the same: IPv6 has its fragment header in the packet
 */
const Ipv6Header&
MakeWhole(const Ipv6Header& header)
{
    return header;
}

/**
 * @brief The first segment of a train.
 * @tparam Item its kind
 * @param train the train
 * @return the segment
 */
template <class Item>
const Item&
GetFirst(const XmitTrain& train)
{
    return static_cast<const Item&>(*train.GetSegments().front());
}

} // namespace

XmitItem*
XmitItem::From(const Ptr<QueueDiscItem>& item)
{
    // Nearly every item is an IPv4 packet or a frame of a bond's own, and a cast across two bases
    // is dear.
    QueueDiscItem* stock = PeekPointer(item);
    if (typeid(*stock) == typeid(XmitIpv4Item))
    {
        return static_cast<XmitIpv4Item*>(stock);
    }
    if (typeid(*stock) == typeid(XmitFrameItem))
    {
        return static_cast<XmitFrameItem*>(stock);
    }
    if (typeid(*stock) == typeid(XmitIpv4Train))
    {
        return static_cast<XmitIpv4Train*>(stock);
    }
    return dynamic_cast<XmitItem*>(stock);
}

std::optional<DatagramCharge::Packet>
XmitItem::Describe(const Packet& packet, const Ipv4Header& header)
{
    const bool first = header.GetFragmentOffset() == 0;
    const bool last = header.IsLastFragment();
    return DatagramCharge::Packet{SkbTruesize::IPV4,
                                  !first || !last,
                                  first,
                                  last,
                                  packet.GetSize()};
}

std::optional<DatagramCharge::Packet>
XmitItem::Describe(const Packet& packet, const Ipv6Header& header)
{
    if (header.GetNextHeader() != Ipv6Header::IPV6_EXT_FRAGMENTATION)
    {
        return DatagramCharge::Packet{SkbTruesize::IPV6, false, true, true, packet.GetSize()};
    }
    Ipv6ExtensionFragmentHeader fragment;
    packet.PeekHeader(fragment);
    return DatagramCharge::Packet{SkbTruesize::IPV6,
                                  true,
                                  fragment.GetOffset() == 0,
                                  !fragment.GetMoreFragment(),
                                  packet.GetSize() - SkbTruesize::FRAGMENT_HEADER};
}

std::optional<DatagramCharge::Packet>
XmitItem::Describe(const Packet& /* packet */, const ArpHeader& /* header */)
{
    return std::nullopt;
}

void
XmitItem::NotifyDequeued(const QueueDiscItem& item)
{
    m_layer->PrepareHandOver(m_device, item.GetTxQueueIndex());
}

void
XmitItem::CopyMetadata(const XmitItem& other)
{
    m_source = other.m_source;
    m_vlanTags = other.m_vlanTags;
    m_device = other.m_device;
    m_layer = other.m_layer;
    m_linkHeaderSize = other.m_linkHeaderSize;
}

template <class Item>
XmitTrainItem<Item>::XmitTrainItem(XmitTrain train)
    : XmitProtocolItem<Item>(GetFirst<Item>(train).GetPacket(),
                             GetFirst<Item>(train).GetAddress(),
                             GetFirst<Item>(train).GetProtocol(),
                             MakeWhole(GetFirst<Item>(train).GetHeader())),
      m_train(std::move(train))
{
}

template class XmitTrainItem<Ipv4QueueDiscItem>;
template class XmitTrainItem<Ipv6QueueDiscItem>;

XmitFrameItem::XmitFrameItem(Ptr<Packet> packet, const Address& destination, uint16_t protocol)
    : QueueDiscItem(packet, destination, protocol)
{
}

void
XmitFrameItem::AddHeader()
{
    NotifyDequeued(*this);
}

bool
XmitFrameItem::Mark()
{
    return false;
}

uint32_t
XmitFrameItem::GetSize() const
{
    return QueueDiscItem::GetSize() + GetLinkHeaderSize();
}

std::optional<DatagramCharge::Packet>
XmitFrameItem::DescribeDatagramPacket() const
{
    return std::nullopt;
}

void
XmitFrameItem::WriteHeader()
{
}

Ptr<QueueDiscItem>
XmitFrameItem::Clone() const
{
    auto clone = Create<XmitFrameItem>(GetPacket()->Copy(), GetAddress(), GetProtocol());
    clone->CopyMetadata(*this);
    return clone;
}

} // namespace ns3
