/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_BOND_WORK_H
#define LINUX_TX_BOND_WORK_H

#include "ns3/event-id.h"
#include "ns3/jiffy-clock.h"
#include "ns3/jiffy-timer-wheel.h"

#include <cstdint>
#include <functional>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief One delayed work of a bond (struct delayed_work: mii_work, arp_work, ad_work, alb_work
 * ...).
 *
 * Invariant: at most one run is pending; nothing runs after Cancel() or destruction.
 */
class BondWork : private JiffyTimer
{
  public:
    /**
     * @brief Constructor; nothing is pending.
     * @param clock the bond's jiffies; must outlive the work
     * @param run what to do
     */
    BondWork(const JiffyClock& clock, std::function<void()> run);
    ~BondWork();

    BondWork(const BondWork&) = delete;
    BondWork& operator=(const BondWork&) = delete;

    /**
     * @brief queue_delayed_work(): run later, unless a run is pending.
     * @param delay the delay, in jiffies; 0 runs at once, after the current event
     */
    void Queue(int64_t delay);

    /**
     * @brief cancel_delayed_work().
     */
    void Cancel();

    /**
     * @brief Is a run pending?
     * @return true if so
     */
    bool IsPending() const;

  private:
    // Inherited from JiffyTimer.
    void Expire() override;

    const JiffyClock& m_clock;   //!< the bond's jiffies
    std::function<void()> m_run; //!< what to do
    EventId m_event;             //!< the pending run, if it is due at once
    bool m_pending{false};       //!< waits in the clock's wheel, or for m_event
};

} // namespace ns3

#endif /* LINUX_TX_BOND_WORK_H */
