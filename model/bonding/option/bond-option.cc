/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/bond-option.h"

#include "ns3/bond-option-syntax.h"
#include "ns3/bond-option-table.h"

#include <algorithm>
#include <cctype>

namespace ns3
{

namespace
{

/// BOND_OPT_MAX_NAMELEN.
constexpr std::size_t MAX_VALUE_NAME = 32;

/// Does a text hold nothing but digits and spaces? @param text the text @return true if so
bool
IsNumeric(const std::string& text)
{
    return std::all_of(text.begin(), text.end(), [](char c) {
        return (c >= '0' && c <= '9') || BondOptionSyntax::IsSpace(c);
    });
}

/// Append to a list. @param list the list @param item the item
void
AppendItem(std::string& list, const std::string& item)
{
    list += (list.empty() ? "" : ", ") + item;
}

} // namespace

std::optional<uint64_t>
BondOption::Parse(const std::string& text) const
{
    const std::string line = BondOptionSyntax::GetLine(text);
    if (!IsNumeric(line))
    {
        const std::string word = BondOptionSyntax::ScanWord(line, MAX_VALUE_NAME);
        const auto value = std::find_if(values.begin(), values.end(), [&word](const auto& v) {
            return word == v.name || (word == "default" && (v.flags & BondOptionValue::DEFAULT));
        });
        return value == values.end() ? std::nullopt : std::optional<uint64_t>(value->number);
    }
    const auto number = BondOptionSyntax::ScanNumber(line);
    if (!number)
    {
        return std::nullopt;
    }
    const bool isInTable = std::any_of(values.begin(), values.end(), [&number](const auto& v) {
        return v.number == *number;
    });
    const auto* minimum = FindValue(BondOptionValue::MIN);
    const auto* maximum = FindValue(BondOptionValue::MAX);
    const bool isInRange =
        maximum && *number <= maximum->number && (!minimum || *number >= minimum->number);
    return isInTable || isInRange ? number : std::nullopt;
}

std::string
BondOption::GetValueName(uint64_t number) const
{
    const auto value = std::find_if(values.begin(), values.end(), [number](const auto& v) {
        return v.number == number;
    });
    return value == values.end() ? "" : value->name;
}

const BondOptionValue*
BondOption::FindValue(BondOptionValue::Flag flag) const
{
    const auto value = std::find_if(values.begin(), values.end(), [flag](const auto& v) {
        return v.flags & flag;
    });
    return value == values.end() ? nullptr : &*value;
}

std::string
BondOption::DescribeValues() const
{
    if (values.empty())
    {
        return form;
    }
    if (const auto* maximum = FindValue(BondOptionValue::MAX))
    {
        const auto* minimum = FindValue(BondOptionValue::MIN);
        return std::to_string(minimum ? minimum->number : 0) + " to " +
               std::to_string(maximum->number);
    }
    std::string text;
    for (const auto& value : values)
    {
        AppendItem(text, value.name + " (" + std::to_string(value.number) + ")");
    }
    return text;
}

std::string
BondOption::DescribeState() const
{
    std::string text;
    if (flags & IF_DOWN)
    {
        AppendItem(text, "bond down");
    }
    if (flags & NO_SLAVES)
    {
        AppendItem(text, "no slaves");
    }
    return text;
}

std::string
BondOption::DescribeModes() const
{
    std::string allowed;
    std::string refused;
    for (const auto& mode : BondOptionTable::Get("mode").values)
    {
        AppendItem(IsAllowedIn(static_cast<BondModeId>(mode.number)) ? allowed : refused,
                   mode.name);
    }
    return refused.empty() ? "all" : allowed;
}

std::string
BondOption::GetAttributeName() const
{
    std::string text;
    bool isStart = true;
    for (const char c : name)
    {
        if (c != '_')
        {
            text += isStart ? static_cast<char>(std::toupper(static_cast<unsigned char>(c))) : c;
        }
        isStart = c == '_';
    }
    return text;
}

} // namespace ns3
