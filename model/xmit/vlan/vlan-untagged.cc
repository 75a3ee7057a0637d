/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/vlan-untagged.h"

#include "ns3/vlan-header.h"

namespace ns3
{

void
VlanUntagged::Untag()
{
    if (m_packet->GetSize() < VlanTag::TAG_SIZE)
    {
        return;
    }
    const Ptr<Packet> rest = m_packet->Copy();
    VlanHeader header;
    rest->RemoveHeader(header);
    m_tag = VlanTag{m_protocol, header.GetTci()};
    m_packet = rest;
    m_protocol = header.GetProtocol();
}

} // namespace ns3
