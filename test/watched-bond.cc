/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "watched-bond.h"

#include "ns3/abort.h"
#include "ns3/bonding-helper.h"
#include "ns3/boolean.h"
#include "ns3/ethernet-header.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv6-l3-protocol.h"
#include "ns3/linux-tx-helper.h"
#include "ns3/names.h"
#include "ns3/nic-channel.h"
#include "ns3/nic-helper.h"
#include "ns3/node-container.h"
#include "ns3/simulator.h"
#include "ns3/vlan-header.h"
#include "ns3/vlan-helper.h"
#include "ns3/vlan-tags.h"

using namespace ns3;

WatchedBond::WatchedBond(const std::string& mode, uint32_t nLinks)
{
    NodeContainer nodes;
    nodes.Create(2);
    m_host = nodes.Get(0);
    InternetStackHelper().Install(m_host);
    LinuxTxHelper().Install(m_host);
    Names::Add("host", m_host);
    for (uint32_t i = 0; i < nLinks; ++i)
    {
        const NetDeviceContainer link = NicHelper().Install(nodes);
        m_devices.Add(link.Get(0));
        m_peers.Add(link.Get(1));
        const std::string digit = std::to_string(i);
        link.Get(0)->SetAddress(Mac48Address(("02:00:00:00:0a:0" + digit).c_str()));
        Names::Add("host/s" + digit, link.Get(0));
        link.Get(0)->TraceConnect("PhyTxBegin",
                                  "s" + digit,
                                  MakeCallback(&WatchedBond::NoteFrame, this));
    }
    BondingHelper helper(mode);
    helper.SetBondAttribute("OpenAtStart", BooleanValue(false));
    m_bond = DynamicCast<BondingNetDevice>(helper.Install(m_host, NetDeviceContainer()).Get(0));
}

WatchedBond::~WatchedBond()
{
    Simulator::Destroy();
    Names::Clear();
}

void
WatchedBond::Set(const std::string& option, const std::string& value)
{
    const BondResult result = m_bond->SetOption(option, value);
    NS_ABORT_MSG_UNLESS(result, option << " " << value << ": " << result.GetError());
}

void
WatchedBond::EnslaveAll()
{
    for (uint32_t i = 0; i < m_devices.GetN(); ++i)
    {
        BondingHelper::Enslave(m_bond, m_devices.Get(i));
    }
}

void
WatchedBond::AddAddresses()
{
    Ipv4AddressHelper("10.0.0.0", "255.255.255.0").Assign(NetDeviceContainer(m_bond));
    const auto ipv6 = m_host->GetObject<Ipv6L3Protocol>();
    const uint32_t interface = ipv6->AddInterface(m_bond);
    ipv6->SetUp(interface);
    ipv6->AddAddress(interface, Ipv6InterfaceAddress(Ipv6Address("fd00::1"), Ipv6Prefix(64)));
}

Ptr<NetDevice>
WatchedBond::AddVlan(uint16_t id)
{
    const NetDeviceContainer vlan = VlanHelper().Install(m_bond, id);
    const std::string network = "10.0." + std::to_string(id) + ".0";
    Ipv4AddressHelper(network.c_str(), "255.255.255.0").Assign(vlan);
    const auto ipv6 = m_host->GetObject<Ipv6L3Protocol>();
    ipv6->SetUp(ipv6->AddInterface(vlan.Get(0)));
    return vlan.Get(0);
}

void
WatchedBond::SetCarrier(uint32_t i, bool up)
{
    DynamicCast<NicChannel>(m_devices.Get(i)->GetChannel())->SetCarrier(up);
}

void
WatchedBond::SendToHost(uint32_t i, const Mac48Address& destination)
{
    constexpr uint16_t LOCAL_EXPERIMENT = 0x88b5;
    m_peers.Get(i)->Send(Create<Packet>(46), destination, LOCAL_EXPERIMENT);
}

std::string
WatchedBond::GetActive() const
{
    const Ptr<BondSlave>& active = m_bond->GetSlaves().GetActive();
    return active ? active->GetName() : "-";
}

std::vector<WatchedBond::Frame>
WatchedBond::TakeFrames()
{
    std::vector<Frame> frames;
    frames.swap(m_frames);
    return frames;
}

void
WatchedBond::NoteFrame(std::string name, Ptr<const Packet> frame)
{
    const Ptr<Packet> packet = frame->Copy();
    EthernetHeader ethernet;
    packet->RemoveHeader(ethernet);
    uint16_t etherType = ethernet.GetLengthType();
    std::vector<uint16_t> tcis;
    while (VlanTag::IsProtocol(etherType))
    {
        VlanHeader tag;
        packet->RemoveHeader(tag);
        tcis.push_back(tag.GetTci());
        etherType = tag.GetProtocol();
    }
    std::vector<uint8_t> payload(packet->GetSize());
    packet->CopyData(payload.data(), static_cast<uint32_t>(payload.size()));
    m_frames.push_back({Simulator::Now(),
                        name,
                        ethernet.GetSource(),
                        ethernet.GetDestination(),
                        tcis,
                        etherType,
                        payload});
}
