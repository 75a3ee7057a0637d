/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/udp-stream-helper.h"

#include "ns3/checked-attribute.h"
#include "ns3/configuration-error.h"
#include "ns3/names.h"
#include "ns3/node.h"
#include "ns3/string.h"
#include "ns3/udp-stream-application.h"

namespace ns3
{

UdpStreamHelper::UdpStreamHelper(const std::string& protocol, const Address& remote)
{
    m_factory.SetTypeId(UdpStreamApplication::GetTypeId());
    m_factory.Set("Protocol", StringValue(protocol));
    m_factory.Set("Remote", AddressValue(remote));
}

void
UdpStreamHelper::SetAttribute(const std::string& name, const AttributeValue& value)
{
    SetCheckedAttribute(m_factory, name, value);
}

ApplicationContainer
UdpStreamHelper::Install(const NodeContainer& nodes) const
{
    ApplicationContainer applications;
    for (auto node = nodes.Begin(); node != nodes.End(); ++node)
    {
        applications.Add(Install(*node));
    }
    return applications;
}

ApplicationContainer
UdpStreamHelper::Install(Ptr<Node> node) const
{
    Ptr<Application> application = m_factory.Create<Application>();
    node->AddApplication(application);
    return ApplicationContainer(application);
}

ApplicationContainer
UdpStreamHelper::Install(const std::string& nodeName) const
{
    Ptr<Node> node = Names::Find<Node>(nodeName);
    if (!node)
    {
        ExitOnConfigurationError("UdpStreamHelper: no node is named '" + nodeName +
                                 "'; it must be a name given with Names::Add");
    }
    return Install(node);
}

int64_t
UdpStreamHelper::AssignStreams(const NodeContainer& /* nodes */, int64_t /* stream */) const
{
    return 0;
}

} // namespace ns3
