/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_DEVICE_FEATURES_H
#define LINUX_TX_DEVICE_FEATURES_H

#include "ns3/gso-type.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief Offload features of a device (netdev_features_t, `ethtool -k`), and the limits of the
 *        trains it takes, as far as they concern transmission.
 *
 * It is a value: what a device has, or what a user wants it to have. EthernetNetDevice keeps the
 * wanted ones, and a stacked device computes what it has from these and from the devices below
 * (ndo_fix_features). XmitLayer::GetFeatures() asks a device of any kind.
 *
 * There are two pairs of limits, as in Linux: tso_max_size and tso_max_segs are the driver's, and
 * stacked devices inherit them; gso_max_size and gso_max_segs are what the user wants within those
 * (`ip link set ... gso_max_size`), and concern one device only.
 */
class DeviceFeatures
{
  public:
    /// One feature (NETIF_F_*).
    enum Feature : uint32_t
    {
        TX_SCATTER_GATHER = 1 << 0,    //!< tx-scatter-gather: NETIF_F_SG
        TX_CHECKSUMMING = 1 << 1,      //!< tx-checksumming: NETIF_F_HW_CSUM
        TCP_SEGMENTATION = 1 << 2,     //!< tcp-segmentation-offload: NETIF_F_TSO, NETIF_F_TSO6
        UDP_SEGMENTATION = 1 << 3,     //!< tx-udp-segmentation: NETIF_F_GSO_UDP_L4
        UDP_FRAGMENTATION = 1 << 4,    //!< udp-fragmentation-offload: NETIF_F_UFO
        GENERIC_SEGMENTATION = 1 << 5, //!< generic-segmentation-offload: NETIF_F_GSO
    };

    /// NETIF_F_GSO_SOFTWARE: trains that software can cut; stacked devices promise these.
    static constexpr uint32_t GSO_SOFTWARE =
        TCP_SEGMENTATION | UDP_SEGMENTATION | UDP_FRAGMENTATION;

    static constexpr uint32_t DEFAULT_GSO_MAX_SIZE = 65536; //!< GSO_LEGACY_MAX_SIZE, bytes
    static constexpr uint32_t DEFAULT_GSO_MAX_SEGS = 65535; //!< GSO_MAX_SEGS, segments

    /// Nothing on.
    DeviceFeatures() = default;

    /**
     * @brief Some features on.
     * @param features a combination of Feature
     */
    explicit DeviceFeatures(uint32_t features);

    /**
     * @brief What NICs of linux-tx have: everything but UFO, which hardly a NIC ever had.
     * @return the features
     */
    static DeviceFeatures OfNic();

    /**
     * @brief What a stacked device wants: everything, as software below can cut any train.
     * @return the features
     */
    static DeviceFeatures OfStackedDevice();

    /**
     * @brief What a foreign device is taken to have: all but segmentation of its own.
     * @return the features
     */
    static DeviceFeatures OfForeignDevice();

    /**
     * @brief Find a feature by the name that `ethtool -k` prints.
     * @param name the name
     * @return the feature; nothing if there is none of that name
     */
    static std::optional<Feature> FindByName(const std::string& name);

    /**
     * @brief The name that `ethtool -k` prints.
     * @param feature the feature
     * @return the name
     */
    static const char* GetName(Feature feature);

    /**
     * @brief All features in the order in which `ethtool -k` prints them.
     * @return the features
     */
    static const std::vector<Feature>& GetAll();

    /**
     * @brief All names, for messages.
     * @return the names, separated by ", "
     */
    static std::string ListNames();

    /**
     * @brief Is a feature on?
     * @param feature the feature
     * @return true if on
     */
    bool Has(Feature feature) const
    {
        return (m_features & feature) != 0;
    }

    /**
     * @brief Turn a feature on or off.
     * @param feature the feature
     * @param on true for on
     */
    void Set(Feature feature, bool on);

    /**
     * @brief The features that are on.
     * @return a combination of Feature
     */
    uint32_t GetBits() const
    {
        return m_features;
    }

    /**
     * @brief Set all features at once; the limits stay.
     * @param features a combination of Feature
     */
    void SetBits(uint32_t features)
    {
        m_features = features;
    }

    /**
     * @brief dev->tso_max_size: the largest size that the driver allows for gso_max_size.
     * @return bytes
     */
    uint32_t GetTsoMaxSize() const
    {
        return m_tsoMaxSize;
    }

    /**
     * @brief netif_set_tso_max_size: set dev->tso_max_size.
     * @param bytes bytes; above 0
     */
    void SetTsoMaxSize(uint32_t bytes)
    {
        m_tsoMaxSize = bytes;
    }

    /**
     * @brief dev->tso_max_segs: the largest number that the driver allows for gso_max_segs.
     * @return segments
     */
    uint32_t GetTsoMaxSegs() const
    {
        return m_tsoMaxSegs;
    }

    /**
     * @brief netif_set_tso_max_segs: set dev->tso_max_segs.
     * @param segments segments; above 0
     */
    void SetTsoMaxSegs(uint32_t segments)
    {
        m_tsoMaxSegs = segments;
    }

    /**
     * @brief dev->gso_max_size: trains of this size are cut.
     * @return bytes; what was set, at most GetTsoMaxSize()
     */
    uint32_t GetGsoMaxSize() const
    {
        return std::min(m_gsoMaxSize, m_tsoMaxSize);
    }

    /**
     * @brief Set dev->gso_max_size.
     * @param bytes bytes; above 0
     */
    void SetGsoMaxSize(uint32_t bytes)
    {
        m_gsoMaxSize = bytes;
    }

    /**
     * @brief dev->gso_max_segs: trains of more segments are cut.
     * @return segments; what was set, at most GetTsoMaxSegs()
     */
    uint32_t GetGsoMaxSegs() const
    {
        return std::min(m_gsoMaxSegs, m_tsoMaxSegs);
    }

    /**
     * @brief Set dev->gso_max_segs.
     * @param segments segments; above 0
     */
    void SetGsoMaxSegs(uint32_t segments)
    {
        m_gsoMaxSegs = segments;
    }

    /**
     * @brief Turn off what cannot work with what else is off (netdev_fix_features).
     *
     * TCP_SEGMENTATION and UDP_FRAGMENTATION need TX_SCATTER_GATHER and TX_CHECKSUMMING,
     * GENERIC_SEGMENTATION needs TX_SCATTER_GATHER. UDP_SEGMENTATION needs neither in 6.1, but see
     * TakesTrain().
     * @return the features that remain, with the same limits
     */
    DeviceFeatures WithoutUnsupported() const;

    /**
     * @brief Can the device take a train whole (!netif_needs_gso, gso_features_check)?
     *
     * It needs the feature of the train's kind, and TX_CHECKSUMMING, as segments are summed where
     * they are cut (harmonize_features). A train of more than gso_max_segs segments, or of
     * gso_max_size bytes or more, is cut; kernels with UFO did not look at the size of its trains.
     * @param type kind of train
     * @param nSegments its segments
     * @param bytes skb->len of the super-packet: payload and one set of headers
     * @return false if it has to be cut before
     */
    bool TakesTrain(GsoType type, uint32_t nSegments, uint32_t bytes) const;

  private:
    uint32_t m_features{0};                      //!< combination of Feature
    uint32_t m_tsoMaxSize{DEFAULT_GSO_MAX_SIZE}; //!< tso_max_size, in bytes
    uint32_t m_tsoMaxSegs{DEFAULT_GSO_MAX_SEGS}; //!< tso_max_segs, in segments
    uint32_t m_gsoMaxSize{DEFAULT_GSO_MAX_SIZE}; //!< wanted gso_max_size, in bytes
    uint32_t m_gsoMaxSegs{DEFAULT_GSO_MAX_SEGS}; //!< wanted gso_max_segs, in segments
};

} // namespace ns3

#endif /* LINUX_TX_DEVICE_FEATURES_H */
