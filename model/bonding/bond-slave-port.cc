/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/bond-slave-port.h"

#include "ns3/bonding-net-device.h"

#include <utility>

namespace ns3
{

BondSlavePort::BondSlavePort(BondingNetDevice* bond, Ptr<BondSlave> slave)
    : m_bond(bond),
      m_slave(std::move(slave))
{
}

BondSlavePort::~BondSlavePort() = default;

void
BondSlavePort::Attach()
{
    const Ptr<NetDevice>& device = m_slave->GetDevice();
    // A plain pointer: the handler is taken back in Detach(), before the bond lets the port go.
    m_handler = MakeCallback(&BondSlavePort::Receive, this);
    m_bond->GetNode()->RegisterProtocolHandler(m_handler, 0, device, true);
    // A counted one: the device keeps this callback for good.
    device->AddLinkChangeCallback(MakeCallback(&BondSlavePort::LinkChanged, Ptr(this)));
}

void
BondSlavePort::Detach()
{
    m_bond->GetNode()->UnregisterProtocolHandler(m_handler);
    m_bond = nullptr;
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
    if (m_bond)
    {
        m_bond->ReceiveFromSlave(*m_slave, packet, protocol, from, to);
    }
}

void
BondSlavePort::LinkChanged()
{
    if (m_bond)
    {
        m_bond->m_core.SlaveDeviceChanged(*m_slave);
    }
}

} // namespace ns3
