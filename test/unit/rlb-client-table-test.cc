/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fake-bond.h"

#include "ns3/alb-learning-packet.h"
#include "ns3/rlb-client-table.h"

#include <gtest/gtest.h>

using namespace ns3;

namespace
{

const Mac48Address BOND("02:00:00:00:00:01");
const Mac48Address S1("02:00:00:00:0a:01");
const Mac48Address S2("02:00:00:00:0a:02");
const Mac48Address NOBODY("00:00:00:00:00:00");
const Mac48Address CLIENT("02:00:00:00:0c:01");

const Ipv4Address HOST_IP("10.0.0.1");
const Ipv4Address C1("10.0.0.11");
const Ipv4Address C2("10.0.0.12");
const Ipv4Address C3("10.0.0.13");
const Ipv4Address C1_TWIN("10.0.1.10"); // 11 == 1 ^ 10: the same hash as C1

/// Three slaves, the first is active and has the bond's address.
class RlbClientTableTest : public testing::Test
{
  protected:
    RlbClientTableTest()
    {
        bond.address = BOND;
        bond.slaves.SetActive(s0);
    }

    /**
     * @brief The host asks for a client.
     * @param client its IP address
     * @return the slave the request goes to
     */
    Ptr<BondSlave> Ask(Ipv4Address client)
    {
        AlbArpMessage request{AlbArpMessage::REQUEST, BOND, HOST_IP, NOBODY, client};
        return table.Transmit(request);
    }

    /**
     * @brief A client answers.
     * @param client its IP address
     * @param mac its hardware address
     */
    void Answer(Ipv4Address client, const Mac48Address& mac = CLIENT)
    {
        table.Receive({AlbArpMessage::REPLY, mac, client, BOND, HOST_IP});
    }

    /**
     * @brief Let ticks pass.
     * @param n how many
     */
    void Tick(uint32_t n)
    {
        for (uint32_t i = 0; i < n; ++i)
        {
            table.Tick();
        }
    }

    FakeBond bond;
    Ptr<BondSlave> s0{bond.AddSlave("s0", BondLink::UP, BOND)};
    Ptr<BondSlave> s1{bond.AddSlave("s1", BondLink::UP, S1)};
    Ptr<BondSlave> s2{bond.AddSlave("s2", BondLink::UP, S2)};
    RlbClientTable table{bond};
};

TEST_F(RlbClientTableTest, ClientsAreGivenToTheSlavesInTurn)
{
    EXPECT_EQ(Ask(C1), s0);
    EXPECT_EQ(Ask(C2), s1);
    EXPECT_EQ(Ask(C3), s2);
    EXPECT_EQ(Ask(C1_TWIN), s0);
    EXPECT_EQ(Ask(C2), s1) << "a known client keeps its slave";
}

TEST_F(RlbClientTableTest, SlowerSlavesGetNoClients)
{
    s1->SetSpeed(100, true);
    EXPECT_EQ(Ask(C1), s0);
    EXPECT_EQ(Ask(C2), s2);
    EXPECT_EQ(Ask(C3), s0);
}

TEST_F(RlbClientTableTest, RequestsKeepTheBondsAddress)
{
    Ask(C1);
    AlbArpMessage request{AlbArpMessage::REQUEST, BOND, HOST_IP, NOBODY, C2};
    EXPECT_EQ(table.Transmit(request), s1);
    EXPECT_EQ(request.senderMac, BOND);
}

TEST_F(RlbClientTableTest, RepliesGetTheAddressOfTheClientsSlave)
{
    Ask(C1);
    AlbArpMessage reply{AlbArpMessage::REPLY, BOND, HOST_IP, CLIENT, C2};
    EXPECT_EQ(table.Transmit(reply), s1);
    EXPECT_EQ(reply.senderMac, S1);
}

TEST_F(RlbClientTableTest, MessagesOfOthersAreLeftAlone)
{
    AlbArpMessage reply{AlbArpMessage::REPLY, Mac48Address("02:00:00:00:0d:01"), C3, CLIENT, C2};
    EXPECT_EQ(table.Transmit(reply), nullptr);
    EXPECT_EQ(table.GetN(), 0U);
}

TEST_F(RlbClientTableTest, AClientIsToldByTwoRepliesAfterTwentyTicks)
{
    Ask(C1);
    Ask(C2);
    Answer(C2);
    Tick(20);
    EXPECT_TRUE(bond.sent.empty());
    Tick(1);
    ASSERT_EQ(bond.sent.size(), 2U);
    EXPECT_EQ(bond.sent[0].slave, "s1");
    EXPECT_EQ(bond.sent[0].source, S1);
    EXPECT_EQ(bond.sent[0].destination, CLIENT);
    const auto message = AlbArpMessage::Read(bond.sent[1].payload);
    ASSERT_TRUE(message.has_value());
    EXPECT_EQ(message->operation, AlbArpMessage::REPLY);
    EXPECT_EQ(message->senderMac, S1);
    EXPECT_EQ(message->senderIp, HOST_IP);
    EXPECT_EQ(message->targetMac, CLIENT);
    EXPECT_EQ(message->targetIp, C2);
    Tick(100);
    EXPECT_EQ(bond.sent.size(), 2U) << "once is enough";
}

TEST_F(RlbClientTableTest, AClientThatHasNotAnsweredIsToldNothing)
{
    Ask(C1);
    Ask(C2);
    Tick(100);
    EXPECT_TRUE(bond.sent.empty());
}

TEST_F(RlbClientTableTest, ARequestToOneClientHasTheOthersToldAnew)
{
    Ask(C1);
    Ask(C2);
    Answer(C2);
    Tick(21);
    bond.sent.clear();
    Ask(C3);
    Tick(21);
    ASSERT_EQ(bond.sent.size(), 2U);
    EXPECT_EQ(AlbArpMessage::Read(bond.sent[0].payload)->targetIp, C2);
}

TEST_F(RlbClientTableTest, ClientsOfAFailedSlaveAreToldFourTimes)
{
    Ask(C1);
    Ask(C2);
    Answer(C2);
    Tick(21);
    bond.sent.clear();
    s1->SetCarrier(false);
    table.ClearSlave(*s1);
    ASSERT_EQ(bond.sent.size(), 1U) << "the learning packet with the dead slave's address";
    EXPECT_EQ(bond.sent[0].slave, "s0");
    EXPECT_EQ(bond.sent[0].source, S1);
    EXPECT_EQ(bond.sent[0].destination, S1);
    EXPECT_EQ(bond.sent[0].etherType, AlbLearningPacket::ETHER_TYPE);
    bond.sent.clear();
    for (uint32_t update = 1; update <= 4; ++update)
    {
        Tick(20);
        EXPECT_EQ(bond.sent.size(), 2 * (update - 1));
        Tick(1);
        EXPECT_EQ(bond.sent.size(), 2 * update);
    }
    Tick(200);
    EXPECT_EQ(bond.sent.size(), 8U);
    EXPECT_EQ(bond.sent[0].slave, "s0") << "found no s1 to go on from: the first one";
}

TEST_F(RlbClientTableTest, NothingIsTaughtWhenTheActiveSlaveFails)
{
    s0->SetCarrier(false);
    table.ClearSlave(*s0);
    EXPECT_TRUE(bond.sent.empty());
}

TEST_F(RlbClientTableTest, RebalancingGivesAllClientsAwayAnewTheNewestFirst)
{
    Ask(C1);
    Ask(C2);
    Answer(C1);
    Answer(C2);
    Tick(21);
    bond.sent.clear();
    table.OrderRebalance();
    Tick(1);
    EXPECT_EQ(table.GetSlave(C2), s2);
    EXPECT_EQ(table.GetSlave(C1), s0);
    Tick(20);
    ASSERT_EQ(bond.sent.size(), 2U) << "only who has moved";
    EXPECT_EQ(bond.sent[0].slave, "s2");
}

TEST_F(RlbClientTableTest, AClientOfTheSameHashReplacesTheOldOneWhichGoesToTheActiveSlave)
{
    Ask(C2);
    Ask(C1);
    Answer(C1);
    EXPECT_EQ(table.GetSlave(C1), s1);
    bond.sent.clear();
    EXPECT_EQ(Ask(C1_TWIN), s2);
    EXPECT_EQ(table.GetSlave(C1), nullptr);
    ASSERT_EQ(bond.sent.size(), 2U);
    EXPECT_EQ(bond.sent[0].slave, "s0");
    EXPECT_EQ(AlbArpMessage::Read(bond.sent[0].payload)->targetIp, C1);
    EXPECT_EQ(AlbArpMessage::Read(bond.sent[0].payload)->senderMac, BOND);
}

TEST_F(RlbClientTableTest, ClientsAreForgottenWhenAnotherHostHasTheBondsIpAddress)
{
    Ask(C1);
    Answer(C1);
    table.Receive({AlbArpMessage::REQUEST, CLIENT, HOST_IP, NOBODY, C3});
    EXPECT_EQ(table.GetN(), 0U);
    Tick(30);
    EXPECT_TRUE(bond.sent.empty());
}

TEST(AlbArpMessage, BroadcastTargetOfARequestIsReadAsUnknown)
{
    AlbArpMessage message{AlbArpMessage::REQUEST, BOND, HOST_IP, Mac48Address::GetBroadcast(), C1};
    EXPECT_EQ(AlbArpMessage::Read(message.Write())->targetMac, NOBODY);
    message.operation = AlbArpMessage::REPLY;
    EXPECT_EQ(AlbArpMessage::Read(message.Write())->targetMac, Mac48Address::GetBroadcast());
}

TEST(AlbArpMessage, ShortMessageIsNone)
{
    const AlbArpMessage message{AlbArpMessage::REPLY, BOND, HOST_IP, CLIENT, C1};
    const auto packet = message.Write();
    EXPECT_EQ(packet->GetSize(), 28U);
    packet->RemoveAtEnd(1);
    EXPECT_FALSE(AlbArpMessage::Read(packet).has_value());
}

} // namespace
