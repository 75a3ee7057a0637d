/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/vlan-helper.h"

#include "ns3/checked-attribute.h"
#include "ns3/configuration-error.h"
#include "ns3/default-queue-disc.h"
#include "ns3/linux-transmit-path.h"
#include "ns3/names.h"
#include "ns3/node.h"
#include "ns3/stacking-rules.h"
#include "ns3/vlan-net-device.h"

namespace ns3
{

VlanHelper::VlanHelper()
    : StackedTraceHelper(VlanNetDevice::GetTypeId())
{
    m_deviceFactory.SetTypeId(VlanNetDevice::GetTypeId());
}

void
VlanHelper::SetDeviceAttribute(const std::string& name, const AttributeValue& value)
{
    SetCheckedAttribute(m_deviceFactory, name, value);
}

NetDeviceContainer
VlanHelper::Install(const Ptr<NetDevice>& lower, uint32_t id) const
{
    if (!lower || !lower->GetNode())
    {
        ExitOnConfigurationError("VlanHelper: " + DescribeDevice(lower) +
                                 " is on no node; the lower device is a device of a node");
    }
    if (id > VlanTag::MAX_ID)
    {
        ExitOnConfigurationError("VlanHelper: " + std::to_string(id) +
                                 " is no id of a VLAN (0 to 4094)");
    }
    const Ptr<Node> node = lower->GetNode();
    if (!node->GetObject<LinuxTransmitPath>())
    {
        ExitOnConfigurationError("VlanHelper: node " + std::to_string(node->GetId()) +
                                 " has no Linux transmit path; LinuxTxHelper::Install() comes "
                                 "first");
    }
    const auto vlan = m_deviceFactory.Create<VlanNetDevice>();
    vlan->SetVlanId(static_cast<uint16_t>(id));
    node->AddDevice(vlan);
    vlan->SetLowerDevice(lower);
    InstallDefaultQueueDisc(lower);
    return NetDeviceContainer(vlan);
}

NetDeviceContainer
VlanHelper::Install(const NetDeviceContainer& lowers, uint32_t id) const
{
    NetDeviceContainer vlans;
    for (uint32_t i = 0; i < lowers.GetN(); ++i)
    {
        vlans.Add(Install(lowers.Get(i), id));
    }
    return vlans;
}

NetDeviceContainer
VlanHelper::Install(const std::string& lowerName, uint32_t id) const
{
    const auto lower = Names::Find<NetDevice>(lowerName);
    if (!lower)
    {
        ExitOnConfigurationError("VlanHelper: no device is named '" + lowerName +
                                 "'; Names::Add() one");
    }
    return Install(lower, id);
}

} // namespace ns3
