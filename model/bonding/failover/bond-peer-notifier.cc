/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/bond-peer-notifier.h"

#include "ns3/arp-header.h"
#include "ns3/arp-l3-protocol.h"
#include "ns3/icmpv6-header.h"
#include "ns3/ipv6-header.h"
#include "ns3/ipv6-l3-protocol.h"

#include <algorithm>

namespace ns3
{

namespace
{

/// Neighbour discovery works on the link only (RFC 4861, 7.1).
constexpr uint8_t ND_HOP_LIMIT = 255;

} // namespace

BondPeerNotifier::BondPeerNotifier(BondContext& bond)
    : m_bond(bond)
{
}

void
BondPeerNotifier::Start()
{
    if (!m_bond.IsUp())
    {
        return;
    }
    m_remaining = m_bond.GetParams().numPeerNotif * GetInterval();
    if (ShouldNotify())
    {
        --m_remaining;
        Notify();
    }
}

void
BondPeerNotifier::Stop()
{
    m_remaining = 0;
}

bool
BondPeerNotifier::ShouldNotify() const
{
    return m_remaining > 0 && m_remaining % GetInterval() == 0 &&
           m_bond.GetSlaveList().GetActive() && m_bond.HasCarrier();
}

void
BondPeerNotifier::CountDown()
{
    if (m_remaining > 0)
    {
        --m_remaining;
    }
}

void
BondPeerNotifier::Notify()
{
    for (const auto& interface : m_bond.GetInterfaces())
    {
        for (const auto& address : interface.ipv4Addresses)
        {
            SendGratuitousArp(interface, address.GetLocal());
        }
        for (const auto& address : SortByScope(interface.ipv6Addresses))
        {
            SendUnsolicitedNa(interface, address);
        }
    }
}

uint32_t
BondPeerNotifier::GetInterval() const
{
    return std::max<uint32_t>(1, m_bond.GetParams().peerNotifDelay);
}

void
BondPeerNotifier::SendGratuitousArp(const BondInterface& interface, const Ipv4Address& address)
{
    ArpHeader arp;
    arp.SetRequest(interface.address, address, Mac48Address(), address);
    const auto packet = Create<Packet>();
    packet->AddHeader(arp);
    m_bond.SendOnInterface(interface,
                           packet,
                           Mac48Address::GetBroadcast(),
                           ArpL3Protocol::PROT_NUMBER);
}

void
BondPeerNotifier::SendUnsolicitedNa(const BondInterface& interface, const Ipv6Address& address)
{
    const Ipv6Address allNodes = Ipv6Address::GetAllNodesMulticast();

    Icmpv6NA advertisement;
    advertisement.SetIpv6Target(address);
    advertisement.SetFlagO(true);
    const Icmpv6OptionLinkLayerAddress linkLayer(false, interface.address);
    const auto packet = Create<Packet>();
    packet->AddHeader(linkLayer);
    advertisement.CalculatePseudoHeaderChecksum(address,
                                                allNodes,
                                                packet->GetSize() +
                                                    advertisement.GetSerializedSize(),
                                                Ipv6Header::IPV6_ICMPV6);
    packet->AddHeader(advertisement);

    Ipv6Header ip;
    ip.SetSource(address);
    ip.SetDestination(allNodes);
    ip.SetNextHeader(Ipv6Header::IPV6_ICMPV6);
    ip.SetPayloadLength(packet->GetSize());
    ip.SetHopLimit(ND_HOP_LIMIT);
    ip.SetFlowLabel(0); // the header's default is 1
    packet->AddHeader(ip);
    m_bond.SendOnInterface(interface,
                           packet,
                           Mac48Address::GetMulticast(allNodes),
                           Ipv6L3Protocol::PROT_NUMBER);
}

std::vector<Ipv6Address>
BondPeerNotifier::SortByScope(const std::vector<Ipv6InterfaceAddress>& addresses)
{
    std::vector<Ipv6Address> wider;
    std::vector<Ipv6Address> linkLocal;
    for (const auto& address : addresses)
    {
        const bool tentative = address.GetState() == Ipv6InterfaceAddress::TENTATIVE ||
                               address.GetState() == Ipv6InterfaceAddress::INVALID;
        if (!tentative)
        {
            auto& list = address.GetAddress().IsLinkLocal() ? linkLocal : wider;
            list.insert(list.begin(), address.GetAddress());
        }
    }
    wider.insert(wider.end(), linkLocal.begin(), linkLocal.end());
    return wider;
}

} // namespace ns3
