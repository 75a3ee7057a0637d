/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_XMIT_DEVICE_TABLE_H
#define LINUX_TX_XMIT_DEVICE_TABLE_H

#include "ns3/device-features.h"
#include "ns3/device-hold.h"
#include "ns3/kernel-release.h"
#include "ns3/net-device-queue-interface.h"
#include "ns3/net-device.h"
#include "ns3/orphan-policy.h"
#include "ns3/queue-disc.h"
#include "ns3/segment-ownership.h"
#include "ns3/tbf-queue-disc.h"
#include "ns3/wrap-item.h"
#include "ns3/xmit-device.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace ns3
{

class XmitLayer;

/**
 * @ingroup linux-tx
 * @brief What the transmit path knows of a device of its host.
 */
struct XmitDeviceState
{
    Ptr<NetDevice> device;               //!< the device
    XmitDevice* xmitDevice{nullptr};     //!< the same, or null if it is a foreign one
    Ptr<NetDeviceQueueInterface> queues; //!< its TX queues, or null
    uint32_t linkHeaderSize{0};          //!< what Linux counts of a frame's header, in bytes
    bool wifi{false};                    //!< in Linux, mac80211 would drive it
    std::optional<uint32_t> pacingShift; //!< of packets over it, if not what the kernel has

    XmitLayer* layer{nullptr};              //!< which has made it ready
    const QueueDisc* root{nullptr};         //!< root queue disc made ready; not kept alive
    uint32_t quota{0};                      //!< the least quota in it, in packets
    uint32_t nHandedOver{0};                //!< hand-overs since the last kick
    std::vector<Ptr<TbfQueueDisc>> shapers; //!< token buckets among its queue discs

    std::map<std::size_t, std::deque<WrappedItem>> rests; //!< what waits, by stopped TX queue

    // Of a foreign device; linux-tx devices have attributes.
    std::unique_ptr<DeviceHold> hold;                    //!< from the first Skb on
    OrphanPolicy orphanPolicy{ORPHAN_KERNEL};            //!< where charges end
    DeviceFeatures features;                             //!< what it is to have
    SegmentOwnership segmentOwnership{OWNERSHIP_KERNEL}; //!< who owns segments cut for it
};

/**
 * @ingroup linux-tx
 * @brief The devices of a host as its transmit path knows them, linux-tx devices and foreign ones
 *        alike, and what the host's kernel release makes of their policies.
 */
class XmitDeviceTable
{
  public:
    /**
     * @brief What is known of a device, looked up on first use.
     * @param device a device of this node
     * @return its state; the reference stays valid until Clear()
     */
    XmitDeviceState& Get(const Ptr<NetDevice>& device);

    /**
     * @brief Forget all devices.
     */
    void Clear();

    /**
     * @brief The kernel that the host runs.
     * @return the release
     */
    const KernelRelease& GetKernelRelease() const
    {
        return m_kernelRelease;
    }

    /**
     * @brief Set the kernel that the host runs.
     * @param release the release
     */
    void SetKernelRelease(const KernelRelease& release)
    {
        m_kernelRelease = release;
    }

    /**
     * @brief The orphan policy that a device's packets meet.
     * @param state the device
     * @return the policy; not ORPHAN_KERNEL
     */
    OrphanPolicy GetOrphanPolicy(const XmitDeviceState& state) const;

    /**
     * @brief What a device has of the features that this host's kernel knows (dev->features).
     * @param state the device
     * @return the features
     */
    DeviceFeatures GetFeatures(const XmitDeviceState& state) const;

    /**
     * @brief Which segments keep the charge when a train is cut for a device.
     * @param state the device
     * @param type kind of train
     * @return None, Last or Every
     */
    SegmentOwnership GetSegmentOwnership(const XmitDeviceState& state, GsoType type) const;

    /**
     * @brief sk_pacing_shift of a socket that sends over a device.
     *
     * A driver sets it for each packet that it gets: of stacked devices, the one below does.
     * @param device the device
     * @return the shift: what was set for the device, or the least of the devices below it, or what
     *         this host's kernel has
     */
    uint32_t GetPacingShift(const Ptr<NetDevice>& device);

    /**
     * @brief Has a device the features to take a train whole?
     * @param state the device
     * @param train the train
     * @return true if so
     */
    bool HasFeaturesFor(const XmitDeviceState& state, const XmitTrain& train) const;

    /**
     * @brief dev->hard_header_len + dev->needed_headroom of a device of any kind.
     * @param state the device
     * @return bytes
     */
    static uint32_t GetHardHeaderLength(const XmitDeviceState& state);

    /**
     * @brief LL_RESERVED_SPACE of a device: what IP keeps free in front of its packets.
     * @param state the device
     * @return bytes
     */
    static uint32_t GetLinkHeaderRoom(const XmitDeviceState& state);

  private:
    std::deque<XmitDeviceState> m_devices; //!< by interface index; addresses stay
    KernelRelease m_kernelRelease;         //!< the kernel that the host runs
};

} // namespace ns3

#endif /* LINUX_TX_XMIT_DEVICE_TABLE_H */
