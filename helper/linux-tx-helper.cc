/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/linux-tx-helper.h"

#include "ns3/checked-attribute.h"
#include "ns3/configuration-error.h"
#include "ns3/linux-tcp-socket-factory.h"
#include "ns3/linux-transmit-path.h"
#include "ns3/linux-udp-socket-factory.h"
#include "ns3/names.h"
#include "ns3/traffic-control-layer.h"
#include "ns3/udp-l4-protocol.h"

namespace ns3
{

LinuxTxHelper::LinuxTxHelper()
{
    m_pathFactory.SetTypeId(LinuxTransmitPath::GetTypeId());
}

void
LinuxTxHelper::SetAttribute(const std::string& name, const AttributeValue& value)
{
    SetCheckedAttribute(m_pathFactory, name, value);
}

void
LinuxTxHelper::Install(const Ptr<Node>& node) const
{
    if (node->GetObject<LinuxTransmitPath>())
    {
        return;
    }
    if (!node->GetObject<TrafficControlLayer>() || !node->GetObject<UdpL4Protocol>())
    {
        ExitOnConfigurationError("LinuxTxHelper: node " + std::to_string(node->GetId()) +
                                 " has no internet stack; InternetStackHelper::Install() comes "
                                 "first");
    }
    node->AggregateObject(m_pathFactory.Create());
    node->AggregateObject(CreateObject<LinuxUdpSocketFactory>());
    node->AggregateObject(CreateObject<LinuxTcpSocketFactory>());
}

void
LinuxTxHelper::Install(const std::string& nodeName) const
{
    Ptr<Node> node = Names::Find<Node>(nodeName);
    if (!node)
    {
        ExitOnConfigurationError("LinuxTxHelper: no node is named \"" + nodeName +
                                 "\"; Names::Add() one");
    }
    Install(node);
}

void
LinuxTxHelper::Install(const NodeContainer& nodes) const
{
    for (auto node = nodes.Begin(); node != nodes.End(); ++node)
    {
        Install(*node);
    }
}

void
LinuxTxHelper::InstallAll() const
{
    Install(NodeContainer::GetGlobal());
}

} // namespace ns3
