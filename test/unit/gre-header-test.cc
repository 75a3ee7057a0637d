/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/gre-header.h"
#include "ns3/packet.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <vector>

using namespace ns3;

namespace
{

/// Bytes of a packet.
using Bytes = std::vector<uint8_t>;

/**
 * @brief Write a header.
 * @param header the header
 * @return its bytes
 */
Bytes
Write(const GreHeader& header)
{
    auto packet = Create<Packet>();
    packet->AddHeader(header);
    Bytes bytes(packet->GetSize());
    packet->CopyData(bytes.data(), bytes.size());
    return bytes;
}

/// A header that was read, and how many bytes it took.
struct ReadHeader
{
    GreHeader header; //!< the header
    uint32_t size;    //!< bytes taken off
};

/**
 * @brief Read a header from the front of a packet.
 * @param bytes the packet
 * @return what was read
 */
ReadHeader
Read(const Bytes& bytes)
{
    auto packet = Create<Packet>(bytes.data(), bytes.size());
    ReadHeader read;
    read.size = packet->RemoveHeader(read.header);
    return read;
}

// The first bytes behind the outer IP header of frames 672 and 684 of test/data/e1-frames.tsv,
// which a real kernel's devices sent: with a key; with checksum, key and sequence number.
const Bytes WITH_KEY{0x20, 0x00, 0x08, 0x00, 0x19, 0x34, 0x91, 0x71, 0x45, 0xb8};
const Bytes WITH_ALL{0xb0,
                     0x00,
                     0x86,
                     0xdd,
                     0x1b,
                     0x3a,
                     0x00,
                     0x00,
                     0xe3,
                     0x08,
                     0x63,
                     0xea,
                     0x10,
                     0xa0,
                     0xd0,
                     0x3b,
                     0x60};

} // namespace

TEST(GreHeaderTest, IsFourBytesWithoutKeyAndEightWithOne)
{
    EXPECT_EQ(Write(GreHeader(0x0800, {})), (Bytes{0x00, 0x00, 0x08, 0x00}));
    EXPECT_EQ(Write(GreHeader(0x86dd, 0xcafe)),
              (Bytes{0x20, 0x00, 0x86, 0xdd, 0x00, 0x00, 0xca, 0xfe}));
    EXPECT_EQ(Write(GreHeader(0x0800, 0)).size(), 8U) << "0 is a key, too";
}

TEST(GreHeaderTest, ReadsWhatItWrote)
{
    const auto read = Read(Write(GreHeader(0x86dd, 0xcafe)));
    EXPECT_TRUE(read.header.IsValid());
    EXPECT_EQ(read.size, 8U);
    EXPECT_EQ(read.header.GetProtocol(), 0x86dd);
    EXPECT_EQ(read.header.GetKey(), 0xcafeU);
    EXPECT_FALSE(read.header.HasChecksum());
    EXPECT_FALSE(Read(Write(GreHeader(0x0800, {}))).header.GetKey());
}

TEST(GreHeaderTest, ReadsHeadersOfARealKernel)
{
    const auto key = Read(WITH_KEY);
    EXPECT_EQ(key.size, 8U);
    EXPECT_EQ(key.header.GetProtocol(), 0x0800);
    EXPECT_EQ(key.header.GetKey(), 0x19349171U);

    const auto all = Read(WITH_ALL);
    EXPECT_TRUE(all.header.IsValid());
    EXPECT_EQ(all.size, 16U);
    EXPECT_EQ(all.header.GetProtocol(), 0x86dd);
    EXPECT_EQ(all.header.GetKey(), 0xe30863eaU);
    EXPECT_TRUE(all.header.HasChecksum());
}

TEST(GreHeaderTest, RefusesVersionsAndRoutes)
{
    for (const uint8_t version : {1, 2, 7})
    {
        const auto read = Read({0x20, version, 0x88, 0x0b, 0, 0, 0, 0});
        EXPECT_FALSE(read.header.IsValid()) << "version " << int(version);
        EXPECT_EQ(read.size, 0U);
    }
    EXPECT_FALSE(Read({0x40, 0x00, 0x08, 0x00, 0, 0, 0, 0}).header.IsValid()) << "source routes";
}

TEST(GreHeaderTest, RefusesWhatIsCutShort)
{
    for (std::size_t size = 0; size < 16; ++size)
    {
        EXPECT_FALSE(Read(Bytes(WITH_ALL.begin(), WITH_ALL.begin() + size)).header.IsValid())
            << size << " bytes of 16";
    }
}
