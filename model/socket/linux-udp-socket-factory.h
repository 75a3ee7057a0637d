/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_LINUX_UDP_SOCKET_FACTORY_H
#define LINUX_TX_LINUX_UDP_SOCKET_FACTORY_H

#include "ns3/linux-udp-socket.h"
#include "ns3/socket-factory.h"

#include <vector>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief Makes LinuxUdpSockets: what applications name to get them.
 *
 * Aggregated to a node by LinuxTxHelper. Like UdpL4Protocol it keeps the sockets it made, so that a
 * socket goes on receiving when the script that made it has forgotten it.
 */
class LinuxUdpSocketFactory : public SocketFactory
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    /**
     * @brief Make a socket on the node.
     * @return a new LinuxUdpSocket
     */
    Ptr<Socket> CreateSocket() override;

  protected:
    void DoDispose() override;

  private:
    std::vector<Ptr<LinuxUdpSocket>> m_sockets; //!< the sockets made
};

} // namespace ns3

#endif /* LINUX_TX_LINUX_UDP_SOCKET_FACTORY_H */
