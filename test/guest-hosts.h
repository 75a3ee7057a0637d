/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_GUEST_HOSTS_H
#define LINUX_TX_GUEST_HOSTS_H

#include "ns3/bonding-net-device.h"
#include "ns3/linux-bridge-net-device.h"
#include "ns3/linux-udp-socket.h"
#include "ns3/net-device-container.h"
#include "ns3/nic-net-device.h"
#include "ns3/node-container.h"
#include "ns3/queue-disc.h"
#include "ns3/socket.h"
#include "ns3/tap-net-device.h"
#include "ns3/virtio-backend.h"
#include "ns3/virtio-net-device.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

/**
 * @ingroup linux-tx-tests
 * @brief A guest, its host with a bridge, and peers, each on a cable of its own.
 *
 *     guest 10.1.1.10 == tap - bridge 10.1.1.1 - [bond -] NIC 0 ------ peer 0 10.1.1.2
 *                                              - NIC 1 --------------- peer 1 10.1.1.3 ...
 *
 * The tap is the port that was added last. Nobody sends but the tests, unless neighbours have to be
 * found.
 */
class GuestHosts
{
  public:
    /// What can be chosen.
    struct Options
    {
        std::string driver{"virtio"}; //!< kind of driver
        uint32_t sndbuf{0};           //!< of the tap, in bytes; 0 for that of the driver
        bool bond{false};             //!< NIC 0 is below a bond
        uint32_t nPeers{1};           //!< number of peers
        std::string rate{"1Gbps"};    //!< of the cables
        uint32_t ring{256};           //!< of the guest, in descriptors
        bool indirect{true};          //!< a frame takes one descriptor
        bool neighboursKnown{true};   //!< the guest and the host know everybody
        ns3::Time txTime{};           //!< CPU time of a frame to the host
        ns3::Time rxTime{};           //!< CPU time of a frame to the guest
    };

    static constexpr uint16_t PORT = 9; //!< where everybody listens

    /**
     * @brief Build the nodes.
     * @param options what was chosen
     */
    explicit GuestHosts(const Options& options);
    ~GuestHosts();
    GuestHosts(const GuestHosts&) = delete;
    GuestHosts& operator=(const GuestHosts&) = delete;

    /// The guest. @return the node
    ns3::Ptr<ns3::Node> GetGuest() const
    {
        return m_nodes.Get(0);
    }

    /// The host. @return the node
    ns3::Ptr<ns3::Node> GetHost() const
    {
        return m_nodes.Get(1);
    }

    /// A peer. @param i its number @return the node
    ns3::Ptr<ns3::Node> GetPeer(uint32_t i) const
    {
        return m_nodes.Get(2 + i);
    }

    /// The guest's NIC. @return the device
    ns3::Ptr<ns3::VirtioNetDevice> GetGuestNic() const;
    /// The tap. @return the device
    ns3::Ptr<ns3::TapNetDevice> GetTap() const;
    /// What is between them. @return the backend
    ns3::Ptr<ns3::VirtioBackend> GetBackend() const;
    /// A NIC of the host. @param i number of the peer @return the device
    ns3::Ptr<ns3::NicNetDevice> GetNic(uint32_t i) const;
    /// A peer's NIC. @param i number of the peer @return the device
    ns3::Ptr<ns3::NicNetDevice> GetPeerNic(uint32_t i) const;

    /// The bridge. @return the device
    const ns3::Ptr<ns3::LinuxBridgeNetDevice>& GetBridge() const
    {
        return m_bridge;
    }

    /// The bond. @return the device, or null
    const ns3::Ptr<ns3::BondingNetDevice>& GetBond() const
    {
        return m_bond;
    }

    /// The guest's queue disc. @return the queue disc
    ns3::Ptr<ns3::QueueDisc> GetGuestQdisc() const;
    /// The queue disc of a NIC. @param i number of the peer @return the queue disc
    ns3::Ptr<ns3::QueueDisc> GetQdisc(uint32_t i) const;

    /**
     * @brief Let a NIC of the host send one frame of 1000 bytes and then nothing.
     * @param i number of the peer
     * @return its queue disc
     */
    ns3::Ptr<ns3::QueueDisc> Park(uint32_t i) const;

    /**
     * @brief Cut or mend the cable to a peer.
     * @param i number of the peer
     * @param up false to cut
     */
    void SetCarrier(uint32_t i, bool up) const;

    /**
     * @brief A LinuxUdpSocket.
     * @param node on which node
     * @param address whom it is connected to
     * @param sndbuf SO_SNDBUF, in bytes; 0 for the default
     * @return the socket
     */
    static ns3::Ptr<ns3::LinuxUdpSocket> MakeSocket(const ns3::Ptr<ns3::Node>& node,
                                                    const std::string& address,
                                                    uint32_t sndbuf = 0);

    /**
     * @brief Messages that a node has received.
     * @param node the node
     * @return number of messages
     */
    uint32_t GetNMessages(const ns3::Ptr<ns3::Node>& node) const
    {
        return m_nMessages[node->GetId() - GetGuest()->GetId()];
    }

    /// What the tap's socket is charged for. @return bytes
    uint64_t GetTapCharge() const
    {
        return GetTap()->GetWriteMemory().GetMemory()->GetWmemAlloc();
    }

    /// Skbs that are alive. @param node on which node @return number of Skbs
    static std::size_t GetNLiveSkbs(const ns3::Ptr<ns3::Node>& node);

  private:
    /**
     * @brief A socket has messages.
     * @param socket the socket
     */
    void Receive(ns3::Ptr<ns3::Socket> socket);

    /**
     * @brief Tell a node who is where.
     * @param device its device
     */
    void TellNeighbours(const ns3::Ptr<ns3::NetDevice>& device) const;

    ns3::NodeContainer m_nodes;                   //!< guest, host, peers
    ns3::NetDeviceContainer m_nics;               //!< NICs of the host
    ns3::NetDeviceContainer m_peerNics;           //!< NICs of the peers
    ns3::NetDeviceContainer m_link;               //!< the guest's NIC and the tap
    ns3::Ptr<ns3::LinuxBridgeNetDevice> m_bridge; //!< the bridge
    ns3::Ptr<ns3::BondingNetDevice> m_bond;       //!< the bond, or null
    std::vector<uint32_t> m_nMessages;            //!< messages received, by node
};

#endif /* LINUX_TX_GUEST_HOSTS_H */
