/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_TCP_SMALL_QUEUE_LIMIT_H
#define LINUX_TX_TCP_SMALL_QUEUE_LIMIT_H

#include "ns3/attribute.h"
#include "ns3/kernel-release.h"
#include "ns3/socket-pacing.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief How a TCP socket limits what it has in the host's queues (TCP small queues).
 */
enum TcpSmallQueuePolicy
{
    TSQ_KERNEL,    //!< as the host's kernel does it
    TSQ_OFF,       //!< no limit (before 3.6)
    TSQ_FIXED,     //!< net.ipv4.tcp_limit_output_bytes (3.6 to 3.11)
    TSQ_DRAFT,     //!< max(2 x MSS, rate >> 8): tried on the way to 3.12
    TSQ_RATE_3_12, //!< max(truesize, rate >> 10) (3.12 to 3.18)
    TSQ_RATE,      //!< max(2 x truesize, rate >> sk_pacing_shift), since 3.19, as 6.1 has it
};

/**
 * @ingroup linux-tx
 * @brief How much a socket may have in the host's queues when it wants to send one packet more
 *        (tcp_small_queue_check of net/ipv4/tcp_output.c; the check in tcp_write_xmit before 4.4).
 *
 * Plain arithmetic.
 */
class TcpSmallQueueLimit
{
  public:
    static constexpr uint32_t LIMIT_OUTPUT_BYTES_3_6 = 131072;  //!< default of 3.6, in bytes
    static constexpr uint32_t LIMIT_OUTPUT_BYTES_6_1 = 1048576; //!< default since 4.20, in bytes

    /// The packet that wants to go, and its socket.
    struct Packet
    {
        uint32_t truesize;                 //!< what it will be charged, in bytes
        uint32_t mss;                      //!< payload of a full segment, in bytes
        uint64_t pacingRate;               //!< sk_pacing_rate, in bytes/s
        uint32_t pacingShift;              //!< sk_pacing_shift
        SocketPacing::Status pacingStatus; //!< sk_pacing_status
        bool retransmission;               //!< was it sent before?
    };

    /**
     * @brief What a kernel does.
     * @param release the kernel
     * @return a policy other than TSQ_KERNEL
     */
    static TcpSmallQueuePolicy OfKernel(const KernelRelease& release);

    /**
     * @brief Constructor.
     * @param policy not TSQ_KERNEL
     * @param limitOutputBytes net.ipv4.tcp_limit_output_bytes; 0 for the default of the kernels
     *        with that policy
     */
    TcpSmallQueueLimit(TcpSmallQueuePolicy policy, uint32_t limitOutputBytes);

    /**
     * @brief How it limits.
     * @return the policy
     */
    TcpSmallQueuePolicy GetPolicy() const
    {
        return m_policy;
    }

    /**
     * @brief net.ipv4.tcp_limit_output_bytes.
     * @return bytes
     */
    uint32_t GetLimitOutputBytes() const
    {
        return m_limitOutputBytes;
    }

    /**
     * @brief The charge at which the socket has to stop.
     * @param packet the packet that wants to go
     * @return bytes; UINT64_MAX for no limit
     */
    uint64_t Get(const Packet& packet) const;

    /**
     * @brief May a packet go whatever is charged, as the retransmit queue is (nearly) empty
     *        (tcp_rtx_queue_empty_or_single_skb)?
     *
     * Without that, a socket whose only packet completes late would wait for nothing.
     * @return true if so with this policy
     */
    bool ExemptsEmptyRetransmitQueue() const
    {
        return m_policy == TSQ_RATE;
    }

  private:
    TcpSmallQueuePolicy m_policy; //!< how it limits
    uint32_t m_limitOutputBytes;  //!< tcp_limit_output_bytes
};

/**
 * @ingroup linux-tx
 * @brief Checker of a "SmallQueue" attribute: Kernel, Off, Fixed, Draft, Rate-3.12 or Rate.
 * @return the checker
 */
Ptr<const AttributeChecker> MakeTcpSmallQueueChecker();

} // namespace ns3

#endif /* LINUX_TX_TCP_SMALL_QUEUE_LIMIT_H */
