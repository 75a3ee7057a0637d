/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_ALB_SLAVE_ADDRESSES_H
#define LINUX_TX_ALB_SLAVE_ADDRESSES_H

#include "ns3/bond-context.h"
#include "ns3/bond-slave.h"
#include "ns3/mac48-address.h"
#include "ns3/ptr.h"
#include "ns3/rlb-client-table.h"

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief Which slave has which hardware address in balance-tlb and balance-alb (the alb_*mac_addr
 *        functions of bond_alb.c).
 *
 * Every slave keeps an address of its own, except that the current active slave has the bond's:
 * when the active slave changes, the two swap addresses, and the switch and the clients are told.
 * BalanceTlbMode calls at every such event.
 *
 * Invariant: no two slaves have the same address, and while there is a current active slave it has
 * the bond's.
 */
class AlbSlaveAddresses
{
  public:
    /**
     * @brief Constructor.
     * @param bond the bond; must outlive this
     * @param clients who is to be told of new addresses; null in balance-tlb
     */
    AlbSlaveAddresses(BondContext& bond, RlbClientTable* clients);

    /**
     * @brief A slave has joined: give it its own address back, or if another slave has that by now,
     *        a free one (bond_alb_init_slave, alb_handle_addr_collision_on_attach).
     * @param slave the slave
     */
    void Attach(BondSlave& slave);

    /**
     * @brief A slave has left: if another slave has its own address, they swap
     *        (alb_change_hw_addr_on_detach).
     * @param slave the slave
     */
    void Detach(BondSlave& slave);

    /**
     * @brief There is another current active slave: it takes the bond's address
     *        (bond_alb_handle_active_change).
     * @param holder who has the bond's address; null if nobody
     * @param active the new current active slave
     */
    void GiveBondAddress(const Ptr<BondSlave>& holder, BondSlave& active);

    /**
     * @brief The bond has got another address, and so does its current active slave
     *        (bond_alb_set_mac_address).
     */
    void FollowBondAddress();

    /**
     * @brief Find the slave that has an address (bond_slave_has_mac).
     * @param address the address
     * @param except a slave that is not to be looked at, or null
     * @return the first one, or null
     */
    Ptr<BondSlave> Find(const Mac48Address& address, const BondSlave* except = nullptr) const;

  private:
    /**
     * @brief alb_swap_mac_addr().
     * @param first a slave
     * @param second another one
     */
    void Swap(BondSlave& first, BondSlave& second);

    /**
     * @brief alb_fasten_mac_swap(): tell the switch and the clients of a swap.
     * @param first a slave
     * @param second another one
     */
    void Announce(BondSlave& first, BondSlave& second);

    /**
     * @brief Tell the switch, and the clients of a slave, of its new address.
     * @param slave the slave
     */
    void Announce(BondSlave& slave);

    BondContext& m_bond;       //!< the bond
    RlbClientTable* m_clients; //!< null in balance-tlb
};

} // namespace ns3

#endif /* LINUX_TX_ALB_SLAVE_ADDRESSES_H */
