/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_TAP_WRITE_MEMORY_H
#define LINUX_TX_TAP_WRITE_MEMORY_H

#include "ns3/ptr.h"
#include "ns3/skb.h"
#include "ns3/socket-write-memory.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief The socket behind a tap's file (struct tun_file of drivers/net/tun.c): what a process
 *        writes to the tap is charged to it until the packet is freed or orphaned.
 *
 * A write is taken while wmem_alloc < sndbuf (sock_alloc_send_pskb), else it gives EAGAIN. Who then
 * polls for writing is told when less than half of sndbuf is charged (tun_sock_write_space). It
 * knows no simulator and no device.
 */
class TapWriteMemory
{
  public:
    /// What QEMU's documentation advises for -netdev tap,sndbuf=, and its default until 2010:
    /// bytes.
    static constexpr uint32_t QEMU_SNDBUF = 1048576;
    /// What the kernel gives a new tap, and QEMU asks for by default since 2010: no limit, bytes.
    static constexpr uint32_t KERNEL_SNDBUF = INT32_MAX;
    /// With less, a tap would be writable once and never again, in bytes.
    static constexpr uint32_t MIN_SNDBUF = 6;

    TapWriteMemory();
    TapWriteMemory(const TapWriteMemory&) = delete;
    TapWriteMemory& operator=(const TapWriteMemory&) = delete;

    /**
     * @brief TUNSETSNDBUF; unlike SO_SNDBUF it is not doubled.
     * @param bytes MIN_SNDBUF to KERNEL_SNDBUF, in bytes
     */
    void SetSndbuf(uint32_t bytes);

    /**
     * @brief The limit.
     * @return bytes
     */
    uint32_t GetSndbuf() const
    {
        return m_memory->GetSndbuf();
    }

    /**
     * @brief Would a write be taken now?
     * @return false for EAGAIN
     */
    bool CanWrite() const
    {
        return m_memory->CanSend();
    }

    /**
     * @brief Charge a packet that is written.
     * @param skb its control block, not charged yet
     * @param frameBytes its size from the Ethernet header on, without FCS, in bytes
     */
    void Charge(Skb& skb, uint32_t frameBytes);

    /**
     * @brief Poll for writing: be told once, when so little is charged that it is worth it.
     */
    void AwaitWritable();

    /**
     * @brief How much may be charged when who polls is told.
     * @return wmem_alloc at most, in bytes
     */
    uint64_t GetWakeLevel() const;

    /**
     * @brief The memory itself: what is charged, and who is told.
     * @return the write memory
     */
    const Ptr<SocketWriteMemory>& GetMemory() const
    {
        return m_memory;
    }

    /**
     * @brief What a packet that is written to a tap costs (tun_get_user).
     * @param frameBytes its size from the Ethernet header on, without FCS, in bytes
     * @param sndbuf the tap's limit, in bytes
     * @return truesize, in bytes
     */
    static uint32_t GetTruesize(uint32_t frameBytes, uint32_t sndbuf);

  private:
    Ptr<SocketWriteMemory> m_memory; //!< sk_wmem_alloc and sk_sndbuf
};

} // namespace ns3

#endif /* LINUX_TX_TAP_WRITE_MEMORY_H */
