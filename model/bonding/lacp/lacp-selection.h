/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_LACP_SELECTION_H
#define LINUX_TX_LACP_SELECTION_H

#include "ns3/bond-context.h"
#include "ns3/bond-slave.h"
#include "ns3/lacp-aggregator.h"
#include "ns3/lacp-port.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief The ports and aggregators of a bond and the selection logic: which port goes to which
 *        aggregator (ad_port_selection_logic), and which aggregator is active
 *        (ad_agg_selection_logic, by option ad_select).
 *
 * Invariant: there are as many aggregators as ports, so a port always finds one; at most one is
 * active. Ieee8023adMode calls it.
 */
class LacpSelection
{
  public:
    /// A slave's port and the aggregator that it brings along (struct ad_slave_info).
    struct Member
    {
        LacpPort port;             //!< its port
        LacpAggregator aggregator; //!< its aggregator, which need not be the port's
    };

    /// Members in enslave order; their addresses do not change.
    using Container = std::vector<std::unique_ptr<Member>>;

    /**
     * @brief Constructor.
     * @param bond the bond
     */
    explicit LacpSelection(BondContext& bond);

    /**
     * @brief A slave was added: give it a port and an aggregator (bond_3ad_bind_slave).
     * @param slave the slave
     * @return its port
     */
    LacpPort& Add(BondSlave& slave);

    /**
     * @brief A slave leaves: tell its partner, hand its aggregator's ports to another one
     *        (bond_3ad_unbind_slave).
     * @param slave the slave
     */
    void Remove(const BondSlave& slave);

    /**
     * @brief All members.
     * @return the members in enslave order
     */
    const Container& GetMembers() const
    {
        return m_members;
    }

    /**
     * @brief Find a slave's port.
     * @param slave the slave
     * @return the port, or null
     */
    LacpPort* FindPort(const BondSlave& slave) const;

    /**
     * @brief The active aggregator (__get_active_agg).
     * @return the aggregator, or null
     */
    LacpAggregator* GetActive() const;

    /**
     * @brief Find an aggregator for a port that has none or a wrong one.
     * @param port the port
     * @return true if the array of usable slaves has become stale
     */
    bool SelectForPort(LacpPort& port)
    {
        return !port.GetVariables().selected && Reselect(port);
    }

    /**
     * @brief Choose the active aggregator and work out the bond's carrier.
     * @return true if the array of usable slaves has become stale
     */
    bool SelectActive();

  private:
    /**
     * @brief Move a port to the aggregator that suits it, or to an empty one.
     * @param port the port
     * @return true if the array of usable slaves has become stale
     */
    bool Reselect(LacpPort& port);

    /**
     * @brief Attach a port to the aggregator that suits it, or to the first empty one.
     * @param port the port
     */
    void Attach(LacpPort& port);

    /**
     * @brief The better of two aggregators (ad_agg_selection_test).
     * @param best the best one so far, or null
     * @param current the one to compare
     * @return one of them
     */
    LacpAggregator* GetBetter(LacpAggregator* best, LacpAggregator& current) const;

    /**
     * @brief Does policy stable keep the active aggregator although another one is better?
     * @param active the active one
     * @param best the best one
     * @return true if so
     */
    static bool IsKept(const LacpAggregator& active, const LacpAggregator& best);

    BondContext& m_bond;  //!< the bond
    Container m_members;  //!< in enslave order
    uint16_t m_lastId{0}; //!< last aggregator's number (ad_bond_info.aggregator_identifier)
};

} // namespace ns3

#endif /* LINUX_TX_LACP_SELECTION_H */
