/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/fq-flow-key.h"

#include "ns3/packet-hash.h"
#include "ns3/xmit-item.h"

#include <functional>

namespace ns3
{

namespace
{

/**
 * @brief skb_get_hash() of a packet whose socket has none.
 * @param item the packet
 * @return the hash
 */
uint32_t
HashHeaders(const Ptr<QueueDiscItem>& item)
{
    if (DynamicCast<XmitFrameItem>(item))
    {
        // Its headers are in the data.
        return HashPacket(item).value_or(item->GetProtocol());
    }
    return item->Hash(0);
}

} // namespace

FqFlowKey
FqFlowKey::Of(const Ptr<QueueDiscItem>& item, const SkbPtr& skb, uint32_t orphanMask)
{
    if (skb && skb->GetOwner() && skb->GetOwner()->IsConnected())
    {
        return {skb->GetOwner(), 0};
    }
    return {nullptr, HashHeaders(item) & orphanMask};
}

std::size_t
FqFlowKey::Hash::operator()(const FqFlowKey& key) const
{
    return key.socket ? std::hash<const SocketWriteMemory*>()(PeekPointer(key.socket))
                      : std::hash<uint32_t>()(key.hash);
}

} // namespace ns3
