/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "vlan-link.h"

#include "ns3/csma-helper.h"
#include "ns3/inet-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/linux-tx-helper.h"
#include "ns3/nic-helper.h"
#include "ns3/packet.h"
#include "ns3/simple-net-device-helper.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/vlan-helper.h"

using namespace ns3;

const Mac48Address VlanLink::SOURCE("02:00:00:00:00:0a");
const Mac48Address VlanLink::PEER("02:00:00:00:00:0b");

VlanLink::VlanLink(TwoHosts::Kind kind)
{
    nodes.Create(2);
    if (kind == TwoHosts::CSMA)
    {
        devices = CsmaHelper().Install(nodes);
    }
    else if (kind == TwoHosts::SIMPLE)
    {
        devices = SimpleNetDeviceHelper().Install(nodes);
    }
    else
    {
        devices = NicHelper().Install(nodes);
    }
    devices.Get(0)->SetAddress(SOURCE);
    devices.Get(1)->SetAddress(PEER);
    InternetStackHelper().Install(nodes);
    LinuxTxHelper().Install(nodes);
}

VlanLink::~VlanLink()
{
    Simulator::Destroy();
}

Ptr<VlanNetDevice>
VlanLink::AddVlan(const Ptr<NetDevice>& lower, uint16_t id, const std::string& protocol)
{
    VlanHelper helper;
    helper.SetDeviceAttribute("Protocol", StringValue(protocol));
    return DynamicCast<VlanNetDevice>(helper.Install(lower, id).Get(0));
}

void
VlanLink::Listen(const Ipv4Address& local)
{
    const auto sink =
        Socket::CreateSocket(nodes.Get(1), TypeId::LookupByName("ns3::UdpSocketFactory"));
    sink->Bind(InetSocketAddress(local, PORT));
    sink->SetRecvCallback(MakeCallback(&VlanLink::Receive, this));
}

void
VlanLink::Send(const Ipv4Address& to, uint32_t size, uint8_t priority)
{
    const auto socket =
        Socket::CreateSocket(nodes.Get(0), TypeId::LookupByName("ns3::LinuxUdpSocketFactory"));
    socket->Connect(InetSocketAddress(to, PORT));
    socket->SetPriority(priority);
    socket->Send(Create<Packet>(size));
}

void
VlanLink::Receive(Ptr<Socket> socket)
{
    Address name;
    socket->GetSockName(name);
    while (const auto message = socket->Recv())
    {
        m_received[InetSocketAddress::ConvertFrom(name).GetIpv4()].push_back(message->GetSize());
    }
}
