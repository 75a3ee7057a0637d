/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "message-ledger.h"

namespace ns3
{

void
MessageLedger::Drop(const Ptr<const Packet>& packet, const std::string& place)
{
    const auto entry = m_droppedPackets.try_emplace(place, 0).first;
    ++entry->second;
    if (m_received.count(packet->GetUid()) == 0 && m_refused.count(packet->GetUid()) == 0)
    {
        m_lost.try_emplace(packet->GetUid(), &entry->first);
    }
}

void
MessageLedger::Refuse(const Ptr<const Packet>& packet)
{
    if (m_lost.erase(packet->GetUid()) > 0)
    {
        m_refused.insert(packet->GetUid());
    }
}

void
MessageLedger::Receive(const Ptr<const Packet>& packet)
{
    if (!m_received.insert(packet->GetUid()).second)
    {
        ++m_duplicates;
        return;
    }
    m_receivedBytes += packet->GetSize();
    m_lost.erase(packet->GetUid());
}

std::map<std::string, uint64_t>
MessageLedger::GetLostByPlace() const
{
    std::map<std::string, uint64_t> lost;
    for (const auto& [uid, place] : m_lost)
    {
        ++lost[*place];
    }
    return lost;
}

} // namespace ns3
