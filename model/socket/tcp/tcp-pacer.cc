/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/tcp-pacer.h"

#include "ns3/socket-pacing.h"

#include <algorithm>

namespace ns3
{

int64_t
TcpPacer::Depart(int64_t now)
{
    m_credit = std::max<int64_t>(now - m_nextTime, 0);
    m_nextTime = std::max(m_nextTime, now);
    return m_nextTime;
}

void
TcpPacer::NotifySent(uint32_t bytes, uint32_t segments, uint64_t bytesPerSecond)
{
    m_segments += segments;
    if (bytesPerSecond == 0 || bytesPerSecond == SocketPacing::UNLIMITED ||
        m_segments < UNPACED_SEGMENTS)
    {
        return;
    }
    constexpr uint64_t NS_PER_SECOND = 1'000'000'000;
    const auto gap = static_cast<int64_t>(bytes * NS_PER_SECOND / bytesPerSecond);
    // A timer that was late, or an application, is forgiven up to half of the gap.
    m_nextTime += gap - std::min(gap / 2, m_credit);
}

} // namespace ns3
