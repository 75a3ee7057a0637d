/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/parked-datagrams.h"

#include "ns3/simulator.h"

namespace ns3
{

ParkedDatagrams::ParkedDatagrams(Ptr<SkbPool> pool)
    : m_pool(pool)
{
}

ParkedDatagrams::~ParkedDatagrams()
{
    Clear();
}

void
ParkedDatagrams::SetDeadline(Time deadline)
{
    m_deadline = deadline;
}

void
ParkedDatagrams::Add(const SkbTag& tag, const SkbPtr& skb, const DatagramCharge& charge)
{
    const uint32_t slot = tag.GetSlot();
    EventId deadline = Simulator::Schedule(m_deadline, &ParkedDatagrams::Expire, this, slot);
    m_datagrams.emplace(slot, Datagram{skb, nullptr, charge, deadline});
}

SkbPtr
ParkedDatagrams::Adopt(const SkbTag& tag,
                       const DatagramCharge::Packet& packet,
                       uint32_t mtu,
                       uint32_t linkHeaderRoom)
{
    const auto found = m_datagrams.find(tag.GetSlot());
    if (found == m_datagrams.end() || found->second.skb->GetGeneration() != tag.GetGeneration())
    {
        return nullptr;
    }
    Datagram& datagram = found->second;
    const std::optional<uint32_t> truesize = datagram.charge.Next(packet, mtu, linkHeaderRoom);
    if (!truesize)
    {
        return datagram.last;
    }
    SkbPtr skb = m_pool->Allocate();
    skb->SetTxFlags(datagram.skb->GetTxFlags());
    datagram.skb->SplitCharge(*skb, *truesize);
    datagram.last = skb;
    if (!datagram.skb->GetOwner())
    {
        Release(tag);
    }
    return skb;
}

void
ParkedDatagrams::Release(const SkbTag& tag)
{
    const auto found = m_datagrams.find(tag.GetSlot());
    if (found != m_datagrams.end() && found->second.skb->GetGeneration() == tag.GetGeneration())
    {
        found->second.deadline.Cancel();
        m_datagrams.erase(found);
    }
}

void
ParkedDatagrams::Expire(uint32_t slot)
{
    m_datagrams.erase(slot);
}

void
ParkedDatagrams::Clear()
{
    for (auto& [slot, datagram] : m_datagrams)
    {
        datagram.deadline.Cancel();
    }
    m_datagrams.clear();
}

} // namespace ns3
