/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "reference-table.h"

#include <fstream>
#include <sstream>

namespace
{

/**
 * @brief Split a line at its tabs.
 * @param line the line
 * @return the cells, empty ones too
 */
std::vector<std::string>
SplitCells(const std::string& line)
{
    std::vector<std::string> cells;
    std::istringstream stream(line);
    std::string cell;
    while (std::getline(stream, cell, '\t'))
    {
        cells.push_back(cell);
    }
    return cells;
}

} // namespace

ReferenceTable::ReferenceTable(const std::string& name)
{
    std::ifstream file(std::string(LINUX_TX_TEST_DATA_DIR) + "/" + name);
    std::vector<std::string> columns;
    std::string line;
    while (std::getline(file, line))
    {
        if (line.empty() || line[0] == '#')
        {
            continue;
        }
        std::vector<std::string> cells = SplitCells(line);
        if (columns.empty())
        {
            columns = cells;
            continue;
        }
        cells.resize(columns.size());
        Row row;
        for (std::size_t i = 0; i < columns.size(); ++i)
        {
            row[columns[i]] = cells[i];
        }
        m_rows.push_back(row);
    }
}

std::string
ReferenceTable::Describe(const Row& row)
{
    std::string text;
    for (const auto& [column, cell] : row)
    {
        text += column + "=" + cell + " ";
    }
    return text;
}
