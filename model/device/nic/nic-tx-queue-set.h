/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_NIC_TX_QUEUE_SET_H
#define LINUX_TX_NIC_TX_QUEUE_SET_H

#include "ns3/nic-tx-queue.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief The transmit queues of a NIC (struct net_device's _tx), and whose turn it is.
 *
 * The hardware serves the rings round-robin, one entry a turn (TakeTurn).
 *
 * Invariant: there is at least one queue, and all rings are of one size.
 *
 * It knows no simulator and no device; NicNetDevice owns it.
 */
class NicTxQueueSet
{
  public:
    static constexpr std::size_t MAX_QUEUES = 64; //!< most queues that Resize() takes

    /// One queue.
    NicTxQueueSet();

    /**
     * @brief `ethtool -L ... tx`: set the number of queues.
     * @param n number of queues
     * @return false, and no change, if it is not 1 to MAX_QUEUES or something is on a ring
     */
    bool Resize(std::size_t n);

    /**
     * @brief `ethtool -G ... tx`: set the size of each ring.
     * @param descriptors number of descriptors
     * @return false, and no change, if it is not 1 to NicTxRing::MAX_SIZE or less than what is in
     *         use on a ring
     */
    bool SetRingSize(std::size_t descriptors);

    /**
     * @brief Descriptors in use.
     * @return number of descriptors, of all rings together
     */
    std::size_t GetNUsed() const;

    /**
     * @brief The next queue in turn whose ring has something to send; it has had its turn then.
     * @return the queue, or null if there is nothing to send
     */
    NicTxQueue* TakeTurn();

    /**
     * @brief Which queue is it?
     * @param queue one of the queues
     * @return its index
     */
    std::size_t GetIndex(const NicTxQueue& queue) const;

    /**
     * @brief How many queues there are.
     * @return number of queues
     */
    std::size_t GetN() const
    {
        return m_queues.size();
    }

    /**
     * @brief A queue.
     * @param i index, below GetN()
     * @return the queue
     */
    NicTxQueue& Get(std::size_t i) const
    {
        return *m_queues[i];
    }

  private:
    std::vector<std::unique_ptr<NicTxQueue>> m_queues; //!< the queues
    std::size_t m_next{0};                             //!< whose turn it is
};

} // namespace ns3

#endif /* LINUX_TX_NIC_TX_QUEUE_SET_H */
