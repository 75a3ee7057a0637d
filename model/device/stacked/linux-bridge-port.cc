/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/linux-bridge-port.h"

#include "ns3/linux-bridge-net-device.h"
#include "ns3/node.h"
#include "ns3/simulator.h"

#include <utility>

namespace ns3
{

LinuxBridgePort::LinuxBridgePort(LinuxBridgeNetDevice* bridge, Ptr<NetDevice> device)
    : m_bridge(bridge),
      m_device(std::move(device))
{
}

LinuxBridgePort::~LinuxBridgePort() = default;

Mac48Address
LinuxBridgePort::GetAddress() const
{
    return Mac48Address::ConvertFrom(m_device->GetAddress());
}

bool
LinuxBridgePort::IsForwarding() const
{
    return m_number != BridgeFdb::BRIDGE && m_device->IsLinkUp();
}

void
LinuxBridgePort::Attach(BridgeFdb::Port number)
{
    m_number = number;
    if (!m_tied)
    {
        m_tied = true;
        // Not now: a frame may be running through the node's handlers.
        Simulator::ScheduleNow(&LinuxBridgePort::Tie, Ptr(this));
        m_device->AddLinkChangeCallback(MakeCallback(&LinuxBridgePort::LinkChanged, Ptr(this)));
    }
}

void
LinuxBridgePort::Tie()
{
    if (m_bridge)
    {
        m_bridge->GetNode()->RegisterProtocolHandler(
            MakeCallback(&LinuxBridgePort::Receive, Ptr(this)),
            0,
            m_device,
            true);
    }
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
    m_device = nullptr;
}

void
LinuxBridgePort::Receive(Ptr<NetDevice> /* device */,
                         Ptr<const Packet> packet,
                         uint16_t protocol,
                         const Address& from,
                         const Address& to,
                         NetDevice::PacketType /* packetType */)
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
