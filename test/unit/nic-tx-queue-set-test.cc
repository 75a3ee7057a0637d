/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/nic-tx-queue-set.h"
#include "ns3/packet.h"

#include <gtest/gtest.h>

using namespace ns3;

namespace
{

/// Nobody listens to the doorbells.
void
Ignore(NicTxQueue& /* queue */, std::size_t /* nNew */)
{
}

/// Post a frame.
void
Post(NicTxQueueSet& queues, std::size_t i)
{
    queues.Get(i).Post({Create<Packet>(100), nullptr, 100}, false);
    queues.Get(i).Kick(false);
}

} // namespace

TEST(NicTxQueueSet, ServesRingsWithSomethingPendingInTurn)
{
    NicTxQueueSet queues(Ignore);
    ASSERT_TRUE(queues.Resize(4));
    EXPECT_EQ(queues.TakeTurn(), nullptr);
    for (const std::size_t i : {3, 1, 1, 1, 0})
    {
        Post(queues, i);
    }
    for (const std::size_t expected : {0, 1, 3, 1, 1})
    {
        auto* queue = queues.TakeTurn();
        ASSERT_EQ(queue, &queues.Get(expected));
        queue->GetRing().StartNext();
    }
    // All are started, none is completed.
    EXPECT_EQ(queues.TakeTurn(), nullptr);
    EXPECT_EQ(queues.GetNUsed(), 5U);
}

TEST(NicTxQueueSet, NumberAndRingSizeKeepToTheirBounds)
{
    NicTxQueueSet queues(Ignore);
    EXPECT_EQ(queues.GetN(), 1U);
    EXPECT_TRUE(queues.SetRingSize(3));
    EXPECT_FALSE(queues.Resize(0));
    EXPECT_FALSE(queues.Resize(65));
    EXPECT_TRUE(queues.Resize(64));
    EXPECT_EQ(queues.Get(63).GetRing().GetSize(), 3U);
    Post(queues, 5);
    Post(queues, 5);
    EXPECT_FALSE(queues.Resize(2));
    EXPECT_FALSE(queues.SetRingSize(1));
    EXPECT_EQ(queues.Get(0).GetRing().GetSize(), 3U);
    EXPECT_FALSE(queues.SetRingSize(65536));
    EXPECT_TRUE(queues.SetRingSize(2));
    EXPECT_EQ(queues.Get(5).GetRing().GetNFree(), 0U);
}

TEST(NicTxQueueSet, TakesTurnsAmongAllSixtyFour)
{
    NicTxQueueSet queues(Ignore);
    ASSERT_TRUE(queues.Resize(64));
    for (int round = 0; round < 2; ++round)
    {
        for (std::size_t i = 0; i < 64; ++i)
        {
            Post(queues, (i * 37) % 64);
        }
    }
    for (std::size_t turn = 0; turn < 128; ++turn)
    {
        auto* queue = queues.TakeTurn();
        ASSERT_NE(queue, nullptr);
        EXPECT_EQ(queue->GetIndex(), turn % 64);
        queue->GetRing().StartNext();
    }
    EXPECT_EQ(queues.TakeTurn(), nullptr);
    Post(queues, 63);
    ASSERT_NE(queues.TakeTurn(), nullptr) << "it is its turn again";
    while (!queues.Get(63).GetRing().IsEmpty())
    {
        queues.Get(63).GetRing().Flush();
    }
    EXPECT_EQ(queues.TakeTurn(), nullptr) << "lost with the link";
}

TEST(NicTxQueueSet, SettingsAreThoseOfAllQueuesAlsoOfLaterOnes)
{
    NicTxQueueSet queues(Ignore);
    queues.SetCoalescing({50, 16, MicroSeconds(3)});
    queues.SetThresholds({4, 8});
    ASSERT_TRUE(queues.SetRingSize(10));
    ASSERT_TRUE(queues.Resize(3));
    queues.Get(1).SetCoalescing({7, 0, Time()});
    EXPECT_EQ(queues.Get(0).GetCoalescing().usecs, 50U);
    EXPECT_EQ(queues.Get(1).GetCoalescing().usecs, 7U);
    EXPECT_EQ(queues.Get(2).GetCoalescing().latency, MicroSeconds(3));
    for (int i = 0; i < 7; ++i)
    {
        Post(queues, 2);
    }
    EXPECT_TRUE(queues.Get(2).GetRing().MustStop()) << "3 of 10 are free, 4 are wanted";
    EXPECT_FALSE(queues.Get(1).GetRing().MustStop());
}
