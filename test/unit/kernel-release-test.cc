/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/kernel-release.h"

#include <gtest/gtest.h>
#include <string>

using ns3::GsoType;
using ns3::KernelRelease;

namespace
{

/**
 * @brief A release that exists.
 * @param text its number
 * @return the release
 */
KernelRelease
Release(const std::string& text)
{
    const auto release = KernelRelease::FromText(text);
    EXPECT_TRUE(release) << text;
    return release.value_or(KernelRelease());
}

TEST(KernelRelease, DefaultIsTheOneOfTheReference)
{
    EXPECT_EQ(KernelRelease().ToText(), "6.1");
}

TEST(KernelRelease, TextIsReadAndWrittenAlike)
{
    for (const std::string text :
         {"2.6.32", "2.6.39", "3.0", "3.10", "4.18", "6.1", "6.12", "10.0"})
    {
        EXPECT_EQ(Release(text).ToText(), text);
    }
}

TEST(KernelRelease, OtherTextsAreNoReleases)
{
    for (const std::string text :
         {"",        "6",    "6.",     ".1",       "6.1.",   "6.1.0", "v6.1",
          "6.1-rc1", "2.6",  "2.6.31", "2.4.1",    "2.7.32", "6..1",  "-6.1",
          " 6.1",    "6.1 ", "6.x",    "2.6.32.1", "1.0",    "0.0",   "99999999999.1"})
    {
        EXPECT_FALSE(KernelRelease::FromText(text)) << "\"" << text << "\"";
    }
}

TEST(KernelRelease, MinorNumbersAreNumbersNotFractions)
{
    // 3.2 is older than 3.10, 4.9 than 4.14.
    EXPECT_EQ(Release("3.2").GetSegmentOwnership(GsoType::TCP_SEGMENTS), ns3::OWNERSHIP_NONE);
    EXPECT_TRUE(Release("4.9").HasUfo());
}

TEST(KernelRelease, UfoEndsWith4_13)
{
    EXPECT_TRUE(Release("2.6.32").HasUfo());
    EXPECT_TRUE(Release("4.13").HasUfo());
    EXPECT_FALSE(Release("4.14").HasUfo());
    EXPECT_FALSE(KernelRelease().HasUfo());
}

TEST(KernelRelease, UdpSegmentBeginsWith4_18)
{
    EXPECT_FALSE(Release("4.17").HasUdpSegment());
    EXPECT_TRUE(Release("4.18").HasUdpSegment());
    EXPECT_TRUE(KernelRelease().HasUdpSegment());
}

TEST(KernelRelease, FragmentsOfACutDatagramAreChargedToTheLastSince3_19)
{
    EXPECT_EQ(Release("3.18").GetSegmentOwnership(GsoType::UDP_FRAGMENTS), ns3::OWNERSHIP_NONE);
    EXPECT_EQ(Release("3.19").GetSegmentOwnership(GsoType::UDP_FRAGMENTS), ns3::OWNERSHIP_LAST);
    EXPECT_EQ(Release("4.13").GetSegmentOwnership(GsoType::UDP_FRAGMENTS), ns3::OWNERSHIP_LAST);
}

TEST(KernelRelease, ChargesEndEarlyFrom2_6_35To3_4)
{
    EXPECT_EQ(Release("2.6.34").GetOrphanPolicy(), ns3::ORPHAN_NONE);
    EXPECT_EQ(Release("2.6.35").GetOrphanPolicy(), ns3::ORPHAN_EARLY);
    EXPECT_EQ(Release("3.4").GetOrphanPolicy(), ns3::ORPHAN_EARLY);
    EXPECT_EQ(Release("3.5").GetOrphanPolicy(), ns3::ORPHAN_NONE);
    EXPECT_EQ(KernelRelease().GetOrphanPolicy(), ns3::ORPHAN_NONE);
}

TEST(KernelRelease, WifiHasASmallerPacingShiftSince4_16)
{
    EXPECT_EQ(Release("4.15").GetWifiPacingShift(), 10U);
    EXPECT_EQ(Release("4.16").GetWifiPacingShift(), 8U);
    EXPECT_EQ(Release("4.20").GetWifiPacingShift(), 8U);
    EXPECT_EQ(Release("5.0").GetWifiPacingShift(), 7U);
    EXPECT_EQ(KernelRelease().GetWifiPacingShift(), 7U);
}

TEST(KernelRelease, EveryTcpSegmentIsChargedSince3_10)
{
    EXPECT_EQ(Release("3.9").GetSegmentOwnership(GsoType::TCP_SEGMENTS), ns3::OWNERSHIP_NONE);
    EXPECT_EQ(Release("3.10").GetSegmentOwnership(GsoType::TCP_SEGMENTS), ns3::OWNERSHIP_EVERY);
    EXPECT_EQ(KernelRelease().GetSegmentOwnership(GsoType::TCP_SEGMENTS), ns3::OWNERSHIP_EVERY);
}

TEST(KernelRelease, EveryUdpSegmentIsCharged)
{
    // e5: gso_size + 768 each.
    EXPECT_EQ(Release("4.18").GetSegmentOwnership(GsoType::UDP_SEGMENTS), ns3::OWNERSHIP_EVERY);
    EXPECT_EQ(KernelRelease().GetSegmentOwnership(GsoType::UDP_SEGMENTS), ns3::OWNERSHIP_EVERY);
}

} // namespace
