/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_BALANCE_RR_MODE_H
#define LINUX_TX_BALANCE_RR_MODE_H

#include "ns3/bond-mode.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief balance-rr: slaves in turn, packet by packet (bond_xmit_roundrobin).
 *
 * The counter grows before it is used, so three slaves are used in the order 1 2 0 1 2 0. It names
 * a position among all slaves; the turn of one that is down falls to the next one that can send.
 * IGMP goes by the current active slave, so that a switch sees one port per group, and does not
 * advance the counter.
 *
 * Linux has one counter a CPU; a host here has one CPU.
 */
class BalanceRrMode : public BondMode
{
  public:
    static constexpr const char* NAME = "balance-rr"; //!< name of the mode

    const char* GetName() const override;
    void Select(const BondSlaveList& slaves,
                const BondFrame& frame,
                BondTransmitPlan& plan) override;

  private:
    uint32_t m_counter{0}; //!< bond->rr_tx_counter: frames that took their turn
};

} // namespace ns3

#endif /* LINUX_TX_BALANCE_RR_MODE_H */
