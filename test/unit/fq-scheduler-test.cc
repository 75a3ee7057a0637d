/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/fq-scheduler.h"
#include "ns3/skb-pool.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

constexpr int64_t US = 1000;             ///< ns
constexpr int64_t MS = 1'000'000;        ///< ns
constexpr int64_t START = 1000 * MS;     ///< when the tests begin, in ns
constexpr int64_t NS_PER_JIFFY = 4 * MS; ///< HZ=250

/// A scheduler whose packets are written down as they leave.
class FqSchedulerTest : public testing::Test
{
  protected:
    /**
     * @brief A socket with a rate.
     * @param rate its pacing rate, in bytes/s
     * @return its write memory
     */
    static Ptr<SocketWriteMemory> MakeSocket(uint64_t rate = SocketPacing::UNLIMITED)
    {
        auto socket = Create<SocketWriteMemory>();
        socket->GetPacing().SetRate(rate);
        return socket;
    }

    /**
     * @brief The clocks at a time.
     * @param now the time, in ns
     * @return the clocks
     */
    static FqScheduler::Clock At(int64_t now)
    {
        return {now, now / NS_PER_JIFFY};
    }

    /**
     * @brief Queue a packet of a socket.
     * @param socket the socket
     * @param length bytes
     * @param now the time, in ns
     * @param departure when it is to leave, in ns; 0 for no such time
     * @return false if there was no room
     */
    bool Enqueue(const Ptr<SocketWriteMemory>& socket,
                 uint32_t length,
                 int64_t now = START,
                 int64_t departure = 0)
    {
        auto skb = m_pool->Allocate();
        skb->Charge(socket, length);
        skb->SetDepartureTime(departure);
        FqFlow* flow = m_scheduler.Admit({socket, 0}, At(now));
        if (flow)
        {
            m_scheduler.Enqueue(*flow,
                                {{}, skb, departure != 0 ? departure : now, length},
                                At(now));
        }
        return flow != nullptr;
    }

    /**
     * @brief Queue packets of a flow without socket.
     * @param hash the flow
     * @param lengths bytes of each
     * @param now the time, in ns
     */
    void EnqueueOrphans(uint32_t hash, const std::vector<uint32_t>& lengths, int64_t now = START)
    {
        for (const uint32_t length : lengths)
        {
            m_scheduler.Enqueue(*m_scheduler.Admit({nullptr, hash}, At(now)),
                                {{}, nullptr, now, length},
                                At(now));
        }
    }

    /**
     * @brief Take what may leave.
     * @param now the time, in ns
     * @return the lengths of the packets, each with a blank behind it
     */
    std::string Drain(int64_t now = START)
    {
        std::string lengths;
        while (const auto departure = m_scheduler.Dequeue(At(now)))
        {
            lengths += std::to_string(departure->packet.length) + " ";
        }
        return lengths;
    }

    /**
     * @brief When the next packet may leave.
     * @return ns after START
     */
    int64_t GetNext() const
    {
        return m_scheduler.GetTimeNextDelayed() - START;
    }

    Ptr<SkbPool> m_pool{Create<SkbPool>()}; //!< Skbs
    FqParameters m_parameters;              //!< as of a queue disc
    FqScheduler m_scheduler{m_parameters};  //!< the scheduler
};

} // namespace

TEST_F(FqSchedulerTest, FlowsShareBytesAndNotPackets)
{
    m_parameters.quantum = m_parameters.initialQuantum = 3000;
    EnqueueOrphans(1, std::vector<uint32_t>(4, 1500));
    EnqueueOrphans(2, std::vector<uint32_t>(12, 500));
    EXPECT_EQ(Drain(), "1500 1500 500 500 500 500 500 500 1500 1500 500 500 500 500 500 500 ");
}

TEST_F(FqSchedulerTest, WhatAPacketTakesBeyondItsFlowsCreditIsLeftOutOfTheNextRound)
{
    m_parameters.quantum = m_parameters.initialQuantum = 3000;
    EnqueueOrphans(1, std::vector<uint32_t>(5, 2000));
    EnqueueOrphans(2, std::vector<uint32_t>(3, 3000));
    // 3000 - 2 x 2000 = -1000; + 3000 - 2000 = 0; and so on: 2, 1 and 2 packets of 2000
    EXPECT_EQ(Drain(), "2000 2000 3000 2000 3000 2000 2000 3000 ");
}

TEST_F(FqSchedulerTest, AFlowThatComesBackIsFirstOnceAndThenWaitsLikeTheOthers)
{
    m_parameters.quantum = m_parameters.initialQuantum = 1000;
    const auto take = [this] { return m_scheduler.Dequeue(At(START))->packet.length; };
    EnqueueOrphans(1, std::vector<uint32_t>(9, 1000));
    EXPECT_EQ(take(), 1000U);
    EnqueueOrphans(2, {400}); // new
    EXPECT_EQ(take(), 400U);
    EXPECT_EQ(take(), 1000U); // 2 was found empty and is an old flow, behind 1
    EnqueueOrphans(2, {401, 402});
    EXPECT_EQ(take(), 401U);  // its turn: 1 has used its quantum
    EXPECT_EQ(take(), 402U);  // 600 - 401 > 0
    EXPECT_EQ(take(), 1000U); // 600 - 803 + 1000 = 797 for its next turn
    EXPECT_EQ(take(), 1000U); // which found 2 empty: detached
    EnqueueOrphans(2, {403, 404});
    EXPECT_EQ(take(), 403U); // new again, with 797
    EXPECT_EQ(take(), 404U);
    EXPECT_EQ(take(), 1000U);
}

TEST_F(FqSchedulerTest, ControlPacketsPassAllFlows)
{
    EnqueueOrphans(1, {100, 101});
    m_scheduler.EnqueueControl({{}, nullptr, START, 60});
    m_scheduler.EnqueueControl({{}, nullptr, START + MS, 61}); // whatever its time
    EXPECT_EQ(Drain(), "60 61 100 101 ");
    EXPECT_EQ(m_scheduler.GetStats(START).highprio, 2U);
    EXPECT_EQ(m_scheduler.GetStats(START).flows, 1U);
}

TEST_F(FqSchedulerTest, AboveTheLowRateAQuantumLeavesAtOnceAndTheRateIsKept)
{
    const auto socket = MakeSocket(1'000'000);
    for (int i = 0; i < 16; ++i)
    {
        Enqueue(socket, 1514);
    }
    // The initial quantum is 10 x 1514. With the tenth packet the credit is 0: 3028 bytes at 1
    // MB/s.
    EXPECT_EQ(Drain(), "1514 1514 1514 1514 1514 1514 1514 1514 1514 1514 ");
    EXPECT_EQ(GetNext(), 3028 * US);
    EXPECT_EQ(Drain(START + 3028 * US - 1), "");
    EXPECT_EQ(Drain(START + 3028 * US), "1514 1514 ");
    EXPECT_EQ(GetNext(), 2 * 3028 * US);
    EXPECT_EQ(Drain(START + 2 * 3028 * US), "1514 1514 ");
    EXPECT_EQ(m_scheduler.GetStats(START).throttled, 3U);
}

TEST_F(FqSchedulerTest, ATrainLongerThanAQuantumIsPacedByItsLength)
{
    const auto socket = MakeSocket(10'000'000);
    Enqueue(socket, 65160);
    Enqueue(socket, 65160);
    EXPECT_EQ(Drain(), "65160 ");
    EXPECT_EQ(GetNext(), 6516 * US);
}

TEST_F(FqSchedulerTest, UpToTheLowRateEachPacketIsPacedByItsOwnLength)
{
    const auto socket = MakeSocket(68750);
    Enqueue(socket, 550);
    Enqueue(socket, 550);
    EXPECT_EQ(Drain(), "550 ");
    EXPECT_EQ(GetNext(), 8 * MS); // 550 / 68750 s
    socket->GetPacing().SetRate(68751);
    EXPECT_EQ(Drain(START + 8 * MS), "550 ");
    Enqueue(socket, 550, START + 8 * MS); // credit 3028 - 550 is left
    EXPECT_EQ(Drain(START + 8 * MS), "550 ");
}

TEST_F(FqSchedulerTest, LatenessCountsAsSentUpToHalfTheDelay)
{
    const auto socket = MakeSocket(50'000);
    for (int i = 0; i < 4; ++i)
    {
        Enqueue(socket, 1000);
    }
    EXPECT_EQ(Drain(), "1000 ");
    EXPECT_EQ(GetNext(), 20 * MS);
    EXPECT_EQ(Drain(START + 21 * MS), "1000 "); // 1 ms late
    EXPECT_EQ(GetNext(), 40 * MS);
    EXPECT_EQ(Drain(START + 55 * MS), "1000 "); // 15 ms late, of which 10 count
    EXPECT_EQ(GetNext(), 65 * MS);
}

TEST_F(FqSchedulerTest, NoPacketDelaysTheNextForMoreThanASecond)
{
    const auto socket = MakeSocket(1000);
    Enqueue(socket, 1000);
    Enqueue(socket, 1001);
    Enqueue(socket, 1);
    EXPECT_EQ(Drain(), "1000 ");
    EXPECT_EQ(GetNext(), 1000 * MS);
    EXPECT_EQ(m_scheduler.GetStats(START).pktsTooLong, 0U);
    EXPECT_EQ(Drain(START + 1000 * MS), "1001 ");
    EXPECT_EQ(GetNext(), 2000 * MS);
    EXPECT_EQ(m_scheduler.GetStats(START).pktsTooLong, 1U);
    socket->GetPacing().SetRate(0);
    Enqueue(socket, 2, START + 2000 * MS);
    EXPECT_EQ(Drain(START + 2000 * MS), "1 ");
    EXPECT_EQ(GetNext(), 3000 * MS); // without a rate it is 1 s a byte
    EXPECT_EQ(m_scheduler.GetStats(START).pktsTooLong, 1U);
    EXPECT_EQ(Drain(START + 3000 * MS), "2 ");
    EXPECT_EQ(GetNext(), FqFlowLists::NEVER - START);
    EXPECT_EQ(m_scheduler.GetStats(START).pktsTooLong, 2U);
}

TEST_F(FqSchedulerTest, MaxRateLimitsAlsoFlowsWithoutSocketAndSocketsThatWantMore)
{
    m_parameters.maxRate = 50'000;
    EnqueueOrphans(1, {1000, 1000});
    const auto fast = MakeSocket(1'000'000);
    Enqueue(fast, 500);
    Enqueue(fast, 501);
    const auto slow = MakeSocket(10'000);
    Enqueue(slow, 250);
    Enqueue(slow, 251);
    EXPECT_EQ(Drain(), "1000 500 250 ");
    EXPECT_EQ(GetNext(), 10 * MS);
    EXPECT_EQ(Drain(START + 10 * MS), "501 ");
    EXPECT_EQ(GetNext(), 20 * MS);
    EXPECT_EQ(Drain(START + 20 * MS), "1000 ");
    EXPECT_EQ(GetNext(), 25 * MS);
}

TEST_F(FqSchedulerTest, ADepartureTimeTakesThePlaceOfTheSocketsRate)
{
    const auto socket = MakeSocket(1);
    Enqueue(socket, 100, START, START + 2 * MS);
    Enqueue(socket, 101, START, START + 3 * MS);
    Enqueue(socket, 102, START, START + 1 * MS); // out of order
    EXPECT_EQ(Drain(), "");
    EXPECT_EQ(GetNext(), 1 * MS);
    EXPECT_EQ(Drain(START + 2 * MS), "102 100 ");
    EXPECT_EQ(GetNext(), 3 * MS);
    EXPECT_EQ(Drain(START + 3 * MS), "101 ");
}

TEST_F(FqSchedulerTest, MaxRateHoldsForPacketsWithDepartureTimesToo)
{
    m_parameters.maxRate = 100'000;
    const auto socket = MakeSocket();
    Enqueue(socket, 1000, START, START + 1 * MS);
    Enqueue(socket, 1000, START, START + 2 * MS);
    EXPECT_EQ(Drain(START + 1 * MS), "1000 ");
    EXPECT_EQ(Drain(START + 2 * MS), "");
    // The flow waited for 1 ms, the first departure; 10 ms are what 1000 bytes take.
    EXPECT_EQ(GetNext(), 11 * MS);
}

TEST_F(FqSchedulerTest, WithoutPacingRatesAreIgnoredAndDepartureTimesKept)
{
    m_parameters.pacing = false;
    m_parameters.maxRate = 1;
    const auto socket = MakeSocket(1);
    Enqueue(socket, 1000);
    Enqueue(socket, 1001);
    Enqueue(socket, 1002, START, START + MS);
    EXPECT_EQ(Drain(), "1000 1001 ");
    EXPECT_EQ(Drain(START + MS), "1002 ");
    EXPECT_EQ(socket->GetPacing().GetStatus(), SocketPacing::NONE);
}

TEST_F(FqSchedulerTest, ASocketIsToldThatItIsPaced)
{
    const auto socket = MakeSocket();
    Enqueue(socket, 1000);
    EXPECT_EQ(socket->GetPacing().GetStatus(), SocketPacing::FQ);
}

TEST_F(FqSchedulerTest, APacketThatWasOrphanedInTheQueueHasNoRate)
{
    const auto socket = MakeSocket(1000);
    auto skb = m_pool->Allocate();
    skb->Charge(socket, 1000);
    m_scheduler.Enqueue(*m_scheduler.Admit({socket, 0}, At(START)),
                        {{}, skb, START, 1000},
                        At(START));
    skb->Orphan();
    Enqueue(socket, 1001);
    EXPECT_EQ(Drain(), "1000 1001 ");
}

TEST_F(FqSchedulerTest, AFlowHasRoomForFlowLimitPackets)
{
    m_parameters.flowLimit = 2;
    const auto socket = MakeSocket();
    EXPECT_TRUE(Enqueue(socket, 100));
    EXPECT_TRUE(Enqueue(socket, 101, START, START + MS));
    EXPECT_FALSE(Enqueue(socket, 102));
    EXPECT_TRUE(Enqueue(MakeSocket(), 103));
    EXPECT_EQ(m_scheduler.GetStats(START).flowsPlimit, 1U);
    EXPECT_EQ(m_pool->GetNLive(), 3U);
    Drain();
    EXPECT_TRUE(Enqueue(socket, 104));
}

TEST_F(FqSchedulerTest, APacketIsLateIfItWaitsForLongerThanTheThresholdBeyondItsTime)
{
    m_parameters.ceThreshold = 5 * MS;
    const auto socket = MakeSocket();
    Enqueue(socket, 100, START, START + 2 * MS);
    Enqueue(socket, 101, START, START + 3 * MS);
    EXPECT_TRUE(m_scheduler.Dequeue(At(START + 7 * MS + 1))->late);
    EXPECT_FALSE(m_scheduler.Dequeue(At(START + 8 * MS))->late);
    EXPECT_EQ(m_scheduler.GetStats(START).ceMark, 1U);
}

TEST_F(FqSchedulerTest, ThrottledFlowsComeBackInTheOrderOfTheirTimes)
{
    const auto a = MakeSocket();
    const auto b = MakeSocket();
    const auto c = MakeSocket();
    Enqueue(a, 1, START, START + 2 * MS);
    Enqueue(b, 2, START, START + 1 * MS);
    Enqueue(c, 3, START, START + 2 * MS);
    EXPECT_EQ(Drain(), "");
    const FqStats stats = m_scheduler.GetStats(START);
    EXPECT_EQ(stats.throttledFlows, 3U);
    EXPECT_EQ(stats.inactive, 0U);
    EXPECT_EQ(stats.nextPacketDelay, 1 * MS + 10 * US); // with timer_slack
    EXPECT_EQ(Drain(START + 2 * MS), "2 1 3 ");
    EXPECT_EQ(m_scheduler.GetStats(START).throttledFlows, 0U);
    EXPECT_EQ(m_scheduler.GetStats(START).nextPacketDelay, 0);
}

TEST_F(FqSchedulerTest, LatencyIsAnAverageOfWhatThrottledFlowsWaitTooLong)
{
    const auto socket = MakeSocket();
    Enqueue(socket, 1, START, START + MS);
    Enqueue(socket, 2, START, START + 2 * MS);
    Drain();
    Drain(START + MS + 8000);
    EXPECT_EQ(m_scheduler.GetStats(START).latency, 1000U);
    Drain(START + 2 * MS); // on time: 1000 - 1000 / 8
    EXPECT_EQ(m_scheduler.GetStats(START).latency, 875U);
}

TEST_F(FqSchedulerTest, AFlowThatWasIdleForLongerThanTheRefillDelayHasAQuantumAgain)
{
    m_parameters.quantum = m_parameters.initialQuantum = 1000;
    // 2 makes the look at 1 that detaches it; 10 jiffies of 4 ms are 40 ms.
    for (const int64_t idle : {40 * MS, 48 * MS})
    {
        FqScheduler scheduler(m_parameters);
        const auto enqueue = [&scheduler](uint32_t hash, uint32_t length, int64_t now) {
            scheduler.Enqueue(*scheduler.Admit({nullptr, hash}, At(now)),
                              {{}, nullptr, now, length},
                              At(now));
        };
        const auto drain = [&scheduler](int64_t now) {
            std::string lengths;
            while (const auto departure = scheduler.Dequeue(At(now)))
            {
                lengths += std::to_string(departure->packet.length) + " ";
            }
            return lengths;
        };
        enqueue(1, 900, START); // 100 are left
        EXPECT_EQ(drain(START), "900 ");
        enqueue(2, 2000, START);
        EXPECT_EQ(drain(START), "2000 ");
        enqueue(1, 200, START + idle);
        enqueue(1, 300, START + idle);
        enqueue(3, 10, START + idle);
        // With a quantum both packets are one turn; with 100 bytes the first one is a turn.
        EXPECT_EQ(drain(START + idle), idle > 40 * MS ? "200 300 10 " : "200 10 300 ");
    }
}

TEST_F(FqSchedulerTest, AFlowIsInactiveOnlyAfterItsTurnHasFoundItEmpty)
{
    EnqueueOrphans(1, {100});
    Drain();
    EXPECT_EQ(m_scheduler.GetStats(START).inactive, 0U); // nobody has looked yet
    EnqueueOrphans(2, {100});
    Drain();
    EXPECT_EQ(m_scheduler.GetStats(START).flows, 2U);
    EXPECT_EQ(m_scheduler.GetStats(START).inactive, 1U);
}

TEST_F(FqSchedulerTest, ClearingReleasesAllPackets)
{
    const auto socket = MakeSocket();
    Enqueue(socket, 100);
    Enqueue(socket, 101, START, START + MS);
    Enqueue(socket, 101, START, START + MS / 2);
    Enqueue(MakeSocket(), 102, START, START + MS);
    Drain();
    EXPECT_EQ(m_pool->GetNLive(), 3U);
    m_scheduler.Clear();
    EXPECT_EQ(m_pool->GetNLive(), 0U);
    EXPECT_EQ(socket->GetWmemAlloc(), 0U);
    EXPECT_EQ(m_scheduler.GetNPackets(), 0U);
    EXPECT_EQ(Drain(), "");
    EXPECT_EQ(m_scheduler.GetStats(START).flows, 0U);
    EXPECT_TRUE(Enqueue(socket, 100));
    EXPECT_EQ(Drain(), "100 ");
}
