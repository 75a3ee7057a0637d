/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/nic-tx-queue-set.h"

#include "ns3/nic-tx-ring.h"

#include <algorithm>

namespace ns3
{

NicTxQueueSet::NicTxQueueSet(NicTxQueue::DoorbellCallback doorbell)
    : m_doorbell(std::move(doorbell))
{
    AddQueue(NicTxRing::DEFAULT_SIZE);
}

void
NicTxQueueSet::AddQueue(std::size_t ringSize)
{
    const auto rung = [this](NicTxQueue& queue, std::size_t nNew) {
        m_pending |= uint64_t(1) << queue.GetIndex();
        m_doorbell(queue, nNew);
    };
    auto queue = std::make_unique<NicTxQueue>(m_queues.size(), ringSize, rung);
    queue->GetRing().SetThresholds(m_thresholds);
    queue->SetCoalescing(m_coalescing);
    m_queues.push_back(std::move(queue));
}

bool
NicTxQueueSet::Resize(std::size_t n)
{
    if (n < 1 || n > MAX_QUEUES || GetNUsed() > 0)
    {
        return false;
    }
    const std::size_t ringSize = m_queues.front()->GetRing().GetSize();
    m_queues.clear();
    m_pending = 0;
    m_next = 0;
    while (m_queues.size() < n)
    {
        AddQueue(ringSize);
    }
    return true;
}

bool
NicTxQueueSet::SetRingSize(std::size_t descriptors)
{
    const bool fits = std::all_of(m_queues.begin(), m_queues.end(), [&](const auto& queue) {
        return queue->GetRing().GetNUsed() <= descriptors;
    });
    return fits && std::all_of(m_queues.begin(), m_queues.end(), [&](const auto& queue) {
               return queue->GetRing().SetSize(descriptors);
           });
}

void
NicTxQueueSet::SetThresholds(const NicTxRing::Thresholds& thresholds)
{
    m_thresholds = thresholds;
    for (const auto& queue : m_queues)
    {
        queue->GetRing().SetThresholds(thresholds);
    }
}

void
NicTxQueueSet::SetCoalescing(const TxCoalescing& coalescing)
{
    m_coalescing = coalescing;
    for (const auto& queue : m_queues)
    {
        queue->SetCoalescing(coalescing);
    }
}

std::size_t
NicTxQueueSet::GetNUsed() const
{
    std::size_t used = 0;
    for (const auto& queue : m_queues)
    {
        used += queue->GetRing().GetNUsed();
    }
    return used;
}

NicTxQueue*
NicTxQueueSet::TakeTurn()
{
    while (m_pending != 0)
    {
        const uint64_t fromNext = m_pending & ~uint64_t(0) << m_next;
        const auto turn =
            static_cast<std::size_t>(__builtin_ctzll(fromNext != 0 ? fromNext : m_pending));
        NicTxQueue& queue = *m_queues[turn];
        if (queue.GetRing().HasPending())
        {
            m_next = turn + 1 == m_queues.size() ? 0 : turn + 1;
            return &queue;
        }
        m_pending &= ~(uint64_t(1) << turn);
    }
    return nullptr;
}

} // namespace ns3
