/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/broadcast-mode.h"

namespace ns3
{

const char*
BroadcastMode::GetName() const
{
    return NAME;
}

void
BroadcastMode::Select(const BondSlaveList& slaves,
                      const BondFrame& /* frame */,
                      BondTransmitPlan& plan)
{
    const auto& all = slaves.GetAll();
    for (const auto& slave : all)
    {
        // Not CanTransmit(): the kernel asks for the link only.
        if (!slave->IsLinkUp())
        {
            continue;
        }
        if (slave == all.back())
        {
            plan.original = slave;
        }
        else
        {
            plan.copies.push_back(slave);
        }
    }
}

bool
BroadcastMode::CountsRefusedFrames() const
{
    return true;
}

} // namespace ns3
