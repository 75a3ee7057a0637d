/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_LINUX_TCP_SOCKET_FACTORY_H
#define LINUX_TX_LINUX_TCP_SOCKET_FACTORY_H

#include "ns3/socket-factory.h"

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief Makes LinuxTcpSockets: give "ns3::LinuxTcpSocketFactory" to an application by name.
 *
 * Congestion control, recovery and RTT estimator of a socket are those of the node's TcpL4Protocol,
 * as for a stock socket.
 */
class LinuxTcpSocketFactory : public SocketFactory
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    Ptr<Socket> CreateSocket() override;
};

} // namespace ns3

#endif /* LINUX_TX_LINUX_TCP_SOCKET_FACTORY_H */
