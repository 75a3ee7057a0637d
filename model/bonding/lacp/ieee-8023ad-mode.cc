/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/ieee-8023ad-mode.h"

#include <utility>
#include <vector>

namespace ns3
{

namespace
{

constexpr uint64_t TIMER_INTERVAL_MS = 100; // AD_TIMER_INTERVAL

} // namespace

Ieee8023adMode::Ieee8023adMode(BondContext& bond)
    : XmitHashMode(bond),
      m_selection(bond),
      m_machines(bond.GetClock(), [this] { RunMachines(); }),
      m_arrayUpdate(bond.GetClock(), [this] { m_bond.UpdateSlaveArray(); })
{
}

std::optional<LacpActiveAggregatorInfo>
Ieee8023adMode::GetActiveAggregatorInfo() const
{
    for (const auto& member : m_selection.GetMembers())
    {
        const LacpAggregator* aggregator = member->port.GetAggregator();
        if (aggregator && aggregator->IsActive())
        {
            return LacpActiveAggregatorInfo{aggregator->GetId(),
                                            aggregator->GetNEnabledPorts(),
                                            aggregator->GetActorKey(),
                                            aggregator->GetPartnerKey(),
                                            aggregator->GetPartnerSystem()};
        }
    }
    return std::nullopt;
}

const LacpPort*
Ieee8023adMode::GetPort(const BondSlave& slave) const
{
    return m_selection.FindPort(slave);
}

void
Ieee8023adMode::Select(const BondFrame& frame, BondTransmitPlan& plan)
{
    plan.original = ChooseByHash(frame);
}

bool
Ieee8023adMode::ReceiveProbe(BondSlave& slave,
                             const Ptr<const Packet>& payload,
                             const Mac48Address& /* source */,
                             const Mac48Address& destination,
                             uint16_t etherType)
{
    static const Mac48Address multicast(Lacpdu::MULTICAST);
    if (etherType != Lacpdu::ETHER_TYPE || destination != multicast || !m_bond.IsUp())
    {
        return false;
    }
    LacpPort* port = m_selection.FindPort(slave);
    if (!port)
    {
        return false;
    }
    Lacpdu::Bytes bytes;
    if (payload->CopyData(bytes.data(), static_cast<uint32_t>(bytes.size())) < bytes.size())
    {
        ++port->GetCounters().lacpduIllegalRx;
        return false;
    }
    if (const auto pdu = Lacpdu::Parse(bytes.data(), bytes.size()))
    {
        port->RunReceive(&*pdu);
        return true;
    }
    if (const auto marker = LacpMarker::Parse(bytes.data(), bytes.size()))
    {
        ReceiveMarker(*port, *marker);
        return true;
    }
    ++port->GetCounters().lacpduUnknownRx;
    return false;
}

void
Ieee8023adMode::ReceiveMarker(LacpPort& port, const LacpMarker& marker)
{
    LacpCounters& counters = port.GetCounters();
    const auto type = marker.GetType();
    if (!type)
    {
        ++counters.markerUnknownRx;
    }
    else if (*type == LacpMarker::Type::RESPONSE)
    {
        // Linux asks nobody, so this answers nothing.
        ++counters.markerRespRx;
    }
    else
    {
        ++counters.markerRx;
        ++counters.markerRespTx;
        port.SendSlowFrame(marker.MakeResponse().GetBytes());
    }
}

void
Ieee8023adMode::Open()
{
    // Choose an aggregator at the first tick; what is waited for has been waited for while down.
    m_selectionTimer = 1;
    m_machines.Queue(0);
}

void
Ieee8023adMode::Close()
{
    m_machines.Cancel();
    m_arrayUpdate.Cancel();
}

void
Ieee8023adMode::RunMachines()
{
    bool stale = false;
    const auto& members = m_selection.GetMembers();
    if (!members.empty() && m_selectionTimer > 0 && --m_selectionTimer == 0)
    {
        stale = m_selection.SelectActive();
    }
    for (const auto& member : members)
    {
        LacpPort& port = member->port;
        port.RunReceive(nullptr);
        port.RunPeriodic();
        stale |= m_selection.SelectForPort(port);
        stale |= port.RunMux(m_selectionTimer > 0);
        port.RunTransmit();
        port.RunChurn();
    }
    if (stale)
    {
        m_arrayUpdate.Queue(0);
    }
    m_machines.Queue(m_bond.GetClock().FromMilliseconds(TIMER_INTERVAL_MS));
}

void
Ieee8023adMode::SlaveEnslaved(BondSlave& slave)
{
    // The selected aggregator activates it.
    slave.SetInactiveFlags(m_bond.GetParams());
    const bool isFirst = m_selection.GetMembers().empty();
    LacpPort& port = m_selection.Add(slave);
    if (isFirst)
    {
        // bond_3ad_initialize(): others may follow, so wait with the choice of an aggregator.
        UpdateSystem();
        m_selectionTimer = LacpTicks::AGGREGATOR_SELECTION;
    }
    else
    {
        port.SetSystem(m_systemAddress, m_systemPriority);
    }
    port.GetVariables().ntt = false;
}

void
Ieee8023adMode::SlaveReleasing(BondSlave& slave)
{
    m_selection.Remove(slave);
}

void
Ieee8023adMode::SlaveLinkChanged(BondSlave& slave)
{
    if (LacpPort* port = m_selection.FindPort(slave))
    {
        port->LinkChanged();
        m_selection.SelectActive();
        m_bond.UpdateSlaveArray();
    }
}

void
Ieee8023adMode::SlaveSpeedChanged(BondSlave& slave)
{
    if (LacpPort* port = m_selection.FindPort(slave))
    {
        port->UpdateKey(false);
    }
}

void
Ieee8023adMode::UpdateSystem()
{
    const BondParams& params = m_bond.GetParams();
    m_systemPriority = params.adActorSysPrio;
    m_systemAddress =
        params.adActorSystem == Mac48Address() ? m_bond.GetHardwareAddress() : params.adActorSystem;
    for (const auto& member : m_selection.GetMembers())
    {
        member->port.SetSystem(m_systemAddress, m_systemPriority);
    }
}

void
Ieee8023adMode::OptionChanged(const std::string& option)
{
    const BondParams& params = m_bond.GetParams();
    if (option == "ad_actor_sys_prio" || option == "ad_actor_system")
    {
        UpdateSystem();
        return;
    }
    const bool isRate = option == "lacp_rate";
    if (isRate || option == "lacp_active")
    {
        for (const auto& member : m_selection.GetMembers())
        {
            member->port.GetVariables().actor.Set(isRate ? LacpState::TIMEOUT : LacpState::ACTIVITY,
                                                  isRate ? params.lacpFast : params.lacpActive);
        }
    }
}

void
Ieee8023adMode::UpdateSlaveArray()
{
    std::vector<Ptr<BondSlave>> usable;
    const auto active = GetActiveAggregatorInfo();
    if (active)
    {
        for (const Ptr<BondSlave>& slave : m_bond.GetSlaveList().GetAll())
        {
            const LacpPort* port = GetPort(*slave);
            if (port && port->GetAggregator() && port->GetAggregator()->GetId() == active->id &&
                slave->CanTransmit())
            {
                usable.push_back(slave);
            }
        }
    }
    if (usable.empty() && m_bond.GetParams().staleSlaveArray)
    {
        return;
    }
    m_usable.Rebuild(std::move(usable));
}

bool
Ieee8023adMode::HasCarrier() const
{
    const LacpAggregator* active = m_selection.GetActive();
    return active && active->GetNEnabledPorts() >= m_bond.GetParams().minLinks;
}

} // namespace ns3
