/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_LINUX_BRIDGE_HELPER_H
#define LINUX_TX_LINUX_BRIDGE_HELPER_H

#include "ns3/attribute.h"
#include "ns3/net-device-container.h"
#include "ns3/net-device.h"
#include "ns3/node.h"
#include "ns3/object-factory.h"
#include "ns3/stacked-trace-helper.h"

#include <string>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief Makes bridges: `ip link add br0 type bridge`, then `ip link set P master br0`.
 *
 * Call Install() after LinuxTxHelper::Install() and before addresses are assigned; the bridge gets
 * the addresses, its ports none. A port may be any device that speaks Ethernet: a NIC, a bond, a
 * VLAN device, a macvlan, a device of ns-3's own. One that has no queue disc gets the kernel's
 * default, because ns-3's address helpers, which do that for other devices, never see a port.
 *
 * Every mistake ends the program with one line on stderr and exit status 1.
 */
class LinuxBridgeHelper : public StackedTraceHelper
{
  public:
    LinuxBridgeHelper();

    /**
     * @brief Set an attribute of the bridges to be made.
     * @param name name of an attribute of LinuxBridgeNetDevice
     * @param value its value
     */
    void SetBridgeAttribute(const std::string& name, const AttributeValue& value);

    /**
     * @brief Make a bridge.
     * @param node the node
     * @param ports devices of the node, in the order they are added; may be none
     * @return the bridge, a LinuxBridgeNetDevice
     */
    NetDeviceContainer Install(const Ptr<Node>& node, const NetDeviceContainer& ports) const;

    /**
     * @brief Make a bridge.
     * @param nodeName the node's name
     * @param ports devices of the node, in the order they are added; may be none
     * @return the bridge, a LinuxBridgeNetDevice
     */
    NetDeviceContainer Install(const std::string& nodeName, const NetDeviceContainer& ports) const;

    /**
     * @brief Make one more device a port of an existing bridge.
     * @param bridge the bridge
     * @param port the device
     */
    static void AddPort(const Ptr<NetDevice>& bridge, const Ptr<NetDevice>& port);

  private:
    ObjectFactory m_bridgeFactory; //!< makes bridges
};

} // namespace ns3

#endif /* LINUX_TX_LINUX_BRIDGE_HELPER_H */
