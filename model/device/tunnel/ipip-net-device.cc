/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/ipip-net-device.h"

#include "ns3/ipip-l4-protocol.h"
#include "ns3/log.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("IpipNetDevice");

NS_OBJECT_ENSURE_REGISTERED(IpipNetDevice);

TypeId
IpipNetDevice::GetTypeId()
{
    static TypeId tid = TypeId("ns3::IpipNetDevice")
                            .SetParent<IpTunnelNetDevice>()
                            .SetGroupName("LinuxTx")
                            .AddConstructor<IpipNetDevice>();
    return tid;
}

IpipNetDevice::IpipNetDevice()
{
    NS_LOG_FUNCTION(this);
}

IpipNetDevice::~IpipNetDevice()
{
    NS_LOG_FUNCTION(this);
}

Ptr<TunnelL4Protocol>
IpipNetDevice::GetTunnels(const Ptr<Node>& node) const
{
    return TunnelL4Protocol::Of<IpipL4Protocol>(node);
}

uint32_t
IpipNetDevice::GetTunnelHeaderSize() const
{
    return 0;
}

bool
IpipNetDevice::Carries(uint16_t protocol) const
{
    return protocol == Ipv4L3Protocol::PROT_NUMBER;
}

void
IpipNetDevice::AddTunnelHeader(const Ptr<Packet>& /* packet */, uint16_t /* protocol */) const
{
    // Nothing is between the two IP headers.
}

} // namespace ns3
