/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/bond-snapshot-reader.h"

#include "ns3/bond-option-table.h"
#include "ns3/bonding-net-device.h"
#include "ns3/configuration-error.h"
#include "ns3/ieee-8023ad-mode.h"
#include "ns3/interface-name.h"
#include "ns3/lacp-aggregator.h"
#include "ns3/lacp-port.h"

namespace ns3
{

namespace
{

/**
 * @brief Take down a slave.
 * @param slave the slave
 * @param lacp its bond's mode if that is 802.3ad, or null
 * @return the snapshot
 */
BondSlaveSnapshot
ReadSlave(const BondSlave& slave, const Ieee8023adMode* lacp)
{
    BondSlaveSnapshot snapshot;
    snapshot.name = slave.GetName();
    snapshot.state = slave.GetState();
    snapshot.link = slave.GetLink();
    snapshot.speed = slave.GetSpeed();
    snapshot.fullDuplex = slave.IsFullDuplex();
    snapshot.linkFailures = slave.GetLinkFailures();
    snapshot.permanentAddress = Mac48Address::ConvertFrom(slave.GetOriginalAddress());
    snapshot.queueId = slave.GetQueueId();
    snapshot.priority = slave.GetPriority();
    const LacpPort* port = lacp ? lacp->GetPort(slave) : nullptr;
    if (port)
    {
        snapshot.port.emplace();
        if (const LacpAggregator* aggregator = port->GetAggregator())
        {
            snapshot.port->aggregator = aggregator->GetId();
        }
        snapshot.port->actorChurn = port->GetChurn().GetActorState();
        snapshot.port->partnerChurn = port->GetChurn().GetPartnerState();
        snapshot.port->actorChurned = port->GetChurn().GetActorCount();
        snapshot.port->partnerChurned = port->GetChurn().GetPartnerCount();
        snapshot.port->actor = port->GetActor();
        snapshot.port->partner = port->GetPartner();
    }
    return snapshot;
}

} // namespace

BondSnapshot
ReadBondSnapshot(const Ptr<NetDevice>& device)
{
    const auto bond = DynamicCast<BondingNetDevice>(device);
    if (!bond)
    {
        ExitOnConfigurationError("cannot report on \"" + GetInterfaceName(device) + "\", a " +
                                 device->GetInstanceTypeId().GetName() +
                                 ", as a bond; it must be an ns3::BondingNetDevice");
    }
    BondSnapshot snapshot;
    snapshot.name = GetInterfaceName(device);
    snapshot.mode = bond->GetParams().mode;
    for (const BondOption& option : BondOptionTable::GetAll())
    {
        snapshot.options[option.name] = bond->GetOption(option.name);
    }
    snapshot.carrier = bond->IsLinkUp();

    const auto lacp = dynamic_cast<const Ieee8023adMode*>(&bond->GetMode());
    if (lacp)
    {
        snapshot.systemPriority = lacp->GetSystemPriority();
        snapshot.system = lacp->GetSystemAddress();
        snapshot.aggregator = lacp->GetActiveAggregatorInfo();
    }
    for (const Ptr<BondSlave>& slave : bond->GetSlaves().GetAll())
    {
        snapshot.slaves.push_back(ReadSlave(*slave, lacp));
    }
    return snapshot;
}

} // namespace ns3
