/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../reference-table.h"

#include "ns3/bond-mode.h"
#include "ns3/bond-slave-list.h"

#include <gtest/gtest.h>
#include <string>

using namespace ns3;

namespace
{

/// A mode with slaves that have no devices, run as BondingNetDevice runs it.
class ModeUnderTest
{
  public:
    /**
     * @brief Constructor; all links are up.
     * @param name name of the mode
     * @param nSlaves number of slaves
     */
    ModeUnderTest(const std::string& name, uint32_t nSlaves)
        : m_mode(BondMode::Create(name))
    {
        for (uint32_t i = 0; i < nSlaves; ++i)
        {
            m_slaves.Add(Create<BondSlave>());
        }
        SetDown("");
    }

    /**
     * @brief Set which links are down; all others are up. Failures come before returns.
     * @param down digits of the slaves that are down
     */
    void SetDown(const std::string& down)
    {
        SetLinks(down, false);
        SetLinks(down, true);
    }

    /**
     * @brief Ask the mode about a frame.
     * @param frame the frame
     * @return the mode's answer
     */
    BondTransmitPlan Select(const BondFrame& frame = BondFrame())
    {
        BondTransmitPlan plan;
        m_mode->Select(m_slaves, frame, plan);
        return plan;
    }

    /**
     * @brief The digit of a slave.
     * @param slave a slave
     * @return its position in enslave order, "-" for none
     */
    std::string NameOf(const Ptr<BondSlave>& slave) const
    {
        for (uint32_t i = 0; i < m_slaves.GetN(); ++i)
        {
            if (m_slaves.GetAll()[i] == slave)
            {
                return std::to_string(i);
            }
        }
        return "-";
    }

    /**
     * @brief The slaves.
     * @return the list
     */
    BondSlaveList& GetSlaves()
    {
        return m_slaves;
    }

    /**
     * @brief The mode.
     * @return the mode
     */
    BondMode& GetMode()
    {
        return *m_mode;
    }

  private:
    /**
     * @brief Set the links that go to one state, one event after the other.
     * @param down digits of the slaves that are down
     * @param up do those that go up
     */
    void SetLinks(const std::string& down, bool up)
    {
        for (const auto& slave : m_slaves.GetAll())
        {
            const bool isUp = down.find(NameOf(slave)) == std::string::npos;
            if (isUp == up && slave->SetLinkUp(up))
            {
                m_slaves.SelectActive();
                m_mode->SlavesChanged(m_slaves);
            }
        }
    }

    std::unique_ptr<BondMode> m_mode; //!< the mode
    BondSlaveList m_slaves;           //!< its slaves
};

/**
 * @brief The slaves that a row of the reference has down.
 * @param text the row's case, such as "s0 only down" or "s1 and s2 down"
 * @return digits of the slaves
 */
std::string
SlavesDownIn(const std::string& text)
{
    std::string down;
    if (text.find("down") == std::string::npos)
    {
        return down;
    }
    for (std::size_t i = 0; i + 1 < text.size(); ++i)
    {
        if (text[i] == 's' && std::isdigit(static_cast<unsigned char>(text[i + 1])))
        {
            down += text[i + 1];
        }
    }
    return down;
}

} // namespace

TEST(BalanceRrMode, ReplaysTheKernelsOrderOfSlaves)
{
    // The rows of packets_per_slave 1 are one run: counter and active slave carry over.
    ModeUnderTest bond("balance-rr", 3);
    uint32_t nRows = 0;
    const ReferenceTable table("e2-roundrobin.tsv");
    for (const auto& row : table.GetRows())
    {
        if (row.at("packets_per_slave") != "1")
        {
            continue;
        }
        ++nRows;
        const bool withIgmp = row.at("case").find("every third frame IGMP") == 0;
        bond.SetDown(SlavesDownIn(row.at("case")));
        std::string order;
        for (std::size_t i = 0; i < row.at("slave_of_each_frame").size(); ++i)
        {
            BondFrame frame;
            frame.igmp = withIgmp && i % 3 == 0;
            order += bond.NameOf(bond.Select(frame).original);
        }
        EXPECT_EQ(order, row.at("slave_of_each_frame")) << row.at("case");
    }
    EXPECT_EQ(nRows, 6U);
}

TEST(BalanceRrMode, HasNoSlaveForAFrameWhenAllAreDownOrNoneIsThere)
{
    ModeUnderTest bond("balance-rr", 2);
    bond.SetDown("01");
    EXPECT_TRUE(bond.Select().IsEmpty());
    BondFrame igmp;
    igmp.igmp = true;
    EXPECT_TRUE(bond.Select(igmp).IsEmpty());
    EXPECT_TRUE(ModeUnderTest("balance-rr", 0).Select().IsEmpty());
    EXPECT_TRUE(ModeUnderTest("balance-rr", 0).Select(igmp).IsEmpty());
}

TEST(BroadcastMode, ReplaysTheKernelsCopies)
{
    const ReferenceTable table("e2-broadcast.tsv");
    EXPECT_EQ(table.GetRows().size(), 4U);
    for (const auto& row : table.GetRows())
    {
        ModeUnderTest bond("broadcast", 3);
        bond.SetDown(SlavesDownIn(row.at("case")));
        std::string copies;
        for (int frame = 0; frame < std::stoi(row.at("frames")); ++frame)
        {
            const auto plan = bond.Select();
            for (const auto& slave : plan.copies)
            {
                copies += bond.NameOf(slave);
            }
            copies += plan.original ? bond.NameOf(plan.original) : "";
        }
        EXPECT_EQ(copies, row.at("slave_of_each_copy")) << row.at("case");
    }
}

TEST(BroadcastMode, OnlyTheSlaveEnslavedLastGetsTheOriginal)
{
    ModeUnderTest bond("broadcast", 3);
    EXPECT_EQ(bond.NameOf(bond.Select().original), "2");
    EXPECT_EQ(bond.Select().copies.size(), 2U);

    // s1 would now be the last usable one, but gets a copy all the same
    bond.SetDown("2");
    EXPECT_FALSE(bond.Select().original);
    EXPECT_EQ(bond.Select().copies.size(), 2U);

    bond.SetDown("012");
    EXPECT_TRUE(bond.Select().IsEmpty());
}

TEST(ActiveBackupMode, UsesTheActiveSlaveOnlyBothWays)
{
    ModeUnderTest bond("active-backup", 3);
    const auto all = bond.GetSlaves().GetAll();
    EXPECT_EQ(bond.NameOf(bond.Select().original), "0");
    // e2-receive.tsv, all_slaves_active 0: seen on bond0 from s0 only
    EXPECT_TRUE(bond.GetMode().Delivers(*all[0]));
    EXPECT_FALSE(bond.GetMode().Delivers(*all[1]));

    bond.SetDown("0");
    EXPECT_EQ(bond.NameOf(bond.Select().original), "1");
    EXPECT_FALSE(bond.GetMode().Delivers(*all[0]));
    EXPECT_TRUE(bond.GetMode().Delivers(*all[1]));

    bond.SetDown("");
    EXPECT_EQ(bond.NameOf(bond.Select().original), "1");
    bond.SetDown("012");
    EXPECT_TRUE(bond.Select().IsEmpty());
}

TEST(BalanceXorMode, AReleasedSlaveIsNeverChosenAgain)
{
    ModeUnderTest bond("balance-xor", 2);
    const auto all = bond.GetSlaves().GetAll();
    BondFrame frame;
    frame.etherType = 1; // hash 1: the second of two
    EXPECT_EQ(bond.Select(frame).original, all[1]);
    bond.GetSlaves().Remove(all[1]);
    bond.GetMode().SlavesChanged(bond.GetSlaves());
    EXPECT_EQ(bond.Select(frame).original, all[0]);
}

TEST(BondMode, AllModesButActiveBackupDeliverFromEverySlave)
{
    for (const auto* name : {"balance-rr", "balance-xor", "broadcast"})
    {
        ModeUnderTest bond(name, 2);
        // e2-receive.tsv: 1 in every row of these modes
        EXPECT_TRUE(bond.GetMode().Delivers(*bond.GetSlaves().GetAll()[1])) << name;
    }
}

TEST(BondMode, IsMadeByItsExactLinuxNameOnly)
{
    EXPECT_EQ(BondMode::GetNames(), "balance-rr, active-backup, balance-xor, broadcast");
    for (const auto* name : {"balance-rr", "active-backup", "balance-xor", "broadcast"})
    {
        ASSERT_TRUE(BondMode::Create(name)) << name;
        EXPECT_STREQ(BondMode::Create(name)->GetName(), name);
    }
    for (const auto* name : {"", "balance", "Balance-rr", "balance-rr ", "0", "bonding"})
    {
        EXPECT_FALSE(BondMode::Create(name)) << name;
    }
}
