/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/tcp-output.h"

#include <algorithm>
#include <numeric>

namespace ns3
{

TcpOutput::TcpOutput(const Ptr<SocketWriteMemory>& wmem)
    : m_wmem(wmem)
{
}

TcpOutput::Verdict
TcpOutput::Decide(const View& view, int64_t now)
{
    m_maxWindow = std::max(m_maxWindow, view.rwnd);
    const Verdict verdict = Ask(view, now);
    const bool nothingLeft = view.unsent == 0 && !view.retransmission;
    if ((verdict != SEND || nothingLeft) && m_lastSent == now)
    {
        // A turn of tcp_write_xmit() ends in which something was sent; others tell nothing.
        m_usage.Validate(view.unacknowledged, view.next, false);
    }
    return verdict;
}

TcpOutput::Verdict
TcpOutput::Ask(const View& view, int64_t now)
{
    if (m_wmem->GetPacing().GetStatus() == SocketPacing::NEEDED && !m_pacer.IsDue(now))
    {
        return PACED;
    }
    if (!view.retransmission && view.unsent == 0)
    {
        return SEND; // there is nothing to send, as the socket will find
    }
    if (trains && !view.retransmission && ShouldDefer(view, now))
    {
        return DEFERRED;
    }
    if (!view.retransmission)
    {
        CutHead(view);
    }
    return IsThrottled(view) ? THROTTLED : SEND;
}

uint32_t
TcpOutput::GetMaxSegments(uint32_t mss) const
{
    return trains ? sizing.GetSegments(mss,
                                       m_wmem->GetPacing().GetRate(),
                                       pacingShift,
                                       m_rtt.GetMinRtt())
                  : 1;
}

uint32_t
TcpOutput::GetCongestionWindow(const View& view)
{
    return view.cwnd > view.inFlight ? view.cwnd - view.inFlight : 0;
}

uint32_t
TcpOutput::GetSendWindow(const View& view)
{
    const SequenceNumber32 end = view.unacknowledged + view.rwnd;
    return end > view.next ? end - view.next : 0;
}

uint32_t
TcpOutput::GetQuota(const View& view)
{
    const uint32_t quota =
        std::min({GetCongestionWindow(view), GetSendWindow(view), view.cwnd / 2});
    return std::max(quota - quota % view.mss, view.mss);
}

uint32_t
TcpOutput::GetHead(const View& view) const
{
    return std::min(view.unsent, m_parts.empty() ? GetSizeGoal(view.mss) : m_parts.front());
}

uint32_t
TcpOutput::GetNUnsentSkbs(const View& view) const
{
    const uint32_t goal = GetSizeGoal(view.mss);
    const uint32_t inParts = std::accumulate(m_parts.begin(), m_parts.end(), 0U);
    const uint32_t behind = view.unsent > inParts ? view.unsent - inParts : 0;
    return static_cast<uint32_t>(m_parts.size()) + (behind + goal - 1) / goal;
}

void
TcpOutput::CutHead(const View& view)
{
    const uint32_t head = GetHead(view);
    const uint32_t most = std::min(GetQuota(view), GetMaxSegments(view.mss) * view.mss);
    if (head <= most)
    {
        return;
    }
    if (m_parts.empty())
    {
        // What is left of the last skb is filled up again by what is written next.
        if (view.unsent > head)
        {
            m_parts.push_front(head - most);
        }
    }
    else
    {
        m_parts.front() -= most;
    }
    m_parts.push_front(most);
}

bool
TcpOutput::ShouldDefer(const View& view, int64_t now)
{
    const uint32_t head = GetHead(view);
    if (head <= view.mss)
    {
        return false; // a single segment is Nagle's business
    }
    TsoDeferral::Situation situation;
    situation.now = now;
    situation.lastSent = m_pacer.GetNextTime();
    if (m_retransmitQueue.GetNPackets() > 0)
    {
        situation.oldestSent = m_retransmitQueue.GetOldestTime();
    }
    situation.scaledSrtt = m_rtt.GetScaledSrtt();
    situation.recovering = view.recovering;
    situation.congestionWindow = GetCongestionWindow(view);
    situation.sendWindow = GetSendWindow(view);
    situation.window = std::min(view.rwnd, view.cwnd);
    situation.goal = GetMaxSegments(view.mss) * view.mss;
    situation.head = head;
    situation.headIsTail = view.unsent <= head;
    if (!deferral.ShouldDefer(situation))
    {
        return false;
    }
    if (situation.congestionWindow < situation.sendWindow && situation.congestionWindow <= head)
    {
        NotifyCwndLimited(view);
    }
    // What a window holds back waits; the rest of a flow that has a FIN behind it does not.
    return std::min(situation.congestionWindow, situation.sendWindow) <= head || !view.closing;
}

bool
TcpOutput::IsThrottled(const View& view)
{
    if (smallQueue.GetPolicy() == TSQ_OFF)
    {
        return false;
    }
    uint32_t payload = view.mss;
    if (!view.retransmission)
    {
        payload = GetHead(view);
    }
    TcpSmallQueueLimit::Packet packet;
    packet.truesize = overhead + payload;
    packet.mss = view.mss;
    packet.pacingRate = m_wmem->GetPacing().GetRate();
    packet.pacingShift = pacingShift;
    packet.pacingStatus = m_wmem->GetPacing().GetStatus();
    packet.retransmission = view.retransmission;
    const uint64_t limit = smallQueue.Get(packet);
    if (m_wmem->GetWmemAlloc() < limit ||
        (smallQueue.ExemptsEmptyRetransmitQueue() && m_retransmitQueue.GetNPackets() <= 1))
    {
        return false;
    }
    m_throttleLimit = limit;
    m_usage.NotifyThrottled(view.next);
    return true;
}

void
TcpOutput::UpdatePacingRate(const View& view,
                            uint32_t ssthresh,
                            uint32_t slowStartRatio,
                            uint32_t avoidanceRatio)
{
    const uint32_t scaledSrtt = m_rtt.GetScaledSrtt();
    if (scaledSrtt == 0)
    {
        return;
    }
    const uint32_t ratio = view.cwnd < ssthresh / 2 ? slowStartRatio : avoidanceRatio;
    constexpr uint64_t SCALED_US_PER_SECOND = 8'000'000;
    constexpr uint64_t PERCENT = 100;
    const uint64_t outstanding = view.next - view.unacknowledged;
    SetPacingRate(std::max<uint64_t>(view.cwnd, outstanding) * SCALED_US_PER_SECOND / PERCENT *
                  ratio / scaledSrtt);
}

void
TcpOutput::SetPacingRate(uint64_t bytesPerSecond)
{
    m_wmem->GetPacing().SetRate(std::min(bytesPerSecond, maxPacingRate));
}

void
TcpOutput::NotifySent(SequenceNumber32 begin, uint32_t payload, uint32_t segments, int64_t now)
{
    uint32_t left = payload;
    while (left > 0 && !m_parts.empty())
    {
        const uint32_t part = std::min(left, m_parts.front());
        left -= part;
        m_parts.front() -= part;
        if (m_parts.front() == 0)
        {
            m_parts.pop_front();
        }
    }
    m_lastSent = now;
    m_retransmitQueue.Push(begin, begin + payload, now);
    Pace(payload, segments);
}

void
TcpOutput::NotifySentAgain(SequenceNumber32 sequence, uint32_t payload)
{
    m_retransmitQueue.MarkRetransmitted(sequence);
    Pace(payload, 1);
}

void
TcpOutput::Pace(uint32_t payload, uint32_t segments)
{
    m_pacer.NotifySent(payload,
                       segments,
                       IsPaced() ? m_wmem->GetPacing().GetRate() : SocketPacing::UNLIMITED);
}

void
TcpOutput::NotifyAcknowledged(SequenceNumber32 acknowledged, int64_t now)
{
    if (const auto acked = m_retransmitQueue.Acknowledge(acknowledged))
    {
        m_rtt.Update(now, acked->oldest, acked->newest);
    }
}

} // namespace ns3
