/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_NIC_NET_DEVICE_H
#define LINUX_TX_NIC_NET_DEVICE_H

#include "ns3/data-rate.h"
#include "ns3/error-model.h"
#include "ns3/ethernet-net-device.h"
#include "ns3/nic-channel.h"
#include "ns3/nic-transmitter.h"
#include "ns3/nic-tx-queue-set.h"
#include "ns3/nic-tx-queue.h"
#include "ns3/nic-tx-ring.h"
#include "ns3/traced-callback.h"
#include "ns3/tx-coalescer.h"

#include <cstddef>
#include <cstdint>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief Counters of a NIC, as `ip -s link show` names them (struct rtnl_link_stats64).
 *
 * Bytes are those of the frames with the Ethernet header, without padding and FCS. Every frame the
 * NIC is given ends in exactly one of the tx counters, every frame that reaches it in exactly one
 * of the rx counters. Of a train each segment counts as a frame, as drivers count gso_segs; those
 * that are sent count when the train has completed.
 */
struct NicStats
{
    uint64_t txPackets{0};       //!< frames sent
    uint64_t txBytes{0};         //!< bytes of these
    uint64_t txDropped{0};       //!< refused: link down, ring full, or longer than the MTU
    uint64_t txCarrierErrors{0}; //!< on the ring or half sent when the link went down
    uint64_t rxPackets{0};       //!< frames passed up
    uint64_t rxBytes{0};         //!< bytes of these
    uint64_t rxErrors{0};        //!< corrupted (ReceiveErrorModel)
    uint64_t rxDropped{0};       //!< for another host, and nobody listens promiscuously
    uint32_t carrierChanges{1};  //!< times the carrier came or went; a driver starts without one
};

/**
 * @ingroup linux-tx
 * @brief An Ethernet NIC with a Linux driver: struct net_device with its ndo_start_xmit, transmit
 *        queues, and a completion interrupt per frame or train.
 *
 * XmitLayer (StartXmit) and anything that talks to a NetDevice (Send, SendFrom) give it packets. It
 * puts them on the ring of a NicTxQueue, which stops its NetDeviceQueue when it is full; its
 * NicTransmitter sends one ring entry after the other over a NicChannel; and on completion it
 * releases the entry's Skb, credits the bytes to BQL, and wakes the queue. It works without
 * XmitLayer, and without a NetDeviceQueueInterface (then nothing tells its caller that a ring is
 * full).
 *
 * By default each completion is an interrupt of its own. With TxUsecs an interrupt reports all that
 * were sent since the one before, and until then a sent entry stays on its ring, with its Skb and
 * its bytes.
 *
 * A train of segments (TSO, USO) is one ring entry: its segments go on the wire back to back, and
 * its Skb and bytes are given back when the last one has been sent. It is accepted or refused
 * whole.
 *
 * With several transmit queues, the one that XmitLayer chose (PickTxQueue, which is the interface's
 * select-queue callback) takes a packet. The rings are served round-robin, one entry a turn: NICs
 * arbitrate between their queues when they fetch descriptors, and segment a train that they have
 * fetched before they look at another queue.
 *
 * Invariants: an Skb is held exactly while its frame or train is on a ring; entries are never
 * queued without a link.
 *
 * The link is down while this or the other end is down or the carrier is cut (NicChannel). When it
 * goes down, everything on the rings is dropped. A queue disc above is made to run, and runs into
 * the closed door, until it is empty: no charge stays behind in front of a dead link.
 */
class NicNetDevice : public EthernetNetDevice, private NicTransmitter::Listener
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
     * @brief `ethtool -C ... tx-usecs`: how late an interrupt may report what was sent.
     * @param usecs time from the first completion not reported, in us; 0 to report each at once
     */
    void SetTxUsecs(uint32_t usecs);

    /**
     * @brief tx-usecs.
     * @return us
     */
    uint32_t GetTxUsecs() const;

    /**
     * @brief `ethtool -C ... tx-frames`: report when so many frames or trains are not reported.
     * @param frames number of ring entries; 0 for no such limit. Without TxUsecs it has no effect
     */
    void SetTxFrames(uint32_t frames);

    /**
     * @brief tx-frames.
     * @return number of ring entries
     */
    uint32_t GetTxFrames() const;

    /**
     * @brief Callback signature of TxInterrupt.
     * @param queue index of the transmit queue
     * @param entries frames and trains that the interrupt reports
     */
    typedef void (*TxInterruptTracedCallback)(uint32_t queue, uint32_t entries);

    /**
     * @brief Frames and trains that were accepted and not completed.
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
     * @brief The link may have changed: tell who asked to be told. For the channel.
     */
    void NotifyLinkChange();

    // Inherited from XmitDevice.
    XmitVerdict StartXmit(Ptr<QueueDiscItem> item) override;

    // Inherited from NetDevice.
    Ptr<Channel> GetChannel() const override;
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

    // Inherited from NicTransmitter::Listener.
    bool IsWatchingWire() const override;
    void WireBegin(const Ptr<const Packet>& frame) override;
    void WireEnd(const Ptr<const Packet>& frame) override;
    void EntrySent(NicTxQueue& queue) override;

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
     * @brief Put a frame or train on a ring and start to send if the wire is idle; or, if it may
     *        not go there, count and trace the drop.
     * @param queue the queue
     * @param entry the frame or train
     * @return false if it was dropped
     */
    bool Post(NicTxQueue& queue, NicTxRing::Descriptor&& entry);

    /**
     * @brief Count and trace a frame or train that may not go on the ring.
     * @param queue the queue
     * @param entry the frame or train
     */
    void Refuse(NicTxQueue& queue, const NicTxRing::Descriptor& entry);

    /**
     * @brief Begin to send the next entry of the next ring that has one.
     */
    void StartTransmission();

    /**
     * @brief A completion interrupt: give back what was sent (a driver's clean_tx_irq).
     * @param queue the queue, with something that was sent
     */
    void CleanTx(NicTxQueue& queue);

    /**
     * @brief Count frames that were sent.
     * @param queue their queue
     * @param packets number of frames
     * @param bytes their bytes
     */
    void CountSent(NicTxQueue& queue, uint32_t packets, uint32_t bytes);

    /**
     * @brief Count and trace what was on a ring when the link went.
     * @param queue the queue
     * @param entry the frame or train
     * @param progress how much of it had been sent
     */
    void LoseEntry(NicTxQueue& queue,
                   const NicTxRing::Descriptor& entry,
                   const NicTransmitter::Progress& progress);

    Ptr<NicChannel> m_channel;           //!< what it is plugged into
    uint16_t m_mtu{DEFAULT_MTU};         //!< MTU, in bytes
    DataRate m_dataRate;                 //!< data rate of the link
    Ptr<ErrorModel> m_receiveErrorModel; //!< corrupts received frames, or null
    NicStats m_stats;                    //!< counters

    NicTxQueueSet m_txQueues;     //!< the transmit queues
    NicTransmitter m_transmitter; //!< sends what is on their rings
    TxCoalescing m_coalescing;    //!< when what they have sent is reported
    bool m_hasFlowControl{false}; //!< has a NetDeviceQueueInterface
    bool m_up{true};              //!< administratively up
    bool m_linkWasUp{false};      //!< what the link change callbacks were told last

    TracedCallback<Ptr<const Packet>> m_macTxTrace;          //!< MacTx
    TracedCallback<Ptr<const Packet>> m_macTxDropTrace;      //!< MacTxDrop
    TracedCallback<Ptr<const Packet>> m_macPromiscRxTrace;   //!< MacPromiscRx
    TracedCallback<Ptr<const Packet>> m_macRxTrace;          //!< MacRx
    TracedCallback<Ptr<const Packet>> m_phyTxBeginTrace;     //!< PhyTxBegin
    TracedCallback<Ptr<const Packet>> m_phyTxEndTrace;       //!< PhyTxEnd
    TracedCallback<Ptr<const Packet>> m_phyTxDropTrace;      //!< PhyTxDrop
    TracedCallback<Ptr<const Packet>> m_phyRxEndTrace;       //!< PhyRxEnd
    TracedCallback<Ptr<const Packet>> m_phyRxDropTrace;      //!< PhyRxDrop
    TracedCallback<Ptr<const Packet>> m_snifferTrace;        //!< Sniffer
    TracedCallback<Ptr<const Packet>> m_promiscSnifferTrace; //!< PromiscSniffer
    TracedCallback<uint32_t, uint32_t> m_txInterruptTrace;   //!< TxInterrupt
};

} // namespace ns3

#endif /* LINUX_TX_NIC_NET_DEVICE_H */
