/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/bond-slave-list.h"
#include "ns3/bond-slave.h"
#include "ns3/usable-slave-array.h"

#include <gtest/gtest.h>

using namespace ns3;

namespace
{

/**
 * @brief Slaves without devices, all links up.
 * @param n how many
 * @return the slaves
 */
BondSlaveList
MakeSlaves(uint32_t n)
{
    BondSlaveList slaves;
    for (uint32_t i = 0; i < n; ++i)
    {
        const auto slave = Create<BondSlave>();
        slave->SetLinkUp(true);
        slaves.Add(slave);
    }
    return slaves;
}

} // namespace

TEST(BondSlave, OnlyAChangeFromUpToDownIsALinkFailure)
{
    BondSlave slave;
    EXPECT_FALSE(slave.SetLinkUp(false)); // was down when enslaved
    EXPECT_EQ(slave.GetLinkFailures(), 0U);
    EXPECT_TRUE(slave.SetLinkUp(true));
    EXPECT_FALSE(slave.SetLinkUp(true));
    EXPECT_TRUE(slave.SetLinkUp(false));
    EXPECT_FALSE(slave.SetLinkUp(false));
    EXPECT_EQ(slave.GetLinkFailures(), 1U);
}

TEST(BondSlave, TransmitsOnlyWithLinkAndInUse)
{
    BondSlave slave;
    EXPECT_FALSE(slave.CanTransmit());
    slave.SetLinkUp(true);
    EXPECT_TRUE(slave.CanTransmit());
    slave.SetState(BondSlave::BACKUP);
    EXPECT_FALSE(slave.CanTransmit());
}

TEST(BondSlave, WithheldFramesAreCountedAsReceivedToo)
{
    BondSlave slave;
    slave.CountReceived(100, true);
    slave.CountReceived(60, false);
    slave.CountTransmitted(1514);
    EXPECT_EQ(slave.GetTraffic().rxPackets, 2U);
    EXPECT_EQ(slave.GetTraffic().rxBytes, 160U);
    EXPECT_EQ(slave.GetTraffic().rxNoHandler, 1U);
    EXPECT_EQ(slave.GetTraffic().txPackets, 1U);
    EXPECT_EQ(slave.GetTraffic().txBytes, 1514U);
}

TEST(BondSlaveList, ActiveSlaveFailsOverToTheFirstWithLinkAndStaysThere)
{
    auto slaves = MakeSlaves(3);
    const auto all = slaves.GetAll();
    EXPECT_TRUE(slaves.SelectActive());
    EXPECT_EQ(slaves.GetActive(), all[0]);
    EXPECT_FALSE(slaves.SelectActive());

    all[0]->SetLinkUp(false);
    EXPECT_TRUE(slaves.SelectActive());
    EXPECT_EQ(slaves.GetActive(), all[1]);

    // e2-activebackup.tsv, "no primary": s0 returns at 3.018, s1 stays active
    all[0]->SetLinkUp(true);
    EXPECT_FALSE(slaves.SelectActive());
    EXPECT_EQ(slaves.GetActive(), all[1]);

    // ... and at 4.526 s1 fails: s0, not s2, takes over
    all[1]->SetLinkUp(false);
    EXPECT_TRUE(slaves.SelectActive());
    EXPECT_EQ(slaves.GetActive(), all[0]);
}

TEST(BondSlaveList, WithoutAnyLinkThereIsNoActiveSlaveAndNoCarrier)
{
    auto slaves = MakeSlaves(2);
    const auto all = slaves.GetAll();
    slaves.SelectActive();
    EXPECT_TRUE(slaves.HasLink());
    all[0]->SetLinkUp(false);
    all[1]->SetLinkUp(false);
    EXPECT_TRUE(slaves.SelectActive());
    EXPECT_FALSE(slaves.GetActive());
    EXPECT_FALSE(slaves.HasLink());
    all[1]->SetLinkUp(true);
    EXPECT_TRUE(slaves.SelectActive());
    EXPECT_EQ(slaves.GetActive(), all[1]);
    EXPECT_TRUE(slaves.HasLink());
}

TEST(BondSlaveList, ARemovedSlaveIsNotActiveAnyMore)
{
    auto slaves = MakeSlaves(2);
    const auto all = slaves.GetAll();
    slaves.SelectActive();
    slaves.Remove(all[0]);
    EXPECT_FALSE(slaves.GetActive());
    EXPECT_EQ(slaves.GetN(), 1U);
    EXPECT_TRUE(slaves.SelectActive());
    EXPECT_EQ(slaves.GetActive(), all[1]);
}

TEST(BondSlaveList, TheTurnOfASlaveThatIsDownFallsToTheNextInOrder)
{
    auto slaves = MakeSlaves(4);
    const auto all = slaves.GetAll();
    EXPECT_EQ(slaves.GetById(3), all[3]);
    all[3]->SetLinkUp(false);
    all[0]->SetLinkUp(false);
    EXPECT_EQ(slaves.GetById(3), all[1]); // past the end, and past s0
    EXPECT_EQ(slaves.GetById(2), all[2]);
    all[1]->SetLinkUp(false);
    all[2]->SetLinkUp(false);
    EXPECT_FALSE(slaves.GetById(0));
    EXPECT_FALSE(BondSlaveList().GetById(0));
}

TEST(UsableSlaveArray, HoldsWhatCouldTransmitWhenItWasBuilt)
{
    auto slaves = MakeSlaves(3);
    const auto all = slaves.GetAll();
    UsableSlaveArray usable;
    EXPECT_FALSE(usable.Choose(7));
    usable.Rebuild(slaves);
    EXPECT_EQ(usable.GetN(), 3U);
    EXPECT_EQ(usable.Choose(7), all[1]); // 7 mod 3 = 1

    all[1]->SetLinkUp(false);
    EXPECT_EQ(usable.Choose(7), all[1]); // the control path has not run yet
    usable.Rebuild(slaves);
    EXPECT_EQ(usable.GetN(), 2U);
    EXPECT_EQ(usable.Choose(7), all[2]); // 7 mod 2 = 1: the second of s0, s2

    all[0]->SetLinkUp(false);
    all[2]->SetLinkUp(false);
    usable.Rebuild(slaves);
    EXPECT_EQ(usable.GetN(), 0U);
    EXPECT_FALSE(usable.Choose(7));
}
