/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_BALANCE_XOR_MODE_H
#define LINUX_TX_BALANCE_XOR_MODE_H

#include "ns3/xmit-hash-mode.h"

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief balance-xor: the transmit hash chooses among the usable slaves (bond_3ad_xor_xmit).
 */
class BalanceXorMode : public XmitHashMode
{
  public:
    using XmitHashMode::XmitHashMode;

    void Select(const BondFrame& frame, BondTransmitPlan& plan) override;
    void SlaveLinkChanged(BondSlave& slave) override;
};

} // namespace ns3

#endif /* LINUX_TX_BALANCE_XOR_MODE_H */
