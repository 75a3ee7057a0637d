/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/cwnd-usage.h"

namespace ns3
{

void
CwndUsage::Validate(SequenceNumber32 unacknowledged, SequenceNumber32 next, bool cwndLimited)
{
    const auto packetsOut = static_cast<uint32_t>(next - unacknowledged);
    // The strongest sign in a window counts: used up, or else the most that was not acknowledged.
    if (unacknowledged >= m_end || cwndLimited || (!m_cwndLimited && packetsOut > m_maxPacketsOut))
    {
        m_cwndLimited = cwndLimited;
        m_maxPacketsOut = packetsOut;
        m_end = next;
    }
}

} // namespace ns3
