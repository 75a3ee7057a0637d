/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/segment-ownership.h"

#include "ns3/enum.h"

namespace ns3
{

Ptr<const AttributeChecker>
MakeSegmentOwnershipChecker()
{
    return MakeEnumChecker(OWNERSHIP_KERNEL,
                           SegmentOwnershipName(OWNERSHIP_KERNEL),
                           OWNERSHIP_NONE,
                           SegmentOwnershipName(OWNERSHIP_NONE),
                           OWNERSHIP_LAST,
                           SegmentOwnershipName(OWNERSHIP_LAST),
                           OWNERSHIP_EVERY,
                           SegmentOwnershipName(OWNERSHIP_EVERY));
}

const char*
SegmentOwnershipName(SegmentOwnership ownership)
{
    switch (ownership)
    {
    case OWNERSHIP_KERNEL:
        return "Kernel";
    case OWNERSHIP_NONE:
        return "None";
    case OWNERSHIP_LAST:
        return "Last";
    case OWNERSHIP_EVERY:
        return "Every";
    }
    return "";
}

} // namespace ns3
