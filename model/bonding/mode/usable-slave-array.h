/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_USABLE_SLAVE_ARRAY_H
#define LINUX_TX_USABLE_SLAVE_ARRAY_H

#include "ns3/bond-slave.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief The slaves that a hash chooses from (struct bond_up_slave, bond_update_slave_arr).
 *
 * The control path builds the array whenever a slave comes, goes, or changes its link, a LACP port
 * its state, or the active aggregator changes; the transmit path only indexes it, so that choosing
 * a slave costs the same for 2 slaves and for 64.
 *
 * Invariant: it holds what the last Rebuild() was given, less what Skip() took out since.
 */
class UsableSlaveArray
{
  public:
    /**
     * @brief Build the array anew.
     * @param usable the usable slaves, in enslave order
     */
    void Rebuild(std::vector<Ptr<BondSlave>> usable);

    /**
     * @brief Take out a slave that is being removed, when the array cannot be built anew: the last
     *        one takes its place (bond_skip_slave).
     * @param slave the slave
     */
    void Skip(const BondSlave& slave);

    /**
     * @brief Choose a slave (bond_xmit_3ad_xor_slave_get): hash modulo number of usable slaves.
     * @param hash the frame's transmit hash
     * @return the slave, or null if the array is empty
     */
    const Ptr<BondSlave>& Choose(uint32_t hash) const;

    /**
     * @brief The usable slaves.
     * @return the slaves, in the order that the hash indexes
     */
    const std::vector<Ptr<BondSlave>>& GetAll() const
    {
        return m_usable;
    }

  private:
    std::vector<Ptr<BondSlave>> m_usable; //!< slaves that can transmit
    Ptr<BondSlave> m_none;                //!< null; what Choose() refers to when there is none
};

} // namespace ns3

#endif /* LINUX_TX_USABLE_SLAVE_ARRAY_H */
