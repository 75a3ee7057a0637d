/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/vlan-tags.h"

#include "ns3/vlan-header.h"

namespace ns3
{

namespace
{

/**
 * @brief Write a tag in front of a packet.
 * @param packet the packet
 * @param tag the tag
 * @param protocol EtherType of what follows the tag
 * @return EtherType of the tag
 */
uint16_t
WriteTag(const Ptr<Packet>& packet, const VlanTag& tag, uint16_t protocol)
{
    packet->AddHeader(VlanHeader(tag.tci, protocol));
    return tag.tpid;
}

} // namespace

void
VlanTags::Put(const VlanTag& tag)
{
    if (m_beside)
    {
        m_inside.push_back(*m_beside);
    }
    m_beside = tag;
}

uint16_t
VlanTags::WriteInside(const Ptr<Packet>& packet, uint16_t protocol) const
{
    for (const auto& tag : m_inside)
    {
        protocol = WriteTag(packet, tag, protocol);
    }
    return protocol;
}

uint16_t
VlanTags::Write(const Ptr<Packet>& packet, uint16_t protocol) const
{
    protocol = WriteInside(packet, protocol);
    return m_beside ? WriteTag(packet, *m_beside, protocol) : protocol;
}

} // namespace ns3
