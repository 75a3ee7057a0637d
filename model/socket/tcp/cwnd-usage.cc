/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/cwnd-usage.h"

#include <algorithm>

namespace ns3
{

void
CwndUsage::NotifyCwndLimited(SequenceNumber32 next, uint32_t inFlight)
{
    m_cwndLimited = true;
    m_throttled = false;
    m_mostInFlight = inFlight;
    m_end = next;
}

void
CwndUsage::NotifyThrottled(SequenceNumber32 unacknowledged,
                           SequenceNumber32 next,
                           uint32_t inFlight)
{
    // What was learnt last holds for the window in which it was learnt.
    const bool newWindow = unacknowledged >= m_end;
    if (newWindow || (!m_cwndLimited && inFlight > m_mostInFlight))
    {
        m_cwndLimited = false;
        m_throttled = true;
        m_mostInFlight = inFlight;
        m_end = next;
    }
}

bool
CwndUsage::MayGrow(SequenceNumber32 unacknowledged, uint32_t cwnd, bool slowStart) const
{
    const bool stale = unacknowledged > m_end;
    return !m_throttled || stale || (slowStart && cwnd < 2 * m_mostInFlight);
}

} // namespace ns3
