/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fake-bond.h"

#include "ns3/bond-peer-notifier.h"

#include <gtest/gtest.h>
#include <iomanip>
#include <sstream>

using namespace ns3;

namespace
{

/// A bond that is up, with an active slave and address 10.0.0.1.
class BondPeerNotifierTest : public ::testing::Test
{
  protected:
    /// Build the bond.
    BondPeerNotifierTest()
    {
        bond.slaves.SetActive(bond.AddSlave("s0"));
        bond.ipv4Addresses.emplace_back(Ipv4Address("10.0.0.1"), Ipv4Mask("/24"));
    }

    /**
     * @brief A tick of the link monitor.
     * @param failover whether it commits one
     */
    void Tick(bool failover = false)
    {
        const bool notify = notifier.ShouldNotify();
        if (failover)
        {
            notifier.Start();
        }
        notifier.CountDown();
        if (notify)
        {
            notifier.Notify();
        }
    }

    /**
     * @brief Run ticks and note which of them notify.
     * @param n how many
     * @return one character a tick: number of notifications
     */
    std::string RunTicks(int n)
    {
        std::string ticks;
        for (int i = 0; i < n; ++i)
        {
            bond.sent.clear();
            Tick();
            ticks += std::to_string(bond.sent.size());
        }
        return ticks;
    }

    FakeBond bond;                   //!< the bond
    BondPeerNotifier notifier{bond}; //!< what is tested
};

/**
 * @brief The bytes of a packet.
 * @param packet the packet
 * @return in hexadecimal
 */
std::string
ToHex(const Ptr<Packet>& packet)
{
    std::vector<uint8_t> bytes(packet->GetSize());
    packet->CopyData(bytes.data(), static_cast<uint32_t>(bytes.size()));
    std::ostringstream text;
    for (const uint8_t byte : bytes)
    {
        text << std::hex << std::setw(2) << std::setfill('0') << int{byte};
    }
    return text.str();
}

} // namespace

TEST_F(BondPeerNotifierTest, ALinkFailureIsToldOnceLessThanAskedForButOnceAtLeast)
{
    bond.params.numPeerNotif = 1;
    Tick(true);
    EXPECT_EQ(bond.sent.size(), 1U);
    EXPECT_EQ(RunTicks(3), "000");

    bond.params.numPeerNotif = 5;
    bond.sent.clear();
    Tick(true);
    EXPECT_EQ(bond.sent.size(), 1U);
    EXPECT_EQ(RunTicks(5), "11100"); // 4 in all
}

TEST_F(BondPeerNotifierTest, AChangeBetweenTicksIsToldAsOftenAsAskedFor)
{
    bond.params.numPeerNotif = 5;
    notifier.Start(); // active_slave set by hand
    EXPECT_EQ(bond.sent.size(), 1U);
    EXPECT_EQ(RunTicks(6), "111100"); // 5 in all
}

TEST_F(BondPeerNotifierTest, WithADelayTheFirstGapAfterALinkFailureIsATickShort)
{
    bond.params.numPeerNotif = 5;
    bond.params.peerNotifDelay = 3; // 300 ms at miimon 100
    Tick(true);
    EXPECT_EQ(bond.sent.size(), 1U);
    // e10: 0.024, 0.231, 0.543, 0.855, 1.167: after 2 ticks, then every 3
    EXPECT_EQ(RunTicks(14), "01001001001000");
}

TEST_F(BondPeerNotifierTest, WithADelayAChangeByHandHasEqualGaps)
{
    bond.params.numPeerNotif = 3;
    bond.params.peerNotifDelay = 3;
    notifier.Start();
    EXPECT_EQ(RunTicks(9), "001001000");
}

TEST_F(BondPeerNotifierTest, WhenTheFirstLinkReturnsTheNotificationAtOnceIsMissing)
{
    bond.params.numPeerNotif = 3;
    bond.carrier = false; // the bond gets it after the change of the active slave
    Tick(true);
    bond.carrier = true;
    EXPECT_TRUE(bond.sent.empty());
    EXPECT_EQ(RunTicks(4), "1100");
}

TEST_F(BondPeerNotifierTest, NothingIsToldWithoutCarrierWithoutActiveSlaveOrWithNumber0)
{
    bond.params.numPeerNotif = 0;
    notifier.Start();
    bond.params.numPeerNotif = 1;
    bond.carrier = false;
    notifier.Start();
    bond.carrier = true;
    bond.slaves.SetActive(nullptr);
    EXPECT_FALSE(notifier.ShouldNotify());
    EXPECT_TRUE(bond.sent.empty());
}

TEST_F(BondPeerNotifierTest, ClosingTheBondForgetsTheRest)
{
    bond.params.numPeerNotif = 5;
    notifier.Start();
    notifier.Stop();
    EXPECT_FALSE(notifier.ShouldNotify());
    EXPECT_EQ(RunTicks(2), "00");
}

TEST_F(BondPeerNotifierTest, AGratuitousArpIsARequestForTheOwnAddress)
{
    notifier.Notify();
    ASSERT_EQ(bond.sent.size(), 1U);
    EXPECT_EQ(bond.sent[0].slave, "") << "the mode finds the slave";
    EXPECT_EQ(bond.sent[0].etherType, 0x0806);
    EXPECT_EQ(bond.sent[0].destination, Mac48Address::GetBroadcast());
    // e10: op 1 sender 10.0.0.1 02:00:00:00:00:01 target 10.0.0.1 00:00:00:00:00:00
    EXPECT_EQ(ToHex(bond.sent[0].payload),
              "0001080006040001"
              "0200000000010a000001"
              "0000000000000a000001");
}

TEST_F(BondPeerNotifierTest, UnsolicitedNaGoToAllNodesTheWidestScopeFirst)
{
    bond.ipv4Addresses.clear();
    bond.ipv6Addresses.emplace_back(Ipv6Address("fe80::ff:fe00:1"), Ipv6Prefix(64));
    bond.ipv6Addresses.emplace_back(Ipv6Address("fd00::1"), Ipv6Prefix(64));
    for (auto& address : bond.ipv6Addresses)
    {
        address.SetState(Ipv6InterfaceAddress::PREFERRED);
    }
    bond.ipv6Addresses.emplace_back(Ipv6Address("fd00::2"), Ipv6Prefix(64));
    bond.ipv6Addresses.back().SetState(Ipv6InterfaceAddress::TENTATIVE);
    notifier.Notify();
    ASSERT_EQ(bond.sent.size(), 2U) << "a tentative address is not advertised";
    EXPECT_EQ(bond.sent[0].etherType, 0x86dd);
    EXPECT_EQ(bond.sent[0].destination, Mac48Address("33:33:00:00:00:01"));
    // e10: flags 0x20 target fd00::1 to ff02::1. ICMPv6 checksum by hand: the pseudo header's
    // fd00 + 1 + ff02 + 1 + 20 + 3a and the message's 8800 + 2000 + fd00 + 1 + 201 + 200 + 1 are
    // 3a561, folded a564; its complement is 5a9b.
    EXPECT_EQ(ToHex(bond.sent[0].payload),
              "6000000000203aff"
              "fd000000000000000000000000000001"
              "ff020000000000000000000000000001"
              "88005a9b20000000"
              "fd000000000000000000000000000001"
              "0201020000000001");
    EXPECT_EQ(ToHex(bond.sent[1].payload).substr(16, 32), "fe80000000000000000000fffe000001");
}
