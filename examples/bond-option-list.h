/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_BOND_OPTION_LIST_H
#define LINUX_TX_BOND_OPTION_LIST_H

#include <string>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief The option table as a text: for the terminal, for programs, for the documentation.
 */
class BondOptionList
{
  public:
    /**
     * @brief For the terminal.
     * @return a few lines for each option
     */
    static std::string WriteText();

    /**
     * @brief For programs.
     * @return a JSON array with an object for each option
     */
    static std::string WriteJson();

    /**
     * @brief For the documentation; doc/bond-options-table.rst holds it.
     * @return a reStructuredText table
     */
    static std::string WriteRst();
};

} // namespace ns3

#endif /* LINUX_TX_BOND_OPTION_LIST_H */
