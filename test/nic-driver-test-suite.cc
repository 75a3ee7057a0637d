/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "nic-test-case.h"

#include "ns3/boolean.h"
#include "ns3/random-variable-stream.h"
#include "ns3/uinteger.h"

#include <array>
#include <iostream>
#include <utility>
#include <vector>

using namespace ns3;
using namespace ns3::nic_test;

namespace
{

/// A queue that is stopped before its ring is full.
class ThresholdTest : public NicTestCase
{
  public:
    ThresholdTest()
        : NicTestCase("a queue stops and wakes by its thresholds")
    {
    }

  private:
    void DoRun() override
    {
        helper.SetDeviceAttribute("TxRingSize", UintegerValue(8));
        helper.SetDeviceAttribute("TxStopThreshold", UintegerValue(3));
        helper.SetDeviceAttribute("TxWakeThreshold", UintegerValue(5));
        Build(FlowControl{false, false});
        const auto queue = a->GetObject<NetDeviceQueueInterface>()->GetTxQueue(0);
        for (uint32_t nFree = 7; nFree >= 2; --nFree)
        {
            NS_TEST_EXPECT_MSG_EQ(queue->IsStopped(), false, "before " << nFree << " are free");
            SendCharged();
        }
        NS_TEST_EXPECT_MSG_EQ(queue->IsStopped(), true, "2 are free, fewer than 3");
        // The n-th frame is reported at n slots, and then 2 + n are free.
        for (const auto& [slots, stopped] : {std::pair{2, true}, std::pair{3, false}})
        {
            Simulator::Schedule(slots * SLOT + NanoSeconds(1), [=, stopped = stopped] {
                NS_TEST_EXPECT_MSG_EQ(queue->IsStopped(), stopped, "wakes with 5 free");
            });
        }
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(a->GetTxQueue(0).GetStats().stops, 1, "stops");
        NS_TEST_EXPECT_MSG_EQ(a->GetTxQueue(0).GetStats().wakes, 1, "wakes");
        CheckNothingIsLeft(6);
    }
};

/// A train for which there are not enough descriptors.
class BusyTest : public NicTestCase
{
  public:
    BusyTest()
        : NicTestCase("a train that does not fit stays as it is, and the queue is stopped")
    {
    }

  private:
    void DoRun() override
    {
        helper.SetDeviceAttribute("TxRingSize", UintegerValue(5));
        helper.SetDeviceAttribute("TxFragmentSize", UintegerValue(2000));
        Build(FlowControl{false, false});
        const auto queue = a->GetObject<NetDeviceQueueInterface>()->GetTxQueue(0);
        SendChargedFrames(3);
        // Three segments with 980 B of UDP each (972 B of payload): 2916 B, two fragments.
        const auto train = MakeTrain({PAYLOAD, PAYLOAD, PAYLOAD});
        NS_TEST_EXPECT_MSG_EQ((a->StartXmit(train) == XmitVerdict::BUSY), true, "2 of 3 are free");
        NS_TEST_EXPECT_MSG_EQ(queue->IsStopped(), true, "stopped");
        NS_TEST_EXPECT_MSG_EQ(memory->GetWmemAlloc(), 4 * TRUESIZE, "still paid for");
        NS_TEST_EXPECT_MSG_EQ(a->GetStats().txDropped, 0, "not dropped");
        Simulator::Schedule(SLOT + NanoSeconds(1), [&] {
            NS_TEST_EXPECT_MSG_EQ(queue->IsStopped(), false, "woken");
            NS_TEST_EXPECT_MSG_EQ((a->StartXmit(train) == XmitVerdict::SUCCESS), true, "fits");
            NS_TEST_EXPECT_MSG_EQ(a->GetTxRingUsed(), 5, "2 frames and 1 + 2");
            NS_TEST_EXPECT_MSG_EQ(queue->IsStopped(), true, "full");
        });
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(a->GetTxQueue(0).GetStats().busy, 1, "counted");
        CheckNothingIsLeft(6);

        // What lies in more places than the ring has descriptors is copied into fewer.
        a->SetTxRingSize(1);
        NS_TEST_EXPECT_MSG_EQ((SendTrain(3) == XmitVerdict::SUCCESS), true, "linearised");
        NS_TEST_EXPECT_MSG_EQ(a->GetTxRingUsed(), 1, "one descriptor");
        Simulator::Run();
        CheckNothingIsLeft(9);
    }
};

/// Frames that come with the word that there are more.
class DoorbellTest : public NicTestCase
{
  public:
    DoorbellTest()
        : NicTestCase("the doorbell rings once for what comes together")
    {
    }

  private:
    void DoRun() override
    {
        helper.SetDeviceAttribute("TxRingSize", UintegerValue(4));
        Build(FlowControl{false, false});
        a->TraceConnectWithoutContext(
            "TxDoorbell",
            Callback<void, uint32_t, uint32_t>([this](uint32_t /* queue */, uint32_t entries) {
                m_doorbells.emplace_back(Simulator::Now(), entries);
            }));
        SendWithMore(true);
        SendWithMore(true);
        NS_TEST_EXPECT_MSG_EQ(m_doorbells.size(), 0, "more is to come");
        SendWithMore(false);
        Check({{Time(), 3}}, "with the last of them");
        // The ring is full, so its queue is stopped: nothing more can come, whatever was said.
        SendWithMore(true);
        Check({{Time(), 3}, {Time(), 1}}, "stopped");
        // A broken promise: it rings nevertheless, at the same time.
        const Time later = 10 * SLOT;
        Simulator::Schedule(later, [this] {
            SendWithMore(true);
            NS_TEST_EXPECT_MSG_EQ(m_doorbells.size(), 2, "more is to come");
        });
        Simulator::Run();
        Check({{Time(), 3}, {Time(), 1}, {later, 1}}, "nothing more has come");
        NS_TEST_EXPECT_MSG_EQ(a->GetTxQueue(0).GetStats().doorbells, 3, "counted");
        NS_TEST_ASSERT_MSG_EQ(atB.size(), 5, "all arrive");
        for (int i = 0; i < 4; ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(atB[i].time, i * SLOT + LAST_BIT, "no pause before " << i);
        }
        NS_TEST_EXPECT_MSG_EQ(atB[4].time, later + LAST_BIT, "no pause");
        CheckNothingIsLeft(5);
    }

    /**
     * Send a frame.
     * @param more whether more is said to come
     */
    void SendWithMore(bool more)
    {
        auto skb = pool->Allocate();
        skb->Charge(memory, TRUESIZE);
        const auto item = Create<XmitFrameItem>(Create<Packet>(PAYLOAD), b->GetAddress(), PROTOCOL);
        item->SetSkb(std::move(skb));
        item->SetMore(more);
        a->StartXmit(item);
    }

    /// When it rings, and for how many entries.
    using Doorbells = std::vector<std::pair<Time, uint32_t>>;

    /**
     * Compare.
     * @param expected all doorbells so far
     * @param why for messages
     */
    void Check(const Doorbells& expected, const char* why)
    {
        NS_TEST_EXPECT_MSG_EQ((m_doorbells == expected), true, why);
    }

    Doorbells m_doorbells; //!< so far
};

/// An interrupt that takes its time.
class LatencyTest : public NicTestCase
{
  public:
    LatencyTest()
        : NicTestCase("the handler of an interrupt reports what was sent until it runs")
    {
    }

  private:
    void DoRun() override
    {
        const Time latency = 2 * SLOT + SLOT / 2;
        helper.SetDeviceAttribute("TxInterruptLatency", TimeValue(latency));
        Build(Time());
        WatchInterrupts();
        SendChargedFrames(4);
        // Raised at 1 slot, handled at 3.5; the fourth frame is sent at 4, handled at 6.5.
        Simulator::Schedule(3 * SLOT, [this] {
            NS_TEST_EXPECT_MSG_EQ(memory->GetWmemAlloc(), 4 * TRUESIZE, "nothing is reported");
            NS_TEST_EXPECT_MSG_EQ(a->GetTxQueue(0).GetInflight(), 4 * (PAYLOAD + 14), "BQL");
        });
        Simulator::Schedule(4 * SLOT, [this] {
            NS_TEST_EXPECT_MSG_EQ(memory->GetWmemAlloc(), TRUESIZE, "three are");
        });
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(interrupts.size(), 2, "interrupts");
        NS_TEST_EXPECT_MSG_EQ(interrupts[0].time, SLOT + latency, "the first");
        NS_TEST_EXPECT_MSG_EQ(interrupts[0].entries, 3, "the first");
        NS_TEST_EXPECT_MSG_EQ(interrupts[1].time, 4 * SLOT + latency, "the second");
        NS_TEST_EXPECT_MSG_EQ(a->GetTxQueue(0).GetStats().interrupts, 2, "counted");
        CheckNothingIsLeft(4);
    }
};

/// tx-usecs of one queue.
class PerQueueCoalescingTest : public NicTestCase
{
  public:
    PerQueueCoalescingTest()
        : NicTestCase("each queue can have its own tx-usecs")
    {
    }

  private:
    void DoRun() override
    {
        helper.SetTxQueues(2);
        Build(Time());
        WatchInterrupts();
        a->SetTxCoalescing({20, 0, Time()});
        NS_TEST_EXPECT_MSG_EQ(a->SetTxCoalescing(1, {50, 0, Time()}), true, "the second");
        NS_TEST_EXPECT_MSG_EQ(a->SetTxCoalescing(2, {50, 0, Time()}), false, "there is no third");
        for (const uint8_t queue : {0, 1})
        {
            const auto item = MakeTrain({PAYLOAD});
            item->SetTxQueueIndex(queue);
            a->StartXmit(item);
        }
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(interrupts.size(), 2, "one each");
        NS_TEST_EXPECT_MSG_EQ(interrupts[0].queue, 0, "20 us after the first slot");
        NS_TEST_EXPECT_MSG_EQ(interrupts[0].time, SLOT + MicroSeconds(20), "the same");
        NS_TEST_EXPECT_MSG_EQ(interrupts[1].time, 2 * SLOT + MicroSeconds(50), "50 us");
        CheckNothingIsLeft(2);
    }
};

/// Packets that want to know when they left.
class TimestampTest : public NicTestCase
{
  public:
    TimestampTest()
        : NicTestCase("a frame that asks for it gets the time at which its first bit left")
    {
    }

  private:
    void DoRun() override
    {
        helper.SetDeviceAttribute("TxInterruptLatency", TimeValue(MicroSeconds(100)));
        Build(Time());
        std::vector<Time> stamps;
        a->TraceConnectWithoutContext(
            "TxTimestamp",
            Callback<void, Ptr<const Packet>, Time>(
                [&stamps](Ptr<const Packet> /* frame */, Time time) { stamps.push_back(time); }));
        for (const uint8_t flags : std::array<uint8_t, 3>{0, Skb::TX_TIMESTAMP, Skb::NEEDS_SOCKET})
        {
            auto skb = pool->Allocate();
            skb->Charge(memory, TRUESIZE);
            skb->SetTxFlags(flags);
            const auto item =
                Create<XmitFrameItem>(Create<Packet>(PAYLOAD), b->GetAddress(), PROTOCOL);
            item->SetSkb(std::move(skb));
            a->StartXmit(item);
        }
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(stamps.size(), 1, "of the one that asks");
        // It begins after one slot; preamble and start frame delimiter are 8 bytes of 8 ns.
        NS_TEST_EXPECT_MSG_EQ(stamps[0], SLOT + NanoSeconds(64), "first bit of the frame itself");
        CheckNothingIsLeft(3);
    }
};

/// A link that carries one direction at a time.
class HalfDuplexTest : public NicTestCase
{
  public:
    /**
     * Constructor.
     * @param delay propagation delay
     */
    explicit HalfDuplexTest(Time delay)
        : NicTestCase("half duplex: one frame at a time, and the ends take turns"),
          m_delay(delay)
    {
    }

  private:
    void DoRun() override
    {
        Build(m_delay);
        b->SetAttribute("FullDuplex", BooleanValue(false));
        NS_TEST_EXPECT_MSG_EQ(channel->IsHalfDuplex(), true, "one end is enough");
        constexpr int N_FRAMES = 5;
        for (int i = 0; i < N_FRAMES; ++i)
        {
            Send();
            b->Send(Create<Packet>(PAYLOAD), a->GetAddress(), PROTOCOL);
        }
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(atA.size(), N_FRAMES, "all arrive");
        NS_TEST_ASSERT_MSG_EQ(atB.size(), N_FRAMES, "all arrive");
        // A frame and its gap have to arrive before the next one, of either end, begins.
        const Time turn = SLOT + m_delay;
        for (int i = 0; i < N_FRAMES; ++i)
        {
            const Time arrival = 2 * i * turn + LAST_BIT + m_delay;
            NS_TEST_EXPECT_MSG_EQ(atB[i].time, arrival, "even turns are those of a");
            NS_TEST_EXPECT_MSG_EQ(atA[i].time, arrival + turn, "odd turns are those of b");
        }
        // Both ends full duplex: at the same time.
        b->SetAttribute("FullDuplex", BooleanValue(true));
        const Time begin = Simulator::Now();
        Send();
        b->Send(Create<Packet>(PAYLOAD), a->GetAddress(), PROTOCOL);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(atA.back().time, begin + LAST_BIT + m_delay, "full duplex");
        NS_TEST_EXPECT_MSG_EQ(atB.back().time, begin + LAST_BIT + m_delay, "full duplex");
    }

    Time m_delay; //!< propagation delay
};

/// Everything at once.
class RandomDriverTest : public NicTestCase
{
  public:
    /**
     * Constructor.
     * @param seed stream of the random numbers
     * @param flowControl flow control of a
     */
    RandomDriverTest(int64_t seed, const FlowControl& flowControl)
        : NicTestCase("whatever happens, each frame, byte and charge is accounted for once: " +
                      flowControl.GetName()),
          m_seed(seed),
          m_flowControl(flowControl)
    {
    }

  private:
    void DoRun() override
    {
        m_random->SetStream(m_seed);
        helper.SetDeviceAttribute("TxRingSize", UintegerValue(Draw(1, 12)));
        helper.SetDeviceAttribute("TxFragmentSize", UintegerValue(Draw(1024, 4000)));
        helper.SetDeviceAttribute("TxStopThreshold", UintegerValue(Draw(1, 6)));
        helper.SetDeviceAttribute("TxWakeThreshold", UintegerValue(Draw(1, 6)));
        Build(m_flowControl);
        m_queue = a->GetObject<NetDeviceQueueInterface>()->GetTxQueue(0);
        std::cout << GetName() << ", stream " << m_seed << std::endl;
        for (uint32_t i = 0; i < 400; ++i)
        {
            Simulator::Schedule(NanoSeconds(Draw(0, 2'000'000)), [this] { Act(); });
        }
        Simulator::Schedule(MilliSeconds(3), [this] { channel->SetCarrier(true); });
        Simulator::Schedule(MilliSeconds(4), [this] {
            NS_TEST_EXPECT_MSG_EQ(m_queue->IsStopped(), false, "the queue is left stopped");
        });
        Simulator::Run();
        CheckNothingIsLeft(m_nGiven);
        const auto& queue = a->GetTxQueue(0);
        NS_TEST_EXPECT_MSG_EQ(queue.GetInflight(), 0, "bytes are left in BQL");
        NS_TEST_EXPECT_MSG_EQ(queue.GetStats().stops, queue.GetStats().wakes, "stops and wakes");
        NS_TEST_EXPECT_MSG_EQ(queue.GetStats().packets, a->GetStats().txPackets, "one queue");
    }

    /**
     * Draw a number.
     * @param min least
     * @param max largest
     * @return the number
     */
    uint32_t Draw(uint32_t min, uint32_t max)
    {
        return m_random->GetInteger(min, max);
    }

    /**
     * Do something.
     */
    void Act()
    {
        switch (Draw(0, 9))
        {
        case 0:
            channel->SetCarrier(!channel->IsCarrierUp());
            break;
        case 1:
            a->SetTxCoalescing(
                {Draw(0, 1) * Draw(0, 60), Draw(0, 4), MicroSeconds(Draw(0, 1) * Draw(0, 30))});
            break;
        case 2:
            a->SetFullDuplex(Draw(0, 1) == 1);
            break;
        default:
            SendSomething();
        }
    }

    /**
     * Send a frame or train as a queue disc would: not while the queue is stopped.
     */
    void SendSomething()
    {
        if (m_queue->IsStopped())
        {
            return;
        }
        const uint32_t n = Draw(1, 8);
        const auto item = MakeTrain(std::vector<uint32_t>(n, PAYLOAD));
        item->SetMore(Draw(0, 1) == 1);
        m_nGiven += a->StartXmit(item) == XmitVerdict::BUSY ? 0 : n;
    }

    int64_t m_seed;              //!< stream of the random numbers
    FlowControl m_flowControl;   //!< flow control of a
    Ptr<NetDeviceQueue> m_queue; //!< of a
    uint32_t m_nGiven{0};        //!< frames that a took or dropped
    Ptr<UniformRandomVariable> m_random{CreateObject<UniformRandomVariable>()}; //!< numbers
};

/// The suite.
class NicDriverTestSuite : public TestSuite
{
  public:
    NicDriverTestSuite()
        : TestSuite("linux-tx-nic-driver", TestSuite::Type::UNIT)
    {
        AddTestCase(new ThresholdTest);
        AddTestCase(new BusyTest);
        AddTestCase(new DoorbellTest);
        AddTestCase(new LatencyTest);
        AddTestCase(new PerQueueCoalescingTest);
        AddTestCase(new TimestampTest);
        AddTestCase(new HalfDuplexTest(Time()));
        AddTestCase(new HalfDuplexTest(MicroSeconds(3)));
        for (int64_t seed = 1; seed <= 12; ++seed)
        {
            AddTestCase(new RandomDriverTest(seed, {seed % 2 == 0, seed % 3 == 0}));
        }
    }
};

NicDriverTestSuite g_nicDriverTestSuite; ///< the instance

} // namespace
