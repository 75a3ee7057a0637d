/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/macvlan-helper.h"

#include "ns3/checked-attribute.h"
#include "ns3/configuration-error.h"
#include "ns3/default-queue-disc.h"
#include "ns3/linux-transmit-path.h"
#include "ns3/macvlan-net-device.h"
#include "ns3/names.h"
#include "ns3/node.h"
#include "ns3/stacking-rules.h"
#include "ns3/string.h"

namespace ns3
{

MacvlanHelper::MacvlanHelper(const std::string& mode)
    : StackedTraceHelper(MacvlanNetDevice::GetTypeId())
{
    m_deviceFactory.SetTypeId(MacvlanNetDevice::GetTypeId());
    SetDeviceAttribute("Mode", StringValue(mode));
}

void
MacvlanHelper::SetDeviceAttribute(const std::string& name, const AttributeValue& value)
{
    SetCheckedAttribute(m_deviceFactory, name, value);
}

NetDeviceContainer
MacvlanHelper::Install(const Ptr<NetDevice>& lower) const
{
    if (!lower || !lower->GetNode())
    {
        ExitOnConfigurationError("MacvlanHelper: " + DescribeDevice(lower) +
                                 " is on no node; the lower device is a device of a node");
    }
    const Ptr<Node> node = lower->GetNode();
    if (!node->GetObject<LinuxTransmitPath>())
    {
        ExitOnConfigurationError("MacvlanHelper: node " + std::to_string(node->GetId()) +
                                 " has no Linux transmit path; LinuxTxHelper::Install() comes "
                                 "first");
    }
    const auto macvlan = m_deviceFactory.Create<MacvlanNetDevice>();
    node->AddDevice(macvlan);
    macvlan->SetLowerDevice(lower);
    InstallDefaultQueueDisc(macvlan->GetLowerDevice());
    return NetDeviceContainer(macvlan);
}

NetDeviceContainer
MacvlanHelper::Install(const NetDeviceContainer& lowers) const
{
    NetDeviceContainer macvlans;
    for (uint32_t i = 0; i < lowers.GetN(); ++i)
    {
        macvlans.Add(Install(lowers.Get(i)));
    }
    return macvlans;
}

NetDeviceContainer
MacvlanHelper::Install(const std::string& lowerName) const
{
    const auto lower = Names::Find<NetDevice>(lowerName);
    if (!lower)
    {
        ExitOnConfigurationError("MacvlanHelper: no device is named '" + lowerName +
                                 "'; Names::Add() one");
    }
    return Install(lower);
}

} // namespace ns3
