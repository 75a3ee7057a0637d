/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../../examples/example-options.h"

#include "ns3/config.h"

#include <gtest/gtest.h>
#include <optional>
#include <string>
#include <vector>

using namespace ns3;

/**
 * @file
 * @ingroup linux-tx
 * @brief The command line of the examples: what is refused ends with one line and status 2.
 */

namespace
{

/// One option of each type.
struct Settings
{
    uint32_t limit{1000};          //!< at least 1
    uint32_t size{4000};           //!< 1 to 65507
    Time period{MilliSeconds(10)}; //!< 1 ns to 1 h
    DataRate rate{"10Gbps"};       //!< any
    std::string shaper{"none"};    //!< any, or none
    std::string format{"text"};    //!< text or json
    std::string input{"-"};        //!< a file that can be read, or -
    std::string output;            //!< a file that can be written
    bool ipv6{false};              //!< switch
    std::optional<uint32_t> sends; //!< at least 1, or nothing
    std::vector<std::string> sets; //!< with "=" each

    /**
     * @brief Read a command line.
     * @param arguments the arguments, without the program
     */
    void Parse(const std::vector<std::string>& arguments)
    {
        ExampleOptions options("examples/demo.cc", "A demonstration.");
        options.AddInteger("limit", "queue limit, in packets", limit, 1);
        options.AddInteger("size", "message size, in bytes", size, 1, 65507);
        options.AddTime("period", "period", period, NanoSeconds(1), Hours(1));
        options.AddRate("rate", "rate", rate);
        options.AddOptionalRate("shaper", "shaper", shaper);
        options.AddChoice("format", "output", format, {"text", "json"});
        options.AddFile("input", "input", input);
        options.AddNewFile("output", "output", output);
        options.AddFlag("ipv6", "use IPv6", ipv6);
        options.AddOptionalInteger("sends", "sends", sends, 1);
        options.AddList(
            "set",
            "sets",
            sets,
            [](const std::string& text) { return text.find('=') != std::string::npos; },
            "must be NAME=VALUE");
        options.Reserve("limit", {"ns3::DropTailQueue<Packet>::MaxSize"});
        options.Reserve("", {"ns3::ErrorModel::IsEnabled"});
        std::vector<std::string> words{"demo"};
        words.insert(words.end(), arguments.begin(), arguments.end());
        std::vector<char*> argv;
        for (std::string& word : words)
        {
            argv.push_back(word.data());
        }
        options.Parse(static_cast<int>(argv.size()), argv.data());
    }
};

/**
 * @brief Expect an argument to be refused.
 * @param argument the argument
 * @param line the line on stderr, as a regular expression
 * @param following the arguments after it
 */
void
ExpectRefused(const std::string& argument,
              const std::string& line,
              const std::vector<std::string>& following = {})
{
    std::vector<std::string> arguments{argument};
    arguments.insert(arguments.end(), following.begin(), following.end());
    EXPECT_EXIT(Settings().Parse(arguments),
                testing::ExitedWithCode(ExampleOptions::EXIT_USAGE),
                "^demo: " + line + "\n$")
        << argument;
}

} // namespace

TEST(ExampleOptions, GoodValuesArriveTyped)
{
    Settings settings;
    settings.Parse({"--limit=1",
                    "--size=65507",
                    "--period=33.3ms",
                    "--rate=2.5Gb/s",
                    "--shaper=500Mbps",
                    "--format=json",
                    "--input=/dev/null",
                    "--ipv6",
                    "--sends=7"});
    EXPECT_EQ(settings.limit, 1U);
    EXPECT_EQ(settings.size, 65507U);
    EXPECT_EQ(settings.period, MicroSeconds(33300));
    EXPECT_EQ(settings.rate, DataRate(2500000000));
    EXPECT_EQ(settings.shaper, "500Mbps");
    EXPECT_EQ(settings.format, "json");
    EXPECT_EQ(settings.input, "/dev/null");
    EXPECT_TRUE(settings.ipv6);
    EXPECT_EQ(settings.sends, 7U);
}

TEST(ExampleOptions, WithoutArgumentsTheDefaultsStay)
{
    Settings settings;
    settings.Parse({});
    EXPECT_EQ(settings.limit, 1000U);
    EXPECT_EQ(settings.period, MilliSeconds(10));
    EXPECT_FALSE(settings.ipv6);
    EXPECT_FALSE(settings.sends.has_value());
}

TEST(ExampleOptions, ARepeatedOptionKeepsItsValuesInOrder)
{
    Settings settings;
    settings.Parse({"--set=a=1", "--limit=5", "--set=b==,", "--set=a="});
    EXPECT_EQ(settings.sets, (std::vector<std::string>{"a=1", "b==,", "a="}));
    ExpectRefused("--set=a", "--set=a: must be NAME=VALUE");
    ExpectRefused("--set", "--set: has no value; options are written --set=VALUE");
}

TEST(ExampleOptions, BadValuesAreRefusedWithOneLine)
{
    ExpectRefused("--limit=0", "--limit=0: must be an integer from 1 to 4294967295");
    ExpectRefused("--limit=-1", "--limit=-1: must be an integer from 1 to 4294967295");
    ExpectRefused("--limit=", "--limit=: must be an integer from 1 to 4294967295");
    ExpectRefused("--limit=4294967296", "--limit=4294967296: must be .* to 4294967295");
    ExpectRefused("--sends=0", "--sends=0: must be an integer from 1 to 4294967295");
    ExpectRefused("--size=65508", "--size=65508: must be an integer from 1 to 65507");
    ExpectRefused("--period=0ms", "--period=0ms: must be a time .* from 1ns to 1h");
    ExpectRefused("--period=0.1ns", "--period=0.1ns: must be a time .* from 1ns to 1h");
    ExpectRefused("--period=2h", "--period=2h: must be a time .* from 1ns to 1h");
    ExpectRefused("--period=1e300y", "--period=1e300y: must be a time .* from 1ns to 1h");
    ExpectRefused("--rate=0bps", "--rate=0bps: must be a data rate .*");
    ExpectRefused("--rate=fast", "--rate=fast: must be a data rate .*");
    ExpectRefused("--shaper=", "--shaper=: must be none or a data rate .*");
    ExpectRefused("--format=xml", "--format=xml: must be one of text, json");
    ExpectRefused("--input=/", "--input=/: must be a file that can be read, or - for .*");
    ExpectRefused("--input=/none", "--input=/none: must be a file that can be read, or - .*");
    ExpectRefused("--output=/", "--output=/: must be a file that can be written");
    ExpectRefused("--output=/none/x", "--output=/none/x: must be a file that can be written");
    ExpectRefused("--output=", "--output=: must be a file that can be written");
    ExpectRefused("--ipv6=maybe", "--ipv6=maybe: must be true or false");
}

TEST(ExampleOptions, AnOptionWithoutItsEqualsSignIsExplained)
{
    ExpectRefused("--limit", "--limit: has no value; options are written --limit=VALUE");
    ExpectRefused("--limit", "--limit: has no value; options are written --limit=5", {"5"});
    ExpectRefused("--limit", "--limit: has no value; .* --limit=VALUE", {"--ipv6"});
}

TEST(ExampleOptions, AttributesThatTheExampleSetsAreRefused)
{
    ExpectRefused("--ns3::DropTailQueue<Packet>::MaxSize=5p",
                  "--ns3::DropTailQueue<Packet>::MaxSize=5p: would have no effect: use --limit");
    ExpectRefused("--ns3::ErrorModel::IsEnabled=0",
                  "--ns3::ErrorModel::IsEnabled=0: would have no effect: this example sets .*");
}

TEST(ExampleOptions, AttributesOfNs3AreCheckedFirst)
{
    // ns-3's own parser aborts on a queue size without unit; 5e9 packets are more than it can count
    const std::string size = "--ns3::CoDelQueueDisc::MaxSize=";
    Settings().Parse({size + "64KiB"});
    Config::Reset();
    ExpectRefused(size + "5", size + "5: must be a QueueSizeValue .*");
    ExpectRefused(size + "5x", size + "5x: must be a QueueSizeValue .*");
    ExpectRefused(size + "5000Mp", size + "5000Mp: must be a QueueSizeValue .*");
    ExpectRefused("--ns3::UdpStreamApplication::Remote=10.0.0.1",
                  ".*Remote=10.0.0.1: attributes of type AddressValue cannot be set here");
}

TEST(ExampleOptions, UnknownArgumentsAreRefused)
{
    ExpectRefused("--limits=5", "--limits=5: unknown option, see --help");
    ExpectRefused("limit=5", "'limit=5': not an option; .*");
    ExpectRefused("--", "'--': not an option; .*");
    ExpectRefused("--ns3::NoSuch::Thing=5", "--ns3::NoSuch::Thing=5: unknown option, see --help");
    // ns-3 does not find an attribute by the name of a child of the class that has it
    ExpectRefused("--ns3::NicNetDevice::OrphanPolicy=Early",
                  "--ns3::NicNetDevice::OrphanPolicy=Early: unknown option, see --help");
    ExpectRefused("--PrintAttributes=ns3::NoSuch", "--PrintAttributes=ns3::NoSuch: must be .*");
}

TEST(ExampleOptions, ConventionsOfNs3Hold)
{
    EXPECT_EXIT(Settings().Parse({"--PrintHelp"}), testing::ExitedWithCode(0), "");
    Settings().Parse({"--RngRun=3"});
    // ns-3's own parsers would abort on these, or take them for something else
    ExpectRefused("--RngRun=x", "--RngRun=x: must be a UintegerValue .*");
    ExpectRefused("--RngRun=-1", "--RngRun=-1: must be a UintegerValue .*");
    ExpectRefused("--RngSeed=0", "--RngSeed=0: must be an integer >= 1");
    ExpectRefused("--SimulatorImplementationType=x",
                  "--SimulatorImplementationType=x: must be the name .*");
    ExpectRefused("--limit=5\n6", "--limit=5\\?6: must be .*");
    ExpectRefused("--SchedulerType=x", "--SchedulerType=x: must be a TypeIdValue .*");
}
