/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/bond-mode.h"

#include "ns3/active-backup-mode.h"
#include "ns3/balance-alb-mode.h"
#include "ns3/balance-rr-mode.h"
#include "ns3/balance-tlb-mode.h"
#include "ns3/balance-xor-mode.h"
#include "ns3/broadcast-mode.h"
#include "ns3/ieee-8023ad-mode.h"

namespace ns3
{

BondMode::BondMode(BondContext& bond)
    : m_bond(bond)
{
}

std::unique_ptr<BondMode>
BondMode::Create(BondModeId id, BondContext& bond)
{
    switch (id)
    {
    case BondModeId::BALANCE_RR:
        return std::make_unique<BalanceRrMode>(bond);
    case BondModeId::ACTIVE_BACKUP:
        return std::make_unique<ActiveBackupMode>(bond);
    case BondModeId::BALANCE_XOR:
        return std::make_unique<BalanceXorMode>(bond);
    case BondModeId::BROADCAST:
        return std::make_unique<BroadcastMode>(bond);
    case BondModeId::IEEE_8023AD:
        return std::make_unique<Ieee8023adMode>(bond);
    case BondModeId::BALANCE_TLB:
        return std::make_unique<BalanceTlbMode>(bond);
    case BondModeId::BALANCE_ALB:
        return std::make_unique<BalanceAlbMode>(bond);
    }
    return nullptr;
}

bool
BondMode::CountsRefusedFrames() const
{
    return false;
}

bool
BondMode::ReceiveProbe(BondSlave& /* slave */,
                       const Ptr<const Packet>& /* payload */,
                       const Mac48Address& /* source */,
                       const Mac48Address& /* destination */,
                       uint16_t /* etherType */)
{
    return false;
}

bool
BondMode::Delivers(const BondSlave& slave, bool /* isGroupAddressed */) const
{
    return !slave.IsInactive();
}

void
BondMode::Open()
{
}

void
BondMode::Close()
{
}

void
BondMode::SlaveEnslaved(BondSlave& slave)
{
    slave.SetState(BondSlave::ACTIVE);
    BondSlaveList& slaves = m_bond.GetSlaveList();
    if (!slaves.GetActive() && slave.IsLinkUp())
    {
        slaves.SetActive(Ptr<BondSlave>(&slave));
    }
}

void
BondMode::SlaveReleasing(BondSlave& /* slave */)
{
}

void
BondMode::SlaveReleased(BondSlave& /* slave */)
{
}

void
BondMode::SlaveLinkChanged(BondSlave& /* slave */)
{
}

void
BondMode::SlaveSpeedChanged(BondSlave& /* slave */)
{
}

void
BondMode::ActiveSlaveChanged(const Ptr<BondSlave>& /* before */, const Ptr<BondSlave>& /* now */)
{
}

bool
BondMode::AddressSet(const Mac48Address& /* address */)
{
    return false;
}

void
BondMode::OptionChanged(const std::string& /* option */)
{
}

void
BondMode::UpdateSlaveArray()
{
}

void
BondMode::SkipInSlaveArray(const BondSlave& /* slave */)
{
}

bool
BondMode::HasEmptySlaveArray() const
{
    return false;
}

bool
BondMode::HasCarrier() const
{
    return m_bond.GetSlaveList().HasLink();
}

} // namespace ns3
