/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/bond-arp-probes.h"

#include "ns3/arp-header.h"
#include "ns3/arp-l3-protocol.h"
#include "ns3/icmpv6-header.h"
#include "ns3/icmpv6-l4-protocol.h"
#include "ns3/ipv6-header.h"
#include "ns3/ipv6-l3-protocol.h"

#include <array>

namespace ns3
{

namespace
{

/// Hop limit of neighbour discovery: nobody has forwarded the packet (RFC 4861, 7.1.1).
constexpr uint8_t ON_LINK_HOP_LIMIT = 255;

/**
 * @brief How many leading bits two addresses have in common.
 * @param a one
 * @param b the other
 * @return number of bits
 */
int
CountCommonPrefix(Ipv6Address a, Ipv6Address b)
{
    std::array<uint8_t, 16> bytesA{};
    std::array<uint8_t, 16> bytesB{};
    a.GetBytes(bytesA.data());
    b.GetBytes(bytesB.data());
    int bits = 0;
    for (std::size_t i = 0; i < bytesA.size(); ++i)
    {
        for (int mask = 0x80; mask != 0; mask >>= 1)
        {
            if ((bytesA[i] ^ bytesB[i]) & mask)
            {
                return bits;
            }
            ++bits;
        }
    }
    return bits;
}

/**
 * @brief May an address be the source of a packet?
 * @param address the address
 * @return false while its uniqueness is not known
 */
bool
IsUsable(const Ipv6InterfaceAddress& address)
{
    return address.GetState() != Ipv6InterfaceAddress::TENTATIVE &&
           address.GetState() != Ipv6InterfaceAddress::INVALID;
}

/**
 * @brief Is a target reached directly from an address?
 * @param target the target
 * @param address the address
 * @return true if both are link-local or share the address's prefix
 */
bool
IsOnLink(Ipv6Address target, const Ipv6InterfaceAddress& address)
{
    const Ipv6Address own = address.GetAddress();
    return target.IsLinkLocal() ? own.IsLinkLocal()
                                : !own.IsLinkLocal() && address.GetPrefix().IsMatch(own, target);
}

} // namespace

BondArpProbes::BondArpProbes(BondContext& bond)
    : m_bond(bond)
{
}

void
BondArpProbes::SetRouted(bool routed)
{
    m_routed = routed;
}

void
BondArpProbes::Send(BondSlave& slave) const
{
    for (const auto& target : m_bond.GetParams().arpTargets)
    {
        SendArpRequest(slave, target);
    }
    for (const auto& target : m_bond.GetParams().nsTargets)
    {
        SendSolicitation(slave, target);
    }
}

void
BondArpProbes::SendArpRequest(BondSlave& slave, Ipv4Address target) const
{
    Ipv4Address sender = Ipv4Address::GetAny();
    VlanTags tags;
    if (m_routed)
    {
        sender = FindSender(m_bond.GetIpv4Addresses(), target);
        if (sender.IsAny() && m_bond.IsRoutedElsewhere(target))
        {
            const auto upper = m_bond.FindRoutedUpper(target);
            if (!upper)
            {
                return;
            }
            sender = FindSender(upper->ipv4Addresses, target);
            tags = upper->tags;
        }
    }
    const Mac48Address source = m_bond.GetSlaveAddress(slave);
    ArpHeader request;
    request.SetRequest(source, sender, Mac48Address(), target);
    const auto packet = Create<Packet>();
    packet->AddHeader(request);
    slave.SetLastTx(m_bond.GetJiffies());
    m_bond.SendTaggedOnSlave(slave,
                             packet,
                             source,
                             Mac48Address::GetBroadcast(),
                             ArpL3Protocol::PROT_NUMBER,
                             tags);
}

void
BondArpProbes::SendSolicitation(BondSlave& slave, Ipv6Address target) const
{
    const Mac48Address source = m_bond.GetSlaveAddress(slave);
    const Ipv6Address sender = FindSender(target);
    const Ipv6Address group = Ipv6Address::MakeSolicitedAddress(target);
    const auto packet = Create<Packet>();
    if (!sender.IsAny())
    {
        packet->AddHeader(Icmpv6OptionLinkLayerAddress(true, source));
    }
    Icmpv6NS solicitation(target);
    solicitation.CalculatePseudoHeaderChecksum(sender,
                                               group,
                                               packet->GetSize() + solicitation.GetSerializedSize(),
                                               Icmpv6L4Protocol::PROT_NUMBER);
    packet->AddHeader(solicitation);
    Ipv6Header header;
    header.SetSource(sender);
    header.SetDestination(group);
    header.SetNextHeader(Icmpv6L4Protocol::PROT_NUMBER);
    header.SetPayloadLength(static_cast<uint16_t>(packet->GetSize()));
    header.SetHopLimit(ON_LINK_HOP_LIMIT);
    packet->AddHeader(header);
    slave.SetLastTx(m_bond.GetJiffies());
    m_bond.SendOnSlave(slave,
                       packet,
                       source,
                       Mac48Address::GetMulticast(group),
                       Ipv6L3Protocol::PROT_NUMBER);
}

Ipv4Address
BondArpProbes::FindSender(const std::vector<Ipv4InterfaceAddress>& addresses, Ipv4Address target)
{
    for (const auto& address : addresses)
    {
        if (address.GetMask().IsMatch(address.GetLocal(), target))
        {
            const Ipv4Address first = addresses.front().GetLocal();
            return address.GetMask().IsMatch(address.GetLocal(), first) ? first
                                                                        : address.GetLocal();
        }
    }
    return Ipv4Address::GetAny();
}

Ipv6Address
BondArpProbes::FindSender(Ipv6Address target) const
{
    Ipv6Address best = Ipv6Address::GetAny();
    if (!m_routed)
    {
        return best;
    }
    int longest = -1;
    for (const auto& address : m_bond.GetIpv6Addresses())
    {
        const int common = CountCommonPrefix(address.GetAddress(), target);
        if (IsUsable(address) && IsOnLink(target, address) && common > longest)
        {
            longest = common;
            best = address.GetAddress();
        }
    }
    return best;
}

} // namespace ns3
