/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_WRAPPED_UDP_SOCKET_H
#define LINUX_TX_WRAPPED_UDP_SOCKET_H

#include "ns3/callback.h"
#include "ns3/event-id.h"
#include "ns3/traced-callback.h"
#include "ns3/udp-socket.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief A UDP socket that leaves all work to one of ns-3's own.
 *
 * ns-3's UDP socket class cannot be derived from outside (udp-socket-impl.h is not installed), so
 * it is wrapped: this class passes every call, attribute, callback and option on to the socket that
 * UdpL4Protocol::CreateSocket() gave. LinuxUdpSocket derives from it and changes what sending
 * means; nothing here knows of write memory.
 *
 * Options that ns3::Socket sets by non-virtual functions (SetIpTos, SetRecvPktInfo, ...) cannot be
 * passed on when they are set; they are brought over before each send and receive, and at the end
 * of the event in which the socket is bound or connected.
 */
class WrappedUdpSocket : public UdpSocket
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    WrappedUdpSocket();
    ~WrappedUdpSocket() override;

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

    /**
     * @brief Take a stock socket to work with.
     * @param socket a new socket of UdpL4Protocol
     */
    void WrapSocket(const Ptr<Socket>& socket);

    /**
     * @brief Where Send() goes.
     * @return the address given to Connect(), or an invalid one
     */
    const Address& GetPeer() const
    {
        return m_peer;
    }

    /**
     * @brief Fail a call.
     * @param error what GetErrno() will say
     * @param linuxErrno what GetLinuxErrno() will say
     * @return -1
     */
    int Fail(SocketErrno error, int linuxErrno);

    /**
     * @brief Pass on what a call of the wrapped socket returned, its error too.
     * @param result what it returned: negative if it failed
     * @return the same
     */
    int PassOn(int result);

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
     * @brief The wrapped socket has received.
     * @param socket the wrapped socket
     */
    void ForwardDataRecv(Ptr<Socket> socket);

    /**
     * @brief The wrapped socket has dropped a received packet.
     * @param packet the packet
     */
    void ForwardDrop(Ptr<const Packet> packet);

    Ptr<Socket> m_socket;                //!< the wrapped socket
    Address m_peer;                      //!< where Send() goes, or invalid
    EventId m_sync;                      //!< options after Bind() and Connect()
    SocketErrno m_errno{ERROR_NOTERROR}; //!< last error
    int m_linuxErrno{0};                 //!< last error, as Linux numbers it

    uint32_t m_rcvBufSize{0};      //!< attribute of the wrapped socket, in bytes
    uint8_t m_ipMulticastTtl{0};   //!< attribute of the wrapped socket
    int32_t m_ipMulticastIf{0};    //!< attribute of the wrapped socket
    bool m_ipMulticastLoop{false}; //!< attribute of the wrapped socket
    bool m_mtuDiscover{false};     //!< attribute of the wrapped socket
    IcmpCallback m_icmpCallback;   //!< attribute of the wrapped socket
    IcmpCallback6 m_icmpCallback6; //!< attribute of the wrapped socket

    TracedCallback<Ptr<const Packet>> m_dropTrace; //!< traces drops at reception
};

} // namespace ns3

#endif /* LINUX_TX_WRAPPED_UDP_SOCKET_H */
