/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_GUEST_FLOOD_NETWORK_H
#define LINUX_TX_GUEST_FLOOD_NETWORK_H

#include "ns3/bonding-net-device.h"
#include "ns3/data-rate.h"
#include "ns3/linux-bridge-net-device.h"
#include "ns3/net-device-container.h"
#include "ns3/nic-net-device.h"
#include "ns3/node-container.h"
#include "ns3/node.h"
#include "ns3/nstime.h"
#include "ns3/queue-disc.h"
#include "ns3/tap-net-device.h"
#include "ns3/virtio-backend.h"
#include "ns3/virtio-net-device.h"

#include <cstdint>
#include <string>

namespace ns3
{

/// Everything that moves a figure of the scenario.
struct GuestFloodSettings
{
    bool earlyOrphan{false};           //!< the host's device below the bridge orphans early
    bool bond{true};                   //!< there is a bond between bridge and NIC
    std::string guestDriver{"virtio"}; //!< virtio or vhost
    uint32_t messageSize{1000};        //!< payload, in bytes
    uint32_t sndbuf{0};                //!< SO_SNDBUF as given to setsockopt, in bytes; or 0
    uint32_t wmemMax{20000000};        //!< net.core.wmem_max of the guest, in bytes
    DataRate rate{"1Gbps"};            //!< of the NICs
    Time duration{Seconds(10)};        //!< for which messages are sent
    Time sendTime{NanoSeconds(1500)};  //!< what a send call takes
    uint32_t ring{256};                //!< of the guest's NIC, in descriptors
    uint32_t tapSndbuf{0};             //!< limit of the tap, in bytes; 0 for that of the driver
    Time backendTime;                  //!< what the backend takes for a frame
    uint32_t guestLimit{1000};         //!< of the guest's queue disc, in packets
    uint32_t limit{1000};              //!< of the queue disc of the host's NIC, in packets
    Time linkDelay{MicroSeconds(1)};   //!< propagation delay of the cable
};

/**
 * @ingroup linux-tx
 * @brief A guest whose tap is a port of its host's bridge, another port of which is a bond of one
 *        NIC, or the NIC, and a receiver at the other end of its cable.
 *
 * The receiver knows no way back and the guest knows the receiver's hardware address, so that there
 * is nothing under way but the messages.
 */
class GuestFloodNetwork
{
  public:
    /**
     * @brief Build it.
     * @param settings all settings
     */
    explicit GuestFloodNetwork(const GuestFloodSettings& settings);

    /**
     * @brief The guest.
     * @return the node
     */
    Ptr<Node> GetGuest() const
    {
        return m_nodes.Get(0);
    }

    /**
     * @brief The receiver.
     * @return the node
     */
    Ptr<Node> GetReceiver() const
    {
        return m_nodes.Get(2);
    }

    /**
     * @brief The guest's NIC.
     * @return the device
     */
    Ptr<VirtioNetDevice> GetGuestNic() const;

    /**
     * @brief The host's end of the link to the guest.
     * @return the device
     */
    Ptr<TapNetDevice> GetTap() const;

    /**
     * @brief What carries frames between these two.
     * @return the backend
     */
    Ptr<VirtioBackend> GetBackend() const;

    /**
     * @brief The host's bridge.
     * @return the device
     */
    const Ptr<LinuxBridgeNetDevice>& GetBridge() const
    {
        return m_bridge;
    }

    /**
     * @brief The host's bond.
     * @return the device, or null
     */
    const Ptr<BondingNetDevice>& GetBond() const
    {
        return m_bond;
    }

    /**
     * @brief The host's NIC.
     * @return the device
     */
    Ptr<NicNetDevice> GetNic() const;

    /**
     * @brief The receiver's NIC.
     * @return the device
     */
    Ptr<NicNetDevice> GetReceiverNic() const;

    /**
     * @brief The queue disc of the guest.
     * @return the queue disc
     */
    Ptr<QueueDisc> GetGuestQdisc() const;

    /**
     * @brief The queue disc of the host's NIC.
     * @return the queue disc
     */
    Ptr<QueueDisc> GetQdisc() const;

    /**
     * @brief What the frame of a message occupies on the wire, with preamble and gap.
     * @return bytes
     */
    uint32_t GetWireBytes() const;

  private:
    /**
     * @brief Connect host and receiver.
     */
    void BuildLink();

    /**
     * @brief Connect guest and host.
     */
    void BuildGuest();

    /**
     * @brief Give guest and receiver addresses.
     */
    void AssignAddresses();

    /**
     * @brief Give a device a pfifo_fast.
     * @param device the device
     * @param limit its limit, in packets
     */
    static void InstallQdisc(const Ptr<NetDevice>& device, uint32_t limit);

    GuestFloodSettings m_settings;      //!< all settings
    NodeContainer m_nodes;              //!< guest, host and receiver
    NetDeviceContainer m_nics;          //!< those of host and receiver
    NetDeviceContainer m_link;          //!< the guest's NIC and the tap
    Ptr<LinuxBridgeNetDevice> m_bridge; //!< the host's bridge
    Ptr<BondingNetDevice> m_bond;       //!< the host's bond, or null
};

} // namespace ns3

#endif /* LINUX_TX_GUEST_FLOOD_NETWORK_H */
