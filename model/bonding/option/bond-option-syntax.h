/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_BOND_OPTION_SYNTAX_H
#define LINUX_TX_BOND_OPTION_SYNTAX_H

#include "ns3/ipv4-address.h"
#include "ns3/ipv6-address.h"
#include "ns3/mac48-address.h"

#include <cstdint>
#include <optional>
#include <string>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief How the kernel reads text that is written to an option of a bond.
 *
 * Stands for the kernel's sscanf(), in4_pton(), mac_pton() and dev_valid_name(), which differ from
 * the C library's in what they let pass: numbers wrap around instead of overflowing, an address
 * ends at the first character that cannot belong to it. Plain functions that know no option; the
 * setters of the options and BondOption::Parse() call them.
 */
class BondOptionSyntax
{
  public:
    static constexpr std::size_t MAX_INTERFACE_NAME = 15; //!< IFNAMSIZ without its final 0

    /**
     * @brief isspace(), as the kernel has it.
     * @param character a character
     * @return true for a blank, a tab, line and page ends, and the no-break space of Latin-1
     */
    static bool IsSpace(char character);

    /**
     * @brief What is written before the end of the first line.
     * @param text the text
     * @return the line without its end
     */
    static std::string GetLine(const std::string& text);

    /**
     * @brief sscanf("%Ns"): the first word.
     * @param text the text
     * @param width at most so many characters of the word
     * @return the word; empty if there is none
     */
    static std::string ScanWord(const std::string& text, std::size_t width);

    /**
     * @brief sscanf("%llu"): a decimal number, modulo 2^64; what follows its digits is ignored.
     * @param text the text
     * @return the number; nothing if the first character that is no space is no digit
     */
    static std::optional<uint64_t> ScanNumber(const std::string& text);

    /**
     * @brief sscanf("%hd") into an unsigned number: modulo 2^16, a minus sign is understood.
     * @param text the text
     * @return the number; nothing if the text does not begin with one
     */
    static std::optional<uint16_t> ScanShort(const std::string& text);

    /**
     * @brief in4_pton() without delimiter: four decimal numbers; the fourth may be followed by
     *        anything but a digit, a hexadecimal digit or a dot.
     * @param text the text
     * @return the address; nothing if there is none
     */
    static std::optional<Ipv4Address> ScanIpv4(const std::string& text);

    /**
     * @brief An IPv6 address, as `ip` reads it (inet_pton).
     * @param text the text
     * @return the address; nothing if the text is none
     */
    static std::optional<Ipv6Address> ScanIpv6(const std::string& text);

    /**
     * @brief Write an IPv6 address in its short form (RFC 5952), the same in all releases of ns-3.
     * @param address the address
     * @return as in fd00::2
     */
    static std::string Write(const Ipv6Address& address);

    /**
     * @brief Write an IPv4 address.
     * @param address the address
     * @return as in 10.0.0.2
     */
    static std::string Write(const Ipv4Address& address);

    /**
     * @brief mac_pton(): six pairs of hexadecimal digits between colons; what follows is ignored.
     * @param text the text
     * @return the address; nothing if there is none
     */
    static std::optional<Mac48Address> ScanMac(const std::string& text);

    /**
     * @brief Write an Ethernet address.
     * @param address the address
     * @return as in 02:00:00:00:00:99
     */
    static std::string Write(const Mac48Address& address);

    /**
     * @brief dev_valid_name(): may an interface be called so?
     * @param name the name
     * @return false if it is empty, too long, "." or "..", or holds a slash, a colon or a space
     */
    static bool IsInterfaceName(const std::string& name);
};

} // namespace ns3

#endif /* LINUX_TX_BOND_OPTION_SYNTAX_H */
