/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/wifi-hold.h"

#include "ns3/log.h"
#include "ns3/qos-utils.h"
#include "ns3/simulator.h"
#include "ns3/wifi-mac-queue.h"
#include "ns3/wifi-mac.h"
#include "ns3/wifi-phy.h"

#include <algorithm>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("WifiHold");

namespace
{

/**
 * @brief Does nobody acknowledge an MPDU?
 * @param mpdu the MPDU
 * @return true if so
 */
bool
IsUnacknowledged(const WifiMpdu& mpdu)
{
    const WifiMacHeader& header = mpdu.GetHeader();
    return header.GetAddr1().IsGroup() || (header.IsQosData() && header.IsQosNoAck());
}

} // namespace

WifiHold::WifiHold(const Ptr<WifiNetDevice>& device)
    : m_device(device)
{
    const Ptr<WifiMac> mac = device->GetMac();
    if (!mac)
    {
        return;
    }
    // Those of QoS, and the one of a MAC without.
    for (const AcIndex ac : {AC_BE, AC_BK, AC_VI, AC_VO, AC_BE_NQOS})
    {
        if (const auto queue = mac->GetTxopQueue(ac))
        {
            m_queues.push_back(queue);
            Connect(queue, true);
        }
    }
}

WifiHold::~WifiHold()
{
    for (const auto& queue : m_queues)
    {
        Connect(queue, false);
    }
    Simulator::Cancel(m_whenLeft);
    for (auto& [packet, entry] : m_entries)
    {
        Simulator::Cancel(entry.sent);
    }
}

void
WifiHold::Connect(const Ptr<Object>& queue, bool connect)
{
    const auto set = [&](const char* source, const CallbackBase& callback) {
        connect ? queue->TraceConnectWithoutContext(source, callback)
                : queue->TraceDisconnectWithoutContext(source, callback);
    };
    set("Enqueue", MakeCallback(&WifiHold::NotifyEnqueue, this));
    set("Dequeue", MakeCallback(&WifiHold::NotifyDequeue, this));
    set("DropAfterDequeue", MakeCallback(&WifiHold::NotifyDrop, this));
    set("Expired", MakeCallback(&WifiHold::NotifyExpired, this));
}

void
WifiHold::Hold(const Ptr<const Packet>& packet, SkbPtr skb)
{
    Entry& entry = m_entries[PeekPointer(packet)];
    entry.packet = packet;
    entry.skb = std::move(skb);
}

void
WifiHold::NotifySent(const Ptr<const Packet>& packet, bool /* accepted */)
{
    const auto found = m_entries.find(PeekPointer(packet));
    if (found != m_entries.end() && !found->second.seen)
    {
        NS_LOG_LOGIC("not queued: " << packet);
        m_entries.erase(found);
    }
}

void
WifiHold::NotifyEnqueue(Ptr<const WifiMpdu> mpdu)
{
    Packets candidates;
    if (mpdu->IsFragment())
    {
        candidates = std::exchange(m_lastLeft, {});
    }
    else if (mpdu->begin() == mpdu->end())
    {
        candidates.push_back(PeekPointer(mpdu->GetPacket()));
    }
    for (const auto& msdu : *mpdu)
    {
        candidates.push_back(PeekPointer(msdu.first));
    }
    Packets held;
    for (const Packet* packet : candidates)
    {
        const auto found = m_entries.find(packet);
        if (found != m_entries.end())
        {
            ++found->second.nMpdus;
            found->second.seen = true;
            found->second.unacknowledged = false;
            held.push_back(packet);
        }
    }
    if (!held.empty())
    {
        m_mpdus[PeekPointer(mpdu)] = std::move(held);
    }
}

WifiHold::Packets
WifiHold::Forget(const Ptr<const WifiMpdu>& mpdu)
{
    const auto found = m_mpdus.find(PeekPointer(mpdu));
    if (found == m_mpdus.end())
    {
        return {};
    }
    Packets carried = std::move(found->second);
    m_mpdus.erase(found);
    for (const Packet* packet : carried)
    {
        --m_entries.at(packet).nMpdus;
        m_left.push_back(packet);
    }
    if (m_whenLeft.IsExpired())
    {
        m_whenLeft = Simulator::ScheduleNow(&WifiHold::ReleaseWhatLeft, this);
    }
    return carried;
}

void
WifiHold::NotifyDequeue(Ptr<const WifiMpdu> mpdu)
{
    m_lastLeft = Forget(mpdu);
    for (const Packet* packet : m_lastLeft)
    {
        m_entries.at(packet).unacknowledged = IsUnacknowledged(*mpdu);
    }
}

void
WifiHold::NotifyDrop(Ptr<const WifiMpdu> /* mpdu */)
{
    for (const Packet* packet : m_lastLeft)
    {
        m_entries.at(packet).unacknowledged = false;
    }
}

void
WifiHold::NotifyExpired(Ptr<const WifiMpdu> mpdu)
{
    Forget(mpdu);
}

void
WifiHold::ReleaseWhatLeft()
{
    m_lastLeft.clear();
    const Time transmission = GetTransmissionLeft();
    for (const Packet* packet : std::exchange(m_left, {}))
    {
        const auto found = m_entries.find(packet);
        if (found == m_entries.end() || found->second.nMpdus > 0)
        {
            continue;
        }
        Entry& entry = found->second;
        if (!entry.unacknowledged || transmission.IsZero())
        {
            Release(packet);
        }
        else if (entry.sent.IsExpired())
        {
            entry.sent = Simulator::Schedule(transmission, &WifiHold::Release, this, packet);
        }
    }
}

void
WifiHold::Release(const Packet* packet)
{
    NS_LOG_FUNCTION(this << packet);
    m_entries.erase(packet);
}

Time
WifiHold::GetTransmissionLeft() const
{
    Time left;
    for (uint8_t i = 0; i < m_device->GetNPhys(); ++i)
    {
        const Ptr<WifiPhy> phy = m_device->GetPhy(i);
        if (phy->IsStateTx())
        {
            left = std::max(left, phy->GetDelayUntilIdle());
        }
    }
    return left;
}

} // namespace ns3
