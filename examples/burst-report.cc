/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "burst-report.h"

#include "ns3/linux-udp-socket.h"
#include "ns3/qdisc-report.h"

#include <algorithm>
#include <iomanip>
#include <nlohmann/json.hpp>
#include <sstream>

namespace ns3
{

namespace
{

constexpr std::size_t MOST_LINES = 10; //!< more senders than that are summed up

/**
 * @brief Mbit/s.
 * @param bytes payload, in bytes
 * @param time how long it took
 * @return 10^6 bit/s
 */
double
GetMegabits(uint64_t bytes, Time time)
{
    return 8e-6 * bytes / time.GetSeconds();
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

/**
 * @brief Write a number with a fixed number of decimals.
 * @param number the number
 * @param decimals how many
 * @return its text
 */
std::string
Fixed(double number, int decimals)
{
    std::ostringstream text;
    text << std::fixed << std::setprecision(decimals) << number;
    return text.str();
}

/**
 * @brief The name of a slave.
 * @param slave its number, from 0
 * @return as in eth0
 */
std::string
GetSlaveName(uint32_t slave)
{
    return "eth" + std::to_string(slave);
}

} // namespace

BurstReport::BurstReport(const BurstScenario& scenario)
    : m_scenario(scenario)
{
    for (uint32_t i = 0; i < scenario.GetSettings().slaves; ++i)
    {
        const QueueDisc::Stats& stats = scenario.GetQdisc(i)->GetStats();
        m_qdisc.sentPackets += stats.nTotalSentPackets;
        m_qdisc.sentBytes += stats.nTotalSentBytes;
        m_qdisc.dropped += stats.nTotalDroppedPackets;
        m_qdisc.requeues += stats.nTotalRequeuedPackets;
    }
}

void
BurstReport::PrintText(std::ostream& os) const
{
    PrintSettings(os);
    PrintSenders(os);
    os << "\n";
    for (uint32_t i = 0; i < m_scenario.GetSettings().slaves; ++i)
    {
        QdiscReport::Print(os, m_scenario.GetQdisc(i), GetSlaveName(i));
    }
    os << "\n";
    PrintBond(os);
    os << "\n" << GetVerdict() << "\n";
}

void
BurstReport::PrintSettings(std::ostream& os) const
{
    const BurstSettings& settings = m_scenario.GetSettings();
    os << settings.senders << " blocking UDP sender" << (settings.senders == 1 ? "" : "s") << ", "
       << settings.cycles << " bursts of " << settings.messages << " messages of "
       << settings.messageSize << " B each, one every " << settings.period.ToDouble(Time::MS)
       << " ms\n"
       << "  spread " << settings.spread.ToDouble(Time::MS) << " ms, send call "
       << settings.sendTime.ToDouble(Time::US) << " us, sndbuf " << GetSndbuf() << " B ("
       << (settings.sndbuf == 0 ? "default" : "set to " + std::to_string(settings.sndbuf))
       << "), wmem_max " << settings.wmemMax << " B\n"
       << "  bond0: " << settings.mode << ", " << settings.slaves << " slave"
       << (settings.slaves == 1 ? "" : "s") << ", charge ends early: " << settings.orphan << "\n"
       << "  NIC: " << QdiscReport::SpellRate(settings.rate.GetBitRate()) << "/s, MTU "
       << settings.mtu << ", ring " << m_scenario.GetSlave(0)->GetTxRingSize()
       << " frames, BQL on, cable " << settings.linkDelay.ToDouble(Time::US) << " us\n";
    if (settings.shaper == "none")
    {
        os << "  queue disc: " << settings.qdisc;
    }
    else
    {
        os << "  queue disc: tbf " << settings.shaper << " burst " << BurstSettings::SHAPER_BURST
           << " B over pfifo";
    }
    os << ", limit " << settings.limit << " packets\n\n";
}

void
BurstReport::PrintSenders(std::ostream& os) const
{
    const BurstSettings& settings = m_scenario.GetSettings();
    const auto& senders = m_scenario.GetSenders();
    const Time duration = m_scenario.GetDuration();
    const MessageLedger& ledger = m_scenario.GetLedger();

    os << "         Socket  Message  Elapsed      Messages\n"
       << "         Size    Size     Time         Okay Errors   Throughput\n"
       << "         bytes   bytes    secs            #      #   10^6bits/sec\n\n";
    const auto printLine =
        [&](const std::string& name, uint64_t okay, uint64_t errors, uint64_t bytes) {
            os << std::left << std::setw(8) << name << std::right << std::setw(7) << GetSndbuf()
               << std::setw(8) << settings.messageSize << std::setw(9)
               << Fixed(duration.GetSeconds(), 2) << std::setw(13) << okay << std::setw(7) << errors
               << std::setw(12) << Fixed(GetMegabits(bytes, duration), 2) << "\n";
        };
    if (senders.size() <= MOST_LINES)
    {
        for (std::size_t i = 0; i < senders.size(); ++i)
        {
            printLine("send " + std::to_string(i + 1),
                      senders[i]->GetOkaySends(),
                      senders[i]->GetFailedSends(),
                      senders[i]->GetSentBytes());
        }
    }
    else
    {
        const auto [least, most] =
            std::minmax_element(senders.begin(), senders.end(), [](auto& a, auto& b) {
                return a->GetOkaySends() < b->GetOkaySends();
            });
        printLine("least",
                  (*least)->GetOkaySends(),
                  (*least)->GetFailedSends(),
                  (*least)->GetSentBytes());
        printLine("most",
                  (*most)->GetOkaySends(),
                  (*most)->GetFailedSends(),
                  (*most)->GetSentBytes());
    }
    printLine("all " + std::to_string(senders.size()),
              m_scenario.GetAccepted(),
              m_scenario.GetSendErrors(),
              m_scenario.GetAccepted() * settings.messageSize);
    os << std::left << std::setw(23) << "received" << std::right << std::setw(9)
       << Fixed(duration.GetSeconds(), 2) << std::setw(13) << ledger.GetReceived() << std::setw(19)
       << Fixed(GetMegabits(ledger.GetReceivedBytes(), duration), 2) << "\n";
}

void
BurstReport::PrintBond(std::ostream& os) const
{
    const auto& bond = m_scenario.GetBond();
    os << "bond0: mode " << bond->GetMode() << ", tx_dropped " << bond->GetTxDropped() << "\n";
    for (uint32_t i = 0; i < m_scenario.GetSettings().slaves; ++i)
    {
        const auto slave = m_scenario.GetSlave(i);
        const NicStats& stats = slave->GetStats();
        os << "  " << GetSlaveName(i) << ": link " << (slave->IsLinkUp() ? "up" : "down")
           << ", sent " << stats.txBytes << " bytes " << stats.txPackets << " pkt, tx_dropped "
           << stats.txDropped << "\n";
    }
    os << "  at most " << m_scenario.GetPeakQlen() << " packets waited in a queue disc, and "
       << GetMaxWmemAlloc() << " B were charged to a socket\n";
    for (const auto& [place, messages] : m_scenario.GetLedger().GetLostByPlace())
    {
        os << "  lost at " << place << ": " << messages << " messages\n";
    }
}

std::string
BurstReport::GetVerdict() const
{
    const bool throttled = m_scenario.GetBlockedTime() > Time(0);
    const uint64_t lost = m_scenario.GetLedger().GetLost();
    const std::string blocked =
        "blocked for " + Fixed(m_scenario.GetBlockedTime().GetSeconds(), 3) + " s in all";
    const uint64_t accepted = std::max<uint64_t>(1, m_scenario.GetAccepted());
    const std::string dropped = std::to_string(lost) + " of " + std::to_string(accepted) +
                                " accepted messages (" + Fixed(100.0 * lost / accepted, 1) +
                                " %) were lost";
    if (lost == 0 && throttled)
    {
        return "The senders were throttled (" + blocked +
               ") and nothing was dropped, because every packet stays charged to its socket until "
               "the NIC has " +
               (m_scenario.GetSettings().orphan == "driver" ? "put it on its ring." : "sent it.");
    }
    if (lost == 0)
    {
        return "Nobody was throttled and nothing was dropped, because the slaves sent as fast as "
               "the senders.";
    }
    if (throttled)
    {
        return "The senders were throttled (" + blocked + "), and still " + dropped + ", because " +
               GetReasonOfDrops() + ".";
    }
    return "Nobody was throttled, and " + dropped + ", because " + GetReasonOfDrops() + ".";
}

std::string
BurstReport::GetReasonOfDrops() const
{
    const BurstSettings& settings = m_scenario.GetSettings();
    if (m_scenario.GetBond()->GetTxDropped() > 0)
    {
        return "the bond had no usable slave";
    }
    if (m_scenario.GetOrphaned() > 0 && settings.orphan != "driver")
    {
        return "the charge ends when a packet is handed to the bond, in front of the slave's queue "
               "disc";
    }
    if (settings.orphan == "driver")
    {
        return "the charge ends when a packet enters the NIC's ring, and what the sockets may hold "
               "besides does not fit into the queue disc";
    }
    return "the " + std::to_string(settings.senders) + " sockets together may hold more (" +
           std::to_string(GetSndbuf()) + " B each) than the " + std::to_string(settings.limit) +
           " packets that fit into the queue disc";
}

void
BurstReport::PrintJson(std::ostream& os) const
{
    using Json = nlohmann::ordered_json;
    const BurstSettings& settings = m_scenario.GetSettings();
    const MessageLedger& ledger = m_scenario.GetLedger();
    const bool shaped = settings.shaper != "none";

    Json result;
    result["config"] = {
        {"mode", settings.mode},
        {"orphan", settings.orphan},
        {"slaves", settings.slaves},
        {"senders", settings.senders},
        {"messages", settings.messages},
        {"messageSize", settings.messageSize},
        {"cycles", settings.cycles},
        {"period_s", ToSeconds(settings.period)},
        {"spread_s", ToSeconds(settings.spread)},
        {"sendTime_s", ToSeconds(settings.sendTime)},
        {"blocking", true},
        {"sndbuf", settings.sndbuf},
        {"sndbuf_effective", GetSndbuf()},
        {"wmemMax", settings.wmemMax},
        {"mtu", settings.mtu},
        {"rate_bps", settings.rate.GetBitRate()},
        {"qdisc", shaped ? "tbf" : settings.qdisc},
        {"limit", settings.limit},
        {"shaper_bps", shaped ? Json(DataRate(settings.shaper).GetBitRate()) : Json()},
        {"shaper_burst", shaped ? Json(BurstSettings::SHAPER_BURST) : Json()},
        {"tx_ring_size", m_scenario.GetSlave(0)->GetTxRingSize()},
        {"bql", true},
        {"link_delay_s", ToSeconds(settings.linkDelay)},
    };
    result["offered_messages"] = m_scenario.GetOffered();
    result["accepted_by_send"] = m_scenario.GetAccepted();
    result["send_errors"] = m_scenario.GetSendErrors();
    result["unsent_messages"] = m_scenario.GetUnsent();
    result["blocked_s"] = ToSeconds(m_scenario.GetBlockedTime());
    result["orphaned_packets"] = m_scenario.GetOrphaned();
    result["qdisc_sent_packets"] = m_qdisc.sentPackets;
    result["qdisc_sent_bytes"] = m_qdisc.sentBytes;
    result["qdisc_dropped"] = m_qdisc.dropped;
    result["qdisc_requeues"] = m_qdisc.requeues;
    result["peak_qlen"] = m_scenario.GetPeakQlen();
    result["received_messages"] = ledger.GetReceived();
    result["received_bytes"] = ledger.GetReceivedBytes();
    result["duplicate_messages"] = ledger.GetDuplicates();
    result["lost_messages"] = Json::object();
    for (const auto& [place, messages] : ledger.GetLostByPlace())
    {
        result["lost_messages"][place] = messages;
    }
    result["dropped_packets"] = Json::object();
    for (const auto& [place, packets] : ledger.GetDroppedPackets())
    {
        result["dropped_packets"][place] = packets;
    }
    result["max_wmem_alloc"] = GetMaxWmemAlloc();
    result["duration_s"] = ToSeconds(m_scenario.GetDuration());
    result["last_reception_s"] = ToSeconds(m_scenario.GetLastReception());
    os << result.dump(2) << std::endl;
}

uint32_t
BurstReport::GetSndbuf() const
{
    const auto socket = m_scenario.GetSenders().front()->GetSocket();
    return DynamicCast<LinuxUdpSocket>(socket)->GetSndbuf();
}

uint64_t
BurstReport::GetMaxWmemAlloc() const
{
    uint64_t peak = 0;
    for (const auto& sender : m_scenario.GetSenders())
    {
        const auto socket = DynamicCast<LinuxUdpSocket>(sender->GetSocket());
        peak = std::max(peak, socket->GetPeakWmemAlloc());
    }
    return peak;
}

} // namespace ns3
