/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/bond-snapshot.h"

#include <algorithm>
#include <sstream>

namespace ns3
{

std::string
BondSnapshot::GetOptionWord(const std::string& option) const
{
    const std::string& value = GetOption(option);
    return value.substr(0, value.find(' '));
}

const std::string&
BondSnapshot::GetOption(const std::string& option) const
{
    static const std::string none;
    const auto found = options.find(option);
    return found == options.end() ? none : found->second;
}

std::vector<std::string>
BondSnapshot::GetOptionList(const std::string& option) const
{
    std::string separated = GetOption(option);
    std::replace(separated.begin(), separated.end(), ',', ' ');
    std::istringstream text(separated);
    std::vector<std::string> words;
    for (std::string word; text >> word;)
    {
        words.push_back(word);
    }
    return words;
}

} // namespace ns3
