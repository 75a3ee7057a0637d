/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/bond-interface.h"

#include "ns3/interface-addresses.h"
#include "ns3/node.h"
#include "ns3/stacked-net-device.h"
#include "ns3/vlan-net-device.h"

#include <cstdint>

namespace ns3
{

namespace
{

/**
 * @brief The devices directly on top of a device.
 * @param lower the device
 * @return VLAN devices first
 */
std::vector<Ptr<StackedNetDevice>>
FindDirectUppers(const Ptr<const NetDevice>& lower)
{
    const auto vlans = VlanNetDevice::FindAllOn(lower);
    std::vector<Ptr<StackedNetDevice>> uppers(vlans.begin(), vlans.end());
    const Ptr<Node> node = lower->GetNode();
    for (uint32_t i = 0; node && i < node->GetNDevices(); ++i)
    {
        const auto stacked = DynamicCast<StackedNetDevice>(node->GetDevice(i));
        if (stacked && stacked->GetLowerDevice() == lower && !DynamicCast<VlanNetDevice>(stacked))
        {
            uppers.push_back(stacked);
        }
    }
    return uppers;
}

/**
 * @brief Append the devices on top of a device, each followed by those on top of it.
 * @param lower the device
 * @param below ids of the VLAN devices from there down to the bond, the nearest first
 * @param found where to append
 */
void
AppendUppers(const Ptr<const NetDevice>& lower,
             const std::vector<VlanTag>& below,
             std::vector<BondInterface>& found)
{
    for (const auto& device : FindDirectUppers(lower))
    {
        std::vector<VlanTag> path;
        const auto vlan = DynamicCast<VlanNetDevice>(device);
        if (vlan && vlan->GetVlanId() != 0) // bond_handle_vlan() leaves id 0 out
        {
            path.push_back({vlan->GetProtocol(), vlan->GetVlanId()});
        }
        path.insert(path.end(), below.begin(), below.end());

        BondInterface upper;
        upper.device = device;
        upper.isVlan = vlan != nullptr;
        upper.hasOwnAddress = device->HasOwnAddress();
        for (const auto& tag : path)
        {
            upper.tags.Put(tag);
        }
        upper.address = Mac48Address::ConvertFrom(device->GetAddress());
        upper.ipv4Addresses = GetIpv4AddressesOf(device);
        upper.ipv6Addresses = GetIpv6AddressesOf(device);
        found.push_back(upper);
        AppendUppers(device, path, found);
    }
}

} // namespace

std::vector<BondInterface>
FindBondUppers(const Ptr<const NetDevice>& bond)
{
    std::vector<BondInterface> uppers;
    AppendUppers(bond, {}, uppers);
    for (auto& upper : uppers)
    {
        upper.isOnBond = DynamicCast<StackedNetDevice>(upper.device)->GetLowerDevice() == bond;
    }
    return uppers;
}

} // namespace ns3
