/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/bond-arp-load-balance.h"

namespace ns3
{

BondArpLoadBalance::BondArpLoadBalance(BondContext& bond, const BondArpProbes& probes)
    : m_bond(bond),
      m_probes(probes),
      m_times(bond)
{
}

void
BondArpLoadBalance::Tick()
{
    std::vector<Ptr<BondSlave>> changed;
    for (const auto& slave : m_bond.GetSlaveList().GetAll())
    {
        // Judged before it probes: the probe of this tick is no excuse.
        if (slave->IsLinkUp() != (Judge(*slave) == BondLink::UP))
        {
            changed.push_back(slave);
        }
        if (slave->HasCarrier())
        {
            m_probes.Send(*slave);
        }
    }
    if (!changed.empty())
    {
        Commit(changed);
    }
}

BondLink
BondArpLoadBalance::Judge(const BondSlave& slave) const
{
    const uint32_t intervals = slave.IsLinkUp() ? m_bond.GetParams().arpMissedMax : 1;
    return m_times.IsWithin(slave.GetLastTx(), intervals) &&
                   m_times.IsWithin(slave.GetLastRx(), intervals)
               ? BondLink::UP
               : BondLink::DOWN;
}

void
BondArpLoadBalance::Commit(const std::vector<Ptr<BondSlave>>& changed)
{
    const Ptr<BondSlave> active = m_bond.GetSlaveList().GetActive();
    bool reselect = false;
    for (const auto& slave : changed)
    {
        if (slave->IsLinkUp())
        {
            slave->SetLink(BondLink::DOWN);
            slave->CountLinkFailure();
            m_bond.Log("(slave " + slave->GetName() + "): interface is now down");
            reselect = reselect || slave == active;
        }
        else
        {
            slave->SetLink(BondLink::UP);
            m_bond.Log("(slave " + slave->GetName() +
                       "): " + (active ? "interface is now up" : "link status definitely up"));
            reselect = reselect || !active;
        }
    }
    for (const auto& slave : m_bond.GetSlaveList().GetAll())
    {
        if (slave->GetLink() == BondLink::UP)
        {
            slave->SetState(BondSlave::ACTIVE);
        }
        else if (slave->GetLink() == BondLink::DOWN)
        {
            slave->SetState(BondSlave::BACKUP);
        }
    }
    for (const auto& slave : changed)
    {
        m_bond.SlaveLinkChanged(*slave);
    }
    if (m_bond.GetParams().mode == BondModeId::BALANCE_XOR)
    {
        m_bond.UpdateSlaveArray();
    }
    if (reselect)
    {
        m_bond.SelectActiveSlave();
    }
}

} // namespace ns3
