/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/device-features.h"

#include <algorithm>
#include <array>

namespace ns3
{

namespace
{

/**
 * @brief A feature and its name.
 */
struct NamedFeature
{
    DeviceFeatures::Feature feature; //!< the feature
    const char* name;                //!< the name that `ethtool -k` prints
};

/// All features, in the order in which `ethtool -k` prints them.
constexpr std::array<NamedFeature, 6> NAMED_FEATURES{{
    {DeviceFeatures::TX_CHECKSUMMING, "tx-checksumming"},
    {DeviceFeatures::TX_SCATTER_GATHER, "tx-scatter-gather"},
    {DeviceFeatures::TCP_SEGMENTATION, "tcp-segmentation-offload"},
    {DeviceFeatures::UDP_FRAGMENTATION, "udp-fragmentation-offload"},
    {DeviceFeatures::GENERIC_SEGMENTATION, "generic-segmentation-offload"},
    {DeviceFeatures::UDP_SEGMENTATION, "tx-udp-segmentation"},
}};

/**
 * @brief The feature that a device needs to take trains of a kind (net_gso_ok).
 * @param type kind of train
 * @return the feature
 */
DeviceFeatures::Feature
GetSegmentationFeature(GsoType type)
{
    switch (type)
    {
    case GsoType::UDP_FRAGMENTS:
        return DeviceFeatures::UDP_FRAGMENTATION;
    case GsoType::UDP_SEGMENTS:
        return DeviceFeatures::UDP_SEGMENTATION;
    case GsoType::TCP_SEGMENTS:
        break;
    }
    return DeviceFeatures::TCP_SEGMENTATION;
}

} // namespace

DeviceFeatures::DeviceFeatures(uint32_t features)
    : m_features(features)
{
}

DeviceFeatures
DeviceFeatures::OfNic()
{
    return DeviceFeatures(OfStackedDevice().GetBits() & ~uint32_t{UDP_FRAGMENTATION});
}

DeviceFeatures
DeviceFeatures::OfStackedDevice()
{
    return DeviceFeatures(TX_SCATTER_GATHER | TX_CHECKSUMMING | GSO_SOFTWARE |
                          GENERIC_SEGMENTATION);
}

DeviceFeatures
DeviceFeatures::OfForeignDevice()
{
    // register_netdevice() turns on software segmentation (NETIF_F_SOFT_FEATURES) on every device.
    return DeviceFeatures(TX_SCATTER_GATHER | TX_CHECKSUMMING | GENERIC_SEGMENTATION);
}

std::optional<DeviceFeatures::Feature>
DeviceFeatures::FindByName(const std::string& name)
{
    const auto found = std::find_if(NAMED_FEATURES.begin(),
                                    NAMED_FEATURES.end(),
                                    [&name](const auto& named) { return named.name == name; });
    return found == NAMED_FEATURES.end() ? std::nullopt : std::optional(found->feature);
}

const char*
DeviceFeatures::GetName(Feature feature)
{
    const auto found =
        std::find_if(NAMED_FEATURES.begin(), NAMED_FEATURES.end(), [feature](const auto& named) {
            return named.feature == feature;
        });
    return found == NAMED_FEATURES.end() ? "" : found->name;
}

const std::vector<DeviceFeatures::Feature>&
DeviceFeatures::GetAll()
{
    static const auto all = [] {
        std::vector<Feature> features;
        for (const auto& named : NAMED_FEATURES)
        {
            features.push_back(named.feature);
        }
        return features;
    }();
    return all;
}

std::string
DeviceFeatures::ListNames()
{
    std::string names;
    for (const auto& named : NAMED_FEATURES)
    {
        names += (names.empty() ? "" : ", ") + std::string(named.name);
    }
    return names;
}

void
DeviceFeatures::Set(Feature feature, bool on)
{
    m_features = on ? m_features | feature : m_features & ~uint32_t{feature};
}

DeviceFeatures
DeviceFeatures::WithoutUnsupported() const
{
    DeviceFeatures fixed = *this;
    if (!Has(TX_SCATTER_GATHER))
    {
        fixed.Set(TCP_SEGMENTATION, false);
        fixed.Set(UDP_FRAGMENTATION, false);
        fixed.Set(GENERIC_SEGMENTATION, false);
    }
    if (!Has(TX_CHECKSUMMING))
    {
        fixed.Set(TCP_SEGMENTATION, false);
        fixed.Set(UDP_FRAGMENTATION, false);
    }
    return fixed;
}

bool
DeviceFeatures::TakesTrain(GsoType type, uint32_t nSegments, uint32_t bytes) const
{
    // A train leaves its checksums to whoever sends it (CHECKSUM_PARTIAL): a device that does not
    // compute them gets no train at all (harmonize_features).
    if (!Has(GetSegmentationFeature(type)) || !Has(TX_CHECKSUMMING) || nSegments > GetGsoMaxSegs())
    {
        return false;
    }
    // The size is compared since 2023; the kernels that had UFO did not, and the largest datagram
    // with its Ethernet header is larger than the 65,536 bytes of every device.
    return type == GsoType::UDP_FRAGMENTS || bytes < GetGsoMaxSize();
}

} // namespace ns3
