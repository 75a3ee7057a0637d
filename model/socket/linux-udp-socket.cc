/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/linux-udp-socket.h"

#include "ns3/boolean.h"
#include "ns3/callback.h"
#include "ns3/datagram-send.h"
#include "ns3/integer.h"
#include "ns3/log.h"
#include "ns3/output-route.h"
#include "ns3/simulator.h"
#include "ns3/skb-tag.h"
#include "ns3/skb-truesize.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cerrno>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("LinuxUdpSocket");

NS_OBJECT_ENSURE_REGISTERED(LinuxUdpSocket);

namespace
{

/// Largest UDP payload that the wrapped socket takes, in bytes.
constexpr uint32_t MAX_MESSAGE = 65507;

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
LinuxUdpSocket::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::LinuxUdpSocket")
            .SetParent<UdpSocket>()
            .SetGroupName("LinuxTx")
            .AddConstructor<LinuxUdpSocket>()
            .AddAttribute("WmemMax",
                          "Largest value that Sndbuf takes, in bytes (net.core.wmem_max). Acts on "
                          "the next setting of Sndbuf.",
                          UintegerValue(SocketWriteMemory::WMEM_MAX),
                          MakeUintegerAccessor(&LinuxUdpSocket::m_wmemMax),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("WmemDefault",
                          "sndbuf of a socket whose Sndbuf is 0, in bytes (net.core.wmem_default)",
                          UintegerValue(SocketWriteMemory::WMEM_DEFAULT),
                          MakeUintegerAccessor(&LinuxUdpSocket::m_wmemDefault),
                          MakeUintegerChecker<uint32_t>(SocketWriteMemory::SOCK_MIN_SNDBUF))
            .AddAttribute("Sndbuf",
                          "SO_SNDBUF as given to setsockopt, in bytes: sndbuf becomes twice the "
                          "smaller of it and WmemMax, at least 4608; 0 is the default",
                          UintegerValue(0),
                          MakeUintegerAccessor(&LinuxUdpSocket::SetSndbuf,
                                               &LinuxUdpSocket::GetSndbufOption),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("RecvErr",
                          "IP_RECVERR: report a drop by the queue disc to the sender (ENOBUFS)",
                          BooleanValue(false),
                          MakeBooleanAccessor(&LinuxUdpSocket::m_recvErr),
                          MakeBooleanChecker())
            .AddAttribute("TxTimestamp",
                          "Packets ask for a transmit timestamp, which exempts them from early "
                          "orphaning",
                          BooleanValue(false),
                          MakeBooleanAccessor(&LinuxUdpSocket::m_txTimestamp),
                          MakeBooleanChecker())
            .AddAttribute("NeedsSocket",
                          "Packets need their socket down to the driver, which exempts them from "
                          "early orphaning",
                          BooleanValue(false),
                          MakeBooleanAccessor(&LinuxUdpSocket::m_needsSocket),
                          MakeBooleanChecker())
            .AddAttribute("SendCallTime",
                          "Time that a send call takes, for a sender whose sndbuf went by at one "
                          "instant",
                          TimeValue(NanoSeconds(1500)),
                          MakeTimeAccessor(&LinuxUdpSocket::m_sendCallTime),
                          MakeTimeChecker(TimeStep(1)))
            .AddAttribute("IcmpCallback",
                          "Callback invoked whenever an ICMP error is received on this socket",
                          CallbackValue(),
                          MakeCallbackAccessor(&LinuxUdpSocket::SetIcmpCallback),
                          MakeCallbackChecker())
            .AddAttribute("IcmpCallback6",
                          "Callback invoked whenever an ICMPv6 error is received on this socket",
                          CallbackValue(),
                          MakeCallbackAccessor(&LinuxUdpSocket::SetIcmpCallback6),
                          MakeCallbackChecker())
            .AddTraceSource("Drop",
                            "A received packet was dropped because the receive buffer is full",
                            MakeTraceSourceAccessor(&LinuxUdpSocket::m_dropTrace),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("WmemAlloc",
                            "Bytes charged to the socket (sk_wmem_alloc): old and new value",
                            MakeTraceSourceAccessor(&LinuxUdpSocket::m_wmemTrace),
                            "ns3::TracedValueCallback::Uint64");
    return tid;
}

LinuxUdpSocket::LinuxUdpSocket()
    : m_wmem(Create<SocketWriteMemory>())
{
    NS_LOG_FUNCTION(this);
    m_wmem->SetWriteSpaceCallback([this] { ScheduleWake(); });
    m_wmem->SetChangeCallback([this](uint64_t before, uint64_t after) {
        m_wmemTrace(before, after);
    });
}

LinuxUdpSocket::~LinuxUdpSocket()
{
    NS_LOG_FUNCTION(this);
    // Packets in flight keep the write memory, but there is nobody to be told any more.
    m_wmem->SetWriteSpaceCallback(nullptr);
    m_wmem->SetChangeCallback(nullptr);
}

void
LinuxUdpSocket::DoDispose()
{
    m_wake.Cancel();
    m_sync.Cancel();
    if (m_socket)
    {
        m_socket->SetRecvCallback(MakeNullCallback<void, Ptr<Socket>>());
        m_socket->TraceDisconnectWithoutContext("Drop",
                                                MakeCallback(&LinuxUdpSocket::ForwardDrop, this));
        m_socket = nullptr;
    }
    m_path = nullptr;
    UdpSocket::DoDispose();
}

void
LinuxUdpSocket::Wrap(const Ptr<LinuxTransmitPath>& path, const Ptr<Socket>& socket)
{
    m_path = path;
    m_socket = socket;
    m_socket->SetRecvCallback(MakeCallback(&LinuxUdpSocket::ForwardDataRecv, this));
    m_socket->TraceConnectWithoutContext("Drop", MakeCallback(&LinuxUdpSocket::ForwardDrop, this));
    SetRcvBufSize(m_rcvBufSize);
    SetIpMulticastTtl(m_ipMulticastTtl);
    SetIpMulticastIf(m_ipMulticastIf);
    SetIpMulticastLoop(m_ipMulticastLoop);
    SetMtuDiscover(m_mtuDiscover);
    SetIcmpCallback(m_icmpCallback);
    SetIcmpCallback6(m_icmpCallback6);
}

void
LinuxUdpSocket::SetSndbuf(uint32_t value)
{
    m_sndbufOption = value;
    if (value == 0)
    {
        m_wmem->ResetSndbuf(m_wmemDefault);
    }
    else
    {
        m_wmem->SetSndbuf(value, m_wmemMax);
    }
}

uint32_t
LinuxUdpSocket::GetSndbufOption() const
{
    return m_sndbufOption;
}

uint32_t
LinuxUdpSocket::GetSndbuf() const
{
    return m_wmem->GetSndbuf();
}

uint64_t
LinuxUdpSocket::GetWmemAlloc() const
{
    return m_wmem->GetWmemAlloc();
}

uint64_t
LinuxUdpSocket::GetPeakWmemAlloc() const
{
    return m_wmem->GetPeakWmemAlloc();
}

uint64_t
LinuxUdpSocket::GetSndbufErrors() const
{
    return m_sndbufErrors;
}

int
LinuxUdpSocket::GetLinuxErrno() const
{
    return m_linuxErrno;
}

Socket::SocketErrno
LinuxUdpSocket::GetErrno() const
{
    return m_errno;
}

int
LinuxUdpSocket::Fail(SocketErrno error, int linuxErrno)
{
    m_errno = error;
    m_linuxErrno = linuxErrno;
    return -1;
}

int
LinuxUdpSocket::Send(Ptr<Packet> p, uint32_t flags)
{
    if (m_peer.IsInvalid())
    {
        return Fail(ERROR_NOTCONN, EDESTADDRREQ);
    }
    return DoSend(p, flags, nullptr);
}

int
LinuxUdpSocket::SendTo(Ptr<Packet> p, uint32_t flags, const Address& toAddress)
{
    return DoSend(p, flags, &toAddress);
}

int
LinuxUdpSocket::DoSend(const Ptr<Packet>& p, uint32_t flags, const Address* toAddress)
{
    NS_LOG_FUNCTION(this << p << flags);
    const Address& destination = toAddress ? *toAddress : m_peer;
    const uint32_t messageBytes = p->GetSize();
    if (messageBytes > MAX_MESSAGE)
    {
        return Fail(ERROR_MSGSIZE, EMSGSIZE);
    }
    m_path->Hook();
    SyncSendOptions();
    if (!m_wmem->CanSend())
    {
        // sock_alloc_send_pskb() marks the socket SOCK_NOSPACE, which udp_sendmsg() counts.
        ++m_sndbufErrors;
        m_wmem->WaitForSpace();
        return Fail(ERROR_AGAIN, EAGAIN);
    }
    if (IsInstantUsedUp())
    {
        return Fail(ERROR_AGAIN, EAGAIN);
    }
    if (!FragmentsFit(messageBytes, destination))
    {
        ++m_sndbufErrors;
        return Fail(SOCKET_ERRNO_LAST, ENOBUFS);
    }

    const uint8_t txFlags =
        (m_txTimestamp ? Skb::TX_TIMESTAMP : 0) | (m_needsSocket ? Skb::NEEDS_SOCKET : 0);
    DatagramSend send(*m_path->GetXmitLayer(), m_wmem, messageBytes, txFlags);
    // The application keeps its packet and may send it again: the tag must not stay on it.
    SkbTag tag = send.GetTag();
    p->ReplacePacketTag(tag);
    const int sent =
        toAddress ? m_socket->SendTo(p, flags, *toAddress) : m_socket->Send(p, flags);
    p->RemovePacketTag(tag);
    if (sent < 0)
    {
        return Fail(m_socket->GetErrno(), ToLinuxErrno(m_socket->GetErrno()));
    }
    if (!send.WasAdopted())
    {
        const OutputRoute route = OutputRoute::Find(GetNode(), destination, m_boundnetdevice);
        if (route.IsWaitingForNeighbour())
        {
            send.Park(route.GetFamily(),
                      route.GetDevice()->GetMtu(),
                      m_path->GetXmitLayer()->GetLinkHeaderRoom(route.GetDevice()));
        }
    }
    CountInstant(std::max<uint64_t>(send.GetCharged(), messageBytes));
    if (send.WasDropped())
    {
        ++m_sndbufErrors;
        if (m_recvErr)
        {
            return Fail(SOCKET_ERRNO_LAST, ENOBUFS);
        }
    }
    NotifyDataSent(messageBytes);
    return sent;
}

bool
LinuxUdpSocket::FragmentsFit(uint32_t messageBytes, const Address& destination) const
{
    if (m_wmem->CanAppend(SkbTruesize::MessageBound(messageBytes)))
    {
        return true;
    }
    const OutputRoute route = OutputRoute::Find(GetNode(), destination, m_boundnetdevice);
    if (!route.GetDevice())
    {
        return true;
    }
    const uint32_t room = m_path->GetXmitLayer()->GetLinkHeaderRoom(route.GetDevice());
    SkbTruesize::Fragments fragments(route.GetFamily(), messageBytes, route.GetDevice()->GetMtu());
    uint64_t pending = 0;
    while (fragments.HasNext())
    {
        const bool first = fragments.IsFirst();
        if (!first && !m_wmem->CanAppend(pending))
        {
            return false;
        }
        pending +=
            SkbTruesize::OfDatagramPacket(route.GetFamily(), fragments.Next(), room, first);
    }
    return true;
}

bool
LinuxUdpSocket::IsInstantUsedUp()
{
    if (m_instant != Simulator::Now() || m_instantBytes < m_wmem->GetSndbuf())
    {
        return false;
    }
    if (m_wake.IsExpired())
    {
        m_wake =
            Simulator::Schedule(m_sendCallTime * m_instantCalls, &LinuxUdpSocket::Wake, this);
    }
    return true;
}

void
LinuxUdpSocket::CountInstant(uint64_t bytes)
{
    const Time now = Simulator::Now();
    if (m_instant != now)
    {
        m_instant = now;
        m_instantBytes = 0;
        m_instantCalls = 0;
    }
    m_instantBytes += bytes;
    ++m_instantCalls;
}

void
LinuxUdpSocket::ScheduleWake()
{
    // Charges end in the middle of a device's or queue disc's own work.
    if (m_wake.IsExpired())
    {
        m_wake = Simulator::ScheduleNow(&LinuxUdpSocket::Wake, this);
    }
}

void
LinuxUdpSocket::Wake()
{
    NS_LOG_FUNCTION(this);
    NotifySend(GetTxAvailable());
}

uint32_t
LinuxUdpSocket::GetTxAvailable() const
{
    return m_wmem->CanSend() ? MAX_MESSAGE : 0;
}

void
LinuxUdpSocket::SyncSendOptions()
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
LinuxUdpSocket::SyncReceiveOptions()
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
LinuxUdpSocket::SyncOptions()
{
    SyncSendOptions();
    SyncReceiveOptions();
}

int
LinuxUdpSocket::FinishSetup(int result)
{
    if (result != 0)
    {
        return Fail(m_socket->GetErrno(), ToLinuxErrno(m_socket->GetErrno()));
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
        m_sync = Simulator::ScheduleNow(&LinuxUdpSocket::SyncOptions, this);
    }
    return result;
}

int
LinuxUdpSocket::Bind(const Address& address)
{
    SyncOptions();
    return FinishSetup(m_socket->Bind(address));
}

int
LinuxUdpSocket::Bind()
{
    SyncOptions();
    return FinishSetup(m_socket->Bind());
}

int
LinuxUdpSocket::Bind6()
{
    SyncOptions();
    return FinishSetup(m_socket->Bind6());
}

int
LinuxUdpSocket::Connect(const Address& address)
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
LinuxUdpSocket::Listen()
{
    m_socket->Listen();
    return Fail(m_socket->GetErrno(), ToLinuxErrno(m_socket->GetErrno()));
}

int
LinuxUdpSocket::Close()
{
    m_wake.Cancel();
    const int result = m_socket->Close();
    return result == 0 ? 0 : Fail(m_socket->GetErrno(), ToLinuxErrno(m_socket->GetErrno()));
}

int
LinuxUdpSocket::ShutdownSend()
{
    return m_socket->ShutdownSend();
}

int
LinuxUdpSocket::ShutdownRecv()
{
    return m_socket->ShutdownRecv();
}

Socket::SocketType
LinuxUdpSocket::GetSocketType() const
{
    return NS3_SOCK_DGRAM;
}

Ptr<Node>
LinuxUdpSocket::GetNode() const
{
    return m_socket->GetNode();
}

uint32_t
LinuxUdpSocket::GetRxAvailable() const
{
    return m_socket->GetRxAvailable();
}

Ptr<Packet>
LinuxUdpSocket::Recv(uint32_t maxSize, uint32_t flags)
{
    Address from;
    return RecvFrom(maxSize, flags, from);
}

Ptr<Packet>
LinuxUdpSocket::RecvFrom(uint32_t maxSize, uint32_t flags, Address& fromAddress)
{
    SyncReceiveOptions();
    Ptr<Packet> packet = m_socket->RecvFrom(maxSize, flags, fromAddress);
    if (packet)
    {
        // What the sender's host wrote is none of the receiver's business.
        SkbTag tag;
        packet->RemovePacketTag(tag);
    }
    else
    {
        Fail(m_socket->GetErrno(), ToLinuxErrno(m_socket->GetErrno()));
    }
    return packet;
}

int
LinuxUdpSocket::GetSockName(Address& address) const
{
    return m_socket->GetSockName(address);
}

int
LinuxUdpSocket::GetPeerName(Address& address) const
{
    return m_socket->GetPeerName(address);
}

void
LinuxUdpSocket::BindToNetDevice(Ptr<NetDevice> netdevice)
{
    UdpSocket::BindToNetDevice(netdevice);
    m_socket->BindToNetDevice(netdevice);
}

bool
LinuxUdpSocket::SetAllowBroadcast(bool allowBroadcast)
{
    return m_socket->SetAllowBroadcast(allowBroadcast);
}

bool
LinuxUdpSocket::GetAllowBroadcast() const
{
    return m_socket->GetAllowBroadcast();
}

void
LinuxUdpSocket::SetIpTtl(uint8_t ipTtl)
{
    UdpSocket::SetIpTtl(ipTtl);
    if (m_socket)
    {
        m_socket->SetIpTtl(ipTtl);
    }
}

void
LinuxUdpSocket::SetIpv6HopLimit(uint8_t ipHopLimit)
{
    UdpSocket::SetIpv6HopLimit(ipHopLimit);
    if (m_socket)
    {
        m_socket->SetIpv6HopLimit(ipHopLimit);
    }
}

void
LinuxUdpSocket::Ipv6JoinGroup(Ipv6Address address,
                              Ipv6MulticastFilterMode filterMode,
                              std::vector<Ipv6Address> sourceAddresses)
{
    m_socket->Ipv6JoinGroup(address, filterMode, sourceAddresses);
}

void
LinuxUdpSocket::Ipv6JoinGroup(Ipv6Address address)
{
    m_socket->Ipv6JoinGroup(address);
}

void
LinuxUdpSocket::Ipv6LeaveGroup()
{
    m_socket->Ipv6LeaveGroup();
}

int
LinuxUdpSocket::MulticastJoinGroup(uint32_t interface, const Address& groupAddress)
{
    return DynamicCast<UdpSocket>(m_socket)->MulticastJoinGroup(interface, groupAddress);
}

int
LinuxUdpSocket::MulticastLeaveGroup(uint32_t interface, const Address& groupAddress)
{
    return DynamicCast<UdpSocket>(m_socket)->MulticastLeaveGroup(interface, groupAddress);
}

void
LinuxUdpSocket::Forward(const char* name, const AttributeValue& value)
{
    if (m_socket)
    {
        m_socket->SetAttribute(name, value);
    }
}

void
LinuxUdpSocket::SetRcvBufSize(uint32_t size)
{
    m_rcvBufSize = size;
    Forward("RcvBufSize", UintegerValue(size));
}

uint32_t
LinuxUdpSocket::GetRcvBufSize() const
{
    return m_rcvBufSize;
}

void
LinuxUdpSocket::SetIpMulticastTtl(uint8_t ipTtl)
{
    m_ipMulticastTtl = ipTtl;
    Forward("IpMulticastTtl", UintegerValue(ipTtl));
}

uint8_t
LinuxUdpSocket::GetIpMulticastTtl() const
{
    return m_ipMulticastTtl;
}

void
LinuxUdpSocket::SetIpMulticastIf(int32_t ipIf)
{
    m_ipMulticastIf = ipIf;
    Forward("IpMulticastIf", IntegerValue(ipIf));
}

int32_t
LinuxUdpSocket::GetIpMulticastIf() const
{
    return m_ipMulticastIf;
}

void
LinuxUdpSocket::SetIpMulticastLoop(bool loop)
{
    m_ipMulticastLoop = loop;
    Forward("IpMulticastLoop", BooleanValue(loop));
}

bool
LinuxUdpSocket::GetIpMulticastLoop() const
{
    return m_ipMulticastLoop;
}

void
LinuxUdpSocket::SetMtuDiscover(bool discover)
{
    m_mtuDiscover = discover;
    Forward("MtuDiscover", BooleanValue(discover));
}

bool
LinuxUdpSocket::GetMtuDiscover() const
{
    return m_mtuDiscover;
}

void
LinuxUdpSocket::SetIcmpCallback(IcmpCallback callback)
{
    m_icmpCallback = callback;
    Forward("IcmpCallback", CallbackValue(callback));
}

void
LinuxUdpSocket::SetIcmpCallback6(IcmpCallback6 callback)
{
    m_icmpCallback6 = callback;
    Forward("IcmpCallback6", CallbackValue(callback));
}

void
LinuxUdpSocket::ForwardDataRecv(Ptr<Socket> /* socket */)
{
    NotifyDataRecv();
}

void
LinuxUdpSocket::ForwardDrop(Ptr<const Packet> packet)
{
    m_dropTrace(packet);
}

} // namespace ns3
