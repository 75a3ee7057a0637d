/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/lacp-aggregator.h"

#include "ns3/lacp-port.h"

#include <algorithm>
#include <utility>

namespace ns3
{

LacpAggregator::LacpAggregator(uint16_t id)
    : m_id(id)
{
}

uint32_t
LacpAggregator::GetNEnabledPorts() const
{
    return static_cast<uint32_t>(
        std::count_if(m_ports.begin(), m_ports.end(), [](const LacpPort* port) {
            return port->GetVariables().portEnabled;
        }));
}

bool
LacpAggregator::HasCarrier() const
{
    return std::any_of(m_ports.begin(), m_ports.end(), [](const LacpPort* port) {
        return port->GetSlave().HasCarrier();
    });
}

uint64_t
LacpAggregator::GetBandwidth() const
{
    const uint32_t enabled = GetNEnabledPorts();
    return enabled == 0 ? 0 : uint64_t{enabled} * m_ports.front()->GetKeySpeed();
}

bool
LacpAggregator::Suits(const LacpPort& port) const
{
    const LacpPortParams& partner = port.GetVariables().partner;
    return m_hasPartner && !m_individual && m_actorKey == port.GetVariables().actor.key &&
           m_partnerSystem == partner.system && m_partnerPriority == partner.systemPriority &&
           m_partnerKey == partner.key;
}

void
LacpAggregator::AttachFirst(LacpPort& port)
{
    const LacpPortVariables& variables = port.GetVariables();
    m_individual = !port.IsFullDuplex();
    m_actorKey = variables.actor.key;
    m_partnerSystem = variables.partner.system;
    m_partnerPriority = variables.partner.systemPriority;
    m_partnerKey = variables.partner.key;
    m_hasPartner = variables.partner.HasSystem();
    m_ports.assign(1, &port);
}

void
LacpAggregator::Attach(LacpPort& port)
{
    m_ports.insert(m_ports.begin(), &port);
}

bool
LacpAggregator::Detach(const LacpPort& port)
{
    const auto it = std::find(m_ports.begin(), m_ports.end(), &port);
    if (it == m_ports.end())
    {
        return false;
    }
    m_ports.erase(it);
    return true;
}

void
LacpAggregator::TakeOver(LacpAggregator& other)
{
    const uint16_t id = m_id;
    *this = other;
    m_id = id;
    for (LacpPort* port : m_ports)
    {
        port->SetAggregator(this);
    }
    other.Clear();
}

void
LacpAggregator::Clear()
{
    *this = LacpAggregator(m_id);
}

void
LacpAggregator::UpdateReady()
{
    const bool ready = std::all_of(m_ports.begin(), m_ports.end(), [](const LacpPort* port) {
        return port->GetVariables().readyN;
    });
    for (LacpPort* port : m_ports)
    {
        port->GetVariables().ready = ready;
    }
}

} // namespace ns3
