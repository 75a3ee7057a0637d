/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/fq-scheduler.h"

#include <algorithm>
#include <utility>

namespace ns3
{

namespace
{

constexpr uint64_t SECOND = 1'000'000'000; //!< ns

} // namespace

FqScheduler::FqScheduler(const FqParameters& parameters)
    : m_parameters(parameters),
      m_table(parameters)
{
}

void
FqScheduler::EnqueueControl(FqPacket packet)
{
    m_internal.Add(std::move(packet));
    ++m_nPackets;
    ++m_nHighprio;
}

FqFlow*
FqScheduler::Admit(const FqFlowKey& key, const Clock& clock)
{
    const auto [flow, isNew] = m_table.Get(key, clock.jiffies);
    if (isNew && key.socket && m_parameters.pacing)
    {
        key.socket->GetPacing().SetByQueueDisc();
    }
    if (flow.GetNPackets() >= m_parameters.flowLimit)
    {
        ++m_nFlowsPlimit;
        return nullptr;
    }
    return &flow;
}

void
FqScheduler::Enqueue(FqFlow& flow, FqPacket packet, const Clock& clock)
{
    if (flow.IsDetached())
    {
        if (flow.WasIdle(m_parameters.refillDelay, clock.jiffies))
        {
            flow.Refill(m_parameters.quantum);
        }
        m_table.Attach(flow);
        m_lists.AddNew(flow);
    }
    flow.Add(std::move(packet));
    ++m_nPackets;
}

std::optional<FqScheduler::Departure>
FqScheduler::Dequeue(const Clock& clock)
{
    if (m_nPackets == 0)
    {
        // Flows that are empty by now keep their places until there is a packet again.
        return std::nullopt;
    }
    if (m_internal.GetNPackets() > 0)
    {
        --m_nPackets;
        return Departure{m_internal.Pop(), false};
    }
    m_lists.Unthrottle(clock.now);
    while (FqFlow* flow = m_lists.GetFirst())
    {
        if (flow->GetCredit() <= 0)
        {
            flow->SetCredit(flow->GetCredit() + static_cast<int32_t>(m_parameters.quantum));
            m_lists.RemoveFirst();
            m_lists.AddOld(*flow);
            continue;
        }
        const FqPacket* next = flow->Peek();
        if (!next)
        {
            // A new flow passes the old ones once, or a trickle of them would starve those.
            if (m_lists.RemoveFirst() && m_lists.HasOld())
            {
                m_lists.AddOld(*flow);
            }
            else
            {
                m_table.Detach(*flow, clock.jiffies);
            }
            continue;
        }
        const int64_t time = std::max(next->timeToSend, flow->GetTimeNextPacket());
        if (clock.now < time)
        {
            m_lists.RemoveFirst();
            flow->SetTimeNextPacket(time);
            m_lists.Throttle(*flow);
            continue;
        }
        const bool late = clock.now - time > m_parameters.ceThreshold;
        m_nCeMarked += late ? 1 : 0;
        Departure departure{flow->Pop(), late};
        --m_nPackets;
        flow->SetCredit(flow->GetCredit() - static_cast<int32_t>(departure.packet.length));
        if (m_parameters.pacing)
        {
            Pace(*flow, departure.packet, clock.now);
        }
        return departure;
    }
    return std::nullopt;
}

void
FqScheduler::Pace(FqFlow& flow, const FqPacket& packet, int64_t now)
{
    uint64_t rate = m_parameters.maxRate;
    uint64_t bytes = packet.length;
    // Who gives departure times paces itself; only maxrate is enforced then.
    if (!packet.skb || packet.skb->GetDepartureTime() == 0)
    {
        if (packet.skb && packet.skb->GetOwner())
        {
            rate = std::min(rate, packet.skb->GetOwner()->GetPacing().GetRate());
        }
        if (rate <= m_parameters.lowRateThreshold)
        {
            flow.SetCredit(0);
        }
        else
        {
            // A burst of a quantum is cheaper than a timer for each packet.
            bytes = std::max<uint64_t>(bytes, m_parameters.quantum);
            if (flow.GetCredit() > 0)
            {
                return;
            }
        }
    }
    if (rate == SocketPacing::UNLIMITED)
    {
        return;
    }
    int64_t delay = GetDelay(bytes, rate);
    if (flow.GetTimeNextPacket() != 0)
    {
        // It is late by what the timer and other flows have taken: that counts as sent, half at
        // most.
        delay -= std::min(delay / 2, now - flow.GetTimeNextPacket());
    }
    flow.SetTimeNextPacket(now + delay);
}

int64_t
FqScheduler::GetDelay(uint64_t bytes, uint64_t rate)
{
    const uint64_t delay = rate > 0 ? bytes * SECOND / rate : bytes * SECOND;
    if (delay > SECOND)
    {
        ++m_nTooLong; // the rate may be higher before that is over
        return SECOND;
    }
    return static_cast<int64_t>(delay);
}

void
FqScheduler::Clear()
{
    m_internal = FqFlow();
    m_lists.Clear();
    m_table.Clear();
    m_nPackets = 0;
}

FqStats
FqScheduler::GetStats(int64_t now) const
{
    FqStats stats;
    stats.flows = m_table.GetNFlows();
    stats.inactive = m_table.GetNInactive();
    stats.throttledFlows = m_lists.GetNThrottled();
    if (m_lists.GetTimeNextDelayed() != FqFlowLists::NEVER)
    {
        stats.nextPacketDelay = m_lists.GetTimeNextDelayed() + m_parameters.timerSlack - now;
    }
    stats.gc = m_table.GetNCollected();
    stats.highprio = m_nHighprio;
    stats.throttled = m_lists.GetNThrottledEver();
    stats.latency = m_lists.GetUnthrottleLatency();
    stats.ceMark = m_nCeMarked;
    stats.flowsPlimit = m_nFlowsPlimit;
    stats.pktsTooLong = m_nTooLong;
    return stats;
}

} // namespace ns3
