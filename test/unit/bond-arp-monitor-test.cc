/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "bond-arp-fixture.h"

#include <string>
#include <vector>

using namespace ns3;

namespace
{

/// The monitor's ticks.
class BondArpMonitorTest : public BondArpTest
{
};

} // namespace

// 100 ms are 25 jiffies; half of them, rounded down, are 12.

TEST_F(BondArpMonitorTest, ASignOfLifeLastsItsIntervalsAndAHalf)
{
    const int64_t last = Now();
    bond.jiffiesAhead = 2 * 25 + 12;
    EXPECT_TRUE(times.IsWithin(last, 2));
    bond.jiffiesAhead += 1;
    EXPECT_FALSE(times.IsWithin(last, 2));
    EXPECT_TRUE(times.IsWithin(last, 3));
    EXPECT_FALSE(times.IsWithin(Now() + 26, 1)) << "more than an interval ahead";
}

TEST_F(BondArpMonitorTest, AllTargetsMeansTheOldestOfTheTargetsThatAreSet)
{
    s0->SetLastRx(500);
    s0->SetTargetLastRx(0, 300);
    s0->SetTargetLastRx(1, 200);
    s0->SetTargetLastRx(2, 100);
    EXPECT_EQ(times.GetLastRx(*s0), 500);
    bond.params.arpAllTargets = true;
    EXPECT_EQ(times.GetLastRx(*s0), 300);
    bond.params.arpTargets = {TARGET, TARGET_2};
    EXPECT_EQ(times.GetLastRx(*s0), 200);
    s0->EraseTargetLastRx(0);
    EXPECT_EQ(times.GetLastRx(*s0), 100) << "those of the targets after it have moved up";
}

TEST_F(BondArpMonitorTest, ASlaveThatJoinsIsOnTrialForOneTick)
{
    EXPECT_EQ(s0->GetLastRx(), Now() - 26);
    EXPECT_EQ(s0->GetLastTx(), Now() - 26);
    EXPECT_EQ(s0->GetTargetLastRx(15), Now() - 26);
}

// --- active-backup ---

TEST_F(BondArpMonitorTest, OnlyTheActiveSlaveProbes)
{
    TickActiveBackup();
    ASSERT_EQ(bond.sent.size(), 1U);
    EXPECT_EQ(bond.sent[0].slave, "s0");
}

// The last sign at time 0, ticks at 26, 52, 78 ...: 78 > 62 jiffies (2 intervals and a half) for
// the active slave, 104 > 87 (3 and a half) for the other one.

TEST_F(BondArpMonitorTest, ASilentActiveSlaveIsReplacedAtTheThirdTick)
{
    for (const auto& slave : {s0, s1})
    {
        slave->SetLastRx(Now());
    }
    TickActiveBackup();
    TickActiveBackup();
    s1->SetLastRx(Now());
    EXPECT_EQ(bond.slaves.GetActive(), s0);
    TickActiveBackup();
    EXPECT_EQ(bond.slaves.GetActive(), s1);
    EXPECT_EQ(s0->GetLink(), BondLink::DOWN);
    EXPECT_EQ(s0->GetLinkFailures(), 1U);
    EXPECT_TRUE(s0->IsInactive());
    EXPECT_EQ(bond.sent.back().slave, "s1") << "the new one probes in the same tick";
    EXPECT_EQ(bond.linkChanges, std::vector<std::string>{"s0"});
}

TEST_F(BondArpMonitorTest, ASilentBackupSlaveGetsAnotherTick)
{
    s1->SetLastRx(Now());
    for (int tick = 1; tick <= 4; ++tick)
    {
        EXPECT_EQ(s1->GetLink(), BondLink::UP) << tick;
        s0->SetLastRx(Now());
        TickActiveBackup();
    }
    EXPECT_EQ(s1->GetLink(), BondLink::DOWN);
    EXPECT_EQ(bond.slaves.GetActive(), s0);
    EXPECT_EQ(bond.activeSelections, 0U);
}

TEST_F(BondArpMonitorTest, ANewActiveSlaveIsSparedForTwoTicks)
{
    // Both last heard something long ago; the grace of 62 jiffies ends before tick 3.
    s0->SetLastRx(Now() - 1000);
    s0->SetLastLinkUp(Now());
    TickActiveBackup();
    TickActiveBackup();
    EXPECT_EQ(s0->GetLink(), BondLink::UP);
    TickActiveBackup();
    EXPECT_EQ(s0->GetLink(), BondLink::DOWN);
}

TEST_F(BondArpMonitorTest, WithoutActiveSlaveTheOthersTakeTurnsToProbe)
{
    s0->SetLink(BondLink::DOWN);
    s1->SetLink(BondLink::DOWN);
    bond.slaves.SetActive(nullptr);
    const std::vector<std::string> turns{"s1", "s0", "s1", "s0"};
    for (const auto& turn : turns)
    {
        TickActiveBackup();
        EXPECT_EQ(bond.sent.back().slave, turn);
        EXPECT_EQ(activeBackup.GetProbingSlave()->GetName(), turn);
        EXPECT_EQ(activeBackup.GetProbingSlave()->GetLink(), BondLink::BACK);
        EXPECT_EQ(activeBackup.GetProbingSlave()->GetState(), BondSlave::ACTIVE);
    }
    EXPECT_EQ(bond.sent.size(), turns.size());
    EXPECT_EQ(s1->GetLink(), BondLink::FAIL) << "its turn ended without a sign";
    EXPECT_EQ(s1->GetState(), BondSlave::BACKUP);
    EXPECT_EQ(s0->GetLinkFailures() + s1->GetLinkFailures(), 0U);
}

TEST_F(BondArpMonitorTest, AProbingSlaveThatHearsSomethingBecomesActive)
{
    s0->SetLink(BondLink::DOWN);
    s1->SetLink(BondLink::DOWN);
    bond.slaves.SetActive(nullptr);
    TickActiveBackup(); // s1's turn
    s1->SetLastRx(Now());
    TickActiveBackup();
    EXPECT_EQ(bond.slaves.GetActive(), s1);
    EXPECT_EQ(s1->GetLink(), BondLink::UP);
    EXPECT_EQ(s1->GetState(), BondSlave::ACTIVE);
    EXPECT_EQ(activeBackup.GetProbingSlave(), nullptr);
    EXPECT_GT(bond.carrierUpdates, 0U);
}

TEST_F(BondArpMonitorTest, WhileSlavesTakeTurnsASilentOneThatCountsAsUpKeepsItsChance)
{
    for (const auto& slave : {s0, s1})
    {
        slave->SetLink(BondLink::DOWN);
        slave->SetLastRx(Now() - 1000);
        slave->SetLastLinkUp(Now() - 1000);
    }
    bond.slaves.SetActive(nullptr);
    s1->SetCarrier(false); // so that it is s0's turn
    TickActiveBackup();
    ASSERT_EQ(activeBackup.GetProbingSlave(), s0);
    s1->SetCarrier(true);
    s1->SetLink(BondLink::UP);
    TickActiveBackup();
    EXPECT_EQ(s1->GetLinkFailures(), 0U);
    EXPECT_EQ(s1->GetLink(), BondLink::BACK) << "its turn";
}

TEST_F(BondArpMonitorTest, SlavesWithoutCarrierHaveNoTurn)
{
    s0->SetLink(BondLink::DOWN);
    s1->SetCarrier(false); // its link still counts as up
    bond.slaves.SetActive(nullptr);
    TickActiveBackup();
    EXPECT_EQ(bond.sent.back().slave, "s0");
    EXPECT_EQ(s1->GetLink(), BondLink::DOWN);
    EXPECT_EQ(s1->GetLinkFailures(), 1U);
    s0->SetCarrier(false);
    TickActiveBackup();
    EXPECT_EQ(bond.sent.size(), 1U);
}

TEST_F(BondArpMonitorTest, OnlyABetterSlaveThatReturnsCausesASelection)
{
    s1->SetLink(BondLink::DOWN);
    const auto returns = [this] {
        s1->SetLink(BondLink::DOWN);
        s0->SetLastRx(Now());
        s1->SetLastRx(Now());
        const uint32_t before = bond.activeSelections;
        TickActiveBackup();
        EXPECT_EQ(s1->GetLink(), BondLink::UP);
        return bond.activeSelections > before;
    };
    EXPECT_FALSE(returns());
    s1->SetPriority(1);
    EXPECT_TRUE(returns());
    s1->SetPriority(0);
    bond.slaves.SetPrimary(s1);
    EXPECT_TRUE(returns());
}

// --- balance-rr, balance-xor, broadcast ---

TEST_F(BondArpMonitorTest, SeveralSlavesAllProbeWithCarrierUpOrDown)
{
    UseRoundRobin();
    s1->SetLink(BondLink::DOWN);
    TickLoadBalance();
    ASSERT_EQ(bond.sent.size(), 2U);
    EXPECT_EQ(bond.sent[0].slave, "s0");
    EXPECT_EQ(bond.sent[1].slave, "s1");
    s1->SetCarrier(false);
    TickLoadBalance();
    EXPECT_EQ(bond.sent.size(), 3U);
}

TEST_F(BondArpMonitorTest, OfSeveralSlavesTheSilentOneFailsAtTheThirdTickAndReturnsAtTheNext)
{
    UseRoundRobin();
    loadBalance.Tick();
    s0->SetLastRx(Now());
    for (int tick = 1; tick <= 3; ++tick)
    {
        EXPECT_TRUE(s0->IsLinkUp()) << tick;
        s1->SetLastRx(Now());
        TickLoadBalance();
    }
    EXPECT_EQ(s0->GetLink(), BondLink::DOWN);
    EXPECT_EQ(s0->GetState(), BondSlave::BACKUP);
    EXPECT_EQ(s0->GetLinkFailures(), 1U);
    EXPECT_EQ(bond.slaves.GetActive(), s1) << "s0 was the active one";
    s0->SetLastRx(Now() - 12);
    s1->SetLastRx(Now());
    TickLoadBalance(); // 38 jiffies are more than an interval and a half
    EXPECT_EQ(s0->GetLink(), BondLink::DOWN);
    s0->SetLastRx(Now() - 11);
    s1->SetLastRx(Now());
    TickLoadBalance();
    EXPECT_EQ(s0->GetLink(), BondLink::UP);
    EXPECT_EQ(s0->GetState(), BondSlave::ACTIVE);
    EXPECT_EQ(bond.activeSelections, 1U) << "there is an active slave already";
    EXPECT_EQ(bond.arrayUpdates, 0U);
}

TEST_F(BondArpMonitorTest, XorRebuildsItsArrayWhenASlaveFails)
{
    UseRoundRobin();
    bond.params.mode = BondModeId::BALANCE_XOR;
    s1->SetLastRx(Now() - 1000);
    s0->SetLastRx(Now());
    TickLoadBalance();
    EXPECT_EQ(s1->GetLink(), BondLink::DOWN);
    EXPECT_EQ(bond.arrayUpdates, 1U);
    EXPECT_EQ(bond.activeSelections, 0U);
}

// --- The work ---

TEST_F(BondArpMonitorTest, TheMonitorRunsAtOnceAndThenEvery104Milliseconds)
{
    std::vector<int64_t> times;
    std::vector<Ipv4Address> senders;
    bond.params.arpMissedMax = 100;
    Simulator::Schedule(MilliSeconds(10), [this] { monitor.Open(); });
    for (int ms = 0; ms < 330; ++ms)
    {
        // The probes of the millisecond before.
        Simulator::Schedule(MilliSeconds(ms) + MicroSeconds(1), [&, ms] {
            if (bond.sent.size() > times.size())
            {
                times.push_back(ms);
                senders.push_back(SenderOf(bond.sent.back()));
            }
        });
    }
    Simulator::Schedule(MilliSeconds(330), [this] { monitor.Stop(); });
    Simulator::Run();
    // Opened at 10 ms, within the jiffy that began at 8 ms: 8 + 104, then every 104 ms.
    EXPECT_EQ(times, (std::vector<int64_t>{10, 112, 216, 320}));
    const std::vector<Ipv4Address> expected{Ipv4Address::GetAny(), BOND_IP, BOND_IP, BOND_IP};
    EXPECT_EQ(senders, expected) << "the first run comes before the routes";
    EXPECT_EQ(bond.sent.size(), 4U) << "stopped";
}

TEST_F(BondArpMonitorTest, AnIntervalSetOnABondThatIsUpProbesFromItsAddress)
{
    monitor.Start();
    Simulator::Schedule(MilliSeconds(1), [this] { monitor.Stop(); });
    Simulator::Run();
    ASSERT_EQ(bond.sent.size(), 1U);
    EXPECT_EQ(SenderOf(bond.sent[0]), BOND_IP);
}
