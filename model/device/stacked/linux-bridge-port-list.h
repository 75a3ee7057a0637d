/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_LINUX_BRIDGE_PORT_LIST_H
#define LINUX_TX_LINUX_BRIDGE_PORT_LIST_H

#include "ns3/bridge-fdb.h"
#include "ns3/linux-bridge-port.h"
#include "ns3/mac48-address.h"
#include "ns3/net-device.h"

#include <cstdint>
#include <vector>

namespace ns3
{

class LinuxBridgeNetDevice;

/**
 * @ingroup linux-tx
 * @brief The ports of a bridge (br->port_list): their numbers, what the bridge has from them, and
 *        which of them a frame goes to.
 *
 * Invariant: every port in it has a number of its own, from 1 on, and listens; ports that were
 * taken out are deaf and wait for their devices to come back.
 *
 * LinuxBridgeNetDevice has one.
 */
class LinuxBridgePortList
{
  public:
    /// Ports in the order in which they were added.
    using Ports = std::vector<Ptr<LinuxBridgePort>>;

    /**
     * @brief Constructor.
     * @param bridge the bridge, which has this list
     */
    explicit LinuxBridgePortList(LinuxBridgeNetDevice* bridge);

    /**
     * @brief Make a device a port.
     * @param device a device that is none
     */
    void Add(const Ptr<NetDevice>& device);

    /**
     * @brief Take a port out.
     * @param device a device that is a port
     * @return the number it had
     */
    BridgeFdb::Port Remove(const Ptr<NetDevice>& device);

    /**
     * @brief Take all ports out for good: the bridge is being disposed.
     */
    void Forget();

    /**
     * @brief The ports.
     * @return the ports
     */
    const Ports& GetAll() const
    {
        return m_ports;
    }

    /**
     * @brief The port that a device is.
     * @param device the device
     * @return the port, or null
     */
    Ptr<LinuxBridgePort> Find(const Ptr<NetDevice>& device) const;

    /**
     * @brief The port that has a number.
     * @param number the number
     * @return the port, or null
     */
    Ptr<LinuxBridgePort> Find(BridgeFdb::Port number) const;

    /**
     * @brief Does any port pass frames (br_port_state_selection)?
     * @return true if so
     */
    bool IsAnyForwarding() const;

    /**
     * @brief The address that a bridge takes from its ports (br_stp_recalculate_bridge_id).
     * @return the lowest; there must be a port
     */
    Mac48Address GetLowestAddress() const;

    /**
     * @brief The MTU that a bridge takes from its ports (br_mtu_min).
     * @return the smallest, in bytes; there must be a port
     */
    uint16_t GetSmallestMtu() const;

    /**
     * @brief Where a frame goes: br_forward() or br_flood().
     * @param entry what is known of its destination; null to flood
     * @param in where it came in; null for a packet of this host
     * @return the ports; the last one is to get the original
     */
    Ports FindTargets(const BridgeFdb::Entry* entry, const LinuxBridgePort* in) const;

  private:
    LinuxBridgeNetDevice* m_bridge; //!< the bridge
    Ports m_ports;                  //!< the ports, oldest first
    Ports m_past;                   //!< deaf ones
};

} // namespace ns3

#endif /* LINUX_TX_LINUX_BRIDGE_PORT_LIST_H */
