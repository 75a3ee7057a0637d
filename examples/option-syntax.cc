/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "option-syntax.h"

#include <charconv>
#include <cmath>
#include <map>

namespace ns3
{

namespace
{

/// A number and what follows it.
struct Quantity
{
    double number;    //!< not negative
    std::string unit; //!< may be empty
};

/**
 * @brief Split a value into a decimal number and its unit.
 * @param text the value
 * @param exponent true if the number may have one (ns3::Time takes it, ns3::DataRate does not)
 * @return both parts; nothing if the text does not start with a plain, finite number
 */
std::optional<Quantity>
SplitQuantity(const std::string& text, bool exponent)
{
    // from_chars would also take "inf" and "nan"
    if (text.empty() || text[0] < '0' || text[0] > '9')
    {
        return std::nullopt;
    }
    const char* end = text.data() + text.size();
    double number = 0;
    const auto format = exponent ? std::chars_format::general : std::chars_format::fixed;
    const auto [rest, error] = std::from_chars(text.data(), end, number, format);
    if (error != std::errc() || !std::isfinite(number))
    {
        return std::nullopt;
    }
    return Quantity{number, std::string(rest, end)};
}

/**
 * @brief Multiply a quantity by what its unit stands for.
 * @param quantity number and unit, or nothing
 * @param units the units there are
 * @return the product; nothing without quantity, for an unknown unit and for an overflow
 */
std::optional<double>
Scale(const std::optional<Quantity>& quantity, const std::map<std::string, double>& units)
{
    if (!quantity)
    {
        return std::nullopt;
    }
    const auto unit = units.find(quantity->unit);
    if (unit == units.end())
    {
        return std::nullopt;
    }
    const double product = quantity->number * unit->second;
    return std::isfinite(product) ? std::optional<double>(product) : std::nullopt;
}

} // namespace

std::optional<uint64_t>
OptionSyntax::ParseInteger(const std::string& text)
{
    // from_chars takes no sign, space or prefix for an unsigned number
    const char* end = text.data() + text.size();
    uint64_t number = 0;
    const auto [rest, error] = std::from_chars(text.data(), end, number);
    if (error != std::errc() || rest != end)
    {
        return std::nullopt;
    }
    return number;
}

std::optional<double>
OptionSyntax::ParseTime(const std::string& text)
{
    static const std::map<std::string, double> units{
        {"", 1},
        {"s", 1},
        {"ms", 1e-3},
        {"us", 1e-6},
        {"ns", 1e-9},
        {"ps", 1e-12},
        {"fs", 1e-15},
        {"min", 60},
        {"h", 3600},
        {"d", 86400},
        {"y", 365 * 86400.0},
    };
    return Scale(SplitQuantity(text, true), units);
}

std::optional<double>
OptionSyntax::ParseRate(const std::string& text)
{
    static const std::map<std::string, double> units{
        {"", 1},
        {"bps", 1},
        {"b/s", 1},
        {"Bps", 8},
        {"B/s", 8},
        {"kbps", 1e3},
        {"kb/s", 1e3},
        {"Kbps", 1e3},
        {"Kb/s", 1e3},
        {"kBps", 8e3},
        {"kB/s", 8e3},
        {"KBps", 8e3},
        {"KB/s", 8e3},
        {"Kib/s", 1024},
        {"KiB/s", 8192},
        {"Mbps", 1e6},
        {"Mb/s", 1e6},
        {"MBps", 8e6},
        {"MB/s", 8e6},
        {"Mib/s", 1048576},
        {"MiB/s", 8388608},
        {"Gbps", 1e9},
        {"Gb/s", 1e9},
        {"GBps", 8e9},
        {"GB/s", 8e9},
        {"Gib/s", 1073741824},
        {"GiB/s", 8589934592},
    };
    return Scale(SplitQuantity(text, false), units);
}

std::optional<double>
OptionSyntax::ParseQueueSize(const std::string& text)
{
    static const std::map<std::string, double> units{
        {"B", 1},
        {"kB", 1e3},
        {"KB", 1e3},
        {"KiB", 1024},
        {"MB", 1e6},
        {"MiB", 1048576},
        {"p", 1},
        {"kp", 1e3},
        {"Kp", 1e3},
        {"Kip", 1024},
        {"Mp", 1e6},
        {"Mip", 1048576},
    };
    return Scale(SplitQuantity(text, false), units);
}

std::optional<bool>
OptionSyntax::ParseFlag(const std::string& text)
{
    static const std::map<std::string, bool> words{
        {"", true},
        {"true", true},
        {"t", true},
        {"1", true},
        {"false", false},
        {"f", false},
        {"0", false},
    };
    const auto word = words.find(text);
    return word == words.end() ? std::nullopt : std::optional<bool>(word->second);
}

} // namespace ns3
