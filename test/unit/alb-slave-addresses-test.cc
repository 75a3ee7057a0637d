/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fake-bond.h"

#include "ns3/alb-slave-addresses.h"

#include <gtest/gtest.h>

using namespace ns3;

namespace
{

const Mac48Address OWN0("02:00:00:00:0a:00");
const Mac48Address OWN1("02:00:00:00:0a:01");
const Mac48Address OWN2("02:00:00:00:0a:02");
const Mac48Address BOND("02:00:00:00:00:01");

/// A balance-tlb bond whose address no slave has.
class AlbSlaveAddressesTest : public testing::Test
{
  protected:
    AlbSlaveAddressesTest()
    {
        bond.address = BOND;
    }

    /**
     * @brief Enslave.
     * @param name name of the slave
     * @param own its own address
     * @return the slave
     */
    Ptr<BondSlave> Attach(const std::string& name, const Mac48Address& own)
    {
        // bond_enslave() has given it the bond's address.
        const auto slave = bond.AddSlave(name, BondLink::UP, BOND);
        slave->SetOriginal(own, 1500);
        addresses.Attach(*slave);
        return slave;
    }

    /**
     * @brief Make a slave the current active one.
     * @param slave the slave
     */
    void Activate(const Ptr<BondSlave>& slave)
    {
        const Ptr<BondSlave> before = bond.slaves.GetActive();
        bond.slaves.SetActive(slave);
        addresses.GiveBondAddress(before ? before : addresses.Find(bond.address), *slave);
    }

    FakeBond bond;
    AlbSlaveAddresses addresses{bond, nullptr};
};

TEST_F(AlbSlaveAddressesTest, SlavesKeepTheirOwnAddressesExceptTheActiveOne)
{
    const auto s0 = Attach("s0", OWN0);
    Activate(s0);
    Attach("s1", OWN1);
    EXPECT_EQ(bond.slaveAddresses["s0"], BOND);
    EXPECT_EQ(bond.slaveAddresses["s1"], OWN1);
    ASSERT_EQ(bond.sent.size(), 1U);
    EXPECT_EQ(bond.sent[0].slave, "s0");
    EXPECT_EQ(bond.sent[0].source, BOND);
    EXPECT_EQ(bond.sent[0].payload->GetSize(), 46U);
}

TEST_F(AlbSlaveAddressesTest, SuccessorSwapsAddressesWithTheFailedSlave)
{
    const auto s0 = Attach("s0", OWN0);
    Activate(s0);
    const auto s1 = Attach("s1", OWN1);
    bond.sent.clear();
    s0->SetLink(BondLink::DOWN);
    s0->SetCarrier(false);
    Activate(s1);
    EXPECT_EQ(bond.slaveAddresses["s0"], OWN1);
    EXPECT_EQ(bond.slaveAddresses["s1"], BOND);
    ASSERT_EQ(bond.sent.size(), 1U) << "tlb teaches no address of a dead slave";
    EXPECT_EQ(bond.sent[0].slave, "s1");
}

TEST_F(AlbSlaveAddressesTest, BothTeachTheSwitchWhenBothAreUp)
{
    Activate(Attach("s0", OWN0));
    const auto s1 = Attach("s1", OWN1);
    bond.sent.clear();
    Activate(s1);
    ASSERT_EQ(bond.sent.size(), 2U);
    EXPECT_EQ(bond.sent[0].slave, "s0");
    EXPECT_EQ(bond.sent[0].source, OWN1);
    EXPECT_EQ(bond.sent[1].slave, "s1");
    EXPECT_EQ(bond.sent[1].source, BOND);
}

TEST_F(AlbSlaveAddressesTest, SlaveWithTheBondsAddressGetsTheFreeOne)
{
    Activate(Attach("s0", OWN0));
    Attach("s1", OWN1);
    Attach("s2", BOND);
    EXPECT_EQ(bond.slaveAddresses["s2"], OWN0) << "s0 has the bond's instead";
}

TEST_F(AlbSlaveAddressesTest, SlaveWhoseAddressIsTakenGetsTheFreeOne)
{
    Activate(Attach("s0", OWN0));
    Attach("s1", OWN1);
    Attach("s2", OWN1);
    EXPECT_EQ(bond.slaveAddresses["s2"], OWN0);
}

TEST_F(AlbSlaveAddressesTest, AddressOfASlaveThatLeavesIsGivenBack)
{
    const auto s0 = Attach("s0", OWN0);
    Activate(s0);
    const auto s1 = Attach("s1", OWN1);
    Activate(s1);
    ASSERT_EQ(bond.slaveAddresses["s0"], OWN1);
    bond.slaves.SetActive(nullptr);
    bond.slaves.Remove(s1);
    addresses.Detach(*s1);
    EXPECT_EQ(bond.slaveAddresses["s1"], OWN1);
    EXPECT_EQ(bond.slaveAddresses["s0"], BOND);
}

TEST_F(AlbSlaveAddressesTest, ActiveSlaveFollowsTheBondsNewAddress)
{
    Activate(Attach("s0", OWN0));
    Attach("s1", OWN1);
    bond.address = OWN2;
    addresses.FollowBondAddress();
    EXPECT_EQ(bond.slaveAddresses["s0"], OWN2);
    EXPECT_EQ(bond.slaveAddresses["s1"], OWN1);
}

TEST_F(AlbSlaveAddressesTest, ActiveSlaveSwapsWithTheSlaveThatHasTheBondsNewAddress)
{
    Activate(Attach("s0", OWN0));
    Attach("s1", OWN1);
    bond.address = OWN1;
    addresses.FollowBondAddress();
    EXPECT_EQ(bond.slaveAddresses["s0"], OWN1);
    EXPECT_EQ(bond.slaveAddresses["s1"], BOND);
}

} // namespace
