/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/nic-channel.h"

#include "ns3/log.h"
#include "ns3/nic-net-device.h"
#include "ns3/node.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("NicChannel");

NS_OBJECT_ENSURE_REGISTERED(NicChannel);

TypeId
NicChannel::GetTypeId()
{
    static TypeId tid = TypeId("ns3::NicChannel")
                            .SetParent<Channel>()
                            .SetGroupName("LinuxTx")
                            .AddConstructor<NicChannel>()
                            .AddAttribute("Delay",
                                          "Propagation delay of the cable.",
                                          TimeValue(Seconds(0)),
                                          MakeTimeAccessor(&NicChannel::m_delay),
                                          MakeTimeChecker(Seconds(0)));
    return tid;
}

NicChannel::NicChannel()
{
    NS_LOG_FUNCTION(this);
}

NicChannel::~NicChannel()
{
    NS_LOG_FUNCTION(this);
}

void
NicChannel::DoDispose()
{
    NS_LOG_FUNCTION(this);
    m_ends = {};
    Channel::DoDispose();
}

bool
NicChannel::Attach(Ptr<NicNetDevice> device)
{
    NS_LOG_FUNCTION(this << device);
    for (auto& end : m_ends)
    {
        if (!end.device)
        {
            end.device = device;
            UpdateDuplex();
            return true;
        }
    }
    return false;
}

void
NicChannel::SetCarrier(bool up)
{
    NS_LOG_FUNCTION(this << up);
    m_carrier = up;
    UpdateLink();
}

bool
NicChannel::IsCarrierUp() const
{
    return m_carrier;
}

bool
NicChannel::IsLinkUp() const
{
    return m_linkUp;
}

void
NicChannel::UpdateLink()
{
    const auto isUp = [](const End& end) { return end.device && end.device->IsUp(); };
    const bool up = m_carrier && isUp(m_ends[0]) && isUp(m_ends[1]);
    if (up == std::exchange(m_linkUp, up))
    {
        return;
    }
    NS_LOG_LOGIC("link is " << (up ? "up" : "down"));
    if (!up)
    {
        LoseFrames();
    }
    // Both ends are in their new state before anybody is told, because who is told may well send
    // over the other end, or change the link again.
    for (const auto& end : m_ends)
    {
        if (end.device)
        {
            end.device->NotifyLinkChange();
        }
    }
}

void
NicChannel::UpdateDuplex()
{
    m_halfDuplex = std::any_of(m_ends.begin(), m_ends.end(), [](const End& end) {
        return end.device && !end.device->IsFullDuplex();
    });
}

void
NicChannel::Occupy(const Time& duration)
{
    m_busyUntil = Simulator::Now() + duration + m_delay;
}

Time
NicChannel::GetBusyTime() const
{
    return Max(m_busyUntil - Simulator::Now(), Time());
}

void
NicChannel::LoseFrames()
{
    ++m_linkSession;
    m_busyUntil = Time();
    // First count, then abort: an aborted frame releases memory, and that may run other code.
    for (auto& end : m_ends)
    {
        m_nLost += std::exchange(end.framesInbound, 0);
    }
    for (const auto& end : m_ends)
    {
        if (end.device)
        {
            m_nLost -= end.device->AbortTransmission();
        }
    }
}

void
NicChannel::TransmitStart(Ptr<const Packet> frame, Ptr<NicNetDevice> sender, const Time& duration)
{
    NS_LOG_FUNCTION(this << frame << sender << duration);
    const std::size_t to = (m_ends[0].device == sender) ? 1 : 0;
    ++m_ends[to].framesInbound;
    Simulator::ScheduleWithContext(m_ends[to].device->GetNode()->GetId(),
                                   duration + m_delay,
                                   &NicChannel::Deliver,
                                   this,
                                   to,
                                   frame->Copy(),
                                   m_linkSession);
}

void
NicChannel::Deliver(std::size_t end, Ptr<Packet> frame, uint32_t linkSession)
{
    NS_LOG_FUNCTION(this << end << frame << linkSession);
    if (linkSession != m_linkSession)
    {
        return;
    }
    --m_ends[end].framesInbound;
    m_ends[end].device->Receive(std::move(frame));
}

Ptr<NicNetDevice>
NicChannel::GetPeer(const Ptr<const NicNetDevice>& device) const
{
    return m_ends[0].device == device ? m_ends[1].device : m_ends[0].device;
}

Time
NicChannel::GetDelay() const
{
    return m_delay;
}

uint64_t
NicChannel::GetNLost() const
{
    return m_nLost;
}

std::size_t
NicChannel::GetNDevices() const
{
    return (m_ends[0].device ? 1 : 0) + (m_ends[1].device ? 1 : 0);
}

Ptr<NetDevice>
NicChannel::GetDevice(std::size_t i) const
{
    return i < m_ends.size() ? m_ends[i].device : nullptr;
}

} // namespace ns3
