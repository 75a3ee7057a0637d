/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_IP_BOND_FIELDS_H
#define LINUX_TX_IP_BOND_FIELDS_H

#include "ns3/bond-snapshot.h"
#include "ns3/ip-output.h"

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief Write the options of a bond as `ip -d link show` does, in its order (bond_print_opt of
 *        iproute2 for what bond_fill_info of the kernel tells).
 * @param output where to
 * @param bond the bond
 */
void WriteBondFields(IpOutput& output, const BondSnapshot& bond);

/**
 * @ingroup linux-tx
 * @brief Write a bond's view of a slave as `ip -d link show` does (bond_slave_print_opt for what
 *        bond_fill_slave_info tells).
 * @param output where to
 * @param slave the slave
 */
void WriteBondSlaveFields(IpOutput& output, const BondSlaveSnapshot& slave);

} // namespace ns3

#endif /* LINUX_TX_IP_BOND_FIELDS_H */
