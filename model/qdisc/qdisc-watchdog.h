/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_QDISC_WATCHDOG_H
#define LINUX_TX_QDISC_WATCHDOG_H

#include "ns3/event-id.h"

#include <cstdint>
#include <functional>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief The timer of a queue disc that holds back packets (struct qdisc_watchdog of
 *        net/sched/sch_api.c).
 *
 * It is an hrtimer with a range: it runs with whatever interrupt falls into the range, or at its
 * end. A simulated host has no other interrupts, so here it is always the end.
 */
class QdiscWatchdog
{
  public:
    /**
     * @brief Constructor.
     * @param run what to do, as a rule to run the queue disc
     */
    explicit QdiscWatchdog(std::function<void()> run);
    ~QdiscWatchdog();
    QdiscWatchdog(const QdiscWatchdog&) = delete;
    QdiscWatchdog& operator=(const QdiscWatchdog&) = delete;

    /**
     * @brief Run at a time, or up to @p slack later (qdisc_watchdog_schedule_range_ns); one that
     *        is already set to begin within that range stays as it is.
     * @param expires simulation time, in ns
     * @param slack the range, in ns
     */
    void Schedule(int64_t expires, int64_t slack);

    /**
     * @brief Do not run (qdisc_watchdog_cancel).
     */
    void Cancel();

  private:
    std::function<void()> m_run; //!< what to do
    EventId m_event;             //!< the end of the range
    int64_t m_expires{0};        //!< its begin, in ns
};

} // namespace ns3

#endif /* LINUX_TX_QDISC_WATCHDOG_H */
