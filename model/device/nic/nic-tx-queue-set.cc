/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/nic-tx-queue-set.h"

#include "ns3/nic-tx-ring.h"

#include <algorithm>

namespace ns3
{

NicTxQueueSet::NicTxQueueSet()
{
    m_queues.push_back(std::make_unique<NicTxQueue>(NicTxRing::DEFAULT_SIZE));
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
    m_next = 0;
    for (std::size_t i = 0; i < n; ++i)
    {
        m_queues.push_back(std::make_unique<NicTxQueue>(ringSize));
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

std::size_t
NicTxQueueSet::GetIndex(const NicTxQueue& queue) const
{
    const auto found = std::find_if(m_queues.begin(), m_queues.end(), [&](const auto& candidate) {
        return candidate.get() == &queue;
    });
    return static_cast<std::size_t>(found - m_queues.begin());
}

NicTxQueue*
NicTxQueueSet::TakeTurn()
{
    for (std::size_t i = 0; i < m_queues.size(); ++i)
    {
        NicTxQueue& queue = *m_queues[m_next];
        if (++m_next == m_queues.size())
        {
            m_next = 0;
        }
        if (queue.GetRing().HasPending())
        {
            return &queue;
        }
    }
    return nullptr;
}

} // namespace ns3
