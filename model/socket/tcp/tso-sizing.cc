/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/tso-sizing.h"

#include <algorithm>

namespace ns3
{

TsoSizing::Kind
TsoSizing::OfKernel(const KernelRelease& release)
{
    if (release.IsSince({5, 18, 0}))
    {
        return RATE_AND_RTT;
    }
    return release.IsSince({3, 12, 0}) ? RATE : FULL;
}

uint32_t
TsoSizing::GetSegments(uint32_t mss,
                       uint64_t pacingRate,
                       uint32_t pacingShift,
                       uint32_t minRtt) const
{
    const uint64_t most = GetMaxPayload();
    uint64_t bytes = most;
    if (kind != FULL)
    {
        bytes = pacingRate >> pacingShift;
        constexpr uint32_t SIZE_BITS = 32;
        const uint32_t halvings = minRtt >> tsoRttLog;
        if (kind == RATE_AND_RTT && tsoRttLog > 0 && halvings < SIZE_BITS)
        {
            bytes += most >> halvings;
        }
        bytes = std::min(bytes, most);
    }
    const auto segments = static_cast<uint32_t>(bytes / mss);
    // The least number is not held to gso_max_size, only to gso_max_segs.
    return std::max(std::min(std::max(segments, minTsoSegs), gsoMaxSegs), 1U);
}

uint32_t
TsoSizing::GetSizeGoal(uint32_t mss, uint32_t maxWindow) const
{
    constexpr uint32_t TCP_MSS_DEFAULT = 536; // a window up to that is used whole
    const uint32_t bound = maxWindow > TCP_MSS_DEFAULT ? maxWindow / 2 : maxWindow;
    const uint32_t most = bound > 0 ? std::min(GetMaxPayload(), bound) : GetMaxPayload();
    return std::max(std::min(most / mss, gsoMaxSegs), 1U) * mss;
}

} // namespace ns3
