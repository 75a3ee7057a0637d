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
#include <functional>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief What has happened on a transmit queue since the NIC was made (`ethtool -S`).
 */
struct NicTxQueueStats
{
    uint64_t packets{0};    //!< frames sent
    uint64_t bytes{0};      //!< their bytes, with Ethernet header, without padding and FCS
    uint64_t stops{0};      //!< times the driver stopped the queue, its ring being full
    uint64_t wakes{0};      //!< times it woke the queue again
    uint64_t busy{0};       //!< trains that came when they did not fit (NETDEV_TX_BUSY)
    uint64_t doorbells{0};  //!< times the hardware was told of new descriptors
    uint64_t interrupts{0}; //!< completion interrupts
};

/**
 * @ingroup linux-tx
 * @brief One transmit queue of a NIC: a ring, and the driver's dealings with what is above it
 *        (struct netdev_queue: stop, wake, BQL, xmit_more).
 *
 * It stops and wakes the NetDeviceQueue by the thresholds of its ring, and tells BQL of the bytes
 * that enter and leave the ring. Without a NetDeviceQueue nobody is told anything. The hardware is
 * told of new descriptors by the doorbell: once for each, or, while the queue disc says that there
 * are more to come (xmit_more), once for all of them.
 *
 * Invariants: the bytes BQL knows are those on the ring; a queue that is stopped is woken by a
 * later Credit() or by the run of its queue disc that ScheduleQueueDisc() brings; what was posted
 * is published before the event after this one.
 *
 * NicNetDevice owns it, and NicTransmitter takes from its ring.
 */
class NicTxQueue
{
  public:
    /// Told when the doorbell rings: the queue, and entries the hardware did not know of.
    using DoorbellCallback = std::function<void(NicTxQueue& queue, std::size_t nNew)>;

    /**
     * @brief Constructor.
     * @param index place among the queues of its NIC
     * @param ringSize number of descriptors, 1 to NicTxRing::MAX_SIZE
     * @param doorbell told when the doorbell rings
     */
    NicTxQueue(std::size_t index, std::size_t ringSize, DoorbellCallback doorbell);

    NicTxQueue(const NicTxQueue&) = delete;
    NicTxQueue& operator=(const NicTxQueue&) = delete;

    /**
     * @brief Set whom to stop and wake.
     * @param deviceQueue the device's transmit queue as queue discs see it
     */
    void SetDeviceQueue(const Ptr<NetDeviceQueue>& deviceQueue);

    /**
     * @brief Place among the queues of its NIC.
     * @return index
     */
    std::size_t GetIndex() const
    {
        return m_index;
    }

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
     * @brief `ethtool --per-queue DEVICE -C`: set when what was sent is reported.
     * @param coalescing the settings
     */
    void SetCoalescing(const TxCoalescing& coalescing)
    {
        m_coalescing = coalescing;
    }

    /**
     * @brief When what was sent is reported.
     * @return the settings
     */
    const TxCoalescing& GetCoalescing() const
    {
        return m_coalescing;
    }

    /**
     * @brief Can the one above be told to wait (is there a NetDeviceQueue)?
     * @return false if what does not fit has to be dropped
     */
    bool CanStop() const
    {
        return m_deviceQueue != nullptr;
    }

    /**
     * @brief What has come does not fit: stop the queue, for NETDEV_TX_BUSY.
     */
    void RefuseBusy();

    /**
     * @brief Put something on the ring, which has room.
     * @param entry a frame or train
     * @param backlog is anything on a ring of the device already?
     */
    void Post(NicTxRing::Entry&& entry, bool backlog);

    /**
     * @brief Tell the hardware of what was posted, unless more is to come at this instant.
     * @param more is more to come (netdev_xmit_more)? A queue that is stopped gets none
     */
    void Kick(bool more);

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
        m_stats.packets += packets;
        m_stats.bytes += bytes;
    }

    /**
     * @brief Count an interrupt.
     */
    void CountInterrupt()
    {
        ++m_stats.interrupts;
    }

    /**
     * @brief What has happened.
     * @return the counters
     */
    const NicTxQueueStats& GetStats() const
    {
        return m_stats;
    }

    /**
     * @brief byte_queue_limits/inflight: what was posted and not reported as sent.
     * @return bytes, with Ethernet header, without padding and FCS
     */
    uint32_t GetInflight() const
    {
        return m_inflight;
    }

  private:
    /**
     * @brief Make the queue disc above run: ns-3 has no other way than to wake a stopped queue.
     */
    void RunQueueDisc();

    /**
     * @brief Stop the NetDeviceQueue.
     */
    void Stop();

    /**
     * @brief Write to the ring's tail register, if anything was posted.
     */
    void RingDoorbell();

    /**
     * @brief Bytes have left the ring: BQL knows of them no more.
     * @param bytes bytes
     */
    void ReturnBytes(uint32_t bytes);

    const std::size_t m_index;         //!< place among the queues
    NicTxRing m_ring;                  //!< the transmit ring
    TxCoalescing m_coalescing;         //!< when what was sent is to be reported
    TxCoalescer m_coalescer;           //!< sees to that
    Ptr<NetDeviceQueue> m_deviceQueue; //!< whom to stop and wake, or null
    EventId m_queueDiscRun;            //!< RunQueueDisc(), if scheduled
    DoorbellCallback m_doorbell;       //!< told when the doorbell rings
    EventId m_lateDoorbell;            //!< RingDoorbell(), should nothing more come
    NicTxQueueStats m_stats;           //!< counters
    uint32_t m_inflight{0};            //!< bytes on the ring
    bool m_stopped{false};             //!< the driver has stopped the NetDeviceQueue
    bool m_hadBacklog{false};          //!< Post() met a backlog since all was last sent
};

} // namespace ns3

#endif /* LINUX_TX_NIC_TX_QUEUE_H */
