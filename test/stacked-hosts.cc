/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "stacked-hosts.h"

#include "root-queue-disc.h"

#include "ns3/abort.h"
#include "ns3/arp-cache.h"
#include "ns3/bonding-helper.h"
#include "ns3/csma-helper.h"
#include "ns3/inet-socket-address.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-interface.h"
#include "ns3/ipv4-l3-protocol.h"
#include "ns3/ipv6-l3-protocol.h"
#include "ns3/linux-bridge-helper.h"
#include "ns3/linux-transmit-path.h"
#include "ns3/linux-tx-helper.h"
#include "ns3/macvlan-helper.h"
#include "ns3/nic-channel.h"
#include "ns3/nic-helper.h"
#include "ns3/simple-net-device-helper.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/tunnel-helper.h"
#include "ns3/uinteger.h"
#include "ns3/vlan-helper.h"

#include <algorithm>

using namespace ns3;

namespace
{

constexpr uint16_t MTU = 1500; ///< of the links, in bytes

const std::string BOND{"bond "}; ///< begin of a bond's layer

/**
 * @brief Is a layer a bond?
 * @param layer its name
 * @return true if so
 */
bool
IsBond(const std::string& layer)
{
    return layer.rfind(BOND, 0) == 0;
}

/**
 * @brief Is a layer a tunnel?
 * @param layer its name
 * @return true if so
 */
bool
IsTunnel(const std::string& layer)
{
    return layer == "gre" || layer == "ipip";
}

/**
 * @brief Make a device with one other below.
 * @param layer vlan, qinq, macvlan or bridge
 * @param lower the device below
 * @return the device
 */
Ptr<NetDevice>
MakeUpper(const std::string& layer, const Ptr<NetDevice>& lower)
{
    if (layer == "macvlan")
    {
        return MacvlanHelper("bridge").Install(lower).Get(0);
    }
    if (layer == "bridge")
    {
        return LinuxBridgeHelper().Install(lower->GetNode(), NetDeviceContainer(lower)).Get(0);
    }
    VlanHelper helper;
    if (layer == "qinq")
    {
        helper.SetDeviceAttribute("Protocol", StringValue("802.1ad"));
        return helper.Install(lower, 100).Get(0);
    }
    NS_ABORT_MSG_UNLESS(layer == "vlan", "no layer " << layer);
    return helper.Install(lower, 7).Get(0);
}

} // namespace

StackedHosts::StackedHosts(const Settings& settings)
{
    m_nodes.Create(2);
    InternetStackHelper().Install(m_nodes);
    LinuxTxHelper().Install(m_nodes);
    BuildLinks(settings);
    for (const std::string& layer : settings.layers)
    {
        AddLayer(layer);
    }
    AssignIpv4();
    const auto& layers = settings.layers;
    m_hasIpv6 = std::find(layers.begin(), layers.end(), "ipip") == layers.end();
    if (m_hasIpv6)
    {
        AssignIpv6();
    }
}

StackedHosts::~StackedHosts()
{
    Simulator::Destroy();
}

void
StackedHosts::BuildLinks(const Settings& settings)
{
    const StringValue rate(settings.rate);
    for (uint32_t i = 0; i < settings.nLinks; ++i)
    {
        NetDeviceContainer ends;
        if (settings.bottom == "csma")
        {
            CsmaHelper helper;
            helper.SetChannelAttribute("DataRate", rate);
            ends = helper.Install(m_nodes);
        }
        else if (settings.bottom == "simple")
        {
            SimpleNetDeviceHelper helper;
            helper.SetDeviceAttribute("DataRate", rate);
            ends = helper.Install(m_nodes);
        }
        else
        {
            NicHelper helper;
            helper.SetDeviceAttribute("DataRate", rate);
            ends = helper.Install(m_nodes);
        }
        for (uint32_t host = 0; host < 2; ++host)
        {
            ends.Get(host)->SetMtu(MTU);
            m_bottoms[host].push_back(ends.Get(host));
        }
    }
    m_devices = m_bottoms;
    m_tops = m_bottoms;
}

void
StackedHosts::AddLayer(const std::string& layer)
{
    if (IsTunnel(layer))
    {
        AssignIpv4();
    }
    if (layer == BOND + "broadcast")
    {
        m_nCopies *= m_tops[0].size();
    }
    for (uint32_t host = 0; host < 2; ++host)
    {
        Devices uppers;
        if (IsBond(layer))
        {
            NetDeviceContainer slaves;
            for (const auto& lower : m_tops[host])
            {
                slaves.Add(lower);
            }
            BondingHelper helper(layer.substr(BOND.size()));
            helper.SetBondAttribute("Miimon", UintegerValue(100));
            helper.SetBondAttribute("Mtu", UintegerValue(m_tops[host].front()->GetMtu()));
            uppers.push_back(helper.Install(m_nodes.Get(host), slaves).Get(0));
        }
        else if (IsTunnel(layer))
        {
            TunnelHelper helper(layer);
            uppers.push_back(
                helper.Install(m_nodes.Get(host), m_ipv4[host], m_ipv4[1 - host]).Get(0));
        }
        else
        {
            for (const auto& lower : m_tops[host])
            {
                uppers.push_back(MakeUpper(layer, lower));
            }
        }
        m_tops[host] = uppers;
        m_devices[host].insert(m_devices[host].end(), uppers.begin(), uppers.end());
    }
}

void
StackedHosts::AssignIpv4()
{
    ++m_nNetworks;
    for (uint32_t host = 0; host < 2; ++host)
    {
        const std::string text =
            "10." + std::to_string(m_nNetworks) + ".1." + std::to_string(host + 1);
        m_ipv4[host] = Ipv4Address(text.c_str());
        const auto ipv4 = m_nodes.Get(host)->GetObject<Ipv4L3Protocol>();
        const uint32_t interface = ipv4->AddInterface(m_tops[host].front());
        ipv4->AddAddress(interface, Ipv4InterfaceAddress(m_ipv4[host], Ipv4Mask("255.255.255.0")));
        ipv4->SetUp(interface);
    }
    const auto ipv4 = m_nodes.Get(0)->GetObject<Ipv4L3Protocol>();
    const auto device = m_tops[0].front();
    if (device->NeedsArp())
    {
        const auto interface = ipv4->GetInterface(ipv4->GetInterfaceForDevice(device));
        auto entry = interface->GetArpCache()->Add(m_ipv4[1]);
        entry->SetMacAddress(m_tops[1].front()->GetAddress());
        entry->MarkPermanent();
    }
}

void
StackedHosts::AssignIpv6()
{
    m_ipv6 = {Ipv6Address("2001:1::1"), Ipv6Address("2001:1::2")};
    for (uint32_t host = 0; host < 2; ++host)
    {
        const auto ipv6 = m_nodes.Get(host)->GetObject<Ipv6L3Protocol>();
        const uint32_t interface = ipv6->AddInterface(m_tops[host].front());
        ipv6->AddAddress(interface, Ipv6InterfaceAddress(m_ipv6[host], Ipv6Prefix(64)));
        ipv6->SetUp(interface);
    }
}

Ptr<QueueDisc>
StackedHosts::SetQueueDisc(const Ptr<NetDevice>& device, TrafficControlHelper& helper)
{
    return ReplaceRootQueueDisc(device, helper);
}

void
StackedHosts::SetCarrier(uint32_t link, bool up)
{
    DynamicCast<NicChannel>(m_bottoms[0][link]->GetChannel())->SetCarrier(up);
}

Ptr<LinuxUdpSocket>
StackedHosts::MakeSocket(uint32_t host) const
{
    return DynamicCast<LinuxUdpSocket>(
        Socket::CreateSocket(m_nodes.Get(host),
                             TypeId::LookupByName("ns3::LinuxUdpSocketFactory")));
}

Address
StackedHosts::GetReceiver(bool ipv6, uint16_t port) const
{
    return ipv6 ? Address(Inet6SocketAddress(m_ipv6[1], port))
                : Address(InetSocketAddress(m_ipv4[1], port));
}

std::size_t
StackedHosts::GetNLiveSkbs(uint32_t host) const
{
    return m_nodes.Get(host)->GetObject<LinuxTransmitPath>()->GetXmitLayer()->GetNLiveSkbs();
}
