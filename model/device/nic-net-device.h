/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_NIC_NET_DEVICE_H
#define LINUX_TX_NIC_NET_DEVICE_H

#include "ns3/data-rate.h"
#include "ns3/error-model.h"
#include "ns3/ethernet-net-device.h"
#include "ns3/ethernet-wire-clock.h"
#include "ns3/event-id.h"
#include "ns3/net-device-queue-interface.h"
#include "ns3/nic-channel.h"
#include "ns3/nic-tx-ring.h"
#include "ns3/nstime.h"
#include "ns3/traced-callback.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief Counters of a NIC, as `ip -s link show` names them (struct rtnl_link_stats64).
 *
 * Bytes are those of skb->len: with the Ethernet header, without padding and FCS. Every frame the
 * NIC is given ends in exactly one of the tx counters, every frame that reaches it in exactly one
 * of the rx counters.
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
 * @brief An Ethernet NIC with a Linux driver: struct net_device with its ndo_start_xmit, a transmit
 *        ring, and a completion interrupt per frame.
 *
 * XmitLayer (StartXmit) and anything that talks to a NetDevice (Send, SendFrom) give it packets. It
 * puts them on its NicTxRing, stops its NetDeviceQueue when the ring is full, sends one frame after
 * the other over a NicChannel, and on completion releases the frame's Skb, credits the bytes to
 * BQL, and wakes the queue when WAKE_THRESHOLD descriptors are free. It works without XmitLayer,
 * and without a NetDeviceQueueInterface (then nothing tells its caller that the ring is full).
 *
 * Invariants: an Skb is held exactly while its frame is on the ring; the bytes BQL knows are those
 * on the ring; a queue that is stopped is woken by a later completion or by the loss of the link;
 * frames are never queued without a link.
 *
 * The link is down while this or the other end is down or the carrier is cut (NicChannel). When it
 * goes down, everything on the ring is dropped. A queue disc above is made to run, and runs into
 * the closed door, until it is empty: no charge stays behind in front of a dead link.
 */
class NicNetDevice : public EthernetNetDevice
{
  public:
    /// Highest data rate that SetDataRate() takes, in bit/s.
    static constexpr uint64_t MAX_DATA_RATE = 8'000'000'000'000;

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
     * @brief `ip link set dev ... down`: the link goes, and with it what is on the ring.
     */
    void SetDown();

    /**
     * @brief Is the device administratively up (IFF_UP)?
     * @return false after SetDown()
     */
    bool IsUp() const;

    /**
     * @brief Set the data rate; the next frame is sent at it.
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
     * @brief `ethtool -G ... tx`: set the size of the transmit ring.
     * @param descriptors number of descriptors
     * @return false, and no change, if it is not 1 to 65,535 or less than what is in use
     */
    bool SetTxRingSize(uint32_t descriptors);

    /**
     * @brief The size of the transmit ring.
     * @return number of descriptors
     */
    uint32_t GetTxRingSize() const;

    /**
     * @brief Frames that were accepted and not completed.
     * @return number of descriptors in use
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
     * @brief The link has gone: drop what is on the ring, and what is being sent. For the channel.
     * @return true if a frame was cut off before its last bit had left
     */
    bool AbortTransmission();

    /**
     * @brief The link may have changed: tell who asked to be told. For the channel.
     */
    void NotifyLinkChange();

    // Inherited from XmitDevice.
    XmitVerdict StartXmit(Ptr<QueueDiscItem> item) override;

    // Inherited from NetDevice.
    Ptr<Channel> GetChannel() const override;
    bool SetMtu(const uint16_t mtu) override;
    uint16_t GetMtu() const override;
    bool IsLinkUp() const override;
    bool SendFrom(Ptr<Packet> packet,
                  const Address& source,
                  const Address& dest,
                  uint16_t protocolNumber) override;

  protected:
    void DoDispose() override;
    void NotifyNewAggregate() override;

  private:
    /**
     * @brief Attribute DataRate: SetDataRate(), a mistake ends the program.
     * @param rate the rate
     */
    void SetDataRateAttribute(DataRate rate);

    /**
     * @brief May a frame go on the ring? If not, count and trace the drop.
     * @param frame the frame
     * @return false if it was dropped
     */
    bool Admit(const Ptr<Packet>& frame);

    /**
     * @brief Put an admitted frame on the ring, and start to send if the wire is idle.
     * @param frame the frame
     * @param skb who pays for it, or null
     */
    void Post(const Ptr<Packet>& frame, SkbPtr skb);

    /**
     * @brief Begin to send the next frame of the ring.
     */
    void StartTransmission();

    /**
     * @brief The completion interrupt: a frame was sent and the wire is free for the next one.
     */
    void CompleteTransmission();

    /**
     * @brief Count and trace a frame that was sent.
     * @param descriptor the frame
     */
    void CountSent(const NicTxRing::Descriptor& descriptor);

    /**
     * @brief Give descriptors and bytes back to the queue disc above.
     * @param bytes what has left the ring, in bytes
     */
    void CreditTxQueue(uint32_t bytes);

    /**
     * @brief netif_schedule(): make the queue disc above run, from an event of its own.
     */
    void ScheduleQueueDisc();

    /**
     * @brief Make the queue disc above run: ns-3 has no other way than to wake a stopped queue.
     */
    void RunQueueDisc();

    Ptr<NicChannel> m_channel;           //!< what it is plugged into
    Ptr<NetDeviceQueue> m_txQueue;       //!< its transmit queue, or null
    uint16_t m_mtu{DEFAULT_MTU};         //!< MTU, in bytes
    DataRate m_dataRate;                 //!< data rate of the link
    Ptr<ErrorModel> m_receiveErrorModel; //!< corrupts received frames, or null
    NicStats m_stats;                    //!< counters

    NicTxRing m_ring;           //!< the transmit ring
    EthernetWireClock m_wire;   //!< timing of the outbound direction
    bool m_transmitting{false}; //!< a frame, or the gap after it, is on the wire
    Time m_lastBit;             //!< when the last bit of that frame leaves
    EventId m_completion;       //!< CompleteTransmission() for that frame
    EventId m_queueDiscRun;     //!< RunQueueDisc(), if scheduled
    bool m_heldSeveral{false};  //!< the ring has held several frames since it was last empty
    bool m_up{true};            //!< administratively up
    bool m_linkWasUp{false};    //!< what the link change callbacks were told last

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
};

} // namespace ns3

#endif /* LINUX_TX_NIC_NET_DEVICE_H */
