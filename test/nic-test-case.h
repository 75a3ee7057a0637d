/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_NIC_TEST_CASE_H
#define LINUX_TX_NIC_TEST_CASE_H

#include "ns3/dynamic-queue-limits.h"
#include "ns3/ipv4-header.h"
#include "ns3/net-device-queue-interface.h"
#include "ns3/nic-channel.h"
#include "ns3/nic-helper.h"
#include "ns3/nic-net-device.h"
#include "ns3/node-container.h"
#include "ns3/node.h"
#include "ns3/nstime.h"
#include "ns3/queue-limits.h"
#include "ns3/simulator.h"
#include "ns3/skb-pool.h"
#include "ns3/socket-write-memory.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/type-id.h"
#include "ns3/xmit-item.h"
#include "ns3/xmit-train.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

/// What the NIC's test suites share.
namespace nic_test
{

inline constexpr uint16_t PROTOCOL = 0x88B5; //!< an EtherType for local experiments
inline constexpr uint16_t IPV4 = 0x0800;     //!< EtherType of the segments of trains
inline constexpr uint32_t PAYLOAD = 1000;    //!< bytes behind the Ethernet header of most frames

// At 1 Gb/s a byte takes 8 ns. A frame with PAYLOAD has left with its last bit after preamble 8 +
// header 14 + 1000 + FCS 4 = 1026 bytes; with the gap of 12 the next one begins after 1038.
inline const Time LAST_BIT = NanoSeconds(1026 * 8); //!< from a frame's begin to its last bit
inline const Time SLOT = NanoSeconds(1038 * 8);     //!< from a frame's begin to the next one's

/**
 * @ingroup linux-tx
 * @brief Queue limits that write down what they are told.
 */
class RecordingQueueLimits : public QueueLimits
{
  public:
    void Reset() override
    {
    }

    void Completed(uint32_t count) override
    {
        completed.emplace_back(Simulator::Now(), count);
    }

    int32_t Available() const override
    {
        return 1;
    }

    void Queued(uint32_t count) override
    {
        queued.emplace_back(Simulator::Now(), count);
    }

    std::vector<std::pair<Time, uint32_t>> queued;    //!< when, bytes
    std::vector<std::pair<Time, uint32_t>> completed; //!< when, bytes
};

/**
 * @ingroup linux-tx
 * @brief A NetDeviceQueue that wakes the queue disc on the spot, in every release of ns-3.
 *
 * Since 3.38 ns-3's own does so; before, it schedules the wake. A driver must work with both.
 */
class SynchronousTxQueue : public NetDeviceQueue
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId()
    {
        static TypeId tid = TypeId("ns3::nic_test::SynchronousTxQueue")
                                .SetParent<NetDeviceQueue>()
                                .AddConstructor<SynchronousTxQueue>();
        return tid;
    }

    void SetWakeCallback(WakeCallback cb) override
    {
        // The base class, without callback, never calls.
        m_wake = cb;
    }

    void Wake() override
    {
        const bool wasStopped = IsStopped();
        NetDeviceQueue::Wake();
        CallIfStarted(wasStopped);
    }

    void NotifyTransmittedBytes(uint32_t bytes) override
    {
        const bool wasStopped = IsStopped();
        NetDeviceQueue::NotifyTransmittedBytes(bytes);
        CallIfStarted(wasStopped);
    }

  private:
    /**
     * @brief Run the queue disc if the queue is not stopped any more.
     * @param wasStopped whether it was
     */
    void CallIfStarted(bool wasStopped)
    {
        if (wasStopped && !IsStopped() && !m_wake.IsNull())
        {
            m_wake();
        }
    }

    WakeCallback m_wake; //!< runs the queue disc
};

/// How NIC a is told to stop and woken.
struct FlowControl
{
    bool queueLimits; //!< with BQL
    bool synchronous; //!< the queue disc is woken on the spot (SynchronousTxQueue)

    /**
     * @brief For the names of test cases.
     * @return what it is
     */
    std::string GetName() const
    {
        return std::string(queueLimits ? "BQL" : "no BQL") +
               (synchronous ? ", woken on the spot" : "");
    }
};

/**
 * @ingroup linux-tx
 * @brief Two nodes, a NIC on each, a cable; what arrives at either end is written down.
 */
class NicTestCase : public TestCase
{
  protected:
    using TestCase::TestCase;

    /// Something that arrived.
    struct Arrival
    {
        Time time;         //!< when
        uint32_t bytes;    //!< without Ethernet header
        uint16_t protocol; //!< EtherType
        Address from;      //!< source address
    };

    /**
     * Make nodes and link, at 1 Gb/s.
     * @param delay propagation delay
     */
    void Build(Time delay)
    {
        helper.SetDeviceAttribute("DataRate", StringValue("1Gbps"));
        helper.SetChannelAttribute("Delay", TimeValue(delay));
        nodes.Create(2);
        const auto devices = helper.Install(nodes);
        a = DynamicCast<NicNetDevice>(devices.Get(0));
        b = DynamicCast<NicNetDevice>(devices.Get(1));
        channel = DynamicCast<NicChannel>(a->GetChannel());
        nodes.Get(0)->RegisterProtocolHandler(MakeCallback(&NicTestCase::ReceiveAtA, this),
                                              PROTOCOL,
                                              a);
        for (const uint16_t protocol : {PROTOCOL, IPV4})
        {
            nodes.Get(1)->RegisterProtocolHandler(MakeCallback(&NicTestCase::ReceiveAtB, this),
                                                  protocol,
                                                  b);
        }
    }

    /**
     * Make nodes and link, at 1 Gb/s and without delay.
     * @param flowControl flow control of a
     */
    void Build(const FlowControl& flowControl)
    {
        helper.DisableFlowControl();
        Build(Time());
        const auto queueInterface = CreateObjectWithAttributes<NetDeviceQueueInterface>(
            "TxQueuesType",
            TypeIdValue(flowControl.synchronous ? SynchronousTxQueue::GetTypeId()
                                                : NetDeviceQueue::GetTypeId()));
        if (flowControl.queueLimits)
        {
            queueInterface->GetTxQueue(0)->SetQueueLimits(CreateObject<DynamicQueueLimits>());
        }
        a->AggregateObject(queueInterface);
    }

    /**
     * Send a frame from a to b by NetDevice::Send().
     * @param bytes payload
     * @return what Send() says
     */
    bool Send(uint32_t bytes = PAYLOAD)
    {
        return a->Send(Create<Packet>(bytes), b->GetAddress(), PROTOCOL);
    }

    /**
     * Give a something, whether it has room or not. Frames that it does not take are counted.
     * @param item the frame or train
     * @return the verdict
     */
    XmitVerdict Give(const Ptr<QueueDiscItem>& item)
    {
        const XmitVerdict verdict = a->StartXmit(item);
        nBusy += verdict == XmitVerdict::BUSY ? XmitItem::From(item)->GetNPackets() : 0;
        return verdict;
    }

    /**
     * Send a frame from a to b as XmitLayer does, charged to memory.
     * @return the verdict
     */
    XmitVerdict SendCharged()
    {
        auto skb = pool->Allocate();
        skb->Charge(memory, TRUESIZE);
        const auto item = Create<XmitFrameItem>(Create<Packet>(PAYLOAD), b->GetAddress(), PROTOCOL);
        item->SetSkb(std::move(skb));
        return Give(item);
    }

    /**
     * Send frames, charged.
     * @param n how many
     */
    void SendChargedFrames(uint32_t n)
    {
        for (uint32_t i = 0; i < n; ++i)
        {
            SendCharged();
        }
    }

    /**
     * Make a train to b, charged to memory.
     * @param sizes of its segments, without Ethernet header and with IPv4 header (20)
     * @return the train
     */
    Ptr<XmitIpv4Train> MakeTrain(const std::vector<uint32_t>& sizes)
    {
        XmitTrain train(GsoType::UDP_SEGMENTS);
        for (const uint32_t size : sizes)
        {
            Ipv4Header header;
            header.SetSource("10.0.0.1");
            header.SetDestination("10.0.0.2");
            header.SetProtocol(17);
            header.SetPayloadSize(size - header.GetSerializedSize());
            train.Append(
                Create<Ipv4QueueDiscItem>(Create<Packet>(size - header.GetSerializedSize()),
                                          b->GetAddress(),
                                          IPV4,
                                          header));
        }
        auto skb = pool->Allocate();
        skb->Charge(memory, TRUESIZE);
        const auto item = Create<XmitIpv4Train>(std::move(train));
        item->SetSkb(std::move(skb));
        return item;
    }

    /**
     * Send a train of equal segments from a to b.
     * @param nSegments how many
     * @return the verdict
     */
    XmitVerdict SendTrain(uint32_t nSegments)
    {
        return Give(MakeTrain(std::vector<uint32_t>(nSegments, PAYLOAD)));
    }

    /// An interrupt that reports what a's transmit queues have sent.
    struct Interrupt
    {
        Time time;        //!< when
        uint32_t queue;   //!< index of the queue
        uint32_t entries; //!< frames and trains
    };

    /**
     * Write the interrupts of a down from now on.
     */
    void WatchInterrupts()
    {
        a->TraceConnectWithoutContext("TxInterrupt",
                                      MakeCallback(&NicTestCase::NotifyInterrupt, this));
    }

    /**
     * Every frame is in one place, and nothing is charged.
     * @param given frames that a was given, with those that it did not take for want of room
     */
    void CheckNothingIsLeft(uint64_t given)
    {
        const auto& tx = a->GetStats();
        const auto& rx = b->GetStats();
        NS_TEST_EXPECT_MSG_EQ(tx.txPackets + tx.txDropped + tx.txCarrierErrors,
                              given - nBusy,
                              "a frame was lost or counted twice by the sender");
        NS_TEST_EXPECT_MSG_EQ(rx.rxPackets + rx.rxErrors + rx.rxDropped + channel->GetNLost(),
                              tx.txPackets,
                              "a frame was lost or counted twice on its way");
        NS_TEST_EXPECT_MSG_EQ(memory->GetWmemAlloc(), 0, "somebody still pays");
        NS_TEST_EXPECT_MSG_EQ(pool->GetNLive(), 0, "somebody still holds an Skb");
        NS_TEST_EXPECT_MSG_EQ(a->GetTxRingUsed(), 0, "something is left on the ring");
    }

    void DoTeardown() override
    {
        Simulator::Destroy();
    }

    static constexpr uint32_t TRUESIZE = 2304; //!< what a frame of SendCharged() costs
    NicHelper helper;                          //!< makes the link
    NodeContainer nodes;                       //!< two nodes
    Ptr<NicNetDevice> a;                       //!< NIC of node 0
    Ptr<NicNetDevice> b;                       //!< NIC of node 1
    Ptr<NicChannel> channel;                   //!< the cable
    std::vector<Arrival> atA;                  //!< what arrived at a
    std::vector<Arrival> atB;                  //!< what arrived at b
    std::vector<Interrupt> interrupts;         //!< of a, once they are watched
    uint64_t nBusy{0};                         //!< frames that a did not take (NETDEV_TX_BUSY)
    Ptr<SkbPool> pool{Create<SkbPool>()};      //!< Skbs of SendCharged()
    Ptr<SocketWriteMemory> memory{Create<SocketWriteMemory>()}; //!< who pays for them

  private:
    /**
     * The sink of TxInterrupt.
     * @param queue index of the queue
     * @param entries frames and trains
     */
    void NotifyInterrupt(uint32_t queue, uint32_t entries)
    {
        interrupts.push_back({Simulator::Now(), queue, entries});
    }

    /**
     * A protocol handler.
     * @param packet the packet
     * @param protocol EtherType
     * @param from source address
     */
    void ReceiveAtA(Ptr<NetDevice>,
                    Ptr<const Packet> packet,
                    uint16_t protocol,
                    const Address& from,
                    const Address&,
                    NetDevice::PacketType)
    {
        atA.push_back({Simulator::Now(), packet->GetSize(), protocol, from});
    }

    /// @copydoc ReceiveAtA
    void ReceiveAtB(Ptr<NetDevice>,
                    Ptr<const Packet> packet,
                    uint16_t protocol,
                    const Address& from,
                    const Address&,
                    NetDevice::PacketType)
    {
        atB.push_back({Simulator::Now(), packet->GetSize(), protocol, from});
    }
};

} // namespace nic_test

} // namespace ns3

#endif /* LINUX_TX_NIC_TEST_CASE_H */
