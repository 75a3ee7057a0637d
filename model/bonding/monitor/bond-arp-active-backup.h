/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_BOND_ARP_ACTIVE_BACKUP_H
#define LINUX_TX_BOND_ARP_ACTIVE_BACKUP_H

#include "ns3/bond-arp-probes.h"
#include "ns3/bond-arp-times.h"
#include "ns3/bond-context.h"

#include <optional>
#include <utility>
#include <vector>

namespace ns3
{

class BondPeerNotifier;

/**
 * @ingroup linux-tx
 * @brief A tick of the ARP monitor in active-backup mode (bond_activebackup_arp_mon).
 *
 * Three steps: look at all slaves, carry out what has to change, probe. Only the active slave
 * probes. While there is none the slaves with carrier take turns, a tick each: the one whose turn
 * it is has link BACK and receives like an active one (bond->current_arp_slave); if it heard
 * nothing its link is FAIL at the next tick.
 *
 * Invariant: there is a probing slave only while there is no active one, apart from the tick in
 * which an active one is found.
 */
class BondArpActiveBackup
{
  public:
    /**
     * @brief Constructor.
     * @param bond the bond; must outlive this
     * @param probes how to probe; must outlive this
     * @param notifier tells the neighbours after a failover; must outlive this
     */
    BondArpActiveBackup(BondContext& bond, const BondArpProbes& probes, BondPeerNotifier& notifier);

    /**
     * @brief Look, change, probe, and repeat notifications that are due.
     */
    void Tick();

    /**
     * @brief The slave that probes while there is no active one (bond->current_arp_slave).
     * @return the slave, or null
     */
    const Ptr<BondSlave>& GetProbingSlave() const;

    /**
     * @brief Begin the turns anew with the first slave; releasing any slave does.
     */
    void ForgetProbingSlave();

  private:
    /// Slaves and what their links are to be.
    using Verdicts = std::vector<std::pair<Ptr<BondSlave>, BondLink>>;

    /**
     * @brief bond_ab_arp_inspect(): find what has to change.
     * @return UP, DOWN or FAIL for those slaves
     */
    Verdicts Inspect() const;

    /**
     * @brief What is to become of a slave's link.
     * @param slave the slave
     * @return the verdict, or nothing if it stays
     */
    std::optional<BondLink> Judge(const BondSlave& slave) const;

    /**
     * @brief bond_ab_arp_commit(): carry out what was found.
     * @param verdicts what was found
     */
    void Commit(const Verdicts& verdicts);

    /**
     * @brief A slave other than the active one is alive.
     * @param slave the slave
     * @return true if it may be a better active slave
     */
    bool BringUp(const Ptr<BondSlave>& slave);

    /**
     * @brief A slave is dead.
     * @param slave the slave
     * @return true if it was the active one
     */
    bool TakeDown(const Ptr<BondSlave>& slave);

    /**
     * @brief A probing slave heard nothing in its turn.
     * @param slave the slave
     */
    void EndTurn(const Ptr<BondSlave>& slave);

    /**
     * @brief bond_ab_arp_probe(): send the probes of this tick.
     */
    void Probe();

    /**
     * @brief Whose turn it is to probe while there is no active slave.
     * @return the next slave with carrier after the one that had the turn, or null
     */
    Ptr<BondSlave> FindNextProbing() const;

    /**
     * @brief Several slaves failed at once and only the active one was noticed: give up on those
     *        without carrier.
     */
    void TakeDownWithoutCarrier();

    BondContext& m_bond;           //!< the bond
    const BondArpProbes& m_probes; //!< how to probe
    BondPeerNotifier& m_notifier;  //!< tells the neighbours
    BondArpTimes m_times;          //!< what is recent
    Ptr<BondSlave> m_probing;      //!< bond->current_arp_slave
};

} // namespace ns3

#endif /* LINUX_TX_BOND_ARP_ACTIVE_BACKUP_H */
