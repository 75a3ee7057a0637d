/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/datagram-charge.h"

#include <gtest/gtest.h>

using ns3::DatagramCharge;
using ns3::SkbTruesize;

namespace
{

constexpr uint32_t ROOM = 16; ///< LL_RESERVED_SPACE of Ethernet, in bytes

TEST(DatagramCharge, SurplusFragmentOfNs3CostsNothing)
{
    // MTU 4096: Linux makes 4072 + 4076 bytes of 8140 + 8; ns-3 makes 4072 + 4072 + 4.
    DatagramCharge charge(8140);
    EXPECT_EQ(charge.Next({SkbTruesize::IPV4, true, true, false, 4072}, 4096, ROOM), 8448U);
    EXPECT_EQ(charge.Next({SkbTruesize::IPV4, true, false, false, 4072}, 4096, ROOM), 8448U);
    EXPECT_FALSE(charge.Next({SkbTruesize::IPV4, true, false, true, 4}, 4096, ROOM));
}

TEST(DatagramCharge, LastFragmentOfNs3BearsWhatLinuxPutsIntoOneMore)
{
    // IPv6, MTU 1500: Linux makes 1448 + 1448 + 1 bytes of 2889 + 8, 2304 + 2304 + 768; ns-3 lets
    // its last fragment have 1449.
    DatagramCharge charge(2889);
    EXPECT_EQ(charge.Next({SkbTruesize::IPV6, true, true, false, 1448}, 1500, ROOM), 2304U);
    EXPECT_EQ(charge.Next({SkbTruesize::IPV6, true, false, true, 1449}, 1500, ROOM), 3072U);
}

TEST(DatagramCharge, SecondFirstFragmentBeginsAgain)
{
    // A limited broadcast leaves as a datagram on each interface, here with MTU 1500 each:
    // 2008 bytes = 1480 + 528; 2304 and 1280.
    DatagramCharge charge(2000);
    for (int interface = 0; interface < 2; ++interface)
    {
        EXPECT_EQ(charge.Next({SkbTruesize::IPV4, true, true, false, 1480}, 1500, ROOM), 2304U);
        EXPECT_EQ(charge.Next({SkbTruesize::IPV4, true, false, true, 528}, 1500, ROOM), 1280U);
    }
}

TEST(DatagramCharge, FragmentsCutToAPathMtuAreChargedAsSuch)
{
    // Path MTU 1280 below the device's 1500: 1232 data bytes in the first fragment, the other 776
    // of 2008 in the second: 40 + 1232 + 24 = 1296 -> 1344 + 320 -> 2048; 840 -> 896 + 320 -> 2048.
    DatagramCharge charge(2000);
    EXPECT_EQ(charge.Next({SkbTruesize::IPV6, true, true, false, 1232}, 1500, ROOM), 2304U);
    EXPECT_EQ(charge.Next({SkbTruesize::IPV6, true, false, false, 776}, 1500, ROOM), 2304U);
    EXPECT_FALSE(charge.Next({SkbTruesize::IPV6, true, false, true, 8}, 1500, ROOM));
}

} // namespace
