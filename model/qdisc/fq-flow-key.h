/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_FQ_FLOW_KEY_H
#define LINUX_TX_FQ_FLOW_KEY_H

#include "ns3/ptr.h"
#include "ns3/queue-item.h"
#include "ns3/skb.h"
#include "ns3/socket-write-memory.h"

#include <cstddef>
#include <cstdint>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief What tells one flow of fq from another (the "sk" of fq_classify(), net/sched/sch_fq.c): a
 *        connected socket, or for all other packets a masked hash of their headers.
 *
 * Holding the socket's write memory keeps its address from being used again, so that, unlike in
 * Linux, a new socket is never taken for an old one.
 */
struct FqFlowKey
{
    Ptr<SocketWriteMemory> socket; //!< the socket; null for a flow known by its hash
    uint32_t hash{0};              //!< the masked hash; 0 for a socket

    /**
     * @brief The flow of a packet.
     * @param item the packet
     * @param skb who pays for it, or null
     * @param orphanMask mask of the hash
     * @return the key
     */
    static FqFlowKey Of(const Ptr<QueueDiscItem>& item, const SkbPtr& skb, uint32_t orphanMask);

    /**
     * @brief Are they the same flow?
     * @param other another key
     * @return true if so
     */
    bool operator==(const FqFlowKey& other) const
    {
        return socket == other.socket && hash == other.hash;
    }

    /// For std::unordered_map. Nothing may depend on the order it makes of addresses.
    struct Hash
    {
        /**
         * @brief Hash a key.
         * @param key the key
         * @return the hash
         */
        std::size_t operator()(const FqFlowKey& key) const;
    };
};

} // namespace ns3

#endif /* LINUX_TX_FQ_FLOW_KEY_H */
