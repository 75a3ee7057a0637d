/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tsq-timeline.h"

#include "ns3/simulator.h"

#include <iomanip>

namespace ns3
{

void
TsqTimeline::Watch(const Ptr<LinuxTcpSocket>& socket,
                   const Ptr<NicNetDevice>& nic,
                   Time from,
                   uint32_t most)
{
    m_socket = socket;
    m_nic = nic;
    m_from = from;
    m_most = most;
    socket->TraceConnectWithoutContext("Skb", MakeCallback(&TsqTimeline::NotifySkb, this));
    socket->TraceConnectWithoutContext("Throttled",
                                       MakeCallback(&TsqTimeline::NotifyThrottled, this));
    socket->TraceConnectWithoutContext("LocalDrop",
                                       MakeCallback(&TsqTimeline::NotifyLocalDrop, this));
    nic->TraceConnectWithoutContext("TxInterrupt",
                                    MakeCallback(&TsqTimeline::NotifyInterrupt, this));
}

void
TsqTimeline::Add(const std::string& what)
{
    if (m_events.size() < m_most && Simulator::Now() >= m_from)
    {
        m_events.push_back(
            {Simulator::Now(), what, m_socket->GetWmemAlloc(), m_nic->GetTxRingUsed()});
    }
}

void
TsqTimeline::NotifySkb(uint32_t payload, uint32_t segments)
{
    Add("sent " + std::to_string(segments) + " segments, " + std::to_string(payload) + " bytes");
}

void
TsqTimeline::NotifyThrottled(bool /* before */, bool after)
{
    Add(after ? "throttled" : "goes on");
}

void
TsqTimeline::NotifyInterrupt(uint32_t /* queue */, uint32_t entries)
{
    Add("completion interrupt for " + std::to_string(entries));
}

void
TsqTimeline::NotifyLocalDrop(uint32_t payload)
{
    Add("dropped by the host, " + std::to_string(payload) + " bytes");
}

void
TsqTimeline::Print(std::ostream& os) const
{
    os << "time_us\twmem_alloc\tring\tevent\n";
    for (const Event& event : m_events)
    {
        os << std::fixed << std::setprecision(3) << event.time.ToDouble(Time::US) << "\t"
           << event.wmemAlloc << "\t" << event.ringUsed << "\t" << event.what << "\n";
    }
}

} // namespace ns3
