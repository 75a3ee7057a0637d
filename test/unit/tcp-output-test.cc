/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/socket-write-memory.h"
#include "ns3/tcp-output.h"

#include <cstdint>
#include <gtest/gtest.h>

using ns3::Create;
using ns3::Ptr;
using ns3::SequenceNumber32;
using ns3::SocketPacing;
using ns3::SocketWriteMemory;
using ns3::TcpOutput;
using ns3::TcpSmallQueueLimit;
using ns3::TSQ_FIXED;
using ns3::TSQ_OFF;

namespace
{

constexpr uint32_t MSS = 1000;      ///< bytes
constexpr uint32_t OVERHEAD = 1280; ///< of an skb, in bytes
constexpr int64_t MS = 1'000'000;   ///< ns

/// A socket with much to send, wide windows, and nothing in flight.
class TcpOutputTest : public ::testing::Test
{
  protected:
    TcpOutputTest()
    {
        view.mss = MSS;
        view.cwnd = 100 * MSS;
        view.rwnd = 1000 * MSS;
        view.inFlight = 0;
        view.unsent = 500 * MSS;
        view.retransmission = false;
        view.recovering = false;
        view.closing = false;
        view.unacknowledged = SequenceNumber32(1);
        view.next = SequenceNumber32(1);
    }

    /**
     * @brief The socket sends a packet: charge it, and tell.
     * @param nSegments segments of a full packet
     * @param now the time, in ns
     */
    void Send(uint32_t nSegments, int64_t now)
    {
        const uint32_t payload = nSegments * MSS;
        output.GetPacer().Depart(now);
        wmem->Charge(OVERHEAD + payload);
        output.NotifySent(view.next, payload, nSegments, now);
        view.next += payload;
        view.inFlight += payload;
        view.unsent -= payload;
    }

    /**
     * @brief The peer acknowledges.
     * @param nSegments how many segments
     * @param now the time, in ns
     */
    void Acknowledge(uint32_t nSegments, int64_t now)
    {
        view.unacknowledged += nSegments * MSS;
        view.inFlight -= nSegments * MSS;
        output.NotifyAcknowledged(view.unacknowledged, now);
    }

    Ptr<SocketWriteMemory> wmem{Create<SocketWriteMemory>()}; //!< what is charged
    TcpOutput output{wmem};                                   //!< under test
    TcpOutput::View view;                                     //!< the socket
};

TEST_F(TcpOutputTest, SmallQueueStopsAtItsLimitAndNotBefore)
{
    output.smallQueue = TcpSmallQueueLimit(TSQ_FIXED, 10000);
    for (const uint64_t charge : {0, 9999, 10000})
    {
        wmem->Charge(charge - wmem->GetWmemAlloc());
        EXPECT_EQ(output.Decide(view, 0), charge < 10000 ? TcpOutput::SEND : TcpOutput::THROTTLED);
    }
    EXPECT_EQ(output.GetThrottleLimit(), 10000U);
    output.smallQueue = TcpSmallQueueLimit(TSQ_OFF, 0);
    EXPECT_EQ(output.Decide(view, 0), TcpOutput::SEND);
}

TEST_F(TcpOutputTest, RatePolicyLetsPassWhatHasAtMostOnePacketBefore)
{
    // No RTT, no rate: the cap decides.
    output.smallQueue = TcpSmallQueueLimit(ns3::TSQ_RATE, 1000);
    wmem->Charge(5000);
    EXPECT_EQ(output.Decide(view, 0), TcpOutput::SEND) << "nothing in the retransmit queue";
    Send(1, 0);
    EXPECT_EQ(output.Decide(view, 0), TcpOutput::SEND) << "one packet";
    Send(1, 0);
    EXPECT_EQ(output.Decide(view, 0), TcpOutput::THROTTLED) << "two";
    EXPECT_EQ(output.GetThrottleLimit(), 1000U);
    Acknowledge(1, MS);
    EXPECT_EQ(output.Decide(view, MS), TcpOutput::SEND) << "one, the charge as it was";
}

TEST_F(TcpOutputTest, RatePolicyCountsTwoPacketsAsTheyWillBeCharged)
{
    output.trains = true;
    output.sizing.minTsoSegs = 4;
    output.SetPacingRate(1);
    Send(1, 0);
    Send(1, 0);
    Send(1, 0);
    // 2 x (1280 + 4 x 1000) = 10,560
    const uint64_t more = 10559 - wmem->GetWmemAlloc();
    wmem->Charge(more);
    EXPECT_EQ(output.Decide(view, 0), TcpOutput::SEND);
    wmem->Charge(1);
    EXPECT_EQ(output.Decide(view, 0), TcpOutput::THROTTLED);
    EXPECT_EQ(output.GetThrottleLimit(), 10560U);
    // One segment again: 2 x (1280 + 1000), doubled
    view.retransmission = true;
    EXPECT_EQ(output.Decide(view, 0), TcpOutput::THROTTLED);
    EXPECT_EQ(output.GetThrottleLimit(), 2 * 2 * 2280U);
}

TEST_F(TcpOutputTest, PacingIsAskedBeforeTheSmallQueue)
{
    output.smallQueue = TcpSmallQueueLimit(TSQ_FIXED, 1);
    output.SetPacingRate(1000 * MSS); // a segment in a millisecond
    wmem->GetPacing().SetStatus(SocketPacing::NEEDED);
    for (int i = 0; i < 10; ++i)
    {
        Send(1, 0);
    }
    EXPECT_EQ(output.Decide(view, MS - 1), TcpOutput::PACED);
    EXPECT_EQ(output.GetPacer().GetNextTime(), MS);
    EXPECT_EQ(output.Decide(view, MS), TcpOutput::THROTTLED);
    // fq holds the packets itself.
    wmem->GetPacing().SetStatus(SocketPacing::FQ);
    EXPECT_EQ(output.Decide(view, 0), TcpOutput::THROTTLED);
}

TEST_F(TcpOutputTest, WhatIsSentAgainIsPacedAsWell)
{
    // tcp_retransmit_skb() goes through tcp_update_skb_after_send() like all that is sent.
    output.smallQueue = TcpSmallQueueLimit(TSQ_OFF, 0);
    output.SetPacingRate(1000 * MSS);
    wmem->GetPacing().SetStatus(SocketPacing::NEEDED);
    for (int i = 0; i < 9; ++i)
    {
        Send(1, 0);
    }
    view.retransmission = true;
    EXPECT_EQ(output.Decide(view, 0), TcpOutput::SEND);
    output.NotifySentAgain(view.unacknowledged, MSS);
    EXPECT_EQ(output.Decide(view, MS - 1), TcpOutput::PACED);
    EXPECT_EQ(output.Decide(view, MS), TcpOutput::SEND);
    Acknowledge(1, MS);
    EXPECT_EQ(output.GetRttMeter().GetSrtt(), 0U) << "Karn";
}

TEST_F(TcpOutputTest, NothingToSendIsNeitherPacedNorThrottled)
{
    output.smallQueue = TcpSmallQueueLimit(TSQ_FIXED, 1);
    wmem->Charge(100);
    view.unsent = 0;
    EXPECT_EQ(output.Decide(view, 0), TcpOutput::SEND);
}

TEST_F(TcpOutputTest, PacingRateIsTwoWindowsInAnRttInSlowStartAndThenSix5ths)
{
    const auto update = [this](uint32_t ssthresh) {
        output.UpdatePacingRate(view, ssthresh, 200, 120);
        return wmem->GetPacing().GetRate();
    };
    EXPECT_EQ(update(UINT32_MAX), SocketPacing::UNLIMITED) << "no RTT yet";
    output.GetRttMeter().Update(10 * MS, 0, 0); // 10 ms
    // 100,000 bytes in 10 ms are 10,000,000 bytes/s
    EXPECT_EQ(update(UINT32_MAX), 20'000'000U);
    EXPECT_EQ(update(200 * MSS + 2), 20'000'000U);
    EXPECT_EQ(update(200 * MSS), 12'000'000U) << "cwnd is half of ssthresh";
    // More outstanding than cwnd allows: packets_out counts.
    view.next = view.unacknowledged + 150 * MSS;
    EXPECT_EQ(update(1000 * MSS), 30'000'000U);
    output.maxPacingRate = 5'000'000;
    EXPECT_EQ(update(1000 * MSS), 5'000'000U);
    output.SetPacingRate(4'000'000);
    EXPECT_EQ(wmem->GetPacing().GetRate(), 4'000'000U);
}

TEST_F(TcpOutputTest, PacingRateOfALargeWindowDoesNotOverflow)
{
    view.cwnd = 1U << 30;
    output.GetRttMeter().Update(10 * MS, 0, 0);
    output.UpdatePacingRate(view, UINT32_MAX, 200, 120);
    // 2^30 x 80,000 x 200 = 1.7 x 10^16; / 80,000
    EXPECT_EQ(wmem->GetPacing().GetRate(), uint64_t{200} << 30);
}

TEST_F(TcpOutputTest, QuotaIsHalfOfTheWindowInWholeSegments)
{
    EXPECT_EQ(TcpOutput::GetQuota(view), 50 * MSS);
    view.cwnd = 9 * MSS + 999;
    EXPECT_EQ(TcpOutput::GetQuota(view), 4 * MSS); // 4999
    view.inFlight = 7 * MSS;
    view.next = view.unacknowledged + view.inFlight;
    EXPECT_EQ(TcpOutput::GetQuota(view), 2 * MSS);
    view.rwnd = 8 * MSS;
    EXPECT_EQ(TcpOutput::GetQuota(view), MSS);
    view.rwnd = 7 * MSS;
    EXPECT_EQ(TcpOutput::GetQuota(view), MSS) << "at least one";
    view.inFlight = 0;
    view.next = view.unacknowledged;
    view.cwnd = MSS;
    view.rwnd = 1000 * MSS;
    EXPECT_EQ(TcpOutput::GetQuota(view), MSS) << "halfcwnd is at least 1";
}

TEST_F(TcpOutputTest, WhatIsWrittenIsGatheredIntoSkbs)
{
    EXPECT_EQ(output.GetHead(view), MSS) << "without trains";
    EXPECT_EQ(output.GetNUnsentSkbs(view), 500U);
    output.trains = true;
    output.sizing.gsoMaxSegs = 8;
    EXPECT_EQ(output.GetHead(view), 8 * MSS);
    // 500 / 8 = 62.5
    EXPECT_EQ(output.GetNUnsentSkbs(view), 63U);
    view.unsent = 2500;
    EXPECT_EQ(output.GetHead(view), 2500U);
    EXPECT_EQ(output.GetNUnsentSkbs(view), 1U);
    view.unsent = 0;
    EXPECT_EQ(output.GetHead(view), 0U);
    EXPECT_EQ(output.GetNUnsentSkbs(view), 0U);
}

TEST_F(TcpOutputTest, ACutSkbStaysTwoThoughTheWindowOpens)
{
    output.trains = true;
    output.deferral.winDivisor = 0;
    output.sizing.gsoMaxSegs = 8;
    view.cwnd = 6 * MSS; // half of it is three
    EXPECT_EQ(output.Decide(view, 0), TcpOutput::SEND);
    EXPECT_EQ(output.GetHead(view), 3 * MSS);
    EXPECT_EQ(output.GetNUnsentSkbs(view), 64U); // 3 + 5 + 61 x 8 + 4
    view.cwnd = 100 * MSS;
    EXPECT_EQ(output.Decide(view, 0), TcpOutput::SEND);
    EXPECT_EQ(output.GetHead(view), 3 * MSS) << "tso_fragment() is not undone";
    Send(3, 0);
    EXPECT_EQ(output.Decide(view, 0), TcpOutput::SEND);
    EXPECT_EQ(output.GetHead(view), 5 * MSS) << "its second part";
    Send(5, 0);
    EXPECT_EQ(output.Decide(view, 0), TcpOutput::SEND);
    EXPECT_EQ(output.GetHead(view), 8 * MSS);
    EXPECT_EQ(output.GetNUnsentSkbs(view), 62U); // 492 / 8 = 61.5
}

TEST_F(TcpOutputTest, TheCutOfTheLastSkbIsFilledUpByTheNextWrite)
{
    output.trains = true;
    output.sizing.gsoMaxSegs = 8;
    view.cwnd = 6 * MSS;
    view.unsent = 7 * MSS;
    EXPECT_EQ(output.Decide(view, 0), TcpOutput::SEND);
    EXPECT_EQ(output.GetHead(view), 3 * MSS);
    Send(3, 0);
    view.unsent += 10 * MSS; // 4 are left, and 4 of the 10 go to them
    EXPECT_EQ(output.GetHead(view), 8 * MSS);
}

TEST_F(TcpOutputTest, WaitsForAFullerTrainWhileAcksCome)
{
    output.trains = true;
    output.sizing.gsoMaxSegs = 10;
    output.smallQueue = TcpSmallQueueLimit(TSQ_OFF, 0);
    view.cwnd = 30 * MSS;
    output.GetRttMeter().Update(MS, 0, 0); // 1 ms
    Send(10, 2 * MS);
    Send(10, 2 * MS);
    Send(8, 2 * MS);
    // Two segments are open, less than a third of 30, and less than a train of ten; the ACK of the
    // first packet is due within half an RTT.
    EXPECT_EQ(output.Decide(view, 2 * MS + MS / 2), TcpOutput::DEFERRED);
    EXPECT_EQ(output.GetHead(view), 10 * MSS) << "not cut";
    view.retransmission = true;
    EXPECT_EQ(output.Decide(view, 2 * MS + MS / 2), TcpOutput::SEND);
    view.retransmission = false;
    EXPECT_EQ(output.Decide(view, 2 * MS + MS / 2 - 1), TcpOutput::SEND) << "the ACK is far away";
    // Now it has been cut to two segments, which will not become more.
    EXPECT_EQ(output.GetHead(view), 2 * MSS);
    EXPECT_EQ(output.Decide(view, 2 * MS + MS / 2), TcpOutput::SEND);
}

TEST_F(TcpOutputTest, TheLastDataInFrontOfAFinDoesNotWaitForMore)
{
    // 28 of 40 segments are open, far less than the third of a window that would do, and the five
    // that are left fit: they wait, as more may be written, unless the socket is closing.
    output.trains = true;
    output.smallQueue = TcpSmallQueueLimit(TSQ_OFF, 0);
    output.deferral.winDivisor = 1;
    output.GetRttMeter().Update(MS, 0, 0);
    view.cwnd = 40 * MSS;
    Send(12, 2 * MS);
    view.unsent = 5 * MSS;
    EXPECT_EQ(output.Decide(view, 2 * MS + MS / 2), TcpOutput::DEFERRED);
    view.closing = true;
    EXPECT_EQ(output.Decide(view, 2 * MS + MS / 2), TcpOutput::SEND);
    // Only part of them fits: that waits all the same.
    view.cwnd = 16 * MSS;
    EXPECT_EQ(output.Decide(view, 2 * MS + MS / 2), TcpOutput::DEFERRED);
}

TEST_F(TcpOutputTest, WaitsForNothingWithoutTrains)
{
    output.smallQueue = TcpSmallQueueLimit(TSQ_OFF, 0);
    view.cwnd = 30 * MSS;
    output.GetRttMeter().Update(MS, 0, 0);
    Send(28, 2 * MS);
    EXPECT_EQ(output.Decide(view, 2 * MS + MS / 2), TcpOutput::SEND);
}

TEST_F(TcpOutputTest, ADeferredFlowUsesItsCongestionWindowUp)
{
    // tcp_tso_should_defer: cong_win < send_win and cong_win <= skb->len is cwnd-limited.
    output.trains = true;
    output.sizing.gsoMaxSegs = 10;
    wmem->GetPacing().SetStatus(SocketPacing::FQ); // MayGrow() asks
    output.GetRttMeter().Update(MS, 0, 0);
    view.cwnd = 30 * MSS;
    Send(10, 2 * MS);
    Send(10, 2 * MS);
    Send(8, 2 * MS);
    EXPECT_FALSE(output.MayGrow(view, false));
    EXPECT_EQ(output.Decide(view, 2 * MS + MS / 2), TcpOutput::DEFERRED);
    EXPECT_TRUE(output.MayGrow(view, false));
}

TEST_F(TcpOutputTest, OnlyALimitedFlowIsAskedForItsWindow)
{
    EXPECT_TRUE(output.MayGrow(view, false)) << "as ns-3 does it";
    output.smallQueue = TcpSmallQueueLimit(TSQ_FIXED, 5000);
    Send(1, 0);
    Send(1, 0);
    EXPECT_TRUE(output.MayGrow(view, false));
    Send(1, 0);
    EXPECT_EQ(output.Decide(view, 0), TcpOutput::THROTTLED); // 3 x 2280 >= 5000
    EXPECT_FALSE(output.MayGrow(view, false));
    EXPECT_FALSE(output.MayGrow(view, true)) << "cwnd is 100, in flight were 3";
    view.cwnd = 5 * MSS;
    EXPECT_TRUE(output.MayGrow(view, true)) << "5 < 2 x 3";
    output.NotifyCwndLimited(view);
    EXPECT_TRUE(output.MayGrow(view, false));
}

TEST_F(TcpOutputTest, APacedFlowIsAskedForItsWindowAsWell)
{
    wmem->GetPacing().SetStatus(SocketPacing::FQ);
    EXPECT_TRUE(output.IsPaced());
    EXPECT_FALSE(output.MayGrow(view, false));
    output.NotifyCwndLimited(view);
    EXPECT_TRUE(output.MayGrow(view, false));
}

TEST_F(TcpOutputTest, RttIsMeasuredByPacketsThatWereSentOnce)
{
    Send(2, 0);
    Send(2, MS);
    Acknowledge(2, 3 * MS);
    EXPECT_EQ(output.GetRttMeter().GetSrtt(), 3000U);
    output.NotifySentAgain(view.unacknowledged, MSS);
    Acknowledge(2, 50 * MS);
    EXPECT_EQ(output.GetRttMeter().GetSrtt(), 3000U);
    EXPECT_EQ(output.GetRetransmitQueue().GetNPackets(), 0U);
}

} // namespace
