/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/socket-write-memory.h"

#include <algorithm>
#include <utility>

namespace ns3
{

void
SocketWriteMemory::SetSndbuf(uint32_t value, uint32_t wmemMax)
{
    const uint64_t doubled = 2 * static_cast<uint64_t>(std::min(value, wmemMax));
    // The kernel keeps sk_sndbuf in a signed int.
    constexpr uint64_t INT_LIMIT = INT32_MAX;
    m_sndbuf = static_cast<uint32_t>(std::clamp<uint64_t>(doubled, SOCK_MIN_SNDBUF, INT_LIMIT));
}

void
SocketWriteMemory::Charge(uint32_t truesize)
{
    SetWmemAlloc(m_wmemAlloc + truesize);
    m_peakWmemAlloc = std::max(m_peakWmemAlloc, m_wmemAlloc);
}

void
SocketWriteMemory::Uncharge(uint32_t truesize)
{
    SetWmemAlloc(m_wmemAlloc - truesize);
    if (m_waiting && m_wmemAlloc <= m_wakeAt.value_or(m_sndbuf / 2))
    {
        m_waiting = false;
        if (m_writeSpace)
        {
            m_writeSpace();
        }
    }
}

void
SocketWriteMemory::SetWriteSpaceCallback(WriteSpaceCallback callback)
{
    m_writeSpace = std::move(callback);
}

void
SocketWriteMemory::SetChangeCallback(ChangeCallback callback)
{
    m_changed = std::move(callback);
}

void
SocketWriteMemory::SetWmemAlloc(uint64_t wmemAlloc)
{
    const uint64_t old = std::exchange(m_wmemAlloc, wmemAlloc);
    if (m_changed && old != m_wmemAlloc)
    {
        m_changed(old, m_wmemAlloc);
    }
}

} // namespace ns3
