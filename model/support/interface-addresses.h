/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_INTERFACE_ADDRESSES_H
#define LINUX_TX_INTERFACE_ADDRESSES_H

#include "ns3/ipv4-interface-address.h"
#include "ns3/ipv6-interface-address.h"
#include "ns3/net-device.h"
#include "ns3/ptr.h"

#include <vector>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief The IPv4 addresses of a device's interface (in_dev->ifa_list).
 * @param device a device of a node
 * @return the addresses in their order; none without interface
 */
std::vector<Ipv4InterfaceAddress> GetIpv4AddressesOf(const Ptr<const NetDevice>& device);

/**
 * @ingroup linux-tx
 * @brief The IPv6 addresses of a device's interface (idev->addr_list), the link-local one among
 *        them.
 * @param device a device of a node
 * @return the addresses in their order; none without interface
 */
std::vector<Ipv6InterfaceAddress> GetIpv6AddressesOf(const Ptr<const NetDevice>& device);

} // namespace ns3

#endif /* LINUX_TX_INTERFACE_ADDRESSES_H */
