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
 * @brief What is wanted of a device.
 * @param device the device
 * @return the features
 */
DeviceFeatures
GetWanted(const Ptr<NetDevice>& device)
{
    const auto* settings = GetSettings(device);
    return settings ? settings->GetWantedFeatures() : GetLayer(device)->GetWantedFeatures(device);
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
    DeviceFeatures wanted = GetWanted(device);
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
    DeviceFeatures wanted = GetWanted(device);
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
    DeviceFeatures wanted = GetWanted(device);
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
    const Ptr<NicNetDevice> nic = DynamicCast<NicNetDevice>(device);
    if (!nic)
    {
        ExitOnConfigurationError("EthtoolHelper: " + DescribeDevice(device) +
                                 " has no tx-usecs; a ns3::NicNetDevice has");
    }
    if (usecs > TxCoalescing::MAX_USECS || frames > TxCoalescing::MAX_FRAMES)
    {
        ExitOnConfigurationError("EthtoolHelper: " + DescribeDevice(device) +
                                 " does not take tx-usecs " + std::to_string(usecs) +
                                 ", tx-frames " + std::to_string(frames) + " (0 to " +
                                 std::to_string(TxCoalescing::MAX_USECS) + ", 0 to " +
                                 std::to_string(TxCoalescing::MAX_FRAMES) + ")");
    }
    nic->SetTxCoalescing({usecs, frames, nic->GetTxCoalescing().latency});
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

void
EthtoolHelper::PrintFeatures(std::ostream& os, const Ptr<NetDevice>& device) const
{
    const DeviceFeatures features = GetLayer(device)->GetFeatures(device);
    const DeviceFeatures wanted = GetWanted(device);
    os << "Features for " << DescribeDevice(device) << ":\n";
    for (const auto feature : DeviceFeatures::GetAll())
    {
        os << DeviceFeatures::GetName(feature) << ": " << (features.Has(feature) ? "on" : "off")
           << (wanted.Has(feature) && !features.Has(feature) ? " [requested on]" : "") << "\n";
    }
}

} // namespace ns3
