/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "bond-option-rows.h"

#include <regex>
#include <sstream>

namespace ns3
{

namespace
{

/**
 * What the reference leaves out of "primary=s0:ok ... packets_per_slave=3:EACCES". It shows no
 * change of miimon when the mode changes after these, and one of tlb_dynamic_lb.
 */
const std::vector<std::string> LEFT_OUT{"miimon=100", "tlb_dynamic_lb=0"};

/// The start of a write of targets, of which the reference leaves out all but first and last.
const std::string TARGET = "arp_ip_target=+10.0.0.";

/**
 * @brief Replace what no two runs have alike: a slave's random address.
 * @param text the text
 * @return the text without addresses
 */
std::string
HideAddresses(const std::string& text)
{
    static const std::regex address("- (MAC|([0-9a-f]{2}:){5}[0-9a-f]{2}) -");
    return std::regex_replace(text, address, "- MAC -");
}

/**
 * @brief Compare a cell.
 * @param name its name
 * @param is what is there
 * @param expected what should be
 * @return what differs; empty if nothing does
 */
std::string
Compare(const std::string& name, const std::string& is, const std::string& expected)
{
    return is == expected ? "" : name + ": '" + is + "', Linux: '" + expected + "'. ";
}

/**
 * @brief What is left out before a write.
 * @param word the write behind "..."
 * @return the writes
 */
std::vector<std::string>
FillGap(const std::string& word)
{
    if (word.compare(0, TARGET.size(), TARGET) != 0)
    {
        return LEFT_OUT;
    }
    std::vector<std::string> writes;
    for (int i = 2; i < std::stoi(word.substr(TARGET.size())); ++i)
    {
        writes.push_back(TARGET + std::to_string(i));
    }
    return writes;
}

} // namespace

BondOptionRows::BondOptionRows(BondOptionSession& session)
    : m_session(session)
{
}

std::string
BondOptionRows::Replay(const ReferenceTable::Row& row)
{
    std::string problem = WriteBefore(row.at("before"));
    const auto record =
        m_session.Write(BondOptionSession::Parse(row.at("option") + "=" + row.at("value")));
    problem += Compare("result", record.result, row.at("result"));
    problem += Compare("read_back", record.readBack, row.at("read_back"));
    problem += Compare("others_changed", record.othersChanged, row.at("others_changed"));
    return problem +
           Compare("message", HideAddresses(record.message), HideAddresses(row.at("message")));
}

std::string
BondOptionRows::WriteBefore(const std::string& before)
{
    std::string problem;
    std::istringstream words(before == "-" ? "" : before);
    for (std::string word; words >> word;)
    {
        if (word == "...")
        {
            words >> word;
            for (const auto& write : FillGap(word))
            {
                m_session.Write(BondOptionSession::Parse(write));
            }
        }
        const std::size_t colon = word.rfind(':');
        const auto record = m_session.Write(BondOptionSession::Parse(word.substr(0, colon)));
        problem += Compare(word, record.result, word.substr(colon + 1));
    }
    return problem;
}

} // namespace ns3
