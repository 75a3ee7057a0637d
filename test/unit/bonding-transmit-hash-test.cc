/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "hash-reference.h"

#include "ns3/bond-slave.h"
#include "ns3/transmit-hash.h"
#include "ns3/usable-slave-array.h"

#include <algorithm>
#include <cstdio>
#include <gtest/gtest.h>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

/// Addresses that every made-up frame has: last bytes 0x34 and 0x12.
const std::string MACS = "0200000000340200000000" + std::string("12");

/// IPv4, UDP, 10.1.2.3 port 0x1122 -> 10.4.5.6 port 0x3344, without and with its EtherType.
const std::string IPV4_UDP = "4500001c0000000040110000"
                             "0a010203"
                             "0a040506"
                             "1122334400080000";
const std::string TYPED_IPV4_UDP = "0800" + IPV4_UDP;

/// IPv6, UDP, 2001:db8::1 port 0x1122 -> 2001:db8::2 port 0x3344.
const std::string IPV6_UDP = "6000000000081140"
                             "20010db8000000000000000000000001"
                             "20010db8000000000000000000000002"
                             "1122334400080000";

/**
 * @brief Hash a made-up frame.
 * @param policy the policy
 * @param rest the frame from its EtherType on, in hex
 * @param tags VLAN devices it is sent through
 * @param formula which release's formulas
 * @return the hash
 */
uint32_t
HashOf(XmitHashPolicy policy,
       const std::string& rest,
       const std::string& tags = "-",
       XmitHashFormula formula = XmitHashFormula::LINUX_6_1)
{
    return TransmitHash(policy, formula).Compute(HashReference::Parse(MACS + rest, tags));
}

/**
 * @brief Hash a made-up frame with an old formula.
 * @param policy the policy
 * @param rest the frame from its EtherType on, in hex
 * @return the hash
 */
uint32_t
OldHashOf(XmitHashPolicy policy, const std::string& rest)
{
    return HashOf(policy, rest, "-", XmitHashFormula::LINUX_2_6);
}

/**
 * @brief fold(): what follows the mixing of addresses in every IP hash.
 * @param hash the mixture
 * @return the hash
 */
uint32_t
Fold(uint32_t hash)
{
    const uint32_t folded16 = hash ^ hash >> 16;
    return folded16 ^ folded16 >> 8;
}

/**
 * @brief Which slaves a policy chooses for frames.
 * @param policy its name
 * @param frames the frames
 * @param n number of slaves
 * @param down names of those that are down, such as "s0,s2"
 * @return a digit a frame
 */
std::string
ChooseSlaves(const std::string& policy,
             const std::vector<BondFrame>& frames,
             std::size_t n,
             const std::string& down = "-")
{
    std::vector<Ptr<BondSlave>> slaves;
    std::vector<Ptr<BondSlave>> up;
    for (std::size_t i = 0; i < n; ++i)
    {
        slaves.push_back(Create<BondSlave>());
        if (down.find("s" + std::to_string(i)) == std::string::npos)
        {
            up.push_back(slaves.back());
        }
    }
    UsableSlaveArray usable;
    usable.Rebuild(up);
    const TransmitHash hash(HashReference::POLICIES.at(policy), XmitHashFormula::LINUX_6_1);
    std::string chosen;
    for (const auto& frame : frames)
    {
        const auto slave =
            std::find(slaves.begin(), slaves.end(), usable.Choose(hash.Compute(frame)));
        chosen += HashReference::SLAVE_DIGITS[slave - slaves.begin()];
    }
    return chosen;
}

/**
 * @brief Compare all rows of a file with the hash.
 * @param file the file
 * @return how many frames its rows have together
 */
std::size_t
CheckVectors(const std::string& file)
{
    const auto frames = HashReference::ReadFrames();
    std::size_t nVectors = 0;
    const ReferenceTable table(file);
    for (const auto& row : table.GetRows())
    {
        EXPECT_EQ(ChooseSlaves(row.at("policy"), frames, std::stoul(row.at("slaves"))),
                  row.at("slave_of_each_frame"))
            << row.at("policy") << ", " << row.at("slaves") << " slaves";
        nVectors += row.at("slave_of_each_frame").size();
    }
    return nVectors;
}

/**
 * @brief Which of 4 slaves each flow of e1-sockets-*.tsv takes if its socket has no hash.
 * @param policy the policy
 * @param protocol in hex
 * @return a digit a flow
 */
std::string
ChooseSlavesOfFlows(const std::string& policy, const std::string& protocol)
{
    std::vector<BondFrame> frames;
    for (uint16_t i = 0; i < 64; ++i)
    {
        const uint16_t port = 20000 + i;
        char ports[9];
        std::snprintf(ports, sizeof(ports), "%04x%04x", port, 30000);
        frames.push_back(HashReference::Parse("0200000000020200000000010800"
                                              "4500001c0000000040" +
                                              protocol + "0000" + "0a0000010a000002" + ports));
    }
    return ChooseSlaves(policy, frames, 4);
}

} // namespace

// --- Against the kernel ---

TEST(TransmitHash, ChoosesTheKernelsSlavesInBalanceXor)
{
    // 6 policies x 2, 3, 4, 5, 8, 61 slaves x 482 frames
    EXPECT_EQ(CheckVectors("e1-xor.tsv"), 36U * 482);
}

TEST(TransmitHash, ChoosesTheKernelsSlavesIn8023ad)
{
    // 6 policies x 2, 3, 4, 5, 8 slaves x 482 frames
    EXPECT_EQ(CheckVectors("e1-8023ad.tsv"), 30U * 482);
}

TEST(TransmitHash, ChoosesTheKernelsSlavesWhenSomeAreDown)
{
    const auto frames = HashReference::ReadFrames(true);
    const ReferenceTable table("e2-xor-down.tsv");
    EXPECT_FALSE(table.GetRows().empty());
    for (const auto& row : table.GetRows())
    {
        EXPECT_EQ(ChooseSlaves(row.at("policy"), frames, 4, row.at("down")),
                  row.at("slave_of_each_frame"))
            << row.at("policy") << ", " << row.at("down") << " down";
    }
}

TEST(TransmitHash, OnlyEncap34OfSocketsWithAHashIsSeeded)
{
    const ReferenceTable boot1("e1-sockets-boot1.tsv");
    const ReferenceTable boot2("e1-sockets-boot2.tsv");
    ASSERT_EQ(boot1.GetRows().size(), 24U);
    ASSERT_EQ(boot2.GetRows().size(), 24U);
    for (std::size_t i = 0; i < boot1.GetRows().size(); ++i)
    {
        const auto& row = boot1.GetRows()[i];
        const std::string& socket = row.at("socket");
        const bool hasSocketHash = socket != "udp unconnected";
        if (row.at("policy") == "encap3+4" && hasSocketHash)
        {
            EXPECT_NE(row.at("slave_of_each_flow"), boot2.GetRows()[i].at("slave_of_each_flow"));
            continue;
        }
        const std::string chosen =
            ChooseSlavesOfFlows(row.at("policy"), socket == "tcp syn" ? "06" : "11");
        EXPECT_EQ(row.at("slave_of_each_flow"), chosen) << row.at("policy") << ", " << socket;
        EXPECT_EQ(boot2.GetRows()[i].at("slave_of_each_flow"), chosen);
    }
}

TEST(TransmitHash, OnlyEncap34UsesTheSocketsHash)
{
    BondFrame frame = HashReference::Parse(MACS + TYPED_IPV4_UDP);
    frame.SetSocketHash(0xdeadbeef);
    for (const auto& [name, policy] : HashReference::POLICIES)
    {
        EXPECT_EQ(TransmitHash(policy, XmitHashFormula::LINUX_6_1).Compute(frame),
                  policy == XmitHashPolicy::ENCAP34 ? 0xdeadbeef : HashOf(policy, TYPED_IPV4_UDP))
            << name;
    }
}

// --- The formulas, by hand ---

TEST(TransmitHash, Layer2IsLastAddressBytesXorEtherType)
{
    EXPECT_EQ(HashOf(XmitHashPolicy::LAYER2, "0806"), 0x0820U); // 0x12 ^ 0x34 ^ 0x0806
}

TEST(TransmitHash, Layer34FoldsPortsAndAddressesAndDropsTheLowestBit)
{
    // little-endian words: ports and addresses
    const uint32_t expected = Fold(0x44332211 ^ 0x0302010a ^ 0x0605040a) >> 1;
    EXPECT_EQ(HashOf(XmitHashPolicy::LAYER34, TYPED_IPV4_UDP), expected);
    EXPECT_EQ(HashOf(XmitHashPolicy::ENCAP34, TYPED_IPV4_UDP), expected);
}

TEST(TransmitHash, VlanSrcmacCountsATagOnlyBesideTheFrame)
{
    // source 02:00:00:00:00:12: 0x020000 ^ 0x000012
    EXPECT_EQ(HashOf(XmitHashPolicy::VLAN_SRCMAC, TYPED_IPV4_UDP), 0x020012U);
    EXPECT_EQ(HashOf(XmitHashPolicy::VLAN_SRCMAC, TYPED_IPV4_UDP, "256"), 0x020112U);
    EXPECT_EQ(HashOf(XmitHashPolicy::VLAN_SRCMAC, TYPED_IPV4_UDP, "256.7"), 0x020112U);
    EXPECT_EQ(HashOf(XmitHashPolicy::VLAN_SRCMAC, "81000100" + TYPED_IPV4_UDP), 0x020012U);
}

TEST(TransmitHash, ATagInTheDataFallsToLayer2WithTheTagsType)
{
    for (const auto policy : {XmitHashPolicy::LAYER23,
                              XmitHashPolicy::LAYER34,
                              XmitHashPolicy::ENCAP23,
                              XmitHashPolicy::ENCAP34})
    {
        // 0x12 ^ 0x34 ^ type
        EXPECT_EQ(HashOf(policy, "81000064" + TYPED_IPV4_UDP), 0x8126U);
        EXPECT_EQ(HashOf(policy, TYPED_IPV4_UDP, "20.30"), 0x8126U);
        EXPECT_EQ(HashOf(policy, "88a8000581000064" + TYPED_IPV4_UDP), 0x888eU);
    }
}

TEST(TransmitHash, EncapReadsWhatFollowsATagInTheDataAsATag)
{
    // The type is that of the tag, but the network header is behind it (packet_parse_headers): IPv4
    // is taken for a tag whose type is the packet's length. A packet of 0x0800 bytes "contains"
    // IPv4, 4 bytes further; there the header's length is 0 (bad), or 5 if the id begins so.
    const std::string length2048 = "4500080045000000401100000a0102030a040506";
    const uint32_t layer2 = 0x8126;
    EXPECT_EQ(HashOf(XmitHashPolicy::ENCAP23, "810000640800" + length2048), layer2); // cut short
    // addresses 16 bytes into the packet: destination, then the ports
    const uint32_t expected = Fold(layer2 ^ 0x0605040a ^ 0x44332211);
    EXPECT_EQ(HashOf(XmitHashPolicy::ENCAP23, "810000640800" + length2048 + "1122334400000000"),
              expected);
    // With a tag beside the frame the first tag met is taken for that one, and the second is read.
    EXPECT_EQ(HashOf(XmitHashPolicy::ENCAP23, "0800" + length2048 + "1122334400000000", "20.30"),
              expected);
}

TEST(TransmitHash, FramesMayBeCutShortAnywhere)
{
    const uint32_t layer2 = 0x12 ^ 0x34 ^ 0x0800;
    for (std::size_t size = 0; size <= IPV4_UDP.size() / 2; ++size)
    {
        const std::string cut = "0800" + IPV4_UDP.substr(0, 2 * size);
        if (size < 20)
        {
            // no whole IP header
            EXPECT_EQ(HashOf(XmitHashPolicy::LAYER34, cut), layer2);
            EXPECT_EQ(HashOf(XmitHashPolicy::ENCAP34, cut), layer2);
        }
        else
        {
            // the ports count if both are there
            const std::string whole = size < 24 ? IPV4_UDP.substr(0, 40) + "00000000" : IPV4_UDP;
            EXPECT_EQ(HashOf(XmitHashPolicy::LAYER34, cut),
                      HashOf(XmitHashPolicy::LAYER34, "0800" + whole));
            EXPECT_EQ(HashOf(XmitHashPolicy::ENCAP34, cut),
                      HashOf(XmitHashPolicy::ENCAP34, "0800" + whole));
        }
    }
}

TEST(TransmitHash, EncapFindsTheInnermostHeader)
{
    const uint32_t ipv4 = HashOf(XmitHashPolicy::ENCAP34, TYPED_IPV4_UDP);
    const uint32_t ipv6 = HashOf(XmitHashPolicy::ENCAP34, "86dd" + IPV6_UDP);
    const auto outer4 = [](const std::string& protocol) {
        return "08004500ffff0000000040" + protocol + "0000c0000201c0000202";
    };
    const auto outer6 = [](const std::string& protocol) {
        return "86dd60012345ffff" + protocol + "40" + std::string(64, '7');
    };
    const std::string ethernet = MACS;
    EXPECT_NE(ipv4, ipv6);
    EXPECT_EQ(HashOf(XmitHashPolicy::ENCAP34, outer4("04") + IPV4_UDP), ipv4);
    EXPECT_EQ(HashOf(XmitHashPolicy::ENCAP34, outer4("29") + IPV6_UDP), ipv6);
    EXPECT_EQ(HashOf(XmitHashPolicy::ENCAP34, outer6("04") + IPV4_UDP), ipv4);
    EXPECT_EQ(HashOf(XmitHashPolicy::ENCAP34, outer6("29") + IPV6_UDP), ipv6);
    // GRE: plain, all optional fields, Ethernet, PPTP with key, sequence and acknowledgement
    EXPECT_EQ(HashOf(XmitHashPolicy::ENCAP34, outer4("2f") + "00000800" + IPV4_UDP), ipv4);
    EXPECT_EQ(HashOf(XmitHashPolicy::ENCAP34,
                     outer6("2f") + "b00086dd" + "111111112222222233333333" + IPV6_UDP),
              ipv6);
    EXPECT_EQ(
        HashOf(XmitHashPolicy::ENCAP34, outer4("2f") + "00006558" + ethernet + TYPED_IPV4_UDP),
        ipv4);
    EXPECT_EQ(
        HashOf(XmitHashPolicy::ENCAP34,
               outer4("2f") + "3081880b" + "111111112222222233333333" + "ff030021" + IPV4_UDP),
        ipv4);
    // PPPoE, its protocol field in two bytes and in one
    EXPECT_EQ(HashOf(XmitHashPolicy::ENCAP34, "886411000001ffff0021" + IPV4_UDP), ipv4);
    EXPECT_EQ(HashOf(XmitHashPolicy::ENCAP34, "886411000001ffff57" + IPV6_UDP), ipv6);
    // HSR and PRP tags, B.A.T.M.A.N. unicast
    EXPECT_EQ(HashOf(XmitHashPolicy::ENCAP34, "892f00000000" + TYPED_IPV4_UDP), ipv4);
    EXPECT_EQ(HashOf(XmitHashPolicy::ENCAP34, "88fb00000000" + TYPED_IPV4_UDP), ipv4);
    EXPECT_EQ(
        HashOf(XmitHashPolicy::ENCAP34, "4305400f0000ffffffffffff" + ethernet + TYPED_IPV4_UDP),
        ipv4);
}

TEST(TransmitHash, EncapEndsWhereTheKernelDoesNotLookFurther)
{
    const uint32_t mask = 0x12 ^ 0x34;
    const std::string zeros(80, '0');
    // known: dissected to nothing, so encap3+4 is 0
    for (const std::string type : {"0806", "8035", "8847", "8848", "88f7", "8906"})
    {
        EXPECT_EQ(HashOf(XmitHashPolicy::ENCAP34, type + zeros), 0U) << type;
    }
    // unknown, or not the kind of a header that is known: layer2
    EXPECT_EQ(HashOf(XmitHashPolicy::ENCAP34, "9000" + zeros), 0x9000 ^ mask);
    EXPECT_EQ(HashOf(XmitHashPolicy::ENCAP34, "88641100" + zeros.substr(8)), 0x8864 ^ mask);
    EXPECT_EQ(HashOf(XmitHashPolicy::ENCAP34, "886411090001000000210000" + IPV4_UDP),
              0x8864 ^ mask);
    EXPECT_EQ(HashOf(XmitHashPolicy::ENCAP34, "4305410f" + zeros), 0x4305 ^ mask);
    // cut short: 33 bytes of PTP, 37 of FCoE, 15 of TIPC
    EXPECT_EQ(HashOf(XmitHashPolicy::ENCAP34, "88f7" + zeros.substr(0, 66)), 0x88f7 ^ mask);
    EXPECT_EQ(HashOf(XmitHashPolicy::ENCAP34, "8906" + zeros.substr(0, 74)), 0x8906 ^ mask);
    EXPECT_EQ(HashOf(XmitHashPolicy::ENCAP34, "88ca" + zeros.substr(0, 30)), 0x88ca ^ mask);
    // TIPC: the fourth word, little-endian, is the only "address"
    EXPECT_EQ(HashOf(XmitHashPolicy::ENCAP23, "88ca" + zeros.substr(0, 24) + "00000001"),
              Fold(0x88ca ^ mask ^ 0x01000000));
}

TEST(TransmitHash, EncapEndsAfterFifteenHeaders)
{
    // IPv4 headers, one in the other, each with other addresses; the n-th is the last one that
    // counts: the first is free, 15 more may follow
    std::string packet;
    for (int i = 0; i < 20; ++i)
    {
        char address[9];
        std::snprintf(address, sizeof(address), "%02x000000", i + 1);
        packet += "450000000000000040040000" + std::string(address) + "00000000";
    }
    const uint32_t layer2 = 0x12 ^ 0x34 ^ 0x0800;
    // the sixteenth header has source 16.0.0.0: the low byte of a little-endian word
    EXPECT_EQ(HashOf(XmitHashPolicy::ENCAP23, "0800" + packet), Fold(layer2 ^ 16));
}

// --- Older releases ---

TEST(OldTransmitHash, Layer2HasNoEtherType)
{
    EXPECT_EQ(OldHashOf(XmitHashPolicy::LAYER2, TYPED_IPV4_UDP), 0x26U); // 0x12 ^ 0x34
    EXPECT_EQ(OldHashOf(XmitHashPolicy::LAYER2, "0806"), 0x26U);
}

TEST(OldTransmitHash, Layer23AddsTheLowHalvesOfTheAddresses)
{
    // 10.1.2.3, 10.4.5.6: 0x0203 ^ 0x0506 ^ 0x26
    EXPECT_EQ(OldHashOf(XmitHashPolicy::LAYER23, TYPED_IPV4_UDP), 0x0723U);
    EXPECT_EQ(OldHashOf(XmitHashPolicy::LAYER23, "86dd" + IPV6_UDP), 0x26U); // IPv4 only
    EXPECT_EQ(OldHashOf(XmitHashPolicy::LAYER23, "0800" + IPV4_UDP.substr(0, 38)), 0x26U);
}

TEST(OldTransmitHash, Layer34KeepsAllBitsOfThePorts)
{
    // 0x0203 ^ 0x0506 ^ 0x1122 ^ 0x3344
    EXPECT_EQ(OldHashOf(XmitHashPolicy::LAYER34, TYPED_IPV4_UDP), 0x2563U);
    // a fragment, a protocol without ports, and ports that are cut off: addresses only
    EXPECT_EQ(
        OldHashOf(XmitHashPolicy::LAYER34, "08004500001c0000200040110000" + IPV4_UDP.substr(24)),
        0x0705U);
    EXPECT_EQ(
        OldHashOf(XmitHashPolicy::LAYER34, "08004500001c0000000040840000" + IPV4_UDP.substr(24)),
        0x0705U);
    EXPECT_EQ(OldHashOf(XmitHashPolicy::LAYER34, "0800" + IPV4_UDP.substr(0, 46)), 0x0705U);
    EXPECT_EQ(OldHashOf(XmitHashPolicy::LAYER34, "86dd" + IPV6_UDP), 0x26U);
}

TEST(OldTransmitHash, EvenSourcePortsReachHalfOfTwoSlavesWithTheOldFormulaOnly)
{
    std::vector<uint32_t> old;
    std::vector<uint32_t> now;
    for (const std::string port : {"8000", "8002", "8004", "8006"})
    {
        const std::string frame = "0800" + IPV4_UDP.substr(0, 40) + port + IPV4_UDP.substr(44);
        old.push_back(OldHashOf(XmitHashPolicy::LAYER34, frame) % 2);
        now.push_back(HashOf(XmitHashPolicy::LAYER34, frame) % 2);
    }
    EXPECT_EQ(std::count(old.begin(), old.end(), old[0]), 4);
    EXPECT_EQ(std::count(now.begin(), now.end(), now[0]), 2);
}
