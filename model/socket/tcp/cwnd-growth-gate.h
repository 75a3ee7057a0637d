/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_CWND_GROWTH_GATE_H
#define LINUX_TX_CWND_GROWTH_GATE_H

#include "ns3/tcp-congestion-ops.h"

#include <string>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief A congestion control whose window does not grow; all else is that of another one.
 *
 * LinuxTcpSocket puts it in the place of its congestion control while it handles an ACK of a flow
 * that its small queue limits (the "if (!tcp_is_cwnd_limited(sk)) return" of the kernel's
 * cong_avoid functions).
 */
class CwndGrowthGate : public TcpCongestionOps
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    /**
     * @brief Set the congestion control that answers everything else.
     * @param congestionControl the congestion control, or null
     */
    void SetCongestionControl(const Ptr<TcpCongestionOps>& congestionControl);

    // Inherited.
    std::string GetName() const override;
    uint32_t GetSsThresh(Ptr<const TcpSocketState> tcb, uint32_t bytesInFlight) override;
    void IncreaseWindow(Ptr<TcpSocketState> tcb, uint32_t segmentsAcked) override;
    void PktsAcked(Ptr<TcpSocketState> tcb, uint32_t segmentsAcked, const Time& rtt) override;
    void CongestionStateSet(Ptr<TcpSocketState> tcb,
                            const TcpSocketState::TcpCongState_t newState) override;
    void CwndEvent(Ptr<TcpSocketState> tcb, const TcpSocketState::TcpCAEvent_t event) override;
    bool HasCongControl() const override;
    void CongControl(Ptr<TcpSocketState> tcb,
                     const TcpRateOps::TcpRateConnection& rc,
                     const TcpRateOps::TcpRateSample& rs) override;
    Ptr<TcpCongestionOps> Fork() override;

  private:
    Ptr<TcpCongestionOps> m_congestionControl; //!< answers everything else
};

} // namespace ns3

#endif /* LINUX_TX_CWND_GROWTH_GATE_H */
