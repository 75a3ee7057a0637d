/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/fq-flow.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <vector>

using ns3::FqFlow;
using ns3::FqPacket;

namespace
{

/**
 * @brief A packet.
 * @param timeToSend when it may leave, in ns
 * @param length tells it from others, in bytes
 * @return the packet
 */
FqPacket
MakePacket(int64_t timeToSend, uint32_t length)
{
    return {{}, nullptr, timeToSend, length};
}

TEST(FqFlow, PacketsLeaveByTheirTimeAndThoseOfTheSameTimeAsTheyCame)
{
    FqFlow flow;
    const std::vector<int64_t> times{10, 20, 15, 15, 5, 20, 30, 20};
    for (uint32_t i = 0; i < times.size(); ++i)
    {
        flow.Add(MakePacket(times[i], i));
    }
    ASSERT_EQ(flow.GetNPackets(), times.size());
    // The last packet came after 30, so it is one of the early ones, and of two with the same time
    // the one in line is first.
    std::vector<uint32_t> order;
    while (const FqPacket* next = flow.Peek())
    {
        const uint32_t length = next->length;
        EXPECT_EQ(flow.Pop().length, length);
        order.push_back(length);
    }
    EXPECT_EQ(order, (std::vector<uint32_t>{4, 0, 2, 3, 1, 5, 7, 6}));
    EXPECT_EQ(flow.GetNPackets(), 0U);
}

TEST(FqFlow, AQueueThatRanEmptyBeginsAnewWithAnyTime)
{
    FqFlow flow;
    flow.Add(MakePacket(100, 1));
    flow.Pop();
    flow.Add(MakePacket(50, 2));
    flow.Add(MakePacket(60, 3));
    EXPECT_EQ(flow.Pop().length, 2U);
    EXPECT_EQ(flow.Pop().length, 3U);
    EXPECT_EQ(flow.Peek(), nullptr);
}

TEST(FqFlow, ARefillRaisesCreditToTheQuantumButForgivesNoDebt)
{
    FqFlow flow(100);
    flow.Refill(3028);
    EXPECT_EQ(flow.GetCredit(), 3028);
    flow.SetCredit(5000);
    flow.Refill(3028);
    EXPECT_EQ(flow.GetCredit(), 5000);
    // max_t(u32, ...): a negative number is a large one
    flow.SetCredit(-1);
    flow.Refill(3028);
    EXPECT_EQ(flow.GetCredit(), -1);
}

TEST(FqFlow, IdleTimeCountsFromTheOddJiffyAfterItsLastTurn)
{
    FqFlow flow;
    flow.Detach(1000); // age is 1000 | 1
    EXPECT_FALSE(flow.WasIdle(10, 1011));
    EXPECT_TRUE(flow.WasIdle(10, 1012));
    flow.Attach();
    EXPECT_FALSE(flow.WasIdle(10, 2000));
}

} // namespace
