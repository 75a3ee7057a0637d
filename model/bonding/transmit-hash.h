/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_TRANSMIT_HASH_H
#define LINUX_TX_TRANSMIT_HASH_H

#include "ns3/bond-frame.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief xmit_hash_policy layer2 of a bond (bond_xmit_hash with BOND_XMIT_POLICY_LAYER2, 6.1).
 *
 * The modes that choose from a UsableSlaveArray call it once a frame. It is a function of the
 * frame only: frames between the same two stations always take the same slave.
 */
class TransmitHash
{
  public:
    /**
     * @brief bond_eth_hash: last bytes of both addresses and the EtherType, xored.
     * @param frame the frame
     * @return the hash, 16 significant bits
     */
    static uint32_t Layer2(const BondFrame& frame);
};

} // namespace ns3

#endif /* LINUX_TX_TRANSMIT_HASH_H */
