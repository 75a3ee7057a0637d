/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_VIRTIO_NET_DEVICE_H
#define LINUX_TX_VIRTIO_NET_DEVICE_H

#include "ns3/net-device-queue-interface.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"
#include "ns3/skb.h"
#include "ns3/traced-value.h"
#include "ns3/virt-queue.h"
#include "ns3/virtual-link-net-device.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief What has happened between a guest's driver and its host.
 */
struct VirtioStats
{
    uint64_t kicks{0};      //!< times the guest told the host of new frames (kicks of ethtool -S)
    uint64_t interrupts{0}; //!< times the host told the guest of used ones
    uint64_t stops{0};      //!< times the driver stopped the queue (tx_stop)
    uint64_t wakes{0};      //!< times it woke the queue (tx_wake)
};

/**
 * @ingroup linux-tx
 * @brief The NIC of a guest: drivers/net/virtio_net.c, one pair of queues.
 *
 * A frame stays on the ring, with its Skb, until the host has taken it and the guest has noticed:
 * at its next transmission or reception, or when the host interrupts. The driver asks for that when
 * three quarters of what is on the ring have been taken (virtqueue_enable_cb_delayed). While fewer
 * than 19 descriptors are free (2 + MAX_SKB_FRAGS) the queue is stopped, so a ring of 256 holds 238
 * frames.
 *
 * With NapiTx off, as the driver was until 5.2, the charge ends in its start_xmit (skb_orphan), and
 * the ring is cleaned when the next frame is sent: the last ones stay on it.
 *
 * A frame takes one descriptor, or two (one for the virtio header) without indirect descriptors
 * where the header cannot be put in front of the frame, as with legacy devices.
 *
 * VirtioBackend takes what is on the ring. It tells nobody of bytes, as the driver has no BQL in
 * 6.1.
 */
class VirtioNetDevice : public VirtualLinkNetDevice
{
  public:
    /// Drop reason: no descriptor is free, and nobody above can be told to wait.
    static constexpr const char* RING_FULL = "ring full";
    /// Below so many free descriptors the queue is stopped (2 + MAX_SKB_FRAGS).
    static constexpr uint32_t STOP_BELOW = 19;

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    VirtioNetDevice();
    ~VirtioNetDevice() override;

    /**
     * @brief Set the size of the transmit ring, which must be empty (QEMU's tx_queue_size).
     * @param descriptors a power of two from 32 to 32,768; others end the program
     */
    void SetRingSize(uint32_t descriptors);

    /**
     * @brief The size of the transmit ring.
     * @return number of descriptors
     */
    uint32_t GetRingSize() const
    {
        return m_ring.GetSize();
    }

    /**
     * @brief The transmit ring.
     * @return the ring
     */
    const VirtQueue& GetRing() const
    {
        return m_ring;
    }

    /**
     * @brief What has happened on the ring.
     * @return the counters
     */
    const VirtioStats& GetRingStats() const
    {
        return m_ringStats;
    }

    /**
     * @brief Where charges end: in the driver with NapiTx off, else as attribute OrphanPolicy says.
     * @return the policy
     */
    OrphanPolicy GetOrphanPolicy() const override;

    // Inherited from NetDevice.
    bool IsLinkUp() const override;

  protected:
    void DoDispose() override;
    void NotifyNewAggregate() override;
    void LinkChanged(bool up) override;
    void BackendGone() override;
    bool IsBusy() override;
    bool Transmit(const Ptr<Packet>& frame, SkbPtr skb, bool more) override;

  private:
    friend class VirtioBackend;

    /**
     * @brief For VirtioBackend: the oldest frame on the ring was taken.
     */
    void MarkUsed();

    /**
     * @brief For VirtioBackend: a frame for the guest.
     * @param frame the frame with its Ethernet header
     */
    void ReceiveFromHost(const Ptr<Packet>& frame);

    /**
     * @brief An interrupt of the host: clean the ring (virtnet_poll_tx).
     */
    void HandleInterrupt();

    /**
     * @brief free_old_xmit_skbs().
     */
    void CleanRing();

    /**
     * @brief Stop the queue, as frames may not find room any more.
     */
    void Stop();

    /**
     * @brief Wake the queue, if it is stopped.
     */
    void Wake();

    VirtQueue m_ring;                       //!< the transmit ring
    VirtioStats m_ringStats;                //!< counters
    Ptr<NetDeviceQueue> m_deviceQueue;      //!< whom to stop and wake, or null
    bool m_indirect{true};                  //!< one descriptor is enough
    bool m_napiTx{true};                    //!< parameter napi_tx of the module
    bool m_stopped{false};                  //!< the queue is stopped
    bool m_interrupting{false};             //!< HandleInterrupt() will be called
    TracedValue<uint32_t> m_descriptors{0}; //!< Descriptors
};

} // namespace ns3

#endif /* LINUX_TX_VIRTIO_NET_DEVICE_H */
