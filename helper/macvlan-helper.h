/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_MACVLAN_HELPER_H
#define LINUX_TX_MACVLAN_HELPER_H

#include "ns3/attribute.h"
#include "ns3/net-device-container.h"
#include "ns3/net-device.h"
#include "ns3/object-factory.h"
#include "ns3/stacked-trace-helper.h"

#include <string>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief Makes macvlans: `ip link add link eth0 name macvlan0 type macvlan mode M`.
 *
 * Call Install() after LinuxTxHelper::Install() and before addresses are assigned, once for every
 * macvlan. The lower device may be any that speaks Ethernet: a NIC, a bond, a VLAN device, a device
 * of ns-3's own. If it has no queue disc it gets the kernel's default, because ns-3's address
 * helpers, which do that for other devices, may never see it. It can have addresses of its own.
 *
 * Every mistake (an unknown mode, a second macvlan where one is in passthru mode, an address that
 * is taken, a loop, a device without Ethernet addresses) ends the program with one line on stderr
 * and exit status 1.
 */
class MacvlanHelper : public StackedTraceHelper
{
  public:
    /**
     * @brief Constructor.
     * @param mode private, vepa, bridge or passthru; vepa is Linux's default
     */
    explicit MacvlanHelper(const std::string& mode = "vepa");

    /**
     * @brief Set an attribute of the devices to be made.
     * @param name name of an attribute of MacvlanNetDevice
     * @param value its value
     */
    void SetDeviceAttribute(const std::string& name, const AttributeValue& value);

    /**
     * @brief Put a macvlan on top of a device.
     * @param lower the lower device
     * @return the macvlan, a MacvlanNetDevice
     */
    NetDeviceContainer Install(const Ptr<NetDevice>& lower) const;

    /**
     * @brief Put a macvlan on top of each of several devices.
     * @param lowers the lower devices, of one node or several
     * @return the macvlans in the same order
     */
    NetDeviceContainer Install(const NetDeviceContainer& lowers) const;

    /**
     * @brief Put a macvlan on top of a device that has a name.
     * @param lowerName the lower device's name in Names
     * @return the macvlan
     */
    NetDeviceContainer Install(const std::string& lowerName) const;

  private:
    ObjectFactory m_deviceFactory; //!< makes the devices
};

} // namespace ns3

#endif /* LINUX_TX_MACVLAN_HELPER_H */
