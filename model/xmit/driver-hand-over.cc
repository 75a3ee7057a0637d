/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/driver-hand-over.h"

#include "ns3/device-hold.h"
#include "ns3/simulator.h"
#include "ns3/socket.h"
#include "ns3/train-cutter.h"
#include "ns3/xmit-send.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace ns3
{

namespace
{

/// Reason for which a train is dropped.
constexpr const char* REFUSED_BY_DEVICE = "refused by the device";

/**
 * @brief Has an item to be cut for a device?
 * @param devices the host's devices
 * @param state the device
 * @param wrapped the item
 * @return true if it is a train that the device cannot take whole
 */
bool
MustBeCut(const XmitDeviceTable& devices, const XmitDeviceState& state, const WrappedItem& wrapped)
{
    const XmitTrain* train = wrapped.xmitItem->GetTrain();
    // A foreign device gets single packets; with the feature they share one Skb (Cut).
    return train && (!state.xmitDevice || !devices.HasFeaturesFor(state, *train));
}

/**
 * @brief Is a TX queue of a device stopped?
 * @param state the device
 * @param txQueue the TX queue
 * @return true if so
 */
bool
IsStopped(const XmitDeviceState& state, std::size_t txQueue)
{
    return state.queues && state.queues->GetTxQueue(txQueue)->IsStopped();
}

} // namespace

DriverHandOver::DriverHandOver(XmitDeviceTable& devices,
                               const Ptr<SkbPool>& pool,
                               const XmitEvents& events,
                               QueueDiscRunner runQueueDisc)
    : m_devices(devices),
      m_pool(pool),
      m_events(events),
      m_runQueueDisc(std::move(runQueueDisc))
{
}

void
DriverHandOver::SetSegmentTime(Time time)
{
    m_segmentTime = time;
}

void
DriverHandOver::SetOrphansKeepHash(bool keep)
{
    m_orphansKeepHash = keep;
}

void
DriverHandOver::Dispose()
{
    m_disposed = true;
}

XmitVerdict
DriverHandOver::HandOver(XmitDeviceState& state,
                         const WrappedItem& wrapped,
                         XmitSend* send,
                         bool more)
{
    const std::size_t txQueue = wrapped.item->GetTxQueueIndex();
    XmitVerdict ignored = XmitVerdict::SUCCESS;
    if (!state.rests.empty() && !HandOverRest(state, txQueue, ignored))
    {
        state.rests[txQueue].push_back(wrapped);
        return XmitVerdict::SUCCESS;
    }
    Orphan(state, wrapped);
    if (MustBeCut(m_devices, state, wrapped))
    {
        return HandOverSegments(state, wrapped, send);
    }
    wrapped.xmitItem->SetMore(more && m_devices.GetKernelRelease().HasXmitMore());
    const XmitVerdict verdict = GiveToDevice(state, wrapped);
    if (verdict == XmitVerdict::BUSY)
    {
        state.rests[txQueue].push_front(wrapped); // dev_requeue_skb()
        AwaitWake(state, txQueue);
        return XmitVerdict::SUCCESS;
    }
    const bool whole = wrapped.xmitItem->GetTrain() && !state.xmitDevice->IsStacked();
    if (verdict == XmitVerdict::DROP && whole)
    {
        ReportTrainDrop(wrapped.item, REFUSED_BY_DEVICE);
    }
    return verdict;
}

void
DriverHandOver::Orphan(const XmitDeviceState& state, const WrappedItem& wrapped)
{
    const SkbPtr& skb = wrapped.xmitItem->GetSkb();
    if (skb && skb->GetOwner() && OrphansAtHandOver(m_devices.GetOrphanPolicy(state), *skb))
    {
        if (m_orphansKeepHash)
        {
            skb->SetHash(skb->GetOwner()->GetTransmitHash());
        }
        const uint32_t truesize = skb->Orphan();
        m_events.orphaned(wrapped.item->GetPacket(), state.device, truesize);
    }
}

std::vector<WrappedItem>
DriverHandOver::Cut(const XmitDeviceState& state, const WrappedItem& wrapped)
{
    const XmitTrain& train = *wrapped.xmitItem->GetTrain();
    m_events.cut(wrapped.item->GetPacket(), state.device, train.GetNSegments());
    const TrainCutter cutter(*m_pool,
                             train.GetType(),
                             m_devices.GetSegmentOwnership(state, train.GetType()),
                             XmitDeviceTable::GetLinkHeaderRoom(state));
    const auto shares = !state.xmitDevice && m_devices.HasFeaturesFor(state, train)
                            ? TrainCutter::Share(wrapped.xmitItem->TakeSkb(), train)
                            : cutter.Split(wrapped.xmitItem->TakeSkb(), train);
    std::vector<WrappedItem> segments;
    segments.reserve(train.GetNSegments());
    for (const auto& segment : train.GetSegments())
    {
        const WrappedItem single = WrapItem(segment);
        single.xmitItem->CopyMetadata(*wrapped.xmitItem);
        single.xmitItem->SetSkb(shares[segments.size()]);
        single.item->SetTxQueueIndex(wrapped.item->GetTxQueueIndex());
        segments.push_back(single);
    }
    return segments;
}

XmitVerdict
DriverHandOver::HandOverSegments(XmitDeviceState& state, const WrappedItem& wrapped, XmitSend* send)
{
    const auto segments = Cut(state, wrapped);
    if (state.xmitDevice && state.xmitDevice->IsStacked())
    {
        return HandOverInTime(state, segments, send);
    }
    const bool tellsMore = m_devices.GetKernelRelease().HasXmitMore();
    for (const WrappedItem& segment : segments)
    {
        segment.xmitItem->SetMore(tellsMore && segment.item != segments.back().item);
    }
    auto& rest = state.rests[wrapped.item->GetTxQueueIndex()];
    std::copy(segments.begin(), segments.end(), std::back_inserter(rest));
    XmitVerdict verdict = XmitVerdict::SUCCESS;
    HandOverRest(state, wrapped.item->GetTxQueueIndex(), verdict);
    return verdict;
}

XmitVerdict
DriverHandOver::HandOverInTime(XmitDeviceState& state,
                               const std::vector<WrappedItem>& segments,
                               XmitSend* send)
{
    XmitVerdict verdict = XmitVerdict::SUCCESS;
    if (m_segmentTime.IsZero() || !send)
    {
        for (const WrappedItem& segment : segments)
        {
            verdict = GiveToDevice(state, segment);
        }
        return verdict;
    }
    const Ptr<SendOutcome> outcome = send->ShareOutcome();
    outcome->Begin();
    for (std::size_t i = 1; i < segments.size(); ++i)
    {
        Simulator::Schedule(m_segmentTime * static_cast<int64_t>(i),
                            &DriverHandOver::HandOverLater,
                            Ptr<DriverHandOver>(this),
                            state.device,
                            segments[i].item,
                            i + 1 == segments.size() ? outcome : nullptr);
    }
    GiveToDevice(state, segments.front());
    return verdict;
}

void
DriverHandOver::HandOverLater(Ptr<NetDevice> device,
                              Ptr<QueueDiscItem> item,
                              Ptr<SendOutcome> outcome)
{
    if (m_disposed)
    {
        return;
    }
    const XmitVerdict verdict = GiveToDevice(m_devices.Get(device), {item, XmitItem::From(item)});
    if (outcome)
    {
        outcome->End(verdict == XmitVerdict::DROP);
    }
}

bool
DriverHandOver::HandOverRest(XmitDeviceState& state, std::size_t txQueue, XmitVerdict& verdict)
{
    // The device may wake its queue, or the queue disc run, in the middle of it.
    while (!IsStopped(state, txQueue))
    {
        const auto found = state.rests.find(txQueue);
        if (found == state.rests.end())
        {
            return true;
        }
        if (found->second.empty())
        {
            state.rests.erase(found);
            return true;
        }
        const WrappedItem next = found->second.front();
        found->second.pop_front();
        // What came while a train was half handed over has everything still before it.
        Orphan(state, next);
        if (MustBeCut(m_devices, state, next))
        {
            const auto segments = Cut(state, next);
            found->second.insert(found->second.begin(), segments.begin(), segments.end());
            continue;
        }
        verdict = GiveToDevice(state, next);
        if (verdict == XmitVerdict::BUSY)
        {
            verdict = XmitVerdict::SUCCESS;
            state.rests[txQueue].push_front(next); // and the queue is stopped
        }
    }
    const auto left = state.rests.find(txQueue);
    if (left == state.rests.end() || left->second.empty())
    {
        state.rests.erase(txQueue);
        return true;
    }
    AwaitWake(state, txQueue);
    return false;
}

void
DriverHandOver::AwaitWake(XmitDeviceState& state, std::size_t txQueue)
{
    // ns-3 would run the queue disc, which is not its turn.
    const Ptr<DriverHandOver> self(this);
    state.queues->GetTxQueue(txQueue)->SetWakeCallback(
        Callback<void>([self, &state, txQueue] { self->ResumeQueue(state, txQueue); }));
}

void
DriverHandOver::ResumeQueue(XmitDeviceState& state, std::size_t txQueue)
{
    XmitVerdict ignored = XmitVerdict::SUCCESS;
    if (!m_disposed && HandOverRest(state, txQueue, ignored))
    {
        m_runQueueDisc(state, txQueue);
    }
}

void
DriverHandOver::ReportTrainDrop(const Ptr<const QueueDiscItem>& item, const char* reason) const
{
    // Queue discs trace items as const; which they are, is asked only.
    XmitItem* xmitItem = XmitItem::From(ConstCast<QueueDiscItem>(item));
    if (const XmitTrain* train = xmitItem ? xmitItem->GetTrain() : nullptr)
    {
        m_events.trainDropped(item->GetPacket(),
                              xmitItem->GetDevice(),
                              train->GetNSegments(),
                              reason);
    }
}

XmitVerdict
DriverHandOver::GiveToDevice(XmitDeviceState& state, const WrappedItem& wrapped)
{
    return state.xmitDevice ? state.xmitDevice->StartXmit(wrapped.item)
                            : GiveToForeignDevice(state, wrapped);
}

XmitVerdict
DriverHandOver::GiveToForeignDevice(XmitDeviceState& state, const WrappedItem& wrapped)
{
    const auto& [item, xmitItem] = wrapped;
    xmitItem->WriteHeader();
    Ptr<Packet> packet = item->GetPacket();
    const uint16_t protocol = xmitItem->GetVlanTags().Write(packet, item->GetProtocol());
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
            state.hold = MakeDeviceHold(state.device);
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
    const bool sent = source.IsInvalid() || source == state.device->GetAddress()
                          ? state.device->Send(packet, item->GetAddress(), protocol)
                          : state.device->SendFrom(packet, source, item->GetAddress(), protocol);
    if (held)
    {
        state.hold->NotifySent(packet, sent);
    }
    return sent ? XmitVerdict::SUCCESS : XmitVerdict::DROP;
}

} // namespace ns3
