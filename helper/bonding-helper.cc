/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/bonding-helper.h"

#include "ns3/bonding-net-device.h"
#include "ns3/checked-attribute.h"
#include "ns3/configuration-error.h"
#include "ns3/default-queue-disc.h"
#include "ns3/linux-transmit-path.h"
#include "ns3/names.h"
#include "ns3/string.h"

namespace ns3
{

BondingHelper::BondingHelper(const std::string& mode)
    : StackedTraceHelper(BondingNetDevice::GetTypeId())
{
    m_bondFactory.SetTypeId(BondingNetDevice::GetTypeId());
    m_bondFactory.Set("Mode", StringValue(mode));
}

void
BondingHelper::SetBondAttribute(const std::string& name, const AttributeValue& value)
{
    SetCheckedAttribute(m_bondFactory, name, value);
}

NetDeviceContainer
BondingHelper::Install(const Ptr<Node>& node, const NetDeviceContainer& slaves) const
{
    if (!node->GetObject<LinuxTransmitPath>())
    {
        ExitOnConfigurationError("BondingHelper: node " + std::to_string(node->GetId()) +
                                 " has no Linux transmit path; LinuxTxHelper::Install() comes "
                                 "first");
    }
    const auto bond = m_bondFactory.Create<BondingNetDevice>();
    node->AddDevice(bond);
    for (uint32_t i = 0; i < slaves.GetN(); ++i)
    {
        Enslave(bond, slaves.Get(i));
    }
    return NetDeviceContainer(bond);
}

NetDeviceContainer
BondingHelper::Install(const std::string& nodeName, const NetDeviceContainer& slaves) const
{
    const auto node = Names::Find<Node>(nodeName);
    if (!node)
    {
        ExitOnConfigurationError("BondingHelper: no node is named '" + nodeName +
                                 "'; Names::Add() one");
    }
    return Install(node, slaves);
}

void
BondingHelper::Enslave(const Ptr<NetDevice>& bond, const Ptr<NetDevice>& slave)
{
    const auto bonding = DynamicCast<BondingNetDevice>(bond);
    if (!bonding)
    {
        ExitOnConfigurationError("BondingHelper: the master of a slave has to be a "
                                 "ns3::BondingNetDevice");
    }
    const BondResult result = bonding->Enslave(slave);
    if (!result)
    {
        ExitOnConfigurationError(result.GetError());
    }
    InstallDefaultQueueDisc(slave);
}

} // namespace ns3
