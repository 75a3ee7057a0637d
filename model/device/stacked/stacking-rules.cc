/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/stacking-rules.h"

#include "ns3/ipv4.h"
#include "ns3/ipv6.h"
#include "ns3/mac48-address.h"
#include "ns3/names.h"
#include "ns3/node.h"
#include "ns3/stacked-net-device.h"
#include "ns3/xmit-device.h"

#include <algorithm>
#include <cstdint>
#include <sstream>

namespace ns3
{

namespace
{

/// MAX_NEST_DEV: how many devices can be on top of each other.
constexpr uint32_t MAX_NEST_DEV = 8;

/**
 * @brief How many devices are below each other from a device on, itself included.
 * @param device the device
 * @return 1 for a NIC
 */
uint32_t
GetDepth(const Ptr<const NetDevice>& device)
{
    uint32_t below = 0;
    if (const auto* stacked = dynamic_cast<const XmitDevice*>(PeekPointer(device)))
    {
        for (const auto& lower : stacked->GetLowerDevices())
        {
            below = std::max(below, GetDepth(lower));
        }
    }
    return below + 1;
}

/**
 * @brief Is a device another one, or on top of it?
 * @param device the device
 * @param other the other
 * @return true if so
 */
bool
IsOnTopOf(const Ptr<const NetDevice>& device, const Ptr<const NetDevice>& other)
{
    if (device == other)
    {
        return true;
    }
    const auto* stacked = dynamic_cast<const XmitDevice*>(PeekPointer(device));
    if (!stacked)
    {
        return false;
    }
    const auto lowers = stacked->GetLowerDevices();
    return std::any_of(lowers.begin(), lowers.end(), [&other](const auto& lower) {
        return IsOnTopOf(lower, other);
    });
}

} // namespace

std::string
FindStackingObjection(const Ptr<const NetDevice>& upper, const Ptr<const NetDevice>& lower)
{
    if (IsOnTopOf(lower, upper))
    {
        return "it is on top of the other already; devices on top of each other form no loop";
    }
    const uint32_t depth = GetDepth(lower) + 1;
    if (depth > MAX_NEST_DEV)
    {
        return "it would be number " + std::to_string(depth) +
               " on top of each other; at most 8 devices are";
    }
    return "";
}

bool
SpeaksEthernetAddresses(const Ptr<NetDevice>& device)
{
    return Mac48Address::IsMatchingType(device->GetAddress()) && device->IsBroadcast() &&
           !device->IsPointToPoint();
}

Ptr<NetDevice>
FindMaster(const Ptr<NetDevice>& device)
{
    const auto node = device->GetNode();
    for (uint32_t i = 0; i < node->GetNDevices(); ++i)
    {
        const auto upper = node->GetDevice(i);
        const auto* stacked = dynamic_cast<const XmitDevice*>(PeekPointer(upper));
        if (!stacked || DynamicCast<StackedNetDevice>(upper))
        {
            continue;
        }
        const auto lowers = stacked->GetLowerDevices();
        if (std::find(lowers.begin(), lowers.end(), device) != lowers.end())
        {
            return upper;
        }
    }
    return nullptr;
}

bool
HasIpInterface(const Ptr<NetDevice>& device)
{
    const auto ipv4 = device->GetNode()->GetObject<Ipv4>();
    const auto ipv6 = device->GetNode()->GetObject<Ipv6>();
    return (ipv4 && ipv4->GetInterfaceForDevice(device) >= 0) ||
           (ipv6 && ipv6->GetInterfaceForDevice(device) >= 0);
}

std::string
DescribeDevice(const Ptr<NetDevice>& device)
{
    if (!device)
    {
        return "a null device";
    }
    const std::string name = Names::FindName(device);
    if (!name.empty())
    {
        return name;
    }
    std::ostringstream text;
    text << device->GetInstanceTypeId().GetName();
    if (device->GetNode())
    {
        text << " (device " << device->GetIfIndex() << " of node " << device->GetNode()->GetId()
             << ")";
    }
    return text.str();
}

} // namespace ns3
