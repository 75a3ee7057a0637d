/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/feature-inheritance.h"

#include <algorithm>
#include <cstdint>

namespace ns3
{

namespace
{

/// NETIF_F_ONE_FOR_ALL: a device above several has these if any of them does.
constexpr uint32_t ONE_FOR_ALL = DeviceFeatures::TX_SCATTER_GATHER | DeviceFeatures::GSO_SOFTWARE;

/**
 * @brief Take over the limits of the drivers below (netif_inherit_tso_max, netif_set_tso_max_size).
 * @param features what a stacked device has
 * @param lowers what the devices below have
 * @return the features, with the smallest of the limits
 */
DeviceFeatures
InheritLimits(DeviceFeatures features, const std::vector<DeviceFeatures>& lowers)
{
    if (lowers.empty())
    {
        return features;
    }
    uint32_t size = lowers.front().GetTsoMaxSize();
    uint32_t segments = lowers.front().GetTsoMaxSegs();
    for (const auto& lower : lowers)
    {
        size = std::min(size, lower.GetTsoMaxSize());
        segments = std::min(segments, lower.GetTsoMaxSegs());
    }
    features.SetTsoMaxSize(size);
    features.SetTsoMaxSegs(segments);
    return features;
}

/**
 * @brief What a device above several has (netdev_increment_features for each of them, then
 *        netdev_add_tso_features).
 * @param wanted what is wanted of the device
 * @param lowers what the devices below have
 * @return what the device has
 */
DeviceFeatures
Combine(const DeviceFeatures& wanted, const std::vector<DeviceFeatures>& lowers)
{
    uint32_t any = DeviceFeatures::TCP_SEGMENTATION;
    for (const auto& lower : lowers)
    {
        any |= lower.GetBits();
    }
    DeviceFeatures features = wanted;
    features.SetBits(wanted.GetBits() & (any | ~ONE_FOR_ALL));
    return InheritLimits(features, lowers);
}

} // namespace

DeviceFeatures
FixVlanFeatures(const DeviceFeatures& wanted, const DeviceFeatures& lower)
{
    constexpr uint32_t AS_WANTED =
        DeviceFeatures::GSO_SOFTWARE | DeviceFeatures::GENERIC_SEGMENTATION;
    DeviceFeatures features = wanted;
    features.SetBits(wanted.GetBits() & (lower.GetBits() | AS_WANTED));
    return InheritLimits(features, {lower});
}

DeviceFeatures
FixMacvlanFeatures(const DeviceFeatures& wanted, const DeviceFeatures& lower)
{
    DeviceFeatures features = wanted;
    if (!lower.Has(DeviceFeatures::GENERIC_SEGMENTATION))
    {
        features.Set(DeviceFeatures::GENERIC_SEGMENTATION, false);
    }
    return InheritLimits(features, {lower});
}

DeviceFeatures
FixBondFeatures(const DeviceFeatures& wanted, const std::vector<DeviceFeatures>& lowers)
{
    return Combine(wanted, lowers);
}

DeviceFeatures
FixBridgeFeatures(const DeviceFeatures& wanted, const std::vector<DeviceFeatures>& lowers)
{
    return lowers.empty() ? wanted : Combine(wanted, lowers);
}

DeviceFeatures
FixTunnelFeatures(const DeviceFeatures& wanted)
{
    return wanted;
}

} // namespace ns3
