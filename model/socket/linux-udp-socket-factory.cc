/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/linux-udp-socket-factory.h"

#include "ns3/linux-transmit-path.h"
#include "ns3/log.h"
#include "ns3/udp-l4-protocol.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("LinuxUdpSocketFactory");

NS_OBJECT_ENSURE_REGISTERED(LinuxUdpSocketFactory);

TypeId
LinuxUdpSocketFactory::GetTypeId()
{
    static TypeId tid = TypeId("ns3::LinuxUdpSocketFactory")
                            .SetParent<SocketFactory>()
                            .SetGroupName("LinuxTx")
                            .AddConstructor<LinuxUdpSocketFactory>();
    return tid;
}

Ptr<Socket>
LinuxUdpSocketFactory::CreateSocket()
{
    NS_LOG_FUNCTION(this);
    auto socket = CreateObject<LinuxUdpSocket>();
    socket->Wrap(GetObject<LinuxTransmitPath>(), GetObject<UdpL4Protocol>()->CreateSocket());
    m_sockets.push_back(socket);
    return socket;
}

void
LinuxUdpSocketFactory::DoDispose()
{
    for (const auto& socket : m_sockets)
    {
        socket->Dispose();
    }
    m_sockets.clear();
    SocketFactory::DoDispose();
}

} // namespace ns3
