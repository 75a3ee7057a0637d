/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_NIC_TX_RING_H
#define LINUX_TX_NIC_TX_RING_H

#include "ns3/packet.h"
#include "ns3/ptr.h"
#include "ns3/skb.h"

#include <algorithm>
#include <boost/circular_buffer.hpp>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief Transmit ring of one NIC queue: the descriptors between driver and hardware.
 *
 * The driver posts frames at the tail (Push) and makes them known to the hardware (Publish, the
 * write to the tail register), the hardware takes them in order (StartNext) and marks what it has
 * sent (MarkSent), and the driver cleans that from the head (Complete, as a driver's clean_tx_irq
 * does), at once or when an interrupt reports several.
 *
 * A frame takes one descriptor; a train of segments that the NIC cuts itself (TSO, USO) takes one
 * for its headers and one for each fragment of memory that its payload lies in. The driver stops
 * its queue while fewer than a threshold are free, and wakes it when as many as another are.
 *
 * Invariant: an Skb is held from Push() until its descriptors are given back by Complete() or
 * Flush(), and entries leave in the order in which they came.
 *
 * It knows no simulator, device or queue disc; NicTxQueue owns it.
 */
class NicTxRing
{
  public:
    static constexpr std::size_t MAX_SIZE = 65535;   //!< most descriptors a ring can have
    static constexpr std::size_t DEFAULT_SIZE = 512; //!< descriptors, as many drivers default to

    /// When a driver stops and wakes its queue, in free descriptors; a ring's size at most counts.
    struct Thresholds
    {
        std::size_t stop{1}; //!< stop while fewer are free
        std::size_t wake{1}; //!< wake when so many are; below stop it means stop
    };

    /// One frame on the ring, or one train.
    struct Entry
    {
        Ptr<Packet> frame;               //!< the (first) frame with its Ethernet header
        SkbPtr skb;                      //!< who pays; null if it came without a linux-tx socket
        uint32_t bytes{0};               //!< what BQL and the counters count: all frames, no FCS
        std::vector<Ptr<Packet>> rest{}; //!< of a train, the frames behind the first
        uint32_t nDescriptors{1};        //!< descriptors that it takes

        /**
         * @brief How many frames it puts on the wire (gso_segs).
         * @return number of frames, at least 1
         */
        uint32_t GetNFrames() const
        {
            return 1 + static_cast<uint32_t>(rest.size());
        }

        /**
         * @brief One of its frames.
         * @param i index, below GetNFrames()
         * @return the frame
         */
        const Ptr<Packet>& GetFrame(uint32_t i) const
        {
            return i == 0 ? frame : rest[i - 1];
        }
    };

    /**
     * @brief Constructor.
     * @param size number of descriptors, 1 to MAX_SIZE
     */
    explicit NicTxRing(std::size_t size = DEFAULT_SIZE);

    /**
     * @brief ethtool -G: change the number of descriptors; frames on the ring stay there.
     * @param size number of descriptors
     * @return false, and no change, if @p size is not 1 to MAX_SIZE or less than what is in use
     */
    bool SetSize(std::size_t size);

    /**
     * @brief The number of descriptors.
     * @return number of descriptors
     */
    std::size_t GetSize() const
    {
        return m_entries.capacity();
    }

    /**
     * @brief Set when the driver stops and wakes its queue.
     * @param thresholds the thresholds
     */
    void SetThresholds(const Thresholds& thresholds)
    {
        m_thresholds = thresholds;
    }

    /**
     * @brief Are so many descriptors free?
     * @param nDescriptors what an entry would take
     * @return false if Push() would refuse it
     */
    bool HasRoom(std::size_t nDescriptors) const
    {
        return nDescriptors <= GetNFree();
    }

    /**
     * @brief Post a frame or train at the tail; the hardware sees it from Publish() on.
     * @param entry the frame or train; taken over only if there is room
     * @return false if too few descriptors are free
     */
    bool Push(Entry&& entry);

    /**
     * @brief Make the hardware see all that was posted.
     * @return how many entries it had not seen
     */
    std::size_t Publish();

    /**
     * @brief Is there a frame that the hardware sees and has not taken yet?
     * @return false if StartNext() has nothing to do
     */
    bool HasPending() const
    {
        return m_nStarted < m_nPublished;
    }

    /**
     * @brief The hardware takes the next entry; it stays on the ring until Complete().
     * @return the entry; valid until it is completed, flushed, or SetSize() is called
     */
    const Entry& StartNext();

    /**
     * @brief What the hardware took last.
     * @return the entry that StartNext() returned last; as valid as that
     */
    const Entry& GetLastStarted() const
    {
        return m_entries[m_nStarted - 1];
    }

    /**
     * @brief The oldest entry that was started and not sent has been sent; it stays on the ring
     *        until Complete().
     * @return the entry; as valid as that of StartNext()
     */
    const Entry& MarkSent();

    /**
     * @brief The oldest entry, which was started, is known to have been sent, marked or not: give
     *        its descriptors back.
     * @return the entry, Skb included
     */
    Entry Complete();

    /**
     * @brief Take the oldest entry off the ring, sent, started or neither (the link is gone).
     * @return the entry, Skb included
     */
    Entry Flush();

    /**
     * @brief How many descriptors are in use.
     * @return number of descriptors
     */
    std::size_t GetNUsed() const
    {
        return m_nUsed;
    }

    /**
     * @brief How many entries were started and not completed.
     * @return number of entries
     */
    std::size_t GetNStarted() const
    {
        return m_nStarted;
    }

    /**
     * @brief How many entries were sent and not completed: what the next interrupt reports.
     * @return number of entries
     */
    std::size_t GetNSent() const
    {
        return m_nSent;
    }

    /**
     * @brief How many entries are on the ring.
     * @return number of frames and trains
     */
    std::size_t GetNEntries() const
    {
        return m_entries.size();
    }

    /**
     * @brief How many descriptors are free.
     * @return number of descriptors
     */
    std::size_t GetNFree() const
    {
        return GetSize() - m_nUsed;
    }

    /**
     * @brief Is there nothing on the ring?
     * @return true if all descriptors are free
     */
    bool IsEmpty() const
    {
        return m_entries.empty();
    }

    /**
     * @brief Must the driver stop its queue (netif_tx_stop_queue) after a Push()?
     * @return true if fewer descriptors are free than the threshold
     */
    bool MustStop() const
    {
        return GetNFree() < std::min(m_thresholds.stop, GetSize());
    }

    /**
     * @brief May the driver wake a stopped queue (netif_tx_wake_queue) after a Complete()?
     * @return true if as many descriptors are free as the threshold
     */
    bool MayWake() const
    {
        return GetNFree() >= std::min(std::max(m_thresholds.stop, m_thresholds.wake), GetSize());
    }

  private:
    boost::circular_buffer<Entry> m_entries; //!< what is on the ring, oldest first
    Thresholds m_thresholds;                 //!< when the queue is stopped and woken
    std::size_t m_nUsed{0};                  //!< descriptors in use
    std::size_t m_nPublished{0};             //!< entries that the hardware sees: the oldest ones
    std::size_t m_nStarted{0};               //!< of these, started: the oldest ones
    std::size_t m_nSent{0};                  //!< of these, sent: the oldest ones
};

} // namespace ns3

#endif /* LINUX_TX_NIC_TX_RING_H */
