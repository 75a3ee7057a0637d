/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/bond-slave-list.h"

#include <algorithm>
#include <iterator>

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
    if (m_primary == slave)
    {
        m_primary = nullptr;
    }
}

void
BondSlaveList::Clear()
{
    m_slaves.clear();
    m_active = nullptr;
    m_primary = nullptr;
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

Ptr<BondSlave>
BondSlaveList::FindByName(const std::string& name) const
{
    for (const auto& slave : m_slaves)
    {
        if (slave->GetName() == name)
        {
            return slave;
        }
    }
    return nullptr;
}

BondSlaveList::Container
BondSlaveList::GetTransmitting() const
{
    Container usable;
    std::copy_if(m_slaves.begin(),
                 m_slaves.end(),
                 std::back_inserter(usable),
                 [](const auto& slave) { return slave->CanTransmit(); });
    return usable;
}

bool
BondSlaveList::HasLink() const
{
    return std::any_of(m_slaves.begin(), m_slaves.end(), [](const auto& slave) {
        return slave->IsLinkUp();
    });
}

} // namespace ns3
