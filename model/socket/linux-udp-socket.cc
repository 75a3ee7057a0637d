/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/linux-udp-socket.h"

#include "ns3/boolean.h"
#include "ns3/datagram-send.h"
#include "ns3/inet-socket-address.h"
#include "ns3/log.h"
#include "ns3/mtu-lift.h"
#include "ns3/simulator.h"
#include "ns3/skb-tag.h"
#include "ns3/skb-truesize.h"
#include "ns3/tx-queue-picker.h"
#include "ns3/udp-segment-tag.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cerrno>
#include <optional>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("LinuxUdpSocket");

NS_OBJECT_ENSURE_REGISTERED(LinuxUdpSocket);

namespace
{

/// Largest UDP payload that the wrapped socket takes, in bytes.
constexpr uint32_t MAX_MESSAGE = 65507;

/// UDP_MAX_SEGMENTS of 6.1: most datagrams that one send can become.
constexpr uint32_t UDP_MAX_SEGMENTS = 64;

/**
 * @brief Bytes of IP and UDP header of a datagram.
 * @param family IP version
 * @return bytes
 */
uint32_t
GetHeaderBytes(SkbTruesize::Family family)
{
    const uint32_t ip =
        family == SkbTruesize::IPV4 ? SkbTruesize::IPV4_HEADER : SkbTruesize::IPV6_HEADER;
    return ip + SkbTruesize::UDP_HEADER;
}

/**
 * @brief How ns-3 calls an error.
 * @param error EMSGSIZE, EINVAL, ...
 * @return the nearest that ns3::Socket has
 */
Socket::SocketErrno
ToSocketErrno(int error)
{
    switch (error)
    {
    case EMSGSIZE:
        return Socket::ERROR_MSGSIZE;
    case EINVAL:
        return Socket::ERROR_INVAL;
    case ENOPROTOOPT:
        return Socket::ERROR_OPNOTSUPP;
    default:
        return Socket::SOCKET_ERRNO_LAST;
    }
}

} // namespace

TypeId
LinuxUdpSocket::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::LinuxUdpSocket")
            .SetParent<WrappedUdpSocket>()
            .SetGroupName("LinuxTx")
            .AddConstructor<LinuxUdpSocket>()
            .AddAttribute("WmemMax",
                          "Largest value that Sndbuf takes, in bytes (net.core.wmem_max). Acts on "
                          "the next setting of Sndbuf.",
                          UintegerValue(SocketWriteMemory::WMEM_MAX),
                          MakeUintegerAccessor(&LinuxUdpSocket::m_wmemMax),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("WmemDefault",
                          "sndbuf of a socket whose Sndbuf is 0, in bytes (net.core.wmem_default). "
                          "Acts on the next setting of Sndbuf.",
                          UintegerValue(SocketWriteMemory::WMEM_DEFAULT),
                          MakeUintegerAccessor(&LinuxUdpSocket::m_wmemDefault),
                          MakeUintegerChecker<uint32_t>(SocketWriteMemory::SOCK_MIN_SNDBUF))
            .AddAttribute(
                "Sndbuf",
                "SO_SNDBUF as given to setsockopt, in bytes: sndbuf becomes twice the "
                "smaller of it and WmemMax, at least 4608; 0 is the default",
                UintegerValue(0),
                MakeUintegerAccessor(&LinuxUdpSocket::SetSndbuf, &LinuxUdpSocket::GetSndbufOption),
                MakeUintegerChecker<uint32_t>())
            .AddAttribute("UdpSegment",
                          "UDP_SEGMENT: a message is sent as datagrams with this payload, in "
                          "bytes, in one train; 0 is off. A UdpSegmentTag on a message overrides "
                          "it.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&LinuxUdpSocket::m_udpSegment),
                          MakeUintegerChecker<uint16_t>())
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
            .AddAttribute("Cpu",
                          "The CPU that the socket's process runs on, 0 to 63: chooses among the "
                          "transmit queues of a NIC where these serve CPUs (XPS)",
                          UintegerValue(0),
                          MakeUintegerAccessor(&LinuxUdpSocket::SetCpu, &LinuxUdpSocket::GetCpu),
                          MakeUintegerChecker<uint32_t>(0, TxQueuePicker::MAX_CPUS - 1))
            .AddAttribute("SendCallTime",
                          "Time that a send call takes, for a sender whose sndbuf went by at one "
                          "instant",
                          TimeValue(NanoSeconds(1500)),
                          MakeTimeAccessor(&LinuxUdpSocket::m_sendCallTime),
                          MakeTimeChecker(TimeStep(1)))
            .AddTraceSource("SendDone",
                            "A send call that was not refused is over: the message's bytes, and 0 "
                            "or ENOBUFS if it, or the last segment of it, was dropped on the way "
                            "down. That is when the call returns, or with SegmentTime of "
                            "ns3::LinuxTransmitPath when the last segment has been tried.",
                            MakeTraceSourceAccessor(&LinuxUdpSocket::m_sendDoneTrace),
                            "ns3::LinuxUdpSocket::SendDoneTracedCallback")
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
    m_wmem->SetChangeCallback(
        [this](uint64_t before, uint64_t after) { m_wmemTrace(before, after); });
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
    WrappedUdpSocket::DoDispose();
}

void
LinuxUdpSocket::Wrap(const Ptr<LinuxTransmitPath>& path, const Ptr<Socket>& socket)
{
    m_path = path;
    m_wmem->SetTransmitHash(path->AllocateTransmitHash());
    m_wmem->SetConnected(false);
    WrapSocket(socket);
}

void
LinuxUdpSocket::SetCpu(uint32_t cpu)
{
    m_wmem->SetCpu(cpu);
}

uint32_t
LinuxUdpSocket::GetCpu() const
{
    return m_wmem->GetCpu();
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
LinuxUdpSocket::Send(Ptr<Packet> p, uint32_t flags)
{
    if (GetPeer().IsInvalid())
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
    const Address& destination = toAddress ? *toAddress : GetPeer();
    const uint32_t messageBytes = p->GetSize();
    if (messageBytes > MAX_MESSAGE)
    {
        return Fail(ERROR_MSGSIZE, EMSGSIZE);
    }
    m_path->Hook();
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
    const uint16_t gsoSize = TakeGsoSize(p);
    std::optional<GsoType> train;
    if (gsoSize > 0)
    {
        if (const int error = GetSegmentationError(messageBytes, gsoSize, destination))
        {
            return Fail(ToSocketErrno(error), error);
        }
        train = GsoType::UDP_SEGMENTS;
    }
    else if (UsesUfo(messageBytes, destination))
    {
        train = GsoType::UDP_FRAGMENTS;
    }
    if (!train && !FragmentsFit(messageBytes, destination))
    {
        ++m_sndbufErrors;
        return Fail(SOCKET_ERRNO_LAST, ENOBUFS);
    }

    const uint8_t txFlags =
        (m_txTimestamp ? Skb::TX_TIMESTAMP : 0) | (m_needsSocket ? Skb::NEEDS_SOCKET : 0);
    DatagramSend send(*m_path->GetXmitLayer(), m_wmem, messageBytes, txFlags, train);
    // The application keeps its packet and may send it again: the tag must not stay on it.
    SkbTag tag = send.GetTag();
    p->ReplacePacketTag(tag);
    const int sent = gsoSize > 0 && messageBytes > gsoSize
                         ? SendSegments(p, gsoSize, flags, toAddress)
                         : SendLifted(p, flags, toAddress, GetDeviceToLift(train, destination));
    p->RemovePacketTag(tag);
    send.Finish();
    if (send.GetDevice() != m_route.GetDevice())
    {
        m_route = OutputRoute(); // it has changed since it was asked for
    }
    if (sent < 0)
    {
        return sent;
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
    // What never reached a device has cost nothing, but the call has taken time all the same.
    CountInstant(send.GetCharged() > 0 ? send.GetCharged() : SkbTruesize::OfLinear(messageBytes));
    if (const auto& outcome = send.GetOutcome(); outcome && outcome->IsPending())
    {
        const Ptr<LinuxUdpSocket> socket(this);
        outcome->SetDoneCallback(
            [socket, messageBytes](bool dropped) { socket->CompleteSend(messageBytes, dropped); });
        return sent;
    }
    const int error = CompleteSend(messageBytes, send.WasDropped());
    return error == 0 ? sent : Fail(SOCKET_ERRNO_LAST, error);
}

uint16_t
LinuxUdpSocket::TakeGsoSize(const Ptr<Packet>& p) const
{
    UdpSegmentTag tag;
    return p->RemovePacketTag(tag) ? tag.GetGsoSize() : m_udpSegment;
}

int
LinuxUdpSocket::GetSegmentationError(uint32_t messageBytes,
                                     uint16_t gsoSize,
                                     const Address& destination)
{
    XmitLayer& layer = *m_path->GetXmitLayer();
    if (!layer.GetKernelRelease().HasUdpSegment())
    {
        return ENOPROTOOPT;
    }
    const OutputRoute& route = GetRoute(destination);
    if (!route.GetDevice())
    {
        return 0; // the wrapped socket has an error for that
    }
    const uint32_t largest = std::min<uint32_t>(messageBytes, gsoSize);
    if (GetHeaderBytes(route.GetFamily()) + largest > route.GetDevice()->GetMtu())
    {
        return EMSGSIZE;
    }
    if (messageBytes > gsoSize * UDP_MAX_SEGMENTS)
    {
        return EINVAL;
    }
    const bool checksums =
        layer.GetFeatures(route.GetDevice()).Has(DeviceFeatures::TX_CHECKSUMMING);
    return checksums ? 0 : EIO;
}

bool
LinuxUdpSocket::UsesUfo(uint32_t messageBytes, const Address& destination)
{
    XmitLayer& layer = *m_path->GetXmitLayer();
    if (!layer.GetKernelRelease().HasUfo())
    {
        return false;
    }
    const OutputRoute& route = GetRoute(destination);
    return route.GetDevice() &&
           messageBytes + GetHeaderBytes(route.GetFamily()) > route.GetDevice()->GetMtu() &&
           layer.GetFeatures(route.GetDevice()).Has(DeviceFeatures::UDP_FRAGMENTATION);
}

const OutputRoute&
LinuxUdpSocket::GetRoute(const Address& destination)
{
    if (!m_route.GetDevice() || m_routeAddress != destination)
    {
        m_route = OutputRoute::Find(GetNode(), destination, m_boundnetdevice);
        m_routeAddress = destination;
    }
    return m_route;
}

XmitDevice*
LinuxUdpSocket::GetDeviceToLift(const std::optional<GsoType>& train, const Address& destination)
{
    // ns-3's IPv6 also knows a path MTU, and makes its fragments itself.
    const bool whole =
        train == GsoType::UDP_FRAGMENTS && InetSocketAddress::IsMatchingType(destination);
    return whole ? dynamic_cast<XmitDevice*>(PeekPointer(GetRoute(destination).GetDevice()))
                 : nullptr;
}

int
LinuxUdpSocket::SendDatagram(const Ptr<Packet>& p, uint32_t flags, const Address* toAddress)
{
    return toAddress ? WrappedUdpSocket::SendTo(p, flags, *toAddress)
                     : WrappedUdpSocket::Send(p, flags);
}

int
LinuxUdpSocket::SendLifted(const Ptr<Packet>& p,
                           uint32_t flags,
                           const Address* toAddress,
                           XmitDevice* device)
{
    const MtuLift lift(device);
    return SendDatagram(p, flags, toAddress);
}

int
LinuxUdpSocket::SendSegments(const Ptr<Packet>& p,
                             uint16_t gsoSize,
                             uint32_t flags,
                             const Address* toAddress)
{
    const uint32_t messageBytes = p->GetSize();
    for (uint32_t offset = 0; offset < messageBytes; offset += gsoSize)
    {
        const uint32_t bytes = std::min<uint32_t>(gsoSize, messageBytes - offset);
        const int sent = SendDatagram(p->CreateFragment(offset, bytes), flags, toAddress);
        if (sent < 0)
        {
            return sent;
        }
    }
    return static_cast<int>(messageBytes);
}

int
LinuxUdpSocket::CompleteSend(uint32_t messageBytes, bool dropped)
{
    const int error = dropped && m_recvErr ? ENOBUFS : 0;
    if (dropped)
    {
        ++m_sndbufErrors;
    }
    m_sendDoneTrace(messageBytes, dropped ? ENOBUFS : 0);
    if (error == 0)
    {
        NotifyDataSent(messageBytes);
    }
    return error;
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
        pending += SkbTruesize::OfDatagramPacket(route.GetFamily(), fragments.Next(), room, first);
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
        m_wake = Simulator::Schedule(m_sendCallTime * m_instantCalls, &LinuxUdpSocket::Wake, this);
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

int
LinuxUdpSocket::Connect(const Address& address)
{
    const bool wasConnected = m_wmem->IsConnected();
    m_wmem->SetConnected(true); // its callback may send
    const int result = WrappedUdpSocket::Connect(address);
    if (result != 0)
    {
        m_wmem->SetConnected(wasConnected);
    }
    return result;
}

int
LinuxUdpSocket::Close()
{
    m_wake.Cancel();
    return WrappedUdpSocket::Close();
}

Ptr<Packet>
LinuxUdpSocket::RecvFrom(uint32_t maxSize, uint32_t flags, Address& fromAddress)
{
    Ptr<Packet> packet = WrappedUdpSocket::RecvFrom(maxSize, flags, fromAddress);
    if (packet)
    {
        // What the sender's host wrote is none of the receiver's business.
        SkbTag tag;
        packet->RemovePacketTag(tag);
    }
    return packet;
}

} // namespace ns3
