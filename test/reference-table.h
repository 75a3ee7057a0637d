/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_REFERENCE_TABLE_H
#define LINUX_TX_REFERENCE_TABLE_H

#include <map>
#include <string>
#include <vector>

/**
 * @ingroup linux-tx-tests
 * @brief A table of measurements of a real kernel, from test/data.
 *
 * Tab-separated: lines with '#' explain, the first other line names the columns.
 */
class ReferenceTable
{
  public:
    /// A row: the cells by column name.
    using Row = std::map<std::string, std::string>;

    /**
     * @brief Read a table.
     * @param name file name in test/data
     */
    explicit ReferenceTable(const std::string& name);

    /**
     * @brief The rows; none if the file cannot be read.
     * @return the rows, in file order
     */
    const std::vector<Row>& GetRows() const
    {
        return m_rows;
    }

    /**
     * @brief A row in words, for failure messages.
     * @param row the row
     * @return all its cells
     */
    static std::string Describe(const Row& row);

  private:
    std::vector<Row> m_rows; //!< the rows
};

#endif /* LINUX_TX_REFERENCE_TABLE_H */
