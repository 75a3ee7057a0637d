/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_TRANSMIT_HASH_H
#define LINUX_TX_TRANSMIT_HASH_H

#include "ns3/bond-frame.h"
#include "ns3/bond-params.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief The transmit hash of a bond (bond_xmit_hash).
 *
 * A function of the frame, and in encap3+4 of the hash of its socket: frames of one flow get the
 * same number, whose remainder by the number of usable slaves is a slave. The modes that choose by
 * UsableSlaveArray ask it once a frame; making one is choosing a function, so it need not be kept.
 *
 * XmitHashFormula::LINUX_2_6 stands for 2.6.24 to 3.5, before IPv6 was hashed: there anything but
 * IPv4 takes the layer2 hash. Policies that are younger than that (encap2+3 and encap3+4 of 3.14,
 * vlan+srcmac of 5.12) have one formula only.
 */
class TransmitHash
{
  public:
    /**
     * @brief Constructor.
     * @param policy xmit_hash_policy
     * @param formula which release's formulas
     */
    TransmitHash(XmitHashPolicy policy, XmitHashFormula formula);

    /**
     * @brief Hash a frame; no frame is refused, whatever it is and wherever it is cut short.
     * @param frame the frame
     * @return the hash
     */
    uint32_t Compute(const BondFrame& frame) const
    {
        return m_function(frame);
    }

  private:
    /// A policy's hash function.
    using Function = uint32_t (*)(const BondFrame&);

    /**
     * @brief The function of a policy.
     * @param policy the policy
     * @param formula which release's
     * @return the function
     */
    static Function Find(XmitHashPolicy policy, XmitHashFormula formula);

    Function m_function; //!< what Compute() calls
};

} // namespace ns3

#endif /* LINUX_TX_TRANSMIT_HASH_H */
