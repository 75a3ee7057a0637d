/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "guest-flood-scenario.h"

#include "ns3/config.h"
#include "ns3/configuration-error.h"
#include "ns3/inet-socket-address.h"
#include "ns3/packet-sink-helper.h"
#include "ns3/simulator.h"
#include "ns3/udp-stream-helper.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <utility>

namespace ns3
{

namespace
{

constexpr uint16_t PORT = 5001;              //!< of the receiver
constexpr const char* RECEIVER = "10.0.0.2"; //!< the receiver's address

/// When the first send call begins.
const Time START = MilliSeconds(1);

/**
 * @brief Connect a trace source; end the program if there is none.
 * @param object what to watch
 * @param trace name of the trace source
 * @param sink what to call
 */
void
Connect(const Ptr<Object>& object, const std::string& trace, const CallbackBase& sink)
{
    if (!object->TraceConnectWithoutContext(trace, sink))
    {
        ExitOnConfigurationError(object->GetInstanceTypeId().GetName() + " has no trace source " +
                                 trace);
    }
}

/**
 * @brief Set what every socket of the scenario has, before there is one.
 * @param settings all settings
 * @return the same
 */
const GuestFloodSettings&
SetDefaults(const GuestFloodSettings& settings)
{
    Config::SetDefault("ns3::LinuxUdpSocket::WmemMax", UintegerValue(settings.wmemMax));
    return settings;
}

} // namespace

GuestFloodScenario::GuestFloodScenario(const GuestFloodSettings& settings)
    : m_settings(settings),
      m_network(SetDefaults(settings))
{
    InstallSender();
    InstallReceiver();
    ConnectDropTraces();
}

void
GuestFloodScenario::InstallSender()
{
    UdpStreamHelper helper("ns3::LinuxUdpSocketFactory",
                           InetSocketAddress(Ipv4Address(RECEIVER), PORT));
    helper.SetAttribute("MessageSize", UintegerValue(m_settings.messageSize));
    helper.SetAttribute("BurstSize", UintegerValue(0));
    helper.SetAttribute("Period", TimeValue(m_settings.duration));
    helper.SetAttribute("Cycles", UintegerValue(1));
    helper.SetAttribute("SendTime", TimeValue(m_settings.sendTime));
    helper.SetAttribute("Sndbuf", UintegerValue(m_settings.sndbuf));
    ApplicationContainer sender = helper.Install(m_network.GetGuest());
    sender.Start(START);
    m_sender = DynamicCast<UdpStreamApplication>(sender.Get(0));
}

void
GuestFloodScenario::InstallReceiver()
{
    PacketSinkHelper helper("ns3::UdpSocketFactory",
                            InetSocketAddress(Ipv4Address::GetAny(), PORT));
    const ApplicationContainer sink = helper.Install(m_network.GetReceiver());
    Connect(sink.Get(0),
            "Rx",
            Callback<void, Ptr<const Packet>, const Address&>(
                [this](Ptr<const Packet>, const Address&) {
                    ++m_received;
                    m_lastReception = Simulator::Now() - START;
                    m_receivedLate += m_lastReception > m_settings.duration ? 1 : 0;
                }));
}

void
GuestFloodScenario::ConnectDropTraces()
{
    using Dropped = Callback<void, Ptr<const Packet>, const char*>;
    Connect(m_network.GetTap(), "Drop", Dropped([this](Ptr<const Packet>, const char*) {
                ++m_droppedByTap;
            }));
    // what a device below refuses, that one or its queue disc counts
    Connect(m_network.GetBridge(), "Drop", Dropped([this](Ptr<const Packet>, const char* reason) {
                m_droppedByBridge +=
                    reason == std::string(LinuxBridgeNetDevice::REFUSED_BY_PORT) ? 0 : 1;
            }));
    if (m_network.GetBond())
    {
        Connect(m_network.GetBond(), "Drop", Dropped([this](Ptr<const Packet>, const char* reason) {
                    m_droppedByBond +=
                        reason == std::string(BondingNetDevice::REFUSED_BY_ALL_SLAVES) ? 0 : 1;
                }));
    }
}

void
GuestFloodScenario::Run()
{
    Simulator::Run();
}

std::string
GuestFloodScenario::CheckConservation() const
{
    const uint64_t okay = m_sender->GetOkaySends();
    const uint64_t ended = okay + m_sender->GetFailedSends();
    if (m_sender->GetAttempts() != ended && m_sender->GetAttempts() != ended + 1)
    {
        return std::to_string(m_sender->GetAttempts()) + " send calls began, but " +
               std::to_string(ended) + " ended";
    }
    const uint64_t tapCharge = m_network.GetTap()->GetWriteMemory().GetMemory()->GetWmemAlloc();
    for (const auto& [who, charge] :
         {std::pair("the guest's socket", GetSocket()->GetWmemAlloc()), {"the tap", tapCharge}})
    {
        if (charge != 0)
        {
            return std::string(who) + " is still charged for " + std::to_string(charge) + " bytes";
        }
    }
    const uint64_t dropped = GetDrops().GetSum();
    if (okay != m_received + dropped)
    {
        return std::to_string(okay) + " messages were accepted, but " + std::to_string(m_received) +
               " received and " + std::to_string(dropped) + " dropped";
    }
    return "";
}

Ptr<LinuxUdpSocket>
GuestFloodScenario::GetSocket() const
{
    return DynamicCast<LinuxUdpSocket>(m_sender->GetSocket());
}

GuestFloodScenario::Drops
GuestFloodScenario::GetDrops() const
{
    Drops drops;
    drops.guestQdisc = m_network.GetGuestQdisc()->GetStats().nTotalDroppedPackets;
    drops.guestNic = m_network.GetGuestNic()->GetStats().txDropped;
    drops.tap = m_droppedByTap;
    drops.bridge = m_droppedByBridge;
    drops.bond = m_droppedByBond;
    drops.slaveQdisc = m_network.GetQdisc()->GetStats().nTotalDroppedPackets;
    drops.nic = m_network.GetNic()->GetStats().txDropped;
    return drops;
}

Time
GuestFloodScenario::GetElapsed() const
{
    return std::max(m_settings.duration, m_lastReception);
}

double
GuestFloodScenario::GetMbps(uint64_t messages) const
{
    return 8e-6 * messages * m_settings.messageSize / GetElapsed().GetSeconds();
}

double
GuestFloodScenario::GetSenderMbps() const
{
    return GetMbps(m_sender->GetOkaySends());
}

double
GuestFloodScenario::GetReceiverMbps() const
{
    return GetMbps(m_received);
}

double
GuestFloodScenario::GetCeilingMbps() const
{
    return 1e-6 * m_settings.rate.GetBitRate() * m_settings.messageSize / m_network.GetWireBytes();
}

} // namespace ns3
