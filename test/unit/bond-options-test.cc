/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../../examples/bond-option-list.h"
#include "../../examples/bond-option-session.h"
#include "../bond-option-rows.h"
#include "../reference-table.h"
#include "fake-bond-control.h"

#include "ns3/bond-option-table.h"
#include "ns3/bond-options.h"

#include <array>
#include <fstream>
#include <gtest/gtest.h>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;

/**
 * @file
 * @ingroup linux-tx
 * @brief The option table against what writes to a real bond did (e11): every row.
 */

namespace
{

/// A bond as in a row of e11, before anything is written.
struct Bond
{
    /**
     * @brief Constructor.
     * @param mode its mode
     * @param up is it up?
     * @param slaves how many of s0, s1 it has
     */
    Bond(const std::string& mode, bool up, int slaves)
        : options(control),
          session({[this](const std::string& option, const std::string& value) {
                       return options.Set(option, value);
                   },
                   [this](const std::string& option) { return options.Get(option); },
                   [this] { return std::exchange(control.fake.log, {}); }})
    {
        EXPECT_TRUE(options.Set("mode", mode)) << mode;
        for (int i = 0; i < slaves; ++i)
        {
            EXPECT_TRUE(options.Set("slaves", "+s" + std::to_string(i)));
        }
        control.fake.up = up;
        control.fake.carrier = up && slaves > 0;
    }

    Bond(const Bond&) = delete;
    Bond& operator=(const Bond&) = delete;

    FakeBondControl control;   //!< the bond
    BondOptions options;       //!< its options
    BondOptionSession session; //!< writes to it
};

} // namespace

TEST(BondOptionsTest, EveryWriteOfTheReferenceIsAnsweredAsLinuxAnswersIt)
{
    const ReferenceTable table("e11-options.tsv");
    ASSERT_EQ(table.GetRows().size(), 3588U);
    for (const auto& row : table.GetRows())
    {
        Bond bond(row.at("mode"), row.at("bond") == "up", std::stoi(row.at("slaves")));
        EXPECT_EQ(BondOptionRows(bond.session).Replay(row), "") << ReferenceTable::Describe(row);
    }
}

TEST(BondOptionsTest, ANewBondReadsBackTheDefaultsOfTheReference)
{
    const ReferenceTable table("e11-defaults.tsv");
    ASSERT_EQ(table.GetRows().size(), 38U);
    for (const auto& row : table.GetRows())
    {
        for (const auto& [mode, expected] : row)
        {
            if (mode == "option")
            {
                continue;
            }
            // "active_slave, up, 2 slaves" for the lines about bonds with slaves
            const std::string& name = row.at("option");
            const std::string option = name.substr(0, name.find(','));
            const Bond bond(mode,
                            name.find(", up") != std::string::npos,
                            name.find("2 slaves") != std::string::npos ? 2 : 0);
            const std::string shown = bond.options.Get(option);
            EXPECT_EQ(shown.empty() ? "(empty)" : shown, expected) << mode << " " << name;
        }
    }
}

// What follows is not in e11: rules of the kernel's parsers, from bond_opt_parse() and vsscanf().

TEST(BondOptionsTest, NumbersAreReadAsTheKernelsSscanfDoes)
{
    Bond bond("balance-rr", false, 0);
    const std::vector<std::array<std::string, 3>> writes{
        {"miimon", "0100", "100"},                // %llu is decimal, zeros in front or not
        {"miimon", " 70", "70"},                  // spaces do not make it a name
        {"miimon", "50 60", "50"},                // digits and spaces: the first number
        {"miimon", "40\nabc", "40"},              // the line ends the value
        {"miimon", "18446744073709551626", "10"}, // 2^64 + 10 wraps around
        {"miimon", "off", "0"},                   // bond_intmax_tbl has names
        {"miimon", "maxval", "2147483647"},       //
        {"num_grat_arp", "default", "1"},         // BOND_VALFLAG_DEFAULT
        {"arp_missed_max", "minval", "1"},        //
        {"xmit_hash_policy", "  layer3+4 x", "layer3+4 1"}, // %32s: the first word
        {"xmit_hash_policy", "default", "layer2 0"},
        {"xmit_hash_policy", "03", "encap2+3 3"},
        {"use_carrier", "off", "0"},
        {"mode", "default", "balance-rr 0"},
    };
    for (const auto& [option, value, readBack] : writes)
    {
        EXPECT_TRUE(bond.options.Set(option, value)) << option << " " << value;
        EXPECT_EQ(bond.options.Get(option), readBack) << option << " " << value;
    }
}

TEST(BondOptionsTest, WhatIsNeitherNameNorNumberIsRefused)
{
    Bond bond("802.3ad", false, 0);
    const std::vector<std::array<std::string, 2>> writes{
        {"miimon", ""},
        {"miimon", "  "},
        {"miimon", "0x10"},
        {"miimon", "+1"},
        {"miimon", "1.5"},
        {"miimon", "100 ms"},
        {"lacp_rate", "default"}, // bond_lacp_rate_tbl marks no default
        {"xmit_hash_policy", "Layer2"},
        {"xmit_hash_policy", "layer"},
        {"ad_actor_system", "02:00:00:00:00"},
        {"ad_actor_system", "02-00-00-00-00-01"},
    };
    for (const auto& [option, value] : writes)
    {
        EXPECT_EQ(bond.options.Set(option, value).GetErrno(), "EINVAL") << option << " " << value;
    }
    EXPECT_EQ(bond.options.Set("no_such_option", "1").GetErrno(), "ENOENT");
}

TEST(BondOptionsTest, AnArpTargetEndsWhereTheAddressDoes)
{
    Bond bond("balance-rr", false, 0);
    // in4_pton(): a character that is no dot and no hexadecimal digit ends the address
    for (const char* good :
         {"+10.0.0.1", "+10.0.0.2 x", "+010.0.0.3", "+10.0.0.4:80", "+10.0.0.5-"})
    {
        EXPECT_TRUE(bond.options.Set("arp_ip_target", good)) << good;
    }
    for (const char* bad :
         {"+10.0.0", "+10.0.0.256", "+10.0.0.6.7", "+10.0.0.6a", "+.0.0.1", "+", ""})
    {
        EXPECT_EQ(bond.options.Set("arp_ip_target", bad).GetErrno(), "EPERM") << bad;
    }
    EXPECT_EQ(bond.options.Get("arp_ip_target"), "10.0.0.1 10.0.0.2 10.0.0.3 10.0.0.4 10.0.0.5");
    // the others move up
    EXPECT_TRUE(bond.options.Set("arp_ip_target", "-10.0.0.3"));
    EXPECT_EQ(bond.options.Get("arp_ip_target"), "10.0.0.1 10.0.0.2 10.0.0.4 10.0.0.5");
}

TEST(BondOptionsTest, ANewTargetCountsAsHeardAndTimesMoveWithTheirTargets)
{
    Bond bond("active-backup", true, 1);
    const auto slave = bond.control.fake.slaves.FindByName("s0");
    bond.control.fake.jiffiesAhead = 1000;
    const int64_t start = bond.control.GetJiffies();
    EXPECT_TRUE(bond.options.Set("arp_ip_target", "+10.0.0.1"));
    bond.control.fake.jiffiesAhead = 1500;
    EXPECT_TRUE(bond.options.Set("arp_ip_target", "+10.0.0.2"));
    EXPECT_EQ(slave->GetTargetLastRx(0), start);
    EXPECT_EQ(slave->GetTargetLastRx(1), start + 500);
    EXPECT_TRUE(bond.options.Set("arp_ip_target", "-10.0.0.1"));
    EXPECT_EQ(slave->GetTargetLastRx(0), start + 500);
}

TEST(BondOptionsTest, SwitchingAMonitorOffThatIsOffLeavesTheOtherAlone)
{
    Bond bond("balance-rr", true, 2);
    EXPECT_TRUE(bond.options.Set("arp_interval", "100"));
    EXPECT_EQ(bond.control.monitorRestarts, 1U);
    EXPECT_TRUE(bond.options.Set("miimon", "0"));
    EXPECT_EQ(bond.control.monitorRestarts, 1U);
    EXPECT_TRUE(bond.options.Set("miimon", "100"));
    EXPECT_EQ(bond.control.monitorRestarts, 2U);
    EXPECT_TRUE(bond.options.Set("arp_interval", "0"));
    EXPECT_EQ(bond.control.monitorRestarts, 2U);
}

TEST(BondOptionsTest, AQueueIsReadIntoSixteenBits)
{
    Bond bond("balance-rr", true, 2);
    for (const char* good : {"s0:3", "s0: 3", "s0:3x", "s0:65539"})
    {
        EXPECT_TRUE(bond.options.Set("queue_id", "s0:0"));
        EXPECT_TRUE(bond.options.Set("queue_id", good)) << good;
        EXPECT_EQ(bond.options.Get("queue_id"), "s0:3 s1:0") << good;
    }
    for (const char* bad : {"s0:-1", "s0:", "s0", ":1", " s0:1", "s0:x1", "s0:+1", "s1:3"})
    {
        EXPECT_EQ(bond.options.Set("queue_id", bad).GetErrno(), "EPERM") << bad;
    }
}

TEST(BondOptionsTest, NsTargetsReplaceTheListAndStopAtTheFirstMistake)
{
    Bond bond("balance-rr", true, 2);
    EXPECT_TRUE(bond.options.Set("ns_ip6_target", "fd00::1,fd00::2"));
    EXPECT_FALSE(bond.options.Set("ns_ip6_target", "fd00::3,::1,fd00::4")); // ::1 is loopback
    EXPECT_EQ(bond.options.Get("ns_ip6_target"), "fd00::3");
    EXPECT_FALSE(bond.options.Set("ns_ip6_target", "fd00::5,bogus")); // `ip` refuses that itself
    EXPECT_EQ(bond.options.Get("ns_ip6_target"), "fd00::3");
    EXPECT_TRUE(bond.options.Set("ns_ip6_target", ""));
    EXPECT_EQ(bond.options.Get("ns_ip6_target"), "");
}

TEST(BondOptionsTest, ASlaveThatIsDownCannotBeMadeTheActiveOne)
{
    Bond bond("active-backup", true, 2);
    bond.control.fake.slaves.FindByName("s1")->SetCarrier(false);
    bond.control.fake.log.clear();
    const BondResult result = bond.options.Set("active_slave", "s1");
    EXPECT_EQ(result.GetErrno(), "EINVAL");
    EXPECT_EQ(bond.control.fake.log.front(),
              "(slave s1): Could not set as active slave; either s1 is down or the link is down");
    EXPECT_EQ(bond.options.Get("active_slave"), "s0");
}

TEST(BondOptionsTest, APrimarySlaveKeepsPrioFromActing)
{
    Bond bond("active-backup", true, 2);
    EXPECT_TRUE(bond.options.Set("primary", "s0"));
    EXPECT_TRUE(bond.options.Set("prio", "s1:10"));
    EXPECT_EQ(bond.options.Get("prio"), "s0:0 s1:10");
    EXPECT_EQ(bond.options.Get("active_slave"), "s0");
    EXPECT_TRUE(bond.options.Set("primary", ""));
    EXPECT_EQ(bond.options.Get("active_slave"), "s1");
}

TEST(BondOptionsTest, AllSlavesActiveLetsBackupSlavesReceiveAndBack)
{
    Bond bond("active-backup", true, 2);
    const auto backup = bond.control.fake.slaves.FindByName("s1");
    backup->SetInactiveFlags(bond.control.GetParams());
    ASSERT_TRUE(backup->IsInactive());
    EXPECT_TRUE(bond.options.Set("all_slaves_active", "1"));
    EXPECT_FALSE(backup->IsInactive());
    EXPECT_TRUE(bond.options.Set("all_slaves_active", "0"));
    EXPECT_TRUE(backup->IsInactive());
}

TEST(BondOptionsTest, DelaysAreKeptAsTicks)
{
    Bond bond("balance-rr", false, 0);
    EXPECT_TRUE(bond.options.Set("miimon", "100"));
    EXPECT_TRUE(bond.options.Set("updelay", "250"));
    EXPECT_EQ(bond.control.GetParams().updelay, 2U);
    EXPECT_TRUE(bond.options.Set("arp_interval", "50")); // switches miimon off, not the ticks
    EXPECT_EQ(bond.options.Get("updelay"), "0");
    EXPECT_TRUE(bond.options.Set("miimon", "1000"));
    EXPECT_EQ(bond.options.Get("updelay"), "2000");
    EXPECT_EQ(bond.options.Get("arp_interval"), "0");
}

TEST(BondOptionsTest, ModesAreToldWhatTheyRead)
{
    Bond bond("802.3ad", false, 2);
    for (const char* write :
         {"lacp_rate=fast", "ad_select=count", "ad_actor_system=02:00:00:00:00:99"})
    {
        const auto request = BondOptionSession::Parse(write);
        bond.control.told.clear();
        EXPECT_EQ(bond.session.Write(request).result, "ok") << write;
        EXPECT_EQ(bond.control.told, std::vector<std::string>{request.name});
    }
}

TEST(BondOptionTableTest, NamesAndNumbersAreThoseOfLinux)
{
    // the columns of e11-defaults, in its order; the two options without file come besides
    const ReferenceTable table("e11-defaults.tsv");
    std::set<std::string> names;
    for (const auto& row : table.GetRows())
    {
        names.insert(row.at("option").substr(0, row.at("option").find(',')));
    }
    std::set<int> ids;
    for (const auto& option : BondOptionTable::GetAll())
    {
        ids.insert(option.id);
        const bool isFile = !(option.flags & BondOption::NETLINK);
        EXPECT_EQ(names.count(option.name), isFile ? 1U : 0U) << option.name;
    }
    EXPECT_EQ(BondOptionTable::GetAll().size(), names.size() + 2);
    EXPECT_EQ(ids.size(), 34U); // BOND_OPT_LAST
    EXPECT_EQ(*ids.rbegin(), 33);
}

TEST(BondOptionTableTest, TheDocumentationHoldsTheTableThatTheExamplePrints)
{
    std::ifstream file(std::string(LINUX_TX_TEST_DATA_DIR) + "/../../doc/bond-options-table.rst");
    std::ostringstream text;
    text << file.rdbuf();
    EXPECT_EQ(text.str(), BondOptionList::WriteRst())
        << "bond-options --list --format=rst > doc/bond-options-table.rst";
}
