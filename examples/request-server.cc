/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "request-server.h"

#include "ns3/inet-socket-address.h"

namespace ns3
{

RequestServer::RequestServer(const Ptr<Node>& node, const RequestPattern& pattern)
    : m_pattern(pattern),
      m_listener(Socket::CreateSocket(node, TypeId::LookupByName(pattern.factory)))
{
    m_listener->Bind(InetSocketAddress(Ipv4Address::GetAny(), PORT));
    m_listener->Listen();
    m_listener->SetAcceptCallback(
        MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
        Callback<void, Ptr<Socket>, const Address&>(
            [this](Ptr<Socket> socket, const Address&) { Accept(socket); }));
}

RequestServer::~RequestServer()
{
    m_listener->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                                  MakeNullCallback<void, Ptr<Socket>, const Address&>());
}

void
RequestServer::Accept(const Ptr<Socket>& socket)
{
    const std::size_t client = m_clients.size();
    m_clients.push_back(
        std::make_unique<MessageSocket>(socket, m_pattern.requestSize, [this, client] {
            ++m_answered;
            m_clients[client]->Send(m_pattern.responseSize);
        }));
}

} // namespace ns3
