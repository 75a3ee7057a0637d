/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/broadcast-mode.h"

namespace ns3
{

void
BroadcastMode::Select(const BondFrame& /* frame */, BondTransmitPlan& plan)
{
    const auto& all = m_bond.GetSlaveList().GetAll();
    for (const auto& slave : all)
    {
        // Not CanTransmit(): the kernel asks for carrier and link only.
        if (!slave->HasCarrier() || !slave->IsLinkUp())
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
