/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "nic-test-case.h"

#include "ns3/queue-disc.h"
#include "ns3/random-variable-stream.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/traffic-control-helper.h"
#include "ns3/traffic-control-layer.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <array>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;
using namespace ns3::nic_test;

namespace
{

/// Interrupts of NIC a.
class WatchedNicTestCase : public NicTestCase
{
  protected:
    using NicTestCase::NicTestCase;

    /**
     * No interrupt comes for nothing.
     */
    void CheckEachReportsSomething()
    {
        for (const auto& interrupt : interrupts)
        {
            NS_TEST_EXPECT_MSG_GT(interrupt.entries, 0, "an interrupt for nothing");
        }
    }
};

/// How BQL's limit reacts to the sum.
class DynamicLimitTest : public NicTestCase
{
  public:
    /**
     * Constructor.
     * @param usecs tx-usecs
     * @param limit what BQL makes of it, in frames
     */
    DynamicLimitTest(uint32_t usecs, uint32_t limit)
        : NicTestCase("BQL's limit after ten frames with tx-usecs " + std::to_string(usecs)),
          m_usecs(usecs),
          m_expected(limit)
    {
    }

  private:
    void DoRun() override
    {
        // Ten frames above a limit of 0 (SendCharged() asks nobody). dql_completed() of all at
        // once finds the queue starved (over its limit, and nothing in progress), and raises the
        // limit by what was completed beyond the queue's end at the completion before: 10 - 0.
        //
        // One by one, the queue is starved with the tenth. By then the end of the queue is old
        // (10 - 10), and the limit is raised by how much the completion before was over it: 2,
        // the ninth and the tenth frame.
        Build(FlowControl{true, false});
        a->SetAttribute("TxUsecs", UintegerValue(m_usecs));
        const auto limits =
            a->GetObject<NetDeviceQueueInterface>()->GetTxQueue(0)->GetQueueLimits();
        limits->TraceConnectWithoutContext("Limit",
                                           MakeCallback(&DynamicLimitTest::NotifyLimit, this));
        SendChargedFrames(10);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(m_limit, m_expected * (14 + PAYLOAD), "bytes that BQL allows");
        CheckNothingIsLeft(10);
    }

    /**
     * The trace sink.
     * @param limit in bytes
     */
    void NotifyLimit(uint32_t /* before */, uint32_t limit)
    {
        m_limit = limit;
    }

    uint32_t m_usecs;    //!< tx-usecs
    uint32_t m_expected; //!< limit, in frames
    uint32_t m_limit{0}; //!< limit, in bytes
};

/// A queue disc whose turn ends by its quota, with nobody but the driver to give it another.
class QuotaTest : public WatchedNicTestCase
{
  public:
    /**
     * Constructor.
     * @param synchronous the queue disc is woken on the spot
     */
    explicit QuotaTest(bool synchronous)
        : WatchedNicTestCase(std::string("a queue disc does not wait for interrupts to go on") +
                             (synchronous ? ", woken on the spot" : "")),
          m_synchronous(synchronous)
    {
    }

  private:
    void DoRun() override
    {
        Build(FlowControl{false, m_synchronous});
        a->SetAttribute("TxUsecs", UintegerValue(100));
        WatchInterrupts();
        for (uint32_t i = 0; i < 2; ++i)
        {
            nodes.Get(i)->AggregateObject(CreateObject<TrafficControlLayer>());
        }
        TrafficControlHelper tch;
        tch.SetRootQueueDisc("ns3::FifoQueueDisc",
                             "MaxSize",
                             StringValue("1000p"),
                             "Quota",
                             UintegerValue(QUOTA));
        const auto queueDisc = tch.Install(a).Get(0);
        const auto queue = a->GetObject<NetDeviceQueueInterface>()->GetTxQueue(0);
        const auto tc = nodes.Get(0)->GetObject<TrafficControlLayer>();
        Simulator::Schedule(Seconds(1), [this, tc, queue] {
            queue->Stop();
            for (uint32_t i = 0; i < FRAMES; ++i)
            {
                tc->Send(a, Create<PlainItem>(Create<Packet>(PAYLOAD), b->GetAddress(), PROTOCOL));
            }
            queue->Wake();
        });
        Simulator::Run();
        // Linux would put all on the ring at once, by a softirq for each quota: the ring, of 512,
        // never stops the queue.
        NS_TEST_ASSERT_MSG_EQ(atB.size(), FRAMES, "nothing is stuck");
        for (uint32_t i = 0; i < FRAMES; ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(atB[i].time,
                                  Seconds(1) + i * SLOT + LAST_BIT,
                                  "no pause before frame " << i);
        }
        NS_TEST_EXPECT_MSG_EQ(queueDisc->GetNPackets(), 0, "nothing waits");
        // The next completion after 100 us is the thirteenth (12 x 8.304 us < 100 us < 13 x), so
        // each interrupt reports the first one and the twelve behind it: 40 = 3 x 13 + 1.
        NS_TEST_ASSERT_MSG_EQ(interrupts.size(), 4, "interrupts");
        NS_TEST_EXPECT_MSG_EQ(interrupts.front().entries, 13, "all within 100 us");
        NS_TEST_EXPECT_MSG_EQ(interrupts.back().entries, 1, "the last one");
        CheckNothingIsLeft(FRAMES);
    }

    /// A packet of no particular protocol.
    class PlainItem : public QueueDiscItem
    {
      public:
        using QueueDiscItem::QueueDiscItem;

        void AddHeader() override
        {
        }

        bool Mark() override
        {
            return false;
        }
    };

    static constexpr uint32_t QUOTA = 5;   //!< packets of a turn
    static constexpr uint32_t FRAMES = 40; //!< all packets
    bool m_synchronous;                    //!< the queue disc is woken on the spot
};

/// A trace sink cuts the cable at the very end of a frame.
class CutBySinkTest : public WatchedNicTestCase
{
  public:
    /**
     * Constructor.
     * @param usecs tx-usecs
     */
    explicit CutBySinkTest(uint32_t usecs)
        : WatchedNicTestCase("a cut by whoever sees a frame's end leaves no interrupt behind, "
                             "tx-usecs " +
                             std::to_string(usecs)),
          m_usecs(usecs)
    {
    }

  private:
    void DoRun() override
    {
        Build(Time());
        a->SetAttribute("TxUsecs", UintegerValue(m_usecs));
        WatchInterrupts();
        a->TraceConnectWithoutContext("PhyTxEnd", MakeCallback(&CutBySinkTest::Cut, this));
        SendChargedFrames(2);
        Simulator::Schedule(SLOT, [this] {
            NS_TEST_EXPECT_MSG_EQ(memory->GetWmemAlloc(), 0, "both are off the ring");
        });
        const Time restored = SLOT + NanoSeconds(10);
        Simulator::Schedule(restored, [this] {
            channel->SetCarrier(true);
            SendCharged();
        });
        Simulator::Run();
        // The first frame has left, but its interrupt never came: the time begins with the third.
        NS_TEST_ASSERT_MSG_EQ(interrupts.size(), 1, "of the third frame");
        NS_TEST_EXPECT_MSG_EQ(interrupts[0].time,
                              restored + SLOT + MicroSeconds(m_usecs),
                              "time from its completion");
        NS_TEST_EXPECT_MSG_EQ(interrupts[0].entries, 1, "only that");
        NS_TEST_EXPECT_MSG_EQ(a->GetStats().txPackets, 2, "the first and the third");
        NS_TEST_EXPECT_MSG_EQ(a->GetStats().txCarrierErrors, 1, "the second");
        CheckNothingIsLeft(3);
    }

    /**
     * The trace sink.
     */
    void Cut(Ptr<const Packet>)
    {
        if (!std::exchange(m_cut, true))
        {
            channel->SetCarrier(false);
        }
    }

    uint32_t m_usecs;  //!< tx-usecs
    bool m_cut{false}; //!< has cut
};

/// tx-frames in the middle.
class ChangeFramesTest : public WatchedNicTestCase
{
  public:
    ChangeFramesTest()
        : WatchedNicTestCase("a smaller tx-frames counts from the next completion on")
    {
    }

  private:
    void DoRun() override
    {
        Build(Time());
        a->SetAttribute("TxUsecs", UintegerValue(1000));
        a->SetAttribute("TxFrames", UintegerValue(8));
        WatchInterrupts();
        SendChargedFrames(7);
        Simulator::Schedule(4 * SLOT + NanoSeconds(1), [this] {
            a->SetAttribute("TxFrames", UintegerValue(2));
            NS_TEST_EXPECT_MSG_EQ(interrupts.size(), 0, "not by the change itself");
        });
        Simulator::Run();
        // The fifth finds more than two unreported; then each two.
        NS_TEST_ASSERT_MSG_EQ(interrupts.size(), 2, "interrupts");
        NS_TEST_EXPECT_MSG_EQ(interrupts[0].time, 5 * SLOT, "the next completion");
        NS_TEST_EXPECT_MSG_EQ(interrupts[0].entries, 5, "and all before it");
        NS_TEST_EXPECT_MSG_EQ(interrupts[1].time, 7 * SLOT, "two more");
        NS_TEST_EXPECT_MSG_EQ(interrupts[1].entries, 2, "two more");
        CheckNothingIsLeft(7);
    }
};

/// Anything at any time.
class RandomCoalescingTest : public WatchedNicTestCase
{
  public:
    RandomCoalescingTest()
        : WatchedNicTestCase("frames, charges and BQL's bytes are conserved whenever the link and "
                             "the settings change")
    {
    }

  private:
    void DoRun() override
    {
        helper.DisableFlowControl();
        helper.SetDeviceAttribute("TxRingSize", UintegerValue(8));
        Build(2 * SLOT);
        const auto queues =
            CreateObjectWithAttributes<NetDeviceQueueInterface>("NTxQueues",
                                                                UintegerValue(N_QUEUES));
        std::array<Ptr<RecordingQueueLimits>, N_QUEUES> limits;
        for (std::size_t i = 0; i < N_QUEUES; ++i)
        {
            limits[i] = CreateObject<RecordingQueueLimits>();
            queues->GetTxQueue(i)->SetQueueLimits(limits[i]);
        }
        a->AggregateObject(queues);
        WatchInterrupts();
        const auto random = CreateObject<UniformRandomVariable>();
        random->SetStream(1);
        std::cout << "random coalescing: RngSeed " << RngSeedManager::GetSeed() << ", RngRun "
                  << RngSeedManager::GetRun() << ", stream 1" << std::endl;
        const uint64_t given = ScheduleTrains(*random);
        ScheduleChanges(*random);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_GT(a->GetStats().txCarrierErrors, 0, "the test should meet each case");
        NS_TEST_EXPECT_MSG_GT(a->GetStats().txDropped, 0, "the test should meet each case");
        uint32_t most = 0;
        for (const auto& interrupt : interrupts)
        {
            most = std::max(most, interrupt.entries);
        }
        NS_TEST_EXPECT_MSG_GT(most, 1, "the test should meet each case");
        CheckEachReportsSomething();
        for (const auto& limit : limits)
        {
            NS_TEST_EXPECT_MSG_EQ(Sum(limit->queued), Sum(limit->completed), "each byte, once");
        }
        CheckNothingIsLeft(given);
    }

    /**
     * Send trains at any time.
     * @param random the random numbers
     * @return how many segments
     */
    uint64_t ScheduleTrains(UniformRandomVariable& random)
    {
        uint64_t given = 0;
        for (uint32_t i = 0; i < 2000; ++i)
        {
            const uint32_t nSegments = random.GetInteger(1, 4);
            const auto queue = static_cast<uint8_t>(random.GetInteger(0, N_QUEUES - 1));
            given += nSegments;
            Simulator::Schedule(Any(random), [this, nSegments, queue] {
                const auto train = MakeTrain(std::vector<uint32_t>(nSegments, PAYLOAD));
                train->SetTxQueueIndex(queue);
                Give(train);
            });
        }
        return given;
    }

    /**
     * Cut the cable and change the settings at any time.
     * @param random the random numbers
     */
    void ScheduleChanges(UniformRandomVariable& random)
    {
        constexpr std::array<uint32_t, 5> USECS{0, 1, 20, 50, 200};
        constexpr std::array<uint32_t, 5> FRAMES{0, 1, 2, 5, 100};
        for (uint32_t i = 0; i < 50; ++i)
        {
            // Down for less time than up.
            const Time cut = Any(random);
            Simulator::Schedule(cut, &NicChannel::SetCarrier, channel, false);
            Simulator::Schedule(cut + SLOT, &NicChannel::SetCarrier, channel, true);
            const uint32_t usecs = USECS[random.GetInteger(0, USECS.size() - 1)];
            const uint32_t frames = FRAMES[random.GetInteger(0, FRAMES.size() - 1)];
            Simulator::Schedule(Any(random), [this, usecs = usecs] {
                a->SetAttribute("TxUsecs", UintegerValue(usecs));
            });
            Simulator::Schedule(Any(random), [this, frames = frames] {
                a->SetAttribute("TxFrames", UintegerValue(frames));
            });
        }
    }

    /**
     * Any time.
     * @param random the random numbers
     * @return a delay of 10 ms at most
     */
    static Time Any(UniformRandomVariable& random)
    {
        return NanoSeconds(random.GetInteger(0, 10'000'000));
    }

    /**
     * Add what BQL was told.
     * @param calls times and bytes
     * @return sum of the bytes
     */
    static uint64_t Sum(const std::vector<std::pair<Time, uint32_t>>& calls)
    {
        uint64_t sum = 0;
        for (const auto& [time, bytes] : calls)
        {
            sum += bytes;
        }
        return sum;
    }

    static constexpr std::size_t N_QUEUES = 3; //!< transmit queues of a
};

/// Coalesced completions, and what is above the NIC.
class NicCoalescingQueueTestSuite : public TestSuite
{
  public:
    NicCoalescingQueueTestSuite()
        : TestSuite("linux-tx-nic-coalescing-queue", TestSuite::Type::UNIT)
    {
        AddTestCase(new DynamicLimitTest(0, 2));
        AddTestCase(new DynamicLimitTest(1000, 10));
        AddTestCase(new QuotaTest(false));
        AddTestCase(new QuotaTest(true));
        AddTestCase(new CutBySinkTest(0));
        AddTestCase(new CutBySinkTest(100));
        AddTestCase(new ChangeFramesTest);
        AddTestCase(new RandomCoalescingTest);
    }
};

NicCoalescingQueueTestSuite g_nicCoalescingQueueTestSuite; //!< registers the suite

} // namespace
