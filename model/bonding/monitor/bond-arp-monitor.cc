/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/bond-arp-monitor.h"

namespace ns3
{

BondArpMonitor::BondArpMonitor(BondContext& bond, BondPeerNotifier& notifier)
    : m_bond(bond),
      m_times(bond),
      m_probes(bond),
      m_validator(bond),
      m_loadBalance(bond, m_probes),
      m_activeBackup(bond, m_probes, notifier),
      m_work(bond.GetClock(), [this] { Run(); })
{
}

void
BondArpMonitor::Open()
{
    m_probes.SetRouted(false);
    m_work.Queue(0);
}

void
BondArpMonitor::Start()
{
    m_probes.SetRouted(true);
    m_work.Queue(0);
}

void
BondArpMonitor::Stop()
{
    m_work.Cancel();
}

void
BondArpMonitor::SlaveEnslaved(BondSlave& slave)
{
    const int64_t before = m_bond.GetJiffies() - m_times.GetInterval() - 1;
    slave.SetLastRx(before);
    slave.SetLastTx(before);
    for (std::size_t target = 0; target < BondParams::MAX_ARP_TARGETS; ++target)
    {
        slave.SetTargetLastRx(target, before);
    }
}

void
BondArpMonitor::SlaveReleased()
{
    m_activeBackup.ForgetProbingSlave();
}

void
BondArpMonitor::Receive(BondSlave& slave,
                        const Ptr<const Packet>& payload,
                        const Mac48Address& /* source */,
                        const Mac48Address& destination,
                        uint16_t etherType)
{
    m_validator.Receive(slave, m_activeBackup.GetProbingSlave(), payload, destination, etherType);
}

void
BondArpMonitor::Run()
{
    if (m_bond.GetParams().mode == BondModeId::ACTIVE_BACKUP)
    {
        m_activeBackup.Tick();
    }
    else
    {
        m_loadBalance.Tick();
    }
    m_probes.SetRouted(true);
    if (m_bond.GetParams().arpInterval > 0)
    {
        m_work.Queue(m_times.GetInterval());
    }
}

} // namespace ns3
