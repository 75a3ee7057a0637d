/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_TRAIN_CUTTER_H
#define LINUX_TX_TRAIN_CUTTER_H

#include "ns3/gso-type.h"
#include "ns3/segment-ownership.h"
#include "ns3/skb-pool.h"
#include "ns3/skb.h"
#include "ns3/xmit-train.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief Who pays for the segments of a train once it is cut: the end of skb_segment(),
 *        tcp_gso_segment() and __udp_gso_segment().
 *
 * Invariant: whatever the ownership, the owner's wmem_alloc is the sum of the truesizes of the
 * segments that it owns.
 *
 * With "every", datagrams of one size (UDP_SEGMENT) and TCP segments each cost what they would by
 * themselves, so wmem_alloc grows at the cut (1472 + 768 bytes a segment instead of 768 for all);
 * fragments of one datagram, which no kernel has charged like that, share its charge.
 */
class TrainCutter
{
  public:
    /// One control block per segment, in order; null for one that nobody pays for.
    using Shares = std::vector<SkbPtr>;

    /**
     * @brief Constructor.
     * @param pool the host's Skbs
     * @param type kind of train
     * @param ownership None, Last or Every
     * @param linkHeaderRoom LL_RESERVED_SPACE of the device it is cut for, in bytes
     */
    TrainCutter(SkbPool& pool, GsoType type, SegmentOwnership ownership, uint32_t linkHeaderRoom);

    /**
     * @brief Divide a charge.
     * @param skb the train's, or null; the only reference to it
     * @param train the train
     * @return what each segment gets
     */
    Shares Split(SkbPtr skb, const XmitTrain& train) const;

    /**
     * @brief Have all segments hold the whole charge together, as if they were still one.
     * @param skb the train's, or null
     * @param train the train
     * @return the same for each segment
     */
    static Shares Share(const SkbPtr& skb, const XmitTrain& train);

  private:
    /**
     * @brief Each segment pays for itself.
     * @param skb the train's
     * @param train the train
     * @return what each segment gets
     */
    Shares ChargeEvery(const SkbPtr& skb, const XmitTrain& train) const;

    /**
     * @brief Each segment has a part of the charge, by its payload; the last one the rest.
     * @param skb the train's
     * @param train the train
     * @return what each segment gets
     */
    Shares DivideAmongAll(const SkbPtr& skb, const XmitTrain& train) const;

    /**
     * @brief Divide a charge into given parts.
     * @param skb the train's
     * @param truesizes the parts, in bytes; the last segment gets what is left, whatever is there
     * @return what each segment gets
     */
    Shares Divide(const SkbPtr& skb, const std::vector<uint32_t>& truesizes) const;

    SkbPool& m_pool;              //!< the host's Skbs
    GsoType m_type;               //!< kind of train
    SegmentOwnership m_ownership; //!< None, Last or Every
    uint32_t m_linkHeaderRoom;    //!< LL_RESERVED_SPACE, in bytes
};

} // namespace ns3

#endif /* LINUX_TX_TRAIN_CUTTER_H */
