/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/tso-deferral.h"

#include <algorithm>

namespace ns3
{

bool
TsoDeferral::ShouldDefer(const Situation& situation) const
{
    constexpr int64_t RECENT = 1'000'000; // ns; who wrote longer ago would send a burst
    if (winDivisor == 0 || situation.recovering || !situation.oldestSent ||
        situation.now - situation.lastSent > RECENT)
    {
        return false;
    }
    const uint32_t limit = std::min(situation.sendWindow, situation.congestionWindow);
    const bool full = limit >= situation.goal;
    const bool complete = !situation.headIsTail && limit >= situation.head;
    if (full || complete || limit >= situation.window / winDivisor)
    {
        return false;
    }
    // srtt_us >> 4 is half of the RTT.
    constexpr int64_t NS_PER_US = 1000;
    const int64_t halfRtt = NS_PER_US * (situation.scaledSrtt >> 4);
    return situation.now - situation.oldestSent.value() >= halfRtt;
}

} // namespace ns3
