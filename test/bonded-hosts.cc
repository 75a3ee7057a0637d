/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "bonded-hosts.h"

#include "ns3/bonding-helper.h"
#include "ns3/csma-helper.h"
#include "ns3/inet-socket-address.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv6-l3-protocol.h"
#include "ns3/linux-transmit-path.h"
#include "ns3/linux-tx-helper.h"
#include "ns3/nic-channel.h"
#include "ns3/nic-helper.h"
#include "ns3/simple-net-device-helper.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>

using namespace ns3;

namespace
{

constexpr uint16_t PORT = 9; ///< where the receiver listens

/**
 * @brief Make one link.
 * @param nodes the hosts
 * @param kind kind of devices
 * @param rate data rate
 * @return sender's and receiver's device
 */
NetDeviceContainer
MakeLink(const NodeContainer& nodes, BondedHosts::Kind kind, const std::string& rate)
{
    switch (kind)
    {
    case BondedHosts::NIC: {
        NicHelper helper;
        helper.SetDeviceAttribute("DataRate", StringValue(rate));
        return helper.Install(nodes);
    }
    case BondedHosts::CSMA: {
        CsmaHelper helper;
        helper.SetChannelAttribute("DataRate", StringValue(rate));
        return helper.Install(nodes);
    }
    case BondedHosts::SIMPLE: {
        SimpleNetDeviceHelper helper;
        helper.SetDeviceAttribute("DataRate", StringValue(rate));
        return helper.Install(nodes);
    }
    }
    return {};
}

/**
 * @brief Give a bond an IPv6 address.
 * @param node its host
 * @param bond the bond
 * @param address the address
 */
void
AddIpv6Address(const Ptr<Node>& node, const Ptr<NetDevice>& bond, const std::string& address)
{
    const auto ipv6 = node->GetObject<Ipv6L3Protocol>();
    const uint32_t interface = ipv6->AddInterface(bond);
    ipv6->AddAddress(interface, Ipv6InterfaceAddress(Ipv6Address(address.c_str()), Ipv6Prefix(64)));
    ipv6->SetUp(interface);
}

} // namespace

BondedHosts::BondedHosts(const std::string& mode,
                         const std::string& receiverMode,
                         uint32_t nSlaves,
                         Kind kind,
                         const std::vector<std::string>& rates)
{
    m_nodes.Create(2);
    InternetStackHelper().Install(m_nodes);
    LinuxTxHelper().Install(m_nodes);
    for (uint32_t i = 0; i < nSlaves; ++i)
    {
        const auto link =
            MakeLink(m_nodes, kind, rates[std::min<std::size_t>(i, rates.size() - 1)]);
        m_slaves[0].Add(link.Get(0));
        m_slaves[1].Add(link.Get(1));
    }
    BondingHelper sender(mode);
    sender.SetBondAttribute("Miimon", UintegerValue(100));
    NetDeviceContainer bonds(sender.Install(m_nodes.Get(0), m_slaves[0]));
    BondingHelper receiver(receiverMode);
    receiver.SetBondAttribute("Miimon", UintegerValue(100));
    bonds.Add(receiver.Install(m_nodes.Get(1), m_slaves[1]));
    Ipv4AddressHelper("10.1.1.0", "255.255.255.0").Assign(bonds);
    for (uint32_t host : {0, 1})
    {
        m_bonds[host] = DynamicCast<BondingNetDevice>(bonds.Get(host));
        AddIpv6Address(m_nodes.Get(host), bonds.Get(host), "2001:1::" + std::to_string(host + 1));
    }
    m_bonds[0]->TraceConnectWithoutContext("TxSlave", MakeCallback(&BondedHosts::NoteSlave, this));

    const auto factory = TypeId::LookupByName("ns3::LinuxUdpSocketFactory");
    m_socket = DynamicCast<LinuxUdpSocket>(Socket::CreateSocket(m_nodes.Get(0), factory));
    m_socket->Bind();
    for (const Address& local : {Address(InetSocketAddress(Ipv4Address::GetAny(), PORT)),
                                 Address(Inet6SocketAddress(Ipv6Address::GetAny(), PORT))})
    {
        m_sinks.push_back(Socket::CreateSocket(m_nodes.Get(1), factory));
        m_sinks.back()->Bind(local);
        m_sinks.back()->SetRecvCallback(MakeCallback(&BondedHosts::Receive, this));
    }
}

BondedHosts::~BondedHosts()
{
    Simulator::Destroy();
}

void
BondedHosts::SetCarrier(uint32_t i, bool up)
{
    DynamicCast<NicChannel>(GetSlave(i)->GetChannel())->SetCarrier(up);
}

uint32_t
BondedHosts::Send(uint32_t n, bool ipv6)
{
    const Address to = ipv6 ? Address(Inet6SocketAddress(Ipv6Address("2001:1::2"), PORT))
                            : Address(InetSocketAddress(Ipv4Address("10.1.1.2"), PORT));
    uint32_t accepted = 0;
    for (uint32_t i = 0; i < n; ++i)
    {
        accepted += m_socket->SendTo(Create<Packet>(MESSAGE_SIZE), 0, to) >= 0;
    }
    return accepted;
}

std::string
BondedHosts::TakeOrder()
{
    std::string order;
    order.swap(m_order);
    return order;
}

bool
BondedHosts::IsConserved() const
{
    const auto path = m_nodes.Get(0)->GetObject<LinuxTransmitPath>();
    return path->GetXmitLayer()->GetNLiveSkbs() == 0 && m_socket->GetWmemAlloc() == 0;
}

void
BondedHosts::NoteSlave(Ptr<const Packet> packet, Ptr<NetDevice> slave)
{
    // ARP and ND are smaller.
    if (packet->GetSize() < MESSAGE_SIZE)
    {
        return;
    }
    for (uint32_t i = 0; i < m_slaves[0].GetN(); ++i)
    {
        if (m_slaves[0].Get(i) == slave)
        {
            m_order += std::to_string(i);
        }
    }
}

void
BondedHosts::Receive(Ptr<Socket> socket)
{
    while (socket->Recv())
    {
        ++m_nReceived;
    }
}

void
RunAt(const Time& time, const std::function<void()>& what)
{
    Simulator::Schedule(time, [what] { what(); });
    Simulator::Stop(time + Seconds(30));
    Simulator::Run();
}
