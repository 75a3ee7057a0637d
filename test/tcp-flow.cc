/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-flow.h"

#include "ns3/inet-socket-address.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <vector>

using namespace ns3;

namespace
{

/**
 * @brief Make a socket.
 * @param node its host
 * @return a LinuxTcpSocket
 */
Ptr<Socket>
MakeSocket(const Ptr<Node>& node)
{
    return Socket::CreateSocket(node, TypeId::LookupByName("ns3::LinuxTcpSocketFactory"));
}

/**
 * @brief Where to listen.
 * @param server address of the server
 * @return any address, the same port
 */
Address
GetListeningAddress(const Address& server)
{
    if (Inet6SocketAddress::IsMatchingType(server))
    {
        return Inet6SocketAddress(Ipv6Address::GetAny(),
                                  Inet6SocketAddress::ConvertFrom(server).GetPort());
    }
    return InetSocketAddress(Ipv4Address::GetAny(),
                             InetSocketAddress::ConvertFrom(server).GetPort());
}

} // namespace

TcpFlow::TcpFlow(const Settings& settings)
    : m_settings(settings),
      m_listener(MakeSocket(settings.hosts[SERVER]))
{
    m_settings.configure(m_listener);
    m_listener->Bind(GetListeningAddress(settings.server));
    m_listener->Listen();
    m_listener->SetAcceptCallback(
        MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
        Callback<void, Ptr<Socket>, const Address&>([this](Ptr<Socket> socket, const Address&) {
            Adopt(SERVER, socket);
            Write(SERVER, socket);
        }));
    Simulator::Schedule(settings.start, &TcpFlow::Connect, this);
    if (settings.ending == CLIENT_RESET || settings.ending == SERVER_RESET)
    {
        Simulator::Schedule(settings.start + settings.resetAfter,
                            &TcpFlow::Reset,
                            this,
                            settings.ending == CLIENT_RESET ? CLIENT : SERVER);
    }
}

void
TcpFlow::Connect()
{
    const auto socket = MakeSocket(m_settings.hosts[CLIENT]);
    m_settings.configure(socket);
    Adopt(CLIENT, socket);
    socket->SetConnectCallback(
        Callback<void, Ptr<Socket>>([this](Ptr<Socket> connected) { Write(CLIENT, connected); }),
        Callback<void, Ptr<Socket>>([this](Ptr<Socket>) { m_ends[CLIENT].failed = true; }));
    socket->Connect(m_settings.server);
}

void
TcpFlow::Adopt(Side side, const Ptr<Socket>& socket)
{
    End& end = m_ends[side];
    end.socket = DynamicCast<LinuxTcpSocket>(socket);
    end.ledger.Watch(end.socket);
    socket->SetSendCallback(Callback<void, Ptr<Socket>, uint32_t>(
        [this, side](Ptr<Socket> writer, uint32_t) { Write(side, writer); }));
    socket->SetRecvCallback(
        Callback<void, Ptr<Socket>>([this, side](Ptr<Socket> reader) { Read(side, reader); }));
    socket->SetCloseCallbacks(
        Callback<void, Ptr<Socket>>([this, side](Ptr<Socket> closed) {
            m_ends[side].peerClosed = true;
            Write(side, closed);
        }),
        Callback<void, Ptr<Socket>>([this, side](Ptr<Socket>) { m_ends[side].failed = true; }));
}

bool
TcpFlow::IsToClose(Side side) const
{
    if (m_settings.ending == (side == CLIENT ? CLIENT_FIN : SERVER_FIN))
    {
        return true;
    }
    // In LAST_ACK, ns-3's TCP takes any ACK for that of its FIN, and no longer cares for its data.
    const End& other = m_ends[side == CLIENT ? SERVER : CLIENT];
    return m_ends[side].peerClosed && other.received == m_settings.bytes[side];
}

void
TcpFlow::Write(Side side, const Ptr<Socket>& socket)
{
    End& end = m_ends[side];
    const uint32_t all = m_settings.bytes[side];
    std::vector<uint8_t> bytes;
    while (!end.closed && end.sent < all)
    {
        const uint32_t size =
            std::min({all - end.sent, socket->GetTxAvailable(), m_settings.writeSize});
        bytes.resize(size);
        for (uint32_t i = 0; i < size; ++i)
        {
            bytes[i] = GetByte(side, end.sent + i);
        }
        if (size == 0 || socket->Send(Create<Packet>(bytes.data(), size)) < 0)
        {
            return;
        }
        end.sent += size;
    }
    if (!end.closed && IsToClose(side))
    {
        end.closed = true;
        socket->Close();
    }
}

void
TcpFlow::Read(Side side, const Ptr<Socket>& socket)
{
    End& end = m_ends[side];
    const Side writer = side == CLIENT ? SERVER : CLIENT;
    while (end.reads)
    {
        const auto packet = socket->Recv();
        if (!packet || packet->GetSize() == 0)
        {
            return;
        }
        std::vector<uint8_t> bytes(packet->GetSize());
        packet->CopyData(bytes.data(), packet->GetSize());
        for (const uint8_t byte : bytes)
        {
            m_right[side] = m_right[side] && byte == GetByte(writer, end.received);
            ++end.received;
        }
        const auto& other = m_ends[writer].socket;
        if (end.received == m_settings.bytes[writer] && m_ends[writer].peerClosed && other)
        {
            Simulator::ScheduleNow(&TcpFlow::Write, this, writer, other);
        }
    }
}

void
TcpFlow::Reset(Side side)
{
    End& end = m_ends[side];
    if (!end.socket)
    {
        return;
    }
    if (end.reads)
    {
        end.reads = false;
        constexpr int64_t UNREAD_TIME = 50; // ms
        Simulator::Schedule(MilliSeconds(UNREAD_TIME), &TcpFlow::Reset, this, side);
        return;
    }
    end.closed = true;
    end.failed = true;
    end.socket->Close();
    end.socket = nullptr;
}

uint8_t
TcpFlow::GetByte(Side side, uint32_t offset)
{
    constexpr uint32_t PRIME = 2654435761; // of multiplicative hashing
    return static_cast<uint8_t>((offset * PRIME + side) >> 24);
}

bool
TcpFlow::IsComplete() const
{
    return !HasFailed() && m_ends[CLIENT].closed && m_ends[SERVER].closed &&
           m_ends[CLIENT].received == m_settings.bytes[SERVER] &&
           m_ends[SERVER].received == m_settings.bytes[CLIENT];
}

std::string
TcpFlow::GetFault(bool over) const
{
    if (over && !HasFailed() && !IsComplete() && m_settings.ending <= SERVER_FIN)
    {
        return "stands still at " + std::to_string(m_ends[SERVER].received) + " and " +
               std::to_string(m_ends[CLIENT].received) + " of " +
               std::to_string(m_settings.bytes[CLIENT]) + " and " +
               std::to_string(m_settings.bytes[SERVER]) + " bytes";
    }
    for (const Side side : {CLIENT, SERVER})
    {
        const End& end = m_ends[side];
        const End& other = m_ends[side == CLIENT ? SERVER : CLIENT];
        const std::string who = side == CLIENT ? "client: " : "server: ";
        if (!m_right[side] || end.received > other.sent)
        {
            return who + "what was read is not what was written";
        }
        if (!end.ledger.GetFault().empty())
        {
            return who + end.ledger.GetFault();
        }
    }
    return "";
}
