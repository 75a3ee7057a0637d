/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Writes options of a bond and prints what Linux would answer.
//
//   bond-options --mode=active-backup --state=up --slaves=2 --set=miimon=100 --set=updelay=250
//
// The host has devices s0, s1, s2 (more if there are more slaves) with link; the first ones are
// slaves. --set is given once for each write, in order; behind the first "=" is the value, an empty
// one if nothing follows. The option is a Linux name; "prio (of slave s0)" takes the priority
// alone, prio takes s0:PRIORITY.
//
// The output is a table as in test/data/e11-options.tsv: tab-separated, the first line names the
// columns, then a line for each write:
//   option, value       what was written
//   result              ok, the name of an errno, or the error of `ip link`
//   read_back           what the option shows then; "(empty)" is nothing, "(none)" for `ip link`
//   others_changed      other options that show something else then, as NAME:OLD->NEW; "-" is none
//   message             what the driver logged, with "; " between lines; "-" is nothing
// A write that Linux refuses is a result, not an error of the program: the exit status is 0.
//
// --list prints all options instead, as a text, JSON or reStructuredText.

#include "bond-option-list.h"
#include "bond-option-scenario.h"
#include "bond-option-session.h"
#include "example-end.h"
#include "example-options.h"

#include "ns3/bond-option-table.h"

#include <iostream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

/// What the command line says.
struct Settings
{
    std::string mode{"balance-rr"}; //!< mode of the bond
    std::string state{"down"};      //!< up or down
    uint32_t slaves{0};             //!< how many
    std::vector<std::string> sets;  //!< writes
    std::string format{"text"};     //!< text, json or rst
    bool list{false};               //!< print the options
};

constexpr uint32_t MAX_SLAVES = 64; //!< enough for everybody who looks at options

/**
 * @brief Read the command line.
 * @param argc number of arguments
 * @param argv the arguments
 * @return what it says
 */
Settings
ReadOptions(int argc, char* argv[])
{
    Settings settings;
    std::vector<std::string> modes;
    for (const auto& mode : BondOptionTable::Get("mode").values)
    {
        modes.push_back(mode.name);
    }
    for (const auto& mode : BondOptionTable::Get("mode").values)
    {
        modes.push_back(std::to_string(mode.number));
    }
    ExampleOptions options(__FILE__,
                           "Writes options of a bond and prints what Linux would answer.");
    options.Reserve("mode", {"ns3::BondingNetDevice::Mode"});
    options.Reserve("state", {"ns3::BondingNetDevice::OpenAtStart"});
    options.AddChoice("mode", "mode of the bond, name or number", settings.mode, modes);
    options.AddChoice("state", "is the bond up?", settings.state, {"down", "up"});
    options.AddInteger("slaves", "number of slaves: s0, s1 ...", settings.slaves, 0, MAX_SLAVES);
    options.AddList(
        "set",
        "a write, OPTION=VALUE; may be repeated. For each, the output has a line with option, "
        "value, result, value read back, other options changed, and what the driver logged",
        settings.sets,
        [](const std::string& text) { return BondOptionSession::Parse(text).option != nullptr; },
        "must be OPTION=VALUE, with an option that --list lists");
    options.AddChoice("format",
                      "form of the output, rst with --list only",
                      settings.format,
                      {"text", "json", "rst"});
    options.AddFlag("list", "print all options instead", settings.list);
    options.Parse(argc, argv);
    if (settings.format == "rst" && !settings.list)
    {
        options.Refuse("format", settings.format, "is for --list");
    }
    return settings;
}

/**
 * @brief Keep a cell from breaking the table.
 * @param text a cell
 * @return the cell, with backslash and letter for tabs and line ends
 */
std::string
WriteCell(const std::string& text)
{
    std::string cell;
    for (const char character : text)
    {
        cell += character == '\t'   ? std::string("\\t")
                : character == '\n' ? std::string("\\n")
                                    : std::string(1, character);
    }
    return cell;
}

/**
 * @brief Print the results of writes as a table.
 * @param records the results
 */
void
PrintText(const std::vector<BondOptionRecord>& records)
{
    std::cout << "option\tvalue\tresult\tread_back\tothers_changed\tmessage\n";
    for (const auto& record : records)
    {
        std::cout << record.option << "\t" << WriteCell(record.value) << "\t" << record.result
                  << "\t" << record.readBack << "\t" << record.othersChanged << "\t"
                  << WriteCell(record.message) << "\n";
    }
}

/**
 * @brief Print the results of writes as JSON.
 * @param records the results
 */
void
PrintJson(const std::vector<BondOptionRecord>& records)
{
    auto list = nlohmann::ordered_json::array();
    for (const auto& record : records)
    {
        list.push_back({{"option", record.option},
                        {"value", record.value},
                        {"result", record.result},
                        {"read_back", record.readBack},
                        {"others_changed", record.othersChanged},
                        {"message", record.message}});
    }
    // A value may be any bytes.
    std::cout << list.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) << "\n";
}

/**
 * @brief Print the option table.
 * @param format text, json or rst
 */
void
PrintList(const std::string& format)
{
    if (format == "json")
    {
        std::cout << BondOptionList::WriteJson();
    }
    else
    {
        std::cout << (format == "rst" ? BondOptionList::WriteRst() : BondOptionList::WriteText());
    }
}

} // namespace

int
main(int argc, char* argv[])
{
    const Settings settings = ReadOptions(argc, argv);
    if (settings.list)
    {
        PrintList(settings.format);
        return EndExample("bond-options", "");
    }
    BondOptionScenario scenario(settings.mode, settings.state == "up", settings.slaves);
    std::vector<BondOptionRecord> records;
    for (const auto& set : settings.sets)
    {
        records.push_back(scenario.GetSession().Write(BondOptionSession::Parse(set)));
    }
    settings.format == "json" ? PrintJson(records) : PrintText(records);
    return EndExample("bond-options", "");
}
