/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_STACKING_RULES_H
#define LINUX_TX_STACKING_RULES_H

#include "ns3/net-device.h"

#include <string>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief What speaks against putting one device on top of another (__netdev_upper_dev_link): a
 *        loop, or a stack that gets too deep.
 * @param upper the upper device
 * @param lower the lower device
 * @return the reason and what is allowed; empty if nothing does
 */
std::string FindStackingObjection(const Ptr<const NetDevice>& upper,
                                  const Ptr<const NetDevice>& lower);

/**
 * @ingroup linux-tx
 * @brief Do frames of a device carry 48-bit source and destination addresses?
 *
 * A point-to-point device has such an address, but its frames do not carry it.
 * @param device the device
 * @return true for Ethernet and the like
 */
bool SpeaksEthernetAddresses(const Ptr<NetDevice>& device);

/**
 * @ingroup linux-tx
 * @brief The bond or bridge that gets all frames of a device (netdev_master_upper_dev_get). VLAN
 *        devices and macvlans are no masters: they have one lower device and share it.
 * @param device a device of a node
 * @return the master, or null
 */
Ptr<NetDevice> FindMaster(const Ptr<NetDevice>& device);

/**
 * @ingroup linux-tx
 * @brief Does a device have an IP interface?
 * @param device a device of a node
 * @return true if IPv4 or IPv6 use the device
 */
bool HasIpInterface(const Ptr<NetDevice>& device);

/**
 * @ingroup linux-tx
 * @brief A device as messages name it: by its name, or by kind, index and node.
 * @param device the device, or null
 * @return the text
 */
std::string DescribeDevice(const Ptr<NetDevice>& device);

} // namespace ns3

#endif /* LINUX_TX_STACKING_RULES_H */
