/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/linux-bridge-port.h"

#include "ns3/linux-bridge-net-device.h"

#include <utility>

namespace ns3
{

LinuxBridgePort::LinuxBridgePort(LinuxBridgeNetDevice* bridge, Ptr<NetDevice> device)
    : LowerDevicePort(std::move(device)),
      m_bridge(bridge)
{
}

LinuxBridgePort::~LinuxBridgePort() = default;

Mac48Address
LinuxBridgePort::GetAddress() const
{
    return Mac48Address::ConvertFrom(GetDevice()->GetAddress());
}

bool
LinuxBridgePort::IsForwarding() const
{
    return m_number != BridgeFdb::BRIDGE && GetDevice()->IsLinkUp();
}

void
LinuxBridgePort::Attach(BridgeFdb::Port number)
{
    m_number = number;
    Tie();
}

void
LinuxBridgePort::Detach()
{
    m_number = BridgeFdb::BRIDGE;
    m_hairpin = false;
}

void
LinuxBridgePort::Forget()
{
    Detach();
    m_bridge = nullptr;
    ForgetDevice();
}

void
LinuxBridgePort::FrameReceived(const Ptr<const Packet>& packet,
                               uint16_t protocol,
                               const Address& from,
                               const Address& to)
{
    if (m_number != BridgeFdb::BRIDGE)
    {
        const Ptr<LinuxBridgePort> alive(this); // whoever receives may remove it
        m_bridge->ReceiveFromPort(*this, packet, protocol, from, to);
    }
}

void
LinuxBridgePort::LinkChanged()
{
    if (m_number != BridgeFdb::BRIDGE)
    {
        m_bridge->PortLinkChanged(*this);
    }
}

} // namespace ns3
