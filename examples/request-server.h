/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_REQUEST_SERVER_H
#define LINUX_TX_REQUEST_SERVER_H

#include "message-socket.h"
#include "request-session.h"

#include "ns3/node.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief The server of any number of RequestSessions (netserver): it answers each request at once.
 */
class RequestServer
{
  public:
    static constexpr uint16_t PORT = 12865; //!< where it listens

    /**
     * @brief Constructor; it listens at once.
     * @param node where it runs
     * @param pattern sizes
     */
    RequestServer(const Ptr<Node>& node, const RequestPattern& pattern);
    ~RequestServer();

    RequestServer(const RequestServer&) = delete;
    RequestServer& operator=(const RequestServer&) = delete;

    /**
     * @brief Requests that were answered.
     * @return number of requests
     */
    uint64_t GetAnswered() const
    {
        return m_answered;
    }

  private:
    /**
     * @brief Serve a client.
     * @param socket the connected socket
     */
    void Accept(const Ptr<Socket>& socket);

    RequestPattern m_pattern;                              //!< sizes
    Ptr<Socket> m_listener;                                //!< the listening socket
    std::vector<std::unique_ptr<MessageSocket>> m_clients; //!< one a session
    uint64_t m_answered{0};                                //!< requests that were answered
};

} // namespace ns3

#endif /* LINUX_TX_REQUEST_SERVER_H */
