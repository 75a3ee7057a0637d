/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_BOND_MII_MONITOR_H
#define LINUX_TX_BOND_MII_MONITOR_H

#include "ns3/bond-context.h"
#include "ns3/bond-peer-notifier.h"
#include "ns3/bond-work.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief Link monitoring by the carrier of the slaves: bond_mii_monitor() every miimon ms.
 *
 * At each tick every slave is inspected; what must change is then committed slave by slave. A
 * slave that lost carrier is given up after downdelay further ticks, one that has it again is used
 * after updelay ticks, or at once if there is no active slave.
 *
 * Invariant: only this monitor writes a slave's link while miimon is on and the bond is up.
 */
class BondMiiMonitor
{
  public:
    /**
     * @brief Constructor; the monitor is stopped.
     * @param bond the bond
     * @param notifier counts ticks for repeated notifications
     */
    BondMiiMonitor(BondContext& bond, BondPeerNotifier& notifier);

    /**
     * @brief Start: the first tick comes at once.
     *
     * Linux runs it while the lock (rtnl) of whoever started it is still held. A tick that finds
     * something to commit then puts that off by a jiffy and inspects once more.
     */
    void Start();

    /**
     * @brief Stop.
     */
    void Stop();

    /**
     * @brief The verdict on a slave that is being enslaved (in bond_enslave, miimon on).
     * @param slave the slave, its carrier known
     */
    void Admit(BondSlave& slave) const;

  private:
    /// What inspection proposes for a slave (slave->link_new_state).
    struct Proposal
    {
        BondSlave* slave; //!< the slave
        BondLink link;    //!< the new verdict
    };

    /**
     * @brief The work.
     */
    void Tick();

    /**
     * @brief bond_miimon_inspect().
     * @return the changes to commit, in enslave order
     */
    std::vector<Proposal> Inspect();

    /**
     * @brief The part of the inspection of a slave that is up or going down.
     * @param slave the slave
     * @param proposals where to add a change
     */
    void InspectUp(BondSlave& slave, std::vector<Proposal>& proposals);

    /**
     * @brief The part of the inspection of a slave that is down or coming back.
     * @param slave the slave
     * @param ignoreUpdelay is there no active slave? Cleared by the first slave that uses it
     * @param proposals where to add a change
     */
    void InspectDown(BondSlave& slave, bool& ignoreUpdelay, std::vector<Proposal>& proposals);

    /**
     * @brief bond_miimon_commit().
     * @param proposals the changes
     */
    void Commit(const std::vector<Proposal>& proposals);

    /**
     * @brief A slave is used again (case BOND_LINK_UP of bond_miimon_commit).
     * @param slave the slave
     * @return true if the active slave must be chosen again
     */
    bool CommitUp(BondSlave& slave);

    /**
     * @brief A slave is given up (case BOND_LINK_DOWN of bond_miimon_commit).
     * @param slave the slave
     * @return true if the active slave must be chosen again
     */
    bool CommitDown(BondSlave& slave);

    BondContext& m_bond;          //!< the bond
    BondPeerNotifier& m_notifier; //!< repeated notifications
    BondWork m_work;              //!< mii_work
    bool m_firstTick{false};      //!< the next tick is the first one after Start()
};

} // namespace ns3

#endif /* LINUX_TX_BOND_MII_MONITOR_H */
