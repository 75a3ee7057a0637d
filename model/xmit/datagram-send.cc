/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/datagram-send.h"

#include "ns3/parked-datagrams.h"
#include "ns3/xmit-layer.h"

namespace ns3
{

DatagramSend::DatagramSend(XmitLayer& layer,
                           const Ptr<SocketWriteMemory>& owner,
                           uint32_t messageBytes,
                           uint8_t txFlags,
                           std::optional<GsoType> train)
    : XmitSend(layer, layer.AllocateSkb(), train),
      m_owner(owner),
      m_charge(messageBytes)
{
    GetOrigin()->SetTxFlags(txFlags);
}

void
DatagramSend::ChargeNext(uint32_t truesize)
{
    if (!m_last)
    {
        m_last = GetOrigin();
    }
    else
    {
        m_last = GetLayer().AllocateSkb();
        m_last->SetTxFlags(GetOrigin()->GetTxFlags());
    }
    m_last->Charge(m_owner, truesize);
    m_charged += truesize;
}

SkbPtr
DatagramSend::Adopt(const DatagramCharge::Packet& packet, uint32_t mtu, uint32_t linkHeaderRoom)
{
    if (const std::optional<uint32_t> truesize = m_charge.Next(packet, mtu, linkHeaderRoom))
    {
        ChargeNext(*truesize);
    }
    return m_last;
}

SkbPtr
DatagramSend::AdoptTrain(const XmitTrain& train, uint32_t linkHeaderRoom)
{
    ChargeNext(SkbTruesize::OfPagedDatagram(train.IsIpv6() ? SkbTruesize::IPV6 : SkbTruesize::IPV4,
                                            train.GetPayloadSize(),
                                            linkHeaderRoom));
    return m_last;
}

uint64_t
DatagramSend::GetParkedCharge(SkbTruesize::Family family,
                              uint32_t mtu,
                              uint32_t linkHeaderRoom) const
{
    if (GetTrainType())
    {
        // As the cache has dropped the oldest packets, what is left is no longer the whole train.
        return GetNDroppedAboveDevice() > 0
                   ? 0
                   : SkbTruesize::OfPagedDatagram(family,
                                                  m_charge.GetMessageBytes(),
                                                  linkHeaderRoom);
    }
    uint64_t total = 0;
    uint32_t nPackets = 0;
    SkbTruesize::Fragments fragments(family, m_charge.GetMessageBytes(), mtu);
    while (fragments.HasNext())
    {
        const bool first = fragments.IsFirst();
        const uint32_t data = fragments.Next();
        if (++nPackets > GetNDroppedAboveDevice())
        {
            total += SkbTruesize::OfDatagramPacket(family, data, linkHeaderRoom, first);
        }
    }
    return total;
}

void
DatagramSend::Park(SkbTruesize::Family family, uint32_t mtu, uint32_t linkHeaderRoom)
{
    const uint64_t total = GetParkedCharge(family, mtu, linkHeaderRoom);
    if (total == 0)
    {
        return;
    }
    GetOrigin()->Charge(m_owner, static_cast<uint32_t>(total));
    m_charged += total;
    ParkedDatagrams& parked = GetLayer().GetParkedDatagrams();
    if (GetTrainType())
    {
        parked.AddWhole(GetTag(), {GetOrigin(), GetTrainType()});
    }
    else
    {
        parked.Add(GetTag(), GetOrigin(), m_charge);
    }
}

} // namespace ns3
