/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_SNDBUF_NETWORK_H
#define LINUX_TX_SNDBUF_NETWORK_H

#include "ns3/address.h"
#include "ns3/data-rate.h"
#include "ns3/linux-udp-socket.h"
#include "ns3/net-device-container.h"
#include "ns3/net-device.h"
#include "ns3/node-container.h"
#include "ns3/tbf-queue-disc.h"

#include <cstdint>
#include <string>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief Two hosts, and a token bucket in front of the sender's lowest device.
 */
class SndbufNetwork
{
  public:
    /// What the network is made of.
    struct Settings
    {
        std::string stack; //!< nic, csma, bond or vlan-bond
        bool ipv6{false};  //!< IPv6 instead of IPv4
        uint32_t mtu{0};   //!< bytes
        DataRate rate;     //!< of the token bucket
        uint32_t burst{0}; //!< of the token bucket, in bytes
    };

    /**
     * @brief Build it.
     * @param settings what it is made of
     */
    explicit SndbufNetwork(const Settings& settings);

    /**
     * @brief Make a socket on the sending host, connected to the receiver.
     * @param sndbuf SO_SNDBUF as given to setsockopt, in bytes; 0 for the default
     * @return the socket
     */
    Ptr<LinuxUdpSocket> MakeSocket(uint32_t sndbuf) const;

    /**
     * @brief The token bucket.
     * @return the queue disc
     */
    const Ptr<TbfQueueDisc>& GetTbf() const
    {
        return m_tbf;
    }

    /**
     * @brief The device that has the token bucket.
     * @return the device
     */
    const Ptr<NetDevice>& GetLowestDevice() const
    {
        return m_lowest;
    }

    /**
     * @brief The bond, if there is one.
     * @return the device, or null
     */
    const Ptr<NetDevice>& GetBond() const
    {
        return m_bond;
    }

    /**
     * @brief The VLAN device, if there is one.
     * @return the device, or null
     */
    const Ptr<NetDevice>& GetVlan() const
    {
        return m_vlan;
    }

    /**
     * @brief Datagrams that have arrived.
     * @return number of datagrams
     */
    uint64_t GetNReceived() const
    {
        return m_received;
    }

  private:
    /**
     * @brief Connect the hosts.
     */
    void BuildLink();

    /**
     * @brief Put the token bucket in front of the sender's device.
     */
    void InstallTbf();

    /**
     * @brief Put devices on top of the links.
     */
    void BuildStack();

    /**
     * @brief Give both ends addresses, and the sender the receiver's hardware address: no packet
     *        shall wait for address resolution.
     */
    void AssignAddresses();

    /**
     * @brief Count what arrives.
     */
    void InstallReceiver();

    Settings m_settings;       //!< what it is made of
    NodeContainer m_hosts;     //!< sender and receiver
    Ptr<NetDevice> m_lowest;   //!< the sender's, with the token bucket
    Ptr<NetDevice> m_bond;     //!< the sender's bond, or null
    Ptr<NetDevice> m_vlan;     //!< the sender's VLAN device, or null
    NetDeviceContainer m_ends; //!< what IP uses, the sender's first
    Ptr<TbfQueueDisc> m_tbf;   //!< the token bucket
    Address m_destination;     //!< the receiver's
    uint64_t m_received{0};    //!< datagrams
};

} // namespace ns3

#endif /* LINUX_TX_SNDBUF_NETWORK_H */
