/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/nic-tx-ring.h"
#include "ns3/packet.h"
#include "ns3/skb-pool.h"
#include "ns3/socket-write-memory.h"

#include <gtest/gtest.h>

using namespace ns3;

namespace
{

/// Post something and tell the hardware.
bool
Post(NicTxRing& ring, NicTxRing::Entry&& entry)
{
    const bool posted = ring.Push(std::move(entry));
    ring.Publish();
    return posted;
}

/// A frame of a given length that nobody pays for.
NicTxRing::Entry
Frame(uint32_t bytes)
{
    return {Create<Packet>(bytes), nullptr, bytes};
}

} // namespace

TEST(NicTxRing, StopsWhenTheLastDescriptorIsTakenAndWakesWithTheFirstFreeOne)
{
    NicTxRing ring(3);
    EXPECT_TRUE(Post(ring, Frame(1)));
    EXPECT_TRUE(Post(ring, Frame(2)));
    EXPECT_FALSE(ring.MustStop());
    EXPECT_TRUE(Post(ring, Frame(3)));
    EXPECT_TRUE(ring.MustStop());
    EXPECT_FALSE(ring.MayWake());
    ring.StartNext();
    // The frame being sent still has its descriptor.
    EXPECT_TRUE(ring.MustStop());
    ring.Complete();
    EXPECT_FALSE(ring.MustStop());
    EXPECT_TRUE(ring.MayWake());
    EXPECT_EQ(ring.GetNFree(), 1U);
}

TEST(NicTxRing, RefusesAFrameWhenFullAndOverwritesNothing)
{
    NicTxRing ring(1);
    ASSERT_TRUE(Post(ring, Frame(1)));
    EXPECT_FALSE(Post(ring, Frame(2)));
    EXPECT_EQ(ring.GetNUsed(), 1U);
    ring.StartNext();
    EXPECT_EQ(ring.Complete().bytes, 1U);
}

TEST(NicTxRing, FramesLeaveInTheOrderInWhichTheyCame)
{
    NicTxRing ring(2);
    uint32_t completed = 0;
    // 5 frames through 2 descriptors: head and tail wrap around twice.
    for (uint32_t sent = 1; sent <= 5; ++sent)
    {
        ASSERT_TRUE(Post(ring, Frame(sent)));
        if (ring.MustStop())
        {
            EXPECT_EQ(ring.StartNext().bytes, completed + 1);
            EXPECT_EQ(ring.Complete().bytes, ++completed);
        }
    }
    EXPECT_EQ(completed, 4U);
    EXPECT_EQ(ring.GetNUsed(), 1U);
}

TEST(NicTxRing, StartedFramesStayUntilTheyAreCompleted)
{
    NicTxRing ring(4);
    Post(ring, Frame(1));
    Post(ring, Frame(2));
    Post(ring, Frame(3));
    EXPECT_EQ(ring.StartNext().bytes, 1U);
    EXPECT_EQ(ring.StartNext().bytes, 2U);
    EXPECT_EQ(ring.GetNUsed(), 3U);
    EXPECT_EQ(ring.GetNStarted(), 2U);
    EXPECT_TRUE(ring.HasPending());
    EXPECT_EQ(ring.StartNext().bytes, 3U);
    EXPECT_FALSE(ring.HasPending());
    // One interrupt for all three, oldest first.
    EXPECT_EQ(ring.Complete().bytes, 1U);
    EXPECT_EQ(ring.Complete().bytes, 2U);
    EXPECT_EQ(ring.Complete().bytes, 3U);
    EXPECT_TRUE(ring.IsEmpty());
    EXPECT_EQ(ring.GetNStarted(), 0U);
}

TEST(NicTxRing, HoldsAnSkbUntilCompletionOrFlush)
{
    const auto pool = Create<SkbPool>();
    const auto memory = Create<SocketWriteMemory>();
    NicTxRing ring(8);
    for (int i = 0; i < 3; ++i)
    {
        auto skb = pool->Allocate();
        skb->Charge(memory, 768);
        Post(ring, {Create<Packet>(100), std::move(skb), 100});
    }
    EXPECT_EQ(memory->GetWmemAlloc(), 3U * 768);
    ring.StartNext();
    EXPECT_EQ(memory->GetWmemAlloc(), 3U * 768);
    {
        const auto descriptor = ring.Complete();
        // Whoever took the descriptor has the Skb now.
        EXPECT_EQ(memory->GetWmemAlloc(), 3U * 768);
    }
    EXPECT_EQ(memory->GetWmemAlloc(), 2U * 768);
    ring.Flush();
    ring.Flush();
    EXPECT_EQ(memory->GetWmemAlloc(), 0U);
    EXPECT_EQ(pool->GetNLive(), 0U);
}

TEST(NicTxRing, ReleasesWhatIsLeftWhenItIsDestroyed)
{
    const auto pool = Create<SkbPool>();
    const auto memory = Create<SocketWriteMemory>();
    {
        NicTxRing ring(8);
        auto skb = pool->Allocate();
        skb->Charge(memory, 768);
        Post(ring, {Create<Packet>(100), std::move(skb), 100});
    }
    EXPECT_EQ(memory->GetWmemAlloc(), 0U);
}

TEST(NicTxRing, RefusedFrameKeepsItsSkb)
{
    const auto pool = Create<SkbPool>();
    const auto memory = Create<SocketWriteMemory>();
    NicTxRing ring(1);
    Post(ring, Frame(1));
    auto skb = pool->Allocate();
    skb->Charge(memory, 768);
    NicTxRing::Entry descriptor{Create<Packet>(100), std::move(skb), 100};
    EXPECT_FALSE(ring.Push(std::move(descriptor)));
    EXPECT_EQ(memory->GetWmemAlloc(), 768U);
}

TEST(NicTxRing, FlushTakesStartedAndWaitingFrames)
{
    NicTxRing ring(4);
    Post(ring, Frame(1));
    Post(ring, Frame(2));
    ring.StartNext();
    EXPECT_EQ(ring.Flush().bytes, 1U);
    EXPECT_EQ(ring.GetNStarted(), 0U);
    EXPECT_EQ(ring.Flush().bytes, 2U);
    EXPECT_TRUE(ring.IsEmpty());
    EXPECT_FALSE(ring.HasPending());
}

TEST(NicTxRing, SizeIsOneTo65535AndNeverBelowWhatIsInUse)
{
    NicTxRing ring;
    EXPECT_EQ(ring.GetSize(), 512U);
    EXPECT_FALSE(ring.SetSize(0));
    EXPECT_FALSE(ring.SetSize(65536));
    EXPECT_EQ(ring.GetSize(), 512U);
    EXPECT_TRUE(ring.SetSize(65535));
    EXPECT_TRUE(ring.SetSize(2));
    Post(ring, Frame(1));
    Post(ring, Frame(2));
    EXPECT_FALSE(ring.SetSize(1));
    EXPECT_TRUE(ring.SetSize(3));
    EXPECT_EQ(ring.GetNFree(), 1U);
    EXPECT_EQ(ring.StartNext().bytes, 1U);
}

TEST(NicTxRing, ATrainTakesSeveralDescriptorsAndKeepsItsFramesInOrder)
{
    const auto pool = Create<SkbPool>();
    const auto memory = Create<SocketWriteMemory>();
    auto skb = pool->Allocate();
    skb->Charge(memory, 4000);
    NicTxRing ring(4);
    NicTxRing::Entry train{Create<Packet>(100), std::move(skb), 600};
    train.rest = {Create<Packet>(200), Create<Packet>(300)};
    train.nDescriptors = 3;
    ASSERT_TRUE(Post(ring, std::move(train)));
    ASSERT_TRUE(Post(ring, Frame(50)));
    EXPECT_EQ(ring.GetNUsed(), 4U);
    EXPECT_EQ(ring.GetNEntries(), 2U);
    EXPECT_TRUE(ring.MustStop());

    ring.StartNext();
    ASSERT_EQ(ring.GetLastStarted().GetNFrames(), 3U);
    for (uint32_t i = 0; i < 3; ++i)
    {
        EXPECT_EQ(ring.GetLastStarted().GetFrame(i)->GetSize(), 100 * (i + 1));
    }
    EXPECT_EQ(memory->GetWmemAlloc(), 4000U);
    EXPECT_EQ(ring.Complete().bytes, 600U);
    EXPECT_EQ(memory->GetWmemAlloc(), 0U);
    EXPECT_EQ(ring.GetNFree(), 3U) << "all three are given back at once";

    ring.StartNext();
    EXPECT_EQ(ring.GetLastStarted().bytes, 50U);
    EXPECT_EQ(ring.GetLastStarted().GetNFrames(), 1U);
}

TEST(NicTxRing, WhatWasTakenLastIsNotTheOldestUntilThatIsCompleted)
{
    NicTxRing ring(4);
    Post(ring, Frame(1));
    Post(ring, Frame(2));
    ring.StartNext();
    ring.StartNext();
    EXPECT_EQ(ring.GetLastStarted().bytes, 2U);
    ring.Complete();
    EXPECT_EQ(ring.GetLastStarted().bytes, 2U);
}

TEST(NicTxRing, WhatWasSentStaysUntilItIsCompleted)
{
    NicTxRing ring(3);
    Post(ring, Frame(1));
    Post(ring, Frame(2));
    Post(ring, Frame(3));
    ring.StartNext();
    ring.StartNext();
    EXPECT_EQ(ring.GetNSent(), 0U);
    EXPECT_EQ(ring.MarkSent().bytes, 1U);
    EXPECT_EQ(ring.MarkSent().bytes, 2U);
    EXPECT_EQ(ring.GetNSent(), 2U);
    EXPECT_EQ(ring.GetNStarted(), 2U);
    EXPECT_TRUE(ring.MustStop());
    EXPECT_EQ(ring.StartNext().bytes, 3U);
    EXPECT_EQ(ring.Complete().bytes, 1U);
    EXPECT_EQ(ring.GetNSent(), 1U);
    EXPECT_EQ(ring.GetLastStarted().bytes, 3U);
    EXPECT_EQ(ring.Flush().bytes, 2U);
    EXPECT_EQ(ring.GetNSent(), 0U);
    EXPECT_EQ(ring.GetNStarted(), 1U);
    EXPECT_EQ(ring.MarkSent().bytes, 3U);
}

TEST(NicTxRing, ATrainNeedsAllItsDescriptors)
{
    const auto train = [] {
        NicTxRing::Entry entry = Frame(600);
        entry.nDescriptors = 3;
        return entry;
    };
    NicTxRing ring(4);
    ASSERT_TRUE(ring.Push(Frame(1)));
    ASSERT_TRUE(ring.Push(Frame(1)));
    EXPECT_FALSE(ring.HasRoom(3));
    EXPECT_FALSE(ring.Push(train()));
    EXPECT_EQ(ring.GetNUsed(), 2U) << "all or nothing";
    EXPECT_TRUE(ring.HasRoom(2));
    ring.Flush();
    EXPECT_TRUE(ring.Push(train()));
    EXPECT_FALSE(ring.SetSize(3)) << "four descriptors are in use, by two entries";
}

TEST(NicTxRing, ThresholdsCountFreeDescriptors)
{
    NicTxRing ring(8);
    ring.SetThresholds({3, 5});
    for (int i = 0; i < 8; ++i)
    {
        EXPECT_EQ(ring.MustStop(), ring.GetNFree() < 3) << i;
        EXPECT_EQ(ring.MayWake(), ring.GetNFree() >= 5) << i;
        ASSERT_TRUE(Post(ring, Frame(1))) << "a stopped queue still has room";
    }
    ring.SetThresholds({3, 2});
    ring.Flush();
    ring.Flush();
    EXPECT_FALSE(ring.MayWake()) << "it would have to stop again";
    ring.Flush();
    EXPECT_TRUE(ring.MayWake());
    // More than the ring has: an empty one must not be stopped for ever.
    ring.SetThresholds({100, 200});
    EXPECT_TRUE(ring.MustStop());
    while (!ring.IsEmpty())
    {
        ring.Flush();
    }
    EXPECT_FALSE(ring.MustStop());
    EXPECT_TRUE(ring.MayWake());
}

TEST(NicTxRing, TheHardwareSeesWhatWasPublished)
{
    NicTxRing ring(4);
    ring.Push(Frame(1));
    ring.Push(Frame(2));
    EXPECT_FALSE(ring.HasPending());
    EXPECT_EQ(ring.Publish(), 2U);
    EXPECT_EQ(ring.Publish(), 0U);
    ring.Push(Frame(3));
    ring.StartNext();
    ring.StartNext();
    EXPECT_FALSE(ring.HasPending());
    ring.Complete();
    EXPECT_EQ(ring.Publish(), 1U);
    EXPECT_EQ(ring.StartNext().bytes, 3U);
    // What was lost with the link need not have been published.
    ring.Push(Frame(4));
    while (!ring.IsEmpty())
    {
        ring.Flush();
    }
    EXPECT_EQ(ring.Publish(), 0U);
    EXPECT_FALSE(ring.HasPending());
}
