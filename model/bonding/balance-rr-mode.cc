/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/balance-rr-mode.h"

namespace ns3
{

const char*
BalanceRrMode::GetName() const
{
    return NAME;
}

void
BalanceRrMode::Select(const BondSlaveList& slaves, const BondFrame& frame, BondTransmitPlan& plan)
{
    if (slaves.GetN() == 0)
    {
        return;
    }
    if (frame.igmp)
    {
        plan.original = slaves.GetActive() ? slaves.GetActive() : slaves.GetById(0);
        return;
    }
    ++m_counter;
    plan.original = slaves.GetById(m_counter % slaves.GetN());
}

} // namespace ns3
