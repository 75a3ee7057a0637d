/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_NIC_TX_RING_H
#define LINUX_TX_NIC_TX_RING_H

#include "ns3/packet.h"
#include "ns3/ptr.h"
#include "ns3/skb.h"

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
 * The driver posts frames at the tail (Push), the hardware takes them in order (StartNext) and
 * marks what it has sent (MarkSent), and the driver cleans that from the head (Complete, as a
 * driver's clean_tx_irq does), at once or when an interrupt reports several. A train of segments
 * that the NIC cuts itself (TSO, USO) takes one descriptor as a frame does. (Real hardware needs
 * one for each fragment of memory; drivers stop their queue while a largest train would not fit,
 * which comes to the same.)
 *
 * Invariant: an Skb is held from Push() until its descriptor is given back by Complete() or
 * Flush(), and descriptors leave in the order in which they came.
 *
 * It knows no simulator, device or queue disc; NicTxQueue owns it.
 */
class NicTxRing
{
  public:
    static constexpr std::size_t MAX_SIZE = 65535;   //!< most descriptors a ring can have
    static constexpr std::size_t DEFAULT_SIZE = 512; //!< descriptors, as many drivers default to
    static constexpr std::size_t WAKE_THRESHOLD = 1; //!< free ones that wake a stopped queue

    /// One frame on the ring, or one train.
    struct Descriptor
    {
        Ptr<Packet> frame;               //!< the (first) frame with its Ethernet header
        SkbPtr skb;                      //!< who pays; null if it came without a linux-tx socket
        uint32_t bytes{0};               //!< what BQL and the counters count: all frames, no FCS
        std::vector<Ptr<Packet>> rest{}; //!< of a train, the frames behind the first

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
        return m_descriptors.capacity();
    }

    /**
     * @brief Post a frame at the tail.
     * @param descriptor the frame; taken over only if there is room
     * @return false if the ring is full
     */
    bool Push(Descriptor&& descriptor);

    /**
     * @brief Is there a frame that the hardware has not taken yet?
     * @return false if StartNext() has nothing to do
     */
    bool HasPending() const
    {
        return m_nStarted < m_descriptors.size();
    }

    /**
     * @brief The hardware takes the next frame; it stays on the ring until Complete().
     * @return the frame; valid until it is completed, flushed, or SetSize() is called
     */
    const Descriptor& StartNext();

    /**
     * @brief What the hardware took last.
     * @return the frame that StartNext() returned last; as valid as that
     */
    const Descriptor& GetLastStarted() const
    {
        return m_descriptors[m_nStarted - 1];
    }

    /**
     * @brief The oldest frame that was started and not sent has been sent; it stays on the ring
     *        until Complete().
     * @return the frame; as valid as that of StartNext()
     */
    const Descriptor& MarkSent();

    /**
     * @brief The oldest frame, which was started, is known to have been sent, marked or not: give
     *        its descriptor back.
     * @return what was in the descriptor, Skb included
     */
    Descriptor Complete();

    /**
     * @brief Take the oldest frame off the ring, sent, started or neither (the link is gone).
     * @return what was in the descriptor, Skb included
     */
    Descriptor Flush();

    /**
     * @brief How many frames are on the ring.
     * @return number of descriptors in use
     */
    std::size_t GetNUsed() const
    {
        return m_descriptors.size();
    }

    /**
     * @brief How many frames were started and not completed.
     * @return number of descriptors
     */
    std::size_t GetNStarted() const
    {
        return m_nStarted;
    }

    /**
     * @brief How many frames were sent and not completed: what the next interrupt reports.
     * @return number of descriptors
     */
    std::size_t GetNSent() const
    {
        return m_nSent;
    }

    /**
     * @brief How many frames can be posted.
     * @return number of free descriptors
     */
    std::size_t GetNFree() const
    {
        return m_descriptors.reserve();
    }

    /**
     * @brief Is there nothing on the ring?
     * @return true if all descriptors are free
     */
    bool IsEmpty() const
    {
        return m_descriptors.empty();
    }

    /**
     * @brief Must the driver stop its queue (netif_tx_stop_queue) after a Push()?
     * @return true if no descriptor is free
     */
    bool MustStop() const
    {
        return m_descriptors.full();
    }

    /**
     * @brief May the driver wake a stopped queue (netif_tx_wake_queue) after a Complete()?
     * @return true if at least WAKE_THRESHOLD descriptors are free
     */
    bool MayWake() const
    {
        return GetNFree() >= WAKE_THRESHOLD;
    }

  private:
    boost::circular_buffer<Descriptor> m_descriptors; //!< in use, oldest first
    std::size_t m_nStarted{0};                        //!< of these, started: the oldest ones
    std::size_t m_nSent{0};                           //!< of these, sent: the oldest ones
};

} // namespace ns3

#endif /* LINUX_TX_NIC_TX_RING_H */
