/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_FQ_FLOW_H
#define LINUX_TX_FQ_FLOW_H

#include "ns3/fq-packet.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief The packets of one flow of fq, and what the flow may send (struct fq_flow of
 *        net/sched/sch_fq.c).
 *
 * Invariant: packets leave by the time at which they are to be sent, those of the same time as they
 * came. Hardly ever does one come that is to leave before the last one; it goes into a tree of its
 * own, so that all others are a plain queue.
 *
 * FqScheduler gives it its packets and its turns.
 */
class FqFlow
{
  public:
    /**
     * @brief A flow without packets.
     * @param credit what it may send in its first turn, in bytes
     */
    explicit FqFlow(int32_t credit = 0);

    /**
     * @brief Queue a packet (flow_queue_add).
     * @param packet the packet
     */
    void Add(FqPacket packet);

    /**
     * @brief The packet that leaves next (fq_peek).
     * @return the packet, or null if there is none
     */
    const FqPacket* Peek() const;

    /**
     * @brief Take the packet that leaves next (fq_dequeue_skb); there has to be one.
     * @return the packet
     */
    FqPacket Pop();

    /**
     * @brief How many packets it has queued.
     * @return qlen
     */
    std::size_t GetNPackets() const
    {
        return m_line.size() + m_outOfOrder.size();
    }

    /**
     * @brief What it may send before it is the next flow's turn.
     * @return bytes; 0 or less if its turn is over
     */
    int32_t GetCredit() const
    {
        return m_credit;
    }

    /**
     * @brief Set what it may send.
     * @param credit bytes
     */
    void SetCredit(int32_t credit)
    {
        m_credit = credit;
    }

    /**
     * @brief A flow that was idle for long comes back: its credit is the quantum, if it was less
     *        and not negative.
     *
     * fq_enqueue() compares as unsigned numbers, so that what a flow has sent beyond its credit
     * stays a debt.
     * @param quantum bytes
     */
    void Refill(uint32_t quantum);

    /**
     * @brief When it may send again, by its rate or by the departure time it waits for.
     * @return time_next_packet, in ns; 0 if it was never paced
     */
    int64_t GetTimeNextPacket() const
    {
        return m_timeNextPacket;
    }

    /**
     * @brief Set when it may send again.
     * @param time time_next_packet, in ns
     */
    void SetTimeNextPacket(int64_t time)
    {
        m_timeNextPacket = time;
    }

    /**
     * @brief Is it neither waiting for a turn nor for its time? (fq_flow_is_detached)
     * @return true if so
     */
    bool IsDetached() const
    {
        return m_detached;
    }

    /**
     * @brief Say that it waits for a turn.
     */
    void Attach()
    {
        m_detached = false;
    }

    /**
     * @brief Say that it waits for nothing (fq_flow_set_detached).
     * @param jiffies now
     */
    void Detach(int64_t jiffies);

    /**
     * @brief Has it been detached for longer than that?
     * @param delay the time, in jiffies
     * @param jiffies now
     * @return true if so
     */
    bool WasIdle(int64_t delay, int64_t jiffies) const
    {
        return m_detached && jiffies > m_age + delay;
    }

  private:
    std::deque<FqPacket> m_line;                   //!< in order: head and tail
    std::multimap<int64_t, FqPacket> m_outOfOrder; //!< t_root: time to send, packet
    int32_t m_credit;                              //!< bytes
    int64_t m_timeNextPacket{0};                   //!< ns
    bool m_detached{true};                         //!< on none of the lists
    int64_t m_age{0};                              //!< when it was detached, in jiffies
};

} // namespace ns3

#endif /* LINUX_TX_FQ_FLOW_H */
