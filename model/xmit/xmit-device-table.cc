/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/xmit-device-table.h"

#include "ns3/mac48-address.h"
#include "ns3/skb-truesize.h"
#include "ns3/wifi-net-device.h"

#include <algorithm>

namespace ns3
{

namespace
{

/// dev->hard_header_len of an Ethernet device (ETH_HLEN), in bytes.
constexpr uint32_t ETHERNET_HEADER = 14;

/// sk_pacing_shift that sock_init_data() gives a socket: 2^-10 s, about 1 ms.
constexpr uint32_t DEFAULT_PACING_SHIFT = 10;

} // namespace

XmitDeviceState&
XmitDeviceTable::Get(const Ptr<NetDevice>& device)
{
    const uint32_t index = device->GetIfIndex();
    if (index >= m_devices.size())
    {
        m_devices.resize(index + 1);
    }
    XmitDeviceState& state = m_devices[index];
    if (!state.device)
    {
        state.device = device;
        state.xmitDevice = dynamic_cast<XmitDevice*>(PeekPointer(device));
        state.wifi = DynamicCast<WifiNetDevice>(device) != nullptr;
        state.queues = device->GetObject<NetDeviceQueueInterface>();
        const bool ethernet =
            device->NeedsArp() && Mac48Address::IsMatchingType(device->GetAddress());
        state.linkHeaderSize = ethernet ? ETHERNET_HEADER : 0;
        state.features = DeviceFeatures::OfForeignDevice();
    }
    return state;
}

void
XmitDeviceTable::Clear()
{
    m_devices.clear();
}

OrphanPolicy
XmitDeviceTable::GetOrphanPolicy(const XmitDeviceState& state) const
{
    const OrphanPolicy policy =
        state.xmitDevice ? state.xmitDevice->GetOrphanPolicy() : state.orphanPolicy;
    return policy == ORPHAN_KERNEL ? m_kernelRelease.GetOrphanPolicy() : policy;
}

DeviceFeatures
XmitDeviceTable::GetFeatures(const XmitDeviceState& state) const
{
    DeviceFeatures features =
        state.xmitDevice ? state.xmitDevice->GetFeatures() : state.features.WithoutUnsupported();
    if (!m_kernelRelease.HasUfo())
    {
        features.Set(DeviceFeatures::UDP_FRAGMENTATION, false);
    }
    if (!m_kernelRelease.HasUdpSegment())
    {
        features.Set(DeviceFeatures::UDP_SEGMENTATION, false);
    }
    return features;
}

SegmentOwnership
XmitDeviceTable::GetSegmentOwnership(const XmitDeviceState& state, GsoType type) const
{
    const SegmentOwnership ownership =
        state.xmitDevice ? state.xmitDevice->GetSegmentOwnership() : state.segmentOwnership;
    return ownership == OWNERSHIP_KERNEL ? m_kernelRelease.GetSegmentOwnership(type) : ownership;
}

uint32_t
XmitDeviceTable::GetPacingShift(const Ptr<NetDevice>& device)
{
    const XmitDeviceState& state = Get(device);
    if (state.pacingShift)
    {
        return *state.pacingShift;
    }
    uint32_t shift = state.wifi ? m_kernelRelease.GetWifiPacingShift() : DEFAULT_PACING_SHIFT;
    if (state.xmitDevice)
    {
        for (const auto& lower : state.xmitDevice->GetLowerDevices())
        {
            shift = std::min(shift, GetPacingShift(lower));
        }
    }
    return shift;
}

bool
XmitDeviceTable::HasFeaturesFor(const XmitDeviceState& state, const XmitTrain& train) const
{
    return GetFeatures(state).TakesTrain(train.GetType(),
                                         train.GetNSegments(),
                                         train.GetSuperPacketSize(state.linkHeaderSize));
}

uint32_t
XmitDeviceTable::GetHardHeaderLength(const XmitDeviceState& state)
{
    return state.xmitDevice ? state.xmitDevice->GetHardHeaderLength() : state.linkHeaderSize;
}

uint32_t
XmitDeviceTable::GetLinkHeaderRoom(const XmitDeviceState& state)
{
    return SkbTruesize::LinkHeaderRoom(GetHardHeaderLength(state));
}

} // namespace ns3
