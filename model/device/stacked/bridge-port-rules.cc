/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/bridge-port-rules.h"

#include "ns3/linux-bridge-net-device.h"
#include "ns3/linux-transmit-path.h"
#include "ns3/macvlan-net-device.h"
#include "ns3/node.h"
#include "ns3/stacking-rules.h"

namespace ns3
{

namespace
{

/**
 * @brief Has a device macvlans on top, which get all its frames (netdev_is_rx_handler_busy)?
 * @param device a device of a node
 * @return true if so
 */
bool
HasMacvlan(const Ptr<NetDevice>& device)
{
    const auto node = device->GetNode();
    for (uint32_t i = 0; i < node->GetNDevices(); ++i)
    {
        const auto macvlan = DynamicCast<MacvlanNetDevice>(node->GetDevice(i));
        if (macvlan && macvlan->GetLowerDevice() == device)
        {
            return true;
        }
    }
    return false;
}

/**
 * @brief What speaks against a port?
 * @param bridge the bridge
 * @param device the device
 * @return the reason, what is allowed, and the errno's name; empty if nothing does
 */
std::string
FindObjection(const Ptr<LinuxBridgeNetDevice>& bridge, const Ptr<NetDevice>& device)
{
    if (!device)
    {
        return "a port is a device of the bridge's node (ENODEV)";
    }
    const Ptr<Node> node = bridge->GetNode();
    if (!node)
    {
        return "the bridge is on no node; Node::AddDevice() comes first (ENODEV)";
    }
    if (device->GetNode() != node)
    {
        return "it is not a device of the bridge's node, which is node " +
               std::to_string(node->GetId()) + " (ENODEV)";
    }
    if (!SpeaksEthernetAddresses(device))
    {
        return "it has no Ethernet address; a port is a device whose frames carry 48-bit addresses "
               "(EINVAL)";
    }
    if (DynamicCast<LinuxBridgeNetDevice>(device))
    {
        return "it is a bridge; a port is a device that is none (ELOOP)";
    }
    if (const auto master = FindMaster(device))
    {
        return "it is " +
               (master == bridge ? "already a port of this bridge"
                                 : "already below " + DescribeDevice(master)) +
               "; a device can be in one bridge or bond (EBUSY)";
    }
    if (HasMacvlan(device))
    {
        return "a macvlan on top of it gets its frames; macvlans go on top of the bridge (EBUSY)";
    }
    if (const auto stacking = FindStackingObjection(bridge, device); !stacking.empty())
    {
        return stacking + " (ELOOP)";
    }
    if (bridge->GetLowerDevices().size() >= LinuxBridgeNetDevice::MAX_PORTS)
    {
        return "the bridge has " + std::to_string(LinuxBridgeNetDevice::MAX_PORTS) +
               " ports, which is all it can have (EXFULL)";
    }
    if (HasIpInterface(device))
    {
        return "it has an IP interface; a port has none, the bridge has the addresses (EINVAL)";
    }
    if (!node->GetObject<LinuxTransmitPath>())
    {
        return "node " + std::to_string(node->GetId()) +
               " has no Linux transmit path; LinuxTxHelper::Install() comes first (ENODEV)";
    }
    return "";
}

} // namespace

std::string
CheckBridgePort(const Ptr<LinuxBridgeNetDevice>& bridge, const Ptr<NetDevice>& device)
{
    const std::string objection = FindObjection(bridge, device);
    if (objection.empty())
    {
        return "";
    }
    return "cannot make " + DescribeDevice(device) + " a port of " + DescribeDevice(bridge) + ": " +
           objection;
}

} // namespace ns3
