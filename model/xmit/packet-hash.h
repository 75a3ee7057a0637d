/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_PACKET_HASH_H
#define LINUX_TX_PACKET_HASH_H

#include "ns3/packet.h"
#include "ns3/ptr.h"
#include "ns3/queue-item.h"

#include <cstdint>
#include <optional>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief reciprocal_scale(): spread hashes over a range without a division.
 * @param hash a hash
 * @param n size of the range
 * @return hash * n / 2^32: 0 to n - 1
 */
inline uint32_t
ReciprocalScale(uint32_t hash, uint32_t n)
{
    return static_cast<uint32_t>((static_cast<uint64_t>(hash) * n) >> 32);
}

/**
 * @ingroup linux-tx
 * @brief net_tx_rndhash(): a hash for a new socket; here not random, so that runs repeat.
 * @param node id of the socket's node
 * @param number which of the node's sockets it is
 * @return the hash; never 0, which stands for none
 */
uint32_t MakeTransmitHash(uint32_t node, uint32_t number);

/**
 * @ingroup linux-tx
 * @brief jhash_1word(): hash a word with a seed (Bob Jenkins' lookup3, as include/linux/jhash.h
 *        has it).
 * @param word the word
 * @param seed the seed
 * @return the hash
 */
uint32_t JenkinsHash(uint32_t word, uint32_t seed);

/**
 * @ingroup linux-tx
 * @brief skb_get_hash(): the hash of a packet's headers, whoever has sent it.
 *
 * For an IP packet it is what ns3::QueueDiscItem::Hash() makes of addresses, protocol and ports.
 * @param item an XmitItem, or any other QueueDiscItem
 * @return the hash; nothing if it is not an IP packet
 */
std::optional<uint32_t> HashPacket(const Ptr<QueueDiscItem>& item);

/**
 * @ingroup linux-tx
 * @brief The same for a packet that comes without an item.
 * @param packet the packet from its L3 header on
 * @param protocol EtherType
 * @return the hash that its item has before its header is written; nothing if it is not IP
 */
std::optional<uint32_t> HashPacket(const Packet& packet, uint16_t protocol);

} // namespace ns3

#endif /* LINUX_TX_PACKET_HASH_H */
