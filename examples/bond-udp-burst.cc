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
#include "example-end.h"
#include "example-options.h"

#include "ns3/simulator.h"

#include <iostream>

using namespace ns3;

namespace
{

/// Longest drain that a simulation's clock can hold with ease, in seconds.
constexpr double LONGEST_DRAIN = 1e8;

/**
 * @brief Refuse the attributes that the scenario sets by itself: a default would have no effect.
 * @param options the command line
 */
void
ReserveAttributes(ExampleOptions& options)
{
    options.Reserve("mode", {"ns3::BondingNetDevice::Mode"});
    options.Reserve("orphan", {"ns3::EthernetNetDevice::OrphanPolicy"});
    options.Reserve("messages", {"ns3::UdpStreamApplication::BurstSize"});
    options.Reserve("messageSize", {"ns3::UdpStreamApplication::MessageSize"});
    options.Reserve("cycles", {"ns3::UdpStreamApplication::Cycles"});
    options.Reserve("period", {"ns3::UdpStreamApplication::Period"});
    options.Reserve("spread", {"ns3::Application::StartTime"});
    options.Reserve("sendTime", {"ns3::UdpStreamApplication::SendTime"});
    options.Reserve("sndbuf", {"ns3::UdpStreamApplication::Sndbuf", "ns3::LinuxUdpSocket::Sndbuf"});
    options.Reserve("wmemMax", {"ns3::LinuxUdpSocket::WmemMax"});
    options.Reserve("mtu", {"ns3::NicNetDevice::Mtu", "ns3::BondingNetDevice::Mtu"});
    options.Reserve("rate", {"ns3::NicNetDevice::DataRate"});
    options.Reserve("limit",
                    {"ns3::PfifoFastQueueDisc::MaxSize",
                     "ns3::FifoQueueDisc::MaxSize",
                     "ns3::CoDelQueueDisc::MaxSize",
                     "ns3::FqCoDelQueueDisc::MaxSize"});
    options.Reserve("shaper", {"ns3::TbfQueueDisc::Rate", "ns3::TbfQueueDisc::Burst"});
    options.Reserve("",
                    {"ns3::NicChannel::Delay",
                     "ns3::UdpStreamApplication::Protocol",
                     "ns3::UdpStreamApplication::Remote",
                     "ns3::PacketSink::Local",
                     "ns3::PacketSink::Protocol",
                     "ns3::Ipv4L3Protocol::FragmentExpirationTimeout"});
}

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
    ReserveAttributes(options);
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

    const int status = EndExample("bond-udp-burst", scenario.CheckConservation());
    Simulator::Destroy();
    return status;
}
