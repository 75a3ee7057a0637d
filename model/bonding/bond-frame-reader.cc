/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/bond-frame-reader.h"

#include "ns3/ipv4-header.h"
#include "ns3/ipv4-l3-protocol.h"
#include "ns3/ipv4-queue-disc-item.h"
#include "ns3/mac48-address.h"
#include "ns3/packet.h"

namespace ns3
{

namespace
{

/// IPPROTO_IGMP.
constexpr uint8_t IGMP_PROTOCOL = 2;
/// Bytes of an IPv4 header without options, and where its protocol field is.
constexpr uint32_t IPV4_HEADER_LENGTH = 20;
constexpr uint32_t IPV4_PROTOCOL_OFFSET = 9;

/**
 * @brief Does an item with EtherType IPv4 carry IGMP?
 * @param item the item
 * @return true if so
 */
bool
IsIgmp(const Ptr<QueueDiscItem>& item)
{
    // What IP sent has its header beside the packet, what came through NetDevice::Send() in it.
    if (const auto ipItem = dynamic_cast<const Ipv4QueueDiscItem*>(PeekPointer(item)))
    {
        return ipItem->GetHeader().GetProtocol() == IGMP_PROTOCOL;
    }
    // Bytes, not Ipv4Header: what a packet socket sends need not be a header at all.
    uint8_t header[IPV4_HEADER_LENGTH];
    return item->GetPacket()->CopyData(header, sizeof(header)) == sizeof(header) &&
           header[IPV4_PROTOCOL_OFFSET] == IGMP_PROTOCOL;
}

} // namespace

BondFrame
ReadBondFrame(const Ptr<QueueDiscItem>& item, const Address& source)
{
    BondFrame frame;
    Mac48Address::ConvertFrom(item->GetAddress()).CopyTo(frame.destination.data());
    Mac48Address::ConvertFrom(source).CopyTo(frame.source.data());
    frame.etherType = item->GetProtocol();
    frame.igmp = frame.etherType == Ipv4L3Protocol::PROT_NUMBER && IsIgmp(item);
    return frame;
}

} // namespace ns3
