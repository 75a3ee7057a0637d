/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_JIFFY_TIMER_WHEEL_H
#define LINUX_TX_JIFFY_TIMER_WHEEL_H

#include "ns3/event-id.h"
#include "ns3/nstime.h"

#include <vector>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief Something that a JiffyTimerWheel runs (struct timer_list).
 */
class JiffyTimer
{
  public:
    /**
     * @brief The time has come.
     */
    virtual void Expire() = 0;

  protected:
    ~JiffyTimer() = default;

  private:
    friend class JiffyTimerWheel;

    JiffyTimer* m_next{nullptr}; //!< the one added before it to the same bucket
};

/**
 * @ingroup linux-tx
 * @brief Runs timers at jiffies, in the kernel's order: of those that expire in the same jiffy the
 *        one added last runs first, because a bucket is a list with insertion at its head
 *        (enqueue_timer, expire_timers of kernel/time/timer.c).
 *
 * Two works that re-arm themselves with the same delay therefore take turns at being first. Link
 * monitor and LACP of one bond do so: that decides whether LACP sees a failed link in the same
 * tick.
 *
 * Invariant: a timer is in at most one bucket.
 */
class JiffyTimerWheel
{
  public:
    JiffyTimerWheel() = default;
    ~JiffyTimerWheel();

    JiffyTimerWheel(const JiffyTimerWheel&) = delete;
    JiffyTimerWheel& operator=(const JiffyTimerWheel&) = delete;

    /**
     * @brief Run a timer later (add_timer).
     * @param timer the timer; not in the wheel yet
     * @param at when, on a jiffy
     */
    void Add(JiffyTimer& timer, Time at);

    /**
     * @brief Do not run a timer (del_timer).
     * @param timer the timer; may not be in the wheel
     */
    void Remove(JiffyTimer& timer);

  private:
    /// The timers of one jiffy, a list through the timers themselves: most work of an idle bond is
    /// to add one.
    struct Bucket
    {
        Time at;                     //!< when
        JiffyTimer* newest{nullptr}; //!< the one added last; null if there is none
        EventId event;               //!< runs them
    };

    /**
     * @brief Take a timer out of a list.
     * @param list begin of the list
     * @param timer the timer; may not be in the list
     */
    static void Unlink(JiffyTimer*& list, const JiffyTimer& timer);

    /**
     * @brief Run the timers of a jiffy.
     * @param at the jiffy
     */
    void Run(Time at);

    std::vector<Bucket> m_buckets;   //!< few: there are about as many delays
    JiffyTimer* m_expiring{nullptr}; //!< of the jiffy that is being run, the next one first
};

} // namespace ns3

#endif /* LINUX_TX_JIFFY_TIMER_WHEEL_H */
