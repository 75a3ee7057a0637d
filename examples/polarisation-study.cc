/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "polarisation-study.h"

#include "source-ports.h"

#include "ns3/address.h"
#include "ns3/bulk-send-helper.h"
#include "ns3/inet-socket-address.h"
#include "ns3/packet-sink-helper.h"
#include "ns3/packet.h"
#include "ns3/simulator.h"
#include "ns3/tcp-socket-factory.h"
#include "ns3/uinteger.h"

#include <string>

namespace ns3
{

namespace
{

constexpr uint16_t SINK_PORT = 5001;  //!< one for all flows: a hash may look at it
constexpr uint32_t SEND_SIZE = 14480; //!< of a send call, in bytes: ten segments

const Time SETTLE = MilliSeconds(20); //!< for slow start, after the last flow's start

/**
 * @brief When a flow starts.
 *
 * One starts after the other, because ns-3's ARP queues few packets.
 * @param flow its number, from 0
 * @param settings all settings
 * @return the time
 */
Time
GetStart(uint32_t flow, const BondStudySettings& settings)
{
    // ARP takes two cables there and two back
    const Time spacing = MilliSeconds(1) + settings.network.linkDelay * 4;
    return SwitchedBond::READY + spacing * static_cast<int64_t>(flow);
}

} // namespace

PolarisationStudy::PolarisationStudy(const BondStudySettings& settings)
    : m_settings(settings),
      m_network(settings.network),
      m_ports(SourcePorts::Choose(settings.ports, settings.sessions))
{
    for (uint32_t i = 0; i < settings.network.hosts; ++i)
    {
        InstallReceiver(i);
    }
    for (uint32_t i = 0; i < settings.sessions; ++i)
    {
        InstallSender(i);
    }
    m_result.network = settings.network;
    m_result.defaults = BondStudyDefaults::Read(
        m_network,
        Socket::CreateSocket(m_network.GetHost(), TcpSocketFactory::GetTypeId()));
}

void
PolarisationStudy::InstallReceiver(uint32_t host)
{
    PacketSinkHelper helper(TcpSocketFactory::GetTypeId().GetName(),
                            InetSocketAddress(Ipv4Address::GetAny(), SINK_PORT));
    const auto sink = helper.Install(m_network.GetFarHost(host)).Get(0);
    sink->TraceConnectWithoutContext(
        "Rx",
        Callback<void, Ptr<const Packet>, const Address&>(
            [this](Ptr<const Packet> packet, const Address& from) {
                m_received[InetSocketAddress::ConvertFrom(from).GetPort()] += packet->GetSize();
            }));
}

void
PolarisationStudy::InstallSender(uint32_t flow)
{
    const Ipv4Address& host = m_network.GetFarAddress(flow % m_settings.network.hosts);
    BulkSendHelper helper(TcpSocketFactory::GetTypeId().GetName(),
                          InetSocketAddress(host, SINK_PORT));
    helper.SetAttribute("Local",
                        AddressValue(InetSocketAddress(m_network.GetAddress(), m_ports[flow])));
    helper.SetAttribute("SendSize", UintegerValue(SEND_SIZE));
    helper.Install(m_network.GetHost()).Start(GetStart(flow, m_settings));
}

BondStudyResult
PolarisationStudy::Run()
{
    Simulator::Schedule(SwitchedBond::READY, [this] { m_network.CheckReady(); });
    const Time begin = GetStart(m_settings.sessions, m_settings) + SETTLE;
    Simulator::Schedule(begin, &PolarisationStudy::BeginMeasurement, this);
    Simulator::Schedule(begin + m_settings.duration, &PolarisationStudy::EndMeasurement, this);
    Simulator::Run();
    m_result.dropped = m_network.GetDropped();
    return m_result;
}

void
PolarisationStudy::BeginMeasurement()
{
    m_meter = std::make_unique<SlaveLoadMeter>(m_network, m_settings.network.slaves);
    m_before = m_received;
}

void
PolarisationStudy::EndMeasurement()
{
    for (const uint16_t port : m_ports)
    {
        m_result.flowBytes.push_back(m_received[port] - m_before[port]);
        if (m_received[port] == 0)
        {
            m_result.error = "the flow from port " + std::to_string(port) + " got nothing through";
        }
    }
    m_result.slaves = m_meter->Read();
    Simulator::Stop();
}

} // namespace ns3
