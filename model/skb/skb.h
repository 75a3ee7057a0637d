/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_SKB_H
#define LINUX_TX_SKB_H

#include "ns3/ptr.h"
#include "ns3/socket-write-memory.h"

#include <boost/smart_ptr/intrusive_ptr.hpp>
#include <cstdint>

namespace ns3
{

class SkbPool;

/**
 * @ingroup linux-tx
 * @brief The control block of one packet that a linux-tx socket sends (struct sk_buff).
 *
 * It carries what ns-3's Packet has no room for: which socket pays for the packet's memory, how
 * much, and what has to happen when nobody needs the packet any more (skb->sk, skb->truesize,
 * skb->destructor).
 *
 * Invariant: while an Skb has an owner, exactly its truesize is part of that owner's wmem_alloc.
 * The charge is taken by Charge(), grows by Grow(), shrinks by SplitCharge(), and ends once: by
 * Orphan(), or when the last SkbPtr goes away (kfree_skb running sock_wfree).
 *
 * Whoever holds the packet holds an SkbPtr: a queue disc item, a NIC's ring, the hold on a foreign
 * device, and the socket for the duration of its send call. Skbs live in an SkbPool.
 */
class Skb
{
  public:
    /// What a packet asks of the way down (the tx_flags of skb_shared_info that matter here).
    enum TxFlag : uint8_t
    {
        TX_TIMESTAMP = 1, //!< wants a transmit timestamp (SKBTX_ANY_TSTAMP)
        NEEDS_SOCKET = 2, //!< its driver needs skb->sk (SKBTX_DRV_NEEDS_SK_REF, kernel 2.6.36)
    };

    ~Skb();
    Skb(const Skb&) = delete;
    Skb& operator=(const Skb&) = delete;

    /**
     * @brief Make @p owner pay for this packet (skb_set_owner_w).
     * @param owner the write memory of the sending socket
     * @param truesize memory of the packet, in bytes
     *
     * An Skb is charged once in its life; a second call is a programming error.
     */
    void Charge(const Ptr<SocketWriteMemory>& owner, uint32_t truesize);

    /**
     * @brief End the charge early: skb_orphan() runs the destructor and forgets the socket.
     * @return the number of bytes given back; 0 if nobody was charged
     */
    uint32_t Orphan();

    /**
     * @brief The packet takes more memory than it was charged for, as a train does that is cut.
     * @param truesize bytes to add; the owner is charged for them
     */
    void Grow(uint32_t truesize);

    /**
     * @brief Move a part of the charge to an Skb that has none yet; the owner sees no change.
     * @param to the Skb that takes over
     * @param truesize bytes to move, in bytes; at most what this one holds is moved
     */
    void SplitCharge(Skb& to, uint32_t truesize);

    /**
     * @brief The socket that pays for this packet (skb->sk).
     * @return its write memory, or null if the packet is not charged (any more)
     */
    const Ptr<SocketWriteMemory>& GetOwner() const
    {
        return m_owner;
    }

    /**
     * @brief What the packet costs its owner.
     * @return the charge, in bytes; 0 without an owner
     */
    uint32_t GetTruesize() const
    {
        return m_truesize;
    }

    /**
     * @brief What the packet asks of the way down.
     * @param flags a combination of TxFlag
     */
    void SetTxFlags(uint8_t flags)
    {
        m_txFlags = flags;
    }

    /**
     * @brief What the packet asks of the way down.
     * @return a combination of TxFlag
     */
    uint8_t GetTxFlags() const
    {
        return m_txFlags;
    }

    /**
     * @brief Keep a hash for the packet's way down (skb->rxhash as skb_orphan_try() copies it).
     * @param hash the hash; 0 for none
     */
    void SetHash(uint32_t hash)
    {
        m_hash = hash;
    }

    /**
     * @brief The hash that was kept.
     * @return the hash; 0 for none
     */
    uint32_t GetHash() const
    {
        return m_hash;
    }

    /**
     * @brief Can the packet take another transmit queue than those of its socket before it,
     *        without overtaking one (skb->ooo_okay)?
     * @param may true if so
     */
    void SetMayChangeQueue(bool may)
    {
        m_mayChangeQueue = may;
    }

    /**
     * @brief Can the packet take another transmit queue than those before it?
     * @return false unless its sender says so
     */
    bool MayChangeQueue() const
    {
        return m_mayChangeQueue;
    }

    /**
     * @brief When the packet may leave at the earliest (skb->tstamp as TCP sets it since 4.20).
     * @param nanoseconds simulation time, in ns; 0 for no such time
     */
    void SetDepartureTime(int64_t nanoseconds)
    {
        m_departureTime = nanoseconds;
    }

    /**
     * @brief When the packet may leave at the earliest.
     * @return simulation time, in ns; 0 if its sender does not say
     */
    int64_t GetDepartureTime() const
    {
        return m_departureTime;
    }

    /**
     * @brief Place of this control block in its pool, valid together with GetGeneration().
     * @return slot number
     */
    uint32_t GetSlot() const
    {
        return m_slot;
    }

    /**
     * @brief How often the slot has been used: tells this Skb from earlier ones in the same slot.
     * @return generation number
     */
    uint32_t GetGeneration() const
    {
        return m_generation;
    }

  private:
    friend class SkbPool;
    friend void intrusive_ptr_add_ref(Skb* skb);
    friend void intrusive_ptr_release(Skb* skb);

    /**
     * @brief Constructor, for the pool.
     * @param slot place in the pool
     */
    explicit Skb(uint32_t slot);

    Ptr<SocketWriteMemory> m_owner; //!< who pays, or null
    Ptr<SkbPool> m_pool;            //!< kept alive while this Skb is in use
    int64_t m_departureTime{0};     //!< earliest departure, in ns of simulation time, or 0
    uint32_t m_hash{0};             //!< hash that was kept, or 0
    uint32_t m_truesize{0};         //!< the charge, in bytes
    uint32_t m_slot;                //!< place in the pool
    uint32_t m_generation{0};       //!< uses of the slot so far
    uint32_t m_references{0};       //!< holders
    uint8_t m_txFlags{0};           //!< combination of TxFlag
    bool m_mayChangeQueue{false};   //!< ooo_okay
};

/// A holder's reference to an Skb.
using SkbPtr = boost::intrusive_ptr<Skb>;

} // namespace ns3

#endif /* LINUX_TX_SKB_H */
