/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_BOND_ENSLAVE_RULES_H
#define LINUX_TX_BOND_ENSLAVE_RULES_H

#include "ns3/bond-result.h"
#include "ns3/net-device.h"
#include "ns3/ptr.h"

#include <string>

namespace ns3
{

class BondingNetDevice;

/**
 * @ingroup linux-tx
 * @brief May a device become a slave? The refusals at the head of bond_enslave(), and those that a
 *        kernel never meets (a device of another host, none at all).
 *
 * Stricter than Linux where ns-3 has no other way: a slave must not have an IP interface (Linux
 * merely lets its addresses go dead), and it must be an Ethernet device.
 * @param bond the bond
 * @param device the device
 * @return success, or a refusal that names the device and what is allowed
 */
BondResult CheckEnslave(const BondingNetDevice& bond, const Ptr<NetDevice>& device);

} // namespace ns3

#endif /* LINUX_TX_BOND_ENSLAVE_RULES_H */
