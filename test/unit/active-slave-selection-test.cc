/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fake-bond.h"

#include "ns3/active-slave-selection.h"

#include <gtest/gtest.h>

using namespace ns3;

namespace
{

/// An active-backup bond with miimon 100 and three slaves s0, s1, s2 whose links are up.
class ActiveSlaveSelectionTest : public ::testing::Test
{
  protected:
    /// Build the bond; nobody is active yet.
    ActiveSlaveSelectionTest()
    {
        bond.params.mode = BondModeId::ACTIVE_BACKUP;
        bond.params.miimon = 100;
        for (uint32_t i = 0; i < 3; ++i)
        {
            s.push_back(bond.AddSlave("s" + std::to_string(i)));
        }
    }

    ~ActiveSlaveSelectionTest() override
    {
        Simulator::Destroy();
    }

    /**
     * @brief Who is active?
     * @return its name, or None
     */
    std::string Active() const
    {
        const Ptr<BondSlave>& active = bond.slaves.GetActive();
        return active ? active->GetName() : "None";
    }

    FakeBond bond;                     //!< the bond
    std::vector<Ptr<BondSlave>> s;     //!< its slaves
    FailOverMacPolicy addresses{bond}; //!< fail_over_mac
    BondPeerNotifier notifier{bond};   //!< gratuitous ARP
    BondGroupRejoiner rejoiner{bond};  //!< reports
    std::string changes;               //!< what was told of changes
    ActiveSlaveSelection selection{bond,
                                   addresses,
                                   notifier,
                                   rejoiner,
                                   [this](const Ptr<BondSlave>& before, const Ptr<BondSlave>& now) {
                                       changes += (before ? before->GetName() : "None") + ">" +
                                                  (now ? now->GetName() : "None") + " ";
                                   }}; //!< what is tested
};

} // namespace

TEST_F(ActiveSlaveSelectionTest, WithoutPrimaryTheFirstSlaveThatIsUpIsChosen)
{
    s[0]->SetLink(BondLink::DOWN);
    selection.Select();
    EXPECT_EQ(Active(), "s1");
    EXPECT_EQ(changes, "None>s1 ");
    EXPECT_EQ(s[1]->GetState(), BondSlave::ACTIVE);
    EXPECT_FALSE(s[1]->IsInactive());
    EXPECT_EQ(bond.carrierUpdates, 1U);
    selection.Select();
    EXPECT_EQ(changes, "None>s1 "); // nothing has changed
    EXPECT_EQ(bond.carrierUpdates, 1U);
}

TEST_F(ActiveSlaveSelectionTest, TheFormerActiveSlaveIsAnInactiveBackupUntilItReturns)
{
    selection.Select();
    s[0]->SetLink(BondLink::DOWN);
    selection.Select();
    EXPECT_EQ(changes, "None>s0 s0>s1 ");
    EXPECT_EQ(s[0]->GetState(), BondSlave::BACKUP);
    EXPECT_TRUE(s[0]->IsInactive());
    s[0]->SetLink(BondLink::UP);
    selection.Select();
    EXPECT_EQ(s[0]->GetState(), BondSlave::ACTIVE);
    EXPECT_FALSE(s[0]->IsInactive());
}

TEST_F(ActiveSlaveSelectionTest, AFailingLinkIsNoReasonToStay)
{
    selection.Select();
    s[0]->SetLink(BondLink::FAIL); // only BOND_LINK_UP counts
    EXPECT_EQ(selection.FindBest(), s[1]);
}

TEST_F(ActiveSlaveSelectionTest, WithNoLinkUpTheOneNearestToItsUpdelayIsPromoted)
{
    bond.params.updelay = 3;
    for (const auto& slave : s)
    {
        slave->SetLink(BondLink::BACK);
        slave->SetCarrier(true);
    }
    s[0]->SetDelay(3); // has not counted a tick yet
    s[1]->SetDelay(2);
    s[2]->SetDelay(1);
    s[2]->SetCarrier(false); // and lost its carrier again
    selection.Select();
    EXPECT_EQ(Active(), "s1");
    EXPECT_TRUE(s[1]->IsLinkUp());
    EXPECT_EQ(s[1]->GetDelay(), 0U);
    EXPECT_EQ(bond.linkChanges, std::vector<std::string>{"s1"});
    EXPECT_EQ(bond.log.front(), "(slave s1): making interface the new active one 100 ms earlier");
}

TEST_F(ActiveSlaveSelectionTest, WithUpdelayNotYetStartedNobodyIsChosen)
{
    bond.params.updelay = 2;
    for (const auto& slave : s)
    {
        slave->SetLink(BondLink::BACK);
        slave->SetCarrier(true);
        slave->SetDelay(2);
    }
    EXPECT_FALSE(selection.FindBest()); // e2: active None at 0.006 s
}

TEST_F(ActiveSlaveSelectionTest, ReselectAlwaysGoesBackToThePrimary)
{
    bond.slaves.SetActive(s[1]);
    bond.slaves.SetPrimary(s[0]);
    bond.slaves.ClearPrimaryForced();
    EXPECT_EQ(selection.FindBest(), s[0]);
}

TEST_F(ActiveSlaveSelectionTest, ReselectFailureWaitsUntilTheCurrentOneFails)
{
    bond.params.primaryReselect = PrimaryReselect::FAILURE;
    bond.slaves.SetActive(s[1]);
    bond.slaves.SetPrimary(s[2]);
    bond.slaves.ClearPrimaryForced();
    EXPECT_EQ(selection.FindBest(), s[1]);
    s[1]->SetLink(BondLink::DOWN);
    EXPECT_EQ(selection.FindBest(), s[2]); // the primary, not s0
}

TEST_F(ActiveSlaveSelectionTest, ReselectBetterComparesSpeedThenDuplex)
{
    bond.params.primaryReselect = PrimaryReselect::BETTER;
    bond.slaves.SetActive(s[1]);
    bond.slaves.SetPrimary(s[0]);
    bond.slaves.ClearPrimaryForced();
    EXPECT_EQ(selection.FindBest(), s[1]) << "equal is not better";
    s[0]->SetSpeed(10000, false);
    EXPECT_EQ(selection.FindBest(), s[0]);
    s[0]->SetSpeed(100, true);
    EXPECT_EQ(selection.FindBest(), s[1]);
    s[0]->SetSpeed(1000, true);
    s[1]->SetSpeed(1000, false);
    EXPECT_EQ(selection.FindBest(), s[0]);
}

TEST_F(ActiveSlaveSelectionTest, APrimaryThatIsSetIsPreferredOnceWhateverTheReselectRule)
{
    bond.params.primaryReselect = PrimaryReselect::FAILURE;
    selection.Select();
    bond.slaves.SetPrimary(s[2]);
    s[2]->SetLink(BondLink::DOWN);
    selection.Select();
    EXPECT_EQ(Active(), "s0") << "the primary is down";
    s[2]->SetLink(BondLink::UP);
    selection.Select();
    EXPECT_EQ(Active(), "s2") << "still to be preferred";
    selection.Change(s[0]);
    selection.Select();
    EXPECT_EQ(Active(), "s0") << "once only";
}

TEST_F(ActiveSlaveSelectionTest, WithoutAWorkingPrimaryTheHighestPrioStandsIn)
{
    selection.Select();
    s[1]->SetPriority(-1);
    s[2]->SetPriority(10);
    EXPECT_EQ(selection.FindBest(), s[2]);
    bond.params.primaryReselect = PrimaryReselect::FAILURE;
    EXPECT_EQ(selection.FindBest(), s[0]) << "the rule holds for it as well";
    bond.params.primaryReselect = PrimaryReselect::ALWAYS;
    bond.slaves.SetPrimary(s[1]);
    EXPECT_EQ(selection.FindBest(), s[1]) << "a working primary counts more";
}

TEST_F(ActiveSlaveSelectionTest, LosingTheLastSlaveLeavesNoneAndKeepsItsAddress)
{
    bond.params.failOverMac = FailOverMac::ACTIVE;
    bond.slaveAddresses["s0"] = Mac48Address("02:00:00:00:0a:00");
    selection.Select();
    for (const auto& slave : s)
    {
        slave->SetLink(BondLink::DOWN);
    }
    bond.sent.clear();
    selection.Select();
    EXPECT_EQ(Active(), "None");
    EXPECT_EQ(bond.address, Mac48Address("02:00:00:00:0a:00"));
    EXPECT_TRUE(bond.sent.empty());
}

TEST_F(ActiveSlaveSelectionTest, NotificationsCarryTheNewAddressOfTheBond)
{
    bond.params.failOverMac = FailOverMac::ACTIVE;
    bond.slaveAddresses["s1"] = Mac48Address("02:00:00:00:0a:01");
    bond.ipv4Addresses.emplace_back(Ipv4Address("10.0.0.1"), Ipv4Mask("/24"));
    s[0]->SetLink(BondLink::DOWN);
    selection.Select();
    ASSERT_EQ(bond.sent.size(), 1U);
    EXPECT_EQ(bond.sent[0].source, Mac48Address("02:00:00:00:0a:01"));
}

TEST_F(ActiveSlaveSelectionTest, OnlyActiveBackupMovesAddressesAndNotifies)
{
    bond.ipv4Addresses.emplace_back(Ipv4Address("10.0.0.1"), Ipv4Mask("/24"));
    bond.params.failOverMac = FailOverMac::ACTIVE;
    bond.slaveAddresses["s0"] = Mac48Address("02:00:00:00:0a:00");
    for (const BondModeId mode :
         {BondModeId::BALANCE_RR, BondModeId::BALANCE_XOR, BondModeId::BALANCE_TLB})
    {
        bond.params.mode = mode;
        bond.slaves.SetActive(nullptr);
        selection.Select();
        EXPECT_EQ(Active(), "s0");
    }
    EXPECT_TRUE(bond.sent.empty());
    EXPECT_EQ(bond.address, Mac48Address("02:00:00:00:00:01"));
}

TEST_F(ActiveSlaveSelectionTest, ABondThatIsDownTellsNobody)
{
    bond.up = false;
    bond.ipv4Addresses.emplace_back(Ipv4Address("10.0.0.1"), Ipv4Mask("/24"));
    rejoiner.Join(Ipv4Address("239.1.2.3"));
    selection.Select();
    Simulator::Run();
    EXPECT_EQ(Active(), "s0");
    EXPECT_TRUE(bond.sent.empty());
    EXPECT_EQ(notifier.GetRemaining(), 0U);
}
