/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ufo-scenario.h"

#include "ns3/boolean.h"
#include "ns3/configuration-error.h"
#include "ns3/inet-socket-address.h"
#include "ns3/ipv4-l3-protocol.h"
#include "ns3/linux-transmit-path.h"
#include "ns3/packet-sink-helper.h"
#include "ns3/simulator.h"
#include "ns3/udp-stream-helper.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3
{

namespace
{

constexpr uint16_t PORT = 5001;               //!< of the receiver
constexpr uint32_t N_IDENTIFICATIONS = 65536; //!< of IPv4

/// When the first send call begins.
const Time START = MilliSeconds(1);

} // namespace

UfoScenario::UfoScenario(const UfoSettings& settings)
    : m_settings(settings),
      m_network(settings)
{
    m_network.GetSender()->GetObject<LinuxTransmitPath>()->SetAttribute(
        "SegmentTime",
        TimeValue(GetSegmentTime()));
    InstallSender();
    InstallReceiver();
}

void
UfoScenario::InstallSender()
{
    UdpStreamHelper helper("ns3::LinuxUdpSocketFactory",
                           InetSocketAddress(m_network.GetDestination(), PORT));
    helper.SetAttribute("MessageSize", UintegerValue(m_settings.messageSize));
    helper.SetAttribute("BurstSize", UintegerValue(0));
    helper.SetAttribute("Period", TimeValue(m_settings.duration));
    helper.SetAttribute("Cycles", UintegerValue(1));
    helper.SetAttribute("SendTime", TimeValue(m_settings.sendTime));
    helper.SetAttribute("Sndbuf", UintegerValue(m_settings.sndbuf));
    helper.SetAttribute("RecvErr", BooleanValue(true));
    ApplicationContainer sender = helper.Install(m_network.GetSender());
    sender.Start(START);
    m_sender = DynamicCast<UdpStreamApplication>(sender.Get(0));
}

void
UfoScenario::InstallReceiver()
{
    const Ptr<Node> receiver = m_network.GetReceiver();
    receiver->GetObject<Ipv4L3Protocol>()->SetAttribute("FragmentExpirationTimeout",
                                                        TimeValue(GetReassemblyTimeout()));
    PacketSinkHelper helper("ns3::UdpSocketFactory",
                            InetSocketAddress(Ipv4Address::GetAny(), PORT));
    const ApplicationContainer sink = helper.Install(receiver);
    const bool connected =
        sink.Get(0)->TraceConnectWithoutContext("Rx",
                                                Callback<void, Ptr<const Packet>, const Address&>(
                                                    [this](Ptr<const Packet>, const Address&) {
                                                        ++m_received;
                                                        m_lastReception = Simulator::Now() - START;
                                                    }));
    if (!connected)
    {
        ExitOnConfigurationError("ns3::PacketSink has no trace source Rx");
    }
}

void
UfoScenario::Run()
{
    Simulator::Run();
}

std::string
UfoScenario::CheckConservation() const
{
    const uint64_t ended = m_sender->GetOkaySends() + m_sender->GetFailedSends();
    if (m_sender->GetAttempts() != ended && m_sender->GetAttempts() != ended + 1)
    {
        return std::to_string(m_sender->GetAttempts()) + " send calls began, but " +
               std::to_string(ended) + " ended";
    }
    if (GetSocket()->GetWmemAlloc() != 0)
    {
        return "the socket is still charged for " + std::to_string(GetSocket()->GetWmemAlloc()) +
               " bytes";
    }
    // the NIC counts packets, the queue disc of a stack that cuts nowhere trains
    const uint64_t segments = m_network.GetNSegments();
    const uint64_t dropped = GetQdiscDropped() * (m_network.GetCutter().empty() ? segments : 1);
    if (ended * segments != GetSegmentsSent() + dropped)
    {
        return std::to_string(ended) + " messages of " + std::to_string(segments) +
               " packets were tried, but " + std::to_string(GetSegmentsSent()) +
               " packets sent and " + std::to_string(dropped) + " dropped";
    }
    const uint64_t arrived = m_network.GetNic(1)->GetStats().rxPackets;
    if (arrived != GetSegmentsSent())
    {
        return std::to_string(GetSegmentsSent()) + " packets were sent, but " +
               std::to_string(arrived) + " arrived";
    }
    const uint64_t okay = m_sender->GetOkaySends();
    if (m_received > okay || (dropped == 0 && m_received != okay))
    {
        return std::to_string(okay) + " messages were accepted and " + std::to_string(dropped) +
               " packets dropped, but " + std::to_string(m_received) + " messages received";
    }
    return "";
}

Ptr<LinuxUdpSocket>
UfoScenario::GetSocket() const
{
    return DynamicCast<LinuxUdpSocket>(m_sender->GetSocket());
}

uint64_t
UfoScenario::GetQdiscDropped() const
{
    return m_network.GetQdisc()->GetStats().nTotalDroppedPackets;
}

uint64_t
UfoScenario::GetSegmentsSent() const
{
    return m_network.GetNic(0)->GetStats().txPackets;
}

Time
UfoScenario::GetElapsed() const
{
    return std::max(m_settings.duration, m_lastReception);
}

double
UfoScenario::GetMbps(uint64_t messages) const
{
    return 8e-6 * messages * m_settings.messageSize / GetElapsed().GetSeconds();
}

double
UfoScenario::GetSenderMbps() const
{
    return GetMbps(m_sender->GetOkaySends());
}

double
UfoScenario::GetReceiverMbps() const
{
    return GetMbps(m_received);
}

double
UfoScenario::GetCeilingMbps() const
{
    return 1e-6 * m_settings.rate.GetBitRate() * m_settings.messageSize / m_network.GetWireBytes();
}

Time
UfoScenario::GetSegmentTime() const
{
    return m_settings.sendTime / static_cast<int64_t>(m_network.GetNSegments());
}

Time
UfoScenario::GetReassemblyTimeout() const
{
    return m_settings.sendTime * static_cast<int64_t>(N_IDENTIFICATIONS / 2);
}

Time
UfoScenario::GetMessageTime() const
{
    const double wireSeconds = 8.0 * m_network.GetWireBytes() / m_settings.rate.GetBitRate();
    return m_settings.sendTime + Seconds(wireSeconds);
}

} // namespace ns3
