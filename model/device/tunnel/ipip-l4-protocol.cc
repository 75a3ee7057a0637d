/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/ipip-l4-protocol.h"

#include "ns3/ipv4-l3-protocol.h"
#include "ns3/packet.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(IpipL4Protocol);

TypeId
IpipL4Protocol::GetTypeId()
{
    static TypeId tid = TypeId("ns3::IpipL4Protocol")
                            .SetParent<TunnelL4Protocol>()
                            .SetGroupName("LinuxTx")
                            .AddConstructor<IpipL4Protocol>();
    return tid;
}

int
IpipL4Protocol::GetProtocolNumber() const
{
    return NUMBER;
}

std::optional<TunnelL4Protocol::TunnelHeader>
IpipL4Protocol::RemoveHeader(const Ptr<Packet>& /* packet */) const
{
    // The inner packet follows at once, and is IPv4.
    return TunnelHeader{Ipv4L3Protocol::PROT_NUMBER, std::nullopt, false};
}

bool
IpipL4Protocol::HasKeys() const
{
    return false;
}

} // namespace ns3
