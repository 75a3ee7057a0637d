/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../../examples/option-syntax.h"

#include <gtest/gtest.h>

using ns3::OptionSyntax;

/**
 * @file
 * @ingroup linux-tx
 * @brief What the examples take for a number, a time, a rate and a switch.
 */

TEST(OptionSyntax, IntegersAreDigitsOnly)
{
    EXPECT_EQ(OptionSyntax::ParseInteger("0"), 0U);
    EXPECT_EQ(OptionSyntax::ParseInteger("65507"), 65507U);
    EXPECT_EQ(OptionSyntax::ParseInteger("18446744073709551615"), UINT64_MAX);
    for (const char* text :
         {"", "-1", "+1", " 1", "1 ", "1.5", "1e3", "0x10", "12abc", "nan", "18446744073709551616"})
    {
        EXPECT_FALSE(OptionSyntax::ParseInteger(text).has_value()) << "'" << text << "'";
    }
}

TEST(OptionSyntax, TimesHaveTheUnitsOfNs3)
{
    EXPECT_DOUBLE_EQ(*OptionSyntax::ParseTime("33.3ms"), 0.0333);
    EXPECT_DOUBLE_EQ(*OptionSyntax::ParseTime("1.5us"), 1.5e-6);
    EXPECT_DOUBLE_EQ(*OptionSyntax::ParseTime("2"), 2);
    EXPECT_DOUBLE_EQ(*OptionSyntax::ParseTime("0"), 0);
    EXPECT_DOUBLE_EQ(*OptionSyntax::ParseTime("1e3ns"), 1e-6);
    EXPECT_DOUBLE_EQ(*OptionSyntax::ParseTime("2min"), 120);
    for (const char* text : {"",
                             "ms",
                             "-1ms",
                             "+1ms",
                             "nan",
                             "inf",
                             "infs",
                             "1e999s",
                             "1e308y",
                             "1xs",
                             "1.2.3s",
                             "1 ms",
                             "1ms ",
                             "0x1s",
                             ".5s",
                             "1e",
                             "1ms2"})
    {
        EXPECT_FALSE(OptionSyntax::ParseTime(text).has_value()) << "'" << text << "'";
    }
}

TEST(OptionSyntax, RatesHaveTheUnitsOfNs3)
{
    EXPECT_DOUBLE_EQ(*OptionSyntax::ParseRate("10Gbps"), 1e10);
    EXPECT_DOUBLE_EQ(*OptionSyntax::ParseRate("2.5Gb/s"), 2.5e9);
    EXPECT_DOUBLE_EQ(*OptionSyntax::ParseRate("125KB/s"), 1e6);
    EXPECT_DOUBLE_EQ(*OptionSyntax::ParseRate("1KiB/s"), 8192);
    EXPECT_DOUBLE_EQ(*OptionSyntax::ParseRate("8000"), 8000);
    // ns3::DataRate does not read exponents
    for (const char* text :
         {"", "bps", "-1bps", "nan", "inf", "1e3bps", "10Gbit", "10gbps", "1 Mbps", "1Mbps "})
    {
        EXPECT_FALSE(OptionSyntax::ParseRate(text).has_value()) << "'" << text << "'";
    }
    const std::string huge(400, '9');
    EXPECT_FALSE(OptionSyntax::ParseRate(huge + "bps").has_value());
}

TEST(OptionSyntax, QueueSizesHaveTheUnitsOfNs3)
{
    EXPECT_DOUBLE_EQ(*OptionSyntax::ParseQueueSize("1000p"), 1000);
    EXPECT_DOUBLE_EQ(*OptionSyntax::ParseQueueSize("1.5kp"), 1500);
    EXPECT_DOUBLE_EQ(*OptionSyntax::ParseQueueSize("64KiB"), 65536);
    EXPECT_DOUBLE_EQ(*OptionSyntax::ParseQueueSize("2MB"), 2e6);
    // ns3::QueueSize wants a unit, and reads no exponents
    for (const char* text : {"", "p", "1000", "-1p", "nan", "1e3p", "1.2.3p", "10b", "1 p", "1p "})
    {
        EXPECT_FALSE(OptionSyntax::ParseQueueSize(text).has_value()) << "'" << text << "'";
    }
}

TEST(OptionSyntax, SwitchesAreTheWordsOfNs3)
{
    EXPECT_EQ(OptionSyntax::ParseFlag(""), true);
    EXPECT_EQ(OptionSyntax::ParseFlag("1"), true);
    EXPECT_EQ(OptionSyntax::ParseFlag("true"), true);
    EXPECT_EQ(OptionSyntax::ParseFlag("f"), false);
    EXPECT_EQ(OptionSyntax::ParseFlag("0"), false);
    for (const char* text : {"2", "yes", "-1", "truee"})
    {
        EXPECT_FALSE(OptionSyntax::ParseFlag(text).has_value()) << "'" << text << "'";
    }
}
