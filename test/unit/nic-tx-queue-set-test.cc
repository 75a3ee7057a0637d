/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/nic-tx-queue-set.h"
#include "ns3/packet.h"

#include <gtest/gtest.h>

using namespace ns3;

namespace
{

/// Post a frame.
void
Post(NicTxQueueSet& queues, std::size_t i)
{
    queues.Get(i).Post({Create<Packet>(100), nullptr, 100}, false);
}

} // namespace

TEST(NicTxQueueSet, ServesRingsWithSomethingPendingInTurn)
{
    NicTxQueueSet queues;
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
    NicTxQueueSet queues;
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
