/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_VLAN_TAGS_H
#define LINUX_TX_VLAN_TAGS_H

#include "ns3/packet.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief One VLAN tag: skb->vlan_proto and skb->vlan_tci.
 */
struct VlanTag
{
    static constexpr uint16_t DOT1Q = 0x8100;      //!< ETH_P_8021Q, the C-tag
    static constexpr uint16_t DOT1AD = 0x88a8;     //!< ETH_P_8021AD, the S-tag
    static constexpr uint16_t ID_MASK = 0x0fff;    //!< VLAN_VID_MASK
    static constexpr uint16_t MAX_ID = 4094;       //!< largest id of a VLAN
    static constexpr uint32_t TAG_SIZE = 4;        //!< VLAN_HLEN, in bytes
    static constexpr unsigned PRIORITY_SHIFT = 13; //!< VLAN_PRIO_SHIFT

    /**
     * @brief Is an EtherType that of a VLAN tag (eth_type_vlan)?
     * @param etherType the EtherType
     * @return true if so
     */
    static bool IsProtocol(uint16_t etherType)
    {
        return etherType == DOT1Q || etherType == DOT1AD;
    }

    uint16_t tpid{DOT1Q}; //!< EtherType of the tag
    uint16_t tci{0};      //!< priority, DEI and VLAN id
};

/**
 * @ingroup linux-tx
 * @brief The VLAN tags of a frame on its way down: one beside its data, others in it.
 *
 * As in Linux, the tag that a VLAN device puts on a frame travels beside the data (skb->vlan_tci,
 * __vlan_hwaccel_put_tag) until the NIC writes it. A second VLAN device below pushes it into the
 * data first (validate_xmit_vlan, __vlan_hwaccel_push_inside): from there on the frame's EtherType
 * is that of the tag, and skb->len has grown by it.
 */
class VlanTags
{
  public:
    /**
     * @brief __vlan_hwaccel_put_tag: put a tag beside the data; one that is there goes inside.
     * @param tag the tag
     */
    void Put(const VlanTag& tag);

    /**
     * @brief The tag beside the data (skb_vlan_tag_get).
     * @return the tag, or nothing
     */
    const std::optional<VlanTag>& GetBeside() const
    {
        return m_beside;
    }

    /**
     * @brief The tags in the data.
     * @return the tags, innermost first
     */
    const std::vector<VlanTag>& GetInside() const
    {
        return m_inside;
    }

    /**
     * @brief Bytes that tags in the data add to skb->len.
     * @return bytes
     */
    uint32_t GetInsideSize() const
    {
        return static_cast<uint32_t>(m_inside.size()) * VlanTag::TAG_SIZE;
    }

    /**
     * @brief How many tags the frame will have on the wire.
     * @return number of tags
     */
    uint32_t GetCount() const
    {
        return static_cast<uint32_t>(m_inside.size()) + (m_beside ? 1 : 0);
    }

    /**
     * @brief skb->protocol: what follows the Ethernet addresses, not counting a tag beside.
     * @param protocol EtherType of the payload
     * @return EtherType of the outermost tag in the data, or @p protocol
     */
    uint16_t GetEtherType(uint16_t protocol) const
    {
        return m_inside.empty() ? protocol : m_inside.back().tpid;
    }

    /**
     * @brief Write the tags in the data in front of a packet.
     * @param packet the packet from its L3 header on
     * @param protocol EtherType of the payload
     * @return GetEtherType()
     */
    uint16_t WriteInside(const Ptr<Packet>& packet, uint16_t protocol) const;

    /**
     * @brief Write all tags in front of a packet, the one beside outermost, as the wire has them.
     * @param packet the packet from its L3 header on
     * @param protocol EtherType of the payload
     * @return EtherType of the frame
     */
    uint16_t Write(const Ptr<Packet>& packet, uint16_t protocol) const;

  private:
    std::optional<VlanTag> m_beside; //!< the tag beside the data
    std::vector<VlanTag> m_inside;   //!< tags in the data, innermost first
};

} // namespace ns3

#endif /* LINUX_TX_VLAN_TAGS_H */
