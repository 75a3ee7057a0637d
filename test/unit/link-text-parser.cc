/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "link-text-parser.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <set>
#include <sstream>

using namespace ns3;

namespace
{

/// Values by their keys.
using Fields = std::map<std::string, std::string>;

/**
 * @brief Split at blanks.
 * @param text the text
 * @return the words
 */
std::vector<std::string>
SplitWords(const std::string& text)
{
    std::istringstream stream(text);
    std::vector<std::string> words;
    for (std::string word; stream >> word;)
    {
        words.push_back(word);
    }
    return words;
}

/**
 * @brief The number that a text begins with.
 * @param text the text; empty is 0
 * @return the number
 */
uint64_t
ToNumber(const std::string& text)
{
    return text.empty() ? 0 : std::stoull(text);
}

/**
 * @brief The position of a word in a list.
 * @param words the list
 * @param word the word, which must be in the list
 * @return its index
 */
std::size_t
IndexOf(const std::vector<std::string>& words, const std::string& word)
{
    const auto found = std::find(words.begin(), words.end(), word);
    EXPECT_NE(found, words.end()) << word;
    return found - words.begin();
}

/**
 * @brief A churn state by its name.
 * @param name the name
 * @return the state
 */
LacpChurnState
ToChurnState(const std::string& name)
{
    return static_cast<LacpChurnState>(IndexOf({"monitoring", "churned", "none"}, name));
}

/**
 * @brief One side of a port.
 * @param fields the lines below "details ..."
 * @param key what its key is called
 * @return the side
 */
LacpPortParams
ToPortParams(Fields fields, const std::string& key)
{
    LacpPortParams side;
    side.systemPriority = ToNumber(fields["system priority"]);
    side.system = Mac48Address(fields["system mac address"].c_str());
    side.key = ToNumber(fields[key]);
    side.portPriority = ToNumber(fields["port priority"]);
    side.portNumber = ToNumber(fields["port number"]);
    side.state = ToNumber(fields["port state"]);
    return side;
}

/**
 * @brief A slave.
 * @param fields its lines, by the title they stand below
 * @return the slave
 */
BondSlaveSnapshot
ToProcSlave(std::map<std::string, Fields> fields)
{
    Fields& main = fields[""];
    BondSlaveSnapshot slave;
    slave.name = main["Slave Interface"];
    slave.link = static_cast<BondLink>(
        IndexOf({"up", "going down", "down", "going back"}, main["MII Status"]));
    slave.speed = ToNumber(main["Speed"]);
    slave.fullDuplex = main["Duplex"] == "full";
    slave.linkFailures = ToNumber(main["Link Failure Count"]);
    slave.permanentAddress = Mac48Address(main["Permanent HW addr"].c_str());
    slave.queueId = ToNumber(main["Slave queue ID"]);
    if (main.count("Aggregator ID") > 0)
    {
        slave.port.emplace();
        slave.port->aggregator = ToNumber(main["Aggregator ID"]);
        slave.port->actorChurn = ToChurnState(main["Actor Churn State"]);
        slave.port->partnerChurn = ToChurnState(main["Partner Churn State"]);
        slave.port->actorChurned = ToNumber(main["Actor Churned Count"]);
        slave.port->partnerChurned = ToNumber(main["Partner Churned Count"]);
        slave.port->actor = ToPortParams(fields["details actor lacp pdu"], "port key");
        slave.port->partner = ToPortParams(fields["details partner lacp pdu"], "oper key");
    }
    return slave;
}

/**
 * @brief Without the bracket that follows.
 * @param text as in "s0 (primary_reselect always)"
 * @return as in "s0"
 */
std::string
BeforeBracket(const std::string& text)
{
    return text.substr(0, text.find(" ("));
}

/**
 * @brief A slave's name, or nothing for None.
 * @param name the name
 * @return the option's text
 */
std::string
ToSlaveOption(const std::string& name)
{
    return name == "None" ? "" : name;
}

/**
 * @brief The bond.
 * @param fields its lines, by the title they stand below
 * @return the bond, without its slaves
 */
BondSnapshot
ToProcBond(std::map<std::string, Fields> fields)
{
    Fields& main = fields[""];
    BondSnapshot bond;
    bond.name = "bond0";
    bond.mode = static_cast<BondModeId>(IndexOf({"load balancing (round-robin)",
                                                 "fault-tolerance (active-backup)",
                                                 "load balancing (xor)",
                                                 "fault-tolerance (broadcast)",
                                                 "IEEE 802.3ad Dynamic link aggregation",
                                                 "transmit load balancing",
                                                 "adaptive load balancing"},
                                                main["Bonding Mode"]));
    // "layer2 (0)" reads "layer2 0" as an option
    std::string policy = main["Transmit Hash Policy"];
    policy.erase(
        std::remove_if(policy.begin(), policy.end(), [](char c) { return c == '(' || c == ')'; }),
        policy.end());
    bond.options = {
        {"xmit_hash_policy", policy},
        {"primary", ToSlaveOption(BeforeBracket(main["Primary Slave"]))},
        {"primary_reselect", "always 0"},
        {"active_slave", ToSlaveOption(main["Currently Active Slave"])},
        {"miimon", main["MII Polling Interval (ms)"]},
        {"updelay", main["Up Delay (ms)"]},
        {"downdelay", main["Down Delay (ms)"]},
        {"peer_notif_delay", main["Peer Notification Delay (ms)"]},
        {"lacp_active", main["LACP active"]},
        {"lacp_rate", main["LACP rate"]},
        {"min_links", main["Min links"]},
        {"ad_select", main["Aggregator selection policy (ad_select)"]},
        {"arp_interval", "0"},
        {"fail_over_mac", "none 0"},
        {"tlb_dynamic_lb", "1"},
    };
    bond.carrier = main["MII Status"] == "up";
    bond.systemPriority = ToNumber(main["System priority"]);
    if (main.count("System MAC address") > 0)
    {
        bond.system = Mac48Address(main["System MAC address"].c_str());
    }
    if (fields.count("Active Aggregator Info") > 0)
    {
        Fields& info = fields["Active Aggregator Info"];
        bond.aggregator.emplace();
        bond.aggregator->id = ToNumber(info["Aggregator ID"]);
        bond.aggregator->ports = ToNumber(info["Number of ports"]);
        bond.aggregator->actorKey = ToNumber(info["Actor Key"]);
        bond.aggregator->partnerKey = ToNumber(info["Partner Key"]);
        bond.aggregator->partnerSystem = Mac48Address(info["Partner Mac Address"].c_str());
    }
    return bond;
}

/**
 * @brief The counters, which stand below their titles.
 * @param lines the text
 * @return the counters
 */
LinkStatistics
ToStatistics(const std::vector<std::string>& lines)
{
    std::map<std::string, std::vector<std::string>> numbers;
    for (std::size_t i = 0; i + 1 < lines.size(); ++i)
    {
        const std::size_t colon = lines[i].find(':');
        if (lines[i].compare(0, 5, "    R") == 0 || lines[i].compare(0, 5, "    T") == 0)
        {
            numbers[lines[i].substr(4, colon - 4)] = SplitWords(lines[i + 1]);
        }
    }
    const auto& rx = numbers.at("RX");
    const auto& tx = numbers.at("TX");
    LinkStatistics statistics;
    statistics.rxBytes = ToNumber(rx.at(0));
    statistics.rxPackets = ToNumber(rx.at(1));
    statistics.txBytes = ToNumber(tx.at(0));
    statistics.txPackets = ToNumber(tx.at(1));
    if (numbers.count("TX errors") > 0)
    {
        const auto& errors = numbers.at("RX errors");
        statistics.rxNoHandler = errors.size() > 5 ? ToNumber(errors[5]) : 0;
        statistics.carrierChanges = ToNumber(numbers.at("TX errors").at(4));
    }
    return statistics;
}

/**
 * @brief What a bond says of a slave.
 * @param fields its words
 * @return the slave
 */
BondSlaveSnapshot
ToLinkSlave(Fields fields)
{
    BondSlaveSnapshot slave;
    slave.state = fields["bond_slave state"] == "ACTIVE" ? BondSlave::ACTIVE : BondSlave::BACKUP;
    slave.link = static_cast<BondLink>(
        IndexOf({"UP", "GOING_DOWN", "DOWN", "GOING_BACK"}, fields["mii_status"]));
    slave.linkFailures = ToNumber(fields["link_failure_count"]);
    slave.permanentAddress = Mac48Address(fields["perm_hwaddr"].c_str());
    slave.queueId = ToNumber(fields["queue_id"]);
    slave.priority = static_cast<int32_t>(ToNumber(fields["prio"]));
    if (fields.count("ad_aggregator_id") > 0)
    {
        slave.port.emplace();
        slave.port->aggregator = ToNumber(fields["ad_aggregator_id"]);
        slave.port->actor.state = ToNumber(fields["ad_actor_oper_port_state"]);
        slave.port->partner.state = ToNumber(fields["ad_partner_oper_port_state"]);
    }
    return slave;
}

/**
 * @brief The options of a bond.
 * @param fields its words
 * @return the bond
 */
BondSnapshot
ToLinkBond(Fields fields)
{
    BondSnapshot bond;
    bond.options = fields;
    bond.options["mode"] = fields["bond mode"];
    bond.options["peer_notif_delay"] = fields["peer_notify_delay"];
    if (fields.count("ad_aggregator") > 0)
    {
        bond.aggregator.emplace();
        bond.aggregator->id = ToNumber(fields["ad_aggregator"]);
        bond.aggregator->ports = ToNumber(fields["ad_num_ports"]);
        bond.aggregator->actorKey = ToNumber(fields["ad_actor_key"]);
        bond.aggregator->partnerKey = ToNumber(fields["ad_partner_key"]);
        bond.aggregator->partnerSystem = Mac48Address(fields["ad_partner_mac"].c_str());
    }
    return bond;
}

/**
 * @brief The flags of the first line.
 * @param text as in "<BROADCAST,UP>"
 * @return their names
 */
std::set<std::string>
ToFlags(const std::string& text)
{
    std::istringstream stream(text.substr(1, text.size() - 2));
    std::set<std::string> flags;
    for (std::string flag; std::getline(stream, flag, ',');)
    {
        flags.insert(flag);
    }
    return flags;
}

/**
 * @brief Pair the words of an output of ip, each with the one that follows.
 * @param words the words
 * @return what follows each word that names something; "mode" of a bond and "state" of a slave come
 *         second and are called by two words
 */
Fields
PairWords(const std::vector<std::string>& words)
{
    Fields fields;
    for (std::size_t i = 0; i + 1 < words.size();)
    {
        if (words[i] == "bond" || words[i] == "bond_slave")
        {
            fields[words[i] + " " + words[i + 1]] = words.at(i + 2);
            i += 3;
        }
        else if (words[i] == "veth")
        {
            fields["kind"] = words[i];
            ++i;
        }
        else
        {
            fields[words[i]] = words[i + 1];
            i += 2;
        }
    }
    return fields;
}

} // namespace

BondSnapshot
ParseProcText(const std::vector<std::string>& lines)
{
    BondSnapshot bond;
    // fields of the bond or a slave, by the title that they are indented below
    std::map<std::string, Fields> fields;
    std::string title;
    bool isSlave = false;
    const auto finish = [&]() {
        if (isSlave)
        {
            bond.slaves.push_back(ToProcSlave(fields));
        }
        else
        {
            bond = ToProcBond(fields);
        }
        fields.clear();
    };
    for (const std::string& line : lines)
    {
        const std::size_t colon = line.find(": ");
        const bool indented = line.find_first_of(" \t") == 0;
        if (colon == std::string::npos)
        {
            title = line.substr(0, line.find(':'));
            continue;
        }
        if (line.compare(0, colon, "Slave Interface") == 0)
        {
            finish();
            isSlave = true;
        }
        const std::size_t begin = line.find_first_not_of(" \t");
        fields[indented ? title : ""][line.substr(begin, colon - begin)] = line.substr(colon + 2);
    }
    finish();
    return bond;
}

LinkSnapshot
ParseLinkText(const std::vector<std::string>& lines)
{
    // up to the counters; the first words have no names: "14: bond0: <UP> "
    std::vector<std::string> words;
    for (const std::string& line : lines)
    {
        if (line.compare(0, 7, "    RX:") == 0)
        {
            break;
        }
        const auto more = SplitWords(line);
        words.insert(words.end(), more.begin(), more.end());
    }
    LinkSnapshot link;
    link.ifIndex = ToNumber(words.at(0));
    link.name = words.at(1).substr(0, words.at(1).size() - 1);
    const std::size_t at = link.name.find("@if");
    if (at != std::string::npos)
    {
        link.peerIndex = ToNumber(link.name.substr(at + 3));
        link.name.resize(at);
    }
    const auto flags = ToFlags(words.at(2));
    Fields fields = PairWords({words.begin() + 3, words.end()});

    link.up = flags.count("UP") > 0;
    link.carrier = flags.count("LOWER_UP") > 0;
    link.broadcast = flags.count("BROADCAST") > 0;
    link.multicast = flags.count("MULTICAST") > 0;
    link.mtu = ToNumber(fields["mtu"]);
    link.qdisc = fields["qdisc"];
    link.master = fields["master"];
    link.txQueueLength = ToNumber(fields["qlen"]);
    link.address = fields["link/ether"];
    link.broadcastAddress = fields["brd"];
    link.peerNamespace = fields["link-netns"];
    link.minMtu = ToNumber(fields["minmtu"]);
    link.maxMtu = ToNumber(fields["maxmtu"]);
    link.txQueues = ToNumber(fields["numtxqueues"]);
    link.rxQueues = ToNumber(fields["numrxqueues"]);
    link.gsoMaxSize = ToNumber(fields["gso_max_size"]);
    link.gsoMaxSegments = ToNumber(fields["gso_max_segs"]);
    link.tsoMaxSize = ToNumber(fields["tso_max_size"]);
    link.tsoMaxSegments = ToNumber(fields["tso_max_segs"]);
    link.groMaxSize = ToNumber(fields["gro_max_size"]);
    link.kind = fields["kind"];
    if (flags.count("MASTER") > 0)
    {
        link.kind = "bond";
        link.bond = ToLinkBond(fields);
    }
    if (flags.count("SLAVE") > 0)
    {
        link.slave = ToLinkSlave(fields);
    }
    link.statistics = ToStatistics(lines);
    return link;
}
