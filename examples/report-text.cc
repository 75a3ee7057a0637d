/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "report-text.h"

#include <iomanip>
#include <sstream>

namespace ns3
{

std::string
ReportText::Fixed(double number, int decimals)
{
    std::ostringstream text;
    text << std::fixed << std::setprecision(decimals) << number;
    return text.str();
}

std::string
ReportText::Count(uint64_t number, const std::string& noun)
{
    return std::to_string(number) + " " + noun + (number == 1 ? "" : "s");
}

std::string
ReportText::SlaveName(uint64_t slave)
{
    return "eth" + std::to_string(slave);
}

} // namespace ns3
