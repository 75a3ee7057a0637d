/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/alb-arp-message.h"

#include <algorithm>
#include <array>

namespace ns3
{

namespace
{

/// Size of an ARP message for Ethernet and IPv4, in bytes.
constexpr std::size_t SIZE = 28;

/// Hardware type Ethernet, protocol type IPv4, and the sizes of their addresses.
constexpr std::array<uint8_t, 6> PREFIX{0, 1, 8, 0, 6, 4};

constexpr std::size_t OPERATION_AT = 6;   //!< two bytes
constexpr std::size_t SENDER_MAC_AT = 8;  //!< six bytes
constexpr std::size_t SENDER_IP_AT = 14;  //!< four bytes
constexpr std::size_t TARGET_MAC_AT = 18; //!< six bytes
constexpr std::size_t TARGET_IP_AT = 24;  //!< four bytes

/**
 * @brief Read a hardware address.
 * @param bytes its first byte
 * @return the address
 */
Mac48Address
ReadMac(const uint8_t* bytes)
{
    Mac48Address address;
    address.CopyFrom(bytes);
    return address;
}

} // namespace

std::optional<AlbArpMessage>
AlbArpMessage::Read(const std::vector<uint8_t>& bytes)
{
    if (bytes.size() < SIZE)
    {
        return std::nullopt;
    }
    AlbArpMessage message;
    message.operation = static_cast<uint16_t>(bytes[OPERATION_AT] << 8 | bytes[OPERATION_AT + 1]);
    message.senderMac = ReadMac(&bytes[SENDER_MAC_AT]);
    message.senderIp = Ipv4Address::Deserialize(&bytes[SENDER_IP_AT]);
    message.targetMac = ReadMac(&bytes[TARGET_MAC_AT]);
    message.targetIp = Ipv4Address::Deserialize(&bytes[TARGET_IP_AT]);
    if (message.operation == REQUEST && message.targetMac.IsBroadcast())
    {
        message.targetMac = Mac48Address();
    }
    return message;
}

std::optional<AlbArpMessage>
AlbArpMessage::Read(const Ptr<const Packet>& packet)
{
    std::vector<uint8_t> bytes(SIZE);
    bytes.resize(packet->CopyData(bytes.data(), SIZE));
    return Read(bytes);
}

Ptr<Packet>
AlbArpMessage::Write() const
{
    std::array<uint8_t, SIZE> bytes{};
    std::copy(PREFIX.begin(), PREFIX.end(), bytes.begin());
    bytes[OPERATION_AT] = static_cast<uint8_t>(operation >> 8);
    bytes[OPERATION_AT + 1] = static_cast<uint8_t>(operation);
    senderMac.CopyTo(&bytes[SENDER_MAC_AT]);
    senderIp.Serialize(&bytes[SENDER_IP_AT]);
    targetMac.CopyTo(&bytes[TARGET_MAC_AT]);
    targetIp.Serialize(&bytes[TARGET_IP_AT]);
    return Create<Packet>(bytes.data(), bytes.size());
}

} // namespace ns3
