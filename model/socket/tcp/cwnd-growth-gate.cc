/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/cwnd-growth-gate.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(CwndGrowthGate);

TypeId
CwndGrowthGate::GetTypeId()
{
    static TypeId tid = TypeId("ns3::CwndGrowthGate")
                            .SetParent<TcpCongestionOps>()
                            .SetGroupName("LinuxTx")
                            .AddConstructor<CwndGrowthGate>();
    return tid;
}

void
CwndGrowthGate::SetCongestionControl(const Ptr<TcpCongestionOps>& congestionControl)
{
    m_congestionControl = congestionControl;
}

std::string
CwndGrowthGate::GetName() const
{
    return m_congestionControl->GetName();
}

uint32_t
CwndGrowthGate::GetSsThresh(Ptr<const TcpSocketState> tcb, uint32_t bytesInFlight)
{
    return m_congestionControl->GetSsThresh(tcb, bytesInFlight);
}

void
CwndGrowthGate::IncreaseWindow(Ptr<TcpSocketState> /* tcb */, uint32_t /* segmentsAcked */)
{
}

void
CwndGrowthGate::PktsAcked(Ptr<TcpSocketState> tcb, uint32_t segmentsAcked, const Time& rtt)
{
    m_congestionControl->PktsAcked(tcb, segmentsAcked, rtt);
}

void
CwndGrowthGate::CongestionStateSet(Ptr<TcpSocketState> tcb,
                                   const TcpSocketState::TcpCongState_t newState)
{
    m_congestionControl->CongestionStateSet(tcb, newState);
}

void
CwndGrowthGate::CwndEvent(Ptr<TcpSocketState> tcb, const TcpSocketState::TcpCAEvent_t event)
{
    m_congestionControl->CwndEvent(tcb, event);
}

bool
CwndGrowthGate::HasCongControl() const
{
    return m_congestionControl->HasCongControl();
}

void
CwndGrowthGate::CongControl(Ptr<TcpSocketState> tcb,
                            const TcpRateOps::TcpRateConnection& rc,
                            const TcpRateOps::TcpRateSample& rs)
{
    m_congestionControl->CongControl(tcb, rc, rs);
}

Ptr<TcpCongestionOps>
CwndGrowthGate::Fork()
{
    return m_congestionControl->Fork();
}

} // namespace ns3
