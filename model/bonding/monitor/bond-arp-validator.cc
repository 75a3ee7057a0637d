/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/bond-arp-validator.h"

#include "ns3/arp-l3-protocol.h"
#include "ns3/icmpv6-header.h"
#include "ns3/icmpv6-l4-protocol.h"
#include "ns3/ipv6-l3-protocol.h"

#include <algorithm>
#include <array>

namespace ns3
{

namespace
{

/// ARP of IPv4 over Ethernet: hardware type, protocol, lengths of their addresses (RFC 826).
constexpr std::array<uint8_t, 6> ARP_IPV4_OVER_ETHERNET{0, 1, 0x08, 0x00, 6, 4};

/// Positions in such a packet.
constexpr std::size_t ARP_OPERATION = 7;
constexpr std::size_t ARP_SENDER_IP = 14;
constexpr std::size_t ARP_TARGET_IP = 24;
constexpr std::size_t ARP_SIZE = 28;
constexpr uint8_t ARP_REPLY = 2;

/// Positions in an IPv6 packet whose first header is ICMPv6, with the 8 bytes all ICMPv6 has.
constexpr std::size_t IPV6_NEXT_HEADER = 6;
constexpr std::size_t IPV6_SOURCE = 8;
constexpr std::size_t IPV6_DESTINATION = 24;
constexpr std::size_t ICMPV6_TYPE = 40;
constexpr std::size_t ICMPV6_END = 48;

} // namespace

BondArpValidator::BondArpValidator(BondContext& bond)
    : m_bond(bond),
      m_times(bond)
{
}

void
BondArpValidator::Receive(BondSlave& slave,
                          const Ptr<BondSlave>& probing,
                          const Ptr<const Packet>& payload,
                          const Mac48Address& destination,
                          uint16_t etherType) const
{
    const uint8_t validate = m_bond.GetParams().arpValidate;
    const bool isArp = etherType == ArpL3Protocol::PROT_NUMBER;
    const bool isIpv6 = etherType == Ipv6L3Protocol::PROT_NUMBER;
    const uint8_t state =
        slave.GetState() == BondSlave::ACTIVE ? ArpValidate::ACTIVE : ArpValidate::BACKUP;
    if (!(validate & state))
    {
        if (!(validate & ArpValidate::FILTER) || isArp || isIpv6)
        {
            slave.SetLastRx(m_bond.GetJiffies());
        }
        return;
    }
    if (!destination.IsGroup() && destination != m_bond.GetSlaveAddress(slave))
    {
        return; // for another host: a promiscuous device hands it up
    }
    if (isArp)
    {
        ReceiveArp(slave, probing, payload);
    }
    else if (isIpv6)
    {
        ReceiveNeighbourDiscovery(slave, probing, payload);
    }
}

BondArpValidator::Trust
BondArpValidator::Judge(const BondSlave& slave,
                        const Ptr<BondSlave>& probing,
                        bool canAnswerProbe) const
{
    if (slave.GetState() == BondSlave::ACTIVE)
    {
        return Trust::ANSWER;
    }
    const Ptr<BondSlave>& active = m_bond.GetSlaveList().GetActive();
    if (active && m_times.GetLastRx(*active) > active->GetLastLinkUp())
    {
        return Trust::REQUEST;
    }
    // A switch may still send the answer to the port of the slave that probed before.
    if (probing && canAnswerProbe && m_times.IsWithin(probing->GetLastTx(), 1))
    {
        return Trust::ANSWER;
    }
    return Trust::NOT;
}

void
BondArpValidator::ReceiveArp(BondSlave& slave,
                             const Ptr<BondSlave>& probing,
                             const Ptr<const Packet>& payload) const
{
    std::array<uint8_t, ARP_SIZE> arp{};
    if (payload->CopyData(arp.data(), arp.size()) < arp.size() ||
        !std::equal(ARP_IPV4_OVER_ETHERNET.begin(), ARP_IPV4_OVER_ETHERNET.end(), arp.begin()))
    {
        return;
    }
    const auto sender = Ipv4Address::Deserialize(&arp[ARP_SENDER_IP]);
    const auto target = Ipv4Address::Deserialize(&arp[ARP_TARGET_IP]);
    const bool isReply = arp[ARP_OPERATION - 1] == 0 && arp[ARP_OPERATION] == ARP_REPLY;
    switch (Judge(slave, probing, isReply))
    {
    case Trust::ANSWER:
        Validate(slave, sender, target);
        break;
    case Trust::REQUEST:
        Validate(slave, target, sender);
        break;
    case Trust::NOT:
        break;
    }
}

void
BondArpValidator::ReceiveNeighbourDiscovery(BondSlave& slave,
                                            const Ptr<BondSlave>& probing,
                                            const Ptr<const Packet>& payload) const
{
    std::array<uint8_t, ICMPV6_END> packet{};
    if (payload->CopyData(packet.data(), packet.size()) < packet.size() ||
        packet[IPV6_NEXT_HEADER] != Icmpv6L4Protocol::PROT_NUMBER ||
        (packet[ICMPV6_TYPE] != Icmpv6Header::ICMPV6_ND_NEIGHBOR_SOLICITATION &&
         packet[ICMPV6_TYPE] != Icmpv6Header::ICMPV6_ND_NEIGHBOR_ADVERTISEMENT))
    {
        return;
    }
    const auto source = Ipv6Address::Deserialize(&packet[IPV6_SOURCE]);
    const auto destination = Ipv6Address::Deserialize(&packet[IPV6_DESTINATION]);
    switch (Judge(slave, probing, true))
    {
    case Trust::ANSWER:
        Validate(slave, source, destination);
        break;
    case Trust::REQUEST:
        Validate(slave, destination, source);
        break;
    case Trust::NOT:
        break;
    }
}

void
BondArpValidator::Validate(BondSlave& slave, Ipv4Address target, Ipv4Address own) const
{
    const auto& targets = m_bond.GetParams().arpTargets;
    const auto found = std::find(targets.begin(), targets.end(), target);
    if (found != targets.end() && Has(own))
    {
        Accept(slave, found - targets.begin());
    }
}

void
BondArpValidator::Validate(BondSlave& slave, Ipv6Address target, Ipv6Address own) const
{
    const auto& targets = m_bond.GetParams().nsTargets;
    const auto found = std::find_if(targets.begin(), targets.end(), [target](const auto& known) {
        return known == target || Ipv6Address::MakeSolicitedAddress(known) == target;
    });
    if (found != targets.end() && (own.IsAllNodesMulticast() || Has(own)))
    {
        Accept(slave, found - targets.begin());
    }
}

void
BondArpValidator::Accept(BondSlave& slave, std::size_t target) const
{
    const int64_t now = m_bond.GetJiffies();
    slave.SetLastRx(now);
    slave.SetTargetLastRx(target, now);
}

bool
BondArpValidator::Has(Ipv4Address address) const
{
    const auto interfaces = m_bond.GetInterfaces();
    return std::any_of(interfaces.begin(), interfaces.end(), [address](const auto& interface) {
        const auto& addresses = interface.ipv4Addresses;
        return addresses.empty()
                   ? address.IsAny()
                   : std::any_of(addresses.begin(), addresses.end(), [address](const auto& own) {
                         return own.GetLocal() == address;
                     });
    });
}

bool
BondArpValidator::Has(Ipv6Address address) const
{
    const auto interfaces = m_bond.GetInterfaces();
    return std::any_of(interfaces.begin(), interfaces.end(), [address](const auto& interface) {
        const auto& addresses = interface.ipv6Addresses;
        return std::any_of(addresses.begin(), addresses.end(), [address](const auto& own) {
            return own.GetAddress() == address && own.GetState() != Ipv6InterfaceAddress::TENTATIVE;
        });
    });
}

} // namespace ns3
