/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/gre-l4-protocol.h"

#include "ns3/gre-header.h"
#include "ns3/packet.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(GreL4Protocol);

TypeId
GreL4Protocol::GetTypeId()
{
    static TypeId tid = TypeId("ns3::GreL4Protocol")
                            .SetParent<TunnelL4Protocol>()
                            .SetGroupName("LinuxTx")
                            .AddConstructor<GreL4Protocol>();
    return tid;
}

int
GreL4Protocol::GetProtocolNumber() const
{
    return NUMBER;
}

std::optional<TunnelL4Protocol::TunnelHeader>
GreL4Protocol::RemoveHeader(const Ptr<Packet>& packet) const
{
    GreHeader header;
    packet->RemoveHeader(header);
    if (!header.IsValid())
    {
        return {};
    }
    return TunnelHeader{header.GetProtocol(), header.GetKey(), header.HasChecksum()};
}

bool
GreL4Protocol::HasKeys() const
{
    return true;
}

} // namespace ns3
