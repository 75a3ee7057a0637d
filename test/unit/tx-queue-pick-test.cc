/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/arp-header.h"
#include "ns3/ipv4-header.h"
#include "ns3/ipv6-header.h"
#include "ns3/mac48-address.h"
#include "ns3/packet.h"
#include "ns3/skb-pool.h"
#include "ns3/socket-write-memory.h"
#include "ns3/tx-queue-pick.h"
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
class TxQueuePick : public testing::Test
{
  protected:
    /// Make the socket pay for an item.
    void Charge(XmitItem& item)
    {
        auto skb = m_pool->Allocate();
        skb->Charge(m_memory, 768);
        item.SetSkb(std::move(skb));
    }

    Ptr<SkbPool> m_pool{Create<SkbPool>()};                       ///< makes Skbs
    Ptr<SocketWriteMemory> m_memory{Create<SocketWriteMemory>()}; ///< the socket
};

} // namespace

TEST_F(TxQueuePick, ScalesHashesWithoutADivision)
{
    // hash * n / 2^32.
    EXPECT_EQ(ReciprocalScale(0, 4), 0U);
    EXPECT_EQ(ReciprocalScale(0x3FFFFFFF, 4), 0U);
    EXPECT_EQ(ReciprocalScale(0x40000000, 4), 1U);
    EXPECT_EQ(ReciprocalScale(0xFFFFFFFF, 4), 3U);
    EXPECT_EQ(ReciprocalScale(0xFFFFFFFF, 1), 0U);
    EXPECT_EQ(ReciprocalScale(0x80000000, 3), 1U);
}

TEST_F(TxQueuePick, OwnedPacketsFollowTheirSocketWhateverTheyAre)
{
    m_memory->SetTransmitHash(0xC0000000);
    for (uint16_t port = 1; port <= 20; ++port)
    {
        auto item = UdpItem(port, port % 2 == 0 ? 1480 : 0);
        Charge(*item);
        EXPECT_EQ(PickTxQueue(item, 4), 3U);
    }
    auto frame = Create<XmitFrameItem>(Create<Packet>(100), PEER, 0x88B5);
    Charge(*frame);
    EXPECT_EQ(PickTxQueue(frame, 4), 3U);
}

TEST_F(TxQueuePick, OrphanedPacketsLoseTheHashOfTheirSocket)
{
    const auto unowned = PickTxQueue(UdpItem(1), 64);
    // Any queue but that of the packet's own hash.
    m_memory->SetTransmitHash(unowned < 32 ? 0xFFFFFFFF : 1);
    auto item = UdpItem(1);
    Charge(*item);
    EXPECT_NE(PickTxQueue(item, 64), unowned);
    item->GetSkb()->Orphan();
    EXPECT_EQ(PickTxQueue(item, 64), unowned);
}

TEST_F(TxQueuePick, ASocketWithoutHashLeavesItToThePacket)
{
    auto item = UdpItem(7);
    Charge(*item);
    EXPECT_EQ(PickTxQueue(item, 64), PickTxQueue(UdpItem(7), 64));
}

TEST_F(TxQueuePick, UnownedFlowsAreSpreadOverAllQueuesAndEachStaysOnOne)
{
    std::set<std::size_t> queues;
    for (uint16_t port = 1; port <= 100; ++port)
    {
        const auto queue = PickTxQueue(UdpItem(port), 4);
        EXPECT_EQ(PickTxQueue(UdpItem(port), 4), queue);
        queues.insert(queue);
    }
    EXPECT_EQ(queues, (std::set<std::size_t>{0, 1, 2, 3}));
}

TEST_F(TxQueuePick, AllButIpGoByProtocol)
{
    ArpHeader header;
    const auto arp = [&](const char* target) {
        header.SetRequest(PEER, Ipv4Address("10.0.0.1"), PEER, Ipv4Address(target));
        return Create<XmitArpItem>(Create<Packet>(), PEER, ARP, header);
    };
    EXPECT_EQ(PickTxQueue(arp("10.0.0.2"), 64), PickTxQueue(arp("10.0.0.3"), 64));
    EXPECT_EQ(PickTxQueue(arp("10.0.0.2"), 64), PickTxQueue(Packet(60), ARP, 64));
    const auto frame = [](uint16_t protocol) {
        return Create<XmitFrameItem>(Create<Packet>(protocol), PEER, protocol);
    };
    std::set<std::size_t> queues;
    for (uint16_t protocol = 0x9000; protocol < 0x9040; ++protocol)
    {
        queues.insert(PickTxQueue(frame(protocol), 4));
    }
    EXPECT_EQ(queues.size(), 4U);
}

TEST_F(TxQueuePick, APacketIsHashedAlikeWithItsHeaderWrittenAndWithout)
{
    for (uint16_t port = 1; port <= 20; ++port)
    {
        const auto item = UdpItem(port, port % 2 == 0 ? 1480 : 0);
        const auto queue = PickTxQueue(item, 64);
        item->WriteHeader();
        EXPECT_EQ(PickTxQueue(*item->GetPacket(), IPV4, 64), queue);
        EXPECT_EQ(PickTxQueue(Create<XmitFrameItem>(item->GetPacket(), PEER, IPV4), 64), queue);

        Ipv6Header header;
        header.SetSource("2001:db8::1");
        header.SetDestination("2001:db8::2");
        header.SetNextHeader(17);
        header.SetPayloadLength(108);
        const auto item6 = Create<XmitIpv6Item>(UdpPacket(port), PEER, IPV6, header);
        const auto queue6 = PickTxQueue(item6, 64);
        item6->WriteHeader();
        EXPECT_EQ(PickTxQueue(*item6->GetPacket(), IPV6, 64), queue6);
    }
}

TEST_F(TxQueuePick, FragmentsWithoutOwnerPartFromTheFirstOne)
{
    // ns-3's hash has the ports of a first fragment and no others; found by trying.
    uint32_t parted = 0;
    for (uint16_t port = 1; port <= 100; ++port)
    {
        const auto later = PickTxQueue(UdpItem(port, 1480), 4);
        EXPECT_EQ(later, PickTxQueue(UdpItem(port, 2960), 4));
        parted += PickTxQueue(UdpItem(port), 4) != later ? 1 : 0;
    }
    // Three of four, if the hash is any good: 75 +- 4.3 (one standard deviation).
    EXPECT_GT(parted, 50U);
}

TEST_F(TxQueuePick, SocketsOfAHostHaveDifferentHashes)
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
