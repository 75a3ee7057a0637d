/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_BOND_FLOW_KEYS_H
#define LINUX_TX_BOND_FLOW_KEYS_H

#include "ns3/bond-header-window.h"

#include <cstddef>
#include <cstdint>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief What the transmit hash keeps of a frame's headers (struct flow_keys).
 *
 * Only the fields that bond_xmit_hash() reads, as words of a little-endian machine. The two
 * dissectors fill it, each by its own rules of which header counts; how a single header is read is
 * the same in both and written here. All fields are 0 until they are read, and a header that is cut
 * short leaves its fields as they are.
 */
struct BondFlowKeys
{
    static constexpr std::size_t IPV4_LENGTH = 20; //!< IPv4 header without options, in bytes
    static constexpr std::size_t IPV6_LENGTH = 40; //!< IPv6 header, in bytes
    static constexpr std::size_t ICMP_LENGTH = 8;  //!< ICMP header, v4 and v6, in bytes

    /// Numbers of protocols (IPPROTO_*, NEXTHDR_*).
    enum Protocol : uint8_t
    {
        HOP_BY_HOP = 0,
        ICMP = 1,
        IPIP = 4,
        TCP = 6,
        UDP = 17,
        DCCP = 33,
        IPV6 = 41,
        ROUTING = 43,
        FRAGMENT = 44,
        GRE = 47,
        ESP = 50,
        AH = 51,
        ICMPV6 = 58,
        DESTINATION = 60,
        SCTP = 132,
        UDPLITE = 136,
        MPLS = 137,
    };

    uint32_t source{0};      //!< flow_get_u32_src(): IPv6 addresses folded to a word
    uint32_t destination{0}; //!< flow_get_u32_dst()
    uint32_t ports{0};       //!< ports.ports: source port, destination port; or an SPI
    uint8_t icmpType{0};     //!< icmp.type
    uint8_t icmpCode{0};     //!< icmp.code
    uint16_t icmpId{0};      //!< icmp.id, 1 for an id of 0; 0 if the type has none

    /**
     * @brief Take the addresses of an IPv4 header (iph_to_flow_copy_v4addrs).
     * @param header the header
     */
    void ReadIpv4Addresses(const uint8_t* header);

    /**
     * @brief Take the addresses of an IPv6 header (iph_to_flow_copy_v6addrs, ipv6_addr_hash).
     * @param header the header
     */
    void ReadIpv6Addresses(const uint8_t* header);

    /**
     * @brief Take the ports (__skb_flow_get_ports).
     * @param window the frame
     * @param offset where the header behind IP begins
     * @param protocol what header that is; ports become 0 if it has none
     */
    void ReadPorts(BondHeaderWindow& window, std::size_t offset, uint8_t protocol);

    /**
     * @brief Take type, code and id of an ICMP header (skb_flow_get_icmp_tci).
     * @param window the frame
     * @param offset where the header begins
     */
    void ReadIcmp(BondHeaderWindow& window, std::size_t offset);

    /**
     * @brief What stands for the ports in a hash.
     * @return ICMP type, code and id if there is an id, else the ports
     */
    uint32_t GetPortsOrIcmp() const;

    /**
     * @brief Is an IPv4 packet a fragment, be it the first one (ip_is_fragment)?
     * @param header its header
     * @return true if so
     */
    static bool IsIpv4Fragment(const uint8_t* header);
};

} // namespace ns3

#endif /* LINUX_TX_BOND_FLOW_KEYS_H */
