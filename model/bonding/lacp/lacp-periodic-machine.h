/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_LACP_PERIODIC_MACHINE_H
#define LINUX_TX_LACP_PERIODIC_MACHINE_H

#include <cstdint>

namespace ns3
{

struct LacpPortVariables;

/**
 * @ingroup linux-tx
 * @brief The periodic transmission machine of a port (ad_periodic_machine): asks for a LACPDU every
 *        second or every 30 seconds, as the partner's timeout demands.
 */
class LacpPeriodicMachine
{
  public:
    /// States of IEEE 802.1AX 6.4.13.
    enum class State : uint8_t
    {
        NO_PERIODIC,
        FAST_PERIODIC,
        SLOW_PERIODIC,
        PERIODIC_TX,
    };

    /**
     * @brief One tick.
     * @param port the port's variables
     */
    void Run(LacpPortVariables& port);

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
     * @return the next state
     */
    State GetNext(const LacpPortVariables& port);

    State m_state{State::NO_PERIODIC}; //!< the state
    uint32_t m_timer{0};               //!< periodic_timer: ticks left; 0 does not run
};

} // namespace ns3

#endif /* LINUX_TX_LACP_PERIODIC_MACHINE_H */
