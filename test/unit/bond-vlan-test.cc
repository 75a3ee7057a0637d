/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fake-bond.h"

#include "ns3/alb-arp-message.h"
#include "ns3/alb-learning-packet.h"
#include "ns3/arp-queue-disc-item.h"
#include "ns3/bond-arp-probes.h"
#include "ns3/bond-frame.h"
#include "ns3/bond-group-rejoiner.h"
#include "ns3/bond-peer-notifier.h"
#include "ns3/ipv4-l3-protocol.h"
#include "ns3/rlb-client-table.h"
#include "ns3/simple-net-device.h"
#include "ns3/xmit-item.h"

#include <gtest/gtest.h>

using namespace ns3;

namespace
{

const Mac48Address BOND("02:00:00:00:00:01");
const Mac48Address OWN("02:00:00:00:00:77");

/// A bond with one slave, and a VLAN device of id 7 on top.
class BondVlan : public testing::Test
{
  protected:
    BondVlan()
    {
        bond.slaves.SetActive(slave);
        bond.ipv4Addresses.emplace_back(Ipv4Address("10.0.0.1"), Ipv4Mask("/24"));
        BondInterface vlan;
        vlan.device = CreateObject<SimpleNetDevice>();
        vlan.isVlan = true;
        vlan.isOnBond = true;
        vlan.tags.Put({VlanTag::DOT1Q, 7});
        vlan.address = BOND;
        vlan.ipv4Addresses.emplace_back(Ipv4Address("10.0.7.1"), Ipv4Mask("/24"));
        bond.uppers.push_back(vlan);
    }

    FakeBond bond;                             //!< the bond
    Ptr<BondSlave> slave{bond.AddSlave("s0")}; //!< its slave
};

/**
 * @brief An UDP packet with tags, on its way to a bond.
 * @param tags the tags, the innermost first
 * @return the item
 */
Ptr<XmitIpv4Item>
MakeItem(const std::vector<VlanTag>& tags)
{
    Ipv4Header ip;
    ip.SetSource(Ipv4Address("10.0.0.1"));
    ip.SetDestination(Ipv4Address("10.0.0.2"));
    ip.SetProtocol(17);
    ip.SetPayloadSize(100);
    const auto item = Create<XmitIpv4Item>(Create<Packet>(100), OWN, 0x0800, ip);
    item->SetSource(BOND);
    for (const auto& tag : tags)
    {
        item->PutVlanTag(tag);
    }
    return item;
}

} // namespace

TEST(BondFrameOfItem, ATagBesideIsNotInTheData)
{
    const auto item = MakeItem({{VlanTag::DOT1Q, 0x6007}});
    const BondFrame frame(item, *item);
    EXPECT_EQ(frame.GetVlanTag(), 0x6007);
    EXPECT_EQ(frame.GetEtherType(), 0x0800);
    EXPECT_EQ(frame.GetLength(), 14U + 20 + 100);
    EXPECT_EQ(frame.GetNetworkBytes().at(0), 0x45);
}

TEST(BondFrameOfItem, TagsInsideAreWhatFollowsTheEthernetHeader)
{
    const auto item = MakeItem({{VlanTag::DOT1Q, 30}, {VlanTag::DOT1AD, 20}, {VlanTag::DOT1Q, 10}});
    const BondFrame frame(item, *item);
    EXPECT_EQ(frame.GetVlanTag(), 10);
    EXPECT_EQ(frame.GetEtherType(), 0x88a8);
    EXPECT_EQ(frame.GetLength(), 14U + 8 + 20 + 100);
    // TCI 20, a customer tag; TCI 30, IPv4; its header.
    const std::vector<uint8_t> expected{0, 20, 0x81, 0, 0, 30, 0x08, 0, 0x45};
    const auto& bytes = frame.GetNetworkBytes();
    EXPECT_EQ(std::vector<uint8_t>(bytes.begin(), bytes.begin() + 9), expected);
    EXPECT_EQ(bytes.size(), 128U);
    EXPECT_FALSE(frame.IsIgmp());
}

TEST(BondFrameOfItem, WithoutTagsItIsAsBefore)
{
    const auto item = MakeItem({});
    const BondFrame frame(item, *item);
    EXPECT_FALSE(frame.GetVlanTag());
    EXPECT_EQ(frame.GetLength(), 14U + 20 + 100);
}

TEST_F(BondVlan, PeersAreToldOfTheBondFirstAndThroughTheVlanDevice)
{
    BondPeerNotifier(bond).Notify();
    ASSERT_EQ(bond.sent.size(), 2U);
    EXPECT_FALSE(bond.sent[0].upper);
    EXPECT_EQ(bond.sent[1].upper, bond.uppers[0].device);
}

TEST_F(BondVlan, AVlanDeviceWithAnAddressOfItsOwnTellsThatOne)
{
    bond.uppers[0].address = OWN;
    BondPeerNotifier(bond).Notify();
    ASSERT_EQ(bond.sent.size(), 2U);
    ArpHeader arp;
    bond.sent[1].payload->PeekHeader(arp);
    EXPECT_EQ(Mac48Address::ConvertFrom(arp.GetSourceHardwareAddress()), OWN);
    EXPECT_EQ(arp.GetSourceIpv4Address(), Ipv4Address("10.0.7.1"));
}

TEST_F(BondVlan, AGroupIsReportedOnTheDeviceThatJoined)
{
    BondGroupRejoiner rejoiner(bond);
    bond.params.resendIgmp = 1;
    const Ipv4Address group("239.1.2.3");
    rejoiner.Join(group, bond.uppers[0].device);
    rejoiner.Join(group, bond.uppers[0].device);
    rejoiner.Start();
    Simulator::Run();
    ASSERT_EQ(bond.sent.size(), 1U);
    EXPECT_EQ(bond.sent[0].upper, bond.uppers[0].device);

    rejoiner.Leave(group); // of the bond, which has not joined it
    rejoiner.Start();
    Simulator::Run();
    EXPECT_EQ(bond.sent.size(), 2U);
    rejoiner.Leave(group, bond.uppers[0].device);
    rejoiner.Start();
    Simulator::Run();
    EXPECT_EQ(bond.sent.size(), 2U);
    Simulator::Destroy();
}

TEST_F(BondVlan, AnArpTargetElsewhereIsProbedOnlyThroughADeviceOnTheBond)
{
    bond.params.arpTargets = {Ipv4Address("10.0.7.2")};
    bond.routedElsewhere = true;
    BondArpProbes probes(bond);
    probes.Send(*slave);
    EXPECT_TRUE(bond.sent.empty()) << "the route is another device's";

    bond.routedUpper = bond.uppers[0];
    probes.Send(*slave);
    ASSERT_EQ(bond.sent.size(), 1U);
    ASSERT_TRUE(bond.sent[0].tags.GetBeside());
    EXPECT_EQ(bond.sent[0].tags.GetBeside()->tci, 7);
    ArpHeader arp;
    bond.sent[0].payload->PeekHeader(arp);
    EXPECT_EQ(arp.GetSourceIpv4Address(), Ipv4Address("10.0.7.1"));
    EXPECT_EQ(Mac48Address::ConvertFrom(arp.GetSourceHardwareAddress()), bond.slaveAddresses["s0"]);

    probes.SetRouted(false);
    probes.Send(*slave);
    EXPECT_EQ(bond.sent[1].tags.GetCount(), 0U) << "IP has no routes yet";
}

TEST_F(BondVlan, LearningPacketsOfMacvlansAreForAllAddressesOnly)
{
    BondInterface macvlan;
    macvlan.device = CreateObject<SimpleNetDevice>();
    macvlan.isOnBond = true;
    macvlan.hasOwnAddress = true;
    macvlan.address = OWN;
    bond.uppers.push_back(macvlan);
    AlbLearningPacket::Send(bond, *slave, BOND, false);
    ASSERT_EQ(bond.sent.size(), 2U);
    EXPECT_EQ(bond.sent[1].tags.GetCount(), 1U);
    EXPECT_EQ(bond.sent[1].source, BOND);
    bond.sent.clear();
    AlbLearningPacket::Send(bond, *slave, BOND, true);
    ASSERT_EQ(bond.sent.size(), 3U);
    EXPECT_EQ(bond.sent[2].source, OWN);
    EXPECT_EQ(bond.sent[2].tags.GetCount(), 0U);
}

TEST_F(BondVlan, AClientInAVlanIsToldThere)
{
    RlbClientTable table(bond);
    AlbArpMessage reply;
    reply.operation = AlbArpMessage::REPLY;
    reply.senderMac = bond.slaveAddresses["s0"];
    reply.senderIp = Ipv4Address("10.0.7.1");
    reply.targetMac = Mac48Address("02:00:00:00:0c:01");
    reply.targetIp = Ipv4Address("10.0.7.9");
    table.Transmit(reply, 0x2007);
    table.Tick();
    ASSERT_EQ(bond.sent.size(), RlbClientTable::BURST);
    for (const auto& frame : bond.sent)
    {
        ASSERT_TRUE(frame.tags.GetBeside());
        EXPECT_EQ(frame.tags.GetBeside()->tpid, VlanTag::DOT1Q);
        EXPECT_EQ(frame.tags.GetBeside()->tci, 0x2007);
    }
}
