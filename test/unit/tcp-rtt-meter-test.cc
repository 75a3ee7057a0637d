/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/tcp-rtt-meter.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <gtest/gtest.h>
#include <random>
#include <string>

using ns3::TcpRttMeter;

namespace
{

constexpr int64_t US = 1000;               ///< ns
constexpr int64_t MINUTE = 60'000'000'000; ///< ns

/**
 * @brief Take a sample of one packet.
 * @param meter the meter
 * @param now the time, in ns
 * @param rtt in us
 */
void
Sample(TcpRttMeter& meter, int64_t now, int64_t rtt)
{
    meter.Update(now, now - rtt * US, now - rtt * US);
}

TEST(TcpRttMeter, KnowsNothingAtFirst)
{
    const TcpRttMeter meter;
    EXPECT_EQ(meter.GetScaledSrtt(), 0U);
    EXPECT_EQ(meter.GetSrtt(), 0U);
    EXPECT_EQ(meter.GetMinRtt(), UINT32_MAX);
}

TEST(TcpRttMeter, FirstSampleIsTheRttAndLaterOnesCountOneEighth)
{
    TcpRttMeter meter;
    Sample(meter, MINUTE, 100);
    EXPECT_EQ(meter.GetScaledSrtt(), 800U);
    // 800 - 800 / 8 + 180 = 880
    Sample(meter, MINUTE, 180);
    EXPECT_EQ(meter.GetScaledSrtt(), 880U);
    EXPECT_EQ(meter.GetSrtt(), 110U);
    // 880 - 110 + 3 = 773; 773 / 8 = 96.6
    Sample(meter, MINUTE, 3);
    EXPECT_EQ(meter.GetScaledSrtt(), 773U);
    EXPECT_EQ(meter.GetSrtt(), 96U);
    // 773 - 773 / 8 = 773 - 96, + 3 = 680
    Sample(meter, MINUTE, 3);
    EXPECT_EQ(meter.GetScaledSrtt(), 680U);
}

TEST(TcpRttMeter, MicrosecondsAreRoundedDownAndOneIsTheLeast)
{
    TcpRttMeter meter;
    meter.Update(MINUTE, MINUTE - 2999, MINUTE - 1999);
    EXPECT_EQ(meter.GetSrtt(), 2U);
    EXPECT_EQ(meter.GetMinRtt(), 1U);
    TcpRttMeter fast;
    fast.Update(MINUTE, MINUTE - 1, MINUTE);
    EXPECT_EQ(fast.GetSrtt(), 1U);
    EXPECT_EQ(fast.GetMinRtt(), 1U);
}

TEST(TcpRttMeter, SmoothedRttIsOfTheOldestPacketAndTheMinimumOfTheNewest)
{
    // tcp_clean_rtx_queue: seq_rtt_us is of first_ackt, ca_rtt_us of last_ackt.
    TcpRttMeter meter;
    meter.Update(MINUTE, MINUTE - 500 * US, MINUTE - 300 * US);
    EXPECT_EQ(meter.GetSrtt(), 500U);
    EXPECT_EQ(meter.GetMinRtt(), 300U);
}

TEST(TcpRttMeter, MinimumIsForgottenAfterFiveMinutes)
{
    TcpRttMeter meter;
    Sample(meter, MINUTE, 100);
    for (int64_t minute = 2; minute <= 6; ++minute)
    {
        Sample(meter, minute * MINUTE, 200);
        EXPECT_EQ(meter.GetMinRtt(), 100U) << minute;
    }
    // 300 s after the first one it still counts (dt > win), a second later it does not.
    Sample(meter, 6 * MINUTE + 1'000'000'000, 200);
    EXPECT_EQ(meter.GetMinRtt(), 200U);
}

TEST(TcpRttMeter, MinimumAfterAPauseIsTheNewSample)
{
    TcpRttMeter meter;
    Sample(meter, MINUTE, 100);
    Sample(meter, 7 * MINUTE, 900);
    EXPECT_EQ(meter.GetMinRtt(), 900U);
}

TEST(TcpRttMeter, MinimumIsAtMostASampleAndNeverOneOutsideTheWindow)
{
    const unsigned seed = std::random_device{}();
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937 random(seed);
    TcpRttMeter meter;
    constexpr int64_t STEP = 7'000'000'000; // ns; the window holds 42 of them
    constexpr int N = 2000;
    constexpr int WINDOW = 42;
    std::array<uint32_t, N> samples{};
    for (int i = 0; i < N; ++i)
    {
        samples.at(i) = 1 + random() % 1000;
        Sample(meter, MINUTE + i * STEP, samples.at(i));
        const auto first = samples.begin() + std::max(0, i - WINDOW);
        const auto last = samples.begin() + i + 1;
        // Three candidates are an estimate; but one of the window's, and not above the newest.
        ASSERT_LE(meter.GetMinRtt(), samples.at(i)) << i;
        ASSERT_NE(std::find(first, last, meter.GetMinRtt()), last) << i;
    }
}

} // namespace
