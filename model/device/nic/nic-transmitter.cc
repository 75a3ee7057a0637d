/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/nic-transmitter.h"

#include "ns3/log.h"
#include "ns3/nic-net-device.h"
#include "ns3/simulator.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("NicTransmitter");

NicTransmitter::NicTransmitter(NicNetDevice& device, Listener& listener)
    : m_device(device),
      m_listener(listener)
{
}

EthernetWireClock::Slot
NicTransmitter::Walk::Pass(const Packet& frame)
{
    const auto slot = clock.Occupy(next, rate, frame.GetSize());
    next = slot.next;
    return slot;
}

Time
NicTransmitter::GetTimeLeft() const
{
    return Simulator::GetDelayLeft(m_completion);
}

void
NicTransmitter::Send(NicTxQueue& queue, const Ptr<NicChannel>& channel, DataRate rate)
{
    const auto& entry = queue.GetRing().StartNext();
    const Time now = Simulator::Now();
    NS_LOG_LOGIC("send " << entry.frame << " and " << entry.rest.size() << " more");
    m_queue = &queue;
    m_nBegun = 1;
    m_start.clock = m_clock;
    m_start.next = now;
    m_start.rate = rate;
    if (entry.rest.empty())
    {
        const auto slot = m_clock.Occupy(now, rate, entry.frame->GetSize());
        m_completion = Simulator::Schedule(slot.next - now, &NicTransmitter::Complete, this);
        channel->TransmitStart(entry.frame, &m_device, slot.lastBit - now);
    }
    else
    {
        SendTrain(entry, *channel);
    }
    // Last, because who is told may cut the cable.
    m_listener.WireBegin(entry.frame);
}

void
NicTransmitter::SendTrain(const NicTxRing::Entry& train, NicChannel& channel)
{
    const Time now = m_start.next;
    Walk walk = m_start;
    for (uint32_t i = 0; i < train.GetNFrames(); ++i)
    {
        const auto& frame = train.GetFrame(i);
        channel.TransmitStart(frame, &m_device, walk.Pass(*frame).lastBit - now);
        if (i == 0 && m_listener.IsWatchingWire())
        {
            m_watch = walk;
            m_boundary = Simulator::Schedule(walk.next - now, &NicTransmitter::PassBoundary, this);
        }
    }
    m_clock = walk.clock;
    m_completion = Simulator::Schedule(walk.next - now, &NicTransmitter::Complete, this);
}

void
NicTransmitter::PassBoundary()
{
    const auto& entry = m_queue->GetRing().GetLastStarted();
    const Ptr<const Packet> ended = entry.GetFrame(m_nBegun - 1);
    const Ptr<const Packet> begun = entry.GetFrame(m_nBegun);
    ++m_nBegun;
    m_watch.Pass(*begun);
    if (m_nBegun < entry.GetNFrames())
    {
        m_boundary = Simulator::Schedule(m_watch.next - Simulator::Now(),
                                         &NicTransmitter::PassBoundary,
                                         this);
    }
    m_listener.WireEnd(ended);
    m_listener.WireBegin(begun);
}

void
NicTransmitter::Complete()
{
    NicTxQueue& queue = *m_queue;
    m_queue = nullptr;
    m_listener.EntrySent(queue);
}

NicTransmitter::Progress
NicTransmitter::Abort()
{
    Progress progress;
    m_clock = EthernetWireClock();
    if (!m_queue)
    {
        return progress;
    }
    m_boundary.Cancel();
    m_completion.Cancel();
    const auto& entry = m_queue->GetRing().GetLastStarted();
    m_queue = nullptr;
    progress.nEnded = m_nBegun - 1;
    Walk walk = m_start;
    for (; progress.nSent < entry.GetNFrames(); ++progress.nSent)
    {
        const Time begin = walk.next;
        const Time lastBit = walk.Pass(*entry.GetFrame(progress.nSent)).lastBit;
        if (lastBit > Simulator::Now())
        {
            progress.nNotSent = entry.GetNFrames() - progress.nSent;
            progress.halfSent = progress.nSent < m_nBegun || begin < Simulator::Now();
            break;
        }
    }
    return progress;
}

void
NicTransmitter::Dispose()
{
    m_boundary.Cancel();
    m_completion.Cancel();
    m_queue = nullptr;
}

} // namespace ns3
