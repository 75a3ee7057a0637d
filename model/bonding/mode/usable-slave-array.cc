/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/usable-slave-array.h"

#include <algorithm>
#include <utility>

namespace ns3
{

void
UsableSlaveArray::Rebuild(std::vector<Ptr<BondSlave>> usable)
{
    m_usable = std::move(usable);
}

void
UsableSlaveArray::Skip(const BondSlave& slave)
{
    const auto found = std::find_if(m_usable.begin(), m_usable.end(), [&slave](const auto& usable) {
        return PeekPointer(usable) == &slave;
    });
    if (found != m_usable.end())
    {
        *found = m_usable.back();
        m_usable.pop_back();
    }
}

const Ptr<BondSlave>&
UsableSlaveArray::Choose(uint32_t hash) const
{
    return m_usable.empty() ? m_none : m_usable[hash % m_usable.size()];
}

} // namespace ns3
