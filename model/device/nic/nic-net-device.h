/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_NIC_NET_DEVICE_H
#define LINUX_TX_NIC_NET_DEVICE_H

#include "ns3/data-rate.h"
#include "ns3/error-model.h"
#include "ns3/ethernet-net-device.h"
#include "ns3/nic-channel.h"
#include "ns3/nic-stats.h"
#include "ns3/nic-trace-sources.h"
#include "ns3/nic-tx-driver.h"
#include "ns3/nic-tx-queue-set.h"
#include "ns3/nic-tx-queue.h"
#include "ns3/nic-tx-ring.h"
#include "ns3/nstime.h"
#include "ns3/tx-coalescer.h"
#include "ns3/tx-queue-picker.h"

#include <cstddef>
#include <cstdint>

namespace ns3
{

class XmitItem;

/**
 * @ingroup linux-tx
 * @brief An Ethernet NIC with a Linux driver: struct net_device with its ndo_start_xmit, transmit
 *        queues, and a completion interrupt per frame or train.
 *
 * XmitLayer (StartXmit) and anything that talks to a NetDevice (Send, SendFrom) give it packets.
 * Its NicTxDriver puts them on the ring of a NicTxQueue, which stops its NetDeviceQueue when too
 * few descriptors are free; its NicTransmitter sends one ring entry after the other over a
 * NicChannel; and on completion the driver releases the entry's Skb, credits the bytes to BQL, and
 * wakes the queue. It works without XmitLayer, and without a NetDeviceQueueInterface (then nothing
 * tells its caller that a ring is full).
 *
 * By default each completion is an interrupt of its own, which is handled at once. With TxUsecs an
 * interrupt reports all that were sent since the one before, and with TxInterruptLatency also what
 * is sent until its handler runs; until then a sent entry stays on its ring, with its Skb and its
 * bytes.
 *
 * A train of segments (TSO, USO) is one ring entry of several descriptors: its segments go on the
 * wire back to back, and its Skb and bytes are given back when the last one has been sent. It is
 * accepted or refused whole: where descriptors are free, but not enough for it, XmitLayer keeps it
 * until the queue is woken (NETDEV_TX_BUSY).
 *
 * With several transmit queues, the one that XmitLayer chose (TxQueuePicker, which is the
 * interface's select-queue callback) takes a packet. The rings are served round-robin, one entry a
 * turn: NICs arbitrate between their queues when they fetch descriptors, and segment a train that
 * they have fetched before they look at another queue.
 *
 * Invariants: an Skb is held exactly while its frame or train is on a ring; entries are never
 * queued without a link.
 *
 * The link is down while this or the other end is down or the carrier is cut (NicChannel). When it
 * goes down, everything on the rings is dropped. A queue disc above is made to run, and runs into
 * the closed door, until it is empty: no charge stays behind in front of a dead link.
 */
class NicNetDevice : public EthernetNetDevice, public NicTraceSources
{
  public:
    /// Highest data rate that SetDataRate() takes, in bit/s.
    static constexpr uint64_t MAX_DATA_RATE = 8'000'000'000'000;
    /// Most transmit queues that SetNTxQueues() takes.
    static constexpr uint32_t MAX_TX_QUEUES = NicTxQueueSet::MAX_QUEUES;

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    NicNetDevice();
    ~NicNetDevice() override;

    /**
     * @brief Plug the device into a channel.
     * @param channel the channel
     * @return false if the device is plugged in already or both ends of the channel are taken
     */
    bool Attach(Ptr<NicChannel> channel);

    /**
     * @brief `ip link set dev ... up`.
     */
    void SetUp();

    /**
     * @brief `ip link set dev ... down`: the link goes, and with it what is on the rings.
     */
    void SetDown();

    /**
     * @brief Is the device administratively up (IFF_UP)?
     * @return false after SetDown()
     */
    bool IsUp() const;

    /**
     * @brief Set the data rate; the next frame or train is sent at it.
     * @param rate the rate
     * @return false, and no change, if the rate is 0 or above MAX_DATA_RATE
     */
    bool SetDataRate(DataRate rate);

    /**
     * @brief The data rate of the link.
     * @return the rate
     */
    DataRate GetDataRate() const;

    /**
     * @brief `ethtool -s ... duplex`: can the NIC send and receive at the same time? If not, a link
     *        carries one direction at a time, and 802.3ad does not aggregate it.
     * @param full true for full duplex
     */
    void SetFullDuplex(bool full);

    /**
     * @brief Can the NIC send and receive at the same time?
     * @return true for full duplex
     */
    bool IsFullDuplex() const;

    /**
     * @brief `ethtool -L ... tx`: set the number of transmit queues.
     *
     * A NetDeviceQueueInterface that is aggregated has the last word: the NIC then has as many
     * queues as that.
     * @param n number of queues
     * @return false, and no change, if it is not 1 to MAX_TX_QUEUES, or differs from that of the
     *         interface that the NIC has already
     */
    bool SetNTxQueues(uint32_t n);

    /**
     * @brief How many transmit queues the NIC has.
     * @return number of queues
     */
    uint32_t GetNTxQueues() const;

    /**
     * @brief A transmit queue, for its counters and ring.
     * @param i index, below GetNTxQueues()
     * @return the queue
     */
    const NicTxQueue& GetTxQueue(std::size_t i) const;

    /**
     * @brief `ethtool -G ... tx`: set the size of each transmit ring.
     * @param descriptors number of descriptors
     * @return false, and no change, if it is not 1 to 65,535 or less than what is in use
     */
    bool SetTxRingSize(uint32_t descriptors);

    /**
     * @brief The size of each transmit ring.
     * @return number of descriptors
     */
    uint32_t GetTxRingSize() const;

    /**
     * @brief `ethtool -C`: set when what was sent is reported, of all transmit queues.
     * @param coalescing the settings
     */
    void SetTxCoalescing(const TxCoalescing& coalescing);

    /**
     * @brief `ethtool --per-queue DEVICE queue_mask MASK -C`: the same for one transmit queue.
     * @param queue its index
     * @param coalescing the settings
     * @return false, and no change, if there is no such queue
     */
    bool SetTxCoalescing(std::size_t queue, const TxCoalescing& coalescing);

    /**
     * @brief When what was sent is reported, where no transmit queue was set by itself
     *        (NicTxQueue::GetCoalescing).
     * @return the settings
     */
    const TxCoalescing& GetTxCoalescing() const;

    /**
     * @brief `echo MASK > queues/tx-N/xps_cpus`: let a transmit queue serve CPUs (XPS). A packet
     *        whose socket runs on such a CPU takes one of the CPU's queues.
     * @param queue index of the transmit queue
     * @param cpus a bit for each CPU, that of CPU 0 being 1
     * @return false, and no change, if there is no such queue
     */
    bool SetXpsCpus(std::size_t queue, uint64_t cpus);

    /**
     * @brief What frames and trains take that were accepted and not completed.
     * @return number of descriptors in use, of all rings together
     */
    uint32_t GetTxRingUsed() const;

    /**
     * @brief The counters.
     * @return the counters since the device was made
     */
    const NicStats& GetStats() const;

    /**
     * @brief Set the model that corrupts received frames.
     * @param errorModel the model, or null for none
     */
    void SetReceiveErrorModel(Ptr<ErrorModel> errorModel);

    /**
     * @brief The model that corrupts received frames.
     * @return the model, or null
     */
    Ptr<ErrorModel> GetReceiveErrorModel() const;

    /**
     * @brief A frame's last bit has arrived. For the channel.
     * @param frame the frame with its Ethernet header; taken over
     */
    void Receive(Ptr<Packet> frame);

    /**
     * @brief The link has gone: drop what is on the rings, and what is being sent. For the channel.
     * @return how many frames that the channel was given did not leave whole
     */
    uint32_t AbortTransmission();

    /**
     * @brief What the device is plugged into, for its driver.
     * @return the channel, or null
     */
    const Ptr<NicChannel>& GetNicChannel() const
    {
        return m_channel;
    }

    /**
     * @brief The link may have changed: tell who asked to be told. For the channel.
     */
    void NotifyLinkChange();

    // Inherited from XmitDevice.
    XmitVerdict StartXmit(Ptr<QueueDiscItem> item) override;

    // Inherited from NetDevice.
    Ptr<Channel> GetChannel() const override;
    void SetNode(Ptr<Node> node) override;
    bool SetMtu(const uint16_t mtu) override;
    bool IsLinkUp() const override;
    bool SendFrom(Ptr<Packet> packet,
                  const Address& source,
                  const Address& dest,
                  uint16_t protocolNumber) override;

  protected:
    void DoDispose() override;
    void NotifyNewAggregate() override;
    uint16_t DoGetMtu() const override;

  private:
    /**
     * @brief Attribute DataRate: SetDataRate(), a mistake ends the program.
     * @param rate the rate
     */
    void SetDataRateAttribute(DataRate rate);

    /**
     * @brief Attribute TxStopThreshold.
     * @param descriptors free descriptors below which a queue is stopped
     */
    void SetTxStopThreshold(uint32_t descriptors);

    /**
     * @brief Attribute TxStopThreshold.
     * @return free descriptors below which a queue is stopped
     */
    uint32_t GetTxStopThreshold() const;

    /**
     * @brief Attribute TxWakeThreshold.
     * @param descriptors free descriptors that wake a queue
     */
    void SetTxWakeThreshold(uint32_t descriptors);

    /**
     * @brief Attribute TxWakeThreshold.
     * @return free descriptors that wake a queue
     */
    uint32_t GetTxWakeThreshold() const;

    /**
     * @brief Attribute TxUsecs: tx-usecs of all transmit queues.
     * @param usecs time from the first completion not reported, in us; 0 to report each at once
     */
    void SetTxUsecs(uint32_t usecs);

    /**
     * @brief Attribute TxUsecs.
     * @return us
     */
    uint32_t GetTxUsecs() const;

    /**
     * @brief Attribute TxFrames: tx-frames of all transmit queues.
     * @param frames number of ring entries; 0 for no such limit
     */
    void SetTxFrames(uint32_t frames);

    /**
     * @brief Attribute TxFrames.
     * @return number of ring entries
     */
    uint32_t GetTxFrames() const;

    /**
     * @brief Attribute TxInterruptLatency.
     * @param latency from an interrupt being raised to its handler
     */
    void SetTxInterruptLatency(Time latency);

    /**
     * @brief Attribute TxInterruptLatency.
     * @return the latency
     */
    Time GetTxInterruptLatency() const;

    /**
     * @brief Attribute TxHashSeed.
     * @param seed the seed; 0 for one of the node's own
     */
    void SetTxHashSeed(uint32_t seed);

    /**
     * @brief Attribute TxHashSeed.
     * @return the seed
     */
    uint32_t GetTxHashSeed() const;

    /**
     * @brief The queue that takes an item.
     * @param item an XmitItem
     * @return the queue that XmitLayer has chosen, where it has a choice
     */
    NicTxQueue& FindTxQueue(const Ptr<QueueDiscItem>& item);

    /**
     * @brief May a frame be sent, by its length? Its VLAN tags do not count against the MTU.
     * @param frame the frame
     * @return false if it is too long
     */
    bool Fits(const Packet& frame) const;

    /**
     * @brief Put frames on a ring and start to send if the wire is idle; or, if they may not go
     *        there, count and trace the drop.
     * @param queue the queue
     * @param entry the frame or train
     * @param more is more to come at this instant?
     * @return false if it was dropped
     */
    bool Post(NicTxQueue& queue, NicTxRing::Entry&& entry, bool more);

    /**
     * @brief How many descriptors an item takes, at most all that a ring has (a driver copies what
     *        lies in too many places, skb_linearize).
     * @param item the item
     * @return one for a packet; for a train one more for each fragment of memory
     */
    uint32_t CountDescriptors(XmitItem& item) const;

    Ptr<NicChannel> m_channel;           //!< what it is plugged into
    uint16_t m_mtu{DEFAULT_MTU};         //!< MTU, in bytes
    DataRate m_dataRate;                 //!< data rate of the link
    Ptr<ErrorModel> m_receiveErrorModel; //!< corrupts received frames, or null
    NicStats m_stats;                    //!< counters

    NicTxDriver m_driver;         //!< the transmitting half of the driver
    TxQueuePicker m_picker;       //!< which of its queues takes a packet
    uint32_t m_txFragmentSize;    //!< what a descriptor of a train covers, in bytes
    bool m_fullDuplex{true};      //!< can send and receive at the same time
    bool m_hasFlowControl{false}; //!< has a NetDeviceQueueInterface
    bool m_up{true};              //!< administratively up
    bool m_linkWasUp{false};      //!< what the link change callbacks were told last
};

} // namespace ns3

#endif /* LINUX_TX_NIC_NET_DEVICE_H */
