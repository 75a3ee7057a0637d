/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/slave-link-speed.h"

#include "ns3/boolean.h"
#include "ns3/channel.h"
#include "ns3/data-rate.h"
#include "ns3/stacked-net-device.h"

#include <algorithm>

namespace ns3
{

std::optional<uint32_t>
GetSlaveLinkSpeed(const Ptr<NetDevice>& device)
{
    if (const auto stacked = DynamicCast<StackedNetDevice>(device))
    {
        const auto& lower = stacked->GetLowerDevice();
        return lower ? GetSlaveLinkSpeed(lower) : std::nullopt;
    }
    constexpr uint64_t MEGABIT = 1000000;
    DataRateValue rate(DataRate(0));
    if (!device->GetAttributeFailSafe("DataRate", rate) && device->GetChannel())
    {
        device->GetChannel()->GetAttributeFailSafe("DataRate", rate);
    }
    const uint64_t bitRate = rate.Get().GetBitRate();
    if (bitRate == 0)
    {
        return std::nullopt;
    }
    return static_cast<uint32_t>(std::max<uint64_t>(bitRate / MEGABIT, 1));
}

bool
IsSlaveLinkFullDuplex(const Ptr<NetDevice>& device)
{
    if (const auto stacked = DynamicCast<StackedNetDevice>(device))
    {
        const auto& lower = stacked->GetLowerDevice();
        return lower && IsSlaveLinkFullDuplex(lower);
    }
    BooleanValue fullDuplex(true);
    device->GetAttributeFailSafe("FullDuplex", fullDuplex);
    return fullDuplex.Get();
}

} // namespace ns3
