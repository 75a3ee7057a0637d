/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/bridge-fdb.h"

#include <algorithm>

namespace ns3
{

Time
BridgeFdb::GetDefaultAgeingTime()
{
    return Seconds(300);
}

Time
BridgeFdb::GetMinCleanupInterval()
{
    return MilliSeconds(10);
}

const char*
BridgeFdb::GetName(Change change)
{
    switch (change)
    {
    case Change::LEARNED:
        return "learned";
    case Change::MOVED:
        return "moved";
    case Change::AGED:
        return "aged";
    case Change::FLUSHED:
        return "flushed";
    }
    return "";
}

void
BridgeFdb::SetChangeCallback(ChangeCallback callback)
{
    m_changed = std::move(callback);
}

void
BridgeFdb::SetAgeingTime(const Time& time)
{
    m_ageingTime = time;
}

void
BridgeFdb::Update(const Mac48Address& source, Port port, const Time& now)
{
    if (m_ageingTime.IsZero())
    {
        return;
    }
    const auto [position, isNew] = m_entries.try_emplace(source);
    Entry& entry = position->second;
    if (isNew)
    {
        entry = {source, port, false, now};
        ++m_nLearned;
        Notify({entry}, Change::LEARNED);
        return;
    }
    if (entry.local)
    {
        return; // a loop, or somebody else has our address: Linux warns and learns nothing
    }
    entry.updated = now;
    if (entry.port != port)
    {
        entry.port = port;
        Notify({entry}, Change::MOVED);
    }
}

const BridgeFdb::Entry*
BridgeFdb::Find(const Mac48Address& address) const
{
    const auto position = m_entries.find(address);
    return position == m_entries.end() ? nullptr : &position->second;
}

void
BridgeFdb::SetLocalAddresses(const std::vector<std::pair<Port, Mac48Address>>& addresses)
{
    for (auto position = m_entries.begin(); position != m_entries.end();)
    {
        position = position->second.local ? m_entries.erase(position) : std::next(position);
    }
    std::vector<Entry> removed;
    for (const auto& [port, address] : addresses)
    {
        const auto position = m_entries.find(address);
        if (position != m_entries.end() && !position->second.local)
        {
            Remove(position, removed);
        }
        m_entries.try_emplace(address, Entry{address, port, true, Time()});
    }
    Notify(removed, Change::FLUSHED);
}

void
BridgeFdb::FlushPort(Port port)
{
    std::vector<Entry> removed;
    for (auto position = m_entries.begin(); position != m_entries.end();)
    {
        const Entry& entry = position->second;
        position =
            !entry.local && entry.port == port ? Remove(position, removed) : std::next(position);
    }
    Notify(removed, Change::FLUSHED);
}

std::optional<Time>
BridgeFdb::Age(const Time& now)
{
    std::optional<Time> next;
    std::vector<Entry> removed;
    for (auto position = m_entries.begin(); position != m_entries.end();)
    {
        const Entry& entry = position->second;
        const Time left = entry.updated + m_ageingTime - now;
        if (!entry.local && left <= Time())
        {
            position = Remove(position, removed);
            continue;
        }
        if (!entry.local)
        {
            next = std::min(next.value_or(left), left);
        }
        ++position;
    }
    Notify(removed, Change::AGED);
    return next ? std::max(*next, GetMinCleanupInterval()) : next;
}

std::vector<BridgeFdb::Entry>
BridgeFdb::GetEntries() const
{
    std::vector<Entry> entries;
    for (const auto& [address, entry] : m_entries)
    {
        entries.push_back(entry);
    }
    return entries;
}

BridgeFdb::Entries::iterator
BridgeFdb::Remove(Entries::iterator position, std::vector<Entry>& removed)
{
    removed.push_back(position->second);
    --m_nLearned;
    return m_entries.erase(position);
}

void
BridgeFdb::Notify(const std::vector<Entry>& entries, Change change) const
{
    for (const auto& entry : entries)
    {
        if (m_changed)
        {
            m_changed(entry, change);
        }
    }
}

} // namespace ns3
