/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/alb-slave-addresses.h"

#include "ns3/alb-learning-packet.h"

namespace ns3
{

namespace
{

/**
 * @brief The address a slave had before it was enslaved (slave->perm_hwaddr).
 * @param slave the slave
 * @return the address
 */
Mac48Address
OwnAddress(const BondSlave& slave)
{
    return Mac48Address::ConvertFrom(slave.GetOriginalAddress());
}

} // namespace

AlbSlaveAddresses::AlbSlaveAddresses(BondContext& bond, RlbClientTable* clients)
    : m_bond(bond),
      m_clients(clients)
{
}

void
AlbSlaveAddresses::Attach(BondSlave& slave)
{
    const Mac48Address own = OwnAddress(slave);
    m_bond.SetSlaveAddress(slave, own);
    const auto& slaves = m_bond.GetSlaveList().GetAll();
    const bool isFirst = slaves.size() == 1;
    const bool isTaken = own == m_bond.GetHardwareAddress() || Find(own, &slave);
    if (isFirst || !isTaken)
    {
        return;
    }
    // Of as many slaves with as many addresses, one of which is the bond's, some slave's own
    // address is nobody's.
    for (const auto& other : slaves)
    {
        const Mac48Address address = OwnAddress(*other);
        if (PeekPointer(other) != &slave && !Find(address, &slave))
        {
            m_bond.SetSlaveAddress(slave, address);
            m_bond.Log(
                "(slave " + slave.GetName() +
                "): the slave hw address is in use by the bond; giving it the hw address of " +
                other->GetName());
            return;
        }
    }
    m_bond.SetSlaveAddress(slave, m_bond.GetHardwareAddress());
}

void
AlbSlaveAddresses::Detach(BondSlave& slave)
{
    const Mac48Address own = OwnAddress(slave);
    if (own == m_bond.GetSlaveAddress(slave) || own == m_bond.GetHardwareAddress())
    {
        return;
    }
    if (const auto holder = Find(own))
    {
        Swap(slave, *holder);
        Announce(slave, *holder);
    }
}

void
AlbSlaveAddresses::GiveBondAddress(const Ptr<BondSlave>& holder, BondSlave& active)
{
    if (holder)
    {
        Swap(*holder, active);
        Announce(*holder, active);
        return;
    }
    m_bond.SetSlaveAddress(active, m_bond.GetHardwareAddress());
    AlbLearningPacket::Send(m_bond, active, m_bond.GetHardwareAddress(), true);
}

void
AlbSlaveAddresses::FollowBondAddress()
{
    const auto& active = m_bond.GetSlaveList().GetActive();
    if (!active)
    {
        return;
    }
    if (const auto holder = Find(m_bond.GetHardwareAddress()))
    {
        Swap(*holder, *active);
        Announce(*holder, *active);
        return;
    }
    m_bond.SetSlaveAddress(*active, m_bond.GetHardwareAddress());
    Announce(*active);
}

Ptr<BondSlave>
AlbSlaveAddresses::Find(const Mac48Address& address, const BondSlave* except) const
{
    for (const auto& slave : m_bond.GetSlaveList().GetAll())
    {
        if (PeekPointer(slave) != except && m_bond.GetSlaveAddress(*slave) == address)
        {
            return slave;
        }
    }
    return nullptr;
}

void
AlbSlaveAddresses::Swap(BondSlave& first, BondSlave& second)
{
    const Mac48Address address = m_bond.GetSlaveAddress(first);
    m_bond.SetSlaveAddress(first, m_bond.GetSlaveAddress(second));
    m_bond.SetSlaveAddress(second, address);
}

void
AlbSlaveAddresses::Announce(BondSlave& first, BondSlave& second)
{
    const BondSlave* disabled = nullptr;
    for (BondSlave* slave : {&first, &second})
    {
        if (slave->CanTransmit())
        {
            Announce(*slave);
        }
        else
        {
            disabled = slave;
        }
    }
    if (m_clients && first.CanTransmit() != second.CanTransmit())
    {
        // Clients go on sending to the address that the slave without link has got.
        m_clients->TeachAddressOnActive(m_bond.GetSlaveAddress(*disabled));
    }
}

void
AlbSlaveAddresses::Announce(BondSlave& slave)
{
    AlbLearningPacket::Send(m_bond, slave, m_bond.GetSlaveAddress(slave), true);
    if (m_clients)
    {
        m_clients->RequestUpdate(slave);
    }
}

} // namespace ns3
