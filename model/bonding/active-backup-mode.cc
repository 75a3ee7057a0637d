/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/active-backup-mode.h"

namespace ns3
{

const char*
ActiveBackupMode::GetName() const
{
    return NAME;
}

void
ActiveBackupMode::Select(const BondSlaveList& slaves,
                         const BondFrame& /* frame */,
                         BondTransmitPlan& plan)
{
    plan.original = slaves.GetActive();
}

void
ActiveBackupMode::SlavesChanged(const BondSlaveList& slaves)
{
    for (const auto& slave : slaves.GetAll())
    {
        slave->SetState(slave == slaves.GetActive() ? BondSlave::ACTIVE : BondSlave::BACKUP);
    }
}

bool
ActiveBackupMode::Delivers(const BondSlave& slave) const
{
    return slave.GetState() == BondSlave::ACTIVE;
}

} // namespace ns3
