/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_UDP_STREAM_APPLICATION_H
#define LINUX_TX_UDP_STREAM_APPLICATION_H

#include "ns3/address.h"
#include "ns3/application.h"
#include "ns3/event-id.h"
#include "ns3/nstime.h"
#include "ns3/ptr.h"
#include "ns3/socket.h"
#include "ns3/traced-callback.h"
#include "ns3/type-id.h"

#include <cstdint>
#include <map>

namespace ns3
{

class Packet;

/**
 * @ingroup linux-tx
 * @brief A sender that has one message after the other ready: netperf's UDP_STREAM test, with its
 *        bursts (-b, -w).
 *
 * It sends BurstSize messages every Period, Cycles times, or without pause. A send call takes
 * SendTime, which stands for the time a system call takes on a real host; in a simulated one
 * nothing else keeps a sender from sending everything at one instant. A blocking sender that finds
 * no room (EAGAIN) waits inside its call until the socket tells of write space; a non-blocking one
 * counts a failed send, and the message is lost. Every other error is a failed send for both.
 * A sender that is late starts its next burst at once. At Cycles x Period everything stops, even
 * in mid-burst and inside a call, and the socket stays open while the queues drain.
 *
 * A call of a LinuxUdpSocket can last longer than its Send() in ns-3: the segments of its message
 * reach a queue disc one after the other (SegmentTime of LinuxTransmitPath). Such a call is over,
 * and counts, when its last segment has been tried (trace source SendDone), even after the time is
 * up; if that one was dropped, it counts as failed if the socket has IP_RECVERR (its attribute
 * RecvErr) and as okay if not, as Linux returns it. The next call begins SendTime after this one
 * began, or when this one is over, whichever is later.
 *
 * Invariant: attempts = okay + failed + 1 if a call is under way, or was blocked when the time was
 * up.
 *
 * It uses nothing but the Socket API, and attributes and trace sources that a socket may have, so
 * any UDP socket factory serves it by name.
 */
class UdpStreamApplication : public Application
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    UdpStreamApplication();
    ~UdpStreamApplication() override;

    /**
     * @brief The socket, to look at what it has queued.
     * @return the socket; null before the application starts
     */
    Ptr<Socket> GetSocket() const;

    /**
     * @brief Send calls begun.
     * @return number of calls; a blocked one counts once
     */
    uint64_t GetAttempts() const;

    /**
     * @brief Send calls that succeeded.
     * @return number of messages
     */
    uint64_t GetOkaySends() const;

    /**
     * @brief Send calls that returned an error.
     * @return number of messages
     */
    uint64_t GetFailedSends() const;

    /**
     * @brief Send calls that returned a certain error.
     * @param error the error
     * @return number of messages
     */
    uint64_t GetFailedSends(Socket::SocketErrno error) const;

    /**
     * @brief Payload of the send calls that succeeded.
     * @return bytes
     */
    uint64_t GetSentBytes() const;

    /**
     * @brief How long the sender has waited for write space, all waits together.
     * @return the time, including that of a wait that still lasts
     */
    Time GetBlockedTime() const;

    /**
     * @brief A send call succeeded.
     * @param packet the message
     */
    typedef void (*TxTracedCallback)(Ptr<const Packet> packet);

    /**
     * @brief A send call returned an error.
     * @param packet the message
     * @param error the error
     */
    typedef void (*SendFailedTracedCallback)(Ptr<const Packet> packet, Socket::SocketErrno error);

  protected:
    void DoDispose() override;

  private:
    void StartApplication() override;
    void StopApplication() override;

    /**
     * @brief Create the socket and give it its address, buffer and peer.
     */
    void OpenSocket();

    /**
     * @brief Begin a send call.
     */
    void Attempt();

    /**
     * @brief Send the message of the call under way; what follows depends on the answer.
     */
    void TrySend();

    /**
     * @brief The call under way is over, without an error.
     * @param packet its message
     */
    void Succeed(const Ptr<const Packet>& packet);

    /**
     * @brief The call under way is over, with an error.
     * @param packet its message
     * @param error the error
     */
    void Fail(const Ptr<const Packet>& packet, Socket::SocketErrno error);

    /**
     * @brief The call under way is over: plan the next one.
     */
    void Next();

    /**
     * @brief Does the socket tell when its send calls are over?
     * @param connect true to listen, false to listen no more
     * @return false if it has no trace source for that
     */
    bool WatchSendDone(bool connect);

    /**
     * @brief The socket has tried the last packet of a call's message.
     * @param bytes the message's size, in bytes
     * @param error 0, or the errno if that packet was dropped
     */
    void OnSendDone(uint32_t bytes, int error);

    /**
     * @brief Does the socket report drops to its sender (IP_RECVERR)?
     * @return false if not, or if it knows no such thing
     */
    bool ReportsDrops() const;

    /**
     * @brief The socket has write space: a blocked call goes on.
     * @param socket the socket
     * @param available bytes there is room for
     */
    void OnWriteSpace(Ptr<Socket> socket, uint32_t available);

    /**
     * @brief The time is up: no further call, and a blocked one is given up.
     */
    void StopSending();

    /**
     * @brief End the wait of a blocked call, if there is one.
     * @return true if there was one
     */
    bool EndWait();

    /**
     * @brief No further call, ever.
     */
    void CancelEvents();

    TypeId m_protocol;      //!< socket factory
    Address m_remote;       //!< whom to send to
    bool m_blocking;        //!< wait for room?
    uint32_t m_messageSize; //!< bytes
    uint32_t m_burstSize;   //!< messages; 0 for no bursts
    Time m_period;          //!< from the start of one burst to that of the next
    uint32_t m_cycles;      //!< periods; 0 for no end of its own
    Time m_sendTime;        //!< what a send call takes
    uint32_t m_sndbuf;      //!< SO_SNDBUF in bytes; 0 to leave the default
    bool m_recvErr;         //!< IP_RECVERR; false to leave the default

    Ptr<Socket> m_socket;       //!< null before the start
    EventId m_nextEvent;        //!< the next send call
    EventId m_endEvent;         //!< the end of the last period
    Time m_nextBurst;           //!< when the next burst is due
    uint32_t m_burstsBegun{0};  //!< including the one under way
    uint32_t m_leftInBurst{0};  //!< messages of the burst under way, the current one included
    bool m_waiting{false};      //!< is a call blocked?
    Time m_waitingSince;        //!< when that began
    Time m_sentAt;              //!< when the call under way, or the last one, got past the waiting
    Ptr<const Packet> m_inCall; //!< the message whose packets are being tried, or null
    bool m_tellsEnd{false};     //!< does the socket tell when a call is over?
    bool m_callOver{false};     //!< did it, in the call under way?
    bool m_stopped{false};      //!< no further call

    uint64_t m_attempts{0};                           //!< send calls begun
    uint64_t m_okay{0};                               //!< send calls that succeeded
    uint64_t m_sentBytes{0};                          //!< their payload
    Time m_blockedTime;                               //!< length of the waits that are over
    std::map<Socket::SocketErrno, uint64_t> m_failed; //!< send calls that failed, by error

    TracedCallback<Ptr<const Packet>> m_txTrace; //!< a send call succeeded
    TracedCallback<Ptr<const Packet>, Socket::SocketErrno> m_sendFailedTrace; //!< one failed
};

} // namespace ns3

#endif /* LINUX_TX_UDP_STREAM_APPLICATION_H */
