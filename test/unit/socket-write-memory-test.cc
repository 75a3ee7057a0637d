/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/skb-pool.h"
#include "ns3/socket-write-memory.h"

#include <gtest/gtest.h>
#include <random>
#include <vector>

using ns3::Create;
using ns3::Ptr;
using ns3::SkbPool;
using ns3::SkbPtr;
using ns3::SocketWriteMemory;

namespace
{

TEST(SocketWriteMemory, SndbufIsDoubledAfterTheClampAndHasAFloor)
{
    SocketWriteMemory wmem;
    EXPECT_EQ(wmem.GetSndbuf(), 212992U);
    wmem.SetSndbuf(8192);
    EXPECT_EQ(wmem.GetSndbuf(), 16384U);
    wmem.SetSndbuf(10000000);
    EXPECT_EQ(wmem.GetSndbuf(), 2 * 212992U);
    wmem.SetSndbuf(10000000, 20000000);
    EXPECT_EQ(wmem.GetSndbuf(), 20000000U);
    wmem.SetSndbuf(1);
    EXPECT_EQ(wmem.GetSndbuf(), 4608U);
    wmem.SetSndbuf(UINT32_MAX, UINT32_MAX);
    EXPECT_EQ(wmem.GetSndbuf(), static_cast<uint32_t>(INT32_MAX));
}

TEST(SocketWriteMemory, LastAdmittedMessageMayOvershoot)
{
    auto wmem = Create<SocketWriteMemory>();
    wmem->SetSndbuf(4608);
    // 9216 / 2304 = 4 messages exactly; then nothing, not even one byte.
    for (int i = 0; i < 4; ++i)
    {
        EXPECT_TRUE(wmem->CanSend());
        wmem->Charge(2304);
    }
    EXPECT_FALSE(wmem->CanSend());
    wmem->Uncharge(1);
    EXPECT_TRUE(wmem->CanSend());
}

TEST(SocketWriteMemory, LaterFragmentsAreRefusedFromTwiceSndbufOn)
{
    auto wmem = Create<SocketWriteMemory>();
    wmem->SetSndbuf(4608);
    // The kernel's counter starts at 1: at 2 x 9216 = 18432 exactly the test fails already.
    EXPECT_TRUE(wmem->CanAppend(18431));
    EXPECT_FALSE(wmem->CanAppend(18432));
    wmem->Charge(2304);
    EXPECT_FALSE(wmem->CanAppend(18432 - 2304));
}

TEST(SocketWriteMemory, WriterIsWokenOnceAtHalfSndbufAndOnlyIfItWaits)
{
    auto wmem = Create<SocketWriteMemory>();
    wmem->SetSndbuf(5000);
    int woken = 0;
    wmem->SetWriteSpaceCallback([&] { ++woken; });
    wmem->Charge(12000);
    wmem->Uncharge(12000);
    EXPECT_EQ(woken, 0) << "nobody waited";
    wmem->Charge(12000);
    wmem->WaitForSpace();
    wmem->Uncharge(6999);
    EXPECT_EQ(woken, 0) << "5001 > 10000 / 2";
    wmem->Uncharge(1);
    EXPECT_EQ(woken, 1) << "5000 <= 10000 / 2";
    wmem->Uncharge(5000);
    EXPECT_EQ(woken, 1) << "one call a wait";
}

TEST(Skb, ChargeIsHeldUntilTheLastReferenceGoes)
{
    auto pool = Create<SkbPool>();
    auto wmem = Create<SocketWriteMemory>();
    SkbPtr first = pool->Allocate();
    first->Charge(wmem, 2304);
    SkbPtr second = first;
    first = nullptr;
    EXPECT_EQ(wmem->GetWmemAlloc(), 2304U);
    second = nullptr;
    EXPECT_EQ(wmem->GetWmemAlloc(), 0U);
    EXPECT_EQ(pool->GetNLive(), 0U);
}

TEST(Skb, OrphaningEndsTheChargeOnce)
{
    auto pool = Create<SkbPool>();
    auto wmem = Create<SocketWriteMemory>();
    SkbPtr skb = pool->Allocate();
    skb->Charge(wmem, 2304);
    EXPECT_EQ(skb->Orphan(), 2304U);
    EXPECT_EQ(wmem->GetWmemAlloc(), 0U);
    EXPECT_FALSE(skb->GetOwner());
    EXPECT_EQ(skb->Orphan(), 0U);
    skb = nullptr;
    EXPECT_EQ(wmem->GetWmemAlloc(), 0U);
}

TEST(Skb, SplittingMovesTheChargeAndTheOwnerSeesNothing)
{
    auto pool = Create<SkbPool>();
    auto wmem = Create<SocketWriteMemory>();
    SkbPtr whole = pool->Allocate();
    whole->Charge(wmem, 5376);
    SkbPtr part = pool->Allocate();
    whole->SplitCharge(*part, 2304);
    EXPECT_EQ(wmem->GetWmemAlloc(), 5376U);
    EXPECT_EQ(whole->GetTruesize() + part->GetTruesize(), 5376U);
    whole = nullptr;
    EXPECT_EQ(wmem->GetWmemAlloc(), 2304U);
    part = nullptr;
    EXPECT_EQ(wmem->GetWmemAlloc(), 0U);
}

TEST(SkbPool, HandleOfAnEarlierUseFindsNothing)
{
    auto pool = Create<SkbPool>();
    SkbPtr skb = pool->Allocate();
    const uint32_t slot = skb->GetSlot();
    const uint32_t generation = skb->GetGeneration();
    EXPECT_EQ(pool->Find(slot, generation), skb);
    skb = nullptr;
    EXPECT_FALSE(pool->Find(slot, generation));
    skb = pool->Allocate();
    ASSERT_EQ(skb->GetSlot(), slot) << "slots are used again";
    EXPECT_FALSE(pool->Find(slot, generation));
    EXPECT_FALSE(pool->Find(slot + 1, generation));
}

TEST(SkbPool, SkbsOutliveThePoolsOwner)
{
    auto wmem = Create<SocketWriteMemory>();
    auto pool = Create<SkbPool>();
    SkbPtr skb = pool->Allocate();
    skb->Charge(wmem, 768);
    pool = nullptr;
    EXPECT_EQ(wmem->GetWmemAlloc(), 768U);
    skb = nullptr;
    EXPECT_EQ(wmem->GetWmemAlloc(), 0U);
}

TEST(Skb, RandomLivesAlwaysAddUpToWmemAlloc)
{
    const unsigned seed = std::random_device{}();
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937 random(seed);
    auto pool = Create<SkbPool>();
    auto wmem = Create<SocketWriteMemory>();
    std::vector<SkbPtr> held;
    for (int step = 0; step < 20000; ++step)
    {
        const auto action = random() % 5;
        if (action < 2 || held.empty())
        {
            held.push_back(pool->Allocate());
            held.back()->Charge(wmem, 768 + random() % 10000);
        }
        else
        {
            const std::size_t chosen = random() % held.size();
            if (action == 2)
            {
                held[chosen]->Orphan();
            }
            else if (action == 3 && held[chosen]->GetOwner())
            {
                SkbPtr part = pool->Allocate();
                held[chosen]->SplitCharge(*part, random() % 12000);
                held.push_back(part);
            }
            else
            {
                held[chosen] = held.back();
                held.pop_back();
            }
        }
        uint64_t sum = 0;
        if (step % 100 == 0)
        {
            for (const auto& skb : held)
            {
                sum += skb->GetTruesize();
            }
            ASSERT_EQ(sum, wmem->GetWmemAlloc()) << "after step " << step;
            ASSERT_EQ(pool->GetNLive(), held.size());
        }
    }
    held.clear();
    EXPECT_EQ(wmem->GetWmemAlloc(), 0U);
}

} // namespace
