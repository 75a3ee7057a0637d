/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/socket-pacing.h"
#include "ns3/tcp-pacer.h"

#include <cstdint>
#include <gtest/gtest.h>

using ns3::SocketPacing;
using ns3::TcpPacer;

namespace
{

constexpr uint64_t RATE = 1'000'000; ///< bytes/s: 1000 bytes take 1,000,000 ns
constexpr int64_t GAP = 1'000'000;   ///< of 1000 bytes, in ns

/// A socket that has sent its initial window of ten segments at time 0.
class TcpPacerTest : public ::testing::Test
{
  protected:
    TcpPacerTest()
    {
        pacer.Depart(0);
        pacer.NotifySent(9000, 9, RATE);
    }

    TcpPacer pacer; //!< under test
};

TEST(TcpPacer, NineSegmentsGoUnpacedAndTheTenthIsPaced)
{
    // data_segs_out is counted before it is asked: the packet with the tenth segment is followed
    // by a gap.
    TcpPacer pacer;
    for (int i = 0; i < 9; ++i)
    {
        ASSERT_TRUE(pacer.IsDue(0)) << i;
        EXPECT_EQ(pacer.Depart(0), 0);
        pacer.NotifySent(1000, 1, RATE);
    }
    ASSERT_TRUE(pacer.IsDue(0));
    pacer.Depart(0);
    pacer.NotifySent(1000, 1, RATE);
    EXPECT_FALSE(pacer.IsDue(0));
    EXPECT_FALSE(pacer.IsDue(GAP - 1));
    EXPECT_TRUE(pacer.IsDue(GAP));
    EXPECT_EQ(pacer.GetNextTime(), GAP);
}

TEST_F(TcpPacerTest, ATrainIsFollowedByTheGapOfItsPayload)
{
    pacer.Depart(0);
    pacer.NotifySent(3000, 3, RATE);
    EXPECT_EQ(pacer.GetNextTime(), 3 * GAP);
}

TEST_F(TcpPacerTest, WhoIsLateIsForgivenItUpToHalfTheGap)
{
    pacer.Depart(0);
    pacer.NotifySent(1000, 1, RATE); // next at GAP
    // 300,000 ns late: len_ns - 300,000, so that the one after leaves at 2 x GAP as planned
    EXPECT_EQ(pacer.Depart(GAP + 300'000), GAP + 300'000);
    pacer.NotifySent(1000, 1, RATE);
    EXPECT_EQ(pacer.GetNextTime(), 2 * GAP);
    // 700,000 ns late: only GAP / 2 is forgiven
    pacer.Depart(2 * GAP + 700'000);
    pacer.NotifySent(1000, 1, RATE);
    EXPECT_EQ(pacer.GetNextTime(), 2 * GAP + 700'000 + GAP / 2);
}

TEST_F(TcpPacerTest, DepartureIsInTheFutureIfAnotherSeesToIt)
{
    // fq paces: TCP gives it packets at once, with the times at which they shall leave.
    for (int i = 0; i < 4; ++i)
    {
        EXPECT_EQ(pacer.Depart(0), i * GAP);
        pacer.NotifySent(1000, 1, RATE);
    }
}

TEST_F(TcpPacerTest, WithoutRateNothingIsAdded)
{
    for (const uint64_t rate : {uint64_t{0}, SocketPacing::UNLIMITED})
    {
        pacer.Depart(500);
        pacer.NotifySent(1000, 1, rate);
        EXPECT_EQ(pacer.GetNextTime(), 500);
    }
}

TEST_F(TcpPacerTest, LargePacketsAndHighRatesDoNotOverflow)
{
    pacer.Depart(0);
    // 65,160 bytes x 10^9 = 6.5 x 10^13; at 12.5 x 10^9 bytes/s 5212.8 ns
    pacer.NotifySent(65160, 45, 12'500'000'000);
    EXPECT_EQ(pacer.GetNextTime(), 5212);
}

} // namespace
