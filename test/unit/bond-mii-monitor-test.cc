/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fake-bond.h"

#include "ns3/bond-mii-monitor.h"
#include "ns3/bond-peer-notifier.h"
#include "ns3/jiffy-clock.h"

#include <gtest/gtest.h>

using namespace ns3;

namespace
{

/// A bond with a monitor, run by the simulator.
class MiiMonitor : public ::testing::Test
{
  protected:
    /// Constructor: miimon 100, two slaves with link.
    MiiMonitor()
        : notifier(bond),
          monitor(bond, notifier)
    {
        bond.params.miimon = 100;
        s0 = bond.AddSlave("s0");
        s1 = bond.AddSlave("s1");
        bond.slaves.SetActive(s0);
    }

    ~MiiMonitor() override
    {
        monitor.Stop();
        Simulator::Destroy();
    }

    /**
     * @brief Run ticks: the first at once, each further one 104 ms later.
     * @param n how many
     */
    void Tick(int n = 1)
    {
        for (; n > 0; --n)
        {
            Simulator::Stop(MilliSeconds(104));
            Simulator::Run();
        }
    }

    FakeBond bond;             //!< the bond
    BondPeerNotifier notifier; //!< idle
    BondMiiMonitor monitor;    //!< under test
    Ptr<BondSlave> s0;         //!< first slave
    Ptr<BondSlave> s1;         //!< second slave
};

} // namespace

TEST(JiffyClock, AHundredMillisecondsTake104AtHz250)
{
    const JiffyClock clock; // 4 ms
    EXPECT_EQ(clock.FromMilliseconds(100), 25);
    EXPECT_EQ(clock.FromMilliseconds(1), 1); // rounded up
    EXPECT_EQ(clock.FromMilliseconds(0), 0);
    // queued on a jiffy boundary: 25 jiffies and one more; README of the reference
    EXPECT_EQ(clock.GetDelay(Seconds(1), 25), MilliSeconds(104));
    // between boundaries the boundary before counts: 1.002 s is in the jiffy of 1.000 s
    EXPECT_EQ(clock.GetDelay(MilliSeconds(1002), 25), MilliSeconds(102));
    EXPECT_EQ(clock.GetDelay(MilliSeconds(1002), 0), Time(0));
    // resend_igmp: HZ / 5 = 50 jiffies take 204 ms
    EXPECT_EQ(clock.GetDelay(Seconds(1), 50), MilliSeconds(204));
    // from 63 jiffies on the wheel's second level has a grain of 8: at jiffy 0, 125 jiffies (500
    // ms) end at jiffy 128
    EXPECT_EQ(clock.GetDelay(Seconds(0), 125), MilliSeconds(512));
}

TEST_F(MiiMonitor, GivesASlaveUpAtTheFirstTickWithoutDowndelay)
{
    monitor.Start();
    Tick();
    EXPECT_EQ(s0->GetLink(), BondLink::UP);
    s0->SetCarrier(false);
    Tick();
    EXPECT_EQ(s0->GetLink(), BondLink::DOWN);
    EXPECT_EQ(s0->GetLinkFailures(), 1U);
    EXPECT_EQ(bond.linkChanges, std::vector<std::string>{"s0"});
    EXPECT_EQ(bond.activeSelections, 1U); // it was the active slave
    EXPECT_EQ(s1->GetLink(), BondLink::UP);
}

TEST_F(MiiMonitor, TakesDowndelayInFurtherTicks)
{
    bond.params.downdelay = 2;
    s1->SetCarrier(false);
    monitor.Start();
    Tick();
    EXPECT_EQ(s1->GetLink(), BondLink::FAIL);
    Tick();
    EXPECT_EQ(s1->GetLink(), BondLink::FAIL);
    Tick();
    EXPECT_EQ(s1->GetLink(), BondLink::DOWN);
    EXPECT_EQ(bond.activeSelections, 0U); // s0 is active
}

TEST_F(MiiMonitor, ASlaveThatRecoversWithinDowndelayHasNotFailed)
{
    bond.params.downdelay = 3;
    s0->SetCarrier(false);
    monitor.Start();
    Tick();
    s0->SetCarrier(true);
    Tick();
    EXPECT_EQ(s0->GetLink(), BondLink::UP);
    EXPECT_EQ(s0->GetLinkFailures(), 0U);
}

TEST_F(MiiMonitor, ASlaveThatFallsBackWithinUpdelayHasFailedOnceMore)
{
    // e2-activebackup.tsv, "up for 150 ms only": going back,1 then down,2
    bond.params.updelay = 2;
    s1->SetLink(BondLink::DOWN);
    monitor.Start();
    Tick();
    EXPECT_EQ(s1->GetLink(), BondLink::BACK);
    s1->SetCarrier(false);
    Tick();
    EXPECT_EQ(s1->GetLink(), BondLink::DOWN);
    EXPECT_EQ(s1->GetLinkFailures(), 1U);
}

TEST_F(MiiMonitor, SkipsUpdelayForTheFirstSlaveOnlyWhenActiveBackupHasNoActiveSlave)
{
    bond.params.mode = BondModeId::ACTIVE_BACKUP;
    bond.params.updelay = 5;
    bond.slaves.SetActive(nullptr);
    s0->SetLink(BondLink::DOWN);
    s1->SetLink(BondLink::DOWN);
    monitor.Start();
    Tick();
    EXPECT_EQ(s0->GetLink(), BondLink::UP);
    EXPECT_EQ(s1->GetLink(), BondLink::BACK);
}

TEST_F(MiiMonitor, SkipsUpdelayElsewhereWhenTheArrayOfUsableSlavesIsEmpty)
{
    bond.params.mode = BondModeId::BALANCE_XOR;
    bond.params.updelay = 5;
    s0->SetLink(BondLink::DOWN);
    s1->SetLink(BondLink::DOWN);
    bond.emptySlaveArray = true;
    monitor.Start();
    Tick();
    EXPECT_EQ(s0->GetLink(), BondLink::UP);
    EXPECT_EQ(s1->GetLink(), BondLink::BACK);
}

TEST_F(MiiMonitor, ASlaveWithoutSpeedIsNotTakenBackWhereSpeedMatters)
{
    // e2-noslave.tsv: 802.3ad and tlb stay down on dummy devices, which have no speed
    for (const auto mode :
         {BondModeId::IEEE_8023AD, BondModeId::BALANCE_TLB, BondModeId::BALANCE_RR})
    {
        bond.params.mode = mode;
        s0->SetLink(BondLink::DOWN);
        s0->SetSpeed(BondSlave::SPEED_UNKNOWN, false);
        monitor.Start();
        Tick();
        EXPECT_EQ(s0->GetLink(), mode == BondModeId::BALANCE_RR ? BondLink::UP : BondLink::DOWN);
        monitor.Stop();
    }
}

TEST_F(MiiMonitor, AdmitsANewSlaveByItsCarrierAndUpdelay)
{
    BondSlave slave;
    monitor.Admit(slave);
    EXPECT_EQ(slave.GetLink(), BondLink::DOWN);
    slave.SetCarrier(true);
    monitor.Admit(slave);
    EXPECT_EQ(slave.GetLink(), BondLink::UP);
    bond.params.updelay = 2;
    monitor.Admit(slave);
    EXPECT_EQ(slave.GetLink(), BondLink::BACK);
    EXPECT_EQ(slave.GetDelay(), 2U);
}
