/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tsq-report.h"

#include "report-text.h"

#include "ns3/qdisc-report.h"

#include <nlohmann/json.hpp>
#include <vector>

namespace ns3
{

namespace
{

/**
 * @brief The median.
 * @tparam T a number or time
 * @param sorted values in order
 * @return the middle one, the lower of two; 0 of none
 */
template <typename T>
T
Median(const std::vector<T>& sorted)
{
    return sorted.empty() ? T(0) : sorted[(sorted.size() - 1) / 2];
}

/**
 * @brief The largest.
 * @tparam T a number or time
 * @param sorted values in order
 * @return the last one; 0 of none
 */
template <typename T>
T
Largest(const std::vector<T>& sorted)
{
    return sorted.empty() ? T(0) : sorted.back();
}

/**
 * @brief A time in microseconds, as the output has it.
 * @param time the time
 * @return us
 */
double
ToMicroseconds(Time time)
{
    return time.GetNanoSeconds() / 1e3;
}

} // namespace

TsqReport::TsqReport(const TsqScenario& scenario)
    : m_scenario(scenario)
{
}

void
TsqReport::PrintText(std::ostream& os) const
{
    const auto& socket = m_scenario.GetSocket();
    const auto& backlogs = m_scenario.GetBacklogs();
    const auto& delays = m_scenario.GetHostDelays();
    PrintSettings(os);
    os << "goodput        " << ReportText::Fixed(m_scenario.GetGoodputMbps(), 2) << " Mb/s of "
       << ReportText::Fixed(m_scenario.GetCeilingMbps(), 2) << "\n"
       << "queue disc     median " << Median(backlogs) << " B, at most " << Largest(backlogs)
       << " B\n"
       << "host delay     median " << ReportText::Fixed(ToMicroseconds(Median(delays)), 1)
       << " us, at most " << ReportText::Fixed(ToMicroseconds(Largest(delays)), 1)
       << " us from charge to completion\n"
       << "charged        at most " << socket->GetPeakWmemAlloc() << " B\n"
       << "throttled      " << ReportText::Count(socket->GetThrottledCount(), "time") << ", "
       << ReportText::Fixed(socket->GetThrottledTime().ToDouble(Time::MS), 3) << " ms\n"
       << "retransmitted  " << ReportText::Count(socket->GetRetransmits(), "segment") << ", "
       << ReportText::Count(socket->GetLocalDrops(), "packet") << " dropped by the host\n\n"
       << GetVerdict() << "\n";
}

void
TsqReport::PrintSettings(std::ostream& os) const
{
    const TsqSettings& settings = m_scenario.GetSettings();
    const std::string hystart =
        settings.congestion == "cubic" ? " with HyStart " + settings.hystart : "";
    os << "one TCP flow (" << settings.congestion << hystart << ", " << settings.segmentSize
       << " B segments) for " << settings.duration.ToDouble(Time::MS) << " ms, of which "
       << settings.warmup.ToDouble(Time::MS) << " ms are not measured; kernel " << settings.kernel
       << "\n"
       << "  small queue " << settings.limit << ", limit_output_bytes "
       << (settings.limitBytes == 0 ? "the kernel's" : std::to_string(settings.limitBytes)) << ", "
       << settings.overhead << " B an skb beside its payload; pacing by TCP " << settings.pacing
       << "\n"
       << "  trains " << settings.tso << ", up to " << settings.gsoMax
       << " B; sendmsg() holds the socket for " << settings.sendmsgTime.ToDouble(Time::US)
       << " us; receive buffer " << settings.rcvbuf << " B, " << settings.quickAcks
       << " quick ACKs\n"
       << "  queue disc " << settings.qdisc;
    if (settings.qdisc == "tbf")
    {
        os << " " << QdiscReport::SpellRate(settings.tbfRate.GetBitRate()) << ", burst "
           << settings.tbfBurst << " B";
    }
    os << ", limit " << ReportText::Count(settings.qdiscLimit, "packet") << ", looked at each "
       << settings.sample.ToDouble(Time::US) << " us\n"
       << "  NIC " << QdiscReport::SpellRate(settings.rate.GetBitRate()) << ", ring "
       << settings.ring << ", BQL " << settings.bql << ", tx-usecs " << settings.txUsecs
       << ", tx-frames " << settings.txFrames << ", orphans: " << settings.orphan << "; cable "
       << settings.delay.ToDouble(Time::US) << " us\n\n";
}

std::string
TsqReport::GetVerdict() const
{
    const auto& socket = m_scenario.GetSocket();
    const double share = m_scenario.GetGoodputMbps() / m_scenario.GetCeilingMbps();
    const bool full = share > 0.97;
    if (m_scenario.GetSettings().orphan != "none")
    {
        return "The NIC's driver ends the charge when it takes a packet: only what is in the queue "
               "disc throttles the socket.";
    }
    if (socket->GetThrottledCount() == 0)
    {
        return full ? "The small queue never stopped the socket, and the link is full."
                    : "The small queue never stopped the socket: the windows did.";
    }
    return full ? "The small queue kept the host's queues short, and the link is full."
                : "The small queue stopped the socket while the link was idle: completions come "
                  "too late for what it may have in flight.";
}

void
TsqReport::PrintJson(std::ostream& os) const
{
    using Json = nlohmann::ordered_json;
    const TsqSettings& settings = m_scenario.GetSettings();
    const auto& socket = m_scenario.GetSocket();
    Json result;
    result["config"] = {
        {"rate_bps", settings.rate.GetBitRate()},
        {"limit", settings.limit},
        {"limitBytes", settings.limitBytes},
        {"overhead", settings.overhead},
        {"txUsecs", settings.txUsecs},
        {"txFrames", settings.txFrames},
        {"tso", settings.tso},
        {"gsoMax", settings.gsoMax},
        {"qdisc", settings.qdisc},
        {"qdiscLimit", settings.qdiscLimit},
        {"tbfRate_bps", settings.tbfRate.GetBitRate()},
        {"tbfBurst", settings.tbfBurst},
        {"delay_us", ToMicroseconds(settings.delay)},
        {"duration_us", ToMicroseconds(settings.duration)},
        {"warmup_us", ToMicroseconds(settings.warmup)},
        {"sample_us", ToMicroseconds(settings.sample)},
        {"rcvbuf", settings.rcvbuf},
        {"orphan", settings.orphan},
        {"pacing", settings.pacing},
        {"bql", settings.bql},
        {"ring", settings.ring},
        {"congestion", settings.congestion},
        {"hystart", settings.hystart},
        {"quickAcks", settings.quickAcks},
        {"segmentSize", settings.segmentSize},
        {"sendmsgTime_us", ToMicroseconds(settings.sendmsgTime)},
        {"kernel", settings.kernel},
    };
    result["goodput_mbps"] = m_scenario.GetGoodputMbps();
    result["ceiling_mbps"] = m_scenario.GetCeilingMbps();
    result["qdisc_backlog_bytes_median"] = Median(m_scenario.GetBacklogs());
    result["qdisc_backlog_bytes_max"] = Largest(m_scenario.GetBacklogs());
    result["host_delay_us_median"] = ToMicroseconds(Median(m_scenario.GetHostDelays()));
    result["host_delay_us_max"] = ToMicroseconds(Largest(m_scenario.GetHostDelays()));
    result["throttled_count"] = socket->GetThrottledCount();
    result["throttled_ms"] = socket->GetThrottledTime().GetNanoSeconds() / 1e6;
    result["wmem_max"] = socket->GetPeakWmemAlloc();
    result["retransmits"] = socket->GetRetransmits();
    result["local_drops"] = socket->GetLocalDrops();
    result["cwnd_segments"] = m_scenario.GetCwndSegments();
    result["pacing_rate_mbps"] = socket->GetPacingRate() * 8e-6;
    result["srtt_us"] = ToMicroseconds(socket->GetSmoothedRtt());
    os << result.dump(2) << std::endl;
}

} // namespace ns3
