/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/gre-header.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(GreHeader);

namespace
{

// The first 16 bits of the header (include/net/gre.h has them in network order).
constexpr uint16_t GRE_CSUM = 0x8000;    ///< a checksum and a reserved field follow
constexpr uint16_t GRE_ROUTING = 0x4000; ///< source routes (RFC 1701 only)
constexpr uint16_t GRE_KEY = 0x2000;     ///< a key follows
constexpr uint16_t GRE_SEQ = 0x1000;     ///< a sequence number follows
constexpr uint16_t GRE_VERSION = 0x0007; ///< 0; PPTP has 1

/**
 * @brief Bytes of the header (gre_calc_hlen).
 * @param flags its first 16 bits
 * @return bytes
 */
uint32_t
GetSize(uint16_t flags)
{
    uint32_t size = GreHeader::BASE_SIZE;
    for (const uint16_t field : {GRE_CSUM, GRE_KEY, GRE_SEQ})
    {
        size += (flags & field) != 0 ? GreHeader::FIELD_SIZE : 0;
    }
    return size;
}

} // namespace

TypeId
GreHeader::GetTypeId()
{
    static TypeId tid = TypeId("ns3::GreHeader")
                            .SetParent<Header>()
                            .SetGroupName("LinuxTx")
                            .AddConstructor<GreHeader>();
    return tid;
}

GreHeader::GreHeader(uint16_t protocol, std::optional<uint32_t> key)
    : m_protocol(protocol),
      m_key(key)
{
}

TypeId
GreHeader::GetInstanceTypeId() const
{
    return GetTypeId();
}

uint32_t
GreHeader::GetSerializedSize() const
{
    return BASE_SIZE + (m_key ? FIELD_SIZE : 0);
}

void
GreHeader::Serialize(Buffer::Iterator start) const
{
    start.WriteHtonU16(m_key ? GRE_KEY : 0);
    start.WriteHtonU16(m_protocol);
    if (m_key)
    {
        start.WriteHtonU32(*m_key);
    }
}

uint32_t
GreHeader::Deserialize(Buffer::Iterator start)
{
    *this = GreHeader();
    m_valid = false;
    const uint32_t available = start.GetRemainingSize();
    if (available < BASE_SIZE)
    {
        return 0;
    }
    const uint16_t flags = start.ReadNtohU16();
    const uint32_t size = GetSize(flags);
    if ((flags & (GRE_VERSION | GRE_ROUTING)) != 0 || available < size)
    {
        return 0;
    }
    m_valid = true;
    m_protocol = start.ReadNtohU16();
    m_hasChecksum = (flags & GRE_CSUM) != 0;
    if (m_hasChecksum)
    {
        start.Next(FIELD_SIZE);
    }
    if ((flags & GRE_KEY) != 0)
    {
        m_key = start.ReadNtohU32();
    }
    return size;
}

void
GreHeader::Print(std::ostream& os) const
{
    os << "protocol=0x" << std::hex << m_protocol << std::dec;
    if (m_key)
    {
        os << " key=" << *m_key;
    }
}

} // namespace ns3
