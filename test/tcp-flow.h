/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_TCP_FLOW_H
#define LINUX_TX_TCP_FLOW_H

#include "wmem-ledger.h"

#include "ns3/address.h"
#include "ns3/linux-tcp-socket.h"
#include "ns3/node.h"
#include "ns3/nstime.h"
#include "ns3/packet.h"
#include "ns3/socket.h"

#include <array>
#include <cstdint>
#include <functional>
#include <string>

/**
 * @ingroup linux-tx-tests
 * @brief One TCP connection between two Linux hosts: both ends write known bytes, check what they
 *        read, and end the connection in one of several ways.
 *
 * Both ends have a WmemLedger. Must outlive the hosts.
 */
class TcpFlow
{
  public:
    /// Who ends the connection, and how.
    enum Ending
    {
        CLIENT_FIN,   //!< the client closes when it has written everything
        SERVER_FIN,   //!< the server does
        CLIENT_RESET, //!< the client closes at some time, with data that it has not read, and goes
        SERVER_RESET, //!< the server does
        NONE,         //!< nobody
    };

    /// An end.
    enum Side : uint32_t
    {
        CLIENT,
        SERVER,
    };

    /// What a flow is like.
    struct Settings
    {
        std::array<ns3::Ptr<ns3::Node>, 2> hosts; //!< client, server
        ns3::Address server;                      //!< where the server listens
        std::array<uint32_t, 2> bytes;            //!< what client and server write
        uint32_t writeSize;                       //!< most that is written at once, in bytes
        ns3::Time start;                          //!< when the client connects
        Ending ending;                            //!< how it ends
        ns3::Time resetAfter;                     //!< for resets, after the start
        /// Sets attributes of the client's and of the listening socket.
        std::function<void(const ns3::Ptr<ns3::Socket>&)> configure;
    };

    /**
     * @brief Begin to listen, and schedule the rest.
     * @param settings what it is like
     */
    explicit TcpFlow(const Settings& settings);
    TcpFlow(const TcpFlow&) = delete;
    TcpFlow& operator=(const TcpFlow&) = delete;

    /**
     * @brief Has everything arrived at both ends, and have both closed without an error?
     * @return true if so
     */
    bool IsComplete() const;

    /**
     * @brief Has an end seen an error or sent or received a reset?
     * @return true if so
     */
    bool HasFailed() const
    {
        return m_ends[CLIENT].failed || m_ends[SERVER].failed;
    }

    /**
     * @brief Payload that arrived.
     * @return bytes, in both directions
     */
    uint64_t GetNReceived() const
    {
        return uint64_t{m_ends[CLIENT].received} + m_ends[SERVER].received;
    }

    /**
     * @brief What does a socket's write memory say?
     * @param side whose
     * @return its ledger
     */
    const WmemLedger& GetLedger(Side side) const
    {
        return m_ends[side].ledger;
    }

    /**
     * @brief The socket of an end.
     * @param side whose
     * @return the socket; null if there is none yet, or if its application has let go of it
     */
    const ns3::Ptr<ns3::LinuxTcpSocket>& GetSocket(Side side) const
    {
        return m_ends[side].socket;
    }

    /**
     * @brief What was wrong.
     * @param over has it had all the time it needs?
     * @return a line; empty if all was right
     */
    std::string GetFault(bool over) const;

  private:
    /// An end of the connection.
    struct End
    {
        ns3::Ptr<ns3::LinuxTcpSocket> socket; //!< see GetSocket()
        uint32_t sent{0};                     //!< bytes written
        uint32_t received{0};                 //!< bytes read
        bool reads{true};                     //!< does it read what comes?
        bool peerClosed{false};               //!< has the other end closed?
        bool closed{false};                   //!< has it closed?
        bool failed{false};                   //!< has it seen an error?
        WmemLedger ledger;                    //!< of its write memory
    };

    /**
     * @brief The client connects.
     */
    void Connect();

    /**
     * @brief A socket of the connection is there: watch it.
     * @param side whose
     * @param socket the socket
     */
    void Adopt(Side side, const ns3::Ptr<ns3::Socket>& socket);

    /**
     * @brief Write as much as the socket takes, and close if that is all.
     * @param side who writes
     * @param socket its socket
     */
    void Write(Side side, const ns3::Ptr<ns3::Socket>& socket);

    /**
     * @brief Read what there is.
     * @param side who reads
     * @param socket its socket
     */
    void Read(Side side, const ns3::Ptr<ns3::Socket>& socket);

    /**
     * @brief Does an end close when it has written everything?
     * @param side the end
     * @return true if so
     */
    bool IsToClose(Side side) const;

    /**
     * @brief End the connection with a reset.
     * @param side who does it
     */
    void Reset(Side side);

    /**
     * @brief A byte of the flow.
     * @param side who writes it
     * @param offset its place
     * @return the byte
     */
    static uint8_t GetByte(Side side, uint32_t offset);

    Settings m_settings;                       //!< what it is like
    ns3::Ptr<ns3::Socket> m_listener;          //!< the server's
    std::array<End, 2> m_ends;                 //!< client and server
    std::array<bool, 2> m_right{{true, true}}; //!< was all that was read what was written?
};

#endif /* LINUX_TX_TCP_FLOW_H */
