/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_INTERFACE_NAME_H
#define LINUX_TX_INTERFACE_NAME_H

#include "ns3/net-device.h"
#include "ns3/node.h"
#include "ns3/ptr.h"

#include <string>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief The name of a network interface (net_device::name), which ns-3 devices do not have.
 *
 * It is the last part of the device's path in Names. A device without one is called as Linux would
 * (dev_alloc_name): lo, bond0, bond1 ... for bonds, eth0, eth1 ... for all others, counted in the
 * order in which the node got them and skipping names that were given to other devices of the node;
 * eth0.7 for the VLAN device of id 7 on eth0.
 * So names are unique on a node, but an automatic one can change when Names::Add() gives its device
 * or another one a name: name devices before they are enslaved.
 * @param device the device; must not be null
 * @return the name; a device that belongs to no node is the first of its kind
 */
std::string GetInterfaceName(const Ptr<NetDevice>& device);

/**
 * @ingroup linux-tx
 * @brief Find the device of a node that has a name (__dev_get_by_name).
 * @param node the node; must not be null
 * @param name what GetInterfaceName() says of the device
 * @return the device, or null if the node has none of that name
 */
Ptr<NetDevice> FindInterface(const Ptr<Node>& node, const std::string& name);

} // namespace ns3

#endif /* LINUX_TX_INTERFACE_NAME_H */
