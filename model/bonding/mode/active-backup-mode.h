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
 * All traffic uses the current active slave, which ActiveSlaveSelection chooses; every other slave
 * is in state BACKUP, and what it receives does not reach the bond unless all_slaves_active is on.
 *
 * Invariant: while the bond is up, the active slave alone is in state ACTIVE; ActiveSlaveSelection
 * keeps that up at changes, BondCore when the bond opens, this class when slaves come.
 */
class ActiveBackupMode : public BondMode
{
  public:
    /**
     * @brief Constructor.
     * @param bond the bond
     */
    explicit ActiveBackupMode(BondContext& bond);

    void Select(const BondFrame& frame, BondTransmitPlan& plan) override;
    void SlaveEnslaved(BondSlave& slave) override;
};

} // namespace ns3

#endif /* LINUX_TX_ACTIVE_BACKUP_MODE_H */
