/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/tx-queue-pick.h"

#include "ns3/address.h"
#include "ns3/hash.h"
#include "ns3/ipv4-header.h"
#include "ns3/ipv4-l3-protocol.h"
#include "ns3/ipv4-queue-disc-item.h"
#include "ns3/ipv6-header.h"
#include "ns3/ipv6-l3-protocol.h"
#include "ns3/ipv6-queue-disc-item.h"
#include "ns3/socket-write-memory.h"
#include "ns3/xmit-item.h"

#include <array>
#include <typeinfo>

namespace ns3
{

namespace
{

/**
 * @brief The hash of a packet that has no flow: all of a protocol go together.
 * @param protocol EtherType
 * @return the hash
 */
uint32_t
HashProtocol(uint16_t protocol)
{
    const std::array<char, 2> bytes{static_cast<char>(protocol >> 8), static_cast<char>(protocol)};
    return Hash32(bytes.data(), bytes.size());
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

/**
 * @brief The hash of a packet with all its headers.
 * @param packet the packet
 * @param protocol EtherType
 * @return the hash
 */
uint32_t
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
    return HashProtocol(protocol);
}

/**
 * @brief skb_get_hash(): the socket's hash, or the packet's own.
 * @param item the packet
 * @return the hash
 */
uint32_t
GetHash(const Ptr<QueueDiscItem>& item)
{
    const auto* xmitItem = XmitItem::From(item);
    if (xmitItem && xmitItem->GetSkb())
    {
        const auto& owner = xmitItem->GetSkb()->GetOwner();
        if (owner && owner->GetTransmitHash() != 0)
        {
            return owner->GetTransmitHash();
        }
    }
    if (typeid(*item) == typeid(XmitFrameItem))
    {
        return HashPacket(*item->GetPacket(), item->GetProtocol());
    }
    const bool isIp = item->GetProtocol() == Ipv4L3Protocol::PROT_NUMBER ||
                      item->GetProtocol() == Ipv6L3Protocol::PROT_NUMBER;
    return isIp ? item->Hash(0) : HashProtocol(item->GetProtocol());
}

} // namespace

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

std::size_t
PickTxQueue(const Ptr<QueueItem>& item, std::size_t nQueues)
{
    // Everything that TrafficControlLayer and XmitLayer carry is a QueueDiscItem.
    const auto hash = GetHash(StaticCast<QueueDiscItem>(item));
    return ReciprocalScale(hash, static_cast<uint32_t>(nQueues));
}

std::size_t
PickTxQueue(const Packet& packet, uint16_t protocol, std::size_t nQueues)
{
    return ReciprocalScale(HashPacket(packet, protocol), static_cast<uint32_t>(nQueues));
}

} // namespace ns3
