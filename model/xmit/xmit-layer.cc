/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/xmit-layer.h"

#include "ns3/datagram-send.h"
#include "ns3/log.h"
#include "ns3/mac48-address.h"
#include "ns3/queue-disc-quantum.h"
#include "ns3/simulator.h"
#include "ns3/skb-tag.h"
#include "ns3/skb-truesize.h"
#include "ns3/socket.h"
#include "ns3/xmit-item.h"

#include <typeinfo>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("XmitLayer");

NS_OBJECT_ENSURE_REGISTERED(XmitLayer);

namespace
{

/// dev->hard_header_len of an Ethernet device (ETH_HLEN), in bytes.
constexpr uint32_t ETHERNET_HEADER = 14;

/**
 * @brief The item as one of the stock kinds, if it is exactly that.
 * @tparam Item the stock kind
 * @param item the item
 * @return the same item, or null
 */
template <class Item>
const Item*
As(const QueueDiscItem& item)
{
    return typeid(item) == typeid(Item) ? static_cast<const Item*>(&item) : nullptr;
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
      m_parked(std::make_unique<ParkedDatagrams>(m_pool))
{
    NS_LOG_FUNCTION(this);
}

XmitLayer::~XmitLayer()
{
    NS_LOG_FUNCTION(this);
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
    m_devices.clear();
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
XmitLayer::SetOrphanCallback(OrphanCallback callback)
{
    m_orphaned = callback;
}

void
XmitLayer::SetDiscardCallback(DiscardCallback callback)
{
    m_discarded = callback;
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

XmitLayer::DeviceState&
XmitLayer::GetState(const Ptr<NetDevice>& device)
{
    const uint32_t index = device->GetIfIndex();
    if (index >= m_devices.size())
    {
        m_devices.resize(index + 1);
    }
    DeviceState& state = m_devices[index];
    if (!state.device)
    {
        state.device = device;
        state.xmitDevice = dynamic_cast<XmitDevice*>(PeekPointer(device));
        state.queues = device->GetObject<NetDeviceQueueInterface>();
        const bool ethernet =
            device->NeedsArp() && Mac48Address::IsMatchingType(device->GetAddress());
        state.linkHeaderSize = ethernet ? ETHERNET_HEADER : 0;
        state.linkHeaderRoom = SkbTruesize::LinkHeaderRoom(
            state.xmitDevice ? state.xmitDevice->GetHardHeaderLength() : state.linkHeaderSize);
    }
    return state;
}

void
XmitLayer::SetOrphanPolicy(const Ptr<NetDevice>& device, OrphanPolicy policy)
{
    GetState(device).orphanPolicy = policy;
}

OrphanPolicy
XmitLayer::GetOrphanPolicy(const Ptr<NetDevice>& device)
{
    const DeviceState& state = GetState(device);
    return state.xmitDevice ? state.xmitDevice->GetOrphanPolicy() : state.orphanPolicy;
}

uint32_t
XmitLayer::GetLinkHeaderRoom(const Ptr<NetDevice>& device)
{
    return GetState(device).linkHeaderRoom;
}

template <class Item>
XmitLayer::Wrapped
XmitLayer::WrapAs(const Ptr<QueueDiscItem>& item, const Item& stock)
{
    auto wrapped = Create<XmitProtocolItem<Item>>(item->GetPacket(),
                                                  item->GetAddress(),
                                                  item->GetProtocol(),
                                                  stock.GetHeader());
    return {wrapped, PeekPointer(wrapped)};
}

XmitLayer::Wrapped
XmitLayer::Wrap(const Ptr<QueueDiscItem>& item)
{
    if (auto ipv4 = As<Ipv4QueueDiscItem>(*item))
    {
        return WrapAs(item, *ipv4);
    }
    if (auto ipv6 = As<Ipv6QueueDiscItem>(*item))
    {
        return WrapAs(item, *ipv6);
    }
    if (auto arp = As<ArpQueueDiscItem>(*item))
    {
        return WrapAs(item, *arp);
    }
    return {nullptr, nullptr};
}

Ptr<QueueDiscItem>
XmitLayer::WrapFrame(Ptr<Packet> packet, const Address& destination, uint16_t protocol) const
{
    return Create<XmitFrameItem>(packet, destination, protocol);
}

void
XmitLayer::Send(Ptr<NetDevice> device, Ptr<QueueDiscItem> item)
{
    NS_LOG_FUNCTION(this << device << item);
    const Wrapped wrapped = Wrap(item);
    if (!wrapped.item)
    {
        NS_LOG_WARN("Unknown kind of packet, passed on as it is: " << *item);
        m_trafficControl->Send(device, item);
        return;
    }
    DeviceState& state = GetState(device);
    if (!Adopt(state, wrapped))
    {
        ++m_nFragmentsDiscarded;
        m_discarded(wrapped.item->GetPacket(), device);
        return;
    }
    const SkbPtr skb = wrapped.xmitItem->GetSkb();
    DatagramSend* send = m_send && skb && m_send->m_last == skb ? m_send : nullptr;
    if (Transmit(state, wrapped) == XmitVerdict::DROP && send)
    {
        send->m_dropped = true;
    }
}

bool
XmitLayer::Adopt(const DeviceState& state, const Wrapped& wrapped)
{
    if (!m_send && m_parked->IsEmpty())
    {
        return true;
    }
    SkbTag tag;
    if (!wrapped.item->GetPacket()->PeekPacketTag(tag) || tag.GetNode() != m_nodeId)
    {
        return true;
    }
    const auto packet = wrapped.xmitItem->DescribeDatagramPacket();
    if (!packet)
    {
        return true;
    }
    const uint32_t mtu = state.device->GetMtu();
    if (m_send && m_send->Owns(tag))
    {
        if (m_send->m_dropped && packet->fragment && !packet->first)
        {
            return false;
        }
        wrapped.xmitItem->SetSkb(m_send->Adopt(*packet, mtu, state.linkHeaderRoom));
    }
    else
    {
        wrapped.xmitItem->SetSkb(m_parked->Adopt(tag, *packet, mtu, state.linkHeaderRoom));
    }
    return true;
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
    return Transmit(GetState(device), {item, XmitItem::From(item)});
}

XmitVerdict
XmitLayer::Transmit(DeviceState& state, const Wrapped& wrapped)
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
            return HandOver(state, wrapped);
        }
        // Nothing to queue it in: the node's own layer drops it and says so (TcDrop), with the
        // headers that it would have had there.
        xmitItem->WriteHeader();
    }
    else if (PeekPointer(root) != state.root || !IsHooked(GetServingQueueDisc(root, 0)))
    {
        AdoptRoot(state, root);
    }
    Enqueue enqueue{PeekPointer(item), false, m_enqueue};
    m_enqueue = &enqueue;
    m_trafficControl->Send(state.device, item);
    m_enqueue = enqueue.outer;
    return enqueue.dropped ? XmitVerdict::DROP : XmitVerdict::SUCCESS;
}

void
XmitLayer::AdoptRoot(DeviceState& state, const Ptr<QueueDisc>& root)
{
    state.root = PeekPointer(root);
    state.quota = root->GetQuota();
    const auto drop = MakeCallback(&XmitLayer::NotifyQueueDiscDrop, this);
    root->TraceDisconnectWithoutContext("DropBeforeEnqueue", drop);
    root->TraceConnectWithoutContext("DropBeforeEnqueue", drop);
    // ns-3 connects queue discs with their devices and initialises them at the start only.
    if (!GetServingQueueDisc(root, 0)->GetSendCallback())
    {
        m_trafficControl->ScanDevices();
    }
    EnsureQuantum(root, state.device->GetMtu());
    root->Initialize();
    const bool perQueue = root->GetWakeMode() == QueueDisc::WAKE_CHILD;
    const std::size_t nServing = perQueue ? root->GetNQueueDiscClasses() : 1;
    for (std::size_t i = 0; i < nServing; ++i)
    {
        GetServingQueueDisc(root, i)->SetSendCallback(HandOverCallback{this, &state});
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
    if (!root)
    {
        return;
    }
    Ptr<QueueDisc> qdisc = GetServingQueueDisc(root, txQueue);
    if (!IsHooked(qdisc))
    {
        qdisc->SetSendCallback(HandOverCallback{this, &GetState(device)});
    }
}

void
XmitLayer::HandOverCallback::operator()(Ptr<QueueDiscItem> item) const
{
    if (XmitItem* xmitItem = XmitItem::From(item))
    {
        layer->HandOver(*state, {item, xmitItem});
    }
    else
    {
        state->device->Send(item->GetPacket(), item->GetAddress(), item->GetProtocol());
    }
    if (++state->nHandedOver >= state->quota)
    {
        layer->ScheduleQueueDisc(*state, item->GetTxQueueIndex());
    }
}

void
XmitLayer::ScheduleQueueDisc(DeviceState& state, uint8_t txQueue)
{
    state.nHandedOver = 0;
    if (Ptr<QueueDisc> root = m_trafficControl->GetRootQueueDiscOnDevice(state.device))
    {
        Simulator::ScheduleNow(&QueueDisc::Run, GetServingQueueDisc(root, txQueue));
    }
}

XmitVerdict
XmitLayer::HandOver(DeviceState& state, const Wrapped& wrapped)
{
    const auto& [item, xmitItem] = wrapped;
    const SkbPtr& skb = xmitItem->GetSkb();
    if (skb && skb->GetOwner())
    {
        const OrphanPolicy policy =
            state.xmitDevice ? state.xmitDevice->GetOrphanPolicy() : state.orphanPolicy;
        if (OrphansAtHandOver(policy, *skb))
        {
            const uint32_t truesize = skb->Orphan();
            m_orphaned(item->GetPacket(), state.device, truesize);
        }
    }
    return state.xmitDevice ? state.xmitDevice->StartXmit(item)
                            : HandOverToForeignDevice(state, wrapped);
}

XmitVerdict
XmitLayer::HandOverToForeignDevice(DeviceState& state, const Wrapped& wrapped)
{
    const auto& [item, xmitItem] = wrapped;
    xmitItem->WriteHeader();
    Ptr<Packet> packet = item->GetPacket();
    if (!state.queues || state.queues->GetNTxQueues() == 1)
    {
        // As TrafficControlLayer does: a device with one queue has no use for the tag.
        SocketPriorityTag priorityTag;
        packet->RemovePacketTag(priorityTag);
    }
    bool held = false;
    if (xmitItem->GetSkb() && xmitItem->GetSkb()->GetOwner())
    {
        if (!state.hold)
        {
            state.hold = std::make_unique<ForeignDeviceHold>(state.device);
        }
        held = state.hold->CanFollow();
        if (held)
        {
            state.hold->Hold(packet, xmitItem->GetSkb());
        }
    }
    // From here on only the device's hold keeps the charge, not whoever still has the item.
    xmitItem->TakeSkb();
    // A device that has no SendFrom() still sends what has its own address.
    const Address& source = xmitItem->GetSource();
    const bool sent =
        source.IsInvalid() || source == state.device->GetAddress()
            ? state.device->Send(packet, item->GetAddress(), item->GetProtocol())
            : state.device->SendFrom(packet, source, item->GetAddress(), item->GetProtocol());
    if (held && !sent)
    {
        state.hold->Release(packet);
    }
    return sent ? XmitVerdict::SUCCESS : XmitVerdict::DROP;
}

} // namespace ns3
