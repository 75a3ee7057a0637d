/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/wrapped-udp-socket.h"

#include "ns3/boolean.h"
#include "ns3/integer.h"
#include "ns3/log.h"
#include "ns3/node.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <cerrno>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("WrappedUdpSocket");

NS_OBJECT_ENSURE_REGISTERED(WrappedUdpSocket);

namespace
{

/**
 * @brief The Linux error that the stock socket's one stands for.
 * @param error the stock socket's
 * @return errno
 */
int
ToLinuxErrno(Socket::SocketErrno error)
{
    switch (error)
    {
    case Socket::ERROR_NOTERROR:
        return 0;
    case Socket::ERROR_ISCONN:
        return EISCONN;
    case Socket::ERROR_NOTCONN:
        return EDESTADDRREQ;
    case Socket::ERROR_MSGSIZE:
        return EMSGSIZE;
    case Socket::ERROR_AGAIN:
        return EAGAIN;
    case Socket::ERROR_SHUTDOWN:
        return EPIPE;
    case Socket::ERROR_OPNOTSUPP:
        return EACCES;
    case Socket::ERROR_AFNOSUPPORT:
        return EAFNOSUPPORT;
    case Socket::ERROR_BADF:
        return EBADF;
    case Socket::ERROR_NOROUTETOHOST:
        return ENETUNREACH;
    case Socket::ERROR_NODEV:
        return ENODEV;
    case Socket::ERROR_ADDRNOTAVAIL:
        return EADDRNOTAVAIL;
    case Socket::ERROR_ADDRINUSE:
        return EADDRINUSE;
    default:
        return EINVAL;
    }
}

} // namespace

TypeId
WrappedUdpSocket::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::WrappedUdpSocket")
            .SetParent<UdpSocket>()
            .SetGroupName("LinuxTx")
            .AddAttribute("IcmpCallback",
                          "Callback invoked whenever an ICMP error is received on this socket",
                          CallbackValue(),
                          MakeCallbackAccessor(&WrappedUdpSocket::SetIcmpCallback),
                          MakeCallbackChecker())
            .AddAttribute("IcmpCallback6",
                          "Callback invoked whenever an ICMPv6 error is received on this socket",
                          CallbackValue(),
                          MakeCallbackAccessor(&WrappedUdpSocket::SetIcmpCallback6),
                          MakeCallbackChecker())
            .AddTraceSource("Drop",
                            "A received packet was dropped because the receive buffer is full",
                            MakeTraceSourceAccessor(&WrappedUdpSocket::m_dropTrace),
                            "ns3::Packet::TracedCallback");
    return tid;
}

WrappedUdpSocket::WrappedUdpSocket() = default;

WrappedUdpSocket::~WrappedUdpSocket() = default;

void
WrappedUdpSocket::DoDispose()
{
    m_sync.Cancel();
    if (m_socket)
    {
        m_socket->SetRecvCallback(MakeNullCallback<void, Ptr<Socket>>());
        m_socket->TraceDisconnectWithoutContext("Drop",
                                                MakeCallback(&WrappedUdpSocket::ForwardDrop, this));
    }
    UdpSocket::DoDispose();
}

void
WrappedUdpSocket::WrapSocket(const Ptr<Socket>& socket)
{
    m_socket = socket;
    m_socket->SetRecvCallback(MakeCallback(&WrappedUdpSocket::ForwardDataRecv, this));
    m_socket->TraceConnectWithoutContext("Drop",
                                         MakeCallback(&WrappedUdpSocket::ForwardDrop, this));
    SetRcvBufSize(m_rcvBufSize);
    SetIpMulticastTtl(m_ipMulticastTtl);
    SetIpMulticastIf(m_ipMulticastIf);
    SetIpMulticastLoop(m_ipMulticastLoop);
    SetMtuDiscover(m_mtuDiscover);
    SetIcmpCallback(m_icmpCallback);
    SetIcmpCallback6(m_icmpCallback6);
}

int
WrappedUdpSocket::GetLinuxErrno() const
{
    return m_linuxErrno;
}

Socket::SocketErrno
WrappedUdpSocket::GetErrno() const
{
    return m_errno;
}

int
WrappedUdpSocket::Fail(SocketErrno error, int linuxErrno)
{
    m_errno = error;
    m_linuxErrno = linuxErrno;
    return -1;
}

int
WrappedUdpSocket::PassOn(int result)
{
    return result >= 0 ? result : Fail(m_socket->GetErrno(), ToLinuxErrno(m_socket->GetErrno()));
}

void
WrappedUdpSocket::SyncSendOptions()
{
    if (m_socket->GetIpTos() != GetIpTos())
    {
        m_socket->SetIpTos(GetIpTos());
    }
    if (m_socket->GetPriority() != GetPriority())
    {
        m_socket->SetPriority(GetPriority());
    }
    if (IsManualIpv6Tclass() && m_socket->GetIpv6Tclass() != GetIpv6Tclass())
    {
        m_socket->SetIpv6Tclass(GetIpv6Tclass());
    }
}

void
WrappedUdpSocket::SyncReceiveOptions()
{
    if (m_socket->IsRecvPktInfo() != IsRecvPktInfo())
    {
        m_socket->SetRecvPktInfo(IsRecvPktInfo());
    }
    if (m_socket->IsIpRecvTos() != IsIpRecvTos())
    {
        m_socket->SetIpRecvTos(IsIpRecvTos());
    }
    if (m_socket->IsIpRecvTtl() != IsIpRecvTtl())
    {
        m_socket->SetIpRecvTtl(IsIpRecvTtl());
    }
    if (m_socket->IsIpv6RecvTclass() != IsIpv6RecvTclass())
    {
        m_socket->SetIpv6RecvTclass(IsIpv6RecvTclass());
    }
    if (m_socket->IsIpv6RecvHopLimit() != IsIpv6RecvHopLimit())
    {
        m_socket->SetIpv6RecvHopLimit(IsIpv6RecvHopLimit());
    }
}

void
WrappedUdpSocket::SyncOptions()
{
    SyncSendOptions();
    SyncReceiveOptions();
}

int
WrappedUdpSocket::FinishSetup(int result)
{
    if (result < 0)
    {
        return PassOn(result);
    }
    // An address can carry a TOS, which the wrapped socket has taken from it.
    const uint8_t priority = GetPriority();
    SetIpTos(m_socket->GetIpTos());
    if (m_socket->GetIpTos() == 0)
    {
        SetPriority(priority);
    }
    if (m_sync.IsExpired())
    {
        m_sync = Simulator::ScheduleNow(&WrappedUdpSocket::SyncOptions, this);
    }
    return result;
}

int
WrappedUdpSocket::Bind(const Address& address)
{
    SyncOptions();
    return FinishSetup(m_socket->Bind(address));
}

int
WrappedUdpSocket::Bind()
{
    SyncOptions();
    return FinishSetup(m_socket->Bind());
}

int
WrappedUdpSocket::Bind6()
{
    SyncOptions();
    return FinishSetup(m_socket->Bind6());
}

int
WrappedUdpSocket::Connect(const Address& address)
{
    SyncOptions();
    const int result = FinishSetup(m_socket->Connect(address));
    if (result == 0)
    {
        m_peer = address;
        NotifyConnectionSucceeded();
    }
    else
    {
        NotifyConnectionFailed();
    }
    return result;
}

int
WrappedUdpSocket::Listen()
{
    return PassOn(m_socket->Listen());
}

int
WrappedUdpSocket::Close()
{
    NS_LOG_FUNCTION(this);
    return PassOn(m_socket->Close());
}

int
WrappedUdpSocket::Send(Ptr<Packet> p, uint32_t flags)
{
    SyncSendOptions();
    return PassOn(m_socket->Send(p, flags));
}

int
WrappedUdpSocket::SendTo(Ptr<Packet> p, uint32_t flags, const Address& toAddress)
{
    SyncSendOptions();
    return PassOn(m_socket->SendTo(p, flags, toAddress));
}

uint32_t
WrappedUdpSocket::GetTxAvailable() const
{
    return m_socket->GetTxAvailable();
}

int
WrappedUdpSocket::ShutdownSend()
{
    return PassOn(m_socket->ShutdownSend());
}

int
WrappedUdpSocket::ShutdownRecv()
{
    return PassOn(m_socket->ShutdownRecv());
}

Socket::SocketType
WrappedUdpSocket::GetSocketType() const
{
    return NS3_SOCK_DGRAM;
}

Ptr<Node>
WrappedUdpSocket::GetNode() const
{
    return m_socket->GetNode();
}

uint32_t
WrappedUdpSocket::GetRxAvailable() const
{
    return m_socket->GetRxAvailable();
}

Ptr<Packet>
WrappedUdpSocket::Recv(uint32_t maxSize, uint32_t flags)
{
    Address from;
    return RecvFrom(maxSize, flags, from);
}

Ptr<Packet>
WrappedUdpSocket::RecvFrom(uint32_t maxSize, uint32_t flags, Address& fromAddress)
{
    SyncReceiveOptions();
    Ptr<Packet> packet = m_socket->RecvFrom(maxSize, flags, fromAddress);
    if (!packet)
    {
        PassOn(-1);
    }
    return packet;
}

int
WrappedUdpSocket::GetSockName(Address& address) const
{
    return m_socket->GetSockName(address);
}

int
WrappedUdpSocket::GetPeerName(Address& address) const
{
    return m_socket->GetPeerName(address);
}

void
WrappedUdpSocket::BindToNetDevice(Ptr<NetDevice> netdevice)
{
    UdpSocket::BindToNetDevice(netdevice);
    m_socket->BindToNetDevice(netdevice);
}

bool
WrappedUdpSocket::SetAllowBroadcast(bool allowBroadcast)
{
    return m_socket->SetAllowBroadcast(allowBroadcast);
}

bool
WrappedUdpSocket::GetAllowBroadcast() const
{
    return m_socket->GetAllowBroadcast();
}

void
WrappedUdpSocket::SetIpTtl(uint8_t ipTtl)
{
    UdpSocket::SetIpTtl(ipTtl);
    if (m_socket)
    {
        m_socket->SetIpTtl(ipTtl);
    }
}

void
WrappedUdpSocket::SetIpv6HopLimit(uint8_t ipHopLimit)
{
    UdpSocket::SetIpv6HopLimit(ipHopLimit);
    if (m_socket)
    {
        m_socket->SetIpv6HopLimit(ipHopLimit);
    }
}

void
WrappedUdpSocket::Ipv6JoinGroup(Ipv6Address address,
                                Ipv6MulticastFilterMode filterMode,
                                std::vector<Ipv6Address> sourceAddresses)
{
    m_socket->Ipv6JoinGroup(address, filterMode, sourceAddresses);
}

void
WrappedUdpSocket::Ipv6JoinGroup(Ipv6Address address)
{
    m_socket->Ipv6JoinGroup(address);
}

void
WrappedUdpSocket::Ipv6LeaveGroup()
{
    m_socket->Ipv6LeaveGroup();
}

int
WrappedUdpSocket::MulticastJoinGroup(uint32_t interface, const Address& groupAddress)
{
    return DynamicCast<UdpSocket>(m_socket)->MulticastJoinGroup(interface, groupAddress);
}

int
WrappedUdpSocket::MulticastLeaveGroup(uint32_t interface, const Address& groupAddress)
{
    return DynamicCast<UdpSocket>(m_socket)->MulticastLeaveGroup(interface, groupAddress);
}

void
WrappedUdpSocket::Forward(const char* name, const AttributeValue& value)
{
    if (m_socket)
    {
        m_socket->SetAttribute(name, value);
    }
}

void
WrappedUdpSocket::SetRcvBufSize(uint32_t size)
{
    m_rcvBufSize = size;
    Forward("RcvBufSize", UintegerValue(size));
}

uint32_t
WrappedUdpSocket::GetRcvBufSize() const
{
    return m_rcvBufSize;
}

void
WrappedUdpSocket::SetIpMulticastTtl(uint8_t ipTtl)
{
    m_ipMulticastTtl = ipTtl;
    Forward("IpMulticastTtl", UintegerValue(ipTtl));
}

uint8_t
WrappedUdpSocket::GetIpMulticastTtl() const
{
    return m_ipMulticastTtl;
}

void
WrappedUdpSocket::SetIpMulticastIf(int32_t ipIf)
{
    m_ipMulticastIf = ipIf;
    Forward("IpMulticastIf", IntegerValue(ipIf));
}

int32_t
WrappedUdpSocket::GetIpMulticastIf() const
{
    return m_ipMulticastIf;
}

void
WrappedUdpSocket::SetIpMulticastLoop(bool loop)
{
    m_ipMulticastLoop = loop;
    Forward("IpMulticastLoop", BooleanValue(loop));
}

bool
WrappedUdpSocket::GetIpMulticastLoop() const
{
    return m_ipMulticastLoop;
}

void
WrappedUdpSocket::SetMtuDiscover(bool discover)
{
    m_mtuDiscover = discover;
    Forward("MtuDiscover", BooleanValue(discover));
}

bool
WrappedUdpSocket::GetMtuDiscover() const
{
    return m_mtuDiscover;
}

void
WrappedUdpSocket::SetIcmpCallback(IcmpCallback callback)
{
    m_icmpCallback = callback;
    Forward("IcmpCallback", CallbackValue(callback));
}

void
WrappedUdpSocket::SetIcmpCallback6(IcmpCallback6 callback)
{
    m_icmpCallback6 = callback;
    Forward("IcmpCallback6", CallbackValue(callback));
}

void
WrappedUdpSocket::ForwardDataRecv(Ptr<Socket> /* socket */)
{
    NotifyDataRecv();
}

void
WrappedUdpSocket::ForwardDrop(Ptr<const Packet> packet)
{
    m_dropTrace(packet);
}

} // namespace ns3
