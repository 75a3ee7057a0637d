/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_BOND_MODE_H
#define LINUX_TX_BOND_MODE_H

#include "ns3/bond-context.h"
#include "ns3/bond-frame.h"
#include "ns3/bond-params.h"
#include "ns3/bond-slave.h"
#include "ns3/mac48-address.h"
#include "ns3/packet.h"

#include <boost/container/small_vector.hpp>
#include <memory>
#include <optional>
#include <string>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief Which slaves a frame goes to: what a mode answers.
 *
 * Copies have no owner, so the sender is charged until the original is done. A plan without copies
 * and without original means that there is no usable slave.
 */
struct BondTransmitPlan
{
    boost::container::small_vector<Ptr<BondSlave>, 4> copies; //!< each gets a clone, in this order
    Ptr<BondSlave> original; //!< gets the frame itself, last; null: the original is freed
    std::optional<Mac48Address> source; //!< source address the mode writes into the frame (tlb)
    Ptr<Packet> rewritten; //!< what goes out instead of the frame's payload (alb's ARP replies)

    /**
     * @brief Is there nobody to send to?
     * @return true if so
     */
    bool IsEmpty() const
    {
        return copies.empty() && !original;
    }
};

/**
 * @ingroup linux-tx
 * @brief A mode of the bonding driver: the part of bond_main.c that is chosen by BOND_MODE().
 *
 * The bond asks Select() for every frame and tells the control path's events. A mode keeps its own
 * state (a counter, an array, LACP ports, hash tables), writes the state of the slaves it is told
 * about, and acts through its BondContext. Every event has an empty default.
 */
class BondMode
{
  public:
    /**
     * @brief Constructor.
     * @param bond the bond; must outlive the mode
     */
    explicit BondMode(BondContext& bond);
    virtual ~BondMode() = default;

    /**
     * @brief Make a mode.
     * @param id which
     * @param bond the bond it belongs to; must outlive the mode
     * @return the mode
     */
    static std::unique_ptr<BondMode> Create(BondModeId id, BondContext& bond);

    // --- Transmit path ---

    /**
     * @brief Find the slaves for a frame (bond_start_xmit).
     * @param frame what is to be sent
     * @param plan the answer; empty on entry
     */
    virtual void Select(const BondFrame& frame, BondTransmitPlan& plan) = 0;

    /**
     * @brief Is a frame that every chosen slave's queue refused a drop of the bond (tx_dropped)?
     *
     * Elsewhere that drop belongs to the queue disc that refused the frame.
     * @return true in broadcast mode
     */
    virtual bool CountsRefusedFrames() const;

    // --- Receive path ---

    /**
     * @brief A slave received a frame, before anybody else sees it (bond->recv_probe).
     * @param slave the slave
     * @param payload what follows the Ethernet header
     * @param source source address
     * @param destination destination address
     * @param etherType EtherType
     * @return true if the frame was the bond's own and goes no further
     */
    virtual bool ReceiveProbe(BondSlave& slave,
                              const Ptr<const Packet>& payload,
                              const Mac48Address& source,
                              const Mac48Address& destination,
                              uint16_t etherType);

    /**
     * @brief Do frames received on a slave reach the bond? (bond_should_deliver_exact_match)
     * @param slave the receiving slave
     * @param isGroupAddressed to a broadcast or multicast address?
     * @return false if they are for handlers bound to the slave only
     */
    virtual bool Delivers(const BondSlave& slave, bool isGroupAddressed) const;

    // --- Control path ---

    /**
     * @brief The bond goes up (bond_open): start works.
     */
    virtual void Open();

    /**
     * @brief The bond goes down (bond_close): stop works.
     */
    virtual void Close();

    /**
     * @brief A slave was added to the list: its initial flags (the switch in bond_enslave).
     * @param slave the slave
     */
    virtual void SlaveEnslaved(BondSlave& slave);

    /**
     * @brief A slave is about to leave; it is still in the list
     *        (bond_3ad_unbind_slave in __bond_release_one).
     * @param slave the slave
     */
    virtual void SlaveReleasing(BondSlave& slave);

    /**
     * @brief A slave has left the list (bond_alb_deinit_slave in __bond_release_one).
     * @param slave the slave
     */
    virtual void SlaveReleased(BondSlave& slave);

    /**
     * @brief A link monitor changed its verdict on a slave to UP or DOWN (bond_miimon_link_change).
     * @param slave the slave
     */
    virtual void SlaveLinkChanged(BondSlave& slave);

    /**
     * @brief Speed or duplex of a slave's device changed (bond_3ad_adapter_speed_duplex_changed).
     * @param slave the slave
     */
    virtual void SlaveSpeedChanged(BondSlave& slave);

    /**
     * @brief The current active slave has changed (bond_alb_handle_active_change and the flags).
     * @param before the old one, or null
     * @param now the new one, or null
     */
    virtual void ActiveSlaveChanged(const Ptr<BondSlave>& before, const Ptr<BondSlave>& now);

    /**
     * @brief The bond's own address is set by the user (bond_set_mac_address,
     * bond_alb_set_mac_address).
     * @param address the new address
     * @return true if the mode has given bond and slaves their addresses itself
     */
    virtual bool AddressSet(const Mac48Address& address);

    /**
     * @brief An option that the mode reads was changed (lacp_rate, ad_select, tlb_dynamic_lb ...).
     * @param option the option's Linux name
     */
    virtual void OptionChanged(const std::string& option);

    /**
     * @brief Build the array of usable slaves again (bond_update_slave_arr).
     */
    virtual void UpdateSlaveArray();

    /**
     * @brief A slave leaves while the array cannot be built again (bond_skip_slave): take it out.
     * @param slave the slave
     */
    virtual void SkipInSlaveArray(const BondSlave& slave);

    /**
     * @brief Has the mode an array of usable slaves, and is it empty?
     * @return true if so; false in modes without array
     */
    virtual bool HasEmptySlaveArray() const;

    /**
     * @brief Does the mode say that the bond has carrier (bond_set_carrier)?
     * @return by default: is any slave's link up
     */
    virtual bool HasCarrier() const;

  protected:
    BondContext& m_bond; //!< the bond
};

} // namespace ns3

#endif /* LINUX_TX_BOND_MODE_H */
