/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/packet.h"
#include "ns3/vlan-header.h"
#include "ns3/vlan-tags.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <sstream>
#include <vector>

using ns3::Packet;
using ns3::Ptr;
using ns3::VlanHeader;
using ns3::VlanTag;
using ns3::VlanTags;

namespace
{

constexpr uint16_t IPV4 = 0x0800; ///< EtherType

/**
 * @brief The bytes of a packet.
 * @param packet the packet
 * @return the bytes
 */
std::vector<uint8_t>
BytesOf(const Ptr<Packet>& packet)
{
    std::vector<uint8_t> bytes(packet->GetSize());
    packet->CopyData(bytes.data(), packet->GetSize());
    return bytes;
}

/**
 * @brief A packet of the two bytes 0x45 0x00.
 * @return the packet
 */
Ptr<Packet>
MakePayload()
{
    const uint8_t bytes[] = {0x45, 0x00};
    return ns3::Create<Packet>(bytes, sizeof(bytes));
}

TEST(VlanTags, UntaggedFrameStaysAsItIs)
{
    const VlanTags tags;
    const auto packet = MakePayload();
    EXPECT_EQ(tags.Write(packet, IPV4), IPV4);
    EXPECT_EQ(BytesOf(packet), (std::vector<uint8_t>{0x45, 0x00}));
    EXPECT_EQ(tags.GetCount(), 0U);
    EXPECT_EQ(tags.GetInsideSize(), 0U);
    EXPECT_EQ(tags.GetEtherType(IPV4), IPV4);
}

TEST(VlanTags, OneTagTravelsBesideTheData)
{
    VlanTags tags;
    tags.Put({VlanTag::DOT1Q, 7});
    ASSERT_TRUE(tags.GetBeside());
    EXPECT_EQ(tags.GetBeside()->tci, 7);
    EXPECT_EQ(tags.GetCount(), 1U);
    // skb->protocol and skb->len do not show it.
    EXPECT_EQ(tags.GetEtherType(IPV4), IPV4);
    EXPECT_EQ(tags.GetInsideSize(), 0U);
}

TEST(VlanTags, OneTagOnTheWire)
{
    // Priority 5, DEI, id 0x123: 101 1 000100100011 = 0xb123; then the EtherType of the payload.
    VlanTags tags;
    tags.Put({VlanTag::DOT1Q, (5 << VlanTag::PRIORITY_SHIFT) | 0x1000 | 0x123});
    const auto packet = MakePayload();
    EXPECT_EQ(tags.Write(packet, IPV4), 0x8100);
    EXPECT_EQ(BytesOf(packet), (std::vector<uint8_t>{0xb1, 0x23, 0x08, 0x00, 0x45, 0x00}));
}

TEST(VlanTags, SecondVlanDevicePushesTheFirstTagIntoTheData)
{
    VlanTags tags;
    tags.Put({VlanTag::DOT1Q, 7});
    tags.Put({VlanTag::DOT1AD, 100});
    EXPECT_EQ(tags.GetBeside()->tpid, VlanTag::DOT1AD);
    EXPECT_EQ(tags.GetBeside()->tci, 100);
    EXPECT_EQ(tags.GetCount(), 2U);
    EXPECT_EQ(tags.GetEtherType(IPV4), 0x8100);
    EXPECT_EQ(tags.GetInsideSize(), 4U);
}

TEST(VlanTags, QinQOnTheWireHasTheServiceTagOutermost)
{
    // 802.1ad: 88a8 | 0064 8100 | 0007 0800 | payload; the first EtherType is the caller's.
    VlanTags tags;
    tags.Put({VlanTag::DOT1Q, 7});
    tags.Put({VlanTag::DOT1AD, 100});
    const auto packet = MakePayload();
    EXPECT_EQ(tags.Write(packet, IPV4), 0x88a8);
    EXPECT_EQ(BytesOf(packet),
              (std::vector<uint8_t>{0x00, 0x64, 0x81, 0x00, 0x00, 0x07, 0x08, 0x00, 0x45, 0x00}));
}

TEST(VlanTags, TagsInTheDataAreThoseThatAHashSees)
{
    // A tag that a second VLAN device has pushed counts as data, the one beside does not.
    VlanTags tags;
    tags.Put({VlanTag::DOT1Q, 7});
    tags.Put({VlanTag::DOT1Q, 8});
    tags.Put({VlanTag::DOT1AD, 9});
    EXPECT_EQ(tags.GetInsideSize(), 8U);
    const auto packet = MakePayload();
    EXPECT_EQ(tags.WriteInside(packet, IPV4), 0x8100);
    EXPECT_EQ(BytesOf(packet),
              (std::vector<uint8_t>{0x00, 0x08, 0x81, 0x00, 0x00, 0x07, 0x08, 0x00, 0x45, 0x00}));
    EXPECT_EQ(tags.GetEtherType(IPV4), 0x8100);
}

TEST(VlanTags, WritingChangesNoTag)
{
    // A train writes the same tags in front of each of its segments.
    VlanTags tags;
    tags.Put({VlanTag::DOT1Q, 7});
    const auto first = MakePayload();
    const auto second = MakePayload();
    tags.Write(first, IPV4);
    tags.Write(second, IPV4);
    EXPECT_EQ(BytesOf(first), BytesOf(second));
}

TEST(VlanTags, LargestIdLeavesNoBitToThePriority)
{
    EXPECT_EQ(VlanTag::MAX_ID & ~VlanTag::ID_MASK, 0);
    EXPECT_EQ(VlanTag::MAX_ID, 4094);
}

TEST(VlanHeader, ReadsWhatItWrote)
{
    const auto packet = MakePayload();
    packet->AddHeader(VlanHeader(0xe00a, 0x86dd));
    VlanHeader header;
    EXPECT_EQ(packet->RemoveHeader(header), 4U);
    EXPECT_EQ(header.GetTci(), 0xe00a);
    EXPECT_EQ(header.GetProtocol(), 0x86dd);
    EXPECT_EQ(packet->GetSize(), 2U);
}

TEST(VlanHeader, PrintsIdPriorityAndProtocol)
{
    std::ostringstream text;
    VlanHeader(0xe00a, 0x0800).Print(text);
    EXPECT_EQ(text.str(), "vlan 10 priority 7 protocol 0x800");
}

} // namespace
