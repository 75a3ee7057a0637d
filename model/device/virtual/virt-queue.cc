/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/virt-queue.h"

#include <utility>

namespace ns3
{

VirtQueue::VirtQueue(uint32_t size)
    : m_entries(size),
      m_size(size)
{
}

bool
VirtQueue::IsSize(uint32_t size)
{
    return size >= MIN_SIZE && size <= MAX_SIZE && (size & (size - 1)) == 0;
}

bool
VirtQueue::SetSize(uint32_t size)
{
    if (!IsSize(size) || !m_entries.empty())
    {
        return false;
    }
    m_entries.set_capacity(size);
    m_size = size;
    return true;
}

bool
VirtQueue::Push(Entry&& entry)
{
    if (entry.nDescriptors > GetNFree())
    {
        return false;
    }
    m_nInUse += entry.nDescriptors;
    m_entries.push_back(std::move(entry));
    return true;
}

std::optional<VirtQueue::Entry>
VirtQueue::Detach()
{
    if (m_nUsed == 0)
    {
        return std::nullopt;
    }
    Entry entry = std::move(m_entries.front());
    m_entries.pop_front();
    --m_nUsed;
    m_nInUse -= entry.nDescriptors;
    return entry;
}

void
VirtQueue::EnableInterrupt()
{
    m_interruptAt = 0;
}

void
VirtQueue::EnableInterruptDelayed()
{
    m_interruptAt = (m_entries.size() - m_nUsed) * 3 / 4;
}

bool
VirtQueue::MarkUsed()
{
    ++m_nUsed;
    if (!m_interruptAt)
    {
        return false;
    }
    if (*m_interruptAt > 0)
    {
        --*m_interruptAt;
        return false;
    }
    m_interruptAt.reset();
    return true;
}

void
VirtQueue::Clear()
{
    // Releasing an Skb may wake a writer who looks at the ring.
    while (!m_entries.empty())
    {
        const Entry entry = std::move(m_entries.front());
        m_entries.pop_front();
    }
    m_nUsed = 0;
    m_nInUse = 0;
    m_interruptAt.reset();
}

} // namespace ns3
