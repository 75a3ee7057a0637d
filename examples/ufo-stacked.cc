/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Large UDP messages over stacked devices: who owns the fragments that are cut above the queue.
//
//   sending host                                          receiving host
//   +--------------------------------------------+        +--------------------------+
//   | sender -- UDP/IP -- macvlan0 -- eth0.7 --+ |        | +-- eth0.7 -- UDP/IP -- sink
//   |                   | gre1 ----- br0 ------+-eth0 ~~~~ eth0                      |
//   |                   | bond0.7 -- bond0 ----+ qdisc    |                          |
//   +--------------------------------------------+        +--------------------------+
//
// The device that IP uses takes a message whole (UFO), the one below does not, so the message is
// cut into fragments at the hand-over to that one, in front of the queue disc. With
// --ownership=none (Linux until 3.18) the charge of the message ends there; nothing throttles the
// sender, and of each message the queue disc drops most fragments. With --ownership=last (since
// 3.19) or every the socket is charged until the last fragment is sent.

#include "example-end.h"
#include "example-options.h"
#include "ufo-report.h"
#include "ufo-scenario.h"

#include "ns3/simulator.h"

#include <iostream>

using namespace ns3;

namespace
{

/**
 * @brief Refuse the attributes that the scenario sets by itself: a default would have no effect.
 * @param options the command line
 */
void
ReserveAttributes(ExampleOptions& options)
{
    options.Reserve("ownership",
                    {"ns3::VlanNetDevice::SegmentOwnership",
                     "ns3::LinuxBridgeNetDevice::SegmentOwnership",
                     "ns3::BondingNetDevice::SegmentOwnership"});
    options.Reserve("messageSize", {"ns3::UdpStreamApplication::MessageSize"});
    options.Reserve("sendTime",
                    {"ns3::UdpStreamApplication::SendTime", "ns3::LinuxTransmitPath::SegmentTime"});
    options.Reserve("duration",
                    {"ns3::UdpStreamApplication::Period", "ns3::UdpStreamApplication::Cycles"});
    options.Reserve("sndbuf", {"ns3::UdpStreamApplication::Sndbuf", "ns3::LinuxUdpSocket::Sndbuf"});
    options.Reserve("rate", {"ns3::NicNetDevice::DataRate"});
    options.Reserve("limit", {"ns3::PfifoFastQueueDisc::MaxSize"});
    options.Reserve("",
                    {"ns3::NicChannel::Delay",
                     "ns3::LinuxTransmitPath::Kernel",
                     "ns3::LinuxUdpSocket::RecvErr",
                     "ns3::UdpStreamApplication::RecvErr",
                     "ns3::UdpStreamApplication::BurstSize",
                     "ns3::UdpStreamApplication::Protocol",
                     "ns3::UdpStreamApplication::Remote",
                     "ns3::Application::StartTime",
                     "ns3::PacketSink::Local",
                     "ns3::PacketSink::Protocol",
                     "ns3::Ipv4L3Protocol::FragmentExpirationTimeout"});
}

/**
 * @brief Read the command line.
 * @param argc number of arguments
 * @param argv the arguments
 * @param settings where the settings go
 * @param format where text or json goes
 * @param options knows the options afterwards
 */
void
ReadOptions(int argc,
            char* argv[],
            UfoSettings& settings,
            std::string& format,
            ExampleOptions& options)
{
    options.AddChoice(
        "stack",
        "devices between IP and queue disc; the lower one lacks UFO, or with none the "
        "NIC has it",
        settings.stack,
        {"macvlan-vlan", "gre-bridge", "vlan-bond", "none"});
    options.AddChoice("ownership",
                      "which segments of a message keep its charge",
                      settings.ownership,
                      {"none", "last", "every"});
    options.AddInteger("messageSize",
                       "payload of a message, in bytes",
                       settings.messageSize,
                       1,
                       65507);
    options.AddInteger("sndbuf",
                       "SO_SNDBUF as given to setsockopt, in bytes; 0 for the default of 212992",
                       settings.sndbuf,
                       0,
                       2147483647);
    options.AddRate("rate", "data rate of the NICs", settings.rate);
    options.AddTime("duration",
                    "for how long messages are sent; queues drain afterwards",
                    settings.duration,
                    NanoSeconds(1),
                    Hours(1));
    options.AddTime("sendTime",
                    "what a send call takes, spread over the segments of its message",
                    settings.sendTime,
                    MicroSeconds(1),
                    Hours(1));
    options.AddInteger("limit", "limit of the queue disc, in packets", settings.limit, 1, 10000000);
    options.AddChoice("format", "output", format, {"text", "json"});
    ReserveAttributes(options);
    options.Parse(argc, argv);
}

} // namespace

int
main(int argc, char* argv[])
{
    UfoSettings settings;
    std::string format = "text";
    ExampleOptions options(__FILE__,
                           "A UDP sender of large messages over stacked devices that cut them "
                           "above the queue disc: throttled if the segments keep the charge, or "
                           "most of every message dropped.");
    ReadOptions(argc, argv, settings, format, options);

    UfoScenario scenario(settings);
    if (scenario.GetMessageTime() >= scenario.GetReassemblyTimeout())
    {
        options.Refuse("rate",
                       std::to_string(settings.rate.GetBitRate()) + "bps",
                       "must be higher, or --sendTime longer: IP identifications would come again "
                       "while a message is on the wire");
    }
    scenario.Run();
    const UfoReport report(scenario);
    if (format == "json")
    {
        report.PrintJson(std::cout);
    }
    else
    {
        report.PrintText(std::cout);
    }

    const int status = EndExample("ufo-stacked", scenario.CheckConservation());
    Simulator::Destroy();
    return status;
}
