/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/skb-pool.h"
#include "ns3/virt-queue.h"

#include <gtest/gtest.h>

using namespace ns3;

namespace
{

/**
 * @brief Put frames on a ring.
 * @param ring the ring
 * @param n how many
 */
void
Push(VirtQueue& ring, uint32_t n)
{
    for (uint32_t i = 0; i < n; ++i)
    {
        ASSERT_TRUE(ring.Push({Create<Packet>(100 + i), nullptr, 1}));
    }
}

/**
 * @brief Use frames until the guest has to be interrupted.
 * @param ring the ring
 * @return how many were used; 0 if no interrupt came
 */
uint32_t
UseUntilInterrupt(VirtQueue& ring)
{
    for (uint32_t n = 1; ring.HasNext(); ++n)
    {
        if (ring.MarkUsed())
        {
            return n;
        }
    }
    return 0;
}

TEST(VirtQueue, Sizes)
{
    for (const uint32_t size : {32, 64, 256, 1024, 32768})
    {
        EXPECT_TRUE(VirtQueue::IsSize(size)) << size;
    }
    for (const uint32_t size : {0, 1, 16, 33, 255, 257, 65536})
    {
        EXPECT_FALSE(VirtQueue::IsSize(size)) << size;
    }
    VirtQueue ring;
    EXPECT_EQ(ring.GetSize(), 256U);
    EXPECT_TRUE(ring.SetSize(512));
    EXPECT_FALSE(ring.SetSize(500));
    Push(ring, 1);
    EXPECT_FALSE(ring.SetSize(256)) << "not while anything is on it";
    EXPECT_EQ(ring.GetSize(), 512U);
}

TEST(VirtQueue, FramesLeaveInOrderAndFreeTheirDescriptors)
{
    VirtQueue ring(32);
    EXPECT_FALSE(ring.HasNext());
    EXPECT_FALSE(ring.Detach());
    EXPECT_TRUE(ring.Push({Create<Packet>(1), nullptr, 30}));
    EXPECT_FALSE(ring.Push({Create<Packet>(2), nullptr, 3}));
    EXPECT_TRUE(ring.Push({Create<Packet>(3), nullptr, 2}));
    EXPECT_EQ(ring.GetNFree(), 0U);
    EXPECT_EQ(ring.GetNext()->GetSize(), 1U);
    EXPECT_FALSE(ring.Detach()) << "not used yet";
    ring.MarkUsed();
    EXPECT_EQ(ring.GetNext()->GetSize(), 3U);
    EXPECT_EQ(ring.GetNFree(), 0U) << "used, but not detached";
    const auto entry = ring.Detach();
    ASSERT_TRUE(entry);
    EXPECT_EQ(entry->frame->GetSize(), 1U);
    EXPECT_EQ(ring.GetNFree(), 30U);
    EXPECT_FALSE(ring.Detach());
}

TEST(VirtQueue, SkbsAreHeldUntilDetached)
{
    const auto pool = Create<SkbPool>();
    VirtQueue ring(32);
    ASSERT_TRUE(ring.Push({Create<Packet>(1), pool->Allocate(), 1}));
    ASSERT_TRUE(ring.Push({Create<Packet>(1), pool->Allocate(), 1}));
    ring.MarkUsed();
    EXPECT_EQ(pool->GetNLive(), 2U);
    ring.Detach();
    EXPECT_EQ(pool->GetNLive(), 1U);
    ring.Clear();
    EXPECT_EQ(pool->GetNLive(), 0U);
    EXPECT_EQ(ring.GetNFree(), 32U);
}

TEST(VirtQueue, NoInterruptUnlessAskedFor)
{
    VirtQueue ring;
    Push(ring, 100);
    EXPECT_EQ(UseUntilInterrupt(ring), 0U);
}

TEST(VirtQueue, InterruptForTheNextFrame)
{
    VirtQueue ring;
    Push(ring, 10);
    ring.EnableInterrupt();
    EXPECT_EQ(UseUntilInterrupt(ring), 1U);
    EXPECT_EQ(UseUntilInterrupt(ring), 0U) << "once";
}

TEST(VirtQueue, DelayedInterruptBehindThreeQuarters)
{
    // virtqueue_enable_cb_delayed(): bufs = n * 3 / 4, and the interrupt when more are used
    for (const auto& [n, used] : {std::pair(1U, 1U), {2U, 2U}, {4U, 4U}, {5U, 4U}, {238U, 179U}})
    {
        VirtQueue ring;
        Push(ring, n);
        ring.EnableInterruptDelayed();
        EXPECT_EQ(UseUntilInterrupt(ring), used) << n;
    }
}

TEST(VirtQueue, InterruptCanBeDisabled)
{
    VirtQueue ring;
    Push(ring, 10);
    ring.EnableInterrupt();
    ring.DisableInterrupt();
    EXPECT_EQ(UseUntilInterrupt(ring), 0U);
}

} // namespace
