/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_DATAGRAM_SEND_H
#define LINUX_TX_DATAGRAM_SEND_H

#include "ns3/datagram-charge.h"
#include "ns3/socket-write-memory.h"
#include "ns3/xmit-send.h"

#include <cstdint>
#include <optional>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief One send call of a datagram socket, from udp_sendmsg() down to the queue disc and back.
 *
 * While it exists (on the socket's stack), XmitLayer adopts packets that carry its tag: each IP
 * packet gets an Skb charged to the socket. After IP has returned, the socket asks what happened.
 * If IP kept the datagram for address resolution, Park() charges it until it is sent again. If
 * nobody adopted it and nobody parked it (no route, interface down, loopback, own address), there
 * is nothing to give back: the charge begins at adoption.
 *
 * Calls nest: a packet that is delivered on the same host may make its receiver send.
 */
class DatagramSend : public XmitSend
{
  public:
    /**
     * @brief Begin a send call.
     * @param layer the host's transmit path
     * @param owner the socket's write memory
     * @param messageBytes UDP payload, in bytes
     * @param txFlags what the packets ask of the way down, a combination of Skb::TxFlag
     * @param train the kind of train the packets form; nothing if they go one by one
     */
    DatagramSend(XmitLayer& layer,
                 const Ptr<SocketWriteMemory>& owner,
                 uint32_t messageBytes,
                 uint8_t txFlags,
                 std::optional<GsoType> train);

    /**
     * @brief What this call has charged so far, whether or not it is still charged.
     * @return bytes
     */
    uint64_t GetCharged() const
    {
        return m_charged;
    }

    /**
     * @brief IP keeps the datagram until the neighbour is resolved: charge it meanwhile.
     * @param family IP version
     * @param mtu MTU of the output device, in bytes
     * @param linkHeaderRoom LL_RESERVED_SPACE of the output device, in bytes
     */
    void Park(SkbTruesize::Family family, uint32_t mtu, uint32_t linkHeaderRoom);

  protected:
    SkbPtr Adopt(const DatagramCharge::Packet& packet,
                 uint32_t mtu,
                 uint32_t linkHeaderRoom) override;
    SkbPtr AdoptTrain(const XmitTrain& train, uint32_t linkHeaderRoom) override;

  private:
    /**
     * @brief Charge the next packet.
     * @param truesize what it costs, in bytes
     */
    void ChargeNext(uint32_t truesize);

    /**
     * @brief What is to be charged for all packets that wait for the neighbour.
     * @param family IP version
     * @param mtu MTU of the output device, in bytes
     * @param linkHeaderRoom LL_RESERVED_SPACE of the output device, in bytes
     * @return bytes
     */
    uint64_t GetParkedCharge(SkbTruesize::Family family,
                             uint32_t mtu,
                             uint32_t linkHeaderRoom) const;

    Ptr<SocketWriteMemory> m_owner; //!< who pays
    DatagramCharge m_charge;        //!< what the packets cost
    SkbPtr m_last;                  //!< the last adopted packet's
    uint64_t m_charged{0};          //!< bytes charged by this call
};

} // namespace ns3

#endif /* LINUX_TX_DATAGRAM_SEND_H */
