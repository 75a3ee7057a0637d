/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_IEEE_8023AD_MODE_H
#define LINUX_TX_IEEE_8023AD_MODE_H

#include "ns3/bond-mode.h"
#include "ns3/bond-work.h"
#include "ns3/lacp-marker.h"
#include "ns3/lacp-port.h"
#include "ns3/lacp-selection.h"
#include "ns3/mac48-address.h"
#include "ns3/usable-slave-array.h"
#include "ns3/xmit-hash-mode.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief What reports say of the active aggregator (struct ad_info).
 */
struct LacpActiveAggregatorInfo
{
    uint16_t id{0};             //!< "Aggregator ID"
    uint32_t ports{0};          //!< "Number of ports", of those with a link
    uint16_t actorKey{0};       //!< "Actor Key"
    uint16_t partnerKey{0};     //!< "Partner Key"
    Mac48Address partnerSystem; //!< "Partner Mac Address"
};

/**
 * @ingroup linux-tx
 * @brief 802.3ad: LACP finds out which slaves lead to the same partner, the transmit hash chooses
 *        among those of the active aggregator (drivers/net/bonding/bond_3ad.c, bond_3ad_xor_xmit).
 *
 * The mode runs the machines of all ports every 100 ms (AD_TIMER_INTERVAL; 104 ms at HZ=250) while
 * the bond is up, gives them the LACPDUs that slaves receive, and answers markers.
 *
 * Invariant: every slave of the bond has a port; slaves are ACTIVE only while the active aggregator
 * uses them, and only those are in the array that the hash chooses from.
 */
class Ieee8023adMode : public XmitHashMode
{
  public:
    /**
     * @brief Constructor.
     * @param bond the bond
     */
    explicit Ieee8023adMode(BondContext& bond);

    // --- For reports ---

    /**
     * @brief The active aggregator (bond_3ad_get_active_agg_info).
     * @return what reports say of it, or nothing ("bond has no active aggregator")
     */
    std::optional<LacpActiveAggregatorInfo> GetActiveAggregatorInfo() const;

    /**
     * @brief The port of a slave.
     * @param slave the slave
     * @return the port, or null if the slave is not the bond's
     */
    const LacpPort* GetPort(const BondSlave& slave) const;

    /**
     * @brief "System priority": what ports use, which is 0 before the first slave.
     * @return the priority
     */
    uint16_t GetSystemPriority() const
    {
        return m_systemPriority;
    }

    /**
     * @brief "System MAC address": what ports use, which is zero before the first slave.
     * @return the address
     */
    const Mac48Address& GetSystemAddress() const
    {
        return m_systemAddress;
    }

    /**
     * @brief The slaves that the hash chooses from.
     * @return the array
     */
    const UsableSlaveArray& GetUsableSlaves() const
    {
        return m_usable;
    }

    // --- BondMode ---

    void Select(const BondFrame& frame, BondTransmitPlan& plan) override;
    bool ReceiveProbe(BondSlave& slave,
                      const Ptr<const Packet>& payload,
                      const Mac48Address& source,
                      const Mac48Address& destination,
                      uint16_t etherType) override;
    void Open() override;
    void Close() override;
    void SlaveEnslaved(BondSlave& slave) override;
    void SlaveReleasing(BondSlave& slave) override;
    void SlaveLinkChanged(BondSlave& slave) override;
    void SlaveSpeedChanged(BondSlave& slave) override;
    void OptionChanged(const std::string& option) override;
    void UpdateSlaveArray() override;
    bool HasCarrier() const override;

  private:
    /**
     * @brief One tick of all machines (bond_3ad_state_machine_handler).
     */
    void RunMachines();

    /**
     * @brief System address and priority as the options now say
     *        (bond_3ad_update_ad_actor_settings).
     */
    void UpdateSystem();

    /**
     * @brief A marker PDU has come; a question is answered (ad_marker_info_received).
     * @param port the receiving port
     * @param marker the PDU
     */
    static void ReceiveMarker(LacpPort& port, const LacpMarker& marker);

    LacpSelection m_selection;    //!< ports and aggregators
    BondWork m_machines;          //!< ad_work
    BondWork m_arrayUpdate;       //!< slave_arr_work
    Mac48Address m_systemAddress; //!< system.sys_mac_addr
    uint16_t m_systemPriority{0}; //!< system.sys_priority
    uint32_t m_selectionTimer{0}; //!< agg_select_timer, in ticks; 0 does not run
};

} // namespace ns3

#endif /* LINUX_TX_IEEE_8023AD_MODE_H */
