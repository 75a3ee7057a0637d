/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/bond-mii-monitor.h"

#include <sstream>
#include <utility>

namespace ns3
{

namespace
{

/**
 * @brief A log line about a slave.
 * @param slave the slave
 * @param text what to say of it
 * @return the line
 */
std::string
About(const BondSlave& slave, const std::string& text)
{
    return "(slave " + slave.GetName() + "): " + text;
}

} // namespace

BondMiiMonitor::BondMiiMonitor(BondContext& bond, BondPeerNotifier& notifier)
    : m_bond(bond),
      m_notifier(notifier),
      m_work(bond.GetClock(), [this] { Tick(); })
{
}

void
BondMiiMonitor::Start()
{
    if (!m_work.IsPending())
    {
        m_firstTick = true;
        m_work.Queue(0);
    }
}

void
BondMiiMonitor::Stop()
{
    m_work.Cancel();
}

void
BondMiiMonitor::Admit(BondSlave& slave) const
{
    if (!slave.HasCarrier())
    {
        slave.SetLink(BondLink::DOWN);
        return;
    }
    const uint32_t updelay = m_bond.GetParams().updelay;
    slave.SetLink(updelay > 0 ? BondLink::BACK : BondLink::UP);
    slave.SetDelay(updelay);
}

void
BondMiiMonitor::Tick()
{
    const bool isFirstTick = std::exchange(m_firstTick, false);
    bool notify = false;
    if (m_bond.GetSlaveList().GetN() > 0)
    {
        notify = m_notifier.ShouldNotify();
        const std::vector<Proposal> proposals = Inspect();
        if (!proposals.empty() && isFirstTick)
        {
            // Whoever started the monitor still holds rtnl; the delays have been counted already.
            m_work.Queue(1);
            return;
        }
        if (!proposals.empty())
        {
            Commit(proposals);
        }
        m_notifier.CountDown();
    }
    const uint32_t miimon = m_bond.GetParams().miimon;
    if (miimon > 0)
    {
        m_work.Queue(m_bond.GetClock().FromMilliseconds(miimon));
    }
    if (notify)
    {
        m_notifier.Notify();
    }
}

std::vector<BondMiiMonitor::Proposal>
BondMiiMonitor::Inspect()
{
    std::vector<Proposal> proposals;
    BondSlaveList& slaves = m_bond.GetSlaveList();
    bool ignoreUpdelay = m_bond.GetParams().mode == BondModeId::ACTIVE_BACKUP
                             ? !slaves.GetActive()
                             : m_bond.HasEmptySlaveArray();
    for (const auto& slave : slaves.GetAll())
    {
        if (slave->GetLink() == BondLink::UP || slave->GetLink() == BondLink::FAIL)
        {
            InspectUp(*slave, proposals);
        }
        else
        {
            InspectDown(*slave, ignoreUpdelay, proposals);
        }
    }
    return proposals;
}

void
BondMiiMonitor::InspectUp(BondSlave& slave, std::vector<Proposal>& proposals)
{
    const BondParams& params = m_bond.GetParams();
    const bool wasUp = slave.GetLink() == BondLink::UP;
    if (slave.HasCarrier())
    {
        if (!wasUp)
        {
            slave.SetLastLinkUp(m_bond.GetJiffies());
            std::ostringstream text;
            text << "link status up again after "
                 << (params.downdelay - slave.GetDelay()) * params.miimon << " ms";
            m_bond.Log(About(slave, text.str()));
            proposals.push_back({&slave, BondLink::UP});
        }
        return;
    }
    if (wasUp)
    {
        slave.SetDelay(params.downdelay);
        if (params.downdelay > 0)
        {
            std::ostringstream text;
            text << "link status down for interface, disabling it in "
                 << params.downdelay * params.miimon << " ms";
            m_bond.Log(About(slave, text.str()));
        }
    }
    if (slave.GetDelay() == 0)
    {
        proposals.push_back({&slave, BondLink::DOWN});
        return;
    }
    slave.SetDelay(slave.GetDelay() - 1);
    if (wasUp)
    {
        proposals.push_back({&slave, BondLink::FAIL});
    }
}

void
BondMiiMonitor::InspectDown(BondSlave& slave, bool& ignoreUpdelay, std::vector<Proposal>& proposals)
{
    const BondParams& params = m_bond.GetParams();
    const bool wasDown = slave.GetLink() == BondLink::DOWN;
    if (!slave.HasCarrier())
    {
        if (!wasDown)
        {
            std::ostringstream text;
            text << "link status down again after "
                 << (params.updelay - slave.GetDelay()) * params.miimon << " ms";
            m_bond.Log(About(slave, text.str()));
            proposals.push_back({&slave, BondLink::DOWN});
        }
        return;
    }
    if (wasDown)
    {
        slave.SetDelay(params.updelay);
        if (params.updelay > 0)
        {
            std::ostringstream text;
            text << "link status up, enabling it in "
                 << (ignoreUpdelay ? 0 : params.updelay * params.miimon) << " ms";
            m_bond.Log(About(slave, text.str()));
        }
    }
    if (ignoreUpdelay)
    {
        slave.SetDelay(0);
    }
    if (slave.GetDelay() == 0)
    {
        ignoreUpdelay = false;
        proposals.push_back({&slave, BondLink::UP});
        return;
    }
    slave.SetDelay(slave.GetDelay() - 1);
    if (wasDown)
    {
        proposals.push_back({&slave, BondLink::BACK});
    }
}

void
BondMiiMonitor::Commit(const std::vector<Proposal>& proposals)
{
    // All states first (bond_commit_link_state), then what follows from them.
    std::vector<Proposal> verdicts;
    for (const auto& proposal : proposals)
    {
        proposal.slave->SetLink(proposal.link);
        if (proposal.link == BondLink::UP || proposal.link == BondLink::DOWN)
        {
            verdicts.push_back(proposal);
        }
    }
    bool failover = false;
    for (const auto& verdict : verdicts)
    {
        failover |=
            verdict.link == BondLink::UP ? CommitUp(*verdict.slave) : CommitDown(*verdict.slave);
    }
    if (failover)
    {
        m_bond.SelectActiveSlave();
    }
    m_bond.UpdateCarrier();
}

bool
BondMiiMonitor::CommitUp(BondSlave& slave)
{
    const BondParams& params = m_bond.GetParams();
    const bool needsSpeed = params.mode == BondModeId::IEEE_8023AD || params.IsLoadBalancing();
    const bool hasSpeed = slave.GetSpeed() != BondSlave::SPEED_UNKNOWN;
    if (needsSpeed && !hasSpeed)
    {
        slave.SetLink(BondLink::DOWN);
        m_bond.Log(About(slave, "failed to get link speed/duplex"));
        return false;
    }
    slave.SetLastLinkUp(m_bond.GetJiffies());
    if (params.mode == BondModeId::IEEE_8023AD)
    {
        slave.SetState(BondSlave::BACKUP); // until it distributes
    }
    else if (params.mode != BondModeId::ACTIVE_BACKUP)
    {
        slave.SetState(BondSlave::ACTIVE);
    }
    std::ostringstream text;
    text << "link status definitely up, " << (hasSpeed ? slave.GetSpeed() : 0) << " Mbps "
         << (slave.IsFullDuplex() ? "full" : "half") << " duplex";
    m_bond.Log(About(slave, text.str()));
    m_bond.SlaveLinkChanged(slave);

    const BondSlaveList& slaves = m_bond.GetSlaveList();
    return !slaves.GetActive() || slaves.GetPrimary() == Ptr<BondSlave>(&slave) ||
           slave.GetPriority() > slaves.GetActive()->GetPriority();
}

bool
BondMiiMonitor::CommitDown(BondSlave& slave)
{
    const BondParams& params = m_bond.GetParams();
    slave.CountLinkFailure();
    if (params.mode == BondModeId::ACTIVE_BACKUP || params.mode == BondModeId::IEEE_8023AD)
    {
        slave.SetInactiveFlags(params);
    }
    m_bond.Log(About(slave, "link status definitely down, disabling slave"));
    m_bond.SlaveLinkChanged(slave);
    return PeekPointer(m_bond.GetSlaveList().GetActive()) == &slave;
}

} // namespace ns3
