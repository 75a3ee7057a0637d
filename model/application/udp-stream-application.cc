/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/udp-stream-application.h"

#include "ns3/boolean.h"
#include "ns3/configuration-error.h"
#include "ns3/inet-socket-address.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/log.h"
#include "ns3/node.h"
#include "ns3/packet.h"
#include "ns3/simulator.h"
#include "ns3/socket-factory.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <string>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("UdpStreamApplication");

NS_OBJECT_ENSURE_REGISTERED(UdpStreamApplication);

TypeId
UdpStreamApplication::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::UdpStreamApplication")
            .SetParent<Application>()
            .SetGroupName("LinuxTx")
            .AddConstructor<UdpStreamApplication>()
            // by name, and looked up late: the factory may not be registered yet
            .AddAttribute("Protocol",
                          "The socket factory: any that makes UDP sockets.",
                          StringValue("ns3::LinuxUdpSocketFactory"),
                          MakeTypeIdAccessor(&UdpStreamApplication::m_protocol),
                          MakeTypeIdChecker())
            .AddAttribute("Remote",
                          "Whom to send to: an InetSocketAddress or Inet6SocketAddress.",
                          AddressValue(),
                          MakeAddressAccessor(&UdpStreamApplication::m_remote),
                          MakeAddressChecker())
            .AddAttribute("Blocking",
                          "If there is no room in the socket, wait for it (true), or count a "
                          "failed send and lose the message (false).",
                          BooleanValue(true),
                          MakeBooleanAccessor(&UdpStreamApplication::m_blocking),
                          MakeBooleanChecker())
            .AddAttribute("MessageSize",
                          "Payload of a message, in bytes.",
                          UintegerValue(1000),
                          MakeUintegerAccessor(&UdpStreamApplication::m_messageSize),
                          MakeUintegerChecker<uint32_t>(1, 65507))
            .AddAttribute("BurstSize",
                          "Messages of a burst; 0 to send without pause.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&UdpStreamApplication::m_burstSize),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("Period",
                          "Time from the start of one burst to that of the next.",
                          TimeValue(MilliSeconds(10)),
                          MakeTimeAccessor(&UdpStreamApplication::m_period),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute("Cycles",
                          "Number of periods after which the sender stops, whatever it is doing; 0 "
                          "to go on until StopTime.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&UdpStreamApplication::m_cycles),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("SendTime",
                          "What a send call takes; the next one begins no earlier.",
                          TimeValue(NanoSeconds(1500)),
                          MakeTimeAccessor(&UdpStreamApplication::m_sendTime),
                          MakeTimeChecker(Seconds(0)))
            .AddAttribute("Sndbuf",
                          "SO_SNDBUF as given to setsockopt, in bytes; 0 to leave the default. The "
                          "sockets of Protocol must have an attribute Sndbuf.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&UdpStreamApplication::m_sndbuf),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("RecvErr",
                          "IP_RECVERR: a message that is dropped on its way down is a failed send "
                          "(ENOBUFS); false to leave the default. The sockets of Protocol must "
                          "have an attribute RecvErr.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&UdpStreamApplication::m_recvErr),
                          MakeBooleanChecker())
            .AddTraceSource("Tx",
                            "A send call succeeded.",
                            MakeTraceSourceAccessor(&UdpStreamApplication::m_txTrace),
                            "ns3::UdpStreamApplication::TxTracedCallback")
            .AddTraceSource("SendFailed",
                            "A send call returned an error.",
                            MakeTraceSourceAccessor(&UdpStreamApplication::m_sendFailedTrace),
                            "ns3::UdpStreamApplication::SendFailedTracedCallback");
    return tid;
}

UdpStreamApplication::UdpStreamApplication()
{
    NS_LOG_FUNCTION(this);
}

UdpStreamApplication::~UdpStreamApplication()
{
    NS_LOG_FUNCTION(this);
}

void
UdpStreamApplication::DoDispose()
{
    NS_LOG_FUNCTION(this);
    CancelEvents();
    if (m_socket)
    {
        // the socket may live on while it has packets in flight
        m_socket->SetSendCallback(MakeNullCallback<void, Ptr<Socket>, uint32_t>());
        WatchSendDone(false);
        m_socket = nullptr;
    }
    Application::DoDispose();
}

Ptr<Socket>
UdpStreamApplication::GetSocket() const
{
    return m_socket;
}

uint64_t
UdpStreamApplication::GetAttempts() const
{
    return m_attempts;
}

uint64_t
UdpStreamApplication::GetOkaySends() const
{
    return m_okay;
}

uint64_t
UdpStreamApplication::GetFailedSends() const
{
    uint64_t failed = 0;
    for (const auto& [error, count] : m_failed)
    {
        failed += count;
    }
    return failed;
}

uint64_t
UdpStreamApplication::GetFailedSends(Socket::SocketErrno error) const
{
    const auto count = m_failed.find(error);
    return count == m_failed.end() ? 0 : count->second;
}

uint64_t
UdpStreamApplication::GetSentBytes() const
{
    return m_sentBytes;
}

Time
UdpStreamApplication::GetBlockedTime() const
{
    return m_waiting ? m_blockedTime + Simulator::Now() - m_waitingSince : m_blockedTime;
}

void
UdpStreamApplication::StartApplication()
{
    NS_LOG_FUNCTION(this);
    OpenSocket();
    m_nextBurst = Simulator::Now();
    if (m_cycles > 0)
    {
        m_endEvent = Simulator::Schedule(m_period * static_cast<int64_t>(m_cycles),
                                         &UdpStreamApplication::StopSending,
                                         this);
    }
    Attempt();
}

void
UdpStreamApplication::StopApplication()
{
    NS_LOG_FUNCTION(this);
    StopSending();
    if (m_socket)
    {
        m_socket->Close();
    }
}

void
UdpStreamApplication::OpenSocket()
{
    if (!GetNode()->GetObject<SocketFactory>(m_protocol))
    {
        ExitOnConfigurationError(
            "UdpStreamApplication: node " + std::to_string(GetNode()->GetId()) + " has no " +
            m_protocol.GetName() + "; LinuxTxHelper or InternetStackHelper::Install() it first");
    }
    if (m_sendTime.IsZero() && m_burstSize == 0)
    {
        ExitOnConfigurationError("UdpStreamApplication: SendTime=0: an endless burst (BurstSize=0) "
                                 "of calls that take no time never ends; SendTime must be above 0");
    }
    m_socket = Socket::CreateSocket(GetNode(), m_protocol);
    if (m_sndbuf > 0 && !m_socket->SetAttributeFailSafe("Sndbuf", UintegerValue(m_sndbuf)))
    {
        ExitOnConfigurationError("UdpStreamApplication: Sndbuf=" + std::to_string(m_sndbuf) +
                                 ": sockets of " + m_protocol.GetName() +
                                 " have no attribute Sndbuf; only 0 is allowed");
    }
    if (m_recvErr && !m_socket->SetAttributeFailSafe("RecvErr", BooleanValue(true)))
    {
        ExitOnConfigurationError("UdpStreamApplication: RecvErr=true: sockets of " +
                                 m_protocol.GetName() +
                                 " have no attribute RecvErr; only false is allowed");
    }

    int result = -1;
    if (Inet6SocketAddress::IsMatchingType(m_remote))
    {
        result = m_socket->Bind6();
    }
    else if (InetSocketAddress::IsMatchingType(m_remote))
    {
        result = m_socket->Bind();
    }
    else
    {
        ExitOnConfigurationError("UdpStreamApplication: Remote must be an InetSocketAddress or an "
                                 "Inet6SocketAddress");
    }
    m_socket->SetAllowBroadcast(true);
    if (result == -1 || m_socket->Connect(m_remote) == -1)
    {
        ExitOnConfigurationError("UdpStreamApplication: a socket of " + m_protocol.GetName() +
                                 " cannot be bound and connected to Remote");
    }
    m_socket->ShutdownRecv();
    m_socket->SetSendCallback(MakeCallback(&UdpStreamApplication::OnWriteSpace, this));
    m_tellsEnd = WatchSendDone(true);
}

void
UdpStreamApplication::Attempt()
{
    NS_LOG_FUNCTION(this);
    if (m_burstSize > 0 && m_leftInBurst == 0)
    {
        m_leftInBurst = m_burstSize;
        m_nextBurst += m_period;
        ++m_burstsBegun;
    }
    ++m_attempts;
    TrySend();
}

void
UdpStreamApplication::TrySend()
{
    NS_LOG_FUNCTION(this);
    Ptr<Packet> packet = Create<Packet>(m_messageSize);
    m_sentAt = Simulator::Now();
    m_callOver = false;
    if (m_socket->Send(packet) >= 0)
    {
        if (m_tellsEnd && !m_callOver)
        {
            m_inCall = packet;
            return;
        }
        Succeed(packet);
        return;
    }

    const Socket::SocketErrno error = m_socket->GetErrno();
    if (error == Socket::ERROR_AGAIN && m_blocking)
    {
        m_waiting = true;
        m_waitingSince = Simulator::Now();
        return;
    }
    Fail(packet, error);
}

void
UdpStreamApplication::Succeed(const Ptr<const Packet>& packet)
{
    ++m_okay;
    m_sentBytes += m_messageSize;
    m_txTrace(packet);
    Next();
}

void
UdpStreamApplication::Fail(const Ptr<const Packet>& packet, Socket::SocketErrno error)
{
    ++m_failed[error];
    m_sendFailedTrace(packet, error);
    Next();
}

bool
UdpStreamApplication::WatchSendDone(bool connect)
{
    const auto callback = MakeCallback(&UdpStreamApplication::OnSendDone, this);
    return connect ? m_socket->TraceConnectWithoutContext("SendDone", callback)
                   : m_socket->TraceDisconnectWithoutContext("SendDone", callback);
}

void
UdpStreamApplication::OnSendDone(uint32_t bytes, int error)
{
    NS_LOG_FUNCTION(this << bytes << error);
    m_callOver = true;
    const Ptr<const Packet> packet = std::exchange(m_inCall, nullptr);
    if (!packet)
    {
        return; // in the middle of Send(), which returns the verdict itself
    }
    if (error != 0 && ReportsDrops())
    {
        // the name that LinuxUdpSocket has for ENOBUFS
        Fail(packet, Socket::SOCKET_ERRNO_LAST);
    }
    else
    {
        Succeed(packet);
    }
}

bool
UdpStreamApplication::ReportsDrops() const
{
    BooleanValue recvErr(false);
    return m_socket->GetAttributeFailSafe("RecvErr", recvErr) && recvErr.Get();
}

void
UdpStreamApplication::Next()
{
    if (m_stopped)
    {
        return;
    }
    Time next = std::max(m_sentAt + m_sendTime, Simulator::Now());
    if (m_burstSize > 0 && --m_leftInBurst == 0)
    {
        if (m_cycles > 0 && m_burstsBegun == m_cycles)
        {
            return;
        }
        next = std::max(next, m_nextBurst);
    }
    m_nextEvent =
        Simulator::Schedule(next - Simulator::Now(), &UdpStreamApplication::Attempt, this);
}

void
UdpStreamApplication::OnWriteSpace(Ptr<Socket> socket, uint32_t available)
{
    NS_LOG_FUNCTION(this << socket << available);
    // the stock UDP socket also calls after each send
    if (EndWait())
    {
        TrySend();
    }
}

void
UdpStreamApplication::StopSending()
{
    NS_LOG_FUNCTION(this);
    m_stopped = true;
    CancelEvents();
    EndWait();
}

bool
UdpStreamApplication::EndWait()
{
    m_blockedTime = GetBlockedTime();
    return std::exchange(m_waiting, false);
}

void
UdpStreamApplication::CancelEvents()
{
    m_nextEvent.Cancel();
    m_endEvent.Cancel();
}

} // namespace ns3
