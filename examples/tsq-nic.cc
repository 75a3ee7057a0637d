/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// TCP small queues against large packets and late completions.
//
//   sending host                                        receiving host
//   +------------------------------------------+        +-------------------+
//   | bulk -- TCP -- IP -- queue disc -- ring -+ ~~~~~~ + -- IP -- TCP -- sink
//   |          ^   small queue                |         +-------------------+
//   |          +----- completion interrupts --+ NIC
//   +------------------------------------------+
//
// The socket is charged for each packet from TCP to the completion interrupt, and stops while it
// is charged for --limit. If that is less than what the NIC has to have on its ring until it
// reports (--txUsecs), the link stands idle: at 10 Gb/s with 2 x (65160 + overhead) just above or
// below a fixed limit, one flow gets 8.3 or 9.4 Gb/s. --trace writes what happens, event by event.

#include "example-end.h"
#include "example-options.h"
#include "tsq-report.h"
#include "tsq-scenario.h"

#include "ns3/simulator.h"

#include <fstream>
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
    options.Reserve("rate", {"ns3::NicNetDevice::DataRate"});
    options.Reserve("limit", {"ns3::LinuxTcpSocket::SmallQueue"});
    options.Reserve("limitBytes", {"ns3::LinuxTcpSocket::LimitOutputBytes"});
    options.Reserve("overhead", {"ns3::LinuxTcpSocket::SkbOverhead"});
    options.Reserve("txUsecs", {"ns3::NicNetDevice::TxUsecs"});
    options.Reserve("txFrames", {"ns3::NicNetDevice::TxFrames"});
    options.Reserve("tso", {"ns3::LinuxTcpSocket::Gso"});
    options.Reserve("gsoMax", {"ns3::LinuxTcpSocket::GsoMaxSize"});
    options.Reserve("qdiscLimit",
                    {"ns3::PfifoFastQueueDisc::MaxSize", "ns3::FifoQueueDisc::MaxSize"});
    options.Reserve("tbfRate", {"ns3::TbfQueueDisc::Rate"});
    options.Reserve("tbfBurst", {"ns3::TbfQueueDisc::Burst"});
    options.Reserve("delay", {"ns3::NicChannel::Delay"});
    options.Reserve("rcvbuf", {"ns3::TcpSocket::RcvBufSize"});
    options.Reserve("orphan", {"ns3::NicNetDevice::OrphanPolicy"});
    options.Reserve("pacing", {"ns3::LinuxTcpSocket::Pacing"});
    options.Reserve("ring", {"ns3::NicNetDevice::TxRingSize"});
    options.Reserve("congestion", {"ns3::TcpL4Protocol::SocketType"});
    options.Reserve("hystart", {"ns3::TcpCubic::HyStart"});
    options.Reserve("quickAcks", {"ns3::LinuxTcpSocket::QuickAcks"});
    options.Reserve("segmentSize", {"ns3::TcpSocket::SegmentSize"});
    options.Reserve("sendmsgTime", {"ns3::LinuxTcpSocket::SendmsgTime"});
    options.Reserve("kernel", {"ns3::LinuxTransmitPath::Kernel"});
    options.Reserve("",
                    {"ns3::TcpSocket::SndBufSize",
                     "ns3::TcpSocket::DelAckTimeout",
                     "ns3::TcpSocket::ConnTimeout",
                     "ns3::TcpSocketBase::MinRto",
                     "ns3::ArpL3Protocol::RequestJitter",
                     "ns3::BulkSendApplication::SendSize",
                     "ns3::BulkSendApplication::Protocol",
                     "ns3::BulkSendApplication::Remote",
                     "ns3::PacketSink::Local",
                     "ns3::PacketSink::Protocol",
                     "ns3::Application::StartTime"});
}

/**
 * @brief Add the options of the socket and its host.
 * @param options the command line
 * @param settings where the values go
 */
void
AddSocketOptions(ExampleOptions& options, TsqSettings& settings)
{
    options.AddChoice("limit",
                      "small queue: none, tcp_limit_output_bytes (3.6), max(2 x MSS, rate >> 8), "
                      "max(truesize, rate >> 10) (3.12), max(2 x truesize, rate >> 10) (6.1)",
                      settings.limit,
                      {"off", "fixed", "draft", "rate-3.12", "rate"});
    options.AddInteger("limitBytes",
                       "tcp_limit_output_bytes; 0 for the default of kernels with that limit",
                       settings.limitBytes,
                       0);
    options.AddInteger("overhead",
                       "what an skb is charged beside its payload, in bytes",
                       settings.overhead,
                       0,
                       1 << 20);
    options.AddChoice("tso", "segments go in trains", settings.tso, {"on", "off"});
    options.AddInteger("gsoMax",
                       "most of a train, in bytes with headers (gso_max_size)",
                       settings.gsoMax,
                       2000,
                       65536);
    options.AddChoice("pacing", "TCP itself paces", settings.pacing, {"on", "off"});
    options.AddTime("sendmsgTime",
                    "how long each sendmsg() of 65536 bytes holds the socket",
                    settings.sendmsgTime,
                    Time(0),
                    Seconds(1));
    options.AddChoice("congestion",
                      "congestion control",
                      settings.congestion,
                      {"cubic", "reno", "bbr", "dctcp"});
    options.AddChoice("hystart",
                      "cubic leaves slow start when the RTT grows",
                      settings.hystart,
                      {"on", "off"});
    options.AddInteger("segmentSize",
                       "payload of a full segment, in bytes",
                       settings.segmentSize,
                       100,
                       1448);
    options.AddInteger("quickAcks",
                       "segments that the receiver acknowledges each by itself at the begin",
                       settings.quickAcks,
                       0);
    options.AddInteger("rcvbuf", "the receiver's buffer, in bytes", settings.rcvbuf, 10000);
    options.AddChoice("kernel",
                      "the hosts' kernel: how trains are sized and charged",
                      settings.kernel,
                      {"3.6", "3.12", "3.19", "4.17", "5.18", "6.1"});
}

/**
 * @brief Add the options of queue disc, NIC and cable.
 * @param options the command line
 * @param settings where the values go
 */
void
AddDeviceOptions(ExampleOptions& options, TsqSettings& settings)
{
    options.AddRate("rate", "data rate of the NICs", settings.rate);
    options.AddInteger("txUsecs",
                       "the NIC reports so long after the first completion that it has not "
                       "reported, in us",
                       settings.txUsecs,
                       0,
                       1000000);
    options.AddInteger("txFrames",
                       "the NIC reports when so many frames or trains have completed; 0 for no "
                       "such limit",
                       settings.txFrames,
                       0,
                       65535);
    options.AddChoice("qdisc",
                      "the sender's queue disc",
                      settings.qdisc,
                      {"pfifo_fast", "fq", "fq_codel", "tbf", "none"});
    options.AddInteger("qdiscLimit",
                       "limit of pfifo_fast or tbf, in packets; a train is one",
                       settings.qdiscLimit,
                       1,
                       10000000);
    options.AddRate("tbfRate", "rate of tbf", settings.tbfRate);
    options.AddInteger("tbfBurst",
                       "bucket of tbf, in bytes: larger trains are cut in front of it",
                       settings.tbfBurst,
                       1514);
    options.AddTime("delay", "delay of the cable", settings.delay, Time(0), Seconds(10));
    options.AddChoice("orphan",
                      "where the sender's NIC ends charges before completion",
                      settings.orphan,
                      {"none", "early", "driver"});
    options.AddChoice("bql", "byte queue limits of the NICs", settings.bql, {"on", "off"});
    options.AddInteger("ring", "descriptors of the NICs' rings", settings.ring, 1, 65535);
}

} // namespace

int
main(int argc, char* argv[])
{
    TsqSettings settings;
    std::string format = "text";
    std::string trace;
    ExampleOptions options(__FILE__,
                           "One TCP flow whose small queue is too small for large packets and "
                           "late completions, or is not.");
    AddSocketOptions(options, settings);
    AddDeviceOptions(options, settings);
    options.AddTime("duration",
                    "how long the flow sends",
                    settings.duration,
                    MicroSeconds(1),
                    Hours(1));
    options.AddTime("warmup",
                    "what is not measured of it at the begin",
                    settings.warmup,
                    Time(0),
                    Hours(1));
    options.AddTime("sample",
                    "how often the queue disc is looked at",
                    settings.sample,
                    NanoSeconds(100),
                    Hours(1));
    options.AddNewFile("trace",
                       "file for the first 1000 events after the warm-up: packets sent, "
                       "completion interrupts, the small queue's stops",
                       trace);
    options.AddChoice("format", "output", format, {"text", "json"});
    ReserveAttributes(options);
    options.Parse(argc, argv);
    if (settings.warmup >= settings.duration)
    {
        options.Refuse("warmup",
                       std::to_string(settings.warmup.GetMicroSeconds()) + "us",
                       "must be shorter than --duration");
    }

    TsqScenario scenario(settings);
    scenario.Run();
    const TsqReport report(scenario);
    if (format == "json")
    {
        report.PrintJson(std::cout);
    }
    else
    {
        report.PrintText(std::cout);
    }
    if (!trace.empty())
    {
        std::ofstream file(trace);
        scenario.GetTimeline().Print(file);
    }

    const int status = EndExample("tsq-nic", scenario.CheckConservation());
    Simulator::Destroy();
    return status;
}
