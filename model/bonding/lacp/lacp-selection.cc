/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/lacp-selection.h"

#include <algorithm>

namespace ns3
{

LacpSelection::LacpSelection(BondContext& bond)
    : m_bond(bond)
{
}

LacpPort&
LacpSelection::Add(BondSlave& slave)
{
    uint16_t number = 1;
    if (m_members.empty())
    {
        m_lastId = 0;
    }
    else
    {
        number = static_cast<uint16_t>(m_members.back()->port.GetActor().portNumber + 1);
    }
    ++m_lastId;
    m_members.push_back(
        std::unique_ptr<Member>(new Member{{m_bond, slave, number}, LacpAggregator(m_lastId)}));
    return m_members.back()->port;
}

LacpPort*
LacpSelection::FindPort(const BondSlave& slave) const
{
    for (const auto& member : m_members)
    {
        if (&member->port.GetSlave() == &slave)
        {
            return &member->port;
        }
    }
    return nullptr;
}

LacpAggregator*
LacpSelection::GetActive() const
{
    for (const auto& member : m_members)
    {
        if (member->aggregator.IsActive())
        {
            return &member->aggregator;
        }
    }
    return nullptr;
}

void
LacpSelection::Remove(const BondSlave& slave)
{
    const auto it = std::find_if(m_members.begin(), m_members.end(), [&slave](const auto& member) {
        return &member->port.GetSlave() == &slave;
    });
    if (it == m_members.end())
    {
        return;
    }
    LacpPort& port = (*it)->port;
    LacpAggregator& own = (*it)->aggregator;
    // Out of sync tells the partner at once not to send here any more.
    port.GetVariables().actor.Set(LacpState::SYNCHRONIZATION | LacpState::COLLECTING |
                                      LacpState::DISTRIBUTING | LacpState::AGGREGATION,
                                  false);
    port.SendLacpdu();

    const auto replaceActive = [this, &slave] {
        m_bond.Log("(slave " + slave.GetName() + "): Removing an active aggregator");
        SelectActive();
    };
    const auto isOnlyHere = [&port](const LacpAggregator& aggregator) {
        return aggregator.GetPorts().size() == 1 && aggregator.GetPorts().front() == &port;
    };
    if (isOnlyHere(own))
    {
        const bool wasActive = own.IsActive();
        own.Clear();
        if (wasActive)
        {
            replaceActive();
        }
    }
    else if (!own.GetPorts().empty())
    {
        // n ports in n aggregators: one of the others is empty or about to be.
        const auto next = std::find_if(m_members.begin(), m_members.end(), [&](const auto& member) {
            return member->aggregator.GetPorts().empty() || isOnlyHere(member->aggregator);
        });
        if (next != m_members.end())
        {
            LacpAggregator& heir = (*next)->aggregator;
            const bool heirWasActive = isOnlyHere(heir) && heir.IsActive();
            heir.TakeOver(own);
            if (heirWasActive)
            {
                replaceActive();
            }
        }
    }

    for (const auto& member : m_members)
    {
        LacpAggregator& aggregator = member->aggregator;
        if (aggregator.Detach(port) && aggregator.GetNEnabledPorts() == 0)
        {
            const bool wasActive = aggregator.IsActive();
            if (aggregator.GetPorts().empty())
            {
                aggregator.Clear();
            }
            if (wasActive)
            {
                replaceActive();
            }
        }
    }
    m_members.erase(it);
}

bool
LacpSelection::Reselect(LacpPort& port)
{
    if (LacpAggregator* former = port.GetAggregator())
    {
        former->Detach(port);
        if (former->GetPorts().empty())
        {
            former->Clear();
        }
    }
    Attach(port);
    port.GetVariables().selected = true;
    port.GetAggregator()->UpdateReady();
    const bool stale = SelectActive();
    if (!port.GetAggregator()->IsActive())
    {
        port.GetVariables().actor.Set(LacpState::SYNCHRONIZATION, false);
    }
    return stale;
}

void
LacpSelection::Attach(LacpPort& port)
{
    LacpAggregator* empty = nullptr;
    for (const auto& member : m_members)
    {
        LacpAggregator& aggregator = member->aggregator;
        if (aggregator.GetPorts().empty())
        {
            empty = empty ? empty : &aggregator;
        }
        else if (aggregator.Suits(port))
        {
            aggregator.Attach(port);
            port.SetAggregator(&aggregator);
            return;
        }
    }
    // There are as many aggregators as ports, and this port is in none.
    empty->AttachFirst(port);
    port.SetAggregator(empty);
}

LacpAggregator*
LacpSelection::GetBetter(LacpAggregator* best, LacpAggregator& current) const
{
    if (!best)
    {
        return &current;
    }
    if (current.IsIndividual() != best->IsIndividual())
    {
        return best->IsIndividual() ? &current : best;
    }
    if (current.HasPartner() != best->HasPartner())
    {
        return current.HasPartner() ? &current : best;
    }
    if (m_bond.GetParams().adSelect == AdSelect::COUNT)
    {
        const uint32_t currentPorts = current.GetNEnabledPorts();
        const uint32_t bestPorts = best->GetNEnabledPorts();
        if (currentPorts != bestPorts)
        {
            return currentPorts > bestPorts ? &current : best;
        }
    }
    return current.GetBandwidth() > best->GetBandwidth() ? &current : best;
}

bool
LacpSelection::IsKept(const LacpAggregator& active, const LacpAggregator& best)
{
    return active.GetNEnabledPorts() > 0 && (active.HasPartner() || !best.HasPartner()) &&
           (active.GetActorKey() != 0 || best.GetActorKey() == 0);
}

bool
LacpSelection::SelectActive()
{
    bool stale = false;
    LacpAggregator* const former = GetActive();
    LacpAggregator* best = former && former->HasCarrier() ? former : nullptr;
    for (const auto& member : m_members)
    {
        LacpAggregator& aggregator = member->aggregator;
        aggregator.SetActive(false);
        if (aggregator.GetNEnabledPorts() > 0 && aggregator.HasCarrier())
        {
            best = GetBetter(best, aggregator);
        }
    }
    if (best && former && m_bond.GetParams().adSelect == AdSelect::STABLE && IsKept(*former, *best))
    {
        best = former;
    }
    if (best)
    {
        best->SetActive(true);
    }
    if (best && best != former)
    {
        if (former)
        {
            for (LacpPort* port : former->GetPorts())
            {
                port->Disable();
            }
        }
        stale = true;
    }
    if (best && !best->HasPartner())
    {
        // Nobody speaks LACP there: send without it.
        for (LacpPort* port : best->GetPorts())
        {
            port->Enable();
        }
        stale = true;
    }
    m_bond.UpdateCarrier();
    return stale;
}

} // namespace ns3
