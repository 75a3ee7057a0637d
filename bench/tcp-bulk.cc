/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * @ingroup linux-tx
 * @brief What a bulk transfer costs with ns-3's TCP socket and with ours, with trains and without.
 *        bench/tcp-bulk.sh counts its instructions.
 *
 *     sender ---- 10 Gb/s NIC, default queue disc, 5 us ---- receiver
 *
 * Prints the number of bytes that the receiver got, to show that both did the same work.
 */

#include "ns3/boolean.h"
#include "ns3/bulk-send-helper.h"
#include "ns3/command-line.h"
#include "ns3/config.h"
#include "ns3/inet-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/linux-tx-helper.h"
#include "ns3/nic-helper.h"
#include "ns3/node-container.h"
#include "ns3/packet-sink-helper.h"
#include "ns3/packet-sink.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <iostream>

using namespace ns3;

int
main(int argc, char* argv[])
{
    bool stock = false;
    bool tso = false;
    uint64_t bytes = 10000000;
    uint32_t flows = 1;
    CommandLine cmd(__FILE__);
    cmd.AddValue("stock", "Use ns3::TcpSocketFactory instead of ours", stock);
    cmd.AddValue("tso", "Our socket sends trains", tso);
    cmd.AddValue("bytes", "Bytes that each flow sends", bytes);
    cmd.AddValue("flows", "Number of flows", flows);
    cmd.Parse(argc, argv);

    Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(1448));
    Config::SetDefault("ns3::TcpSocket::SndBufSize", UintegerValue(4 << 20));
    Config::SetDefault("ns3::TcpSocket::RcvBufSize", UintegerValue(1 << 20));
    NodeContainer nodes(2);
    InternetStackHelper stack;
    stack.Install(nodes);
    if (!stock)
    {
        Config::SetDefault("ns3::LinuxTcpSocket::Gso", BooleanValue(tso));
        LinuxTxHelper().Install(nodes);
    }
    NicHelper nic;
    nic.SetDeviceAttribute("DataRate", StringValue("10Gbps"));
    nic.SetChannelAttribute("Delay", StringValue("5us"));
    NetDeviceContainer devices = nic.Install(nodes);
    Ipv4AddressHelper addresses("10.0.0.0", "255.255.255.0");
    Ipv4InterfaceContainer interfaces = addresses.Assign(devices);

    const std::string factory = stock ? "ns3::TcpSocketFactory" : "ns3::LinuxTcpSocketFactory";
    constexpr uint16_t PORT = 9;
    PacketSinkHelper sinkHelper(factory, InetSocketAddress(Ipv4Address::GetAny(), PORT));
    auto sink = DynamicCast<PacketSink>(sinkHelper.Install(nodes.Get(1)).Get(0));
    for (uint32_t i = 0; i < flows; ++i)
    {
        BulkSendHelper bulk(factory, InetSocketAddress(interfaces.GetAddress(1), PORT));
        bulk.SetAttribute("MaxBytes", UintegerValue(bytes));
        bulk.SetAttribute("SendSize", UintegerValue(65536));
        bulk.Install(nodes.Get(0)).Start(MicroSeconds(i));
    }

    Simulator::Run();
    std::cout << sink->GetTotalRx() << " bytes in " << Simulator::Now().As(Time::MS) << std::endl;
    Simulator::Destroy();
    return 0;
}
