/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_TUNNELLED_HOSTS_H
#define LINUX_TX_TUNNELLED_HOSTS_H

#include "two-hosts.h"

#include "ns3/attribute.h"
#include "ns3/ip-tunnel-net-device.h"
#include "ns3/ipv4-header.h"
#include "ns3/ipv4.h"
#include "ns3/nstime.h"
#include "ns3/packet.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

/**
 * @ingroup linux-tx-tests
 * @brief A kind of tunnel, with a key or without.
 */
struct TunnelKind
{
    /// Attributes of tunnels.
    using Attributes = std::vector<std::pair<std::string, std::string>>;

    std::string name;      //!< for names of test cases
    std::string type;      //!< gre or ipip
    Attributes attributes; //!< of the devices
    uint32_t overhead;     //!< outer headers, in bytes

    /**
     * @brief All kinds.
     * @return IPIP, GRE, and GRE with a key
     */
    static const std::vector<TunnelKind>& GetAll();
};

/**
 * @ingroup linux-tx-tests
 * @brief TwoHosts with a tunnel between them.
 *
 *     sender 10.9.9.1 / 2001:9::1 == tunnel from 10.1.1.1 to 10.1.1.2 == receiver 10.9.9.2 / ::2
 *
 * What the receiver's IPv4 delivers locally is written down: outer packets and inner ones.
 */
class TunnelledHosts
{
  public:
    /// Attributes of both ends of the tunnel.
    using Attributes = TunnelKind::Attributes;

    static constexpr uint8_t GRE = 47; //!< protocol number
    static constexpr uint8_t IPIP = 4; //!< protocol number
    static constexpr uint8_t UDP = 17; //!< protocol number

    /// When tests send: later than duplicate address detection and router solicitation.
    static inline const ns3::Time START = ns3::Seconds(10);

    /// What the receiver's IPv4 delivered.
    struct Delivery
    {
        ns3::Ipv4Header header;             //!< its header
        ns3::Ptr<const ns3::Packet> packet; //!< what follows
    };

    /**
     * @brief Build the hosts, without queue discs.
     * @param tunnel gre or ipip
     * @param attributes of both ends
     * @param device kind of the devices below
     * @param mtu MTU of the devices below, in bytes
     */
    explicit TunnelledHosts(const std::string& tunnel,
                            const Attributes& attributes = {},
                            TwoHosts::Kind device = TwoHosts::NIC,
                            uint16_t mtu = 1500);
    /**
     * @brief Build the hosts, without queue discs.
     * @param kind kind of tunnel
     * @param device kind of the devices below
     * @param mtu MTU of the devices below, in bytes
     */
    explicit TunnelledHosts(const TunnelKind& kind,
                            TwoHosts::Kind device = TwoHosts::NIC,
                            uint16_t mtu = 1500);
    TunnelledHosts(const TunnelledHosts&) = delete;
    TunnelledHosts& operator=(const TunnelledHosts&) = delete;

    /**
     * @brief Run the simulation until everything has settled.
     */
    static void RunToTheEnd();

    /**
     * @brief What is below.
     * @return the hosts
     */
    TwoHosts& GetHosts()
    {
        return m_hosts;
    }

    /**
     * @brief One end of the tunnel.
     * @param i 0 for the sender's, 1 for the receiver's
     * @return the device
     */
    ns3::Ptr<ns3::IpTunnelNetDevice> GetTunnel(uint32_t i) const
    {
        return m_tunnels[i];
    }

    /**
     * @brief Give both ends an IPv6 address.
     */
    void AddIpv6();

    /**
     * @brief A socket on the sender, connected through the tunnel to port 9 of the receiver.
     * @param ipv6 true for IPv6
     * @return a new LinuxUdpSocket
     */
    ns3::Ptr<ns3::LinuxUdpSocket> Connect(bool ipv6 = false) const;

    /**
     * @brief Where the receiver listens.
     * @param ipv6 true for IPv6
     * @return its address in the tunnel, port 9
     */
    static ns3::Address GetReceiver(bool ipv6 = false);

    /**
     * @brief What the receiver's IPv4 delivered of a protocol.
     * @param protocol protocol number
     * @return packets in order of arrival
     */
    std::vector<Delivery> GetDeliveries(uint8_t protocol) const;

    /**
     * @brief Let an outer packet leave the sender as if its tunnel had made it.
     * @param protocol 47 or 4
     * @param tos TOS of the outer header
     * @param packet what follows the outer header
     * @param source outer source
     * @param destination outer destination
     */
    void Inject(uint8_t protocol,
                uint8_t tos,
                const ns3::Ptr<ns3::Packet>& packet,
                const std::string& source = "10.1.1.1",
                const std::string& destination = "10.1.1.2");

    /**
     * @brief A UDP datagram from the sender to the receiver's port 9, as it is in the tunnel.
     * @param tos its TOS
     * @return the packet with IPv4 header
     */
    static ns3::Ptr<ns3::Packet> MakeInnerPacket(uint8_t tos);

  private:
    /**
     * @brief Sink of LocalDeliver.
     * @param header the header
     * @param packet what follows
     * @param interface where it came in
     */
    void Deliver(const ns3::Ipv4Header& header,
                 ns3::Ptr<const ns3::Packet> packet,
                 uint32_t interface);

    TwoHosts m_hosts;                                        //!< what is below
    std::vector<ns3::Ptr<ns3::IpTunnelNetDevice>> m_tunnels; //!< both ends
    std::vector<Delivery> m_deliveries;                      //!< at the receiver
};

#endif /* LINUX_TX_TUNNELLED_HOSTS_H */
