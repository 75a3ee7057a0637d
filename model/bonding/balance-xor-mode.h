/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_BALANCE_XOR_MODE_H
#define LINUX_TX_BALANCE_XOR_MODE_H

#include "ns3/bond-mode.h"
#include "ns3/usable-slave-array.h"

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief balance-xor: the transmit hash chooses among the usable slaves (bond_3ad_xor_xmit).
 */
class BalanceXorMode : public BondMode
{
  public:
    static constexpr const char* NAME = "balance-xor"; //!< name of the mode

    const char* GetName() const override;
    void Select(const BondSlaveList& slaves,
                const BondFrame& frame,
                BondTransmitPlan& plan) override;
    void SlavesChanged(const BondSlaveList& slaves) override;

  private:
    UsableSlaveArray m_usable; //!< built in SlavesChanged() only
};

} // namespace ns3

#endif /* LINUX_TX_BALANCE_XOR_MODE_H */
