/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/nstime.h"
#include "ns3/simulator.h"
#include "ns3/tx-coalescer.h"

#include <cstddef>
#include <cstdint>
#include <gtest/gtest.h>
#include <vector>

using namespace ns3;

namespace
{

/// A coalescer whose interrupts are written down.
class TxCoalescerTest : public testing::Test
{
  protected:
    void TearDown() override
    {
        Simulator::Destroy();
    }

    /**
     * @brief One entry more has been sent, at a time.
     * @param microseconds the time, in us
     */
    void SendAt(int64_t microseconds)
    {
        Simulator::Schedule(MicroSeconds(microseconds), [this] {
            m_coalescer.NotifySent(m_settings, ++m_nUnreported, [this] {
                m_interrupts.push_back(Simulator::Now().GetMicroSeconds());
                m_nUnreported = 0;
            });
        });
    }

    TxCoalescing m_settings;           //!< tx-usecs and tx-frames
    TxCoalescer m_coalescer;           //!< what is tested
    std::size_t m_nUnreported{0};      //!< sent since the last interrupt
    std::vector<int64_t> m_interrupts; //!< when they came, in us
};

} // namespace

TEST(TxCoalescing, IsOffWithoutTime)
{
    EXPECT_TRUE(TxCoalescing().IsOff());
    EXPECT_TRUE((TxCoalescing{0, 16}).IsOff());
    EXPECT_FALSE((TxCoalescing{1, 0}).IsOff());
    EXPECT_FALSE((TxCoalescing{0, 0, NanoSeconds(1)}).IsOff());
}

TEST_F(TxCoalescerTest, TimeRunsFromTheFirstAndLaterOnesDoNotPutItOff)
{
    m_settings = {50, 0};
    for (const int64_t time : {10, 40, 59, 61})
    {
        SendAt(time);
    }
    Simulator::Run();
    EXPECT_EQ(m_interrupts, (std::vector<int64_t>{60, 111}));
}

TEST_F(TxCoalescerTest, EnoughFramesEndTheTime)
{
    m_settings = {50, 3};
    for (const int64_t time : {10, 20, 30, 35})
    {
        SendAt(time);
    }
    Simulator::Run();
    // The time of the first three would have been over at 60.
    EXPECT_EQ(m_interrupts, (std::vector<int64_t>{30, 85}));
}

TEST_F(TxCoalescerTest, OneFrameIsEnoughForItself)
{
    m_settings = {50, 1};
    SendAt(10);
    SendAt(20);
    Simulator::Run();
    EXPECT_EQ(m_interrupts, (std::vector<int64_t>{10, 20}));
    EXPECT_EQ(Simulator::Now(), MicroSeconds(20));
}

TEST_F(TxCoalescerTest, ANewTimeIsForTheNextInterrupt)
{
    m_settings = {50, 0};
    SendAt(10);
    Simulator::Schedule(MicroSeconds(20), [this] { m_settings.usecs = 5; });
    SendAt(30);
    SendAt(100);
    Simulator::Run();
    EXPECT_EQ(m_interrupts, (std::vector<int64_t>{60, 105}));
}

TEST_F(TxCoalescerTest, NothingComesAfterCancel)
{
    m_settings = {50, 0};
    SendAt(10);
    Simulator::Schedule(MicroSeconds(20), [this] {
        m_coalescer.Cancel();
        m_nUnreported = 0;
    });
    SendAt(40);
    Simulator::Run();
    // Nor is the time shorter that begins afterwards.
    EXPECT_EQ(m_interrupts, (std::vector<int64_t>{90}));
}

TEST_F(TxCoalescerTest, TheHandlerComesLateAndReportsWhatWasSentMeanwhile)
{
    m_settings.latency = MicroSeconds(20);
    for (const int64_t time : {10, 15, 29, 31})
    {
        SendAt(time);
    }
    Simulator::Run();
    // One interrupt for the first three; that of the fourth is raised after the first was handled.
    EXPECT_EQ(m_interrupts, (std::vector<int64_t>{30, 51}));
}

TEST_F(TxCoalescerTest, LatencyBeginsWhenTheTimeIsOverOrFramesAreEnough)
{
    m_settings = {50, 2, MicroSeconds(20)};
    for (const int64_t time : {10, 100, 105, 110})
    {
        SendAt(time);
    }
    Simulator::Run();
    // 10 + 50 + 20; then two frames at 105, and the third is reported with them.
    EXPECT_EQ(m_interrupts, (std::vector<int64_t>{80, 125}));
}

TEST_F(TxCoalescerTest, NoHandlerComesAfterCancel)
{
    m_settings.latency = MicroSeconds(20);
    SendAt(10);
    Simulator::Schedule(MicroSeconds(15), [this] {
        m_coalescer.Cancel();
        m_nUnreported = 0;
    });
    SendAt(40);
    Simulator::Run();
    EXPECT_EQ(m_interrupts, (std::vector<int64_t>{60}));
}
