/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/ethernet-wire-clock.h"

#include <gtest/gtest.h>

using namespace ns3;

TEST(EthernetWireClock, FrameIsHeaderPayloadAndFcsButNeverBelow64Bytes)
{
    // 14 + 1500 + 4
    EXPECT_EQ(EthernetWireClock::GetFrameBytes(14 + 1500), 1518U);
    // 14 + 46 + 4 is the shortest frame without padding
    EXPECT_EQ(EthernetWireClock::GetFrameBytes(14 + 46), 64U);
    EXPECT_EQ(EthernetWireClock::GetFrameBytes(14 + 45), 64U);
    EXPECT_EQ(EthernetWireClock::GetFrameBytes(14 + 47), 65U);
    EXPECT_EQ(EthernetWireClock::GetFrameBytes(14), 64U);
}

TEST(EthernetWireClock, LastBitLeavesBeforeTheGap)
{
    EthernetWireClock clock;
    // 1 Gb/s: 8 ns a byte. 8 + 1518 = 1526 bytes to the last bit, 12 more to the next frame.
    const auto slot = clock.Occupy(NanoSeconds(100), DataRate("1Gbps"), 1514);
    EXPECT_EQ(slot.lastBit, NanoSeconds(100 + 1526 * 8));
    EXPECT_EQ(slot.next, NanoSeconds(100 + 1538 * 8));
}

TEST(EthernetWireClock, RoundsToTheNearestTimeStep)
{
    EthernetWireClock clock;
    // 10 Gb/s: 72 bytes to the last bit take 57.6 ns, 84 bytes take 67.2 ns.
    const auto slot = clock.Occupy(NanoSeconds(0), DataRate("10Gbps"), 60);
    EXPECT_EQ(slot.lastBit, NanoSeconds(58));
    EXPECT_EQ(slot.next, NanoSeconds(67));
}

TEST(EthernetWireClock, RoundingErrorsDoNotAddUp)
{
    EthernetWireClock clock;
    // 100 Gb/s: a minimum frame takes 84 x 0.08 = 6.72 ns, a thousand of them 6720 ns. Each
    // rounded by itself they would take 7000 ns.
    Time now;
    for (int n = 1; n <= 1000; ++n)
    {
        const Time next = clock.Occupy(now, DataRate("100Gbps"), 60).next;
        EXPECT_GE(next - now, NanoSeconds(6));
        EXPECT_LE(next - now, NanoSeconds(7));
        now = next;
    }
    EXPECT_EQ(now, NanoSeconds(6720));
}

TEST(EthernetWireClock, ForgetsTheRoundingAfterAPause)
{
    EthernetWireClock clock;
    // The first slot ends at 6.72 ns, rounded to 7. After a pause the frame begins exactly at 10
    // and ends at 16.72, not at 16.44.
    clock.Occupy(NanoSeconds(0), DataRate("100Gbps"), 60);
    EXPECT_EQ(clock.Occupy(NanoSeconds(10), DataRate("100Gbps"), 60).next, NanoSeconds(17));
    // Straight after it, one begins at 16.72 and ends at 23.44.
    EXPECT_EQ(clock.Occupy(NanoSeconds(17), DataRate("100Gbps"), 60).next, NanoSeconds(23));
}

TEST(EthernetWireClock, LargestFrameAtTheLowestAndHighestRateDoesNotOverflow)
{
    EthernetWireClock clock;
    // 8 + 65,549 + 4 + 12 = 65,573 bytes = 524,584 bits.
    EXPECT_EQ(clock.Occupy(Time(), DataRate(1), 65549).next, Seconds(524584));
    // 8 Tb/s: 1 byte takes 1 ps; 65,573 ps = 65.573 ns.
    EthernetWireClock fast;
    EXPECT_EQ(fast.Occupy(Time(), DataRate(8'000'000'000'000), 65549).next, NanoSeconds(66));
}

TEST(EthernetWireClock, NewRateCountsFromTheNextFrame)
{
    EthernetWireClock clock;
    const auto first = clock.Occupy(NanoSeconds(0), DataRate("1Gbps"), 60);
    EXPECT_EQ(first.next, NanoSeconds(84 * 8));
    // 100 Mb/s: 80 ns a byte.
    EXPECT_EQ(clock.Occupy(first.next, DataRate("100Mbps"), 60).next,
              NanoSeconds(84 * 8 + 84 * 80));
}
