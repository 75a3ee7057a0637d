/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/cwnd-usage.h"

namespace ns3
{

void
CwndUsage::Validate(SequenceNumber32 unacknowledged,
                    SequenceNumber32 next,
                    uint32_t inFlight,
                    bool cwndLimited)
{
    // The strongest sign in a window counts: used up, or else the most that was in flight.
    if (unacknowledged >= m_end || cwndLimited || (!m_cwndLimited && inFlight > m_mostInFlight))
    {
        m_cwndLimited = cwndLimited;
        m_mostInFlight = inFlight;
        m_end = next;
    }
}

} // namespace ns3
