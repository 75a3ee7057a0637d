/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_ORPHAN_POLICY_H
#define LINUX_TX_ORPHAN_POLICY_H

#include "ns3/attribute.h"
#include "ns3/skb.h"

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief Where a device ends the charge of a packet before its transmission has completed.
 */
enum OrphanPolicy
{
    ORPHAN_NONE,   //!< at completion only (kernels before and after)
    ORPHAN_EARLY,  //!< when the packet is handed to the device (skb_orphan_try, 2010 to 2012)
    ORPHAN_DRIVER, //!< in the driver's ndo_start_xmit (virtio_net without napi-tx, tun)
    ORPHAN_KERNEL, //!< as the host's kernel release does
};

/**
 * @ingroup linux-tx
 * @brief Does @p policy orphan this packet at the hand-over to the device?
 *
 * skb_orphan_try() spares a packet that wants a transmit timestamp or whose driver needs the
 * socket; a driver that orphans in ndo_start_xmit asks nobody.
 * @param policy the device's policy; not ORPHAN_KERNEL, which KernelRelease resolves
 * @param skb the packet's control block
 * @return true if the charge ends here
 */
bool OrphansAtHandOver(OrphanPolicy policy, const Skb& skb);

/**
 * @ingroup linux-tx
 * @brief Checker of an "OrphanPolicy" attribute: None, Early, Driver or Kernel.
 * @return the checker
 */
Ptr<const AttributeChecker> MakeOrphanPolicyChecker();

/**
 * @ingroup linux-tx
 * @brief The name of a policy as its attribute spells it.
 * @param policy the policy
 * @return None, Early, Driver or Kernel
 */
const char* OrphanPolicyName(OrphanPolicy policy);

} // namespace ns3

#endif /* LINUX_TX_ORPHAN_POLICY_H */
