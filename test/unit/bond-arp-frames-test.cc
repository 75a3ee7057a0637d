/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "bond-arp-fixture.h"

#include "ns3/icmpv6-header.h"
#include "ns3/ipv4-l3-protocol.h"

#include <string>
#include <vector>

using namespace ns3;

namespace
{

/// What goes out and what counts of what comes in.
class BondArpFramesTest : public BondArpTest
{
};

} // namespace

// --- Probes ---

TEST_F(BondArpFramesTest, AProbeIsABroadcastRequestFromTheAddressInTheTargetsSubnet)
{
    bond.params.arpTargets = {TARGET, Ipv4Address("192.168.7.9"), Ipv4Address("172.16.0.1")};
    bond.ipv4Addresses.emplace_back(Ipv4Address("192.168.7.1"), Ipv4Mask("/24"));
    probes.Send(*s1);
    ASSERT_EQ(bond.sent.size(), 3U);
    for (const auto& frame : bond.sent)
    {
        EXPECT_EQ(frame.slave, "s1");
        EXPECT_EQ(frame.source, Mac48Address("02:00:00:00:00:02"));
        EXPECT_EQ(frame.destination, Mac48Address::GetBroadcast());
        EXPECT_EQ(frame.etherType, 0x0806);
    }
    EXPECT_EQ(SenderOf(bond.sent[0]), BOND_IP);
    EXPECT_EQ(TargetOf(bond.sent[0]), TARGET);
    EXPECT_EQ(SenderOf(bond.sent[1]), Ipv4Address("192.168.7.1"));
    EXPECT_EQ(SenderOf(bond.sent[2]), Ipv4Address::GetAny()) << "in no subnet of the bond";
}

TEST_F(BondArpFramesTest, TheFirstAddressOfASubnetSendsEvenWithANarrowerMask)
{
    bond.ipv4Addresses = {Ipv4InterfaceAddress(BOND_IP, Ipv4Mask("/32")),
                          Ipv4InterfaceAddress(Ipv4Address("10.0.0.9"), Ipv4Mask("/24"))};
    probes.Send(*s0);
    EXPECT_EQ(SenderOf(bond.sent.at(0)), BOND_IP);
}

TEST_F(BondArpFramesTest, ATargetWithoutRouteIsProbedWithoutSenderAndOneRoutedElsewhereNotAtAll)
{
    // bond_arp_send_all: no route sends with sender 0; "no path to arp_ip_target" sends nothing
    bond.params.arpTargets = {Ipv4Address("192.168.1.2")};
    probes.Send(*s0);
    ASSERT_EQ(bond.sent.size(), 1U);
    EXPECT_EQ(SenderOf(bond.sent[0]), Ipv4Address::GetAny());
    const int64_t before = s0->GetLastTx();
    bond.jiffiesAhead += TICK;
    bond.routedElsewhere = true;
    probes.Send(*s0);
    EXPECT_EQ(bond.sent.size(), 1U);
    EXPECT_EQ(s0->GetLastTx(), before);
}

TEST_F(BondArpFramesTest, NeighbourSolicitationsGoToTheTargetsGroupFromTheNearestAddress)
{
    bond.params.arpTargets.clear();
    bond.params.nsTargets = {TARGET_6, Ipv6Address("fe80::2"), Ipv6Address("2001:db8:9::9")};
    bond.ipv6Addresses = {Ipv6InterfaceAddress(Ipv6Address("fe80::1"), Ipv6Prefix(64)),
                          Ipv6InterfaceAddress(Ipv6Address("2001:db8::ff00:1"), Ipv6Prefix(64)),
                          Ipv6InterfaceAddress(BOND_IP6, Ipv6Prefix(64)),
                          // 0...0001 and 0...0000 differ from target 0...0010 in the same bit.
                          Ipv6InterfaceAddress(Ipv6Address("2001:db8::"), Ipv6Prefix(64))};
    for (auto& address : bond.ipv6Addresses)
    {
        address.SetState(Ipv6InterfaceAddress::PREFERRED);
    }
    probes.Send(*s0);
    ASSERT_EQ(bond.sent.size(), 3U);
    const std::vector<Ipv6Address> senders{BOND_IP6, Ipv6Address("fe80::1"), Ipv6Address::GetAny()};
    for (std::size_t i = 0; i < senders.size(); ++i)
    {
        const auto packet = bond.sent[i].payload->Copy();
        Ipv6Header ip;
        Icmpv6NS solicitation;
        packet->RemoveHeader(ip);
        packet->RemoveHeader(solicitation);
        EXPECT_EQ(ip.GetSource(), senders[i]);
        EXPECT_EQ(ip.GetDestination(), Ipv6Address::MakeSolicitedAddress(bond.params.nsTargets[i]));
        EXPECT_EQ(ip.GetHopLimit(), 255);
        EXPECT_EQ(solicitation.GetIpv6Target(), bond.params.nsTargets[i]);
        EXPECT_EQ(bond.sent[i].etherType, 0x86DD);
        EXPECT_EQ(bond.sent[i].destination, Mac48Address::GetMulticast(ip.GetDestination()));
        // An address option (8 bytes) only where there is an address to go with it.
        EXPECT_EQ(packet->GetSize(), senders[i].IsAny() ? 0U : 8U);
    }
}

// --- Signs of life ---

TEST_F(BondArpFramesTest, WithoutValidationAnyFrameIsASignOfLife)
{
    EXPECT_TRUE(Lives(s1, [this] {
        monitor.Receive(*s1, Create<Packet>(60), FAR_MAC, FAR_MAC, Ipv4L3Protocol::PROT_NUMBER);
    }));
}

TEST_F(BondArpFramesTest, AFilterAloneLeavesArpAndIpv6)
{
    bond.params.arpValidate = ArpValidate::FILTER;
    const auto receive = [this](uint16_t etherType) {
        return Lives(s1, [&] {
            monitor.Receive(*s1, Create<Packet>(60), FAR_MAC, FAR_MAC, etherType);
        });
    };
    EXPECT_FALSE(receive(Ipv4L3Protocol::PROT_NUMBER));
    EXPECT_TRUE(receive(ArpL3Protocol::PROT_NUMBER));
    EXPECT_TRUE(receive(Ipv6L3Protocol::PROT_NUMBER));
}

TEST_F(BondArpFramesTest, AnActiveSlaveLivesOnAnswersOfItsTargets)
{
    bond.params.arpValidate = ArpValidate::ACTIVE;
    EXPECT_TRUE(Lives(s0, [this] { ReceiveArp(s0, true, TARGET, BOND_IP); }));
    EXPECT_EQ(s0->GetTargetLastRx(0), Now());
    EXPECT_FALSE(Lives(s0, [this] { ReceiveArp(s0, true, OTHER, BOND_IP); })) << "no target";
    EXPECT_FALSE(Lives(s0, [this] { ReceiveArp(s0, true, TARGET, OTHER); })) << "not to the bond";
    EXPECT_FALSE(Lives(s0, [this] { ReceiveArp(s0, false, BOND_IP, TARGET); })) << "own probe";
    EXPECT_TRUE(Lives(s0, [this] { ReceiveArp(s0, false, TARGET, BOND_IP); }))
        << "a target's request is as good as a reply";
    EXPECT_TRUE(Lives(s1, [this] { ReceiveArp(s1, false, BOND_IP, TARGET); }))
        << "a backup slave is not validated";
}

TEST_F(BondArpFramesTest, TheAnswerToAProbeWithoutSenderCountsOnlyWhileTheBondHasNoAddress)
{
    bond.params.arpValidate = ArpValidate::ACTIVE;
    const auto receive = [this] { ReceiveArp(s0, true, TARGET, Ipv4Address::GetAny()); };
    EXPECT_FALSE(Lives(s0, receive));
    bond.ipv4Addresses.clear();
    EXPECT_TRUE(Lives(s0, receive));
}

TEST_F(BondArpFramesTest, ABackupSlaveLivesOnProbesWhileTheActiveOneGetsAnswers)
{
    bond.params.arpValidate = ArpValidate::ACTIVE | ArpValidate::BACKUP;
    const auto probeArrives = [this] { ReceiveArp(s1, false, BOND_IP, TARGET); };
    s0->SetLastLinkUp(Now());
    EXPECT_FALSE(Lives(s1, probeArrives)) << "nothing answered yet";
    s0->SetLastLinkUp(Now());
    ReceiveArp(s0, true, TARGET, BOND_IP);
    EXPECT_FALSE(Lives(s1, probeArrives)) << "in the jiffy in which it became active";
    bond.jiffiesAhead += 1;
    ReceiveArp(s0, true, TARGET, BOND_IP);
    EXPECT_TRUE(Lives(s1, probeArrives));
    EXPECT_EQ(s1->GetTargetLastRx(0), Now());
    EXPECT_FALSE(Lives(s1, [this] { ReceiveArp(s1, true, TARGET, BOND_IP); }))
        << "an answer is read as a request of the target";
}

TEST_F(BondArpFramesTest, FramesForOthersAreNotValidated)
{
    bond.params.arpValidate = ArpValidate::ACTIVE;
    ArpHeader arp;
    arp.SetReply(FAR_MAC, TARGET, FAR_MAC, BOND_IP);
    const auto packet = Create<Packet>();
    packet->AddHeader(arp);
    EXPECT_FALSE(Lives(s0, [&] {
        monitor.Receive(*s0, packet, FAR_MAC, FAR_MAC, ArpL3Protocol::PROT_NUMBER);
    }));
}

TEST_F(BondArpFramesTest, FramesCutShortOrOfAnotherKindAreNoSigns)
{
    bond.params.arpValidate = ArpValidate::ACTIVE;
    const Mac48Address all = Mac48Address::GetBroadcast();
    for (const uint16_t etherType : {0x0806, 0x86DD})
    {
        for (uint32_t size = 0; size < 60; ++size)
        {
            EXPECT_FALSE(Lives(s0, [&] {
                monitor.Receive(*s0, Create<Packet>(size), FAR_MAC, all, etherType);
            })) << size;
        }
    }
}

TEST_F(BondArpFramesTest, NeighbourAdvertisementsOfTargetsAreAnswers)
{
    bond.params.arpValidate = ArpValidate::ACTIVE | ArpValidate::BACKUP;
    bond.params.nsTargets = {TARGET_6};
    bond.ipv6Addresses = {Ipv6InterfaceAddress(BOND_IP6, Ipv6Prefix(64))};
    bond.ipv6Addresses[0].SetState(Ipv6InterfaceAddress::PREFERRED);
    const auto advertises = [this](Ipv6Address source, Ipv6Address destination) {
        return Lives(s0, [&] { ReceiveNd(s0, Icmpv6NA(), source, destination); });
    };
    s0->SetLastLinkUp(Now());
    EXPECT_TRUE(advertises(TARGET_6, BOND_IP6));
    EXPECT_TRUE(advertises(TARGET_6, Ipv6Address::GetAllNodesMulticast())) << "unsolicited";
    EXPECT_FALSE(advertises(TARGET_6, Ipv6Address("2001:db8::77"))) << "not to the bond";
    EXPECT_FALSE(advertises(Ipv6Address("2001:db8::77"), BOND_IP6)) << "no target";
    EXPECT_FALSE(Lives(s0, [this] { ReceiveNd(s0, Icmpv6RS(), TARGET_6, BOND_IP6); }));
    // The probe goes to the group of the target, which stands for the target.
    EXPECT_TRUE(Lives(s1, [this] {
        ReceiveNd(s1, Icmpv6NS(TARGET_6), BOND_IP6, Ipv6Address::MakeSolicitedAddress(TARGET_6));
    }));
}

TEST_F(BondArpFramesTest, AnAnswerThatASwitchSendsToTheWrongPortCountsWhileSlavesTakeTurns)
{
    bond.params.arpValidate = ArpValidate::ACTIVE | ArpValidate::BACKUP;
    s0->SetLink(BondLink::DOWN);
    s1->SetLink(BondLink::DOWN);
    s0->SetInactiveFlags(bond.params);
    bond.slaves.SetActive(nullptr);
    BondArpValidator validator{bond};
    ArpHeader arp;
    arp.SetReply(FAR_MAC, TARGET, bond.GetSlaveAddress(*s0), BOND_IP);
    const auto packet = Create<Packet>();
    packet->AddHeader(arp);
    const auto receive = [&](const Ptr<BondSlave>& probing) {
        validator.Receive(*s0, probing, packet, bond.GetSlaveAddress(*s0), 0x0806);
    };
    EXPECT_FALSE(Lives(s0, [&] { receive(nullptr); }));
    s1->SetLastTx(Now());
    EXPECT_TRUE(Lives(s0, [&] { receive(s1); }));
    const auto request = Create<Packet>();
    ArpHeader asked;
    asked.SetRequest(FAR_MAC, TARGET, FAR_MAC, BOND_IP);
    request->AddHeader(asked);
    s1->SetLastTx(Now());
    EXPECT_FALSE(Lives(s0, [&] {
        validator.Receive(*s0, s1, request, Mac48Address::GetBroadcast(), 0x0806);
    })) << "a request answers no probe";
    s1->SetLastTx(Now() - 38); // 37 jiffies are an interval and a half
    EXPECT_FALSE(Lives(s0, [&] { receive(s1); }));
}
