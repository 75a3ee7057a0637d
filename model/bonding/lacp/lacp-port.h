/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_LACP_PORT_H
#define LINUX_TX_LACP_PORT_H

#include "ns3/bond-context.h"
#include "ns3/bond-slave.h"
#include "ns3/lacp-churn-machine.h"
#include "ns3/lacp-mux-machine.h"
#include "ns3/lacp-periodic-machine.h"
#include "ns3/lacp-port-variables.h"
#include "ns3/lacp-receive-machine.h"

#include <cstdint>

namespace ns3
{

class LacpAggregator;

/**
 * @ingroup linux-tx
 * @brief Slow Protocols frames of a port or bond (struct bond_3ad_stats).
 */
struct LacpCounters
{
    uint64_t lacpduTx{0};        //!< LACPDUs sent
    uint64_t lacpduRx{0};        //!< LACPDUs received
    uint64_t lacpduUnknownRx{0}; //!< frames of an unknown subtype
    uint64_t lacpduIllegalRx{0}; //!< frames cut short
    uint64_t markerTx{0};        //!< marker questions sent; Linux sends none
    uint64_t markerRx{0};        //!< marker questions received
    uint64_t markerRespTx{0};    //!< marker answers sent
    uint64_t markerRespRx{0};    //!< marker answers received
    uint64_t markerUnknownRx{0}; //!< marker frames that are neither
};

/**
 * @ingroup linux-tx
 * @brief A slave's LACP port (struct port): its variables and machines, and the way to its slave.
 *
 * The mode runs it once a tick, in this order: RunReceive(), RunPeriodic(),
 * LacpSelection::Select(), RunMux(), RunTransmit(), RunChurn() (bond_3ad_state_machine_handler).
 *
 * Invariant: from its first selection on, a port has an aggregator.
 */
class LacpPort
{
  public:
    /**
     * @brief Constructor: a port that begins (ad_initialize_port, bond_3ad_bind_slave).
     * @param bond its bond
     * @param slave its slave
     * @param number actor_port_number, from 1
     */
    LacpPort(BondContext& bond, BondSlave& slave, uint16_t number);

    LacpPort(const LacpPort&) = delete;
    LacpPort& operator=(const LacpPort&) = delete;

    // --- For reports ---

    /**
     * @brief What the port says of itself: "details actor lacp pdu".
     * @return the values
     */
    const LacpPortParams& GetActor() const
    {
        return m_variables.actor;
    }

    /**
     * @brief What the port knows of its partner: "details partner lacp pdu".
     * @return the values
     */
    const LacpPortParams& GetPartner() const
    {
        return m_variables.partner;
    }

    /**
     * @brief The aggregator that the port is attached to.
     * @return the aggregator, or null before its first selection ("Aggregator ID: N/A")
     */
    const LacpAggregator* GetAggregator() const
    {
        return m_aggregator;
    }

    /**
     * @brief The churn machines: "Actor Churn State" and so on.
     * @return the machines
     */
    const LacpChurnMachine& GetChurn() const
    {
        return m_churn;
    }

    /**
     * @brief Frames sent and received.
     * @return the counters
     */
    const LacpCounters& GetCounters() const
    {
        return m_counters;
    }

    /**
     * @brief Frames sent and received, to be counted.
     * @return the counters
     */
    LacpCounters& GetCounters()
    {
        return m_counters;
    }

    // --- Machines ---

    /**
     * @brief The receive machine.
     * @param pdu a LACPDU, or null for a tick
     */
    void RunReceive(const Lacpdu* pdu);

    /**
     * @brief The periodic machine, one tick.
     */
    void RunPeriodic();

    /**
     * @brief The mux machine, one tick.
     * @param selectionPending does agg_select_timer run?
     * @return true if the array of usable slaves has become stale
     */
    bool RunMux(bool selectionPending);

    /**
     * @brief The transmit machine (ad_tx_machine), one tick: every third may send a LACPDU.
     */
    void RunTransmit();

    /**
     * @brief The churn machines, one tick; afterwards the port no longer begins.
     */
    void RunChurn()
    {
        m_churn.Run(m_variables);
        m_variables.begin = false;
    }

    /**
     * @brief The state of the receive machine.
     * @return the state
     */
    LacpReceiveMachine::State GetReceiveState() const
    {
        return m_receive.GetState();
    }

    /**
     * @brief The state of the mux machine.
     * @return the state
     */
    LacpMuxMachine::State GetMuxState() const
    {
        return m_mux.GetState();
    }

    // --- What machines and selection use ---

    /**
     * @brief The protocol's variables.
     * @return the variables
     */
    LacpPortVariables& GetVariables()
    {
        return m_variables;
    }

    /**
     * @brief The protocol's variables.
     * @return the variables
     */
    const LacpPortVariables& GetVariables() const
    {
        return m_variables;
    }

    /**
     * @brief The aggregator, to be changed.
     * @return the aggregator, or null
     */
    LacpAggregator* GetAggregator()
    {
        return m_aggregator;
    }

    /**
     * @brief Write down the aggregator; its list of ports is not changed.
     * @param aggregator the aggregator, or null
     */
    void SetAggregator(LacpAggregator* aggregator)
    {
        m_aggregator = aggregator;
    }

    /**
     * @brief The slave.
     * @return the slave
     */
    const BondSlave& GetSlave() const
    {
        return m_slave;
    }

    /**
     * @brief Does the mode use the slave (__port_is_enabled)?
     * @return true if so
     */
    bool IsEnabled() const
    {
        return m_slave.GetState() == BondSlave::ACTIVE;
    }

    /**
     * @brief Let the slave send and receive, if its link is up (__enable_port).
     */
    void Enable();

    /**
     * @brief Hold the slave back (__disable_port).
     */
    void Disable();

    /**
     * @brief Is the link full duplex, says the key?
     * @return true if so
     */
    bool IsFullDuplex() const;

    /**
     * @brief Speed of the link as LACP knows it (__get_link_speed).
     * @return the speed, in Mb/s; 0 if the link is down or of a speed that has no code
     */
    uint32_t GetKeySpeed() const;

    // --- Events ---

    /**
     * @brief The link monitor changed its verdict (bond_3ad_handle_link_change).
     */
    void LinkChanged();

    /**
     * @brief Speed or duplex may have changed: work out the key again, and begin again if the speed
     *        is another (ad_update_actor_keys).
     * @param reset take the link for down whatever the slave says
     */
    void UpdateKey(bool reset);

    /**
     * @brief Another system address or priority (__ad_actor_update_port); the partner is told.
     * @param address address of the bond's system
     * @param priority priority of the bond's system
     */
    void SetSystem(const Mac48Address& address, uint16_t priority);

    /**
     * @brief Send a LACPDU now (ad_lacpdu_send).
     */
    void SendLacpdu();

    /**
     * @brief Send a Slow Protocols frame from the slave's permanent address.
     * @param bytes what follows the Ethernet header
     */
    void SendSlowFrame(const Lacpdu::Bytes& bytes);

  private:
    /**
     * @brief Log a machine's transition.
     * @tparam Machine (deduced) the machine's class
     * @param machine its name
     * @param before the state before
     * @param now the machine afterwards
     */
    template <typename Machine>
    void LogTransition(const char* machine,
                       typename Machine::State before,
                       const Machine& now) const;

    BondContext& m_bond;                   //!< the bond
    BondSlave& m_slave;                    //!< the slave
    LacpAggregator* m_aggregator{nullptr}; //!< where the port is attached
    LacpPortVariables m_variables;         //!< what the machines share
    LacpReceiveMachine m_receive;          //!< receive machine
    LacpPeriodicMachine m_periodic;        //!< periodic machine
    LacpMuxMachine m_mux;                  //!< mux machine
    LacpChurnMachine m_churn;              //!< churn machines
    LacpCounters m_counters;               //!< frames
    uint32_t m_transmitTimer;              //!< ticks until a LACPDU may be sent
};

} // namespace ns3

#endif /* LINUX_TX_LACP_PORT_H */
