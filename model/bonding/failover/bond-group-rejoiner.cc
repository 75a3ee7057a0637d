/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/bond-group-rejoiner.h"

#include "ns3/ipv4-l3-protocol.h"
#include "ns3/ipv6-l3-protocol.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace ns3
{

namespace
{

/// Where IGMPv3 reports go (IGMPV3_ALL_MCR).
const Ipv4Address ALL_IGMPV3_ROUTERS("224.0.0.22");
/// Every host is in it and nobody reports it (IGMP_ALL_HOSTS).
const Ipv4Address ALL_HOSTS("224.0.0.1");
/// Where MLDv2 reports go (MLD2_ALL_MCR_INIT).
const Ipv6Address ALL_MLDV2_ROUTERS("ff02::16");

constexpr uint8_t IGMPV3_REPORT = 0x22;        //!< IGMPV3_HOST_MEMBERSHIP_REPORT
constexpr uint8_t MLDV2_REPORT = 143;          //!< ICMPV6_MLD2_REPORT
constexpr uint8_t MODE_IS_EXCLUDE = 2;         //!< the group is wanted from every source
constexpr uint8_t PROTOCOL_IGMP = 2;           //!< IP protocol
constexpr uint8_t PROTOCOL_ICMPV6 = 58;        //!< IP protocol
constexpr uint8_t INTERNETWORK_CONTROL = 0xc0; //!< TOS of IGMP
constexpr uint8_t HOP_BY_HOP = 0;              //!< next header: hop-by-hop options

/// Smallest scope whose groups are reported (IPV6_ADDR_SCOPE_LINKLOCAL).
constexpr uint8_t LINK_LOCAL_SCOPE = 2;

using Bytes = std::vector<uint8_t>;

/**
 * @brief Append a 16-bit number in network order.
 * @param bytes where to
 * @param value the number
 */
void
Append16(Bytes& bytes, uint16_t value)
{
    bytes.push_back(value >> 8);
    bytes.push_back(value & 0xff);
}

/**
 * @brief Append an IPv4 address.
 * @param bytes where to
 * @param address the address
 */
void
AppendAddress(Bytes& bytes, const Ipv4Address& address)
{
    std::array<uint8_t, 4> buffer;
    address.Serialize(buffer.data());
    bytes.insert(bytes.end(), buffer.begin(), buffer.end());
}

/**
 * @brief Append an IPv6 address.
 * @param bytes where to
 * @param address the address
 */
void
AppendAddress(Bytes& bytes, const Ipv6Address& address)
{
    std::array<uint8_t, 16> buffer;
    address.Serialize(buffer.data());
    bytes.insert(bytes.end(), buffer.begin(), buffer.end());
}

/**
 * @brief The Internet checksum (RFC 1071).
 * @param bytes an even number of bytes, with 0 where the checksum will be
 * @return the checksum
 */
uint16_t
GetChecksum(const Bytes& bytes)
{
    uint32_t sum = 0;
    for (std::size_t i = 0; i + 1 < bytes.size(); i += 2)
    {
        sum += bytes[i] << 8 | bytes[i + 1];
    }
    while (sum >> 16 != 0)
    {
        sum = (sum & 0xffff) + (sum >> 16);
    }
    return ~sum & 0xffff;
}

/**
 * @brief Write a checksum over its place.
 * @param bytes where to
 * @param offset its place
 * @param checksum the checksum
 */
void
PutChecksum(Bytes& bytes, std::size_t offset, uint16_t checksum)
{
    bytes[offset] = checksum >> 8;
    bytes[offset + 1] = checksum & 0xff;
}

/**
 * @brief The group record of both protocols, without sources (struct igmpv3_grec, mld2_grec).
 * @tparam Address the group's type
 * @param bytes where to append it
 * @param group the group
 */
template <typename Address>
void
AppendRecord(Bytes& bytes, const Address& group)
{
    bytes.push_back(MODE_IS_EXCLUDE);
    bytes.push_back(0);
    Append16(bytes, 0);
    AppendAddress(bytes, group);
}

/**
 * @brief An IPv4 packet with an IGMPv3 report of one group (igmpv3_send_report).
 * @param source the interface's address
 * @param group the group
 * @return the packet
 */
Bytes
MakeIgmpReport(const Ipv4Address& source, const Ipv4Address& group)
{
    Bytes report{IGMPV3_REPORT, 0};
    Append16(report, 0); // checksum
    Append16(report, 0);
    Append16(report, 1); // records
    AppendRecord(report, group);
    PutChecksum(report, 2, GetChecksum(report));

    const Bytes routerAlert{0x94, 0x04, 0x00, 0x00};
    Bytes packet{0x46, INTERNETWORK_CONTROL};
    Append16(packet, static_cast<uint16_t>(20 + routerAlert.size() + report.size()));
    Append16(packet, 0);      // identification: not needed with DF
    Append16(packet, 0x4000); // DF
    packet.push_back(1);      // TTL
    packet.push_back(PROTOCOL_IGMP);
    Append16(packet, 0); // checksum
    AppendAddress(packet, source);
    AppendAddress(packet, ALL_IGMPV3_ROUTERS);
    packet.insert(packet.end(), routerAlert.begin(), routerAlert.end());
    PutChecksum(packet, 10, GetChecksum(packet));

    packet.insert(packet.end(), report.begin(), report.end());
    return packet;
}

/**
 * @brief An IPv6 packet with an MLDv2 report (mld_sendpack).
 * @param source the interface's link-local address, or ::
 * @param groups the groups
 * @return the packet
 */
Bytes
MakeMldReport(const Ipv6Address& source, const std::vector<Ipv6Address>& groups)
{
    Bytes report{MLDV2_REPORT, 0};
    Append16(report, 0); // checksum
    Append16(report, 0);
    Append16(report, static_cast<uint16_t>(groups.size()));
    for (const auto& group : groups)
    {
        AppendRecord(report, group);
    }

    Bytes pseudo;
    AppendAddress(pseudo, source);
    AppendAddress(pseudo, ALL_MLDV2_ROUTERS);
    Append16(pseudo, 0);
    Append16(pseudo, static_cast<uint16_t>(report.size()));
    Append16(pseudo, 0);
    Append16(pseudo, PROTOCOL_ICMPV6);
    pseudo.insert(pseudo.end(), report.begin(), report.end());
    PutChecksum(report, 2, GetChecksum(pseudo));

    const Bytes routerAlert{PROTOCOL_ICMPV6, 0, 0x05, 0x02, 0x00, 0x00, 0x01, 0x00};
    Bytes packet{0x60, 0, 0, 0};
    Append16(packet, static_cast<uint16_t>(routerAlert.size() + report.size()));
    packet.push_back(HOP_BY_HOP);
    packet.push_back(1); // hop limit
    AppendAddress(packet, source);
    AppendAddress(packet, ALL_MLDV2_ROUTERS);
    packet.insert(packet.end(), routerAlert.begin(), routerAlert.end());
    packet.insert(packet.end(), report.begin(), report.end());
    return packet;
}

/**
 * @brief Are reports of a group sent (not MAF_NOREPORT)?
 * @param group the group
 * @return false for groups that do not leave the host, and for that of all nodes
 */
bool
IsReported(const Ipv6Address& group)
{
    std::array<uint8_t, 16> bytes;
    group.Serialize(bytes.data());
    return (bytes[1] & 0x0f) >= LINK_LOCAL_SCOPE && group != Ipv6Address::GetAllNodesMulticast();
}

/**
 * @brief Append a group that is not yet there.
 * @tparam Address the group's type
 * @param groups where to
 * @param group the group
 */
template <typename Address>
void
AddOnce(std::vector<Address>& groups, const Address& group)
{
    if (std::find(groups.begin(), groups.end(), group) == groups.end())
    {
        groups.push_back(group);
    }
}

/**
 * @brief Remove a group.
 * @tparam Address the group's type
 * @param groups where from
 * @param group the group
 */
template <typename Address>
void
Remove(std::vector<Address>& groups, const Address& group)
{
    groups.erase(std::remove(groups.begin(), groups.end(), group), groups.end());
}

/**
 * @brief The groups that an interface has joined.
 * @tparam Groups joined groups by device
 * @param groups all of them
 * @param interface the interface
 * @return those of the interface, the oldest first
 */
template <typename Groups>
typename Groups::mapped_type
GetGroupsOf(const Groups& groups, const BondInterface& interface)
{
    const auto found = groups.find(interface.device);
    return found == groups.end() ? typename Groups::mapped_type() : found->second;
}

} // namespace

BondGroupRejoiner::BondGroupRejoiner(BondContext& bond)
    : m_bond(bond),
      m_work(bond.GetClock(), [this] { Run(); })
{
}

void
BondGroupRejoiner::Join(const Ipv4Address& group, const Ptr<const NetDevice>& upper)
{
    AddOnce(m_ipv4Groups[upper], group);
}

void
BondGroupRejoiner::Join(const Ipv6Address& group, const Ptr<const NetDevice>& upper)
{
    AddOnce(m_ipv6Groups[upper], group);
}

void
BondGroupRejoiner::Leave(const Ipv4Address& group, const Ptr<const NetDevice>& upper)
{
    Remove(m_ipv4Groups[upper], group);
}

void
BondGroupRejoiner::Leave(const Ipv6Address& group, const Ptr<const NetDevice>& upper)
{
    Remove(m_ipv6Groups[upper], group);
}

void
BondGroupRejoiner::Start()
{
    m_remaining = m_bond.GetParams().resendIgmp;
    if (m_remaining > 0)
    {
        m_work.Queue(1);
    }
}

void
BondGroupRejoiner::Stop()
{
    m_work.Cancel();
}

void
BondGroupRejoiner::Run()
{
    for (const auto& interface : m_bond.GetInterfaces())
    {
        ReportIpv4Groups(interface);
        ReportIpv6Groups(interface);
    }
    if (m_remaining > 1)
    {
        --m_remaining;
        m_work.Queue(m_bond.GetClock().FromMilliseconds(200)); // HZ / 5
    }
}

void
BondGroupRejoiner::ReportIpv4Groups(const BondInterface& interface)
{
    const auto& addresses = interface.ipv4Addresses;
    const auto groups = GetGroupsOf(m_ipv4Groups, interface);
    const Ipv4Address source =
        addresses.empty() ? Ipv4Address::GetAny() : addresses.front().GetLocal();
    const Mac48Address destination = Mac48Address::GetMulticast(ALL_IGMPV3_ROUTERS);
    std::for_each(groups.rbegin(), groups.rend(), [&](const Ipv4Address& group) {
        if (group != ALL_HOSTS)
        {
            const Bytes bytes = MakeIgmpReport(source, group);
            m_bond.SendOnInterface(
                interface,
                Create<Packet>(bytes.data(), static_cast<uint32_t>(bytes.size())),
                destination,
                Ipv4L3Protocol::PROT_NUMBER);
        }
    });
}

void
BondGroupRejoiner::ReportIpv6Groups(const BondInterface& interface)
{
    const std::vector<Ipv6Address> groups = GetReportedIpv6Groups(interface);
    if (groups.empty())
    {
        return;
    }
    Ipv6Address source = Ipv6Address::GetAny();
    for (const auto& address : interface.ipv6Addresses)
    {
        if (address.GetAddress().IsLinkLocal())
        {
            source = address.GetAddress();
            break;
        }
    }
    const Bytes bytes = MakeMldReport(source, groups);
    m_bond.SendOnInterface(interface,
                           Create<Packet>(bytes.data(), static_cast<uint32_t>(bytes.size())),
                           Mac48Address::GetMulticast(ALL_MLDV2_ROUTERS),
                           Ipv6L3Protocol::PROT_NUMBER);
}

std::vector<Ipv6Address>
BondGroupRejoiner::GetReportedIpv6Groups(const BondInterface& interface) const
{
    const auto joined = GetGroupsOf(m_ipv6Groups, interface);
    std::vector<Ipv6Address> groups;
    std::for_each(joined.rbegin(), joined.rend(), [&](const Ipv6Address& group) {
        if (IsReported(group))
        {
            AddOnce(groups, group);
        }
    });
    for (const auto& address : interface.ipv6Addresses)
    {
        AddOnce(groups, Ipv6Address::MakeSolicitedAddress(address.GetAddress()));
    }
    return groups;
}

} // namespace ns3
