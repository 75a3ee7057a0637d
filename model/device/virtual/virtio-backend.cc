/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/virtio-backend.h"

#include "ns3/log.h"
#include "ns3/node.h"
#include "ns3/simulator.h"

#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("VirtioBackend");

NS_OBJECT_ENSURE_REGISTERED(VirtioBackend);

TypeId
VirtioBackend::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::VirtioBackend")
            .SetParent<Channel>()
            .SetGroupName("LinuxTx")
            .AddConstructor<VirtioBackend>()
            .AddAttribute("TxPacketTime",
                          "CPU time of taking a frame from the guest and writing it to the tap.",
                          TimeValue(Time()),
                          MakeTimeAccessor(&VirtioBackend::m_txTime),
                          MakeTimeChecker(Time()))
            .AddAttribute("RxPacketTime",
                          "CPU time of reading a frame from the tap and giving it to the guest.",
                          TimeValue(Time()),
                          MakeTimeAccessor(&VirtioBackend::m_rxTime),
                          MakeTimeChecker(Time()))
            .AddTraceSource("Stalled",
                            "The tap's write memory holds the guest up: true from an EAGAIN until "
                            "the tap is writable again.",
                            MakeTraceSourceAccessor(&VirtioBackend::m_stalled),
                            "ns3::TracedValueCallback::Bool");
    return tid;
}

VirtioBackend::VirtioBackend()
{
    NS_LOG_FUNCTION(this);
}

VirtioBackend::~VirtioBackend()
{
    NS_LOG_FUNCTION(this);
}

void
VirtioBackend::DoDispose()
{
    NS_LOG_FUNCTION(this);
    const Ptr<VirtioNetDevice> guest = std::exchange(m_guest, nullptr);
    const Ptr<TapNetDevice> tap = std::exchange(m_tap, nullptr);
    if (guest)
    {
        guest->SetBackend(nullptr);
    }
    if (tap)
    {
        tap->SetBackend(nullptr);
    }
    Channel::DoDispose();
}

bool
VirtioBackend::Attach(const Ptr<VirtioNetDevice>& guest, const Ptr<TapNetDevice>& tap)
{
    NS_LOG_FUNCTION(this << guest << tap);
    if (m_guest || m_tap || guest->GetChannel() || tap->GetChannel())
    {
        return false;
    }
    m_guest = guest;
    m_tap = tap;
    guest->SetBackend(this);
    tap->SetBackend(this);
    return true;
}

void
VirtioBackend::Detach(const VirtualLinkNetDevice* device)
{
    const Ptr<VirtioNetDevice> guest = m_guest;
    const Ptr<TapNetDevice> tap = m_tap;
    if (PeekPointer(guest) == device)
    {
        m_guest = nullptr;
    }
    else if (PeekPointer(tap) == device)
    {
        m_tap = nullptr;
    }
    if (!m_tap && m_guest)
    {
        // QEMU ends with its tap.
        m_guest->SetBackend(nullptr);
        m_guest = nullptr;
    }
    else if (!m_guest && m_tap)
    {
        m_tap->SetBackend(nullptr);
        m_tap = nullptr;
    }
}

void
VirtioBackend::SetCarrier(bool up)
{
    NS_LOG_FUNCTION(this << up);
    m_carrier = up;
    if (m_guest)
    {
        const Ptr<VirtualLinkNetDevice> guest = m_guest;
        guest->UpdateLink();
    }
}

std::size_t
VirtioBackend::GetNDevices() const
{
    return (m_guest ? 1 : 0) + (m_tap ? 1 : 0);
}

Ptr<NetDevice>
VirtioBackend::GetDevice(std::size_t i) const
{
    if (i == 0 && m_guest)
    {
        return m_guest;
    }
    return m_tap;
}

// --- From the guest to the host ----------------------------------------------------------------

void
VirtioBackend::Kick()
{
    // While it is stalled it looks at the tap only (virtio_net_handle_tx_bh: tx_waiting).
    if (!m_stalled)
    {
        ScheduleWrites(m_txTime);
    }
}

void
VirtioBackend::NotifyWritable()
{
    m_stalled = false;
    ScheduleWrites(Time()); // the frame in hand has been read already
}

void
VirtioBackend::ScheduleWrites(Time delay)
{
    if (m_tap && !std::exchange(m_writing, true))
    {
        Simulator::ScheduleWithContext(m_tap->GetNode()->GetId(),
                                       delay,
                                       &VirtioBackend::WriteToTap,
                                       Ptr(this));
    }
}

void
VirtioBackend::WriteToTap()
{
    NS_LOG_FUNCTION(this);
    m_writing = false;
    const Ptr<VirtioNetDevice> guest = m_guest;
    const Ptr<TapNetDevice> tap = m_tap;
    // Who sees a frame on its way may take the devices away.
    while (m_guest && m_tap && guest->GetRing().HasNext())
    {
        if (m_carrier && !tap->GetWriteMemory().CanWrite())
        {
            ++m_stats.eagain;
            m_stalled = true;
            tap->AwaitWritable();
            return;
        }
        const Ptr<Packet> frame = guest->GetRing().GetNext()->Copy();
        if (m_carrier)
        {
            ++m_stats.written;
            tap->Write(frame);
        }
        else
        {
            ++m_stats.lost;
        }
        if (m_guest)
        {
            guest->MarkUsed();
        }
        if (m_txTime.IsStrictlyPositive())
        {
            if (guest->GetRing().HasNext())
            {
                ScheduleWrites(m_txTime);
            }
            return;
        }
    }
}

// --- From the host to the guest ----------------------------------------------------------------

void
VirtioBackend::NotifyReadable()
{
    if (m_guest && !std::exchange(m_reading, true))
    {
        Simulator::ScheduleWithContext(m_guest->GetNode()->GetId(),
                                       m_rxTime,
                                       &VirtioBackend::ReadFromTap,
                                       Ptr(this));
    }
}

void
VirtioBackend::ReadFromTap()
{
    NS_LOG_FUNCTION(this);
    m_reading = false;
    const Ptr<VirtioNetDevice> guest = m_guest;
    const Ptr<TapNetDevice> tap = m_tap;
    while (m_guest && m_tap)
    {
        const Ptr<Packet> read = tap->Read();
        if (!read)
        {
            return;
        }
        if (m_carrier)
        {
            ++m_stats.read;
            guest->ReceiveFromHost(read->Copy());
        }
        else
        {
            ++m_stats.lost;
        }
        if (m_rxTime.IsStrictlyPositive())
        {
            if (m_tap && tap->GetNQueued() > 0)
            {
                NotifyReadable();
            }
            return;
        }
    }
}

} // namespace ns3
