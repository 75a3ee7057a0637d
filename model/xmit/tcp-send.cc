/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/tcp-send.h"

#include "ns3/parked-datagrams.h"
#include "ns3/skb-truesize.h"
#include "ns3/xmit-layer.h"

#include <optional>

namespace ns3
{

namespace
{

/// SKB_TRUESIZE(1), in bytes.
constexpr uint32_t SKB_TRUESIZE_OF_1 = 1 + SkbTruesize::SKB_STRUCT + SkbTruesize::SHARED_INFO;

} // namespace

TcpSend::TcpSend(XmitLayer& layer,
                 const Ptr<SocketWriteMemory>& owner,
                 uint32_t overhead,
                 bool train)
    : XmitSend(layer,
               layer.AllocateSkb(),
               train ? std::optional<GsoType>(GsoType::TCP_SEGMENTS) : std::nullopt),
      m_owner(owner),
      m_overhead(overhead)
{
}

void
TcpSend::AddSegment(const Packet& segment)
{
    m_payload += segment.GetSize();
    segment.AddPacketTag(GetTag());
}

void
TcpSend::SetDepartureTime(int64_t nanoseconds)
{
    GetOrigin()->SetDepartureTime(nanoseconds);
}

const SkbPtr&
TcpSend::Charge()
{
    if (!GetOrigin()->GetOwner())
    {
        // __tcp_transmit_skb(): nothing that is still in a queue can be overtaken.
        GetOrigin()->SetMayChangeQueue(m_owner->GetWmemAlloc() < SKB_TRUESIZE_OF_1);
        GetOrigin()->Charge(m_owner, m_overhead + m_payload);
    }
    return GetOrigin();
}

void
TcpSend::Park()
{
    GetLayer().GetParkedDatagrams().AddWhole(GetTag(), {Charge(), GetTrainType()});
}

SkbPtr
TcpSend::Adopt(const DatagramCharge::Packet& /* packet */,
               uint32_t /* mtu */,
               uint32_t /* linkHeaderRoom */)
{
    // A fragment that comes after an earlier one was freed is on its own.
    return GetNAdopted() == 0 ? Charge() : GetOrigin();
}

SkbPtr
TcpSend::AdoptTrain(const XmitTrain& /* train */, uint32_t /* linkHeaderRoom */)
{
    return Charge();
}

} // namespace ns3
