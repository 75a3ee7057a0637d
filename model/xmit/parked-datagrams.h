/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_PARKED_DATAGRAMS_H
#define LINUX_TX_PARKED_DATAGRAMS_H

#include "ns3/datagram-charge.h"
#include "ns3/event-id.h"
#include "ns3/nstime.h"
#include "ns3/skb-pool.h"
#include "ns3/skb-tag.h"
#include "ns3/skb.h"

#include <cstdint>
#include <unordered_map>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief Holds the charge of datagrams that wait for address resolution (neigh->arp_queue).
 *
 * The packets themselves are in the ARP or ND cache, which tells nobody when it forgets some
 * (ArpCache::Flush, a full ND queue); so each datagram is held for a limited time only. When the
 * cache sends a packet again, Adopt() moves its share of the charge to it; when the cache reports
 * a packet dropped, Release() gives its share back.
 *
 * Invariant: what is held here and what was moved on add up to what the send call charged.
 */
class ParkedDatagrams
{
  public:
    /**
     * @brief Constructor.
     * @param pool the host's Skbs
     */
    explicit ParkedDatagrams(Ptr<SkbPool> pool);
    ~ParkedDatagrams();
    ParkedDatagrams(const ParkedDatagrams&) = delete;
    ParkedDatagrams& operator=(const ParkedDatagrams&) = delete;

    /**
     * @brief How long a datagram is held at most.
     * @param deadline the time
     */
    void SetDeadline(Time deadline);

    /**
     * @brief Hold a datagram.
     * @param tag what its packets carry
     * @param skb the control block with the charge of all its packets
     * @param charge what each of them costs
     */
    void Add(const SkbTag& tag, const SkbPtr& skb, const DatagramCharge& charge);

    /**
     * @brief Is no datagram held?
     * @return true if so
     */
    bool IsEmpty() const
    {
        return m_datagrams.empty();
    }

    /**
     * @brief A packet is sent again: move its share of the charge to an Skb of its own.
     * @param tag what the packet carries
     * @param packet the packet
     * @param mtu MTU of the device it is sent to, in bytes
     * @param linkHeaderRoom LL_RESERVED_SPACE of that device, in bytes
     * @return the control block that pays for it, or null if the tag names nothing held here
     */
    SkbPtr Adopt(const SkbTag& tag,
                 const DatagramCharge::Packet& packet,
                 uint32_t mtu,
                 uint32_t linkHeaderRoom);

    /**
     * @brief The cache dropped a datagram: give back what is still held of it.
     * @param tag what the packet carries
     */
    void Release(const SkbTag& tag);

    /**
     * @brief Give everything back.
     */
    void Clear();

  private:
    /// A datagram of which a cache still has packets.
    struct Datagram
    {
        SkbPtr skb;            //!< the charge of what is still in the cache
        SkbPtr last;           //!< the packet sent again last; pays for a surplus fragment
        DatagramCharge charge; //!< what its packets cost
        EventId deadline;      //!< gives up
    };

    /**
     * @brief The time is over: give back what is still held.
     * @param slot the datagram's slot
     */
    void Expire(uint32_t slot);

    Ptr<SkbPool> m_pool;                                //!< the host's Skbs
    Time m_deadline;                                    //!< longest time in here
    std::unordered_map<uint32_t, Datagram> m_datagrams; //!< by slot of their Skb; never iterated
};

} // namespace ns3

#endif /* LINUX_TX_PARKED_DATAGRAMS_H */
