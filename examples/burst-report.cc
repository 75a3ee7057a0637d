/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "burst-report.h"

#include "report-text.h"

#include "ns3/boolean.h"
#include "ns3/codel-queue-disc.h"
#include "ns3/linux-udp-socket.h"
#include "ns3/net-device-queue-interface.h"
#include "ns3/qdisc-report.h"
#include "ns3/queue-limits.h"

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
 * @brief Write a number with as few digits as it takes.
 * @param number the number
 * @return its text
 */
std::string
Spell(double number)
{
    std::ostringstream text;
    text << number;
    return text.str();
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
        for (const auto& reasons :
             {stats.nDroppedPacketsBeforeEnqueue, stats.nDroppedPacketsAfterDequeue})
        {
            for (const auto& [reason, packets] : reasons)
            {
                // fq_codel puts "(Dropped by child queue disc)" in front
                const bool isEarly =
                    reason.find(CoDelQueueDisc::TARGET_EXCEEDED_DROP) != std::string::npos;
                m_qdisc.early += isEarly ? packets : 0;
            }
        }
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
        QdiscReport::Print(os, m_scenario.GetQdisc(i), ReportText::SlaveName(i));
    }
    os << "\n";
    PrintBond(os);
    os << "\n" << GetVerdict() << "\n";
}

void
BurstReport::PrintSettings(std::ostream& os) const
{
    const BurstSettings& settings = m_scenario.GetSettings();
    os << settings.senders
       << (IsOn(m_scenario.GetSenders().front(), "Blocking") ? " blocking" : " non-blocking")
       << " UDP sender" << (settings.senders == 1 ? "" : "s") << ", "
       << ReportText::Count(settings.cycles, "burst") << " of "
       << ReportText::Count(settings.messages, "message") << " of " << settings.messageSize
       << " B each, one every " << settings.period.ToDouble(Time::MS) << " ms\n"
       << "  spread " << settings.spread.ToDouble(Time::MS) << " ms, send call "
       << settings.sendTime.ToDouble(Time::US) << " us, sndbuf " << GetSndbuf() << " B ("
       << (settings.sndbuf == 0 ? "default" : "set to " + std::to_string(settings.sndbuf))
       << "), wmem_max " << settings.wmemMax << " B\n"
       << "  bond0: " << settings.mode << ", " << settings.slaves << " slave"
       << (settings.slaves == 1 ? "" : "s") << ", charge ends early: " << settings.orphan << "\n"
       << "  NIC: " << QdiscReport::SpellRate(settings.rate.GetBitRate()) << "/s, MTU "
       << settings.mtu << ", ring " << m_scenario.GetSlave(0)->GetTxRingSize() << " frames, BQL "
       << (HasBql() ? "on" : "off") << ", cable " << settings.linkDelay.ToDouble(Time::US)
       << " us\n";
    os << "  queue disc: " << GetQdiscName();
    if (settings.shaper != "none")
    {
        os << " " << settings.shaper << " burst " << BurstSettings::SHAPER_BURST << " B over pfifo";
    }
    os << ", limit " << settings.limit << " packets\n\n";
}

void
BurstReport::PrintSenders(std::ostream& os) const
{
    const BurstSettings& settings = m_scenario.GetSettings();
    const auto& senders = m_scenario.GetSenders();
    const Time duration = m_scenario.GetDuration();
    // what still waits at the end is received later
    const Time receiving = std::max(duration, m_scenario.GetLastReception());
    const MessageLedger& ledger = m_scenario.GetLedger();

    os << "         Socket  Message  Elapsed      Messages\n"
       << "         Size    Size     Time         Okay Errors   Throughput\n"
       << "         bytes   bytes    secs            #      #   10^6bits/sec\n\n";
    const auto printLine =
        [&](const std::string& name, uint64_t okay, uint64_t errors, uint64_t bytes) {
            os << std::left << std::setw(8) << name << std::right << std::setw(7) << GetSndbuf()
               << std::setw(8) << settings.messageSize << std::setw(9)
               << ReportText::Fixed(duration.GetSeconds(), 2) << std::setw(13) << okay
               << std::setw(7) << errors << std::setw(12)
               << ReportText::Fixed(GetMegabits(bytes, duration), 2) << "\n";
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
       << ReportText::Fixed(receiving.GetSeconds(), 2) << std::setw(13) << ledger.GetReceived()
       << std::setw(19) << ReportText::Fixed(GetMegabits(ledger.GetReceivedBytes(), receiving), 2)
       << "\n\n"
       << ReportText::Count(m_scenario.GetOffered(), "message")
       << " offered: " << m_scenario.GetAccepted() << " accepted, " << m_scenario.GetSendErrors()
       << " refused with an error, " << m_scenario.GetUnsent() << " never sent\n";
}

void
BurstReport::PrintBond(std::ostream& os) const
{
    const auto& bond = m_scenario.GetBond();
    StringValue mode;
    bond->GetAttribute("Mode", mode);
    os << "bond0: mode " << mode.Get() << ", tx_dropped " << bond->GetTxDropped() << "\n";
    for (uint32_t i = 0; i < m_scenario.GetSettings().slaves; ++i)
    {
        const auto slave = m_scenario.GetSlave(i);
        const NicStats& stats = slave->GetStats();
        os << "  " << ReportText::SlaveName(i) << ": link " << (slave->IsLinkUp() ? "up" : "down")
           << ", sent " << stats.txBytes << " bytes " << stats.txPackets << " pkt, tx_dropped "
           << stats.txDropped << "\n";
    }
    os << "  at most " << ReportText::Count(m_scenario.GetPeakQlen(), "packet")
       << " in a queue disc at once, and " << GetMaxWmemAlloc() << " B were charged to a socket\n";
    for (const auto& [place, messages] : m_scenario.GetLedger().GetLostByPlace())
    {
        os << "  lost at " << place << ": " << ReportText::Count(messages, "message") << "\n";
    }
}

std::string
BurstReport::GetVerdict() const
{
    const bool throttled = m_scenario.GetBlockedTime() > Time(0);
    std::string text = "Nobody was throttled";
    if (throttled)
    {
        text = "The senders were throttled (blocked for " +
               ReportText::Fixed(m_scenario.GetBlockedTime().GetSeconds(), 3) + " s in all)";
    }
    if (m_scenario.GetSendErrors() > 0)
    {
        text += ", " + GetFailures();
    }
    if (m_scenario.GetAccepted() > 0)
    {
        text += ", and " + GetOutcome(throttled);
    }
    else
    {
        text += ", and no message was accepted";
    }
    if (m_scenario.GetUnsent() > 0)
    {
        text +=
            "; " + ReportText::Count(m_scenario.GetUnsent(), "offered message") +
            " never came to be sent, because " +
            (throttled ? "the senders had to wait"
                       : "a send call takes " +
                             Spell(m_scenario.GetSettings().sendTime.ToDouble(Time::US)) + " us");
    }
    return text + ".";
}

std::string
BurstReport::GetOutcome(bool throttled) const
{
    const uint64_t lost = m_scenario.GetLedger().GetLost();
    const uint64_t accepted = m_scenario.GetAccepted();
    if (lost > 0)
    {
        return std::to_string(lost) + " of " + ReportText::Count(accepted, "accepted message") +
               " (" + ReportText::Fixed(100.0 * lost / accepted, 1) + " %) were lost, because " +
               GetReasonOfDrops();
    }
    if (!m_scenario.GetLedger().GetDroppedPackets().empty())
    {
        return "every accepted message arrived, but other packets were dropped, because " +
               GetReasonOfDrops();
    }
    if (throttled)
    {
        return std::string("nothing was dropped, because every packet stays charged to its socket "
                           "until the NIC has ") +
               (m_scenario.GetSettings().orphan == "driver" ? "put it on its ring" : "sent it");
    }
    return "nothing was dropped, because " + GetReasonOfEase();
}

std::string
BurstReport::GetFailures() const
{
    uint64_t again = 0;
    uint64_t noBuffers = 0;
    for (const auto& sender : m_scenario.GetSenders())
    {
        again += sender->GetFailedSends(Socket::ERROR_AGAIN);
        // what LinuxUdpSocket has for ENOBUFS
        noBuffers += sender->GetFailedSends(Socket::SOCKET_ERRNO_LAST);
    }
    const uint64_t failed = m_scenario.GetSendErrors();
    const std::string sndbuf = std::to_string(GetSndbuf()) + " B";
    std::string why;
    const auto add = [&why](uint64_t calls, const std::string& reason) {
        if (calls > 0)
        {
            why += (why.empty() ? "" : "; ") + std::to_string(calls) + " with " + reason;
        }
    };
    add(again, "EAGAIN, because the socket was charged for sndbuf (" + sndbuf + ") or more");
    // with IP_RECVERR it also tells of drops by the queue disc; the errno does not say which
    const bool isDrop =
        IsOn(m_scenario.GetSenders().front()->GetSocket(), "RecvErr") && m_qdisc.dropped > 0;
    add(noBuffers,
        std::string("ENOBUFS, because ") +
            (isDrop ? "the queue disc dropped packets of the message, or its" : "the message's") +
            " fragments would charge the socket with more than 2 x sndbuf (" + sndbuf + ")");
    add(failed - again - noBuffers, "other errors");
    return std::to_string(failed) + " of " +
           ReportText::Count(m_scenario.GetAccepted() + failed, "send call") + " failed (" + why +
           ")";
}

std::string
BurstReport::GetReasonOfEase() const
{
    // a packet always passes through the queue disc: one that is alone did not wait
    if (m_scenario.GetPeakQlen() > 1)
    {
        return "the queue disc absorbed the bursts (at most " +
               ReportText::Count(m_scenario.GetPeakQlen(), "packet") + " in it at once)";
    }
    return "the slaves sent as fast as the senders";
}

std::string
BurstReport::GetReasonOfDrops() const
{
    std::string why;
    const auto add = [&why](const std::string& reason) {
        why += (why.empty() ? "" : ", and ") + reason;
    };
    if (m_scenario.GetLedger().GetDroppedPackets().count(BurstScenario::NO_SLAVE) > 0)
    {
        add("the bond had no usable slave");
    }
    if (m_qdisc.early > 0)
    {
        add("the queue disc (" + GetQdiscName() + ") dropped " +
            ReportText::Count(m_qdisc.early, "packet") + " to keep its delay short");
    }
    if (m_qdisc.dropped > m_qdisc.early)
    {
        add(GetReasonOfOverflow());
    }
    return why.empty() ? "the NICs dropped packets" : why;
}

std::string
BurstReport::GetReasonOfOverflow() const
{
    const BurstSettings& settings = m_scenario.GetSettings();
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
    return (settings.senders == 1
                ? "the socket may hold more ("
                : "the " + std::to_string(settings.senders) + " sockets together may hold more (") +
           std::to_string(GetSndbuf()) + " B" + (settings.senders == 1 ? "" : " each") +
           ") than the " + ReportText::Count(settings.limit, "packet") +
           " that fit into the queue disc";
}

std::string
BurstReport::GetQdiscName() const
{
    const BurstSettings& settings = m_scenario.GetSettings();
    return settings.shaper == "none" ? settings.qdisc : "tbf";
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
        {"period_s", GetPeriodSeconds()},
        {"spread_s", ToSeconds(settings.spread)},
        {"sendTime_s", ToSeconds(settings.sendTime)},
        {"blocking", IsOn(m_scenario.GetSenders().front(), "Blocking")},
        {"recverr", IsOn(m_scenario.GetSenders().front()->GetSocket(), "RecvErr")},
        {"sndbuf", settings.sndbuf},
        {"sndbuf_effective", GetSndbuf()},
        {"wmemMax", settings.wmemMax},
        {"mtu", settings.mtu},
        {"rate_bps", settings.rate.GetBitRate()},
        {"qdisc", GetQdiscName()},
        {"limit", settings.limit},
        {"shaper_bps", shaped ? Json(DataRate(settings.shaper).GetBitRate()) : Json()},
        {"shaper_burst", shaped ? Json(BurstSettings::SHAPER_BURST) : Json()},
        {"tx_ring_size", m_scenario.GetSlave(0)->GetTxRingSize()},
        {"bql", HasBql()},
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
    result["duration_s"] = settings.cycles * GetPeriodSeconds();
    result["last_reception_s"] = ToSeconds(m_scenario.GetLastReception());
    os << result.dump(2) << std::endl;
}

bool
BurstReport::IsOn(const Ptr<const Object>& object, const std::string& name)
{
    BooleanValue value;
    object->GetAttribute(name, value);
    return value.Get();
}

bool
BurstReport::HasBql() const
{
    const auto queues = m_scenario.GetSlave(0)->GetObject<NetDeviceQueueInterface>();
    return queues && queues->GetTxQueue(0)->GetQueueLimits();
}

double
BurstReport::GetPeriodSeconds() const
{
    const Time period = m_scenario.GetSettings().period;
    return period == BurstSettings().period ? 1 / 30.0 : ToSeconds(period);
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
