/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_BOND_ARP_TIMES_H
#define LINUX_TX_BOND_ARP_TIMES_H

#include "ns3/bond-context.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief How old a sign of life may be: the questions that all parts of the ARP monitor ask about
 *        time (bond_time_in_interval, slave_last_rx).
 *
 * It keeps nothing; times are those of the slaves and of the bond's clock.
 */
class BondArpTimes
{
  public:
    /**
     * @brief Constructor.
     * @param bond the bond; must outlive this
     */
    explicit BondArpTimes(BondContext& bond);

    /**
     * @brief arp_interval.
     * @return the interval, in jiffies
     */
    int64_t GetInterval() const;

    /**
     * @brief Is something not older than a number of intervals and a half
     *        (bond_time_in_interval)?
     *
     * The half is there because the monitor's own tick is a jiffy or more longer than the interval.
     * @param last when it happened, in jiffies
     * @param intervals the number
     * @return true if it is not
     */
    bool IsWithin(int64_t last, uint32_t intervals) const;

    /**
     * @brief The sign of life that counts for a slave (slave_last_rx).
     *
     * With arp_all_targets all it is the oldest one of a target, also where nothing is validated
     * and no target's answers are written down. The number of targets is that of arp_ip_target
     * alone, at least one.
     * @param slave the slave
     * @return its time, in jiffies
     */
    int64_t GetLastRx(const BondSlave& slave) const;

  private:
    BondContext& m_bond; //!< the bond
};

} // namespace ns3

#endif /* LINUX_TX_BOND_ARP_TIMES_H */
