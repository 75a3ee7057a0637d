/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/socket-lock.h"

#include <algorithm>

namespace ns3
{

void
SocketLock::Hold(Time now, Time duration)
{
    const Time begin = m_ends.empty() ? now : std::max(now, m_ends.back());
    m_ends.push_back(begin + duration);
}

Time
SocketLock::GetTimeLeft(Time now)
{
    while (!m_ends.empty() && m_ends.front() <= now)
    {
        m_ends.pop_front();
    }
    return m_ends.empty() ? Time(0) : m_ends.front() - now;
}

} // namespace ns3
