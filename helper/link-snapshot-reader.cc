/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/link-snapshot-reader.h"

#include "ns3/bond-snapshot-reader.h"
#include "ns3/bonding-net-device.h"
#include "ns3/interface-name.h"
#include "ns3/loopback-net-device.h"
#include "ns3/mac48-address.h"
#include "ns3/net-device-queue-interface.h"
#include "ns3/nic-net-device.h"
#include "ns3/qdisc-report.h"
#include "ns3/traffic-control-layer.h"

#include <algorithm>
#include <sstream>

namespace ns3
{

namespace
{

constexpr uint32_t BOND_QUEUES = 16; //!< tx_queues of the driver, which also makes as many for rx

/**
 * @brief A hardware address in text.
 * @param address the address
 * @return its text; empty unless it is an Ethernet address
 */
std::string
Spell(const Address& address)
{
    std::ostringstream text;
    if (Mac48Address::IsMatchingType(address))
    {
        text << Mac48Address::ConvertFrom(address);
    }
    return text.str();
}

/**
 * @brief The bond that a device is a slave of.
 * @param device the device
 * @return the bond, or null
 */
Ptr<BondingNetDevice>
FindMaster(const Ptr<NetDevice>& device)
{
    const Ptr<Node> node = device->GetNode();
    for (uint32_t i = 0; node && i < node->GetNDevices(); ++i)
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
 * @brief The root queue disc of a device.
 * @param device the device
 * @return the queue disc, or null
 */
Ptr<QueueDisc>
FindRootQueueDisc(const Ptr<NetDevice>& device)
{
    const Ptr<Node> node = device->GetNode();
    const auto layer = node ? node->GetObject<TrafficControlLayer>() : nullptr;
    return layer ? layer->GetRootQueueDiscOnDevice(device) : nullptr;
}

/**
 * @brief Counters of what went over a bond or over a slave while it was one.
 * @param traffic the counters
 * @return the counters that ip prints
 */
LinkStatistics
CountTraffic(const BondTraffic& traffic)
{
    LinkStatistics statistics;
    statistics.rxBytes = traffic.rxBytes;
    statistics.rxPackets = traffic.rxPackets;
    statistics.rxNoHandler = traffic.rxNoHandler;
    statistics.txBytes = traffic.txBytes;
    statistics.txPackets = traffic.txPackets;
    return statistics;
}

/**
 * @brief Fill in what only a bond has.
 * @param link what is filled in
 * @param bond the bond
 */
void
ReadBond(LinkSnapshot& link, const Ptr<BondingNetDevice>& bond)
{
    link.bond = ReadBondSnapshot(bond);
    link.kind = "bond";
    link.up = bond->IsUp();
    link.carrier = bond->IsLinkUp();
    link.txQueues = BOND_QUEUES;
    link.rxQueues = BOND_QUEUES;
    link.statistics = CountTraffic(bond->GetTraffic());
    link.statistics.txDropped = bond->GetTxDropped();
    link.statistics.carrierChanges = bond->GetCarrierChanges();
}

/**
 * @brief Fill in what only a NIC has.
 * @param link what is filled in
 * @param nic the NIC
 */
void
ReadNic(LinkSnapshot& link, const Ptr<NicNetDevice>& nic)
{
    const NicStats& stats = nic->GetStats();
    link.up = nic->IsUp();
    link.statistics.rxBytes = stats.rxBytes;
    link.statistics.rxPackets = stats.rxPackets;
    // the only fault of a frame that the simulator knows
    link.statistics.rxErrors = stats.rxErrors;
    link.statistics.rxCrcErrors = stats.rxErrors;
    link.statistics.rxDropped = stats.rxDropped;
    link.statistics.txBytes = stats.txBytes;
    link.statistics.txPackets = stats.txPackets;
    link.statistics.txErrors = stats.txCarrierErrors;
    link.statistics.txCarrierErrors = stats.txCarrierErrors;
    link.statistics.txDropped = stats.txDropped;
    link.statistics.carrierChanges = stats.carrierChanges;
}

/**
 * @brief Fill in what a slave has besides.
 * @param link what is filled in
 * @param device the slave's device
 * @param bond its bond
 */
void
ReadSlave(LinkSnapshot& link, const Ptr<NetDevice>& device, const Ptr<BondingNetDevice>& bond)
{
    const BondSnapshot snapshot = ReadBondSnapshot(bond);
    const auto& slaves = bond->GetSlaves().GetAll();
    const Ptr<BondSlave> slave = bond->GetSlaves().Find(device);
    const auto position = std::find(slaves.begin(), slaves.end(), slave) - slaves.begin();
    link.master = snapshot.name;
    link.slave = snapshot.slaves.at(position);
    link.permanentAddress = Spell(slave->GetOriginalAddress());
    if (!DynamicCast<NicNetDevice>(device))
    {
        link.statistics = CountTraffic(slave->GetTraffic());
    }
}

/**
 * @brief Fill in what lo has.
 * @param link what is filled in
 */
void
ReadLoopback(LinkSnapshot& link)
{
    link.loopback = true;
    link.broadcast = false;
    link.multicast = false;
    link.minMtu = 0;
    link.maxMtu = 0;
    link.type = "loopback";
    link.address = "00:00:00:00:00:00";
    link.broadcastAddress = link.address;
}

/**
 * @brief Was a device never up? Then Linux has not attached queue discs to it (dev_activate).
 *
 * Nothing remembers that, so it is guessed: a bond's carrier has changed once it had slaves and was
 * up, and a NIC that is down was so from the start unless it was given a queue disc.
 * @param link the device
 * @return true if so
 */
bool
IsNeverUp(const LinkSnapshot& link)
{
    if (link.up || link.qdisc != "noqueue")
    {
        return false;
    }
    return !link.bond || link.statistics.carrierChanges <= 1;
}

} // namespace

LinkSnapshot
ReadLinkSnapshot(const Ptr<NetDevice>& device)
{
    LinkSnapshot link;
    link.ifIndex = device->GetIfIndex() + 1;
    link.name = GetInterfaceName(device);
    link.up = true;
    link.carrier = device->IsLinkUp();
    link.broadcast = device->IsBroadcast() && !device->IsPointToPoint();
    link.pointToPoint = device->IsPointToPoint();
    link.multicast = device->IsMulticast();
    link.mtu = device->GetMtu();
    if (link.pointToPoint)
    {
        link.type = "ppp";
    }
    else
    {
        link.address = Spell(device->GetAddress());
        link.broadcastAddress = Spell(device->GetBroadcast());
    }
    if (const auto queues = device->GetObject<NetDeviceQueueInterface>())
    {
        link.txQueues = static_cast<uint32_t>(queues->GetNTxQueues());
        link.rxQueues = link.txQueues;
    }

    if (const auto bond = DynamicCast<BondingNetDevice>(device))
    {
        ReadBond(link, bond);
    }
    else if (const auto nic = DynamicCast<NicNetDevice>(device))
    {
        ReadNic(link, nic);
    }
    else if (DynamicCast<LoopbackNetDevice>(device))
    {
        ReadLoopback(link);
    }
    if (const auto master = FindMaster(device))
    {
        ReadSlave(link, device, master);
    }

    link.qdisc = QdiscReport::GetKind(FindRootQueueDisc(device));
    if (IsNeverUp(link))
    {
        link.qdisc = "noop";
    }
    return link;
}

} // namespace ns3
