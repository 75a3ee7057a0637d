/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/lacp-periodic-machine.h"

#include "ns3/lacp-port-variables.h"

namespace ns3
{

LacpPeriodicMachine::State
LacpPeriodicMachine::GetNext(const LacpPortVariables& port)
{
    const bool nobodyActive =
        !port.actor.Has(LacpState::ACTIVITY) && !port.partner.Has(LacpState::ACTIVITY);
    if (port.begin || !port.lacpEnabled || !port.portEnabled || nobodyActive)
    {
        return State::NO_PERIODIC;
    }
    const bool partnerWantsFast = port.partner.Has(LacpState::TIMEOUT);
    if (m_timer > 0)
    {
        if (--m_timer == 0)
        {
            return State::PERIODIC_TX;
        }
        if (m_state == State::FAST_PERIODIC && !partnerWantsFast)
        {
            return State::SLOW_PERIODIC;
        }
        if (m_state == State::SLOW_PERIODIC && partnerWantsFast)
        {
            m_timer = 0;
            return State::PERIODIC_TX;
        }
        return m_state;
    }
    switch (m_state)
    {
    case State::NO_PERIODIC:
        return State::FAST_PERIODIC;
    case State::PERIODIC_TX:
        return partnerWantsFast ? State::FAST_PERIODIC : State::SLOW_PERIODIC;
    default:
        return m_state;
    }
}

void
LacpPeriodicMachine::Run(LacpPortVariables& port)
{
    const State last = m_state;
    m_state = GetNext(port);
    if (m_state == last)
    {
        return;
    }
    switch (m_state)
    {
    case State::NO_PERIODIC:
        m_timer = 0;
        break;
    case State::FAST_PERIODIC:
        // One tick has gone by in PERIODIC_TX.
        m_timer = LacpTicks::FAST_PERIODIC - 1;
        break;
    case State::SLOW_PERIODIC:
        m_timer = LacpTicks::SLOW_PERIODIC - 1;
        break;
    case State::PERIODIC_TX:
        port.ntt = true;
        break;
    }
}

const char*
LacpPeriodicMachine::GetName(State state)
{
    switch (state)
    {
    case State::NO_PERIODIC:
        return "NO_PERIODIC";
    case State::FAST_PERIODIC:
        return "FAST_PERIODIC";
    case State::SLOW_PERIODIC:
        return "SLOW_PERIODIC";
    case State::PERIODIC_TX:
        return "PERIODIC_TX";
    }
    return "unknown";
}

} // namespace ns3
