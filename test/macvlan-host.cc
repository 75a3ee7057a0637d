/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "macvlan-host.h"

#include "root-queue-disc.h"

#include "ns3/arp-cache.h"
#include "ns3/bonding-helper.h"
#include "ns3/csma-helper.h"
#include "ns3/data-rate.h"
#include "ns3/default-queue-disc.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-interface.h"
#include "ns3/ipv4-l3-protocol.h"
#include "ns3/linux-transmit-path.h"
#include "ns3/linux-tx-helper.h"
#include "ns3/mac48-address.h"
#include "ns3/macvlan-helper.h"
#include "ns3/net-device-container.h"
#include "ns3/nic-helper.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/traffic-control-helper.h"
#include "ns3/uinteger.h"
#include "ns3/vlan-helper.h"

#include <algorithm>

using namespace ns3;

namespace
{

constexpr uint32_t VLAN_ID = 7;            ///< of the VLAN devices
constexpr uint32_t PAYLOAD = 100;          ///< bytes of a frame behind its header
const Time LONG_ENOUGH = MilliSeconds(10); ///< for a frame to be heard by all

} // namespace

MacvlanHost::MacvlanHost(Kind kind)
{
    m_nodes.Create(2);
    NetDeviceContainer devices;
    if (kind == CSMA)
    {
        CsmaHelper helper;
        helper.SetChannelAttribute("DataRate", StringValue("1Gbps"));
        devices = helper.Install(m_nodes);
    }
    else
    {
        devices = NicHelper().Install(m_nodes);
    }
    InternetStackHelper stack;
    stack.SetIpv6StackInstall(false);
    stack.Install(m_nodes);
    LinuxTxHelper().Install(m_nodes);

    InstallDefaultQueueDisc(devices.Get(1)); // as macvlans' helper does for the other one
    m_wire = devices.Get(0);
    Ptr<NetDevice> lower = m_wire;
    Ptr<NetDevice> outside = devices.Get(1);
    if (kind == BOND)
    {
        lower = BondingHelper().Install(m_nodes.Get(0), NetDeviceContainer(m_wire)).Get(0);
    }
    else if (kind == VLAN)
    {
        lower = VlanHelper().Install(m_wire, VLAN_ID).Get(0);
        outside = VlanHelper().Install(outside, VLAN_ID).Get(0);
    }
    Watch("L", lower);
    m_devices["X"] = outside;
    // A switch sees every frame.
    m_nodes.Get(1)->RegisterProtocolHandler(MakeCallback(&MacvlanHost::Receive, this),
                                            0,
                                            outside,
                                            true);
    // Handlers are registered in events of their own.
    Simulator::Stop(NanoSeconds(1));
    Simulator::Run();
}

MacvlanHost::~MacvlanHost()
{
    Simulator::Destroy();
}

Ptr<MacvlanNetDevice>
MacvlanHost::Add(const std::string& name)
{
    const std::map<char, std::string> modes{{'P', "private"},
                                            {'V', "vepa"},
                                            {'B', "bridge"},
                                            {'T', "passthru"}};
    const auto device = MacvlanHelper(modes.at(name[0])).Install(m_devices["L"]).Get(0);
    Watch(name, device);
    return DynamicCast<MacvlanNetDevice>(device);
}

void
MacvlanHost::Watch(const std::string& name, const Ptr<NetDevice>& device)
{
    m_devices[name] = device;
    m_nodes.Get(0)->RegisterProtocolHandler(MakeCallback(&MacvlanHost::Receive, this),
                                            0,
                                            device,
                                            false);
}

Ptr<NetDevice>
MacvlanHost::Get(const std::string& name) const
{
    return m_devices.at(name);
}

Address
MacvlanHost::GetAddress(const std::string& name) const
{
    const auto device = m_devices.find(name);
    return device == m_devices.end() ? Address(Mac48Address(name.c_str()))
                                     : device->second->GetAddress();
}

void
MacvlanHost::Receive(Ptr<NetDevice> device,
                     Ptr<const Packet> packet,
                     uint16_t protocol,
                     const Address& from,
                     const Address& to,
                     NetDevice::PacketType /* type */)
{
    const auto found =
        std::find_if(m_devices.begin(), m_devices.end(), [&device](const auto& entry) {
            return entry.second == device;
        });
    m_heard.push_back(found->first);
    if (found->first == "X" && m_hairpin)
    {
        device->SendFrom(packet->Copy(), from, to, protocol);
    }
}

std::string
MacvlanHost::HearAfter(const std::function<void()>& action)
{
    m_heard.clear();
    Simulator::ScheduleWithContext(m_nodes.Get(0)->GetId(), Time(0), action);
    Simulator::Stop(LONG_ENOUGH);
    Simulator::Run();
    std::sort(m_heard.begin(), m_heard.end());
    std::string text;
    for (const auto& name : m_heard)
    {
        text += (text.empty() ? "" : " ") + name;
    }
    return text;
}

std::string
MacvlanHost::Hear(const std::string& sender, const std::string& destination, uint16_t protocol)
{
    return HearAfter(
        [&] { Get(sender)->Send(Create<Packet>(PAYLOAD), GetAddress(destination), protocol); });
}

std::string
MacvlanHost::HearFromOutside(const std::string& source, const std::string& destination)
{
    return HearAfter([&] {
        Get("X")->SendFrom(Create<Packet>(PAYLOAD),
                           GetAddress(source),
                           GetAddress(destination),
                           PROTOCOL);
    });
}

void
MacvlanHost::AssignAddresses(const std::vector<std::string>& names)
{
    uint32_t last = 1;
    const auto assign = [&last](const Ptr<NetDevice>& device) {
        const auto ipv4 = device->GetNode()->GetObject<Ipv4L3Protocol>();
        const uint32_t interface = ipv4->AddInterface(device);
        const std::string address = "10.1.1." + std::to_string(last++);
        ipv4->AddAddress(interface, Ipv4InterfaceAddress(address.c_str(), "255.255.255.0"));
        ipv4->SetUp(interface);
        return address;
    };
    for (const auto& name : names)
    {
        assign(Get(name));
    }
    const std::string outside = assign(Get("X"));
    for (const auto& name : names)
    {
        Resolve(name, outside.c_str(), Get("X")->GetAddress());
    }
}

void
MacvlanHost::Resolve(const std::string& name, const char* ip, const Address& mac)
{
    const auto ipv4 = m_nodes.Get(0)->GetObject<Ipv4L3Protocol>();
    const auto cache = ipv4->GetInterface(ipv4->GetInterfaceForDevice(Get(name)))->GetArpCache();
    const auto entry = cache->Add(Ipv4Address(ip));
    entry->SetMacAddress(mac);
    entry->MarkPermanent();
}

void
MacvlanHost::Shape(const std::string& rate)
{
    TrafficControlHelper helper;
    const uint16_t handle = helper.SetRootQueueDisc("ns3::TbfQueueDisc",
                                                    "Burst",
                                                    UintegerValue(m_wire->GetMtu() + 1U),
                                                    "Mtu",
                                                    UintegerValue(0),
                                                    "Rate",
                                                    DataRateValue(DataRate(rate)));
    const auto classes = helper.AddQueueDiscClasses(handle, 1, "ns3::QueueDiscClass");
    helper.AddChildQueueDisc(handle,
                             classes[0],
                             "ns3::FifoQueueDisc",
                             "MaxSize",
                             StringValue("1000p"));
    ReplaceRootQueueDisc(m_wire, helper);
}

Ptr<LinuxUdpSocket>
MacvlanHost::MakeSocket(const std::string& name) const
{
    const auto socket = DynamicCast<LinuxUdpSocket>(
        Socket::CreateSocket(m_nodes.Get(0), TypeId::LookupByName("ns3::LinuxUdpSocketFactory")));
    socket->BindToNetDevice(Get(name));
    return socket;
}

std::size_t
MacvlanHost::GetNLiveSkbs() const
{
    return m_nodes.Get(0)->GetObject<LinuxTransmitPath>()->GetXmitLayer()->GetNLiveSkbs();
}
