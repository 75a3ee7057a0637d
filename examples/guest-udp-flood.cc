/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// A guest that sends UDP as fast as it can, behind a bridge and a bond of its host: throttled by a
// chain of write memories and rings, or dropped.
//
//   host                                                          receiving host
//   +--------------------------------------------------------+        +-----------------+
//   | guest                                                  |        |                 |
//   | +----------------------+                               |        |                 |
//   | | sender -- UDP/IP --+ |                               |        |                 |
//   | |       virtio ring == tap0 -- br0 -- bond0 -+          |        |                 |
//   | +----------------------+                    +- eth0 ~~~~~~~~~~ eth0 -- UDP/IP -- sink
//   |                                               qdisc    |        |                 |
//   +--------------------------------------------------------+        +-----------------+
//
// What the guest sends is charged to its socket until the host has taken it from the ring, and then
// to the tap's socket until eth0 has sent it. When that may hold no more, the frames stay on the
// ring, and the guest's socket fills and blocks. With --earlyOrphan=on the charge to the tap ends
// at bond0, in front of the queue disc of eth0, which overflows. Nothing holds up a socket whose
// --sndbuf is larger than the guest's queue disc, whatever the switch.

#include "example-end.h"
#include "example-options.h"
#include "guest-flood-report.h"
#include "guest-flood-scenario.h"

#include "ns3/simulator.h"
#include "ns3/virt-queue.h"

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
    options.Reserve("earlyOrphan",
                    {"ns3::BondingNetDevice::OrphanPolicy", "ns3::NicNetDevice::OrphanPolicy"});
    options.Reserve("guestDriver", {"ns3::VirtioNetDevice::NapiTx"});
    options.Reserve("ring", {"ns3::VirtioNetDevice::RingSize"});
    options.Reserve("tapSndbuf", {"ns3::TapNetDevice::Sndbuf"});
    options.Reserve("backendTime", {"ns3::VirtioBackend::TxPacketTime"});
    options.Reserve("messageSize", {"ns3::UdpStreamApplication::MessageSize"});
    options.Reserve("sendTime", {"ns3::UdpStreamApplication::SendTime"});
    options.Reserve("duration",
                    {"ns3::UdpStreamApplication::Period", "ns3::UdpStreamApplication::Cycles"});
    options.Reserve("sndbuf", {"ns3::UdpStreamApplication::Sndbuf", "ns3::LinuxUdpSocket::Sndbuf"});
    options.Reserve("wmemMax", {"ns3::LinuxUdpSocket::WmemMax"});
    options.Reserve("rate", {"ns3::NicNetDevice::DataRate"});
    options.Reserve("limit", {"ns3::PfifoFastQueueDisc::MaxSize"});
    options.Reserve("",
                    {"ns3::NicChannel::Delay",
                     "ns3::UdpStreamApplication::BurstSize",
                     "ns3::UdpStreamApplication::Protocol",
                     "ns3::UdpStreamApplication::Remote",
                     "ns3::Application::StartTime",
                     "ns3::PacketSink::Local",
                     "ns3::PacketSink::Protocol"});
}

/**
 * @brief Read the command line.
 * @param argc number of arguments
 * @param argv the arguments
 * @param settings where the settings go
 * @return text or json
 */
std::string
ReadOptions(int argc, char* argv[], GuestFloodSettings& settings)
{
    std::string earlyOrphan = "off";
    std::string bond = "on";
    std::string format = "text";
    ExampleOptions options(
        __FILE__,
        "A guest floods its host with UDP, behind a bridge and a bond: throttled "
        "by the chain of write memories, or dropped where it is broken.");
    options.AddChoice("earlyOrphan",
                      "does the host's device below the bridge end the charge to the tap",
                      earlyOrphan,
                      {"on", "off"});
    options.AddChoice("bond", "is there a bond between bridge and NIC", bond, {"on", "off"});
    options.AddChoice("guestDriver",
                      "driver in the guest, and who serves it; vhost orphans, and its tap has no "
                      "limit",
                      settings.guestDriver,
                      {"virtio", "vhost"});
    options.AddInteger("messageSize",
                       "payload of a message, in bytes",
                       settings.messageSize,
                       1,
                       1472);
    options.AddInteger("sndbuf",
                       "SO_SNDBUF as given to setsockopt, in bytes; 0 for the default of 212992",
                       settings.sndbuf,
                       0,
                       2147483647);
    options.AddInteger("wmemMax",
                       "net.core.wmem_max of the guest, in bytes",
                       settings.wmemMax,
                       4608,
                       1073741823);
    options.AddRate("rate", "data rate of the NICs", settings.rate);
    options.AddTime("duration",
                    "for how long messages are sent; queues drain afterwards",
                    settings.duration,
                    NanoSeconds(1),
                    Hours(1));
    options.AddTime("sendTime",
                    "what a send call takes",
                    settings.sendTime,
                    NanoSeconds(100),
                    Hours(1));
    options.AddInteger("ring",
                       "transmit ring of the guest's NIC, in descriptors; a power of two",
                       settings.ring,
                       VirtQueue::MIN_SIZE,
                       VirtQueue::MAX_SIZE);
    options.AddInteger("tapSndbuf",
                       "what the tap may be charged for, in bytes of memory; 2147483647 for no "
                       "limit, 0 for that of the driver, 1048576 with virtio",
                       settings.tapSndbuf,
                       0,
                       2147483647);
    options.AddTime("backendTime",
                    "what the backend takes to bring a frame from the ring to the tap",
                    settings.backendTime,
                    Seconds(0),
                    Hours(1));
    options.AddInteger("guestLimit",
                       "limit of the guest's queue disc, in packets",
                       settings.guestLimit,
                       1,
                       10000000);
    options.AddInteger("limit",
                       "limit of the queue disc of the host's NIC, in packets",
                       settings.limit,
                       1,
                       10000000);
    options.AddChoice("format", "output", format, {"text", "json"});
    ReserveAttributes(options);
    options.Parse(argc, argv);
    if (!VirtQueue::IsSize(settings.ring))
    {
        options.Refuse("ring", std::to_string(settings.ring), "must be a power of two");
    }
    if (settings.tapSndbuf > 0 && settings.tapSndbuf < TapWriteMemory::MIN_SNDBUF)
    {
        options.Refuse("tapSndbuf",
                       std::to_string(settings.tapSndbuf),
                       "must be 0 or at least " + std::to_string(TapWriteMemory::MIN_SNDBUF));
    }
    settings.earlyOrphan = earlyOrphan == "on";
    settings.bond = bond == "on";
    return format;
}

} // namespace

int
main(int argc, char* argv[])
{
    GuestFloodSettings settings;
    const std::string format = ReadOptions(argc, argv, settings);

    GuestFloodScenario scenario(settings);
    scenario.Run();
    const GuestFloodReport report(scenario);
    if (format == "json")
    {
        report.PrintJson(std::cout);
    }
    else
    {
        report.PrintText(std::cout);
    }

    const int status = EndExample("guest-udp-flood", scenario.CheckConservation());
    Simulator::Destroy();
    return status;
}
