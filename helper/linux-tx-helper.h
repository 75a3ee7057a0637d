/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_LINUX_TX_HELPER_H
#define LINUX_TX_LINUX_TX_HELPER_H

#include "ns3/attribute.h"
#include "ns3/node-container.h"
#include "ns3/node.h"
#include "ns3/object-factory.h"

#include <string>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief Makes nodes Linux hosts: the transmit path and the socket factories.
 *
 * Call Install() after InternetStackHelper::Install(), before or after addresses are assigned.
 * Applications then name ns3::LinuxUdpSocketFactory where they would name ns3::UdpSocketFactory,
 * and ns3::LinuxTcpSocketFactory where they would name ns3::TcpSocketFactory.
 */
class LinuxTxHelper
{
  public:
    LinuxTxHelper();

    /**
     * @brief Set an attribute of the LinuxTransmitPath that each node gets.
     * @param name the attribute's name
     * @param value its value
     */
    void SetAttribute(const std::string& name, const AttributeValue& value);

    /**
     * @brief Make a node a Linux host. A node that is one already stays as it is.
     * @param node a node with an internet stack; the program ends with an error if it has none
     */
    void Install(const Ptr<Node>& node) const;

    /**
     * @brief Make a node a Linux host.
     * @param nodeName the node's name in Names
     */
    void Install(const std::string& nodeName) const;

    /**
     * @brief Make nodes Linux hosts.
     * @param nodes the nodes
     */
    void Install(const NodeContainer& nodes) const;

    /**
     * @brief Make all nodes Linux hosts.
     */
    void InstallAll() const;

  private:
    ObjectFactory m_pathFactory; //!< makes each node's LinuxTransmitPath
};

} // namespace ns3

#endif /* LINUX_TX_LINUX_TX_HELPER_H */
