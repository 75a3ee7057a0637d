/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/balance-tlb-mode.h"

#include "ns3/alb-learning-packet.h"

#include <utility>

namespace ns3
{

namespace
{

constexpr uint16_t ETHER_TYPE_IPV4 = 0x0800; //!< ETH_P_IP
constexpr uint16_t ETHER_TYPE_IPV6 = 0x86DD; //!< ETH_P_IPV6

constexpr std::size_t IPV6_HEADER_SIZE = 40;     //!< in bytes
constexpr std::size_t ICMPV6_HEADER_SIZE = 8;    //!< in bytes
constexpr std::size_t NEXT_HEADER_AT = 6;        //!< in the IPv6 header
constexpr uint8_t ICMPV6 = 58;                   //!< IPPROTO_ICMPV6
constexpr uint8_t NEIGHBOUR_SOLICITATION = 135;  //!< NDISC_NEIGHBOUR_SOLICITATION
constexpr uint8_t NEIGHBOUR_ADVERTISEMENT = 136; //!< NDISC_NEIGHBOUR_ADVERTISEMENT

} // namespace

BalanceTlbMode::BalanceTlbMode(BondContext& bond)
    : BalanceTlbMode(bond, nullptr)
{
}

BalanceTlbMode::BalanceTlbMode(BondContext& bond, std::unique_ptr<RlbClientTable> rlbClients)
    : XmitHashMode(bond),
      m_rlbClients(std::move(rlbClients)),
      m_addresses(bond, m_rlbClients.get()),
      m_monitor(bond.GetClock(), [this] { Monitor(); })
{
}

void
BalanceTlbMode::Select(const BondFrame& frame, BondTransmitPlan& plan)
{
    const bool isDynamic = m_bond.GetParams().tlbDynamicLb;
    const auto& active = m_bond.GetSlaveList().GetActive();
    Ptr<BondSlave> slave = FindSlave(frame, plan);
    if (!slave)
    {
        slave = active;
        if (isDynamic)
        {
            m_unbalancedBytes += frame.GetLength();
        }
    }
    if (!slave)
    {
        return;
    }
    if (!slave->CanTransmit())
    {
        // This frame is lost; the next one to each of the slave's clients finds another slave.
        if (isDynamic)
        {
            m_tlbClients.Clear(*slave, TlbClientTable::Bytes::GO_ON);
        }
        return;
    }
    plan.original = slave;
    if (slave != active)
    {
        plan.source = m_bond.GetSlaveAddress(*slave);
    }
}

void
BalanceTlbMode::Open()
{
    m_tlbClients.Reset();
    if (NeedsMonitor())
    {
        m_monitor.Queue(0);
    }
}

void
BalanceTlbMode::Close()
{
    m_monitor.Cancel();
}

void
BalanceTlbMode::SlaveEnslaved(BondSlave& slave)
{
    m_addresses.Attach(slave);
    m_rebalanceTicks = REBALANCE_TICKS;
    slave.SetState(BondSlave::ACTIVE);
    slave.SetInactiveFlags(m_bond.GetParams());
}

void
BalanceTlbMode::SlaveReleased(BondSlave& slave)
{
    m_addresses.Detach(slave);
    m_tlbClients.Clear(slave, TlbClientTable::Bytes::GO_ON);
}

void
BalanceTlbMode::SlaveLinkChanged(BondSlave& slave)
{
    if (slave.GetLink() == BondLink::DOWN)
    {
        m_tlbClients.Clear(slave, TlbClientTable::Bytes::GO_ON);
    }
    else if (slave.GetLink() == BondLink::UP)
    {
        m_rebalanceTicks = REBALANCE_TICKS;
    }
    if (!m_bond.GetParams().tlbDynamicLb)
    {
        m_bond.UpdateSlaveArray();
    }
}

void
BalanceTlbMode::ActiveSlaveChanged(const Ptr<BondSlave>& before, const Ptr<BondSlave>& now)
{
    if (!now)
    {
        return;
    }
    const auto holder = before ? before : m_addresses.Find(m_bond.GetHardwareAddress());
    if (holder)
    {
        m_tlbClients.Clear(*holder, TlbClientTable::Bytes::BECOME_HISTORY);
    }
    m_tlbClients.Clear(*now, TlbClientTable::Bytes::BECOME_HISTORY);
    m_addresses.GiveBondAddress(holder, *now);
}

bool
BalanceTlbMode::AddressSet(const Mac48Address& address)
{
    m_bond.SetHardwareAddress(address);
    m_addresses.FollowBondAddress();
    return true;
}

Ptr<BondSlave>
BalanceTlbMode::FindSlave(const BondFrame& frame, BondTransmitPlan& /* plan */)
{
    const bool isGroupAddressed = (frame.GetDestination()[0] & 1) != 0;
    const uint16_t type = frame.GetEtherType();
    const bool isBalanced =
        type == ETHER_TYPE_IPV4 || (type == ETHER_TYPE_IPV6 && !IsNeighbourDiscovery(frame));
    if (isGroupAddressed || !isBalanced)
    {
        return nullptr;
    }
    if (!m_bond.GetParams().tlbDynamicLb)
    {
        return ChooseByHash(frame);
    }
    return m_tlbClients.Choose(static_cast<uint8_t>(ComputeHash(frame)),
                               frame.GetLength(),
                               m_bond.GetSlaveList());
}

bool
BalanceTlbMode::NeedsMonitor() const
{
    return m_bond.GetParams().tlbDynamicLb;
}

bool
BalanceTlbMode::IsNeighbourDiscovery(const BondFrame& frame)
{
    const auto& bytes = frame.GetNetworkBytes();
    if (bytes.size() < IPV6_HEADER_SIZE)
    {
        return true;
    }
    if (bytes[NEXT_HEADER_AT] != ICMPV6)
    {
        return false;
    }
    if (bytes.size() < IPV6_HEADER_SIZE + ICMPV6_HEADER_SIZE)
    {
        return true;
    }
    const uint8_t type = bytes[IPV6_HEADER_SIZE];
    return type == NEIGHBOUR_SOLICITATION || type == NEIGHBOUR_ADVERTISEMENT;
}

void
BalanceTlbMode::Monitor()
{
    const auto& slaves = m_bond.GetSlaveList().GetAll();
    if (slaves.empty())
    {
        m_rebalanceTicks = 0;
        m_learningTicks = 0;
    }
    else
    {
        ++m_rebalanceTicks;
        ++m_learningTicks;
        if (m_learningTicks >= uint64_t{m_bond.GetParams().lpInterval} * TICKS_PER_SECOND)
        {
            for (const auto& slave : slaves)
            {
                // The active slave has all addresses learnt, unless clients are told others.
                const bool all = slave == m_bond.GetSlaveList().GetActive() && !m_rlbClients;
                AlbLearningPacket::Send(m_bond, *slave, m_bond.GetSlaveAddress(*slave), all);
            }
            m_learningTicks = 0;
        }
        if (m_rebalanceTicks >= REBALANCE_TICKS)
        {
            RebalanceTransmit();
            m_rebalanceTicks = 0;
        }
        if (m_rlbClients)
        {
            m_rlbClients->Tick();
        }
    }
    m_monitor.Queue(m_bond.GetClock().FromMilliseconds(1000 / TICKS_PER_SECOND));
}

void
BalanceTlbMode::RebalanceTransmit()
{
    const BondSlaveList& slaves = m_bond.GetSlaveList();
    for (const auto& slave : slaves.GetAll())
    {
        m_tlbClients.Clear(*slave, TlbClientTable::Bytes::BECOME_HISTORY);
    }
    if (const auto& active = slaves.GetActive())
    {
        m_tlbClients.SetLoad(*active, m_unbalancedBytes / TlbClientTable::REBALANCE_INTERVAL);
        m_unbalancedBytes = 0;
    }
}

} // namespace ns3
