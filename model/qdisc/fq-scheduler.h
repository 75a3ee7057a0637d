/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_FQ_SCHEDULER_H
#define LINUX_TX_FQ_SCHEDULER_H

#include "ns3/fq-flow-lists.h"
#include "ns3/fq-flow-table.h"
#include "ns3/fq-flow.h"
#include "ns3/fq-packet.h"
#include "ns3/fq-parameters.h"
#include "ns3/fq-stats.h"

#include <cstddef>
#include <cstdint>
#include <optional>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief Which packet leaves next, and when: what fq decides (fq_enqueue() and fq_dequeue() of
 *        net/sched/sch_fq.c, kernel 6.1).
 *
 * Deficit round robin over the flows, each of which may have to wait until its rate, or the
 * departure time of its packet, lets it send. Control packets have a queue of their own that passes
 * all flows.
 *
 * It knows no simulator, queue disc or device. LinuxFqQueueDisc, the only caller, tells it the time
 * and keeps the packets.
 */
class FqScheduler
{
  public:
    /// The kernel's two clocks.
    struct Clock
    {
        int64_t now;     //!< ktime_get_ns(), in ns
        int64_t jiffies; //!< jiffies
    };

    /// A packet that leaves.
    struct Departure
    {
        FqPacket packet; //!< the packet
        bool late;       //!< it waited for more than ce_threshold beyond its time
    };

    /**
     * @brief Constructor.
     * @param parameters how the queue disc is set; must outlive the scheduler, and may change
     */
    explicit FqScheduler(const FqParameters& parameters);

    /**
     * @brief Queue a control packet.
     * @param packet the packet
     */
    void EnqueueControl(FqPacket packet);

    /**
     * @brief A packet of a flow has come: may the flow queue it?
     * @param key its flow
     * @param clock now
     * @return the flow, to be given to Enqueue(); null if it has as many packets as it may
     */
    FqFlow* Admit(const FqFlowKey& key, const Clock& clock);

    /**
     * @brief Queue a packet of a flow.
     * @param flow the flow, just admitted
     * @param packet the packet
     * @param clock now
     */
    void Enqueue(FqFlow& flow, FqPacket packet, const Clock& clock);

    /**
     * @brief Take the packet that leaves now.
     * @param clock now
     * @return the packet; nothing if none may leave yet
     */
    std::optional<Departure> Dequeue(const Clock& clock);

    /**
     * @brief When Dequeue() has nothing, when it will have something, unless a packet comes.
     * @return time, in ns; FqFlowLists::NEVER if there is none
     */
    int64_t GetTimeNextDelayed() const
    {
        return m_lists.GetTimeNextDelayed();
    }

    /**
     * @brief Use the number of buckets that the parameters now have.
     * @param jiffies now
     */
    void ResizeTable(int64_t jiffies)
    {
        m_table.Resize(jiffies);
    }

    /**
     * @brief Forget all packets and flows; counters stay (fq_reset).
     */
    void Clear();

    /**
     * @brief How many packets are queued.
     * @return qlen
     */
    std::size_t GetNPackets() const
    {
        return m_nPackets;
    }

    /**
     * @brief What tc prints, as far as the scheduler knows it.
     * @param now the time, in ns
     * @return all but the horizon's counters
     */
    FqStats GetStats(int64_t now) const;

  private:
    /**
     * @brief A flow's packet has left: when may the next one?
     * @param flow the flow; its credit is already charged
     * @param packet the packet
     * @param now the time, in ns
     */
    void Pace(FqFlow& flow, const FqPacket& packet, int64_t now);

    /**
     * @brief How long a rate takes for a packet.
     * @param bytes the packet, in bytes
     * @param rate the rate, in bytes/s
     * @return ns, at most 1 s
     */
    int64_t GetDelay(uint64_t bytes, uint64_t rate);

    const FqParameters& m_parameters; //!< how the queue disc is set
    FqFlow m_internal;                //!< control packets (q->internal)
    FqFlowTable m_table;              //!< all flows
    FqFlowLists m_lists;              //!< those that wait for a turn or for their time
    std::size_t m_nPackets{0};        //!< qlen
    uint64_t m_nHighprio{0};          //!< stat_internal_packets
    uint64_t m_nCeMarked{0};          //!< stat_ce_mark
    uint64_t m_nFlowsPlimit{0};       //!< stat_flows_plimit
    uint64_t m_nTooLong{0};           //!< stat_pkts_too_long
};

} // namespace ns3

#endif /* LINUX_TX_FQ_SCHEDULER_H */
