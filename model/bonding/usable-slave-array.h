/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_USABLE_SLAVE_ARRAY_H
#define LINUX_TX_USABLE_SLAVE_ARRAY_H

#include "ns3/bond-slave-list.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief The slaves that a hash chooses from (struct bond_up_slave, bond_update_slave_arr).
 *
 * The control path builds the array whenever a slave comes, goes, or changes its link; the
 * transmit path only indexes it, so that choosing a slave costs the same for 2 slaves and for 64.
 *
 * Invariant: between two control-path events the array holds exactly the slaves that can transmit,
 * in enslave order.
 */
class UsableSlaveArray
{
  public:
    /**
     * @brief Build the array anew.
     * @param slaves the bond's slaves
     */
    void Rebuild(const BondSlaveList& slaves);

    /**
     * @brief Choose a slave (bond_xmit_3ad_xor_slave_get): hash modulo number of usable slaves.
     * @param hash the frame's transmit hash
     * @return the slave, or null if the array is empty
     */
    Ptr<BondSlave> Choose(uint32_t hash) const;

    /**
     * @brief How many slaves are usable.
     * @return number of slaves
     */
    uint32_t GetN() const
    {
        return static_cast<uint32_t>(m_usable.size());
    }

  private:
    std::vector<Ptr<BondSlave>> m_usable; //!< slaves that can transmit, in enslave order
};

} // namespace ns3

#endif /* LINUX_TX_USABLE_SLAVE_ARRAY_H */
