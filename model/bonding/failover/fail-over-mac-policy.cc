/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/fail-over-mac-policy.h"

#include "ns3/mac48-address.h"

namespace ns3
{

FailOverMacPolicy::FailOverMacPolicy(BondContext& bond)
    : m_bond(bond)
{
}

void
FailOverMacPolicy::Enslaving(const BondSlave& slave)
{
    if (GetPolicy() == FailOverMac::NONE)
    {
        m_bond.SetSlaveAddress(slave, m_bond.GetHardwareAddress());
    }
}

void
FailOverMacPolicy::ActiveSlaveChanged(const Ptr<BondSlave>& before, const Ptr<BondSlave>& now)
{
    switch (GetPolicy())
    {
    case FailOverMac::NONE:
        break;
    case FailOverMac::ACTIVE:
        m_bond.SetHardwareAddress(m_bond.GetSlaveAddress(*now));
        break;
    case FailOverMac::FOLLOW:
        Follow(before, now);
        break;
    }
}

void
FailOverMacPolicy::Released(const BondSlave& slave)
{
    if (GetPolicy() != FailOverMac::ACTIVE)
    {
        m_bond.SetSlaveAddress(slave, Mac48Address::ConvertFrom(slave.GetOriginalAddress()));
    }
}

bool
FailOverMacPolicy::KeepsBondAddress() const
{
    return GetPolicy() != FailOverMac::NONE;
}

FailOverMac
FailOverMacPolicy::GetPolicy() const
{
    const BondParams& params = m_bond.GetParams();
    return params.mode == BondModeId::ACTIVE_BACKUP ? params.failOverMac : FailOverMac::NONE;
}

Ptr<BondSlave>
FailOverMacPolicy::FindFormerActive(const Ptr<BondSlave>& now) const
{
    for (const auto& slave : m_bond.GetSlaveList().GetAll())
    {
        if (slave != now && m_bond.GetSlaveAddress(*slave) == m_bond.GetHardwareAddress())
        {
            return slave;
        }
    }
    return nullptr;
}

void
FailOverMacPolicy::Follow(const Ptr<BondSlave>& before, const Ptr<BondSlave>& now)
{
    // After a time without active slave the last one still has the bond's address.
    const Ptr<BondSlave> former = before ? before : FindFormerActive(now);
    if (!former)
    {
        m_bond.SetSlaveAddress(*now, m_bond.GetHardwareAddress());
        return;
    }
    const Mac48Address formerAddress = m_bond.GetSlaveAddress(*former);
    const Mac48Address nowAddress = m_bond.GetSlaveAddress(*now);
    m_bond.SetSlaveAddress(*now, formerAddress);
    m_bond.SetSlaveAddress(*former, nowAddress);
}

} // namespace ns3
