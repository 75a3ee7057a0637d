/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "guest-flood-report.h"

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
 * @brief A switch as it is, and not as it is by default.
 * @param object what has it
 * @param name name of the attribute
 * @return its value
 */
bool
IsOn(const Ptr<const Object>& object, const std::string& name)
{
    BooleanValue value;
    object->GetAttribute(name, value);
    return value.Get();
}

/**
 * @brief Does a NIC limit the bytes on its ring?
 * @param nic the NIC
 * @return true if so
 */
bool
HasBql(const Ptr<NetDevice>& nic)
{
    const auto queues = nic->GetObject<NetDeviceQueueInterface>();
    return queues && queues->GetTxQueue(0)->GetQueueLimits();
}

/**
 * @brief net.core.wmem_max as a socket has it.
 * @param socket the socket
 * @return bytes
 */
uint64_t
GetWmemMax(const Ptr<LinuxUdpSocket>& socket)
{
    UintegerValue value;
    socket->GetAttribute("WmemMax", value);
    return value.Get();
}

/**
 * @brief How a limit is spelled.
 * @param sndbuf bytes
 * @return the bytes, or that there is no limit
 */
std::string
SpellSndbuf(uint32_t sndbuf)
{
    return sndbuf == TapWriteMemory::KERNEL_SNDBUF ? "without limit (2147483647 B)"
                                                   : std::to_string(sndbuf) + " B";
}

} // namespace

GuestFloodReport::GuestFloodReport(const GuestFloodScenario& scenario)
    : m_scenario(scenario)
{
}

std::string
GuestFloodReport::GetUplink() const
{
    return m_scenario.GetSettings().bond ? "bond0" : "eth0";
}

void
GuestFloodReport::PrintText(std::ostream& os) const
{
    PrintSettings(os);
    PrintNetperf(os);
    PrintChain(os);
    os << "\n" << GetVerdict() << "\n";
}

void
GuestFloodReport::PrintSettings(std::ostream& os) const
{
    const GuestFloodSettings& settings = m_scenario.GetSettings();
    const GuestFloodNetwork& network = m_scenario.GetNetwork();
    const auto socket = m_scenario.GetSocket();
    const bool napiTx = IsOn(network.GetGuestNic(), "NapiTx");
    os << "one " << (IsOn(m_scenario.GetSender(), "Blocking") ? "blocking" : "non-blocking")
       << " UDP sender in a guest, messages of " << settings.messageSize << " B for "
       << settings.duration.ToDouble(Time::S) << " s, send call "
       << settings.sendTime.ToDouble(Time::US) << " us\n"
       << "  guest:  sndbuf " << socket->GetSndbuf() << " B ("
       << (settings.sndbuf == 0 ? "default" : "set to " + std::to_string(settings.sndbuf))
       << "), wmem_max " << GetWmemMax(socket) << " B; pfifo_fast, limit "
       << ReportText::Count(settings.guestLimit, "packet") << "\n"
       << "          " << settings.guestDriver << ": ring " << network.GetGuestNic()->GetRingSize()
       << " descriptors, of which " << VirtioNetDevice::STOP_BELOW - 1 << " stay free, BQL "
       << (HasBql(network.GetGuestNic()) ? "on" : "off") << "; "
       << (napiTx ? "charged until the host has taken it (napi_tx)"
                  : "orphaned in start_xmit (without napi_tx)")
       << "\n"
       << "  host:   backend " << settings.backendTime.ToDouble(Time::US) << " us a frame, tap "
       << SpellSndbuf(network.GetTap()->GetWriteMemory().GetSndbuf()) << "; tap0 - br0 - "
       << (settings.bond ? "bond0 - eth0" : "eth0") << ", early orphaning of " << GetUplink()
       << (settings.earlyOrphan ? " on" : " off") << "\n"
       << "          eth0: " << QdiscReport::SpellRate(settings.rate.GetBitRate()) << "/s, ring "
       << network.GetNic()->GetTxRingSize() << " frames, BQL "
       << (HasBql(network.GetNic()) ? "on" : "off") << ", cable "
       << settings.linkDelay.ToDouble(Time::US) << " us; pfifo_fast, limit "
       << ReportText::Count(settings.limit, "packet") << "\n\n";
}

void
GuestFloodReport::PrintNetperf(std::ostream& os) const
{
    const auto& sender = m_scenario.GetSender();
    const std::string elapsed = ReportText::Fixed(m_scenario.GetElapsed().GetSeconds(), 2);
    os << "Socket  Message  Elapsed      Messages\n"
       << "Size    Size     Time         Okay Errors   Throughput\n"
       << "bytes   bytes    secs            #      #   10^6bits/sec\n\n"
       << std::right << std::setw(8) << m_scenario.GetSocket()->GetSndbuf() << std::setw(6)
       << m_scenario.GetSettings().messageSize << std::setw(9) << elapsed << std::setw(13)
       << sender->GetOkaySends() << std::setw(8) << sender->GetFailedSends() << std::setw(11)
       << ReportText::Fixed(m_scenario.GetSenderMbps(), 2) << "\n"
       << std::setw(23) << elapsed << std::setw(13) << m_scenario.GetReceived() << std::setw(19)
       << ReportText::Fixed(m_scenario.GetReceiverMbps(), 2) << "\n"
       << "at most, with the frames' headers" << std::setw(22)
       << ReportText::Fixed(m_scenario.GetCeilingMbps(), 2) << "\n"
       << m_scenario.GetReceivedLate()
       << " of the messages received were on their way when the sender stopped\n\n";
}

void
GuestFloodReport::PrintChain(std::ostream& os) const
{
    const GuestFloodNetwork& network = m_scenario.GetNetwork();
    const auto drops = m_scenario.GetDrops();
    const auto& ring = network.GetGuestNic()->GetRingStats();
    os << "guest's socket  blocked for "
       << ReportText::Fixed(m_scenario.GetSender()->GetBlockedTime().GetSeconds(), 3)
       << " s, at most " << m_scenario.GetSocket()->GetPeakWmemAlloc() << " B charged\n"
       << "guest's qdisc   " << drops.guestQdisc << " dropped\n"
       << "guest's ring    stopped " << ReportText::Count(ring.stops, "time") << ", "
       << ReportText::Count(ring.kicks, "kick") << ", "
       << ReportText::Count(ring.interrupts, "interrupt") << ", " << drops.guestNic << " dropped\n"
       << "tap's socket    " << network.GetBackend()->GetStats().eagain << " times EAGAIN, at most "
       << network.GetTap()->GetWriteMemory().GetMemory()->GetPeakWmemAlloc() << " B charged, "
       << drops.tap << " dropped\n"
       << "br0             " << drops.bridge << " dropped\n";
    if (network.GetBond())
    {
        os << "bond0           " << drops.bond << " dropped\n";
    }
    os << "eth0's qdisc    " << drops.slaveQdisc << " dropped\n"
       << "eth0            " << network.GetNic()->GetStats().txPackets << " sent, " << drops.nic
       << " dropped\n";
}

std::string
GuestFloodReport::GetVerdict() const
{
    const GuestFloodSettings& settings = m_scenario.GetSettings();
    const auto drops = m_scenario.GetDrops();
    const bool throttled = m_scenario.GetSender()->GetBlockedTime() > Time();
    if (drops.GetSum() == 0)
    {
        return std::string(throttled ? "The guest was throttled" : "Nobody was throttled") +
               " and nothing was dropped: all of " +
               ReportText::Count(m_scenario.GetReceived(), "message") + " arrived" +
               (throttled ? ", because each link of the chain holds up the one before." : ".");
    }
    if (drops.guestQdisc >= drops.slaveQdisc)
    {
        return "The socket may hold more (sndbuf " +
               std::to_string(m_scenario.GetSocket()->GetSndbuf()) +
               " B) than the guest's queue disc: that one drops, and no send call fails.";
    }
    const auto sndbuf = m_scenario.GetNetwork().GetTap()->GetWriteMemory().GetSndbuf();
    const bool orphansAbove = settings.earlyOrphan && settings.bond;
    return "The queue disc of eth0 drops, because nothing holds up the tap: " +
           (orphansAbove ? "the charge to it ends at bond0, in front of that queue disc."
                         : "it may hold more (" + SpellSndbuf(sndbuf) + ") than that queue disc.");
}

void
GuestFloodReport::PrintJson(std::ostream& os) const
{
    using Json = nlohmann::ordered_json;
    const GuestFloodSettings& settings = m_scenario.GetSettings();
    const GuestFloodNetwork& network = m_scenario.GetNetwork();
    const auto socket = m_scenario.GetSocket();
    const auto& sender = m_scenario.GetSender();
    const auto drops = m_scenario.GetDrops();
    const auto& ring = network.GetGuestNic()->GetRingStats();

    Json result;
    result["config"] = {
        {"earlyOrphan", settings.earlyOrphan ? "on" : "off"},
        {"earlyOrphan_device", GetUplink()},
        {"bond", settings.bond ? "on" : "off"},
        {"guestDriver", settings.guestDriver},
        {"napi_tx", IsOn(network.GetGuestNic(), "NapiTx")},
        {"messageSize", settings.messageSize},
        {"wire_bytes_per_message", network.GetWireBytes()},
        {"duration_s", ToSeconds(settings.duration)},
        {"sendTime_s", ToSeconds(settings.sendTime)},
        {"blocking", IsOn(sender, "Blocking")},
        {"sndbuf", settings.sndbuf},
        {"sndbuf_effective", socket->GetSndbuf()},
        {"wmemMax", GetWmemMax(socket)},
        {"guestLimit", settings.guestLimit},
        {"ring", network.GetGuestNic()->GetRingSize()},
        {"guest_bql", HasBql(network.GetGuestNic())},
        {"backendTime_s", ToSeconds(settings.backendTime)},
        {"tapSndbuf", network.GetTap()->GetWriteMemory().GetSndbuf()},
        {"qdisc", "pfifo_fast"},
        {"limit", settings.limit},
        {"rate_bps", settings.rate.GetBitRate()},
        {"tx_ring_size", network.GetNic()->GetTxRingSize()},
        {"bql", HasBql(network.GetNic())},
        {"link_delay_s", ToSeconds(settings.linkDelay)},
    };
    result["attempts"] = sender->GetAttempts();
    result["sends_okay"] = sender->GetOkaySends();
    result["send_errors"] = sender->GetFailedSends();
    result["sender_mbps"] = m_scenario.GetSenderMbps();
    result["received_messages"] = m_scenario.GetReceived();
    result["received_late"] = m_scenario.GetReceivedLate();
    result["receiver_mbps"] = m_scenario.GetReceiverMbps();
    result["ceiling_mbps"] = m_scenario.GetCeilingMbps();
    result["elapsed_s"] = ToSeconds(m_scenario.GetElapsed());
    result["dropped_at"] = {
        {"guest_qdisc", drops.guestQdisc},
        {"tap", drops.tap},
        {"bridge", drops.bridge},
        {"bond", drops.bond},
        {"slave_qdisc", drops.slaveQdisc},
    };
    result["blocked_s"] = ToSeconds(sender->GetBlockedTime());
    result["max_wmem_alloc"] = socket->GetPeakWmemAlloc();
    result["ring_stops"] = ring.stops;
    result["ring_interrupts"] = ring.interrupts;
    result["tap_eagain"] = network.GetBackend()->GetStats().eagain;
    result["tap_max_wmem_alloc"] =
        network.GetTap()->GetWriteMemory().GetMemory()->GetPeakWmemAlloc();
    os << result.dump(2) << std::endl;
}

} // namespace ns3
