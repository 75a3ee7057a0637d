/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../../examples/failover-event.h"
#include "../../examples/failover-settings.h"
#include "../../examples/failover-timeline.h"

#include <gtest/gtest.h>
#include <map>
#include <sstream>

using namespace ns3;

namespace
{

/// The second comment line of e2-activebackup.tsv, shortened.
const char* const COMMENT = "miimon 100 updelay 200 downdelay 100 unless said; t in seconds";

/**
 * @brief The options of a case.
 * @param name its name
 * @return values by name
 */
std::map<std::string, std::string>
GetOptions(const std::string& name)
{
    std::map<std::string, std::string> options;
    for (const auto& [option, value] : FailoverSettings(COMMENT, name).GetOptions())
    {
        options[option] = value;
    }
    return options;
}

/**
 * @brief Read a file of timelines.
 * @param text its text
 * @return what is wrong with it
 */
std::string
GetFileError(const std::string& text)
{
    std::istringstream file(text);
    return FailoverTimeline().Read(file);
}

} // namespace

TEST(FailoverSettings, WhatANameDoesNotSayIsInTheComment)
{
    const auto options = GetOptions("dip of 60 ms");
    EXPECT_EQ(options,
              (std::map<std::string, std::string>{{"miimon", "100"},
                                                  {"updelay", "200"},
                                                  {"downdelay", "100"}}));
    EXPECT_EQ(FailoverSettings(COMMENT, "dip of 60 ms").GetPrimary(), "s0");
}

TEST(FailoverSettings, NamesTellOptions)
{
    auto options = GetOptions("primary s0 always, no delays");
    EXPECT_EQ(options["primary_reselect"], "always");
    EXPECT_EQ(options["updelay"], "0");
    EXPECT_EQ(options["downdelay"], "0");
    options = GetOptions("up for 150 ms only (updelay 400)");
    EXPECT_EQ(options["updelay"], "400");
    options = GetOptions("miimon 60 num_grat_arp 3 peer_notify_delay 300, no downdelay");
    EXPECT_EQ(options["miimon"], "60");
    EXPECT_EQ(options["num_grat_arp"], "3");
    EXPECT_EQ(options["peer_notif_delay"], "300");
    EXPECT_EQ(options["downdelay"], "0");
    EXPECT_EQ(GetOptions("primary s1 reselect failure")["primary_reselect"], "failure");
    EXPECT_EQ(GetOptions("fail_over_mac = follow")["fail_over_mac"], "follow");
}

TEST(FailoverSettings, ThePrimaryIsNamedBeforeOrBehindTheWord)
{
    EXPECT_EQ(FailoverSettings("", "no primary, speeds 10/100/1000").GetPrimary(), "");
    EXPECT_EQ(FailoverSettings("", "primary s2 set while s0 active").GetPrimary(), "s2");
    EXPECT_TRUE(FailoverSettings("", "primary s2 set while s0 active").IsPrimarySetLate());
    const FailoverSettings settings("", "better, s1 primary slower (10/100/1000/1000)");
    EXPECT_EQ(settings.GetPrimary(), "s1");
    EXPECT_EQ(settings.GetSpeeds(), (std::vector<uint32_t>{10, 100, 1000, 1000}));
    EXPECT_EQ(settings.GetNSlaves(), 4U);
    EXPECT_FALSE(settings.IsPrimarySetLate());
}

TEST(FailoverSettings, PriosBelongToTheSlaveBefore)
{
    const FailoverSettings settings("", "no primary, s1 prio 10, s2 prio -3");
    EXPECT_EQ(settings.GetPriorities(),
              (std::map<std::string, std::string>{{"s1", "10"}, {"s2", "-3"}}));
}

TEST(FailoverEvent, LinksAreDoneInTheirOrder)
{
    const auto event = FailoverEvent::Read(Seconds(1), "0- 12+");
    ASSERT_EQ(event.commands.size(), 2U);
    EXPECT_EQ(event.commands[0].kind, FailoverCommand::LINK_DOWN);
    EXPECT_EQ(event.commands[1].kind, FailoverCommand::LINK_UP);
    EXPECT_EQ(event.commands[1].slave, 12U);
}

TEST(FailoverEvent, TheBondAndItsOptionsAreEventsToo)
{
    EXPECT_EQ(FailoverEvent::Read(Seconds(0), "bond0 up").commands.at(0).kind,
              FailoverCommand::BOND_UP);
    EXPECT_EQ(FailoverEvent::Read(Seconds(0), "bond0 down").commands.at(0).kind,
              FailoverCommand::BOND_DOWN);
    const auto command = FailoverEvent::Read(Seconds(0), "active_slave = s1").commands.at(0);
    EXPECT_EQ(command.kind, FailoverCommand::SET_OPTION);
    EXPECT_EQ(command.option + "=" + command.value, "active_slave=s1");
}

TEST(FailoverEvent, OtherTextsAreNone)
{
    for (const char* text : {"", "0", "-", "0- up", "64+", "bond0", "0- 1- x", "a b c"})
    {
        EXPECT_TRUE(FailoverEvent::Read(Seconds(0), text).commands.empty()) << text;
    }
}

TEST(FailoverTimeline, OnlyEventsAreRead)
{
    std::istringstream file("# kernel\n# miimon 50\ncase\tt\twhat\tdetail\n"
                            "a\t0.000\tevent\tbond0 up\n"
                            "a\t0.006\tstate\tup | s0 | s0:up,0\r\n"
                            "b\t0.000\tevent\tbond0 up\n"
                            "a\t1.500\tevent\t0-\n");
    FailoverTimeline timeline;
    EXPECT_EQ(timeline.Read(file), "");
    EXPECT_EQ(timeline.GetSettings(), "miimon 50");
    ASSERT_EQ(timeline.GetCases().size(), 2U);
    EXPECT_EQ(timeline.GetCases()[0].events.size(), 2U);
    EXPECT_EQ(timeline.GetCases()[1].name, "b");
}

TEST(FailoverTimeline, WrongFilesAreToldInOneLine)
{
    const std::string head = "case\tt\twhat\tdetail\n";
    EXPECT_EQ(GetFileError(""), "must have rows whose column 'what' says event");
    EXPECT_EQ(GetFileError(head + "a\tsoon\tevent\t0-\n"),
              "must have a time from 0 to 100000 s in line 2");
    EXPECT_EQ(GetFileError(head + "a\t1\tevent\t0-\na\t0.5\tevent\t0+\n"),
              "has an event at 0.500 s, which must not come after a later one of its case");
    EXPECT_EQ(GetFileError(head + "a\t1\tevent\tnothing\n"),
              "has the event 'nothing', which must be 'bond0 up', 'bond0 down', links as in "
              "'0- 1+' (0 to 63), or an option and its value");
}
