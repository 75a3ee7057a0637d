/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/lacp-churn-machine.h"

#include "ns3/lacp-port-variables.h"

namespace ns3
{

const char*
GetLacpChurnName(LacpChurnState state)
{
    switch (state)
    {
    case LacpChurnState::MONITOR:
        return "monitoring";
    case LacpChurnState::CHURN:
        return "churned";
    case LacpChurnState::NONE:
        return "none";
    }
    return "unknown";
}

void
LacpChurnMachine::Side::Run(bool inSync)
{
    if (timer == 0 || --timer > 0 || state != LacpChurnState::MONITOR)
    {
        return;
    }
    if (inSync)
    {
        state = LacpChurnState::NONE;
    }
    else
    {
        state = LacpChurnState::CHURN;
        ++count;
    }
}

void
LacpChurnMachine::Run(LacpPortVariables& port)
{
    if (port.churnBegins)
    {
        port.churnBegins = false;
        for (Side* side : {&m_actor, &m_partner})
        {
            side->state = LacpChurnState::MONITOR;
            side->timer = LacpTicks::CHURN_DETECTION;
        }
        return;
    }
    m_actor.Run(port.actor.Has(LacpState::SYNCHRONIZATION));
    m_partner.Run(port.partner.Has(LacpState::SYNCHRONIZATION));
}

} // namespace ns3
