/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/tso-deferral.h"

#include <cstdint>
#include <gtest/gtest.h>

using ns3::TsoDeferral;

namespace
{

constexpr int64_t US = 1000;   ///< ns
constexpr uint32_t MSS = 1000; ///< bytes

/**
 * @brief A socket that had better wait: two segments of a window of 30 are open, ten are a full
 *        packet, and an ACK is due.
 * @return its situation
 */
TsoDeferral::Situation
GetWaiting()
{
    TsoDeferral::Situation situation;
    situation.now = 1'000'000 * US;
    situation.lastSent = situation.now - 100 * US;
    situation.oldestSent = situation.now - 300 * US;
    situation.scaledSrtt = 400 * 8; // 400 us
    situation.recovering = false;
    situation.congestionWindow = 2 * MSS;
    situation.sendWindow = 40 * MSS;
    situation.window = 30 * MSS;
    situation.goal = 10 * MSS;
    situation.head = 10 * MSS;
    situation.headIsTail = false;
    return situation;
}

TEST(TsoDeferral, WaitsForAnAckThatWillComeSoon)
{
    EXPECT_TRUE(TsoDeferral().ShouldDefer(GetWaiting()));
}

TEST(TsoDeferral, ZeroDivisorIsNever)
{
    TsoDeferral deferral;
    deferral.winDivisor = 0;
    EXPECT_FALSE(deferral.ShouldDefer(GetWaiting()));
}

TEST(TsoDeferral, DoesNotWaitInRecovery)
{
    auto situation = GetWaiting();
    situation.recovering = true;
    EXPECT_FALSE(TsoDeferral().ShouldDefer(situation));
}

TEST(TsoDeferral, DoesNotWaitAMillisecondAfterTheLastPacket)
{
    auto situation = GetWaiting();
    situation.lastSent = situation.now - 1000 * US;
    EXPECT_TRUE(TsoDeferral().ShouldDefer(situation)) << "delta is 0, not above";
    situation.lastSent -= 1;
    EXPECT_FALSE(TsoDeferral().ShouldDefer(situation));
    // tcp_wstamp_ns may be in the future: fq still has the last packet.
    situation.lastSent = situation.now + 5000 * US;
    EXPECT_TRUE(TsoDeferral().ShouldDefer(situation));
}

TEST(TsoDeferral, AFullPacketGoes)
{
    auto situation = GetWaiting();
    situation.window = 3000 * MSS; // a third of it is far from open
    situation.head = 20 * MSS;
    situation.congestionWindow = 10 * MSS - 1;
    EXPECT_TRUE(TsoDeferral().ShouldDefer(situation));
    situation.congestionWindow = 10 * MSS;
    EXPECT_FALSE(TsoDeferral().ShouldDefer(situation));
    situation.sendWindow = 10 * MSS - 1; // the receiver's window counts as well
    EXPECT_TRUE(TsoDeferral().ShouldDefer(situation));
}

TEST(TsoDeferral, APacketThatWillNotGrowGoesWhenTheWindowHasRoomForIt)
{
    auto situation = GetWaiting();
    situation.head = 2 * MSS;
    EXPECT_FALSE(TsoDeferral().ShouldDefer(situation));
    situation.headIsTail = true; // more may be written into it
    EXPECT_TRUE(TsoDeferral().ShouldDefer(situation));
    situation.headIsTail = false;
    situation.head = 2 * MSS + 1;
    EXPECT_TRUE(TsoDeferral().ShouldDefer(situation));
}

TEST(TsoDeferral, AThirdOfTheWindowIsEnough)
{
    auto situation = GetWaiting();
    // 29,999 / 3 = 9999.6: 9999 is enough
    situation.window = 30 * MSS - 1;
    situation.congestionWindow = 9998;
    EXPECT_TRUE(TsoDeferral().ShouldDefer(situation));
    situation.congestionWindow = 9999;
    EXPECT_FALSE(TsoDeferral().ShouldDefer(situation));
    situation.congestionWindow = 4 * MSS;
    TsoDeferral deferral;
    deferral.winDivisor = 8; // 3749
    EXPECT_FALSE(deferral.ShouldDefer(situation));
}

TEST(TsoDeferral, DoesNotWaitForAnAckThatIsHalfAnRttAway)
{
    auto situation = GetWaiting();
    // srtt_us >> 4 = 200 us since the oldest packet was sent
    situation.oldestSent = situation.now - 200 * US;
    EXPECT_TRUE(TsoDeferral().ShouldDefer(situation)) << "delta is 0, not below";
    situation.oldestSent = situation.now - 200 * US + 1;
    EXPECT_FALSE(TsoDeferral().ShouldDefer(situation));
    situation.oldestSent.reset(); // nothing is in flight, no ACK will come
    EXPECT_FALSE(TsoDeferral().ShouldDefer(situation));
}

} // namespace
