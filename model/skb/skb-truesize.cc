/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/skb-truesize.h"

#include <algorithm>

namespace ns3
{

namespace
{

/// kmalloc's smallest size that an skb's data and shared info can get, in bytes.
constexpr uint32_t SMALLEST_BUCKET = 512;

/// IPv4 adds room for the alignment of the header behind the link-layer one, in bytes.
constexpr uint32_t IPV4_ALIGNMENT_ROOM = 15;

/// Fragments other than the last carry a multiple of this, in bytes.
constexpr uint32_t FRAGMENT_UNIT = 8;

/**
 * @brief Size of the IP header.
 * @param family IP version
 * @return bytes
 */
uint32_t
HeaderSize(SkbTruesize::Family family)
{
    return family == SkbTruesize::IPV4 ? SkbTruesize::IPV4_HEADER : SkbTruesize::IPV6_HEADER;
}

/**
 * @brief What is kept free in the linear part, beside the headers.
 * @param family IP version
 * @param linkHeaderRoom LL_RESERVED_SPACE, in bytes
 * @return bytes
 */
uint32_t
ExtraRoom(SkbTruesize::Family family, uint32_t linkHeaderRoom)
{
    // IPv6 always keeps room for a fragment header, needed or not.
    return linkHeaderRoom +
           (family == SkbTruesize::IPV4 ? IPV4_ALIGNMENT_ROOM : SkbTruesize::FRAGMENT_HEADER);
}

} // namespace

uint32_t
SkbTruesize::OfLinear(uint32_t bytes)
{
    const uint32_t aligned = (bytes + SMP_CACHE_BYTES - 1) / SMP_CACHE_BYTES * SMP_CACHE_BYTES;
    const uint32_t wanted = aligned + SHARED_INFO;
    // Above two pages kmalloc hands out whole page orders: powers of two again.
    uint32_t bucket = SMALLEST_BUCKET;
    while (bucket < wanted)
    {
        bucket *= 2;
    }
    return bucket + SKB_STRUCT;
}

uint32_t
SkbTruesize::OfDatagramPacket(Family family,
                              uint32_t dataBytes,
                              uint32_t linkHeaderRoom,
                              bool first)
{
    const uint32_t header = HeaderSize(family);
    const uint32_t extra = ExtraRoom(family, linkHeaderRoom);
    const uint32_t linear = header + dataBytes + extra;
    if (linear < SKB_MAX_ALLOC)
    {
        return OfLinear(linear);
    }
    // Too large for a linear skb on a device with scatter-gather: only the headers stay linear,
    // and each byte of the rest is charged as it is put into pages.
    const uint32_t transportHeader = first ? UDP_HEADER : 0;
    return OfLinear(header + transportHeader + extra) + dataBytes - transportHeader;
}

uint32_t
SkbTruesize::OfPagedDatagram(Family family, uint32_t payloadBytes, uint32_t linkHeaderRoom)
{
    return OfLinear(HeaderSize(family) + UDP_HEADER + ExtraRoom(family, linkHeaderRoom)) +
           payloadBytes;
}

uint32_t
SkbTruesize::LinkHeaderRoom(uint32_t hardHeader)
{
    constexpr uint32_t HH_DATA_MOD = 16;
    return hardHeader / HH_DATA_MOD * HH_DATA_MOD + HH_DATA_MOD;
}

SkbTruesize::Fragments::Fragments(Family family, uint32_t messageBytes, uint32_t mtu)
    : m_left(messageBytes + UDP_HEADER),
      m_whole(mtu - HeaderSize(family)),
      m_fragment(FragmentData(family, mtu))
{
    // An IPv6 fragment needs its fragment header even if it is the last one.
    m_last = family == IPV4 ? m_whole : m_fragment;
    m_fragmented = m_left > m_whole;
}

uint32_t
SkbTruesize::Fragments::FragmentData(Family family, uint32_t mtu)
{
    const uint32_t units = (mtu - HeaderSize(family)) / FRAGMENT_UNIT;
    return units * FRAGMENT_UNIT - (family == IPV4 ? 0 : FRAGMENT_HEADER);
}

uint32_t
SkbTruesize::Fragments::Next()
{
    m_first = false;
    uint32_t data = m_left;
    if (m_fragmented && m_left > m_last)
    {
        data = m_fragment;
    }
    m_left -= data;
    return data;
}

uint64_t
SkbTruesize::OfMessage(Family family, uint32_t messageBytes, uint32_t mtu, uint32_t linkHeaderRoom)
{
    uint64_t total = 0;
    Fragments fragments(family, messageBytes, mtu);
    while (fragments.HasNext())
    {
        const bool first = fragments.IsFirst();
        total += OfDatagramPacket(family, fragments.Next(), linkHeaderRoom, first);
    }
    return total;
}

} // namespace ns3
