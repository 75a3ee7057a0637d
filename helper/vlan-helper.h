/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_VLAN_HELPER_H
#define LINUX_TX_VLAN_HELPER_H

#include "ns3/attribute.h"
#include "ns3/net-device-container.h"
#include "ns3/net-device.h"
#include "ns3/object-factory.h"
#include "ns3/stacked-trace-helper.h"

#include <cstdint>
#include <string>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief Makes VLAN devices: `ip link add link eth0 name eth0.7 type vlan id 7`.
 *
 * Call Install() after LinuxTxHelper::Install() and before addresses are assigned. The lower device
 * may be any that speaks Ethernet: a NIC, a bond, another VLAN device, a device of ns-3's own. If
 * it has no queue disc it gets the kernel's default, because ns-3's address helpers, which do that
 * for other devices, may never see it. It can have addresses of its own, as in Linux.
 *
 * Every mistake (an id above 4094, an id that the lower device has already, a loop, a device
 * without Ethernet addresses) ends the program with one line on stderr and exit status 1.
 */
class VlanHelper : public StackedTraceHelper
{
  public:
    VlanHelper();

    /**
     * @brief Set an attribute of the devices to be made.
     * @param name name of an attribute of VlanNetDevice, such as Protocol
     * @param value its value
     */
    void SetDeviceAttribute(const std::string& name, const AttributeValue& value);

    /**
     * @brief Put a VLAN device on top of another.
     * @param lower the lower device
     * @param id the id, 0 to 4094
     * @return the VLAN device, a VlanNetDevice
     */
    NetDeviceContainer Install(const Ptr<NetDevice>& lower, uint32_t id) const;

    /**
     * @brief Put a VLAN device on top of each of several devices.
     * @param lowers the lower devices, of one node or several
     * @param id the id of all
     * @return the VLAN devices in the same order
     */
    NetDeviceContainer Install(const NetDeviceContainer& lowers, uint32_t id) const;

    /**
     * @brief Put a VLAN device on top of a device that has a name.
     * @param lowerName the lower device's name in Names
     * @param id the id, 0 to 4094
     * @return the VLAN device
     */
    NetDeviceContainer Install(const std::string& lowerName, uint32_t id) const;

  private:
    ObjectFactory m_deviceFactory; //!< makes the devices
};

} // namespace ns3

#endif /* LINUX_TX_VLAN_HELPER_H */
