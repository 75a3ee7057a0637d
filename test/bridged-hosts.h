/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_BRIDGED_HOSTS_H
#define LINUX_TX_BRIDGED_HOSTS_H

#include "ns3/address.h"
#include "ns3/linux-bridge-net-device.h"
#include "ns3/linux-udp-socket.h"
#include "ns3/mac48-address.h"
#include "ns3/net-device-container.h"
#include "ns3/net-device.h"
#include "ns3/nic-channel.h"
#include "ns3/nic-net-device.h"
#include "ns3/node-container.h"
#include "ns3/packet.h"
#include "ns3/queue-disc.h"
#include "ns3/socket.h"

#include <cstdint>
#include <string>
#include <vector>

/**
 * @ingroup linux-tx-tests
 * @brief A Linux host with a bridge, and a peer with one NIC on each of its ports.
 *
 *     bridge 10.1.1.1 ----- port 0 ------ peer 0 10.1.1.2
 *                     ----- port 1 ------ peer 1 10.1.1.3 ...
 *
 * It counts the UDP messages that each peer receives, and the frames of EtherType PROTOCOL that
 * pass each peer's NIC, whoever they are for. Nothing waits for ARP, so that nobody sends but the
 * tests; the bridge has learned nothing at first.
 */
class BridgedHosts
{
  public:
    static constexpr uint16_t PROTOCOL = 0x88b5; //!< an EtherType for local experiments

    /**
     * @brief Build the hosts; ports have the queue discs that LinuxBridgeHelper gives them.
     * @param nPorts number of ports and peers
     * @param rate data rate of the links
     */
    explicit BridgedHosts(uint32_t nPorts, const std::string& rate = "100Mbps");
    ~BridgedHosts();
    BridgedHosts(const BridgedHosts&) = delete;
    BridgedHosts& operator=(const BridgedHosts&) = delete;

    /**
     * @brief The bridge.
     * @return the device
     */
    const ns3::Ptr<ns3::LinuxBridgeNetDevice>& GetBridge() const
    {
        return m_bridge;
    }

    /**
     * @brief A port.
     * @param i in the order in which they were added
     * @return its NIC
     */
    ns3::Ptr<ns3::NicNetDevice> GetPort(uint32_t i) const;

    /**
     * @brief The NIC at the other end of a port's cable.
     * @param i number of the peer
     * @return the NIC
     */
    ns3::Ptr<ns3::NicNetDevice> GetPeer(uint32_t i) const;

    /**
     * @brief Set a link's carrier.
     * @param i which port's
     * @param up true for up
     */
    void SetCarrier(uint32_t i, bool up);

    /**
     * @brief ParkDevice() a port.
     * @param i which port
     * @param maxPackets how many frames it keeps
     * @return the queue disc
     */
    ns3::Ptr<ns3::QueueDisc> Park(uint32_t i, uint32_t maxPackets = 100000);

    /**
     * @brief A socket on the host with the bridge.
     * @param peer whom it is connected to
     * @return a new LinuxUdpSocket
     */
    ns3::Ptr<ns3::LinuxUdpSocket> MakeSocket(uint32_t peer) const;

    /**
     * @brief A peer sends a frame.
     * @param peer number of the peer
     * @param to destination address
     * @param bytes payload
     */
    void SendFromPeer(uint32_t peer, const ns3::Address& to, uint32_t bytes = 1000);

    /**
     * @brief UDP messages that a peer has received.
     * @param peer number of the peer
     * @return number of messages
     */
    uint32_t GetNMessages(uint32_t peer) const
    {
        return m_nMessages[peer];
    }

    /**
     * @brief Frames of EtherType PROTOCOL that have come to a peer's NIC.
     * @param peer number of the peer
     * @return number of frames
     */
    uint32_t GetNFrames(uint32_t peer) const
    {
        return m_nFrames[peer];
    }

    /**
     * @brief The host with the bridge.
     * @return its node
     */
    ns3::Ptr<ns3::Node> GetNode() const
    {
        return m_nodes.Get(0);
    }

    /**
     * @brief Skbs alive on the host with the bridge.
     * @return number of Skbs
     */
    std::size_t GetNLiveSkbs() const;

  private:
    /**
     * @brief Count messages.
     * @param socket the receiving socket
     */
    void ReceiveMessages(ns3::Ptr<ns3::Socket> socket);

    /**
     * @brief Count a frame.
     * @param device the peer's NIC
     * @param packet the frame
     * @param protocol EtherType
     * @param from source address
     * @param to destination address
     * @param type whom it is for
     */
    void ReceiveFrame(ns3::Ptr<ns3::NetDevice> device,
                      ns3::Ptr<const ns3::Packet> packet,
                      uint16_t protocol,
                      const ns3::Address& from,
                      const ns3::Address& to,
                      ns3::NetDevice::PacketType type);

    ns3::NodeContainer m_nodes;                   //!< the host, then the peers
    ns3::NetDeviceContainer m_ports;              //!< ports
    ns3::NetDeviceContainer m_peers;              //!< NICs of the peers
    ns3::Ptr<ns3::LinuxBridgeNetDevice> m_bridge; //!< the bridge
    std::vector<uint32_t> m_nMessages;            //!< messages received, by peer
    std::vector<uint32_t> m_nFrames;              //!< frames seen, by peer
};

/**
 * @ingroup linux-tx-tests
 * @brief Put a TbfQueueDisc on a device that lets one frame of 1000 bytes pass and then nothing
 *        before the hour is over, in place of what is there.
 * @param device the device
 * @param maxPackets how many frames it keeps
 * @return the queue disc
 */
ns3::Ptr<ns3::QueueDisc> ParkDevice(const ns3::Ptr<ns3::NetDevice>& device,
                                    uint32_t maxPackets = 100000);

#endif /* LINUX_TX_BRIDGED_HOSTS_H */
