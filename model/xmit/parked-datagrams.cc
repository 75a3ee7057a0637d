/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/parked-datagrams.h"

#include "ns3/simulator.h"

#include <utility>

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
ParkedDatagrams::Insert(const SkbTag& tag, Datagram datagram)
{
    const uint32_t slot = tag.GetSlot();
    datagram.deadline = Simulator::Schedule(m_deadline, &ParkedDatagrams::Expire, this, slot);
    m_datagrams.emplace(slot, std::move(datagram));
}

ParkedDatagrams::Datagrams::iterator
ParkedDatagrams::Find(const SkbTag& tag)
{
    const auto found = m_datagrams.find(tag.GetSlot());
    const bool current = found != m_datagrams.end() && tag.Names(*found->second.skb);
    return current ? found : m_datagrams.end();
}

void
ParkedDatagrams::Add(const SkbTag& tag, const SkbPtr& skb, const DatagramCharge& charge)
{
    Insert(tag, Datagram{skb, nullptr, charge, std::nullopt, EventId()});
}

void
ParkedDatagrams::AddWhole(const SkbTag& tag, const Whole& whole)
{
    Insert(tag, Datagram{whole.skb, nullptr, std::nullopt, whole.train, EventId()});
}

std::optional<ParkedDatagrams::Whole>
ParkedDatagrams::TakeWhole(const SkbTag& tag)
{
    const auto found = Find(tag);
    if (found == m_datagrams.end() || found->second.charge)
    {
        return std::nullopt;
    }
    Whole whole{found->second.skb, found->second.train};
    Release(tag);
    return whole;
}

SkbPtr
ParkedDatagrams::Adopt(const SkbTag& tag,
                       const DatagramCharge::Packet& packet,
                       uint32_t mtu,
                       uint32_t linkHeaderRoom)
{
    const auto found = Find(tag);
    if (found == m_datagrams.end() || !found->second.charge)
    {
        return nullptr;
    }
    Datagram& datagram = found->second;
    const std::optional<uint32_t> truesize = datagram.charge->Next(packet, mtu, linkHeaderRoom);
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
    const auto found = Find(tag);
    if (found != m_datagrams.end())
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
