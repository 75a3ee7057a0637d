/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/tx-coalescer.h"

#include "ns3/nstime.h"
#include "ns3/simulator.h"

#include <utility>

namespace ns3
{

void
TxCoalescer::NotifySent(const TxCoalescing& settings, std::size_t nUnreported, Interrupt interrupt)
{
    if (!m_handler.IsExpired())
    {
        return;
    }
    if (settings.usecs == 0 || (settings.frames > 0 && nUnreported >= settings.frames))
    {
        m_timer.Cancel();
        Raise(settings.latency, std::move(interrupt));
    }
    else if (m_timer.IsExpired())
    {
        m_timer = Simulator::Schedule(
            MicroSeconds(settings.usecs),
            [this, latency = settings.latency, interrupt = std::move(interrupt)]() mutable {
                Raise(latency, std::move(interrupt));
            });
    }
}

void
TxCoalescer::Raise(Time latency, Interrupt interrupt)
{
    if (latency.IsZero())
    {
        interrupt();
    }
    else
    {
        m_handler = Simulator::Schedule(latency, std::move(interrupt));
    }
}

void
TxCoalescer::Cancel()
{
    m_timer.Cancel();
    m_handler.Cancel();
}

} // namespace ns3
