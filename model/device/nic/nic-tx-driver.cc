/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/nic-tx-driver.h"

#include "ns3/ethernet-wire-clock.h"
#include "ns3/log.h"
#include "ns3/nic-channel.h"
#include "ns3/nic-net-device.h"
#include "ns3/simulator.h"

#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("NicTxDriver");

NicTxDriver::NicTxDriver(NicNetDevice& device, NicTraceSources& traces, NicStats& stats)
    : m_device(device),
      m_traces(traces),
      m_stats(stats),
      m_queues([this](NicTxQueue& queue, std::size_t nNew) { DoorbellRung(queue, nNew); }),
      m_transmitter(device, *this)
{
}

void
NicTxDriver::Post(NicTxQueue& queue, NicTxRing::Entry&& entry, bool more)
{
    const bool backlog = m_transmitter.IsBusy() || !queue.GetRing().IsEmpty();
    if (m_traces.m_macTx.IsEmpty())
    {
        queue.Post(std::move(entry), backlog);
    }
    else
    {
        // Who sees it may change anything: the frames are held here, not on the ring.
        const auto frame = entry.frame;
        const auto rest = entry.rest;
        queue.Post(std::move(entry), backlog);
        m_traces.m_macTx(frame);
        for (const auto& next : rest)
        {
            m_traces.m_macTx(next);
        }
    }
    queue.Kick(more);
}

void
NicTxDriver::Refuse(NicTxQueue& queue, const NicTxRing::Entry& entry)
{
    const bool linkUp = m_device.IsLinkUp();
    NS_LOG_LOGIC("drop " << entry.frame << (linkUp ? "" : ", the link is down"));
    m_stats.txDropped += entry.GetNFrames();
    for (uint32_t i = 0; i < entry.GetNFrames(); ++i)
    {
        m_traces.m_macTxDrop(entry.GetFrame(i));
    }
    if (!linkUp)
    {
        // There will be no completion that lets the queue disc go on, should it end its turn here.
        queue.ScheduleQueueDisc();
    }
}

void
NicTxDriver::DoorbellRung(NicTxQueue& queue, std::size_t nNew)
{
    m_traces.m_txDoorbell(static_cast<uint32_t>(queue.GetIndex()), static_cast<uint32_t>(nNew));
    StartTransmission();
}

void
NicTxDriver::StartTransmission()
{
    if (m_transmitter.IsBusy())
    {
        return;
    }
    const Ptr<NicChannel>& channel = m_device.GetNicChannel();
    const bool shared = channel && channel->IsHalfDuplex();
    if (shared && channel->GetBusyTime().IsStrictlyPositive())
    {
        AwaitMedium();
        return;
    }
    if (NicTxQueue* queue = m_queues.TakeTurn())
    {
        m_transmitter.Send(*queue, channel, m_device.GetDataRate());
        if (shared)
        {
            channel->Occupy(m_transmitter.GetTimeLeft());
        }
    }
}

void
NicTxDriver::AwaitMedium()
{
    m_mediumFree.Cancel();
    m_mediumFree = Simulator::Schedule(m_device.GetNicChannel()->GetBusyTime(),
                                       &NicTxDriver::StartTransmission,
                                       this);
}

bool
NicTxDriver::IsWatchingWire() const
{
    return !(m_traces.m_sniffer.IsEmpty() && m_traces.m_promiscSniffer.IsEmpty() &&
             m_traces.m_phyTxBegin.IsEmpty() && m_traces.m_phyTxEnd.IsEmpty());
}

void
NicTxDriver::WireBegin(const Ptr<const Packet>& frame)
{
    m_traces.m_sniffer(frame);
    m_traces.m_promiscSniffer(frame);
    m_traces.m_phyTxBegin(frame);
}

void
NicTxDriver::WireEnd(const Ptr<const Packet>& frame)
{
    m_traces.m_phyTxEnd(frame);
}

void
NicTxDriver::EntrySent(NicTxQueue& queue)
{
    NS_LOG_FUNCTION(this);
    const auto& entry = queue.GetRing().MarkSent();
    CountSent(queue, entry.GetNFrames(), entry.bytes);
    TraceTimestamp(entry);
    if (!m_traces.m_phyTxEnd.IsEmpty() && queue.GetRing().GetNSent() > 0)
    {
        // Who sees it may cut the cable, and that empties the ring.
        const Ptr<const Packet> last = entry.GetFrame(entry.GetNFrames() - 1);
        m_traces.m_phyTxEnd(last);
    }
    if (m_device.IsLinkUp() && m_device.GetNicChannel()->IsHalfDuplex())
    {
        AwaitMedium(); // behind the other end, if that waits already
    }
    else
    {
        StartTransmission();
    }
    const std::size_t nUnreported = queue.GetRing().GetNSent();
    if (nUnreported == 0)
    {
        return;
    }
    if (queue.GetCoalescing().IsOff())
    {
        CleanTx(queue);
        return;
    }
    queue.GetCoalescer().NotifySent(queue.GetCoalescing(), nUnreported, [this, &queue] {
        CleanTx(queue);
    });
    queue.ContinueQueueDisc();
}

void
NicTxDriver::TraceTimestamp(const NicTxRing::Entry& entry) const
{
    if (entry.skb && (entry.skb->GetTxFlags() & Skb::TX_TIMESTAMP) != 0)
    {
        const Time preamble =
            m_device.GetDataRate().CalculateBytesTxTime(EthernetWireClock::PREAMBLE_BYTES);
        const Ptr<const Packet> frame = entry.frame;
        m_traces.m_txTimestamp(frame, m_transmitter.GetBegin() + preamble);
    }
}

void
NicTxDriver::CleanTx(NicTxQueue& queue)
{
    auto& ring = queue.GetRing();
    queue.CountInterrupt();
    m_traces.m_txInterrupt(static_cast<uint32_t>(queue.GetIndex()),
                           static_cast<uint32_t>(ring.GetNSent()));
    // Releasing an Skb may wake a writer, and crediting the queue runs the queue disc, in ns-3
    // before 3.38 from a new event, later right here.
    uint32_t bytes = 0;
    while (ring.GetNSent() > 0)
    {
        bytes += ring.Complete().bytes;
    }
    queue.Credit(bytes);
}

void
NicTxDriver::SetCoalescing(const TxCoalescing& coalescing)
{
    m_queues.SetCoalescing(coalescing);
    for (std::size_t i = 0; i < m_queues.GetN(); ++i)
    {
        SetCoalescing(m_queues.Get(i), coalescing);
    }
}

void
NicTxDriver::SetCoalescing(NicTxQueue& queue, const TxCoalescing& coalescing)
{
    queue.SetCoalescing(coalescing);
    if (coalescing.IsOff() && queue.GetRing().GetNSent() > 0)
    {
        queue.GetCoalescer().Cancel();
        CleanTx(queue);
    }
}

void
NicTxDriver::CountSent(NicTxQueue& queue, uint32_t packets, uint32_t bytes)
{
    m_stats.txPackets += packets;
    m_stats.txBytes += bytes;
    queue.CountSent(packets, bytes);
}

uint32_t
NicTxDriver::Abort()
{
    NS_LOG_FUNCTION(this);
    m_mediumFree.Cancel();
    const auto progress = m_transmitter.Abort();
    for (std::size_t i = 0; i < m_queues.GetN(); ++i)
    {
        NicTxQueue& queue = m_queues.Get(i);
        auto& ring = queue.GetRing();
        queue.GetCoalescer().Cancel();
        uint32_t bytes = 0;
        while (!ring.IsEmpty())
        {
            const bool sent = ring.GetNSent() > 0;
            const bool started = ring.GetNStarted() > 0;
            const auto entry = ring.Flush();
            bytes += entry.bytes;
            if (!sent)
            {
                LoseEntry(queue, entry, started ? progress : NicTransmitter::Progress());
            }
        }
        queue.CreditLost(bytes);
    }
    return progress.nNotSent;
}

void
NicTxDriver::LoseEntry(NicTxQueue& queue,
                       const NicTxRing::Entry& entry,
                       const NicTransmitter::Progress& progress)
{
    uint32_t sentBytes = 0;
    for (uint32_t i = 0; i < progress.nSent; ++i)
    {
        sentBytes += entry.GetFrame(i)->GetSize();
    }
    CountSent(queue, progress.nSent, sentBytes);
    m_stats.txCarrierErrors += entry.GetNFrames() - progress.nSent;
    for (uint32_t i = progress.nEnded; i < entry.GetNFrames(); ++i)
    {
        if (i < progress.nSent)
        {
            m_traces.m_phyTxEnd(entry.GetFrame(i));
        }
        else if (i == progress.nSent && progress.halfSent)
        {
            m_traces.m_phyTxDrop(entry.GetFrame(i));
        }
        else
        {
            m_traces.m_macTxDrop(entry.GetFrame(i));
        }
    }
}

void
NicTxDriver::Dispose()
{
    m_mediumFree.Cancel();
    m_transmitter.Dispose();
    for (std::size_t i = 0; i < m_queues.GetN(); ++i)
    {
        m_queues.Get(i).Dispose();
    }
}

} // namespace ns3
