/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_XMIT_HASH_MODE_H
#define LINUX_TX_XMIT_HASH_MODE_H

#include "ns3/bond-mode.h"
#include "ns3/usable-slave-array.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief What modes have in common that choose by transmit hash from an array of usable slaves
 *        (bond_mode_can_use_xmit_hash): balance-xor, 802.3ad, balance-tlb and balance-alb.
 *
 * Invariant: the array changes in the control path only, in UpdateSlaveArray() and
 * SkipInSlaveArray().
 */
class XmitHashMode : public BondMode
{
  public:
    using BondMode::BondMode;

    void UpdateSlaveArray() override;
    void SkipInSlaveArray(const BondSlave& slave) override;
    bool HasEmptySlaveArray() const override;

  protected:
    /**
     * @brief The hash of a frame by option xmit_hash_policy (bond_xmit_hash).
     * @param frame the frame
     * @return the hash
     */
    uint32_t ComputeHash(const BondFrame& frame) const;

    /**
     * @brief Choose a slave by hash (bond_xmit_3ad_xor_slave_get).
     * @param frame the frame
     * @return the slave, or null if none is usable
     */
    const Ptr<BondSlave>& ChooseByHash(const BondFrame& frame) const;

    UsableSlaveArray m_usable; //!< the array
};

} // namespace ns3

#endif /* LINUX_TX_XMIT_HASH_MODE_H */
