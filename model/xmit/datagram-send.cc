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
                           uint8_t txFlags)
    : m_layer(layer),
      m_owner(owner),
      m_charge(messageBytes),
      m_origin(layer.m_pool->Allocate()),
      m_tag(*m_origin, layer.m_nodeId),
      m_outer(layer.m_send)
{
    m_origin->SetTxFlags(txFlags);
    m_layer.m_send = this;
}

DatagramSend::~DatagramSend()
{
    m_layer.m_send = m_outer;
}

SkbPtr
DatagramSend::Adopt(const DatagramCharge::Packet& packet, uint32_t mtu, uint32_t linkHeaderRoom)
{
    const std::optional<uint32_t> truesize = m_charge.Next(packet, mtu, linkHeaderRoom);
    if (truesize)
    {
        if (m_nAdopted == 0)
        {
            m_last = m_origin;
        }
        else
        {
            m_last = m_layer.m_pool->Allocate();
            m_last->SetTxFlags(m_origin->GetTxFlags());
        }
        m_last->Charge(m_owner, *truesize);
        m_charged += *truesize;
    }
    ++m_nAdopted;
    return m_last;
}

void
DatagramSend::Park(SkbTruesize::Family family, uint32_t mtu, uint32_t linkHeaderRoom)
{
    uint64_t total = 0;
    uint32_t nPackets = 0;
    SkbTruesize::Fragments fragments(family, m_charge.GetMessageBytes(), mtu);
    while (fragments.HasNext())
    {
        const bool first = fragments.IsFirst();
        const uint32_t data = fragments.Next();
        if (++nPackets > m_nDroppedAboveDevice)
        {
            total += SkbTruesize::OfDatagramPacket(family, data, linkHeaderRoom, first);
        }
    }
    if (total > 0)
    {
        m_origin->Charge(m_owner, static_cast<uint32_t>(total));
        m_charged += total;
        m_layer.m_parked->Add(m_tag, m_origin, m_charge);
    }
}

} // namespace ns3
