/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_BOND_SLAVE_LIST_H
#define LINUX_TX_BOND_SLAVE_LIST_H

#include "ns3/bond-slave.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief The slaves of one bond in enslave order, and which of them is the current active slave
 *        (bond->slave_list and bond->curr_active_slave of drivers/net/bonding/bond_main.c).
 *
 * Every mode has a current active slave: active-backup sends on it, balance-rr sends IGMP on it.
 *
 * Invariant: the current active slave is in the list, and after SelectActive() its link is up; it
 * is null only if no slave's link is up. The bond's control path writes, modes read.
 */
class BondSlaveList
{
  public:
    /// The slaves in enslave order.
    using Container = std::vector<Ptr<BondSlave>>;

    /**
     * @brief Append a slave.
     * @param slave the slave
     */
    void Add(const Ptr<BondSlave>& slave);

    /**
     * @brief Take a slave out; if it was the current active one there is none until SelectActive().
     * @param slave the slave
     */
    void Remove(const Ptr<BondSlave>& slave);

    /**
     * @brief Forget all slaves.
     */
    void Clear();

    /**
     * @brief Find the slave that a device is (bond_get_slave_by_dev).
     * @param device the device
     * @return its slave, or null
     */
    Ptr<BondSlave> Find(const Ptr<NetDevice>& device) const;

    /**
     * @brief All slaves, in enslave order.
     * @return the slaves
     */
    const Container& GetAll() const
    {
        return m_slaves;
    }

    /**
     * @brief How many slaves there are, usable or not (bond->slave_cnt).
     * @return number of slaves
     */
    uint32_t GetN() const
    {
        return static_cast<uint32_t>(m_slaves.size());
    }

    /**
     * @brief The slave in a position, or the next one in order, wrapping around, that can transmit
     *        (bond_get_slave_by_id).
     * @param id position in enslave order
     * @return the slave, or null if no slave can transmit
     */
    Ptr<BondSlave> GetById(uint32_t id) const;

    /**
     * @brief bond->curr_active_slave.
     * @return the current active slave, or null
     */
    const Ptr<BondSlave>& GetActive() const
    {
        return m_active;
    }

    /**
     * @brief Choose the current active slave (bond_select_active_slave, bond_find_best_slave).
     *
     * One whose link is up stays, even when a slave enslaved earlier returns; otherwise the first
     * one in enslave order whose link is up takes over.
     * @return true if the current active slave has changed
     */
    bool SelectActive();

    /**
     * @brief Does any slave have its link up? That is the bond's carrier (bond_set_carrier).
     * @return true if so
     */
    bool HasLink() const;

  private:
    Container m_slaves;      //!< in enslave order
    Ptr<BondSlave> m_active; //!< current active slave, or null
};

} // namespace ns3

#endif /* LINUX_TX_BOND_SLAVE_LIST_H */
