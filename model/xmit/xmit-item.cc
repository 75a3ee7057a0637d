/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/xmit-item.h"

#include "ns3/packet.h"
#include "ns3/xmit-layer.h"

namespace ns3
{

XmitItem*
XmitItem::From(const Ptr<QueueDiscItem>& item)
{
    return dynamic_cast<XmitItem*>(PeekPointer(item));
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
    m_device = other.m_device;
    m_layer = other.m_layer;
    m_linkHeaderSize = other.m_linkHeaderSize;
}

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
