/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/ipv4-queue-disc-item.h"
#include "ns3/ipv6-extension-header.h"
#include "ns3/ipv6-queue-disc-item.h"
#include "ns3/mac48-address.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-option-ts.h"
#include "ns3/udp-header.h"
#include "ns3/xmit-train.h"

#include <cstdint>
#include <gtest/gtest.h>

using ns3::Create;
using ns3::GsoType;
using ns3::Ipv4Header;
using ns3::Ipv4QueueDiscItem;
using ns3::Ipv6Header;
using ns3::Ipv6QueueDiscItem;
using ns3::Mac48Address;
using ns3::Packet;
using ns3::Ptr;
using ns3::QueueDiscItem;
using ns3::XmitTrain;

namespace
{

constexpr uint32_t ETHERNET = 14; ///< bytes

/**
 * @brief An IPv4 item.
 * @param packet what follows the IPv4 header
 * @param ecn the ECN field
 * @return the item
 */
Ptr<QueueDiscItem>
MakeIpv4(const Ptr<Packet>& packet, Ipv4Header::EcnType ecn = Ipv4Header::ECN_ECT0)
{
    Ipv4Header header;
    header.SetPayloadSize(packet->GetSize());
    header.SetEcn(ecn);
    return Create<Ipv4QueueDiscItem>(packet, Mac48Address("00:00:00:00:00:02"), 0x0800, header);
}

/**
 * @brief An IPv6 item.
 * @param packet what follows the IPv6 header
 * @return the item
 */
Ptr<QueueDiscItem>
MakeIpv6(const Ptr<Packet>& packet)
{
    Ipv6Header header;
    header.SetPayloadLength(packet->GetSize());
    return Create<Ipv6QueueDiscItem>(packet, Mac48Address("00:00:00:00:00:02"), 0x86dd, header);
}

/**
 * @brief A datagram.
 * @param payload payload, in bytes
 * @return a packet that begins with the UDP header
 */
Ptr<Packet>
MakeDatagram(uint32_t payload)
{
    auto packet = Create<Packet>(payload);
    packet->AddHeader(ns3::UdpHeader());
    return packet;
}

/**
 * @brief Part of a datagram in an IPv6 fragment.
 * @param size bytes of the datagram
 * @return a packet that begins with the fragment header
 */
Ptr<Packet>
MakeIpv6Fragment(uint32_t size)
{
    auto packet = Create<Packet>(size);
    packet->AddHeader(ns3::Ipv6ExtensionFragmentHeader());
    return packet;
}

/**
 * @brief Datagrams of one size.
 * @param n how many
 * @param payload payload of each, in bytes
 * @return the train
 */
XmitTrain
MakeSegments(uint32_t n, uint32_t payload)
{
    XmitTrain train(GsoType::UDP_SEGMENTS);
    for (uint32_t i = 0; i < n; ++i)
    {
        train.Append(MakeIpv4(MakeDatagram(payload)));
    }
    return train;
}

TEST(XmitTrain, BytesAreThoseOfTheFrames)
{
    // 10 x (1000 + 8 + 20 + 14): what qdisc_pkt_len_init() makes of a GSO packet.
    const XmitTrain train = MakeSegments(10, 1000);
    EXPECT_EQ(train.GetNSegments(), 10U);
    EXPECT_EQ(train.GetBytes(ETHERNET), 10420U);
    EXPECT_EQ(train.GetBytes(0), 10280U);
}

TEST(XmitTrain, UdpSuperPacketHasOneSetOfHeaders)
{
    // skb->len = 44 x 1472 + 8 + 20 + 14.
    EXPECT_EQ(MakeSegments(44, 1472).GetSuperPacketSize(ETHERNET), 64810U);
}

TEST(XmitTrain, TrainOfOneIsItsPacket)
{
    const XmitTrain train = MakeSegments(1, 500);
    EXPECT_EQ(train.GetSuperPacketSize(ETHERNET), train.GetBytes(ETHERNET));
}

TEST(XmitTrain, Ipv6SuperPacketHasOneSetOfHeaders)
{
    XmitTrain train(GsoType::UDP_SEGMENTS);
    train.Append(MakeIpv6(MakeDatagram(1452)));
    train.Append(MakeIpv6(MakeDatagram(100)));
    EXPECT_TRUE(train.IsIpv6());
    EXPECT_EQ(train.GetSuperPacketSize(ETHERNET), 1452U + 100 + 8 + 40 + 14);
    EXPECT_EQ(train.GetPayloadSize(), 1552U);
}

TEST(XmitTrain, UfoSuperPacketIsTheDatagram)
{
    // 4000 + 8 bytes at MTU 1500: fragments of 1480, 1480 and 1048; skb->len = 4008 + 20 + 14.
    XmitTrain train(GsoType::UDP_FRAGMENTS);
    train.Append(MakeIpv4(MakeDatagram(1472)));
    train.Append(MakeIpv4(Create<Packet>(1480)));
    train.Append(MakeIpv4(Create<Packet>(1048)));
    EXPECT_EQ(train.GetBytes(ETHERNET), 4008U + 3 * 34);
    EXPECT_EQ(train.GetSuperPacketSize(ETHERNET), 4042U);
    EXPECT_EQ(train.GetPayloadSize(), 4000U);
    EXPECT_EQ(train.GetPayloadSize(0), 1472U);
    EXPECT_EQ(train.GetPayloadSize(2), 1048U);
}

TEST(XmitTrain, UfoSuperPacketOfIpv6HasNoFragmentHeader)
{
    // 2000 + 8 bytes at MTU 1500: fragments of 1448 and 560; skb->len = 2008 + 40 + 14.
    XmitTrain train(GsoType::UDP_FRAGMENTS);
    train.Append(MakeIpv6(MakeIpv6Fragment(1448)));
    train.Append(MakeIpv6(MakeIpv6Fragment(560)));
    EXPECT_EQ(train.GetBytes(ETHERNET), 2008U + 2 * (8 + 40 + 14));
    EXPECT_EQ(train.GetSuperPacketSize(ETHERNET), 2062U);
    EXPECT_EQ(train.GetPayloadSize(), 2000U);
}

TEST(XmitTrain, TcpOptionsAreNotCountedTwice)
{
    // The largest train of a Linux flow with timestamps: 45 x 1448 + 32 + 20 + 14 = 65,226 bytes,
    // less than the gso_max_size of 65,536.
    XmitTrain train(GsoType::TCP_SEGMENTS);
    for (int i = 0; i < 45; ++i)
    {
        ns3::TcpHeader header;
        header.AppendOption(ns3::CreateObject<ns3::TcpOptionTS>());
        auto packet = Create<Packet>(1448);
        packet->AddHeader(header);
        train.Append(MakeIpv4(packet));
    }
    EXPECT_EQ(train.GetBytes(ETHERNET), 45U * 1514);
    EXPECT_EQ(train.GetSuperPacketSize(ETHERNET), 65226U);
}

TEST(XmitTrain, EcnMarkReachesEverySegment)
{
    XmitTrain train = MakeSegments(3, 100);
    EXPECT_TRUE(train.Mark());
    for (const auto& segment : train.GetSegments())
    {
        uint8_t dsField = 0;
        ASSERT_TRUE(segment->GetUint8Value(ns3::QueueItem::IP_DSFIELD, dsField));
        EXPECT_EQ(dsField & 3, Ipv4Header::ECN_CE);
    }
}

TEST(XmitTrain, TrainThatKnowsNoEcnCannotBeMarked)
{
    XmitTrain train(GsoType::UDP_SEGMENTS);
    train.Append(MakeIpv4(MakeDatagram(100), Ipv4Header::ECN_NotECT));
    train.Append(MakeIpv4(MakeDatagram(100), Ipv4Header::ECN_NotECT));
    EXPECT_FALSE(train.Mark());
}

TEST(XmitTrain, HeadersAreWrittenOnce)
{
    XmitTrain train = MakeSegments(2, 100);
    EXPECT_FALSE(train.HasHeaders());
    train.WriteHeaders();
    train.WriteHeaders();
    EXPECT_TRUE(train.HasHeaders());
    for (const auto& segment : train.GetSegments())
    {
        EXPECT_EQ(segment->GetPacket()->GetSize(), 128U);
    }
}

TEST(XmitTrain, SizeIsTheSameBeforeAndAfterTheHeadersAreWritten)
{
    XmitTrain train = MakeSegments(3, 100);
    const uint32_t before = train.GetBytes(ETHERNET);
    train.WriteHeaders();
    EXPECT_EQ(train.GetBytes(ETHERNET), before);
}

TEST(XmitTrain, CloneHasPacketsOfItsOwn)
{
    XmitTrain train = MakeSegments(2, 100);
    XmitTrain clone = train.Clone();
    ASSERT_EQ(clone.GetNSegments(), 2U);
    EXPECT_EQ(clone.GetType(), GsoType::UDP_SEGMENTS);
    EXPECT_EQ(clone.GetBytes(ETHERNET), train.GetBytes(ETHERNET));
    clone.WriteHeaders();
    clone.Mark();
    EXPECT_FALSE(train.HasHeaders());
    for (std::size_t i = 0; i < 2; ++i)
    {
        EXPECT_NE(train.GetSegments()[i], clone.GetSegments()[i]);
        EXPECT_EQ(train.GetSegments()[i]->GetPacket()->GetSize(), 108U);
        EXPECT_EQ(clone.GetSegments()[i]->GetPacket()->GetSize(), 128U);
        EXPECT_EQ(clone.GetSegments()[i]->GetAddress(), train.GetSegments()[i]->GetAddress());
        EXPECT_EQ(clone.GetSegments()[i]->GetProtocol(), 0x0800);
    }
}

TEST(XmitTrain, CloneOfIpv6IsIpv6)
{
    XmitTrain train(GsoType::UDP_SEGMENTS);
    train.Append(MakeIpv6(MakeDatagram(100)));
    EXPECT_TRUE(train.Clone().IsIpv6());
    EXPECT_EQ(train.Clone().GetBytes(0), train.GetBytes(0));
}

} // namespace
