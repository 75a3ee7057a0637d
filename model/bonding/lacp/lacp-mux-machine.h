/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_LACP_MUX_MACHINE_H
#define LINUX_TX_LACP_MUX_MACHINE_H

#include <cstdint>

namespace ns3
{

class LacpPort;

/**
 * @ingroup linux-tx
 * @brief The mux machine of a port (ad_mux_machine): attaches it to its aggregator and lets it
 *        collect and distribute, in one step (coupled control).
 */
class LacpMuxMachine
{
  public:
    /// States of IEEE 802.1AX 6.4.15.
    enum class State : uint8_t
    {
        DETACHED,
        WAITING,
        ATTACHED,
        COLLECTING_DISTRIBUTING,
    };

    /**
     * @brief One tick.
     * @param port the port; has an aggregator
     * @param selectionPending does the bond wait before it chooses an aggregator
     *        (agg_select_timer)?
     * @return true if the bond's array of usable slaves has become stale
     */
    bool Run(LacpPort& port, bool selectionPending);

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
     * @param port the port
     * @param selectionPending agg_select_timer runs
     * @return the next state
     */
    State GetNext(LacpPort& port, bool selectionPending);

    /**
     * @brief What is done on entry to m_state.
     * @param port the port
     * @return true if the array of usable slaves has become stale
     */
    bool Enter(LacpPort& port);

    State m_state{State::DETACHED}; //!< the state
    bool m_begun{false};            //!< has run: the first run enters DETACHED
    uint32_t m_timer{0};            //!< wait_while_timer: ticks left; 0 does not run
};

} // namespace ns3

#endif /* LINUX_TX_LACP_MUX_MACHINE_H */
