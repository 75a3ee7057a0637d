/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_TX_QUEUE_PICK_H
#define LINUX_TX_TX_QUEUE_PICK_H

#include "ns3/packet.h"
#include "ns3/ptr.h"
#include "ns3/queue-item.h"

#include <cstddef>
#include <cstdint>

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
 * @brief netdev_pick_tx(), skb_tx_hash(): which transmit queue of a device takes a packet.
 *
 * A packet that a socket still pays for goes by the socket's hash
 * (SocketWriteMemory::GetTransmitHash), so that all packets of a socket stay in order. One without
 * owner (not from a linux-tx socket, orphaned, or a segment that got no share of the charge) goes
 * by its own hash: what ns3::QueueDiscItem::Hash() makes of addresses, protocol and ports, and for
 * what is not IP the EtherType.
 *
 * NicNetDevice makes it the select-queue callback of its NetDeviceQueueInterface, so ns-3's
 * TrafficControlLayer and XmitLayer call it.
 * @param item an XmitItem, or any other QueueDiscItem
 * @param nQueues number of queues, at least 1
 * @return the queue, 0 to nQueues - 1
 */
std::size_t PickTxQueue(const Ptr<QueueItem>& item, std::size_t nQueues);

/**
 * @ingroup linux-tx
 * @brief The same for a packet that comes without an item and without owner.
 * @param packet the packet from its L3 header on
 * @param protocol EtherType
 * @param nQueues number of queues, at least 1
 * @return the queue that PickTxQueue() finds for the packet's item before its header is written
 */
std::size_t PickTxQueue(const Packet& packet, uint16_t protocol, std::size_t nQueues);

} // namespace ns3

#endif /* LINUX_TX_TX_QUEUE_PICK_H */
