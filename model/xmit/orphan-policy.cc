/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/orphan-policy.h"

#include "ns3/enum.h"

namespace ns3
{

bool
OrphansAtHandOver(OrphanPolicy policy, const Skb& skb)
{
    switch (policy)
    {
    case ORPHAN_NONE:
    case ORPHAN_KERNEL:
        return false;
    case ORPHAN_EARLY:
        return (skb.GetTxFlags() & (Skb::TX_TIMESTAMP | Skb::NEEDS_SOCKET)) == 0;
    case ORPHAN_DRIVER:
        return true;
    }
    return false;
}

Ptr<const AttributeChecker>
MakeOrphanPolicyChecker()
{
    return MakeEnumChecker(ORPHAN_NONE,
                           OrphanPolicyName(ORPHAN_NONE),
                           ORPHAN_EARLY,
                           OrphanPolicyName(ORPHAN_EARLY),
                           ORPHAN_DRIVER,
                           OrphanPolicyName(ORPHAN_DRIVER),
                           ORPHAN_KERNEL,
                           OrphanPolicyName(ORPHAN_KERNEL));
}

const char*
OrphanPolicyName(OrphanPolicy policy)
{
    switch (policy)
    {
    case ORPHAN_NONE:
        return "None";
    case ORPHAN_EARLY:
        return "Early";
    case ORPHAN_DRIVER:
        return "Driver";
    case ORPHAN_KERNEL:
        return "Kernel";
    }
    return "";
}

} // namespace ns3
