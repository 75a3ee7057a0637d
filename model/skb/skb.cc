/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/skb.h"

#include "ns3/skb-pool.h"

#include <algorithm>
#include <utility>

namespace ns3
{

Skb::Skb(uint32_t slot)
    : m_slot(slot)
{
}

Skb::~Skb() = default;

void
Skb::Charge(const Ptr<SocketWriteMemory>& owner, uint32_t truesize)
{
    m_owner = owner;
    m_truesize = truesize;
    m_owner->Charge(truesize);
}

uint32_t
Skb::Orphan()
{
    if (!m_owner)
    {
        return 0;
    }
    // Forget the owner first: the uncharge may wake a writer who looks at this packet again.
    Ptr<SocketWriteMemory> owner;
    std::swap(owner, m_owner);
    const uint32_t truesize = std::exchange(m_truesize, 0);
    owner->Uncharge(truesize);
    return truesize;
}

void
Skb::Grow(uint32_t truesize)
{
    m_truesize += truesize;
    m_owner->Charge(truesize);
}

void
Skb::SplitCharge(Skb& to, uint32_t truesize)
{
    const uint32_t share = std::min(truesize, m_truesize);
    to.m_owner = m_owner;
    to.m_truesize = share;
    m_truesize -= share;
    if (m_truesize == 0)
    {
        m_owner = nullptr;
    }
}

void
intrusive_ptr_add_ref(Skb* skb)
{
    ++skb->m_references;
}

void
intrusive_ptr_release(Skb* skb)
{
    if (--skb->m_references == 0)
    {
        skb->Orphan();
        // The pool may go with its last Skb, so it must outlive the call.
        Ptr<SkbPool> pool;
        std::swap(pool, skb->m_pool);
        pool->Release(*skb);
    }
}

} // namespace ns3
