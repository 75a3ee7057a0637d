/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * @ingroup linux-tx-tests
 * @brief Transmit hash and frame parsing on random input.
 *
 * The frames start from measured ones and are then broken: random bytes, lengths, types, cuts. Each
 * is hashed by every policy and formula, and has to keep what is true of any frame. Built with
 * -fsanitize=address,undefined, reading behind a frame's end fails too: its bytes have a buffer of
 * exactly their size. LINUX_TX_FUZZ_SEED and LINUX_TX_FUZZ_ROUNDS change seed and length.
 */

#include "hash-reference.h"

#include "ns3/arp-header.h"
#include "ns3/arp-queue-disc-item.h"
#include "ns3/buffer.h"
#include "ns3/ipv4-header.h"
#include "ns3/ipv4-queue-disc-item.h"
#include "ns3/ipv6-header.h"
#include "ns3/ipv6-queue-disc-item.h"
#include "ns3/mac48-address.h"
#include "ns3/packet.h"
#include "ns3/transmit-hash.h"

#include <algorithm>
#include <cstdlib>
#include <gtest/gtest.h>
#include <iostream>
#include <random>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

constexpr std::size_t ETHERNET_HEADER_LENGTH = 14; //!< bytes

/// Bytes, from the destination address on.
using Bytes = std::vector<uint8_t>;

/**
 * @brief A number from the environment.
 * @param name the variable
 * @param fallback what holds without it
 * @return the number
 */
uint64_t
GetSetting(const char* name, uint64_t fallback)
{
    const char* text = std::getenv(name);
    return text ? std::strtoull(text, nullptr, 10) : fallback;
}

/// Makes frames, and breaks them.
class FrameBreaker
{
  public:
    /**
     * @brief Constructor.
     * @param seed of the random numbers
     */
    explicit FrameBreaker(uint64_t seed)
        : m_random(seed)
    {
        for (const auto& frame : HashReference::ReadFrames())
        {
            Bytes bytes(frame.GetDestination().begin(), frame.GetDestination().end());
            bytes.insert(bytes.end(), frame.GetSource().begin(), frame.GetSource().end());
            bytes.push_back(frame.GetEtherType() >> 8);
            bytes.push_back(frame.GetEtherType() & 0xff);
            const auto& rest = frame.GetNetworkBytes();
            bytes.insert(bytes.end(), rest.begin(), rest.end());
            m_measured.push_back(bytes);
        }
    }

    /**
     * @brief A random number.
     * @param limit more than the greatest one
     * @return 0 to limit - 1
     */
    std::size_t Draw(std::size_t limit)
    {
        return std::uniform_int_distribution<std::size_t>(0, limit - 1)(m_random);
    }

    /**
     * @brief Random bytes.
     * @param size how many
     * @return the bytes
     */
    Bytes DrawBytes(std::size_t size)
    {
        Bytes bytes(size);
        for (auto& byte : bytes)
        {
            byte = static_cast<uint8_t>(Draw(256));
        }
        return bytes;
    }

    /**
     * @brief A frame, most often a broken one.
     * @return the frame, possibly shorter than an Ethernet header
     */
    Bytes MakeFrame()
    {
        if (Draw(8) == 0)
        {
            return MakeRandomFrame();
        }
        Bytes frame = m_measured[Draw(m_measured.size())];
        for (auto n = Draw(4); n > 0; --n)
        {
            Break(frame);
        }
        frame.shrink_to_fit();
        return frame;
    }

  private:
    /**
     * @brief Random bytes behind an EtherType that has a meaning.
     * @return the frame
     */
    Bytes MakeRandomFrame()
    {
        Bytes frame = DrawBytes(Draw(200));
        if (frame.size() >= ETHERNET_HEADER_LENGTH)
        {
            SetWord(frame, 12, ETHER_TYPES[Draw(ETHER_TYPES.size())]);
        }
        return frame;
    }

    /**
     * @brief Break a frame in one way.
     * @param frame the frame
     */
    void Break(Bytes& frame)
    {
        if (frame.empty())
        {
            return;
        }
        const auto where = Draw(frame.size());
        switch (Draw(7))
        {
        case 0: // cut short
            frame.resize(where);
            break;
        case 1: // any byte: lengths, protocols, versions
            frame[where] = static_cast<uint8_t>(Draw(256));
            break;
        case 2: // a protocol that leads further
            frame[where] = PROTOCOLS[Draw(PROTOCOLS.size())];
            break;
        case 3: // a type that leads further
            SetWord(frame, where, ETHER_TYPES[Draw(ETHER_TYPES.size())]);
            break;
        case 4: // extreme lengths
            frame[where] = Draw(2) == 0 ? 0x00 : 0xff;
            break;
        case 5: // one frame in the other
        {
            const auto& inner = m_measured[Draw(m_measured.size())];
            frame.resize(where);
            frame.insert(frame.end(), inner.begin() + Draw(inner.size()), inner.end());
            break;
        }
        default: // the same again and again
        {
            const Bytes part(frame.begin() + where, frame.end());
            for (int i = 0; i < 20; ++i)
            {
                frame.insert(frame.end(), part.begin(), part.end());
            }
        }
        }
    }

    /**
     * @brief Write a 16-bit number in network order, as far as there is room.
     * @param frame the frame
     * @param where offset
     * @param value the number
     */
    static void SetWord(Bytes& frame, std::size_t where, uint16_t value)
    {
        frame[where] = static_cast<uint8_t>(value >> 8);
        if (where + 1 < frame.size())
        {
            frame[where + 1] = static_cast<uint8_t>(value);
        }
    }

    /// Types that the dissector knows, and one that it does not.
    inline static const std::vector<uint16_t> ETHER_TYPES{0x0800,
                                                          0x0806,
                                                          0x4305,
                                                          0x6558,
                                                          0x8035,
                                                          0x8100,
                                                          0x86dd,
                                                          0x880b,
                                                          0x8847,
                                                          0x8848,
                                                          0x8864,
                                                          0x88a8,
                                                          0x88ca,
                                                          0x88f7,
                                                          0x88fb,
                                                          0x8906,
                                                          0x892f,
                                                          0x9000};
    /// Protocols that the dissectors know, and one that they do not.
    inline static const std::vector<uint8_t>
        PROTOCOLS{0, 1, 4, 6, 17, 33, 41, 43, 44, 47, 50, 51, 58, 60, 132, 136, 137, 253};

    std::mt19937_64 m_random;      //!< random numbers
    std::vector<Bytes> m_measured; //!< the frames of e1-frames.tsv
};

/**
 * @brief Hash a frame with everything there is, and check what holds for any frame.
 * @param frame the frame
 * @return all the hashes
 */
std::vector<uint32_t>
HashEveryWay(const BondFrame& frame)
{
    std::vector<uint32_t> hashes;
    for (const auto formula : {XmitHashFormula::LINUX_6_1, XmitHashFormula::LINUX_2_6})
    {
        for (const auto& [name, policy] : HashReference::POLICIES)
        {
            hashes.push_back(TransmitHash(policy, formula).Compute(frame));
        }
    }
    const uint32_t addresses = frame.GetDestination()[5] ^ frame.GetSource()[5];
    const TransmitHash layer2(XmitHashPolicy::LAYER2, XmitHashFormula::LINUX_6_1);
    const TransmitHash oldLayer34(XmitHashPolicy::LAYER34, XmitHashFormula::LINUX_2_6);
    EXPECT_EQ(layer2.Compute(frame), addresses ^ frame.GetEtherType());
    EXPECT_LT(oldLayer34.Compute(frame), 65536U);
    return hashes;
}

/**
 * @brief The bytes of a header.
 * @param header the header
 * @return as on the wire
 */
Bytes
Serialize(const Header& header)
{
    Buffer buffer;
    buffer.AddAtStart(header.GetSerializedSize());
    header.Serialize(buffer.Begin());
    Bytes bytes(buffer.GetSize());
    buffer.CopyData(bytes.data(), bytes.size());
    return bytes;
}

/**
 * @brief Make a frame of its parts.
 * @param destination destination address
 * @param source source address
 * @param etherType EtherType
 * @param header the header of IP or ARP
 * @param payload what follows
 * @return the frame
 */
Bytes
Join(const Bytes& destination,
     const Bytes& source,
     uint16_t etherType,
     const Bytes& header,
     const Bytes& payload)
{
    Bytes frame = destination;
    frame.insert(frame.end(), source.begin(), source.end());
    frame.push_back(static_cast<uint8_t>(etherType >> 8));
    frame.push_back(static_cast<uint8_t>(etherType));
    frame.insert(frame.end(), header.begin(), header.end());
    frame.insert(frame.end(), payload.begin(), payload.end());
    return frame;
}

} // namespace

TEST(BondFrameFuzz, AnyBytesHaveAHashThatDependsOnTheFrameOnly)
{
    const uint64_t seed = GetSetting("LINUX_TX_FUZZ_SEED", std::random_device()());
    const uint64_t nRounds = GetSetting("LINUX_TX_FUZZ_ROUNDS", 100000);
    std::cout << "LINUX_TX_FUZZ_SEED=" << seed << " LINUX_TX_FUZZ_ROUNDS=" << nRounds << std::endl;
    FrameBreaker breaker(seed);
    for (uint64_t i = 0; i < nRounds; ++i)
    {
        SCOPED_TRACE("seed " + std::to_string(seed) + ", round " + std::to_string(i));
        const Bytes bytes = breaker.MakeFrame();
        BondFrame frame(bytes);
        BondFrame again(bytes);
        if (breaker.Draw(3) == 0)
        {
            const auto tci = static_cast<uint16_t>(breaker.Draw(65536));
            frame.SetVlanTag(tci);
            again.SetVlanTag(tci);
        }
        EXPECT_EQ(HashEveryWay(frame), HashEveryWay(again));
        EXPECT_EQ(frame.GetLength(), std::max(bytes.size(), ETHERNET_HEADER_LENGTH));
        EXPECT_EQ(frame.IsIgmp(),
                  bytes.size() >= 34 && bytes[12] == 0x08 && bytes[13] == 0 && bytes[23] == 2);
        if (HasFailure())
        {
            break;
        }
    }
}

TEST(BondFrameFuzz, AFrameIsTheSameWhetherItsHeaderIsInThePacketOrBesideIt)
{
    const uint64_t seed = GetSetting("LINUX_TX_FUZZ_SEED", std::random_device()());
    const uint64_t nRounds = GetSetting("LINUX_TX_FUZZ_ROUNDS", 100000) / 10;
    std::cout << "LINUX_TX_FUZZ_SEED=" << seed << " LINUX_TX_FUZZ_ROUNDS=" << nRounds * 10
              << std::endl;
    FrameBreaker breaker(seed);
    for (uint64_t i = 0; i < nRounds; ++i)
    {
        SCOPED_TRACE("seed " + std::to_string(seed) + ", round " + std::to_string(i));
        const Bytes destination = breaker.DrawBytes(6);
        const Bytes source = breaker.DrawBytes(6);
        const Bytes payload = breaker.DrawBytes(breaker.Draw(400));
        const auto packet = Create<Packet>(payload.data(), payload.size());
        Mac48Address to;
        Mac48Address from;
        to.CopyFrom(destination.data());
        from.CopyFrom(source.data());
        Ptr<QueueDiscItem> item;
        Bytes bytes;
        switch (breaker.Draw(3))
        {
        case 0: {
            Ipv4Header header;
            header.SetSource(Ipv4Address(breaker.Draw(UINT32_MAX)));
            header.SetDestination(Ipv4Address(breaker.Draw(UINT32_MAX)));
            header.SetProtocol(breaker.Draw(2) == 0 ? 1 : 17);
            header.SetFragmentOffset(breaker.Draw(4) == 0 ? 8 : 0);
            header.SetPayloadSize(payload.size());
            item = Create<Ipv4QueueDiscItem>(packet, to, 0x0800, header);
            bytes = Join(destination, source, 0x0800, Serialize(header), payload);
            break;
        }
        case 1: {
            Ipv6Header header;
            header.SetSource(Ipv6Address(breaker.DrawBytes(16).data()));
            header.SetDestination(Ipv6Address(breaker.DrawBytes(16).data()));
            header.SetNextHeader(breaker.Draw(2) == 0 ? 0 : 6);
            header.SetPayloadLength(payload.size());
            item = Create<Ipv6QueueDiscItem>(packet, to, 0x86dd, header);
            bytes = Join(destination, source, 0x86dd, Serialize(header), payload);
            break;
        }
        default: {
            ArpHeader header;
            header.SetRequest(from, Ipv4Address("10.0.0.1"), to, Ipv4Address("10.0.0.2"));
            item = Create<ArpQueueDiscItem>(packet, to, 0x0806, header);
            bytes = Join(destination, source, 0x0806, Serialize(header), payload);
        }
        }
        const BondFrame beside(item, from);
        const BondFrame in(bytes);
        EXPECT_EQ(HashEveryWay(beside), HashEveryWay(in));
        EXPECT_EQ(beside.GetLength(), in.GetLength());
        EXPECT_EQ(beside.GetDestination(), in.GetDestination());
        EXPECT_EQ(beside.GetSource(), in.GetSource());
        const auto& all = in.GetNetworkBytes();
        EXPECT_EQ(
            beside.GetNetworkBytes(),
            Bytes(all.begin(), all.begin() + std::min(all.size(), BondFrame::MAX_NETWORK_BYTES)));
        if (HasFailure())
        {
            break;
        }
    }
}

TEST(BondFrameFuzz, AnyTextIsAFrameOrHasAProblem)
{
    const uint64_t seed = GetSetting("LINUX_TX_FUZZ_SEED", std::random_device()());
    const uint64_t nRounds = GetSetting("LINUX_TX_FUZZ_ROUNDS", 100000);
    std::cout << "LINUX_TX_FUZZ_SEED=" << seed << " LINUX_TX_FUZZ_ROUNDS=" << nRounds << std::endl;
    FrameBreaker breaker(seed);
    const std::string alphabet = "0123456789abcdefABCDEF.-x \t";
    for (uint64_t i = 0; i < nRounds; ++i)
    {
        SCOPED_TRACE("seed " + std::to_string(seed) + ", round " + std::to_string(i));
        std::string texts[2];
        for (auto& text : texts)
        {
            // mostly good digits, so that some are frames
            const auto nCharacters = breaker.Draw(2) == 0 ? 22 : alphabet.size();
            for (auto n = breaker.Draw(60); n > 0; --n)
            {
                text += breaker.Draw(500) == 0 ? static_cast<char>(breaker.Draw(256))
                                               : alphabet[breaker.Draw(nCharacters)];
            }
        }
        const auto result = FrameText::Parse(texts[0], breaker.Draw(2) == 0 ? "-" : texts[1]);
        EXPECT_NE(result.frame.has_value(), !result.problem.empty());
        EXPECT_EQ(result.problem.find('\n'), std::string::npos);
        if (result.frame)
        {
            HashEveryWay(*result.frame);
        }
        if (HasFailure())
        {
            break;
        }
    }
}
