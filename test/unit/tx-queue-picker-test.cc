/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/arp-header.h"
#include "ns3/ipv4-header.h"
#include "ns3/ipv6-header.h"
#include "ns3/mac48-address.h"
#include "ns3/packet-hash.h"
#include "ns3/packet.h"
#include "ns3/skb-pool.h"
#include "ns3/socket-write-memory.h"
#include "ns3/tx-queue-picker.h"
#include "ns3/udp-header.h"
#include "ns3/xmit-item.h"

#include <gtest/gtest.h>
#include <set>
#include <utility>

using namespace ns3;

namespace
{

constexpr uint16_t IPV4 = 0x0800;
constexpr uint16_t IPV6 = 0x86DD;
constexpr uint16_t ARP = 0x0806;
const Mac48Address PEER("00:00:00:00:00:02");

/// UDP header and payload.
Ptr<Packet>
UdpPacket(uint16_t sourcePort)
{
    auto packet = Create<Packet>(100);
    UdpHeader header;
    header.SetSourcePort(sourcePort);
    header.SetDestinationPort(9);
    packet->AddHeader(header);
    return packet;
}

/// The IP header of a UDP packet.
Ipv4Header
UdpOverIpv4(uint16_t fragmentOffset = 0)
{
    Ipv4Header header;
    header.SetSource("10.0.0.1");
    header.SetDestination("10.0.0.2");
    header.SetProtocol(17);
    header.SetPayloadSize(108);
    header.SetTtl(64);
    header.SetFragmentOffset(fragmentOffset);
    return header;
}

/// An item of a UDP packet.
Ptr<XmitIpv4Item>
UdpItem(uint16_t sourcePort, uint16_t fragmentOffset = 0)
{
    return Create<XmitIpv4Item>(UdpPacket(sourcePort), PEER, IPV4, UdpOverIpv4(fragmentOffset));
}

/// Packets of one socket.
class TxQueuePickerTest : public testing::Test
{
  protected:
    /// Make the socket pay for an item.
    void Charge(XmitItem& item)
    {
        auto skb = m_pool->Allocate();
        skb->Charge(m_memory, 768);
        item.SetSkb(std::move(skb));
    }

    TxQueuePicker picker;                                         ///< what is tested
    Ptr<SkbPool> m_pool{Create<SkbPool>()};                       ///< makes Skbs
    Ptr<SocketWriteMemory> m_memory{Create<SocketWriteMemory>()}; ///< the socket
};

} // namespace

TEST_F(TxQueuePickerTest, ScalesHashesWithoutADivision)
{
    // hash * n / 2^32.
    EXPECT_EQ(ReciprocalScale(0, 4), 0U);
    EXPECT_EQ(ReciprocalScale(0x3FFFFFFF, 4), 0U);
    EXPECT_EQ(ReciprocalScale(0x40000000, 4), 1U);
    EXPECT_EQ(ReciprocalScale(0xFFFFFFFF, 4), 3U);
    EXPECT_EQ(ReciprocalScale(0xFFFFFFFF, 1), 0U);
    EXPECT_EQ(ReciprocalScale(0x80000000, 3), 1U);
}

TEST_F(TxQueuePickerTest, TheSeededHashIsJenkinsOfOneWord)
{
    // lookup3's hashword() of one word, computed apart from this code.
    EXPECT_EQ(JenkinsHash(0, 0), 0x049396b8U);
    EXPECT_EQ(JenkinsHash(1, 0), 0x72a82a9bU);
    EXPECT_EQ(JenkinsHash(0, 1), 0xd9a91087U);
    EXPECT_EQ(JenkinsHash(0xFFFFFFFF, 0xDEADBEEF), 0xc5f9410eU);
}

TEST_F(TxQueuePickerTest, OwnedPacketsFollowTheirSocketWhateverTheyAre)
{
    constexpr uint32_t HASH = 0xC0000000;
    m_memory->SetTransmitHash(HASH);
    picker.SetSeed(7);
    const std::size_t queue = ReciprocalScale(JenkinsHash(HASH, 7), 4);
    for (uint16_t port = 1; port <= 20; ++port)
    {
        auto item = UdpItem(port, port % 2 == 0 ? 1480 : 0);
        Charge(*item);
        EXPECT_EQ(picker.Pick(item, 4), queue);
    }
    auto frame = Create<XmitFrameItem>(Create<Packet>(100), PEER, 0x88B5);
    Charge(*frame);
    EXPECT_EQ(picker.Pick(frame, 4), queue);
}

TEST_F(TxQueuePickerTest, SeedsSpreadTheSameSocketsDifferently)
{
    std::set<std::size_t> ofSeeds;
    std::set<std::size_t> ofHosts;
    for (uint32_t i = 1; i <= 50; ++i)
    {
        picker.SetSeed(i);
        ofSeeds.insert(picker.Pick(UdpItem(1), 4));
        picker.SetSeed(0);
        picker.SetHost(i);
        ofHosts.insert(picker.Pick(UdpItem(1), 4));
    }
    EXPECT_EQ(ofSeeds.size(), 4U);
    EXPECT_EQ(ofHosts.size(), 4U) << "a seed of each host's own";
}

TEST_F(TxQueuePickerTest, OrphanedPacketsLoseTheHashOfTheirSocketUnlessItWasCopied)
{
    m_memory->SetTransmitHash(0xFFFFFFFF);
    auto item = UdpItem(1);
    Charge(*item);
    const auto owned = picker.Pick(item, 64);
    const auto unowned = picker.Pick(UdpItem(1), 64);
    ASSERT_NE(owned, unowned);
    item->GetSkb()->Orphan();
    EXPECT_EQ(picker.Pick(item, 64), unowned);
    item->GetSkb()->SetHash(0xFFFFFFFF);
    EXPECT_EQ(picker.Pick(item, 64), owned);
}

TEST_F(TxQueuePickerTest, AConnectedSocketKeepsItsQueueUntilNothingCanBeOvertaken)
{
    m_memory->SetTransmitHash(1);
    auto item = UdpItem(1);
    Charge(*item);
    const auto first = picker.Pick(item, 64);
    EXPECT_EQ(m_memory->GetTxQueue(), first);
    // Another hash does not move it, nor more queues.
    m_memory->SetTransmitHash(0xFFFFFFFF);
    EXPECT_EQ(picker.Pick(item, 64), first);
    item->GetSkb()->SetMayChangeQueue(true);
    const auto second = picker.Pick(item, 64);
    EXPECT_NE(second, first);
    item->GetSkb()->SetMayChangeQueue(false);
    EXPECT_EQ(picker.Pick(item, 64), second);
    // A queue that is gone cannot be kept.
    m_memory->SetTxQueue(63);
    EXPECT_LT(picker.Pick(item, 8), 8U);
}

TEST_F(TxQueuePickerTest, ASocketOfManyPeersKeepsNoQueue)
{
    m_memory->SetConnected(false);
    m_memory->SetTransmitHash(1);
    auto item = UdpItem(1);
    Charge(*item);
    const auto first = picker.Pick(item, 64);
    EXPECT_FALSE(m_memory->GetTxQueue());
    m_memory->SetTransmitHash(0xFFFFFFFF);
    EXPECT_NE(picker.Pick(item, 64), first);
}

TEST_F(TxQueuePickerTest, AQueueServesTheCpusOfItsMap)
{
    picker.SetXpsCpus(5, 1 << 2);
    auto item = UdpItem(1);
    Charge(*item);
    item->GetSkb()->SetMayChangeQueue(true);
    m_memory->SetTransmitHash(1);
    m_memory->SetCpu(2);
    EXPECT_EQ(picker.Pick(item, 8), 5U);
    m_memory->SetCpu(3);
    const auto hashed = picker.Pick(item, 8);
    EXPECT_EQ(hashed, TxQueuePicker().Pick(item, 8)) << "no queue serves CPU 3";
    m_memory->SetCpu(2);
    EXPECT_EQ(picker.Pick(item, 5), TxQueuePicker().Pick(item, 5)) << "there is no queue 5";

    // Of several, the hash chooses, unseeded: 0x80000000 * 2 / 2^32 = 1, the second.
    picker.SetXpsCpus(1, 1 << 2);
    m_memory->SetTransmitHash(0x80000000);
    EXPECT_EQ(picker.Pick(item, 8), 5U);
    m_memory->SetTransmitHash(0x7FFFFFFF);
    EXPECT_EQ(picker.Pick(item, 8), 1U);
    // CPUs are those of sockets.
    EXPECT_EQ(picker.Pick(UdpItem(9), 8), TxQueuePicker().Pick(UdpItem(9), 8));
}

TEST_F(TxQueuePickerTest, ASocketWithoutHashLeavesItToThePacket)
{
    auto item = UdpItem(7);
    Charge(*item);
    EXPECT_EQ(picker.Pick(item, 64), picker.Pick(UdpItem(7), 64));
}

TEST_F(TxQueuePickerTest, UnownedFlowsAreSpreadOverAllQueuesAndEachStaysOnOne)
{
    std::set<std::size_t> queues;
    for (uint16_t port = 1; port <= 100; ++port)
    {
        const auto queue = picker.Pick(UdpItem(port), 4);
        EXPECT_EQ(picker.Pick(UdpItem(port), 4), queue);
        queues.insert(queue);
    }
    EXPECT_EQ(queues, (std::set<std::size_t>{0, 1, 2, 3}));
}

TEST_F(TxQueuePickerTest, AllButIpGoByProtocol)
{
    ArpHeader header;
    const auto arp = [&](const char* target) {
        header.SetRequest(PEER, Ipv4Address("10.0.0.1"), PEER, Ipv4Address(target));
        return Create<XmitArpItem>(Create<Packet>(), PEER, ARP, header);
    };
    EXPECT_EQ(picker.Pick(arp("10.0.0.2"), 64), picker.Pick(arp("10.0.0.3"), 64));
    EXPECT_EQ(picker.Pick(arp("10.0.0.2"), 64), picker.Pick(Packet(60), ARP, 64));
    const auto frame = [](uint16_t protocol) {
        return Create<XmitFrameItem>(Create<Packet>(protocol), PEER, protocol);
    };
    std::set<std::size_t> queues;
    for (uint16_t protocol = 0x9000; protocol < 0x9040; ++protocol)
    {
        queues.insert(picker.Pick(frame(protocol), 4));
    }
    EXPECT_EQ(queues.size(), 4U);
}

TEST_F(TxQueuePickerTest, APacketIsHashedAlikeWithItsHeaderWrittenAndWithout)
{
    for (uint16_t port = 1; port <= 20; ++port)
    {
        const auto item = UdpItem(port, port % 2 == 0 ? 1480 : 0);
        const auto queue = picker.Pick(item, 64);
        item->WriteHeader();
        EXPECT_EQ(picker.Pick(*item->GetPacket(), IPV4, 64), queue);
        EXPECT_EQ(picker.Pick(Create<XmitFrameItem>(item->GetPacket(), PEER, IPV4), 64), queue);

        Ipv6Header header;
        header.SetSource("2001:db8::1");
        header.SetDestination("2001:db8::2");
        header.SetNextHeader(17);
        header.SetPayloadLength(108);
        const auto item6 = Create<XmitIpv6Item>(UdpPacket(port), PEER, IPV6, header);
        const auto queue6 = picker.Pick(item6, 64);
        item6->WriteHeader();
        EXPECT_EQ(picker.Pick(*item6->GetPacket(), IPV6, 64), queue6);
    }
}

TEST_F(TxQueuePickerTest, FragmentsWithoutOwnerPartFromTheFirstOne)
{
    // ns-3's hash has the ports of a first fragment and no others; found by trying.
    uint32_t parted = 0;
    for (uint16_t port = 1; port <= 100; ++port)
    {
        const auto later = picker.Pick(UdpItem(port, 1480), 4);
        EXPECT_EQ(later, picker.Pick(UdpItem(port, 2960), 4));
        parted += picker.Pick(UdpItem(port), 4) != later ? 1 : 0;
    }
    // Three of four, if the hash is any good: 75 +- 4.3 (one standard deviation).
    EXPECT_GT(parted, 50U);
}

TEST_F(TxQueuePickerTest, SocketsOfAHostHaveDifferentHashes)
{
    std::set<uint32_t> hashes;
    std::set<uint32_t> queues;
    for (uint32_t node = 0; node < 10; ++node)
    {
        for (uint32_t socket = 0; socket < 10; ++socket)
        {
            const auto hash = MakeTransmitHash(node, socket);
            EXPECT_NE(hash, 0U);
            hashes.insert(hash);
            queues.insert(ReciprocalScale(hash, 4));
        }
    }
    EXPECT_EQ(hashes.size(), 100U);
    EXPECT_EQ(queues.size(), 4U);
}
