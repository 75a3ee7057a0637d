/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "nic-test-case.h"

#include "ns3/bonding-helper.h"
#include "ns3/bonding-net-device.h"
#include "ns3/data-rate.h"
#include "ns3/ethernet-header.h"
#include "ns3/inet-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/linux-transmit-path.h"
#include "ns3/linux-tx-helper.h"
#include "ns3/linux-udp-socket.h"
#include "ns3/queue-disc.h"
#include "ns3/segment-ownership.h"
#include "ns3/socket.h"
#include "ns3/traffic-control-helper.h"
#include "ns3/udp-socket-factory.h"
#include "ns3/uinteger.h"
#include "ns3/vlan-header.h"
#include "ns3/vlan-helper.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;
using namespace ns3::nic_test;

namespace
{

constexpr uint32_t N_QUEUES = 4; ///< transmit queues of NIC a

/// The hardware's turns.
class RoundRobinTest : public NicTestCase
{
  public:
    RoundRobinTest()
        : NicTestCase("rings are served in turn, a frame or a train a turn")
    {
    }

  private:
    void DoRun() override
    {
        helper.SetTxQueues(N_QUEUES);
        Build(Time());
        // Queue, and bytes of the frames posted there: one number a train.
        const std::vector<std::pair<uint8_t, std::vector<uint32_t>>> posted{{2, {101}},
                                                                            {0, {200}},
                                                                            {0, {201}},
                                                                            {0, {202}},
                                                                            {1, {300, 301, 302}},
                                                                            {1, {303}},
                                                                            {3, {400, 401}}};
        for (const auto& [queue, sizes] : posted)
        {
            const auto item = MakeTrain(sizes);
            item->SetTxQueueIndex(queue);
            a->StartXmit(item);
        }
        // The payload of a train of several segments takes one descriptor more.
        NS_TEST_EXPECT_MSG_EQ(a->GetTxRingUsed(), posted.size() + 2, "of all queues");
        NS_TEST_EXPECT_MSG_EQ(a->GetTxQueue(0).GetRing().GetNUsed(), 3, "each has its own ring");
        Simulator::Run();
        // The first one at once, then from the queue behind it on.
        const std::vector<uint32_t> order{101, 400, 401, 200, 300, 301, 302, 201, 303, 202};
        NS_TEST_ASSERT_MSG_EQ(atB.size(), order.size(), "all arrive");
        for (std::size_t i = 0; i < order.size(); ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(atB[i].bytes, order[i], "frame " << i);
        }
        NS_TEST_EXPECT_MSG_EQ(a->GetTxQueue(1).GetStats().packets, 4, "counted where it was sent");
        NS_TEST_EXPECT_MSG_EQ(a->GetTxQueue(1).GetStats().bytes, 4 * 14 + 1206, "likewise");
        CheckNothingIsLeft(order.size());
    }
};

/// One ring full, the others not.
class StopOneQueueTest : public NicTestCase
{
  public:
    StopOneQueueTest()
        : NicTestCase("a full ring stops its own queue only")
    {
    }

  private:
    void DoRun() override
    {
        helper.SetTxQueues(N_QUEUES);
        helper.SetDeviceAttribute("TxRingSize", UintegerValue(2));
        helper.DisableQueueLimits();
        Build(Time());
        const auto queues = a->GetObject<NetDeviceQueueInterface>();
        const auto send = [this](uint8_t queue) {
            const auto item = MakeTrain({PAYLOAD});
            item->SetTxQueueIndex(queue);
            return a->StartXmit(item) == XmitVerdict::SUCCESS;
        };
        NS_TEST_EXPECT_MSG_EQ(send(1) && send(1), true, "room for two");
        NS_TEST_EXPECT_MSG_EQ(queues->GetTxQueue(1)->IsStopped(), true, "no room");
        NS_TEST_EXPECT_MSG_EQ(send(1), false, "no room");
        for (const std::size_t other : {0, 2, 3})
        {
            NS_TEST_EXPECT_MSG_EQ(queues->GetTxQueue(other)->IsStopped(), false, "has room");
            NS_TEST_EXPECT_MSG_EQ(send(other), true, "has room");
        }
        Simulator::Schedule(SLOT + NanoSeconds(1), [this, queues] {
            NS_TEST_EXPECT_MSG_EQ(queues->GetTxQueue(1)->IsStopped(), false, "woken");
        });
        Simulator::Run();
        CheckNothingIsLeft(5);

        NS_TEST_EXPECT_MSG_EQ(a->SetNTxQueues(2), false, "the interface has four");
        NS_TEST_EXPECT_MSG_EQ(a->SetNTxQueues(N_QUEUES), true, "so it has");
        const auto loose = CreateObject<NicNetDevice>();
        NS_TEST_EXPECT_MSG_EQ(loose->SetTxRingSize(7), true, "before");
        NS_TEST_EXPECT_MSG_EQ(loose->SetNTxQueues(0), false, "none");
        NS_TEST_EXPECT_MSG_EQ(loose->SetNTxQueues(65), false, "too many");
        NS_TEST_EXPECT_MSG_EQ(loose->SetNTxQueues(64), true, "the most");
        NS_TEST_EXPECT_MSG_EQ(loose->GetTxQueue(63).GetRing().GetSize(), 7, "all alike");
        loose->AggregateObject(
            CreateObjectWithAttributes<NetDeviceQueueInterface>("NTxQueues", UintegerValue(3)));
        NS_TEST_EXPECT_MSG_EQ(loose->GetNTxQueues(), 3, "the interface has the last word");
    }
};

/// A queue disc, or four under mq, above four rings.
struct QueueDiscSetting
{
    bool xmitLayer;    //!< with XmitLayer, else the stock layer
    bool mq;           //!< mq with four children, else one for all
    uint32_t quota;    //!< quota of the queue disc, or of the children, in packets
    uint32_t ringSize; //!< descriptors of each ring
    bool bql;          //!< with BQL

    /**
     * @brief For the names of test cases.
     * @return what it is
     */
    std::string GetName() const
    {
        return std::string(xmitLayer ? "XmitLayer" : "stock layer") + (mq ? ", mq" : ", one root") +
               ", quota " + std::to_string(quota) + ", rings of " + std::to_string(ringSize) +
               (bql ? ", BQL" : "");
    }
};

/// A deep backlog.
class DrainTest : public NicTestCase
{
  public:
    /**
     * Constructor.
     * @param setting what is above the NIC
     * @param linkLoss whether the carrier goes in the middle
     */
    DrainTest(const QueueDiscSetting& setting, bool linkLoss)
        : NicTestCase(std::string(linkLoss ? "nothing stays in front of a dead link: "
                                           : "a deep backlog drains without a pause: ") +
                      setting.GetName()),
          m_setting(setting),
          m_linkLoss(linkLoss)
    {
    }

  private:
    void DoRun() override
    {
        helper.SetTxQueues(N_QUEUES);
        helper.SetDeviceAttribute("TxRingSize", UintegerValue(m_setting.ringSize));
        if (!m_setting.bql)
        {
            helper.DisableQueueLimits();
        }
        Build(Time());
        InternetStackHelper().Install(nodes);
        if (m_setting.xmitLayer)
        {
            LinuxTxHelper().Install(nodes);
        }
        const auto root = InstallQueueDisc();
        NetDeviceContainer devices(a);
        devices.Add(b);
        Ipv4AddressHelper addresses("10.0.0.0", "255.255.255.0");
        const auto interfaces = addresses.Assign(devices);
        b->TraceConnectWithoutContext(
            "MacRx",
            Callback<void, Ptr<const Packet>>([this](Ptr<const Packet> packet) {
                if (packet->GetSize() == 14 + PAYLOAD)
                {
                    m_arrivals.push_back(Simulator::Now());
                }
            }));
        std::vector<Ptr<Socket>> sockets;
        for (uint16_t port = 0; port < SOCKETS; ++port)
        {
            sockets.push_back(Socket::CreateSocket(nodes.Get(0), UdpSocketFactory::GetTypeId()));
            sockets.back()->Connect(InetSocketAddress(interfaces.GetAddress(1), 9 + port));
        }
        // The first packet resolves the address.
        Simulator::Schedule(Seconds(0), [&] { sockets[0]->Send(Create<Packet>(1)); });
        // While the driver keeps its queues stopped, the burst stays in the queue disc; a woken
        // queue disc then sends at most its quota in one go.
        const auto queues = a->GetObject<NetDeviceQueueInterface>();
        Simulator::Schedule(Seconds(1), [&] {
            m_before = a->GetStats();
            for (uint32_t i = 0; i < N_QUEUES; ++i)
            {
                queues->GetTxQueue(i)->Stop();
            }
            for (uint32_t i = 0; i < BURST; ++i)
            {
                // IPv4 and UDP headers: 28 bytes.
                sockets[i % SOCKETS]->Send(Create<Packet>(PAYLOAD - 28));
            }
            NS_TEST_EXPECT_MSG_EQ(a->GetTxRingUsed(), 0, "the queues are stopped");
            for (uint32_t i = 0; i < N_QUEUES; ++i)
            {
                queues->GetTxQueue(i)->Wake();
            }
        });
        if (m_linkLoss)
        {
            const Time loss = Seconds(1) + 9 * SLOT + LAST_BIT / 2;
            Simulator::Schedule(loss, &NicChannel::SetCarrier, channel, false);
        }
        Simulator::Stop(Seconds(2));
        Simulator::Run();

        const auto& stats = a->GetStats();
        const uint32_t expected = m_linkLoss ? 9 : BURST;
        NS_TEST_ASSERT_MSG_EQ(m_arrivals.size(), expected, "nothing is stuck or dropped");
        NS_TEST_EXPECT_MSG_EQ(root->GetNPackets(), 0, "nothing waits");
        for (uint32_t i = 0; i < expected; ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(m_arrivals[i],
                                  Seconds(1) + i * SLOT + LAST_BIT,
                                  "no pause before frame " << i);
        }
        NS_TEST_EXPECT_MSG_EQ(stats.txPackets + stats.txDropped + stats.txCarrierErrors -
                                  m_before.txPackets,
                              BURST,
                              "each is somewhere");
        NS_TEST_EXPECT_MSG_EQ(a->GetTxRingUsed(), 0, "nothing waits");
        if (!m_linkLoss)
        {
            NS_TEST_EXPECT_MSG_EQ(stats.txDropped, 0, "a queue disc heeds its queue's stop");
            for (uint32_t i = 0; i < N_QUEUES; ++i)
            {
                NS_TEST_EXPECT_MSG_GT(a->GetTxQueue(i).GetStats().packets, 0, "all queues are used");
            }
        }
    }

    /**
     * Put the queue disc on a.
     * @return the root
     */
    Ptr<QueueDisc> InstallQueueDisc()
    {
        TrafficControlHelper tch;
        const StringValue size("5000p");
        const UintegerValue quota(m_setting.quota);
        if (m_setting.mq)
        {
            const auto handle = tch.SetRootQueueDisc("ns3::MqQueueDisc");
            const auto classes = tch.AddQueueDiscClasses(handle, N_QUEUES, "ns3::QueueDiscClass");
            tch.AddChildQueueDiscs(handle,
                                   classes,
                                   "ns3::FifoQueueDisc",
                                   "MaxSize",
                                   size,
                                   "Quota",
                                   quota);
        }
        else
        {
            tch.SetRootQueueDisc("ns3::FifoQueueDisc", "MaxSize", size, "Quota", quota);
        }
        return tch.Install(a).Get(0);
    }

    static constexpr uint32_t BURST = 1000; //!< packets, above quota (64) and rings
    static constexpr uint16_t SOCKETS = 20; //!< sockets, to use all queues
    QueueDiscSetting m_setting;             //!< what is above the NIC
    bool m_linkLoss;                        //!< whether the carrier goes
    NicStats m_before;                      //!< before the burst
    std::vector<Time> m_arrivals;           //!< of the packets of the burst
};

/// Who owns the segments that a bond has cut, and what that does to their order.
class SegmentOrderTest : public NicTestCase
{
  public:
    /**
     * Constructor.
     * @param ufo messages larger than the MTU, else UDP_SEGMENT
     * @param ownership who owns the segments
     * @param cutAtBond whether the bond cuts them, above the NIC's queues
     */
    SegmentOrderTest(bool ufo, SegmentOwnership ownership, bool cutAtBond)
        : NicTestCase(std::string(ufo ? "fragments of a datagram" : "datagrams of a train") +
                      (cutAtBond ? std::string(", cut at the bond with ownership ") +
                                       SegmentOwnershipName(ownership)
                                 : ", left whole") +
                      (IsReordered(ownership, cutAtBond) ? ", part ways" : ", stay in order")),
          m_ufo(ufo),
          m_ownership(ownership),
          m_cutAtBond(cutAtBond)
    {
    }

  private:
    /**
     * Are packets of one socket to be reordered?
     * @param ownership who owns the segments
     * @param cutAtBond whether the bond cuts them
     * @return true if some have no owner above the NIC's queues
     */
    static bool IsReordered(SegmentOwnership ownership, bool cutAtBond)
    {
        return cutAtBond && ownership != OWNERSHIP_EVERY;
    }

    void DoRun() override
    {
        helper.SetTxQueues(N_QUEUES);
        Build(Time());
        InternetStackHelper().Install(nodes);
        LinuxTxHelper().Install(nodes);
        if (m_ufo)
        {
            // The last release with UFO.
            nodes.Get(0)->GetObject<LinuxTransmitPath>()->SetAttribute("Kernel",
                                                                       StringValue("4.13"));
            a->SetFeature("udp-fragmentation-offload", true);
        }
        nodes.Get(0)->GetObject<LinuxTransmitPath>()->TraceConnectWithoutContext(
            "TrainCut",
            Callback<void, Ptr<const Packet>, Ptr<NetDevice>, uint32_t>(
                [this](Ptr<const Packet>, Ptr<NetDevice>, uint32_t nSegments) {
                    NS_TEST_EXPECT_MSG_EQ(nSegments, SEGMENTS, "a large message");
                    ++m_nCut;
                }));
        BondingHelper bonding;
        const auto bond = DynamicCast<BondingNetDevice>(
            bonding.Install(nodes.Get(0), NetDeviceContainer(a)).Get(0));
        bond->SetFeature(m_ufo ? "udp-fragmentation-offload" : "tx-udp-segmentation", !m_cutAtBond);
        bond->SetAttribute("SegmentOwnership", StringValue(SegmentOwnershipName(m_ownership)));
        // IP makes a train of fragments only for a device that has UFO: a VLAN device on the bond.
        NetDeviceContainer devices = VlanHelper().Install(bond, 7);
        devices.Add(VlanHelper().Install(b, 7));
        Ipv4AddressHelper addresses("10.0.0.0", "255.255.255.0");
        const auto interfaces = addresses.Assign(devices);
        b->TraceConnectWithoutContext("MacRx", MakeCallback(&SegmentOrderTest::ReceiveFrame, this));

        // One socket after the other sends a large message and a small one by turns, ten in all, so
        // that packets of one socket can overtake only each other.
        for (uint16_t i = 0; i < SOCKETS; ++i)
        {
            const auto socket = DynamicCast<LinuxUdpSocket>(
                Socket::CreateSocket(nodes.Get(0),
                                     TypeId::LookupByName("ns3::LinuxUdpSocketFactory")));
            if (!m_ufo)
            {
                socket->SetAttribute("UdpSegment", UintegerValue(1472));
            }
            socket->Connect(InetSocketAddress(interfaces.GetAddress(1), 9 + i));
            if (i == 0)
            {
                // To resolve the address.
                Simulator::Schedule(Time(), [socket] { socket->Send(Create<Packet>(1)); });
            }
            Simulator::Schedule(MilliSeconds(1000 + 20 * i), [this, socket] {
                m_lastKey = 0;
                for (uint32_t message = 0; message < 5; ++message)
                {
                    const int large = socket->Send(Create<Packet>(SEGMENTS * 1472));
                    const int small = socket->Send(Create<Packet>(100));
                    NS_TEST_EXPECT_MSG_EQ(large, SEGMENTS * 1472, "within sndbuf");
                    NS_TEST_EXPECT_MSG_EQ(small, 100, "within sndbuf");
                }
            });
        }
        Simulator::Stop(Seconds(2));
        Simulator::Run();

        // 10 x 1472 + 8 bytes of UDP are 9 fragments of 1480 bytes and one of 1408.
        NS_TEST_EXPECT_MSG_EQ(m_nFrames, 1 + SOCKETS * 5 * (SEGMENTS + 1), "all arrive");
        NS_TEST_EXPECT_MSG_EQ(a->GetStats().txDropped, 0, "nothing is dropped");
        const uint32_t expectedCuts = m_cutAtBond ? 5 * SOCKETS : 0;
        NS_TEST_EXPECT_MSG_EQ(m_nCut, expectedCuts, "every large message");
        if (IsReordered(m_ownership, m_cutAtBond))
        {
            NS_TEST_EXPECT_MSG_GT(m_nOvertaken, SOCKETS, "frames are overtaken");
        }
        else
        {
            NS_TEST_EXPECT_MSG_EQ(m_nOvertaken, 0, "all of a socket in order");
        }
    }

    /**
     * A frame has arrived at b.
     * @param frame the frame
     */
    void ReceiveFrame(Ptr<const Packet> frame)
    {
        const auto copy = frame->Copy();
        EthernetHeader ethernet(false);
        copy->RemoveHeader(ethernet);
        VlanHeader vlan;
        copy->RemoveHeader(vlan);
        if (vlan.GetProtocol() != IPV4)
        {
            return;
        }
        Ipv4Header header;
        copy->RemoveHeader(header);
        if (header.GetProtocol() != 17)
        {
            return;
        }
        // ns-3 numbers the packets to a host, and the fragments of one have offsets.
        const uint32_t key = header.GetIdentification() << 16 | header.GetFragmentOffset();
        ++m_nFrames;
        m_nOvertaken += key < m_lastKey ? 1 : 0;
        m_lastKey = std::max(m_lastKey, key);
    }

    static constexpr uint16_t SOCKETS = 16; //!< sockets, one after the other
    static constexpr int SEGMENTS = 10;     //!< of a large message
    bool m_ufo;                             //!< fragments, else datagrams
    SegmentOwnership m_ownership;           //!< who owns the segments
    bool m_cutAtBond;                       //!< whether the bond cuts them
    uint32_t m_nCut{0};                     //!< trains cut
    uint32_t m_nFrames{0};                  //!< UDP frames arrived
    uint32_t m_nOvertaken{0};               //!< those that a later one had overtaken
    uint32_t m_lastKey{0};                  //!< the latest in the order of sending
};

/// Several transmit queues.
class NicQueuesTestSuite : public TestSuite
{
  public:
    NicQueuesTestSuite()
        : TestSuite("linux-tx-nic-queues", TestSuite::Type::UNIT)
    {
        AddTestCase(new RoundRobinTest);
        AddTestCase(new StopOneQueueTest);
        for (const bool xmitLayer : {false, true})
        {
            for (const bool mq : {false, true})
            {
                for (const bool linkLoss : {false, true})
                {
                    AddTestCase(new DrainTest({xmitLayer, mq, 64, 512, false}, linkLoss));
                    AddTestCase(new DrainTest({xmitLayer, mq, 64, 1, false}, linkLoss));
                    AddTestCase(new DrainTest({xmitLayer, mq, 64, 512, true}, linkLoss));
                    AddTestCase(new DrainTest({xmitLayer, mq, 5, 512, false}, linkLoss));
                    AddTestCase(new DrainTest({xmitLayer, mq, 2, 512, false}, linkLoss));
                }
            }
        }
        for (const bool ufo : {false, true})
        {
            AddTestCase(new SegmentOrderTest(ufo, OWNERSHIP_NONE, true));
            AddTestCase(new SegmentOrderTest(ufo, OWNERSHIP_LAST, true));
            AddTestCase(new SegmentOrderTest(ufo, OWNERSHIP_EVERY, true));
            AddTestCase(new SegmentOrderTest(ufo, OWNERSHIP_NONE, false));
        }
    }
};

NicQueuesTestSuite g_nicQueuesTestSuite; //!< registers the suite

} // namespace
