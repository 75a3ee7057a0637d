/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_FQ_FLOW_LISTS_H
#define LINUX_TX_FQ_FLOW_LISTS_H

#include <cstddef>
#include <cstdint>
#include <deque>
#include <limits>
#include <map>

namespace ns3
{

class FqFlow;

/**
 * @ingroup linux-tx
 * @brief Whose turn it is (new_flows, old_flows and delayed of struct fq_sched_data,
 *        net/sched/sch_fq.c).
 *
 * A flow that is not detached is in exactly one place: in the list of flows that have just come
 * back, which are served first; in the list of the others; or, if it must not send yet, among the
 * throttled ones, which are in the order of their times.
 *
 * FqScheduler is the only caller. Flows belong to FqFlowTable.
 */
class FqFlowLists
{
  public:
    /// GetTimeNextDelayed() if no flow waits for its time (~0ULL).
    static constexpr int64_t NEVER = std::numeric_limits<int64_t>::max();

    /**
     * @brief A flow comes back: the last of the new ones.
     * @param flow the flow
     */
    void AddNew(FqFlow& flow)
    {
        m_new.push_back(&flow);
    }

    /**
     * @brief Whose turn it is: the first of the new flows, else of the old ones.
     * @return the flow, or null if all are throttled or detached
     */
    FqFlow* GetFirst() const;

    /**
     * @brief Take the flow whose turn it is off its list.
     * @return true if it was a new one
     */
    bool RemoveFirst();

    /**
     * @brief A flow that is on no list becomes the last of the old ones.
     * @param flow the flow
     */
    void AddOld(FqFlow& flow)
    {
        m_old.push_back(&flow);
    }

    /**
     * @brief Are there old flows?
     * @return true if so
     */
    bool HasOld() const
    {
        return !m_old.empty();
    }

    /**
     * @brief A flow that is on no list waits for its time_next_packet (fq_flow_set_throttled).
     * @param flow the flow
     */
    void Throttle(FqFlow& flow);

    /**
     * @brief Make old flows of those whose time has come (fq_check_throttled).
     * @param now the time, in ns
     */
    void Unthrottle(int64_t now);

    /**
     * @brief Forget all flows.
     */
    void Clear();

    /**
     * @brief When the first throttled flow may send.
     * @return time, in ns; NEVER if there is none
     */
    int64_t GetTimeNextDelayed() const
    {
        return m_timeNextDelayed;
    }

    /**
     * @brief Flows that are throttled now.
     * @return the number
     */
    std::size_t GetNThrottled() const
    {
        return m_throttled.size();
    }

    /**
     * @brief How often a flow was throttled.
     * @return the number
     */
    uint64_t GetNThrottledEver() const
    {
        return m_nThrottledEver;
    }

    /**
     * @brief How much later than they could flows were unthrottled.
     * @return moving average with weight 1/8, in ns
     */
    uint64_t GetUnthrottleLatency() const
    {
        return m_unthrottleLatency;
    }

  private:
    std::deque<FqFlow*> m_new;                   //!< new_flows
    std::deque<FqFlow*> m_old;                   //!< old_flows
    std::multimap<int64_t, FqFlow*> m_throttled; //!< delayed: time_next_packet, flow
    int64_t m_timeNextDelayed{NEVER};            //!< of the first throttled flow, in ns
    uint64_t m_nThrottledEver{0};                //!< stat_throttled
    uint64_t m_unthrottleLatency{0};             //!< unthrottle_latency_ns
};

} // namespace ns3

#endif /* LINUX_TX_FQ_FLOW_LISTS_H */
