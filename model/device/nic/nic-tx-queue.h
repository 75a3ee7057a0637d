/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_NIC_TX_QUEUE_H
#define LINUX_TX_NIC_TX_QUEUE_H

#include "ns3/event-id.h"
#include "ns3/net-device-queue-interface.h"
#include "ns3/nic-tx-ring.h"
#include "ns3/ptr.h"
#include "ns3/tx-coalescer.h"

#include <cstddef>
#include <cstdint>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief One transmit queue of a NIC: a ring, and the driver's dealings with what is above it
 *        (struct netdev_queue: stop, wake, BQL).
 *
 * It stops the NetDeviceQueue when the ring is full, wakes it when WAKE_THRESHOLD descriptors are
 * free, and tells BQL of the bytes that enter and leave the ring. Without a NetDeviceQueue nobody
 * is told anything.
 *
 * Invariants: the bytes BQL knows are those on the ring; a queue that is stopped is woken by a
 * later Credit() or by the run of its queue disc that ScheduleQueueDisc() brings.
 *
 * NicNetDevice owns it, and NicTransmitter takes from its ring.
 */
class NicTxQueue
{
  public:
    /**
     * @brief Constructor.
     * @param ringSize number of descriptors, 1 to NicTxRing::MAX_SIZE
     */
    explicit NicTxQueue(std::size_t ringSize);

    NicTxQueue(const NicTxQueue&) = delete;
    NicTxQueue& operator=(const NicTxQueue&) = delete;

    /**
     * @brief Set whom to stop and wake.
     * @param deviceQueue the device's transmit queue as queue discs see it
     */
    void SetDeviceQueue(const Ptr<NetDeviceQueue>& deviceQueue);

    /**
     * @brief The ring.
     * @return the ring
     */
    NicTxRing& GetRing()
    {
        return m_ring;
    }

    /**
     * @brief The ring.
     * @return the ring
     */
    const NicTxRing& GetRing() const
    {
        return m_ring;
    }

    /**
     * @brief The interrupt timer.
     * @return the timer
     */
    TxCoalescer& GetCoalescer()
    {
        return m_coalescer;
    }

    /**
     * @brief Put something on the ring, which has room.
     * @param descriptor a frame or train
     * @param backlog is anything on a ring of the device already?
     */
    void Post(NicTxRing::Descriptor&& descriptor, bool backlog);

    /**
     * @brief Give descriptors and bytes back to the queue disc above.
     * @param bytes what has left the ring, in bytes
     */
    void Credit(uint32_t bytes);

    /**
     * @brief Make the queue disc above run if all on the ring was sent and it may have more.
     */
    void ContinueQueueDisc();

    /**
     * @brief The link is gone and the ring empty: give bytes back to BQL, let the queue disc run.
     * @param bytes what has left the ring, in bytes
     */
    void CreditLost(uint32_t bytes);

    /**
     * @brief netif_schedule(): make the queue disc above run, from an event of its own.
     */
    void ScheduleQueueDisc();

    /**
     * @brief The device goes away: drop what is on the ring, and let go of everything.
     */
    void Dispose();

    /**
     * @brief Count what the queue has sent.
     * @param packets frames
     * @param bytes their bytes, with Ethernet header, without padding and FCS
     */
    void CountSent(uint32_t packets, uint32_t bytes)
    {
        m_txPackets += packets;
        m_txBytes += bytes;
    }

    /**
     * @brief `ethtool -S`: tx_queue_N_packets.
     * @return frames sent
     */
    uint64_t GetTxPackets() const
    {
        return m_txPackets;
    }

    /**
     * @brief `ethtool -S`: tx_queue_N_bytes.
     * @return bytes of these
     */
    uint64_t GetTxBytes() const
    {
        return m_txBytes;
    }

  private:
    /**
     * @brief Make the queue disc above run: ns-3 has no other way than to wake a stopped queue.
     */
    void RunQueueDisc();

    NicTxRing m_ring;                  //!< the transmit ring
    TxCoalescer m_coalescer;           //!< when what was sent is reported
    Ptr<NetDeviceQueue> m_deviceQueue; //!< whom to stop and wake, or null
    EventId m_queueDiscRun;            //!< RunQueueDisc(), if scheduled
    bool m_hadBacklog{false};          //!< Post() met a backlog since all was last sent
    uint64_t m_txPackets{0};           //!< frames sent
    uint64_t m_txBytes{0};             //!< bytes of these
};

} // namespace ns3

#endif /* LINUX_TX_NIC_TX_QUEUE_H */
