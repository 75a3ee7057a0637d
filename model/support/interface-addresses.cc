/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/interface-addresses.h"

#include "ns3/ipv4.h"
#include "ns3/ipv6.h"
#include "ns3/node.h"

#include <cstdint>

namespace ns3
{

namespace
{

/**
 * @brief The addresses of a device's interface.
 * @tparam Protocol Ipv4 or Ipv6
 * @tparam InterfaceAddress its addresses
 * @param device a device of a node
 * @return the addresses
 */
template <class Protocol, class InterfaceAddress>
std::vector<InterfaceAddress>
GetAddressesOf(const Ptr<const NetDevice>& device)
{
    std::vector<InterfaceAddress> addresses;
    const auto ip = device->GetNode()->GetObject<Protocol>();
    const int32_t interface = ip ? ip->GetInterfaceForDevice(device) : -1;
    for (uint32_t i = 0; interface >= 0 && i < ip->GetNAddresses(interface); ++i)
    {
        addresses.push_back(ip->GetAddress(interface, i));
    }
    return addresses;
}

} // namespace

std::vector<Ipv4InterfaceAddress>
GetIpv4AddressesOf(const Ptr<const NetDevice>& device)
{
    return GetAddressesOf<Ipv4, Ipv4InterfaceAddress>(device);
}

std::vector<Ipv6InterfaceAddress>
GetIpv6AddressesOf(const Ptr<const NetDevice>& device)
{
    return GetAddressesOf<Ipv6, Ipv6InterfaceAddress>(device);
}

} // namespace ns3
