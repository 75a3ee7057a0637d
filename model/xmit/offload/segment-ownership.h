/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_SEGMENT_OWNERSHIP_H
#define LINUX_TX_SEGMENT_OWNERSHIP_H

#include "ns3/attribute.h"

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief Which segments of a train that is cut are charged to the socket.
 */
enum SegmentOwnership
{
    OWNERSHIP_KERNEL, //!< as the host's kernel release does for this kind of train
    OWNERSHIP_NONE,   //!< none: the charge ends at the cut (skb_segment before 3.19)
    OWNERSHIP_LAST,   //!< the last one has the whole charge (skb_segment since 3.19)
    OWNERSHIP_EVERY,  //!< each has its own (tcp_gso_segment, __udp_gso_segment)
};

/**
 * @ingroup linux-tx
 * @brief Checker of a "SegmentOwnership" attribute: Kernel, None, Last or Every.
 * @return the checker
 */
Ptr<const AttributeChecker> MakeSegmentOwnershipChecker();

/**
 * @ingroup linux-tx
 * @brief The name of an ownership as its attribute spells it.
 * @param ownership the ownership
 * @return Kernel, None, Last or Every
 */
const char* SegmentOwnershipName(SegmentOwnership ownership);

} // namespace ns3

#endif /* LINUX_TX_SEGMENT_OWNERSHIP_H */
