/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/skb-pool.h"
#include "ns3/tap-write-memory.h"

#include <gtest/gtest.h>
#include <vector>

using namespace ns3;

namespace
{

/// A frame and what it costs.
struct Cost
{
    uint32_t frame;    //!< bytes from the Ethernet header on
    uint32_t truesize; //!< bytes
};

} // namespace

TEST(TapWriteMemory, TruesizeIsThatOfAllocSkb)
{
    // align64(64 + frame) + 320 -> the next power of two, plus 256
    const std::vector<Cost> costs{
        {14, 768},     // 128 + 320 = 448
        {128, 768},    // 192 + 320 = 512
        {129, 1280},   // 256 + 320 = 576
        {640, 1280},   // 704 + 320 = 1024
        {641, 2304},   // 768 + 320 = 1088
        {1042, 2304},  // 1152 + 320 = 1472, a message of 1000 bytes
        {1514, 2304},  // 1600 + 320 = 1920, a full frame
        {1664, 2304},  // 1728 + 320 = 2048
        {1665, 4352},  // 1792 + 320 = 2112
        {3712, 4352},  // 3776 + 320 = 4096
        {3713, 8448},  // 3840 + 320 = 4160
        {9014, 16640}, // 9088 + 320 = 9408
    };
    for (const auto& [frame, truesize] : costs)
    {
        EXPECT_EQ(TapWriteMemory::GetTruesize(frame, 1048576), truesize) << frame;
    }
}

TEST(TapWriteMemory, WithoutLimitTruesizeIsThatOfBuildSkb)
{
    // align64(64 + frame) + 320, if that is within a page, plus 256
    const std::vector<Cost> costs{
        {14, 704},
        {128, 768},
        {129, 832},
        {1042, 1728},
        {1514, 2176},
        {3712, 4352},
        {3713, 8448}, // more than a page: alloc_skb()
    };
    for (const auto& [frame, truesize] : costs)
    {
        EXPECT_EQ(TapWriteMemory::GetTruesize(frame, TapWriteMemory::KERNEL_SNDBUF), truesize)
            << frame;
    }
}

TEST(TapWriteMemory, TakesWhileLessThanSndbufIsCharged)
{
    TapWriteMemory memory;
    EXPECT_EQ(memory.GetSndbuf(), 1048576U);
    memory.SetSndbuf(10000);
    EXPECT_EQ(memory.GetSndbuf(), 10000U) << "not doubled";
    memory.GetMemory()->Charge(9999);
    EXPECT_TRUE(memory.CanWrite());
    memory.GetMemory()->Charge(1);
    EXPECT_FALSE(memory.CanWrite());
    memory.GetMemory()->Uncharge(10000);
}

TEST(TapWriteMemory, WhoPollsIsToldOnceBelowHalf)
{
    // sock_writeable(): 1 + charged + 1 < 10000 / 2
    TapWriteMemory memory;
    memory.SetSndbuf(10000);
    int nCalls = 0;
    memory.GetMemory()->SetWriteSpaceCallback([&nCalls] { ++nCalls; });
    memory.GetMemory()->Charge(10000);
    memory.AwaitWritable();
    EXPECT_EQ(memory.GetWakeLevel(), 4997U);
    memory.GetMemory()->Uncharge(5002);
    EXPECT_EQ(nCalls, 0) << "4998 are charged";
    memory.GetMemory()->Uncharge(1);
    EXPECT_EQ(nCalls, 1) << "4997";
    memory.GetMemory()->Uncharge(1000);
    EXPECT_EQ(nCalls, 1) << "once";
    memory.GetMemory()->Uncharge(3997);
}

TEST(TapWriteMemory, TheLeastSndbufIsWritableWhenNothingIsCharged)
{
    TapWriteMemory memory;
    memory.SetSndbuf(TapWriteMemory::MIN_SNDBUF);
    int nCalls = 0;
    memory.GetMemory()->SetWriteSpaceCallback([&nCalls] { ++nCalls; });
    const auto pool = Create<SkbPool>();
    SkbPtr skb = pool->Allocate();
    EXPECT_TRUE(memory.CanWrite());
    memory.Charge(*skb, 1042);
    EXPECT_EQ(memory.GetMemory()->GetWmemAlloc(), 2304U);
    EXPECT_FALSE(memory.CanWrite());
    memory.AwaitWritable();
    skb = nullptr;
    EXPECT_EQ(nCalls, 1);
    EXPECT_TRUE(memory.CanWrite());
}
