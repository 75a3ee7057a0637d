/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/bond-slave.h"

#include <algorithm>
#include <utility>

namespace ns3
{

const char*
GetBondLinkName(BondLink link)
{
    switch (link)
    {
    case BondLink::UP:
        return "up";
    case BondLink::FAIL:
        return "going down";
    case BondLink::DOWN:
        return "down";
    case BondLink::BACK:
        return "going back";
    }
    return "unknown";
}

BondTraffic&
BondTraffic::operator+=(const BondTraffic& other)
{
    txPackets += other.txPackets;
    txBytes += other.txBytes;
    rxPackets += other.rxPackets;
    rxBytes += other.rxBytes;
    rxNoHandler += other.rxNoHandler;
    return *this;
}

BondSlave::BondSlave(Ptr<NetDevice> device)
    : m_device(std::move(device))
{
}

void
BondSlave::EraseTargetLastRx(std::size_t target)
{
    std::move(m_targetLastRx.begin() + target + 1,
              m_targetLastRx.end(),
              m_targetLastRx.begin() + target);
    m_targetLastRx.back() = 0;
}

void
BondSlave::SetActiveFlags()
{
    m_state = ACTIVE;
    m_inactive = false;
}

void
BondSlave::SetInactiveFlags(const BondParams& params)
{
    if (!params.IsLoadBalancing())
    {
        m_state = BACKUP;
    }
    if (!params.allSlavesActive)
    {
        m_inactive = true;
    }
}

void
BondSlave::SetOriginal(const Address& address, uint16_t mtu)
{
    m_originalAddress = address;
    m_originalMtu = mtu;
}

void
BondSlave::CountTransmitted(uint32_t bytes)
{
    ++m_traffic.txPackets;
    m_traffic.txBytes += bytes;
}

void
BondSlave::CountReceived(uint32_t bytes, bool delivered)
{
    ++m_traffic.rxPackets;
    m_traffic.rxBytes += bytes;
    if (!delivered)
    {
        ++m_traffic.rxNoHandler;
    }
}

} // namespace ns3
