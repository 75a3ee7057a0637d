/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "alb-reference.h"

#include <algorithm>
#include <cmath>
#include <sstream>

using namespace ns3;

namespace
{

/**
 * @brief Does a text begin so?
 * @param text the text
 * @param prefix its begin
 * @return true if so
 */
bool
HasPrefix(const std::string& text, const std::string& prefix)
{
    return text.compare(0, prefix.size(), prefix) == 0;
}

/**
 * @brief Compare two times and texts.
 * @param name name of the timeline
 * @param observed what happened
 * @param measured what should have
 * @param tolerance by how much times may differ, in seconds
 * @return the difference in words, or nothing
 */
std::string
Difference(const std::string& name,
           const std::pair<double, std::string>& observed,
           const std::pair<double, std::string>& measured,
           double tolerance)
{
    const bool isLate = std::abs(observed.first - measured.first) > tolerance;
    if (!isLate && observed.second == measured.second)
    {
        return "";
    }
    std::ostringstream text;
    text << name << ": " << observed.first << " " << observed.second << "\n    measured "
         << measured.first << " " << measured.second;
    return text.str();
}

} // namespace

const Mac48Address AlbReference::BOND_MAC("02:00:00:00:00:01");
const Ipv4Address AlbReference::HOST_IP("10.0.0.1");
const Time AlbReference::ROUND = MicroSeconds(10274);

AlbReference::AlbReference(const std::string& file)
    : m_table(file)
{
}

Time
AlbReference::GetStart() const
{
    const auto& rows = GetRows();
    const auto first = std::find_if(rows.begin(), rows.end(), [](const Row& row) {
        return row.at("what") == "out";
    });
    return first == rows.end() ? Time() : Seconds(std::stod(first->at("t")));
}

Time
AlbReference::GetEnd() const
{
    Time end;
    for (const Row& row : GetRows())
    {
        if (row.at("what") == "event")
        {
            end = Seconds(std::stod(row.at("t")) + 14);
        }
    }
    return end;
}

AlbReference::Timelines
AlbReference::GetTimelines(const std::set<std::string>& kinds) const
{
    Timelines timelines;
    for (const Row& row : GetRows())
    {
        const std::string& what = row.at("what");
        const std::string& detail = row.at("detail");
        if (kinds.count(what) == 0 || (what == "arp" && HasPrefix(detail, "in")))
        {
            continue;
        }
        std::string name = what;
        if (what == "out" || what == "in")
        {
            name += " " + detail.substr(0, detail.find(','));
        }
        else if (what == "learn")
        {
            name += " " + row.at("slave");
        }
        else if (what == "arp")
        {
            std::ostringstream client;
            client << ReadArp(row).targetIp;
            name += " to " + client.str();
        }
        timelines[name].emplace_back(std::stod(row.at("t")), row.at("slave") + " " + detail);
    }
    return timelines;
}

bool
AlbReference::IsInBurst(std::size_t i) const
{
    const auto& rows = GetRows();
    return (i > 0 && rows[i - 1] == rows[i]) || (i + 1 < rows.size() && rows[i + 1] == rows[i]);
}

AlbArpMessage
AlbReference::ReadArp(const Row& row)
{
    // out|in op O sender IP MAC target IP MAC, ether S > D
    std::istringstream words(row.at("detail"));
    std::string word;
    std::string senderIp;
    std::string senderMac;
    std::string targetIp;
    std::string targetMac;
    AlbArpMessage message;
    words >> word >> word >> message.operation >> word >> senderIp >> senderMac >> word >>
        targetIp >> targetMac;
    targetMac.pop_back(); // the comma
    message.senderIp = Ipv4Address(senderIp.c_str());
    message.senderMac = Mac48Address(senderMac.c_str());
    message.targetIp = Ipv4Address(targetIp.c_str());
    message.targetMac = Mac48Address(targetMac.c_str());
    return message;
}

Mac48Address
AlbReference::ReadDestination(const Row& row)
{
    const std::string& detail = row.at("detail");
    return Mac48Address(detail.substr(detail.rfind(' ') + 1).c_str());
}

std::string
AlbReference::Describe(const AlbArpMessage& message,
                       const Mac48Address& source,
                       const Mac48Address& destination)
{
    std::ostringstream text;
    text << "out op " << message.operation << " sender " << message.senderIp << " "
         << message.senderMac << " target " << message.targetIp << " " << message.targetMac
         << ", ether " << source << " > " << destination;
    return text.str();
}

Mac48Address
AlbReference::GetSlaveMac(uint32_t slave)
{
    return Mac48Address(("02:00:00:00:0a:0" + std::to_string(slave)).c_str());
}

Mac48Address
AlbReference::GetClientMac(uint32_t client)
{
    return Mac48Address(("02:00:00:00:0c:0" + std::to_string(client)).c_str());
}

Ipv4Address
AlbReference::GetClientIp(uint32_t client)
{
    return Ipv4Address(("10.0.0.1" + std::to_string(client)).c_str());
}

std::vector<std::string>
AlbReference::Compare(const Timelines& observed, const Timelines& measured, double tolerance)
{
    std::vector<std::string> differences;
    for (const auto& [name, rows] : measured)
    {
        const auto found = observed.find(name);
        const std::size_t n = found == observed.end() ? 0 : found->second.size();
        for (std::size_t i = 0; i < std::min(n, rows.size()); ++i)
        {
            const std::string text = Difference(name, found->second[i], rows[i], tolerance);
            if (!text.empty())
            {
                differences.push_back(text);
            }
        }
        if (n != rows.size())
        {
            differences.push_back(name + ": " + std::to_string(n) + ", measured " +
                                  std::to_string(rows.size()));
        }
    }
    for (const auto& [name, rows] : observed)
    {
        if (measured.count(name) == 0)
        {
            differences.push_back(name + ": measured none");
        }
    }
    return differences;
}
