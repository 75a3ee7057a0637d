/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/qdisc-watchdog.h"

#include "ns3/nstime.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <utility>

namespace ns3
{

QdiscWatchdog::QdiscWatchdog(std::function<void()> run)
    : m_run(std::move(run))
{
}

QdiscWatchdog::~QdiscWatchdog()
{
    Cancel();
}

void
QdiscWatchdog::Schedule(int64_t expires, int64_t slack)
{
    if (!m_event.IsExpired() && m_expires >= expires && m_expires - expires <= slack)
    {
        return;
    }
    m_event.Cancel();
    m_expires = expires;
    const Time delay = NanoSeconds(expires + slack) - Simulator::Now();
    // Running may be the end of the queue disc, and of this.
    m_event = Simulator::Schedule(std::max(delay, Time()), m_run);
}

void
QdiscWatchdog::Cancel()
{
    m_event.Cancel();
}

} // namespace ns3
