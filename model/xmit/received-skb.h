/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_RECEIVED_SKB_H
#define LINUX_TX_RECEIVED_SKB_H

#include "ns3/packet.h"
#include "ns3/ptr.h"
#include "ns3/skb-tag.h"
#include "ns3/skb.h"

namespace ns3
{

class XmitLayer;

/**
 * @ingroup linux-tx
 * @brief A packet with an Skb is being received: netif_receive_skb() of what a socket of this host
 *        has made, as that of a tap does.
 *
 * ns-3 passes received packets up without a place for an Skb, so the packet gets a tag, and while
 * this object lives, XmitLayer::FindReceived() knows whose it is. A device that sends the packet on
 * below IP, as a bridge does, takes it over with its charge. Nobody else asks: the charge ends with
 * the reception, as it does in ip_rcv() and ipv6_rcv(), which orphan what is for this host or is to
 * be forwarded by IP.
 *
 * Receptions nest: what is received may make somebody send, and that may be received.
 */
class ReceivedSkb
{
  public:
    /**
     * @brief Begin.
     * @param layer the host's transmit path; it must outlive this
     * @param packet the packet; it gets the tag
     * @param skb its control block
     */
    ReceivedSkb(XmitLayer& layer, const Ptr<Packet>& packet, SkbPtr skb);
    ~ReceivedSkb();

    ReceivedSkb(const ReceivedSkb&) = delete;
    ReceivedSkb& operator=(const ReceivedSkb&) = delete;

    /**
     * @brief The Skb that a tag names, in this reception or one around it.
     * @param tag a tag of this node
     * @return the Skb, or null
     */
    SkbPtr Find(const SkbTag& tag) const;

  private:
    XmitLayer& m_layer;   //!< the host's transmit path
    ReceivedSkb* m_outer; //!< the reception in whose middle this one happens
    SkbPtr m_skb;         //!< who pays
};

} // namespace ns3

#endif /* LINUX_TX_RECEIVED_SKB_H */
