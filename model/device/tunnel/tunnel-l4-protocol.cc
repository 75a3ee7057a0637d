/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/tunnel-l4-protocol.h"

#include "ns3/configuration-error.h"
#include "ns3/ip-tunnel-net-device.h"
#include "ns3/ipv4-interface.h"
#include "ns3/ipv4-l3-protocol.h"
#include "ns3/ipv4-route.h"
#include "ns3/ipv6-interface.h"
#include "ns3/ipv6-route.h"
#include "ns3/log.h"
#include "ns3/packet.h"

#include <algorithm>
#include <string>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("TunnelL4Protocol");

NS_OBJECT_ENSURE_REGISTERED(TunnelL4Protocol);

TypeId
TunnelL4Protocol::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::TunnelL4Protocol").SetParent<IpL4Protocol>().SetGroupName("LinuxTx");
    return tid;
}

TunnelL4Protocol::TunnelL4Protocol()
{
    NS_LOG_FUNCTION(this);
}

TunnelL4Protocol::~TunnelL4Protocol()
{
    NS_LOG_FUNCTION(this);
}

void
TunnelL4Protocol::DoDispose()
{
    NS_LOG_FUNCTION(this);
    m_tunnels.clear();
    IpL4Protocol::DoDispose();
}

Ptr<TunnelL4Protocol>
TunnelL4Protocol::FindOnNode(const Ptr<Node>& node, int number)
{
    const auto ipv4 = node->GetObject<Ipv4L3Protocol>();
    if (!ipv4)
    {
        ExitOnConfigurationError("node " + std::to_string(node->GetId()) +
                                 " has no IPv4; tunnels run between IPv4 addresses");
    }
    const auto protocol = ipv4->GetProtocol(number);
    const auto tunnels = DynamicCast<TunnelL4Protocol>(protocol);
    if (protocol && !tunnels)
    {
        ExitOnConfigurationError("IPv4 of node " + std::to_string(node->GetId()) + " has " +
                                 protocol->GetInstanceTypeId().GetName() + " for protocol " +
                                 std::to_string(number) + "; a tunnel needs that number");
    }
    return tunnels;
}

void
TunnelL4Protocol::InsertInto(const Ptr<Node>& node)
{
    node->GetObject<Ipv4L3Protocol>()->Insert(this);
}

void
TunnelL4Protocol::Add(IpTunnelNetDevice* tunnel)
{
    NS_LOG_FUNCTION(this << tunnel);
    m_tunnels.push_back(tunnel);
}

void
TunnelL4Protocol::Remove(const IpTunnelNetDevice* tunnel)
{
    NS_LOG_FUNCTION(this << tunnel);
    m_tunnels.erase(std::remove(m_tunnels.begin(), m_tunnels.end(), tunnel), m_tunnels.end());
}

IpTunnelNetDevice*
TunnelL4Protocol::Find(const TunnelEndpoints& endpoints) const
{
    const auto found = std::find_if(m_tunnels.begin(), m_tunnels.end(), [&](const auto* tunnel) {
        return tunnel->GetEndpoints() == endpoints;
    });
    return found == m_tunnels.end() ? nullptr : *found;
}

IpTunnelNetDevice*
TunnelL4Protocol::Lookup(const TunnelEndpoints& packet) const
{
    IpTunnelNetDevice* best = nullptr;
    auto bestMatch = TunnelEndpoints::NONE;
    for (auto tunnel = m_tunnels.rbegin(); tunnel != m_tunnels.rend(); ++tunnel)
    {
        const auto match = (*tunnel)->IsUp() ? (*tunnel)->GetEndpoints().Fit(packet, HasKeys())
                                             : TunnelEndpoints::NONE;
        if (match < bestMatch)
        {
            best = *tunnel;
            bestMatch = match;
        }
    }
    return best;
}

uint16_t
TunnelL4Protocol::SelectIdentification(Ipv4Address source, Ipv4Address destination)
{
    return m_identifications[{source, destination}]++;
}

IpL4Protocol::RxStatus
TunnelL4Protocol::Receive(Ptr<Packet> p,
                          const Ipv4Header& header,
                          Ptr<Ipv4Interface> /* incomingInterface */)
{
    NS_LOG_FUNCTION(this << p << header);
    const auto tunnelHeader = RemoveHeader(p);
    if (!tunnelHeader)
    {
        NS_LOG_LOGIC("not a valid header of a tunnel");
        return RX_CSUM_FAILED;
    }
    IpTunnelNetDevice* tunnel =
        Lookup({header.GetDestination(), header.GetSource(), tunnelHeader->key});
    if (!tunnel)
    {
        return RX_ENDPOINT_UNREACH;
    }
    if (tunnelHeader->hasChecksum)
    {
        tunnel->DropChecksummed(p);
        return RX_CSUM_FAILED;
    }
    tunnel->Receive(p, tunnelHeader->protocol, header);
    return RX_OK;
}

IpL4Protocol::RxStatus
TunnelL4Protocol::Receive(Ptr<Packet> /* p */,
                          const Ipv6Header& /* header */,
                          Ptr<Ipv6Interface> /* incomingInterface */)
{
    return RX_ENDPOINT_UNREACH;
}

void
TunnelL4Protocol::SetDownTarget(DownTargetCallback /* cb */)
{
    // Tunnels give IPv4 their packets with headers.
}

void
TunnelL4Protocol::SetDownTarget6(DownTargetCallback6 /* cb */)
{
    // There is no tunnel over IPv6.
}

IpL4Protocol::DownTargetCallback
TunnelL4Protocol::GetDownTarget() const
{
    return {};
}

IpL4Protocol::DownTargetCallback6
TunnelL4Protocol::GetDownTarget6() const
{
    return {};
}

} // namespace ns3
