/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fake-bond.h"

#include "ns3/fail-over-mac-policy.h"

#include <gtest/gtest.h>

using namespace ns3;

namespace
{

const Mac48Address BOND("02:00:00:00:00:01"); //!< the bond's
const Mac48Address A0("02:00:00:00:0a:00");   //!< s0's own
const Mac48Address A1("02:00:00:00:0a:01");   //!< s1's own
const Mac48Address A2("02:00:00:00:0a:02");   //!< s2's own

/// An active-backup bond whose slaves have addresses of their own.
class FailOverMacPolicyTest : public ::testing::Test
{
  protected:
    /// Build the bond.
    FailOverMacPolicyTest()
    {
        bond.params.mode = BondModeId::ACTIVE_BACKUP;
        s.push_back(bond.AddSlave("s0", BondLink::UP, A0));
        s.push_back(bond.AddSlave("s1", BondLink::UP, A1));
        s.push_back(bond.AddSlave("s2", BondLink::UP, A2));
    }

    FakeBond bond;                  //!< the bond
    std::vector<Ptr<BondSlave>> s;  //!< its slaves
    FailOverMacPolicy policy{bond}; //!< what is tested
};

} // namespace

TEST_F(FailOverMacPolicyTest, NoneGivesEverySlaveTheBondsAddress)
{
    policy.Enslaving(*s[0]);
    EXPECT_EQ(bond.slaveAddresses["s0"], BOND);
    policy.ActiveSlaveChanged(s[0], s[1]);
    EXPECT_EQ(bond.address, BOND);
    EXPECT_FALSE(policy.KeepsBondAddress());
    s[0]->SetOriginal(A0, 1500);
    policy.Released(*s[0]);
    EXPECT_EQ(bond.slaveAddresses["s0"], A0);
}

TEST_F(FailOverMacPolicyTest, ActiveGivesTheBondTheActiveSlavesAddress)
{
    bond.params.failOverMac = FailOverMac::ACTIVE;
    policy.Enslaving(*s[0]);
    EXPECT_EQ(bond.slaveAddresses["s0"], A0);
    policy.ActiveSlaveChanged(s[0], s[1]);
    EXPECT_EQ(bond.address, A1);
    EXPECT_EQ(bond.slaveAddresses["s1"], A1);
    EXPECT_TRUE(policy.KeepsBondAddress());
    s[1]->SetOriginal(BOND, 1500); // would show
    policy.Released(*s[1]);
    EXPECT_EQ(bond.slaveAddresses["s1"], A1) << "it never lost its address";
}

TEST_F(FailOverMacPolicyTest, FollowSwapsAddressesWithTheSuccessor)
{
    bond.params.failOverMac = FailOverMac::FOLLOW;
    policy.ActiveSlaveChanged(nullptr, s[0]);
    EXPECT_EQ(bond.slaveAddresses["s0"], BOND);
    policy.ActiveSlaveChanged(s[0], s[1]);
    EXPECT_EQ(bond.slaveAddresses["s1"], BOND);
    EXPECT_EQ(bond.slaveAddresses["s0"], A1);
    EXPECT_EQ(bond.address, BOND);
    EXPECT_TRUE(policy.KeepsBondAddress());
}

TEST_F(FailOverMacPolicyTest, FollowFindsTheFormerActiveSlaveByItsAddress)
{
    bond.params.failOverMac = FailOverMac::FOLLOW;
    bond.slaveAddresses["s0"] = BOND; // was active before all links were lost
    policy.ActiveSlaveChanged(nullptr, s[2]);
    EXPECT_EQ(bond.slaveAddresses["s2"], BOND);
    EXPECT_EQ(bond.slaveAddresses["s0"], A2);
}

TEST_F(FailOverMacPolicyTest, OtherModesHaveNoPolicyButNone)
{
    bond.params.failOverMac = FailOverMac::FOLLOW;
    bond.params.mode = BondModeId::BALANCE_XOR;
    EXPECT_EQ(policy.GetPolicy(), FailOverMac::NONE);
    policy.Enslaving(*s[0]);
    EXPECT_EQ(bond.slaveAddresses["s0"], BOND);
}
