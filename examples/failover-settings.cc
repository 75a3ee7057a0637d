/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "failover-settings.h"

#include <algorithm>
#include <cctype>
#include <sstream>

namespace ns3
{

namespace
{

/// Options that are followed by their value; monitoring first, because the delays need it.
const std::vector<std::string> VALUED_OPTIONS = {
    "miimon",
    "updelay",
    "downdelay",
    "peer_notif_delay",
    "use_carrier",
    "num_grat_arp",
    "num_unsol_na",
    "resend_igmp",
    "fail_over_mac",
    "primary_reselect",
    "all_slaves_active",
    "min_links",
};

/// Other words for options.
const std::map<std::string, std::string> SYNONYMS = {
    {"peer_notify_delay", "peer_notif_delay"},
    {"reselect", "primary_reselect"},
};

/// The fastest link of a NicNetDevice, in Mb/s.
constexpr uint32_t FASTEST_LINK = 8000000;

/// What holds if neither comment nor name says otherwise.
const char* const DEFAULTS = "miimon 100 updelay 200 downdelay 100";

/**
 * @brief Split a text at blanks, commas, colons, equals signs and brackets.
 * @param text the text
 * @return the words
 */
std::vector<std::string>
SplitWords(const std::string& text)
{
    std::string spaced = text;
    std::replace_if(
        spaced.begin(),
        spaced.end(),
        [](char c) { return std::string(",:=()[]").find(c) != std::string::npos; },
        ' ');
    std::istringstream stream(spaced);
    std::vector<std::string> words;
    for (std::string word; stream >> word;)
    {
        words.push_back(word);
    }
    return words;
}

/**
 * @brief Is a text a number of one to nine digits?
 * @param text the text
 * @return true if so
 */
bool
IsNumber(const std::string& text)
{
    return !text.empty() && text.size() <= 9 &&
           std::all_of(text.begin(), text.end(), [](unsigned char c) { return std::isdigit(c); });
}

/**
 * @brief Is a word the name of a slave: s0, s1, ...?
 * @param word the word
 * @return true if so
 */
bool
IsSlave(const std::string& word)
{
    return word.size() > 1 && word.size() < 4 && word[0] == 's' && IsNumber(word.substr(1));
}

/**
 * @brief Read speeds as in "10/100/1000".
 * @param word the word
 * @return the speeds, in Mb/s; empty if the word is nothing of the kind
 */
std::vector<uint32_t>
ReadSpeeds(const std::string& word)
{
    std::vector<uint32_t> speeds;
    std::istringstream stream(word);
    for (std::string part; std::getline(stream, part, '/');)
    {
        const uint32_t speed = IsNumber(part) ? static_cast<uint32_t>(std::stoul(part)) : 0;
        if (speed == 0 || speed > FASTEST_LINK)
        {
            return {};
        }
        speeds.push_back(speed);
    }
    return speeds.size() > 1 ? speeds : std::vector<uint32_t>();
}

} // namespace

FailoverSettings::FailoverSettings(const std::string& comment, const std::string& name)
{
    Read(DEFAULTS);
    Read(comment.substr(0, comment.find(';')));
    Read(name);
}

std::vector<FailoverSettings::Option>
FailoverSettings::GetOptions() const
{
    std::vector<Option> options;
    for (const auto& option : VALUED_OPTIONS)
    {
        const auto found = m_options.find(option);
        if (found != m_options.end())
        {
            options.emplace_back(*found);
        }
    }
    return options;
}

uint32_t
FailoverSettings::GetNSlaves() const
{
    std::size_t n = m_speeds.size();
    const auto count = [&n](const std::string& slave) {
        if (IsSlave(slave))
        {
            n = std::max<std::size_t>(n, std::stoul(slave.substr(1)) + 1);
        }
    };
    count(m_primary);
    for (const auto& [slave, priority] : m_priorities)
    {
        count(slave);
    }
    return static_cast<uint32_t>(n);
}

void
FailoverSettings::Read(const std::string& text)
{
    const std::vector<std::string> words = SplitWords(text);
    for (std::size_t at = 0; at < words.size(); ++at)
    {
        ReadWord(words, at);
    }
}

void
FailoverSettings::ReadWord(const std::vector<std::string>& words, std::size_t at)
{
    const std::string before = at > 0 ? words[at - 1] : "";
    const std::string behind = at + 1 < words.size() ? words[at + 1] : "";
    const auto synonym = SYNONYMS.find(words[at]);
    const std::string word = synonym == SYNONYMS.end() ? words[at] : synonym->second;

    if (const auto speeds = ReadSpeeds(word); !speeds.empty())
    {
        m_speeds = speeds;
    }
    else if (word == "delays" && before == "no")
    {
        m_options["updelay"] = "0";
        m_options["downdelay"] = "0";
    }
    else if (word == "primary")
    {
        ReadPrimary(before, behind);
    }
    else if (word == "set" && behind == "while")
    {
        m_primarySetLate = true;
    }
    else if (word == "prio" && IsSlave(before))
    {
        m_priorities[before] = behind;
    }
    else if (word == "always" || word == "better" || word == "failure")
    {
        m_options["primary_reselect"] = word;
    }
    else if (std::find(VALUED_OPTIONS.begin(), VALUED_OPTIONS.end(), word) != VALUED_OPTIONS.end())
    {
        m_options[word] = before == "no" ? "0" : behind;
    }
}

void
FailoverSettings::ReadPrimary(const std::string& before, const std::string& behind)
{
    if (before == "no")
    {
        m_primary.clear();
    }
    else if (IsSlave(behind))
    {
        m_primary = behind;
    }
    else if (IsSlave(before))
    {
        m_primary = before;
    }
}

} // namespace ns3
