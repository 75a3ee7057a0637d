/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_LACP_PORT_VARIABLES_H
#define LINUX_TX_LACP_PORT_VARIABLES_H

#include "ns3/lacpdu.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief Timers of the LACP machines, counted in their ticks of nominally 100 ms
 *        (__ad_timer_to_ticks).
 */
struct LacpTicks
{
    static constexpr uint32_t PER_SECOND = 10;                   //!< AD_TIMER_INTERVAL is 100 ms
    static constexpr uint32_t FAST_PERIODIC = 1 * PER_SECOND;    //!< between LACPDUs, short timeout
    static constexpr uint32_t SLOW_PERIODIC = 30 * PER_SECOND;   //!< between LACPDUs, long timeout
    static constexpr uint32_t SHORT_TIMEOUT = 3 * FAST_PERIODIC; //!< silence of a partner
    static constexpr uint32_t LONG_TIMEOUT = 3 * SLOW_PERIODIC;  //!< silence of a partner
    static constexpr uint32_t CHURN_DETECTION = 60 * PER_SECOND; //!< until out of sync is churn
    static constexpr uint32_t AGGREGATE_WAIT = 2 * PER_SECOND;   //!< wait for more ports
    static constexpr uint32_t BETWEEN_TRANSMITS = PER_SECOND / 3;    //!< three LACPDUs a second
    static constexpr uint32_t AGGREGATOR_SELECTION = 8 * PER_SECOND; //!< after the first slave
};

/**
 * @ingroup linux-tx
 * @brief What the machines of one port share (IEEE 802.1AX 6.4.7; struct port and its sm_vars).
 *
 * Each machine reads what it needs and writes what the standard lets it; nobody else keeps protocol
 * state. Not a machine's own state or timer.
 */
struct LacpPortVariables
{
    LacpPortParams actor;        //!< what the port says of itself (actor_oper_*)
    LacpPortParams partner;      //!< what is known of the other end (partner_oper)
    LacpPortParams partnerAdmin; //!< what is assumed of it before it is heard (partner_admin)

    bool begin{true};        //!< BEGIN: the port was (re)initialised; cleared by the end of a tick
    bool lacpEnabled{true};  //!< LACP_Enabled: a full-duplex link
    bool portEnabled{true};  //!< port_enabled: the link monitor says that the link is up
    bool selected{false};    //!< Selected: the port has the right aggregator
    bool matched{false};     //!< the partner's idea of this port is right
    bool readyN{false};      //!< Ready_N: the port need not wait any longer
    bool ready{false};       //!< Ready: no port of the aggregator need wait
    bool ntt{false};         //!< NTT: a LACPDU is to be sent
    bool churnBegins{false}; //!< the churn machines are to start anew (AD_PORT_CHURNED)
};

} // namespace ns3

#endif /* LINUX_TX_LACP_PORT_VARIABLES_H */
