/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/linux-bridge-port-list.h"

#include <algorithm>

namespace ns3
{

namespace
{

/**
 * @brief Find the port that a device is.
 * @tparam List Ports, const or not
 * @param ports where to look
 * @param device the device
 * @return its place
 */
template <class List>
auto
FindPlace(List& ports, const Ptr<NetDevice>& device)
{
    return std::find_if(ports.begin(), ports.end(), [&device](const auto& port) {
        return port->GetDevice() == device;
    });
}

} // namespace

LinuxBridgePortList::LinuxBridgePortList(LinuxBridgeNetDevice* bridge)
    : m_bridge(bridge)
{
}

void
LinuxBridgePortList::Add(const Ptr<NetDevice>& device)
{
    const auto past = FindPlace(m_past, device);
    const auto port = past == m_past.end() ? Create<LinuxBridgePort>(m_bridge, device) : Ptr(*past);
    if (past != m_past.end())
    {
        m_past.erase(past);
    }
    // find_portno(): the first number that is free.
    BridgeFdb::Port number = BridgeFdb::BRIDGE + 1;
    while (Find(number))
    {
        ++number;
    }
    m_ports.push_back(port);
    port->Attach(number);
}

BridgeFdb::Port
LinuxBridgePortList::Remove(const Ptr<NetDevice>& device)
{
    const auto place = FindPlace(m_ports, device);
    const Ptr<LinuxBridgePort> port = *place;
    const BridgeFdb::Port number = port->GetNumber();
    m_ports.erase(place);
    m_past.push_back(port);
    port->Detach();
    return number;
}

void
LinuxBridgePortList::Forget()
{
    for (const auto& ports : {m_ports, m_past})
    {
        for (const auto& port : ports)
        {
            port->Forget();
        }
    }
    m_ports.clear();
    m_past.clear();
}

Ptr<LinuxBridgePort>
LinuxBridgePortList::Find(const Ptr<NetDevice>& device) const
{
    const auto place = FindPlace(m_ports, device);
    return place == m_ports.end() ? nullptr : *place;
}

Ptr<LinuxBridgePort>
LinuxBridgePortList::Find(BridgeFdb::Port number) const
{
    const auto place = std::find_if(m_ports.begin(), m_ports.end(), [number](const auto& port) {
        return port->GetNumber() == number;
    });
    return place == m_ports.end() ? nullptr : *place;
}

bool
LinuxBridgePortList::IsAnyForwarding() const
{
    return std::any_of(m_ports.begin(), m_ports.end(), [](const auto& port) {
        return port->IsForwarding();
    });
}

Mac48Address
LinuxBridgePortList::GetLowestAddress() const
{
    Mac48Address lowest = m_ports.front()->GetAddress();
    for (const auto& port : m_ports)
    {
        lowest = std::min(lowest, port->GetAddress());
    }
    return lowest;
}

uint16_t
LinuxBridgePortList::GetSmallestMtu() const
{
    uint16_t smallest = m_ports.front()->GetDevice()->GetMtu();
    for (const auto& port : m_ports)
    {
        smallest = std::min(smallest, port->GetDevice()->GetMtu());
    }
    return smallest;
}

LinuxBridgePortList::Ports
LinuxBridgePortList::FindTargets(const BridgeFdb::Entry* entry, const LinuxBridgePort* in) const
{
    Ports targets;
    // The kernel's list has the youngest port at its head (list_add_rcu), and flooding walks it
    // from there: the original goes out on the oldest.
    for (auto port = m_ports.rbegin(); port != m_ports.rend(); ++port)
    {
        const bool mayLeave = (*port)->HasHairpin() || PeekPointer(*port) != in;
        const bool wanted = !entry || entry->port == (*port)->GetNumber();
        if (wanted && mayLeave && (*port)->IsForwarding()) // should_deliver()
        {
            targets.push_back(*port);
        }
    }
    return targets;
}

} // namespace ns3
