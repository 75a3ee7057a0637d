/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/datagram-charge.h"

namespace ns3
{

std::optional<uint32_t>
DatagramCharge::Next(const Packet& packet, uint32_t mtu, uint32_t linkHeaderRoom)
{
    if (!packet.fragment)
    {
        return SkbTruesize::OfDatagramPacket(packet.family, packet.dataBytes, linkHeaderRoom, true);
    }
    if (packet.first)
    {
        // IPv6 may have cut to a path MTU below the device's: the first fragment tells.
        if (SkbTruesize::Fragments::FragmentData(packet.family, mtu) != packet.dataBytes)
        {
            mtu =
                packet.dataBytes + (packet.family == SkbTruesize::IPV4
                                        ? SkbTruesize::IPV4_HEADER
                                        : SkbTruesize::IPV6_HEADER + SkbTruesize::FRAGMENT_HEADER);
        }
        // A limited broadcast is one datagram on each interface: begin again.
        m_fragments.emplace(packet.family, m_messageBytes, mtu);
    }
    if (!m_fragments || !m_fragments->HasNext())
    {
        return std::nullopt;
    }
    uint32_t truesize = 0;
    do
    {
        const bool first = m_fragments->IsFirst();
        truesize += SkbTruesize::OfDatagramPacket(packet.family,
                                                  m_fragments->Next(),
                                                  linkHeaderRoom,
                                                  first);
    } while (packet.last && m_fragments->HasNext());
    return truesize;
}

} // namespace ns3
