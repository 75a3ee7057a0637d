/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_LINUX_UDP_SOCKET_H
#define LINUX_TX_LINUX_UDP_SOCKET_H

#include "ns3/event-id.h"
#include "ns3/linux-transmit-path.h"
#include "ns3/nstime.h"
#include "ns3/socket-write-memory.h"
#include "ns3/traced-callback.h"
#include "ns3/udp-socket.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief A UDP socket with Linux's write memory (udp_sendmsg, udpv6_sendmsg).
 *
 * Everything that is UDP is done by the stock socket that it wraps (the one that
 * UdpL4Protocol::CreateSocket() gives); this class decides whether a message may be sent now, lets
 * the packets be charged on their way down (DatagramSend), and tells the application when a refused
 * send is worth another try.
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
class LinuxUdpSocket : public UdpSocket
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
     * @brief Sends that failed for want of memory or were dropped by the queue disc
     *        (UDP_MIB_SNDBUFERRORS).
     * @return number of send calls
     */
    uint64_t GetSndbufErrors() const;

    /**
     * @brief The error of the last failed call as Linux numbers it.
     * @return EAGAIN, ENOBUFS, EMSGSIZE, ...; 0 if no call has failed
     */
    int GetLinuxErrno() const;

    // From Socket; the first four have overloads there.
    using UdpSocket::Recv;
    using UdpSocket::RecvFrom;
    using UdpSocket::Send;
    using UdpSocket::SendTo;
    SocketErrno GetErrno() const override;
    SocketType GetSocketType() const override;
    Ptr<Node> GetNode() const override;
    int Bind(const Address& address) override;
    int Bind() override;
    int Bind6() override;
    int Close() override;
    int ShutdownSend() override;
    int ShutdownRecv() override;
    int Connect(const Address& address) override;
    int Listen() override;
    uint32_t GetTxAvailable() const override;
    int Send(Ptr<Packet> p, uint32_t flags) override;
    int SendTo(Ptr<Packet> p, uint32_t flags, const Address& toAddress) override;
    uint32_t GetRxAvailable() const override;
    Ptr<Packet> Recv(uint32_t maxSize, uint32_t flags) override;
    Ptr<Packet> RecvFrom(uint32_t maxSize, uint32_t flags, Address& fromAddress) override;
    int GetSockName(Address& address) const override;
    int GetPeerName(Address& address) const override;
    void BindToNetDevice(Ptr<NetDevice> netdevice) override;
    bool SetAllowBroadcast(bool allowBroadcast) override;
    bool GetAllowBroadcast() const override;
    void SetIpTtl(uint8_t ipTtl) override;
    void SetIpv6HopLimit(uint8_t ipHopLimit) override;
    void Ipv6JoinGroup(Ipv6Address address,
                       Ipv6MulticastFilterMode filterMode,
                       std::vector<Ipv6Address> sourceAddresses) override;
    void Ipv6JoinGroup(Ipv6Address address) override;
    void Ipv6LeaveGroup() override;
    // From UdpSocket.
    int MulticastJoinGroup(uint32_t interface, const Address& groupAddress) override;
    int MulticastLeaveGroup(uint32_t interface, const Address& groupAddress) override;

  protected:
    void DoDispose() override;

  private:
    /// Called for an ICMP error, as UdpSocketImpl's attribute of the same name describes.
    using IcmpCallback = Callback<void, Ipv4Address, uint8_t, uint8_t, uint8_t, uint32_t>;
    /// Called for an ICMPv6 error, as UdpSocketImpl's attribute of the same name describes.
    using IcmpCallback6 = Callback<void, Ipv6Address, uint8_t, uint8_t, uint8_t, uint32_t>;

    // From UdpSocket, its attributes. They are set once before there is a wrapped socket.
    void SetRcvBufSize(uint32_t size) override;
    uint32_t GetRcvBufSize() const override;
    void SetIpMulticastTtl(uint8_t ipTtl) override;
    uint8_t GetIpMulticastTtl() const override;
    void SetIpMulticastIf(int32_t ipIf) override;
    int32_t GetIpMulticastIf() const override;
    void SetIpMulticastLoop(bool loop) override;
    bool GetIpMulticastLoop() const override;
    void SetMtuDiscover(bool discover) override;
    bool GetMtuDiscover() const override;

    /**
     * @brief Attribute IcmpCallback.
     * @param callback the new callback
     */
    void SetIcmpCallback(IcmpCallback callback);

    /**
     * @brief Attribute IcmpCallback6.
     * @param callback the new callback
     */
    void SetIcmpCallback6(IcmpCallback6 callback);

    /**
     * @brief Set an attribute of the wrapped socket, if there is one yet.
     * @param name the attribute's name
     * @param value its value
     */
    void Forward(const char* name, const AttributeValue& value);

    /**
     * @brief Bring the options that are set by non-virtual functions to the wrapped socket.
     */
    void SyncOptions();

    /**
     * @brief The part of SyncOptions() that matters for sending.
     */
    void SyncSendOptions();

    /**
     * @brief The part of SyncOptions() that matters for receiving.
     */
    void SyncReceiveOptions();

    /**
     * @brief After Bind() and Connect(): options may follow in the same event, and some of them
     *        matter before the next call of ours.
     * @param result what the wrapped socket returned
     * @return the same
     */
    int FinishSetup(int result);

    /**
     * @brief udp_sendmsg(): admission, the send call itself, and what became of it.
     * @param p the message
     * @param flags as given to Send()
     * @param toAddress the receiver, or null for the connected one
     * @return bytes sent, or -1
     */
    int DoSend(const Ptr<Packet>& p, uint32_t flags, const Address* toAddress);

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
     * @brief Fail a call.
     * @param error what GetErrno() will say
     * @param linuxErrno what GetLinuxErrno() will say
     * @return -1
     */
    int Fail(SocketErrno error, int linuxErrno);

    /**
     * @brief sk_write_space(): let the application send, but not from within a device.
     */
    void ScheduleWake();

    /**
     * @brief Tell the application that it can send again.
     */
    void Wake();

    /**
     * @brief The wrapped socket has received.
     * @param socket the wrapped socket
     */
    void ForwardDataRecv(Ptr<Socket> socket);

    /**
     * @brief The wrapped socket has dropped a received packet.
     * @param packet the packet
     */
    void ForwardDrop(Ptr<const Packet> packet);

    Ptr<LinuxTransmitPath> m_path;      //!< the host's transmit path
    Ptr<Socket> m_socket;               //!< the wrapped socket
    Ptr<SocketWriteMemory> m_wmem;      //!< sk_wmem_alloc and sk_sndbuf
    Address m_peer;                     //!< where Send() goes, or invalid
    EventId m_wake;                     //!< tells the application to go on
    EventId m_sync;                     //!< options after Bind() and Connect()
    uint32_t m_wmemMax;                 //!< net.core.wmem_max, in bytes
    uint32_t m_wmemDefault;             //!< net.core.wmem_default, in bytes
    uint32_t m_sndbufOption{0};         //!< as given to setsockopt, in bytes; 0 is the default
    bool m_recvErr;                     //!< IP_RECVERR
    bool m_txTimestamp;                 //!< SO_TIMESTAMPING for transmission
    bool m_needsSocket;                 //!< packets need skb->sk down to the driver
    Time m_sendCallTime;                //!< what a send call takes
    uint64_t m_sndbufErrors{0};         //!< see GetSndbufErrors()
    SocketErrno m_errno{ERROR_NOTERROR}; //!< last error
    int m_linuxErrno{0};                //!< last error, as Linux numbers it

    Time m_instant{-1};         //!< when the last message was accepted
    uint64_t m_instantBytes{0}; //!< what was charged at m_instant, in bytes
    uint32_t m_instantCalls{0}; //!< messages accepted at m_instant

    uint32_t m_rcvBufSize{0};     //!< attribute of the wrapped socket, in bytes
    uint8_t m_ipMulticastTtl{0};  //!< attribute of the wrapped socket
    int32_t m_ipMulticastIf{0};   //!< attribute of the wrapped socket
    bool m_ipMulticastLoop{false}; //!< attribute of the wrapped socket
    bool m_mtuDiscover{false};    //!< attribute of the wrapped socket
    IcmpCallback m_icmpCallback;  //!< attribute of the wrapped socket
    IcmpCallback6 m_icmpCallback6; //!< attribute of the wrapped socket

    TracedCallback<Ptr<const Packet>> m_dropTrace;    //!< traces drops at reception
    TracedCallback<uint64_t, uint64_t> m_wmemTrace;   //!< traces wmem_alloc
};

} // namespace ns3

#endif /* LINUX_TX_LINUX_UDP_SOCKET_H */
