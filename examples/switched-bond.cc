/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "switched-bond.h"

#include "ns3/bonding-helper.h"
#include "ns3/bridge-net-device.h"
#include "ns3/config.h"
#include "ns3/configuration-error.h"
#include "ns3/default-queue-disc.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-generator.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/linux-tx-helper.h"
#include "ns3/mac48-address.h"
#include "ns3/nic-helper.h"
#include "ns3/queue-disc.h"
#include "ns3/string.h"
#include "ns3/traffic-control-layer.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3
{

namespace
{

constexpr uint32_t MIIMON = 100; //!< of both bonds, in ms

/**
 * @brief A node with an internet stack and the Linux transmit path.
 * @return the node
 */
Ptr<Node>
MakeLinuxHost()
{
    const auto node = CreateObject<Node>();
    InternetStackHelper internet;
    internet.SetIpv6StackInstall(false);
    internet.Install(node);
    LinuxTxHelper().Install(node);
    return node;
}

/**
 * @brief Make a bond.
 * @param node the node
 * @param slaves its slaves
 * @param mode its mode
 * @param settings all settings
 * @param formula which release's formulas it hashes by
 * @return the bond
 */
Ptr<BondingNetDevice>
MakeBond(const Ptr<Node>& node,
         const NetDeviceContainer& slaves,
         const std::string& mode,
         const SwitchedBondSettings& settings,
         const std::string& formula)
{
    BondingHelper helper(mode);
    helper.SetBondAttribute("Miimon", UintegerValue(MIIMON));
    helper.SetBondAttribute("XmitHashPolicy", StringValue(settings.policy));
    helper.SetBondAttribute("HashFormula", StringValue(formula));
    if (mode == "802.3ad")
    {
        helper.SetBondAttribute("LacpRate", StringValue("fast"));
    }
    if (mode == "balance-tlb")
    {
        helper.SetBondAttribute("TlbDynamicLb", UintegerValue(0)); // by hash
    }
    return DynamicCast<BondingNetDevice>(helper.Install(node, slaves).Get(0));
}

/**
 * @brief What a NIC has dropped.
 * @param device the NIC
 * @return number of frames; frames for other hosts that a switch flooded are no drops
 */
uint64_t
GetDroppedBy(const Ptr<NetDevice>& device)
{
    const NicStats& stats = DynamicCast<NicNetDevice>(device)->GetStats();
    return stats.txDropped + stats.txCarrierErrors + stats.rxErrors;
}

} // namespace

const Time SwitchedBond::READY = Seconds(5);

SwitchedBond::SwitchedBond(const SwitchedBondSettings& settings)
    : m_settings(settings)
{
    // every network of a program gets the same addresses: the hash must see no difference
    Mac48Address::ResetAllocationIndex();
    Ipv4AddressGenerator::Reset();
    // Linux does not wait with ARP requests; ns-3 would lose SYNs meanwhile
    Config::SetDefault("ns3::ArpL3Protocol::RequestJitter",
                       StringValue("ns3::ConstantRandomVariable[Constant=0]"));

    m_host = MakeLinuxHost();
    const auto theSwitch = MakeLinuxHost(); // an appliance that runs Linux: its LACP is Linux's
    const auto bridge = CreateObject<BridgeNetDevice>();
    theSwitch->AddDevice(bridge);
    NetDeviceContainer ports = ConnectHost(theSwitch);
    ports.Add(ConnectFarHosts(theSwitch));
    for (uint32_t i = 0; i < ports.GetN(); ++i)
    {
        bridge->AddBridgePort(ports.Get(i));
    }

    NetDeviceContainer addressed(m_bond);
    addressed.Add(m_farDevices);
    const auto interfaces = Ipv4AddressHelper("10.0.0.0", "255.255.0.0").Assign(addressed);
    m_address = interfaces.GetAddress(0);
    for (uint32_t i = 0; i < settings.hosts; ++i)
    {
        m_farAddresses.push_back(interfaces.GetAddress(1 + i));
    }
}

NetDeviceContainer
SwitchedBond::ConnectHost(const Ptr<Node>& theSwitch)
{
    NicHelper nic;
    nic.SetDeviceAttribute("DataRate", DataRateValue(m_settings.rate));
    nic.SetChannelAttribute("Delay", TimeValue(m_settings.linkDelay));
    NetDeviceContainer partners;
    for (uint32_t i = 0; i < m_settings.slaves; ++i)
    {
        const NetDeviceContainer ends = nic.Install(m_host, theSwitch);
        m_slaves.Add(ends.Get(0));
        partners.Add(ends.Get(1));
    }
    m_otherNics.Add(partners);
    m_bond = MakeBond(m_host, m_slaves, m_settings.mode, m_settings, m_settings.formula);
    if (m_settings.mode == "balance-tlb")
    {
        return partners;
    }
    m_partner = MakeBond(theSwitch, partners, m_settings.mode, m_settings, "6.1");
    return NetDeviceContainer(m_partner);
}

NetDeviceContainer
SwitchedBond::ConnectFarHosts(const Ptr<Node>& theSwitch)
{
    NicHelper nic;
    nic.SetDeviceAttribute("DataRate", DataRateValue(GetFarRate(m_settings)));
    nic.SetChannelAttribute("Delay", TimeValue(m_settings.linkDelay));
    NetDeviceContainer ports;
    for (uint32_t i = 0; i < m_settings.hosts; ++i)
    {
        m_farHosts.push_back(MakeLinuxHost());
        const NetDeviceContainer ends = nic.Install(m_farHosts.back(), theSwitch);
        // the kernel's own, before the address helper installs ns-3's
        InstallDefaultQueueDisc(ends.Get(0));
        m_farDevices.Add(ends.Get(0));
        ports.Add(ends.Get(1));
    }
    m_otherNics.Add(m_farDevices);
    m_otherNics.Add(ports);
    return ports;
}

Ptr<NicNetDevice>
SwitchedBond::GetSlave(uint32_t slave) const
{
    return DynamicCast<NicNetDevice>(m_slaves.Get(slave));
}

DataRate
SwitchedBond::GetFarRate(const SwitchedBondSettings& settings)
{
    return DataRate(
        std::min(settings.rate.GetBitRate() * settings.slaves, NicNetDevice::MAX_DATA_RATE));
}

uint64_t
SwitchedBond::GetDropped() const
{
    uint64_t dropped = m_bond->GetTxDropped() + m_bond->GetLostWithoutCarrier();
    if (m_partner)
    {
        dropped += m_partner->GetTxDropped() + m_partner->GetLostWithoutCarrier();
    }
    for (const auto& devices : {m_slaves, m_otherNics})
    {
        for (uint32_t i = 0; i < devices.GetN(); ++i)
        {
            const auto device = devices.Get(i);
            dropped += GetDroppedBy(device);
            const auto traffic = device->GetNode()->GetObject<TrafficControlLayer>();
            if (const auto qdisc = traffic->GetRootQueueDiscOnDevice(device))
            {
                dropped += qdisc->GetStats().nTotalDroppedPackets;
            }
        }
    }
    return dropped;
}

void
SwitchedBond::CheckReady() const
{
    uint32_t usable = 0;
    for (const auto& slave : m_bond->GetSlaves().GetAll())
    {
        usable += slave->CanTransmit() ? 1 : 0;
    }
    if (usable < m_settings.slaves)
    {
        ExitOnConfigurationError("only " + std::to_string(usable) + " of " +
                                 std::to_string(m_settings.slaves) +
                                 " slaves are usable when the traffic begins");
    }
}

} // namespace ns3
