/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/skb-pool.h"

namespace ns3
{

SkbPtr
SkbPool::Allocate()
{
    if (m_free.empty())
    {
        m_free.push_back(static_cast<uint32_t>(m_skbs.size()));
        m_skbs.emplace_back(static_cast<uint32_t>(m_skbs.size()));
    }
    Skb& skb = m_skbs[m_free.back()].skb;
    m_free.pop_back();
    ++skb.m_generation;
    skb.m_txFlags = 0;
    skb.m_departureTime = 0;
    skb.m_hash = 0;
    skb.m_mayChangeQueue = false;
    skb.m_pool = Ptr<SkbPool>(this);
    return SkbPtr(&skb);
}

SkbPtr
SkbPool::Find(uint32_t slot, uint32_t generation)
{
    if (slot >= m_skbs.size())
    {
        return nullptr;
    }
    Skb& skb = m_skbs[slot].skb;
    const bool alive = skb.m_references > 0 && skb.m_generation == generation;
    return alive ? SkbPtr(&skb) : nullptr;
}

void
SkbPool::Release(Skb& skb)
{
    m_free.push_back(skb.m_slot);
}

} // namespace ns3
