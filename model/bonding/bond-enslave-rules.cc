/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/bond-enslave-rules.h"

#include "ns3/bonding-net-device.h"
#include "ns3/linux-transmit-path.h"
#include "ns3/macvlan-port.h"
#include "ns3/node.h"
#include "ns3/stacking-rules.h"

namespace ns3
{

namespace
{

/**
 * @brief What speaks against a slave?
 * @param bond the bond
 * @param device the device
 * @return the reason and what is allowed, or nothing
 */
std::string
FindObjection(const BondingNetDevice& bond, const Ptr<NetDevice>& device)
{
    if (!device)
    {
        return "a slave is a device of the bond's node";
    }
    if (PeekPointer(device) == &bond)
    {
        return "it is the bond itself; a slave is another device of the node";
    }
    const Ptr<Node> node = bond.GetNode();
    if (!node)
    {
        return "the bond is on no node; Node::AddDevice() comes first";
    }
    if (device->GetNode() != node)
    {
        return "it is not a device of the bond's node, which is node " +
               std::to_string(node->GetId());
    }
    if (DynamicCast<BondingNetDevice>(device))
    {
        return "it is a bond; a slave is a device that is none";
    }
    if (const auto stacking = FindStackingObjection(Ptr<const NetDevice>(&bond), device);
        !stacking.empty())
    {
        return stacking;
    }
    if (const auto owner = FindMaster(device))
    {
        return "it is already a slave of " +
               (PeekPointer(owner) == &bond ? "this bond" : DescribeDevice(owner)) +
               "; a device can be enslaved once";
    }
    if (device->GetObject<MacvlanPort>())
    {
        return "it has macvlans, which get its frames; a slave has none";
    }
    if (!SpeaksEthernetAddresses(device))
    {
        return "it has no Ethernet address; a slave is a device whose frames carry 48-bit "
               "addresses (NIC, Csma, Simple)";
    }
    if (HasIpInterface(device))
    {
        return "it has an IP interface; a slave has none, the bond has the addresses";
    }
    if (!node->GetObject<LinuxTransmitPath>())
    {
        return "node " + std::to_string(node->GetId()) +
               " has no Linux transmit path; LinuxTxHelper::Install() comes first";
    }
    return "";
}

} // namespace

BondResult
CheckEnslave(const BondingNetDevice& bond, const Ptr<NetDevice>& device)
{
    const std::string objection = FindObjection(bond, device);
    if (objection.empty())
    {
        return BondResult::Success();
    }
    const bool isInUse =
        device && device->GetNode() && (FindMaster(device) || device->GetObject<MacvlanPort>());
    const bool isItself = PeekPointer(device) == &bond;
    return BondResult::Refuse("cannot enslave " + DescribeDevice(device) + ": " + objection,
                              isInUse    ? "EBUSY"
                              : isItself ? "EPERM"
                                         : "EINVAL");
}

} // namespace ns3
