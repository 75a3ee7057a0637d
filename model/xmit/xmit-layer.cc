/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/xmit-layer.h"

#include "ns3/log.h"
#include "ns3/queue-disc-quantum.h"
#include "ns3/queue-limits.h"
#include "ns3/received-skb.h"
#include "ns3/simulator.h"
#include "ns3/skb-tag.h"
#include "ns3/skb-truesize.h"
#include "ns3/xmit-item.h"
#include "ns3/xmit-send.h"

#include <algorithm>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("XmitLayer");

NS_OBJECT_ENSURE_REGISTERED(XmitLayer);

namespace
{

/// Reason for which a train is dropped.
constexpr const char* NO_QUEUE = "no queue disc, and the device's queue is stopped";

/**
 * @brief Find the token buckets among a queue disc and its children.
 * @param qdisc the queue disc
 * @param shapers where they go
 */
void
FindShapers(const Ptr<QueueDisc>& qdisc, std::vector<Ptr<TbfQueueDisc>>& shapers)
{
    if (Ptr<TbfQueueDisc> tbf = DynamicCast<TbfQueueDisc>(qdisc))
    {
        shapers.push_back(tbf);
    }
    for (std::size_t i = 0; i < qdisc->GetNQueueDiscClasses(); ++i)
    {
        FindShapers(qdisc->GetQueueDiscClass(i)->GetQueueDisc(), shapers);
    }
}

} // namespace

TypeId
XmitLayer::GetTypeId()
{
    static TypeId tid = TypeId("ns3::XmitLayer")
                            .SetParent<TrafficControlLayer>()
                            .SetGroupName("LinuxTx")
                            .AddConstructor<XmitLayer>();
    return tid;
}

XmitLayer::XmitLayer()
    : m_pool(Create<SkbPool>()),
      m_parked(std::make_unique<ParkedDatagrams>(m_pool)),
      m_handOver(Create<DriverHandOver>(m_devices,
                                        m_pool,
                                        m_events,
                                        [this](XmitDeviceState& state, std::size_t txQueue) {
                                            RunQueueDisc(state.device, txQueue);
                                        }))
{
    NS_LOG_FUNCTION(this);
}

XmitLayer::~XmitLayer()
{
    NS_LOG_FUNCTION(this);
    m_handOver->Dispose();
}

void
XmitLayer::Install(const Ptr<Node>& node, const Ptr<TrafficControlLayer>& trafficControl)
{
    NS_LOG_FUNCTION(this << node << trafficControl);
    SetNode(node);
    m_nodeId = node->GetId();
    m_trafficControl = trafficControl;
    m_trafficControl->TraceConnectWithoutContext("TcDrop",
                                                 MakeCallback(&XmitLayer::NotifyTcDrop, this));
}

void
XmitLayer::DoInitialize()
{
    NS_LOG_FUNCTION(this);
    // Not the parent's: it would scan devices and set callbacks, for queue discs we do not have.
    Object::DoInitialize();
}

void
XmitLayer::DoDispose()
{
    NS_LOG_FUNCTION(this);
    m_parked->Clear();
    m_revived.reset();
    m_handOver->Dispose();
    m_devices.Clear();
    if (m_trafficControl)
    {
        m_trafficControl->TraceDisconnectWithoutContext(
            "TcDrop",
            MakeCallback(&XmitLayer::NotifyTcDrop, this));
        m_trafficControl = nullptr;
    }
    TrafficControlLayer::DoDispose();
}

void
XmitLayer::SetParkedDeadline(Time deadline)
{
    m_parked->SetDeadline(deadline);
}

void
XmitLayer::ScanDevices()
{
    m_trafficControl->ScanDevices();
}

void
XmitLayer::SetRootQueueDiscOnDevice(Ptr<NetDevice> device, Ptr<QueueDisc> qDisc)
{
    m_trafficControl->SetRootQueueDiscOnDevice(device, qDisc);
}

Ptr<QueueDisc>
XmitLayer::GetRootQueueDiscOnDevice(Ptr<NetDevice> device) const
{
    return m_trafficControl->GetRootQueueDiscOnDevice(device);
}

void
XmitLayer::DeleteRootQueueDiscOnDevice(Ptr<NetDevice> device)
{
    m_trafficControl->DeleteRootQueueDiscOnDevice(device);
}

void
XmitLayer::Receive(Ptr<NetDevice> device,
                   Ptr<const Packet> p,
                   uint16_t protocol,
                   const Address& from,
                   const Address& to,
                   NetDevice::PacketType packetType)
{
    // IP delivers packets to the host's own address through the layer it sends with.
    m_trafficControl->Receive(device, p, protocol, from, to, packetType);
}

void
XmitLayer::SetOrphanPolicy(const Ptr<NetDevice>& device, OrphanPolicy policy)
{
    m_devices.Get(device).orphanPolicy = policy;
}

OrphanPolicy
XmitLayer::GetOrphanPolicy(const Ptr<NetDevice>& device)
{
    return m_devices.GetOrphanPolicy(m_devices.Get(device));
}

void
XmitLayer::SetFeatures(const Ptr<NetDevice>& device, const DeviceFeatures& features)
{
    m_devices.Get(device).features = features;
}

const DeviceFeatures&
XmitLayer::GetWantedFeatures(const Ptr<NetDevice>& device)
{
    return m_devices.Get(device).features;
}

DeviceFeatures
XmitLayer::GetFeatures(const Ptr<NetDevice>& device)
{
    return m_devices.GetFeatures(m_devices.Get(device));
}

void
XmitLayer::SetSegmentOwnership(const Ptr<NetDevice>& device, SegmentOwnership ownership)
{
    m_devices.Get(device).segmentOwnership = ownership;
}

void
XmitLayer::SetPacingShift(const Ptr<NetDevice>& device, uint32_t shift)
{
    m_devices.Get(device).pacingShift = shift;
}

uint32_t
XmitLayer::GetPacingShift(const Ptr<NetDevice>& device)
{
    return m_devices.GetPacingShift(device);
}

SegmentOwnership
XmitLayer::GetSegmentOwnership(const Ptr<NetDevice>& device, GsoType type)
{
    return m_devices.GetSegmentOwnership(m_devices.Get(device), type);
}

uint32_t
XmitLayer::GetHardHeaderLength(const Ptr<NetDevice>& device)
{
    return XmitDeviceTable::GetHardHeaderLength(m_devices.Get(device));
}

uint32_t
XmitLayer::GetLinkHeaderRoom(const Ptr<NetDevice>& device)
{
    return XmitDeviceTable::GetLinkHeaderRoom(m_devices.Get(device));
}

Ptr<QueueDiscItem>
XmitLayer::WrapFrame(Ptr<Packet> packet, const Address& destination, uint16_t protocol) const
{
    return Create<XmitFrameItem>(packet, destination, protocol);
}

SkbPtr
XmitLayer::FindReceived(const Packet& packet) const
{
    SkbTag tag;
    if (!m_received || !packet.PeekPacketTag(tag) || tag.GetNode() != m_nodeId)
    {
        return nullptr;
    }
    return m_received->Find(tag);
}

void
XmitLayer::Send(Ptr<NetDevice> device, Ptr<QueueDiscItem> item)
{
    NS_LOG_FUNCTION(this << device << item);
    XmitDeviceState& state = m_devices.Get(device);
    SkbTag tag;
    if ((m_send || m_revived || !m_parked->IsEmpty()) && item->GetPacket()->PeekPacketTag(tag) &&
        tag.GetNode() == m_nodeId)
    {
        if (XmitSend* send = FindSend(tag))
        {
            SendOwned(*send, state, item);
            return;
        }
        if (m_revived || !m_parked->IsEmpty())
        {
            SendParked(tag, state, item);
            return;
        }
    }
    if (m_revived)
    {
        SendRevivedTrain(); // was before this packet in the cache
    }
    const WrappedItem wrapped = WrapItem(item);
    if (!wrapped.item)
    {
        NS_LOG_WARN("Unknown kind of packet, passed on as it is: " << *item);
        m_trafficControl->Send(device, item);
        return;
    }
    Transmit(state, wrapped);
}

XmitSend*
XmitLayer::FindSend(const SkbTag& tag) const
{
    return m_send && m_send->Owns(tag) ? m_send : nullptr;
}

void
XmitLayer::SendOwned(XmitSend& send, XmitDeviceState& state, const Ptr<QueueDiscItem>& item)
{
    if (send.m_trainType)
    {
        Collect(send, state, item);
        return;
    }
    send.m_device = state.device;
    const WrappedItem wrapped = WrapItem(item);
    if (const auto packet = wrapped.xmitItem->DescribeDatagramPacket())
    {
        if (send.m_dropped && packet->fragment && !packet->first)
        {
            ++m_nFragmentsDiscarded;
            m_events.discarded(item->GetPacket(), state.device);
            return;
        }
        wrapped.xmitItem->SetSkb(
            send.Adopt(*packet, state.device->GetMtu(), XmitDeviceTable::GetLinkHeaderRoom(state)));
        ++send.m_nAdopted;
    }
    if (Transmit(state, wrapped) == XmitVerdict::DROP)
    {
        send.m_dropped = true;
    }
}

void
XmitLayer::Collect(XmitSend& send, XmitDeviceState& state, const Ptr<QueueDiscItem>& item)
{
    if (send.m_train && send.m_device != state.device)
    {
        FlushTrain(send); // a limited broadcast goes to one interface after the other
    }
    if (!send.m_train)
    {
        send.m_train.emplace(*send.m_trainType);
        send.m_device = state.device;
    }
    send.m_train->Append(item);
}

void
XmitLayer::FlushTrain(XmitSend& send)
{
    XmitDeviceState& state = m_devices.Get(send.m_device);
    const SkbPtr skb = send.AdoptTrain(*send.m_train, XmitDeviceTable::GetLinkHeaderRoom(state));
    const WrappedItem wrapped = WrapTrain(std::move(*send.m_train), state.device->GetMtu());
    send.m_train.reset();
    wrapped.xmitItem->SetSkb(skb);
    ++send.m_nAdopted;
    send.m_dropped = Transmit(state, wrapped) == XmitVerdict::DROP || send.m_dropped;
}

void
XmitLayer::SendParked(const SkbTag& tag, XmitDeviceState& state, const Ptr<QueueDiscItem>& item)
{
    if (m_revived && tag.Names(*m_revived->skb))
    {
        m_revived->train.Append(item);
        return;
    }
    SendRevivedTrain(); // was before this one in the cache
    if (const auto whole = m_parked->TakeWhole(tag))
    {
        if (whole->train)
        {
            m_revived.emplace(RevivedTrain{state.device, whole->skb, XmitTrain(*whole->train)});
            m_revived->train.Append(item);
            // IP gives us all its packets in one go.
            Simulator::ScheduleNow(&XmitLayer::SendRevivedTrain, Ptr<XmitLayer>(this));
        }
        else
        {
            const WrappedItem wrapped = WrapItem(item);
            wrapped.xmitItem->SetSkb(whole->skb);
            Transmit(state, wrapped);
        }
        return;
    }
    const WrappedItem wrapped = WrapItem(item);
    const auto packet = wrapped.xmitItem->DescribeDatagramPacket();
    const SkbPtr skb = packet ? m_parked->Adopt(tag,
                                                *packet,
                                                state.device->GetMtu(),
                                                XmitDeviceTable::GetLinkHeaderRoom(state))
                              : nullptr;
    wrapped.xmitItem->SetSkb(skb);
    Transmit(state, wrapped);
}

void
XmitLayer::SendRevivedTrain()
{
    if (auto revived = std::exchange(m_revived, std::nullopt))
    {
        const WrappedItem wrapped = WrapTrain(std::move(revived->train), revived->device->GetMtu());
        wrapped.xmitItem->SetSkb(revived->skb);
        Transmit(m_devices.Get(revived->device), wrapped);
    }
}

void
XmitLayer::NotifyNeighbourDrop(Ptr<const Packet> packet)
{
    SkbTag tag;
    if (!packet->PeekPacketTag(tag) || tag.GetNode() != m_nodeId)
    {
        return;
    }
    if (m_send && m_send->Owns(tag))
    {
        ++m_send->m_nDroppedAboveDevice;
    }
    else
    {
        m_parked->Release(tag);
    }
}

XmitVerdict
XmitLayer::Transmit(const Ptr<NetDevice>& device, const Ptr<QueueDiscItem>& item)
{
    return Transmit(m_devices.Get(device), {item, XmitItem::From(item)});
}

XmitVerdict
XmitLayer::Transmit(XmitDeviceState& state, const WrappedItem& wrapped)
{
    const auto& [item, xmitItem] = wrapped;
    xmitItem->m_layer = this;
    xmitItem->m_device = state.device;
    xmitItem->m_linkHeaderSize = state.linkHeaderSize;

    Ptr<QueueDisc> root = m_trafficControl->GetRootQueueDiscOnDevice(state.device);
    if (!root)
    {
        std::size_t txQueue = 0;
        if (state.queues && state.queues->GetNTxQueues() > 1)
        {
            txQueue = state.queues->GetSelectQueueCallback()(item);
        }
        item->SetTxQueueIndex(txQueue);
        if (!state.queues || !state.queues->GetTxQueue(txQueue)->IsStopped())
        {
            return m_handOver->HandOver(state, wrapped, m_send, false);
        }
        // Nothing to queue it in: the node's own layer drops it and says so (TcDrop), with the
        // headers that it would have had there.
        m_handOver->ReportTrainDrop(item, NO_QUEUE);
        xmitItem->WriteHeader();
    }
    else if (PeekPointer(root) != state.root || !IsHooked(GetServingQueueDisc(root, 0)))
    {
        AdoptRoot(state, root);
    }
    return ExceedsShaper(state, wrapped) ? EnqueueSegments(state, wrapped)
                                         : EnqueueItem(state, wrapped);
}

XmitVerdict
XmitLayer::EnqueueItem(XmitDeviceState& state, const WrappedItem& wrapped)
{
    Enqueue enqueue{PeekPointer(wrapped.item), false, m_enqueue};
    m_enqueue = &enqueue;
    m_trafficControl->Send(state.device, wrapped.item);
    m_enqueue = enqueue.outer;
    return enqueue.dropped ? XmitVerdict::DROP : XmitVerdict::SUCCESS;
}

bool
XmitLayer::ExceedsShaper(const XmitDeviceState& state, const WrappedItem& wrapped)
{
    return wrapped.xmitItem->GetTrain() &&
           std::any_of(state.shapers.begin(), state.shapers.end(), [&wrapped](const auto& tbf) {
               // The second bucket is in use only with a peak rate.
               const bool hasPeak = tbf->GetPeakRate().GetBitRate() > 0;
               const uint32_t size = wrapped.item->GetSize();
               return size > tbf->GetBurst() || (hasPeak && size > tbf->GetMtu());
           });
}

XmitVerdict
XmitLayer::EnqueueSegments(XmitDeviceState& state, const WrappedItem& wrapped)
{
    bool taken = false;
    for (const WrappedItem& segment : m_handOver->Cut(state, wrapped))
    {
        taken = EnqueueItem(state, segment) == XmitVerdict::SUCCESS || taken;
    }
    return taken ? XmitVerdict::SUCCESS : XmitVerdict::DROP;
}

void
XmitLayer::AdoptRoot(XmitDeviceState& state, const Ptr<QueueDisc>& root)
{
    state.root = PeekPointer(root);
    state.layer = this;
    const auto drop = MakeCallback(&XmitLayer::NotifyQueueDiscDrop, this);
    root->TraceDisconnectWithoutContext("DropBeforeEnqueue", drop);
    root->TraceConnectWithoutContext("DropBeforeEnqueue", drop);
    const auto laterDrop = MakeCallback(&XmitLayer::NotifyDropAfterDequeue, this);
    root->TraceDisconnectWithoutContext("DropAfterDequeue", laterDrop);
    root->TraceConnectWithoutContext("DropAfterDequeue", laterDrop);
    // ns-3 connects queue discs with their devices and initialises them at the start only.
    if (!GetServingQueueDisc(root, 0)->GetSendCallback())
    {
        m_trafficControl->ScanDevices();
    }
    EnsureQuantum(root, state.device->GetMtu());
    root->Initialize();
    state.shapers.clear();
    FindShapers(root, state.shapers);
    const bool perQueue = root->GetWakeMode() == QueueDisc::WAKE_CHILD;
    const std::size_t nServing = perQueue ? root->GetNQueueDiscClasses() : 1;
    state.quota = root->GetQuota();
    for (std::size_t i = 0; i < nServing; ++i)
    {
        Ptr<QueueDisc> qdisc = GetServingQueueDisc(root, i);
        state.quota = std::min(state.quota, qdisc->GetQuota());
        qdisc->SetSendCallback(HandOverCallback{&state, PeekPointer(qdisc)});
    }
}

void
XmitLayer::NotifyQueueDiscDrop(Ptr<const QueueDiscItem> item, const char* reason)
{
    NS_LOG_FUNCTION(this << item << reason);
    if (m_enqueue && m_enqueue->item == PeekPointer(item))
    {
        m_enqueue->dropped = true;
    }
    m_handOver->ReportTrainDrop(item, reason);
}

void
XmitLayer::NotifyDropAfterDequeue(Ptr<const QueueDiscItem> item, const char* reason)
{
    NS_LOG_FUNCTION(this << item << reason);
    m_handOver->ReportTrainDrop(item, reason);
}

void
XmitLayer::NotifyTcDrop(Ptr<const Packet> packet)
{
    NS_LOG_FUNCTION(this << packet);
    if (m_enqueue && m_enqueue->item->GetPacket() == packet)
    {
        m_enqueue->dropped = true;
    }
}

Ptr<QueueDisc>
XmitLayer::GetServingQueueDisc(const Ptr<QueueDisc>& root, uint8_t txQueue)
{
    return root->GetWakeMode() == QueueDisc::WAKE_CHILD
               ? root->GetQueueDiscClass(txQueue)->GetQueueDisc()
               : root;
}

bool
XmitLayer::IsHooked(const Ptr<QueueDisc>& qdisc)
{
    return qdisc->GetSendCallback().target<HandOverCallback>() != nullptr;
}

void
XmitLayer::PrepareHandOver(const Ptr<NetDevice>& device, uint8_t txQueue)
{
    Ptr<QueueDisc> root = m_trafficControl->GetRootQueueDiscOnDevice(device);
    if (!root || !root->IsInitialized()) // AdoptRoot() has yet to come
    {
        return;
    }
    Ptr<QueueDisc> qdisc = GetServingQueueDisc(root, txQueue);
    if (!IsHooked(qdisc))
    {
        qdisc->SetSendCallback(HandOverCallback{&m_devices.Get(device), PeekPointer(qdisc)});
    }
}

void
XmitLayer::HandOverCallback::operator()(Ptr<QueueDiscItem> item) const
{
    // A trace may delete the queue disc, and with it this object.
    const Ptr<XmitLayer> keptLayer(state->layer);
    const Ptr<QueueDisc> keptQueueDisc(qdisc);
    keptLayer->HandOverFromQueueDisc(*state, *keptQueueDisc, item);
    if (!keptQueueDisc->GetSendCallback())
    {
        // It has lost its device, and goes on with its turn: what is left in it is freed.
        keptQueueDisc->SetSendCallback([](const Ptr<QueueDiscItem>& /* item */) {});
    }
}

bool
XmitLayer::HasMore(const XmitDeviceState& state, QueueDisc& qdisc, const QueueDiscItem& item)
{
    if (!state.queues || qdisc.GetNPackets() == 0 || state.nHandedOver + 1 >= state.quota)
    {
        return false;
    }
    const auto limits = state.queues->GetTxQueue(item.GetTxQueueIndex())->GetQueueLimits();
    return limits && limits->Available() > static_cast<int32_t>(item.GetSize());
}

void
XmitLayer::HandOverFromQueueDisc(XmitDeviceState& state,
                                 QueueDisc& qdisc,
                                 const Ptr<QueueDiscItem>& item)
{
    if (XmitItem* xmitItem = XmitItem::From(item))
    {
        m_handOver->HandOver(state, {item, xmitItem}, m_send, HasMore(state, qdisc, *item));
    }
    else
    {
        state.device->Send(item->GetPacket(), item->GetAddress(), item->GetProtocol());
    }
    if (m_trafficControl && ++state.nHandedOver >= state.quota)
    {
        ScheduleQueueDisc(state, item->GetTxQueueIndex());
    }
}

void
XmitLayer::RunQueueDisc(Ptr<NetDevice> device, uint8_t txQueue)
{
    // By now it can be another one than that which wanted to run, or none.
    Ptr<QueueDisc> root =
        m_trafficControl ? m_trafficControl->GetRootQueueDiscOnDevice(device) : nullptr;
    if (!root)
    {
        return;
    }
    Ptr<QueueDisc> qdisc = GetServingQueueDisc(root, txQueue);
    if (IsHooked(qdisc))
    {
        qdisc->Run();
    }
}

void
XmitLayer::ScheduleQueueDisc(XmitDeviceState& state, uint8_t txQueue)
{
    state.nHandedOver = 0;
    Simulator::ScheduleNow(&XmitLayer::RunQueueDisc, Ptr<XmitLayer>(this), state.device, txQueue);
}

} // namespace ns3
