/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_BOND_SLAVE_LIST_H
#define LINUX_TX_BOND_SLAVE_LIST_H

#include "ns3/bond-slave.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <string>
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
 * Invariant: the current active and the primary slave are in the list or null. The bond's control
 * path writes, modes read.
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
     * @brief Take a slave out; if it was the current active or the primary one there is none.
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
     * @brief The slaves that can transmit: what a hash chooses from in balance-xor and balance-tlb
     *        (bond_update_slave_arr).
     * @return the slaves, in enslave order
     */
    Container GetTransmitting() const;

    /**
     * @brief bond->curr_active_slave.
     * @return the current active slave, or null
     */
    const Ptr<BondSlave>& GetActive() const
    {
        return m_active;
    }

    /**
     * @brief Write down the current active slave; only BondContext::ChangeActiveSlave() and
     *        enslaving do.
     * @param slave a slave of the list, or null
     */
    void SetActive(const Ptr<BondSlave>& slave)
    {
        m_active = slave;
    }

    /**
     * @brief The primary slave (bond->primary_slave): the one that option primary names.
     * @return the slave, or null while no slave has that name
     */
    const Ptr<BondSlave>& GetPrimary() const
    {
        return m_primary;
    }

    /**
     * @brief Write down the primary slave; it is to be preferred once whatever primary_reselect
     *        says.
     * @param slave a slave of the list, or null
     */
    void SetPrimary(const Ptr<BondSlave>& slave)
    {
        m_primary = slave;
        m_primaryForced = slave != nullptr;
    }

    /**
     * @brief Was a primary slave set that has not yet been preferred (bond->force_primary)?
     * @return true if so
     */
    bool IsPrimaryForced() const
    {
        return m_primaryForced;
    }

    /**
     * @brief The primary slave has been preferred; only ActiveSlaveSelection calls it.
     */
    void ClearPrimaryForced()
    {
        m_primaryForced = false;
    }

    /**
     * @brief Find a slave by the name of its device.
     * @param name an interface name
     * @return the slave, or null
     */
    Ptr<BondSlave> FindByName(const std::string& name) const;

    /**
     * @brief Does any slave have its link up? That is the bond's carrier (bond_set_carrier).
     * @return true if so
     */
    bool HasLink() const;

  private:
    Container m_slaves;          //!< in enslave order
    Ptr<BondSlave> m_active;     //!< current active slave, or null
    Ptr<BondSlave> m_primary;    //!< primary slave, or null
    bool m_primaryForced{false}; //!< the primary slave is yet to be preferred
};

} // namespace ns3

#endif /* LINUX_TX_BOND_SLAVE_LIST_H */
