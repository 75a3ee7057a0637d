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
    if (settings.frames > 0 && nUnreported >= settings.frames)
    {
        m_timer.Cancel();
        interrupt();
    }
    else if (m_timer.IsExpired())
    {
        m_timer = Simulator::Schedule(MicroSeconds(settings.usecs), std::move(interrupt));
    }
}

void
TxCoalescer::Cancel()
{
    m_timer.Cancel();
}

} // namespace ns3
