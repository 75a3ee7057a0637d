/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../recorded-texts.h"
#include "link-text-parser.h"

#include "ns3/bond-proc-report.h"
#include "ns3/ip-link-report.h"

#include <fstream>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

using Json = nlohmann::ordered_json;

/// The recordings of reports, one bond each.
const std::vector<std::string> E12_FILES{
    "e12-802.3ad",
    "e12-active-backup",
    "e12-active-backup-plain",
    "e12-balance-rr",
    "e12-balance-tlb",
    "e12-balance-xor",
    "e12-broadcast",
};

/// The recordings of /proc/net/bonding during LACP's timelines.
const std::vector<std::string> E3_FILES{
    "e3-fast_A",
    "e3-no-partner_A",
    "e3-passive-partner_A",
    "e3-slow_A",
    "e3-two-partners-bandwidth_A",
    "e3-two-partners-stable_A",
    "e3-up-first_A",
};

/// As `ip -d -s` and `ip -s -s`.
const IpLinkReport::Switches DETAILS{true, 1};
const IpLinkReport::Switches ERRORS{false, 2};

/**
 * @brief The text of /proc/net/bonding.
 * @param bond the bond
 * @return the text
 */
std::string
ProcText(const BondSnapshot& bond)
{
    std::ostringstream text;
    BondProcReport::Print(text, bond);
    return text.str();
}

/**
 * @brief Write a recorded text again from what it tells.
 * @param text the recording
 * @return the lines that our reports write
 */
std::vector<std::string>
Rewrite(const RecordedTexts::Text& text)
{
    if (text.command.compare(0, 5, "ip -d") == 0)
    {
        return RecordedTexts::SplitLines(IpLinkReport::Text(ParseLinkText(text.lines), DETAILS));
    }
    if (text.command.compare(0, 5, "ip -s") == 0)
    {
        return RecordedTexts::SplitLines(IpLinkReport::Text(ParseLinkText(text.lines), ERRORS));
    }
    return RecordedTexts::SplitLines(ProcText(ParseProcText(text.lines)));
}

/**
 * @brief Compare every text of a file with what our reports write.
 * @param file file name without extension
 * @param texts number of texts that must be in it
 */
void
ExpectAllTexts(const std::string& file, std::size_t texts)
{
    std::size_t compared = 0;
    const RecordedTexts recorded(file + ".txt");
    for (const auto& text : recorded.GetTexts())
    {
        if (text.lines.empty())
        {
            continue;
        }
        EXPECT_EQ(Rewrite(text), text.lines) << file << ", " << text.moment << ", " << text.command;
        ++compared;
    }
    EXPECT_EQ(compared, texts) << file;
}

/// A slave that is down with nothing known of it.
BondSlaveSnapshot
MakeSlave()
{
    BondSlaveSnapshot slave;
    slave.name = "s0";
    return slave;
}

/**
 * @brief A bond with the defaults of e11-defaults.tsv.
 * @param mode its mode
 * @return the bond
 */
BondSnapshot
MakeBond(BondModeId mode)
{
    BondSnapshot bond;
    bond.name = "bond0";
    bond.mode = mode;
    bond.options = {{"miimon", "0"},
                    {"updelay", "0"},
                    {"downdelay", "0"},
                    {"peer_notif_delay", "0"},
                    {"arp_interval", "0"},
                    {"arp_missed_max", "2"},
                    {"fail_over_mac", "none 0"},
                    {"xmit_hash_policy", "layer2 0"},
                    {"tlb_dynamic_lb", "1"}};
    return bond;
}

} // namespace

TEST(BondReport, AllTextsAtEightMomentsInEachModeLineByLine)
{
    for (const std::string& file : E12_FILES)
    {
        // five commands at each of eight moments
        ExpectAllTexts(file, 40);
    }
}

TEST(BondReport, ProcTextsOfLacpTimelinesLineByLine)
{
    const std::vector<std::size_t> texts{6, 1, 1, 6, 9, 9, 1};
    for (std::size_t i = 0; i < E3_FILES.size(); ++i)
    {
        ExpectAllTexts(E3_FILES[i], texts[i]);
    }
}

TEST(BondReport, JsonAtEightMomentsInEachMode)
{
    for (const std::string& file : E12_FILES)
    {
        std::ifstream stream(std::string(LINUX_TX_TEST_DATA_DIR) + "/" + file + ".json");
        const Json recorded = Json::parse(stream);
        std::size_t compared = 0;
        std::map<std::string, std::size_t> next;
        const RecordedTexts texts(file + ".txt");
        for (const auto& text : texts.GetTexts())
        {
            if (text.command.compare(0, 5, "ip -d") != 0)
            {
                continue;
            }
            Json expected = recorded.at(text.moment).at(next[text.moment]++);
            Json written = Json::parse(IpLinkReport::Json(ParseLinkText(text.lines), DETAILS));
            ASSERT_EQ(written.size(), 1U);
            // an LACPDU came between the recording of the text and that of the JSON
            if (file == "e12-802.3ad" && text.moment == "s0 has its link back, 0.15 s" &&
                text.command == "ip -d -s link show bond0")
            {
                EXPECT_EQ(expected["stats64"]["rx"]["packets"], 17);
                EXPECT_EQ(written[0]["stats64"]["rx"]["packets"], 16);
                written[0]["stats64"]["rx"] = expected["stats64"]["rx"];
            }
            // as text: the order of the members counts
            EXPECT_EQ(written[0].dump(1), expected.dump(1)) << file << ", " << text.moment;
            ++compared;
        }
        EXPECT_EQ(compared, 24U) << file;
    }
}

TEST(BondReport, JsonWithErrorsNamesThemAsTheTextDoes)
{
    LinkSnapshot link;
    link.statistics.rxMissed = 3;
    link.statistics.rxNoHandler = 5;
    link.statistics.carrierChanges = 2;
    const Json json = Json::parse(IpLinkReport::Json(link, ERRORS))[0];
    EXPECT_EQ(json["stats64"]["rx"]["missed_errors"], 3);
    EXPECT_EQ(json["stats64"]["rx"]["nohandler"], 5);
    EXPECT_EQ(json["stats64"]["tx"]["carrier_changes"], 2);
    EXPECT_FALSE(json.contains("promiscuity")) << "only with -d";
}

// From here on: branches of bond_procfs.c, ipaddress.c and iplink_bond.c without a recording.

TEST(BondReport, ArpLinesOnlyWithArpInterval)
{
    BondSnapshot bond = MakeBond(BondModeId::ACTIVE_BACKUP);
    bond.options["arp_ip_target"] = "10.0.0.1 10.0.0.2";
    EXPECT_EQ(ProcText(bond).find("ARP"), std::string::npos);

    bond.options["arp_interval"] = "100";
    bond.options["ns_ip6_target"] = "2001:db8::1,fe80::2";
    const std::string text = ProcText(bond);
    EXPECT_NE(text.find("Peer Notification Delay (ms): 0\n"
                        "ARP Polling Interval (ms): 100\n"
                        "ARP Missed Max: 2\n"
                        "ARP IP target/s (n.n.n.n form): 10.0.0.1, 10.0.0.2\n"
                        "NS IPv6 target/s (xx::xx form): 2001:db8::1, fe80::2\n"),
              std::string::npos)
        << text;
}

TEST(BondReport, FailOverMacOnlyInActiveBackup)
{
    BondSnapshot bond = MakeBond(BondModeId::ACTIVE_BACKUP);
    bond.options["fail_over_mac"] = "follow 2";
    EXPECT_NE(ProcText(bond).find(
                  "Bonding Mode: fault-tolerance (active-backup) (fail_over_mac follow)\n"),
              std::string::npos);
    bond.mode = BondModeId::BALANCE_TLB;
    EXPECT_NE(ProcText(bond).find("Bonding Mode: transmit load balancing\n"), std::string::npos);
}

TEST(BondReport, TlbAndAlbShowTheHashPolicyWithoutDynamicBalancingOnly)
{
    for (const auto mode : {BondModeId::BALANCE_TLB, BondModeId::BALANCE_ALB})
    {
        BondSnapshot bond = MakeBond(mode);
        EXPECT_EQ(ProcText(bond).find("Transmit Hash Policy"), std::string::npos);
        bond.options["tlb_dynamic_lb"] = "0";
        bond.options["xmit_hash_policy"] = "encap3+4 4";
        EXPECT_NE(ProcText(bond).find("Transmit Hash Policy: encap3+4 (4)\n"), std::string::npos);
    }
}

TEST(BondReport, SlaveWithoutSpeedOrAggregator)
{
    BondSnapshot bond = MakeBond(BondModeId::BALANCE_RR);
    bond.slaves = {MakeSlave()};
    bond.slaves[0].link = BondLink::FAIL;
    bond.slaves[0].port.emplace();
    const std::string text = ProcText(bond);
    EXPECT_NE(text.find("MII Status: going down\nSpeed: Unknown\nDuplex: Unknown\n"),
              std::string::npos)
        << text;
    EXPECT_NE(text.find("Slave queue ID: 0\nAggregator ID: N/A\n"), std::string::npos) << text;
}

TEST(BondReport, PortStateWithoutBitsIsAnEmptyList)
{
    LinkSnapshot link;
    link.slave = MakeSlave();
    link.slave->port.emplace();
    link.slave->port->aggregator = 2;
    link.slave->port->actor.state = 0x80;
    EXPECT_NE(IpLinkReport::Text(link, DETAILS)
                  .find("ad_aggregator_id 2 ad_actor_oper_port_state 128 "
                        "ad_actor_oper_port_state_str <expired> ad_partner_oper_port_state 0 "
                        "ad_partner_oper_port_state_str <> addrgenmode"),
              std::string::npos);
    const Json json = Json::parse(IpLinkReport::Json(link, DETAILS))[0];
    EXPECT_EQ(json["linkinfo"]["info_slave_data"]["ad_partner_oper_port_state_str"], Json::array());
    EXPECT_FALSE(json["linkinfo"].contains("info_kind")) << "hardware has no kind";
}

TEST(BondReport, TargetsAndValidationInIpLink)
{
    LinkSnapshot link;
    link.bond = MakeBond(BondModeId::ACTIVE_BACKUP);
    link.kind = "bond";
    link.bond->options["arp_ip_target"] = "10.0.0.1 10.0.0.2";
    link.bond->options["arp_validate"] = "filter_active 5";
    link.bond->options["ns_ip6_target"] = "2001:db8::1";
    EXPECT_NE(IpLinkReport::Text(link, DETAILS)
                  .find("arp_missed_max 2 arp_ip_target 10.0.0.1,10.0.0.2 ns_ip6_target "
                        "2001:db8::1 arp_validate filter_active fail_over_mac"),
              std::string::npos);
    const Json data = Json::parse(IpLinkReport::Json(link, DETAILS))[0]["linkinfo"]["info_data"];
    EXPECT_EQ(data["arp_ip_target"], Json::array({"10.0.0.1", "10.0.0.2"}));
    EXPECT_EQ(data["arp_validate"], "filter_active");
}

TEST(BondReport, HardwareSlaveShowsItsPermanentAddressAndNoKind)
{
    LinkSnapshot link;
    link.ifIndex = 3;
    link.name = "eth0";
    link.qdisc = "mq";
    link.master = "bond0";
    link.up = true;
    link.address = "02:00:00:00:00:01";
    link.broadcastAddress = "ff:ff:ff:ff:ff:ff";
    link.permanentAddress = "02:00:00:00:0a:01";
    link.slave = MakeSlave();
    const auto lines = RecordedTexts::SplitLines(IpLinkReport::Text(link, {true, 0}));
    ASSERT_EQ(lines.size(), 3U);
    EXPECT_EQ(lines[0],
              "3: eth0: <NO-CARRIER,BROADCAST,MULTICAST,SLAVE,UP> mtu 1500 qdisc mq master bond0 "
              "state DOWN mode DEFAULT group default qlen 1000");
    EXPECT_EQ(lines[1],
              "    link/ether 02:00:00:00:00:01 brd ff:ff:ff:ff:ff:ff permaddr 02:00:00:00:0a:01 "
              "promiscuity 0  allmulti 0 minmtu 68 maxmtu 65535 ");
    EXPECT_EQ(lines[2].substr(0, 44), "    bond_slave state BACKUP mii_status DOWN ");
}

TEST(BondReport, ColumnsOfCountersGrowWithTheirNumbers)
{
    LinkSnapshot link;
    link.statistics.rxBytes = 123456789012;
    link.statistics.txPackets = 87654321;
    link.statistics.rxNoHandler = 12;
    const auto lines = RecordedTexts::SplitLines(IpLinkReport::Text(link, ERRORS));
    ASSERT_EQ(lines.size(), 10U);
    EXPECT_EQ(lines[2], "    RX:    bytes  packets errors dropped  missed   mcast           ");
    EXPECT_EQ(lines[3], "    123456789012        0      0       0       0       0 ");
    EXPECT_EQ(lines[4], "    RX errors:     length    crc   frame    fifo overrun  nohandler");
    EXPECT_EQ(lines[5], "                        0      0       0       0       0         12 ");
    EXPECT_EQ(lines[7], "               0 87654321      0       0       0       0 ");
}
