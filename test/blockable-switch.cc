/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "blockable-switch.h"

#include "ns3/simulator.h"

using namespace ns3;

BlockableSwitch::BlockableSwitch()
    : m_node(CreateObject<Node>())
{
}

void
BlockableSwitch::AddPort(const Ptr<NicNetDevice>& device, Time latency)
{
    m_ports.push_back(device);
    m_latencies[device] = latency;
    device->SetPromiscReceiveCallback(MakeCallback(&BlockableSwitch::Receive, this));
}

void
BlockableSwitch::SetBlocked(const Ptr<NicNetDevice>& device, bool blocked)
{
    if (blocked)
    {
        m_blocked.insert(device);
    }
    else
    {
        m_blocked.erase(device);
    }
}

bool
BlockableSwitch::Receive(Ptr<NetDevice> port,
                         Ptr<const Packet> packet,
                         uint16_t protocol,
                         const Address& from,
                         const Address& to,
                         NetDevice::PacketType /* type */)
{
    Simulator::Schedule(m_latencies.at(port),
                        &BlockableSwitch::Forward,
                        this,
                        port,
                        packet,
                        protocol,
                        Mac48Address::ConvertFrom(from),
                        Mac48Address::ConvertFrom(to));
    return true;
}

void
BlockableSwitch::Forward(Ptr<NetDevice> port,
                         Ptr<const Packet> packet,
                         uint16_t protocol,
                         Mac48Address from,
                         Mac48Address to)
{
    if (m_blocked.count(port) > 0)
    {
        return;
    }
    m_stations[from] = port;
    const auto station = m_stations.find(to);
    for (const auto& other : m_ports)
    {
        const bool leadsThere = station == m_stations.end() || station->second == other;
        if (leadsThere && other != port && m_blocked.count(other) == 0)
        {
            other->SendFrom(packet->Copy(), from, to, protocol);
        }
    }
}
