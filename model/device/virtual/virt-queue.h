/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_VIRT_QUEUE_H
#define LINUX_TX_VIRT_QUEUE_H

#include "ns3/packet.h"
#include "ns3/ptr.h"
#include "ns3/skb.h"

#include <boost/circular_buffer.hpp>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief The transmit ring between a guest and its host (struct vring_virtqueue, split, with event
 *        index): what the guest has put on it, and what of that the host has used.
 *
 * The guest adds frames (Push); the host takes the oldest (GetNext) and says so (MarkUsed); the
 * guest detaches what was used (Detach). When the host has to interrupt the guest is up to the
 * guest: never, when the next one is used, or when three quarters of all are.
 *
 * Invariant: an Skb is held from Push() until Detach() or Clear(); entries leave in the order in
 * which they came. It knows no simulator and no device.
 */
class VirtQueue
{
  public:
    static constexpr uint32_t DEFAULT_SIZE = 256; //!< QEMU's tx_queue_size, in descriptors
    static constexpr uint32_t MIN_SIZE = 32;      //!< above what a stopped queue needs to wake
    static constexpr uint32_t MAX_SIZE = 32768;   //!< of a split ring, in descriptors

    /// One frame on the ring.
    struct Entry
    {
        Ptr<Packet> frame;        //!< the frame with its Ethernet header
        SkbPtr skb;               //!< who pays, or null
        uint32_t nDescriptors{1}; //!< descriptors that it takes
    };

    /**
     * @brief Constructor.
     * @param size number of descriptors
     */
    explicit VirtQueue(uint32_t size = DEFAULT_SIZE);

    /**
     * @brief Can a ring have so many descriptors?
     * @param size number of descriptors
     * @return true for a power of two from MIN_SIZE to MAX_SIZE
     */
    static bool IsSize(uint32_t size);

    /**
     * @brief Change the number of descriptors.
     * @param size number of descriptors
     * @return false, and no change, if it is no size, or anything is on the ring
     */
    bool SetSize(uint32_t size);

    /**
     * @brief The number of descriptors.
     * @return number of descriptors
     */
    uint32_t GetSize() const
    {
        return m_size;
    }

    /**
     * @brief How many descriptors are free (vq->num_free).
     * @return number of descriptors
     */
    uint32_t GetNFree() const
    {
        return m_size - m_nInUse;
    }

    /**
     * @brief How many entries are on the ring, used ones included.
     * @return number of frames
     */
    std::size_t GetNEntries() const
    {
        return m_entries.size();
    }

    // --- The guest's side

    /**
     * @brief virtqueue_add(): put a frame on the ring.
     * @param entry the frame; taken over only if there is room
     * @return false if too few descriptors are free
     */
    bool Push(Entry&& entry);

    /**
     * @brief virtqueue_get_buf(): take the oldest frame off the ring, if the host has used it.
     * @return the entry, Skb included; nothing if there is none
     */
    std::optional<Entry> Detach();

    /**
     * @brief virtqueue_disable_cb(): the host need not interrupt.
     */
    void DisableInterrupt()
    {
        m_interruptAt.reset();
    }

    /**
     * @brief virtqueue_enable_cb(): interrupt when the next frame is used.
     */
    void EnableInterrupt();

    /**
     * @brief virtqueue_enable_cb_delayed(): interrupt when more than three quarters of what is on
     *        the ring is used.
     */
    void EnableInterruptDelayed();

    /**
     * @brief Take everything off the ring.
     */
    void Clear();

    // --- The host's side

    /**
     * @brief Is there a frame that the host has not used?
     * @return true if so
     */
    bool HasNext() const
    {
        return m_nUsed < m_entries.size();
    }

    /**
     * @brief The oldest frame that the host has not used.
     * @return the frame
     */
    const Ptr<Packet>& GetNext() const
    {
        return m_entries[m_nUsed].frame;
    }

    /**
     * @brief virtqueue_push(): the host has used that frame.
     * @return true if it has to interrupt the guest (vring_need_event)
     */
    bool MarkUsed();

  private:
    boost::circular_buffer<Entry> m_entries; //!< what is on the ring, oldest first
    uint32_t m_size;                         //!< descriptors
    uint32_t m_nInUse{0};                    //!< of these, in use
    std::size_t m_nUsed{0};                  //!< entries that the host has used: the oldest ones
    /// How many entries more are to be used without an interrupt; nothing for no interrupt.
    std::optional<std::size_t> m_interruptAt;
};

} // namespace ns3

#endif /* LINUX_TX_VIRT_QUEUE_H */
