/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/jiffy-clock.h"

namespace ns3
{

namespace
{

/// Keeps "jiffies minus a long time ago" positive at the start of a simulation.
constexpr int64_t INITIAL_JIFFIES = int64_t{1} << 32;

/// Shape of the timer wheel: entries of a level (LVL_SIZE) and its ratio to the next (8).
constexpr int64_t WHEEL_LEVEL_SIZE = 64;
constexpr int WHEEL_LEVEL_SHIFT = 3;
constexpr int WHEEL_LEVELS = 9;

} // namespace

JiffyClock::JiffyClock(Time jiffy)
    : m_jiffy(jiffy)
{
}

int64_t
JiffyClock::GetJiffies(Time now) const
{
    return INITIAL_JIFFIES + now.GetTimeStep() / m_jiffy.GetTimeStep();
}

int64_t
JiffyClock::FromMilliseconds(uint64_t milliseconds) const
{
    const int64_t steps = MilliSeconds(milliseconds).GetTimeStep();
    const int64_t jiffy = m_jiffy.GetTimeStep();
    return (steps + jiffy - 1) / jiffy;
}

Time
JiffyClock::GetDelay(Time now, int64_t delay) const
{
    if (delay <= 0)
    {
        return Time(0);
    }
    int level = 0;
    int64_t reach = WHEEL_LEVEL_SIZE - 1;
    while (delay >= reach && level + 1 < WHEEL_LEVELS)
    {
        ++level;
        reach <<= WHEEL_LEVEL_SHIFT;
    }
    const int shift = level * WHEEL_LEVEL_SHIFT;
    const int64_t expires = GetJiffies(now) + delay;
    const int64_t runs = ((expires + (int64_t{1} << shift)) >> shift) << shift;
    return TimeStep((runs - INITIAL_JIFFIES) * m_jiffy.GetTimeStep()) - now;
}

} // namespace ns3
