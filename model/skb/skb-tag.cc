/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/skb-tag.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(SkbTag);

TypeId
SkbTag::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::SkbTag").SetParent<Tag>().SetGroupName("LinuxTx").AddConstructor<SkbTag>();
    return tid;
}

SkbTag::SkbTag(const Skb& skb, uint32_t node)
    : m_slot(skb.GetSlot()),
      m_generation(skb.GetGeneration()),
      m_node(node)
{
}

TypeId
SkbTag::GetInstanceTypeId() const
{
    return GetTypeId();
}

uint32_t
SkbTag::GetSerializedSize() const
{
    return sizeof(m_slot) + sizeof(m_generation) + sizeof(m_node);
}

void
SkbTag::Serialize(TagBuffer i) const
{
    i.WriteU32(m_slot);
    i.WriteU32(m_generation);
    i.WriteU32(m_node);
}

void
SkbTag::Deserialize(TagBuffer i)
{
    m_slot = i.ReadU32();
    m_generation = i.ReadU32();
    m_node = i.ReadU32();
}

void
SkbTag::Print(std::ostream& os) const
{
    os << "skb=" << m_node << "/" << m_slot << "." << m_generation;
}

} // namespace ns3
