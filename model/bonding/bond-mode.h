/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_BOND_MODE_H
#define LINUX_TX_BOND_MODE_H

#include "ns3/bond-frame.h"
#include "ns3/bond-slave-list.h"

#include <boost/container/small_vector.hpp>
#include <memory>
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
 * The bond asks Select() for every frame and tells SlavesChanged() whenever a slave was enslaved
 * or released, changed its link, or became the current active slave. A mode knows neither
 * simulator nor packets; it keeps its own state (a counter, an array) and writes the state of the
 * slaves it is told about.
 */
class BondMode
{
  public:
    virtual ~BondMode() = default;

    /**
     * @brief Make a mode by its Linux name.
     * @param name a name as the mode option of the bonding driver has it
     * @return the mode, or null if there is none of that name
     */
    static std::unique_ptr<BondMode> Create(const std::string& name);

    /**
     * @brief The names Create() knows.
     * @return the names in the order of their numbers in Linux, separated by ", "
     */
    static std::string GetNames();

    /**
     * @brief The name of this mode.
     * @return its Linux name
     */
    virtual const char* GetName() const = 0;

    /**
     * @brief Transmit path: find the slaves for a frame.
     * @param slaves the bond's slaves
     * @param frame what is to be sent
     * @param plan the answer; empty on entry
     */
    virtual void Select(const BondSlaveList& slaves,
                        const BondFrame& frame,
                        BondTransmitPlan& plan) = 0;

    /**
     * @brief Control path: the slaves, their links, or the current active slave have changed.
     * @param slaves the bond's slaves
     */
    virtual void SlavesChanged(const BondSlaveList& slaves);

    /**
     * @brief Do frames received on a slave reach the bond? (bond_should_deliver_exact_match)
     * @param slave the receiving slave
     * @return false if they are for handlers bound to the slave only
     */
    virtual bool Delivers(const BondSlave& slave) const;

    /**
     * @brief Is a frame that every chosen slave's queue refused a drop of the bond (tx_dropped)?
     *
     * Elsewhere that drop belongs to the queue disc that refused the frame.
     * @return true in broadcast mode
     */
    virtual bool CountsRefusedFrames() const;
};

} // namespace ns3

#endif /* LINUX_TX_BOND_MODE_H */
