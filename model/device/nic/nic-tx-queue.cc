/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/nic-tx-queue.h"

#include "ns3/simulator.h"

#include <utility>

namespace ns3
{

NicTxQueue::NicTxQueue(std::size_t index, std::size_t ringSize, DoorbellCallback doorbell)
    : m_index(index),
      m_ring(ringSize),
      m_doorbell(std::move(doorbell))
{
}

void
NicTxQueue::SetDeviceQueue(const Ptr<NetDeviceQueue>& deviceQueue)
{
    m_deviceQueue = deviceQueue;
}

void
NicTxQueue::Stop()
{
    if (!std::exchange(m_stopped, true))
    {
        ++m_stats.stops;
        m_deviceQueue->Stop();
    }
}

void
NicTxQueue::RefuseBusy()
{
    ++m_stats.busy;
    Stop();
}

void
NicTxQueue::Post(NicTxRing::Entry&& entry, bool backlog)
{
    const uint32_t bytes = entry.bytes;
    m_ring.Push(std::move(entry));
    m_inflight += bytes;
    m_hadBacklog = m_hadBacklog || backlog;
    if (m_deviceQueue)
    {
        m_deviceQueue->NotifyQueuedBytes(bytes);
        if (m_ring.MustStop())
        {
            Stop();
        }
    }
}

void
NicTxQueue::Kick(bool more)
{
    if (!more || !m_deviceQueue || m_deviceQueue->IsStopped())
    {
        m_lateDoorbell.Cancel();
        RingDoorbell();
    }
    else if (m_lateDoorbell.IsExpired())
    {
        // In Linux a queue disc has in its hand what it says is to come. One of ns-3 may have
        // promised a packet that it does not let go yet.
        m_lateDoorbell = Simulator::ScheduleNow(&NicTxQueue::RingDoorbell, this);
    }
}

void
NicTxQueue::RingDoorbell()
{
    if (const std::size_t nNew = m_ring.Publish())
    {
        ++m_stats.doorbells;
        m_doorbell(*this, nNew);
    }
}

void
NicTxQueue::Credit(uint32_t bytes)
{
    ReturnBytes(bytes);
    if (m_stopped && m_ring.MayWake())
    {
        m_stopped = false;
        ++m_stats.wakes;
        m_deviceQueue->Wake();
    }
    ContinueQueueDisc();
}

void
NicTxQueue::ReturnBytes(uint32_t bytes)
{
    m_inflight -= bytes;
    if (m_deviceQueue)
    {
        m_deviceQueue->NotifyTransmittedBytes(bytes);
    }
}

void
NicTxQueue::ContinueQueueDisc()
{
    if (m_deviceQueue && m_ring.GetNSent() == m_ring.GetNEntries() &&
        std::exchange(m_hadBacklog, false))
    {
        // QueueDisc::Run() ends its turn after a quota of packets without asking for another (Linux
        // would call netif_schedule). If it did, nobody but this driver can set it going again. It
        // does so when the wire is idle, without waiting for the interrupt: in Linux the queue disc
        // would have gone on long before.
        RunQueueDisc();
    }
}

void
NicTxQueue::CreditLost(uint32_t bytes)
{
    m_hadBacklog = false;
    m_stats.wakes += std::exchange(m_stopped, false) ? 1 : 0;
    ReturnBytes(bytes);
    ScheduleQueueDisc();
}

void
NicTxQueue::ScheduleQueueDisc()
{
    if (m_deviceQueue && m_queueDiscRun.IsExpired())
    {
        m_queueDiscRun = Simulator::ScheduleNow(&NicTxQueue::RunQueueDisc, this);
    }
}

void
NicTxQueue::RunQueueDisc()
{
    if (!m_stopped)
    {
        m_deviceQueue->Stop();
        m_deviceQueue->Wake();
    }
}

void
NicTxQueue::Dispose()
{
    m_queueDiscRun.Cancel();
    m_lateDoorbell.Cancel();
    m_coalescer.Cancel();
    while (!m_ring.IsEmpty())
    {
        m_ring.Flush();
    }
    m_deviceQueue = nullptr;
}

} // namespace ns3
