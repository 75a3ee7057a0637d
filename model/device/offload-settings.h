/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_OFFLOAD_SETTINGS_H
#define LINUX_TX_OFFLOAD_SETTINGS_H

#include "ns3/device-features.h"
#include "ns3/orphan-policy.h"
#include "ns3/segment-ownership.h"
#include "ns3/type-id.h"
#include "ns3/xmit-device.h"

#include <cstdint>
#include <string>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief What a user sets of a linux-tx device that concerns charges and trains: orphan policy,
 *        segment ownership and wanted offload features (`ethtool -K`), with their attributes.
 *
 * A device derives from this beside NetDevice; EthernetNetDevice and the tunnels do.
 */
class OffloadSettings : public XmitDevice
{
  public:
    /**
     * @brief `ethtool -K`: want a feature on or off.
     *
     * What comes of it also depends on other features, and on a stacked device on those below.
     * @param name the name that `ethtool -k` prints
     * @param on true for on
     * @return false, and no change, if no feature has that name
     */
    bool SetFeature(const std::string& name, bool on);

    /**
     * @brief The features that were asked for (dev->wanted_features), and the limits.
     * @return the features
     */
    const DeviceFeatures& GetWantedFeatures() const
    {
        return m_wantedFeatures;
    }

    // Inherited from XmitDevice.
    OrphanPolicy GetOrphanPolicy() const override;
    DeviceFeatures GetFeatures() const override;
    SegmentOwnership GetSegmentOwnership() const override;
    void LiftMtu(bool lift) override;

  protected:
    /**
     * @brief Shall GetMtu() say that every packet fits?
     * @return true while a MtuLift lives
     */
    bool IsMtuLifted() const
    {
        return m_mtuLifted;
    }

    /**
     * @brief Constructor.
     * @param features what the device has unless the user wants otherwise
     */
    explicit OffloadSettings(const DeviceFeatures& features);

    /**
     * @brief Give a class of devices the attributes OrphanPolicy, SegmentOwnership, Features,
     *        GsoMaxSize, GsoMaxSegs, TsoMaxSize and TsoMaxSegs.
     * @param tid type of the devices, which derive from this class
     * @return the same
     */
    static TypeId AddAttributes(TypeId tid);

    /**
     * @brief ndo_fix_features: what a device has of the features that are wanted.
     * @param wanted the wanted ones
     * @return the features; a NIC has what is wanted
     */
    virtual DeviceFeatures FixFeatures(const DeviceFeatures& wanted) const;

  private:
    /**
     * @brief Attribute Features.
     * @param text "NAME on" or "NAME off", several of them separated by commas
     */
    void SetFeaturesAttribute(std::string text);

    /**
     * @brief Attribute Features.
     * @return the wanted features as SetFeaturesAttribute() reads them
     */
    std::string GetFeaturesAttribute() const;

    /**
     * @brief Attribute GsoMaxSize.
     * @param bytes gso_max_size, in bytes
     */
    void SetGsoMaxSize(uint32_t bytes);

    /**
     * @brief Attribute GsoMaxSize.
     * @return gso_max_size, in bytes
     */
    uint32_t GetGsoMaxSize() const;

    /**
     * @brief Attribute GsoMaxSegs.
     * @param segments gso_max_segs
     */
    void SetGsoMaxSegs(uint32_t segments);

    /**
     * @brief Attribute GsoMaxSegs.
     * @return gso_max_segs
     */
    uint32_t GetGsoMaxSegs() const;

    /**
     * @brief Attribute TsoMaxSize.
     * @param bytes tso_max_size, in bytes
     */
    void SetTsoMaxSize(uint32_t bytes);

    /**
     * @brief Attribute TsoMaxSize.
     * @return tso_max_size, in bytes
     */
    uint32_t GetTsoMaxSize() const;

    /**
     * @brief Attribute TsoMaxSegs.
     * @param segments tso_max_segs
     */
    void SetTsoMaxSegs(uint32_t segments);

    /**
     * @brief Attribute TsoMaxSegs.
     * @return tso_max_segs
     */
    uint32_t GetTsoMaxSegs() const;

    OrphanPolicy m_orphanPolicy{ORPHAN_KERNEL};            //!< where charges end
    SegmentOwnership m_segmentOwnership{OWNERSHIP_KERNEL}; //!< who owns segments cut here
    DeviceFeatures m_wantedFeatures;                       //!< wanted features
    bool m_mtuLifted{false};                               //!< see IsMtuLifted()
};

} // namespace ns3

#endif /* LINUX_TX_OFFLOAD_SETTINGS_H */
