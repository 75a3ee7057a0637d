/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/active-slave-selection.h"

#include <sstream>
#include <utility>

namespace ns3
{

ActiveSlaveSelection::ActiveSlaveSelection(BondContext& bond,
                                           FailOverMacPolicy& addresses,
                                           BondPeerNotifier& notifier,
                                           BondGroupRejoiner& rejoiner,
                                           ChangedCallback changed)
    : m_bond(bond),
      m_addresses(addresses),
      m_notifier(notifier),
      m_rejoiner(rejoiner),
      m_changed(std::move(changed))
{
}

Ptr<BondSlave>
ActiveSlaveSelection::FindBest() const
{
    if (const Ptr<BondSlave> chosen = ChoosePrimaryOrCurrent())
    {
        return chosen;
    }
    // Nobody is up: take the slave that is nearest to the end of its updelay.
    Ptr<BondSlave> best;
    uint32_t leastDelay = m_bond.GetParams().updelay;
    for (const auto& slave : m_bond.GetSlaveList().GetAll())
    {
        if (slave->IsLinkUp())
        {
            return slave;
        }
        if (slave->GetLink() == BondLink::BACK && slave->HasCarrier() &&
            slave->GetDelay() < leastDelay)
        {
            leastDelay = slave->GetDelay();
            best = slave;
        }
    }
    return best;
}

void
ActiveSlaveSelection::Select()
{
    BondSlaveList& slaves = m_bond.GetSlaveList();
    const Ptr<BondSlave> best = FindBest();
    if (slaves.GetPrimary() && slaves.GetPrimary()->IsLinkUp())
    {
        slaves.ClearPrimaryForced(); // it has had its effect in FindBest()
    }
    if (best == slaves.GetActive())
    {
        return;
    }
    Change(best);
    const bool hadCarrier = m_bond.HasCarrier();
    m_bond.UpdateCarrier();
    // bond_3ad_set_carrier() claims a change whenever there are slaves.
    const bool always = m_bond.GetParams().mode == BondModeId::IEEE_8023AD && slaves.GetN() > 0;
    if (always || m_bond.HasCarrier() != hadCarrier)
    {
        m_bond.Log(m_bond.HasCarrier() ? "active interface up!"
                                       : "now running without any active interface!");
    }
}

void
ActiveSlaveSelection::Change(const Ptr<BondSlave>& now)
{
    BondSlaveList& slaves = m_bond.GetSlaveList();
    const Ptr<BondSlave> before = slaves.GetActive();
    if (before == now)
    {
        return;
    }
    if (now)
    {
        Promote(*now);
    }
    slaves.SetActive(now);
    m_changed(before, now);

    const BondParams& params = m_bond.GetParams();
    if (params.UsesPrimary())
    {
        SetFlags(before, now);
    }
    if (params.mode == BondModeId::ACTIVE_BACKUP && now)
    {
        m_addresses.ActiveSlaveChanged(before, now);
        m_notifier.Start();
    }
    if (m_bond.IsUp() && ((params.UsesPrimary() && now) || params.mode == BondModeId::BALANCE_RR))
    {
        m_rejoiner.Start();
    }
}

Ptr<BondSlave>
ActiveSlaveSelection::ChoosePrimaryOrCurrent() const
{
    const BondSlaveList& slaves = m_bond.GetSlaveList();
    const Ptr<BondSlave>& current = slaves.GetActive();
    const bool currentWorks = current && current->IsLinkUp();

    Ptr<BondSlave> candidate = slaves.GetPrimary();
    if (candidate && candidate->IsLinkUp())
    {
        if (slaves.IsPrimaryForced())
        {
            return candidate;
        }
    }
    else
    {
        // Without a working primary slave, the one with the highest prio stands in for it.
        candidate = FindHighestPriority();
        if (!candidate || candidate == current)
        {
            return currentWorks ? current : nullptr;
        }
    }
    return !currentWorks || Reselects(*candidate, *current) ? candidate : current;
}

Ptr<BondSlave>
ActiveSlaveSelection::FindHighestPriority() const
{
    Ptr<BondSlave> highest;
    for (const auto& slave : m_bond.GetSlaveList().GetAll())
    {
        if (slave->IsLinkUp() && (!highest || slave->GetPriority() > highest->GetPriority()))
        {
            highest = slave;
        }
    }
    return highest;
}

bool
ActiveSlaveSelection::Reselects(const BondSlave& candidate, const BondSlave& current) const
{
    switch (m_bond.GetParams().primaryReselect)
    {
    case PrimaryReselect::ALWAYS:
        return true;
    case PrimaryReselect::BETTER:
        return candidate.GetSpeed() > current.GetSpeed() ||
               (candidate.GetSpeed() == current.GetSpeed() && candidate.IsFullDuplex() &&
                !current.IsFullDuplex());
    case PrimaryReselect::FAILURE:
        return false;
    }
    return false;
}

void
ActiveSlaveSelection::Promote(BondSlave& slave)
{
    const BondParams& params = m_bond.GetParams();
    std::ostringstream text;
    text << "(slave " << slave.GetName() << "): making interface the new active one";
    slave.SetLastLinkUp(m_bond.GetJiffies());
    const bool early = slave.GetLink() == BondLink::BACK;
    if (early)
    {
        text << " " << (params.updelay - slave.GetDelay()) * params.miimon << " ms earlier";
        slave.SetDelay(0);
        slave.SetLink(BondLink::UP);
        // balance-xor is not told here, so its array stays as it is until the next event
        if (params.mode != BondModeId::BALANCE_XOR)
        {
            m_bond.SlaveLinkChanged(slave);
        }
    }
    if (params.UsesPrimary())
    {
        m_bond.Log(text.str());
    }
}

void
ActiveSlaveSelection::SetFlags(const Ptr<BondSlave>& before, const Ptr<BondSlave>& now)
{
    if (before)
    {
        before->SetInactiveFlags(m_bond.GetParams());
    }
    if (now)
    {
        now->SetActiveFlags();
    }
}

} // namespace ns3
