/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/balance-alb-mode.h"

#include <algorithm>
#include <functional>
#include <memory>
#include <numeric>

namespace ns3
{

namespace
{

constexpr uint16_t ETHER_TYPE_IPV4 = 0x0800; //!< ETH_P_IP
constexpr uint16_t ETHER_TYPE_IPV6 = 0x86DD; //!< ETH_P_IPV6

constexpr BondFrame::MacBytes BROADCAST{0xff, 0xff, 0xff, 0xff, 0xff, 0xff};
constexpr BondFrame::MacBytes ALL_NODES{0x33, 0x33, 0, 0, 0, 1}; //!< of ff02::1

/// A field of a header.
struct Field
{
    std::size_t offset; //!< from the begin of the header, in bytes
    std::size_t size;   //!< in bytes
};

constexpr std::size_t IPV4_HEADER_SIZE = 20; //!< without options, in bytes
constexpr std::size_t IPV4_PROTOCOL_AT = 9;  //!< in the IPv4 header
constexpr Field IPV4_DESTINATION{16, 4};     //!< in the IPv4 header
constexpr Field IPV6_SOURCE{8, 16};          //!< in the IPv6 header
constexpr Field IPV6_DESTINATION{24, 16};    //!< in the IPv6 header
constexpr uint8_t IGMP = 2;                  //!< IPPROTO_IGMP

/**
 * @brief _simple_hash(): the xor of a field's bytes.
 * @param bytes a header that holds the field
 * @param field the field
 * @return the hash
 */
uint8_t
HashField(const std::vector<uint8_t>& bytes, const Field& field)
{
    const auto begin = bytes.begin() + field.offset;
    return std::accumulate(begin, begin + field.size, uint8_t{0}, std::bit_xor<>());
}

/**
 * @brief Has a field the same byte everywhere?
 * @param bytes a header that holds the field
 * @param field the field
 * @param value the byte
 * @return true if so
 */
bool
IsAll(const std::vector<uint8_t>& bytes, const Field& field, uint8_t value)
{
    const auto begin = bytes.begin() + field.offset;
    return std::all_of(begin, begin + field.size, [value](uint8_t byte) { return byte == value; });
}

} // namespace

BalanceAlbMode::BalanceAlbMode(BondContext& bond)
    : BalanceTlbMode(bond, std::make_unique<RlbClientTable>(bond))
{
}

bool
BalanceAlbMode::ReceiveProbe(BondSlave& /* slave */,
                             const Ptr<const Packet>& payload,
                             const Mac48Address& /* source */,
                             const Mac48Address& /* destination */,
                             uint16_t etherType)
{
    if (etherType == AlbArpMessage::ETHER_TYPE)
    {
        if (const auto message = AlbArpMessage::Read(payload))
        {
            m_rlbClients->Receive(*message);
        }
    }
    return false;
}

bool
BalanceAlbMode::Delivers(const BondSlave& slave, bool isGroupAddressed) const
{
    // What clients send to the slave's own address is the bond's; of what is flooded to all slaves
    // the bond sees one copy.
    return !slave.IsInactive() || !isGroupAddressed;
}

void
BalanceAlbMode::Open()
{
    m_rlbClients->Reset();
    BalanceTlbMode::Open();
}

void
BalanceAlbMode::SlaveEnslaved(BondSlave& slave)
{
    BalanceTlbMode::SlaveEnslaved(slave);
    m_rlbClients->OrderRebalance();
}

void
BalanceAlbMode::SlaveReleased(BondSlave& slave)
{
    BalanceTlbMode::SlaveReleased(slave);
    m_rlbClients->ForgetLastSlave();
    m_rlbClients->ClearSlave(slave);
}

void
BalanceAlbMode::SlaveLinkChanged(BondSlave& slave)
{
    if (slave.GetLink() == BondLink::DOWN)
    {
        m_rlbClients->ClearSlave(slave);
    }
    else if (slave.GetLink() == BondLink::UP)
    {
        m_rlbClients->OrderRebalance();
    }
    BalanceTlbMode::SlaveLinkChanged(slave);
}

Ptr<BondSlave>
BalanceAlbMode::FindSlave(const BondFrame& frame, BondTransmitPlan& plan)
{
    if (frame.GetEtherType() == AlbArpMessage::ETHER_TYPE)
    {
        return FindArpSlave(frame, plan);
    }
    const auto client = GetClient(frame);
    if (!client)
    {
        return nullptr;
    }
    return m_bond.GetParams().tlbDynamicLb
               ? m_tlbClients.Choose(*client, frame.GetLength(), m_bond.GetSlaveList())
               : ChooseByHash(frame);
}

bool
BalanceAlbMode::NeedsMonitor() const
{
    return true;
}

Ptr<BondSlave>
BalanceAlbMode::FindArpSlave(const BondFrame& frame, BondTransmitPlan& plan)
{
    auto message = AlbArpMessage::Read(frame.GetNetworkBytes());
    if (!message)
    {
        return nullptr;
    }
    const Mac48Address sender = message->senderMac;
    const Ptr<BondSlave> slave = m_rlbClients->Transmit(*message, frame.GetVlanTag().value_or(0));
    if (message->senderMac != sender)
    {
        plan.rewritten = message->Write();
    }
    return slave;
}

std::optional<uint8_t>
BalanceAlbMode::GetClient(const BondFrame& frame)
{
    const auto& destination = frame.GetDestination();
    if (destination == BROADCAST)
    {
        return std::nullopt;
    }
    const auto& bytes = frame.GetNetworkBytes();
    if (frame.GetEtherType() == ETHER_TYPE_IPV4)
    {
        if (bytes.size() < IPV4_HEADER_SIZE || IsAll(bytes, IPV4_DESTINATION, 0xff) ||
            bytes[IPV4_PROTOCOL_AT] == IGMP)
        {
            return std::nullopt;
        }
        return HashField(bytes, IPV4_DESTINATION);
    }
    if (frame.GetEtherType() == ETHER_TYPE_IPV6)
    {
        // From an unspecified address come probes for duplicates of one's own address: balanced,
        // they would come back by the other slaves and look like a duplicate.
        if (destination == ALL_NODES || IsNeighbourDiscovery(frame) || IsAll(bytes, IPV6_SOURCE, 0))
        {
            return std::nullopt;
        }
        return HashField(bytes, IPV6_DESTINATION);
    }
    return std::nullopt;
}

} // namespace ns3
