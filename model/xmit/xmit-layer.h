/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_XMIT_LAYER_H
#define LINUX_TX_XMIT_LAYER_H

#include "ns3/device-features.h"
#include "ns3/driver-hand-over.h"
#include "ns3/kernel-release.h"
#include "ns3/orphan-policy.h"
#include "ns3/parked-datagrams.h"
#include "ns3/queue-disc.h"
#include "ns3/segment-ownership.h"
#include "ns3/skb-pool.h"
#include "ns3/skb-tag.h"
#include "ns3/skb.h"
#include "ns3/traffic-control-layer.h"
#include "ns3/wrap-item.h"
#include "ns3/xmit-device-table.h"
#include "ns3/xmit-device.h"
#include "ns3/xmit-events.h"
#include "ns3/xmit-train.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

namespace ns3
{

class ReceivedSkb;
class XmitItem;
class XmitSend;

/**
 * @ingroup linux-tx
 * @brief dev_queue_xmit() of one host (net/core/dev.c).
 *
 * Every packet that IPv4, IPv6 and ARP send, and every packet that a stacked device passes on,
 * goes through here: it is wrapped into an XmitItem, charged to the socket whose send call is
 * under way, given to the device's queue disc (by the node's own TrafficControlLayer), and, when
 * the queue disc lets it go, handed over to the device (DriverHandOver).
 *
 * It derives from TrafficControlLayer because that is what IP and ARP take (SetTrafficControl),
 * but it keeps no queue discs: those stay with the node's TrafficControlLayer, to which every
 * question about them is passed on. LinuxTransmitPath owns it, puts it in place, and has its
 * attributes and trace sources (up to ns-3.44 a subclass of TrafficControlLayer cannot).
 *
 * Invariant: it keeps no packet. At any time an Skb is held by the send call that made it, an item
 * in a queue disc, a device, the hold on a foreign device, the list of parked datagrams, or what
 * DriverHandOver still has of a train.
 */
class XmitLayer : public TrafficControlLayer
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    XmitLayer();
    ~XmitLayer() override;

    /**
     * @brief Take a place in front of the layer that keeps the queue discs.
     * @param node the node
     * @param trafficControl the node's own TrafficControlLayer
     */
    void Install(const Ptr<Node>& node, const Ptr<TrafficControlLayer>& trafficControl);

    /**
     * @brief dev_queue_xmit() for IP and ARP: wrap, charge, and Transmit().
     * @param device the device IP sends to
     * @param item a stock item, its header not added yet
     */
    void Send(Ptr<NetDevice> device, Ptr<QueueDiscItem> item) override;

    /**
     * @brief dev_queue_xmit() for stacked devices: the item goes to @p device's queue disc, or
     *        straight to the device if it has none.
     * @param device the (lower) device
     * @param item an XmitItem
     * @return DROP if the queue disc did not take the item, or the device dropped it
     */
    XmitVerdict Transmit(const Ptr<NetDevice>& device, const Ptr<QueueDiscItem>& item);

    /**
     * @brief Wrap a packet that has all its headers, for Transmit() or StartXmit().
     * @param packet the packet, without link-layer header
     * @param destination link-layer destination
     * @param protocol EtherType
     * @return the item, without Skb
     */
    Ptr<QueueDiscItem> WrapFrame(Ptr<Packet> packet,
                                 const Address& destination,
                                 uint16_t protocol) const;

    /**
     * @brief Set the orphan policy of a foreign device; linux-tx devices have an attribute.
     * @param device a device of this node that is no XmitDevice
     * @param policy the policy
     */
    void SetOrphanPolicy(const Ptr<NetDevice>& device, OrphanPolicy policy);

    /**
     * @brief The orphan policy that a device's packets meet.
     * @param device a device of this node
     * @return the policy
     */
    OrphanPolicy GetOrphanPolicy(const Ptr<NetDevice>& device);

    /**
     * @brief Set the features of a foreign device; linux-tx devices have attributes.
     * @param device a device of this node that is no XmitDevice
     * @param features the features
     */
    void SetFeatures(const Ptr<NetDevice>& device, const DeviceFeatures& features);

    /**
     * @brief What was set for a foreign device (dev->wanted_features).
     * @param device a device of this node that is no XmitDevice
     * @return the features
     */
    const DeviceFeatures& GetWantedFeatures(const Ptr<NetDevice>& device);

    /**
     * @brief What a device has of the features that this host's kernel knows (dev->features).
     * @param device a device of this node
     * @return the features
     */
    DeviceFeatures GetFeatures(const Ptr<NetDevice>& device);

    /**
     * @brief Set who owns the segments that are cut for a foreign device.
     * @param device a device of this node that is no XmitDevice
     * @param ownership the ownership
     */
    void SetSegmentOwnership(const Ptr<NetDevice>& device, SegmentOwnership ownership);

    /**
     * @brief sk_pacing_shift_update(): set how much TCP sockets may have in their small queue on a
     *        device, and in one super-packet: what they send in 2^-shift seconds.
     * @param device a device of this node
     * @param shift the shift. Without it, 10, about a millisecond, on all devices but Wi-Fi ones:
     *        there what mac80211 sets (KernelRelease::GetWifiPacingShift()).
     */
    void SetPacingShift(const Ptr<NetDevice>& device, uint32_t shift);

    /**
     * @brief sk_pacing_shift of the TCP sockets that send to a device.
     * @param device a device of this node
     * @return the shift
     */
    uint32_t GetPacingShift(const Ptr<NetDevice>& device);

    /**
     * @brief Which segments keep the charge when a train is cut for a device.
     * @param device a device of this node
     * @param type kind of train
     * @return None, Last or Every
     */
    SegmentOwnership GetSegmentOwnership(const Ptr<NetDevice>& device, GsoType type);

    /**
     * @brief dev->hard_header_len + dev->needed_headroom of a device of any kind.
     * @param device a device of this node
     * @return bytes
     */
    uint32_t GetHardHeaderLength(const Ptr<NetDevice>& device);

    /**
     * @brief The kernel that the host runs.
     * @return the release
     */
    const KernelRelease& GetKernelRelease() const
    {
        return m_devices.GetKernelRelease();
    }

    /**
     * @brief Set the kernel that the host runs.
     * @param release the release
     */
    void SetKernelRelease(const KernelRelease& release)
    {
        m_devices.SetKernelRelease(release);
    }

    /**
     * @brief Set how long the CPU takes for each segment of a train that is cut in a send call.
     * @param time the time; 0 to hand over all at one instant
     */
    void SetSegmentTime(Time time)
    {
        m_handOver->SetSegmentTime(time);
    }

    /**
     * @brief Set whether a packet that is orphaned keeps its socket's hash.
     * @param keep true if so
     */
    void SetOrphansKeepHash(bool keep)
    {
        m_handOver->SetOrphansKeepHash(keep);
    }

    /**
     * @brief A new control block.
     * @return the only reference to it; nobody pays yet
     */
    SkbPtr AllocateSkb()
    {
        return m_pool->Allocate();
    }

    /**
     * @brief Who pays for a packet that is just being received: somebody does if it came from a
     *        socket of this host, such as that of a tap (ReceivedSkb).
     * @param packet the packet as a device above got it, maybe a copy
     * @return its control block; null for all others
     */
    SkbPtr FindReceived(const Packet& packet) const;

    /**
     * @brief What waits for address resolution.
     * @return the list
     */
    ParkedDatagrams& GetParkedDatagrams()
    {
        return *m_parked;
    }

    /**
     * @brief LL_RESERVED_SPACE of a device: what IP keeps free in front of its packets.
     * @param device a device of this node
     * @return bytes
     */
    uint32_t GetLinkHeaderRoom(const Ptr<NetDevice>& device);

    /**
     * @brief How many Skbs are alive on this host.
     * @return number of Skbs
     */
    std::size_t GetNLiveSkbs() const
    {
        return m_pool->GetNLive();
    }

    /**
     * @brief Fragments freed because an earlier fragment of their datagram was dropped.
     * @return number of packets since the start
     */
    uint64_t GetNFragmentsDiscarded() const
    {
        return m_nFragmentsDiscarded;
    }

    /**
     * @brief The address cache dropped a packet that waited in it.
     * @param packet the packet
     */
    void NotifyNeighbourDrop(Ptr<const Packet> packet);

    /**
     * @brief Set who is told of what happens to packets.
     * @param events the callbacks, all of them set
     */
    void SetEvents(const XmitEvents& events)
    {
        m_events = events;
    }

    /**
     * @brief How long a datagram that waits for address resolution stays charged.
     * @param deadline the longest time
     */
    void SetParkedDeadline(Time deadline);

    // Everything about queue discs and reception is the business of the node's own layer.
    void ScanDevices() override;
    void SetRootQueueDiscOnDevice(Ptr<NetDevice> device, Ptr<QueueDisc> qDisc) override;
    Ptr<QueueDisc> GetRootQueueDiscOnDevice(Ptr<NetDevice> device) const override;
    void DeleteRootQueueDiscOnDevice(Ptr<NetDevice> device) override;
    void Receive(Ptr<NetDevice> device,
                 Ptr<const Packet> p,
                 uint16_t protocol,
                 const Address& from,
                 const Address& to,
                 NetDevice::PacketType packetType) override;

  protected:
    void DoDispose() override;
    void DoInitialize() override;

  private:
    friend class ReceivedSkb;
    friend class XmitItem;
    friend class XmitSend;

    /// A train whose packets come out of a neighbour cache, one after the other.
    struct RevivedTrain
    {
        Ptr<NetDevice> device; //!< the device that IP sends to
        SkbPtr skb;            //!< who pays for it
        XmitTrain train;       //!< the packets so far
    };

    /// An item that is being enqueued; they nest with stacked devices.
    struct Enqueue
    {
        const QueueDiscItem* item; //!< the item
        bool dropped;              //!< the queue disc did not take it
        Enqueue* outer;            //!< the enqueue in whose middle this one happens
    };

    /// What a queue disc calls to hand an item over; tells that it is ours when asked.
    struct HandOverCallback
    {
        XmitDeviceState* state; //!< the device
        QueueDisc* qdisc;       //!< the queue disc, which owns this
        /**
         * @brief Hand over.
         * @param item the item
         */
        void operator()(Ptr<QueueDiscItem> item) const;
    };

    /**
     * @brief The call under way that sends a packet.
     * @param tag its tag
     * @return the call, or null
     */
    XmitSend* FindSend(const SkbTag& tag) const;

    /**
     * @brief A packet of the call under way has come out of IP: send it, or collect it.
     * @param send the call
     * @param state the device that IP sends to
     * @param item the stock item
     */
    void SendOwned(XmitSend& send, XmitDeviceState& state, const Ptr<QueueDiscItem>& item);

    /**
     * @brief Add a packet to the train that a call collects.
     * @param send the call
     * @param state the device that IP sends to
     * @param item the stock item
     */
    void Collect(XmitSend& send, XmitDeviceState& state, const Ptr<QueueDiscItem>& item);

    /**
     * @brief Send the train that a call has collected.
     * @param send the call
     */
    void FlushTrain(XmitSend& send);

    /**
     * @brief A packet that address resolution has kept is sent at last.
     * @param tag its tag
     * @param state the device that IP sends to
     * @param item the stock item
     */
    void SendParked(const SkbTag& tag, XmitDeviceState& state, const Ptr<QueueDiscItem>& item);

    /**
     * @brief Send a train that address resolution had kept, now that all its packets are here.
     */
    void SendRevivedTrain();

    /**
     * @brief Give an item to the device's queue disc, or to the device if it has none.
     * @param state the device
     * @param wrapped the item
     * @return DROP if it was dropped
     */
    XmitVerdict Transmit(XmitDeviceState& state, const WrappedItem& wrapped);

    /**
     * @brief Give an item to the device's root queue disc.
     * @param state the device
     * @param wrapped the item
     * @return DROP if it was dropped
     */
    XmitVerdict EnqueueItem(XmitDeviceState& state, const WrappedItem& wrapped);

    /**
     * @brief tbf_segment(): enqueue the segments of a train that is larger than a token bucket.
     * @param state the device
     * @param wrapped the train
     * @return DROP if all were dropped
     */
    XmitVerdict EnqueueSegments(XmitDeviceState& state, const WrappedItem& wrapped);

    /**
     * @brief Is an item a train that a token bucket of the device would hold for ever?
     * @param state the device
     * @param wrapped the item
     * @return true if so
     */
    static bool ExceedsShaper(const XmitDeviceState& state, const WrappedItem& wrapped);

    /**
     * @brief A device has a queue disc that was not seen before: get it ready, watch its drops.
     * @param state the device
     * @param root its root queue disc
     */
    void AdoptRoot(XmitDeviceState& state, const Ptr<QueueDisc>& root);

    /**
     * @brief Run the queue disc that serves a TX queue, if there is one.
     * @param device the device
     * @param txQueue the TX queue
     */
    void RunQueueDisc(Ptr<NetDevice> device, uint8_t txQueue);

    /**
     * @brief A queue disc lets an item go.
     * @param state the device
     * @param qdisc the queue disc
     * @param item the item
     */
    void HandOverFromQueueDisc(XmitDeviceState& state,
                               QueueDisc& qdisc,
                               const Ptr<QueueDiscItem>& item);

    /**
     * @brief try_bulk_dequeue_skb(): will the queue disc let more go in this turn? It takes what
     *        BQL has room for; without BQL one at a time.
     * @param state the device
     * @param qdisc the queue disc
     * @param item what it lets go now
     * @return true if it has more, and the device has room; it may still keep it back
     */
    static bool HasMore(const XmitDeviceState& state, QueueDisc& qdisc, const QueueDiscItem& item);

    /**
     * @brief An item is about to leave the device's queue disc: see that it comes to us.
     *
     * TrafficControlLayer::ScanDevices() sets its own callback on every queue disc, at any time.
     * @param device the device
     * @param txQueue the TX queue the item was given to
     */
    void PrepareHandOver(const Ptr<NetDevice>& device, uint8_t txQueue);

    /**
     * @brief The queue disc that serves a TX queue: the root, or a child of it (mq).
     * @param root the device's root queue disc
     * @param txQueue the TX queue
     * @return the queue disc whose Run() hands items over
     */
    static Ptr<QueueDisc> GetServingQueueDisc(const Ptr<QueueDisc>& root, uint8_t txQueue);

    /**
     * @brief Does a queue disc hand items over to us?
     * @param qdisc the queue disc
     * @return true if its callback is ours
     */
    static bool IsHooked(const Ptr<QueueDisc>& qdisc);

    /**
     * @brief QueueDisc::Run() has handed over a quota of packets: make the queue disc run again.
     *
     * It stops at its quota, and nothing in ns-3 starts it again (__netif_schedule in Linux).
     * @param state the device
     * @param txQueue the TX queue
     */
    void ScheduleQueueDisc(XmitDeviceState& state, uint8_t txQueue);

    /**
     * @brief A queue disc did not take an item.
     * @param item the item
     * @param reason the queue disc's reason
     */
    void NotifyQueueDiscDrop(Ptr<const QueueDiscItem> item, const char* reason);

    /**
     * @brief A queue disc dropped an item that it had taken before.
     * @param item the item
     * @param reason the queue disc's reason
     */
    void NotifyDropAfterDequeue(Ptr<const QueueDiscItem> item, const char* reason);

    /**
     * @brief The node's layer dropped a packet: no queue disc, and the device's queue is stopped.
     * @param packet the packet
     */
    void NotifyTcDrop(Ptr<const Packet> packet);

    Ptr<TrafficControlLayer> m_trafficControl; //!< the node's own layer
    Ptr<SkbPool> m_pool;                       //!< the host's Skbs
    std::unique_ptr<ParkedDatagrams> m_parked; //!< what waits for address resolution
    XmitSend* m_send{nullptr};                 //!< the innermost send call under way
    Enqueue* m_enqueue{nullptr};               //!< the innermost enqueue under way
    ReceivedSkb* m_received{nullptr};          //!< the innermost reception under way
    uint32_t m_nodeId{0};                      //!< ID of the node
    uint64_t m_nFragmentsDiscarded{0};         //!< see GetNFragmentsDiscarded()

    std::optional<RevivedTrain> m_revived; //!< a train that comes out of a cache

    XmitEvents m_events;            //!< who is told of what
    XmitDeviceTable m_devices;      //!< the host's devices
    Ptr<DriverHandOver> m_handOver; //!< dev_hard_start_xmit
};

} // namespace ns3

#endif /* LINUX_TX_XMIT_LAYER_H */
