/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/received-skb.h"

#include "ns3/xmit-layer.h"

#include <utility>

namespace ns3
{

ReceivedSkb::ReceivedSkb(XmitLayer& layer, const Ptr<Packet>& packet, SkbPtr skb)
    : m_layer(layer),
      m_outer(layer.m_received),
      m_skb(std::move(skb))
{
    SkbTag tag(*m_skb, layer.m_nodeId);
    packet->ReplacePacketTag(tag); // the sender's node may have left its own
    m_layer.m_received = this;
}

ReceivedSkb::~ReceivedSkb()
{
    m_layer.m_received = m_outer;
}

SkbPtr
ReceivedSkb::Find(const SkbTag& tag) const
{
    if (tag.Names(*m_skb))
    {
        return m_skb;
    }
    return m_outer ? m_outer->Find(tag) : nullptr;
}

} // namespace ns3
