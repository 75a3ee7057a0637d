/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/cwnd-usage.h"

#include <cstdint>
#include <gtest/gtest.h>

using ns3::CwndUsage;
using ns3::SequenceNumber32;

namespace
{

/**
 * @brief A sequence number.
 * @param value the number
 * @return the same
 */
SequenceNumber32
Seq(uint32_t value)
{
    return SequenceNumber32(value);
}

TEST(CwndUsage, AWindowThatIsUsedUpMayGrow)
{
    CwndUsage usage;
    EXPECT_FALSE(usage.MayGrow(10000, false));
    usage.Validate(Seq(1), Seq(10001), true);
    EXPECT_TRUE(usage.MayGrow(10000, false));
    EXPECT_TRUE(usage.MayGrow(10000, true));
}

TEST(CwndUsage, InSlowStartItMayGrowToTwiceOfWhatIsInFlight)
{
    CwndUsage usage;
    usage.Validate(Seq(1), Seq(5001), false);
    EXPECT_FALSE(usage.MayGrow(9999, false));
    EXPECT_TRUE(usage.MayGrow(9999, true));
    EXPECT_FALSE(usage.MayGrow(10000, true));
}

TEST(CwndUsage, TheStrongestSignOfAWindowCounts)
{
    CwndUsage usage;
    usage.Validate(Seq(1), Seq(10001), true);
    // Within that window (up to 10,001) what is less says nothing.
    usage.Validate(Seq(5001), Seq(12001), false);
    EXPECT_TRUE(usage.MayGrow(10000, false));
    usage.Validate(Seq(10000), Seq(12001), false);
    EXPECT_TRUE(usage.MayGrow(10000, false));
    // !before(snd_una, cwnd_usage_seq): the next window
    usage.Validate(Seq(10001), Seq(12001), false);
    EXPECT_FALSE(usage.MayGrow(10000, false));
    EXPECT_TRUE(usage.MayGrow(3999, true));
    EXPECT_FALSE(usage.MayGrow(4000, true));
}

TEST(CwndUsage, TheMostInFlightOfAWindowCounts)
{
    CwndUsage usage;
    usage.Validate(Seq(1), Seq(5001), false);
    usage.Validate(Seq(2001), Seq(9001), false); // more: a window of its own
    EXPECT_TRUE(usage.MayGrow(13999, true));
    usage.Validate(Seq(5001), Seq(9501), false); // less, up to 9001
    EXPECT_TRUE(usage.MayGrow(13999, true));
    usage.Validate(Seq(9001), Seq(9501), false);
    EXPECT_FALSE(usage.MayGrow(1000, true));
}

TEST(CwndUsage, ThrottlingCountsUntilWhatWasSentThenIsAcknowledged)
{
    CwndUsage usage;
    EXPECT_FALSE(usage.IsThrottled(Seq(1)));
    usage.NotifyThrottled(Seq(5001));
    EXPECT_TRUE(usage.IsThrottled(Seq(1)));
    EXPECT_TRUE(usage.IsThrottled(Seq(5001)));
    EXPECT_FALSE(usage.IsThrottled(Seq(5002)));
}

TEST(CwndUsage, SequenceNumbersWrap)
{
    CwndUsage usage;
    usage.Validate(Seq(UINT32_MAX - 999), Seq(9000), true);
    usage.Validate(Seq(8999), Seq(9500), false);
    EXPECT_TRUE(usage.MayGrow(10000, false));
    usage.Validate(Seq(9000), Seq(9500), false);
    EXPECT_FALSE(usage.MayGrow(10000, false));
}

} // namespace
