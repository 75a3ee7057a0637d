/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_EXAMPLE_OPTIONS_H
#define LINUX_TX_EXAMPLE_OPTIONS_H

#include "ns3/command-line.h"
#include "ns3/data-rate.h"
#include "ns3/nstime.h"

#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief The command line of an example: ns-3's CommandLine behind a strict door.
 *
 * CommandLine aborts on values it cannot read and knows no ranges. Here every option has a type and
 * a range; Parse() checks all arguments first, and a mistake ends the program with one line on
 * stderr that names the option, its value and what is allowed, and with exit status 2. What passes
 * is given to CommandLine, so that --PrintHelp, --RngRun, --ns3::Type::Attribute=value and the like
 * work as everywhere in ns-3.
 */
class ExampleOptions
{
  public:
    static constexpr int EXIT_USAGE = 2; //!< exit status for a mistake on the command line

    /// The largest number of an option without an upper limit of its own.
    static constexpr uint64_t NO_MAXIMUM = std::numeric_limits<uint32_t>::max();

    /**
     * @brief Constructor.
     * @param file __FILE__ of the example: gives the program its name
     * @param description what --help says first
     */
    ExampleOptions(const std::string& file, const std::string& description);

    /**
     * @brief Add an option with an integer value.
     * @param name its name
     * @param help what it means, with its unit
     * @param value where the value goes; the default is there already
     * @param minimum least value
     * @param maximum greatest value
     */
    void AddInteger(const std::string& name,
                    const std::string& help,
                    uint32_t& value,
                    uint64_t minimum,
                    uint64_t maximum = NO_MAXIMUM);

    /**
     * @brief Add an option with an integer value that may be left away.
     * @param name its name
     * @param help what it means, with its unit, and what holds without it
     * @param value where the value goes; nothing without the option
     * @param minimum least value
     */
    void AddOptionalInteger(const std::string& name,
                            const std::string& help,
                            std::optional<uint32_t>& value,
                            uint64_t minimum);

    /**
     * @brief Add an option with a time (1.5us, 33.3ms).
     * @param name its name
     * @param help what it means
     * @param value where the value goes; the default is there already
     * @param minimum least value
     * @param maximum greatest value
     */
    void AddTime(const std::string& name,
                 const std::string& help,
                 Time& value,
                 Time minimum,
                 Time maximum);

    /**
     * @brief Add an option with a data rate (10Gbps), 1bps to 1000Gbps.
     * @param name its name
     * @param help what it means
     * @param value where the value goes; the default is there already
     */
    void AddRate(const std::string& name, const std::string& help, DataRate& value);

    /**
     * @brief Add an option with a data rate or "none".
     * @param name its name
     * @param help what it means
     * @param value where the value goes; the default is there already
     */
    void AddOptionalRate(const std::string& name, const std::string& help, std::string& value);

    /**
     * @brief Add an option whose value is one of a few words.
     * @param name its name
     * @param help what it means, without the words
     * @param value where the value goes; the default is there already
     * @param choices the words
     */
    void AddChoice(const std::string& name,
                   const std::string& help,
                   std::string& value,
                   const std::vector<std::string>& choices);

    /**
     * @brief Add an option with the name of a file to read, or "-" for standard input.
     * @param name its name
     * @param help what it means
     * @param value where the value goes; the default is there already
     */
    void AddFile(const std::string& name, const std::string& help, std::string& value);

    /**
     * @brief Add an option that can be given several times.
     * @param name its name
     * @param help what it means
     * @param values where the values go, in the order of the command line
     * @param accepts is this text a good value?
     * @param allowed what is, in words, as in "must be OPTION=VALUE"
     */
    void AddList(const std::string& name,
                 const std::string& help,
                 std::vector<std::string>& values,
                 const std::function<bool(const std::string&)>& accepts,
                 const std::string& allowed);

    /**
     * @brief Add an option with the name of a file to write.
     * @param name its name
     * @param help what it means
     * @param value where the value goes; the default, which may be empty, is there already
     */
    void AddNewFile(const std::string& name, const std::string& help, std::string& value);

    /**
     * @brief Add a switch.
     * @param name its name
     * @param help what it means
     * @param value where the value goes; the default is there already
     */
    void AddFlag(const std::string& name, const std::string& help, bool& value);

    /**
     * @brief Refuse --ns3::Type::Attribute=value for attributes that the example sets by itself: as
     *        defaults they would have no effect.
     * @param option the option to use instead; empty if there is none
     * @param attributes the attributes, each as in ns3::NicNetDevice::Mtu
     */
    void Reserve(const std::string& option, const std::vector<std::string>& attributes);

    /**
     * @brief Check the arguments, then set the values.
     * @param argc number of arguments
     * @param argv the arguments, the program first
     */
    void Parse(int argc, char* argv[]);

    /**
     * @brief End the program because of the value of an option, for rules between options.
     * @param name the option
     * @param value its value
     * @param rule what is allowed, as in "must be at least 1280 with --ipv6"
     */
    [[noreturn]] void Refuse(const std::string& name,
                             const std::string& value,
                             const std::string& rule) const;

  private:
    /// What is known of an option beside where its value goes.
    struct Rule
    {
        std::function<bool(const std::string&)> accepts; //!< is this text a good value?
        std::string allowed;                             //!< what is, in words
    };

    /**
     * @brief Check one argument; returns if CommandLine will understand it.
     * @param argument as the user wrote it
     * @param next the argument after it; empty without one
     */
    void Check(const std::string& argument, const std::string& next) const;

    /**
     * @brief Check an argument that is none of our options: --PrintHelp, --RngRun=1,
     *        --ns3::Type::Attribute=value.
     * @param argument as the user wrote it
     * @param name the option
     * @param value its value
     */
    void CheckForeign(const std::string& argument,
                      const std::string& name,
                      const std::string& value) const;

    /**
     * @brief End the program because of an argument.
     * @param argument the argument and its value
     * @param problem what is wrong
     */
    [[noreturn]] void Fail(const std::string& argument, const std::string& problem) const;

    /**
     * @brief The rule of an option with an integer value.
     * @param minimum least value
     * @param maximum greatest value
     * @return the rule
     */
    static Rule MakeIntegerRule(uint64_t minimum, uint64_t maximum);

    CommandLine m_commandLine;                     //!< sets the values
    std::map<std::string, Rule> m_rules;           //!< our options by name
    std::map<std::string, std::string> m_reserved; //!< option to use, by attribute
};

} // namespace ns3

#endif /* LINUX_TX_EXAMPLE_OPTIONS_H */
