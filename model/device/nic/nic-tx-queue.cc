/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/nic-tx-queue.h"

#include "ns3/simulator.h"

#include <utility>

namespace ns3
{

NicTxQueue::NicTxQueue(std::size_t ringSize)
    : m_ring(ringSize)
{
}

void
NicTxQueue::SetDeviceQueue(const Ptr<NetDeviceQueue>& deviceQueue)
{
    m_deviceQueue = deviceQueue;
}

void
NicTxQueue::Post(NicTxRing::Descriptor&& descriptor, bool backlog)
{
    const uint32_t bytes = descriptor.bytes;
    m_ring.Push(std::move(descriptor));
    m_hadBacklog = m_hadBacklog || backlog;
    if (m_deviceQueue)
    {
        m_deviceQueue->NotifyQueuedBytes(bytes);
        if (m_ring.MustStop())
        {
            m_deviceQueue->Stop();
        }
    }
}

void
NicTxQueue::Credit(uint32_t bytes)
{
    if (!m_deviceQueue)
    {
        return;
    }
    m_deviceQueue->NotifyTransmittedBytes(bytes);
    if (m_ring.MayWake())
    {
        m_deviceQueue->Wake();
    }
    ContinueQueueDisc();
}

void
NicTxQueue::ContinueQueueDisc()
{
    if (m_deviceQueue && m_ring.GetNSent() == m_ring.GetNUsed() &&
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
    if (m_deviceQueue)
    {
        m_deviceQueue->NotifyTransmittedBytes(bytes);
    }
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
    if (!m_ring.MustStop())
    {
        m_deviceQueue->Stop();
        m_deviceQueue->Wake();
    }
}

void
NicTxQueue::Dispose()
{
    m_queueDiscRun.Cancel();
    m_coalescer.Cancel();
    while (!m_ring.IsEmpty())
    {
        m_ring.Flush();
    }
    m_deviceQueue = nullptr;
}

} // namespace ns3
