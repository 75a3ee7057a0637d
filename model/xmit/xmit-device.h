/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_XMIT_DEVICE_H
#define LINUX_TX_XMIT_DEVICE_H

#include "ns3/device-features.h"
#include "ns3/net-device.h"
#include "ns3/orphan-policy.h"
#include "ns3/ptr.h"
#include "ns3/queue-item.h"
#include "ns3/segment-ownership.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief What became of a packet on its way down (NET_XMIT_* of include/linux/netdevice.h).
 */
enum class XmitVerdict
{
    SUCCESS, //!< NET_XMIT_SUCCESS: queued, or handed over
    DROP,    //!< NET_XMIT_DROP: dropped by the queue disc or device that the sender gave it to
    BUSY,    //!< NETDEV_TX_BUSY, from StartXmit() only: not taken, and the TX queue is stopped
};

/**
 * @ingroup linux-tx
 * @brief What a linux-tx NetDevice adds to NetDevice, for XmitLayer (struct net_device_ops).
 *
 * A NetDevice that also derives from this gets its packets by StartXmit(), with the Skb still on
 * them, instead of by NetDevice::Send(). NICs and stacked devices (bond, vlan, ...) are such
 * devices; everything else is a foreign device, which XmitLayer serves through NetDevice.
 */
class XmitDevice
{
  public:
    /// What GetMtu() says while the MTU is lifted (LiftMtu): the largest IP packet, in bytes.
    static constexpr uint16_t LIFTED_MTU = 65535;

    virtual ~XmitDevice() = default;

    /**
     * @brief ndo_start_xmit: take over a packet.
     *
     * Called by XmitLayer at the hand-over, after the orphan point. The item is always an XmitItem
     * (XmitItem::From); it is a train only if the device has the feature for it (GetFeatures). A
     * stacked device passes the same item on with XmitLayer::Transmit(); a NIC
     * calls XmitItem::WriteHeader(), keeps the item's Skb until completion, and lets it go then.
     * A device that drops the packet counts it. One that stops its TX queue instead may leave the
     * item as it is and say BUSY; it gets the item again when it wakes the queue.
     * @param item the packet
     * @return DROP if the packet was dropped before anything below the device queued it, or BUSY
     */
    virtual XmitVerdict StartXmit(Ptr<QueueDiscItem> item) = 0;

    /**
     * @brief The device's orphan policy; can change while packets flow.
     * @return the policy
     */
    virtual OrphanPolicy GetOrphanPolicy() const = 0;

    /**
     * @brief dev->hard_header_len + dev->needed_headroom: decides LL_RESERVED_SPACE.
     * @return bytes; 14 for an Ethernet NIC or a bond of them
     */
    virtual uint32_t GetHardHeaderLength() const = 0;

    /**
     * @brief dev->features: what the device has now, with the devices below it as they are.
     *
     * Ask XmitLayer::GetFeatures(), which leaves out what the host's kernel does not know.
     * @return the features
     */
    virtual DeviceFeatures GetFeatures() const = 0;

    /**
     * @brief Which segments keep the charge when a train is cut at the hand-over to this device.
     * @return the ownership
     */
    virtual SegmentOwnership GetSegmentOwnership() const = 0;

    /**
     * @brief Have GetMtu() say LIFTED_MTU, so that every packet fits; for MtuLift.
     * @param lift true to begin, false to end
     */
    virtual void LiftMtu(bool lift) = 0;

    /**
     * @brief Does the device pass packets on to the queue discs of others, having none itself
     *        (IFF_NO_QUEUE, noqueue)?
     * @return true for a stacked device, false for a NIC
     */
    virtual bool IsStacked() const = 0;

    /**
     * @brief The devices directly below (netdev_for_each_lower_dev).
     * @return the devices; none for a NIC or a tunnel
     */
    virtual std::vector<Ptr<NetDevice>> GetLowerDevices() const = 0;
};

} // namespace ns3

#endif /* LINUX_TX_XMIT_DEVICE_H */
