/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/nic-tx-ring.h"

#include "ns3/assert.h"

#include <utility>

namespace ns3
{

NicTxRing::NicTxRing(std::size_t size)
    : m_entries(size)
{
    NS_ASSERT_MSG(size >= 1 && size <= MAX_SIZE, "ring of " << size << " descriptors");
}

bool
NicTxRing::SetSize(std::size_t size)
{
    if (size < 1 || size > MAX_SIZE || size < m_nUsed)
    {
        return false;
    }
    m_entries.set_capacity(size);
    return true;
}

bool
NicTxRing::Push(Entry&& entry)
{
    if (!HasRoom(entry.nDescriptors))
    {
        // A full circular_buffer would overwrite its oldest element, silently.
        return false;
    }
    m_nUsed += entry.nDescriptors;
    m_entries.push_back(std::move(entry));
    return true;
}

std::size_t
NicTxRing::Publish()
{
    const std::size_t nNew = m_entries.size() - m_nPublished;
    m_nPublished = m_entries.size();
    return nNew;
}

const NicTxRing::Entry&
NicTxRing::StartNext()
{
    NS_ASSERT_MSG(HasPending(), "no frame waits on the ring");
    return m_entries[m_nStarted++];
}

const NicTxRing::Entry&
NicTxRing::MarkSent()
{
    NS_ASSERT_MSG(m_nSent < m_nStarted, "all started frames of the ring were sent");
    return m_entries[m_nSent++];
}

NicTxRing::Entry
NicTxRing::Complete()
{
    NS_ASSERT_MSG(m_nStarted > 0, "no frame of the ring was started");
    return Flush();
}

NicTxRing::Entry
NicTxRing::Flush()
{
    NS_ASSERT_MSG(!m_entries.empty(), "the ring is empty");
    Entry oldest = std::move(m_entries.front());
    m_entries.pop_front();
    m_nUsed -= oldest.nDescriptors;
    for (std::size_t* count : {&m_nPublished, &m_nStarted, &m_nSent})
    {
        *count -= *count > 0 ? 1 : 0;
    }
    return oldest;
}

} // namespace ns3
