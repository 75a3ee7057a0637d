/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_STACKED_HOSTS_H
#define LINUX_TX_STACKED_HOSTS_H

#include "ns3/address.h"
#include "ns3/ipv4-address.h"
#include "ns3/ipv6-address.h"
#include "ns3/linux-udp-socket.h"
#include "ns3/net-device.h"
#include "ns3/node-container.h"
#include "ns3/queue-disc.h"
#include "ns3/traffic-control-helper.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

/**
 * @ingroup linux-tx-tests
 * @brief Two Linux hosts with any stack of devices, the same on both.
 *
 * There are one or more links. Each layer goes on top of each link's devices, until a bond makes
 * them one; after a tunnel only tunnels can follow. IPv4 is on the uppermost device and below each
 * tunnel, IPv6 on the uppermost device unless that is in an IPIP tunnel.
 */
class StackedHosts
{
  public:
    /// What the hosts have.
    struct Settings
    {
        std::string bottom{"nic"};       //!< nic, csma or simple
        uint32_t nLinks{1};              //!< links between the hosts
        std::vector<std::string> layers; //!< from the bottom: vlan (id 7), qinq (802.1ad, id 100),
                                         //!< macvlan, bridge, "bond MODE", gre or ipip
        std::string rate{"1Gbps"};       //!< of each link
    };

    /**
     * @brief Build the hosts.
     * @param settings what they have
     */
    explicit StackedHosts(const Settings& settings);
    ~StackedHosts();
    StackedHosts(const StackedHosts&) = delete;
    StackedHosts& operator=(const StackedHosts&) = delete;

    /**
     * @brief The hosts.
     * @return sender and receiver
     */
    const ns3::NodeContainer& GetNodes() const
    {
        return m_nodes;
    }

    /**
     * @brief The device of a link.
     * @param link number of the link
     * @param host 0 for the sender's, 1 for the receiver's
     * @return the device
     */
    ns3::Ptr<ns3::NetDevice> GetBottom(uint32_t link, uint32_t host = 0) const
    {
        return m_bottoms[host][link];
    }

    /**
     * @brief All devices of the sender but its loopback device.
     * @return from the bottom
     */
    const std::vector<ns3::Ptr<ns3::NetDevice>>& GetDevices() const
    {
        return m_devices[0];
    }

    /**
     * @brief Put a queue disc on a device of the sender, in place of what is there.
     * @param device the device
     * @param helper makes it
     * @return the root
     */
    ns3::Ptr<ns3::QueueDisc> SetQueueDisc(const ns3::Ptr<ns3::NetDevice>& device,
                                          ns3::TrafficControlHelper& helper);

    /**
     * @brief Break a link of NICs, or mend it.
     * @param link number of the link
     * @param up true to mend
     */
    void SetCarrier(uint32_t link, bool up);

    /**
     * @brief A socket of a host.
     * @param host 0 for the sender, 1 for the receiver
     * @return a new LinuxUdpSocket
     */
    ns3::Ptr<ns3::LinuxUdpSocket> MakeSocket(uint32_t host = 0) const;

    /**
     * @brief An address of the receiver.
     * @param ipv6 true for IPv6
     * @param port the port
     * @return InetSocketAddress or Inet6SocketAddress
     */
    ns3::Address GetReceiver(bool ipv6, uint16_t port) const;

    /**
     * @brief Is there IPv6 on the stack?
     * @return false if it has an IPIP tunnel
     */
    bool HasIpv6() const
    {
        return m_hasIpv6;
    }

    /**
     * @brief How many copies of a frame arrive.
     * @return 1, or the number of links below a bond in broadcast mode
     */
    uint32_t GetNCopies() const
    {
        return m_nCopies;
    }

    /**
     * @brief Skbs alive on a host.
     * @param host 0 for the sender, 1 for the receiver
     * @return number of Skbs
     */
    std::size_t GetNLiveSkbs(uint32_t host = 0) const;

  private:
    using Devices = std::vector<ns3::Ptr<ns3::NetDevice>>;

    /**
     * @brief Connect the hosts.
     * @param settings what they have
     */
    void BuildLinks(const Settings& settings);

    /**
     * @brief Put a layer on both hosts.
     * @param layer its name
     */
    void AddLayer(const std::string& layer);

    /**
     * @brief Give both uppermost devices IPv4 addresses of a new network, and tell the sender's
     *        ARP the receiver's hardware address.
     */
    void AssignIpv4();

    /**
     * @brief Give both uppermost devices IPv6 addresses.
     */
    void AssignIpv6();

    ns3::NodeContainer m_nodes;             //!< sender and receiver
    std::array<Devices, 2> m_bottoms;       //!< devices of the links, by host
    std::array<Devices, 2> m_devices;       //!< all devices, by host
    std::array<Devices, 2> m_tops;          //!< uppermost so far, by host
    std::array<ns3::Ipv4Address, 2> m_ipv4; //!< of the uppermost devices, by host
    std::array<ns3::Ipv6Address, 2> m_ipv6; //!< of the uppermost devices, by host
    bool m_hasIpv6{true};                   //!< see HasIpv6()
    uint32_t m_nNetworks{0};                //!< IPv4 networks so far
    uint32_t m_nCopies{1};                  //!< see GetNCopies()
};

#endif /* LINUX_TX_STACKED_HOSTS_H */
