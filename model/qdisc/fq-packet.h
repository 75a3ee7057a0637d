/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_FQ_PACKET_H
#define LINUX_TX_FQ_PACKET_H

#include "ns3/ptr.h"
#include "ns3/queue-item.h"
#include "ns3/skb.h"

#include <cstdint>
#include <list>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief What fq knows of a packet that it has queued (struct fq_skb_cb, and the fields of struct
 *        sk_buff that fq reads). A train is one packet.
 */
struct FqPacket
{
    /// Where FqItemStore keeps the item.
    using Place = std::list<Ptr<QueueDiscItem>>::const_iterator;

    Place place;           //!< where the item is
    SkbPtr skb;            //!< who pays for it; null for packets of no linux-tx socket
    int64_t timeToSend{0}; //!< fq_skb_cb(skb)->time_to_send, in ns
    uint32_t length{0};    //!< qdisc_pkt_len(skb), in bytes
};

} // namespace ns3

#endif /* LINUX_TX_FQ_PACKET_H */
