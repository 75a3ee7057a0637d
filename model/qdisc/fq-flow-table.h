/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_FQ_FLOW_TABLE_H
#define LINUX_TX_FQ_FLOW_TABLE_H

#include "ns3/fq-flow-key.h"
#include "ns3/fq-flow.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

namespace ns3
{

struct FqParameters;

/**
 * @ingroup linux-tx
 * @brief The flows that fq knows, and how it forgets those that are idle (fq_root of struct
 *        fq_sched_data, fq_gc() and fq_rehash() of net/sched/sch_fq.c).
 *
 * A flow stays when its last packet has left. Once there are twice as many flows as buckets, and
 * more than half of them are inactive, each look-up first removes up to 8 flows of its bucket that
 * were idle for 3 s.
 *
 * Linux hashes a socket's address to a bucket. Here flows are dealt to the buckets one after the
 * other, so that a run does not depend on addresses; the bucket of a flow that is not known yet is
 * the one that it would get.
 *
 * Invariant: a flow that is not detached is never removed. FqScheduler is the only caller.
 */
class FqFlowTable
{
  public:
    /**
     * @brief Constructor.
     * @param parameters how the queue disc is set; must outlive the table
     */
    explicit FqFlowTable(const FqParameters& parameters);

    /// A flow that was looked up.
    struct Found
    {
        FqFlow& flow; //!< the flow
        bool isNew;   //!< it was not known before
    };

    /**
     * @brief Find the flow of a packet, or make it (fq_classify).
     * @param key what it is known by
     * @param jiffies now
     * @return the flow
     */
    Found Get(const FqFlowKey& key, int64_t jiffies);

    /**
     * @brief A flow has something to send: it is not inactive any more.
     * @param flow a detached flow
     */
    void Attach(FqFlow& flow);

    /**
     * @brief A flow has nothing to send.
     * @param flow a flow that is not detached
     * @param jiffies now
     */
    void Detach(FqFlow& flow, int64_t jiffies);

    /**
     * @brief Spread the flows over the buckets anew, whose number has changed (fq_resize); all that
     *        were idle for 3 s are removed.
     * @param jiffies now
     */
    void Resize(int64_t jiffies);

    /**
     * @brief Forget all flows (fq_reset).
     */
    void Clear();

    /**
     * @brief Flows that are known.
     * @return the number
     */
    std::size_t GetNFlows() const
    {
        return m_flows.size();
    }

    /**
     * @brief Flows that are detached.
     * @return the number
     */
    std::size_t GetNInactive() const
    {
        return m_nInactive;
    }

    /**
     * @brief Flows that were removed because they were idle.
     * @return the number
     */
    uint64_t GetNCollected() const
    {
        return m_nCollected;
    }

  private:
    /// A flow with its place in the table.
    struct Entry
    {
        FqFlow flow;     //!< the flow
        uint64_t number; //!< how many flows were made before it
        FqFlowKey key;   //!< what it is known by
    };

    /**
     * @brief Remove idle flows of a bucket (fq_gc).
     * @param bucket the bucket
     * @param keep the flow that is looked up, or null
     * @param jiffies now
     */
    void Collect(std::vector<Entry*>& bucket, const Entry* keep, int64_t jiffies);

    /**
     * @brief The bucket of a flow.
     * @param number how many flows were made before it
     * @return the bucket
     */
    std::vector<Entry*>& GetBucket(uint64_t number)
    {
        return m_buckets[number % m_buckets.size()];
    }

    const FqParameters& m_parameters; //!< how the queue disc is set
    std::unordered_map<FqFlowKey, std::unique_ptr<Entry>, FqFlowKey::Hash>
        m_flows;                                //!< to find them; never walked through
    std::vector<std::vector<Entry*>> m_buckets; //!< the flows of each bucket, oldest first
    uint64_t m_nCreated{0};                     //!< flows made so far
    std::size_t m_nInactive{0};                 //!< detached flows
    uint64_t m_nCollected{0};                   //!< flows removed because they were idle
};

} // namespace ns3

#endif /* LINUX_TX_FQ_FLOW_TABLE_H */
