/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/fq-flow-table.h"

#include "ns3/fq-parameters.h"

#include <algorithm>
#include <utility>

namespace ns3
{

namespace
{

constexpr std::size_t GC_MAX = 8; //!< FQ_GC_MAX, flows that one look-up removes at most

} // namespace

FqFlowTable::FqFlowTable(const FqParameters& parameters)
    : m_parameters(parameters),
      m_buckets(parameters.buckets)
{
}

FqFlowTable::Found
FqFlowTable::Get(const FqFlowKey& key, int64_t jiffies)
{
    auto found = m_flows.find(key);
    Entry* entry = found == m_flows.end() ? nullptr : found->second.get();
    if (m_flows.size() >= 2 * m_buckets.size() && m_nInactive > m_flows.size() / 2)
    {
        Collect(GetBucket(entry ? entry->number : m_nCreated), entry, jiffies);
    }
    if (entry)
    {
        return {entry->flow, false};
    }
    auto made = std::make_unique<Entry>(
        Entry{FqFlow(static_cast<int32_t>(m_parameters.initialQuantum)), m_nCreated++, key});
    entry = made.get();
    entry->flow.Detach(jiffies);
    ++m_nInactive;
    GetBucket(entry->number).push_back(entry);
    m_flows.emplace(key, std::move(made));
    return {entry->flow, true};
}

void
FqFlowTable::Attach(FqFlow& flow)
{
    flow.Attach();
    --m_nInactive;
}

void
FqFlowTable::Detach(FqFlow& flow, int64_t jiffies)
{
    flow.Detach(jiffies);
    ++m_nInactive;
}

void
FqFlowTable::Collect(std::vector<Entry*>& bucket, const Entry* keep, int64_t jiffies)
{
    std::size_t nCollected = 0;
    for (Entry*& entry : bucket)
    {
        if (nCollected == GC_MAX)
        {
            break;
        }
        if (entry != keep && entry->flow.WasIdle(m_parameters.collectAge, jiffies))
        {
            const FqFlowKey key = entry->key;
            m_flows.erase(key);
            entry = nullptr;
            ++nCollected;
        }
    }
    bucket.erase(std::remove(bucket.begin(), bucket.end(), nullptr), bucket.end());
    m_nInactive -= nCollected;
    m_nCollected += nCollected;
}

void
FqFlowTable::Resize(int64_t jiffies)
{
    std::vector<std::vector<Entry*>> old(m_parameters.buckets);
    old.swap(m_buckets);
    for (const auto& bucket : old)
    {
        for (Entry* entry : bucket)
        {
            if (entry->flow.WasIdle(m_parameters.collectAge, jiffies))
            {
                const FqFlowKey key = entry->key;
                m_flows.erase(key);
                --m_nInactive;
                ++m_nCollected;
            }
            else
            {
                GetBucket(entry->number).push_back(entry);
            }
        }
    }
}

void
FqFlowTable::Clear()
{
    m_flows.clear();
    m_buckets.assign(m_buckets.size(), {});
    m_nInactive = 0;
}

} // namespace ns3
