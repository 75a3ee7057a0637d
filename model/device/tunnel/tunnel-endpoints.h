/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_TUNNEL_ENDPOINTS_H
#define LINUX_TX_TUNNEL_ENDPOINTS_H

#include "ns3/ipv4-address.h"

#include <cstdint>
#include <optional>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief Between which addresses a tunnel runs, and with which key (struct ip_tunnel_parm).
 */
struct TunnelEndpoints
{
    /// How well a received packet fits a tunnel: the passes of ip_tunnel_lookup(), best first.
    enum Match : uint8_t
    {
        BOTH,   //!< local and remote address
        REMOTE, //!< remote address; the tunnel has no local one
        LOCAL,  //!< local address, and the tunnel has no remote one; or its multicast group
        KEY,    //!< the tunnel has neither address, and the packet's key
        NONE,   //!< not at all
    };

    Ipv4Address local{Ipv4Address::GetAny()};  //!< this end; 0.0.0.0 for any
    Ipv4Address remote{Ipv4Address::GetAny()}; //!< the other end; 0.0.0.0 for any
    std::optional<uint32_t> key;               //!< the key, or nothing

    /**
     * @brief Does a received packet belong to this tunnel?
     *
     * But for the last pass, a packet with a key fits only a tunnel with the same key, and one
     * without only a tunnel without.
     * @param packet addresses of the packet as its receiver sees them, and its key
     * @param hasKeys do packets of this protocol have keys at all (GRE), or never (IPIP)?
     * @return how well it fits
     */
    Match Fit(const TunnelEndpoints& packet, bool hasKeys) const;
};

/**
 * @ingroup linux-tx
 * @brief Are these the same tunnel (ip_tunnel_find)? A host has no two of a kind.
 * @param a one
 * @param b another
 * @return true if all three agree
 */
bool operator==(const TunnelEndpoints& a, const TunnelEndpoints& b);

} // namespace ns3

#endif /* LINUX_TX_TUNNEL_ENDPOINTS_H */
