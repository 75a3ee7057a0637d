/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/bond-frame.h"

#include "ns3/arp-header.h"
#include "ns3/arp-l3-protocol.h"
#include "ns3/arp-queue-disc-item.h"
#include "ns3/buffer.h"
#include "ns3/ipv4-header.h"
#include "ns3/ipv4-l3-protocol.h"
#include "ns3/ipv4-queue-disc-item.h"
#include "ns3/ipv6-header.h"
#include "ns3/ipv6-l3-protocol.h"
#include "ns3/ipv6-queue-disc-item.h"
#include "ns3/packet.h"
#include "ns3/xmit-item.h"

#include <algorithm>
#include <typeinfo>

namespace ns3
{

namespace
{

constexpr std::size_t ADDRESS_LENGTH = 6;          //!< of an Ethernet address, in bytes
constexpr std::size_t ETHERNET_HEADER_LENGTH = 14; //!< in bytes
constexpr uint8_t IGMP_PROTOCOL = 2;               //!< IPPROTO_IGMP
constexpr std::size_t IPV4_HEADER_LENGTH = 20;     //!< without options, in bytes
constexpr std::size_t IPV6_HEADER_LENGTH = 40;     //!< in bytes
constexpr std::size_t IPV4_PROTOCOL_FIELD = 9;     //!< bytes from the header's beginning

/**
 * @brief Cast an item to a stock kind.
 * @tparam XmitKind what such items are on our own transmit path
 * @tparam StockKind the stock kind
 * @param item the item
 * @return the item; null if it is of another kind
 */
template <class XmitKind, class StockKind>
const StockKind*
CastItem(const QueueDiscItem* item)
{
    // nearly every item is one of ours, and asking for its exact type is much cheaper than a cast
    return typeid(*item) == typeid(XmitKind) ? static_cast<const XmitKind*>(item)
                                             : dynamic_cast<const StockKind*>(item);
}

/**
 * @brief Copy an Ethernet address.
 * @param from the address
 * @param to where to
 */
void
CopyAddress(const Address& from, BondFrame::MacBytes& to)
{
    std::array<uint8_t, Address::MAX_SIZE> bytes{};
    from.CopyTo(bytes.data());
    std::copy_n(bytes.begin(), to.size(), to.begin());
}

/**
 * @brief Write a number in network order.
 * @param to where to
 * @param number the number
 */
void
Write16(uint8_t* to, uint16_t number)
{
    to[0] = static_cast<uint8_t>(number >> 8);
    to[1] = static_cast<uint8_t>(number);
}

/**
 * @brief Write an IPv4 header, but for its checksum.
 * @param from the header
 * @param to where to
 */
void
WriteIpv4(const Ipv4Header& from, uint8_t* to)
{
    constexpr uint16_t DONT_FRAGMENT = 0x4000;
    constexpr uint16_t MORE_FRAGMENTS = 0x2000;
    to[0] = 0x45; // ns-3 has no options
    to[1] = from.GetTos();
    Write16(to + 2, from.GetPayloadSize() + IPV4_HEADER_LENGTH);
    Write16(to + 4, from.GetIdentification());
    Write16(to + 6,
            from.GetFragmentOffset() / 8 | (from.IsDontFragment() ? DONT_FRAGMENT : 0) |
                (from.IsLastFragment() ? 0 : MORE_FRAGMENTS));
    to[8] = from.GetTtl();
    to[IPV4_PROTOCOL_FIELD] = from.GetProtocol();
    Write16(to + 10, 0);
    const uint32_t source = from.GetSource().Get();
    Write16(to + 12, source >> 16);
    Write16(to + 14, source);
    const uint32_t destination = from.GetDestination().Get();
    Write16(to + 16, destination >> 16);
    Write16(to + 18, destination);
}

/**
 * @brief Write an IPv6 header.
 * @param from the header
 * @param to where to
 */
void
WriteIpv6(const Ipv6Header& from, uint8_t* to)
{
    to[0] = 6 << 4 | from.GetTrafficClass() >> 4;
    to[1] = static_cast<uint8_t>(from.GetTrafficClass() << 4 | from.GetFlowLabel() >> 16);
    Write16(to + 2, static_cast<uint16_t>(from.GetFlowLabel()));
    Write16(to + 4, from.GetPayloadLength());
    to[6] = from.GetNextHeader();
    to[7] = from.GetHopLimit();
    from.GetSource().Serialize(to + 8);
    from.GetDestination().Serialize(to + 24);
}

} // namespace

BondFrame::BondFrame(const Ptr<QueueDiscItem>& item, const Address& source)
    : m_item(PeekPointer(item)),
      m_etherType(item->GetProtocol())
{
    CopyAddress(item->GetAddress(), m_destination);
    CopyAddress(source, m_source);
}

BondFrame::BondFrame(const Ptr<QueueDiscItem>& item, const XmitItem& xmit)
    : BondFrame(item, xmit.GetSource())
{
    const VlanTags& tags = xmit.GetVlanTags();
    if (const auto& beside = tags.GetBeside()) // first of all: without, none are in the data
    {
        m_vlanTag = beside->tci;
        m_tags = &tags;
        m_etherType = tags.GetEtherType(m_etherType);
    }
}

BondFrame::BondFrame(const std::vector<uint8_t>& frame)
    : m_fetched(true)
{
    // What is not there stays 0.
    std::array<uint8_t, ETHERNET_HEADER_LENGTH> header{};
    const auto headerLength = std::min(frame.size(), header.size());
    std::copy_n(frame.begin(), headerLength, header.begin());
    std::copy_n(header.begin(), ADDRESS_LENGTH, m_destination.begin());
    std::copy_n(header.begin() + ADDRESS_LENGTH, ADDRESS_LENGTH, m_source.begin());
    m_etherType = static_cast<uint16_t>(header[12] << 8 | header[13]);
    m_networkBytes.assign(frame.begin() + headerLength, frame.end());
}

const BondFrame::MacBytes&
BondFrame::GetDestination() const
{
    return m_destination;
}

const BondFrame::MacBytes&
BondFrame::GetSource() const
{
    return m_source;
}

uint16_t
BondFrame::GetEtherType() const
{
    return m_etherType;
}

uint32_t
BondFrame::GetLength() const
{
    return ETHERNET_HEADER_LENGTH + GetNetworkLength();
}

std::optional<uint16_t>
BondFrame::GetVlanTag() const
{
    return m_vlanTag;
}

void
BondFrame::SetVlanTag(uint16_t tci)
{
    m_vlanTag = tci;
}

std::optional<uint32_t>
BondFrame::GetSocketHash() const
{
    return m_socketHash;
}

void
BondFrame::SetSocketHash(uint32_t hash)
{
    m_socketHash = hash;
}

const std::vector<uint8_t>&
BondFrame::GetNetworkBytes() const
{
    if (!m_fetched)
    {
        m_networkBytes.resize(MAX_NETWORK_BYTES);
        m_networkBytes.resize(CopyNetworkBytes(m_networkBytes.data(), MAX_NETWORK_BYTES));
        m_fetched = true;
    }
    return m_networkBytes;
}

uint32_t
BondFrame::GetNetworkLength() const
{
    if (!m_item)
    {
        return m_networkBytes.size();
    }
    HeaderBytes header;
    return WriteHeaderBesidePacket(header) + m_item->GetPacket()->GetSize();
}

uint32_t
BondFrame::CopyNetworkBytes(uint8_t* buffer, uint32_t size) const
{
    if (!m_item)
    {
        size = std::min<uint32_t>(size, m_networkBytes.size());
        std::copy_n(m_networkBytes.begin(), size, buffer);
        return size;
    }
    HeaderBytes header;
    const uint32_t nCopied = std::min<uint32_t>(size, WriteHeaderBesidePacket(header));
    std::copy_n(header.begin(), nCopied, buffer);
    return nCopied + m_item->GetPacket()->CopyData(buffer + nCopied, size - nCopied);
}

bool
BondFrame::IsIgmp() const
{
    if (m_etherType != Ipv4L3Protocol::PROT_NUMBER)
    {
        return false;
    }
    // Bytes, not Ipv4Header: what a packet socket sends need not be a header at all.
    std::array<uint8_t, IPV4_HEADER_LENGTH> header;
    return CopyNetworkBytes(header.data(), header.size()) == header.size() &&
           header[IPV4_PROTOCOL_FIELD] == IGMP_PROTOCOL;
}

std::size_t
BondFrame::WriteHeaderBesidePacket(HeaderBytes& header) const
{
    const std::size_t tags = m_tags ? WriteInsideTags(header.data()) : 0;
    return tags + WriteNetworkHeader(header.data() + tags);
}

std::size_t
BondFrame::WriteInsideTags(uint8_t* to) const
{
    const auto& tags = m_tags->GetInside();
    const std::size_t length = tags.size() * VlanTag::TAG_SIZE;
    uint16_t next = m_item->GetProtocol();
    for (std::size_t i = 0; i < tags.size(); ++i)
    {
        uint8_t* tag = to + length - (i + 1) * VlanTag::TAG_SIZE;
        Write16(tag, tags[i].tci);
        Write16(tag + 2, next);
        next = tags[i].tpid;
    }
    return length;
}

std::size_t
BondFrame::WriteNetworkHeader(uint8_t* to) const
{
    const uint16_t protocol = m_item->GetProtocol();
    // What IP or ARP sent has its header beside the packet, what came through NetDevice::Send() in
    // it. The EtherType says which kind of item to look for.
    if (protocol == Ipv4L3Protocol::PROT_NUMBER)
    {
        if (const auto item = CastItem<XmitIpv4Item, Ipv4QueueDiscItem>(m_item))
        {
            WriteIpv4(item->GetHeader(), to);
            return IPV4_HEADER_LENGTH;
        }
    }
    else if (protocol == Ipv6L3Protocol::PROT_NUMBER)
    {
        if (const auto item = CastItem<XmitIpv6Item, Ipv6QueueDiscItem>(m_item))
        {
            WriteIpv6(item->GetHeader(), to);
            return IPV6_HEADER_LENGTH;
        }
    }
    else if (protocol == ArpL3Protocol::PROT_NUMBER)
    {
        if (const auto item = CastItem<XmitArpItem, ArpQueueDiscItem>(m_item))
        {
            const ArpHeader& arp = item->GetHeader();
            Buffer buffer;
            buffer.AddAtStart(arp.GetSerializedSize());
            arp.Serialize(buffer.Begin());
            return buffer.CopyData(to, arp.GetSerializedSize());
        }
    }
    return 0;
}

} // namespace ns3
