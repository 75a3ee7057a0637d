/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../reference-table.h"

#include "ns3/skb-truesize.h"

#include <gtest/gtest.h>

using ns3::SkbTruesize;

namespace
{

/// LL_RESERVED_SPACE of Ethernet: 14 rounded down to a multiple of 16, plus 16.
constexpr uint32_t ETHERNET_ROOM = 16;

TEST(SkbTruesize, LinkHeaderRoomIsSixteenForEthernetAndThirtyTwoUnderAVlan)
{
    EXPECT_EQ(SkbTruesize::LinkHeaderRoom(14), ETHERNET_ROOM);
    EXPECT_EQ(SkbTruesize::LinkHeaderRoom(18), 32U);
}

TEST(SkbTruesize, LinearSkbIsTheNextKmallocSizePlusTheStructs)
{
    // 192 + 320 = 512 exactly; one byte more is aligned to 256 + 320 = 576 -> 1024.
    EXPECT_EQ(SkbTruesize::OfLinear(192), 512U + 256U);
    EXPECT_EQ(SkbTruesize::OfLinear(193), 1024U + 256U);
    EXPECT_EQ(SkbTruesize::OfLinear(0), 512U + 256U);
}

TEST(SkbTruesize, EverySizeOfTheMeasuredStepsMatches)
{
    const ReferenceTable table("e4-steps.tsv");
    uint32_t rows = 0;
    for (const auto& row : table.GetRows())
    {
        const std::string path = row.at("path");
        if (path != "veth" && path != "bond" && path != "veth-ipv6")
        {
            continue;
        }
        const auto family = path == "veth-ipv6" ? SkbTruesize::IPV6 : SkbTruesize::IPV4;
        const uint32_t mtu = std::stoul(row.at("mtu"));
        const uint32_t to = std::stoul(row.at("size_to"));
        for (uint32_t size = std::stoul(row.at("size_from")); size <= to; ++size)
        {
            ASSERT_EQ(SkbTruesize::OfMessage(family, size, mtu, ETHERNET_ROOM),
                      std::stoul(row.at("charge")))
                << ReferenceTable::Describe(row) << "at " << size;
        }
        ++rows;
    }
    EXPECT_GT(rows, 30U);
}

TEST(SkbTruesize, LastIpv4FragmentMayFillTheMtu)
{
    // MTU 4096: 4076 bytes behind the header, 4072 in a fragment that another one follows. 8140 B
    // and 8 B of UDP header are 4072 + 4076: two packets; a byte more makes three.
    SkbTruesize::Fragments two(SkbTruesize::IPV4, 8140, 4096);
    EXPECT_EQ(two.Next(), 4072U);
    EXPECT_EQ(two.Next(), 4076U);
    EXPECT_FALSE(two.HasNext());
    SkbTruesize::Fragments three(SkbTruesize::IPV4, 8141, 4096);
    EXPECT_EQ(three.Next(), 4072U);
    EXPECT_EQ(three.Next(), 4072U);
    EXPECT_EQ(three.Next(), 5U);
    EXPECT_FALSE(three.HasNext());
}

TEST(SkbTruesize, BoundHoldsForAnyMtuAndSize)
{
    for (uint32_t mtu : {68, 69, 75, 76, 100, 576, 1280, 1500, 4096, 9000, 17000, 65535})
    {
        for (uint32_t size = 0; size <= 65507; size += size < 2000 ? 1 : 97)
        {
            ASSERT_LE(SkbTruesize::OfMessage(SkbTruesize::IPV4, size, mtu, ETHERNET_ROOM),
                      SkbTruesize::MessageBound(size))
                << "MTU " << mtu << ", " << size << " bytes";
            if (mtu >= 1280)
            {
                ASSERT_LE(SkbTruesize::OfMessage(SkbTruesize::IPV6, size, mtu, ETHERNET_ROOM),
                          SkbTruesize::MessageBound(size));
            }
        }
    }
}

TEST(SkbTruesize, EmptyMessageIsOnePacket)
{
    SkbTruesize::Fragments fragments(SkbTruesize::IPV6, 0, 1500);
    EXPECT_TRUE(fragments.HasNext());
    EXPECT_EQ(fragments.Next(), 8U);
    EXPECT_FALSE(fragments.HasNext());
}

TEST(SkbTruesize, PacketAboveFourPagesKeepsOnlyItsHeadersLinear)
{
    // 20 + 16064 + 31 >= SKB_MAX_ALLOC: linear are 20 + 8 + 31 = 59 -> 64 + 320 -> 512, + 256; the
    // other 16056 bytes are charged one by one.
    EXPECT_EQ(SkbTruesize::OfDatagramPacket(SkbTruesize::IPV4, 16064, ETHERNET_ROOM, true),
              768U + 16056U);
    // The largest that is still linear: 20 + 16012 + 31 = 16063 -> 16064 + 320 = 16384.
    EXPECT_EQ(SkbTruesize::OfDatagramPacket(SkbTruesize::IPV4, 16012, ETHERNET_ROOM, true),
              16384U + 256U);
}

} // namespace
