/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_BONDING_HELPER_H
#define LINUX_TX_BONDING_HELPER_H

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
 * @brief Makes bonds: `ip link add bond0 type bond mode M`, then `ip link set S master bond0`.
 *
 * Call Install() after LinuxTxHelper::Install() and before addresses are assigned; the bond gets
 * the addresses, its slaves none. A slave that has no queue disc gets the kernel's default, because
 * ns-3's address helpers, which do that for other devices, never see a slave.
 *
 * Every mistake ends the program with one line on stderr and exit status 1.
 */
class BondingHelper : public StackedTraceHelper
{
  public:
    /**
     * @brief Constructor.
     * @param mode name of one of the seven modes, or its number in Linux
     */
    explicit BondingHelper(const std::string& mode = "balance-rr");

    /**
     * @brief Set an attribute of the bonds to be made.
     * @param name name of an attribute of BondingNetDevice
     * @param value its value
     */
    void SetBondAttribute(const std::string& name, const AttributeValue& value);

    /**
     * @brief Make a bond.
     * @param node the node
     * @param slaves devices of the node, in the order they are enslaved; may be none
     * @return the bond, a BondingNetDevice
     */
    NetDeviceContainer Install(const Ptr<Node>& node, const NetDeviceContainer& slaves) const;

    /**
     * @brief Make a bond.
     * @param nodeName the node's name
     * @param slaves devices of the node, in the order they are enslaved; may be none
     * @return the bond, a BondingNetDevice
     */
    NetDeviceContainer Install(const std::string& nodeName, const NetDeviceContainer& slaves) const;

    /**
     * @brief Enslave one more device to an existing bond.
     * @param bond the bond
     * @param slave the device
     */
    static void Enslave(const Ptr<NetDevice>& bond, const Ptr<NetDevice>& slave);

  private:
    ObjectFactory m_bondFactory; //!< makes bonds
};

} // namespace ns3

#endif /* LINUX_TX_BONDING_HELPER_H */
