/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/bond-option-syntax.h"

#include <algorithm>
#include <arpa/inet.h>
#include <array>
#include <cctype>
#include <sstream>

namespace ns3
{

namespace
{

/// isdigit(), whatever the locale. @param c a character @return true for 0 to 9
bool
IsDigit(char c)
{
    return c >= '0' && c <= '9';
}

/**
 * @brief simple_strtoull(), base 10.
 * @param text begins with a digit
 * @return the number, modulo 2^64
 */
uint64_t
ReadDigits(const std::string& text)
{
    uint64_t number = 0;
    for (std::size_t i = 0; i < text.size() && IsDigit(text[i]); ++i)
    {
        number = number * 10 + static_cast<uint64_t>(text[i] - '0');
    }
    return number;
}

/// skip_spaces(). @param text the text @return the text from its first other character on
std::string
SkipSpaces(const std::string& text)
{
    return std::string(std::find_if_not(text.begin(), text.end(), BondOptionSyntax::IsSpace),
                       text.end());
}

/// An address as ns-3 prints it. @param address the address @return its text
template <typename T>
std::string
Print(const T& address)
{
    std::ostringstream stream;
    stream << address;
    return stream.str();
}

} // namespace

bool
BondOptionSyntax::IsSpace(char character)
{
    return character == ' ' || (character >= '\t' && character <= '\r') || character == '\xa0';
}

std::string
BondOptionSyntax::GetLine(const std::string& text)
{
    return text.substr(0, text.find('\n'));
}

std::string
BondOptionSyntax::ScanWord(const std::string& text, std::size_t width)
{
    const std::string rest = SkipSpaces(text);
    const auto end = std::find_if(rest.begin(), rest.end(), IsSpace);
    return std::string(rest.begin(), end).substr(0, width);
}

std::optional<uint64_t>
BondOptionSyntax::ScanNumber(const std::string& text)
{
    const std::string rest = SkipSpaces(text);
    if (rest.empty() || !IsDigit(rest[0]))
    {
        return std::nullopt;
    }
    return ReadDigits(rest);
}

std::optional<uint16_t>
BondOptionSyntax::ScanShort(const std::string& text)
{
    std::string rest = SkipSpaces(text);
    const bool negative = !rest.empty() && rest[0] == '-';
    rest.erase(0, negative ? 1 : 0);
    if (rest.empty() || !IsDigit(rest[0]))
    {
        return std::nullopt;
    }
    const uint64_t number = ReadDigits(rest);
    return static_cast<uint16_t>(negative ? -number : number);
}

std::optional<Ipv4Address>
BondOptionSyntax::ScanIpv4(const std::string& text)
{
    uint32_t address = 0;
    std::size_t i = 0;
    for (int part = 0; part < 4; ++part)
    {
        if (part > 0)
        {
            if (i >= text.size() || text[i] != '.')
            {
                return std::nullopt;
            }
            ++i;
        }
        const std::size_t start = i;
        uint32_t number = 0;
        for (; i < text.size() && IsDigit(text[i]); ++i)
        {
            number = number * 10 + static_cast<uint32_t>(text[i] - '0');
            if (number > 255)
            {
                return std::nullopt;
            }
        }
        if (i == start)
        {
            return std::nullopt;
        }
        address = address << 8 | number;
    }
    if (i < text.size() && (text[i] == '.' || std::isxdigit(static_cast<unsigned char>(text[i]))))
    {
        return std::nullopt;
    }
    return Ipv4Address(address);
}

std::optional<Ipv6Address>
BondOptionSyntax::ScanIpv6(const std::string& text)
{
    std::array<uint8_t, 16> bytes;
    if (inet_pton(AF_INET6, text.c_str(), bytes.data()) != 1)
    {
        return std::nullopt;
    }
    return Ipv6Address(bytes.data());
}

std::string
BondOptionSyntax::Write(const Ipv6Address& address)
{
    std::array<uint8_t, 16> bytes;
    address.GetBytes(bytes.data());
    std::array<char, INET6_ADDRSTRLEN> text{};
    inet_ntop(AF_INET6, bytes.data(), text.data(), text.size());
    return text.data();
}

std::string
BondOptionSyntax::Write(const Ipv4Address& address)
{
    return Print(address);
}

std::optional<Mac48Address>
BondOptionSyntax::ScanMac(const std::string& text)
{
    constexpr std::size_t LENGTH = 17;
    if (text.size() < LENGTH)
    {
        return std::nullopt;
    }
    for (std::size_t i = 0; i < LENGTH; ++i)
    {
        const bool isColon = i % 3 == 2;
        if (isColon ? text[i] != ':' : !std::isxdigit(static_cast<unsigned char>(text[i])))
        {
            return std::nullopt;
        }
    }
    return Mac48Address(text.substr(0, LENGTH).c_str());
}

std::string
BondOptionSyntax::Write(const Mac48Address& address)
{
    return Print(address);
}

bool
BondOptionSyntax::IsInterfaceName(const std::string& name)
{
    return !name.empty() && name.size() <= MAX_INTERFACE_NAME && name != "." && name != ".." &&
           std::none_of(name.begin(), name.end(), [](char c) {
               return c == '/' || c == ':' || IsSpace(c);
           });
}

} // namespace ns3
