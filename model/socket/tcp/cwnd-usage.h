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
 * only a socket that its small queue holds back, or that is paced as in Linux, is asked.
 */
class CwndUsage
{
  public:
    /**
     * @brief tcp_cwnd_validate(): the socket has sent what it may, or the congestion window is used
     *        up.
     * @param unacknowledged the oldest sequence number that is not acknowledged
     * @param next the next sequence number to be sent
     * @param cwndLimited is the congestion window used up?
     */
    void Validate(SequenceNumber32 unacknowledged, SequenceNumber32 next, bool cwndLimited);

    /**
     * @brief The small queue holds the socket back.
     * @param next the next sequence number to be sent
     */
    void NotifyThrottled(SequenceNumber32 next)
    {
        m_throttled = true;
        m_throttleEnd = next;
    }

    /**
     * @brief Has the small queue held the socket back in the last window?
     * @param unacknowledged the oldest sequence number that is not acknowledged
     * @return true if so
     */
    bool IsThrottled(SequenceNumber32 unacknowledged) const
    {
        return m_throttled && unacknowledged <= m_throttleEnd;
    }

    /**
     * @brief May the congestion window grow (tcp_is_cwnd_limited)?
     * @param cwnd congestion window, in bytes
     * @param slowStart is TCP in slow start? Then it may grow to twice of what is in use
     * @return false if it was not used up
     */
    bool MayGrow(uint32_t cwnd, bool slowStart) const
    {
        return m_cwndLimited || (slowStart && cwnd < 2 * m_maxPacketsOut);
    }

  private:
    bool m_cwndLimited{false};      //!< tp->is_cwnd_limited
    uint32_t m_maxPacketsOut{0};    //!< tp->max_packets_out, in bytes: the most not acknowledged
    SequenceNumber32 m_end;         //!< tp->cwnd_usage_seq: what was learnt holds until then
    bool m_throttled{false};        //!< was it ever held back?
    SequenceNumber32 m_throttleEnd; //!< the window in which it was ends with this
};

} // namespace ns3

#endif /* LINUX_TX_CWND_USAGE_H */
