/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/usable-slave-array.h"

#include <algorithm>
#include <iterator>

namespace ns3
{

void
UsableSlaveArray::Rebuild(const BondSlaveList& slaves)
{
    m_usable.clear();
    std::copy_if(slaves.GetAll().begin(),
                 slaves.GetAll().end(),
                 std::back_inserter(m_usable),
                 [](const auto& slave) { return slave->CanTransmit(); });
}

Ptr<BondSlave>
UsableSlaveArray::Choose(uint32_t hash) const
{
    if (m_usable.empty())
    {
        return nullptr;
    }
    return m_usable[hash % m_usable.size()];
}

} // namespace ns3
