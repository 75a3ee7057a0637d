/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_LACP_CHURN_MACHINE_H
#define LINUX_TX_LACP_CHURN_MACHINE_H

#include <cstdint>

namespace ns3
{

struct LacpPortVariables;

/// Does a port fail to get into sync? The numbers are Linux's (churn_state_t).
enum class LacpChurnState : uint8_t
{
    MONITOR = 0, //!< not known yet
    CHURN = 1,   //!< it did not within the churn detection time
    NONE = 2,    //!< it did
};

/**
 * @ingroup linux-tx
 * @brief The name of a churn state in reports (bond_3ad_churn_desc).
 * @param state the state
 * @return "monitoring", "churned" or "none"
 */
const char* GetLacpChurnName(LacpChurnState state);

/**
 * @ingroup linux-tx
 * @brief The actor and partner churn machines of a port (ad_churn_machine).
 *
 * Linux looks at synchronization once, when the detection time is over, and not again until the
 * receive machine starts it anew.
 */
class LacpChurnMachine
{
  public:
    /**
     * @brief One tick.
     * @param port the port's variables
     */
    void Run(LacpPortVariables& port);

    /**
     * @brief The actor's machine (sm_churn_actor_state).
     * @return its state
     */
    LacpChurnState GetActorState() const
    {
        return m_actor.state;
    }

    /**
     * @brief The partner's machine (sm_churn_partner_state).
     * @return its state
     */
    LacpChurnState GetPartnerState() const
    {
        return m_partner.state;
    }

    /**
     * @brief How often the actor churned (churn_actor_count).
     * @return number of times
     */
    uint32_t GetActorCount() const
    {
        return m_actor.count;
    }

    /**
     * @brief How often the partner churned (churn_partner_count).
     * @return number of times
     */
    uint32_t GetPartnerCount() const
    {
        return m_partner.count;
    }

  private:
    /// One of the two machines.
    struct Side
    {
        LacpChurnState state{LacpChurnState::MONITOR}; //!< state
        uint32_t timer{0};                             //!< ticks left; 0 does not run
        uint32_t count{0};                             //!< times in CHURN

        /**
         * @brief One tick.
         * @param inSync is the side's port in sync?
         */
        void Run(bool inSync);
    };

    Side m_actor;   //!< actor churn
    Side m_partner; //!< partner churn
};

} // namespace ns3

#endif /* LINUX_TX_LACP_CHURN_MACHINE_H */
