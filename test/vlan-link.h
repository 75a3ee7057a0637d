/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_VLAN_LINK_H
#define LINUX_TX_VLAN_LINK_H

#include "two-hosts.h"

#include "ns3/ipv4-address.h"
#include "ns3/mac48-address.h"
#include "ns3/net-device-container.h"
#include "ns3/net-device.h"
#include "ns3/node-container.h"
#include "ns3/socket.h"
#include "ns3/vlan-net-device.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

/**
 * @ingroup linux-tx-tests
 * @brief Two hosts on a link, on which tests put VLAN devices; without IP addresses.
 */
class VlanLink
{
  public:
    static constexpr uint16_t PORT = 9;    ///< where receivers listen
    static const ns3::Mac48Address SOURCE; ///< address of the first host's device
    static const ns3::Mac48Address PEER;   ///< address of the second host's device

    /**
     * @brief Build the hosts.
     * @param kind kind of device: NIC, CSMA or SIMPLE
     */
    explicit VlanLink(TwoHosts::Kind kind = TwoHosts::NIC);
    ~VlanLink();
    VlanLink(const VlanLink&) = delete;
    VlanLink& operator=(const VlanLink&) = delete;

    /**
     * @brief Put a VLAN device on top of a device.
     * @param lower the device
     * @param id its id
     * @param protocol its protocol
     * @return the VLAN device
     */
    static ns3::Ptr<ns3::VlanNetDevice> AddVlan(const ns3::Ptr<ns3::NetDevice>& lower,
                                                uint16_t id,
                                                const std::string& protocol = "802.1Q");

    /**
     * @brief Listen on the receiver's UDP port.
     * @param local where
     */
    void Listen(const ns3::Ipv4Address& local);

    /**
     * @brief Send a message from the first host.
     * @param to where to
     * @param size its size, in bytes
     * @param priority the socket's priority
     */
    void Send(const ns3::Ipv4Address& to, uint32_t size, uint8_t priority = 0);

    /**
     * @brief Sizes of messages received at an address.
     * @param local where Listen() listens
     * @return the sizes in order
     */
    std::vector<uint32_t> GetReceived(const ns3::Ipv4Address& local)
    {
        return m_received[local];
    }

    ns3::NodeContainer nodes;        //!< the hosts
    ns3::NetDeviceContainer devices; //!< their devices

  private:
    /**
     * @brief A message has arrived.
     * @param socket where
     */
    void Receive(ns3::Ptr<ns3::Socket> socket);

    std::map<ns3::Ipv4Address, std::vector<uint32_t>> m_received; //!< sizes by local address
};

#endif /* LINUX_TX_VLAN_LINK_H */
