/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_CWND_USAGE_H
#define LINUX_TX_CWND_USAGE_H

#include "ns3/sequence-number.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief Is it the congestion window that limits a TCP socket, or its small queue
 *        (tcp_cwnd_validate and tcp_is_cwnd_limited)?
 *
 * A window that is not used up must not grow. Linux asks that of every flow; ns-3's congestion
 * controls grow for a flow whose application or receiver is slow, and that stays as it is here:
 * only a window in which the small queue held the socket back, and the congestion window did not,
 * counts.
 */
class CwndUsage
{
  public:
    /**
     * @brief The congestion window is used up.
     * @param next the next sequence number to be sent
     * @param inFlight what is in flight, in bytes
     */
    void NotifyCwndLimited(SequenceNumber32 next, uint32_t inFlight);

    /**
     * @brief The small queue holds the socket back.
     * @param unacknowledged the oldest sequence number that is not acknowledged
     * @param next the next sequence number to be sent
     * @param inFlight what is in flight, in bytes
     */
    void NotifyThrottled(SequenceNumber32 unacknowledged, SequenceNumber32 next, uint32_t inFlight);

    /**
     * @brief May the congestion window grow?
     * @param unacknowledged the oldest sequence number that is not acknowledged
     * @param cwnd congestion window, in bytes
     * @param slowStart is TCP in slow start? Then it may grow to twice of what is in use
     * @return false if only the small queue has limited the socket of late
     */
    bool MayGrow(SequenceNumber32 unacknowledged, uint32_t cwnd, bool slowStart) const;

  private:
    bool m_throttled{false};    //!< was the window limited by the small queue only?
    bool m_cwndLimited{false};  //!< was it used up?
    uint32_t m_mostInFlight{0}; //!< most that was in flight in it, in bytes
    SequenceNumber32 m_end;     //!< the window ends when this is acknowledged (cwnd_usage_seq)
};

} // namespace ns3

#endif /* LINUX_TX_CWND_USAGE_H */
