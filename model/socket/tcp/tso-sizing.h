/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_TSO_SIZING_H
#define LINUX_TX_TSO_SIZING_H

#include "ns3/kernel-release.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief How many segments TCP puts in one super-packet (tcp_tso_segs and tcp_tso_autosize of
 *        net/ipv4/tcp_output.c).
 *
 * Plain arithmetic. Before 3.12 as many as fit, then what the pacing rate sends in a millisecond,
 * and since 5.18 more for a near peer: gso_max_size halved for each min_rtt of 2^tso_rtt_log us.
 */
struct TsoSizing
{
    static constexpr uint32_t MAX_TCP_HEADER = 320; //!< room for headers, in bytes

    /// Kinds of sizing, by release.
    enum Kind
    {
        FULL,         //!< as much as fits (before 3.12)
        RATE,         //!< by pacing rate (3.12 to 5.17)
        RATE_AND_RTT, //!< by pacing rate and RTT (since 5.18)
    };

    Kind kind{RATE_AND_RTT};    //!< how the size is found
    uint32_t gsoMaxSize{65536}; //!< of the device, in bytes
    uint32_t gsoMaxSegs{65535}; //!< of the device, in segments
    uint32_t minTsoSegs{2};     //!< net.ipv4.tcp_min_tso_segs
    uint32_t tsoRttLog{9};      //!< net.ipv4.tcp_tso_rtt_log; 0: the RTT does not count

    /**
     * @brief How a kernel finds the size.
     * @param release the kernel
     * @return the kind
     */
    static Kind OfKernel(const KernelRelease& release);

    /**
     * @brief Most payload of a super-packet (sk_gso_max_size: gso_max_size without headers).
     * @return bytes
     */
    uint32_t GetMaxPayload() const
    {
        return gsoMaxSize > MAX_TCP_HEADER + 1 ? gsoMaxSize - (MAX_TCP_HEADER + 1) : 0;
    }

    /**
     * @brief How many segments the next super-packet may have.
     * @param mss payload of a full segment, in bytes
     * @param pacingRate sk_pacing_rate, in bytes/s
     * @param pacingShift sk_pacing_shift
     * @param minRtt tcp_min_rtt(), in us
     * @return segments, at least 1
     */
    uint32_t GetSegments(uint32_t mss,
                         uint64_t pacingRate,
                         uint32_t pacingShift,
                         uint32_t minRtt) const;

    /**
     * @brief What an application's writes are gathered to (tcp_xmit_size_goal): no more than half
     *        of the receiver's window (tcp_bound_to_half_wnd).
     * @param mss payload of a full segment, in bytes
     * @param maxWindow the largest window that the receiver had, in bytes
     * @return bytes of payload of one skb in the write queue, a multiple of @p mss
     */
    uint32_t GetSizeGoal(uint32_t mss, uint32_t maxWindow) const;
};

} // namespace ns3

#endif /* LINUX_TX_TSO_SIZING_H */
