/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_BALANCE_TLB_MODE_H
#define LINUX_TX_BALANCE_TLB_MODE_H

#include "ns3/alb-slave-addresses.h"
#include "ns3/bond-work.h"
#include "ns3/rlb-client-table.h"
#include "ns3/tlb-client-table.h"
#include "ns3/xmit-hash-mode.h"

#include <cstdint>
#include <memory>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief balance-tlb: a client's frames leave by the least loaded slave, with that slave's address;
 *        all frames come in on the current active slave (bond_xmit_tlb_slave_get,
 * bond_alb_monitor).
 *
 * Frames that are not balanced (group addresses, ARP, neighbour discovery) leave by the current
 * active slave. With tlb_dynamic_lb 0 the transmit hash chooses. A monitor ticks every 100 ms, i.e.
 * every 104 ms at HZ=250: every 10 * lp_interval ticks all slaves send a learning packet, and every
 * 100 ticks, or at the next one when a slave has come, all assignments are dropped.
 *
 * Invariant: a frame is only ever given to a slave that can transmit.
 */
class BalanceTlbMode : public XmitHashMode
{
  public:
    static constexpr uint32_t TICKS_PER_SECOND = 10; //!< ALB_TIMER_TICKS_PER_SEC
    static constexpr uint32_t REBALANCE_TICKS =
        TlbClientTable::REBALANCE_INTERVAL * TICKS_PER_SECOND; //!< BOND_TLB_REBALANCE_TICKS

    /**
     * @brief Constructor.
     * @param bond the bond; must outlive the mode
     */
    explicit BalanceTlbMode(BondContext& bond);

    void Select(const BondFrame& frame, BondTransmitPlan& plan) override;
    void Open() override;
    void Close() override;
    void SlaveEnslaved(BondSlave& slave) override;
    void SlaveReleased(BondSlave& slave) override;
    void SlaveLinkChanged(BondSlave& slave) override;
    void ActiveSlaveChanged(const Ptr<BondSlave>& before, const Ptr<BondSlave>& now) override;
    bool AddressSet(const Mac48Address& address) override;

    /**
     * @brief Who sends to which client.
     * @return the table
     */
    const TlbClientTable& GetTlbClients() const
    {
        return m_tlbClients;
    }

  protected:
    /**
     * @brief Constructor for balance-alb.
     * @param bond the bond; must outlive the mode
     * @param rlbClients receive load balancing, or null
     */
    BalanceTlbMode(BondContext& bond, std::unique_ptr<RlbClientTable> rlbClients);

    /**
     * @brief Find the slave for a frame (bond_xmit_tlb_slave_get).
     * @param frame the frame
     * @param plan to be filled where more than the slave is to be changed
     * @return the slave; null: the frame is not balanced
     */
    virtual Ptr<BondSlave> FindSlave(const BondFrame& frame, BondTransmitPlan& plan);

    /**
     * @brief Does the monitor tick?
     * @return true with dynamic load balancing
     */
    virtual bool NeedsMonitor() const;

    /**
     * @brief Is it a neighbour solicitation or advertisement, or cut short (alb_determine_nd)?
     * @param frame an IPv6 frame
     * @return true if so
     */
    static bool IsNeighbourDiscovery(const BondFrame& frame);

    TlbClientTable m_tlbClients;                  //!< who sends to which client
    std::unique_ptr<RlbClientTable> m_rlbClients; //!< receive load balancing; null in balance-tlb

  private:
    /**
     * @brief A tick of the monitor (bond_alb_monitor).
     */
    void Monitor();

    /**
     * @brief Drop all assignments.
     */
    void RebalanceTransmit();

    AlbSlaveAddresses m_addresses; //!< who has which address
    BondWork m_monitor;            //!< alb_work
    uint32_t m_unbalancedBytes{0}; //!< sent without a client (unbalanced_load)
    uint32_t m_rebalanceTicks{0};  //!< since the last rebalancing (tx_rebalance_counter)
    uint32_t m_learningTicks{0};   //!< since the last learning packets (lp_counter)
};

} // namespace ns3

#endif /* LINUX_TX_BALANCE_TLB_MODE_H */
