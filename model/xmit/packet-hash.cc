/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/packet-hash.h"

#include "ns3/address.h"
#include "ns3/hash.h"
#include "ns3/ipv4-header.h"
#include "ns3/ipv4-l3-protocol.h"
#include "ns3/ipv4-queue-disc-item.h"
#include "ns3/ipv6-header.h"
#include "ns3/ipv6-l3-protocol.h"
#include "ns3/ipv6-queue-disc-item.h"
#include "ns3/xmit-item.h"

#include <array>
#include <typeinfo>

namespace ns3
{

namespace
{

/**
 * @brief rol32().
 * @param word a word
 * @param bits by how many bits, 1 to 31
 * @return the word, rotated to the left
 */
constexpr uint32_t
RotateLeft(uint32_t word, uint32_t bits)
{
    return word << bits | word >> (32 - bits);
}

/**
 * @brief The hash that an IP packet's item has.
 * @tparam Item kind of item
 * @tparam Header its header
 * @param packet the packet with its header
 * @param protocol EtherType
 * @return the hash
 */
template <class Item, class Header>
uint32_t
HashIpPacket(const Packet& packet, uint16_t protocol)
{
    const auto copy = packet.Copy();
    Header header;
    copy->RemoveHeader(header);
    return Create<Item>(copy, Address(), protocol, header)->Hash(0);
}

} // namespace

uint32_t
JenkinsHash(uint32_t word, uint32_t seed)
{
    constexpr uint32_t JHASH_INITVAL = 0xdeadbeef;
    const uint32_t start = seed + JHASH_INITVAL + 4; // the length in bytes
    uint32_t a = start + word;
    uint32_t b = start;
    uint32_t c = start;
    const auto mix = [](uint32_t& to, uint32_t from, uint32_t bits) {
        to = (to ^ from) - RotateLeft(from, bits);
    };
    mix(c, b, 14);
    mix(a, c, 11);
    mix(b, a, 25);
    mix(c, b, 16);
    mix(a, c, 4);
    mix(b, a, 14);
    mix(c, b, 24);
    return c;
}

std::optional<uint32_t>
HashPacket(const Packet& packet, uint16_t protocol)
{
    if (protocol == Ipv4L3Protocol::PROT_NUMBER)
    {
        return HashIpPacket<Ipv4QueueDiscItem, Ipv4Header>(packet, protocol);
    }
    if (protocol == Ipv6L3Protocol::PROT_NUMBER)
    {
        return HashIpPacket<Ipv6QueueDiscItem, Ipv6Header>(packet, protocol);
    }
    return std::nullopt;
}

std::optional<uint32_t>
HashPacket(const Ptr<QueueDiscItem>& item)
{
    if (typeid(*item) == typeid(XmitFrameItem))
    {
        return HashPacket(*item->GetPacket(), item->GetProtocol());
    }
    const bool isIp = item->GetProtocol() == Ipv4L3Protocol::PROT_NUMBER ||
                      item->GetProtocol() == Ipv6L3Protocol::PROT_NUMBER;
    return isIp ? std::optional(item->Hash(0)) : std::nullopt;
}

uint32_t
MakeTransmitHash(uint32_t node, uint32_t number)
{
    const std::array<uint32_t, 2> words{node, number};
    std::array<char, 8> bytes{};
    for (std::size_t i = 0; i < bytes.size(); ++i)
    {
        bytes[i] = static_cast<char>(words[i / 4] >> 8 * (i % 4));
    }
    const uint32_t hash = Hash32(bytes.data(), bytes.size());
    return hash != 0 ? hash : 1;
}

} // namespace ns3
