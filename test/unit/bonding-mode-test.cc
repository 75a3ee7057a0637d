/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../reference-table.h"
#include "fake-bond.h"

#include "ns3/bond-mode.h"

#include <cctype>
#include <gtest/gtest.h>
#include <map>
#include <string>

using namespace ns3;

namespace
{

/// A frame that is not IP, with hash 1 in layer2: 0 ^ 0 ^ EtherType 1.
const std::vector<uint8_t> PLAIN{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1};

/// An Ethernet header and an IPv4 header whose protocol is IGMP.
const std::vector<uint8_t> IGMP{0,  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 8, 0, 0x45, 0, 0,
                                20, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 0, 0, 0, 0,    0, 0};

/// A mode with slaves that have no devices, run as BondCore runs it.
class ModeUnderTest
{
  public:
    /**
     * @brief Constructor; all links are up.
     * @param mode the mode
     * @param nSlaves number of slaves
     */
    ModeUnderTest(BondModeId mode, uint32_t nSlaves)
    {
        bond.params.mode = mode;
        m_mode = BondMode::Create(mode, bond);
        for (uint32_t i = 0; i < nSlaves; ++i)
        {
            m_mode->SlaveEnslaved(*bond.AddSlave(std::to_string(i)));
        }
        m_mode->UpdateSlaveArray();
    }

    /**
     * @brief Set which links are down; all others are up. Without an active slave that is up, the
     *        first one that is becomes it.
     * @param down digits of the slaves that are down
     */
    void SetDown(const std::string& down)
    {
        for (const auto& slave : bond.slaves.GetAll())
        {
            const bool up = down.find(slave->GetName()) == std::string::npos;
            slave->SetCarrier(up);
            slave->SetLink(up ? BondLink::UP : BondLink::DOWN);
        }
        if (!bond.slaves.GetActive() || !bond.slaves.GetActive()->IsLinkUp())
        {
            bond.slaves.SetActive(nullptr);
            for (const auto& slave : bond.slaves.GetAll())
            {
                if (slave->IsLinkUp() && !bond.slaves.GetActive())
                {
                    bond.slaves.SetActive(slave);
                }
            }
        }
        m_mode->UpdateSlaveArray();
    }

    /**
     * @brief Ask the mode about a frame.
     * @param frame the frame
     * @return the mode's answer
     */
    BondTransmitPlan Select(const std::vector<uint8_t>& frame = PLAIN)
    {
        BondTransmitPlan plan;
        m_mode->Select(BondFrame(frame), plan);
        return plan;
    }

    /**
     * @brief The digit of the slave that gets a frame itself.
     * @param frame the frame
     * @return its name, "-" for none
     */
    std::string Original(const std::vector<uint8_t>& frame = PLAIN)
    {
        const auto plan = Select(frame);
        return plan.original ? plan.original->GetName() : "-";
    }

    /**
     * @brief The mode.
     * @return the mode
     */
    BondMode& GetMode()
    {
        return *m_mode;
    }

    FakeBond bond; //!< the bond

  private:
    std::unique_ptr<BondMode> m_mode; //!< the mode
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
    // The rows of one packets_per_slave are one run: counter and active slave carry over.
    std::map<std::string, ModeUnderTest> runs;
    uint32_t nRows = 0;
    const ReferenceTable table("e2-roundrobin.tsv");
    for (const auto& row : table.GetRows())
    {
        const std::string& packetsPerSlave = row.at("packets_per_slave");
        if (packetsPerSlave == "0")
        {
            continue; // at random
        }
        ++nRows;
        auto run = runs.try_emplace(packetsPerSlave, BondModeId::BALANCE_RR, 3).first;
        ModeUnderTest& mode = run->second;
        mode.bond.params.packetsPerSlave = std::stoul(packetsPerSlave);
        const bool withIgmp = row.at("case").find("every third frame IGMP") == 0;
        mode.SetDown(SlavesDownIn(row.at("case")));
        std::string order;
        for (std::size_t i = 0; i < row.at("slave_of_each_frame").size(); ++i)
        {
            order += mode.Original(withIgmp && i % 3 == 0 ? IGMP : PLAIN);
        }
        EXPECT_EQ(order, row.at("slave_of_each_frame")) << packetsPerSlave << " " << row.at("case");
    }
    EXPECT_EQ(nRows, 12U);
}

TEST(BalanceRrMode, WithPacketsPerSlave0ARandomNumberChoosesASlave)
{
    ModeUnderTest mode(BondModeId::BALANCE_RR, 3);
    mode.bond.params.packetsPerSlave = 0;
    for (const uint32_t random : {0U, 4U, 5U, UINT32_MAX})
    {
        mode.bond.nextRandom = random;
        EXPECT_EQ(mode.Original(), std::to_string(random % 3)) << random;
    }
}

TEST(BalanceRrMode, HasNoSlaveForAFrameWhenAllAreDownOrNoneIsThere)
{
    ModeUnderTest mode(BondModeId::BALANCE_RR, 2);
    mode.SetDown("01");
    EXPECT_TRUE(mode.Select().IsEmpty());
    EXPECT_TRUE(mode.Select(IGMP).IsEmpty());
    EXPECT_TRUE(ModeUnderTest(BondModeId::BALANCE_RR, 0).Select().IsEmpty());
    EXPECT_TRUE(ModeUnderTest(BondModeId::BALANCE_RR, 0).Select(IGMP).IsEmpty());
}

TEST(BroadcastMode, ReplaysTheKernelsCopies)
{
    const ReferenceTable table("e2-broadcast.tsv");
    EXPECT_EQ(table.GetRows().size(), 4U);
    for (const auto& row : table.GetRows())
    {
        ModeUnderTest mode(BondModeId::BROADCAST, 3);
        mode.SetDown(SlavesDownIn(row.at("case")));
        std::string copies;
        for (int frame = 0; frame < std::stoi(row.at("frames")); ++frame)
        {
            const auto plan = mode.Select();
            for (const auto& slave : plan.copies)
            {
                copies += slave->GetName();
            }
            copies += plan.original ? plan.original->GetName() : "";
        }
        EXPECT_EQ(copies, row.at("slave_of_each_copy")) << row.at("case");
    }
}

TEST(BroadcastMode, OnlyTheSlaveEnslavedLastGetsTheOriginal)
{
    ModeUnderTest mode(BondModeId::BROADCAST, 3);
    EXPECT_EQ(mode.Original(), "2");
    EXPECT_EQ(mode.Select().copies.size(), 2U);

    // s1 would now be the last usable one, but gets a copy all the same
    mode.SetDown("2");
    EXPECT_EQ(mode.Original(), "-");
    EXPECT_EQ(mode.Select().copies.size(), 2U);

    mode.SetDown("012");
    EXPECT_TRUE(mode.Select().IsEmpty());
}

TEST(BalanceXorMode, ChoosesByHashAmongTheSlavesThatCanTransmit)
{
    ModeUnderTest mode(BondModeId::BALANCE_XOR, 3);
    EXPECT_EQ(mode.Original(), "1"); // hash 1 mod 3
    mode.SetDown("1");
    EXPECT_EQ(mode.Original(), "2"); // hash 1 mod 2: the second of s0, s2
    EXPECT_FALSE(mode.GetMode().HasEmptySlaveArray());
    mode.SetDown("012");
    EXPECT_EQ(mode.Original(), "-");
    EXPECT_TRUE(mode.GetMode().HasEmptySlaveArray());
}

TEST(BalanceXorMode, AReleasedSlaveIsNeverChosenAgainEvenIfNoRebuildSucceeds)
{
    ModeUnderTest mode(BondModeId::BALANCE_XOR, 2);
    const auto all = mode.bond.slaves.GetAll();
    EXPECT_EQ(mode.Select().original, all[1]);
    mode.bond.slaves.Remove(all[1]);
    mode.GetMode().SkipInSlaveArray(*all[1]);
    EXPECT_EQ(mode.Select().original, all[0]);
    mode.bond.slaves.Remove(all[0]);
    mode.GetMode().SkipInSlaveArray(*all[0]);
    EXPECT_TRUE(mode.Select().IsEmpty());
}

TEST(BondMode, EverySlaveDeliversUnlessItIsInactive)
{
    for (const auto id : {BondModeId::BALANCE_RR, BondModeId::BALANCE_XOR, BondModeId::BROADCAST})
    {
        ModeUnderTest mode(id, 2);
        // e2-receive.tsv: 1 in every row of these modes
        EXPECT_TRUE(mode.GetMode().Delivers(*mode.bond.slaves.GetAll()[1], false));
    }
}

TEST(BondMode, WithoutUsingThePrimaryTheFirstSlaveWithLinkBecomesTheActiveOne)
{
    ModeUnderTest mode(BondModeId::BALANCE_RR, 0);
    mode.GetMode().SlaveEnslaved(*mode.bond.AddSlave("0", BondLink::DOWN));
    EXPECT_FALSE(mode.bond.slaves.GetActive());
    const auto second = mode.bond.AddSlave("1");
    mode.GetMode().SlaveEnslaved(*second);
    mode.GetMode().SlaveEnslaved(*mode.bond.AddSlave("2"));
    EXPECT_EQ(mode.bond.slaves.GetActive(), second);
}
