/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_SKB_POOL_H
#define LINUX_TX_SKB_POOL_H

#include "ns3/simple-ref-count.h"
#include "ns3/skb.h"

#include <cstdint>
#include <deque>
#include <vector>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief All Skbs of one host: allocation without malloc, and the way back from a packet tag.
 *
 * A slot is used again as soon as its Skb is gone; its generation number then grows, so that an
 * old {slot, generation} handle (a tag on a packet that somebody kept or copied) finds nothing.
 *
 * XmitLayer owns the pool and is its only caller; Skbs that outlive the layer keep it alive.
 */
class SkbPool : public SimpleRefCount<SkbPool>
{
  public:
    SkbPool() = default;
    SkbPool(const SkbPool&) = delete;
    SkbPool& operator=(const SkbPool&) = delete;

    /**
     * @brief Take a fresh Skb: no owner, no charge, no flags.
     * @return the only reference to it
     */
    SkbPtr Allocate();

    /**
     * @brief Find the Skb that a handle names.
     * @param slot the handle's slot
     * @param generation the handle's generation
     * @return the Skb, or null if it is gone or never was
     */
    SkbPtr Find(uint32_t slot, uint32_t generation);

    /**
     * @brief How many Skbs are alive.
     * @return number of Skbs somebody holds
     */
    std::size_t GetNLive() const
    {
        return m_skbs.size() - m_free.size();
    }

  private:
    friend void intrusive_ptr_release(Skb* skb);

    /**
     * @brief Take back the slot of an Skb nobody holds any more.
     * @param skb the Skb
     */
    void Release(Skb& skb);

    /// A place for an Skb; gives the deque access to the constructor of Skb, which is private.
    struct Slot
    {
        /**
         * @brief Constructor.
         * @param number the slot's own number
         */
        explicit Slot(uint32_t number)
            : skb(number)
        {
        }

        Skb skb; //!< the control block
    };

    std::deque<Slot> m_skbs;      //!< all slots; a deque, so that addresses stay
    std::vector<uint32_t> m_free; //!< slots not in use, most recently used last
};

} // namespace ns3

#endif /* LINUX_TX_SKB_POOL_H */
