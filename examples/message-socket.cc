/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "message-socket.h"

#include "ns3/packet.h"

#include <algorithm>
#include <utility>

namespace ns3
{

MessageSocket::MessageSocket(const Ptr<Socket>& socket,
                             uint32_t receiveSize,
                             std::function<void()> onMessage)
    : m_socket(socket),
      m_receiveSize(receiveSize),
      m_onMessage(std::move(onMessage))
{
    m_socket->SetRecvCallback(Callback<void, Ptr<Socket>>([this](Ptr<Socket>) { Read(); }));
    m_socket->SetSendCallback(
        Callback<void, Ptr<Socket>, uint32_t>([this](Ptr<Socket>, uint32_t) { Write(); }));
}

MessageSocket::~MessageSocket()
{
    m_socket->SetRecvCallback(MakeNullCallback<void, Ptr<Socket>>());
    m_socket->SetSendCallback(MakeNullCallback<void, Ptr<Socket>, uint32_t>());
}

void
MessageSocket::Send(uint32_t size)
{
    m_unsent += size;
    Write();
}

void
MessageSocket::Write()
{
    while (m_unsent > 0)
    {
        const uint32_t size = std::min(m_unsent, m_socket->GetTxAvailable());
        if (size == 0 || m_socket->Send(Create<Packet>(size)) < 0)
        {
            return; // the socket calls again when it has room
        }
        m_unsent -= size;
    }
}

void
MessageSocket::Read()
{
    while (const Ptr<Packet> packet = m_socket->Recv())
    {
        if (packet->GetSize() == 0)
        {
            return; // the other end has closed
        }
        m_received += packet->GetSize();
    }
    while (m_received >= m_receiveSize)
    {
        m_received -= m_receiveSize;
        m_onMessage();
    }
}

} // namespace ns3
