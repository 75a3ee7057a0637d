/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/bond-options.h"

#include "ns3/bond-option-table.h"
#include "ns3/bond-option-write.h"

namespace ns3
{

BondOptions::BondOptions(BondControl& bond)
    : m_bond(bond)
{
}

BondResult
BondOptions::Set(const std::string& option, const std::string& value)
{
    const BondOption* entry = BondOptionTable::Find(option);
    if (!entry)
    {
        return BondResult::Refuse("option '" + option + "': no such bonding option", "ENOENT");
    }
    BondOptionWrite write(m_bond, *entry, value);
    const std::string error = write.Run();
    if (error.empty())
    {
        return BondResult::Success();
    }
    std::string answer = write.GetAnswer();
    if (answer.empty())
    {
        answer = "option " + option + ": invalid value (" + value + ")";
    }
    const bool isValueWrong = error == "EINVAL" || answer != write.GetAnswer();
    if (isValueWrong && !entry->IsNumber())
    {
        answer += "; allowed: " + entry->DescribeValues();
    }
    return BondResult::Refuse(answer, error);
}

std::string
BondOptions::Get(const std::string& option) const
{
    const BondOption* entry = BondOptionTable::Find(option);
    return entry ? entry->get(*entry, m_bond) : "";
}

std::string
BondOptions::GetAnswer(const BondOption& option, const BondResult& result)
{
    if (result)
    {
        return "ok";
    }
    const std::string& error = result.GetErrno();
    if (!(option.flags & BondOption::NETLINK))
    {
        return error;
    }
    if (error == "EACCES")
    {
        return "Error: option not supported in mode.";
    }
    return error == "ENODEV" ? "Error: interface does not exist." : "Error: invalid option value.";
}

} // namespace ns3
