/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_ACTIVE_BACKUP_MODE_H
#define LINUX_TX_ACTIVE_BACKUP_MODE_H

#include "ns3/bond-mode.h"

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief active-backup: one slave at a time (bond_xmit_activebackup).
 *
 * All traffic uses the current active slave, which BondSlaveList selects; every other slave is in
 * state BACKUP, and what it receives does not reach the bond.
 */
class ActiveBackupMode : public BondMode
{
  public:
    static constexpr const char* NAME = "active-backup"; //!< name of the mode

    const char* GetName() const override;
    void Select(const BondSlaveList& slaves,
                const BondFrame& frame,
                BondTransmitPlan& plan) override;
    void SlavesChanged(const BondSlaveList& slaves) override;
    bool Delivers(const BondSlave& slave) const override;
};

} // namespace ns3

#endif /* LINUX_TX_ACTIVE_BACKUP_MODE_H */
