/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/tcp-retransmit-queue.h"

#include <cstdint>
#include <gtest/gtest.h>

using ns3::SequenceNumber32;
using ns3::TcpRetransmitQueue;

namespace
{

/**
 * @brief A sequence number.
 * @param value the number
 * @return the same
 */
SequenceNumber32
Seq(uint32_t value)
{
    return SequenceNumber32(value);
}

/// Three packets, 1000 to 2000, 2000 to 5000 and 5000 to 5100, sent at 10, 20 and 30 ns.
class TcpRetransmitQueueTest : public ::testing::Test
{
  protected:
    TcpRetransmitQueueTest()
    {
        queue.Push(Seq(1000), Seq(2000), 10);
        queue.Push(Seq(2000), Seq(5000), 20);
        queue.Push(Seq(5000), Seq(5100), 30);
    }

    TcpRetransmitQueue queue; //!< under test
};

TEST_F(TcpRetransmitQueueTest, APacketIsOneHoweverLarge)
{
    EXPECT_EQ(queue.GetNPackets(), 3U);
    EXPECT_EQ(queue.GetOldestTime(), 10);
    EXPECT_EQ(TcpRetransmitQueue().GetNPackets(), 0U);
}

TEST_F(TcpRetransmitQueueTest, AnAckTellsOldestAndNewestOfWhatItAcknowledges)
{
    const auto acked = queue.Acknowledge(Seq(5000));
    ASSERT_TRUE(acked);
    EXPECT_EQ(acked->oldest, 10);
    EXPECT_EQ(acked->newest, 20);
    EXPECT_EQ(queue.GetNPackets(), 1U);
    EXPECT_EQ(queue.GetOldestTime(), 30);
}

TEST_F(TcpRetransmitQueueTest, AnAckOfNothingNewTellsNothing)
{
    EXPECT_FALSE(queue.Acknowledge(Seq(1000)));
    EXPECT_FALSE(queue.Acknowledge(Seq(999)));
    EXPECT_EQ(queue.GetNPackets(), 3U);
    ASSERT_TRUE(queue.Acknowledge(Seq(5100)));
    EXPECT_EQ(queue.GetNPackets(), 0U);
    EXPECT_FALSE(queue.Acknowledge(Seq(5101))) << "the FIN is in no packet";
}

TEST_F(TcpRetransmitQueueTest, APartOfASuperPacketTellsItsRttAndTheRestStays)
{
    // tcp_tso_acked trims it; its time is as it was.
    ASSERT_TRUE(queue.Acknowledge(Seq(3000)));
    EXPECT_EQ(queue.GetNPackets(), 2U);
    EXPECT_EQ(queue.GetOldestTime(), 20);
    const auto rest = queue.Acknowledge(Seq(5000));
    ASSERT_TRUE(rest);
    EXPECT_EQ(rest->oldest, 20);
    EXPECT_EQ(rest->newest, 20);
}

TEST_F(TcpRetransmitQueueTest, WhatWasSentTwiceTellsNoRtt)
{
    queue.MarkRetransmitted(Seq(2000)); // the first sequence number of the second packet
    EXPECT_TRUE(queue.Acknowledge(Seq(2000))) << "the first packet was sent once";
    EXPECT_FALSE(queue.Acknowledge(Seq(5100))) << "one of both was sent twice (Karn)";
    EXPECT_EQ(queue.GetNPackets(), 0U);
}

TEST_F(TcpRetransmitQueueTest, AnySequenceNumberInAPacketMarksIt)
{
    queue.MarkRetransmitted(Seq(4999)); // the last one of the second packet
    EXPECT_TRUE(queue.Acknowledge(Seq(2000)));
    EXPECT_FALSE(queue.Acknowledge(Seq(3000)));
    EXPECT_FALSE(queue.Acknowledge(Seq(5000)));
    EXPECT_TRUE(queue.Acknowledge(Seq(5100)));
}

TEST_F(TcpRetransmitQueueTest, WhatIsNotInTheQueueMarksNothing)
{
    queue.MarkRetransmitted(Seq(5100));
    EXPECT_TRUE(queue.Acknowledge(Seq(5100)));
}

TEST(TcpRetransmitQueue, SequenceNumbersWrap)
{
    TcpRetransmitQueue queue;
    queue.Push(Seq(UINT32_MAX - 99), Seq(900), 10);
    queue.Push(Seq(900), Seq(1900), 20);
    queue.MarkRetransmitted(Seq(950));
    EXPECT_TRUE(queue.Acknowledge(Seq(900)));
    EXPECT_FALSE(queue.Acknowledge(Seq(1900)));
    EXPECT_EQ(queue.GetNPackets(), 0U);
}

} // namespace
