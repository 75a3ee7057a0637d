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
    using BondMode::BondMode;

    void Select(const BondFrame& frame, BondTransmitPlan& plan) override;
    void SlaveLinkChanged(BondSlave& slave) override;
    void UpdateSlaveArray() override;
    void SkipInSlaveArray(const BondSlave& slave) override;
    bool HasEmptySlaveArray() const override;

  private:
    UsableSlaveArray m_usable; //!< built in UpdateSlaveArray() only
};

} // namespace ns3

#endif /* LINUX_TX_BALANCE_XOR_MODE_H */
