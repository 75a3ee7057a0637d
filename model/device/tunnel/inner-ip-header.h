/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_INNER_IP_HEADER_H
#define LINUX_TX_INNER_IP_HEADER_H

#include "ns3/packet.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <optional>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief What a tunnel needs to know of the IP header of a packet that goes into it or comes out
 *        (inner_iph in ip_tunnel_xmit and ip_tunnel_rcv).
 */
class InnerIpHeader
{
  public:
    /**
     * @brief Is a protocol IP?
     * @param protocol EtherType
     * @return true for IPv4 and IPv6
     */
    static bool IsIp(uint16_t protocol);

    /**
     * @brief Look at the header of a packet, without a belief in its being right.
     * @param packet the packet from its IP header on
     * @param protocol EtherType
     * @return the facts; nothing if there is no whole IP header of that version
     */
    static std::optional<InnerIpHeader> Peek(const Ptr<const Packet>& packet, uint16_t protocol);

    /**
     * @brief Change TOS or traffic class in a packet (IP_ECN_set_ce, IP6_ECN_set_ce).
     * @param packet a packet that Peek() takes
     * @param protocol EtherType
     * @param tos the new value
     */
    static void SetTos(const Ptr<Packet>& packet, uint16_t protocol, uint8_t tos);

    /**
     * @brief TOS or traffic class.
     * @return the value
     */
    uint8_t GetTos() const
    {
        return m_tos;
    }

    /**
     * @brief TTL or hop limit.
     * @return the value
     */
    uint8_t GetTtl() const
    {
        return m_ttl;
    }

    /**
     * @brief Has an IPv4 header IP_DF set?
     * @return true if so; false for IPv6
     */
    bool IsDontFragment() const
    {
        return m_dontFragment;
    }

  private:
    InnerIpHeader() = default;

    uint8_t m_tos{0};           //!< TOS or traffic class
    uint8_t m_ttl{0};           //!< TTL or hop limit
    bool m_dontFragment{false}; //!< IP_DF
};

} // namespace ns3

#endif /* LINUX_TX_INNER_IP_HEADER_H */
