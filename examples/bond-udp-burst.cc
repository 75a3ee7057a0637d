/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// UDP senders burst into a bond: throttled, or dropped once orphaned early.
//
//   sending host                                              receiving host
//   +-------------------------------------------+             +---------------+
//   | sender 1 --+                              |             |               |
//   | sender 2 --+-- UDP/IP -- bond0 --+-- eth0 ~~~~ 10 Gb/s ~~~~ NIC --+-- sink |
//   | sender N --+          (no qdisc) |  qdisc |             |        |      |
//   |                                  +-- ...  ~~~~~~~~~~~~~~~~ ...  --+      |
//   +-------------------------------------------+             +---------------+
//
// Each sender blocks when its socket is charged for as much as SO_SNDBUF allows. With
// --orphan=none a packet stays charged until eth0 has sent it, so the senders are throttled to
// what eth0 can do and nothing is dropped. With --orphan=bond the charge ends when the packet is
// handed to the bond; nothing throttles the senders, and the queue disc of eth0 drops.

#include "burst-report.h"
#include "burst-scenario.h"
#include "example-options.h"

#include "ns3/simulator.h"

#include <iostream>

using namespace ns3;

namespace
{

/// Longest drain that a simulation's clock can hold with ease, in seconds.
constexpr double LONGEST_DRAIN = 1e8;

/**
 * @brief Read the command line.
 * @param argc number of arguments
 * @param argv the arguments
 * @param settings where the settings go
 * @return text or json
 */
std::string
ReadOptions(int argc, char* argv[], BurstSettings& settings)
{
    std::string format = "text";
    ExampleOptions options(__FILE__,
                           "UDP senders burst into a bond: throttled by their write memory, or "
                           "dropped by the slave's queue disc once packets are orphaned early.");
    options.AddChoice("mode",
                      "mode of the bond",
                      settings.mode,
                      {"balance-rr", "active-backup", "balance-xor", "broadcast"});
    options.AddChoice("orphan",
                      "where a packet's charge ends early",
                      settings.orphan,
                      {"none", "bond", "driver"});
    options.AddInteger("slaves", "NICs in the bond", settings.slaves, 1, 64);
    // ns-3 has no more ephemeral ports
    options.AddInteger("senders", "sending sockets", settings.senders, 1, 16384);
    options.AddInteger("messages", "messages of a burst", settings.messages, 1, 1000000000);
    options.AddInteger("messageSize",
                       "payload of a message, in bytes",
                       settings.messageSize,
                       1,
                       65507);
    options.AddInteger("cycles", "bursts of a sender", settings.cycles, 1, 1000000);
    options.AddTime("period", "from burst to burst", settings.period, NanoSeconds(1), Hours(1));
    options.AddTime("spread",
                    "the senders' first bursts start evenly spread over this time",
                    settings.spread,
                    Seconds(0),
                    Hours(1));
    options.AddTime("sendTime", "what a send call takes", settings.sendTime, Seconds(0), Hours(1));
    options.AddInteger("sndbuf",
                       "SO_SNDBUF as given to setsockopt, in bytes; 0 for the default of 212992",
                       settings.sndbuf,
                       0,
                       2147483647);
    options.AddInteger("wmemMax",
                       "net.core.wmem_max, in bytes",
                       settings.wmemMax,
                       4608,
                       1073741823);
    options.AddInteger("mtu", "MTU of bond and NICs, in bytes", settings.mtu, 68, 65535);
    options.AddRate("rate", "data rate of each NIC", settings.rate);
    options.AddChoice("qdisc",
                      "queue disc of each NIC",
                      settings.qdisc,
                      {"pfifo_fast", "pfifo", "codel", "fq_codel"});
    options.AddInteger("limit", "limit of the queue disc, in packets", settings.limit, 1, 10000000);
    options.AddOptionalRate("shaper",
                            "rate of a tbf (burst 64 KiB) over a pfifo, instead of --qdisc",
                            settings.shaper);
    options.AddChoice("format", "output", format, {"text", "json"});
    options.Parse(argc, argv);

    // what ns-3's token bucket cannot do: it never gives a packet larger than its bucket, no
    // tokens at all below one byte a second, and its clock is too coarse above a byte a nanosecond
    if (settings.shaper != "none")
    {
        const DataRate shaper(settings.shaper);
        if (shaper < DataRate(8) || shaper > DataRate(8000000000))
        {
            options.Refuse("shaper", settings.shaper, "must be from 8bps to 8Gbps");
        }
        if (BurstScenario::GetLargestFrame(settings) > BurstSettings::SHAPER_BURST)
        {
            options.Refuse("mtu",
                           std::to_string(settings.mtu),
                           "must be at most 65522 with a shaper and messages that large");
        }
    }
    if (BurstScenario::GetDrainSeconds(settings) > LONGEST_DRAIN)
    {
        options.Refuse("limit",
                       std::to_string(settings.limit),
                       "must be no more than the link sends in 100000000 s");
    }
    return format;
}

} // namespace

int
main(int argc, char* argv[])
{
    BurstSettings settings;
    const std::string format = ReadOptions(argc, argv, settings);

    BurstScenario scenario(settings);
    scenario.Run();
    const BurstReport report(scenario);
    if (format == "json")
    {
        report.PrintJson(std::cout);
    }
    else
    {
        report.PrintText(std::cout);
    }

    const std::string error = scenario.CheckConservation();
    if (!error.empty())
    {
        std::cerr << "bond-udp-burst: packets are not conserved: " << error << std::endl;
    }
    Simulator::Destroy();
    return error.empty() ? 0 : 1;
}
