/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/train-cutter.h"

#include "ns3/skb-truesize.h"

#include <cstddef>
#include <utility>

namespace ns3
{

TrainCutter::TrainCutter(SkbPool& pool,
                         GsoType type,
                         SegmentOwnership ownership,
                         uint32_t linkHeaderRoom)
    : m_pool(pool),
      m_type(type),
      m_ownership(ownership),
      m_linkHeaderRoom(linkHeaderRoom)
{
}

TrainCutter::Shares
TrainCutter::Split(SkbPtr skb, const XmitTrain& train) const
{
    if (skb && !skb->GetOwner() && skb->GetHash() != 0)
    {
        return Share(skb, train); // __copy_skb_header() copies the hash
    }
    if (!skb || !skb->GetOwner() || m_ownership == OWNERSHIP_NONE)
    {
        return Shares(train.GetNSegments());
    }
    if (m_ownership == OWNERSHIP_LAST)
    {
        Shares shares(train.GetNSegments());
        shares.back() = std::move(skb);
        return shares;
    }
    return m_type == GsoType::UDP_FRAGMENTS ? DivideAmongAll(skb, train) : ChargeEvery(skb, train);
}

TrainCutter::Shares
TrainCutter::Share(const SkbPtr& skb, const XmitTrain& train)
{
    return Shares(train.GetNSegments(), skb);
}

TrainCutter::Shares
TrainCutter::ChargeEvery(const SkbPtr& skb, const XmitTrain& train) const
{
    const uint32_t overhead = skb->GetTruesize() - train.GetPayloadSize();
    const auto family = train.IsIpv6() ? SkbTruesize::IPV6 : SkbTruesize::IPV4;
    std::vector<uint32_t> truesizes;
    uint32_t sum = 0;
    for (std::size_t i = 0; i < train.GetNSegments(); ++i)
    {
        const uint32_t payload = train.GetPayloadSize(i);
        // A segment of TCP has the headroom of the whole, and with it the whole's overhead.
        truesizes.push_back(m_type == GsoType::TCP_SEGMENTS
                                ? overhead + payload
                                : SkbTruesize::OfPagedDatagram(family, payload, m_linkHeaderRoom));
        sum += truesizes.back();
    }
    // Headers of their own make segments dearer than the whole, unless some of those that were
    // charged for are missing: a neighbour cache may have dropped them.
    if (sum > skb->GetTruesize())
    {
        skb->Grow(sum - skb->GetTruesize());
    }
    return Divide(skb, truesizes);
}

TrainCutter::Shares
TrainCutter::DivideAmongAll(const SkbPtr& skb, const XmitTrain& train) const
{
    const uint64_t whole = skb->GetTruesize();
    const uint64_t payload = train.GetPayloadSize();
    std::vector<uint32_t> truesizes;
    for (std::size_t i = 0; i < train.GetNSegments(); ++i)
    {
        truesizes.push_back(static_cast<uint32_t>(whole * train.GetPayloadSize(i) / payload));
    }
    return Divide(skb, truesizes);
}

TrainCutter::Shares
TrainCutter::Divide(const SkbPtr& skb, const std::vector<uint32_t>& truesizes) const
{
    Shares shares;
    shares.reserve(truesizes.size());
    for (std::size_t i = 0; i + 1 < truesizes.size(); ++i)
    {
        shares.push_back(m_pool.Allocate());
        shares.back()->SetTxFlags(skb->GetTxFlags());
        shares.back()->SetDepartureTime(skb->GetDepartureTime());
        shares.back()->SetMayChangeQueue(skb->MayChangeQueue());
        skb->SplitCharge(*shares.back(), truesizes[i]);
    }
    shares.push_back(skb);
    return shares;
}

} // namespace ns3
