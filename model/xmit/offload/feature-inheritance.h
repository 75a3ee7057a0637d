/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_FEATURE_INHERITANCE_H
#define LINUX_TX_FEATURE_INHERITANCE_H

#include "ns3/device-features.h"

#include <vector>

namespace ns3
{

/**
 * @defgroup linux-tx-feature-inheritance What stacked devices have
 * @ingroup linux-tx
 *
 * What a stacked device has, given what is wanted of it and what the devices below have: the
 * ndo_fix_features of Linux 6.1, of which netdev_fix_features
 * (DeviceFeatures::WithoutUnsupported()) then takes away what cannot work. Callers are the devices'
 * FixFeatures().
 *
 * Software can cut any train later on, so a vlan, a macvlan and a tunnel promise segmentation
 * (DeviceFeatures::GSO_SOFTWARE) whether the device below has it or not, until the user turns it
 * off. Of the limits, a device inherits the driver's (tso_max_size, tso_max_segs): what the user
 * has set on a device below (gso_max_size, gso_max_segs) concerns that device.
 */

/**
 * @ingroup linux-tx-feature-inheritance
 * @brief What an 802.1Q device has (vlan_dev_fix_features).
 *
 * Scatter-gather and checksums if the lower device has them, segmentation as wanted.
 * @param wanted what is wanted of the device
 * @param lower what the device below has
 * @return what the device has
 */
DeviceFeatures FixVlanFeatures(const DeviceFeatures& wanted, const DeviceFeatures& lower);

/**
 * @ingroup linux-tx-feature-inheritance
 * @brief What a macvlan has (macvlan_fix_features).
 *
 * GENERIC_SEGMENTATION if the lower device has it, everything else as wanted. Linux keeps these
 * others on (ALWAYS_ON_FEATURES); here a user can turn them off, to have trains cut above.
 * @param wanted what is wanted of the device
 * @param lower what the device below has
 * @return what the device has
 */
DeviceFeatures FixMacvlanFeatures(const DeviceFeatures& wanted, const DeviceFeatures& lower);

/**
 * @ingroup linux-tx-feature-inheritance
 * @brief What a bond has (bond_fix_features, bond_compute_features).
 *
 * Scatter-gather and each kind of segmentation if any slave has it (NETIF_F_ONE_FOR_ALL),
 * TCP_SEGMENTATION even if none does (netdev_add_tso_features), the rest as wanted. A bond without
 * slaves has no scatter-gather, and what follows from that.
 * @param wanted what is wanted of the device
 * @param lowers what the slaves have
 * @return what the device has
 */
DeviceFeatures FixBondFeatures(const DeviceFeatures& wanted,
                               const std::vector<DeviceFeatures>& lowers);

/**
 * @ingroup linux-tx-feature-inheritance
 * @brief What a bridge has (br_features_recompute, br_set_gso_limits): as a bond, but without ports
 *        what is wanted.
 * @param wanted what is wanted of the device
 * @param lowers what the ports have
 * @return what the device has
 */
DeviceFeatures FixBridgeFeatures(const DeviceFeatures& wanted,
                                 const std::vector<DeviceFeatures>& lowers);

/**
 * @ingroup linux-tx-feature-inheritance
 * @brief What a GRE or IPIP tunnel has (GRE_FEATURES, IPIP_FEATURES): what is wanted.
 *
 * It has no lower device but a route, so it inherits nothing.
 * @param wanted what is wanted of the device
 * @return what the device has
 */
DeviceFeatures FixTunnelFeatures(const DeviceFeatures& wanted);

} // namespace ns3

#endif /* LINUX_TX_FEATURE_INHERITANCE_H */
