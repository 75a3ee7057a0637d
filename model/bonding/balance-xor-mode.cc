/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/balance-xor-mode.h"

#include "ns3/transmit-hash.h"

namespace ns3
{

const char*
BalanceXorMode::GetName() const
{
    return NAME;
}

void
BalanceXorMode::Select(const BondSlaveList& /* slaves */,
                       const BondFrame& frame,
                       BondTransmitPlan& plan)
{
    plan.original = m_usable.Choose(TransmitHash::Layer2(frame));
}

void
BalanceXorMode::SlavesChanged(const BondSlaveList& slaves)
{
    m_usable.Rebuild(slaves);
}

} // namespace ns3
