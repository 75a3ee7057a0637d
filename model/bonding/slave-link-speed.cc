/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/slave-link-speed.h"

#include "ns3/channel.h"
#include "ns3/data-rate.h"

namespace ns3
{

std::optional<uint32_t>
GetSlaveLinkSpeed(const Ptr<NetDevice>& device)
{
    constexpr uint64_t MEGABIT = 1000000;
    DataRateValue rate;
    if (device->GetAttributeFailSafe("DataRate", rate) ||
        (device->GetChannel() && device->GetChannel()->GetAttributeFailSafe("DataRate", rate)))
    {
        return static_cast<uint32_t>(rate.Get().GetBitRate() / MEGABIT);
    }
    return std::nullopt;
}

} // namespace ns3
