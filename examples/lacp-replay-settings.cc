/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "lacp-replay-settings.h"

#include "replay-timeline.h"

#include <algorithm>
#include <set>

namespace ns3
{

namespace
{

/// Most slaves of bond A: addresses and names have one digit for them.
constexpr std::size_t MAX_SLAVES = 10;

} // namespace

std::string
LacpReplaySettings::ReadPairs(const std::vector<std::string>& words, const std::string& whose)
{
    if (words == std::vector<std::string>{"-"})
    {
        return "";
    }
    if (words.size() % 2 != 0)
    {
        return "must have a value for every option in its settings, not for '" + words.back() + "'";
    }
    for (std::size_t i = 0; i < words.size(); i += 2)
    {
        const bool isOfA = words[i] == "ad_select" || words[i] == "min_links";
        options[whose.empty() && isOfA ? "A" : whose].emplace_back(words[i], words[i + 1]);
    }
    return "";
}

std::string
LacpReplaySettings::Read(const std::string& comment)
{
    for (const std::string& section : ReplayTimeline::Split(comment, ';'))
    {
        std::vector<std::string> words = ReplayTimeline::GetWords(section);
        std::string whose;
        // "partners of s0..s3: bbcc" stands among the options.
        const std::vector<std::string> phrase{"partners", "of"};
        const auto at = std::search(words.begin(), words.end(), phrase.begin(), phrase.end());
        if (at != words.end())
        {
            if (words.end() - at < 4)
            {
                return "must name the partners of all slaves";
            }
            partners = at[3];
            words.erase(at, at + 4);
        }
        else if (!words.empty() && words[0].back() == ':')
        {
            whose = words[0].substr(0, words[0].size() - 1);
            words.erase(words.begin());
        }
        const std::string problem = ReadPairs(words, whose);
        if (!problem.empty())
        {
            return problem;
        }
    }
    const bool isGood = !partners.empty() && partners.size() <= MAX_SLAVES &&
                        std::all_of(partners.begin(), partners.end(), [](char letter) {
                            return letter == '-' || (letter >= 'b' && letter <= 'z');
                        });
    return isGood ? "" : "must have one to ten partners, letters from b to z or '-'";
}

LacpReplaySettings::Options
LacpReplaySettings::GetOptions(char bond) const
{
    Options all;
    const std::string letter(1, bond);
    for (const std::string& whose : {std::string(), std::string("partners"), letter})
    {
        const auto it = options.find(whose);
        if (it != options.end() && (whose != "partners" || bond != A))
        {
            all.insert(all.end(), it->second.begin(), it->second.end());
        }
    }
    return all;
}

std::string
LacpReplaySettings::GetPartnerLetters() const
{
    std::set<char> letters(partners.begin(), partners.end());
    letters.erase('-');
    return std::string(letters.begin(), letters.end());
}

} // namespace ns3
