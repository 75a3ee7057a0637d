/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/bond-arp-active-backup.h"

#include "ns3/bond-peer-notifier.h"

#include <algorithm>

namespace ns3
{

BondArpActiveBackup::BondArpActiveBackup(BondContext& bond,
                                         const BondArpProbes& probes,
                                         BondPeerNotifier& notifier)
    : m_bond(bond),
      m_probes(probes),
      m_notifier(notifier),
      m_times(bond)
{
}

void
BondArpActiveBackup::Tick()
{
    // Asked first: a failover of this very tick has sent its own notification already.
    const bool notify = m_notifier.ShouldNotify();
    const Verdicts verdicts = Inspect();
    if (!verdicts.empty())
    {
        Commit(verdicts);
    }
    Probe();
    if (notify)
    {
        m_notifier.CountDown();
        m_notifier.Notify();
    }
}

const Ptr<BondSlave>&
BondArpActiveBackup::GetProbingSlave() const
{
    return m_probing;
}

void
BondArpActiveBackup::ForgetProbingSlave()
{
    m_probing = nullptr;
}

BondArpActiveBackup::Verdicts
BondArpActiveBackup::Inspect() const
{
    Verdicts verdicts;
    for (const auto& slave : m_bond.GetSlaveList().GetAll())
    {
        if (const auto verdict = Judge(*slave))
        {
            verdicts.emplace_back(slave, *verdict);
        }
    }
    return verdicts;
}

std::optional<BondLink>
BondArpActiveBackup::Judge(const BondSlave& slave) const
{
    const int64_t lastRx = m_times.GetLastRx(slave);
    if (!slave.IsLinkUp())
    {
        if (m_times.IsWithin(lastRx, 1))
        {
            return BondLink::UP;
        }
        return slave.GetLink() == BondLink::BACK ? std::optional(BondLink::FAIL) : std::nullopt;
    }
    // A slave that was enslaved or made active just now has had no chance to hear anything.
    if (m_times.IsWithin(slave.GetLastLinkUp(), 2))
    {
        return std::nullopt;
    }
    const uint32_t missedMax = m_bond.GetParams().arpMissedMax;
    bool isDown;
    if (slave.GetState() == BondSlave::ACTIVE)
    {
        isDown =
            !m_times.IsWithin(slave.GetLastTx(), missedMax) || !m_times.IsWithin(lastRx, missedMax);
    }
    else
    {
        // While the others take turns to probe, each keeps its chance.
        isDown = !m_probing && !m_times.IsWithin(lastRx, missedMax + 1);
    }
    return isDown ? std::optional(BondLink::DOWN) : std::nullopt;
}

void
BondArpActiveBackup::Commit(const Verdicts& verdicts)
{
    bool reselect = false;
    for (const auto& [slave, verdict] : verdicts)
    {
        switch (verdict)
        {
        case BondLink::UP:
            reselect = BringUp(slave) || reselect;
            break;
        case BondLink::DOWN:
            reselect = TakeDown(slave) || reselect;
            break;
        case BondLink::FAIL:
            EndTurn(slave);
            break;
        case BondLink::BACK:
            break; // given by Probe() only
        }
    }
    if (reselect)
    {
        m_bond.SelectActiveSlave();
    }
    m_bond.UpdateCarrier();
}

bool
BondArpActiveBackup::BringUp(const Ptr<BondSlave>& slave)
{
    const BondSlaveList& slaves = m_bond.GetSlaveList();
    const Ptr<BondSlave> active = slaves.GetActive();
    if (slave == active)
    {
        return false;
    }
    slave->SetLink(BondLink::UP);
    if (m_probing)
    {
        m_probing->SetInactiveFlags(m_bond.GetParams());
        m_probing = nullptr;
    }
    m_bond.Log("(slave " + slave->GetName() + "): link status definitely up");
    m_bond.SlaveLinkChanged(*slave);
    return !active || slave == slaves.GetPrimary() || slave->GetPriority() > active->GetPriority();
}

bool
BondArpActiveBackup::TakeDown(const Ptr<BondSlave>& slave)
{
    slave->CountLinkFailure();
    slave->SetLink(BondLink::DOWN);
    slave->SetInactiveFlags(m_bond.GetParams());
    m_bond.Log("(slave " + slave->GetName() + "): link status definitely down, disabling slave");
    m_bond.SlaveLinkChanged(*slave);
    if (slave != m_bond.GetSlaveList().GetActive())
    {
        return false;
    }
    m_probing = nullptr;
    return true;
}

void
BondArpActiveBackup::EndTurn(const Ptr<BondSlave>& slave)
{
    slave->SetLink(BondLink::FAIL);
    slave->SetInactiveFlags(m_bond.GetParams());
    if (m_bond.GetSlaveList().GetActive())
    {
        m_probing = nullptr; // a slave was enslaved meanwhile and became the active one
    }
}

void
BondArpActiveBackup::Probe()
{
    if (const Ptr<BondSlave> active = m_bond.GetSlaveList().GetActive())
    {
        m_probes.Send(*active);
        return;
    }
    const Ptr<BondSlave> next = FindNextProbing();
    TakeDownWithoutCarrier();
    if (!next)
    {
        return;
    }
    next->SetLink(BondLink::BACK);
    next->SetActiveFlags();
    m_probes.Send(*next);
    next->SetLastLinkUp(m_bond.GetJiffies());
    m_probing = next;
}

Ptr<BondSlave>
BondArpActiveBackup::FindNextProbing() const
{
    const BondSlaveList::Container& slaves = m_bond.GetSlaveList().GetAll();
    if (slaves.empty())
    {
        return nullptr;
    }
    // Without a predecessor the first slave counts as having had its turn.
    const auto last = std::find(slaves.begin(), slaves.end(), m_probing);
    const std::size_t start = last == slaves.end() ? 0 : last - slaves.begin();
    for (std::size_t step = 1; step <= slaves.size(); ++step)
    {
        const Ptr<BondSlave>& slave = slaves[(start + step) % slaves.size()];
        if (slave->HasCarrier())
        {
            return slave;
        }
    }
    return nullptr;
}

void
BondArpActiveBackup::TakeDownWithoutCarrier()
{
    for (const auto& slave : m_bond.GetSlaveList().GetAll())
    {
        if (!slave->HasCarrier() && slave->IsLinkUp())
        {
            TakeDown(slave);
        }
    }
}

} // namespace ns3
