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
        slave->SetCarrier(true);
        slave->SetLink(BondLink::UP);
        slaves.Add(slave);
    }
    return slaves;
}

} // namespace

TEST(BondSlave, TransmitsOnlyWithCarrierAndLinkAndInUse)
{
    BondSlave slave;
    EXPECT_FALSE(slave.CanTransmit());
    slave.SetCarrier(true);
    EXPECT_FALSE(slave.CanTransmit());
    slave.SetLink(BondLink::UP);
    EXPECT_TRUE(slave.CanTransmit());
    slave.SetState(BondSlave::BACKUP);
    EXPECT_FALSE(slave.CanTransmit());
    slave.SetState(BondSlave::ACTIVE);
    slave.SetCarrier(false); // before any monitor has noticed
    EXPECT_FALSE(slave.CanTransmit());
}

TEST(BondSlave, InactiveFlagsSpareTheStateInLoadBalancingAndReceptionWithAllSlavesActive)
{
    BondSlave slave;
    BondParams params;
    params.mode = BondModeId::ACTIVE_BACKUP;
    slave.SetInactiveFlags(params);
    EXPECT_EQ(slave.GetState(), BondSlave::BACKUP);
    EXPECT_TRUE(slave.IsInactive());
    slave.SetActiveFlags();
    EXPECT_EQ(slave.GetState(), BondSlave::ACTIVE);
    EXPECT_FALSE(slave.IsInactive());

    params.allSlavesActive = true;
    slave.SetInactiveFlags(params);
    EXPECT_EQ(slave.GetState(), BondSlave::BACKUP);
    EXPECT_FALSE(slave.IsInactive());

    slave.SetActiveFlags();
    params.allSlavesActive = false;
    params.mode = BondModeId::BALANCE_TLB;
    slave.SetInactiveFlags(params);
    EXPECT_EQ(slave.GetState(), BondSlave::ACTIVE);
    EXPECT_TRUE(slave.IsInactive());
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

TEST(BondSlaveList, ARemovedSlaveIsNeitherActiveNorPrimaryAnyMore)
{
    auto slaves = MakeSlaves(2);
    const auto all = slaves.GetAll();
    slaves.SetActive(all[0]);
    slaves.SetPrimary(all[0]);
    slaves.Remove(all[1]);
    EXPECT_EQ(slaves.GetActive(), all[0]);
    slaves.Remove(all[0]);
    EXPECT_FALSE(slaves.GetActive());
    EXPECT_FALSE(slaves.GetPrimary());
    EXPECT_EQ(slaves.GetN(), 0U);
}

TEST(BondSlaveList, HasLinkWhileAnySlaveCountsAsUp)
{
    auto slaves = MakeSlaves(2);
    const auto all = slaves.GetAll();
    all[0]->SetLink(BondLink::DOWN);
    EXPECT_TRUE(slaves.HasLink());
    all[1]->SetLink(BondLink::FAIL); // e2-activebackup.tsv at 12.185: "going down" is no carrier
    EXPECT_FALSE(slaves.HasLink());
    all[0]->SetLink(BondLink::BACK);
    EXPECT_FALSE(slaves.HasLink());
}

TEST(BondSlaveList, TheTurnOfASlaveThatIsDownFallsToTheNextInOrder)
{
    auto slaves = MakeSlaves(4);
    const auto all = slaves.GetAll();
    EXPECT_EQ(slaves.GetById(3), all[3]);
    all[3]->SetLink(BondLink::DOWN);
    all[0]->SetLink(BondLink::DOWN);
    EXPECT_EQ(slaves.GetById(3), all[1]); // past the end, and past s0
    EXPECT_EQ(slaves.GetById(2), all[2]);
    all[1]->SetLink(BondLink::DOWN);
    all[2]->SetLink(BondLink::DOWN);
    EXPECT_FALSE(slaves.GetById(0));
    EXPECT_FALSE(BondSlaveList().GetById(0));
}

TEST(UsableSlaveArray, HoldsWhatCouldTransmitWhenItWasBuilt)
{
    auto slaves = MakeSlaves(3);
    const auto all = slaves.GetAll();
    UsableSlaveArray usable;
    EXPECT_FALSE(usable.Choose(7));
    usable.Rebuild(slaves.GetTransmitting());
    EXPECT_EQ(usable.GetAll().size(), 3U);
    EXPECT_EQ(usable.Choose(7), all[1]); // 7 mod 3 = 1

    all[1]->SetLink(BondLink::DOWN);
    EXPECT_EQ(usable.Choose(7), all[1]); // the control path has not run yet
    usable.Rebuild(slaves.GetTransmitting());
    EXPECT_EQ(usable.Choose(7), all[2]); // 7 mod 2 = 1: the second of s0, s2

    all[0]->SetLink(BondLink::DOWN);
    all[2]->SetLink(BondLink::DOWN);
    usable.Rebuild(slaves.GetTransmitting());
    EXPECT_FALSE(usable.Choose(7));
}

TEST(UsableSlaveArray, ASkippedSlaveIsReplacedByTheLastOne)
{
    auto slaves = MakeSlaves(3);
    const auto all = slaves.GetAll();
    UsableSlaveArray usable;
    usable.Rebuild(slaves.GetTransmitting());
    usable.Skip(*all[0]);
    EXPECT_EQ(usable.Choose(0), all[2]);
    EXPECT_EQ(usable.Choose(1), all[1]);
    EXPECT_EQ(usable.GetAll().size(), 2U);
    usable.Skip(*all[0]); // not there any more
    EXPECT_EQ(usable.GetAll().size(), 2U);
    usable.Skip(*all[1]);
    usable.Skip(*all[2]);
    EXPECT_FALSE(usable.Choose(0));
}
