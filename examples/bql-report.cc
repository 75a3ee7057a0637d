/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "bql-report.h"

#include "report-text.h"

#include "ns3/qdisc-report.h"

#include <algorithm>
#include <array>
#include <iomanip>
#include <nlohmann/json.hpp>

namespace ns3
{

namespace
{

/// What the output says of the times from request to response, in percent.
constexpr std::array<int, 4> PERCENTILES{50, 90, 99, 100};

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

void
BqlReport::Add(const BqlScenario& scenario)
{
    Row row{scenario.GetSettings(),
            scenario.GetTransactionRate(),
            {},
            scenario.GetBulkMbps(),
            {},
            scenario.GetDropped()};
    for (const int percent : PERCENTILES)
    {
        row.latencies.push_back(scenario.GetLatency(percent));
    }
    for (const ByteQueueLimits& limits : scenario.GetQueueLimits())
    {
        row.limits.push_back(limits.limit);
    }
    m_rows.push_back(row);
}

void
BqlReport::PrintText(std::ostream& os) const
{
    const BqlSettings& settings = m_rows.front().settings;
    os << "one session of requests and responses of 1 B beside "
       << ReportText::Count(settings.flows, "bulk flow") << ", trains " << settings.tso << "\n"
       << "  NIC " << QdiscReport::SpellRate(settings.rate.GetBitRate()) << ", driver "
       << settings.driver << ", ring " << settings.ring << " descriptors a queue; cable "
       << ToMicroseconds(settings.delay) << " us; pfifo_fast limit " << settings.qdiscLimit
       << " packets\n"
       << "  measured " << settings.duration.ToDouble(Time::MS) << " ms after "
       << settings.warmup.ToDouble(Time::MS) << " ms, seed " << settings.seed << "\n\n"
       << "queues  qdisc       BQL  requests/s  p50 us    p90 us    p99 us    max us    bulk Mb/s"
          "  dropped  BQL limits\n";
    for (const Row& row : m_rows)
    {
        os << std::left << std::setw(8) << row.settings.queues << std::setw(12)
           << row.settings.qdisc << std::setw(5) << row.settings.bql << std::setw(12)
           << ReportText::Fixed(row.transactions, 1);
        for (const Time& latency : row.latencies)
        {
            os << std::setw(10) << ReportText::Fixed(ToMicroseconds(latency), 1);
        }
        os << std::setw(11) << ReportText::Fixed(row.bulkMbps, 2) << std::setw(9) << row.dropped;
        const char* separator = "";
        for (const uint32_t limit : row.limits)
        {
            os << separator << (row.settings.bql == "on" ? std::to_string(limit) : "-");
            separator = " ";
        }
        os << "\n";
    }
    os << "\n";
    PrintVerdicts(os);
}

const BqlReport::Row*
BqlReport::FindWithoutBql(const Row& row) const
{
    const auto found = std::find_if(m_rows.begin(), m_rows.end(), [&row](const Row& other) {
        return other.settings.bql == "off" && other.settings.qdisc == row.settings.qdisc &&
               other.settings.queues == row.settings.queues;
    });
    return found == m_rows.end() ? nullptr : &*found;
}

void
BqlReport::PrintVerdicts(std::ostream& os) const
{
    for (const Row& row : m_rows)
    {
        const Row* without = row.settings.bql == "on" ? FindWithoutBql(row) : nullptr;
        if (without && without->transactions > 0)
        {
            os << row.settings.qdisc << ", " << ReportText::Count(row.settings.queues, "queue")
               << ": BQL makes it "
               << ReportText::Fixed(row.transactions / without->transactions, 2)
               << " times as many requests\n";
        }
    }
}

void
BqlReport::PrintJson(std::ostream& os) const
{
    using Json = nlohmann::ordered_json;
    const BqlSettings& settings = m_rows.front().settings;
    Json result;
    result["config"] = {
        {"flows", settings.flows},
        {"rate_bps", settings.rate.GetBitRate()},
        {"delay_us", ToMicroseconds(settings.delay)},
        {"driver", settings.driver},
        {"ring", settings.ring},
        {"qdiscLimit", settings.qdiscLimit},
        {"tso", settings.tso},
        {"duration_us", ToMicroseconds(settings.duration)},
        {"warmup_us", ToMicroseconds(settings.warmup)},
        {"seed", settings.seed},
    };
    result["runs"] = Json::array();
    for (const Row& row : m_rows)
    {
        Json run = {
            {"queues", row.settings.queues},
            {"qdisc", row.settings.qdisc},
            {"bql", row.settings.bql},
            {"transactions_per_s", row.transactions},
        };
        for (std::size_t i = 0; i < PERCENTILES.size(); ++i)
        {
            run["latency_us_p" + std::to_string(PERCENTILES[i])] = ToMicroseconds(row.latencies[i]);
        }
        run["bulk_mbps"] = row.bulkMbps;
        run["qdisc_dropped"] = row.dropped;
        run["bql_limits"] = row.settings.bql == "on" ? Json(row.limits) : Json(nullptr);
        result["runs"].push_back(run);
    }
    os << result.dump(2) << std::endl;
}

} // namespace ns3
