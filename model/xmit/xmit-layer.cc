/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/xmit-layer.h"

#include "ns3/datagram-send.h"
#include "ns3/ipv6-extension-header.h"
#include "ns3/log.h"
#include "ns3/mac48-address.h"
#include "ns3/simulator.h"
#include "ns3/skb-tag.h"
#include "ns3/skb-truesize.h"
#include "ns3/socket.h"
#include "ns3/xmit-item.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("XmitLayer");

NS_OBJECT_ENSURE_REGISTERED(XmitLayer);

namespace
{

/// dev->hard_header_len of an Ethernet device (ETH_HLEN), in bytes.
constexpr uint32_t ETHERNET_HEADER = 14;

/**
 * @brief What the charge depends on, read from an IP packet on its way to a device.
 * @param item the packet, wrapped, its header not written yet
 * @return the facts; nothing if it is not IP
 */
std::optional<DatagramCharge::Packet>
DescribeDatagramPacket(const QueueDiscItem& item)
{
    const uint32_t size = item.GetPacket()->GetSize();
    if (auto ipv4 = dynamic_cast<const Ipv4QueueDiscItem*>(&item))
    {
        const Ipv4Header& header = ipv4->GetHeader();
        const bool first = header.GetFragmentOffset() == 0;
        const bool last = header.IsLastFragment();
        return DatagramCharge::Packet{SkbTruesize::IPV4, !first || !last, first, last, size};
    }
    if (auto ipv6 = dynamic_cast<const Ipv6QueueDiscItem*>(&item))
    {
        if (ipv6->GetHeader().GetNextHeader() != Ipv6Header::IPV6_EXT_FRAGMENTATION)
        {
            return DatagramCharge::Packet{SkbTruesize::IPV6, false, true, true, size};
        }
        Ipv6ExtensionFragmentHeader header;
        item.GetPacket()->PeekHeader(header);
        return DatagramCharge::Packet{SkbTruesize::IPV6,
                                      true,
                                      header.GetOffset() == 0,
                                      !header.GetMoreFragment(),
                                      size - SkbTruesize::FRAGMENT_HEADER};
    }
    return std::nullopt;
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

Ptr<QueueDiscItem>
XmitLayer::Wrap(const Ptr<QueueDiscItem>& item) const
{
    if (auto ipv4 = dynamic_cast<const Ipv4QueueDiscItem*>(PeekPointer(item)))
    {
        return Create<XmitIpv4Item>(item->GetPacket(),
                                    item->GetAddress(),
                                    item->GetProtocol(),
                                    ipv4->GetHeader());
    }
    if (auto ipv6 = dynamic_cast<const Ipv6QueueDiscItem*>(PeekPointer(item)))
    {
        return Create<XmitIpv6Item>(item->GetPacket(),
                                    item->GetAddress(),
                                    item->GetProtocol(),
                                    ipv6->GetHeader());
    }
    if (auto arp = dynamic_cast<const ArpQueueDiscItem*>(PeekPointer(item)))
    {
        return Create<XmitArpItem>(item->GetPacket(),
                                   item->GetAddress(),
                                   item->GetProtocol(),
                                   arp->GetHeader());
    }
    return nullptr;
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
    Ptr<QueueDiscItem> wrapped = Wrap(item);
    if (!wrapped)
    {
        NS_LOG_WARN("Unknown kind of packet, passed on as it is: " << *item);
        m_trafficControl->Send(device, item);
        return;
    }
    DeviceState& state = GetState(device);
    if (!Adopt(state, wrapped))
    {
        ++m_nFragmentsDiscarded;
        m_discarded(wrapped->GetPacket(), device);
        return;
    }
    const SkbPtr skb = XmitItem::From(wrapped)->GetSkb();
    DatagramSend* send = m_send && skb && m_send->m_last == skb ? m_send : nullptr;
    if (Transmit(state, wrapped) == XmitVerdict::DROP && send)
    {
        send->m_dropped = true;
    }
}

bool
XmitLayer::Adopt(const DeviceState& state, const Ptr<QueueDiscItem>& item)
{
    if (!m_send && m_parked->IsEmpty())
    {
        return true;
    }
    SkbTag tag;
    if (!item->GetPacket()->PeekPacketTag(tag) || tag.GetNode() != m_nodeId)
    {
        return true;
    }
    const auto packet = DescribeDatagramPacket(*item);
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
        XmitItem::From(item)->SetSkb(m_send->Adopt(*packet, mtu, state.linkHeaderRoom));
    }
    else
    {
        XmitItem::From(item)->SetSkb(m_parked->Adopt(tag, *packet, mtu, state.linkHeaderRoom));
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
    return Transmit(GetState(device), item);
}

XmitVerdict
XmitLayer::Transmit(DeviceState& state, const Ptr<QueueDiscItem>& item)
{
    XmitItem* xmitItem = XmitItem::From(item);
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
            return HandOver(state, item);
        }
        // Nothing to queue it in: the node's own layer drops it and says so (TcDrop), with the
        // headers that it would have had there.
        xmitItem->WriteHeader();
    }
    else if (root != state.root)
    {
        state.root = root;
        root->TraceConnectWithoutContext("DropBeforeEnqueue",
                                         MakeCallback(&XmitLayer::NotifyQueueDiscDrop, this));
    }
    Enqueue enqueue{PeekPointer(item), false, m_enqueue};
    m_enqueue = &enqueue;
    m_trafficControl->Send(state.device, item);
    m_enqueue = enqueue.outer;
    return enqueue.dropped ? XmitVerdict::DROP : XmitVerdict::SUCCESS;
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

void
XmitLayer::PrepareHandOver(const Ptr<NetDevice>& device, uint8_t txQueue)
{
    DeviceState& state = GetState(device);
    Ptr<QueueDisc> qdisc = GetServingQueueDisc(state.root, txQueue);
    if (!qdisc->GetSendCallback().target<HandOverCallback>())
    {
        qdisc->SetSendCallback(HandOverCallback{this, &state});
    }
}

void
XmitLayer::HandOverCallback::operator()(Ptr<QueueDiscItem> item) const
{
    layer->HandOver(*state, item);

    // QueueDisc::Run() stops when its quota is used up and nothing in ns-3 starts it again; Linux
    // has __netif_schedule() for that. One extra run in each quota's worth of packets is enough.
    Ptr<QueueDisc> qdisc = GetServingQueueDisc(state->root, item->GetTxQueueIndex());
    if (++state->nHandedOver >= qdisc->GetQuota())
    {
        state->nHandedOver = 0;
        Simulator::ScheduleNow(&QueueDisc::Run, qdisc);
    }
}

XmitVerdict
XmitLayer::HandOver(DeviceState& state, const Ptr<QueueDiscItem>& item)
{
    XmitItem* xmitItem = XmitItem::From(item);
    if (!xmitItem)
    {
        return state.device->Send(item->GetPacket(), item->GetAddress(), item->GetProtocol())
                   ? XmitVerdict::SUCCESS
                   : XmitVerdict::DROP;
    }
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
                            : HandOverToForeignDevice(state, item);
}

XmitVerdict
XmitLayer::HandOverToForeignDevice(DeviceState& state, const Ptr<QueueDiscItem>& item)
{
    XmitItem* xmitItem = XmitItem::From(item);
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
    const bool sent =
        xmitItem->GetSource().IsInvalid()
            ? state.device->Send(packet, item->GetAddress(), item->GetProtocol())
            : state.device->SendFrom(packet,
                                     xmitItem->GetSource(),
                                     item->GetAddress(),
                                     item->GetProtocol());
    if (held && !sent)
    {
        state.hold->Release(packet);
    }
    return sent ? XmitVerdict::SUCCESS : XmitVerdict::DROP;
}

} // namespace ns3
