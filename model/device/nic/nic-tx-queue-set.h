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
 * The hardware serves the rings round-robin, one entry a turn (TakeTurn). It keeps a bit for each
 * queue whose doorbell has rung, so a turn costs the same with 64 queues as with one.
 *
 * Invariants: there is at least one queue; all rings are of one size and have the same thresholds;
 * a queue whose ring has something pending has its bit set.
 *
 * It knows no simulator and no device; NicNetDevice owns it.
 */
class NicTxQueueSet
{
  public:
    static constexpr std::size_t MAX_QUEUES = 64; //!< most queues that Resize() takes

    /**
     * @brief Constructor: one queue.
     * @param doorbell told when a doorbell rings
     */
    explicit NicTxQueueSet(NicTxQueue::DoorbellCallback doorbell);

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
     * @brief Set when the driver stops and wakes each queue.
     * @param thresholds the thresholds
     */
    void SetThresholds(const NicTxRing::Thresholds& thresholds);

    /**
     * @brief When the driver stops and wakes each queue.
     * @return the thresholds
     */
    const NicTxRing::Thresholds& GetThresholds() const
    {
        return m_thresholds;
    }

    /**
     * @brief `ethtool -C`: set when what the queues have sent is reported, also of queues to come.
     * @param coalescing the settings
     */
    void SetCoalescing(const TxCoalescing& coalescing);

    /**
     * @brief What SetCoalescing() has set; single queues may have been set otherwise.
     * @return the settings
     */
    const TxCoalescing& GetCoalescing() const
    {
        return m_coalescing;
    }

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
    /**
     * @brief Make a queue, behind those that there are.
     * @param ringSize number of descriptors
     */
    void AddQueue(std::size_t ringSize);

    NicTxQueue::DoorbellCallback m_doorbell;           //!< told when a doorbell rings
    NicTxRing::Thresholds m_thresholds;                //!< of each queue
    TxCoalescing m_coalescing;                         //!< of each queue, unless set by itself
    std::vector<std::unique_ptr<NicTxQueue>> m_queues; //!< the queues
    uint64_t m_pending{0};                             //!< a bit for each queue with work
    std::size_t m_next{0};                             //!< whose turn it is
};

} // namespace ns3

#endif /* LINUX_TX_NIC_TX_QUEUE_SET_H */
