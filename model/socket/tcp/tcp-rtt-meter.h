/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_TCP_RTT_METER_H
#define LINUX_TX_TCP_RTT_METER_H

#include <array>
#include <cstdint>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief Round-trip time as Linux measures it: smoothed (tcp_rtt_estimator of
 *        net/ipv4/tcp_input.c) and the minimum of the last five minutes (tcp_update_rtt_min).
 *
 * ns-3's socket measures by the timestamp option, in milliseconds; pacing rate and packet sizes in
 * a LAN need the microseconds that Linux has. Times are in nanoseconds, and are kept in
 * microseconds, as the kernel keeps them. It knows no simulator.
 */
class TcpRttMeter
{
  public:
    /// tcp_min_rtt() before the first sample, in us.
    static constexpr uint32_t NO_SAMPLE = UINT32_MAX;

    /**
     * @brief Take a sample.
     * @param now the time, in ns
     * @param oldestAcked when the oldest of the packets was sent that an ACK acknowledges, in ns
     * @param newestAcked when the newest of them was sent, in ns
     */
    void Update(int64_t now, int64_t oldestAcked, int64_t newestAcked);

    /**
     * @brief The smoothed RTT times 8, as tp->srtt_us keeps it.
     * @return us / 8; 0 before the first sample
     */
    uint32_t GetScaledSrtt() const
    {
        return m_scaledSrtt;
    }

    /**
     * @brief The smoothed RTT.
     * @return us, rounded down; 0 before the first sample
     */
    uint32_t GetSrtt() const
    {
        return m_scaledSrtt >> SCALE;
    }

    /**
     * @brief The least RTT of the last five minutes.
     * @return us; NO_SAMPLE before the first sample
     */
    uint32_t GetMinRtt() const
    {
        return m_least[0].rtt;
    }

  private:
    static constexpr uint32_t SCALE = 3; //!< binary digits of m_scaledSrtt behind the point

    /// A candidate for the minimum.
    struct Sample
    {
        int64_t time; //!< when it was taken, in us
        uint32_t rtt; //!< in us
    };

    /**
     * @brief Keep the minimum of a window by its three best candidates (lib/win_minmax.c).
     * @param sample a new sample
     */
    void UpdateMinimum(const Sample& sample);

    uint32_t m_scaledSrtt{0}; //!< smoothed RTT, in us / 8
    /// The least samples of the window, of what came after the first, and after the second.
    std::array<Sample, 3> m_least{{{0, NO_SAMPLE}, {0, NO_SAMPLE}, {0, NO_SAMPLE}}};
};

} // namespace ns3

#endif /* LINUX_TX_TCP_RTT_METER_H */
