/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/linux-tcp-socket-factory.h"

#include "ns3/linux-tcp-socket.h"
#include "ns3/linux-transmit-path.h"
#include "ns3/log.h"
#include "ns3/node.h"
#include "ns3/object-factory.h"
#include "ns3/rtt-estimator.h"
#include "ns3/tcp-congestion-ops.h"
#include "ns3/tcp-l4-protocol.h"
#include "ns3/tcp-recovery-ops.h"

#include <string>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("LinuxTcpSocketFactory");

NS_OBJECT_ENSURE_REGISTERED(LinuxTcpSocketFactory);

namespace
{

/**
 * @brief Make an object of the type that an attribute of TCP names.
 * @tparam T its base class
 * @param tcp the node's TCP
 * @param attribute name of an attribute that holds a TypeId
 * @return a new object
 */
template <typename T>
Ptr<T>
CreateFromAttribute(const Ptr<TcpL4Protocol>& tcp, const std::string& attribute)
{
    TypeIdValue type;
    tcp->GetAttribute(attribute, type);
    ObjectFactory factory;
    factory.SetTypeId(type.Get());
    return factory.Create<T>();
}

} // namespace

TypeId
LinuxTcpSocketFactory::GetTypeId()
{
    static TypeId tid = TypeId("ns3::LinuxTcpSocketFactory")
                            .SetParent<SocketFactory>()
                            .SetGroupName("LinuxTx")
                            .AddConstructor<LinuxTcpSocketFactory>();
    return tid;
}

Ptr<Socket>
LinuxTcpSocketFactory::CreateSocket()
{
    NS_LOG_FUNCTION(this);
    const Ptr<TcpL4Protocol> tcp = GetObject<TcpL4Protocol>();
    auto socket = CreateObject<LinuxTcpSocket>();
    socket->SetNode(GetObject<Node>());
    socket->SetTcp(tcp);
    socket->SetRtt(CreateFromAttribute<RttEstimator>(tcp, "RttEstimatorType"));
    socket->SetCongestionControlAlgorithm(CreateFromAttribute<TcpCongestionOps>(tcp, "SocketType"));
    socket->SetRecoveryAlgorithm(CreateFromAttribute<TcpRecoveryOps>(tcp, "RecoveryType"));
    socket->SetTransmitPath(GetObject<LinuxTransmitPath>());
    tcp->AddSocket(socket);
    return socket;
}

} // namespace ns3
