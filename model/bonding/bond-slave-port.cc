/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/bond-slave-port.h"

#include "ns3/bonding-net-device.h"
#include "ns3/node.h"
#include "ns3/simulator.h"

#include <utility>

namespace ns3
{

BondSlavePort::BondSlavePort(BondingNetDevice* bond, Ptr<NetDevice> device)
    : m_bond(bond),
      m_device(std::move(device))
{
}

BondSlavePort::~BondSlavePort() = default;

void
BondSlavePort::Attach(const Ptr<BondSlave>& slave)
{
    m_slave = slave;
    if (!m_tied)
    {
        m_tied = true;
        // Not now: a frame may be running through the node's handlers.
        Simulator::ScheduleNow(&BondSlavePort::Tie, Ptr(this));
        m_device->AddLinkChangeCallback(MakeCallback(&BondSlavePort::LinkChanged, Ptr(this)));
    }
}

void
BondSlavePort::Tie()
{
    if (m_bond)
    {
        m_bond->GetNode()->RegisterProtocolHandler(MakeCallback(&BondSlavePort::Receive, Ptr(this)),
                                                   0,
                                                   m_device,
                                                   true);
    }
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
    m_device = nullptr;
    m_slave = nullptr;
}

void
BondSlavePort::Receive(Ptr<NetDevice> /* device */,
                       Ptr<const Packet> packet,
                       uint16_t protocol,
                       const Address& from,
                       const Address& to,
                       NetDevice::PacketType /* packetType */)
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
