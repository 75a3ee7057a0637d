/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_DATAGRAM_SEND_H
#define LINUX_TX_DATAGRAM_SEND_H

#include "ns3/datagram-charge.h"
#include "ns3/skb-tag.h"
#include "ns3/skb.h"
#include "ns3/socket-write-memory.h"

#include <cstdint>

namespace ns3
{

class XmitLayer;

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
class DatagramSend
{
  public:
    /**
     * @brief Begin a send call.
     * @param layer the host's transmit path
     * @param owner the socket's write memory
     * @param messageBytes UDP payload, in bytes
     * @param txFlags what the packets ask of the way down, a combination of Skb::TxFlag
     */
    DatagramSend(XmitLayer& layer,
                 const Ptr<SocketWriteMemory>& owner,
                 uint32_t messageBytes,
                 uint8_t txFlags);
    ~DatagramSend();
    DatagramSend(const DatagramSend&) = delete;
    DatagramSend& operator=(const DatagramSend&) = delete;

    /**
     * @brief What the socket puts on the packet, so that it is recognised below IP.
     * @return the tag
     */
    const SkbTag& GetTag() const
    {
        return m_tag;
    }

    /**
     * @brief Did a packet of this call reach the transmit path?
     * @return true if one was adopted
     */
    bool WasAdopted() const
    {
        return m_nAdopted > 0;
    }

    /**
     * @brief Was a packet of this call dropped by the queue disc or device it was given to?
     *
     * ip_send_skb() returns that as ENOBUFS, and ip_do_fragment() frees the fragments behind it.
     * @return true if one was dropped
     */
    bool WasDropped() const
    {
        return m_dropped;
    }

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

  private:
    friend class XmitLayer;

    /**
     * @brief Is this the call that a tag names?
     * @param tag the tag of a packet
     * @return true if so
     */
    bool Owns(const SkbTag& tag) const
    {
        return tag.GetSlot() == m_tag.GetSlot() && tag.GetGeneration() == m_tag.GetGeneration() &&
               tag.GetNode() == m_tag.GetNode();
    }

    /**
     * @brief Charge a packet of this call.
     * @param packet the packet
     * @param mtu MTU of the device it is sent to, in bytes
     * @param linkHeaderRoom LL_RESERVED_SPACE of that device, in bytes
     * @return the control block that pays for it
     */
    SkbPtr Adopt(const DatagramCharge::Packet& packet, uint32_t mtu, uint32_t linkHeaderRoom);

    XmitLayer& m_layer;                //!< the host's transmit path
    Ptr<SocketWriteMemory> m_owner;    //!< who pays
    DatagramCharge m_charge;           //!< what the packets cost
    SkbPtr m_origin;                   //!< names this call; pays for the first packet
    SkbPtr m_last;                     //!< the last adopted packet's
    SkbTag m_tag;                      //!< names m_origin
    DatagramSend* m_outer;             //!< the call in whose middle this one began, or null
    uint64_t m_charged{0};             //!< bytes charged by this call
    uint32_t m_nAdopted{0};            //!< packets adopted
    uint32_t m_nDroppedAboveDevice{0}; //!< packets that address resolution dropped
    bool m_dropped{false};             //!< a packet was dropped below IP
};

} // namespace ns3

#endif /* LINUX_TX_DATAGRAM_SEND_H */
