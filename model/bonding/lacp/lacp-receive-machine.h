/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_LACP_RECEIVE_MACHINE_H
#define LINUX_TX_LACP_RECEIVE_MACHINE_H

#include "ns3/lacpdu.h"

#include <cstdint>

namespace ns3
{

struct LacpPortVariables;

/**
 * @ingroup linux-tx
 * @brief The receive machine of a port (ad_rx_machine): what the port knows of its partner.
 *
 * It runs once a tick and for every LACPDU. A LACPDU that arrives while the port begins or is
 * disabled is lost, but lets the machine begin, as in Linux.
 */
class LacpReceiveMachine
{
  public:
    /// States of IEEE 802.1AX 6.4.12.
    enum class State : uint8_t
    {
        INITIALIZE,
        PORT_DISABLED,
        LACP_DISABLED,
        EXPIRED,
        DEFAULTED,
        CURRENT,
    };

    /// What became of a LACPDU.
    enum class Result : uint8_t
    {
        DONE,
        LOOPBACK, //!< it was this system's own
    };

    /**
     * @brief One tick, or a LACPDU has arrived.
     * @param port the port's variables
     * @param pdu the LACPDU, or null for a tick
     * @return LOOPBACK if the LACPDU is from this very system, and nothing was recorded
     */
    Result Run(LacpPortVariables& port, const Lacpdu* pdu);

    /**
     * @brief The state.
     * @return the state
     */
    State GetState() const
    {
        return m_state;
    }

    /**
     * @brief The name of a state, as in the standard.
     * @param state the state
     * @return the name
     */
    static const char* GetName(State state);

  private:
    /**
     * @brief Leave the state, or stay.
     * @param port the port's variables
     * @param hasPdu has a LACPDU arrived?
     * @return the next state
     */
    State GetNext(LacpPortVariables& port, bool hasPdu);

    /**
     * @brief What is done on entry to m_state, and in CURRENT for each LACPDU.
     * @param port the port's variables
     * @param pdu the LACPDU, or null
     * @return LOOPBACK if it was this system's own
     */
    Result Enter(LacpPortVariables& port, const Lacpdu* pdu);

    State m_state{State::INITIALIZE}; //!< the state
    uint32_t m_timer{0};              //!< current_while_timer: ticks left; 0 does not run
};

} // namespace ns3

#endif /* LINUX_TX_LACP_RECEIVE_MACHINE_H */
