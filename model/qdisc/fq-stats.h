/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_FQ_STATS_H
#define LINUX_TX_FQ_STATS_H

#include <cstdint>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief What `tc -s qdisc` prints of an fq queue disc beside the figures that all have (struct
 *        tc_fq_qd_stats of include/uapi/linux/pkt_sched.h), under tc's names.
 *
 * tc prints two different things as "throttled": first flows, then a count of events.
 */
struct FqStats
{
    uint32_t flows{0};          //!< flows that are known
    uint32_t inactive{0};       //!< of these, not waiting for a turn
    uint32_t throttledFlows{0}; //!< of these, waiting for their time
    int64_t nextPacketDelay{0}; //!< until the watchdog runs at the latest, in ns; 0 for never
    uint64_t gc{0};             //!< idle flows that were forgotten
    uint64_t highprio{0};       //!< control packets, which pass all others
    uint64_t throttled{0};      //!< how often a flow had to wait for its time
    uint64_t latency{0};        //!< how late flows had their turn, a moving average, in ns
    uint64_t ceMark{0};         //!< packets that left later than ce_threshold
    uint64_t flowsPlimit{0};    //!< packets dropped because their flow had flow_limit of them
    uint64_t pktsTooLong{0};    //!< packets whose pacing delay was cut to 1 s
    uint64_t allocErrors{0};    //!< flows that the kernel had no memory for: always 0 here
    uint64_t horizonDrops{0};   //!< packets dropped because they were to leave beyond the horizon
    uint64_t horizonCaps{0};    //!< packets that leave earlier because of the horizon
};

} // namespace ns3

#endif /* LINUX_TX_FQ_STATS_H */
