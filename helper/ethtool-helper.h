/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_ETHTOOL_HELPER_H
#define LINUX_TX_ETHTOOL_HELPER_H

#include "ns3/device-features.h"
#include "ns3/net-device-container.h"
#include "ns3/net-device.h"
#include "ns3/ptr.h"

#include <cstddef>
#include <cstdint>
#include <string>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief Sets the offload features of devices: `ethtool -K` and `ip link set ... gso_max_size`,
 *        `gso_max_segs`; when NICs report what they have sent: `ethtool -C`; and the size of their
 *        rings: `ethtool -G`. EthtoolReport prints.
 *
 * It takes devices of linux-tx, which also have attributes for these (Features, GsoMaxSize,
 * GsoMaxSegs), and any other device of a node with a LinuxTransmitPath, for which ns-3 has none.
 * Settings can change at any time; trains already on a transmit ring stay whole.
 *
 * What is wrong with its arguments ends the program (ExitOnConfigurationError).
 */
class EthtoolHelper
{
  public:
    /**
     * @brief `ethtool -K DEVICE NAME on|off`: want a feature on or off.
     *
     * As in Linux, it is not on while a feature that it needs is off (tcp-segmentation-offload
     * without tx-scatter-gather), and on a stacked device it may depend on the devices below.
     * @param device the device
     * @param name the name that `ethtool -k` prints; other names are a mistake
     * @param on true for on
     */
    void SetFeature(const Ptr<NetDevice>& device, const std::string& name, bool on) const;

    /**
     * @brief Want a feature of several devices on or off.
     * @param devices the devices
     * @param name the name that `ethtool -k` prints
     * @param on true for on
     */
    void SetFeature(const NetDeviceContainer& devices, const std::string& name, bool on) const;

    /**
     * @brief `ip link set DEVICE gso_max_size`: trains of this size or more are cut before the
     *        device.
     * @param device the device
     * @param bytes bytes; from 1 to the device's tso_max_size, 65536 unless set otherwise
     */
    void SetGsoMaxSize(const Ptr<NetDevice>& device, uint32_t bytes) const;

    /**
     * @brief Set gso_max_size of several devices.
     * @param devices the devices
     * @param bytes bytes
     */
    void SetGsoMaxSize(const NetDeviceContainer& devices, uint32_t bytes) const;

    /**
     * @brief `ip link set DEVICE gso_max_segs`: trains of more segments are cut before the device.
     * @param device the device
     * @param segments segments; from 1 to the device's tso_max_segs, 65535 unless set otherwise
     */
    void SetGsoMaxSegs(const Ptr<NetDevice>& device, uint32_t segments) const;

    /**
     * @brief Set gso_max_segs of several devices.
     * @param devices the devices
     * @param segments segments
     */
    void SetGsoMaxSegs(const NetDeviceContainer& devices, uint32_t segments) const;

    /**
     * @brief `ethtool -C DEVICE tx-usecs USECS tx-frames FRAMES`: gather completions in interrupts.
     * @param device a NicNetDevice
     * @param usecs how long after the first completion not reported, in us; 0 for at once,
     * 1,000,000 at most
     * @param frames how many at the latest; 0 for no such limit, 65,535 at most
     */
    void SetTxCoalescing(const Ptr<NetDevice>& device, uint32_t usecs, uint32_t frames = 0) const;

    /**
     * @brief Gather the completions of several devices.
     * @param devices NicNetDevices
     * @param usecs how long after the first completion not reported, in us; 0 for at once
     * @param frames how many at the latest; 0 for no such limit
     */
    void SetTxCoalescing(const NetDeviceContainer& devices,
                         uint32_t usecs,
                         uint32_t frames = 0) const;

    /**
     * @brief `ethtool --per-queue DEVICE queue_mask MASK -C`: the same for one transmit queue.
     * @param device a NicNetDevice
     * @param queue index of the transmit queue
     * @param usecs how long after the first completion not reported, in us; 0 for at once
     * @param frames how many at the latest; 0 for no such limit
     */
    void SetTxQueueCoalescing(const Ptr<NetDevice>& device,
                              std::size_t queue,
                              uint32_t usecs,
                              uint32_t frames = 0) const;

    /**
     * @brief `ethtool -G DEVICE tx DESCRIPTORS`: set the size of each transmit ring.
     * @param device a NicNetDevice
     * @param descriptors number of descriptors; 1 to 65,535, and not less than what is in use
     */
    void SetTxRing(const Ptr<NetDevice>& device, uint32_t descriptors) const;

    /**
     * @brief What a device has (dev->features).
     * @param device a device of a node with a LinuxTransmitPath
     * @return the features
     */
    static DeviceFeatures GetFeatures(const Ptr<NetDevice>& device);

    /**
     * @brief What is wanted of a device (dev->wanted_features).
     * @param device a device of a node with a LinuxTransmitPath
     * @return the features
     */
    static DeviceFeatures GetWantedFeatures(const Ptr<NetDevice>& device);
};

} // namespace ns3

#endif /* LINUX_TX_ETHTOOL_HELPER_H */
