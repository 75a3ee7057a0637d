/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/lacp-receive-machine.h"

#include "ns3/lacp-port-variables.h"

namespace ns3
{

namespace
{

/// Bit of the key that says full duplex (AD_DUPLEX_KEY_MASKS).
constexpr uint16_t KEY_DUPLEX = 1;

/**
 * @brief recordDefault: fall back on what is assumed of a partner.
 * @param port the port's variables
 */
void
RecordDefault(LacpPortVariables& port)
{
    port.partner = port.partnerAdmin;
    port.actor.Set(LacpState::DEFAULTED, true);
}

/**
 * @brief update_Selected and update_Default_Selected: another partner needs another aggregator.
 * @param port the port's variables
 * @param partner who the partner is now
 */
void
UpdateSelected(LacpPortVariables& port, const LacpPortParams& partner)
{
    if (!partner.IsSamePort(port.partner))
    {
        port.selected = false;
    }
}

/**
 * @brief update_NTT: answer a partner that knows this port wrongly.
 * @param port the port's variables
 * @param seen this port as the partner knows it
 */
void
UpdateNtt(LacpPortVariables& port, const LacpPortParams& seen)
{
    constexpr uint8_t compared =
        LacpState::ACTIVITY | LacpState::TIMEOUT | LacpState::SYNCHRONIZATION;
    if (!seen.IsSamePort(port.actor) || ((seen.state ^ port.actor.state) & compared) != 0)
    {
        port.ntt = true;
    }
}

/**
 * @brief recordPDU and choose_matched: remember what the partner says of itself. It counts as in
 *        sync only if it also knows this port rightly.
 * @param port the port's variables
 * @param pdu what the partner sent
 */
void
RecordPdu(LacpPortVariables& port, const Lacpdu& pdu)
{
    port.matched = pdu.partner.IsSamePort(port.actor) || !pdu.actor.Has(LacpState::AGGREGATION);
    port.partner = pdu.actor;
    port.partner.Set(LacpState::SYNCHRONIZATION,
                     port.matched && pdu.actor.Has(LacpState::SYNCHRONIZATION));
    port.actor.Set(LacpState::DEFAULTED, false);
}

} // namespace

LacpReceiveMachine::State
LacpReceiveMachine::GetNext(LacpPortVariables& port, bool hasPdu)
{
    if (port.begin)
    {
        port.churnBegins = true;
        return State::INITIALIZE;
    }
    if (!port.portEnabled)
    {
        return State::PORT_DISABLED;
    }
    const bool listens =
        m_state == State::EXPIRED || m_state == State::DEFAULTED || m_state == State::CURRENT;
    if (hasPdu && listens)
    {
        port.churnBegins |= m_state != State::CURRENT;
        m_timer = 0;
        return State::CURRENT;
    }
    // A LACPDU that finds the port not listening still counts as a tick, as in the kernel.
    if (m_timer > 0 && --m_timer == 0)
    {
        switch (m_state)
        {
        case State::EXPIRED:
            return State::DEFAULTED;
        case State::CURRENT:
            return State::EXPIRED;
        default:
            return m_state;
        }
    }
    if (m_state == State::PORT_DISABLED)
    {
        return port.lacpEnabled ? State::EXPIRED : State::LACP_DISABLED;
    }
    return m_state;
}

LacpReceiveMachine::Result
LacpReceiveMachine::Run(LacpPortVariables& port, const Lacpdu* pdu)
{
    const State last = m_state;
    m_state = GetNext(port, pdu != nullptr);
    if (m_state == last && !pdu && !port.begin)
    {
        return Result::DONE;
    }
    return Enter(port, pdu);
}

LacpReceiveMachine::Result
LacpReceiveMachine::Enter(LacpPortVariables& port, const Lacpdu* pdu)
{
    switch (m_state)
    {
    case State::INITIALIZE:
        port.lacpEnabled = (port.actor.key & KEY_DUPLEX) != 0;
        port.selected = false;
        RecordDefault(port);
        port.actor.Set(LacpState::EXPIRED, false);
        m_state = State::PORT_DISABLED;
        [[fallthrough]];
    case State::PORT_DISABLED:
        port.matched = false;
        port.partner.Set(LacpState::SYNCHRONIZATION, false);
        break;
    case State::LACP_DISABLED:
        port.selected = false;
        RecordDefault(port);
        port.partner.Set(LacpState::AGGREGATION, false);
        port.matched = true;
        port.actor.Set(LacpState::EXPIRED, false);
        break;
    case State::EXPIRED:
        // Out of sync stops the port's traffic although its link is up; the short timeout asks the
        // partner to hurry.
        port.matched = false;
        port.partner.Set(LacpState::SYNCHRONIZATION, false);
        port.partner.Set(LacpState::TIMEOUT, true);
        m_timer = LacpTicks::SHORT_TIMEOUT;
        port.actor.Set(LacpState::EXPIRED, true);
        port.churnBegins = true;
        break;
    case State::DEFAULTED:
        UpdateSelected(port, port.partnerAdmin);
        RecordDefault(port);
        port.matched = true;
        port.actor.Set(LacpState::EXPIRED, false);
        break;
    case State::CURRENT:
        if (pdu->actor.system == port.actor.system)
        {
            return Result::LOOPBACK;
        }
        UpdateSelected(port, pdu->actor);
        UpdateNtt(port, pdu->partner);
        RecordPdu(port, *pdu);
        m_timer =
            port.actor.Has(LacpState::TIMEOUT) ? LacpTicks::SHORT_TIMEOUT : LacpTicks::LONG_TIMEOUT;
        port.actor.Set(LacpState::EXPIRED, false);
        break;
    }
    return Result::DONE;
}

const char*
LacpReceiveMachine::GetName(State state)
{
    switch (state)
    {
    case State::INITIALIZE:
        return "INITIALIZE";
    case State::PORT_DISABLED:
        return "PORT_DISABLED";
    case State::LACP_DISABLED:
        return "LACP_DISABLED";
    case State::EXPIRED:
        return "EXPIRED";
    case State::DEFAULTED:
        return "DEFAULTED";
    case State::CURRENT:
        return "CURRENT";
    }
    return "unknown";
}

} // namespace ns3
