/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// TCP small queues against Wi-Fi that aggregates frames.
//
//   station                                        access point            server
//   +--------------------------------------+       +------------+        +-------------+
//   | bulk -- TCP -- IP -- mq -- MAC queue -+  )))  +-- IP -- NIC +------+-- TCP -- sink
//   |          ^   small queue             |       +------------+  1Gb/s +-------------+
//   |          +--- MPDU acknowledged -----+ 802.11n
//   +--------------------------------------+
//
// Each time the station gets the channel it may send one A-MPDU. What it is made of has to be in
// the MAC at that moment, and the small queue lets a socket have 2^-shift seconds of its pacing
// rate in the host: 1 ms with shift 10, which any socket has, 4 ms with the 8 and 8 ms with the 7
// that mac80211 sets since Linux 4.16 and 5.0. With 1 ms the A-MPDUs stay small, and most of the
// time goes into waiting for the channel, preambles and acknowledgments.

#include "example-end.h"
#include "example-options.h"
#include "tsq-wifi-report.h"
#include "tsq-wifi-scenario.h"

#include <iostream>
#include <string>
#include <vector>

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
    options.Reserve("standard", {"ns3::WifiPhy::ChannelSettings"});
    options.Reserve("streams",
                    {"ns3::WifiPhy::Antennas",
                     "ns3::WifiPhy::MaxSupportedTxSpatialStreams",
                     "ns3::WifiPhy::MaxSupportedRxSpatialStreams"});
    options.Reserve("ampdu", {"ns3::WifiMac::BE_MaxAmpduSize"});
    options.Reserve("amsdu", {"ns3::WifiMac::BE_MaxAmsduSize"});
    options.Reserve("macQueue", {"ns3::WifiMacQueue::MaxSize"});
    options.Reserve("delay", {"ns3::NicChannel::Delay"});
    options.Reserve("lossPpm", {"ns3::RateErrorModel::ErrorRate"});
    options.Reserve("pacing", {"ns3::LinuxTcpSocket::Pacing"});
    options.Reserve("congestion", {"ns3::TcpL4Protocol::SocketType"});
    options.Reserve("hystart", {"ns3::TcpCubic::HyStart"});
    options.Reserve("rcvbuf", {"ns3::TcpSocket::RcvBufSize"});
    options.Reserve("overhead", {"ns3::LinuxTcpSocket::SkbOverhead"});
    options.Reserve("kernel", {"ns3::LinuxTransmitPath::Kernel"});
    options.Reserve("",
                    {"ns3::TcpSocket::SegmentSize",
                     "ns3::TcpSocket::SndBufSize",
                     "ns3::TcpSocket::DelAckTimeout",
                     "ns3::TcpSocket::ConnTimeout",
                     "ns3::TcpSocketBase::MinRto",
                     "ns3::ArpL3Protocol::RequestJitter",
                     "ns3::NicNetDevice::DataRate",
                     "ns3::NicNetDevice::ReceiveErrorModel",
                     "ns3::BulkSendApplication::SendSize",
                     "ns3::BulkSendApplication::Protocol",
                     "ns3::BulkSendApplication::Remote",
                     "ns3::PacketSink::Local",
                     "ns3::PacketSink::Protocol",
                     "ns3::Application::StartTime"});
}

/**
 * @brief Add the options of Wi-Fi and of the path behind it.
 * @param options the command line
 * @param settings where the values go
 */
void
AddPathOptions(ExampleOptions& options, TsqWifiSettings& settings)
{
    options.AddChoice("standard", "802.11 what, at 5 GHz", settings.standard, {"11n", "11ac"});
    options.AddInteger("width",
                       "of the channel, in MHz: 20 or 40, with 11ac also 80 or 160",
                       settings.width,
                       20,
                       160);
    options.AddInteger("streams",
                       "antennas and spatial streams of station and access point",
                       settings.streams,
                       1,
                       4);
    options.AddInteger("distance",
                       "between station and access point, in metres; decides the rate",
                       settings.distance,
                       1,
                       1000);
    options.AddInteger("ampdu",
                       "most of an A-MPDU, in bytes; 0 for none",
                       settings.ampdu,
                       0,
                       65535);
    options.AddInteger("amsdu", "most of an A-MSDU, in bytes; 0 for none", settings.amsdu, 0, 7935);
    options.AddInteger("macQueue",
                       "limit of the MAC's queue for an access category, in MPDUs",
                       settings.macQueue,
                       1,
                       100000);
    options.AddTime("delay",
                    "of the cable between access point and server",
                    settings.delay,
                    Time(0),
                    Seconds(10));
    options.AddInteger("lossPpm",
                       "of a million packets, how many the cable loses on the way to the server",
                       settings.lossPpm,
                       0,
                       1000000);
}

/**
 * @brief Add the options of the station's sockets and queue disc.
 * @param options the command line
 * @param settings where the values go
 */
void
AddSocketOptions(ExampleOptions& options, TsqWifiSettings& settings)
{
    options.AddInteger("flows", "TCP flows", settings.flows, 1, 100);
    options.AddChoice("congestion",
                      "congestion control",
                      settings.congestion,
                      {"bbr", "cubic", "reno"});
    options.AddChoice("hystart",
                      "cubic leaves slow start when the RTT grows",
                      settings.hystart,
                      {"on", "off"});
    options.AddChoice("pacing",
                      "TCP itself paces; bbr always does",
                      settings.pacing,
                      {"on", "off"});
    options.AddChoice("tso",
                      "segments go in trains, which are cut in front of the device",
                      settings.tso,
                      {"on", "off"});
    options.AddChoice("qdisc",
                      "the station's queue discs, one for each access category",
                      settings.qdisc,
                      {"fq_codel", "pfifo_fast", "none"});
    options.AddInteger("overhead",
                       "what an skb is charged beside its payload, in bytes",
                       settings.overhead,
                       0,
                       1 << 20);
    options.AddInteger("rcvbuf", "the receiver's buffer, in bytes", settings.rcvbuf, 10000);
    options.AddChoice("kernel",
                      "the hosts' kernel: the shift that it has for Wi-Fi, how trains are sized",
                      settings.kernel,
                      {"3.19", "4.15", "4.17", "5.18", "6.1"});
}

/**
 * @brief Refuse what the options do not allow together.
 * @param options the command line
 * @param settings what was set
 */
void
CheckOptions(const ExampleOptions& options, const TsqWifiSettings& settings)
{
    const uint32_t widest = settings.standard == "11n" ? 40 : 160;
    const uint32_t width = settings.width;
    if (width > widest || (width != 20 && width != 40 && width != 80 && width != 160))
    {
        options.Refuse("width",
                       std::to_string(width),
                       settings.standard == "11n" ? "must be 20 or 40 with 11n"
                                                  : "must be 20, 40, 80 or 160");
    }
    if (settings.warmup >= settings.duration)
    {
        options.Refuse("warmup",
                       std::to_string(settings.warmup.GetMicroSeconds()) + "us",
                       "must be shorter than --duration");
    }
}

} // namespace

int
main(int argc, char* argv[])
{
    TsqWifiSettings settings;
    std::string shift = "all";
    std::string format = "text";
    ExampleOptions options(__FILE__,
                           "TCP flows over Wi-Fi whose small queue leaves the MAC too little to "
                           "aggregate, or enough.");
    options.AddChoice("shift",
                      "sk_pacing_shift: a socket may have 2^-shift s of its pacing rate in the "
                      "host; all for a table of 10, 8 and 7; kernel for what the kernel sets",
                      shift,
                      {"all", "kernel", "10", "9", "8", "7", "6"});
    AddPathOptions(options, settings);
    AddSocketOptions(options, settings);
    options.AddTime("duration",
                    "how long the flows send",
                    settings.duration,
                    MicroSeconds(1),
                    Hours(1));
    options.AddTime("warmup",
                    "what is not measured of it at the begin",
                    settings.warmup,
                    Time(0),
                    Hours(1));
    options.AddInteger("seed", "of the random numbers", settings.seed, 1, UINT32_MAX);
    options.AddChoice("format", "output", format, {"text", "json"});
    ReserveAttributes(options);
    options.Parse(argc, argv);
    CheckOptions(options, settings);

    std::vector<std::string> shifts{shift};
    if (shift == "all")
    {
        shifts = {"10", "8", "7"};
    }
    std::vector<TsqWifiResult> results;
    std::string conservationError;
    for (const std::string& each : shifts)
    {
        settings.shift.reset();
        if (each != "kernel")
        {
            settings.shift = static_cast<uint32_t>(std::stoul(each));
        }
        results.push_back(TsqWifiScenario(settings).Run());
        if (conservationError.empty())
        {
            conservationError = results.back().conservationError;
        }
    }
    const TsqWifiReport report(settings, results);
    if (format == "json")
    {
        report.PrintJson(std::cout);
    }
    else
    {
        report.PrintText(std::cout);
    }
    return EndExample("tsq-wifi", conservationError);
}
