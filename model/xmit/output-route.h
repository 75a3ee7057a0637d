/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_OUTPUT_ROUTE_H
#define LINUX_TX_OUTPUT_ROUTE_H

#include "ns3/address.h"
#include "ns3/net-device.h"
#include "ns3/node.h"
#include "ns3/skb-truesize.h"

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief Where IP will send a datagram (struct rtable, struct neighbour): device and next hop.
 *
 * A socket asks before it sends a message that may become several packets, and afterwards when
 * nothing of the message reached the transmit path.
 */
class OutputRoute
{
  public:
    /**
     * @brief Ask the node's routing (ip_route_output_flow, ip6_dst_lookup_flow).
     * @param node the sending node
     * @param destination InetSocketAddress or Inet6SocketAddress of the receiver
     * @param boundDevice the device that the socket is bound to, or null
     * @return the route; without device if there is none
     */
    static OutputRoute Find(const Ptr<Node>& node,
                            const Address& destination,
                            const Ptr<NetDevice>& boundDevice);

    /**
     * @brief The output device.
     * @return the device; null if there is no route, or the destination is a limited broadcast
     */
    const Ptr<NetDevice>& GetDevice() const
    {
        return m_device;
    }

    /**
     * @brief IP version of the datagram.
     * @return the family
     */
    SkbTruesize::Family GetFamily() const
    {
        return m_family;
    }

    /**
     * @brief Does the next hop's link-layer address have to be found out first?
     * @return true if packets for it wait in the ARP or ND cache (NUD_INCOMPLETE)
     */
    bool IsWaitingForNeighbour() const
    {
        return m_waiting;
    }

  private:
    Ptr<NetDevice> m_device;                         //!< output device, or null
    SkbTruesize::Family m_family{SkbTruesize::IPV4}; //!< IP version
    bool m_waiting{false};                           //!< the neighbour is being resolved
};

} // namespace ns3

#endif /* LINUX_TX_OUTPUT_ROUTE_H */
