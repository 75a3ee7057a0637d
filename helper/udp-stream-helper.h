/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_UDP_STREAM_HELPER_H
#define LINUX_TX_UDP_STREAM_HELPER_H

#include "ns3/address.h"
#include "ns3/application-container.h"
#include "ns3/attribute.h"
#include "ns3/node-container.h"
#include "ns3/object-factory.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <string>

namespace ns3
{

class Node;

/**
 * @ingroup linux-tx
 * @brief Puts UdpStreamApplications on nodes.
 */
class UdpStreamHelper
{
  public:
    /**
     * @brief Constructor.
     * @param protocol name of the socket factory, such as "ns3::LinuxUdpSocketFactory"
     * @param remote whom to send to: an InetSocketAddress or Inet6SocketAddress
     */
    UdpStreamHelper(const std::string& protocol, const Address& remote);

    /**
     * @brief Set an attribute of the applications installed from now on.
     * @param name the attribute
     * @param value its value
     */
    void SetAttribute(const std::string& name, const AttributeValue& value);

    /**
     * @brief Install one application on each node.
     * @param nodes the nodes
     * @return the applications, in order of the nodes
     */
    ApplicationContainer Install(const NodeContainer& nodes) const;

    /**
     * @brief Install one application on a node.
     * @param node the node
     * @return the application
     */
    ApplicationContainer Install(Ptr<Node> node) const;

    /**
     * @brief Install one application on a node.
     * @param nodeName the name that the node was given with Names::Add
     * @return the application
     */
    ApplicationContainer Install(const std::string& nodeName) const;

    /**
     * @brief Fix the random variables of the applications; there are none.
     * @param nodes the nodes
     * @param stream first stream to use
     * @return 0, the number of streams used
     */
    int64_t AssignStreams(const NodeContainer& nodes, int64_t stream) const;

  private:
    ObjectFactory m_factory; //!< makes the applications
};

} // namespace ns3

#endif /* LINUX_TX_UDP_STREAM_HELPER_H */
