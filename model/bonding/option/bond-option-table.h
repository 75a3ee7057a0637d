/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_BOND_OPTION_TABLE_H
#define LINUX_TX_BOND_OPTION_TABLE_H

#include "ns3/bond-option.h"

#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief All options of a bond (bond_opts of drivers/net/bonding/bond_options.c of 6.1).
 *
 * The one place where an option is described. The text interface (BondOptions), the attributes
 * (AddBondOptionAttributes), the list that `bond-options --list` prints and the documentation are
 * made from it.
 *
 * Invariant: names and ids are unique. The order is the one in which attributes are applied to a
 * new bond: mode first, miimon before the delays that need it.
 */
class BondOptionTable
{
  public:
    /**
     * @brief The options.
     * @return all of them
     */
    static const std::vector<BondOption>& GetAll();

    /**
     * @brief bond_opt_get_by_name().
     * @param name an option's Linux name
     * @return the option, or null
     */
    static const BondOption* Find(const std::string& name);

    /**
     * @brief An option that there is.
     * @param name its Linux name; a wrong one ends the program
     * @return the option
     */
    static const BondOption& Get(const std::string& name);
};

} // namespace ns3

#endif /* LINUX_TX_BOND_OPTION_TABLE_H */
