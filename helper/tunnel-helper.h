/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_TUNNEL_HELPER_H
#define LINUX_TX_TUNNEL_HELPER_H

#include "ns3/attribute.h"
#include "ns3/ipv4-address.h"
#include "ns3/net-device-container.h"
#include "ns3/node.h"
#include "ns3/object-factory.h"
#include "ns3/stacked-trace-helper.h"

#include <string>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief Makes tunnels over IPv4: `ip link add gre1 type gre local L remote R`.
 *
 * Call Install() after LinuxTxHelper::Install(), on both hosts, and give the two devices addresses
 * of a network of their own. The outer addresses and the route to the remote one may come before or
 * after that. GRE carries IPv4 and IPv6, IPIP only IPv4.
 *
 * Captures show inner packets without a link-layer header (DLT_RAW), as tcpdump on gre1 does; the
 * outer ones are in a capture on the device below.
 *
 * Every mistake ends the program with one line on stderr and exit status 1.
 */
class TunnelHelper : public StackedTraceHelper
{
  public:
    /**
     * @brief Constructor.
     * @param kind gre or ipip
     */
    explicit TunnelHelper(const std::string& kind);

    /**
     * @brief Set an attribute of the tunnels to be made.
     * @param name name of an attribute of GreNetDevice or IpipNetDevice
     * @param value its value
     */
    void SetDeviceAttribute(const std::string& name, const AttributeValue& value);

    /**
     * @brief Make one end of a tunnel.
     * @param node the node
     * @param local outer address of this end; 0.0.0.0 for any
     * @param remote outer address of the other end; 0.0.0.0 for a tunnel that only receives
     * @return the tunnel, a GreNetDevice or IpipNetDevice
     */
    NetDeviceContainer Install(const Ptr<Node>& node, Ipv4Address local, Ipv4Address remote) const;

    /**
     * @brief Make one end of a tunnel.
     * @param nodeName the node's name
     * @param local outer address of this end; 0.0.0.0 for any
     * @param remote outer address of the other end; 0.0.0.0 for a tunnel that only receives
     * @return the tunnel, a GreNetDevice or IpipNetDevice
     */
    NetDeviceContainer Install(const std::string& nodeName,
                               Ipv4Address local,
                               Ipv4Address remote) const;

  private:
    ObjectFactory m_factory; //!< makes tunnels
};

} // namespace ns3

#endif /* LINUX_TX_TUNNEL_HELPER_H */
