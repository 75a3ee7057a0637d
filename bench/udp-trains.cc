/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * @ingroup linux-tx
 * @brief What trains cost: the same bytes over the same link with the stock socket and with ours.
 *        bench/udp-trains.sh counts its instructions.
 *
 *     sender ---- 1 Gb/s link of NICs, pfifo_fast ---- receiver
 *
 * A sender that never waits for room sends a message as often as the link takes one. Prints the
 * bytes that the receiver got, to show that all did the same work.
 */

#include "ns3/command-line.h"
#include "ns3/inet-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/linux-tx-helper.h"
#include "ns3/nic-helper.h"
#include "ns3/node-container.h"
#include "ns3/packet.h"
#include "ns3/simulator.h"
#include "ns3/socket.h"
#include "ns3/string.h"
#include "ns3/traffic-control-helper.h"
#include "ns3/udp-socket-factory.h"
#include "ns3/uinteger.h"

#include <iostream>

using namespace ns3;

namespace
{

/**
 * @brief Send a message, and the next one after a time.
 * @param socket a connected socket
 * @param bytes payload, in bytes
 * @param interval the time
 * @param left how many messages are left
 */
void
SendMessages(Ptr<Socket> socket, uint32_t bytes, Time interval, uint32_t left)
{
    if (left > 0)
    {
        socket->Send(Create<Packet>(bytes));
        Simulator::Schedule(interval, &SendMessages, socket, bytes, interval, left - 1);
    }
}

} // namespace

int
main(int argc, char* argv[])
{
    std::string kind = "stock";
    uint32_t messages = 1000;
    uint32_t bytes = 65507;
    uint32_t gsoSize = 0;
    CommandLine cmd(__FILE__);
    cmd.AddValue("kind", "stock, linux (no trains), ufo or segment", kind);
    cmd.AddValue("messages", "Messages to send", messages);
    cmd.AddValue("bytes", "Payload of each, in bytes", bytes);
    cmd.AddValue("gsoSize", "UDP_SEGMENT with kind segment, in bytes", gsoSize);
    cmd.Parse(argc, argv);

    NodeContainer nodes(2);
    NicHelper nic;
    nic.SetDeviceAttribute("DataRate", StringValue("1Gbps"));
    if (kind == "ufo")
    {
        nic.SetDeviceAttribute("Features", StringValue("udp-fragmentation-offload on"));
    }
    NetDeviceContainer devices = nic.Install(nodes);
    InternetStackHelper stack;
    stack.Install(nodes);
    if (kind != "stock")
    {
        LinuxTxHelper linuxTx;
        linuxTx.SetAttribute("Kernel", StringValue(kind == "ufo" ? "4.13" : "6.1"));
        linuxTx.Install(nodes.Get(0));
    }
    TrafficControlHelper trafficControl;
    trafficControl.SetRootQueueDisc("ns3::PfifoFastQueueDisc", "MaxSize", StringValue("1000p"));
    trafficControl.Install(devices);
    Ipv4AddressHelper addresses("10.0.0.0", "255.255.255.0");
    Ipv4InterfaceContainer interfaces = addresses.Assign(devices);

    constexpr uint16_t PORT = 9;
    uint64_t received = 0;
    Ptr<Socket> sink = Socket::CreateSocket(nodes.Get(1), UdpSocketFactory::GetTypeId());
    sink->Bind(InetSocketAddress(Ipv4Address::GetAny(), PORT));
    sink->SetRecvCallback(Callback<void, Ptr<Socket>>([&received](Ptr<Socket> socket) {
        while (Ptr<Packet> packet = socket->Recv())
        {
            received += packet->GetSize();
        }
    }));
    const std::string factory =
        kind == "stock" ? "ns3::UdpSocketFactory" : "ns3::LinuxUdpSocketFactory";
    Ptr<Socket> socket = Socket::CreateSocket(nodes.Get(0), TypeId::LookupByName(factory));
    if (kind == "segment")
    {
        socket->SetAttribute("UdpSegment", UintegerValue(gsoSize));
    }
    socket->Connect(InetSocketAddress(interfaces.GetAddress(1), PORT));
    // A little more than 1538 B of wire time for every 1472 B.
    const Time interval = NanoSeconds(static_cast<uint64_t>(bytes) * 8 * 110 / 100 + 1000);
    // The first one alone, so that no other has to wait for ARP.
    Simulator::Schedule(Seconds(1), &SendMessages, socket, bytes, interval, 1);
    Simulator::Schedule(Seconds(2), &SendMessages, socket, bytes, interval, messages);
    Simulator::Run();
    std::cout << received << std::endl;
    Simulator::Destroy();
    return 0;
}
