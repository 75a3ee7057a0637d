/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Byte queue limits: how long a request waits in a host that is busy with bulk transfers.
//
//   host                                                        peer
//   +--------------------------------------------------+       +----------------------+
//   | 50 bulk flows -+                                 |       |  +- 50 sinks         |
//   |                +- TCP - IP - queue disc - ring --+ ~~~~~ +--+                   |
//   | 1 session -----+             pfifo_fast   BQL    |       |  +- answers at once  |
//   +-------------------------------- or fq_codel -----+       +----------------------+
//
// Every bulk flow has what its small queue allows in the host, two trains at least. Where they wait
// decides about everybody else: on the ring, in order, whatever the queue disc; or, if BQL keeps
// the ring short, in the queue disc. pfifo_fast has them wait in order as well, so BQL changes
// nothing. fq_codel lets the request pass.
//
// Without options, all eight combinations of queues, queue disc and BQL. When virtio_net got BQL
// (2024), beside 50 bulk flows one queue had 157.9 and 1282.4 requests/s with fq_codel, 148.3 and
// 149.5 with pfifo_fast, BQL off and on; two queues 179.6 and 856.2 with fq_codel. That driver uses
// BQL only with napi-tx, where it orphans nothing; so the driver here is a normal one by default.
//
// With --driver=orphaning small queues do not see what is on the ring. It then fills without BQL,
// and BQL helps pfifo_fast, too, as it puts the packets back to where small queues see them.

#include "bql-report.h"
#include "bql-scenario.h"
#include "example-end.h"
#include "example-options.h"

#include <iostream>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

/**
 * @brief The values to run for an option.
 * @param choice what was asked for
 * @param all what "all" means
 * @return the values
 */
std::vector<std::string>
Expand(const std::string& choice, const std::vector<std::string>& all)
{
    return choice == "all" ? all : std::vector<std::string>{choice};
}

} // namespace

int
main(int argc, char* argv[])
{
    BqlSettings settings;
    std::string queues = "all";
    std::string qdisc = "all";
    std::string bql = "all";
    std::string format = "text";
    ExampleOptions options(__FILE__,
                           "Requests that share a host with bulk flows, with and without BQL.");
    options.AddChoice("queues", "transmit queues of the NICs", queues, {"1", "2", "all"});
    options.AddChoice("qdisc",
                      "queue disc of each transmit queue",
                      qdisc,
                      {"pfifo_fast", "fq_codel", "all"});
    options.AddChoice("bql", "byte queue limits of the NICs", bql, {"on", "off", "all"});
    options.AddInteger("flows", "bulk flows", settings.flows, 0, 1000);
    options.AddRate("rate", "data rate of the NICs", settings.rate);
    options.AddTime("delay", "delay of the cable", settings.delay, Time(0), Seconds(1));
    options.AddChoice("driver",
                      "kind of driver: reports each completion, orphans in transmit, reports up "
                      "to 128 us late",
                      settings.driver,
                      {"normal", "orphaning", "slow"});
    options.AddInteger("ring", "descriptors of each transmit queue", settings.ring, 1, 65535);
    options.AddInteger("qdiscLimit",
                       "limit of pfifo_fast, in packets; a train is one",
                       settings.qdiscLimit,
                       1,
                       10000000);
    options.AddChoice("tso", "bulk flows send trains", settings.tso, {"on", "off"});
    options.AddTime("duration",
                    "how long is measured",
                    settings.duration,
                    MilliSeconds(1),
                    Hours(1));
    options.AddTime("warmup",
                    "what passes before; bulk flows begin in its first 51 ms",
                    settings.warmup,
                    MilliSeconds(60),
                    Hours(1));
    options.AddInteger("seed", "of the times at which bulk flows begin", settings.seed, 0);
    options.AddChoice("format", "output", format, {"text", "json"});
    options.Reserve("rate", {"ns3::NicNetDevice::DataRate"});
    options.Reserve("delay", {"ns3::NicChannel::Delay"});
    options.Reserve("ring", {"ns3::NicNetDevice::TxRingSize"});
    options.Reserve("driver", {"ns3::NicNetDevice::TxUsecs", "ns3::NicNetDevice::OrphanPolicy"});
    options.Reserve("tso", {"ns3::LinuxTcpSocket::Gso"});
    options.Reserve("qdiscLimit", {"ns3::PfifoFastQueueDisc::MaxSize"});
    options.Reserve("", {"ns3::TcpSocket::SegmentSize", "ns3::ArpL3Protocol::RequestJitter"});
    options.Parse(argc, argv);

    BqlReport report;
    std::string error;
    for (const std::string& n : Expand(queues, {"1", "2"}))
    {
        for (const std::string& type : Expand(qdisc, {"pfifo_fast", "fq_codel"}))
        {
            for (const std::string& limits : Expand(bql, {"off", "on"}))
            {
                settings.queues = n == "1" ? 1 : 2;
                settings.qdisc = type;
                settings.bql = limits;
                BqlScenario scenario(settings);
                scenario.Run();
                report.Add(scenario);
                error = error.empty() ? scenario.CheckConservation() : error;
            }
        }
    }
    if (format == "json")
    {
        report.PrintJson(std::cout);
    }
    else
    {
        report.PrintText(std::cout);
    }
    return EndExample("bql-latency", error);
}
