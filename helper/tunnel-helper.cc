/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/tunnel-helper.h"

#include "ns3/checked-attribute.h"
#include "ns3/configuration-error.h"
#include "ns3/gre-net-device.h"
#include "ns3/ipip-net-device.h"
#include "ns3/names.h"

namespace ns3
{

namespace
{

/**
 * @brief The devices of a kind of tunnel.
 * @param kind gre or ipip; anything else ends the program
 * @return their type
 */
TypeId
GetDeviceType(const std::string& kind)
{
    if (kind == "gre")
    {
        return GreNetDevice::GetTypeId();
    }
    if (kind == "ipip")
    {
        return IpipNetDevice::GetTypeId();
    }
    ExitOnConfigurationError("TunnelHelper: \"" + kind +
                             "\" is no kind of tunnel; gre and ipip are");
}

} // namespace

TunnelHelper::TunnelHelper(const std::string& kind)
    : StackedTraceHelper(GetDeviceType(kind), PcapHelper::DLT_RAW)
{
    m_factory.SetTypeId(GetDeviceType(kind));
}

void
TunnelHelper::SetDeviceAttribute(const std::string& name, const AttributeValue& value)
{
    SetCheckedAttribute(m_factory, name, value);
}

NetDeviceContainer
TunnelHelper::Install(const Ptr<Node>& node, Ipv4Address local, Ipv4Address remote) const
{
    if (!node)
    {
        ExitOnConfigurationError("TunnelHelper: the node is null; a tunnel is made on a node");
    }
    const auto tunnel = m_factory.Create<IpTunnelNetDevice>();
    tunnel->SetAttribute("Local", Ipv4AddressValue(local));
    tunnel->SetAttribute("Remote", Ipv4AddressValue(remote));
    node->AddDevice(tunnel);
    tunnel->Attach();
    return NetDeviceContainer(tunnel);
}

NetDeviceContainer
TunnelHelper::Install(const std::string& nodeName, Ipv4Address local, Ipv4Address remote) const
{
    const auto node = Names::Find<Node>(nodeName);
    if (!node)
    {
        ExitOnConfigurationError("TunnelHelper: no node is named '" + nodeName +
                                 "'; Names::Add() one");
    }
    return Install(node, local, remote);
}

} // namespace ns3
