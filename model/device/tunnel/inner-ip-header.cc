/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/inner-ip-header.h"

#include "ns3/ipv4-header.h"
#include "ns3/ipv4-l3-protocol.h"
#include "ns3/ipv6-header.h"
#include "ns3/ipv6-l3-protocol.h"
#include "ns3/node.h"

#include <array>

namespace ns3
{

namespace
{

constexpr uint32_t IPV4_SIZE = 20; ///< header without options, in bytes
constexpr uint32_t IPV6_SIZE = 40; ///< header without extensions, in bytes

} // namespace

bool
InnerIpHeader::IsIp(uint16_t protocol)
{
    return protocol == Ipv4L3Protocol::PROT_NUMBER || protocol == Ipv6L3Protocol::PROT_NUMBER;
}

std::optional<InnerIpHeader>
InnerIpHeader::Peek(const Ptr<const Packet>& packet, uint16_t protocol)
{
    // The first bytes of both versions: ns-3's headers assert what a received packet may not keep.
    std::array<uint8_t, 9> bytes{};
    const bool isIpv4 = protocol == Ipv4L3Protocol::PROT_NUMBER;
    const uint32_t size = isIpv4 ? IPV4_SIZE : IPV6_SIZE;
    if (!IsIp(protocol) || packet->GetSize() < size)
    {
        return {};
    }
    packet->CopyData(bytes.data(), bytes.size());
    if (bytes[0] >> 4 != (isIpv4 ? 4 : 6))
    {
        return {};
    }
    InnerIpHeader header;
    if (isIpv4)
    {
        header.m_tos = bytes[1];
        header.m_ttl = bytes[8];
        header.m_dontFragment = (bytes[6] & 0x40) != 0;
    }
    else
    {
        header.m_tos = static_cast<uint8_t>((bytes[0] << 4) | (bytes[1] >> 4));
        header.m_ttl = bytes[7];
    }
    return header;
}

void
InnerIpHeader::SetTos(const Ptr<Packet>& packet, uint16_t protocol, uint8_t tos)
{
    if (protocol == Ipv4L3Protocol::PROT_NUMBER)
    {
        Ipv4Header header;
        packet->RemoveHeader(header);
        header.SetTos(tos);
        if (Node::ChecksumEnabled())
        {
            header.EnableChecksum();
        }
        packet->AddHeader(header);
    }
    else
    {
        Ipv6Header header;
        packet->RemoveHeader(header);
        header.SetTrafficClass(tos);
        packet->AddHeader(header);
    }
}

} // namespace ns3
