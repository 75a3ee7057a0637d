/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_TSO_DEFERRAL_H
#define LINUX_TX_TSO_DEFERRAL_H

#include <cstdint>
#include <optional>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief Should TCP wait for the window to open further, to send a fuller super-packet
 *        (tcp_tso_should_defer of net/ipv4/tcp_output.c)?
 *
 * A window that opens by two segments an ACK would otherwise make super-packets of two. It waits
 * only while that costs nothing: an ACK is to be expected within half an RTT, and a third of the
 * window is in use.
 */
struct TsoDeferral
{
    /// What the answer depends on. Times are in ns, amounts in bytes.
    struct Situation
    {
        int64_t now;                       //!< the time
        int64_t lastSent;                  //!< when the last packet left (tcp_wstamp_ns)
        std::optional<int64_t> oldestSent; //!< when the oldest packet not acknowledged was sent
        uint32_t scaledSrtt;               //!< srtt_us: smoothed RTT, in us / 8
        bool recovering;                   //!< is TCP in recovery or loss?
        uint32_t congestionWindow;         //!< what the congestion window still allows
        uint32_t sendWindow;               //!< what the receiver still allows
        uint32_t window;                   //!< the smaller of both windows, used up or not
        uint32_t goal;                     //!< a full super-packet
        uint32_t head;                     //!< the next packet as the application has filled it
        bool headIsTail;                   //!< is there nothing behind that in the write queue?
    };

    uint32_t winDivisor{3}; //!< net.ipv4.tcp_tso_win_divisor; 0: never wait

    /**
     * @brief Should it wait?
     * @param situation what it depends on
     * @return true to send nothing now
     */
    bool ShouldDefer(const Situation& situation) const;
};

} // namespace ns3

#endif /* LINUX_TX_TSO_DEFERRAL_H */
