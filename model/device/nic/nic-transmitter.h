/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_NIC_TRANSMITTER_H
#define LINUX_TX_NIC_TRANSMITTER_H

#include "ns3/data-rate.h"
#include "ns3/ethernet-wire-clock.h"
#include "ns3/event-id.h"
#include "ns3/nic-channel.h"
#include "ns3/nic-tx-queue.h"
#include "ns3/nic-tx-ring.h"
#include "ns3/nstime.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"

#include <cstdint>

namespace ns3
{

class NicNetDevice;

/**
 * @ingroup linux-tx
 * @brief The transmitting half of a NIC's hardware: puts one ring entry after the other on the
 * wire.
 *
 * An entry is a frame or a train; the frames of a train follow each other back to back. All frames
 * of an entry are given to the channel when the first one begins, so a train costs the sender one
 * event, unless somebody watches the wire (Listener::IsWatchingWire): then each frame of it has
 * one.
 *
 * Invariants: the entry on the wire is the last one started on its queue's ring; frames begin and
 * end as EthernetWireClock says, in entries as between them.
 *
 * NicNetDevice owns it, tells it what to send, and listens.
 */
class NicTransmitter
{
  public:
    /// Who is told what happens on the wire.
    class Listener
    {
      public:
        virtual ~Listener() = default;

        /**
         * @brief Does it matter when the frames within a train begin and end?
         * @return false if WireBegin() and WireEnd() have nobody to tell
         */
        virtual bool IsWatchingWire() const = 0;

        /**
         * @brief The first bit of a frame leaves.
         * @param frame the frame
         */
        virtual void WireBegin(const Ptr<const Packet>& frame) = 0;

        /**
         * @brief A frame within a train has been sent and its gap is over.
         * @param frame the frame
         */
        virtual void WireEnd(const Ptr<const Packet>& frame) = 0;

        /**
         * @brief All of an entry, and the gap after it, has been sent; it is still on the ring.
         *
         * There is no WireEnd() for its last frame.
         * @param queue the queue whose oldest started entry it is
         */
        virtual void EntrySent(NicTxQueue& queue) = 0;
    };

    /// How much of an entry had been sent when it was cut off.
    struct Progress
    {
        uint32_t nEnded{0};   //!< frames whose WireEnd() the listener was told
        uint32_t nSent{0};    //!< frames whose last bit had left, with these
        uint32_t nNotSent{0}; //!< the others
        bool halfSent{false}; //!< the first of the others had begun
    };

    /**
     * @brief Constructor.
     * @param device the NIC, as the channel knows the sender
     * @param listener who is told
     */
    NicTransmitter(NicNetDevice& device, Listener& listener);

    NicTransmitter(const NicTransmitter&) = delete;
    NicTransmitter& operator=(const NicTransmitter&) = delete;

    /**
     * @brief Is an entry, or the gap after it, on the wire?
     * @return false if Send() may be called
     */
    bool IsBusy() const
    {
        return m_queue != nullptr;
    }

    /**
     * @brief The queue whose entry is on the wire.
     * @return the queue, or null
     */
    const NicTxQueue* GetQueue() const
    {
        return m_queue;
    }

    /**
     * @brief When the entry on the wire began, or the last one if there is none.
     * @return when its first bit left, that of the preamble
     */
    Time GetBegin() const
    {
        return m_start.next;
    }

    /**
     * @brief How long the wire is still busy with the entry, gap included.
     * @return the time; 0 if there is none
     */
    Time GetTimeLeft() const;

    /**
     * @brief Send the next entry of a ring.
     * @param queue the queue, with something pending
     * @param channel the channel
     * @param rate data rate of the link
     */
    void Send(NicTxQueue& queue, const Ptr<NicChannel>& channel, DataRate rate);

    /**
     * @brief The link has gone: cut off the entry on the wire, which stays on the ring.
     * @return what had become of its frames; all 0 if there is none
     */
    Progress Abort();

    /**
     * @brief The device goes away: forget the entry on the wire.
     */
    void Dispose();

  private:
    /// Walks over the frames of an entry in time.
    struct Walk
    {
        EthernetWireClock clock; //!< the clock before the next frame
        Time next;               //!< when that begins
        DataRate rate;           //!< data rate of the link

        /**
         * @brief Go past a frame.
         * @param frame the frame
         * @return when it is through
         */
        EthernetWireClock::Slot Pass(const Packet& frame);
    };

    /**
     * @brief Send the frames of a train, the entry that m_start has the begin of.
     * @param train the entry
     * @param channel the channel
     */
    void SendTrain(const NicTxRing::Entry& train, NicChannel& channel);

    /**
     * @brief A frame within a train has ended, and the next one begins.
     */
    void PassBoundary();

    /**
     * @brief The entry has been sent.
     */
    void Complete();

    NicNetDevice& m_device;       //!< the NIC
    Listener& m_listener;         //!< who is told
    EthernetWireClock m_clock;    //!< timing of the outbound direction
    NicTxQueue* m_queue{nullptr}; //!< whose entry is on the wire, or null
    Walk m_start;                 //!< the entry on the wire, from its first frame on
    Walk m_watch;                 //!< the same, from the frame that begins next on
    uint32_t m_nBegun{0};         //!< frames of the entry that the listener knows to have begun
    EventId m_boundary;           //!< PassBoundary(), if somebody watches
    EventId m_completion;         //!< Complete() for the entry
};

} // namespace ns3

#endif /* LINUX_TX_NIC_TRANSMITTER_H */
