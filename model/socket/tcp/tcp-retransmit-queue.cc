/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/tcp-retransmit-queue.h"

#include <algorithm>

namespace ns3
{

void
TcpRetransmitQueue::Push(SequenceNumber32 begin, SequenceNumber32 end, int64_t now)
{
    m_packets.push_back({begin, end, now});
}

void
TcpRetransmitQueue::MarkRetransmitted(SequenceNumber32 sequence)
{
    const auto behind = std::upper_bound(
        m_packets.begin(),
        m_packets.end(),
        sequence,
        [](const SequenceNumber32& value, const Entry& packet) { return value < packet.end; });
    if (behind != m_packets.end())
    {
        behind->retransmitted = true;
    }
}

std::optional<TcpRetransmitQueue::Acked>
TcpRetransmitQueue::Acknowledge(SequenceNumber32 acknowledged)
{
    std::optional<Acked> acked;
    bool retransmitted = false;
    while (!m_packets.empty() && m_packets.front().begin < acknowledged)
    {
        Entry& packet = m_packets.front();
        if (packet.retransmitted)
        {
            retransmitted = true;
        }
        else
        {
            acked = Acked{acked ? acked->oldest : packet.time, packet.time};
        }
        if (acknowledged < packet.end)
        {
            packet.begin = acknowledged;
            break;
        }
        m_packets.pop_front();
    }
    return retransmitted ? std::nullopt : acked;
}

} // namespace ns3
