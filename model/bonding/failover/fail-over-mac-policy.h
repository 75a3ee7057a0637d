/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_FAIL_OVER_MAC_POLICY_H
#define LINUX_TX_FAIL_OVER_MAC_POLICY_H

#include "ns3/bond-context.h"
#include "ns3/bond-params.h"
#include "ns3/bond-slave.h"
#include "ns3/ptr.h"

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief Who has which hardware address, by option fail_over_mac: bond_do_fail_over_mac() and the
 *        address parts of bond_enslave(), __bond_release_one() and bond_set_mac_address().
 *
 * Only active-backup knows the policies "active" and "follow"; every other mode is always "none".
 *
 * Invariants: under "none" all slaves have the bond's address; under "active" the bond has the
 * active slave's and no slave's address ever changes; under "follow" the active slave has the
 * bond's. The last holds from the first active slave on: as in Linux, a slave can be enslaved or
 * released in such a way that another one has the same address.
 *
 * BondingNetDevice calls it when slaves come and go and when the user sets the bond's address,
 * ActiveSlaveSelection when the active slave changes.
 */
class FailOverMacPolicy
{
  public:
    /**
     * @brief Constructor.
     * @param bond the bond
     */
    explicit FailOverMacPolicy(BondContext& bond);

    /**
     * @brief A device becomes a slave; its original address is already noted, it is not yet in the
     *        list, and the bond has its address (bond_enslave).
     * @param slave the slave
     */
    void Enslaving(const BondSlave& slave);

    /**
     * @brief The active slave changes, in active-backup and to another slave
     *        (bond_do_fail_over_mac).
     * @param before the old one, or null
     * @param now the new one, already the current active slave
     */
    void ActiveSlaveChanged(const Ptr<BondSlave>& before, const Ptr<BondSlave>& now);

    /**
     * @brief A slave has left the list and the next active one is chosen (end of
     *        __bond_release_one): it gets its original address back, unless it never lost it.
     * @param slave the slave
     */
    void Released(const BondSlave& slave);

    /**
     * @brief Does the bond ignore the address that the user sets (bond_set_mac_address)?
     *
     * Linux answers such a user with success.
     * @return true under "active" and "follow"; false if bond and slaves get the address
     */
    bool KeepsBondAddress() const;

    /**
     * @brief The policy in force.
     * @return the option in active-backup, else none
     */
    FailOverMac GetPolicy() const;

  private:
    /**
     * @brief bond_get_old_active(): the slave that still has the bond's address.
     * @param now the new active slave, which is not looked at
     * @return the slave, or null
     */
    Ptr<BondSlave> FindFormerActive(const Ptr<BondSlave>& now) const;

    /**
     * @brief Policy "follow": the new active slave takes the bond's address, and the one that had
     *        it gets the new one's.
     * @param before the old active slave, or null
     * @param now the new one
     */
    void Follow(const Ptr<BondSlave>& before, const Ptr<BondSlave>& now);

    BondContext& m_bond; //!< the bond
};

} // namespace ns3

#endif /* LINUX_TX_FAIL_OVER_MAC_POLICY_H */
