/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_IP_TUNNEL_NET_DEVICE_H
#define LINUX_TX_IP_TUNNEL_NET_DEVICE_H

#include "ns3/inner-ip-header.h"
#include "ns3/ipv4-address.h"
#include "ns3/ipv4-header.h"
#include "ns3/ipv4-l3-protocol.h"
#include "ns3/ipv4-route.h"
#include "ns3/mac48-address.h"
#include "ns3/node.h"
#include "ns3/tunnel-endpoints.h"
#include "ns3/tunnel-interface.h"
#include "ns3/tunnel-l4-protocol.h"
#include "ns3/xmit-layer.h"

#include <cstdint>
#include <optional>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief Counters of a tunnel, as `ip -s -s link show` names them. Bytes are those of inner
 * packets. A train's segments count one by one.
 */
struct TunnelStats
{
    uint64_t txPackets{0};       //!< packets given to the queue disc of the outer route's device
    uint64_t txBytes{0};         //!< bytes of these
    uint64_t txDropped{0};       //!< packets dropped there, or that found the tunnel down
    uint64_t txErrors{0};        //!< packets the tunnel could not send at all
    uint64_t txCarrierErrors{0}; //!< of these, for want of an outer route
    uint64_t collisions{0};      //!< of these, because the outer route leads into the tunnel
    uint64_t rxPackets{0};       //!< packets passed up
    uint64_t rxBytes{0};         //!< bytes of these
    uint64_t rxErrors{0};        //!< received packets that were no good
    uint64_t rxCrcErrors{0};     //!< of these, with a checksum that the tunnel does not expect
    uint64_t rxFrameErrors{0};   //!< of these, with a congestion mark for a packet without ECN
};

/**
 * @ingroup linux-tx
 * @brief An IP tunnel over IPv4 (net/ipv4/ip_tunnel.c of Linux 6.1): what GRE and IPIP have in
 *        common.
 *
 * It has no lower device: what IP sends to it gets an outer header and goes through the host's IPv4
 * once more (ip_tunnel_xmit, iptunnel_xmit), which finds route and neighbour. On the way it keeps
 * its Skb, so the sender pays until the device at the end of the outer route has sent it, and a
 * train comes out as a train, one outer header to each segment (CarriedSend). Received outer
 * packets come from TunnelL4Protocol.
 *
 * Two things are not as in ip_tunnel.c. ip_tunnel_xmit() swallows the verdict of the queue disc
 * below; here the sender learns it, as from any stacked device, because a send is an error when its
 * last segment was dropped. And a host learns device and MTU of the outer route when it is first
 * asked for the tunnel's MTU or headroom and there is a route, not when the tunnel is made, because
 * a simulation may add routes later.
 *
 * Packets are given to Ipv4L3Protocol::SendWithHeader(): Send() has no DF bit.
 *
 * Invariant: it keeps no packet and no Skb; every packet given to it counts as sent, dropped or an
 * error.
 */
class IpTunnelNetDevice : public TunnelInterface
{
  public:
    static constexpr uint32_t OUTER_HEADER_SIZE = 20; //!< IPv4 header, in bytes
    static constexpr uint16_t MIN_MTU = 68;           //!< ETH_MIN_MTU, in bytes
    static constexpr uint8_t INHERIT_TOS = 1;         //!< bit in Tos: inherit it

    /// Drop reason: the tunnel is down.
    static constexpr const char* DOWN = "down";
    /// Drop reason: tunnels have led into each other too often.
    static constexpr const char* DEAD_LOOP = "dead loop on a virtual device";
    /// Drop reason: the tunnel carries no packets of that protocol.
    static constexpr const char* WRONG_PROTOCOL = "protocol not carried";
    /// Drop reason: no whole IP header of the right version.
    static constexpr const char* BAD_HEADER = "bad IP header";
    /// Drop reason: the tunnel has no remote address.
    static constexpr const char* NO_REMOTE = "no remote address";
    /// Drop reason: no route to the remote address.
    static constexpr const char* NO_ROUTE = "no outer route";
    /// Drop reason: the outer route leads into the tunnel.
    static constexpr const char* ROUTING_LOOP = "local routing loop";
    /// Drop reason: too large, and nobody may fragment it.
    static constexpr const char* TOO_BIG = "larger than the path MTU";
    /// Drop reason: the queue disc or device of the outer route dropped it.
    static constexpr const char* REFUSED_BELOW = "refused by the outer device";
    /// Drop reason: a checksum that the tunnel does not expect.
    static constexpr const char* UNEXPECTED_CHECKSUM = "unexpected checksum";
    /// Drop reason: the outer header has a congestion mark that the inner one cannot bear.
    static constexpr const char* LOST_MARK = "congestion mark on a packet without ECN";

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    ~IpTunnelNetDevice() override;

    /**
     * @brief Make the tunnel known to the host (register_netdevice, ip_tunnel_add), once.
     *
     * The device must be on a node that has a LinuxTransmitPath. A mistake (another tunnel with the
     * same endpoints, a local address that is none) ends the program. Initialisation calls it if
     * nobody did.
     */
    void Attach();

    /**
     * @brief The two ends and the key.
     * @return the endpoints
     */
    const TunnelEndpoints& GetEndpoints() const
    {
        return m_endpoints;
    }

    /**
     * @brief The counters.
     * @return the counters since the device was made
     */
    const TunnelStats& GetStats() const
    {
        return m_stats;
    }

    /**
     * @brief ip_tunnel_rcv: an outer packet for this tunnel has arrived.
     * @param packet the inner packet
     * @param protocol its EtherType
     * @param outer the outer header
     */
    void Receive(const Ptr<Packet>& packet, uint16_t protocol, const Ipv4Header& outer);

    /**
     * @brief A received packet has a checksum that the tunnel does not expect: count and trace it.
     * @param packet the inner packet
     */
    void DropChecksummed(const Ptr<const Packet>& packet);

    // Inherited from XmitDevice.
    XmitVerdict StartXmit(Ptr<QueueDiscItem> item) override;
    uint32_t GetHardHeaderLength() const override;

    // Inherited from NetDevice.
    void SetAddress(Address address) override;
    Address GetAddress() const override;
    bool SetMtu(const uint16_t mtu) override;
    uint16_t GetMtu() const override;
    bool Send(Ptr<Packet> packet, const Address& dest, uint16_t protocolNumber) override;

  protected:
    IpTunnelNetDevice();
    void DoInitialize() override;
    void DoDispose() override;
    DeviceFeatures FixFeatures(const DeviceFeatures& wanted) const override;

    /**
     * @brief Set the key (i_key and o_key).
     * @param key the key, or nothing
     */
    void SetKey(std::optional<uint32_t> key);

    /**
     * @brief The host's tunnels of the kind of this one.
     * @param node the node
     * @return TunnelL4Protocol::Of()
     */
    virtual Ptr<TunnelL4Protocol> GetTunnels(const Ptr<Node>& node) const = 0;

    /**
     * @brief Size of the header between outer and inner packet (tunnel->hlen).
     * @return bytes
     */
    virtual uint32_t GetTunnelHeaderSize() const = 0;

    /**
     * @brief Does a tunnel of this kind carry a protocol?
     * @param protocol EtherType
     * @return true if so
     */
    virtual bool Carries(uint16_t protocol) const = 0;

    /**
     * @brief Put the header between outer and inner packet on a packet.
     * @param packet the inner packet
     * @param protocol its EtherType
     */
    virtual void AddTunnelHeader(const Ptr<Packet>& packet, uint16_t protocol) const = 0;

  private:
    /// Where the outer packet goes, and how.
    struct Outer
    {
        Ipv4Header header;    //!< the outer header, without length and identification
        Ptr<Ipv4Route> route; //!< the outer route
    };

    /// What the tunnel knows of the device that its outer packets leave by (ip_tunnel_bind_dev).
    struct Binding
    {
        uint32_t headroom; //!< needed_headroom, in bytes
        uint16_t mtu;      //!< MTU that this leaves to inner packets, in bytes
    };

    /**
     * @brief Attribute Local. @param local the address; 0.0.0.0 for any
     */
    void SetLocal(Ipv4Address local);

    /**
     * @brief Attribute Local. @return the address
     */
    Ipv4Address GetLocal() const;

    /**
     * @brief Attribute Remote. @param remote the address; 0.0.0.0 for any
     */
    void SetRemote(Ipv4Address remote);

    /**
     * @brief Attribute Remote. @return the address
     */
    Ipv4Address GetRemote() const;

    /**
     * @brief Attribute Mtu. @param mtu the MTU in bytes; 0 for that of the outer route
     */
    void SetMtuAttribute(uint16_t mtu);

    /**
     * @brief Change the endpoints (ip_tunnel_update).
     * @param endpoints the new ones
     */
    void SetEndpoints(const TunnelEndpoints& endpoints);

    /**
     * @brief End the program if another tunnel of the host has these endpoints (EEXIST).
     * @param endpoints the endpoints
     */
    void CheckUnique(const TunnelEndpoints& endpoints) const;

    /**
     * @brief All headers in front of the inner packet.
     * @return bytes
     */
    uint32_t GetOverhead() const
    {
        return OUTER_HEADER_SIZE + GetTunnelHeaderSize();
    }

    /**
     * @brief The largest inner packet that an outer device takes.
     * @param outerMtu MTU of that device, in bytes
     * @return bytes, at least MIN_MTU
     */
    uint16_t GetInnerMtu(uint16_t outerMtu) const;

    /**
     * @brief What the tunnel knows of its outer device.
     * @return the facts; as long as there is no outer route, what Linux assumes then
     */
    Binding GetBinding() const;

    /**
     * @brief Ask the host's routing.
     * @param header the outer header
     * @return the route, or null
     */
    Ptr<Ipv4Route> FindRoute(const Ipv4Header& header) const;

    /**
     * @brief Make the outer header, with its TTL, TOS and DF, and find the route.
     * @param inner header of the inner packet; nothing if that is not IP
     * @return header and route
     */
    Outer MakeOuter(const std::optional<InnerIpHeader>& inner) const;

    /**
     * @brief Is an item larger than can be sent (tnl_update_pmtu, ip_fragment)? If so, drop it.
     * @param item the item
     * @param inner header of the inner packet; nothing if that is not IP
     * @param outer header and route
     * @return true if it was dropped
     */
    bool DropTooBig(const Ptr<QueueDiscItem>& item,
                    const std::optional<InnerIpHeader>& inner,
                    const Outer& outer);

    /**
     * @brief Tell the source of an inner packet that it is too big (icmp_ndo_send,
     * icmpv6_ndo_send).
     * @param packet the inner packet
     * @param protocol its EtherType
     * @param mtu the MTU to tell, in bytes
     */
    void SendPacketTooBig(const Ptr<const Packet>& packet, uint16_t protocol, uint16_t mtu) const;

    /**
     * @brief iptunnel_xmit: give the packets of an item to IPv4.
     * @param item the item
     * @param outer header and route
     * @return what became of the last packet
     */
    XmitVerdict Transmit(const Ptr<QueueDiscItem>& item, Outer& outer);

    /**
     * @brief Drop an item: count it in tx_dropped, and trace it.
     * @param item the item
     * @param reason why
     * @return DROP
     */
    XmitVerdict Drop(const Ptr<QueueDiscItem>& item, const char* reason);

    /**
     * @brief Drop an item that cannot be sent: count it in tx_errors, and trace it.
     * @param item the item
     * @param reason why
     * @return DROP
     */
    XmitVerdict Refuse(const Ptr<QueueDiscItem>& item, const char* reason);

    /**
     * @brief Drop a received packet: count it in rx_errors, and trace it.
     * @param packet the inner packet
     * @param reason why
     */
    void DropReceived(const Ptr<const Packet>& packet, const char* reason);

    TunnelEndpoints m_endpoints;              //!< both ends and key
    uint8_t m_ttl;                            //!< TTL of outer headers; 0 to inherit
    uint8_t m_tos;                            //!< TOS of outer headers
    bool m_pmtuDiscovery;                     //!< outer headers have DF
    uint16_t m_mtu{0};                        //!< MTU that was set, or 0
    mutable std::optional<Binding> m_binding; //!< see GetBinding(); once there was a route
    mutable bool m_isBinding{false};          //!< GetBinding() is running
    TunnelStats m_stats;                      //!< counters

    std::optional<Mac48Address> m_address; //!< address that was set
    Ptr<XmitLayer> m_layer;                //!< the host's dev_queue_xmit; set by Attach()
    Ptr<Ipv4L3Protocol> m_ipv4;            //!< the host's IPv4; set by Attach()
    Ptr<TunnelL4Protocol> m_tunnels;       //!< the host's tunnels of this kind; set by Attach()
};

} // namespace ns3

#endif /* LINUX_TX_IP_TUNNEL_NET_DEVICE_H */
