/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * @ingroup linux-tx
 * @brief What a frame costs on a NIC of few and of many transmit queues.
 *        bench/nic-queues.sh counts its instructions.
 *
 *     sender, 1000 sockets ---- 100 Gb/s NIC, mq, a fifo for each transmit queue ---- receiver
 *
 * Every socket sends a datagram of 1000 B in each round, the next socket 100 ns after the one
 * before: 85 % of the link. Prints how many arrived, and how many queues they used.
 */

#include "ns3/command-line.h"
#include "ns3/inet-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/linux-tx-helper.h"
#include "ns3/neighbor-cache-helper.h"
#include "ns3/nic-helper.h"
#include "ns3/nic-net-device.h"
#include "ns3/node-container.h"
#include "ns3/packet.h"
#include "ns3/simulator.h"
#include "ns3/socket.h"
#include "ns3/string.h"
#include "ns3/traffic-control-helper.h"

#include <cstdint>
#include <iostream>
#include <vector>

using namespace ns3;

namespace
{

constexpr uint32_t MESSAGE = 1000; ///< size of the datagrams, in bytes

} // namespace

int
main(int argc, char* argv[])
{
    uint32_t queues = 64;
    uint32_t flows = 1000;
    uint32_t rounds = 10;
    CommandLine cmd(__FILE__);
    cmd.AddValue("queues", "Transmit queues, 1 to 64", queues);
    cmd.AddValue("flows", "Number of sockets", flows);
    cmd.AddValue("rounds", "Datagrams that each sends", rounds);
    cmd.Parse(argc, argv);

    NodeContainer nodes(2);
    InternetStackHelper().Install(nodes);
    LinuxTxHelper().Install(nodes);
    NicHelper nic;
    nic.SetDeviceAttribute("DataRate", StringValue("100Gbps"));
    nic.SetTxQueues(queues);
    const NetDeviceContainer devices = nic.Install(nodes);
    TrafficControlHelper tch;
    const auto handle = tch.SetRootQueueDisc("ns3::MqQueueDisc");
    const auto classes = tch.AddQueueDiscClasses(handle, queues, "ns3::QueueDiscClass");
    tch.AddChildQueueDiscs(handle, classes, "ns3::FifoQueueDisc");
    tch.Install(devices);
    Ipv4AddressHelper addresses("10.0.0.0", "255.255.255.0");
    const auto interfaces = addresses.Assign(devices);
    NeighborCacheHelper().PopulateNeighborCache();

    constexpr uint16_t PORT = 9;
    const auto factory = TypeId::LookupByName("ns3::LinuxUdpSocketFactory");
    auto sink = Socket::CreateSocket(nodes.Get(1), factory);
    sink->Bind(InetSocketAddress(Ipv4Address::GetAny(), PORT));
    uint64_t received = 0;
    sink->SetRecvCallback([&received](Ptr<Socket> socket) {
        while (socket->Recv())
        {
            ++received;
        }
    });
    for (uint32_t i = 0; i < flows; ++i)
    {
        auto socket = Socket::CreateSocket(nodes.Get(0), factory);
        socket->Connect(InetSocketAddress(interfaces.GetAddress(1), PORT));
        for (uint32_t round = 0; round < rounds; ++round)
        {
            Simulator::Schedule(NanoSeconds(100) * (round * flows + i),
                                [socket] { socket->Send(Create<Packet>(MESSAGE)); });
        }
    }
    Simulator::Run();
    const auto device = DynamicCast<NicNetDevice>(devices.Get(0));
    uint32_t used = 0;
    for (uint32_t i = 0; i < queues; ++i)
    {
        used += device->GetTxQueue(i).GetStats().packets > 0 ? 1 : 0;
    }
    std::cout << received << " datagrams over " << used << " queues in "
              << Simulator::Now().As(Time::US) << std::endl;
    Simulator::Destroy();
    return 0;
}
