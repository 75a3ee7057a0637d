/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/lower-device-port.h"

#include "ns3/node.h"
#include "ns3/simulator.h"

#include <utility>

namespace ns3
{

LowerDevicePort::LowerDevicePort(Ptr<NetDevice> device)
    : m_device(std::move(device))
{
}

LowerDevicePort::~LowerDevicePort() = default;

void
LowerDevicePort::Tie()
{
    if (!m_tied)
    {
        m_tied = true;
        // Not now: a frame may be running through the node's handlers.
        Simulator::ScheduleNow(&LowerDevicePort::Register, Ptr(this));
        m_device->AddLinkChangeCallback(MakeCallback(&LowerDevicePort::LinkChanged, Ptr(this)));
    }
}

void
LowerDevicePort::Register()
{
    if (m_device)
    {
        m_device->GetNode()->RegisterProtocolHandler(
            MakeCallback(&LowerDevicePort::Receive, Ptr(this)),
            0,
            m_device,
            true);
    }
}

void
LowerDevicePort::ForgetDevice()
{
    m_device = nullptr;
}

void
LowerDevicePort::Receive(Ptr<NetDevice> /* device */,
                         Ptr<const Packet> packet,
                         uint16_t protocol,
                         const Address& from,
                         const Address& to,
                         NetDevice::PacketType /* packetType */)
{
    FrameReceived(packet, protocol, from, to);
}

} // namespace ns3
