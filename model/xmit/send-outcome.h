/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_SEND_OUTCOME_H
#define LINUX_TX_SEND_OUTCOME_H

#include "ns3/simple-ref-count.h"

#include <cstdint>
#include <functional>
#include <utility>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief What becomes of a send call whose segments reach a queue disc only after it has returned
 *        (attribute SegmentTime of LinuxTransmitPath).
 *
 * On a real CPU the call would take that long; in ns-3 a call takes no time. So who called is told
 * when the last segment has been tried, with the verdict on that one, which is what Linux returns.
 */
class SendOutcome : public SimpleRefCount<SendOutcome>
{
  public:
    /// Told when nothing of the call is left: was the last segment dropped?
    using DoneCallback = std::function<void(bool dropped)>;

    /**
     * @brief Set who is told.
     * @param callback the callback
     */
    void SetDoneCallback(DoneCallback callback)
    {
        m_done = std::move(callback);
    }

    /**
     * @brief A train is going to be sent segment by segment.
     */
    void Begin()
    {
        ++m_nPending;
    }

    /**
     * @brief The last segment of a train has been tried.
     * @param dropped was it dropped?
     */
    void End(bool dropped)
    {
        m_dropped = dropped;
        if (--m_nPending == 0 && m_done)
        {
            m_done(m_dropped);
        }
    }

    /**
     * @brief Is anything left to be sent?
     * @return true if the callback is still to come
     */
    bool IsPending() const
    {
        return m_nPending > 0;
    }

  private:
    DoneCallback m_done;    //!< told at the end
    uint32_t m_nPending{0}; //!< trains under way
    bool m_dropped{false};  //!< verdict on the last segment so far
};

} // namespace ns3

#endif /* LINUX_TX_SEND_OUTCOME_H */
