/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_TX_QUEUE_PICKER_H
#define LINUX_TX_TX_QUEUE_PICKER_H

#include "ns3/packet.h"
#include "ns3/ptr.h"
#include "ns3/queue-item.h"
#include "ns3/skb.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief netdev_pick_tx(): which transmit queue of a device takes a packet.
 *
 * A socket keeps the queue that its last packet took (sk_tx_queue_mapping), if all that it sends
 * goes to one peer, until a packet comes that cannot overtake an earlier one
 * (Skb::SetMayChangeQueue, ooo_okay) or the device has no such queue any more. A queue is chosen
 * among those that serve the CPU that the socket runs on (XPS, get_xps_queue), or, where none does,
 * among all (skb_tx_hash), by the first of
 *  - the hash of the socket that still pays for the packet (SocketWriteMemory::GetTransmitHash);
 *  - the hash that was copied into the packet when it was orphaned (Skb::GetHash);
 *  - the packet's own hash (HashPacket), since kernel 3.14;
 *  - its protocol: all packets of one protocol take the same queue.
 *
 * A seeded hash of that, scaled to the number of queues, is the queue.
 *
 * NicNetDevice has one, and makes it the select-queue callback of its NetDeviceQueueInterface, so
 * ns-3's TrafficControlLayer and XmitLayer call it.
 */
class TxQueuePicker
{
  public:
    static constexpr uint32_t MAX_CPUS = 64; //!< CPUs that SetXpsCpus() can name

    /**
     * @brief Set the seed (hashrnd).
     * @param seed the seed; 0 for one that is made from SetHost()
     */
    void SetSeed(uint32_t seed)
    {
        m_seed = seed;
    }

    /**
     * @brief The seed that was set.
     * @return the seed, or 0
     */
    uint32_t GetSeed() const
    {
        return m_seed;
    }

    /**
     * @brief Set the host, which has a seed of its own: not random, so that runs repeat.
     * @param node id of its node
     */
    void SetHost(uint32_t node)
    {
        m_node = node;
    }

    /**
     * @brief xps_cpus: let a queue serve CPUs.
     * @param queue its index
     * @param cpus a bit for each CPU
     */
    void SetXpsCpus(std::size_t queue, uint64_t cpus);

    /**
     * @brief Pick the queue of a packet.
     * @param item an XmitItem, or any other QueueDiscItem
     * @param nQueues number of queues, at least 1
     * @return the queue, 0 to nQueues - 1
     */
    std::size_t Pick(const Ptr<QueueItem>& item, std::size_t nQueues) const;

    /**
     * @brief Pick the queue of a packet that comes without an item and without owner.
     * @param packet the packet from its L3 header on
     * @param protocol EtherType
     * @param nQueues number of queues, at least 1
     * @return the queue that its item would take before its header is written
     */
    std::size_t Pick(const Packet& packet, uint16_t protocol, std::size_t nQueues) const;

  private:
    /**
     * @brief get_xps_queue().
     * @param cpu a CPU
     * @param hash the packet's hash
     * @param nQueues number of queues
     * @return the queue; nothing if none serves the CPU
     */
    std::optional<std::size_t> PickForCpu(uint32_t cpu, uint32_t hash, std::size_t nQueues) const;

    /**
     * @brief skb_tx_hash().
     * @param hash the hash of socket, packet or protocol
     * @param nQueues number of queues
     * @return the queue
     */
    std::size_t Scale(uint32_t hash, std::size_t nQueues) const;

    uint32_t m_seed{0};              //!< hashrnd, or 0
    uint32_t m_node{0};              //!< the host
    std::vector<uint64_t> m_xpsCpus; //!< of each queue, the CPUs it serves; empty without XPS
};

} // namespace ns3

#endif /* LINUX_TX_TX_QUEUE_PICKER_H */
