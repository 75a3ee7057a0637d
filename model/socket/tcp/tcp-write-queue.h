/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_TCP_WRITE_QUEUE_H
#define LINUX_TX_TCP_WRITE_QUEUE_H

#include <cstdint>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief How much an application may write into a TCP socket: sk_wmem_queued against sk_sndbuf,
 *        the autotuning of sndbuf, and TCP_NOTSENT_LOWAT (sk_stream_memory_free of
 *        include/net/sock.h, tcp_sndbuf_expand of net/ipv4/tcp_input.c).
 *
 * What an skb costs is its payload and a fixed overhead. A writer that was refused is let in again
 * when a third of sndbuf is free, not before.
 */
class TcpWriteQueue
{
  public:
    static constexpr uint32_t SOCK_MIN_SNDBUF = 4608; //!< bytes, on x86-64
    static constexpr uint32_t WMEM_DEFAULT = 16384;   //!< net.ipv4.tcp_wmem[1], in bytes
    static constexpr uint32_t WMEM_MAX = 4194304;     //!< net.ipv4.tcp_wmem[2], in bytes
    static constexpr uint32_t NO_LOWAT = UINT32_MAX;  //!< TCP_NOTSENT_LOWAT is not in use
    static constexpr uint32_t OVERHEAD = 1280;        //!< truesize of an skb without payload

    /// What is in the socket now.
    struct Fill
    {
        uint32_t payload; //!< written and not acknowledged, in bytes
        uint32_t unsent;  //!< of this, not sent yet, in bytes
        uint32_t nSkbs;   //!< skbs that hold it, sent or not
    };

    /**
     * @brief Set what an skb costs beside its payload.
     * @param bytes bytes
     */
    void SetOverhead(uint32_t bytes)
    {
        m_overhead = bytes;
    }

    /**
     * @brief What an skb costs beside its payload.
     * @return bytes
     */
    uint32_t GetOverhead() const
    {
        return m_overhead;
    }

    /**
     * @brief net.ipv4.tcp_wmem[2]: how far autotuning goes.
     * @param bytes bytes
     */
    void SetWmemMax(uint32_t bytes)
    {
        m_wmemMax = bytes;
    }

    /**
     * @brief SO_SNDBUF: sndbuf is twice that, at least SOCK_MIN_SNDBUF, and autotuning ends.
     * @param value bytes; 0 for autotuning
     */
    void SetSndbuf(uint32_t value);

    /**
     * @brief getsockopt(SO_SNDBUF).
     * @return sk_sndbuf, in bytes
     */
    uint32_t GetSndbuf() const
    {
        return m_sndbuf;
    }

    /**
     * @brief What ns-3 holds payload against (TcpSocket::SndBufSize). While that is below
     *        tcp_wmem[2] and SO_SNDBUF is not set, it alone decides, and sk_sndbuf refuses nothing.
     * @param bytes bytes of payload
     */
    void SetPayloadLimit(uint32_t bytes)
    {
        m_payloadLimit = bytes;
    }

    /**
     * @brief TCP_NOTSENT_LOWAT: no more than this may be written and unsent.
     * @param bytes bytes; NO_LOWAT for no limit
     */
    void SetNotsentLowat(uint32_t bytes)
    {
        m_notsentLowat = bytes;
    }

    /**
     * @brief Let sndbuf follow the congestion window, unless SO_SNDBUF was set.
     * @param mss payload of a full segment, in bytes
     * @param cwnd congestion window, in segments
     */
    void Expand(uint32_t mss, uint32_t cwnd);

    /**
     * @brief What the socket's data costs (sk_wmem_queued).
     * @param fill what is in the socket
     * @return bytes
     */
    uint64_t GetWmemQueued(const Fill& fill) const;

    /**
     * @brief An application writes: may it (sk_stream_memory_free)?
     * @param fill what is in the socket
     * @return false if it has to wait
     */
    bool Admit(const Fill& fill);

    /**
     * @brief How much may an application write (sk_stream_wspace)? One that was refused is let in
     *        when a third of sndbuf is free (sk_stream_is_writeable).
     * @param fill what is in the socket
     * @return bytes; 0 to wait
     */
    uint64_t AskForRoom(const Fill& fill);

    /**
     * @brief Does a writer wait (SOCK_NOSPACE)?
     * @return true after Admit() or AskForRoom() has refused
     */
    bool HasWaitingWriter() const
    {
        return m_waiting;
    }

  private:
    /**
     * @brief What sk_sndbuf leaves room for.
     * @param queued sk_wmem_queued, in bytes
     * @return bytes
     */
    uint64_t GetRoom(uint64_t queued) const;

    /**
     * @brief May more be written and unsent (tcp_stream_memory_free)?
     * @param unsent what is, in bytes
     * @param waking would a waiting writer be woken for it?
     * @return false if TCP_NOTSENT_LOWAT forbids it
     */
    bool IsBelowLowat(uint32_t unsent, bool waking) const;

    uint32_t m_overhead{OVERHEAD};       //!< truesize of an skb without payload, in bytes
    uint32_t m_sndbuf{WMEM_DEFAULT};     //!< sk_sndbuf, in bytes
    uint32_t m_wmemMax{WMEM_MAX};        //!< tcp_wmem[2], in bytes
    uint32_t m_payloadLimit{UINT32_MAX}; //!< ns-3's, in bytes
    uint32_t m_notsentLowat{NO_LOWAT};   //!< tcp_notsent_lowat, in bytes
    bool m_locked{false};                //!< SOCK_SNDBUF_LOCK: SO_SNDBUF was set
    bool m_waiting{false};               //!< a writer was refused
};

} // namespace ns3

#endif /* LINUX_TX_TCP_WRITE_QUEUE_H */
