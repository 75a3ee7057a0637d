/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/fq-report.h"

#include "ns3/linux-fq-queue-disc.h"
#include "ns3/qdisc-report.h"

#include <cstdint>
#include <sstream>

namespace ns3
{

namespace
{

constexpr int64_t NO_CE_THRESHOLD = 4'294'967'295'000; //!< ~0U microseconds, in ns
constexpr double NS_PER_US = 1e3;                      //!< ns

/**
 * @brief Write a time that the kernel keeps in microseconds.
 * @param nanoseconds the time, in ns
 * @return its text
 */
std::string
SpellMicroseconds(int64_t nanoseconds)
{
    return QdiscReport::SpellTime(static_cast<double>(nanoseconds) / NS_PER_US);
}

/**
 * @brief A figure that tc prints only if it is not 0.
 * @param name its name, with the blanks before it
 * @param value the figure
 * @return its text, or nothing
 */
std::string
SpellUnlessZero(const std::string& name, uint64_t value)
{
    return value == 0 ? "" : name + " " + std::to_string(value);
}

} // namespace

std::string
FqReport::SpellParameters(const Ptr<LinuxFqQueueDisc>& fq)
{
    const FqParameters& parameters = fq->GetParameters();
    std::ostringstream text;
    text << "limit " << fq->GetMaxSize().GetValue() << "p flow_limit " << parameters.flowLimit
         << "p buckets " << parameters.buckets << " orphan_mask " << parameters.orphanMask << " "
         << (parameters.pacing ? "" : "nopacing ") << "quantum "
         << QdiscReport::SpellSize(parameters.quantum) << " initial_quantum "
         << QdiscReport::SpellSize(parameters.initialQuantum) << " ";
    if (parameters.maxRate != SocketPacing::UNLIMITED)
    {
        text << "maxrate " << QdiscReport::SpellRate(8 * parameters.maxRate) << " ";
    }
    if (parameters.lowRateThreshold != 0)
    {
        text << "low_rate_threshold " << QdiscReport::SpellRate(8 * parameters.lowRateThreshold)
             << " ";
    }
    text << "refill_delay " << SpellMicroseconds(fq->GetRefillDelay().GetNanoSeconds()) << " ";
    if (parameters.ceThreshold != NO_CE_THRESHOLD)
    {
        text << "ce_threshold " << SpellMicroseconds(parameters.ceThreshold) << " ";
    }
    text << "timer_slack " << QdiscReport::SpellNanoseconds(parameters.timerSlack) << " horizon "
         << SpellMicroseconds(parameters.horizon) << " "
         << (parameters.horizonDrop ? "horizon_drop " : "horizon_cap ");
    return text.str();
}

std::string
FqReport::SpellStatistics(const Ptr<LinuxFqQueueDisc>& fq)
{
    const FqStats stats = fq->GetFqStats();
    std::ostringstream text;
    text << "  flows " << stats.flows << " (inactive " << stats.inactive << " throttled "
         << stats.throttledFlows << ")";
    if (stats.nextPacketDelay > 0)
    {
        text << " next_packet_delay " << QdiscReport::SpellNanoseconds(stats.nextPacketDelay);
    }
    text << "\n  gc " << stats.gc << " highprio " << stats.highprio << " throttled "
         << stats.throttled;
    if (stats.latency > 0)
    {
        text << " latency " << QdiscReport::SpellNanoseconds(stats.latency);
    }
    text << SpellUnlessZero(" ce_mark", stats.ceMark)
         << SpellUnlessZero(" flows_plimit", stats.flowsPlimit) << "\n";
    const std::string errors = SpellUnlessZero(" pkts_too_long", stats.pktsTooLong) +
                               SpellUnlessZero(" alloc_errors", stats.allocErrors) +
                               SpellUnlessZero(" horizon_drops", stats.horizonDrops) +
                               SpellUnlessZero("  horizon_caps", stats.horizonCaps);
    if (!errors.empty())
    {
        text << errors << "\n";
    }
    return text.str();
}

} // namespace ns3
