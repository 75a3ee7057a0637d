/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_SLAVE_LINK_SPEED_H
#define LINUX_TX_SLAVE_LINK_SPEED_H

#include "ns3/net-device.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <optional>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief The speed of a device's link (what ethtool's get_link_ksettings answers).
 *
 * ns-3 devices have a DataRate attribute or their channel has one. A VLAN or macvlan device answers
 * for the device below.
 * @param device the device
 * @return the speed, in Mb/s, rounded down but at least 1, whether the link is up or not; nothing
 * if the device has none (bond_update_speed_duplex takes 0 for unknown)
 */
std::optional<uint32_t> GetSlaveLinkSpeed(const Ptr<NetDevice>& device);

/**
 * @ingroup linux-tx
 * @brief Is the link of a slave full duplex (ethtool_link_ksettings, duplex)?
 * @param device the slave
 * @return false if the device has an attribute FullDuplex that says so
 */
bool IsSlaveLinkFullDuplex(const Ptr<NetDevice>& device);

} // namespace ns3

#endif /* LINUX_TX_SLAVE_LINK_SPEED_H */
