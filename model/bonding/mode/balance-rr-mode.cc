/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/balance-rr-mode.h"

namespace ns3
{

void
BalanceRrMode::Select(const BondFrame& frame, BondTransmitPlan& plan)
{
    const BondSlaveList& slaves = m_bond.GetSlaveList();
    if (slaves.GetN() == 0)
    {
        return;
    }
    if (frame.IsIgmp())
    {
        plan.original = slaves.GetActive() ? slaves.GetActive() : slaves.GetById(0);
        return;
    }
    plan.original = slaves.GetById(NextId() % slaves.GetN());
}

uint32_t
BalanceRrMode::NextId()
{
    const uint32_t packetsPerSlave = m_bond.GetParams().packetsPerSlave;
    if (packetsPerSlave == 0)
    {
        return m_bond.GetRandom();
    }
    return ++m_counter / packetsPerSlave;
}

} // namespace ns3
