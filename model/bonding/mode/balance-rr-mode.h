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
 * @brief balance-rr: slaves in turn, packet by packet (bond_xmit_roundrobin); packets_per_slave
 *        at a time, or at random if that is 0.
 *
 * The counter grows before it is used, so three slaves are used in the order 1 2 0 1 2 0, and with
 * packets_per_slave 3 the first run is one packet short. It names
 * a position among all slaves; the turn of one that is down falls to the next one that can send.
 * IGMP goes by the current active slave, so that a switch sees one port per group, and does not
 * advance the counter.
 *
 * Linux has one counter a CPU; a host here has one CPU.
 */
class BalanceRrMode : public BondMode
{
  public:
    using BondMode::BondMode;

    void Select(const BondFrame& frame, BondTransmitPlan& plan) override;

  private:
    /**
     * @brief bond_rr_gen_slave_id(): the counter, advanced, by packets_per_slave.
     * @return the position of the slave whose turn it is, before the modulo
     */
    uint32_t NextId();

    uint32_t m_counter{0}; //!< bond->rr_tx_counter: frames that took their turn
};

} // namespace ns3

#endif /* LINUX_TX_BALANCE_RR_MODE_H */
