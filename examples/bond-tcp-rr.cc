/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// TCP requests over a bond: how many, and how does the transmit hash spread them?
//
//   host                                switch                              hosts
//   +-----------------------+           +---------------------+
//   | session 1 --+   +-- eth0 ~~~~~~~~~~~~ port --+           |            +--------+
//   | session 2 --+   |     |           |          |     port ~~~~ fast ~~~~~~ host 1 |
//   |     ...     bond0 -- eth1 ~~~~~~~~~~~ port -- bond |     |            +--------+
//   |             +   |     |           |          |  bridge   |               ...
//   | session N --+   +-- ... ~~~~~~~~~~~~~ port --+     port ~~~~ fast ~~~~~~ host N |
//   +-----------------------+           +---------------------+             +--------+
//
// The sessions are to the hosts in turn. Each sends a request, waits for the response, thinks, and
// sends the next request. --study=polarisation sends as much as TCP can instead, from even source
// ports: the formula of Linux 2.6 keeps the lowest bit of the port, which is the same for all, and
// so half of the links idle; that of 6.1 drops it.
//
// The switch is a Linux appliance: an 802.3ad bond faces an 802.3ad bond, a balance-xor bond one of
// its kind (a static link aggregation), and balance-tlb needs nothing but ports.

#include "bond-study-report.h"
#include "bond-study.h"
#include "example-end.h"
#include "example-options.h"
#include "polarisation-study.h"
#include "request-study.h"
#include "source-ports.h"

#include "ns3/config.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

const std::vector<std::string> MODES{"802.3ad", "balance-xor", "balance-tlb"};
const std::vector<std::string> FORMULAS{"2.6", "6.1"};

/// What the command line says.
struct Options
{
    std::string study{"requests"}; //!< requests or polarisation
    std::string mode{"all"};       //!< one of MODES, or all
    std::string formula{"6.1"};    //!< one of FORMULAS, or both
    std::string plot;              //!< where the plot goes; empty for nowhere
    std::string format{"text"};    //!< text or json
    BondStudySettings settings;    //!< all others
};

/**
 * @brief Refuse the attributes that the studies set by themselves: a default would have no effect.
 * @param options the command line
 */
void
ReserveAttributes(ExampleOptions& options)
{
    options.Reserve("mode", {"ns3::BondingNetDevice::Mode"});
    options.Reserve("policy", {"ns3::BondingNetDevice::XmitHashPolicy"});
    options.Reserve("formula", {"ns3::BondingNetDevice::HashFormula"});
    options.Reserve("rate", {"ns3::NicNetDevice::DataRate"});
    options.Reserve("linkDelay", {"ns3::NicChannel::Delay"});
    options.Reserve("",
                    {"ns3::BondingNetDevice::Miimon",
                     "ns3::BondingNetDevice::LacpRate",
                     "ns3::BondingNetDevice::TlbDynamicLb",
                     "ns3::BondingNetDevice::OpenAtStart",
                     "ns3::ArpL3Protocol::RequestJitter",
                     "ns3::TcpSocket::SegmentSize",
                     "ns3::BulkSendApplication::Local",
                     "ns3::BulkSendApplication::Remote",
                     "ns3::BulkSendApplication::SendSize",
                     "ns3::BulkSendApplication::Protocol",
                     "ns3::PacketSink::Local",
                     "ns3::PacketSink::Protocol"});
}

/**
 * @brief Which study is asked for? It decides which options there are, and their defaults.
 * @param argc number of arguments
 * @param argv the arguments
 * @return true for the study of polarisation
 */
bool
AsksForPolarisation(int argc, char* argv[])
{
    const std::vector<std::string> arguments(argv + 1, argv + argc);
    return std::find(arguments.begin(), arguments.end(), "--study=polarisation") != arguments.end();
}

/**
 * @brief Read the command line.
 * @param argc number of arguments
 * @param argv the arguments
 * @return what it says
 */
Options
ReadOptions(int argc, char* argv[])
{
    Options values;
    BondStudySettings& settings = values.settings;
    const bool isPolarisation = AsksForPolarisation(argc, argv);
    if (isPolarisation)
    {
        values.mode = "balance-xor";
        values.formula = "both";
        settings.network.slaves = 2;
        settings.network.rate = DataRate("10Gbps");
        settings.network.hosts = 1;
        settings.sessions = 4;
        settings.ports = "even";
        settings.duration = MilliSeconds(20);
    }

    ExampleOptions options(__FILE__,
                           "TCP over a bond whose transmit hash chooses the slave: transactions "
                           "per second and the share of each slave, by mode; or, with "
                           "--study=polarisation, bulk flows whose source ports are all even.");
    options.AddChoice("study",
                      "what to study; the defaults of other options depend on it",
                      values.study,
                      {"requests", "polarisation"});
    std::vector<std::string> modes = MODES;
    modes.emplace_back("all");
    options.AddChoice("mode", "mode of the bond, or all in turn", values.mode, modes);
    std::vector<std::string> formulas = FORMULAS;
    formulas.emplace_back("both");
    options.AddChoice("formula",
                      "which release's formula the host's hash is, or both in turn",
                      values.formula,
                      formulas);
    options.AddChoice("policy",
                      "xmit_hash_policy of both ends of the bond",
                      settings.network.policy,
                      {"layer2", "layer2+3", "layer3+4", "encap2+3", "encap3+4", "vlan+srcmac"});
    options.AddInteger("slaves", "links of the bond", settings.network.slaves, 1, 64);
    options.AddRate("rate", "data rate of each link of the bond", settings.network.rate);
    options.AddInteger("hosts", "hosts behind the switch", settings.network.hosts, 1, 1000);
    options.AddInteger("sessions", "TCP connections", settings.sessions, 1, SourcePorts::MOST);
    options.AddChoice("ports", "source ports", settings.ports, SourcePorts::KINDS);
    if (!isPolarisation)
    {
        RequestPattern& pattern = settings.pattern;
        options.AddInteger("requestSize", "bytes of a request", pattern.requestSize, 1, 1000000);
        options.AddInteger("responseSize", "bytes of a response", pattern.responseSize, 1, 1000000);
        options.AddTime("thinkTime",
                        "what a transaction costs the host: from a response to the session's next "
                        "request",
                        pattern.thinkTime,
                        Seconds(0),
                        Seconds(1));
    }
    options.AddTime("duration",
                    "how long to measure",
                    settings.duration,
                    MicroSeconds(1),
                    Hours(1));
    options.AddTime("linkDelay",
                    "propagation delay of each cable",
                    settings.network.linkDelay,
                    Seconds(0),
                    Seconds(1));
    options.AddNewFile("plot",
                       "write a gnuplot script of the shares to this file; it makes an image of "
                       "that name with .png appended",
                       values.plot);
    options.AddChoice("format", "output", values.format, {"text", "json"});
    ReserveAttributes(options);
    options.Parse(argc, argv);

    return values;
}

/**
 * @brief The words that a choice stands for.
 * @param choice one of them, or any other word for all
 * @param words all of them
 * @return one or all
 */
std::vector<std::string>
Expand(const std::string& choice, const std::vector<std::string>& words)
{
    return std::find(words.begin(), words.end(), choice) == words.end()
               ? words
               : std::vector<std::string>{choice};
}

/**
 * @brief Run a study once for each mode and formula.
 * @param options what the command line says
 * @return what came out, by run
 */
std::vector<BondStudyResult>
RunAll(const Options& options)
{
    Config::SetDefault("ns3::TcpSocket::SegmentSize",
                       UintegerValue(BondStudyDefaults::SEGMENT_SIZE));
    std::vector<BondStudyResult> results;
    BondStudySettings settings = options.settings;
    for (const auto& mode : Expand(options.mode, MODES))
    {
        for (const auto& formula : Expand(options.formula, FORMULAS))
        {
            settings.network.mode = mode;
            settings.network.formula = formula;
            results.push_back(options.study == "requests" ? RequestStudy(settings).Run()
                                                          : PolarisationStudy(settings).Run());
            Simulator::Destroy();
        }
    }
    return results;
}

/**
 * @brief Write the gnuplot script.
 * @param report what to plot
 * @param name name of the file
 * @return true if it was written
 */
bool
WritePlot(const BondStudyReport& report, const std::string& name)
{
    std::ofstream file(name);
    report.PrintPlot(file, name + ".png");
    file.close();
    return file.good();
}

} // namespace

int
main(int argc, char* argv[])
{
    const Options options = ReadOptions(argc, argv);
    const std::vector<BondStudyResult> results = RunAll(options);
    const BondStudyReport report(options.settings, results);
    if (options.format == "json")
    {
        report.PrintJson(std::cout);
    }
    else
    {
        report.PrintText(std::cout);
    }

    std::string error;
    for (const auto& result : results)
    {
        error = error.empty() ? result.error : error;
    }
    const int status = EndExample("bond-tcp-rr", error);
    if (!options.plot.empty() && !WritePlot(report, options.plot))
    {
        std::cerr << "bond-tcp-rr: cannot write '" << options.plot << "'" << std::endl;
        return 1;
    }
    return status;
}
