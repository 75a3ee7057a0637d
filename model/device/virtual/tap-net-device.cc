/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/tap-net-device.h"

#include "ns3/linux-transmit-path.h"
#include "ns3/log.h"
#include "ns3/received-skb.h"
#include "ns3/uinteger.h"
#include "ns3/virtio-backend.h"

#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("TapNetDevice");

NS_OBJECT_ENSURE_REGISTERED(TapNetDevice);

TypeId
TapNetDevice::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::TapNetDevice")
            .SetParent<VirtualLinkNetDevice>()
            .SetGroupName("LinuxTx")
            .AddConstructor<TapNetDevice>()
            .AddAttribute("Sndbuf",
                          "How much of the guest's packets may be on the host before writing gives "
                          "EAGAIN (TUNSETSNDBUF), in bytes of memory; 2147483647 for no limit.",
                          UintegerValue(TapWriteMemory::QEMU_SNDBUF),
                          MakeUintegerAccessor(&TapNetDevice::SetSndbuf, &TapNetDevice::GetSndbuf),
                          MakeUintegerChecker<uint32_t>(TapWriteMemory::MIN_SNDBUF,
                                                        TapWriteMemory::KERNEL_SNDBUF))
            .AddAttribute("TxQueueLength",
                          "How many packets wait for the guest's side to read them (tx_queue_len), "
                          "in packets.",
                          UintegerValue(1000),
                          MakeUintegerAccessor(&TapNetDevice::m_queueLength),
                          MakeUintegerChecker<uint32_t>(1))
            .AddTraceSource("WmemAlloc",
                            "What is charged to the tap's socket, in bytes.",
                            MakeTraceSourceAccessor(&TapNetDevice::m_wmemAllocTrace),
                            "ns3::TapNetDevice::WmemAllocTracedCallback");
    return tid;
}

TapNetDevice::TapNetDevice()
{
    NS_LOG_FUNCTION(this);
    m_writeMemory.GetMemory()->SetChangeCallback(
        [this](uint64_t oldValue, uint64_t newValue) { m_wmemAllocTrace(oldValue, newValue); });
    m_writeMemory.GetMemory()->SetWriteSpaceCallback([this] {
        if (const Ptr<VirtioBackend> backend = GetBackend())
        {
            backend->NotifyWritable();
        }
    });
}

TapNetDevice::~TapNetDevice()
{
    NS_LOG_FUNCTION(this);
    // packets that outlive the tap are still charged
    m_writeMemory.GetMemory()->SetChangeCallback({});
    m_writeMemory.GetMemory()->SetWriteSpaceCallback({});
}

void
TapNetDevice::DoDispose()
{
    NS_LOG_FUNCTION(this);
    m_writeMemory.GetMemory()->SetWriteSpaceCallback({});
    m_queue.clear();
    m_layer = nullptr;
    VirtualLinkNetDevice::DoDispose();
}

void
TapNetDevice::SetSndbuf(uint32_t bytes)
{
    m_writeMemory.SetSndbuf(bytes);
}

uint32_t
TapNetDevice::GetSndbuf() const
{
    return m_writeMemory.GetSndbuf();
}

OrphanPolicy
TapNetDevice::GetOrphanPolicy() const
{
    return ORPHAN_DRIVER;
}

bool
TapNetDevice::IsLinkUp() const
{
    return IsUp() && GetBackend();
}

void
TapNetDevice::BackendGone()
{
    m_queue.clear();
}

// --- From the host to the guest ----------------------------------------------------------------

bool
TapNetDevice::Transmit(const Ptr<Packet>& frame, SkbPtr /* skb */, bool /* more */)
{
    if (!IsLinkUp())
    {
        Refuse(frame, NO_LINK);
        return false;
    }
    if (m_queue.size() >= m_queueLength)
    {
        Refuse(frame, QUEUE_FULL);
        return false;
    }
    m_queue.push_back(frame);
    const Ptr<VirtioBackend> backend = GetBackend();
    CountSent(frame);
    backend->NotifyReadable();
    return true;
}

Ptr<Packet>
TapNetDevice::Read()
{
    if (m_queue.empty())
    {
        return nullptr;
    }
    const Ptr<Packet> frame = std::move(m_queue.front());
    m_queue.pop_front();
    return frame;
}

// --- From the guest to the host ----------------------------------------------------------------

void
TapNetDevice::Write(const Ptr<Packet>& frame)
{
    NS_LOG_FUNCTION(this << frame);
    if (!IsUp()) // -EIO
    {
        ReceiveFrame(frame);
        return;
    }
    if (!m_layer)
    {
        m_layer = LinuxTransmitPath::Of(GetNode(), "TapNetDevice")->GetXmitLayer();
    }
    const Ptr<XmitLayer> layer = m_layer;
    SkbPtr skb = layer->AllocateSkb();
    m_writeMemory.Charge(*skb, frame->GetSize());
    const ReceivedSkb reception(*layer, frame, std::move(skb));
    ReceiveFrame(frame);
}

void
TapNetDevice::AwaitWritable()
{
    m_writeMemory.AwaitWritable();
}

} // namespace ns3
