/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_BOND_INTERFACE_H
#define LINUX_TX_BOND_INTERFACE_H

#include "ns3/ipv4-interface-address.h"
#include "ns3/ipv6-interface-address.h"
#include "ns3/mac48-address.h"
#include "ns3/net-device.h"
#include "ns3/ptr.h"
#include "ns3/vlan-tags.h"

#include <vector>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief A bond, or a VLAN or macvlan device on top of it, as IP and its neighbours see it: what
 * the parts of a bond that send frames in its host's name must know (bond_verify_device_path, the
 * notifier chain's NETDEV_NOTIFY_PEERS for each device on top).
 *
 * It is a snapshot.
 */
struct BondInterface
{
    Ptr<NetDevice> device;     //!< the device; null for the bond itself
    bool isVlan{false};        //!< a VLAN device (is_vlan_dev)
    bool isOnBond{false};      //!< directly on the bond, with no other device between
    bool hasOwnAddress{false}; //!< its address is not taken over from the device below
    VlanTags tags;             //!< what VLAN devices between it and the bond put on its frames
    Mac48Address address;      //!< hardware address
    std::vector<Ipv4InterfaceAddress> ipv4Addresses; //!< addresses in their order
    std::vector<Ipv6InterfaceAddress> ipv6Addresses; //!< likewise, the link-local one among them
};

/**
 * @ingroup linux-tx
 * @brief The devices on top of a bond (netdev_walk_all_upper_dev): each followed by those on top
 *        of it; on one device, VLAN devices first, in order of protocol and id.
 * @param bond the bond
 * @return the devices
 */
std::vector<BondInterface> FindBondUppers(const Ptr<const NetDevice>& bond);

} // namespace ns3

#endif /* LINUX_TX_BOND_INTERFACE_H */
