/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/tx-queue-picker.h"

#include "ns3/kernel-release.h"
#include "ns3/packet-hash.h"
#include "ns3/socket-write-memory.h"
#include "ns3/xmit-item.h"
#include "ns3/xmit-layer.h"

#include <algorithm>

namespace ns3
{

namespace
{

/**
 * @brief The hash that a packet is spread by.
 * @param item the packet
 * @param xmitItem the same as XmitItem, or null
 * @return the hash
 */
uint32_t
GetHash(const Ptr<QueueDiscItem>& item, const XmitItem* xmitItem)
{
    if (const Skb* skb = xmitItem ? xmitItem->GetSkb().get() : nullptr)
    {
        const auto& owner = skb->GetOwner();
        if (const uint32_t hash = owner ? owner->GetTransmitHash() : skb->GetHash())
        {
            return hash;
        }
    }
    const XmitLayer* layer = xmitItem ? xmitItem->GetLayer() : nullptr;
    const bool hashes = !layer || layer->GetKernelRelease().HashesPackets();
    return (hashes ? HashPacket(item) : std::nullopt).value_or(item->GetProtocol());
}

} // namespace

void
TxQueuePicker::SetXpsCpus(std::size_t queue, uint64_t cpus)
{
    if (queue >= m_xpsCpus.size())
    {
        m_xpsCpus.resize(queue + 1, 0);
    }
    m_xpsCpus[queue] = cpus;
}

std::size_t
TxQueuePicker::Scale(uint32_t hash, std::size_t nQueues) const
{
    const uint32_t seed = m_seed != 0 ? m_seed : JenkinsHash(m_node, 0);
    return ReciprocalScale(JenkinsHash(hash, seed), static_cast<uint32_t>(nQueues));
}

std::optional<std::size_t>
TxQueuePicker::PickForCpu(uint32_t cpu, uint32_t hash, std::size_t nQueues) const
{
    const std::size_t n = std::min(nQueues, m_xpsCpus.size());
    const auto serves = [cpu](uint64_t cpus) { return (cpus >> cpu & 1) != 0; };
    const auto end = m_xpsCpus.begin() + static_cast<std::ptrdiff_t>(n);
    const auto nServing = std::count_if(m_xpsCpus.begin(), end, serves);
    if (nServing == 0)
    {
        return std::nullopt;
    }
    auto queue = std::find_if(m_xpsCpus.begin(), end, serves);
    for (uint32_t i = ReciprocalScale(hash, static_cast<uint32_t>(nServing)); i > 0; --i)
    {
        queue = std::find_if(queue + 1, end, serves);
    }
    return static_cast<std::size_t>(queue - m_xpsCpus.begin());
}

std::size_t
TxQueuePicker::Pick(const Ptr<QueueItem>& item, std::size_t nQueues) const
{
    // Everything that TrafficControlLayer and XmitLayer carry is a QueueDiscItem.
    const auto discItem = StaticCast<QueueDiscItem>(item);
    const XmitItem* xmitItem = XmitItem::From(discItem);
    const Skb* skb = xmitItem ? xmitItem->GetSkb().get() : nullptr;
    SocketWriteMemory* owner = skb ? PeekPointer(skb->GetOwner()) : nullptr;
    if (!owner)
    {
        return Scale(GetHash(discItem, xmitItem), nQueues);
    }
    const auto kept = owner->GetTxQueue();
    if (kept && *kept < nQueues && !skb->MayChangeQueue())
    {
        return *kept;
    }
    const uint32_t hash = GetHash(discItem, xmitItem);
    const std::size_t queue =
        PickForCpu(owner->GetCpu(), hash, nQueues).value_or(Scale(hash, nQueues));
    if (owner->IsConnected())
    {
        owner->SetTxQueue(queue);
    }
    return queue;
}

std::size_t
TxQueuePicker::Pick(const Packet& packet, uint16_t protocol, std::size_t nQueues) const
{
    return Scale(HashPacket(packet, protocol).value_or(protocol), nQueues);
}

} // namespace ns3
