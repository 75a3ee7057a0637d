/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tsq-wifi-report.h"

#include "report-text.h"

#include <iomanip>
#include <nlohmann/json.hpp>

namespace ns3
{

namespace
{

/**
 * @brief A time in milliseconds, as the output has it.
 * @param time the time
 * @return ms
 */
double
ToMilliseconds(Time time)
{
    return time.GetNanoSeconds() / 1e6;
}

/**
 * @brief What a number of bytes is the most of, or that there is no such thing.
 * @param what an A-MPDU or A-MSDU
 * @param bytes its most bytes; 0 for none
 * @return some words
 */
std::string
SpellAggregate(const std::string& what, uint32_t bytes)
{
    return bytes == 0 ? "no " + what : what + " up to " + std::to_string(bytes) + " B";
}

} // namespace

TsqWifiReport::TsqWifiReport(const TsqWifiSettings& settings,
                             const std::vector<TsqWifiResult>& results)
    : m_settings(settings),
      m_results(results)
{
}

void
TsqWifiReport::PrintText(std::ostream& os) const
{
    PrintSettings(os);
    const auto column = [&os](int width) -> std::ostream& { return os << std::setw(width); };
    os << "shift   goodput   MPDUs per   on air   host delay    charged       RTT   stops   "
          "resent\n"
          "           Mb/s      A-MPDU        %    median ms     most B        ms\n";
    for (const TsqWifiResult& result : m_results)
    {
        constexpr double PERCENT = 100;
        column(5) << result.shift;
        column(10) << ReportText::Fixed(result.goodputMbps, 1);
        column(12) << ReportText::Fixed(result.mpdusPerPpdu, 1);
        column(9) << ReportText::Fixed(result.airtimeShare * PERCENT, 1);
        column(13) << ReportText::Fixed(ToMilliseconds(result.hostDelayMedian), 2);
        column(11) << result.wmemMax;
        column(10) << ReportText::Fixed(ToMilliseconds(result.smoothedRtt), 2);
        column(8) << result.throttledCount;
        column(9) << result.retransmits << "\n";
    }
    if (const std::string verdict = GetVerdict(); !verdict.empty())
    {
        os << "\n" << verdict << "\n";
    }
}

void
TsqWifiReport::PrintSettings(std::ostream& os) const
{
    const std::string hystart =
        m_settings.congestion == "cubic" ? " with HyStart " + m_settings.hystart : "";
    // bbr asks for it (bbr_init).
    const bool paces = m_settings.pacing == "on" || m_settings.congestion == "bbr";
    os << ReportText::Count(m_settings.flows, "TCP flow") << " (" << m_settings.congestion
       << hystart << ", pacing by TCP " << (paces ? "on" : "off") << ", trains " << m_settings.tso
       << ") for " << m_settings.duration.ToDouble(Time::MS) << " ms, of which "
       << m_settings.warmup.ToDouble(Time::MS) << " ms are not measured; kernel "
       << m_settings.kernel << ", seed " << m_settings.seed << "\n"
       << "  802." << m_settings.standard << " at "
       << ReportText::Fixed(m_results.front().phyMbps, 1) << " Mb/s: " << m_settings.width
       << " MHz, " << ReportText::Count(m_settings.streams, "stream") << ", " << m_settings.distance
       << " m; " << SpellAggregate("A-MPDU", m_settings.ampdu) << ", "
       << SpellAggregate("A-MSDU", m_settings.amsdu) << "\n"
       << "  MAC queue " << m_settings.macQueue << " MPDUs, queue disc "
       << (m_settings.qdisc == "none" ? "none" : "mq with " + m_settings.qdisc) << "; "
       << m_settings.overhead << " B an skb beside its payload, receive buffer "
       << m_settings.rcvbuf << " B\n"
       << "  access point to server 1 Gb/s, " << m_settings.delay.ToDouble(Time::US) << " us; "
       << m_settings.lossPpm << " of a million packets are lost on the way there\n\n";
}

std::string
TsqWifiReport::GetVerdict() const
{
    if (m_results.size() < 2)
    {
        return "";
    }
    const TsqWifiResult& least = m_results.front();
    const TsqWifiResult& most = m_results.back();
    if (least.goodputMbps == 0)
    {
        return "With shift " + std::to_string(least.shift) +
               " nothing arrived: is the access point in reach?";
    }
    const double ratio = most.goodputMbps / least.goodputMbps;
    constexpr double NOTICEABLE = 1.05;
    if (ratio < NOTICEABLE)
    {
        return "The small queue does not decide: the MAC has enough to aggregate with either "
               "limit, or something else stops the flow.";
    }
    return "With shift " + std::to_string(most.shift) + " the flow gets " +
           ReportText::Fixed(ratio, 2) + " times as much as with " + std::to_string(least.shift) +
           ": the MAC has " + ReportText::Fixed(most.mpdusPerPpdu, 1) + " instead of " +
           ReportText::Fixed(least.mpdusPerPpdu, 1) + " MPDUs for each A-MPDU.";
}

void
TsqWifiReport::PrintJson(std::ostream& os) const
{
    using Json = nlohmann::ordered_json;
    Json output;
    output["config"] = {
        {"standard", m_settings.standard},
        {"width_mhz", m_settings.width},
        {"streams", m_settings.streams},
        {"distance_m", m_settings.distance},
        {"ampdu", m_settings.ampdu},
        {"amsdu", m_settings.amsdu},
        {"macQueue", m_settings.macQueue},
        {"delay_us", m_settings.delay.GetNanoSeconds() / 1e3},
        {"lossPpm", m_settings.lossPpm},
        {"flows", m_settings.flows},
        {"qdisc", m_settings.qdisc},
        {"tso", m_settings.tso},
        {"pacing", m_settings.pacing},
        {"congestion", m_settings.congestion},
        {"hystart", m_settings.hystart},
        {"rcvbuf", m_settings.rcvbuf},
        {"overhead", m_settings.overhead},
        {"kernel", m_settings.kernel},
        {"duration_us", m_settings.duration.GetNanoSeconds() / 1e3},
        {"warmup_us", m_settings.warmup.GetNanoSeconds() / 1e3},
        {"seed", m_settings.seed},
    };
    output["results"] = Json::array();
    for (const TsqWifiResult& result : m_results)
    {
        output["results"].push_back({
            {"shift", result.shift},
            {"goodput_mbps", result.goodputMbps},
            {"phy_mbps", result.phyMbps},
            {"ppdus", result.nPpdus},
            {"mpdus_per_ppdu", result.mpdusPerPpdu},
            {"airtime_share", result.airtimeShare},
            {"host_delay_ms_median", ToMilliseconds(result.hostDelayMedian)},
            {"host_delay_ms_max", ToMilliseconds(result.hostDelayMax)},
            {"wmem_max", result.wmemMax},
            {"srtt_ms", ToMilliseconds(result.smoothedRtt)},
            {"pacing_rate_mbps", result.pacingRateMbps},
            {"throttled_count", result.throttledCount},
            {"retransmits", result.retransmits},
        });
    }
    os << output.dump(2) << std::endl;
}

} // namespace ns3
