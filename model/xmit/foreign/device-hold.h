/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_DEVICE_HOLD_H
#define LINUX_TX_DEVICE_HOLD_H

#include "ns3/net-device.h"
#include "ns3/packet.h"
#include "ns3/skb.h"

#include <memory>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief Holds the Skbs of packets that are in a device of ns-3's own, which knows nothing of them.
 *
 * What stands between the hand-over of a packet and its completion. Each kind of device says in its
 * own way that it is done with a packet; MakeDeviceHold() knows which class listens to which kind.
 */
class DeviceHold
{
  public:
    DeviceHold() = default;
    virtual ~DeviceHold() = default;
    DeviceHold(const DeviceHold&) = delete;
    DeviceHold& operator=(const DeviceHold&) = delete;

    /**
     * @brief Can packets be held until the device is done with them?
     * @return false if the device has no trace source for that
     */
    virtual bool CanFollow() const = 0;

    /**
     * @brief Hold a packet's Skb, before the device gets the packet.
     * @param packet the packet, the very object that the device gets
     * @param skb its control block
     */
    virtual void Hold(const Ptr<const Packet>& packet, SkbPtr skb) = 0;

    /**
     * @brief The device's Send() or SendFrom() has returned.
     * @param packet a packet that is held; it may have been let go in the meantime
     * @param accepted what the device returned
     */
    virtual void NotifySent(const Ptr<const Packet>& packet, bool accepted) = 0;
};

/**
 * @ingroup linux-tx
 * @brief Make what follows a device of ns-3's own.
 *
 * If it cannot be followed, that is said once for each kind of device.
 * @param device the device
 * @return WifiHold for a WifiNetDevice, ForeignDeviceHold for any other
 */
std::unique_ptr<DeviceHold> MakeDeviceHold(const Ptr<NetDevice>& device);

} // namespace ns3

#endif /* LINUX_TX_DEVICE_HOLD_H */
