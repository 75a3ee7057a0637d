/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "request-session.h"

#include "ns3/configuration-error.h"
#include "ns3/simulator.h"

#include <string>
#include <utility>

namespace ns3
{

RequestSession::RequestSession(const Ptr<Node>& node,
                               const InetSocketAddress& local,
                               const RequestPattern& pattern)
    : m_pattern(pattern),
      m_socket(Socket::CreateSocket(node, TypeId::LookupByName(pattern.factory))),
      m_messages(m_socket, pattern.responseSize, [this] { ReceiveResponse(); })
{
    if (m_socket->Bind(local) < 0)
    {
        ExitOnConfigurationError("cannot bind a socket to port " + std::to_string(local.GetPort()));
    }
}

RequestSession::~RequestSession()
{
    m_nextRequest.Cancel();
    using Connected = Callback<void, Ptr<Socket>>;
    m_socket->SetConnectCallback(Connected(), Connected());
}

void
RequestSession::Connect(const InetSocketAddress& server, std::function<void()> connected)
{
    m_connected = std::move(connected);
    using Connected = Callback<void, Ptr<Socket>>;
    m_socket->SetConnectCallback(Connected([this](Ptr<Socket>) {
                                     SendRequest();
                                     m_connected();
                                 }),
                                 Connected());
    m_socket->Connect(server);
}

void
RequestSession::SetObserver(std::function<void(Time)> observer)
{
    m_observer = std::move(observer);
}

void
RequestSession::Stop(std::function<void()> idle)
{
    m_idle = std::move(idle);
    m_nextRequest.Cancel();
    if (!m_underWay)
    {
        m_idle();
    }
}

void
RequestSession::SendRequest()
{
    ++m_counters.requests;
    m_underWay = true;
    m_sentAt = Simulator::Now();
    m_messages.Send(m_pattern.requestSize);
}

void
RequestSession::ReceiveResponse()
{
    ++m_counters.transactions;
    m_underWay = false;
    const Time roundTrip = Simulator::Now() - m_sentAt;
    m_counters.roundTrips += roundTrip;
    if (m_observer)
    {
        m_observer(roundTrip);
    }
    if (m_idle)
    {
        m_idle();
        return;
    }
    m_nextRequest = Simulator::Schedule(m_pattern.thinkTime, &RequestSession::SendRequest, this);
}

} // namespace ns3
