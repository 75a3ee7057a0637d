/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ufo-network.h"

#include "ns3/arp-cache.h"
#include "ns3/bonding-helper.h"
#include "ns3/ethernet-net-device.h"
#include "ns3/ethernet-wire-clock.h"
#include "ns3/ethtool-helper.h"
#include "ns3/gre-header.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-header.h"
#include "ns3/ipv4-interface-address.h"
#include "ns3/ipv4-interface.h"
#include "ns3/ipv4-l3-protocol.h"
#include "ns3/linux-bridge-helper.h"
#include "ns3/linux-tx-helper.h"
#include "ns3/macvlan-helper.h"
#include "ns3/nic-helper.h"
#include "ns3/queue-size.h"
#include "ns3/skb-truesize.h"
#include "ns3/string.h"
#include "ns3/traffic-control-helper.h"
#include "ns3/traffic-control-layer.h"
#include "ns3/tunnel-helper.h"
#include "ns3/vlan-header.h"
#include "ns3/vlan-helper.h"

#include <map>

namespace ns3
{

namespace
{

constexpr const char* UFO = "udp-fragmentation-offload"; //!< as ethtool calls it
constexpr uint16_t VLAN_ID = 7;                          //!< of the VLAN devices
constexpr const char* MASK = "255.255.255.0";            //!< of the sender's network
constexpr const char* HOST_MASK = "255.255.255.255";     //!< a receiver without a way back
constexpr const char* SENDER = "10.0.0.1";               //!< the sender's address
constexpr const char* RECEIVER = "10.0.0.2";             //!< the receiver's address
constexpr const char* INNER_SENDER = "10.0.1.1";         //!< the sender's in the tunnel
constexpr const char* INNER_RECEIVER = "10.0.1.2";       //!< the receiver's in the tunnel

/// What a stack is made of, in the words of `ip link`.
struct StackNames
{
    std::string devices; //!< from the one that IP uses to the NIC
    std::string cutter;  //!< the one that lacks UFO; empty for none
};

/// The stacks by their names.
const std::map<std::string, StackNames> STACKS{
    {"macvlan-vlan", {"macvlan0 - eth0.7 - eth0", "eth0.7"}},
    {"gre-bridge", {"gre1 - br0 - eth0", "br0"}},
    {"vlan-bond", {"bond0.7 - bond0 - eth0", "bond0"}},
    {"none", {"eth0", ""}},
};

/**
 * @brief The name of an ownership as the attribute SegmentOwnership has it.
 * @param ownership none, last or every
 * @return None, Last or Every
 */
std::string
GetAttributeName(const std::string& ownership)
{
    const std::map<std::string, std::string> names{
        {"none", "None"},
        {"last", "Last"},
        {"every", "Every"},
    };
    return names.at(ownership);
}

} // namespace

UfoNetwork::UfoNetwork(const UfoSettings& settings)
    : m_settings(settings),
      m_hosts(2),
      m_destination(RECEIVER)
{
    InternetStackHelper internet;
    internet.SetIpv6StackInstall(false);
    internet.Install(m_hosts);
    LinuxTxHelper linuxTx;
    linuxTx.SetAttribute("Kernel", StringValue(UfoSettings::KERNEL));
    linuxTx.Install(m_hosts);
    BuildLink();
    BuildStack();
}

void
UfoNetwork::BuildLink()
{
    NicHelper nic;
    nic.SetDeviceAttribute("DataRate", DataRateValue(m_settings.rate));
    nic.SetChannelAttribute("Delay", TimeValue(m_settings.linkDelay));
    m_nics = nic.Install(m_hosts);
    TrafficControlHelper qdisc;
    qdisc.SetRootQueueDisc("ns3::PfifoFastQueueDisc",
                           "MaxSize",
                           QueueSizeValue(QueueSize(QueueSizeUnit::PACKETS, m_settings.limit)));
    qdisc.Install(m_nics.Get(0));
}

void
UfoNetwork::BuildStack()
{
    if (m_settings.stack == "gre-bridge")
    {
        BuildGreOnBridge();
        return;
    }
    if (m_settings.stack == "macvlan-vlan")
    {
        BuildMacvlanOnVlan();
    }
    else if (m_settings.stack == "vlan-bond")
    {
        BuildVlanOnBond();
    }
    else
    {
        EthtoolHelper().SetFeature(m_nics.Get(0), UFO, true);
        m_ends = m_nics;
    }
    AssignAddress(m_ends.Get(0), SENDER, MASK);
    AssignAddress(m_ends.Get(1), RECEIVER, HOST_MASK);
    AddNeighbour(m_ends, RECEIVER);
}

void
UfoNetwork::BuildMacvlanOnVlan()
{
    const NetDeviceContainer vlans = VlanHelper().Install(m_nics, VLAN_ID);
    MakeCutter(vlans.Get(0));
    m_ends = NetDeviceContainer(MacvlanHelper().Install(vlans.Get(0)), vlans.Get(1));
    m_outerBytes = VlanHeader().GetSerializedSize();
}

void
UfoNetwork::BuildVlanOnBond()
{
    const Ptr<NetDevice> bond =
        BondingHelper().Install(m_hosts.Get(0), NetDeviceContainer(m_nics.Get(0))).Get(0);
    MakeCutter(bond);
    m_ends = VlanHelper().Install(NetDeviceContainer(bond, m_nics.Get(1)), VLAN_ID);
    m_outerBytes = VlanHeader().GetSerializedSize();
}

void
UfoNetwork::BuildGreOnBridge()
{
    const Ptr<NetDevice> bridge =
        LinuxBridgeHelper().Install(m_hosts.Get(0), NetDeviceContainer(m_nics.Get(0))).Get(0);
    MakeCutter(bridge);
    AssignAddress(bridge, SENDER, MASK);
    AssignAddress(m_nics.Get(1), RECEIVER, HOST_MASK);
    AddNeighbour(NetDeviceContainer(bridge, m_nics.Get(1)), RECEIVER);

    const TunnelHelper gre("gre");
    m_ends = gre.Install(m_hosts.Get(0), SENDER, RECEIVER);
    m_ends.Add(gre.Install(m_hosts.Get(1), RECEIVER, SENDER));
    AssignAddress(m_ends.Get(0), INNER_SENDER, MASK);
    AssignAddress(m_ends.Get(1), INNER_RECEIVER, HOST_MASK);
    m_destination = INNER_RECEIVER;
    m_outerBytes = Ipv4Header().GetSerializedSize() + GreHeader().GetSerializedSize();
}

void
UfoNetwork::MakeCutter(const Ptr<NetDevice>& device) const
{
    EthtoolHelper().SetFeature(device, UFO, false);
    device->SetAttribute("SegmentOwnership", StringValue(GetAttributeName(m_settings.ownership)));
}

void
UfoNetwork::AssignAddress(const Ptr<NetDevice>& device,
                          const Ipv4Address& address,
                          const char* mask)
{
    const auto ipv4 = device->GetNode()->GetObject<Ipv4>();
    const uint32_t interface = ipv4->AddInterface(device);
    ipv4->AddAddress(interface, Ipv4InterfaceAddress(address, Ipv4Mask(mask)));
    ipv4->SetUp(interface);
}

void
UfoNetwork::AddNeighbour(const NetDeviceContainer& ends, const Ipv4Address& address)
{
    const Ptr<NetDevice> device = ends.Get(0);
    const auto ipv4 = device->GetNode()->GetObject<Ipv4L3Protocol>();
    const auto interface = ipv4->GetInterface(ipv4->GetInterfaceForDevice(device));
    const auto entry = interface->GetArpCache()->Add(address);
    entry->SetMacAddress(ends.Get(1)->GetAddress());
    entry->MarkPermanent();
}

Ptr<NicNetDevice>
UfoNetwork::GetNic(uint32_t host) const
{
    return DynamicCast<NicNetDevice>(m_nics.Get(host));
}

Ptr<QueueDisc>
UfoNetwork::GetQdisc() const
{
    const auto trafficControl = GetSender()->GetObject<TrafficControlLayer>();
    return trafficControl->GetRootQueueDiscOnDevice(m_nics.Get(0));
}

std::string
UfoNetwork::GetCutter() const
{
    return STACKS.at(m_settings.stack).cutter;
}

std::string
UfoNetwork::GetDeviceNames() const
{
    return STACKS.at(m_settings.stack).devices;
}

uint32_t
UfoNetwork::GetNSegments() const
{
    SkbTruesize::Fragments fragments(SkbTruesize::IPV4,
                                     m_settings.messageSize,
                                     GetIpDevice()->GetMtu());
    uint32_t segments = 0;
    for (; fragments.HasNext(); fragments.Next())
    {
        ++segments;
    }
    return segments;
}

uint64_t
UfoNetwork::GetWireBytes() const
{
    const uint32_t headers =
        SkbTruesize::IPV4_HEADER + m_outerBytes + EthernetNetDevice::ETHERNET_HEADER_SIZE;
    SkbTruesize::Fragments fragments(SkbTruesize::IPV4,
                                     m_settings.messageSize,
                                     GetIpDevice()->GetMtu());
    uint64_t bytes = 0;
    while (fragments.HasNext())
    {
        bytes += EthernetWireClock::PREAMBLE_BYTES +
                 EthernetWireClock::GetFrameBytes(fragments.Next() + headers) +
                 EthernetWireClock::GAP_BYTES;
    }
    return bytes;
}

} // namespace ns3
