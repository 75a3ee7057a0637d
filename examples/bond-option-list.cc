/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "bond-option-list.h"

#include "ns3/bond-option-table.h"

#include <nlohmann/json.hpp>
#include <sstream>

namespace ns3
{

namespace
{

/// What to show for an empty cell. @param text a cell @param empty what to show @return the cell
std::string
OrElse(const std::string& text, const std::string& empty)
{
    return text.empty() ? empty : text;
}

/// Values with their unit. @param option the option @return as in "0 to 2147483647 ms"
std::string
DescribeValues(const BondOption& option)
{
    return option.DescribeValues() + (option.unit.empty() ? "" : " " + option.unit);
}

/// Which measurements its behaviour was checked against. @param option the option @return names
std::string
DescribeChecks(const BondOption& option)
{
    return "e11" + (option.reference.empty() ? "" : ", " + option.reference);
}

} // namespace

std::string
BondOptionList::WriteText()
{
    std::ostringstream text;
    for (const auto& option : BondOptionTable::GetAll())
    {
        text << option.name << " (attribute " << option.GetAttributeName() << ")\n"
             << "    " << option.help << "\n"
             << "    values:  " << DescribeValues(option) << "\n"
             << "    default: " << OrElse(option.initial, "(empty)") << "\n"
             << "    modes:   " << option.DescribeModes() << "\n"
             << "    when:    " << OrElse(option.DescribeState(), "any time") << "\n"
             << "    checked: " << DescribeChecks(option) << "\n";
    }
    return text.str();
}

std::string
BondOptionList::WriteJson()
{
    auto list = nlohmann::ordered_json::array();
    for (const auto& option : BondOptionTable::GetAll())
    {
        list.push_back({{"option", option.name},
                        {"attribute", option.GetAttributeName()},
                        {"help", option.help},
                        {"values", option.DescribeValues()},
                        {"unit", option.unit},
                        {"default", option.initial},
                        {"modes", option.DescribeModes()},
                        {"when", option.DescribeState()},
                        {"checked", DescribeChecks(option)}});
    }
    return list.dump(2) + "\n";
}

std::string
BondOptionList::WriteRst()
{
    std::ostringstream text;
    text << ".. SPDX-License-Identifier: GPL-2.0-only\n"
            ".. Printed by bond-options --list --format=rst from the option table.\n"
            "\n"
            ".. list-table::\n"
            "   :header-rows: 1\n"
            "   :widths: 16 22 10 16 26 10\n"
            "\n"
            "   * - Option, attribute\n"
            "     - Values\n"
            "     - Default\n"
            "     - Set in modes, when\n"
            "     - What it does\n"
            "     - Checked against\n";
    for (const auto& option : BondOptionTable::GetAll())
    {
        text << "   * - ``" << option.name << "``, " << option.GetAttributeName() << "\n"
             << "     - " << DescribeValues(option) << "\n"
             << "     - " << OrElse(option.initial, "(empty)") << "\n"
             << "     - " << option.DescribeModes() << "; "
             << OrElse(option.DescribeState(), "any time") << "\n"
             << "     - " << option.help << "\n"
             << "     - " << DescribeChecks(option) << "\n";
    }
    return text.str();
}

} // namespace ns3
