/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_ACTIVE_SLAVE_SELECTION_H
#define LINUX_TX_ACTIVE_SLAVE_SELECTION_H

#include "ns3/bond-context.h"
#include "ns3/bond-group-rejoiner.h"
#include "ns3/bond-peer-notifier.h"
#include "ns3/bond-slave.h"
#include "ns3/fail-over-mac-policy.h"
#include "ns3/ptr.h"

#include <functional>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief Chooses the current active slave and carries out the change: bond_find_best_slave(),
 *        bond_select_active_slave(), bond_change_active_slave().
 *
 * Every mode has a current active slave; only active-backup, balance-tlb and balance-alb send on
 * it, and only in active-backup does a change move addresses and notify neighbours.
 *
 * Invariants: after Select() the current active slave is one whose link is up, or there is none
 * whose link is up or coming back; a slave that becomes the active one has its link up.
 *
 * BondingNetDevice calls it for BondContext::SelectActiveSlave() and ChangeActiveSlave(), that is
 * for the link monitors, options, and when slaves come and go. A slave that is released has to be
 * replaced by Change(nullptr) before it leaves the list, and Select() follows afterwards.
 */
class ActiveSlaveSelection
{
  public:
    /// Told of a change: the old active slave, the new one; both may be null.
    using ChangedCallback =
        std::function<void(const Ptr<BondSlave>& before, const Ptr<BondSlave>& now)>;

    /**
     * @brief Constructor.
     * @param bond the bond
     * @param addresses moves hardware addresses
     * @param notifier sends gratuitous ARP and unsolicited NA
     * @param rejoiner sends group reports
     * @param changed called when the list already has the new active slave and before flags,
     *        addresses and notifications (BondMode::ActiveSlaveChanged, traces)
     */
    ActiveSlaveSelection(BondContext& bond,
                         FailOverMacPolicy& addresses,
                         BondPeerNotifier& notifier,
                         BondGroupRejoiner& rejoiner,
                         ChangedCallback changed);

    /**
     * @brief bond_find_best_slave(): who should be the active slave?
     * @return the slave; null if no link is up or coming back
     */
    Ptr<BondSlave> FindBest() const;

    /**
     * @brief bond_select_active_slave(): make the best slave the active one.
     */
    void Select();

    /**
     * @brief bond_change_active_slave(): make a slave the active one.
     * @param now the slave, or null
     */
    void Change(const Ptr<BondSlave>& now);

  private:
    /**
     * @brief bond_choose_primary_or_current(): the rules of primary, primary_reselect and prio.
     * @return the slave, or null if these rules do not decide
     */
    Ptr<BondSlave> ChoosePrimaryOrCurrent() const;

    /**
     * @brief The slave with its link up and the highest prio, the first one of several.
     * @return the slave, or null
     */
    Ptr<BondSlave> FindHighestPriority() const;

    /**
     * @brief Does primary_reselect let a slave take over although the current one works?
     * @param candidate the slave, its link up
     * @param current the current active slave, its link up
     * @return true if so
     */
    bool Reselects(const BondSlave& candidate, const BondSlave& current) const;

    /**
     * @brief The new active slave's link counts as up from now on, even if updelay still runs.
     * @param slave the slave
     */
    void Promote(BondSlave& slave);

    /**
     * @brief The flags of both slaves (bond_set_slave_inactive_flags, bond_set_slave_active_flags).
     * @param before the old active slave, or null
     * @param now the new one, or null
     */
    void SetFlags(const Ptr<BondSlave>& before, const Ptr<BondSlave>& now);

    BondContext& m_bond;            //!< the bond
    FailOverMacPolicy& m_addresses; //!< moves hardware addresses
    BondPeerNotifier& m_notifier;   //!< gratuitous ARP, unsolicited NA
    BondGroupRejoiner& m_rejoiner;  //!< group reports
    ChangedCallback m_changed;      //!< told of a change
};

} // namespace ns3

#endif /* LINUX_TX_ACTIVE_SLAVE_SELECTION_H */
