/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/udp-segment-tag.h"

#include <ostream>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(UdpSegmentTag);

UdpSegmentTag::UdpSegmentTag(uint16_t gsoSize)
    : m_gsoSize(gsoSize)
{
}

TypeId
UdpSegmentTag::GetTypeId()
{
    static TypeId tid = TypeId("ns3::UdpSegmentTag")
                            .SetParent<Tag>()
                            .SetGroupName("LinuxTx")
                            .AddConstructor<UdpSegmentTag>();
    return tid;
}

TypeId
UdpSegmentTag::GetInstanceTypeId() const
{
    return GetTypeId();
}

uint32_t
UdpSegmentTag::GetSerializedSize() const
{
    return sizeof(m_gsoSize);
}

void
UdpSegmentTag::Serialize(TagBuffer i) const
{
    i.WriteU16(m_gsoSize);
}

void
UdpSegmentTag::Deserialize(TagBuffer i)
{
    m_gsoSize = i.ReadU16();
}

void
UdpSegmentTag::Print(std::ostream& os) const
{
    os << "gso_size=" << m_gsoSize;
}

} // namespace ns3
