/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/bond-slave-port.h"

#include "ns3/bonding-net-device.h"

#include <utility>

namespace ns3
{

BondSlavePort::BondSlavePort(BondingNetDevice* bond, Ptr<NetDevice> device)
    : LowerDevicePort(std::move(device)),
      m_bond(bond)
{
}

BondSlavePort::~BondSlavePort() = default;

void
BondSlavePort::Attach(const Ptr<BondSlave>& slave)
{
    m_slave = slave;
    Tie();
}

void
BondSlavePort::Detach()
{
    m_slave = nullptr;
}

void
BondSlavePort::Forget()
{
    m_bond = nullptr;
    ForgetDevice();
    m_slave = nullptr;
}

void
BondSlavePort::FrameReceived(const Ptr<const Packet>& packet,
                             uint16_t protocol,
                             const Address& from,
                             const Address& to)
{
    if (const Ptr<BondSlave> slave = m_slave) // whoever receives may release it
    {
        m_bond->ReceiveFromSlave(*slave, packet, protocol, from, to);
    }
}

void
BondSlavePort::LinkChanged()
{
    if (const Ptr<BondSlave> slave = m_slave)
    {
        m_bond->m_core.SlaveDeviceChanged(*slave);
    }
}

} // namespace ns3
