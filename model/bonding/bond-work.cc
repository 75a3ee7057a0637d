/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/bond-work.h"

#include "ns3/simulator.h"

#include <utility>

namespace ns3
{

BondWork::BondWork(const JiffyClock& clock, std::function<void()> run)
    : m_clock(clock),
      m_run(std::move(run))
{
}

BondWork::~BondWork()
{
    Cancel();
}

void
BondWork::Queue(int64_t delay)
{
    if (IsPending())
    {
        return;
    }
    m_pending = true;
    if (delay <= 0)
    {
        m_event = Simulator::ScheduleNow(&BondWork::Expire, this);
        return;
    }
    const Time now = Simulator::Now();
    m_clock.GetWheel().Add(*this, now + m_clock.GetDelay(now, delay));
}

void
BondWork::Cancel()
{
    if (m_pending)
    {
        m_pending = false;
        m_event.Cancel();
        m_clock.GetWheel().Remove(*this);
    }
}

bool
BondWork::IsPending() const
{
    return m_pending;
}

void
BondWork::Expire()
{
    m_pending = false;
    m_run();
}

} // namespace ns3
