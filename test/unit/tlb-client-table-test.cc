/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fake-bond.h"

#include "ns3/tlb-client-table.h"

#include <gtest/gtest.h>

using namespace ns3;

namespace
{

using Bytes = TlbClientTable::Bytes;

/// Three slaves of 1 Gb/s.
class TlbClientTableTest : public testing::Test
{
  protected:
    FakeBond bond;
    Ptr<BondSlave> s0{bond.AddSlave("s0")};
    Ptr<BondSlave> s1{bond.AddSlave("s1")};
    Ptr<BondSlave> s2{bond.AddSlave("s2")};
    TlbClientTable table;
};

TEST_F(TlbClientTableTest, ClientsWithoutHistoryAllGoToTheFirstSlave)
{
    for (uint8_t client = 0; client < 5; ++client)
    {
        EXPECT_EQ(table.Choose(client, 1500, bond.slaves), s0);
    }
}

TEST_F(TlbClientTableTest, ClientStaysWithItsSlaveWhateverItSends)
{
    table.Choose(7, 1, bond.slaves);
    table.SetLoad(*s0, 1000000);
    EXPECT_EQ(table.Choose(7, 1500, bond.slaves), s0);
    EXPECT_EQ(table.Choose(8, 1500, bond.slaves), s1);
}

TEST_F(TlbClientTableTest, HeavyClientGetsASlaveToItselfAfterRebalancing)
{
    table.Choose(1, 1000000, bond.slaves);
    table.Choose(2, 1000, bond.slaves);
    table.Choose(3, 1000, bond.slaves);
    table.Choose(4, 1000, bond.slaves);
    table.Clear(*s0, Bytes::BECOME_HISTORY);
    EXPECT_EQ(table.Choose(1, 1, bond.slaves), s0);
    EXPECT_EQ(table.Choose(2, 1, bond.slaves), s1);
    EXPECT_EQ(table.Choose(3, 1, bond.slaves), s2);
    EXPECT_EQ(table.Choose(4, 1, bond.slaves), s1);
    EXPECT_EQ(table.GetLoad(*s0), 1 + 1000000U / 10);
    EXPECT_EQ(table.GetLoad(*s1), 2 * (1 + 1000U / 10));
}

TEST_F(TlbClientTableTest, BytesGoOnCountingWhenASlaveFails)
{
    table.Choose(1, 500, bond.slaves);
    table.Clear(*s0, Bytes::GO_ON);
    EXPECT_EQ(table.GetSlave(1), nullptr);
    s0->SetCarrier(false);
    table.Choose(1, 500, bond.slaves);
    table.Clear(*s1, Bytes::BECOME_HISTORY);
    table.Choose(1, 0, bond.slaves);
    EXPECT_EQ(table.GetLoad(*s1), 1 + 1000U / 10);
}

TEST_F(TlbClientTableTest, ASlaveThatFailedIsStillNamedUntilItIsCleared)
{
    table.Choose(1, 1, bond.slaves);
    s0->SetCarrier(false);
    EXPECT_EQ(table.Choose(1, 1, bond.slaves), s0);
    table.Clear(*s0, Bytes::GO_ON);
    EXPECT_EQ(table.Choose(1, 1, bond.slaves), s1);
}

TEST_F(TlbClientTableTest, NobodyIsChosenWhenNoSlaveCanTransmit)
{
    for (const auto& slave : bond.slaves.GetAll())
    {
        slave->SetCarrier(false);
    }
    EXPECT_EQ(table.Choose(1, 1, bond.slaves), nullptr);
}

TEST_F(TlbClientTableTest, FasterSlaveIsFilledFirst)
{
    s2->SetSpeed(2500, true);
    EXPECT_EQ(table.Choose(1, 1, bond.slaves), s2);
}

TEST_F(TlbClientTableTest, GapIsSpeedMinusLoadInBits)
{
    EXPECT_EQ(TlbClientTable::ComputeGap(1000, 125), (int64_t{1000} << 20) - 1000);
    EXPECT_EQ(TlbClientTable::ComputeGap(0, 1), -8);
}

TEST_F(TlbClientTableTest, GapWrapsFrom4096MbitsOnAsInTheKernel)
{
    // compute_gap() shifts a u32: 4096 << 20 is 2^32.
    EXPECT_EQ(TlbClientTable::ComputeGap(4096, 0), 0);
    EXPECT_EQ(TlbClientTable::ComputeGap(10000, 0), int64_t{1808} << 20);
    EXPECT_LT(TlbClientTable::ComputeGap(25000, 0), TlbClientTable::ComputeGap(1000, 0));
}

} // namespace
