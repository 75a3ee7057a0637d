/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/nic-tx-ring.h"

#include "ns3/assert.h"

#include <utility>

namespace ns3
{

NicTxRing::NicTxRing(std::size_t size)
    : m_descriptors(size)
{
    NS_ASSERT_MSG(size >= 1 && size <= MAX_SIZE, "ring of " << size << " descriptors");
}

bool
NicTxRing::SetSize(std::size_t size)
{
    if (size < 1 || size > MAX_SIZE || size < m_descriptors.size())
    {
        return false;
    }
    m_descriptors.set_capacity(size);
    return true;
}

bool
NicTxRing::Push(Descriptor&& descriptor)
{
    if (m_descriptors.full())
    {
        // A full circular_buffer would overwrite its oldest element, silently.
        return false;
    }
    m_descriptors.push_back(std::move(descriptor));
    return true;
}

const NicTxRing::Descriptor&
NicTxRing::StartNext()
{
    NS_ASSERT_MSG(HasPending(), "no frame waits on the ring");
    return m_descriptors[m_nStarted++];
}

const NicTxRing::Descriptor&
NicTxRing::MarkSent()
{
    NS_ASSERT_MSG(m_nSent < m_nStarted, "all started frames of the ring were sent");
    return m_descriptors[m_nSent++];
}

NicTxRing::Descriptor
NicTxRing::Complete()
{
    NS_ASSERT_MSG(m_nStarted > 0, "no frame of the ring was started");
    return Flush();
}

NicTxRing::Descriptor
NicTxRing::Flush()
{
    NS_ASSERT_MSG(!m_descriptors.empty(), "the ring is empty");
    Descriptor oldest = std::move(m_descriptors.front());
    m_descriptors.pop_front();
    if (m_nStarted > 0)
    {
        --m_nStarted;
    }
    if (m_nSent > 0)
    {
        --m_nSent;
    }
    return oldest;
}

} // namespace ns3
