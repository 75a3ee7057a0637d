/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_BOND_FRAME_H
#define LINUX_TX_BOND_FRAME_H

#include "ns3/address.h"
#include "ns3/mac48-address.h"
#include "ns3/ptr.h"
#include "ns3/queue-item.h"
#include "ns3/vlan-tags.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace ns3
{

class XmitItem;

/**
 * @ingroup linux-tx
 * @brief What a bonding mode looks at in a frame it has to find a slave for.
 *
 * Modes and hashes see no packet. Addresses and EtherType are there at once; the bytes behind the
 * Ethernet header are fetched from the item when somebody first asks for them, so that a mode that
 * does not look pays nothing.
 */
class BondFrame
{
  public:
    /// What GetNetworkBytes() fetches at most of an item: six headers on top of each other.
    static constexpr std::size_t MAX_NETWORK_BYTES = 256;

    /// An Ethernet address in wire order.
    using MacBytes = std::array<uint8_t, 6>;

    /**
     * @brief Constructor from a packet on the transmit path.
     * @param item the packet, with a 48-bit destination; must outlive the frame
     * @param source the frame's source, a 48-bit address
     */
    BondFrame(const Ptr<QueueDiscItem>& item, const Address& source);

    /**
     * @brief Constructor from a packet on the transmit path, with the VLAN tags it has.
     * @param item the packet, with a 48-bit destination; must outlive the frame
     * @param xmit the same, its source set
     */
    BondFrame(const Ptr<QueueDiscItem>& item, const XmitItem& xmit);

    /**
     * @brief Constructor from bytes, as bond-hash and unit tests have them.
     * @param frame Ethernet header and what follows; may be cut short anywhere
     */
    explicit BondFrame(const std::vector<uint8_t>& frame);

    /**
     * @brief Destination (h_dest).
     * @return the address in wire order
     */
    const MacBytes& GetDestination() const;

    /**
     * @brief Source (h_source).
     * @return the address in wire order
     */
    const MacBytes& GetSource() const;

    /**
     * @brief EtherType (h_proto), of the tag if one is left in the frame's data.
     * @return the type, in host order
     */
    uint16_t GetEtherType() const;

    /**
     * @brief Size of the frame with Ethernet header (skb->len).
     * @return the size, in bytes
     */
    uint32_t GetLength() const;

    /**
     * @brief The tag that travels beside the frame (skb_vlan_tag_get), not one in its data.
     * @return the TCI with the id in its low 12 bits, or nothing
     */
    std::optional<uint16_t> GetVlanTag() const;

    /**
     * @brief Put a tag beside the frame; frames made from bytes have none.
     * @param tci the TCI
     */
    void SetVlanTag(uint16_t tci);

    /**
     * @brief The transmit hash of the sending socket, if it has one (skb->l4_hash, sk_txhash).
     * @return the hash, or nothing
     */
    std::optional<uint32_t> GetSocketHash() const;

    /**
     * @brief Give the frame the hash of its socket; frames made from bytes have none.
     * @param hash the hash
     */
    void SetSocketHash(uint32_t hash);

    /**
     * @brief What follows the Ethernet header, of an item at most MAX_NETWORK_BYTES of it.
     * @return the bytes, fewer if the frame is shorter
     */
    const std::vector<uint8_t>& GetNetworkBytes() const;

    /**
     * @brief Size of what follows the Ethernet header.
     * @return the size, in bytes
     */
    uint32_t GetNetworkLength() const;

    /**
     * @brief Copy what follows the Ethernet header, without keeping it as GetNetworkBytes() does.
     * @param buffer where to
     * @param size how many bytes at most
     * @return how many were copied, fewer than size if the frame is shorter
     */
    uint32_t CopyNetworkBytes(uint8_t* buffer, uint32_t size) const;

    /**
     * @brief Is it an IPv4 packet of protocol IGMP?
     * @return true if so
     */
    bool IsIgmp() const;

  private:
    /// More devices than MAX_NEST_DEV are never on top of each other.
    static constexpr std::size_t MAX_INSIDE_TAGS = 8;

    /// Room for any header that travels beside a packet: tags in the data, and IPv4, IPv6 or ARP.
    static constexpr std::size_t MAX_HEADER_LENGTH = 40 + MAX_INSIDE_TAGS * VlanTag::TAG_SIZE;

    /// A header in wire order, its length given beside.
    using HeaderBytes = std::array<uint8_t, MAX_HEADER_LENGTH>;

    /**
     * @brief Write the headers that travel beside the item's packet until hand-over: VLAN tags in
     *        the data, and that of IP or ARP.
     * @param header where to
     * @return their length, in bytes; 0 if there is none, as in items that came with all headers
     */
    std::size_t WriteHeaderBesidePacket(HeaderBytes& header) const;

    /**
     * @brief Write the VLAN tags in the data.
     * @param to where to
     * @return their length, in bytes
     */
    std::size_t WriteInsideTags(uint8_t* to) const;

    /**
     * @brief Write the header of IP or ARP that travels beside the item's packet.
     *
     * IP headers are written here and not by Ipv4Header::Serialize(), which needs a Buffer and
     * takes several times as long. The only difference: the IPv4 checksum is 0.
     * @param to where to
     * @return its length, in bytes
     */
    std::size_t WriteNetworkHeader(uint8_t* to) const;

    const QueueDiscItem* m_item{nullptr};        //!< the packet; null if made from bytes
    const VlanTags* m_tags{nullptr};             //!< tags of the packet; null without any
    MacBytes m_destination{};                    //!< h_dest
    MacBytes m_source{};                         //!< h_source
    uint16_t m_etherType{0};                     //!< h_proto, in host order
    std::optional<uint16_t> m_vlanTag;           //!< tag beside the frame
    std::optional<uint32_t> m_socketHash;        //!< hash of the sending socket
    mutable bool m_fetched{false};               //!< m_networkBytes is valid
    mutable std::vector<uint8_t> m_networkBytes; //!< behind the Ethernet header
};

} // namespace ns3

#endif /* LINUX_TX_BOND_FRAME_H */
