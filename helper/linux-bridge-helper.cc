/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/linux-bridge-helper.h"

#include "ns3/checked-attribute.h"
#include "ns3/configuration-error.h"
#include "ns3/default-queue-disc.h"
#include "ns3/linux-bridge-net-device.h"
#include "ns3/linux-transmit-path.h"
#include "ns3/names.h"
#include "ns3/stacking-rules.h"

namespace ns3
{

LinuxBridgeHelper::LinuxBridgeHelper()
    : StackedTraceHelper(LinuxBridgeNetDevice::GetTypeId())
{
    m_bridgeFactory.SetTypeId(LinuxBridgeNetDevice::GetTypeId());
}

void
LinuxBridgeHelper::SetBridgeAttribute(const std::string& name, const AttributeValue& value)
{
    SetCheckedAttribute(m_bridgeFactory, name, value);
}

NetDeviceContainer
LinuxBridgeHelper::Install(const Ptr<Node>& node, const NetDeviceContainer& ports) const
{
    if (!node->GetObject<LinuxTransmitPath>())
    {
        ExitOnConfigurationError("LinuxBridgeHelper: node " + std::to_string(node->GetId()) +
                                 " has no Linux transmit path; LinuxTxHelper::Install() comes "
                                 "first");
    }
    const auto bridge = m_bridgeFactory.Create<LinuxBridgeNetDevice>();
    node->AddDevice(bridge);
    for (uint32_t i = 0; i < ports.GetN(); ++i)
    {
        AddPort(bridge, ports.Get(i));
    }
    return NetDeviceContainer(bridge);
}

NetDeviceContainer
LinuxBridgeHelper::Install(const std::string& nodeName, const NetDeviceContainer& ports) const
{
    const auto node = Names::Find<Node>(nodeName);
    if (!node)
    {
        ExitOnConfigurationError("LinuxBridgeHelper: no node is named '" + nodeName +
                                 "'; Names::Add() one");
    }
    return Install(node, ports);
}

void
LinuxBridgeHelper::AddPort(const Ptr<NetDevice>& bridge, const Ptr<NetDevice>& port)
{
    const auto linuxBridge = DynamicCast<LinuxBridgeNetDevice>(bridge);
    if (!linuxBridge)
    {
        ExitOnConfigurationError("LinuxBridgeHelper: " + DescribeDevice(bridge) +
                                 " is no ns3::LinuxBridgeNetDevice; ports are added to one");
    }
    const std::string refusal = linuxBridge->AddPort(port);
    if (!refusal.empty())
    {
        ExitOnConfigurationError(refusal);
    }
    InstallDefaultQueueDisc(port);
}

} // namespace ns3
