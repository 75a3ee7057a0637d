/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * @ingroup linux-tx
 * @brief What the choice of a slave costs: UDP flows through a bond and its NICs.
 *        bench/bond-slave-choice.sh counts its instructions.
 *
 *     sender's bond ==== n x 10 Gb/s ==== receiver's bond
 *
 * Prints how many messages were sent, how many the receiver got, and how many slaves they took.
 */

#include "ns3/bonding-helper.h"
#include "ns3/bonding-net-device.h"
#include "ns3/command-line.h"
#include "ns3/config.h"
#include "ns3/inet-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/linux-tx-helper.h"
#include "ns3/nic-helper.h"
#include "ns3/node-container.h"
#include "ns3/on-off-helper.h"
#include "ns3/packet-sink-helper.h"
#include "ns3/packet-sink.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <cstdint>
#include <iostream>
#include <string>

using namespace ns3;

namespace
{

constexpr uint32_t FLOWS = 256;          //!< sockets, so that hashes differ
constexpr uint32_t MESSAGE_BYTES = 1000; //!< payload
constexpr uint16_t PORT = 5001;          //!< of the receiver

const Time START = Seconds(10); //!< LACP has finished
const Time SPAN = Seconds(1);   //!< time for all messages

} // namespace

int
main(int argc, char* argv[])
{
    std::string mode = "balance-xor";
    uint32_t slaves = 4;
    uint32_t messages = 40;
    CommandLine cmd(__FILE__);
    cmd.AddValue("mode", "Mode of both bonds", mode);
    cmd.AddValue("slaves", "Slaves of each bond", slaves);
    cmd.AddValue("messages", "Messages of each of the flows", messages);
    cmd.Parse(argc, argv);

    // Linux does not wait with ARP requests; ns-3 would lose messages meanwhile
    Config::SetDefault("ns3::ArpL3Protocol::RequestJitter",
                       StringValue("ns3::ConstantRandomVariable[Constant=0]"));
    NodeContainer nodes(2);
    InternetStackHelper stack;
    stack.SetIpv6StackInstall(false);
    stack.Install(nodes);
    LinuxTxHelper().Install(nodes);
    NicHelper nic;
    NetDeviceContainer ends[2];
    for (uint32_t i = 0; i < slaves; ++i)
    {
        const NetDeviceContainer link = nic.Install(nodes);
        ends[0].Add(link.Get(0));
        ends[1].Add(link.Get(1));
    }
    BondingHelper bonding(mode);
    bonding.SetBondAttribute("XmitHashPolicy", StringValue("layer3+4"));
    bonding.SetBondAttribute("Miimon", UintegerValue(100));
    NetDeviceContainer bonds = bonding.Install(nodes.Get(0), ends[0]);
    bonds.Add(bonding.Install(nodes.Get(1), ends[1]));
    const auto interfaces = Ipv4AddressHelper("10.0.0.0", "255.255.255.0").Assign(bonds);

    OnOffHelper onOff("ns3::LinuxUdpSocketFactory",
                      InetSocketAddress(interfaces.GetAddress(1), PORT));
    onOff.SetConstantRate(
        DataRate(static_cast<uint64_t>(8.0 * MESSAGE_BYTES * messages / SPAN.GetSeconds())),
        MESSAGE_BYTES);
    onOff.SetAttribute("MaxBytes", UintegerValue(uint64_t{messages} * MESSAGE_BYTES));
    for (uint32_t i = 0; i < FLOWS; ++i)
    {
        // apart, so that all but the first find the neighbour known
        onOff.Install(nodes.Get(0)).Start(START + MicroSeconds(50) * static_cast<int64_t>(i));
    }
    PacketSinkHelper sinkHelper("ns3::LinuxUdpSocketFactory",
                                InetSocketAddress(Ipv4Address::GetAny(), PORT));
    const auto sink = DynamicCast<PacketSink>(sinkHelper.Install(nodes.Get(1)).Get(0));

    Simulator::Stop(START + SPAN * 2);
    Simulator::Run();
    uint32_t used = 0;
    const auto bond = DynamicCast<BondingNetDevice>(bonds.Get(0));
    for (const auto& slave : bond->GetSlaves().GetAll())
    {
        used += slave->GetTraffic().txPackets > messages ? 1 : 0;
    }
    std::cout << FLOWS * messages << " " << sink->GetTotalRx() / MESSAGE_BYTES << " " << used
              << std::endl;
    Simulator::Destroy();
    return 0;
}
