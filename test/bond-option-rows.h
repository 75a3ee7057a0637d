/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_BOND_OPTION_ROWS_H
#define LINUX_TX_BOND_OPTION_ROWS_H

#include "../examples/bond-option-session.h"
#include "reference-table.h"

#include <string>

namespace ns3
{

/**
 * @ingroup linux-tx-tests
 * @brief Replays rows of e11-options.tsv on a bond, with or without devices.
 */
class BondOptionRows
{
  public:
    /**
     * @brief Constructor.
     * @param session writes to a bond in the state that the row names
     */
    explicit BondOptionRows(BondOptionSession& session);

    /**
     * @brief Do the writes of a row and compare.
     * @param row the row
     * @return what differs, message included; empty if nothing does
     */
    std::string Replay(const ReferenceTable::Row& row);

  private:
    /**
     * @brief Write what the row says was written before.
     * @param before the cell
     * @return what differs; empty if nothing does
     */
    std::string WriteBefore(const std::string& before);

    BondOptionSession& m_session; //!< writes
};

} // namespace ns3

#endif /* LINUX_TX_BOND_OPTION_ROWS_H */
