/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/tcp-output.h"

#include <algorithm>

namespace ns3
{

TcpOutput::TcpOutput(const Ptr<SocketWriteMemory>& wmem)
    : m_wmem(wmem)
{
}

TcpOutput::Verdict
TcpOutput::Decide(const View& view, int64_t now)
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

bool
TcpOutput::ShouldDefer(const View& view, int64_t now) const
{
    const uint32_t head = std::min(view.unsent, sizing.GetSizeGoal(view.mss));
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
    situation.congestionWindow = view.cwnd > view.inFlight ? view.cwnd - view.inFlight : 0;
    const SequenceNumber32 windowEnd = view.unacknowledged + view.rwnd;
    situation.sendWindow = windowEnd > view.next ? windowEnd - view.next : 0;
    situation.window = std::min(view.rwnd, view.cwnd);
    situation.goal = GetMaxSegments(view.mss) * view.mss;
    situation.head = head;
    situation.headIsTail = view.unsent <= head;
    return deferral.ShouldDefer(situation);
}

bool
TcpOutput::IsThrottled(const View& view)
{
    if (smallQueue.GetPolicy() == TSQ_OFF)
    {
        return false;
    }
    const uint32_t window = std::min(view.cwnd, view.rwnd);
    const uint32_t allowed =
        std::max(window > view.inFlight ? window - view.inFlight : 0, view.mss);
    uint32_t payload = view.mss;
    if (!view.retransmission)
    {
        payload = std::min(
            {view.unsent, allowed - allowed % view.mss, GetMaxSegments(view.mss) * view.mss});
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
    m_usage.NotifyThrottled(view.unacknowledged, view.next, view.inFlight);
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
TcpOutput::NotifySent(SequenceNumber32 begin, SequenceNumber32 end, uint32_t segments, int64_t now)
{
    m_retransmitQueue.Push(begin, end, now);
    m_pacer.NotifySent(end - begin,
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
