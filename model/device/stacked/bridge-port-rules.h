/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_BRIDGE_PORT_RULES_H
#define LINUX_TX_BRIDGE_PORT_RULES_H

#include "ns3/net-device.h"
#include "ns3/ptr.h"

#include <string>

namespace ns3
{

class LinuxBridgeNetDevice;

/**
 * @ingroup linux-tx
 * @brief May a device become a port? The refusals at the head of br_add_if(), and those that a
 *        kernel never meets (a device of another host, none at all).
 *
 * Stricter than Linux where ns-3 has no other way: a port must not have an IP interface (Linux
 * merely lets its addresses go dead).
 * @param bridge the bridge
 * @param device the device
 * @return one line that names the device and what is allowed and ends with the errno's name; empty
 *         if it may
 */
std::string CheckBridgePort(const Ptr<LinuxBridgeNetDevice>& bridge, const Ptr<NetDevice>& device);

} // namespace ns3

#endif /* LINUX_TX_BRIDGE_PORT_RULES_H */
