/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_JIFFY_CLOCK_H
#define LINUX_TX_JIFFY_CLOCK_H

#include "ns3/jiffy-timer-wheel.h"
#include "ns3/nstime.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief The kernel's coarse clock: jiffies, and when a delayed work really runs.
 *
 * A work queued for n jiffies runs n + 1 jiffies after the last jiffy boundary, and later still
 * where the timer wheel is coarse (calc_wheel_index() of kernel/time/timer.c, since 4.8): 100 ms at
 * HZ=250 are 25 jiffies and take 104 ms. Pure arithmetic; BondWork asks it.
 *
 * Invariant: a delay is never shortened, and a work that re-arms itself drifts exactly as the
 * kernel's does. A clock also has the wheel that the works of its bond wait in.
 */
class JiffyClock
{
  public:
    /**
     * @brief Constructor.
     * @param jiffy length of a jiffy (4 ms is HZ=250); must be positive
     */
    explicit JiffyClock(Time jiffy = MilliSeconds(4));

    /**
     * @brief The length of a jiffy.
     * @return the length
     */
    Time GetJiffy() const
    {
        return m_jiffy;
    }

    /**
     * @brief Set the length of a jiffy; timers that wait keep their times.
     * @param jiffy the length; must be positive
     */
    void SetJiffy(Time jiffy)
    {
        m_jiffy = jiffy;
    }

    /**
     * @brief jiffies at a time.
     * @param now the time
     * @return whole jiffies since time 0, plus an offset that keeps differences positive
     */
    int64_t GetJiffies(Time now) const;

    /**
     * @brief msecs_to_jiffies(): rounded up.
     * @param milliseconds a duration, in ms
     * @return the duration, in jiffies
     */
    int64_t FromMilliseconds(uint64_t milliseconds) const;

    /**
     * @brief How long after now a work queued with a delay runs.
     * @param now the time
     * @param delay the delay, in jiffies; 0 runs at once
     * @return time until it runs
     */
    Time GetDelay(Time now, int64_t delay) const;

    /**
     * @brief Where the works of the bond wait.
     * @return the wheel
     */
    JiffyTimerWheel& GetWheel() const
    {
        return m_wheel;
    }

  private:
    Time m_jiffy;                    //!< length of a jiffy
    mutable JiffyTimerWheel m_wheel; //!< no part of the clock's value
};

} // namespace ns3

#endif /* LINUX_TX_JIFFY_CLOCK_H */
