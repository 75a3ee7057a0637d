/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/tcp-write-queue.h"

#include <cstdint>
#include <gtest/gtest.h>

using ns3::TcpWriteQueue;

namespace
{

constexpr uint32_t MSS = 1448; ///< bytes

/**
 * @brief A socket in which all is sent.
 * @param payload not acknowledged, in bytes
 * @param nSkbs skbs that hold it
 * @return what is in the socket
 */
TcpWriteQueue::Fill
MakeSent(uint32_t payload, uint32_t nSkbs)
{
    return {payload, 0, nSkbs};
}

/**
 * @brief A queue with an sndbuf of 40,000 bytes, and skbs that cost nothing beside their payload.
 * @return the queue
 */
TcpWriteQueue
MakeQueue()
{
    TcpWriteQueue queue;
    queue.SetOverhead(0);
    queue.SetSndbuf(20000);
    return queue;
}

TEST(TcpWriteQueue, EachSkbCostsItsPayloadAndItsOverhead)
{
    TcpWriteQueue queue;
    EXPECT_EQ(queue.GetWmemQueued(MakeSent(0, 0)), 0U);
    EXPECT_EQ(queue.GetWmemQueued(MakeSent(10 * MSS, 10)), 10U * (1448 + 1280));
    EXPECT_EQ(queue.GetWmemQueued(MakeSent(10 * MSS, 1)), 10U * 1448 + 1280);
    queue.SetOverhead(400);
    EXPECT_EQ(queue.GetOverhead(), 400U);
    EXPECT_EQ(queue.GetWmemQueued(MakeSent(10 * MSS, 10)), 10U * (1448 + 400));
    // 3,000,000 skbs of a byte are more than 2^32 bytes.
    queue.SetOverhead(1500);
    EXPECT_EQ(queue.GetWmemQueued(MakeSent(3000000, 3000000)), uint64_t{1501} * 3000000);
}

TEST(TcpWriteQueue, ASmallerLimitOfNs3DecidesAlone)
{
    TcpWriteQueue queue;
    const auto full = MakeSent(100 * MSS, 100); // far beyond 16,384
    EXPECT_FALSE(queue.Admit(full));
    queue.SetPayloadLimit(TcpWriteQueue::WMEM_MAX - 1);
    EXPECT_TRUE(queue.Admit(full));
    EXPECT_GT(queue.AskForRoom(full), TcpWriteQueue::WMEM_MAX);
    queue.SetPayloadLimit(TcpWriteQueue::WMEM_MAX);
    EXPECT_FALSE(queue.Admit(full));
    queue.SetPayloadLimit(1);
    queue.SetNotsentLowat(1000);
    EXPECT_FALSE(queue.Admit({5000, 1000, 1})) << "TCP_NOTSENT_LOWAT holds all the same";
    queue.SetNotsentLowat(TcpWriteQueue::NO_LOWAT);
    queue.SetSndbuf(5000);
    EXPECT_FALSE(queue.Admit(full)) << "as SO_SNDBUF does";
}

TEST(TcpWriteQueue, SndbufIsDoubledAndHasAFloor)
{
    TcpWriteQueue queue;
    EXPECT_EQ(queue.GetSndbuf(), 16384U); // tcp_wmem[1]
    queue.SetSndbuf(10000);
    EXPECT_EQ(queue.GetSndbuf(), 20000U);
    queue.SetSndbuf(1);
    EXPECT_EQ(queue.GetSndbuf(), 4608U);
    queue.SetSndbuf(2305);
    EXPECT_EQ(queue.GetSndbuf(), 4610U);
    queue.SetSndbuf(UINT32_MAX);
    EXPECT_LE(queue.GetSndbuf(), static_cast<uint32_t>(INT32_MAX)); // a signed int in the kernel
}

TEST(TcpWriteQueue, SndbufFollowsTheCongestionWindow)
{
    // per_mss = roundup_pow_of_two(1448 + 320 + 320 = 2088) + 256 = 4352; twice ten segments of it:
    // the 87,040 that every connection over Ethernet begins with.
    TcpWriteQueue queue;
    queue.Expand(MSS, 1);
    EXPECT_EQ(queue.GetSndbuf(), 87040U);
    queue.Expand(MSS, 10);
    EXPECT_EQ(queue.GetSndbuf(), 87040U);
    queue.Expand(MSS, 11);
    EXPECT_EQ(queue.GetSndbuf(), 2 * 11 * 4352U);
    queue.Expand(MSS, 100);
    EXPECT_EQ(queue.GetSndbuf(), 870400U);
    queue.Expand(MSS, 50);
    EXPECT_EQ(queue.GetSndbuf(), 870400U) << "it never shrinks";
}

TEST(TcpWriteQueue, SegmentsOfOtherSizesCostThePowerOfTwoAbove)
{
    TcpWriteQueue small;
    // 536 + 640 = 1176, 2048 + 256 = 2304
    small.Expand(536, 10);
    EXPECT_EQ(small.GetSndbuf(), 2 * 10 * 2304U);
    TcpWriteQueue exact;
    // 1408 + 640 = 2048 exactly
    exact.Expand(1408, 10);
    EXPECT_EQ(exact.GetSndbuf(), 2 * 10 * 2304U);
    TcpWriteQueue above;
    above.Expand(1409, 10);
    EXPECT_EQ(above.GetSndbuf(), 2 * 10 * 4352U);
}

TEST(TcpWriteQueue, AutotuningEndsAtWmemMaxAndWithSndbuf)
{
    TcpWriteQueue queue;
    // 2 x 1000 x 4352 = 8,704,000
    queue.Expand(MSS, 1000);
    EXPECT_EQ(queue.GetSndbuf(), 4194304U);
    queue.SetWmemMax(6000000);
    queue.Expand(MSS, 1000);
    EXPECT_EQ(queue.GetSndbuf(), 6000000U);
    queue.SetWmemMax(100000);
    queue.Expand(MSS, 1000);
    EXPECT_EQ(queue.GetSndbuf(), 6000000U) << "a lower tcp_wmem[2] takes nothing away";

    TcpWriteQueue locked;
    locked.SetSndbuf(10000);
    locked.Expand(MSS, 1000);
    EXPECT_EQ(locked.GetSndbuf(), 20000U) << "SOCK_SNDBUF_LOCK";
    locked.SetSndbuf(0);
    locked.Expand(MSS, 10);
    EXPECT_EQ(locked.GetSndbuf(), 87040U);
    TcpWriteQueue huge;
    huge.SetWmemMax(UINT32_MAX);
    huge.Expand(MSS, 400000); // 3.5 x 10^9, more than 2^31
    EXPECT_EQ(huge.GetSndbuf(), 2 * 400000 * uint64_t{4352});
}

TEST(TcpWriteQueue, TheLastWriteMayOvershoot)
{
    TcpWriteQueue queue = MakeQueue();
    EXPECT_TRUE(queue.Admit(MakeSent(39999, 30)));
    EXPECT_FALSE(queue.HasWaitingWriter());
    EXPECT_FALSE(queue.Admit(MakeSent(40000, 30)));
    EXPECT_TRUE(queue.HasWaitingWriter());
}

TEST(TcpWriteQueue, AWriterThatWaitsIsLetInWhenAThirdIsFree)
{
    TcpWriteQueue queue = MakeQueue();
    EXPECT_EQ(queue.AskForRoom(MakeSent(39999, 30)), 1U) << "nobody waits";
    EXPECT_EQ(queue.AskForRoom(MakeSent(40000, 30)), 0U);
    EXPECT_TRUE(queue.HasWaitingWriter());
    EXPECT_EQ(queue.AskForRoom(MakeSent(39000, 30)), 0U);
    // sk_stream_wspace >= sk_wmem_queued / 2: 13,333 < 26,667 / 2 = 13,333 (rounded down)
    EXPECT_EQ(queue.AskForRoom(MakeSent(26668, 30)), 0U);
    EXPECT_EQ(queue.AskForRoom(MakeSent(26667, 30)), 13333U);
    EXPECT_FALSE(queue.HasWaitingWriter());
    EXPECT_EQ(queue.AskForRoom(MakeSent(39999, 30)), 1U);
}

TEST(TcpWriteQueue, NotsentLowatCountsWhatIsNotSent)
{
    TcpWriteQueue queue = MakeQueue();
    queue.SetNotsentLowat(1000);
    EXPECT_TRUE(queue.Admit({5000, 999, 5}));
    EXPECT_FALSE(queue.Admit({5000, 1000, 5}));
    // Who waits is woken below half of the mark.
    EXPECT_EQ(queue.AskForRoom({5000, 500, 5}), 0U);
    EXPECT_EQ(queue.AskForRoom({5000, 499, 5}), 35000U);
    EXPECT_EQ(queue.AskForRoom({5000, 999, 5}), 35000U) << "and may go on up to the mark";
    EXPECT_EQ(queue.AskForRoom({5000, 1000, 5}), 0U);
    queue.SetNotsentLowat(TcpWriteQueue::NO_LOWAT);
    EXPECT_EQ(queue.AskForRoom({5000, 5000, 5}), 35000U);
}

TEST(TcpWriteQueue, LowatOfHalfTheNumbersDoesNotOverflow)
{
    TcpWriteQueue queue = MakeQueue();
    queue.SetNotsentLowat(0x80000001);
    EXPECT_FALSE(queue.Admit({40000, 0, 30}));
    // 2^31 << 1 is 2^32, not 0.
    EXPECT_EQ(queue.AskForRoom({1000, 0x80000000, 5}), 0U);
}

} // namespace
