/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/active-backup-mode.h"

namespace ns3
{

ActiveBackupMode::ActiveBackupMode(BondContext& bond)
    : BondMode(bond)
{
}

void
ActiveBackupMode::Select(const BondFrame& /* frame */, BondTransmitPlan& plan)
{
    plan.original = m_bond.GetSlaveList().GetActive();
}

void
ActiveBackupMode::SlaveEnslaved(BondSlave& slave)
{
    slave.SetInactiveFlags(m_bond.GetParams());
}

} // namespace ns3
