/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/bond-option-write.h"

#include "ns3/bond-option-syntax.h"
#include "ns3/bond-option-table.h"

namespace ns3
{

namespace
{

/**
 * A value that came by netlink as neither text nor number is ULLONG_MAX in the driver's messages.
 */
constexpr const char* NO_NUMBER = "18446744073709551615";

} // namespace

BondOptionWrite::BondOptionWrite(BondControl& bond,
                                 const BondOption& option,
                                 const std::string& text)
    : m_bond(bond),
      m_option(option),
      m_text(text)
{
}

std::string
BondOptionWrite::Run()
{
    std::string error = CheckState();
    if (error.empty() && !m_option.values.empty())
    {
        const auto number = m_option.Parse(m_text);
        m_number = number.value_or(0);
        error = number ? DONE : "EINVAL";
    }
    if (error.empty())
    {
        error = m_option.set(*this);
    }
    if (!error.empty())
    {
        Explain(error);
    }
    return error;
}

std::string
BondOptionWrite::CheckState() const
{
    if (!m_option.IsAllowedIn(m_bond.GetParams().mode))
    {
        return "EACCES";
    }
    if ((m_option.flags & BondOption::NO_SLAVES) && m_bond.GetSlaveList().GetN() > 0)
    {
        return "ENOTEMPTY";
    }
    if ((m_option.flags & BondOption::IF_DOWN) && m_bond.IsUp())
    {
        return "EBUSY";
    }
    return DONE;
}

void
BondOptionWrite::Explain(const std::string& error)
{
    const std::string start = "option " + m_option.name + ": ";
    const std::string line = BondOptionSyntax::GetLine(m_text);
    if (error == "EINVAL")
    {
        const bool isBinary = m_option.flags & BondOption::NETLINK;
        Log(start + "invalid value (" + (isBinary ? NO_NUMBER : line) + ")");
        if (const auto* maximum = m_option.FindValue(BondOptionValue::MAX))
        {
            const auto* minimum = m_option.FindValue(BondOptionValue::MIN);
            Log(start + "allowed values " + std::to_string(minimum ? minimum->number : 0) + " - " +
                std::to_string(maximum->number));
        }
    }
    else if (error == "EACCES")
    {
        const auto mode = static_cast<uint64_t>(m_bond.GetParams().mode);
        Log(start + "mode dependency failed, not supported in mode " +
            BondOptionTable::Get("mode").GetValueName(mode) + "(" + std::to_string(mode) + ")");
    }
    else if (error == "ENOTEMPTY")
    {
        Log(start + "unable to set because the bond device has slaves");
    }
    else if (error == "EBUSY")
    {
        Log(start + "unable to set because the bond device is up");
    }
    else if (error == "ENODEV")
    {
        Log(start + "interface " + line + " does not exist!");
    }
}

void
BondOptionWrite::Log(const std::string& line)
{
    m_bond.Log(line);
    Answer(line);
}

void
BondOptionWrite::LogSlave(const std::string& device, const std::string& line)
{
    Log("(slave " + device + "): " + line);
}

void
BondOptionWrite::Answer(const std::string& line)
{
    m_answer += (m_answer.empty() ? "" : "; ") + line;
}

} // namespace ns3
