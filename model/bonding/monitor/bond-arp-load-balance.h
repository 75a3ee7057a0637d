/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_BOND_ARP_LOAD_BALANCE_H
#define LINUX_TX_BOND_ARP_LOAD_BALANCE_H

#include "ns3/bond-arp-probes.h"
#include "ns3/bond-arp-times.h"
#include "ns3/bond-context.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief A tick of the ARP monitor where several slaves send: balance-rr, balance-xor, broadcast
 *        (bond_loadbalance_arp_mon).
 *
 * Every slave with carrier probes, up or down, because each has to hear something of its own. A
 * slave is down when it has sent or heard nothing for arp_missed_max intervals and a half, and up
 * when it did both within one and a half.
 *
 * The state of a slave follows its link here, so one that is down is validated as a backup slave:
 * its own answers do not bring it back.
 */
class BondArpLoadBalance
{
  public:
    /**
     * @brief Constructor.
     * @param bond the bond; must outlive this
     * @param probes how to probe; must outlive this
     */
    BondArpLoadBalance(BondContext& bond, const BondArpProbes& probes);

    /**
     * @brief Look at all slaves, probe, and act on what has changed.
     */
    void Tick();

  private:
    /**
     * @brief What a slave's link is to be.
     * @param slave the slave
     * @return UP or DOWN
     */
    BondLink Judge(const BondSlave& slave) const;

    /**
     * @brief Carry out changes that were found (the part of the tick under the RTNL).
     * @param changed slaves whose verdict changes between UP and not
     */
    void Commit(const std::vector<Ptr<BondSlave>>& changed);

    BondContext& m_bond;           //!< the bond
    const BondArpProbes& m_probes; //!< how to probe
    BondArpTimes m_times;          //!< what is recent
};

} // namespace ns3

#endif /* LINUX_TX_BOND_ARP_LOAD_BALANCE_H */
