/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_FQ_TEST_CASE_H
#define LINUX_TX_FQ_TEST_CASE_H

#include "nic-test-case.h"

#include "ns3/internet-stack-helper.h"
#include "ns3/linux-fq-queue-disc.h"
#include "ns3/linux-transmit-path.h"
#include "ns3/linux-tx-helper.h"
#include "ns3/net-device-queue-interface.h"
#include "ns3/object-factory.h"
#include "ns3/socket-pacing.h"
#include "ns3/socket.h"
#include "ns3/string.h"
#include "ns3/traffic-control-layer.h"
#include "ns3/xmit-layer.h"

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

/// What the test suites of fq share.
namespace fq_test
{

inline const Time START = Seconds(1);            //!< when tests begin to send
inline const Time SLACK = MicroSeconds(10);      //!< timer_slack
inline constexpr uint64_t LOW_RATE = 50'000;     //!< bytes/s; below low_rate_threshold
inline constexpr uint32_t FRAME = 1014;          //!< of PAYLOAD bytes: qdisc_pkt_len, in bytes
inline const Time GAP = NanoSeconds(20'280'000); //!< FRAME / LOW_RATE

/// An attribute of the queue disc and its value.
using Setting = std::pair<std::string, std::string>;

/**
 * @ingroup linux-tx-tests
 * @brief Two NICs on a cable of 1 Gb/s; a's host is a Linux host with fq.
 *
 * The ring takes everything at once (no BQL), so that a frame's begin on an idle wire is the time
 * at which fq let it go.
 */
class FqTestCase : public nic_test::NicTestCase
{
  protected:
    using nic_test::NicTestCase::NicTestCase;

    /**
     * @brief Make hosts, link and queue disc.
     * @param settings attributes of the queue disc
     */
    void BuildFq(const std::vector<Setting>& settings = {})
    {
        BuildHosts();
        fq = MakeFq(settings);
        trafficControl->SetRootQueueDiscOnDevice(a, fq);
    }

    /**
     * @brief Make hosts and link.
     */
    void BuildHosts()
    {
        helper.DisableQueueLimits();
        Build(Time());
        InternetStackHelper().Install(nodes);
        LinuxTxHelper().Install(nodes.Get(0));
        trafficControl = nodes.Get(0)->GetObject<TrafficControlLayer>();
        layer = nodes.Get(0)->GetObject<LinuxTransmitPath>()->GetXmitLayer();
    }

    /**
     * @brief Make a queue disc.
     * @param settings its attributes
     * @return the queue disc
     */
    static Ptr<LinuxFqQueueDisc> MakeFq(const std::vector<Setting>& settings)
    {
        ObjectFactory factory("ns3::LinuxFqQueueDisc");
        for (const auto& [name, value] : settings)
        {
            factory.Set(name, StringValue(value));
        }
        return factory.Create<LinuxFqQueueDisc>();
    }

    /**
     * @brief Make a connected socket, as far as packets know it.
     * @param rate its pacing rate, in bytes/s
     * @return its write memory
     */
    static Ptr<SocketWriteMemory> MakeOwner(uint64_t rate = SocketPacing::UNLIMITED)
    {
        auto owner = Create<SocketWriteMemory>();
        owner->GetPacing().SetRate(rate);
        return owner;
    }

    /// What a packet is like beside its size.
    struct Kind
    {
        Time departure;   //!< when it is to leave; 0 for no such time
        uint8_t priority; //!< skb->priority
    };

    /**
     * @brief Give a packet to the transmit path.
     * @param item the packet
     * @param owner who pays for it
     * @param departure when it is to leave; 0 for no such time
     * @return true if it was not dropped
     */
    bool Give(const Ptr<QueueDiscItem>& item,
              const Ptr<SocketWriteMemory>& owner,
              Time departure = Time())
    {
        auto skb = pool->Allocate();
        skb->Charge(owner, TRUESIZE);
        skb->SetDepartureTime(departure.GetNanoSeconds());
        XmitItem::From(item)->SetSkb(std::move(skb));
        return layer->Transmit(a, item) == XmitVerdict::SUCCESS;
    }

    /**
     * @brief Send a frame.
     * @param owner who pays for it
     * @param bytes its payload
     * @param kind what it is like
     * @return true if it was not dropped
     */
    bool SendFrame(const Ptr<SocketWriteMemory>& owner, uint32_t bytes, const Kind& kind)
    {
        auto packet = Create<Packet>(bytes);
        if (kind.priority != 0)
        {
            SocketPriorityTag tag;
            tag.SetPriority(kind.priority);
            packet->AddPacketTag(tag);
        }
        return Give(layer->WrapFrame(packet, b->GetAddress(), nic_test::PROTOCOL),
                    owner,
                    kind.departure);
    }

    /**
     * @brief Send a frame without anything special.
     * @param owner who pays for it
     * @param bytes its payload
     * @return true if it was not dropped
     */
    bool SendFrame(const Ptr<SocketWriteMemory>& owner, uint32_t bytes)
    {
        return SendFrame(owner, bytes, Kind{Time(), 0});
    }

    /**
     * @brief Send equal frames.
     * @param owner who pays for them
     * @param n how many
     * @param bytes payload of each
     */
    void SendFrames(const Ptr<SocketWriteMemory>& owner,
                    uint32_t n,
                    uint32_t bytes = nic_test::PAYLOAD)
    {
        for (uint32_t i = 0; i < n; ++i)
        {
            SendFrame(owner, bytes);
        }
    }

    /**
     * @brief Keep the driver from taking packets.
     */
    void StopDevice() const
    {
        a->GetObject<NetDeviceQueueInterface>()->GetTxQueue(0)->Stop();
    }

    /**
     * @brief Let the driver take packets again.
     */
    void WakeDevice() const
    {
        a->GetObject<NetDeviceQueueInterface>()->GetTxQueue(0)->Wake();
    }

    /**
     * @brief Do something at START, and let everything happen.
     * @param action what to do
     */
    void Run(const std::function<void()>& action)
    {
        Simulator::Schedule(START, action);
        Simulator::Run();
    }

    /**
     * @brief The sizes of what has arrived, in order.
     * @return payloads in bytes, each with a blank behind it
     */
    std::string GetArrived() const
    {
        std::string sizes;
        for (const auto& arrival : atB)
        {
            sizes += std::to_string(arrival.bytes) + " ";
        }
        return sizes;
    }

    /**
     * @brief When a frame began on the wire, if the wire was idle.
     * @param i which of those that arrived; all before it have PAYLOAD bytes, and so has it
     * @return time after START
     */
    Time GetBegin(std::size_t i) const
    {
        return atB.at(i).time - nic_test::LAST_BIT - START;
    }

    /**
     * @brief Expect that nobody holds or pays for a packet.
     */
    void ExpectNothingLeft()
    {
        NS_TEST_EXPECT_MSG_EQ(pool->GetNLive(), 0, "somebody still holds an Skb");
        NS_TEST_EXPECT_MSG_EQ(memory->GetWmemAlloc(), 0, "somebody still pays");
    }

    void DoTeardown() override
    {
        fq = nullptr;
        layer = nullptr;
        trafficControl = nullptr;
        NicTestCase::DoTeardown();
    }

    Ptr<LinuxFqQueueDisc> fq;                //!< the queue disc of a
    Ptr<XmitLayer> layer;                    //!< transmit path of a's host
    Ptr<TrafficControlLayer> trafficControl; //!< of a's host
};

} // namespace fq_test

} // namespace ns3

#endif /* LINUX_TX_FQ_TEST_CASE_H */
