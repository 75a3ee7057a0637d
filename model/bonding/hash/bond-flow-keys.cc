/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/bond-flow-keys.h"

#include <optional>

namespace ns3
{

namespace
{

/// Fields of headers, in bytes from their beginning.
constexpr std::size_t IPV4_FRAGMENT_FIELD = 6;
constexpr std::size_t IPV4_ADDRESSES = 12;
constexpr std::size_t IPV6_ADDRESSES = 8;
constexpr std::size_t ICMP_ID = 4;
constexpr std::size_t AH_SPI = 4;

constexpr uint16_t MORE_FRAGMENTS_OR_OFFSET = 0x3fff; //!< IP_MF | IP_OFFSET

/**
 * @brief The xor of the four words of an IPv6 address.
 * @param address the address
 * @return the word
 */
uint32_t
FoldIpv6Address(const uint8_t* address)
{
    return BondHeaderWindow::ReadLittle32(address) ^ BondHeaderWindow::ReadLittle32(address + 4) ^
           BondHeaderWindow::ReadLittle32(address + 8) ^
           BondHeaderWindow::ReadLittle32(address + 12);
}

/**
 * @brief Where a header has ports, or what is used like ports (proto_ports_offset).
 * @param protocol which header
 * @return bytes from its beginning; nothing if it has none
 */
std::optional<std::size_t>
FindPorts(uint8_t protocol)
{
    switch (protocol)
    {
    case BondFlowKeys::TCP:
    case BondFlowKeys::UDP:
    case BondFlowKeys::DCCP:
    case BondFlowKeys::ESP:
    case BondFlowKeys::SCTP:
    case BondFlowKeys::UDPLITE:
        return 0;
    case BondFlowKeys::AH:
        return AH_SPI;
    default:
        return std::nullopt;
    }
}

/**
 * @brief Does an ICMP message have an identifier (icmp_has_id)?
 * @param type its type, of ICMP or of ICMPv6: the kernel does not tell them apart here
 * @return true if so
 */
bool
HasIcmpId(uint8_t type)
{
    switch (type)
    {
    case 0:   // echo reply
    case 8:   // echo
    case 13:  // timestamp
    case 14:  // timestamp reply
    case 128: // ICMPv6 echo request
    case 129: // ICMPv6 echo reply
        return true;
    default:
        return false;
    }
}

} // namespace

void
BondFlowKeys::ReadIpv4Addresses(const uint8_t* header)
{
    source = BondHeaderWindow::ReadLittle32(header + IPV4_ADDRESSES);
    destination = BondHeaderWindow::ReadLittle32(header + IPV4_ADDRESSES + 4);
}

void
BondFlowKeys::ReadIpv6Addresses(const uint8_t* header)
{
    source = FoldIpv6Address(header + IPV6_ADDRESSES);
    destination = FoldIpv6Address(header + IPV6_ADDRESSES + 16);
}

void
BondFlowKeys::ReadPorts(BondHeaderWindow& window, std::size_t offset, uint8_t protocol)
{
    ports = 0;
    if (const auto where = FindPorts(protocol))
    {
        if (const uint8_t* bytes = window.Get(offset + *where, 4))
        {
            ports = BondHeaderWindow::ReadLittle32(bytes);
        }
    }
}

void
BondFlowKeys::ReadIcmp(BondHeaderWindow& window, std::size_t offset)
{
    const uint8_t* header = window.Get(offset, ICMP_LENGTH);
    if (!header)
    {
        return;
    }
    icmpType = header[0];
    icmpCode = header[1];
    icmpId = 0;
    if (HasIcmpId(icmpType))
    {
        // 0 means that there is no id
        const uint16_t id = BondHeaderWindow::ReadBig16(header + ICMP_ID);
        icmpId = id == 0 ? 1 : id;
    }
}

uint32_t
BondFlowKeys::GetPortsOrIcmp() const
{
    return icmpId == 0 ? ports : icmpType | icmpCode << 8 | uint32_t{icmpId} << 16;
}

bool
BondFlowKeys::IsIpv4Fragment(const uint8_t* header)
{
    return (BondHeaderWindow::ReadBig16(header + IPV4_FRAGMENT_FIELD) & MORE_FRAGMENTS_OR_OFFSET) !=
           0;
}

} // namespace ns3
