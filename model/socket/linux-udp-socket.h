/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_LINUX_UDP_SOCKET_H
#define LINUX_TX_LINUX_UDP_SOCKET_H

#include "ns3/event-id.h"
#include "ns3/gso-type.h"
#include "ns3/linux-transmit-path.h"
#include "ns3/nstime.h"
#include "ns3/output-route.h"
#include "ns3/socket-write-memory.h"
#include "ns3/traced-callback.h"
#include "ns3/wrapped-udp-socket.h"
#include "ns3/xmit-device.h"

#include <cstdint>
#include <optional>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief A UDP socket with Linux's write memory (udp_sendmsg, udpv6_sendmsg).
 *
 * Everything that is UDP is done by the stock socket that it wraps; this class decides whether a
 * message may be sent now, lets the packets be charged on their way down (DatagramSend), and tells
 * the application when a refused send is worth another try.
 *
 * - Send() fails with ERROR_AGAIN (EAGAIN) while wmem_alloc >= sndbuf. The send callback
 *   (SetSendCallback) then comes once, when wmem_alloc <= sndbuf / 2. A blocking writer is an
 *   application that waits for it.
 * - A message whose later fragment would pass 2 x sndbuf is refused whole (ENOBUFS).
 * - A drop by the queue disc during the send call counts as SndbufErrors, and fails the call with
 *   ENOBUFS only if RecvErr (IP_RECVERR) is set.
 *
 * ns-3 has no name for ENOBUFS: GetErrno() is SOCKET_ERRNO_LAST then, and GetLinuxErrno() says.
 *
 * A loop that sends until it is refused would never end if its packets were dropped at once, since
 * a send call takes no time here; so no more than sndbuf bytes are accepted at one instant, and the
 * next send succeeds when the calls so far would have taken their SendCallTime.
 */
class LinuxUdpSocket : public WrappedUdpSocket
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    LinuxUdpSocket();
    ~LinuxUdpSocket() override;

    /**
     * @brief Take a stock socket to work with; for LinuxUdpSocketFactory.
     * @param path the host's transmit path
     * @param socket a new socket of UdpL4Protocol
     */
    void Wrap(const Ptr<LinuxTransmitPath>& path, const Ptr<Socket>& socket);

    /**
     * @brief SO_SNDBUF: sndbuf becomes 2 x min(@p value, WmemMax), at least 4608.
     * @param value bytes; 0 for the default, WmemDefault (not doubled)
     */
    void SetSndbuf(uint32_t value);

    /**
     * @brief SO_SNDBUF as it was set.
     * @return bytes; 0 for the default
     */
    uint32_t GetSndbufOption() const;

    /**
     * @brief getsockopt(SO_SNDBUF).
     * @return sk_sndbuf, in bytes (after doubling)
     */
    uint32_t GetSndbuf() const;

    /**
     * @brief What the socket's packets hold now (SIOCOUTQ).
     * @return sk_wmem_alloc, in bytes
     */
    uint64_t GetWmemAlloc() const;

    /**
     * @brief The most that the socket's packets ever held.
     * @return peak of sk_wmem_alloc, in bytes
     */
    uint64_t GetPeakWmemAlloc() const;

    /**
     * @brief Attribute Cpu: sched_setaffinity() of the socket's process.
     * @param cpu the CPU
     */
    void SetCpu(uint32_t cpu);

    /**
     * @brief Attribute Cpu.
     * @return the CPU
     */
    uint32_t GetCpu() const;

    /**
     * @brief Sends that failed for want of memory or were dropped by the queue disc
     *        (UDP_MIB_SNDBUFERRORS).
     * @return number of send calls
     */
    uint64_t GetSndbufErrors() const;

    // From Socket; the last three have overloads there.
    int Close() override;
    int Connect(const Address& address) override;
    uint32_t GetTxAvailable() const override;
    Ptr<Packet> RecvFrom(uint32_t maxSize, uint32_t flags, Address& fromAddress) override;
    int Send(Ptr<Packet> p, uint32_t flags) override;
    int SendTo(Ptr<Packet> p, uint32_t flags, const Address& toAddress) override;
    using WrappedUdpSocket::RecvFrom;
    using WrappedUdpSocket::Send;
    using WrappedUdpSocket::SendTo;

  protected:
    void DoDispose() override;

    /**
     * @brief A send call that was not refused is over.
     * @param bytes payload of the message
     * @param error 0, or ENOBUFS if it was dropped on the way down
     */
    typedef void (*SendDoneTracedCallback)(uint32_t bytes, int error);

  private:
    /**
     * @brief udp_sendmsg(): admission, the send call itself, and what became of it.
     * @param p the message
     * @param flags as given to Send()
     * @param toAddress the receiver, or null for the connected one
     * @return bytes sent, or -1
     */
    int DoSend(const Ptr<Packet>& p, uint32_t flags, const Address* toAddress);

    /**
     * @brief What UDP_SEGMENT says for a send: the packet's UdpSegmentTag, or the option.
     * @param p the message; loses the tag
     * @return payload of each datagram, in bytes; 0 for one datagram
     */
    uint16_t TakeGsoSize(const Ptr<Packet>& p) const;

    /**
     * @brief What speaks against a send with UDP_SEGMENT (udp_send_skb)?
     * @param messageBytes its payload, in bytes
     * @param gsoSize payload of each datagram, in bytes
     * @param destination the receiver
     * @return EMSGSIZE, EINVAL, EIO or ENOPROTOOPT; 0 if nothing does
     */
    int GetSegmentationError(uint32_t messageBytes, uint16_t gsoSize, const Address& destination);

    /**
     * @brief Does the device take a message whole that IP would have to fragment (UFO)?
     * @param messageBytes its payload, in bytes
     * @param destination the receiver
     * @return true if so
     */
    bool UsesUfo(uint32_t messageBytes, const Address& destination);

    /**
     * @brief Where IP will send a message, without asking again (sk_dst_cache).
     * @param destination the receiver
     * @return the route that the last send to it took, or was found for it now
     */
    const OutputRoute& GetRoute(const Address& destination);

    /**
     * @brief The device to lift the MTU of, so that IP leaves a message whole.
     * @param train the kind of train the message is, or nothing
     * @param destination the receiver
     * @return the device, or null
     */
    XmitDevice* GetDeviceToLift(const std::optional<GsoType>& train, const Address& destination);

    /**
     * @brief Give a message to the wrapped socket.
     * @param p the message
     * @param flags of the call
     * @param toAddress the receiver, or null for the connected one
     * @return what the wrapped socket returned
     */
    int SendDatagram(const Ptr<Packet>& p, uint32_t flags, const Address* toAddress);

    /**
     * @brief Give a message to the wrapped socket, and let it pass IP whole.
     * @param p the message
     * @param flags of the call
     * @param toAddress the receiver, or null for the connected one
     * @param device the device to lift the MTU of, or null
     * @return what the wrapped socket returned
     */
    int SendLifted(const Ptr<Packet>& p,
                   uint32_t flags,
                   const Address* toAddress,
                   XmitDevice* device);

    /**
     * @brief Give a message to the wrapped socket in datagrams of one size.
     * @param p the message
     * @param gsoSize payload of each but the last, in bytes
     * @param flags of the call
     * @param toAddress the receiver, or null for the connected one
     * @return what the wrapped socket returned
     */
    int SendSegments(const Ptr<Packet>& p,
                     uint16_t gsoSize,
                     uint32_t flags,
                     const Address* toAddress);

    /**
     * @brief A send call is over: count it, and tell whoever waits for that.
     * @param messageBytes its payload, in bytes
     * @param dropped was its packet, or its last segment, dropped on the way down?
     * @return 0, or the errno that the sender gets
     */
    int CompleteSend(uint32_t messageBytes, bool dropped);

    /**
     * @brief Would every fragment of a message find room?
     * @param messageBytes its payload, in bytes
     * @param destination the receiver
     * @return false if a later one would pass 2 x sndbuf
     */
    bool FragmentsFit(uint32_t messageBytes, const Address& destination) const;

    /**
     * @brief Has this instant taken all that one instant may take? If so, a timed wake follows.
     * @return true if the send has to be refused
     */
    bool IsInstantUsedUp();

    /**
     * @brief Count what a send call has charged at this instant.
     * @param bytes its charge
     */
    void CountInstant(uint64_t bytes);

    /**
     * @brief sk_write_space(): let the application send, but not from within a device.
     */
    void ScheduleWake();

    /**
     * @brief Tell the application that it can send again.
     */
    void Wake();

    Ptr<LinuxTransmitPath> m_path; //!< the host's transmit path
    Ptr<SocketWriteMemory> m_wmem; //!< sk_wmem_alloc and sk_sndbuf
    EventId m_wake;                //!< tells the application to go on
    uint32_t m_wmemMax;            //!< net.core.wmem_max, in bytes
    uint32_t m_wmemDefault;        //!< net.core.wmem_default, in bytes
    uint32_t m_sndbufOption{0};    //!< as given to setsockopt, in bytes; 0 is the default
    uint16_t m_udpSegment;         //!< UDP_SEGMENT, in bytes; 0 is off
    bool m_recvErr;                //!< IP_RECVERR
    bool m_txTimestamp;            //!< SO_TIMESTAMPING for transmission
    bool m_needsSocket;            //!< packets need skb->sk down to the driver
    Time m_sendCallTime;           //!< what a send call takes
    uint64_t m_sndbufErrors{0};    //!< see GetSndbufErrors()

    OutputRoute m_route;    //!< of the last send that asked for it
    Address m_routeAddress; //!< the receiver that it is for

    Time m_instant{-1};         //!< when the last message was accepted
    uint64_t m_instantBytes{0}; //!< what was charged at m_instant, in bytes
    uint32_t m_instantCalls{0}; //!< messages accepted at m_instant

    TracedCallback<uint64_t, uint64_t> m_wmemTrace; //!< traces wmem_alloc
    TracedCallback<uint32_t, int> m_sendDoneTrace;  //!< traces the ends of send calls
};

} // namespace ns3

#endif /* LINUX_TX_LINUX_UDP_SOCKET_H */
