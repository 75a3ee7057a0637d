/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/bond-arp-times.h"

#include <algorithm>

namespace ns3
{

BondArpTimes::BondArpTimes(BondContext& bond)
    : m_bond(bond)
{
}

int64_t
BondArpTimes::GetInterval() const
{
    return m_bond.GetClock().FromMilliseconds(m_bond.GetParams().arpInterval);
}

bool
BondArpTimes::IsWithin(int64_t last, uint32_t intervals) const
{
    const int64_t interval = GetInterval();
    const int64_t age = m_bond.GetJiffies() - last;
    return age >= -interval && age <= intervals * interval + interval / 2;
}

int64_t
BondArpTimes::GetLastRx(const BondSlave& slave) const
{
    const BondParams& params = m_bond.GetParams();
    if (!params.arpAllTargets)
    {
        return slave.GetLastRx();
    }
    int64_t oldest = slave.GetTargetLastRx(0);
    for (std::size_t target = 1; target < params.arpTargets.size(); ++target)
    {
        oldest = std::min(oldest, slave.GetTargetLastRx(target));
    }
    return oldest;
}

} // namespace ns3
