/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "example-options.h"

#include "option-syntax.h"

#include "ns3/attribute.h"
#include "ns3/global-value.h"
#include "ns3/string.h"
#include "ns3/type-id.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <system_error>
#include <unistd.h>

namespace ns3
{

namespace
{

constexpr double MAX_RATE = 1e12; //!< bit/s

/**
 * @brief Can ns3::Time hold this, and is it within a range?
 * @param text the value
 * @param minimum least value
 * @param maximum greatest value
 * @return true if so
 */
bool
IsTimeWithin(const std::string& text, const Time& minimum, const Time& maximum)
{
    const auto seconds = OptionSyntax::ParseTime(text);
    // the second comparison is made by Time itself: it rounds to its resolution
    return seconds && *seconds <= maximum.GetSeconds() && Time(text) >= minimum &&
           Time(text) <= maximum;
}

/**
 * @brief Is this a data rate from 1 bit/s to MAX_RATE?
 * @param text the value
 * @return true if so
 */
bool
IsRate(const std::string& text)
{
    const auto rate = OptionSyntax::ParseRate(text);
    return rate && *rate >= 1 && *rate <= MAX_RATE;
}

/**
 * @brief Is this one of the words of an enumeration?
 * @param words all words, with | between them
 * @param value the word
 * @return true if so
 */
bool
IsOneOf(const std::string& words, const std::string& value)
{
    return !value.empty() && value.find('|') == std::string::npos &&
           ("|" + words + "|").find("|" + value + "|") != std::string::npos;
}

/**
 * @brief Is there a file of this name that can be read?
 * @param name the name
 * @return true if so; false for a directory
 */
bool
IsReadableFile(const std::string& name)
{
    std::error_code error;
    return !std::filesystem::is_directory(name, error) && std::ifstream(name).is_open();
}

/**
 * @brief Can a file be written?
 * @param name its name; it need not be there, and is not made
 * @return true if so; false for a directory
 */
bool
IsWritableFile(const std::string& name)
{
    std::error_code error;
    const std::filesystem::path path(name);
    if (std::filesystem::exists(path, error))
    {
        return std::filesystem::is_regular_file(path, error) && access(name.c_str(), W_OK) == 0;
    }
    const auto folder = path.has_parent_path() ? path.parent_path() : std::filesystem::path(".");
    return path.has_filename() && access(folder.c_str(), W_OK | X_OK) == 0;
}

/**
 * @brief The type of an attribute; some have the namespace or, from ns-3.41 on, template arguments
 *        in their name and some do not.
 * @param checker the attribute's
 * @return as in UintegerValue
 */
std::string
GetTypeOf(const Ptr<const AttributeChecker>& checker)
{
    const std::string name = checker->GetValueTypeName();
    const std::string type = name.substr(0, name.find('<'));
    return type.substr(type.rfind(':') + 1);
}

/**
 * @brief Can values of this type be checked before ns-3's parsers, which abort, read them?
 * @param type as in UintegerValue
 * @return true if so
 */
bool
IsReadable(const std::string& type)
{
    const std::vector<std::string> types{"BooleanValue",
                                         "DataRateValue",
                                         "DoubleValue",
                                         "EnumValue",
                                         "IntegerValue",
                                         "QueueSizeValue",
                                         "StringValue",
                                         "TimeValue",
                                         "TypeIdValue",
                                         "UintegerValue"};
    return std::find(types.begin(), types.end(), type) != types.end();
}

/**
 * @brief Is this a queue size of at most 2^32 - 1 packets or bytes?
 * @param text the value
 * @return true if so
 */
bool
IsQueueSize(const std::string& text)
{
    const auto size = OptionSyntax::ParseQueueSize(text);
    return size && *size <= std::numeric_limits<uint32_t>::max();
}

/**
 * @brief Can an attribute of ns-3's have this value? Asked first, because ns-3's parsers abort.
 * @param checker the attribute's
 * @param value the value
 * @return true if so; false for types that are not readable
 */
bool
IsAttributeValue(const Ptr<const AttributeChecker>& checker, const std::string& value)
{
    const std::string type = GetTypeOf(checker);
    const bool negative = !value.empty() && value[0] == '-';
    TypeId tid;
    const bool isWellFormed =
        type == "StringValue" ||
        (type == "BooleanValue" && !value.empty() && OptionSyntax::ParseFlag(value)) ||
        (type == "UintegerValue" && OptionSyntax::ParseInteger(value)) ||
        (type == "IntegerValue" && OptionSyntax::ParseInteger(value.substr(negative))) ||
        // a number without unit, which is what a time may be
        (type == "DoubleValue" && OptionSyntax::ParseTime(value.substr(negative)) &&
         std::isdigit(static_cast<unsigned char>(value.back()))) ||
        (type == "TimeValue" && OptionSyntax::ParseTime(value)) ||
        (type == "DataRateValue" && OptionSyntax::ParseRate(value)) ||
        (type == "QueueSizeValue" && IsQueueSize(value)) ||
        (type == "TypeIdValue" && TypeId::LookupByNameFailSafe(value, &tid)) ||
        (type == "EnumValue" && IsOneOf(checker->GetUnderlyingTypeInformation(), value));
    return isWellFormed && checker->CreateValidValue(StringValue(value)) != nullptr;
}

/**
 * @brief Write a time with the largest unit that has no fraction.
 * @param time the time
 * @return as in 500ms
 */
std::string
Spell(const Time& time)
{
    const std::vector<std::pair<int64_t, std::string>> units{
        {3600000000000, "h"},
        {1000000000, "s"},
        {1000000, "ms"},
        {1000, "us"},
    };
    const int64_t nanoseconds = time.GetNanoSeconds();
    for (const auto& [size, unit] : units)
    {
        if (nanoseconds != 0 && nanoseconds % size == 0)
        {
            return std::to_string(nanoseconds / size) + unit;
        }
    }
    return std::to_string(nanoseconds) + "ns";
}

} // namespace

ExampleOptions::ExampleOptions(const std::string& file, const std::string& description)
    : m_commandLine(file)
{
    m_commandLine.Usage(description);
}

void
ExampleOptions::AddInteger(const std::string& name,
                           const std::string& help,
                           uint32_t& value,
                           uint64_t minimum,
                           uint64_t maximum)
{
    m_rules[name] = MakeIntegerRule(minimum, maximum);
    m_commandLine.AddValue(name, help, value);
}

void
ExampleOptions::AddOptionalInteger(const std::string& name,
                                   const std::string& help,
                                   std::optional<uint32_t>& value,
                                   uint64_t minimum)
{
    m_rules[name] = MakeIntegerRule(minimum, NO_MAXIMUM);
    m_commandLine.AddValue(name, help, [&value](const std::string& text) {
        value = OptionSyntax::ParseInteger(text);
        return value.has_value();
    });
}

void
ExampleOptions::AddTime(const std::string& name,
                        const std::string& help,
                        Time& value,
                        Time minimum,
                        Time maximum)
{
    m_rules[name] = {[minimum, maximum](const std::string& text) {
                         return IsTimeWithin(text, minimum, maximum);
                     },
                     "must be a time such as 1.5us or 33.3ms, from " + Spell(minimum) + " to " +
                         Spell(maximum)};
    m_commandLine.AddValue(name, help, value);
}

void
ExampleOptions::AddRate(const std::string& name, const std::string& help, DataRate& value)
{
    m_rules[name] = {IsRate, "must be a data rate such as 10Gbps, from 1bps to 1000Gbps"};
    m_commandLine.AddValue(name, help, value);
}

void
ExampleOptions::AddOptionalRate(const std::string& name,
                                const std::string& help,
                                std::string& value)
{
    m_rules[name] = {[](const std::string& text) { return text == "none" || IsRate(text); },
                     "must be none or a data rate such as 500Mbps, from 1bps to 1000Gbps"};
    m_commandLine.AddValue(name, help, value);
}

void
ExampleOptions::AddChoice(const std::string& name,
                          const std::string& help,
                          std::string& value,
                          const std::vector<std::string>& choices)
{
    std::string words;
    for (const auto& choice : choices)
    {
        words += (words.empty() ? "" : ", ") + choice;
    }
    m_rules[name] = {[choices](const std::string& text) {
                         return std::find(choices.begin(), choices.end(), text) != choices.end();
                     },
                     "must be one of " + words};
    m_commandLine.AddValue(name, help + ": " + words, value);
}

void
ExampleOptions::AddFile(const std::string& name, const std::string& help, std::string& value)
{
    m_rules[name] = {[](const std::string& text) { return text == "-" || IsReadableFile(text); },
                     "must be a file that can be read, or - for standard input"};
    m_commandLine.AddValue(name, help + ", - for standard input", value);
}

void
ExampleOptions::AddList(const std::string& name,
                        const std::string& help,
                        std::vector<std::string>& values,
                        const std::function<bool(const std::string&)>& accepts,
                        const std::string& allowed)
{
    m_rules[name] = {accepts, allowed};
    m_commandLine.AddValue(name, help, [&values](const std::string& text) {
        values.push_back(text);
        return true;
    });
}

void
ExampleOptions::AddNewFile(const std::string& name, const std::string& help, std::string& value)
{
    m_rules[name] = {IsWritableFile, "must be a file that can be written"};
    m_commandLine.AddValue(name, help, value);
}

void
ExampleOptions::AddFlag(const std::string& name, const std::string& help, bool& value)
{
    m_rules[name] = {
        [](const std::string& text) { return OptionSyntax::ParseFlag(text).has_value(); },
        "must be true or false"};
    m_commandLine.AddValue(name, help, value);
}

void
ExampleOptions::Reserve(const std::string& option, const std::vector<std::string>& attributes)
{
    for (const auto& attribute : attributes)
    {
        m_reserved[attribute] = option;
    }
}

void
ExampleOptions::Parse(int argc, char* argv[])
{
    for (int i = 1; i < argc; ++i)
    {
        Check(argv[i], i + 1 < argc ? argv[i + 1] : "");
    }
    m_commandLine.Parse(argc, argv);
}

void
ExampleOptions::Refuse(const std::string& name,
                       const std::string& value,
                       const std::string& rule) const
{
    Fail("--" + name + "=" + value, rule);
}

void
ExampleOptions::Check(const std::string& argument, const std::string& next) const
{
    const std::size_t start = argument.find_first_not_of('-');
    if (start == 0 || start == std::string::npos || start > 2)
    {
        Fail("'" + argument + "'", "not an option; options look like --name=value, see --help");
    }
    const std::size_t equals = std::min(argument.find('='), argument.size());
    const std::string name = argument.substr(start, equals - start);
    const std::string value = argument.substr(std::min(equals + 1, argument.size()));
    const auto rule = m_rules.find(name);
    if (rule == m_rules.end())
    {
        CheckForeign(argument, name, value);
    }
    else if (equals == argument.size() && !rule->second.accepts(value))
    {
        const bool isValue = !next.empty() && next[0] != '-';
        Fail(argument,
             "has no value; options are written --" + name + "=" + (isValue ? next : "VALUE"));
    }
    else if (!rule->second.accepts(value))
    {
        Refuse(name, value, rule->second.allowed);
    }
}

void
ExampleOptions::CheckForeign(const std::string& argument,
                             const std::string& name,
                             const std::string& value) const
{
    const std::vector<std::string> questions{"help",
                                             "version",
                                             "PrintHelp",
                                             "PrintVersion",
                                             "PrintGlobals",
                                             "PrintGroups",
                                             "PrintGroup",
                                             "PrintTypeIds"};
    if (std::find(questions.begin(), questions.end(), name) != questions.end())
    {
        return;
    }
    TypeId tid;
    if (name == "PrintAttributes")
    {
        if (!TypeId::LookupByNameFailSafe(value, &tid))
        {
            Fail(argument, "must be the name of a TypeId, see --PrintTypeIds");
        }
        return;
    }

    // ns-3 gives up, without a word, on values that these two take.
    if (name == "RngSeed" && value == "0")
    {
        Fail(argument, "must be an integer >= 1");
    }
    if (name == "SimulatorImplementationType" && !TypeId::LookupByNameFailSafe(value, &tid))
    {
        Fail(argument, "must be the name of a TypeId, see --PrintTypeIds");
    }

    const auto reserved = m_reserved.find(name);
    if (reserved != m_reserved.end())
    {
        const std::string& option = reserved->second;
        Fail(argument,
             "would have no effect: " +
                 (option.empty() ? "this example sets it by itself" : "use --" + option));
    }

    Ptr<const AttributeChecker> checker;
    for (auto global = GlobalValue::Begin(); global != GlobalValue::End(); ++global)
    {
        if ((*global)->GetName() == name)
        {
            checker = (*global)->GetChecker();
        }
    }
    const std::size_t colons = name.rfind("::");
    if (colons != std::string::npos && TypeId::LookupByNameFailSafe(name.substr(0, colons), &tid))
    {
        // Its own attributes only: for an inherited one the name of the parent is wanted.
        for (std::size_t i = 0; i < tid.GetAttributeN(); ++i)
        {
            if (tid.GetAttribute(i).name == name.substr(colons + 2))
            {
                checker = tid.GetAttribute(i).checker;
            }
        }
    }
    if (!checker)
    {
        Fail(argument, "unknown option, see --help");
    }
    if (!IsReadable(GetTypeOf(checker)))
    {
        Fail(argument, "attributes of type " + GetTypeOf(checker) + " cannot be set here");
    }
    if (!IsAttributeValue(checker, value))
    {
        Fail(argument,
             "must be a " + GetTypeOf(checker) + " (" + checker->GetUnderlyingTypeInformation() +
                 ")");
    }
}

ExampleOptions::Rule
ExampleOptions::MakeIntegerRule(uint64_t minimum, uint64_t maximum)
{
    return {[minimum, maximum](const std::string& text) {
                const auto number = OptionSyntax::ParseInteger(text);
                return number && *number >= minimum && *number <= maximum;
            },
            "must be an integer from " + std::to_string(minimum) + " to " +
                std::to_string(maximum)};
}

void
ExampleOptions::Fail(const std::string& argument, const std::string& problem) const
{
    std::string line = m_commandLine.GetName() + ": " + argument + ": " + problem;
    // One line, whatever the argument holds.
    std::replace_if(
        line.begin(),
        line.end(),
        [](unsigned char c) { return std::iscntrl(c); },
        '?');
    std::cerr << line << std::endl;
    std::exit(EXIT_USAGE);
}

} // namespace ns3
