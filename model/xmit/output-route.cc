/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/output-route.h"

#include "ns3/arp-cache.h"
#include "ns3/inet-socket-address.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/ipv4-interface.h"
#include "ns3/ipv4-l3-protocol.h"
#include "ns3/ipv4-route.h"
#include "ns3/ipv4-routing-protocol.h"
#include "ns3/ipv6-interface.h"
#include "ns3/ipv6-l3-protocol.h"
#include "ns3/ipv6-route.h"
#include "ns3/ipv6-routing-protocol.h"
#include "ns3/ndisc-cache.h"

namespace ns3
{

namespace
{

/**
 * @brief Is an IPv4 neighbour being resolved?
 * @param ipv4 the node's IPv4
 * @param device the output device
 * @param nextHop the neighbour
 * @return true if its ARP entry waits for a reply
 */
bool
IsWaitingForArp(const Ptr<Ipv4L3Protocol>& ipv4, const Ptr<NetDevice>& device, Ipv4Address nextHop)
{
    const int32_t index = ipv4->GetInterfaceForDevice(device);
    Ptr<ArpCache> cache = index < 0 ? nullptr : ipv4->GetInterface(index)->GetArpCache();
    ArpCache::Entry* entry = cache ? cache->Lookup(nextHop) : nullptr;
    return entry && entry->IsWaitReply();
}

/**
 * @brief Is an IPv6 neighbour being resolved?
 * @param ipv6 the node's IPv6
 * @param device the output device
 * @param nextHop the neighbour
 * @return true if its ND entry is incomplete
 */
bool
IsWaitingForNd(const Ptr<Ipv6L3Protocol>& ipv6, const Ptr<NetDevice>& device, Ipv6Address nextHop)
{
    const int32_t index = ipv6->GetInterfaceForDevice(device);
    Ptr<NdiscCache> cache = index < 0 ? nullptr : ipv6->GetInterface(index)->GetNdiscCache();
    NdiscCache::Entry* entry = cache ? cache->Lookup(nextHop) : nullptr;
    return entry && entry->IsIncomplete();
}

} // namespace

OutputRoute
OutputRoute::Find(const Ptr<Node>& node,
                  const Address& destination,
                  const Ptr<NetDevice>& boundDevice)
{
    OutputRoute result;
    Socket::SocketErrno error;
    if (InetSocketAddress::IsMatchingType(destination))
    {
        const Ipv4Address address = InetSocketAddress::ConvertFrom(destination).GetIpv4();
        Ptr<Ipv4L3Protocol> ipv4 = node->GetObject<Ipv4L3Protocol>();
        if (!ipv4 || !ipv4->GetRoutingProtocol() || address.IsBroadcast())
        {
            return result;
        }
        Ipv4Header header;
        header.SetDestination(address);
        Ptr<Ipv4Route> route =
            ipv4->GetRoutingProtocol()->RouteOutput(nullptr, header, boundDevice, error);
        if (route)
        {
            const bool direct = route->GetGateway() == Ipv4Address::GetAny();
            result.m_device = route->GetOutputDevice();
            result.m_waiting =
                IsWaitingForArp(ipv4, result.m_device, direct ? address : route->GetGateway());
        }
    }
    else if (Inet6SocketAddress::IsMatchingType(destination))
    {
        result.m_family = SkbTruesize::IPV6;
        const Ipv6Address address = Inet6SocketAddress::ConvertFrom(destination).GetIpv6();
        Ptr<Ipv6L3Protocol> ipv6 = node->GetObject<Ipv6L3Protocol>();
        if (!ipv6 || !ipv6->GetRoutingProtocol())
        {
            return result;
        }
        Ipv6Header header;
        header.SetDestination(address);
        Ptr<Ipv6Route> route =
            ipv6->GetRoutingProtocol()->RouteOutput(nullptr, header, boundDevice, error);
        if (route)
        {
            const bool direct = route->GetGateway() == Ipv6Address::GetAny();
            result.m_device = route->GetOutputDevice();
            result.m_waiting =
                IsWaitingForNd(ipv6, result.m_device, direct ? address : route->GetGateway());
        }
    }
    return result;
}

} // namespace ns3
