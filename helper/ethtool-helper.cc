/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/ethtool-helper.h"

#include "ns3/configuration-error.h"
#include "ns3/device-features.h"
#include "ns3/linux-transmit-path.h"
#include "ns3/nic-net-device.h"
#include "ns3/offload-settings.h"
#include "ns3/stacking-rules.h"
#include "ns3/uinteger.h"
#include "ns3/xmit-layer.h"

namespace ns3
{

namespace
{

/**
 * @brief The dev_queue_xmit of a device's node, which knows what any of its devices has.
 * @param device the device
 * @return the layer
 */
Ptr<XmitLayer>
GetLayer(const Ptr<NetDevice>& device)
{
    if (!device || !device->GetNode())
    {
        ExitOnConfigurationError("EthtoolHelper: " + DescribeDevice(device) +
                                 " is on no node; features belong to a device of a node");
    }
    return LinuxTransmitPath::Of(device->GetNode(), "EthtoolHelper")->GetXmitLayer();
}

/**
 * @brief The settings of a device of linux-tx.
 * @param device the device
 * @return the settings; null for a device of another kind, whose features the XmitLayer keeps
 */
OffloadSettings*
GetSettings(const Ptr<NetDevice>& device)
{
    return dynamic_cast<OffloadSettings*>(PeekPointer(device));
}

/**
 * @brief Check a limit.
 * @param name its name
 * @param device the device to have it
 * @param value the wanted value
 * @param most the largest that the device allows
 */
void
CheckLimit(const char* name, const Ptr<NetDevice>& device, uint32_t value, uint32_t most)
{
    if (value == 0 || value > most)
    {
        ExitOnConfigurationError("EthtoolHelper: " + std::to_string(value) + " is no " + name +
                                 " of " + DescribeDevice(device) + " (1 to " +
                                 std::to_string(most) + ")");
    }
}

/**
 * @brief A NIC, or the end of the program if it is another device.
 * @param device the device
 * @param what what only NICs have
 * @return the NIC
 */
Ptr<NicNetDevice>
GetNic(const Ptr<NetDevice>& device, const char* what)
{
    const Ptr<NicNetDevice> nic = DynamicCast<NicNetDevice>(device);
    if (!nic)
    {
        ExitOnConfigurationError("EthtoolHelper: " + DescribeDevice(device) + " has no " + what +
                                 "; a ns3::NicNetDevice has");
    }
    return nic;
}

/**
 * @brief Check what a NIC is to be set to.
 * @param device the NIC
 * @param usecs tx-usecs, in us
 * @param frames tx-frames
 */
void
CheckCoalescing(const Ptr<NetDevice>& device, uint32_t usecs, uint32_t frames)
{
    if (usecs > TxCoalescing::MAX_USECS || frames > TxCoalescing::MAX_FRAMES)
    {
        ExitOnConfigurationError("EthtoolHelper: " + DescribeDevice(device) +
                                 " does not take tx-usecs " + std::to_string(usecs) +
                                 ", tx-frames " + std::to_string(frames) + " (0 to " +
                                 std::to_string(TxCoalescing::MAX_USECS) + ", 0 to " +
                                 std::to_string(TxCoalescing::MAX_FRAMES) + ")");
    }
}

} // namespace

void
EthtoolHelper::SetFeature(const Ptr<NetDevice>& device, const std::string& name, bool on) const
{
    const Ptr<XmitLayer> layer = GetLayer(device);
    const auto feature = DeviceFeatures::FindByName(name);
    if (!feature)
    {
        ExitOnConfigurationError("EthtoolHelper: no feature is named \"" + name + "\" (" +
                                 DeviceFeatures::ListNames() + ")");
    }
    if (auto* settings = GetSettings(device))
    {
        settings->SetFeature(name, on);
        return;
    }
    DeviceFeatures wanted = GetWantedFeatures(device);
    wanted.Set(*feature, on);
    layer->SetFeatures(device, wanted);
}

void
EthtoolHelper::SetFeature(const NetDeviceContainer& devices, const std::string& name, bool on) const
{
    for (auto device = devices.Begin(); device != devices.End(); ++device)
    {
        SetFeature(*device, name, on);
    }
}

void
EthtoolHelper::SetGsoMaxSize(const Ptr<NetDevice>& device, uint32_t bytes) const
{
    const Ptr<XmitLayer> layer = GetLayer(device);
    CheckLimit("gso_max_size", device, bytes, layer->GetFeatures(device).GetTsoMaxSize());
    if (GetSettings(device))
    {
        device->SetAttribute("GsoMaxSize", UintegerValue(bytes));
        return;
    }
    DeviceFeatures wanted = GetWantedFeatures(device);
    wanted.SetGsoMaxSize(bytes);
    layer->SetFeatures(device, wanted);
}

void
EthtoolHelper::SetGsoMaxSize(const NetDeviceContainer& devices, uint32_t bytes) const
{
    for (auto device = devices.Begin(); device != devices.End(); ++device)
    {
        SetGsoMaxSize(*device, bytes);
    }
}

void
EthtoolHelper::SetGsoMaxSegs(const Ptr<NetDevice>& device, uint32_t segments) const
{
    const Ptr<XmitLayer> layer = GetLayer(device);
    CheckLimit("gso_max_segs", device, segments, layer->GetFeatures(device).GetTsoMaxSegs());
    if (GetSettings(device))
    {
        device->SetAttribute("GsoMaxSegs", UintegerValue(segments));
        return;
    }
    DeviceFeatures wanted = GetWantedFeatures(device);
    wanted.SetGsoMaxSegs(segments);
    layer->SetFeatures(device, wanted);
}

void
EthtoolHelper::SetGsoMaxSegs(const NetDeviceContainer& devices, uint32_t segments) const
{
    for (auto device = devices.Begin(); device != devices.End(); ++device)
    {
        SetGsoMaxSegs(*device, segments);
    }
}

void
EthtoolHelper::SetTxCoalescing(const Ptr<NetDevice>& device, uint32_t usecs, uint32_t frames) const
{
    const Ptr<NicNetDevice> nic = GetNic(device, "tx-usecs");
    CheckCoalescing(device, usecs, frames);
    nic->SetTxCoalescing({usecs, frames, nic->GetTxCoalescing().latency});
}

void
EthtoolHelper::SetTxQueueCoalescing(const Ptr<NetDevice>& device,
                                    std::size_t queue,
                                    uint32_t usecs,
                                    uint32_t frames) const
{
    const Ptr<NicNetDevice> nic = GetNic(device, "tx-usecs");
    CheckCoalescing(device, usecs, frames);
    if (!nic->SetTxCoalescing(queue, {usecs, frames, nic->GetTxCoalescing().latency}))
    {
        ExitOnConfigurationError("EthtoolHelper: " + DescribeDevice(device) +
                                 " has no transmit queue " + std::to_string(queue) + " (0 to " +
                                 std::to_string(nic->GetNTxQueues() - 1) + ")");
    }
}

void
EthtoolHelper::SetTxRing(const Ptr<NetDevice>& device, uint32_t descriptors) const
{
    const Ptr<NicNetDevice> nic = GetNic(device, "transmit ring");
    if (!nic->SetTxRingSize(descriptors))
    {
        ExitOnConfigurationError("EthtoolHelper: " + DescribeDevice(device) +
                                 " does not take a ring of " + std::to_string(descriptors) +
                                 " (1 to " + std::to_string(NicTxRing::MAX_SIZE) +
                                 ", and not less than what is in use)");
    }
}

void
EthtoolHelper::SetTxCoalescing(const NetDeviceContainer& devices,
                               uint32_t usecs,
                               uint32_t frames) const
{
    for (auto device = devices.Begin(); device != devices.End(); ++device)
    {
        SetTxCoalescing(*device, usecs, frames);
    }
}

DeviceFeatures
EthtoolHelper::GetFeatures(const Ptr<NetDevice>& device)
{
    return GetLayer(device)->GetFeatures(device);
}

DeviceFeatures
EthtoolHelper::GetWantedFeatures(const Ptr<NetDevice>& device)
{
    const auto* settings = GetSettings(device);
    return settings ? settings->GetWantedFeatures() : GetLayer(device)->GetWantedFeatures(device);
}

} // namespace ns3
