/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/kernel-release.h"

#include <charconv>
#include <vector>

namespace ns3
{

namespace
{

/**
 * @brief Read numbers separated by dots.
 * @param text the text
 * @return the numbers; none if there is anything else in the text
 */
std::vector<uint32_t>
ReadNumbers(const std::string& text)
{
    std::vector<uint32_t> numbers;
    const char* at = text.data();
    const char* end = at + text.size();
    while (at != end)
    {
        uint32_t number = 0;
        const auto [next, error] = std::from_chars(at, end, number);
        const bool last = next == end;
        if (error != std::errc() || (!last && (*next != '.' || next + 1 == end)))
        {
            return {};
        }
        numbers.push_back(number);
        at = last ? end : next + 1;
    }
    return numbers;
}

} // namespace

std::optional<KernelRelease>
KernelRelease::FromText(const std::string& text)
{
    constexpr std::size_t MODERN = 2; // MAJOR.MINOR
    constexpr std::size_t OLD = 3;    // 2.6.PATCH
    const auto numbers = ReadNumbers(text);
    const bool modern = numbers.size() == MODERN && numbers[0] >= 3;
    const bool old = numbers.size() == OLD && numbers[0] == 2 && numbers[1] == 6;
    if (!modern && !old)
    {
        return std::nullopt;
    }
    KernelRelease release;
    release.m_number = {numbers[0], numbers[1], old ? numbers[2] : 0};
    return release.IsSince({2, 6, 32}) ? std::optional(release) : std::nullopt;
}

std::string
KernelRelease::ToText() const
{
    const std::string text = std::to_string(m_number[0]) + "." + std::to_string(m_number[1]);
    return m_number[0] == 2 ? text + "." + std::to_string(m_number[2]) : text;
}

bool
KernelRelease::HasUfo() const
{
    return !IsSince({4, 14, 0});
}

bool
KernelRelease::HasUdpSegment() const
{
    return IsSince({4, 18, 0});
}

SegmentOwnership
KernelRelease::GetSegmentOwnership(GsoType type) const
{
    switch (type)
    {
    case GsoType::UDP_FRAGMENTS:
        return IsSince({3, 19, 0}) ? OWNERSHIP_LAST : OWNERSHIP_NONE;
    case GsoType::UDP_SEGMENTS:
        return OWNERSHIP_EVERY;
    case GsoType::TCP_SEGMENTS:
        return IsSince({3, 10, 0}) ? OWNERSHIP_EVERY : OWNERSHIP_NONE;
    }
    return OWNERSHIP_NONE;
}

bool
KernelRelease::HashesPackets() const
{
    return IsSince({3, 14, 0});
}

bool
KernelRelease::HasXmitMore() const
{
    return IsSince({3, 18, 0});
}

OrphanPolicy
KernelRelease::GetOrphanPolicy() const
{
    return IsSince({2, 6, 35}) && !IsSince({3, 5, 0}) ? ORPHAN_EARLY : ORPHAN_NONE;
}

uint32_t
KernelRelease::GetWifiPacingShift() const
{
    constexpr uint32_t UNCHANGED = 10; // 0.98 ms
    constexpr uint32_t FIRST = 8;      // 3.9 ms
    constexpr uint32_t TODAY = 7;      // 7.8 ms
    if (!IsSince({4, 16, 0}))
    {
        return UNCHANGED;
    }
    return IsSince({5, 0, 0}) ? TODAY : FIRST;
}

} // namespace ns3
