/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_SKB_TRUESIZE_H
#define LINUX_TX_SKB_TRUESIZE_H

#include <cstdint>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief How much memory the packets of a datagram cost: Linux 6.1 on x86-64.
 *
 * alloc_skb() asks kmalloc for the aligned data and a struct skb_shared_info, gets the next size
 * that kmalloc has, and charges that plus a struct sk_buff. How much data it asks for is decided
 * by __ip_append_data() and __ip6_append_data(), fragment by fragment.
 *
 * Plain arithmetic without state. Its judge is test/data/e4-*.tsv, measured on a real kernel.
 */
class SkbTruesize
{
  public:
    static constexpr uint32_t SKB_STRUCT = 256;      //!< aligned sizeof(struct sk_buff), in bytes
    static constexpr uint32_t SHARED_INFO = 320;     //!< aligned skb_shared_info, in bytes
    static constexpr uint32_t SMP_CACHE_BYTES = 64;  //!< alignment of both, in bytes
    static constexpr uint32_t SKB_MAX_ALLOC = 16064; //!< SKB_MAX_ORDER(0, 2), in bytes
    static constexpr uint32_t UDP_HEADER = 8;        //!< bytes
    static constexpr uint32_t IPV4_HEADER = 20;      //!< without options, in bytes
    static constexpr uint32_t IPV6_HEADER = 40;      //!< without extension headers, in bytes
    static constexpr uint32_t FRAGMENT_HEADER = 8;   //!< sizeof(struct frag_hdr), in bytes

    /// The IP version of a datagram.
    enum Family
    {
        IPV4, //!< built by __ip_append_data
        IPV6, //!< built by __ip6_append_data
    };

    /**
     * @brief truesize of an skb with room for @p bytes in its linear part (alloc_skb).
     * @param bytes what the caller asks alloc_skb for, in bytes
     * @return bytes charged
     */
    static uint32_t OfLinear(uint32_t bytes);

    /**
     * @brief truesize of one IP packet of a UDP datagram.
     * @param family IP version
     * @param dataBytes what the packet carries behind IP and fragment headers, in bytes
     * @param linkHeaderRoom LL_RESERVED_SPACE of the device that IP sends to, in bytes
     * @param first true for the packet with the UDP header
     * @return bytes charged
     */
    static uint32_t OfDatagramPacket(Family family,
                                     uint32_t dataBytes,
                                     uint32_t linkHeaderRoom,
                                     bool first);

    /**
     * @brief truesize of a UDP super-packet, or of one segment of it: its headers are linear, its
     *        payload is in pages (__ip_append_data with a gso_size, ip_ufo_append_data,
     *        skb_segment).
     * @param family IP version
     * @param payloadBytes UDP payload, in bytes
     * @param linkHeaderRoom LL_RESERVED_SPACE of the device that IP sends to, in bytes
     * @return bytes charged; payload + 768 on every usual device
     */
    static uint32_t OfPagedDatagram(Family family, uint32_t payloadBytes, uint32_t linkHeaderRoom);

    /**
     * @brief LL_RESERVED_SPACE(): room kept free for the link layer.
     * @param hardHeader the device's hard_header_len plus needed_headroom, in bytes
     * @return bytes
     */
    static uint32_t LinkHeaderRoom(uint32_t hardHeader);

    /**
     * @brief The IP packets that a UDP message becomes, one after the other.
     */
    class Fragments
    {
      public:
        /**
         * @brief Constructor.
         * @param family IP version
         * @param messageBytes UDP payload, in bytes
         * @param mtu MTU of the device that IP sends to, in bytes
         */
        Fragments(Family family, uint32_t messageBytes, uint32_t mtu);

        /**
         * @brief Is there a further packet?
         * @return false after the last one
         */
        bool HasNext() const
        {
            return m_first || m_left > 0;
        }

        /**
         * @brief Is the next packet the first one, the one with the UDP header?
         * @return false once Next() was called
         */
        bool IsFirst() const
        {
            return m_first;
        }

        /**
         * @brief What a fragment carries, if another one follows.
         * @param family IP version
         * @param mtu MTU of the device that IP sends to, in bytes
         * @return bytes behind IP and fragment headers
         */
        static uint32_t FragmentData(Family family, uint32_t mtu);

        /**
         * @brief Step over the next packet.
         * @return what it carries behind IP and fragment headers, in bytes
         */
        uint32_t Next();

      private:
        uint32_t m_left;     //!< not yet sent: UDP header and payload, in bytes
        uint32_t m_whole;    //!< most that fits without fragmentation, in bytes
        uint32_t m_fragment; //!< what a fragment that is not the last carries, in bytes
        uint32_t m_last;     //!< most that the last fragment carries, in bytes
        bool m_first{true};  //!< nothing was stepped over yet
        bool m_fragmented;   //!< more than one packet
    };

    /**
     * @brief truesize of all packets of a message together.
     * @param family IP version
     * @param messageBytes UDP payload, in bytes
     * @param mtu MTU of the device that IP sends to, in bytes
     * @param linkHeaderRoom LL_RESERVED_SPACE of that device, in bytes
     * @return bytes charged
     */
    static uint64_t OfMessage(Family family,
                              uint32_t messageBytes,
                              uint32_t mtu,
                              uint32_t linkHeaderRoom);

    /**
     * @brief What a message costs at most, whatever the device.
     *
     * The dearest packets are the smallest: at IPv4's least MTU, 68, a fragment carries 48 bytes
     * for 768 bytes of memory, 16 times as much; larger ones cost less than that and a last one.
     * @param messageBytes UDP payload, in bytes
     * @return upper bound of OfMessage() for any MTU, in bytes
     */
    static uint64_t MessageBound(uint32_t messageBytes)
    {
        return 16 * static_cast<uint64_t>(messageBytes + UDP_HEADER) + 1280;
    }
};

} // namespace ns3

#endif /* LINUX_TX_SKB_TRUESIZE_H */
