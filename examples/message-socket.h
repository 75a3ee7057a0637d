/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_MESSAGE_SOCKET_H
#define LINUX_TX_MESSAGE_SOCKET_H

#include "ns3/socket.h"

#include <cstdint>
#include <functional>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief Messages of fixed size over a connected TCP socket: what both ends of a request/response
 *        session need.
 *
 * Invariant: the socket calls back only as long as this object lives.
 */
class MessageSocket
{
  public:
    /**
     * @brief Constructor.
     * @param socket a socket; connected before the first Send()
     * @param receiveSize size of a message that comes in, in bytes
     * @param onMessage what to do when one has come in whole
     */
    MessageSocket(const Ptr<Socket>& socket, uint32_t receiveSize, std::function<void()> onMessage);
    ~MessageSocket();

    MessageSocket(const MessageSocket&) = delete;
    MessageSocket& operator=(const MessageSocket&) = delete;

    /**
     * @brief Send a message; what does not fit into the socket's buffer follows when it does.
     * @param size its size, in bytes
     */
    void Send(uint32_t size);

  private:
    /**
     * @brief Give the socket what it has room for.
     */
    void Write();

    /**
     * @brief Take from the socket what it has received.
     */
    void Read();

    Ptr<Socket> m_socket;              //!< the socket
    uint32_t m_receiveSize;            //!< of a message that comes in, in bytes
    std::function<void()> m_onMessage; //!< a message has come in
    uint32_t m_unsent{0};              //!< bytes that did not fit yet
    uint32_t m_received{0};            //!< bytes of the message that is coming in
};

} // namespace ns3

#endif /* LINUX_TX_MESSAGE_SOCKET_H */
