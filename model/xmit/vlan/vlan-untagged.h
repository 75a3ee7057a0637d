/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_VLAN_UNTAGGED_H
#define LINUX_TX_VLAN_UNTAGGED_H

#include "ns3/packet.h"
#include "ns3/ptr.h"
#include "ns3/vlan-tags.h"

#include <cstdint>
#include <optional>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief A received frame without its outermost VLAN tag (skb_vlan_untag, before anybody in Linux
 *        looks at what a frame is).
 */
class VlanUntagged
{
  public:
    /**
     * @brief Constructor.
     * @param packet the frame without Ethernet header; it is not changed
     * @param protocol its EtherType
     */
    VlanUntagged(const Ptr<const Packet>& packet, uint16_t protocol)
        : m_packet(packet),
          m_protocol(protocol)
    {
        if (VlanTag::IsProtocol(protocol)) // hardly a frame is tagged
        {
            Untag();
        }
    }

    /**
     * @brief The outermost tag.
     * @return the tag; nothing if the frame has none, or was cut off within it
     */
    const std::optional<VlanTag>& GetTag() const
    {
        return m_tag;
    }

    /**
     * @brief What follows the tag.
     * @return a packet of its own, or the frame itself if it has no tag
     */
    const Ptr<const Packet>& GetPacket() const
    {
        return m_packet;
    }

    /**
     * @brief EtherType of what follows the tag.
     * @return the EtherType, or that of the frame if it has no tag
     */
    uint16_t GetProtocol() const
    {
        return m_protocol;
    }

  private:
    /**
     * @brief Take the tag off.
     */
    void Untag();

    std::optional<VlanTag> m_tag; //!< the tag
    Ptr<const Packet> m_packet;   //!< what follows
    uint16_t m_protocol;          //!< its EtherType
};

} // namespace ns3

#endif /* LINUX_TX_VLAN_UNTAGGED_H */
