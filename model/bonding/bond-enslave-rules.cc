/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/bond-enslave-rules.h"

#include "ns3/bonding-net-device.h"
#include "ns3/ipv4.h"
#include "ns3/ipv6.h"
#include "ns3/linux-transmit-path.h"
#include "ns3/mac48-address.h"
#include "ns3/names.h"
#include "ns3/node.h"

#include <sstream>

namespace ns3
{

namespace
{

/**
 * @brief The bond that a device is a slave of.
 * @param node the device's node
 * @param device the device
 * @return the bond, or null
 */
Ptr<BondingNetDevice>
FindBondOf(const Ptr<Node>& node, const Ptr<NetDevice>& device)
{
    for (uint32_t i = 0; i < node->GetNDevices(); ++i)
    {
        const auto bond = DynamicCast<BondingNetDevice>(node->GetDevice(i));
        if (bond && bond->GetSlaves().Find(device))
        {
            return bond;
        }
    }
    return nullptr;
}

/**
 * @brief Do frames of a device carry 48-bit source and destination addresses?
 *
 * A point-to-point device has such an address, but its frames do not carry it.
 * @param device the device
 * @return true for Ethernet and the like
 */
bool
SpeaksEthernetAddresses(const Ptr<NetDevice>& device)
{
    return Mac48Address::IsMatchingType(device->GetAddress()) && device->IsBroadcast() &&
           !device->IsPointToPoint();
}

/**
 * @brief Does a device have an IP interface?
 * @param node the device's node
 * @param device the device
 * @return true if IPv4 or IPv6 use the device
 */
bool
HasIpInterface(const Ptr<Node>& node, const Ptr<NetDevice>& device)
{
    const auto ipv4 = node->GetObject<Ipv4>();
    const auto ipv6 = node->GetObject<Ipv6>();
    return (ipv4 && ipv4->GetInterfaceForDevice(device) >= 0) ||
           (ipv6 && ipv6->GetInterfaceForDevice(device) >= 0);
}

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
    if (const auto owner = FindBondOf(node, device))
    {
        return "it is already a slave of " +
               (PeekPointer(owner) == &bond ? "this bond" : DescribeDevice(owner)) +
               "; a device can be enslaved once";
    }
    if (!SpeaksEthernetAddresses(device))
    {
        return "it has no Ethernet address; a slave is a device whose frames carry 48-bit "
               "addresses (NIC, Csma, Simple)";
    }
    if (HasIpInterface(node, device))
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
    const bool isInUse = device && device->GetNode() && FindBondOf(device->GetNode(), device);
    const bool isItself = PeekPointer(device) == &bond;
    return BondResult::Refuse("cannot enslave " + DescribeDevice(device) + ": " + objection,
                              isInUse    ? "EBUSY"
                              : isItself ? "EPERM"
                                         : "EINVAL");
}

std::string
DescribeDevice(const Ptr<NetDevice>& device)
{
    if (!device)
    {
        return "a null device";
    }
    const std::string name = Names::FindName(device);
    if (!name.empty())
    {
        return name;
    }
    std::ostringstream text;
    text << device->GetInstanceTypeId().GetName();
    if (device->GetNode())
    {
        text << " (device " << device->GetIfIndex() << " of node " << device->GetNode()->GetId()
             << ")";
    }
    return text.str();
}

} // namespace ns3
