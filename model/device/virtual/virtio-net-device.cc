/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/virtio-net-device.h"

#include "ns3/boolean.h"
#include "ns3/configuration-error.h"
#include "ns3/log.h"
#include "ns3/node.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"
#include "ns3/virtio-backend.h"

#include <string>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("VirtioNetDevice");

NS_OBJECT_ENSURE_REGISTERED(VirtioNetDevice);

TypeId
VirtioNetDevice::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::VirtioNetDevice")
            .SetParent<VirtualLinkNetDevice>()
            .SetGroupName("LinuxTx")
            .AddConstructor<VirtioNetDevice>()
            .AddAttribute(
                "RingSize",
                "Descriptors of the transmit ring (tx_queue_size of QEMU): a power of two "
                "from 32 to 32768. 18 of them stay free.",
                UintegerValue(VirtQueue::DEFAULT_SIZE),
                MakeUintegerAccessor(&VirtioNetDevice::SetRingSize, &VirtioNetDevice::GetRingSize),
                MakeUintegerChecker<uint32_t>(VirtQueue::MIN_SIZE, VirtQueue::MAX_SIZE))
            .AddAttribute("Indirect",
                          "A frame takes one descriptor (indirect ones, or the virtio header in "
                          "front of the frame); false for two.",
                          BooleanValue(true),
                          MakeBooleanAccessor(&VirtioNetDevice::m_indirect),
                          MakeBooleanChecker())
            .AddAttribute("NapiTx",
                          "Frames are charged until the host has taken them (parameter napi_tx of "
                          "the module, on by default since 5.3); false to orphan in start_xmit.",
                          BooleanValue(true),
                          MakeBooleanAccessor(&VirtioNetDevice::m_napiTx),
                          MakeBooleanChecker())
            .AddTraceSource("Descriptors",
                            "Descriptors of the transmit ring that are in use.",
                            MakeTraceSourceAccessor(&VirtioNetDevice::m_descriptors),
                            "ns3::TracedValueCallback::Uint32");
    return tid;
}

VirtioNetDevice::VirtioNetDevice()
{
    NS_LOG_FUNCTION(this);
}

VirtioNetDevice::~VirtioNetDevice()
{
    NS_LOG_FUNCTION(this);
}

void
VirtioNetDevice::DoDispose()
{
    NS_LOG_FUNCTION(this);
    m_deviceQueue = nullptr;
    m_ring.Clear();
    VirtualLinkNetDevice::DoDispose();
}

void
VirtioNetDevice::NotifyNewAggregate()
{
    const auto queueInterface = GetObject<NetDeviceQueueInterface>();
    if (queueInterface && !m_deviceQueue)
    {
        if (queueInterface->GetNTxQueues() != 1)
        {
            ExitOnConfigurationError("ns3::VirtioNetDevice does not take a "
                                     "NetDeviceQueueInterface of " +
                                     std::to_string(queueInterface->GetNTxQueues()) +
                                     " queues (1)");
        }
        m_deviceQueue = queueInterface->GetTxQueue(0);
        queueInterface->SetSelectQueueCallback([](Ptr<QueueItem>) { return std::size_t{0}; });
    }
    VirtualLinkNetDevice::NotifyNewAggregate();
}

void
VirtioNetDevice::SetRingSize(uint32_t descriptors)
{
    if (!m_ring.SetSize(descriptors))
    {
        ExitOnConfigurationError("ns3::VirtioNetDevice does not take \"" +
                                 std::to_string(descriptors) +
                                 "\" for its attribute RingSize (a power of two from 32 to 32768, "
                                 "while the ring is empty)");
    }
}

OrphanPolicy
VirtioNetDevice::GetOrphanPolicy() const
{
    return m_napiTx ? VirtualLinkNetDevice::GetOrphanPolicy() : ORPHAN_DRIVER;
}

// --- Link --------------------------------------------------------------------------------------

bool
VirtioNetDevice::IsLinkUp() const
{
    return IsUp() && GetBackend() && GetBackend()->IsCarrierUp();
}

void
VirtioNetDevice::LinkChanged(bool up)
{
    if (!up)
    {
        // dev_deactivate() empties the queue disc; here it runs into the closed door. What is on
        // the ring stays the host's to take.
        Wake();
    }
    else if (m_deviceQueue && m_ring.GetNFree() < STOP_BELOW)
    {
        Stop();
    }
}

void
VirtioNetDevice::BackendGone()
{
    m_ring.Clear();
    m_descriptors = 0;
}

// --- Transmit path -----------------------------------------------------------------------------

bool
VirtioNetDevice::IsBusy()
{
    const uint32_t wanted = m_indirect ? 1 : 2;
    if (!m_deviceQueue || !IsLinkUp() || m_ring.GetNFree() >= wanted)
    {
        return false;
    }
    CleanRing();
    if (m_ring.GetNFree() >= wanted)
    {
        return false;
    }
    m_ring.EnableInterruptDelayed();
    Stop();
    return true;
}

bool
VirtioNetDevice::Transmit(const Ptr<Packet>& frame, SkbPtr skb, bool more)
{
    if (!IsLinkUp())
    {
        Refuse(frame, NO_LINK);
        return false;
    }
    CleanRing();
    if (m_napiTx && !more)
    {
        m_ring.EnableInterruptDelayed();
    }
    if (!m_ring.Push({frame, std::move(skb), m_indirect ? 1U : 2U}))
    {
        Refuse(frame, RING_FULL);
        return false;
    }
    m_descriptors = m_ring.GetSize() - m_ring.GetNFree();
    const Ptr<VirtioBackend> backend = GetBackend();
    CountSent(frame);
    if (m_deviceQueue && m_ring.GetNFree() < STOP_BELOW)
    {
        Stop();
        m_ring.EnableInterruptDelayed();
    }
    if (!more || m_stopped)
    {
        ++m_ringStats.kicks;
        backend->Kick();
    }
    return true;
}

void
VirtioNetDevice::Stop()
{
    if (!std::exchange(m_stopped, true))
    {
        ++m_ringStats.stops;
        m_deviceQueue->Stop();
    }
}

void
VirtioNetDevice::Wake()
{
    if (std::exchange(m_stopped, false) && m_deviceQueue)
    {
        ++m_ringStats.wakes;
        m_deviceQueue->Wake();
    }
}

void
VirtioNetDevice::CleanRing()
{
    // Releasing an Skb may wake a writer, by an event of its own.
    while (m_ring.Detach())
    {
    }
    m_descriptors = m_ring.GetSize() - m_ring.GetNFree();
}

void
VirtioNetDevice::MarkUsed()
{
    if (m_ring.MarkUsed() && !std::exchange(m_interrupting, true))
    {
        Simulator::ScheduleWithContext(GetNode()->GetId(),
                                       Time(),
                                       &VirtioNetDevice::HandleInterrupt,
                                       Ptr(this));
    }
}

void
VirtioNetDevice::HandleInterrupt()
{
    NS_LOG_FUNCTION(this);
    m_interrupting = false;
    ++m_ringStats.interrupts;
    if (!m_napiTx)
    {
        // skb_xmit_done(): start_xmit will clean
        m_ring.DisableInterrupt();
        Wake();
        return;
    }
    CleanRing();
    m_ring.EnableInterrupt();
    if (m_ring.GetNFree() >= STOP_BELOW)
    {
        Wake();
    }
}

// --- Receive path ------------------------------------------------------------------------------

void
VirtioNetDevice::ReceiveFromHost(const Ptr<Packet>& frame)
{
    if (m_napiTx && m_ring.GetNEntries() > 0)
    {
        // virtnet_poll_cleantx()
        CleanRing();
        m_ring.EnableInterruptDelayed();
        if (m_ring.GetNFree() >= STOP_BELOW)
        {
            Wake();
        }
    }
    ReceiveFrame(frame);
}

} // namespace ns3
