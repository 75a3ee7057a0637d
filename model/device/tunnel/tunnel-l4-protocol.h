/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_TUNNEL_L4_PROTOCOL_H
#define LINUX_TX_TUNNEL_L4_PROTOCOL_H

#include "ns3/ip-l4-protocol.h"
#include "ns3/ipv4-address.h"
#include "ns3/node.h"
#include "ns3/tunnel-endpoints.h"

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace ns3
{

class IpTunnelNetDevice;

/**
 * @ingroup linux-tx
 * @brief The tunnels of one kind of a host (struct ip_tunnel_net): finds the one that a received
 *        packet belongs to, as ip_tunnel_lookup().
 *
 * The node's IPv4 calls it for every packet of the kind's protocol number. A kind says with
 * RemoveHeader() what is between the outer IP header and the inner packet. It also counts the IP
 * identification of what the tunnels send (__ip_select_ident), because tunnels that differ in their
 * keys only share it.
 *
 * Invariant: no two tunnels have the same endpoints.
 */
class TunnelL4Protocol : public IpL4Protocol
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    ~TunnelL4Protocol() override;

    /**
     * @brief The tunnels of one kind of a node; the first to ask makes the object.
     *
     * The program ends with an error if the node has no IPv4, or something else there has the
     * protocol number.
     * @tparam Protocol the kind
     * @param node the node
     * @return the node's object of that kind
     */
    template <class Protocol>
    static Ptr<TunnelL4Protocol> Of(const Ptr<Node>& node);

    /**
     * @brief A tunnel is there now (ip_tunnel_add).
     * @param tunnel the tunnel; the caller sees to Remove()
     */
    void Add(IpTunnelNetDevice* tunnel);

    /**
     * @brief A tunnel is no longer there (ip_tunnel_del).
     * @param tunnel the tunnel
     */
    void Remove(const IpTunnelNetDevice* tunnel);

    /**
     * @brief Find the tunnel that has these very endpoints (ip_tunnel_find).
     * @param endpoints the endpoints
     * @return the tunnel, or null
     */
    IpTunnelNetDevice* Find(const TunnelEndpoints& endpoints) const;

    /**
     * @brief The IP identification of the next packet between two addresses.
     * @param source outer source
     * @param destination outer destination
     * @return the identification
     */
    uint16_t SelectIdentification(Ipv4Address source, Ipv4Address destination);

    // Inherited from IpL4Protocol.
    RxStatus Receive(Ptr<Packet> p,
                     const Ipv4Header& header,
                     Ptr<Ipv4Interface> incomingInterface) override;
    RxStatus Receive(Ptr<Packet> p,
                     const Ipv6Header& header,
                     Ptr<Ipv6Interface> incomingInterface) override;
    void SetDownTarget(DownTargetCallback cb) override;
    void SetDownTarget6(DownTargetCallback6 cb) override;
    DownTargetCallback GetDownTarget() const override;
    DownTargetCallback6 GetDownTarget6() const override;

  protected:
    /// What the tunnel's header says of a received packet.
    struct TunnelHeader
    {
        uint16_t protocol;           //!< EtherType of the inner packet
        std::optional<uint32_t> key; //!< the key, or nothing
        bool hasChecksum;            //!< the tunnel's header has a checksum
    };

    TunnelL4Protocol();
    void DoDispose() override;

    /**
     * @brief Take the tunnel's header off a received packet.
     * @param packet the packet behind its outer IP header
     * @return what it says; nothing if it is not valid
     */
    virtual std::optional<TunnelHeader> RemoveHeader(const Ptr<Packet>& packet) const = 0;

    /**
     * @brief Can packets of this protocol have keys?
     * @return true for GRE
     */
    virtual bool HasKeys() const = 0;

  private:
    /**
     * @brief What the node's IPv4 has under a protocol number.
     * @param node the node
     * @param number the protocol number
     * @return the tunnels, or null if nothing is there yet
     */
    static Ptr<TunnelL4Protocol> FindOnNode(const Ptr<Node>& node, int number);

    /**
     * @brief Make the node's IPv4 call this object.
     * @param node the node
     */
    void InsertInto(const Ptr<Node>& node);

    /**
     * @brief ip_tunnel_lookup().
     * @param packet addresses of a received packet as its receiver sees them, and its key
     * @return the tunnel that it fits best, the newest of several; or null
     */
    IpTunnelNetDevice* Lookup(const TunnelEndpoints& packet) const;

    /// Outer source and destination.
    using Addresses = std::pair<Ipv4Address, Ipv4Address>;

    std::vector<IpTunnelNetDevice*> m_tunnels;       //!< newest last
    std::map<Addresses, uint16_t> m_identifications; //!< the next ones
};

template <class Protocol>
Ptr<TunnelL4Protocol>
TunnelL4Protocol::Of(const Ptr<Node>& node)
{
    Ptr<TunnelL4Protocol> tunnels = FindOnNode(node, Protocol::NUMBER);
    if (!tunnels)
    {
        tunnels = CreateObject<Protocol>();
        tunnels->InsertInto(node);
    }
    return tunnels;
}

} // namespace ns3

#endif /* LINUX_TX_TUNNEL_L4_PROTOCOL_H */
