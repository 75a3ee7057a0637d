/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "bql-report.h"

#include "report-text.h"

#include "ns3/nstime.h"
#include "ns3/qdisc-report.h"
#include "ns3/type-id.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <array>
#include <iomanip>
#include <nlohmann/json.hpp>
#include <set>

namespace ns3
{

namespace
{

/// What the output says of the times from request to response, in percent.
constexpr std::array<int, 4> PERCENTILES{50, 90, 99, 100};

/**
 * @brief What an attribute is by default: ns-3's, this example's, or the command line's.
 * @tparam T kind of value
 * @param type name of the type
 * @param name name of the attribute
 * @return its value
 */
template <typename T>
T
GetDefault(const std::string& type, const std::string& name)
{
    TypeId::AttributeInformation information;
    TypeId::LookupByName(type).LookupAttributeByName(name, &information);
    T value;
    value.DeserializeFromString(information.initialValue->SerializeToString(information.checker),
                                information.checker);
    return value;
}

/**
 * @brief BQL's hold time.
 * @return the time
 */
Time
GetHoldTime()
{
    return GetDefault<TimeValue>("ns3::DynamicQueueLimits", "HoldTime").Get();
}

/**
 * @brief A number that TCP sockets have by default.
 * @param type name of the type
 * @param name name of the attribute
 * @return the number
 */
uint64_t
GetTcpDefault(const std::string& type, const std::string& name)
{
    return GetDefault<UintegerValue>(type, name).Get();
}

/**
 * @brief How TCP sockets limit what they have in the host.
 * @return the value of attribute SmallQueue
 */
std::string
GetSmallQueue()
{
    TypeId::AttributeInformation information;
    TypeId::LookupByName("ns3::LinuxTcpSocket").LookupAttributeByName("SmallQueue", &information);
    return information.initialValue->SerializeToString(information.checker);
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

void
BqlReport::Add(const BqlScenario& scenario)
{
    Row row{scenario.GetSettings(),
            scenario.GetTransactionRate(),
            {},
            scenario.GetBulkMbps(),
            {},
            scenario.GetDropped(),
            scenario.GetQdiscParameters(),
            scenario.GetTxCoalescing()};
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
BqlReport::PrintSettings(std::ostream& os) const
{
    const BqlSettings& settings = m_rows.front().settings;
    const TxCoalescing& coalescing = m_rows.front().coalescing;
    os << "one session of requests and responses of 1 B beside "
       << ReportText::Count(settings.flows, "bulk flow") << ", trains " << settings.tso << "\n"
       << "  NIC " << QdiscReport::SpellRate(settings.rate.GetBitRate()) << ", driver "
       << settings.driver << " with tx-usecs " << coalescing.usecs << ", tx-frames "
       << coalescing.frames << "; ring " << settings.ring << " descriptors a queue; cable "
       << ToMicroseconds(settings.delay) << " us\n"
       << "  BQL hold time " << GetHoldTime().ToDouble(Time::MS) << " ms; pfifo_fast limit "
       << settings.qdiscLimit << " packets\n";
    std::set<std::string> qdiscs;
    for (const Row& row : m_rows)
    {
        qdiscs.insert(row.qdisc);
    }
    for (const std::string& qdisc : qdiscs)
    {
        os << "  qdisc " << qdisc << "\n";
    }
    os << "  TCP: small queues " << GetSmallQueue() << ", trains up to "
       << GetTcpDefault("ns3::LinuxTcpSocket", "GsoMaxSize") << " B, send buffer "
       << GetTcpDefault("ns3::TcpSocket", "SndBufSize") << " B, receive buffer "
       << GetTcpDefault("ns3::TcpSocket", "RcvBufSize") << " B\n"
       << "  measured " << settings.duration.ToDouble(Time::MS) << " ms after "
       << settings.warmup.ToDouble(Time::MS) << " ms, seed " << settings.seed << "\n\n";
}

void
BqlReport::PrintText(std::ostream& os) const
{
    PrintSettings(os);
    os << "queues  qdisc       BQL  requests/s  p50 us    p90 us    p99 us    max us    bulk Mb/s"
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
    const TxCoalescing& coalescing = m_rows.front().coalescing;
    Json result;
    result["config"] = {
        {"flows", settings.flows},
        {"rate_bps", settings.rate.GetBitRate()},
        {"delay_us", ToMicroseconds(settings.delay)},
        {"driver", settings.driver},
        {"ring", settings.ring},
        {"qdiscLimit", settings.qdiscLimit},
        {"txUsecs", coalescing.usecs},
        {"txFrames", coalescing.frames},
        {"bqlHoldTime_us", ToMicroseconds(GetHoldTime())},
        {"tso", settings.tso},
        {"gsoMax", GetTcpDefault("ns3::LinuxTcpSocket", "GsoMaxSize")},
        {"smallQueue", GetSmallQueue()},
        {"sndbuf", GetTcpDefault("ns3::TcpSocket", "SndBufSize")},
        {"rcvbuf", GetTcpDefault("ns3::TcpSocket", "RcvBufSize")},
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
            {"qdisc_parameters", row.qdisc},
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
