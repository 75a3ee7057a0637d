/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_XMIT_LAYER_H
#define LINUX_TX_XMIT_LAYER_H

#include "ns3/callback.h"
#include "ns3/foreign-device-hold.h"
#include "ns3/net-device-queue-interface.h"
#include "ns3/orphan-policy.h"
#include "ns3/parked-datagrams.h"
#include "ns3/queue-disc.h"
#include "ns3/skb-pool.h"
#include "ns3/skb.h"
#include "ns3/traffic-control-layer.h"
#include "ns3/xmit-device.h"

#include <cstdint>
#include <deque>
#include <memory>

namespace ns3
{

class DatagramSend;
class XmitItem;

/**
 * @ingroup linux-tx
 * @brief dev_queue_xmit() and dev_hard_start_xmit() of one host (net/core/dev.c).
 *
 * Every packet that IPv4, IPv6 and ARP send, and every packet that a stacked device passes on,
 * goes through here: it is wrapped into an XmitItem, charged to the socket whose send call is
 * under way, given to the device's queue disc (by the node's own TrafficControlLayer), and, when
 * the queue disc lets it go, handed over to the device: that is the orphan point.
 *
 * It derives from TrafficControlLayer because that is what IP and ARP take (SetTrafficControl),
 * but it keeps no queue discs: those stay with the node's TrafficControlLayer, to which every
 * question about them is passed on. LinuxTransmitPath owns it, puts it in place, and has its
 * attributes and trace sources (up to ns-3.44 a subclass of TrafficControlLayer cannot).
 *
 * Invariant: it never keeps a packet. At any time an Skb is held by the send call that made it, an
 * item in a queue disc, a device, the hold on a foreign device, or the list of parked datagrams.
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

    /// Told of an orphaned packet: the packet, the device, and the bytes given back.
    using OrphanCallback = Callback<void, Ptr<const Packet>, Ptr<NetDevice>, uint32_t>;
    /// Told of a fragment freed unsent, and of the device it was for.
    using DiscardCallback = Callback<void, Ptr<const Packet>, Ptr<NetDevice>>;

    /**
     * @brief Set who is told of orphaned packets.
     * @param callback the new callback
     */
    void SetOrphanCallback(OrphanCallback callback);

    /**
     * @brief Set who is told of fragments freed unsent.
     * @param callback the new callback
     */
    void SetDiscardCallback(DiscardCallback callback);

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
    friend class DatagramSend;
    friend class XmitItem;

    /// What is known of a device of the node.
    struct DeviceState
    {
        Ptr<NetDevice> device;                   //!< the device
        XmitDevice* xmitDevice{nullptr};         //!< the same, or null if it is a foreign one
        Ptr<NetDeviceQueueInterface> queues;     //!< its TX queues, or null
        const QueueDisc* root{nullptr};          //!< root queue disc made ready; not kept alive
        uint32_t quota{0};                       //!< its quota, in packets
        std::unique_ptr<ForeignDeviceHold> hold; //!< for a foreign device, from the first Skb on
        OrphanPolicy orphanPolicy{ORPHAN_NONE};  //!< for a foreign device
        uint32_t linkHeaderSize{0};              //!< what Linux counts of a frame's header, bytes
        uint32_t linkHeaderRoom{0};              //!< LL_RESERVED_SPACE, in bytes
        uint32_t nHandedOver{0};                 //!< hand-overs since the last kick
    };

    /// An item in its two views, so that nobody has to cast.
    struct Wrapped
    {
        Ptr<QueueDiscItem> item; //!< what queue discs see; keeps the item
        XmitItem* xmitItem;      //!< the same item
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
        XmitLayer* layer;   //!< the layer
        DeviceState* state; //!< the device
        /**
         * @brief Hand over.
         * @param item the item
         */
        void operator()(Ptr<QueueDiscItem> item) const;
    };

    /**
     * @brief What is known of a device, looked up on first use.
     * @param device a device of this node
     * @return its state; the reference stays valid
     */
    DeviceState& GetState(const Ptr<NetDevice>& device);

    /**
     * @brief Make an XmitItem of a stock item.
     * @param item the stock item
     * @return the XmitItem, or nothing if its kind is unknown
     */
    static Wrapped Wrap(const Ptr<QueueDiscItem>& item);

    /**
     * @brief Make an XmitItem of a stock item of a certain kind.
     * @tparam Item the kind
     * @param item the stock item
     * @param stock the same
     * @return the XmitItem
     */
    template <class Item>
    static Wrapped WrapAs(const Ptr<QueueDiscItem>& item, const Item& stock);

    /**
     * @brief Find out who pays for a packet, and charge it.
     * @param state the device that IP sends to
     * @param wrapped the packet
     * @return false if the packet is a fragment that must not be sent any more
     */
    bool Adopt(const DeviceState& state, const Wrapped& wrapped);

    /**
     * @brief Give an item to the device's queue disc, or to the device if it has none.
     * @param state the device
     * @param wrapped the item
     * @return DROP if it was dropped
     */
    XmitVerdict Transmit(DeviceState& state, const Wrapped& wrapped);

    /**
     * @brief A device has a queue disc that was not seen before: get it ready, watch its drops.
     * @param state the device
     * @param root its root queue disc
     */
    void AdoptRoot(DeviceState& state, const Ptr<QueueDisc>& root);

    /**
     * @brief dev_hard_start_xmit(): the orphan point, then the device.
     * @param state the device
     * @param wrapped the item
     * @return DROP if the device dropped it
     */
    XmitVerdict HandOver(DeviceState& state, const Wrapped& wrapped);

    /**
     * @brief Hand an item over to a device of ns-3's own.
     * @param state the device
     * @param wrapped the item
     * @return DROP if the device refused it
     */
    XmitVerdict HandOverToForeignDevice(DeviceState& state, const Wrapped& wrapped);

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
    void ScheduleQueueDisc(DeviceState& state, uint8_t txQueue);

    /**
     * @brief A queue disc did not take an item.
     * @param item the item
     * @param reason the queue disc's reason
     */
    void NotifyQueueDiscDrop(Ptr<const QueueDiscItem> item, const char* reason);

    /**
     * @brief The node's layer dropped a packet: no queue disc, and the device's queue is stopped.
     * @param packet the packet
     */
    void NotifyTcDrop(Ptr<const Packet> packet);

    Ptr<TrafficControlLayer> m_trafficControl; //!< the node's own layer
    Ptr<SkbPool> m_pool;                       //!< the host's Skbs
    std::unique_ptr<ParkedDatagrams> m_parked; //!< what waits for address resolution
    std::deque<DeviceState> m_devices;         //!< by interface index; addresses stay
    DatagramSend* m_send{nullptr};             //!< the innermost send call under way
    Enqueue* m_enqueue{nullptr};               //!< the innermost enqueue under way
    uint32_t m_nodeId{0};                      //!< ID of the node
    uint64_t m_nFragmentsDiscarded{0};         //!< see GetNFragmentsDiscarded()

    OrphanCallback m_orphaned;   //!< told of orphaned packets
    DiscardCallback m_discarded; //!< told of fragments freed unsent
};

} // namespace ns3

#endif /* LINUX_TX_XMIT_LAYER_H */
