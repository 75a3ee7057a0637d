/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/tcp-write-queue.h"

#include "ns3/skb-truesize.h"
#include "ns3/tso-sizing.h"

#include <algorithm>

namespace ns3
{

namespace
{

/**
 * @brief The next power of two (roundup_pow_of_two).
 * @param value above 0
 * @return the least power of two that is not less
 */
uint64_t
RoundUpToPowerOfTwo(uint32_t value)
{
    uint64_t power = 1;
    while (power < value)
    {
        power *= 2;
    }
    return power;
}

} // namespace

void
TcpWriteQueue::SetSndbuf(uint32_t value)
{
    m_locked = value > 0;
    if (m_locked)
    {
        constexpr uint64_t INT_LIMIT = INT32_MAX; // sk_sndbuf is a signed int
        m_sndbuf = static_cast<uint32_t>(
            std::clamp<uint64_t>(2 * static_cast<uint64_t>(value), SOCK_MIN_SNDBUF, INT_LIMIT));
    }
}

void
TcpWriteQueue::Expand(uint32_t mss, uint32_t cwnd)
{
    if (m_locked)
    {
        return;
    }
    constexpr uint32_t INITIAL_WINDOW = 10; // TCP_INIT_CWND, in segments
    constexpr uint32_t WINDOWS = 2;         // one in flight, one to be written meanwhile
    const uint64_t perSegment =
        RoundUpToPowerOfTwo(mss + TsoSizing::MAX_TCP_HEADER + SkbTruesize::SHARED_INFO) +
        SkbTruesize::SKB_STRUCT;
    const uint64_t wanted = WINDOWS * std::max(cwnd, INITIAL_WINDOW) * perSegment;
    if (m_sndbuf < wanted)
    {
        m_sndbuf = static_cast<uint32_t>(
            std::max<uint64_t>(m_sndbuf, std::min<uint64_t>(wanted, m_wmemMax)));
    }
}

uint64_t
TcpWriteQueue::GetWmemQueued(const Fill& fill) const
{
    return fill.payload + static_cast<uint64_t>(fill.nSkbs) * m_overhead;
}

uint64_t
TcpWriteQueue::GetRoom(uint64_t queued) const
{
    if (!m_locked && m_payloadLimit < m_wmemMax)
    {
        return UINT32_MAX;
    }
    return queued < m_sndbuf ? m_sndbuf - queued : 0;
}

bool
TcpWriteQueue::Admit(const Fill& fill)
{
    m_waiting = GetRoom(GetWmemQueued(fill)) == 0 || !IsBelowLowat(fill.unsent, false);
    return !m_waiting;
}

uint64_t
TcpWriteQueue::AskForRoom(const Fill& fill)
{
    const uint64_t queued = GetWmemQueued(fill);
    const uint64_t room = GetRoom(queued);
    m_waiting =
        room == 0 || (m_waiting && room < queued / 2) || !IsBelowLowat(fill.unsent, m_waiting);
    return m_waiting ? 0 : room;
}

bool
TcpWriteQueue::IsBelowLowat(uint32_t unsent, bool waking) const
{
    // Who is woken finds at least half of the mark free.
    const uint64_t counted = static_cast<uint64_t>(unsent) << (waking ? 1 : 0);
    return m_notsentLowat == NO_LOWAT || counted < m_notsentLowat;
}

} // namespace ns3
