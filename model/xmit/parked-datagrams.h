/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_PARKED_DATAGRAMS_H
#define LINUX_TX_PARKED_DATAGRAMS_H

#include "ns3/datagram-charge.h"
#include "ns3/event-id.h"
#include "ns3/gso-type.h"
#include "ns3/nstime.h"
#include "ns3/skb-pool.h"
#include "ns3/skb-tag.h"
#include "ns3/skb.h"

#include <cstdint>
#include <optional>
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
 * A train, or what a tunnel sends, has one Skb for all its packets: it is taken out whole with the
 * first packet that is sent again (TakeWhole).
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

    /// What is held of a train, or of a tunnel's packet.
    struct Whole
    {
        SkbPtr skb;                   //!< the control block of all its packets
        std::optional<GsoType> train; //!< kind of train; nothing for a single packet
    };

    /**
     * @brief Hold a train, or a tunnel's packet.
     * @param tag what its packets carry
     * @param whole what is held
     */
    void AddWhole(const SkbTag& tag, const Whole& whole);

    /**
     * @brief A packet is sent again: let go what AddWhole() was given, if it is of that.
     * @param tag what the packet carries
     * @return what was held; nothing if the tag names nothing of that kind
     */
    std::optional<Whole> TakeWhole(const SkbTag& tag);

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
        SkbPtr skb;  //!< the charge of what is still in the cache
        SkbPtr last; //!< the packet sent again last; pays for a surplus fragment
        std::optional<DatagramCharge> charge; //!< what its packets cost; nothing for a Whole
        std::optional<GsoType> train;         //!< kind of train, if it is one
        EventId deadline;                     //!< gives up
    };

    using Datagrams = std::unordered_map<uint32_t, Datagram>; //!< by slot of their Skb

    /**
     * @brief Find the datagram that a tag names.
     * @param tag the tag
     * @return where it is, or the end
     */
    Datagrams::iterator Find(const SkbTag& tag);

    /**
     * @brief Hold something.
     * @param tag what its packets carry
     * @param datagram what is held
     */
    void Insert(const SkbTag& tag, Datagram datagram);

    /**
     * @brief The time is over: give back what is still held.
     * @param slot the datagram's slot
     */
    void Expire(uint32_t slot);

    Ptr<SkbPool> m_pool;   //!< the host's Skbs
    Time m_deadline;       //!< longest time in here
    Datagrams m_datagrams; //!< what is held; never iterated in an order that matters
};

} // namespace ns3

#endif /* LINUX_TX_PARKED_DATAGRAMS_H */
