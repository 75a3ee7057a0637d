/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "guest-flood-network.h"

#include "ns3/arp-cache.h"
#include "ns3/bonding-helper.h"
#include "ns3/ethernet-net-device.h"
#include "ns3/ethernet-wire-clock.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-interface-address.h"
#include "ns3/ipv4-interface.h"
#include "ns3/ipv4-l3-protocol.h"
#include "ns3/linux-bridge-helper.h"
#include "ns3/linux-tx-helper.h"
#include "ns3/nic-helper.h"
#include "ns3/queue-size.h"
#include "ns3/skb-truesize.h"
#include "ns3/string.h"
#include "ns3/traffic-control-helper.h"
#include "ns3/traffic-control-layer.h"
#include "ns3/uinteger.h"
#include "ns3/virtual-machine-helper.h"

namespace ns3
{

namespace
{

/**
 * @brief Give a device an address.
 * @param device the device
 * @param address the address
 * @param mask its mask
 * @return the interface
 */
Ptr<Ipv4Interface>
AssignAddress(const Ptr<NetDevice>& device, const char* address, const char* mask)
{
    const auto ipv4 = device->GetNode()->GetObject<Ipv4L3Protocol>();
    const uint32_t interface = ipv4->AddInterface(device);
    ipv4->AddAddress(interface, Ipv4InterfaceAddress(Ipv4Address(address), Ipv4Mask(mask)));
    ipv4->SetUp(interface);
    return ipv4->GetInterface(interface);
}

/**
 * @brief The root queue disc of a device.
 * @param device the device
 * @return the queue disc
 */
Ptr<QueueDisc>
GetRootQdisc(const Ptr<NetDevice>& device)
{
    return device->GetNode()->GetObject<TrafficControlLayer>()->GetRootQueueDiscOnDevice(device);
}

} // namespace

GuestFloodNetwork::GuestFloodNetwork(const GuestFloodSettings& settings)
    : m_settings(settings),
      m_nodes(3)
{
    InternetStackHelper internet;
    internet.SetIpv6StackInstall(false);
    internet.Install(m_nodes);
    LinuxTxHelper().Install(m_nodes);
    BuildLink();
    BuildGuest();
    AssignAddresses();
}

void
GuestFloodNetwork::BuildLink()
{
    NicHelper nic;
    nic.SetDeviceAttribute("DataRate", DataRateValue(m_settings.rate));
    nic.SetChannelAttribute("Delay", TimeValue(m_settings.linkDelay));
    m_nics = nic.Install(m_nodes.Get(1), m_nodes.Get(2));
    InstallQdisc(m_nics.Get(0), m_settings.limit);

    Ptr<NetDevice> uplink = m_nics.Get(0);
    if (m_settings.bond)
    {
        m_bond = DynamicCast<BondingNetDevice>(
            BondingHelper().Install(m_nodes.Get(1), NetDeviceContainer(uplink)).Get(0));
        uplink = m_bond;
    }
    uplink->SetAttribute("OrphanPolicy", StringValue(m_settings.earlyOrphan ? "Early" : "None"));
    m_bridge = DynamicCast<LinuxBridgeNetDevice>(
        LinuxBridgeHelper().Install(m_nodes.Get(1), NetDeviceContainer(uplink)).Get(0));
}

void
GuestFloodNetwork::BuildGuest()
{
    VirtualMachineHelper machine;
    machine.SetDriver(m_settings.guestDriver);
    if (m_settings.tapSndbuf > 0)
    {
        machine.SetSndbuf(m_settings.tapSndbuf);
    }
    machine.SetGuestAttribute("RingSize", UintegerValue(m_settings.ring));
    machine.SetBackendAttribute("TxPacketTime", TimeValue(m_settings.backendTime));
    m_link = machine.Install(GetGuest(), m_nodes.Get(1), m_bridge);
    InstallQdisc(m_link.Get(0), m_settings.guestLimit);
}

void
GuestFloodNetwork::AssignAddresses()
{
    constexpr const char* RECEIVER = "10.0.0.2";
    AssignAddress(m_nics.Get(1), RECEIVER, "255.255.255.255"); // without a way back
    const auto interface = AssignAddress(m_link.Get(0), "10.0.0.1", "255.255.255.0");
    const auto entry = interface->GetArpCache()->Add(Ipv4Address(RECEIVER));
    entry->SetMacAddress(m_nics.Get(1)->GetAddress());
    entry->MarkPermanent();
}

void
GuestFloodNetwork::InstallQdisc(const Ptr<NetDevice>& device, uint32_t limit)
{
    TrafficControlHelper helper;
    helper.SetRootQueueDisc("ns3::PfifoFastQueueDisc",
                            "MaxSize",
                            QueueSizeValue(QueueSize(QueueSizeUnit::PACKETS, limit)));
    helper.Install(device);
}

Ptr<VirtioNetDevice>
GuestFloodNetwork::GetGuestNic() const
{
    return DynamicCast<VirtioNetDevice>(m_link.Get(0));
}

Ptr<TapNetDevice>
GuestFloodNetwork::GetTap() const
{
    return DynamicCast<TapNetDevice>(m_link.Get(1));
}

Ptr<VirtioBackend>
GuestFloodNetwork::GetBackend() const
{
    return DynamicCast<VirtioBackend>(m_link.Get(0)->GetChannel());
}

Ptr<NicNetDevice>
GuestFloodNetwork::GetNic() const
{
    return DynamicCast<NicNetDevice>(m_nics.Get(0));
}

Ptr<NicNetDevice>
GuestFloodNetwork::GetReceiverNic() const
{
    return DynamicCast<NicNetDevice>(m_nics.Get(1));
}

Ptr<QueueDisc>
GuestFloodNetwork::GetGuestQdisc() const
{
    return GetRootQdisc(m_link.Get(0));
}

Ptr<QueueDisc>
GuestFloodNetwork::GetQdisc() const
{
    return GetRootQdisc(m_nics.Get(0));
}

uint32_t
GuestFloodNetwork::GetWireBytes() const
{
    return EthernetWireClock::PREAMBLE_BYTES +
           EthernetWireClock::GetFrameBytes(m_settings.messageSize + SkbTruesize::UDP_HEADER +
                                            SkbTruesize::IPV4_HEADER +
                                            EthernetNetDevice::ETHERNET_HEADER_SIZE) +
           EthernetWireClock::GAP_BYTES;
}

} // namespace ns3
