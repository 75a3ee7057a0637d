/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_BOND_OUTBOX_H
#define LINUX_TX_BOND_OUTBOX_H

#include "ns3/event-id.h"

#include <cstdint>
#include <deque>
#include <functional>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief What a bond's control path tells and sends, kept until its state is consistent.
 *
 * Whoever hears of a change may change the bond again, up to releasing its slaves or replacing its
 * mode; in Linux the rtnl lock stands before that. So traces and the bond's own frames wait here
 * until nothing of the control path is under way: until the end of the outermost call from outside
 * (BondOutbox::Call), or for what works and link events cause, until an event of its own at the
 * same instant.
 *
 * Invariant: messages are delivered in the order in which they were posted, each once, and never
 * from inside Post().
 */
class BondOutbox
{
  public:
    /// A call from outside into the control path; at the end of the outermost one all is delivered.
    class Call
    {
      public:
        /**
         * @brief Constructor: the call begins.
         * @param outbox the outbox; must outlive the call
         */
        explicit Call(BondOutbox& outbox);
        ~Call();
        Call(const Call&) = delete;
        Call& operator=(const Call&) = delete;

      private:
        BondOutbox& m_outbox; //!< the outbox
    };

    BondOutbox() = default;
    ~BondOutbox();
    BondOutbox(const BondOutbox&) = delete;
    BondOutbox& operator=(const BondOutbox&) = delete;

    /**
     * @brief Have something done when the control path is through.
     * @param message what to do
     */
    void Post(std::function<void()> message);

    /**
     * @brief Forget what was not delivered.
     */
    void Clear();

  private:
    /**
     * @brief Deliver everything, what is posted meanwhile included.
     */
    void Deliver();

    std::deque<std::function<void()>> m_messages; //!< not yet delivered
    EventId m_event;                              //!< will deliver them
    uint32_t m_calls{0};                          //!< calls under way
    bool m_delivering{false};                     //!< Deliver() is under way
};

} // namespace ns3

#endif /* LINUX_TX_BOND_OUTBOX_H */
