/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/balance-xor-mode.h"

namespace ns3
{

void
BalanceXorMode::Select(const BondFrame& frame, BondTransmitPlan& plan)
{
    plan.original = ChooseByHash(frame);
}

void
BalanceXorMode::SlaveLinkChanged(BondSlave& /* slave */)
{
    m_bond.UpdateSlaveArray();
}

} // namespace ns3
