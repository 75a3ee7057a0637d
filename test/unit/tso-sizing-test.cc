/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/tcp-rtt-meter.h"
#include "ns3/tso-sizing.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <string>

using ns3::KernelRelease;
using ns3::TcpRttMeter;
using ns3::TsoSizing;

namespace
{

constexpr uint32_t MSS = 1448;                  ///< bytes
constexpr uint32_t SHIFT = 10;                  ///< sk_pacing_shift
constexpr uint32_t FAR = 1'000'000;             ///< a min_rtt that adds nothing, in us
constexpr uint32_t NO_BOUND = 0;                ///< a receiver's window not known yet
constexpr uint64_t GIGABIT = 1'000'000'000 / 8; ///< bytes/s

/**
 * @brief A kernel release.
 * @param text MAJOR.MINOR
 * @return the release
 */
KernelRelease
Release(const std::string& text)
{
    return KernelRelease::FromText(text).value();
}

TEST(TsoSizing, ReleasesHaveTheirKinds)
{
    EXPECT_EQ(TsoSizing::OfKernel(Release("3.11")), TsoSizing::FULL);
    EXPECT_EQ(TsoSizing::OfKernel(Release("3.12")), TsoSizing::RATE);
    EXPECT_EQ(TsoSizing::OfKernel(Release("5.17")), TsoSizing::RATE);
    EXPECT_EQ(TsoSizing::OfKernel(Release("5.18")), TsoSizing::RATE_AND_RTT);
}

TEST(TsoSizing, FullIsWhatFitsBesideTheHeaders)
{
    TsoSizing sizing;
    sizing.kind = TsoSizing::FULL;
    // 65,536 - (320 + 1) = 65,215; / 1448 = 45.04
    EXPECT_EQ(sizing.GetMaxPayload(), 65215U);
    EXPECT_EQ(sizing.GetSegments(MSS, 1, SHIFT, FAR), 45U);
    // 65,215 / 536 = 121.7
    EXPECT_EQ(sizing.GetSegments(536, 1, SHIFT, FAR), 121U);
}

TEST(TsoSizing, RateIsAMillisecondBetweenTwoSegmentsAndAllThatFits)
{
    TsoSizing sizing;
    sizing.kind = TsoSizing::RATE;
    // 1 Gb/s: 122,070 bytes, more than fit
    EXPECT_EQ(sizing.GetSegments(MSS, GIGABIT, SHIFT, 1), 45U);
    // 100 Mb/s: 12,500,000 >> 10 = 12,207; / 1448 = 8.4
    EXPECT_EQ(sizing.GetSegments(MSS, GIGABIT / 10, SHIFT, 1), 8U);
    // 10 Mb/s: 1220 bytes, less than one
    EXPECT_EQ(sizing.GetSegments(MSS, GIGABIT / 100, SHIFT, 1), 2U);
    // 100 Mb/s at a shift of 8: 48,828 / 1448 = 33.7
    EXPECT_EQ(sizing.GetSegments(MSS, GIGABIT / 10, 8, 1), 33U);
}

TEST(TsoSizing, ANearPeerGetsHalfAsMuchMoreForEach512Microseconds)
{
    const TsoSizing sizing; // as 6.1 has it
    // 10 Mb/s: 1220 bytes and the part of 65,215 that min_rtt leaves
    EXPECT_EQ(sizing.GetSegments(MSS, GIGABIT / 100, SHIFT, 511), 45U); // all
    // 65,215 >> 1 = 32,607; 33,827 / 1448 = 23.4
    EXPECT_EQ(sizing.GetSegments(MSS, GIGABIT / 100, SHIFT, 512), 23U);
    // 65,215 >> 2 = 16,303; 17,523 / 1448 = 12.1
    EXPECT_EQ(sizing.GetSegments(MSS, GIGABIT / 100, SHIFT, 1024), 12U);
    // 65,215 >> 4 = 4075; 5295 / 1448 = 3.7
    EXPECT_EQ(sizing.GetSegments(MSS, GIGABIT / 100, SHIFT, 2048), 3U);
    // 65,215 >> 6 = 1018; 2238 / 1448 = 1.5
    EXPECT_EQ(sizing.GetSegments(MSS, GIGABIT / 100, SHIFT, 3 * 1024), 2U);
    // From 32 halvings on nothing is added.
    EXPECT_EQ(sizing.GetSegments(MSS, GIGABIT / 10, SHIFT, 32 * 512), 8U);
    EXPECT_EQ(sizing.GetSegments(MSS, GIGABIT / 10, SHIFT, TcpRttMeter::NO_SAMPLE), 8U);
}

TEST(TsoSizing, RttLogSaysHowNearIsNear)
{
    TsoSizing sizing;
    sizing.tsoRttLog = 12; // 4096 us
    EXPECT_EQ(sizing.GetSegments(MSS, GIGABIT / 100, SHIFT, 4095), 45U);
    EXPECT_EQ(sizing.GetSegments(MSS, GIGABIT / 100, SHIFT, 4096), 23U);
    sizing.tsoRttLog = 0;
    EXPECT_EQ(sizing.GetSegments(MSS, GIGABIT / 100, SHIFT, 1), 2U);
}

TEST(TsoSizing, DeviceLimitsHold)
{
    TsoSizing sizing;
    sizing.gsoMaxSize = 32768;
    // (32,768 - 321) / 1448 = 22.4
    EXPECT_EQ(sizing.GetSegments(MSS, GIGABIT, SHIFT, FAR), 22U);
    sizing.gsoMaxSegs = 7;
    EXPECT_EQ(sizing.GetSegments(MSS, GIGABIT, SHIFT, FAR), 7U);
    EXPECT_EQ(sizing.GetSizeGoal(MSS, NO_BOUND), 7 * MSS);
    sizing.gsoMaxSegs = 1;
    EXPECT_EQ(sizing.GetSegments(MSS, 1, SHIFT, FAR), 1U) << "stronger than tcp_min_tso_segs";
    // A device with less room than a header: tcp_min_tso_segs is not held to it.
    sizing.gsoMaxSize = 321;
    sizing.gsoMaxSegs = 65535;
    EXPECT_EQ(sizing.GetMaxPayload(), 0U);
    EXPECT_EQ(sizing.GetSegments(MSS, GIGABIT, SHIFT, FAR), 2U);
    EXPECT_EQ(sizing.GetSizeGoal(MSS, NO_BOUND), MSS);
}

TEST(TsoSizing, LeastNumberOfSegmentsCanBeSet)
{
    TsoSizing sizing;
    sizing.minTsoSegs = 4;
    EXPECT_EQ(sizing.GetSegments(MSS, 1, SHIFT, FAR), 4U);
    sizing.minTsoSegs = 1;
    EXPECT_EQ(sizing.GetSegments(MSS, 1, SHIFT, FAR), 1U);
}

TEST(TsoSizing, WritesAreGatheredToAllThatFits)
{
    const TsoSizing sizing;
    EXPECT_EQ(sizing.GetSizeGoal(MSS, NO_BOUND), 45 * MSS);
    EXPECT_EQ(sizing.GetSizeGoal(536, NO_BOUND), 121U * 536);
    EXPECT_EQ(sizing.GetSizeGoal(70000, NO_BOUND), 70000U);
}

TEST(TsoSizing, WritesAreGatheredToHalfOfTheReceiversWindow)
{
    // tcp_bound_to_half_wnd: 29,200 / 2 = 14,600 holds 10 segments of 1448.
    const TsoSizing sizing;
    EXPECT_EQ(sizing.GetSizeGoal(MSS, 29200), 10 * MSS);
    EXPECT_EQ(sizing.GetSizeGoal(MSS, 6291456), 45 * MSS) << "gso_max_size is less";
    EXPECT_EQ(sizing.GetSizeGoal(MSS, 2000), MSS) << "never less than a segment";
    EXPECT_EQ(sizing.GetSizeGoal(100, 500), 500U) << "TCP_MSS_DEFAULT and less are used whole";
}

} // namespace
