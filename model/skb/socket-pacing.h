/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_SOCKET_PACING_H
#define LINUX_TX_SOCKET_PACING_H

#include <cstdint>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief At what rate a socket wants to send, and who sees to it (sk->sk_pacing_rate and
 *        sk->sk_pacing_status of include/net/sock.h).
 *
 * The socket sets the rate; a queue disc that paces (fq) reads it through the Skb's owner, and says
 * so by SetByQueueDisc(). It is part of SocketWriteMemory, the struct sock that packets know.
 */
class SocketPacing
{
  public:
    /// Who paces (enum sk_pacing).
    enum Status : uint8_t
    {
        NONE,   //!< SK_PACING_NONE: nobody
        NEEDED, //!< SK_PACING_NEEDED: TCP itself, by a timer
        FQ,     //!< SK_PACING_FQ: the queue disc fq
    };

    /// A rate without limit (~0UL), in bytes/s.
    static constexpr uint64_t UNLIMITED = UINT64_MAX;

    /**
     * @brief The rate at which the socket wants to send.
     * @return bytes/s; UNLIMITED if it does not care
     */
    uint64_t GetRate() const
    {
        return m_rate;
    }

    /**
     * @brief Set the rate at which the socket wants to send.
     * @param bytesPerSecond bytes/s
     */
    void SetRate(uint64_t bytesPerSecond)
    {
        m_rate = bytesPerSecond;
    }

    /**
     * @brief Who paces.
     * @return the status
     */
    Status GetStatus() const
    {
        return m_status;
    }

    /**
     * @brief Set who paces.
     * @param status the status
     */
    void SetStatus(Status status)
    {
        m_status = status;
    }

    /**
     * @brief A queue disc that paces has met a packet of the socket: it paces, even if TCP did so
     *        before (fq_classify).
     */
    void SetByQueueDisc()
    {
        m_status = FQ;
    }

  private:
    uint64_t m_rate{UNLIMITED}; //!< sk_pacing_rate, in bytes/s
    Status m_status{NONE};      //!< sk_pacing_status
};

} // namespace ns3

#endif /* LINUX_TX_SOCKET_PACING_H */
