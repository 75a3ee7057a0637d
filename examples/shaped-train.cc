/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "shaped-train.h"

#include "ns3/ethtool-helper.h"
#include "ns3/packet.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3
{

namespace
{

constexpr uint32_t FILLER_BYTES = 1472;        //!< payload of a message that uses the burst up
constexpr uint32_t BURST_PER_FILLER = 1250;    //!< see ShapedTrain, in bytes
constexpr uint32_t QUEUED_FILLERS = 5;         //!< see ShapedTrain
constexpr uint32_t FILLER_SNDBUF = 1000000000; //!< nothing refuses those, in bytes

/// Time between two of them, as sends took on the measured machine.
const Time FILLER_INTERVAL = MicroSeconds(43);

/// Time from the last of them to the train.
const Time PAUSE = MilliSeconds(3);

constexpr uint32_t IPV4_AND_UDP_HEADER = 28; //!< bytes
constexpr uint32_t IPV6_AND_UDP_HEADER = 48; //!< bytes

/// The charge is looked at this long after a change, as the measurement looked at it from time to
/// time: what is shorter is not seen.
const Time POLL_INTERVAL = MicroSeconds(100);

/// After duplicate address detection, which leaves an IPv6 address alone for a second.
const Time BEGIN = Seconds(5);

} // namespace

ShapedTrain::ShapedTrain(const Settings& settings)
    : m_settings(settings),
      m_network(settings.network)
{
    LimitFeatures();
}

void
ShapedTrain::LimitFeatures() const
{
    const std::string& at = m_settings.segmentAt;
    const Ptr<NetDevice> device = at == "dequeue" ? m_network.GetLowestDevice()
                                  : at == "bond"  ? m_network.GetBond()
                                  : at == "vlan"  ? m_network.GetVlan()
                                                  : nullptr;
    if (device)
    {
        EthtoolHelper().SetFeature(device, "tx-udp-segmentation", false);
    }
}

ShapedTrain::Result
ShapedTrain::Run()
{
    Simulator::Schedule(BEGIN,
                        &ShapedTrain::SendFiller,
                        this,
                        CountFillers(m_settings.network.burst));
    Simulator::Run();
    return m_result;
}

uint32_t
ShapedTrain::CountFillers(uint32_t burst)
{
    return burst / BURST_PER_FILLER + QUEUED_FILLERS;
}

void
ShapedTrain::SendFiller(uint32_t left)
{
    if (!m_filler)
    {
        m_filler = m_network.MakeSocket(0);
        m_filler->SetAttribute("WmemMax", UintegerValue(FILLER_SNDBUF));
        m_filler->SetAttribute("Sndbuf", UintegerValue(FILLER_SNDBUF));
    }
    m_filler->Send(Create<Packet>(FILLER_BYTES));
    ++m_datagrams;
    if (left > 1)
    {
        Simulator::Schedule(FILLER_INTERVAL, &ShapedTrain::SendFiller, this, left - 1);
    }
    else
    {
        Simulator::Schedule(PAUSE, &ShapedTrain::Send, this);
    }
}

void
ShapedTrain::Send()
{
    if (m_filler->Send(Create<Packet>(m_settings.gsoSize)) >= 0)
    {
        ++m_datagrams;
    }
    m_socket = m_network.MakeSocket(m_settings.sndbuf);
    m_socket->SetAttribute("UdpSegment", UintegerValue(m_settings.gsoSize));
    m_result.sndbuf = m_socket->GetSndbuf();
    while (m_result.sent < m_settings.sends)
    {
        if (m_socket->Send(Create<Packet>(m_settings.gsoSize * m_settings.segments)) < 0)
        {
            m_result.error = m_socket->GetLinuxErrno();
            break;
        }
        ++m_result.sent;
        m_datagrams += m_settings.segments;
    }
    m_sentAt = Simulator::Now();
    m_result.qdiscQlenAfterSend = m_network.GetTbf()->GetNPackets();
    m_result.outqAfterSend = m_socket->GetWmemAlloc();
    m_result.outqOverTime.emplace_back(Time(), m_result.outqAfterSend);
    m_socket->TraceConnectWithoutContext("WmemAlloc", MakeCallback(&ShapedTrain::NoteCharge, this));
}

void
ShapedTrain::NoteCharge(uint64_t /* before */, uint64_t /* after */)
{
    if (m_poll.IsExpired())
    {
        m_poll = Simulator::Schedule(POLL_INTERVAL,
                                     &ShapedTrain::PollCharge,
                                     this,
                                     Simulator::Now() - m_sentAt);
    }
}

void
ShapedTrain::PollCharge(Time changedAt)
{
    const uint64_t charge = m_socket->GetWmemAlloc();
    if (charge != m_result.outqOverTime.back().second)
    {
        m_result.outqOverTime.emplace_back(changedAt, charge);
    }
}

uint32_t
ShapedTrain::GetLargestFrame(const SndbufNetwork::Settings& network, uint32_t gsoSize)
{
    constexpr uint32_t ETHERNET_HEADER = 14;
    const uint32_t headers = network.ipv6 ? IPV6_AND_UDP_HEADER : IPV4_AND_UDP_HEADER;
    return std::min(std::max(gsoSize, FILLER_BYTES) + headers, network.mtu) + ETHERNET_HEADER;
}

std::string
ShapedTrain::CheckConservation() const
{
    if (m_socket->GetWmemAlloc() != 0)
    {
        return "the socket is still charged for " + std::to_string(m_socket->GetWmemAlloc()) +
               " bytes";
    }
    if (m_network.GetNReceived() != m_datagrams)
    {
        return std::to_string(m_datagrams) + " datagrams were sent, but " +
               std::to_string(m_network.GetNReceived()) + " received";
    }
    return "";
}

} // namespace ns3
