/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_TCP_RETRANSMIT_QUEUE_H
#define LINUX_TX_TCP_RETRANSMIT_QUEUE_H

#include "ns3/sequence-number.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief The packets that a TCP socket has sent and that are not acknowledged
 *        (sk->tcp_rtx_queue), as Linux keeps them: a super-packet is one.
 *
 * ns-3's TcpTxBuffer keeps the data, by segments; this keeps what small queues, write memory and
 * RTT want to know of the packets: how many they are, and when each was sent first.
 */
class TcpRetransmitQueue
{
  public:
    /// When the packets were sent that an ACK acknowledges.
    struct Acked
    {
        int64_t oldest; //!< the oldest, in ns
        int64_t newest; //!< the newest, in ns
    };

    /**
     * @brief New data was sent.
     * @param begin its first sequence number
     * @param end the one behind its last
     * @param now the time, in ns
     */
    void Push(SequenceNumber32 begin, SequenceNumber32 end, int64_t now);

    /**
     * @brief Data was sent again: its packet tells no RTT any more (Karn).
     * @param sequence a sequence number in it
     */
    void MarkRetransmitted(SequenceNumber32 sequence);

    /**
     * @brief Data was acknowledged (tcp_clean_rtx_queue).
     * @param acknowledged the first sequence number that is not
     * @return when it was sent; nothing if it was sent more than once, or if nothing was
     *         acknowledged
     */
    std::optional<Acked> Acknowledge(SequenceNumber32 acknowledged);

    /**
     * @brief How many packets are not acknowledged.
     * @return number of packets, in part acknowledged ones included
     */
    std::size_t GetNPackets() const
    {
        return m_packets.size();
    }

    /**
     * @brief When the oldest packet was sent that is not acknowledged.
     * @return ns; only if there is one
     */
    int64_t GetOldestTime() const
    {
        return m_packets.front().time;
    }

  private:
    /// A packet.
    struct Entry
    {
        SequenceNumber32 begin;    //!< first sequence number not acknowledged
        SequenceNumber32 end;      //!< the one behind its last
        int64_t time;              //!< when it was sent first, in ns
        bool retransmitted{false}; //!< has a part of it been sent again?
    };

    std::deque<Entry> m_packets; //!< in the order of their sequence numbers
};

} // namespace ns3

#endif /* LINUX_TX_TCP_RETRANSMIT_QUEUE_H */
