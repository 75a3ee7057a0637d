/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/jiffy-timer-wheel.h"

#include "ns3/simulator.h"

#include <algorithm>
#include <utility>

namespace ns3
{

JiffyTimerWheel::~JiffyTimerWheel()
{
    for (Bucket& bucket : m_buckets)
    {
        bucket.event.Cancel();
    }
}

void
JiffyTimerWheel::Add(JiffyTimer& timer, Time at)
{
    auto bucket = std::find_if(m_buckets.begin(), m_buckets.end(), [at](const Bucket& candidate) {
        return candidate.at == at;
    });
    if (bucket == m_buckets.end())
    {
        const EventId event =
            Simulator::Schedule(at - Simulator::Now(), &JiffyTimerWheel::Run, this, at);
        m_buckets.push_back({at, nullptr, event});
        bucket = m_buckets.end() - 1;
    }
    timer.m_next = std::exchange(bucket->newest, &timer);
}

void
JiffyTimerWheel::Unlink(JiffyTimer*& list, const JiffyTimer& timer)
{
    JiffyTimer** link = &list;
    while (*link && *link != &timer)
    {
        link = &(*link)->m_next;
    }
    if (*link)
    {
        *link = timer.m_next;
    }
}

void
JiffyTimerWheel::Remove(JiffyTimer& timer)
{
    Unlink(m_expiring, timer);
    for (auto bucket = m_buckets.begin(); bucket != m_buckets.end();)
    {
        Unlink(bucket->newest, timer);
        if (!bucket->newest)
        {
            bucket->event.Cancel();
            bucket = m_buckets.erase(bucket);
        }
        else
        {
            ++bucket;
        }
    }
}

void
JiffyTimerWheel::Run(Time at)
{
    const auto bucket = std::find_if(m_buckets.begin(),
                                     m_buckets.end(),
                                     [at](const Bucket& candidate) { return candidate.at == at; });
    m_expiring = bucket->newest;
    m_buckets.erase(bucket);
    while (m_expiring)
    {
        JiffyTimer* timer = m_expiring;
        m_expiring = timer->m_next;
        timer->Expire();
    }
}

} // namespace ns3
