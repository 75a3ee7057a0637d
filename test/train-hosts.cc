/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "train-hosts.h"

#include "root-queue-disc.h"

#include "ns3/arp-cache.h"
#include "ns3/data-rate.h"
#include "ns3/ethtool-helper.h"
#include "ns3/fifo-queue-disc.h"
#include "ns3/inet-socket-address.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/ipv4-interface.h"
#include "ns3/ipv4-l3-protocol.h"
#include "ns3/ipv6-interface.h"
#include "ns3/ipv6-l3-protocol.h"
#include "ns3/linux-transmit-path.h"
#include "ns3/ndisc-cache.h"
#include "ns3/object-factory.h"
#include "ns3/segment-ownership.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/tbf-queue-disc.h"
#include "ns3/traffic-control-layer.h"
#include "ns3/udp-l4-protocol.h"
#include "ns3/udp-segment-tag.h"
#include "ns3/uinteger.h"
#include "ns3/xmit-device.h"

#include <array>
#include <utility>

using namespace ns3;

namespace
{

constexpr uint16_t PORT = 10;          ///< of the sink; TwoHosts has one on 9
constexpr uint32_t SNDBUF = 100000000; ///< nothing is refused for want of it, in bytes
constexpr uint8_t ECN_BITS = 0x3;      ///< of a TOS or traffic class

} // namespace

TrainHosts::TrainHosts(TwoHosts::Kind kind, bool ipv6, const std::string& rate, uint16_t mtu)
    : m_hosts(kind, mtu, rate)
{
    m_hosts.ResolveNeighbours();
    m_sink = Socket::CreateSocket(m_hosts.GetNodes().Get(1),
                                  TypeId::LookupByName("ns3::LinuxUdpSocketFactory"));
    m_sink->SetAttribute("RcvBufSize", UintegerValue(SNDBUF));
    m_sink->Bind(ipv6 ? Address(Inet6SocketAddress(Ipv6Address::GetAny(), PORT))
                      : Address(InetSocketAddress(Ipv4Address::GetAny(), PORT)));
    m_sink->SetRecvCallback(MakeCallback(&TrainHosts::Receive, this));

    m_socket = m_hosts.MakeSocket();
    m_socket->SetAttribute("WmemMax", UintegerValue(SNDBUF));
    m_socket->SetSndbuf(SNDBUF);
    m_socket->Connect(ipv6 ? Address(Inet6SocketAddress(Ipv6Address("2001:1::2"), PORT))
                           : Address(InetSocketAddress(Ipv4Address("10.1.1.2"), PORT)));
    m_socket->TraceConnectWithoutContext(
        "WmemAlloc",
        Callback<void, uint64_t, uint64_t>([this](uint64_t, uint64_t now) {
            m_charges.push_back(now);
            m_endOfCharge = Simulator::Now() - GetStart();
        }));
    const auto path = m_hosts.GetNodes().Get(0)->GetObject<LinuxTransmitPath>();
    path->TraceConnectWithoutContext(
        "TrainCut",
        Callback<void, Ptr<const Packet>, Ptr<NetDevice>, uint32_t>(
            [this](Ptr<const Packet>, Ptr<NetDevice> device, uint32_t nSegments) {
                m_cuts.push_back({device, nSegments, ""});
            }));
    path->TraceConnectWithoutContext(
        "TrainDrop",
        Callback<void, Ptr<const Packet>, Ptr<NetDevice>, uint32_t, const char*>(
            [this](Ptr<const Packet>, Ptr<NetDevice> device, uint32_t nSegments, const char* why) {
                m_drops.push_back({device, nSegments, why});
            }));
    const auto receiver = m_hosts.GetNodes().Get(1);
    receiver->GetObject<Ipv4L3Protocol>()->TraceConnectWithoutContext(
        "LocalDeliver",
        Callback<void, const Ipv4Header&, Ptr<const Packet>, uint32_t>(
            [this](const Ipv4Header& header, Ptr<const Packet>, uint32_t) {
                if (header.GetProtocol() == UdpL4Protocol::PROT_NUMBER)
                {
                    m_ecnFields.push_back(header.GetTos() & ECN_BITS);
                }
            }));
    receiver->GetObject<Ipv6L3Protocol>()->TraceConnectWithoutContext(
        "LocalDeliver",
        Callback<void, const Ipv6Header&, Ptr<const Packet>, uint32_t>(
            [this](const Ipv6Header& header, Ptr<const Packet>, uint32_t) {
                if (header.GetNextHeader() == UdpL4Protocol::PROT_NUMBER)
                {
                    m_ecnFields.push_back(header.GetTrafficClass() & ECN_BITS);
                }
            }));
}

void
TrainHosts::SetKernel(const std::string& release)
{
    m_hosts.GetNodes().Get(0)->GetObject<LinuxTransmitPath>()->SetAttribute("Kernel",
                                                                            StringValue(release));
}

void
TrainHosts::SetFeature(const Ptr<NetDevice>& device, const std::string& name, bool on)
{
    EthtoolHelper().SetFeature(device, name, on);
}

void
TrainHosts::SetOwnership(const Ptr<NetDevice>& device, const std::string& ownership)
{
    if (dynamic_cast<XmitDevice*>(PeekPointer(device)))
    {
        device->SetAttribute("SegmentOwnership", StringValue(ownership));
        return;
    }
    for (const auto value : {OWNERSHIP_KERNEL, OWNERSHIP_NONE, OWNERSHIP_LAST, OWNERSHIP_EVERY})
    {
        if (ownership == SegmentOwnershipName(value))
        {
            device->GetNode()->GetObject<LinuxTransmitPath>()->GetXmitLayer()->SetSegmentOwnership(
                device,
                value);
        }
    }
}

void
TrainHosts::RemoveQueueDisc()
{
    RemoveRootQueueDisc(m_hosts.GetQueueingDevice());
}

Ptr<QueueDisc>
TrainHosts::Shape(const std::string& rate, uint32_t burst, const std::string& parent)
{
    RemoveQueueDisc();
    const auto tbf = CreateObjectWithAttributes<TbfQueueDisc>("Rate",
                                                              DataRateValue(DataRate(rate)),
                                                              "Burst",
                                                              UintegerValue(burst),
                                                              "MaxSize",
                                                              StringValue("100000p"));
    Ptr<QueueDisc> root = tbf;
    if (!parent.empty())
    {
        root = ObjectFactory(parent).Create<QueueDisc>();
        // Packets without priority go to the middle one of prio's three bands.
        const uint32_t nClasses = parent == "ns3::PrioQueueDisc" ? 3 : 1;
        for (uint32_t i = 0; i < nClasses; ++i)
        {
            const auto qdiscClass = CreateObject<QueueDiscClass>();
            if (i == nClasses / 2)
            {
                qdiscClass->SetQueueDisc(tbf);
            }
            else
            {
                qdiscClass->SetQueueDisc(CreateObject<FifoQueueDisc>());
            }
            root->AddQueueDiscClass(qdiscClass);
        }
    }
    const auto device = m_hosts.GetQueueingDevice();
    device->GetNode()->GetObject<TrafficControlLayer>()->SetRootQueueDiscOnDevice(device, root);
    return root;
}

void
TrainHosts::ForgetNeighbours()
{
    const auto node = m_hosts.GetNodes().Get(0);
    const auto ipv4 = node->GetObject<Ipv4L3Protocol>();
    const auto ipv6 = node->GetObject<Ipv6L3Protocol>();
    const auto device = m_hosts.GetDevice();
    ipv4->GetInterface(ipv4->GetInterfaceForDevice(device))->GetArpCache()->Flush();
    ipv6->GetInterface(ipv6->GetInterfaceForDevice(device))->GetNdiscCache()->Flush();
}

int
TrainHosts::Send(uint32_t bytes, uint32_t gsoSize)
{
    const auto message = m_datagrams.MakeMessage(bytes);
    const auto content = message->Copy();
    message->AddPacketTag(UdpSegmentTag(static_cast<uint16_t>(gsoSize)));
    if (m_socket->Send(message) < 0)
    {
        return m_socket->GetLinuxErrno();
    }
    m_datagrams.Expect(content, gsoSize);
    return 0;
}

void
TrainHosts::Run(const std::function<void()>& action)
{
    Simulator::Schedule(GetStart(), action);
    Simulator::Stop(GetStart() + Seconds(90));
    Simulator::Run();
}

void
TrainHosts::Receive(Ptr<Socket> socket)
{
    while (const auto datagram = socket->Recv())
    {
        m_datagrams.Receive(datagram);
    }
}

std::string
TrainHosts::GetFault(uint32_t nMissing) const
{
    const std::array<std::pair<const char*, uint64_t>, 4> counts{
        {{"datagrams are wrong", m_datagrams.GetNWrong()},
         {"datagrams more or less are missing", m_datagrams.GetNMissing() - uint64_t{nMissing}},
         {"bytes are charged", m_socket->GetWmemAlloc()},
         {"Skbs are alive", m_hosts.GetNLiveSkbs()}}};
    for (const auto& [what, count] : counts)
    {
        if (count != 0)
        {
            return std::to_string(count) + " " + what;
        }
    }
    return m_datagrams.IsInOrder() ? "" : "datagrams have overtaken each other";
}
