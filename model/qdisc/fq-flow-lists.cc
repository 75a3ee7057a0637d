/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/fq-flow-lists.h"

#include "ns3/fq-flow.h"

#include <algorithm>

namespace ns3
{

namespace
{

constexpr unsigned LATENCY_SHIFT = 3; //!< a new sample's weight in the average is 1/8

} // namespace

FqFlow*
FqFlowLists::GetFirst() const
{
    if (!m_new.empty())
    {
        return m_new.front();
    }
    return m_old.empty() ? nullptr : m_old.front();
}

bool
FqFlowLists::RemoveFirst()
{
    const bool isNew = !m_new.empty();
    (isNew ? m_new : m_old).pop_front();
    return isNew;
}

void
FqFlowLists::Throttle(FqFlow& flow)
{
    m_throttled.emplace(flow.GetTimeNextPacket(), &flow); // behind those of the same time
    m_timeNextDelayed = std::min(m_timeNextDelayed, flow.GetTimeNextPacket());
    ++m_nThrottledEver;
}

void
FqFlowLists::Unthrottle(int64_t now)
{
    if (m_timeNextDelayed > now)
    {
        return;
    }
    const auto sample = static_cast<uint64_t>(now - m_timeNextDelayed);
    m_unthrottleLatency -= m_unthrottleLatency >> LATENCY_SHIFT;
    m_unthrottleLatency += sample >> LATENCY_SHIFT;

    while (!m_throttled.empty() && m_throttled.begin()->first <= now)
    {
        AddOld(*m_throttled.begin()->second);
        m_throttled.erase(m_throttled.begin());
    }
    m_timeNextDelayed = m_throttled.empty() ? NEVER : m_throttled.begin()->first;
}

void
FqFlowLists::Clear()
{
    m_new.clear();
    m_old.clear();
    m_throttled.clear();
    m_timeNextDelayed = NEVER;
}

} // namespace ns3
