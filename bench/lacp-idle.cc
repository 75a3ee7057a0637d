/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * @ingroup linux-tx
 * @brief What idle 802.3ad bonds cost: pairs of bonds that face each other with lacp_rate fast, and
 *        nothing to send but LACPDUs. bench/lacp-idle.sh reads its output.
 *
 *     bond ==== 4 x 10 Gb/s ==== bond, 250 times
 *
 * Prints the wall time that the measured part of the simulation took, in seconds, how many LACPDUs
 * were sent meanwhile, and how many slaves were usable at its end.
 */

#include "ns3/bonding-helper.h"
#include "ns3/bonding-net-device.h"
#include "ns3/command-line.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/linux-tx-helper.h"
#include "ns3/nic-helper.h"
#include "ns3/node-container.h"
#include "ns3/simulator.h"
#include "ns3/string.h"

#include <chrono>
#include <cstdint>
#include <iostream>
#include <vector>

using namespace ns3;

namespace
{

using WallClock = std::chrono::steady_clock;

const Time SETTLE = Seconds(20); //!< LACP has finished by then

/**
 * @brief Packets that bonds have sent.
 * @param bonds the bonds
 * @return number of packets
 */
uint64_t
CountSent(const std::vector<Ptr<BondingNetDevice>>& bonds)
{
    uint64_t sent = 0;
    for (const auto& bond : bonds)
    {
        sent += bond->GetTraffic().txPackets;
    }
    return sent;
}

} // namespace

int
main(int argc, char* argv[])
{
    uint32_t pairs = 250;
    uint32_t slaves = 4;
    double seconds = 60;
    CommandLine cmd(__FILE__);
    cmd.AddValue("pairs", "Pairs of bonds", pairs);
    cmd.AddValue("slaves", "Slaves of each bond", slaves);
    cmd.AddValue("seconds", "Simulated time to measure", seconds);
    cmd.Parse(argc, argv);

    InternetStackHelper stack;
    BondingHelper bonding("802.3ad");
    bonding.SetBondAttribute("LacpRate", StringValue("fast"));
    NicHelper nic;
    std::vector<Ptr<BondingNetDevice>> bonds;
    for (uint32_t i = 0; i < pairs; ++i)
    {
        NodeContainer nodes(2);
        stack.Install(nodes);
        LinuxTxHelper().Install(nodes);
        NetDeviceContainer ends[2];
        for (uint32_t j = 0; j < slaves; ++j)
        {
            const NetDeviceContainer link = nic.Install(nodes);
            ends[0].Add(link.Get(0));
            ends[1].Add(link.Get(1));
        }
        for (uint32_t end = 0; end < 2; ++end)
        {
            bonds.push_back(
                DynamicCast<BondingNetDevice>(bonding.Install(nodes.Get(end), ends[end]).Get(0)));
        }
    }

    WallClock::time_point begin;
    uint64_t sentBefore = 0;
    Simulator::Schedule(SETTLE, [&] {
        sentBefore = CountSent(bonds);
        begin = WallClock::now();
    });
    Simulator::Stop(SETTLE + Seconds(seconds));
    Simulator::Run();
    const std::chrono::duration<double> wall = WallClock::now() - begin;

    uint32_t usable = 0;
    for (const auto& bond : bonds)
    {
        for (const auto& slave : bond->GetSlaves().GetAll())
        {
            usable += slave->CanTransmit() ? 1 : 0;
        }
    }
    std::cout << wall.count() << " " << CountSent(bonds) - sentBefore << " " << usable << std::endl;
    Simulator::Destroy();
    return 0;
}
