/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_TAP_NET_DEVICE_H
#define LINUX_TX_TAP_NET_DEVICE_H

#include "ns3/packet.h"
#include "ns3/ptr.h"
#include "ns3/tap-write-memory.h"
#include "ns3/traced-callback.h"
#include "ns3/virtual-link-net-device.h"
#include "ns3/xmit-layer.h"

#include <cstddef>
#include <cstdint>
#include <deque>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief A tap: the host's end of the link to a guest (drivers/net/tun.c with IFF_TAP). It is made
 *        to be the port of a bridge, and can have an address of its own.
 *
 * What the guest sends becomes a packet of the host, charged to the tap's own socket
 * (TapWriteMemory) until it is sent or orphaned: a bridge passes it on with its charge, to a bond's
 * or a NIC's queue disc, and IP, whether it delivers or forwards, ends the charge.
 *
 * What the host sends to the guest is orphaned (tun_net_xmit), whatever attribute OrphanPolicy
 * says, and waits until the backend reads it; what comes when TxQueueLength packets wait is
 * dropped. The queue above is never stopped, so a queue disc on a tap never fills.
 */
class TapNetDevice : public VirtualLinkNetDevice
{
  public:
    /// Drop reason: TxQueueLength packets wait for the backend.
    static constexpr const char* QUEUE_FULL = "queue full";

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    TapNetDevice();
    ~TapNetDevice() override;

    /**
     * @brief What the guest's packets are charged to.
     * @return the socket behind the tap's file
     */
    const TapWriteMemory& GetWriteMemory() const
    {
        return m_writeMemory;
    }

    /**
     * @brief How many packets wait for the backend.
     * @return number of packets
     */
    std::size_t GetNQueued() const
    {
        return m_queue.size();
    }

    /**
     * @brief Where charges end: always in the driver.
     * @return ORPHAN_DRIVER
     */
    OrphanPolicy GetOrphanPolicy() const override;

    // Inherited from NetDevice.
    bool IsLinkUp() const override;

    /**
     * @brief What is charged to the tap's socket changes.
     * @param oldValue wmem_alloc before, in bytes
     * @param newValue wmem_alloc now, in bytes
     */
    typedef void (*WmemAllocTracedCallback)(uint64_t oldValue, uint64_t newValue);

  protected:
    void DoDispose() override;
    void BackendGone() override;
    bool Transmit(const Ptr<Packet>& frame, SkbPtr skb, bool more) override;

  private:
    friend class VirtioBackend;

    /**
     * @brief For VirtioBackend: write a frame of the guest's, which CanWrite() (tun_get_user).
     * @param frame the frame with its Ethernet header
     */
    void Write(const Ptr<Packet>& frame);

    /**
     * @brief For VirtioBackend: poll for writing; VirtioBackend::NotifyWritable() will be called.
     */
    void AwaitWritable();

    /**
     * @brief For VirtioBackend: read what waits longest (tun_do_read).
     * @return the frame; null if there is none
     */
    Ptr<Packet> Read();

    /**
     * @brief Attribute Sndbuf.
     * @param bytes the limit, in bytes
     */
    void SetSndbuf(uint32_t bytes);

    /**
     * @brief Attribute Sndbuf.
     * @return the limit, in bytes
     */
    uint32_t GetSndbuf() const;

    TapWriteMemory m_writeMemory;    //!< what the guest's packets are charged to
    Ptr<XmitLayer> m_layer;          //!< makes the Skbs of the guest's packets; null before one
    std::deque<Ptr<Packet>> m_queue; //!< waits for the backend (tx_ring)
    uint32_t m_queueLength;          //!< tx_queue_len

    TracedCallback<uint64_t, uint64_t> m_wmemAllocTrace; //!< WmemAlloc
};

} // namespace ns3

#endif /* LINUX_TX_TAP_NET_DEVICE_H */
