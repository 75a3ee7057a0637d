/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_OPTION_SYNTAX_H
#define LINUX_TX_OPTION_SYNTAX_H

#include <cstdint>
#include <optional>
#include <string>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief How the examples read the values of their options: ns-3's syntax, but strictly.
 *
 * ns-3's own parsers abort on a unit they do not know, and take "-1" for 4294967295 and "12abc"
 * for 12. These accept what ns-3 accepts, refuse the rest, and never abort. Plain functions: who
 * says what about a value that is refused is the business of ExampleOptions.
 */
class OptionSyntax
{
  public:
    /**
     * @brief Read a decimal integer: digits only.
     * @param text the value
     * @return the number; nothing if it is anything else, or does not fit
     */
    static std::optional<uint64_t> ParseInteger(const std::string& text);

    /**
     * @brief Read a time as ns3::Time writes them: 33.3ms, 1.5us, 2e-3s; without unit, seconds.
     * @param text the value
     * @return seconds, finite and not negative; nothing if it is anything else
     */
    static std::optional<double> ParseTime(const std::string& text);

    /**
     * @brief Read a data rate as ns3::DataRate writes them: 10Gbps, 125KB/s; without unit, bit/s.
     * @param text the value
     * @return bit/s, finite and not negative; nothing if it is anything else
     */
    static std::optional<double> ParseRate(const std::string& text);

    /**
     * @brief Read a queue size as ns3::QueueSize writes them: 1000p, 64KiB.
     * @param text the value
     * @return packets or bytes, finite and not negative; nothing if it is anything else
     */
    static std::optional<double> ParseQueueSize(const std::string& text);

    /**
     * @brief Read a switch: true, t, 1, or nothing at all; false, f, 0.
     * @param text the value
     * @return the switch; nothing if it is anything else
     */
    static std::optional<bool> ParseFlag(const std::string& text);
};

} // namespace ns3

#endif /* LINUX_TX_OPTION_SYNTAX_H */
