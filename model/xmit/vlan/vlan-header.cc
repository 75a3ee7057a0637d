/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/vlan-header.h"

#include "ns3/vlan-tags.h"

#include <ostream>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(VlanHeader);

VlanHeader::VlanHeader(uint16_t tci, uint16_t protocol)
    : m_tci(tci),
      m_protocol(protocol)
{
}

TypeId
VlanHeader::GetTypeId()
{
    static TypeId tid = TypeId("ns3::VlanHeader")
                            .SetParent<Header>()
                            .SetGroupName("LinuxTx")
                            .AddConstructor<VlanHeader>();
    return tid;
}

TypeId
VlanHeader::GetInstanceTypeId() const
{
    return GetTypeId();
}

uint32_t
VlanHeader::GetSerializedSize() const
{
    return VlanTag::TAG_SIZE;
}

void
VlanHeader::Serialize(Buffer::Iterator start) const
{
    start.WriteHtonU16(m_tci);
    start.WriteHtonU16(m_protocol);
}

uint32_t
VlanHeader::Deserialize(Buffer::Iterator start)
{
    m_tci = start.ReadNtohU16();
    m_protocol = start.ReadNtohU16();
    return GetSerializedSize();
}

void
VlanHeader::Print(std::ostream& os) const
{
    os << "vlan " << (m_tci & VlanTag::ID_MASK) << " priority "
       << (m_tci >> VlanTag::PRIORITY_SHIFT) << " protocol 0x" << std::hex << m_protocol
       << std::dec;
}

} // namespace ns3
