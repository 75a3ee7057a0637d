/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_NIC_TX_DRIVER_H
#define LINUX_TX_NIC_TX_DRIVER_H

#include "ns3/event-id.h"
#include "ns3/nic-stats.h"
#include "ns3/nic-trace-sources.h"
#include "ns3/nic-transmitter.h"
#include "ns3/nic-tx-queue-set.h"
#include "ns3/nic-tx-queue.h"
#include "ns3/nic-tx-ring.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"

#include <cstddef>
#include <cstdint>

namespace ns3
{

class NicNetDevice;

/**
 * @ingroup linux-tx
 * @brief The transmitting half of a NIC's driver: posts frames and trains on rings, has the
 *        hardware (NicTransmitter) send them, and cleans up behind it.
 *
 * Invariants: an Skb is held exactly while its frame or train is on a ring; entries are never
 * queued without a link; every frame that was posted ends in one of the tx counters.
 *
 * NicNetDevice owns it, and decides what may be sent and by which queue.
 */
class NicTxDriver : private NicTransmitter::Listener
{
  public:
    /**
     * @brief Constructor.
     * @param device the NIC
     * @param traces its trace sources
     * @param stats its counters
     */
    NicTxDriver(NicNetDevice& device, NicTraceSources& traces, NicStats& stats);

    NicTxDriver(const NicTxDriver&) = delete;
    NicTxDriver& operator=(const NicTxDriver&) = delete;

    /**
     * @brief The transmit queues.
     * @return the queues
     */
    NicTxQueueSet& GetQueues()
    {
        return m_queues;
    }

    /**
     * @brief The transmit queues.
     * @return the queues
     */
    const NicTxQueueSet& GetQueues() const
    {
        return m_queues;
    }

    /**
     * @brief Put a frame or train on a ring, which has room, and send it when its turn comes.
     * @param queue the queue
     * @param entry the frame or train
     * @param more is more to come at this instant (netdev_xmit_more)?
     */
    void Post(NicTxQueue& queue, NicTxRing::Entry&& entry, bool more);

    /**
     * @brief Count and trace a frame or train that may not go on the ring.
     * @param queue the queue
     * @param entry the frame or train
     */
    void Refuse(NicTxQueue& queue, const NicTxRing::Entry& entry);

    /**
     * @brief `ethtool -C`: set when what the queues have sent is reported. What was sent is
     *        reported at once if nothing shall wait any more.
     * @param coalescing the settings
     */
    void SetCoalescing(const TxCoalescing& coalescing);

    /**
     * @brief The same for one queue.
     * @param queue the queue
     * @param coalescing the settings
     */
    void SetCoalescing(NicTxQueue& queue, const TxCoalescing& coalescing);

    /**
     * @brief The link has gone: drop what is on the rings, and what is being sent.
     * @return how many frames that the channel was given did not leave whole
     */
    uint32_t Abort();

    /**
     * @brief The device goes away.
     */
    void Dispose();

  private:
    // Inherited from NicTransmitter::Listener.
    bool IsWatchingWire() const override;
    void WireBegin(const Ptr<const Packet>& frame) override;
    void WireEnd(const Ptr<const Packet>& frame) override;
    void EntrySent(NicTxQueue& queue) override;

    /**
     * @brief The hardware is told of new descriptors.
     * @param queue the queue
     * @param nNew entries it did not know of
     */
    void DoorbellRung(NicTxQueue& queue, std::size_t nNew);

    /**
     * @brief Begin to send the next entry of the next ring that has one.
     */
    void StartTransmission();

    /**
     * @brief StartTransmission() when a half-duplex link is free, after who waits already.
     */
    void AwaitMedium();

    /**
     * @brief A completion interrupt: give back what was sent (a driver's clean_tx_irq).
     * @param queue the queue, with something that was sent
     */
    void CleanTx(NicTxQueue& queue);

    /**
     * @brief Trace when an entry left, if its socket wants to know.
     * @param entry the entry, which has just been sent
     */
    void TraceTimestamp(const NicTxRing::Entry& entry) const;

    /**
     * @brief Count frames that were sent.
     * @param queue their queue
     * @param packets number of frames
     * @param bytes their bytes
     */
    void CountSent(NicTxQueue& queue, uint32_t packets, uint32_t bytes);

    /**
     * @brief Count and trace what was on a ring when the link went.
     * @param queue the queue
     * @param entry the frame or train
     * @param progress how much of it had been sent
     */
    void LoseEntry(NicTxQueue& queue,
                   const NicTxRing::Entry& entry,
                   const NicTransmitter::Progress& progress);

    NicNetDevice& m_device;       //!< the NIC
    NicTraceSources& m_traces;    //!< its trace sources
    NicStats& m_stats;            //!< its counters
    NicTxQueueSet m_queues;       //!< the transmit queues
    NicTransmitter m_transmitter; //!< sends what is on their rings
    EventId m_mediumFree;         //!< StartTransmission() when a half-duplex link may be free
};

} // namespace ns3

#endif /* LINUX_TX_NIC_TX_DRIVER_H */
