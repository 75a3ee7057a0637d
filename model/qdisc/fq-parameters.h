/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_FQ_PARAMETERS_H
#define LINUX_TX_FQ_PARAMETERS_H

#include "ns3/socket-pacing.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief How an fq queue disc is set, in the units in which the kernel keeps it (the fields of
 *        struct fq_sched_data that fq_change() writes, net/sched/sch_fq.c).
 *
 * The defaults are those of fq_init() on an Ethernet device with an MTU of 1500.
 */
struct FqParameters
{
    uint32_t flowLimit{100};                   //!< packets that a flow may have queued
    uint32_t quantum{3028};                    //!< credit a round, in bytes
    uint32_t initialQuantum{15140};            //!< credit of a flow not met before, in bytes
    uint64_t maxRate{SocketPacing::UNLIMITED}; //!< most that a flow gets, in bytes/s
    uint64_t lowRateThreshold{550000 / 8};     //!< up to here each packet is paced, in bytes/s
    uint32_t buckets{1024};                    //!< of the table of flows
    uint32_t orphanMask{1023};                 //!< of the flow hash of packets without a socket
    int64_t refillDelay{10};                   //!< idle time that earns a quantum, in jiffies
    int64_t collectAge{750};                   //!< idle time after which a flow goes, in jiffies
    int64_t horizon{10'000'000'000};           //!< latest departure time, in ns from now
    bool horizonDrop{true};                    //!< drop what is beyond the horizon, else cap it
    int64_t ceThreshold{4'294'967'295'000};    //!< lateness that is marked, in ns
    int64_t timerSlack{10'000};                //!< how late the watchdog may be, in ns
    bool pacing{true};                         //!< pace by rate
};

} // namespace ns3

#endif /* LINUX_TX_FQ_PARAMETERS_H */
