/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_REQUEST_SESSION_H
#define LINUX_TX_REQUEST_SESSION_H

#include "message-socket.h"

#include "ns3/event-id.h"
#include "ns3/inet-socket-address.h"
#include "ns3/node.h"
#include "ns3/nstime.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

namespace ns3
{

/// What a session of requests and responses is made of.
struct RequestPattern
{
    uint32_t requestSize{1};           //!< bytes
    uint32_t responseSize{1};          //!< bytes
    Time thinkTime{MicroSeconds(400)}; //!< from the arrival of a response to the next request
    std::string factory{"ns3::TcpSocketFactory"}; //!< makes the sockets
};

/**
 * @ingroup linux-tx
 * @brief The client of one TCP session, as `netperf -t TCP_RR` runs it: a request, then its
 *        response, then the next request.
 *
 * Invariant: at most one request is under way.
 */
class RequestSession
{
  public:
    /// What happened in a session.
    struct Counters
    {
        uint64_t requests{0};     //!< requests sent
        uint64_t transactions{0}; //!< requests whose response has come
        Time roundTrips{0};       //!< sum of the times from these requests to their responses
    };

    /**
     * @brief Constructor; nothing happens before Connect().
     * @param node where it runs
     * @param local its address and port
     * @param pattern sizes and think time
     */
    RequestSession(const Ptr<Node>& node,
                   const InetSocketAddress& local,
                   const RequestPattern& pattern);
    ~RequestSession();

    RequestSession(const RequestSession&) = delete;
    RequestSession& operator=(const RequestSession&) = delete;

    /**
     * @brief Connect; the first request follows at once.
     * @param server address and port of the server
     * @param connected what to do then
     */
    void Connect(const InetSocketAddress& server, std::function<void()> connected);

    /**
     * @brief Set who hears of each transaction.
     * @param observer told how long it took from request to response
     */
    void SetObserver(std::function<void(Time)> observer);

    /**
     * @brief No further request.
     * @param idle what to do when the last response has come, which may be at once
     */
    void Stop(std::function<void()> idle);

    /**
     * @brief What happened so far.
     * @return the counters
     */
    const Counters& GetCounters() const
    {
        return m_counters;
    }

    /**
     * @brief The socket, for its settings.
     * @return the socket
     */
    const Ptr<Socket>& GetSocket() const
    {
        return m_socket;
    }

  private:
    /**
     * @brief Send the next request.
     */
    void SendRequest();

    /**
     * @brief A response has come.
     */
    void ReceiveResponse();

    RequestPattern m_pattern;             //!< sizes and think time
    Ptr<Socket> m_socket;                 //!< the socket
    MessageSocket m_messages;             //!< messages over the socket
    std::function<void()> m_connected;    //!< what to do when connected
    std::function<void(Time)> m_observer; //!< told of each transaction; may be empty
    std::function<void()> m_idle;         //!< what to do when idle; empty before Stop()
    EventId m_nextRequest;                //!< SendRequest() after the think time
    Time m_sentAt;                        //!< when the request under way was sent
    bool m_underWay{false};               //!< is a request under way?
    Counters m_counters;                  //!< what happened
};

} // namespace ns3

#endif /* LINUX_TX_REQUEST_SESSION_H */
