/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fake-bond.h"

#include "ns3/alb-arp-message.h"
#include "ns3/alb-learning-packet.h"
#include "ns3/balance-alb-mode.h"
#include "ns3/balance-tlb-mode.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <gtest/gtest.h>

using namespace ns3;

namespace
{

using Bytes = std::vector<uint8_t>;

const Mac48Address BOND("02:00:00:00:00:01");
const Mac48Address S1("02:00:00:00:0a:01");
const Bytes CLIENT_MAC{2, 0, 0, 0, 0x0c, 1};
const Bytes BROADCAST(6, 0xff);
const Bytes MULTICAST{1, 0, 0x5e, 1, 2, 3};

/**
 * @brief A frame from the bond.
 * @param destination destination address
 * @param type EtherType
 * @param payload what follows
 * @return the frame
 */
BondFrame
MakeFrame(const Bytes& destination, uint16_t type, const Bytes& payload)
{
    Bytes frame(14);
    std::copy(destination.begin(), destination.end(), frame.begin());
    BOND.CopyTo(frame.data() + 6);
    frame[12] = type >> 8;
    frame[13] = type & 0xff;
    frame.insert(frame.end(), payload.begin(), payload.end());
    return BondFrame(frame);
}

/**
 * @brief An IPv4 datagram of 100 bytes.
 * @param destination last byte of its destination in 10.0.0.0/24
 * @param protocol protocol
 * @return its bytes
 */
Bytes
MakeIpv4(uint8_t destination, uint8_t protocol = 17)
{
    Bytes bytes(100);
    bytes[0] = 0x45;
    bytes[9] = protocol;
    const Bytes addresses{10, 0, 0, 1, 10, 0, 0, destination};
    std::copy(addresses.begin(), addresses.end(), bytes.begin() + 12);
    return bytes;
}

/**
 * @brief An IPv6 packet of 100 bytes from 2001::1 to 2001::2.
 * @param nextHeader what follows
 * @param icmpType its first byte
 * @return its bytes
 */
Bytes
MakeIpv6(uint8_t nextHeader, uint8_t icmpType = 0)
{
    Bytes bytes(100);
    bytes[0] = 0x60;
    bytes[6] = nextHeader;
    bytes[8] = bytes[24] = 0x20;
    bytes[9] = bytes[25] = 0x01;
    bytes[23] = 1;
    bytes[39] = 2;
    bytes[40] = icmpType;
    return bytes;
}

/**
 * @brief A bond of three slaves, s0 active. s0 is loaded so that clients go to s1 first: what goes
 * to s0 has not been balanced.
 * @tparam Mode the mode
 * @tparam ID its number
 */
template <class Mode, BondModeId ID>
class ModeTest : public testing::Test
{
  protected:
    ModeTest()
    {
        bond.params.mode = ID;
        bond.address = BOND;
        for (const auto& slave : bond.slaves.GetAll())
        {
            slave->SetOriginal(bond.slaveAddresses[slave->GetName()], 1500);
        }
        bond.slaves.SetActive(s0);
        mode.UpdateSlaveArray();
        mode.Open();
        mode.Select(MakeFrame(CLIENT_MAC, 0x88b5, Bytes(1000)), plan);
        Simulator::Stop(MilliSeconds(500)); // s0's load is set at the first rebalancing
        mode.SlaveLinkChanged(*s0);         // which is ordered hereby
        Simulator::Run();
        bond.sent.clear();
    }

    ~ModeTest() override
    {
        mode.Close();
        Simulator::Destroy();
    }

    /**
     * @brief Have the mode choose.
     * @param frame a frame
     * @return name of the slave, "" for none
     */
    std::string Send(const BondFrame& frame)
    {
        plan = BondTransmitPlan{};
        mode.Select(frame, plan);
        return plan.original ? plan.original->GetName() : "";
    }

    FakeBond bond;
    Ptr<BondSlave> s0{bond.AddSlave("s0", BondLink::UP, BOND)};
    Ptr<BondSlave> s1{bond.AddSlave("s1", BondLink::UP, S1)};
    Ptr<BondSlave> s2{bond.AddSlave("s2", BondLink::UP, Mac48Address("02:00:00:00:0a:02"))};
    Mode mode{bond};
    BondTransmitPlan plan;
};

using BalanceTlbModeTest = ModeTest<BalanceTlbMode, BondModeId::BALANCE_TLB>;
using BalanceAlbModeTest = ModeTest<BalanceAlbMode, BondModeId::BALANCE_ALB>;

TEST_F(BalanceTlbModeTest, FrameHasTheAddressOfTheSlaveThatSendsIt)
{
    EXPECT_EQ(Send(MakeFrame(CLIENT_MAC, 0x0800, MakeIpv4(11))), "s1");
    EXPECT_EQ(plan.source, S1);
    EXPECT_EQ(Send(MakeFrame(CLIENT_MAC, 0x88b5, Bytes(50))), "s0");
    EXPECT_FALSE(plan.source.has_value()) << "the active slave has the bond's";
}

TEST_F(BalanceTlbModeTest, GroupsArpAndNeighbourDiscoveryGoToTheActiveSlave)
{
    EXPECT_EQ(Send(MakeFrame(BROADCAST, 0x0800, MakeIpv4(255))), "s0");
    EXPECT_EQ(Send(MakeFrame(MULTICAST, 0x0800, MakeIpv4(11))), "s0");
    EXPECT_EQ(Send(MakeFrame(CLIENT_MAC, 0x0806, Bytes(28))), "s0");
    EXPECT_EQ(Send(MakeFrame(CLIENT_MAC, 0x86dd, MakeIpv6(58, 135))), "s0") << "solicitation";
    EXPECT_EQ(Send(MakeFrame(CLIENT_MAC, 0x86dd, MakeIpv6(58, 136))), "s0") << "advertisement";
    EXPECT_EQ(Send(MakeFrame(CLIENT_MAC, 0x86dd, Bytes(39))), "s0") << "cut short";
    EXPECT_EQ(Send(MakeFrame(CLIENT_MAC, 0x86dd, MakeIpv6(58, 128))), "s1") << "echo request";
    EXPECT_EQ(Send(MakeFrame(CLIENT_MAC, 0x86dd, MakeIpv6(17))), "s1");
}

TEST_F(BalanceTlbModeTest, FirstFrameAfterALinkFailureIsLostAndTheNextFindsAnotherSlave)
{
    const auto frame = MakeFrame(CLIENT_MAC, 0x0800, MakeIpv4(11));
    EXPECT_EQ(Send(frame), "s1");
    s1->SetCarrier(false); // the link monitor has not noticed
    EXPECT_EQ(Send(frame), "");
    EXPECT_EQ(Send(frame), "s2");
}

TEST_F(BalanceTlbModeTest, NothingIsSentWithoutUsableSlave)
{
    for (const auto& slave : bond.slaves.GetAll())
    {
        slave->SetCarrier(false);
    }
    EXPECT_EQ(Send(MakeFrame(CLIENT_MAC, 0x0800, MakeIpv4(11))), "");
    EXPECT_EQ(Send(MakeFrame(BROADCAST, 0x0806, Bytes(28))), "");
    bond.slaves.SetActive(nullptr);
    EXPECT_EQ(Send(MakeFrame(BROADCAST, 0x0806, Bytes(28))), "");
}

TEST_F(BalanceTlbModeTest, WithoutDynamicBalancingTheHashChoosesAmongUsableSlaves)
{
    bond.params.tlbDynamicLb = false;
    // layer2: last bytes of the addresses and the EtherType: 1 ^ 1 ^ 0x0800 = 2048 = 2 mod 3.
    const auto frame = MakeFrame(CLIENT_MAC, 0x0800, MakeIpv4(11));
    EXPECT_EQ(Send(frame), "s2");
    s1->SetCarrier(false);
    mode.UpdateSlaveArray();
    EXPECT_EQ(Send(frame), "s0") << "2048 mod 2 of s0, s2";
    mode.SkipInSlaveArray(*s0);
    EXPECT_EQ(Send(frame), "s2");
}

TEST_F(BalanceTlbModeTest, WithoutDynamicBalancingThereAreNoLearningPackets)
{
    mode.Close();
    bond.params.tlbDynamicLb = false;
    mode.Open();
    Simulator::Stop(Seconds(5));
    Simulator::Run();
    EXPECT_TRUE(bond.sent.empty());
}

TEST_F(BalanceTlbModeTest, NothingIsSentAfterClose)
{
    mode.Close();
    Simulator::Stop(Seconds(5));
    Simulator::Run();
    EXPECT_TRUE(bond.sent.empty());
}

TEST_F(BalanceTlbModeTest, LearningPacketsLeaveEverySlaveWithCarrierEachLpInterval)
{
    bond.params.lpInterval = 2;
    s2->SetCarrier(false);
    // 20 ticks of 104 ms: at 19 * 104 = 1.976 s, then every 2.080 s; 0.5 s have passed.
    Simulator::Stop(MilliSeconds(1975 - 500));
    Simulator::Run();
    EXPECT_TRUE(bond.sent.empty());
    Simulator::Stop(MilliSeconds(10));
    Simulator::Run();
    ASSERT_EQ(bond.sent.size(), 2U);
    EXPECT_EQ(bond.sent[1].slave, "s1");
    EXPECT_EQ(bond.sent[1].source, S1);
    EXPECT_EQ(bond.sent[1].destination, S1);
    EXPECT_EQ(bond.sent[1].etherType, AlbLearningPacket::ETHER_TYPE);
}

TEST_F(BalanceTlbModeTest, ReleasedSlaveIsNeverChosenAgain)
{
    const auto frame = MakeFrame(CLIENT_MAC, 0x0800, MakeIpv4(11));
    EXPECT_EQ(Send(frame), "s1");
    bond.slaves.Remove(s1);
    mode.SkipInSlaveArray(*s1);
    mode.SlaveReleased(*s1);
    EXPECT_EQ(Send(frame), "s2");
}

TEST_F(BalanceTlbModeTest, InactiveSlavesDeliverNothing)
{
    s1->SetInactiveFlags(bond.params);
    EXPECT_FALSE(mode.Delivers(*s1, false));
    EXPECT_FALSE(mode.Delivers(*s1, true));
    EXPECT_TRUE(mode.Delivers(*s0, true));
}

TEST_F(BalanceAlbModeTest, InactiveSlavesDeliverWhatIsForThem)
{
    s1->SetInactiveFlags(bond.params);
    EXPECT_TRUE(mode.Delivers(*s1, false));
    EXPECT_FALSE(mode.Delivers(*s1, true));
}

TEST_F(BalanceAlbModeTest, ClientsAreDestinationsWhateverThePolicy)
{
    bond.params.xmitHashPolicy = XmitHashPolicy::LAYER34;
    auto datagram = MakeIpv4(11);
    EXPECT_EQ(Send(MakeFrame(CLIENT_MAC, 0x0800, datagram)), "s1");
    const uint32_t client = 10 ^ 0 ^ 0 ^ 11;
    EXPECT_EQ(mode.GetTlbClients().GetSlave(client), s1);
}

TEST_F(BalanceAlbModeTest, BroadcastIgmpAndNeighbourDiscoveryGoToTheActiveSlave)
{
    EXPECT_EQ(Send(MakeFrame(BROADCAST, 0x0800, MakeIpv4(11))), "s0");
    EXPECT_EQ(Send(MakeFrame(CLIENT_MAC, 0x0800, MakeIpv4(11, 2))), "s0") << "IGMP";
    EXPECT_EQ(Send(MakeFrame(CLIENT_MAC, 0x0800, Bytes(19))), "s0") << "cut short";
    auto limitedBroadcast = MakeIpv4(11);
    std::fill_n(limitedBroadcast.begin() + 16, 4, 0xff);
    EXPECT_EQ(Send(MakeFrame(CLIENT_MAC, 0x0800, limitedBroadcast)), "s0");
    EXPECT_EQ(Send(MakeFrame(CLIENT_MAC, 0x86dd, MakeIpv6(58, 135))), "s0");
    EXPECT_EQ(Send(MakeFrame({0x33, 0x33, 0, 0, 0, 1}, 0x86dd, MakeIpv6(17))), "s0");
    auto probe = MakeIpv6(17);
    std::fill_n(probe.begin() + 8, 16, 0);
    EXPECT_EQ(Send(MakeFrame(CLIENT_MAC, 0x86dd, probe)), "s0") << "no source yet";
    EXPECT_EQ(Send(MakeFrame(MULTICAST, 0x0800, MakeIpv4(11))), "s1") << "unlike in tlb";
}

TEST_F(BalanceAlbModeTest, RepliesAreRewrittenToTheirSlavesAddress)
{
    const AlbArpMessage reply{AlbArpMessage::REPLY,
                              BOND,
                              Ipv4Address("10.0.0.1"),
                              Mac48Address("02:00:00:00:0c:01"),
                              Ipv4Address("10.0.0.11")};
    const AlbArpMessage other{AlbArpMessage::REPLY,
                              BOND,
                              Ipv4Address("10.0.0.1"),
                              Mac48Address("02:00:00:00:0c:02"),
                              Ipv4Address("10.0.0.12")};
    Bytes payload(28);
    reply.Write()->CopyData(payload.data(), payload.size());
    EXPECT_EQ(Send(MakeFrame(CLIENT_MAC, 0x0806, payload)), "s0");
    EXPECT_EQ(plan.rewritten, nullptr) << "s0 has the bond's address anyway";
    other.Write()->CopyData(payload.data(), payload.size());
    EXPECT_EQ(Send(MakeFrame(CLIENT_MAC, 0x0806, payload)), "s1");
    ASSERT_NE(plan.rewritten, nullptr);
    EXPECT_EQ(AlbArpMessage::Read(plan.rewritten)->senderMac, S1);
    EXPECT_EQ(plan.source, S1);
    EXPECT_EQ(mode.GetRlbClients().GetN(), 2U);
}

TEST_F(BalanceAlbModeTest, ShortArpFramesGoToTheActiveSlaveAndAreNotProbed)
{
    EXPECT_EQ(Send(MakeFrame(CLIENT_MAC, 0x0806, Bytes(27))), "s0");
    EXPECT_FALSE(mode.ReceiveProbe(*s1, Create<Packet>(27), S1, BOND, 0x0806));
    EXPECT_EQ(mode.GetRlbClients().GetN(), 0U);
}

} // namespace
