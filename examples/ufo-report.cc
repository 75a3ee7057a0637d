/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ufo-report.h"

#include "report-text.h"

#include "ns3/boolean.h"
#include "ns3/net-device-queue-interface.h"
#include "ns3/qdisc-report.h"
#include "ns3/queue-limits.h"
#include "ns3/uinteger.h"

#include <iomanip>
#include <nlohmann/json.hpp>

namespace ns3
{

namespace
{

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
 * @brief A share in percent.
 * @param part the part
 * @param whole the whole
 * @return as in 89.5 %
 */
std::string
Percent(uint64_t part, uint64_t whole)
{
    return ReportText::Fixed(whole == 0 ? 0.0 : 100.0 * part / whole, 1) + " %";
}

} // namespace

UfoReport::UfoReport(const UfoScenario& scenario)
    : m_scenario(scenario)
{
}

void
UfoReport::PrintText(std::ostream& os) const
{
    PrintSettings(os);
    PrintNetperf(os);
    os << "\n";
    QdiscReport::Print(os, m_scenario.GetNetwork().GetQdisc(), ReportText::SlaveName(0));
    os << "\n" << GetVerdict() << "\n";
}

void
UfoReport::PrintSettings(std::ostream& os) const
{
    const UfoSettings& settings = m_scenario.GetSettings();
    const UfoNetwork& network = m_scenario.GetNetwork();
    const auto socket = m_scenario.GetSocket();
    os << "one " << (IsOn(m_scenario.GetSender(), "Blocking") ? "blocking" : "non-blocking")
       << " UDP sender with" << (IsOn(socket, "RecvErr") ? "" : "out")
       << " IP_RECVERR, messages of " << settings.messageSize << " B for "
       << settings.duration.ToDouble(Time::S) << " s, kernel " << UfoSettings::KERNEL << "\n"
       << "  send call " << settings.sendTime.ToDouble(Time::US) << " us, of which "
       << m_scenario.GetSegmentTime().ToDouble(Time::US) << " us for each of "
       << ReportText::Count(network.GetNSegments(), "segment") << "; calls at one instant "
       << GetSendCallTime().ToDouble(Time::US) << " us each\n"
       << "  sndbuf " << socket->GetSndbuf() << " B ("
       << (settings.sndbuf == 0 ? "default" : "set to " + std::to_string(settings.sndbuf))
       << "), wmem_max " << GetWmemMax() << " B\n"
       << "  " << network.GetDeviceNames() << ": MTU " << network.GetIpDevice()->GetMtu() << ", ";
    if (network.GetCutter().empty())
    {
        os << "eth0 has UFO itself\n";
    }
    else
    {
        os << network.GetCutter()
           << " and all below lack UFO; segments charged: " << settings.ownership << "\n";
    }
    os << "  eth0: " << QdiscReport::SpellRate(settings.rate.GetBitRate()) << "/s, MTU "
       << network.GetNic(0)->GetMtu() << ", ring " << network.GetNic(0)->GetTxRingSize()
       << " frames, BQL " << (HasBql() ? "on" : "off") << ", cable "
       << settings.linkDelay.ToDouble(Time::US) << " us; pfifo_fast, limit "
       << ReportText::Count(settings.limit, "packet") << "\n"
       << "  the receiver forgets an incomplete message after "
       << m_scenario.GetReassemblyTimeout().ToDouble(Time::MS) << " ms\n\n";
}

void
UfoReport::PrintNetperf(std::ostream& os) const
{
    const UfoSettings& settings = m_scenario.GetSettings();
    const auto& sender = m_scenario.GetSender();
    os << "Socket  Message  Elapsed      Messages\n"
       << "Size    Size     Time         Okay Errors   Throughput\n"
       << "bytes   bytes    secs            #      #   10^6bits/sec\n\n"
       << std::right << std::setw(6) << m_scenario.GetSocket()->GetSndbuf() << std::setw(8)
       << settings.messageSize << std::setw(9)
       << ReportText::Fixed(m_scenario.GetElapsed().GetSeconds(), 2) << std::setw(13)
       << sender->GetOkaySends() << std::setw(8) << sender->GetFailedSends() << std::setw(11)
       << ReportText::Fixed(m_scenario.GetSenderMbps(), 2) << "\n"
       << std::setw(23) << ReportText::Fixed(m_scenario.GetElapsed().GetSeconds(), 2)
       << std::setw(13) << m_scenario.GetReceived() << std::setw(19)
       << ReportText::Fixed(m_scenario.GetReceiverMbps(), 2) << "\n"
       << "at most, with the frames' headers" << std::setw(22)
       << ReportText::Fixed(m_scenario.GetCeilingMbps(), 2) << "\n\n"
       << ReportText::Count(sender->GetAttempts(), "send call") << ", "
       << Percent(sender->GetFailedSends(), sender->GetAttempts()) << " failed; blocked for "
       << ReportText::Fixed(sender->GetBlockedTime().GetSeconds(), 3) << " s; at most "
       << m_scenario.GetSocket()->GetPeakWmemAlloc() << " B charged\n"
       << m_scenario.GetSegmentsSent() << " packets on the wire, " << m_scenario.GetQdiscDropped()
       << " dropped by the queue disc\n";
}

std::string
UfoReport::GetVerdict() const
{
    const auto& sender = m_scenario.GetSender();
    const uint64_t okay = sender->GetOkaySends();
    const bool throttled = sender->GetBlockedTime() > Time();
    if (m_scenario.GetQdiscDropped() == 0)
    {
        const std::string who = throttled ? "The sender was throttled" : "Nobody was throttled";
        const std::string why =
            !throttled      ? "the wire is faster than the sender"
            : KeepsCharge() ? "the socket is charged for a message until the NIC has sent its last "
                              "segment"
                            : "the sender fills its socket before the wire does";
        return who + " and nothing was dropped, because " + why + ": all of " +
               ReportText::Count(okay, "message") + " arrived, at " +
               Percent(static_cast<uint64_t>(1e6 * m_scenario.GetReceiverMbps()),
                       static_cast<uint64_t>(1e6 * m_scenario.GetCeilingMbps())) +
               " of what the wire can carry.";
    }
    return Percent(sender->GetFailedSends(), okay + sender->GetFailedSends()) +
           " of the send calls failed and " + std::to_string(okay) +
           " looked okay, because a call returns the verdict on its last segment; but only " +
           std::to_string(m_scenario.GetReceived()) + " arrived whole, because " +
           GetReasonOfDrops() + ".";
}

std::string
UfoReport::GetReasonOfDrops() const
{
    if (!KeepsCharge())
    {
        return "segments without owner throttle nobody, and the queue disc takes of each message "
               "what has room";
    }
    return "the socket may hold more segments (sndbuf " +
           std::to_string(m_scenario.GetSocket()->GetSndbuf()) + " B) than fit into the queue disc";
}

bool
UfoReport::KeepsCharge() const
{
    return m_scenario.GetNetwork().GetCutter().empty() ||
           m_scenario.GetSettings().ownership != "none" ||
           m_scenario.GetNetwork().GetNSegments() == 1;
}

void
UfoReport::PrintJson(std::ostream& os) const
{
    using Json = nlohmann::ordered_json;
    const UfoSettings& settings = m_scenario.GetSettings();
    const UfoNetwork& network = m_scenario.GetNetwork();
    const auto socket = m_scenario.GetSocket();
    const auto& sender = m_scenario.GetSender();

    Json result;
    result["config"] = {
        {"stack", settings.stack},
        {"devices", network.GetDeviceNames()},
        {"cut_at", network.GetCutter().empty() ? Json() : Json(network.GetCutter())},
        {"ownership", settings.ownership},
        {"kernel", UfoSettings::KERNEL},
        {"messageSize", settings.messageSize},
        {"segments_per_message", network.GetNSegments()},
        {"wire_bytes_per_message", network.GetWireBytes()},
        {"duration_s", ToSeconds(settings.duration)},
        {"sendTime_s", ToSeconds(settings.sendTime)},
        {"segmentTime_s", ToSeconds(m_scenario.GetSegmentTime())},
        {"sendCallTime_s", ToSeconds(GetSendCallTime())},
        {"blocking", IsOn(sender, "Blocking")},
        {"recverr", IsOn(socket, "RecvErr")},
        {"sndbuf", settings.sndbuf},
        {"sndbuf_effective", socket->GetSndbuf()},
        {"wmemMax", GetWmemMax()},
        {"mtu", network.GetIpDevice()->GetMtu()},
        {"nic_mtu", network.GetNic(0)->GetMtu()},
        {"rate_bps", settings.rate.GetBitRate()},
        {"qdisc", "pfifo_fast"},
        {"limit", settings.limit},
        {"tx_ring_size", network.GetNic(0)->GetTxRingSize()},
        {"bql", HasBql()},
        {"link_delay_s", ToSeconds(settings.linkDelay)},
        {"reassembly_timeout_s", ToSeconds(m_scenario.GetReassemblyTimeout())},
    };
    result["attempts"] = sender->GetAttempts();
    result["sends_okay"] = sender->GetOkaySends();
    result["send_errors"] = sender->GetFailedSends();
    result["sender_mbps"] = m_scenario.GetSenderMbps();
    result["received_messages"] = m_scenario.GetReceived();
    result["receiver_mbps"] = m_scenario.GetReceiverMbps();
    result["ceiling_mbps"] = m_scenario.GetCeilingMbps();
    result["elapsed_s"] = ToSeconds(m_scenario.GetElapsed());
    result["qdisc_dropped"] = m_scenario.GetQdiscDropped();
    result["segments_sent"] = m_scenario.GetSegmentsSent();
    result["blocked_s"] = ToSeconds(sender->GetBlockedTime());
    result["max_wmem_alloc"] = socket->GetPeakWmemAlloc();
    os << result.dump(2) << std::endl;
}

bool
UfoReport::IsOn(const Ptr<const Object>& object, const std::string& name)
{
    BooleanValue value;
    object->GetAttribute(name, value);
    return value.Get();
}

bool
UfoReport::HasBql() const
{
    const auto queues = m_scenario.GetNetwork().GetNic(0)->GetObject<NetDeviceQueueInterface>();
    return queues && queues->GetTxQueue(0)->GetQueueLimits();
}

Time
UfoReport::GetSendCallTime() const
{
    TimeValue value;
    m_scenario.GetSocket()->GetAttribute("SendCallTime", value);
    return value.Get();
}

uint64_t
UfoReport::GetWmemMax() const
{
    UintegerValue value;
    m_scenario.GetSocket()->GetAttribute("WmemMax", value);
    return value.Get();
}

} // namespace ns3
