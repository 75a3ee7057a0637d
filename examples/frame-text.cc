/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "frame-text.h"

#include "option-syntax.h"

#include <cctype>
#include <sstream>

namespace ns3
{

namespace
{

constexpr std::size_t ETHERNET_HEADER_LENGTH = 14; //!< bytes
constexpr std::size_t ADDRESSES_LENGTH = 12;       //!< bytes of the header before a tag
constexpr uint64_t MAX_VLAN_ID = 4094;             //!< of a VLAN device
constexpr std::size_t MAX_QUOTED = 20;             //!< characters of a bad text in a message

/**
 * @brief The value of a hexadecimal digit.
 * @param digit the digit
 * @return 0 to 15; nothing if it is no digit
 */
std::optional<uint8_t>
GetDigitValue(char digit)
{
    if (digit >= '0' && digit <= '9')
    {
        return digit - '0';
    }
    if (digit >= 'a' && digit <= 'f')
    {
        return digit - 'a' + 10;
    }
    if (digit >= 'A' && digit <= 'F')
    {
        return digit - 'A' + 10;
    }
    return std::nullopt;
}

/**
 * @brief A text from outside in a form that is safe to print on one line.
 * @param text the text
 * @return its beginning in quotes, what cannot be printed as ?
 */
std::string
Quote(const std::string& text)
{
    std::string quoted = text.substr(0, MAX_QUOTED);
    for (auto& character : quoted)
    {
        if (!std::isprint(static_cast<unsigned char>(character)))
        {
            character = '?';
        }
    }
    return "'" + quoted + (text.size() > MAX_QUOTED ? "...'" : "'");
}

} // namespace

FrameText::Result
FrameText::Parse(const std::string& hex, const std::string& tags)
{
    std::vector<uint8_t> bytes;
    const std::string problem = ParseHex(hex, bytes);
    if (!problem.empty())
    {
        return {std::nullopt, problem};
    }
    std::vector<uint16_t> ids;
    if (!ParseTags(tags, ids))
    {
        return {std::nullopt,
                "tags " + Quote(tags) + " must be - or ids from 0 to " +
                    std::to_string(MAX_VLAN_ID) + ", outermost first, as in 20.30"};
    }
    std::vector<uint8_t> inData;
    for (std::size_t i = 1; i < ids.size(); ++i)
    {
        const auto high = static_cast<uint8_t>(ids[i] >> 8);
        const auto low = static_cast<uint8_t>(ids[i]);
        inData.insert(inData.end(), {0x81, 0x00, high, low});
    }
    bytes.insert(bytes.begin() + ADDRESSES_LENGTH, inData.begin(), inData.end());
    BondFrame frame(bytes);
    if (!ids.empty())
    {
        frame.SetVlanTag(ids[0]);
    }
    return {frame, ""};
}

std::string
FrameText::ParseHex(const std::string& hex, std::vector<uint8_t>& bytes)
{
    if (hex.empty())
    {
        return "there is nothing";
    }
    for (std::size_t i = 0; i < hex.size(); ++i)
    {
        const auto value = GetDigitValue(hex[i]);
        if (!value)
        {
            return "character " + std::to_string(i + 1) + " of " + Quote(hex) +
                   " is no hexadecimal digit";
        }
        if (i % 2 == 0)
        {
            bytes.push_back(static_cast<uint8_t>(*value << 4));
        }
        else
        {
            bytes.back() |= *value;
        }
    }
    if (hex.size() % 2 != 0)
    {
        return "an odd number of hexadecimal digits, " + std::to_string(hex.size());
    }
    if (bytes.size() < ETHERNET_HEADER_LENGTH)
    {
        return std::to_string(bytes.size()) + " bytes, fewer than the " +
               std::to_string(ETHERNET_HEADER_LENGTH) + " of an Ethernet header";
    }
    if (bytes.size() > MAX_FRAME_LENGTH)
    {
        return std::to_string(bytes.size()) + " bytes, more than " +
               std::to_string(MAX_FRAME_LENGTH);
    }
    return "";
}

bool
FrameText::ParseTags(const std::string& tags, std::vector<uint16_t>& ids)
{
    if (tags.empty() || tags == "-")
    {
        return true;
    }
    std::istringstream stream(tags + ".");
    std::string id;
    while (std::getline(stream, id, '.'))
    {
        const auto number = OptionSyntax::ParseInteger(id);
        if (!number || *number > MAX_VLAN_ID)
        {
            return false;
        }
        ids.push_back(static_cast<uint16_t>(*number));
    }
    return true;
}

} // namespace ns3
