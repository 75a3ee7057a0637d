/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/tlb-client-table.h"

#include <limits>

namespace ns3
{

void
TlbClientTable::Reset()
{
    m_clients.fill(Client{});
    m_loads.clear();
}

Ptr<BondSlave>
TlbClientTable::Choose(uint8_t client, uint32_t bytes, const BondSlaveList& slaves)
{
    Client& entry = m_clients[client];
    if (!entry.slave)
    {
        entry.slave = FindLeastLoaded(slaves);
        if (!entry.slave)
        {
            return nullptr;
        }
        m_loads[PeekPointer(entry.slave)] += entry.history;
    }
    entry.bytes += bytes;
    return entry.slave;
}

void
TlbClientTable::Clear(const BondSlave& slave, Bytes bytes)
{
    for (Client& client : m_clients)
    {
        if (PeekPointer(client.slave) != &slave)
        {
            continue;
        }
        client.slave = nullptr;
        if (bytes == Bytes::BECOME_HISTORY)
        {
            // Never 0, so that a client that was silent lately weighs something, too.
            client.history = 1 + client.bytes / REBALANCE_INTERVAL;
            client.bytes = 0;
        }
    }
    m_loads.erase(&slave);
}

void
TlbClientTable::SetLoad(const BondSlave& slave, uint32_t load)
{
    m_loads[&slave] = load;
}

uint32_t
TlbClientTable::GetLoad(const BondSlave& slave) const
{
    const auto found = m_loads.find(&slave);
    return found == m_loads.end() ? 0 : found->second;
}

const Ptr<BondSlave>&
TlbClientTable::GetSlave(uint8_t client) const
{
    return m_clients[client].slave;
}

int64_t
TlbClientTable::ComputeGap(uint32_t speed, uint32_t load)
{
    return int64_t{static_cast<uint32_t>(speed << 20)} - int64_t{static_cast<uint32_t>(load << 3)};
}

Ptr<BondSlave>
TlbClientTable::FindLeastLoaded(const BondSlaveList& slaves) const
{
    Ptr<BondSlave> leastLoaded;
    int64_t largestGap = std::numeric_limits<int64_t>::min();
    for (const auto& slave : slaves.GetAll())
    {
        if (!slave->CanTransmit())
        {
            continue;
        }
        const int64_t gap = ComputeGap(slave->GetSpeed(), GetLoad(*slave));
        if (gap > largestGap)
        {
            leastLoaded = slave;
            largestGap = gap;
        }
    }
    return leastLoaded;
}

} // namespace ns3
