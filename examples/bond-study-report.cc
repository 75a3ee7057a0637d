/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "bond-study-report.h"

#include "report-text.h"

#include "ns3/gnuplot.h"
#include "ns3/qdisc-report.h"

#include <algorithm>
#include <cmath>
#include <iomanip>
#include <nlohmann/json.hpp>
#include <numeric>
#include <sstream>

namespace ns3
{

namespace
{

constexpr double FULL = 0.95;     //!< a wire that is busy for that part of the time is the limit
constexpr double BAR_LENGTH = 50; //!< characters for the whole traffic

/**
 * @brief Write a time with as few digits as it takes.
 * @param time the time
 * @return in microseconds
 */
std::string
Microseconds(Time time)
{
    std::ostringstream text;
    text << time.ToDouble(Time::US) << " us";
    return text.str();
}

/**
 * @brief The payload that arrived, of all flows.
 * @param result a run
 * @return bytes
 */
uint64_t
GetReceivedBytes(const BondStudyResult& result)
{
    return std::accumulate(result.flowBytes.begin(), result.flowBytes.end(), uint64_t{0});
}

/**
 * @brief Seconds without the rounding errors of Time::GetSeconds().
 * @param time the time
 * @return seconds
 */
double
ToSeconds(Time time)
{
    return time.GetNanoSeconds() / 1e9;
}

} // namespace

BondStudyReport::BondStudyReport(const BondStudySettings& settings,
                                 const std::vector<BondStudyResult>& results)
    : m_settings(settings),
      m_results(results)
{
}

bool
BondStudyReport::HasRequests() const
{
    return m_results.front().flowBytes.empty();
}

void
BondStudyReport::PrintText(std::ostream& os) const
{
    PrintSettings(os);
    PrintRuns(os);
    PrintShares(os);
    for (const auto& result : m_results)
    {
        os << GetRunName(result) << ": " << GetLimit(result) << ".\n";
    }
    if (HasRequests())
    {
        os << "A real host runs out of CPU first; here every session has a CPU of its own, and "
              "--thinkTime\nis what a transaction costs.\n";
    }
}

void
BondStudyReport::PrintSettings(std::ostream& os) const
{
    const SwitchedBondSettings& network = m_settings.network;
    const BondStudyDefaults& defaults = m_results.front().defaults;
    if (HasRequests())
    {
        os << ReportText::Count(m_settings.sessions, "TCP session") << " of requests ("
           << "request " << m_settings.pattern.requestSize << " B, response "
           << m_settings.pattern.responseSize << " B, think time "
           << Microseconds(m_settings.pattern.thinkTime) << ")";
    }
    else
    {
        os << ReportText::Count(m_settings.sessions, "bulk TCP flow");
    }
    os << " from one host to " << ReportText::Count(network.hosts, "host") << ",\nmeasured for "
       << m_settings.duration.ToDouble(Time::MS) << " ms\n"
       << "  bond0: " << network.slaves << " x "
       << QdiscReport::SpellRate(network.rate.GetBitRate()) << "/s, xmit_hash_policy "
       << network.policy << " (the switch's too), miimon " << defaults.miimon
       << ",\n    802.3ad: lacp_rate fast; balance-tlb: tlb_dynamic_lb 0, and "
       << "the switch has plain ports\n"
       << "  source ports: " << m_settings.ports << " from 32768\n"
       << "  NIC: MTU " << defaults.mtu << ", ring " << defaults.txRingSize << " frames, BQL "
       << (defaults.bql ? "on" : "off") << ", an interrupt a frame (no coalescing), cable "
       << Microseconds(network.linkDelay) << ";\n    NICs of the far hosts: "
       << QdiscReport::SpellRate(SwitchedBond::GetFarRate(network).GetBitRate()) << "/s\n"
       << "  queue disc: " << defaults.qdisc << ", limit " << defaults.qdiscLimit << " packets\n"
       << "  TCP: " << defaults.tcpType << ", segment " << defaults.segmentSize << " B, buffers "
       << defaults.sndBufSize << " and " << defaults.rcvBufSize << " B, ACK every "
       << ReportText::Count(defaults.delAckCount, "segment") << " or "
       << defaults.delAckTimeout.ToDouble(Time::MS) << " ms\n\n";
}

void
BondStudyReport::PrintRuns(std::ostream& os) const
{
    os << std::left << std::setw(14) << "mode" << std::setw(8) << "formula" << std::right
       << std::setw(15) << (HasRequests() ? "transactions/s" : "Gbit/s") << std::setw(16)
       << (HasRequests() ? "round trip us" : "least flow") << std::setw(14)
       << (HasRequests() ? "frames each" : "most flow") << std::setw(14) << "busiest wire"
       << std::setw(9) << "dropped"
       << "\n";
    for (const auto& result : m_results)
    {
        double busiest = 0;
        uint64_t frames = 0;
        for (const auto& slave : result.slaves)
        {
            busiest = std::max({busiest, slave.txBusy, slave.rxBusy});
            frames += slave.txPackets + slave.rxPackets;
        }
        std::string second;
        std::string third;
        if (HasRequests())
        {
            second = ReportText::Fixed(result.roundTrip.ToDouble(Time::US), 2);
            third =
                ReportText::Fixed(result.transactions == 0 ? 0 : 1.0 * frames / result.transactions,
                                  2);
        }
        else
        {
            const auto [least, most] =
                std::minmax_element(result.flowBytes.begin(), result.flowBytes.end());
            second = ReportText::Fixed(8e-9 * *least / ToSeconds(m_settings.duration), 2);
            third = ReportText::Fixed(8e-9 * *most / ToSeconds(m_settings.duration), 2);
        }
        os << std::left << std::setw(14) << result.network.mode << std::setw(8)
           << result.network.formula << std::right << std::setw(15)
           << ReportText::Fixed(GetHeadline(result), HasRequests() ? 0 : 2) << std::setw(16)
           << second << std::setw(14) << third << std::setw(12)
           << ReportText::Fixed(100 * busiest, 1) << " %" << std::setw(9) << result.dropped << "\n";
    }
    os << "\n";
}

void
BondStudyReport::PrintShares(std::ostream& os) const
{
    os << "share of each slave in the frames that the bond sent, and received\n";
    for (const auto& result : m_results)
    {
        os << "  " << GetRunName(result) << "\n";
        for (std::size_t i = 0; i < result.slaves.size(); ++i)
        {
            const SlaveLoad& slave = result.slaves[i];
            const auto length = static_cast<std::size_t>(std::lround(BAR_LENGTH * slave.txShare));
            os << "    " << std::left << std::setw(6) << ReportText::SlaveName(i) << std::right
               << std::setw(6) << ReportText::Fixed(100 * slave.txShare, 1) << " %" << std::setw(7)
               << ReportText::Fixed(100 * slave.rxShare, 1) << " %" << (length > 0 ? "  " : "")
               << std::string(length, '#') << "\n";
        }
    }
    os << "\n";
}

double
BondStudyReport::GetHeadline(const BondStudyResult& result) const
{
    const double seconds = ToSeconds(m_settings.duration);
    return HasRequests() ? result.transactions / seconds
                         : 8e-9 * GetReceivedBytes(result) / seconds;
}

std::string
BondStudyReport::GetLimit(const BondStudyResult& result) const
{
    const auto countFull = [&result](double SlaveLoad::*busy) {
        return std::count_if(result.slaves.begin(), result.slaves.end(), [busy](const auto& slave) {
            return slave.*busy >= FULL;
        });
    };
    const auto fullTx = static_cast<std::size_t>(countFull(&SlaveLoad::txBusy));
    const auto fullRx = static_cast<std::size_t>(countFull(&SlaveLoad::rxBusy));
    if (std::max(fullTx, fullRx) == result.slaves.size())
    {
        return "limited by the wires of the slaves, which are all full";
    }
    if (fullTx > 0)
    {
        return "limited by " + (fullTx == 1 ? "the wire" : std::to_string(fullTx) + " wires") +
               " to which the hash gives most, while others have room";
    }
    if (fullRx > 0)
    {
        return result.network.mode == "balance-tlb"
                   ? "limited by the wire of the active slave, on which alone the bond receives"
                   : "limited by the wires that the switch's hash gives most to";
    }
    if (!HasRequests())
    {
        return "limited by TCP, not by the wires";
    }
    const Time cycle = m_settings.pattern.thinkTime + result.roundTrip;
    return "limited by the sessions themselves: each thinks for " +
           ReportText::Fixed(m_settings.pattern.thinkTime.ToDouble(Time::US), 1) + " us of the " +
           ReportText::Fixed(cycle.ToDouble(Time::US), 1) + " us that a transaction takes";
}

std::string
BondStudyReport::GetRunName(const BondStudyResult& result) const
{
    const bool sameFormula =
        std::all_of(m_results.begin(), m_results.end(), [&result](const auto& other) {
            return other.network.formula == result.network.formula;
        });
    return result.network.mode + (sameFormula ? "" : ", formula of " + result.network.formula);
}

void
BondStudyReport::PrintJson(std::ostream& os) const
{
    using Json = nlohmann::ordered_json;
    const SwitchedBondSettings& network = m_settings.network;
    const BondStudyDefaults& defaults = m_results.front().defaults;
    const bool hasRequests = HasRequests();

    Json report;
    report["config"] = {
        {"study", hasRequests ? "requests" : "polarisation"},
        {"policy", network.policy},
        {"slaves", network.slaves},
        {"rate_bps", network.rate.GetBitRate()},
        {"hosts", network.hosts},
        {"far_rate_bps", SwitchedBond::GetFarRate(network).GetBitRate()},
        {"link_delay_s", ToSeconds(network.linkDelay)},
        {"sessions", m_settings.sessions},
        {"ports", m_settings.ports},
        {"request_size", hasRequests ? Json(m_settings.pattern.requestSize) : Json()},
        {"response_size", hasRequests ? Json(m_settings.pattern.responseSize) : Json()},
        {"think_time_s", hasRequests ? Json(ToSeconds(m_settings.pattern.thinkTime)) : Json()},
        {"duration_s", ToSeconds(m_settings.duration)},
        {"miimon", defaults.miimon},
        {"mtu", defaults.mtu},
        {"tx_ring_size", defaults.txRingSize},
        {"bql", defaults.bql},
        {"qdisc", defaults.qdisc},
        {"qdisc_limit", defaults.qdiscLimit},
        {"tcp_type", defaults.tcpType},
        {"tcp_segment_size", defaults.segmentSize},
        {"tcp_sndbuf_size", defaults.sndBufSize},
        {"tcp_rcvbuf_size", defaults.rcvBufSize},
        {"tcp_delack_count", defaults.delAckCount},
        {"tcp_delack_timeout_s", ToSeconds(defaults.delAckTimeout)},
    };
    report["runs"] = Json::array();
    for (const auto& result : m_results)
    {
        Json run;
        run["mode"] = result.network.mode;
        run["formula"] = result.network.formula;
        if (hasRequests)
        {
            run["transactions"] = result.transactions;
            run["transactions_per_s"] = GetHeadline(result);
            run["round_trip_s"] = ToSeconds(result.roundTrip);
        }
        else
        {
            run["throughput_bps"] = 8.0 * GetReceivedBytes(result) / ToSeconds(m_settings.duration);
            run["flow_bytes"] = result.flowBytes;
        }
        run["slaves"] = Json::array();
        for (std::size_t i = 0; i < result.slaves.size(); ++i)
        {
            const SlaveLoad& slave = result.slaves[i];
            run["slaves"].push_back({{"name", ReportText::SlaveName(i)},
                                     {"tx_packets", slave.txPackets},
                                     {"tx_share", slave.txShare},
                                     {"tx_busy", slave.txBusy},
                                     {"rx_packets", slave.rxPackets},
                                     {"rx_share", slave.rxShare},
                                     {"rx_busy", slave.rxBusy}});
        }
        run["dropped_packets"] = result.dropped;
        run["limit"] = GetLimit(result);
        report["runs"].push_back(run);
    }
    os << report.dump(2) << std::endl;
}

void
BondStudyReport::PrintPlot(std::ostream& os, const std::string& image) const
{
    Gnuplot plot(image, "Share of each slave in the frames that the bond sent");
    plot.SetTerminal("png size 800,500");
    plot.SetLegend("slave", "share, %");
    plot.AppendExtra("set yrange [0:]");
    plot.AppendExtra("set xtics 1");
    plot.AppendExtra(
        "set xrange [-0.5:" + ReportText::Fixed(m_results.front().slaves.size() - 0.5, 1) + "]");
    for (std::size_t run = 0; run < m_results.size(); ++run)
    {
        Gnuplot2dDataset bars(GetRunName(m_results[run]));
        bars.SetStyle(Gnuplot2dDataset::IMPULSES);
        bars.SetExtra("linewidth 12");
        // beside one another, the middle one on the number of the slave
        const double offset = 0.15 * (run - 0.5 * (m_results.size() - 1));
        for (std::size_t i = 0; i < m_results[run].slaves.size(); ++i)
        {
            bars.Add(i + offset, 100 * m_results[run].slaves[i].txShare);
        }
        plot.AddDataset(bars);
    }
    plot.GenerateOutput(os);
}

} // namespace ns3
