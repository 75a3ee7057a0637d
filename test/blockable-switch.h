/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_BLOCKABLE_SWITCH_H
#define LINUX_TX_BLOCKABLE_SWITCH_H

#include "ns3/address.h"
#include "ns3/mac48-address.h"
#include "ns3/net-device.h"
#include "ns3/nic-net-device.h"
#include "ns3/node.h"
#include "ns3/nstime.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <map>
#include <set>
#include <vector>

/**
 * @ingroup linux-tx-tests
 * @brief A switch that learns addresses and whose ports can be blocked while their links stay up.
 */
class BlockableSwitch
{
  public:
    BlockableSwitch();
    BlockableSwitch(const BlockableSwitch&) = delete;
    BlockableSwitch& operator=(const BlockableSwitch&) = delete;

    /**
     * @brief The node that the switch is.
     * @return the node; its devices become ports by AddPort() only
     */
    const ns3::Ptr<ns3::Node>& GetNode() const
    {
        return m_node;
    }

    /**
     * @brief Make a device of the node a port.
     * @param device the device
     * @param latency how long frames that come in there wait before they are looked at
     */
    void AddPort(const ns3::Ptr<ns3::NicNetDevice>& device, ns3::Time latency = ns3::Time(0));

    /**
     * @brief Drop silently what comes to a port from either side, or stop to.
     * @param device the port
     * @param blocked drop?
     */
    void SetBlocked(const ns3::Ptr<ns3::NicNetDevice>& device, bool blocked);

  private:
    /**
     * @brief A port receives a frame.
     * @param port the port
     * @param packet what follows the Ethernet header
     * @param protocol EtherType
     * @param from source address
     * @param to destination address
     * @param type ignored
     * @return true
     */
    bool Receive(ns3::Ptr<ns3::NetDevice> port,
                 ns3::Ptr<const ns3::Packet> packet,
                 uint16_t protocol,
                 const ns3::Address& from,
                 const ns3::Address& to,
                 ns3::NetDevice::PacketType type);

    /**
     * @brief Learn from a frame and forward it, unless one of its ports is blocked.
     * @param port where it came in
     * @param packet what follows the Ethernet header
     * @param protocol EtherType
     * @param from source address
     * @param to destination address
     */
    void Forward(ns3::Ptr<ns3::NetDevice> port,
                 ns3::Ptr<const ns3::Packet> packet,
                 uint16_t protocol,
                 ns3::Mac48Address from,
                 ns3::Mac48Address to);

    ns3::Ptr<ns3::Node> m_node;                                       //!< where the ports are
    std::vector<ns3::Ptr<ns3::NetDevice>> m_ports;                    //!< the ports
    std::map<ns3::Ptr<ns3::NetDevice>, ns3::Time> m_latencies;        //!< of each port
    std::set<ns3::Ptr<ns3::NetDevice>> m_blocked;                     //!< those that drop
    std::map<ns3::Mac48Address, ns3::Ptr<ns3::NetDevice>> m_stations; //!< who is behind which port
};

#endif /* LINUX_TX_BLOCKABLE_SWITCH_H */
