/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/offload-settings.h"

#include "ns3/configuration-error.h"
#include "ns3/ns3-compat.h"
#include "ns3/object-base.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <sstream>

namespace ns3
{

TypeId
OffloadSettings::AddAttributes(TypeId tid)
{
    return tid
        .AddAttribute(
            "OrphanPolicy",
            "Where the sender's charge ends: None (when the packet has been sent), "
            "Early (when this device gets it), Driver (likewise, but in the "
            "driver, which spares no packet) or Kernel (as in the host's kernel release).",
            EnumValue(ORPHAN_KERNEL),
            compat::MakeEnumAccessor<OrphanPolicy>(&OffloadSettings::m_orphanPolicy),
            MakeOrphanPolicyChecker())
        .AddAttribute(
            "SegmentOwnership",
            "Which segments are charged to the sender when a train has to be cut for this "
            "device: None, Last (the whole charge), Every (each its share) or Kernel (as in "
            "the host's kernel release).",
            EnumValue(OWNERSHIP_KERNEL),
            compat::MakeEnumAccessor<SegmentOwnership>(&OffloadSettings::m_segmentOwnership),
            MakeSegmentOwnershipChecker())
        .AddAttribute("Features",
                      "Offload features that are wanted, as ethtool -K takes them: \"NAME on\" "
                      "or \"NAME off\", several separated by commas; others stay as they are.",
                      StringValue(""),
                      MakeStringAccessor(&OffloadSettings::SetFeaturesAttribute,
                                         &OffloadSettings::GetFeaturesAttribute),
                      MakeStringChecker())
        .AddAttribute(
            "GsoMaxSize",
            "Trains of this size or more are cut before the device (gso_max_size), in bytes; "
            "above TsoMaxSize it counts as that.",
            UintegerValue(DeviceFeatures::DEFAULT_GSO_MAX_SIZE),
            MakeUintegerAccessor(&OffloadSettings::SetGsoMaxSize, &OffloadSettings::GetGsoMaxSize),
            MakeUintegerChecker<uint32_t>(1))
        .AddAttribute(
            "GsoMaxSegs",
            "Trains of more segments than this are cut before the device (gso_max_segs); above "
            "TsoMaxSegs it counts as that.",
            UintegerValue(DeviceFeatures::DEFAULT_GSO_MAX_SEGS),
            MakeUintegerAccessor(&OffloadSettings::SetGsoMaxSegs, &OffloadSettings::GetGsoMaxSegs),
            MakeUintegerChecker<uint32_t>(1, DeviceFeatures::DEFAULT_GSO_MAX_SEGS))
        .AddAttribute(
            "TsoMaxSize",
            "The driver's upper bound of gso_max_size (tso_max_size), in bytes; devices on top of "
            "this one inherit it, and have the smallest of those below.",
            UintegerValue(DeviceFeatures::DEFAULT_GSO_MAX_SIZE),
            MakeUintegerAccessor(&OffloadSettings::SetTsoMaxSize, &OffloadSettings::GetTsoMaxSize),
            MakeUintegerChecker<uint32_t>(1))
        .AddAttribute(
            "TsoMaxSegs",
            "The driver's upper bound of gso_max_segs (tso_max_segs); devices on top of this one "
            "inherit it, and have the smallest of those below.",
            UintegerValue(DeviceFeatures::DEFAULT_GSO_MAX_SEGS),
            MakeUintegerAccessor(&OffloadSettings::SetTsoMaxSegs, &OffloadSettings::GetTsoMaxSegs),
            MakeUintegerChecker<uint32_t>(1, DeviceFeatures::DEFAULT_GSO_MAX_SEGS));
}

OffloadSettings::OffloadSettings(const DeviceFeatures& features)
    : m_wantedFeatures(features)
{
}

bool
OffloadSettings::SetFeature(const std::string& name, bool on)
{
    const auto feature = DeviceFeatures::FindByName(name);
    if (feature)
    {
        m_wantedFeatures.Set(*feature, on);
    }
    return feature.has_value();
}

void
OffloadSettings::SetFeaturesAttribute(std::string text)
{
    std::istringstream settings(text);
    std::string setting;
    while (std::getline(settings, setting, ','))
    {
        std::istringstream words(setting);
        std::string name;
        std::string value;
        std::string surplus;
        words >> name >> value >> surplus;
        const bool known = value == "on" || value == "off";
        if (!known || !surplus.empty() || !SetFeature(name, value == "on"))
        {
            const auto* device = dynamic_cast<const ObjectBase*>(this);
            ExitOnConfigurationError(device->GetInstanceTypeId().GetName() + " does not take \"" +
                                     setting +
                                     "\" for its attribute Features (NAME on or NAME off; names: " +
                                     DeviceFeatures::ListNames() + ")");
        }
    }
}

std::string
OffloadSettings::GetFeaturesAttribute() const
{
    std::string text;
    for (const auto feature : DeviceFeatures::GetAll())
    {
        text += (text.empty() ? "" : ",") + std::string(DeviceFeatures::GetName(feature)) +
                (m_wantedFeatures.Has(feature) ? " on" : " off");
    }
    return text;
}

void
OffloadSettings::SetGsoMaxSize(uint32_t bytes)
{
    m_wantedFeatures.SetGsoMaxSize(bytes);
}

uint32_t
OffloadSettings::GetGsoMaxSize() const
{
    return m_wantedFeatures.GetGsoMaxSize();
}

void
OffloadSettings::SetGsoMaxSegs(uint32_t segments)
{
    m_wantedFeatures.SetGsoMaxSegs(segments);
}

uint32_t
OffloadSettings::GetGsoMaxSegs() const
{
    return m_wantedFeatures.GetGsoMaxSegs();
}

void
OffloadSettings::SetTsoMaxSize(uint32_t bytes)
{
    m_wantedFeatures.SetTsoMaxSize(bytes);
}

uint32_t
OffloadSettings::GetTsoMaxSize() const
{
    return m_wantedFeatures.GetTsoMaxSize();
}

void
OffloadSettings::SetTsoMaxSegs(uint32_t segments)
{
    m_wantedFeatures.SetTsoMaxSegs(segments);
}

uint32_t
OffloadSettings::GetTsoMaxSegs() const
{
    return m_wantedFeatures.GetTsoMaxSegs();
}

DeviceFeatures
OffloadSettings::FixFeatures(const DeviceFeatures& wanted) const
{
    return wanted;
}

DeviceFeatures
OffloadSettings::GetFeatures() const
{
    return FixFeatures(m_wantedFeatures).WithoutUnsupported();
}

SegmentOwnership
OffloadSettings::GetSegmentOwnership() const
{
    return m_segmentOwnership;
}

OrphanPolicy
OffloadSettings::GetOrphanPolicy() const
{
    return m_orphanPolicy;
}

void
OffloadSettings::LiftMtu(bool lift)
{
    m_mtuLifted = lift;
}

} // namespace ns3
