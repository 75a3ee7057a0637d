/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * @ingroup linux-tx
 * @brief What the accounting of a UDP socket costs: the same OnOff traffic with the stock socket
 *        and with ours. bench/udp-accounting.sh counts its instructions.
 *
 *     sender ---- 1 Gb/s PointToPoint, default queue disc ---- receiver
 *
 * Prints the number of bytes that the receiver got, to show that both did the same work.
 */

#include "ns3/application-container.h"
#include "ns3/command-line.h"
#include "ns3/inet-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/linux-tx-helper.h"
#include "ns3/node-container.h"
#include "ns3/on-off-helper.h"
#include "ns3/packet-sink-helper.h"
#include "ns3/packet-sink.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <iostream>

using namespace ns3;

int
main(int argc, char* argv[])
{
    bool stock = false;
    uint32_t packets = 10000;
    CommandLine cmd(__FILE__);
    cmd.AddValue("stock", "Use ns3::UdpSocketFactory instead of ours", stock);
    cmd.AddValue("packets", "Messages of 1000 bytes to send", packets);
    cmd.Parse(argc, argv);

    NodeContainer nodes(2);
    PointToPointHelper link;
    link.SetDeviceAttribute("DataRate", StringValue("1Gbps"));
    NetDeviceContainer devices = link.Install(nodes);
    InternetStackHelper stack;
    stack.Install(nodes);
    if (!stock)
    {
        LinuxTxHelper().Install(nodes);
    }
    Ipv4AddressHelper addresses("10.0.0.0", "255.255.255.0");
    Ipv4InterfaceContainer interfaces = addresses.Assign(devices);

    const std::string factory = stock ? "ns3::UdpSocketFactory" : "ns3::LinuxUdpSocketFactory";
    constexpr uint16_t PORT = 9;
    constexpr uint32_t MESSAGE_BYTES = 1000;
    OnOffHelper onOff(factory, InetSocketAddress(interfaces.GetAddress(1), PORT));
    onOff.SetConstantRate(DataRate("500Mbps"), MESSAGE_BYTES);
    onOff.SetAttribute("MaxBytes", UintegerValue(uint64_t(packets) * MESSAGE_BYTES));
    onOff.Install(nodes.Get(0));
    PacketSinkHelper sinkHelper(factory, InetSocketAddress(Ipv4Address::GetAny(), PORT));
    auto sink = DynamicCast<PacketSink>(sinkHelper.Install(nodes.Get(1)).Get(0));

    Simulator::Run();
    std::cout << sink->GetTotalRx() << std::endl;
    Simulator::Destroy();
    return 0;
}
