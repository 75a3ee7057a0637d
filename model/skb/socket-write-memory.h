/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_SOCKET_WRITE_MEMORY_H
#define LINUX_TX_SOCKET_WRITE_MEMORY_H

#include "ns3/simple-ref-count.h"
#include "ns3/socket-pacing.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief Write memory of one socket: sk_wmem_alloc against sk_sndbuf (net/core/sock.c).
 *
 * Packets that the socket has sent are charged here until they are freed or orphaned. The three
 * questions a datagram socket asks are CanSend() (sock_alloc_send_pskb), CanAppend()
 * (__ip_append_data, for the later fragments of a message) and, when it was refused, to be told
 * once there is room again: WaitForSpace() arms one call of the write-space callback, which comes
 * when a charge ends and wmem_alloc <= sndbuf / 2 (sock_def_write_space: do not wake a writer for
 * little progress; the kernel's counter starts at 1, so at exactly half it waits for one packet
 * more). A stream socket waits for a wmem_alloc of its own choice, that of its small queue.
 *
 * Invariant: wmem_alloc is the sum of the truesizes of the Skbs that have this as their owner.
 *
 * It knows no simulator, socket, packet or device. Skbs share its ownership with the socket, so it
 * outlives a socket that is closed with packets in flight, as struct sock does.
 */
class SocketWriteMemory : public SimpleRefCount<SocketWriteMemory>
{
  public:
    static constexpr uint32_t WMEM_DEFAULT = 212992;  //!< net.core.wmem_default, in bytes
    static constexpr uint32_t WMEM_MAX = 212992;      //!< net.core.wmem_max as shipped, in bytes
    static constexpr uint32_t SOCK_MIN_SNDBUF = 4608; //!< SOCK_MIN_SNDBUF on x86-64, in bytes

    /// Called when a charge ended and a waiting writer may go on.
    using WriteSpaceCallback = std::function<void()>;

    SocketWriteMemory() = default;
    SocketWriteMemory(const SocketWriteMemory&) = delete;
    SocketWriteMemory& operator=(const SocketWriteMemory&) = delete;

    /**
     * @brief SO_SNDBUF: set sndbuf to max(2 x min(@p value, @p wmemMax), SOCK_MIN_SNDBUF).
     * @param value what the application asks for, in bytes
     * @param wmemMax net.core.wmem_max, in bytes
     */
    void SetSndbuf(uint32_t value, uint32_t wmemMax = WMEM_MAX);

    /**
     * @brief A socket that did not set SO_SNDBUF: sndbuf is net.core.wmem_default, not doubled.
     * @param wmemDefault net.core.wmem_default, in bytes
     */
    void ResetSndbuf(uint32_t wmemDefault)
    {
        m_sndbuf = wmemDefault;
    }

    /**
     * @brief The limit as getsockopt(SO_SNDBUF) reads it back: already doubled.
     * @return sk_sndbuf, in bytes
     */
    uint32_t GetSndbuf() const
    {
        return m_sndbuf;
    }

    /**
     * @brief What is charged now.
     * @return sk_wmem_alloc, in bytes (without the kernel's initial 1)
     */
    uint64_t GetWmemAlloc() const
    {
        return m_wmemAlloc;
    }

    /**
     * @brief The most that was ever charged.
     * @return peak of wmem_alloc, in bytes
     */
    uint64_t GetPeakWmemAlloc() const
    {
        return m_peakWmemAlloc;
    }

    /**
     * @brief May a message start? (sock_alloc_send_pskb: wmem_alloc < sndbuf)
     * @return false if the writer has to wait
     */
    bool CanSend() const
    {
        return m_wmemAlloc < m_sndbuf;
    }

    /**
     * @brief May a later fragment of a message be added to what is charged and @p pending?
     *
     * __ip_append_data and __ip6_append_data compare the kernel's counter, which starts at 1, with
     * 2 x sndbuf; hence "less than" here.
     * @param pending bytes of the message's earlier fragments
     * @return false if the whole message has to be refused with ENOBUFS
     */
    bool CanAppend(uint64_t pending) const
    {
        return m_wmemAlloc + pending < 2 * static_cast<uint64_t>(m_sndbuf);
    }

    /**
     * @brief Charge the memory of a packet.
     * @param truesize bytes
     */
    void Charge(uint32_t truesize);

    /**
     * @brief Give back the memory of a packet, and wake a waiting writer if there is room.
     * @param truesize bytes, charged before
     */
    void Uncharge(uint32_t truesize);

    /**
     * @brief Somebody waits for room: the next time a writer would be woken, call back, once.
     */
    void WaitForSpace()
    {
        m_waiting = true;
        m_wakeAt.reset();
    }

    /**
     * @brief Somebody waits until little enough is charged: call back, once (tcp_wfree).
     * @param wmemAlloc the wmem_alloc at which, or below which, to call back when a charge has
     *        ended, in bytes
     */
    void WaitForSpace(uint64_t wmemAlloc)
    {
        m_waiting = true;
        m_wakeAt = wmemAlloc;
    }

    /**
     * @brief Nobody waits any more.
     */
    void StopWaiting()
    {
        m_waiting = false;
    }

    /**
     * @brief Set who is told (sk->sk_write_space). The callback must not send synchronously.
     * @param callback the new callback; an empty one ends it (the socket is gone)
     */
    void SetWriteSpaceCallback(WriteSpaceCallback callback);

    /**
     * @brief Set what the socket's packets are spread by (sk->sk_txhash).
     * @param hash the hash; 0 for none
     */
    void SetTransmitHash(uint32_t hash)
    {
        m_transmitHash = hash;
    }

    /**
     * @brief What the socket's packets are spread by, over transmit queues and the like.
     * @return the hash; 0 if the socket has none
     */
    uint32_t GetTransmitHash() const
    {
        return m_transmitHash;
    }

    /**
     * @brief Keep the transmit queue that the socket's packets take (sk_tx_queue_set).
     * @param queue its index
     */
    void SetTxQueue(std::size_t queue)
    {
        m_txQueue = queue;
    }

    /**
     * @brief The transmit queue that the socket's packets take (sk_tx_queue_get).
     * @return its index; nothing if the next one may take any
     */
    std::optional<std::size_t> GetTxQueue() const
    {
        return m_txQueue;
    }

    /**
     * @brief Set the CPU that the socket's process runs on; it chooses transmit queues (XPS).
     * @param cpu the CPU, below 64
     */
    void SetCpu(uint32_t cpu)
    {
        m_cpu = cpu;
    }

    /**
     * @brief The CPU that the socket's process runs on.
     * @return the CPU
     */
    uint32_t GetCpu() const
    {
        return m_cpu;
    }

    /**
     * @brief Set whether all that the socket sends goes to one peer (sk_state is not TCP_CLOSE).
     * @param connected false for a datagram socket that was not connected
     */
    void SetConnected(bool connected)
    {
        m_connected = connected;
    }

    /**
     * @brief Does all that the socket sends go to one peer? fq takes only such a socket for a flow.
     * @return true if so
     */
    bool IsConnected() const
    {
        return m_connected;
    }

    /**
     * @brief At what rate the socket wants to send, and who paces it.
     * @return sk_pacing_rate and sk_pacing_status
     */
    SocketPacing& GetPacing()
    {
        return m_pacing;
    }

    /**
     * @brief At what rate the socket wants to send, and who paces it.
     * @return sk_pacing_rate and sk_pacing_status
     */
    const SocketPacing& GetPacing() const
    {
        return m_pacing;
    }

    /// Called with the old and new wmem_alloc whenever it changes.
    using ChangeCallback = std::function<void(uint64_t, uint64_t)>;

    /**
     * @brief Set who sees every change of wmem_alloc (for a socket's trace source).
     * @param callback the new callback; may be empty
     */
    void SetChangeCallback(ChangeCallback callback);

  private:
    /**
     * @brief Store a new wmem_alloc and tell who watches.
     * @param wmemAlloc the new value, in bytes
     */
    void SetWmemAlloc(uint64_t wmemAlloc);

    uint64_t m_wmemAlloc{0};              //!< sk_wmem_alloc, in bytes
    uint64_t m_peakWmemAlloc{0};          //!< largest wmem_alloc so far, in bytes
    uint32_t m_sndbuf{WMEM_DEFAULT};      //!< sk_sndbuf, in bytes
    uint32_t m_transmitHash{0};           //!< sk_txhash
    uint32_t m_cpu{0};                    //!< the CPU that it runs on
    std::optional<std::size_t> m_txQueue; //!< sk_tx_queue_mapping
    bool m_connected{true};               //!< sk_state is not TCP_CLOSE
    SocketPacing m_pacing;                //!< sk_pacing_rate and sk_pacing_status
    bool m_waiting{false};                //!< a writer waits (SOCK_NOSPACE with a sleeper)
    std::optional<uint64_t> m_wakeAt;     //!< wmem_alloc that it waits for; nothing for sndbuf / 2
    WriteSpaceCallback m_writeSpace;      //!< sk_write_space
    ChangeCallback m_changed;             //!< watches wmem_alloc
};

} // namespace ns3

#endif /* LINUX_TX_SOCKET_WRITE_MEMORY_H */
