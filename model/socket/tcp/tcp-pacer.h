/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_TCP_PACER_H
#define LINUX_TX_TCP_PACER_H

#include <cstdint>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief When a paced socket may send its next packet (tp->tcp_wstamp_ns,
 *        tcp_update_skb_after_send of net/ipv4/tcp_output.c).
 *
 * Since 4.20 TCP computes the earliest departure time of each packet, whoever sees to it: its own
 * timer, or fq. Times are in nanoseconds. It knows no simulator.
 */
class TcpPacer
{
  public:
    /// Segments that go before pacing begins: the initial window.
    static constexpr uint64_t UNPACED_SEGMENTS = 10;

    /**
     * @brief May a packet go now (tcp_pacing_check)?
     * @param now the time, in ns
     * @return false if it has to wait until GetNextTime()
     */
    bool IsDue(int64_t now) const
    {
        return m_nextTime <= now;
    }

    /**
     * @brief When the next packet may go; before it was sent, when the last one left.
     * @return ns
     */
    int64_t GetNextTime() const
    {
        return m_nextTime;
    }

    /**
     * @brief A packet is about to be sent: its departure time (skb->skb_mstamp_ns).
     * @param now the time, in ns
     * @return ns; in the future only for a queue disc that waits
     */
    int64_t Depart(int64_t now);

    /**
     * @brief The packet has been sent: the next one may go when it would have left at the rate.
     * @param bytes its payload
     * @param segments its segments
     * @param bytesPerSecond sk_pacing_rate; SocketPacing::UNLIMITED if the socket is not paced
     */
    void NotifySent(uint32_t bytes, uint32_t segments, uint64_t bytesPerSecond);

  private:
    int64_t m_nextTime{0};  //!< tcp_wstamp_ns
    int64_t m_credit{0};    //!< by how much the packet is late, in ns
    uint64_t m_segments{0}; //!< data_segs_out
};

} // namespace ns3

#endif /* LINUX_TX_TCP_PACER_H */
