/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_SKB_TAG_H
#define LINUX_TX_SKB_TAG_H

#include "ns3/skb.h"
#include "ns3/tag.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief Names the Skb of a packet on its way from a socket through ns-3's IP layer.
 *
 * Between the socket and XmitLayer there is only the packet, which may be copied, fragmented or
 * parked for address resolution; a packet tag survives all that. It holds no reference: a handle
 * whose Skb is gone, or which another node or MPI rank made, simply names nothing.
 */
class SkbTag : public Tag
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    /// For the tag lists of ns-3.
    SkbTag() = default;

    /**
     * @brief Name an Skb.
     * @param skb the Skb
     * @param node ID of its node
     */
    SkbTag(const Skb& skb, uint32_t node);

    TypeId GetInstanceTypeId() const override;
    uint32_t GetSerializedSize() const override;
    void Serialize(TagBuffer i) const override;
    void Deserialize(TagBuffer i) override;
    void Print(std::ostream& os) const override;

    /**
     * @brief Place of the Skb in its pool.
     * @return slot number
     */
    uint32_t GetSlot() const
    {
        return m_slot;
    }

    /**
     * @brief Which of the Skbs that used this slot.
     * @return generation number
     */
    uint32_t GetGeneration() const
    {
        return m_generation;
    }

    /**
     * @brief Does it name an Skb of its node?
     * @param skb the Skb
     * @return true if so
     */
    bool Names(const Skb& skb) const
    {
        return m_slot == skb.GetSlot() && m_generation == skb.GetGeneration();
    }

    /**
     * @brief The node whose pool it is.
     * @return node ID
     */
    uint32_t GetNode() const
    {
        return m_node;
    }

  private:
    uint32_t m_slot{0};          //!< place in the pool
    uint32_t m_generation{0};    //!< which use of the place; 0 is none
    uint32_t m_node{UINT32_MAX}; //!< node ID
};

} // namespace ns3

#endif /* LINUX_TX_SKB_TAG_H */
