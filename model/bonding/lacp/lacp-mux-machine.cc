/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/lacp-mux-machine.h"

#include "ns3/lacp-aggregator.h"
#include "ns3/lacp-port.h"

namespace ns3
{

LacpMuxMachine::State
LacpMuxMachine::GetNext(LacpPort& port, bool selectionPending)
{
    LacpPortVariables& variables = port.GetVariables();
    LacpAggregator& aggregator = *port.GetAggregator();
    if (variables.begin)
    {
        return State::DETACHED;
    }
    const bool partnerInSync = variables.partner.Has(LacpState::SYNCHRONIZATION);
    switch (m_state)
    {
    case State::DETACHED:
        return variables.selected ? State::WAITING : State::DETACHED;
    case State::WAITING:
        if (!variables.selected)
        {
            variables.readyN = false;
            aggregator.UpdateReady();
            return State::DETACHED;
        }
        if (m_timer > 0 && --m_timer == 0)
        {
            variables.readyN = true;
        }
        aggregator.UpdateReady();
        return variables.ready && m_timer == 0 ? State::ATTACHED : State::WAITING;
    case State::ATTACHED:
        if (!variables.selected)
        {
            variables.readyN = false;
            aggregator.UpdateReady();
            return State::DETACHED;
        }
        if (partnerInSync && !selectionPending)
        {
            return aggregator.IsActive() ? State::COLLECTING_DISTRIBUTING : State::ATTACHED;
        }
        if (aggregator.IsActive())
        {
            variables.actor.Set(LacpState::SYNCHRONIZATION, true);
        }
        return State::ATTACHED;
    case State::COLLECTING_DISTRIBUTING:
        return variables.selected && partnerInSync &&
                       variables.actor.Has(LacpState::SYNCHRONIZATION)
                   ? State::COLLECTING_DISTRIBUTING
                   : State::ATTACHED;
    }
    return m_state;
}

bool
LacpMuxMachine::Run(LacpPort& port, bool selectionPending)
{
    const State last = m_state;
    m_state = GetNext(port, selectionPending);
    if (m_state != last || !m_begun)
    {
        m_begun = true;
        return Enter(port);
    }
    if (m_state == State::COLLECTING_DISTRIBUTING && port.GetAggregator()->IsActive() &&
        !port.IsEnabled())
    {
        // The link was away, or another aggregator was active for a while.
        port.Enable();
        return true;
    }
    return false;
}

bool
LacpMuxMachine::Enter(LacpPort& port)
{
    LacpPortVariables& variables = port.GetVariables();
    const LacpAggregator& aggregator = *port.GetAggregator();
    constexpr uint8_t traffic = LacpState::COLLECTING | LacpState::DISTRIBUTING;
    bool stale = false;
    switch (m_state)
    {
    case State::WAITING:
        m_timer = LacpTicks::AGGREGATE_WAIT;
        break;
    case State::DETACHED:
    case State::ATTACHED:
        variables.actor.Set(LacpState::SYNCHRONIZATION,
                            m_state == State::ATTACHED && aggregator.IsActive());
        variables.actor.Set(traffic, false);
        // A port whose aggregator has no partner sends without LACP.
        if (aggregator.HasPartner())
        {
            port.Disable();
            stale = true;
        }
        variables.ntt = true;
        break;
    case State::COLLECTING_DISTRIBUTING:
        variables.actor.Set(traffic | LacpState::SYNCHRONIZATION, true);
        if (aggregator.IsActive())
        {
            port.Enable();
            stale = true;
        }
        variables.ntt = true;
        break;
    }
    return stale;
}

const char*
LacpMuxMachine::GetName(State state)
{
    switch (state)
    {
    case State::DETACHED:
        return "DETACHED";
    case State::WAITING:
        return "WAITING";
    case State::ATTACHED:
        return "ATTACHED";
    case State::COLLECTING_DISTRIBUTING:
        return "COLLECTING_DISTRIBUTING";
    }
    return "unknown";
}

} // namespace ns3
