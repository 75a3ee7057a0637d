/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_TWO_HOSTS_H
#define LINUX_TX_TWO_HOSTS_H

#include "ns3/address.h"
#include "ns3/linux-udp-socket.h"
#include "ns3/net-device-container.h"
#include "ns3/node-container.h"
#include "ns3/queue-disc.h"
#include "ns3/socket.h"
#include "ns3/traffic-control-helper.h"

#include <cstdint>
#include <string>

/**
 * @ingroup linux-tx-tests
 * @brief Two Linux hosts on one link: what most simulated tests begin with.
 *
 *     sender 10.1.1.1 / 2001:1::1  ------ device kind ------  receiver 10.1.1.2 / 2001:1::2
 */
class TwoHosts
{
  public:
    /// The kind of device on both ends.
    enum Kind
    {
        NIC,            //!< NicNetDevice
        POINT_TO_POINT, //!< PointToPointNetDevice
        CSMA,           //!< CsmaNetDevice, without NetDeviceQueueInterface
        SIMPLE,         //!< SimpleNetDevice
        BOND,           //!< BondingNetDevice over one NicNetDevice
        VLAN,           //!< VlanNetDevice of id 7 over NicNetDevice
        VLAN_ON_BOND,   //!< VlanNetDevice of id 7 over BondingNetDevice over NicNetDevice
        BOND_ON_VLAN,   //!< BondingNetDevice over VlanNetDevice of id 7 over NicNetDevice
    };

    /**
     * @brief Build the hosts, without queue discs.
     * @param kind kind of device
     * @param mtu MTU of the devices, in bytes
     * @param rate data rate of the devices
     */
    explicit TwoHosts(Kind kind, uint16_t mtu = 1500, const std::string& rate = "100Mbps");
    ~TwoHosts();
    TwoHosts(const TwoHosts&) = delete;
    TwoHosts& operator=(const TwoHosts&) = delete;

    /**
     * @brief The device whose queue disc the sender's packets go through.
     * @return the device itself, or the lowest one below it
     */
    ns3::Ptr<ns3::NetDevice> GetQueueingDevice() const
    {
        return m_queueing;
    }

    /**
     * @brief The device that the sender's IP uses.
     * @return the device, the uppermost one
     */
    ns3::Ptr<ns3::NetDevice> GetDevice() const
    {
        return m_device;
    }

    /**
     * @brief Put a queue disc on the sender's queueing device, in place of what is there.
     * @param type its TypeId
     * @param maxSize its MaxSize
     * @return the queue disc
     */
    ns3::Ptr<ns3::QueueDisc> SetQueueDisc(const std::string& type, const std::string& maxSize);

    /**
     * @brief Put what a helper makes on the sender's queueing device, in place of what is there.
     * @param helper the helper
     * @return the root queue disc
     */
    ns3::Ptr<ns3::QueueDisc> InstallQueueDisc(ns3::TrafficControlHelper& helper);

    /**
     * @brief Put a TbfQueueDisc on the sender's queueing device that lets nothing pass before the
     *        year is over.
     * @return the queue disc
     */
    ns3::Ptr<ns3::QueueDisc> Park();

    /**
     * @brief Tell ARP and ND everything, so that nothing waits for them.
     */
    void ResolveNeighbours();

    /**
     * @brief A socket on the sender.
     * @return a new LinuxUdpSocket
     */
    ns3::Ptr<ns3::LinuxUdpSocket> MakeSocket() const;

    /**
     * @brief The receiver's address.
     * @param ipv6 true for IPv6
     * @return InetSocketAddress or Inet6SocketAddress, port 9
     */
    ns3::Address GetReceiver(bool ipv6 = false) const;

    /**
     * @brief Messages that have arrived at port 9 of the receiver.
     * @return number of messages
     */
    uint32_t GetNReceived() const
    {
        return m_nReceived;
    }

    /**
     * @brief The hosts.
     * @return sender and receiver
     */
    const ns3::NodeContainer& GetNodes() const
    {
        return m_nodes;
    }

    /**
     * @brief Skbs alive on the sender.
     * @return number of Skbs
     */
    std::size_t GetNLiveSkbs() const;

  private:
    /**
     * @brief Count what has arrived.
     * @param socket the receiving socket
     */
    void Receive(ns3::Ptr<ns3::Socket> socket);

    ns3::NodeContainer m_nodes;          //!< sender and receiver
    ns3::NetDeviceContainer m_devices;   //!< devices with IP, sender's first
    ns3::Ptr<ns3::NetDevice> m_device;   //!< the sender's, with IP
    ns3::Ptr<ns3::NetDevice> m_queueing; //!< the sender's, with queue disc
    uint32_t m_nReceived{0};             //!< messages arrived
};

#endif /* LINUX_TX_TWO_HOSTS_H */
