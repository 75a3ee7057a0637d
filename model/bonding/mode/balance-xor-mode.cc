/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/balance-xor-mode.h"

#include "ns3/transmit-hash.h"

namespace ns3
{

void
BalanceXorMode::Select(const BondFrame& frame, BondTransmitPlan& plan)
{
    const BondParams& params = m_bond.GetParams();
    plan.original =
        m_usable.Choose(TransmitHash(params.xmitHashPolicy, params.xmitHashFormula).Compute(frame));
}

void
BalanceXorMode::SlaveLinkChanged(BondSlave& /* slave */)
{
    m_bond.UpdateSlaveArray();
}

void
BalanceXorMode::UpdateSlaveArray()
{
    m_usable.Rebuild(m_bond.GetSlaveList().GetTransmitting());
}

void
BalanceXorMode::SkipInSlaveArray(const BondSlave& slave)
{
    m_usable.Skip(slave);
}

bool
BalanceXorMode::HasEmptySlaveArray() const
{
    return m_usable.GetAll().empty();
}

} // namespace ns3
