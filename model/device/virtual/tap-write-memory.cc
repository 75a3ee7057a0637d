/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/tap-write-memory.h"

#include "ns3/skb-truesize.h"

namespace ns3
{

namespace
{

/// In front of the frame: tun->align, which is NET_SKB_PAD, and NET_IP_ALIGN, which is 0 on x86-64.
constexpr uint32_t HEADROOM = 64;

/// PAGE_SIZE on x86-64, in bytes.
constexpr uint32_t PAGE = 4096;

/**
 * @brief SKB_DATA_ALIGN().
 * @param bytes bytes
 * @return bytes rounded up to a cache line
 */
uint32_t
Align(uint32_t bytes)
{
    return (bytes + SkbTruesize::SMP_CACHE_BYTES - 1) / SkbTruesize::SMP_CACHE_BYTES *
           SkbTruesize::SMP_CACHE_BYTES;
}

} // namespace

TapWriteMemory::TapWriteMemory()
    : m_memory(Create<SocketWriteMemory>())
{
    m_memory->ResetSndbuf(QEMU_SNDBUF);
}

void
TapWriteMemory::SetSndbuf(uint32_t bytes)
{
    m_memory->ResetSndbuf(bytes);
}

void
TapWriteMemory::Charge(Skb& skb, uint32_t frameBytes)
{
    skb.Charge(m_memory, GetTruesize(frameBytes, GetSndbuf()));
}

void
TapWriteMemory::AwaitWritable()
{
    m_memory->WaitForSpace(GetWakeLevel());
}

uint64_t
TapWriteMemory::GetWakeLevel() const
{
    // tun_sock_write_space() asks sock_writeable(): sk_wmem_alloc < sk_sndbuf >> 1. The kernel's
    // counter starts at 1, and sock_wfree() keeps one more byte until it has called: charged + 2.
    return GetSndbuf() / 2 - 3;
}

uint32_t
TapWriteMemory::GetTruesize(uint32_t frameBytes, uint32_t sndbuf)
{
    // tun_can_build_skb(): without a limit, what fits into a page is copied into a page fragment of
    // just the right size, and build_skb() takes that for the truesize.
    const uint32_t fragment = Align(frameBytes + HEADROOM) + SkbTruesize::SHARED_INFO;
    if (sndbuf == KERNEL_SNDBUF && fragment <= PAGE)
    {
        return fragment + SkbTruesize::SKB_STRUCT;
    }
    // tun_alloc_skb(tfile, prepad, len, linear): linear, the header length that the guest gives, is
    // 0 for what is neither a super-packet nor to be checksummed by the host, and then everything
    // is linear; it also is if it fits into a page. sock_alloc_send_pskb() has alloc_skb(prepad +
    // len) make it. (A jumbo frame of which the guest gives a header length would get whole pages.)
    return SkbTruesize::OfLinear(HEADROOM + frameBytes);
}

} // namespace ns3
