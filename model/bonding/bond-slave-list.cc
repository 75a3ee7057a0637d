/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/bond-slave-list.h"

#include <algorithm>

namespace ns3
{

void
BondSlaveList::Add(const Ptr<BondSlave>& slave)
{
    m_slaves.push_back(slave);
}

void
BondSlaveList::Remove(const Ptr<BondSlave>& slave)
{
    m_slaves.erase(std::remove(m_slaves.begin(), m_slaves.end(), slave), m_slaves.end());
    if (m_active == slave)
    {
        m_active = nullptr;
    }
}

void
BondSlaveList::Clear()
{
    m_slaves.clear();
    m_active = nullptr;
}

Ptr<BondSlave>
BondSlaveList::Find(const Ptr<NetDevice>& device) const
{
    for (const auto& slave : m_slaves)
    {
        if (slave->GetDevice() == device)
        {
            return slave;
        }
    }
    return nullptr;
}

Ptr<BondSlave>
BondSlaveList::GetById(uint32_t id) const
{
    const std::size_t n = m_slaves.size();
    for (std::size_t step = 0; step < n; ++step)
    {
        const auto& slave = m_slaves[(id + step) % n];
        if (slave->CanTransmit())
        {
            return slave;
        }
    }
    return nullptr;
}

bool
BondSlaveList::SelectActive()
{
    if (m_active && m_active->IsLinkUp())
    {
        return false;
    }
    const auto up = std::find_if(m_slaves.begin(), m_slaves.end(), [](const auto& slave) {
        return slave->IsLinkUp();
    });
    const Ptr<BondSlave> best = up == m_slaves.end() ? nullptr : *up;
    const bool changed = best != m_active;
    m_active = best;
    return changed;
}

bool
BondSlaveList::HasLink() const
{
    return std::any_of(m_slaves.begin(), m_slaves.end(), [](const auto& slave) {
        return slave->IsLinkUp();
    });
}

} // namespace ns3
