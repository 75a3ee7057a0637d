/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/tcp-small-queue-limit.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <string>

using ns3::KernelRelease;
using ns3::SocketPacing;
using ns3::TcpSmallQueueLimit;
using ns3::TcpSmallQueuePolicy;
using ns3::TSQ_DRAFT;
using ns3::TSQ_FIXED;
using ns3::TSQ_OFF;
using ns3::TSQ_RATE;
using ns3::TSQ_RATE_3_12;

namespace
{

constexpr uint32_t MSS = 1448;                  ///< bytes
constexpr uint32_t SINGLE = 1280 + MSS;         ///< truesize of one segment, in bytes
constexpr uint32_t LARGEST = 1280 + 45 * MSS;   ///< truesize of the largest super-packet, in bytes
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

/**
 * @brief A packet of a socket that nobody paces, at a pacing shift of 10.
 * @param truesize its truesize, in bytes
 * @param rate sk_pacing_rate, in bytes/s
 * @return the packet
 */
TcpSmallQueueLimit::Packet
MakePacket(uint32_t truesize, uint64_t rate)
{
    return {truesize, MSS, rate, 10, SocketPacing::NONE, false};
}

/**
 * @brief The limit for a packet.
 * @param policy how to limit
 * @param packet the packet
 * @param limitOutputBytes tcp_limit_output_bytes; 0 for the default
 * @return bytes
 */
uint64_t
GetLimit(TcpSmallQueuePolicy policy,
         const TcpSmallQueueLimit::Packet& packet,
         uint32_t limitOutputBytes = 0)
{
    return TcpSmallQueueLimit(policy, limitOutputBytes).Get(packet);
}

TEST(TcpSmallQueueLimit, ReleasesHaveTheirPolicies)
{
    EXPECT_EQ(TcpSmallQueueLimit::OfKernel(Release("3.5")), TSQ_OFF);
    EXPECT_EQ(TcpSmallQueueLimit::OfKernel(Release("3.6")), TSQ_FIXED);
    EXPECT_EQ(TcpSmallQueueLimit::OfKernel(Release("3.11")), TSQ_FIXED);
    EXPECT_EQ(TcpSmallQueueLimit::OfKernel(Release("3.12")), TSQ_RATE_3_12);
    EXPECT_EQ(TcpSmallQueueLimit::OfKernel(Release("3.18")), TSQ_RATE_3_12);
    EXPECT_EQ(TcpSmallQueueLimit::OfKernel(Release("3.19")), TSQ_RATE);
    EXPECT_EQ(TcpSmallQueueLimit::OfKernel(Release("6.1")), TSQ_RATE);
}

TEST(TcpSmallQueueLimit, OffIsNoLimit)
{
    EXPECT_EQ(GetLimit(TSQ_OFF, MakePacket(LARGEST, 1), 1), UINT64_MAX);
}

TEST(TcpSmallQueueLimit, FixedKnowsNeitherPacketNorRate)
{
    for (const uint64_t rate : {uint64_t{0}, GIGABIT, SocketPacing::UNLIMITED})
    {
        EXPECT_EQ(GetLimit(TSQ_FIXED, MakePacket(SINGLE, rate)), 131072U);
        EXPECT_EQ(GetLimit(TSQ_FIXED, MakePacket(LARGEST, rate)), 131072U);
        EXPECT_EQ(GetLimit(TSQ_FIXED, MakePacket(LARGEST, rate), 131506), 131506U);
    }
    auto packet = MakePacket(SINGLE, GIGABIT);
    packet.retransmission = true;
    EXPECT_EQ(GetLimit(TSQ_FIXED, packet), 131072U);
}

TEST(TcpSmallQueueLimit, DraftIsFourMillisecondsOrTwoSegments)
{
    // 125,000,000 >> 8 = 488,281
    EXPECT_EQ(GetLimit(TSQ_DRAFT, MakePacket(LARGEST, GIGABIT)), 488281U);
    // 2 x 1448; the rate is less up to 2896 x 256 + 255 = 741,631 bytes/s
    EXPECT_EQ(GetLimit(TSQ_DRAFT, MakePacket(LARGEST, 0)), 2896U);
    EXPECT_EQ(GetLimit(TSQ_DRAFT, MakePacket(LARGEST, 741631)), 2896U);
    EXPECT_EQ(GetLimit(TSQ_DRAFT, MakePacket(LARGEST, 741632)), 2897U);
}

TEST(TcpSmallQueueLimit, Kernel312IsAMillisecondOrOnePacket)
{
    // 125,000,000 >> 10 = 122,070
    EXPECT_EQ(GetLimit(TSQ_RATE_3_12, MakePacket(SINGLE, GIGABIT)), 122070U);
    EXPECT_EQ(GetLimit(TSQ_RATE_3_12, MakePacket(LARGEST, GIGABIT)), 122070U);
    // 10 Mb/s: 1,250,000 >> 10 = 1220, less than a packet
    EXPECT_EQ(GetLimit(TSQ_RATE_3_12, MakePacket(SINGLE, GIGABIT / 100)), 2728U);
    EXPECT_EQ(GetLimit(TSQ_RATE_3_12, MakePacket(LARGEST, GIGABIT / 100)), 66440U);
}

TEST(TcpSmallQueueLimit, RateIsTwoPacketsAtLeast)
{
    EXPECT_EQ(GetLimit(TSQ_RATE, MakePacket(SINGLE, GIGABIT / 100)), 2 * 2728U);
    EXPECT_EQ(GetLimit(TSQ_RATE, MakePacket(LARGEST, GIGABIT / 100)), 2 * 66440U);
    EXPECT_EQ(GetLimit(TSQ_RATE, MakePacket(SINGLE, GIGABIT)), 122070U);
    // 2 x 66,440 = 132,880 > 122,070
    EXPECT_EQ(GetLimit(TSQ_RATE, MakePacket(LARGEST, GIGABIT)), 132880U);
}

TEST(TcpSmallQueueLimit, RateDependsOnThePacingShiftOfTheDevice)
{
    auto packet = MakePacket(SINGLE, GIGABIT);
    packet.pacingShift = 8; // 3.9 ms
    EXPECT_EQ(GetLimit(TSQ_RATE, packet), 488281U);
    packet.pacingShift = 7; // 7.8 ms
    EXPECT_EQ(GetLimit(TSQ_RATE, packet), 976562U);
}

TEST(TcpSmallQueueLimit, RateIsCappedOnlyIfNobodyPaces)
{
    // 40 Gb/s: 5,000,000,000 >> 10 = 4,882,812
    auto packet = MakePacket(LARGEST, 40 * GIGABIT);
    EXPECT_EQ(GetLimit(TSQ_RATE, packet), 1048576U);
    EXPECT_EQ(GetLimit(TSQ_RATE, packet, 100000), 100000U) << "even below two packets";
    for (const auto status : {SocketPacing::NEEDED, SocketPacing::FQ})
    {
        packet.pacingStatus = status;
        EXPECT_EQ(GetLimit(TSQ_RATE, packet), 4882812U);
        EXPECT_EQ(GetLimit(TSQ_RATE, packet, 100000), 4882812U);
    }
    // No RTT yet, no rate: ~0UL >> 10 = 2^54 - 1
    packet.pacingRate = SocketPacing::UNLIMITED;
    EXPECT_EQ(GetLimit(TSQ_RATE, packet), (uint64_t{1} << 54) - 1);
}

TEST(TcpSmallQueueLimit, RateIsDoubledForRetransmissionsAfterTheCap)
{
    auto packet = MakePacket(SINGLE, GIGABIT);
    packet.retransmission = true;
    EXPECT_EQ(GetLimit(TSQ_RATE, packet), 2 * 122070U);
    packet.pacingRate = 40 * GIGABIT;
    EXPECT_EQ(GetLimit(TSQ_RATE, packet), 2 * 1048576U);
    EXPECT_EQ(GetLimit(TSQ_RATE_3_12, packet), 4882812U) << "3.12 asked nothing before those";
}

TEST(TcpSmallQueueLimit, OnlyRateLetsAPacketPassThatNoOtherIsBefore)
{
    EXPECT_TRUE(TcpSmallQueueLimit(TSQ_RATE, 0).ExemptsEmptyRetransmitQueue());
    for (const auto policy : {TSQ_FIXED, TSQ_DRAFT, TSQ_RATE_3_12})
    {
        EXPECT_FALSE(TcpSmallQueueLimit(policy, 0).ExemptsEmptyRetransmitQueue());
    }
}

} // namespace
