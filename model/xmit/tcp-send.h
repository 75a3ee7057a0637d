/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_TCP_SEND_H
#define LINUX_TX_TCP_SEND_H

#include "ns3/socket-write-memory.h"
#include "ns3/xmit-send.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief TCP sends one skb, a segment or a train of them (tcp_transmit_skb of
 *        net/ipv4/tcp_output.c).
 *
 * The socket's segments come one by one: AddSegment() marks and counts each before it goes to IP.
 * The skb's charge is its payload, which is in pages, and a fixed overhead. Everything that comes
 * out of IP shares it; more than one packet only if IP has to fragment a segment.
 */
class TcpSend : public XmitSend
{
  public:
    /**
     * @brief Begin a call.
     * @param layer the host's transmit path
     * @param owner the socket's write memory
     * @param overhead what the skb costs beside its payload, in bytes
     * @param train true if several segments may come
     */
    TcpSend(XmitLayer& layer, const Ptr<SocketWriteMemory>& owner, uint32_t overhead, bool train);

    /**
     * @brief A segment is about to be given to IP.
     * @param segment its payload, which gets the tag of this call
     */
    void AddSegment(const Packet& segment);

    /**
     * @brief Set when the skb may leave at the earliest.
     * @param nanoseconds simulation time, in ns
     */
    void SetDepartureTime(int64_t nanoseconds);

    /**
     * @brief Payload of the segments so far.
     * @return bytes
     */
    uint32_t GetPayload() const
    {
        return m_payload;
    }

    /**
     * @brief IP keeps the segments until the neighbour is resolved: charge them meanwhile.
     */
    void Park();

  protected:
    SkbPtr Adopt(const DatagramCharge::Packet& packet,
                 uint32_t mtu,
                 uint32_t linkHeaderRoom) override;
    SkbPtr AdoptTrain(const XmitTrain& train, uint32_t linkHeaderRoom) override;

  private:
    /**
     * @brief Charge the skb, once.
     * @return the control block
     */
    const SkbPtr& Charge();

    Ptr<SocketWriteMemory> m_owner; //!< who pays
    uint32_t m_overhead;            //!< what an skb costs beside its payload, in bytes
    uint32_t m_payload{0};          //!< payload of the segments, in bytes
};

} // namespace ns3

#endif /* LINUX_TX_TCP_SEND_H */
