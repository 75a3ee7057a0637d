/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/tcp-small-queue-limit.h"

#include "ns3/enum.h"

#include <algorithm>

namespace ns3
{

namespace
{

/**
 * @brief What tcp_limit_output_bytes is when nobody sets it.
 * @param policy the policy
 * @return bytes
 */
uint32_t
GetDefaultLimit(TcpSmallQueuePolicy policy)
{
    return policy == TSQ_RATE ? TcpSmallQueueLimit::LIMIT_OUTPUT_BYTES_6_1
                              : TcpSmallQueueLimit::LIMIT_OUTPUT_BYTES_3_6;
}

} // namespace

TcpSmallQueuePolicy
TcpSmallQueueLimit::OfKernel(const KernelRelease& release)
{
    if (release.IsSince({3, 19, 0}))
    {
        return TSQ_RATE;
    }
    if (release.IsSince({3, 12, 0}))
    {
        return TSQ_RATE_3_12;
    }
    return release.IsSince({3, 6, 0}) ? TSQ_FIXED : TSQ_OFF;
}

TcpSmallQueueLimit::TcpSmallQueueLimit(TcpSmallQueuePolicy policy, uint32_t limitOutputBytes)
    : m_policy(policy),
      m_limitOutputBytes(limitOutputBytes > 0 ? limitOutputBytes : GetDefaultLimit(policy))
{
}

uint64_t
TcpSmallQueueLimit::Get(const Packet& packet) const
{
    constexpr uint32_t DRAFT_SHIFT = 8;
    constexpr uint32_t SHIFT_3_12 = 10;
    switch (m_policy)
    {
    case TSQ_FIXED:
        return m_limitOutputBytes;
    case TSQ_DRAFT:
        return std::max<uint64_t>(2 * packet.mss, packet.pacingRate >> DRAFT_SHIFT);
    case TSQ_RATE_3_12:
        return std::max<uint64_t>(packet.truesize, packet.pacingRate >> SHIFT_3_12);
    case TSQ_RATE: {
        uint64_t limit =
            std::max<uint64_t>(2 * packet.truesize, packet.pacingRate >> packet.pacingShift);
        if (packet.pacingStatus == SocketPacing::NONE)
        {
            limit = std::min<uint64_t>(limit, m_limitOutputBytes);
        }
        return packet.retransmission ? 2 * limit : limit;
    }
    case TSQ_KERNEL:
    case TSQ_OFF:
        break;
    }
    return UINT64_MAX;
}

Ptr<const AttributeChecker>
MakeTcpSmallQueueChecker()
{
    return MakeEnumChecker(TSQ_KERNEL,
                           "Kernel",
                           TSQ_OFF,
                           "Off",
                           TSQ_FIXED,
                           "Fixed",
                           TSQ_DRAFT,
                           "Draft",
                           TSQ_RATE_3_12,
                           "Rate-3.12",
                           TSQ_RATE,
                           "Rate");
}

} // namespace ns3
