/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "nic-test-case.h"

#include "ns3/ethtool-helper.h"
#include "ns3/uinteger.h"

#include <utility>
#include <vector>

using namespace ns3;
using namespace ns3::nic_test;

namespace
{

/// NIC a with interrupts that are written down.
class CoalescingTestCase : public NicTestCase
{
  protected:
    using NicTestCase::NicTestCase;

    /**
     * Build the link with recording queue limits.
     * @param usecs tx-usecs of a
     * @param frames tx-frames of a
     */
    void BuildCoalescing(uint32_t usecs, uint32_t frames)
    {
        helper.DisableFlowControl();
        Build(Time());
        const auto queueInterface = CreateObject<NetDeviceQueueInterface>();
        limits = CreateObject<RecordingQueueLimits>();
        queue = queueInterface->GetTxQueue(0);
        queue->SetQueueLimits(limits);
        a->AggregateObject(queueInterface);
        EthtoolHelper().SetTxCoalescing(a, usecs, frames);
        WatchInterrupts();
    }

    /**
     * Compare what was written down.
     * @param expected the interrupts
     */
    void CheckInterrupts(const std::vector<Interrupt>& expected)
    {
        NS_TEST_ASSERT_MSG_EQ(interrupts.size(), expected.size(), "number of interrupts");
        for (std::size_t i = 0; i < expected.size(); ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(interrupts[i].time, expected[i].time, "time of " << i);
            NS_TEST_EXPECT_MSG_EQ(interrupts[i].queue, expected[i].queue, "queue of " << i);
            NS_TEST_EXPECT_MSG_EQ(interrupts[i].entries, expected[i].entries, "entries of " << i);
        }
    }

    Ptr<RecordingQueueLimits> limits; //!< BQL of a
    Ptr<NetDeviceQueue> queue;        //!< of a
};

constexpr uint32_t FRAME = 14 + PAYLOAD; ///< what BQL counts of a frame

/// The time runs from the first completion.
class ByTimeTest : public CoalescingTestCase
{
  public:
    ByTimeTest()
        : CoalescingTestCase("tx-usecs runs from the first completion not reported")
    {
    }

  private:
    void DoRun() override
    {
        // A frame takes 8.304 us. The first completion starts the timer, four more come before 40
        // us are over (41.52 < 48.304 < 49.824); the sixth starts it again.
        BuildCoalescing(40, 0);
        SendChargedFrames(6);
        const Time first = SLOT + MicroSeconds(40);
        Simulator::Schedule(first - NanoSeconds(1), [this] {
            NS_TEST_EXPECT_MSG_EQ(memory->GetWmemAlloc(), 6 * TRUESIZE, "nothing was reported");
            NS_TEST_EXPECT_MSG_EQ(a->GetTxRingUsed(), 6, "so all are on the ring");
            NS_TEST_EXPECT_MSG_EQ(a->GetStats().txPackets, 5, "though they have left");
        });
        Simulator::Schedule(first + NanoSeconds(1), [this] {
            NS_TEST_EXPECT_MSG_EQ(memory->GetWmemAlloc(), TRUESIZE, "five were reported");
            NS_TEST_EXPECT_MSG_EQ(a->GetTxRingUsed(), 1, "five were reported");
        });
        Simulator::Run();
        CheckInterrupts({{first, 0, 5}, {6 * SLOT + MicroSeconds(40), 0, 1}});
        NS_TEST_ASSERT_MSG_EQ(limits->completed.size(), 2, "BQL is told once an interrupt");
        NS_TEST_EXPECT_MSG_EQ(limits->completed[0].second, 5 * FRAME, "of the sum");
        NS_TEST_EXPECT_MSG_EQ(limits->completed[1].second, FRAME, "and of the rest");
        CheckNothingIsLeft(6);
    }
};

/// As many as tx-frames, or the time is over.
class ByFramesTest : public CoalescingTestCase
{
  public:
    ByFramesTest()
        : CoalescingTestCase("tx-frames reports earlier, and the time begins anew")
    {
    }

  private:
    void DoRun() override
    {
        // Three completions are there before 1000 us are over, three times; the tenth has nobody
        // to come after it, and waits for the time.
        BuildCoalescing(1000, 3);
        SendChargedFrames(10);
        Simulator::Run();
        CheckInterrupts({{3 * SLOT, 0, 3},
                         {6 * SLOT, 0, 3},
                         {9 * SLOT, 0, 3},
                         {10 * SLOT + MicroSeconds(1000), 0, 1}});
        CheckNothingIsLeft(10);
    }
};

/// tx-usecs 0, whatever tx-frames says.
class OffTest : public CoalescingTestCase
{
  public:
    OffTest()
        : CoalescingTestCase("without tx-usecs each completion is reported at once")
    {
    }

  private:
    void DoRun() override
    {
        BuildCoalescing(0, 50);
        SendChargedFrames(3);
        Simulator::Run();
        CheckInterrupts({{SLOT, 0, 1}, {2 * SLOT, 0, 1}, {3 * SLOT, 0, 1}});
        CheckNothingIsLeft(3);
    }
};

/// A train of segments.
class TrainTest : public CoalescingTestCase
{
  public:
    TrainTest()
        : CoalescingTestCase("a train counts as one, when its last segment has left")
    {
    }

  private:
    void DoRun() override
    {
        BuildCoalescing(1000, 2);
        SendTrain(10);
        SendTrain(1);
        Simulator::Run();
        // Segments of PAYLOAD bytes, IPv4 header included, take what other frames do.
        CheckInterrupts({{11 * SLOT, 0, 2}});
        CheckNothingIsLeft(11);
    }
};

/// Two queues.
class QueuesTest : public CoalescingTestCase
{
  public:
    QueuesTest()
        : CoalescingTestCase("each queue has its own interrupt")
    {
    }

  private:
    void DoRun() override
    {
        helper.SetTxQueues(2);
        Build(Time());
        a->SetAttribute("TxUsecs", UintegerValue(100));
        WatchInterrupts();
        for (const uint8_t index : {0, 1, 1, 0})
        {
            const auto item = MakeTrain({PAYLOAD});
            item->SetTxQueueIndex(index);
            a->StartXmit(item);
        }
        Simulator::Run();
        // In turn: 0, 1, 0, 1. The first completion of queue 1 is one slot later.
        CheckInterrupts({{SLOT + MicroSeconds(100), 0, 2}, {2 * SLOT + MicroSeconds(100), 1, 2}});
        CheckNothingIsLeft(4);
    }
};

/// The ring is full of what was sent.
class FullRingTest : public CoalescingTestCase
{
  public:
    FullRingTest()
        : CoalescingTestCase("a ring full of frames not reported stops its queue until the "
                             "interrupt")
    {
    }

  private:
    void DoRun() override
    {
        helper.SetDeviceAttribute("TxRingSize", UintegerValue(3));
        BuildCoalescing(200, 0);
        SendChargedFrames(3);
        const Time interrupt = SLOT + MicroSeconds(200);
        Simulator::Schedule(4 * SLOT, [this] {
            NS_TEST_EXPECT_MSG_EQ(queue->IsStopped(), true, "no descriptor is free");
            NS_TEST_EXPECT_MSG_EQ((SendCharged() == XmitVerdict::SUCCESS), false, "none at all");
        });
        Simulator::Schedule(interrupt + NanoSeconds(1), [this] {
            NS_TEST_EXPECT_MSG_EQ(queue->IsStopped(), false, "all are");
            NS_TEST_EXPECT_MSG_EQ((SendCharged() == XmitVerdict::SUCCESS), true, "all are");
        });
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(interrupts.size(), 2, "three, and the one sent last");
        NS_TEST_EXPECT_MSG_EQ(interrupts.front().time, interrupt, "as late as it may be");
        CheckNothingIsLeft(5);
    }
};

/// ethtool -C in the middle.
class ChangeTest : public CoalescingTestCase
{
  public:
    ChangeTest()
        : CoalescingTestCase("settings change at run time; switching off reports what waits")
    {
    }

  private:
    void DoRun() override
    {
        BuildCoalescing(1000, 0);
        SendChargedFrames(4);
        const Time change = 2 * SLOT + NanoSeconds(5);
        Simulator::Schedule(change, [this] {
            NS_TEST_EXPECT_MSG_EQ(a->GetTxCoalescing().usecs, 1000, "before");
            a->SetAttribute("TxUsecs", UintegerValue(0));
            NS_TEST_EXPECT_MSG_EQ(memory->GetWmemAlloc(), 2 * TRUESIZE, "the first two");
        });
        Simulator::Run();
        CheckInterrupts({{change, 0, 2}, {3 * SLOT, 0, 1}, {4 * SLOT, 0, 1}});
        CheckNothingIsLeft(4);
    }
};

/// The cable is cut.
class CutTest : public CoalescingTestCase
{
  public:
    CutTest()
        : CoalescingTestCase("what was sent and not reported is no loss when the link goes")
    {
    }

  private:
    void DoRun() override
    {
        // Two have left, the third is half sent, the fourth has not begun.
        BuildCoalescing(1000, 0);
        SendChargedFrames(4);
        Simulator::Schedule(2 * SLOT + NanoSeconds(100), [this] {
            channel->SetCarrier(false);
            NS_TEST_EXPECT_MSG_EQ(memory->GetWmemAlloc(), 0, "all are given back");
        });
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(interrupts.empty(), true, "there is nothing left to report");
        NS_TEST_EXPECT_MSG_EQ(a->GetStats().txPackets, 2, "those that have left");
        NS_TEST_EXPECT_MSG_EQ(a->GetStats().txCarrierErrors, 2, "the others");
        NS_TEST_ASSERT_MSG_EQ(limits->completed.size(), 1, "BQL is told once");
        NS_TEST_EXPECT_MSG_EQ(limits->completed.front().second, 4 * FRAME, "of all");
        CheckNothingIsLeft(4);
    }
};

/// The end of the simulation.
class DisposeTest : public CoalescingTestCase
{
  public:
    DisposeTest()
        : CoalescingTestCase("a device that goes away gives back what was not reported")
    {
    }

  private:
    void DoRun() override
    {
        BuildCoalescing(1000, 0);
        SendChargedFrames(2);
        Simulator::Schedule(SLOT + NanoSeconds(1), [this] { a->Dispose(); });
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(memory->GetWmemAlloc(), 0, "somebody still pays");
        NS_TEST_EXPECT_MSG_EQ(pool->GetNLive(), 0, "somebody still holds an Skb");
        NS_TEST_EXPECT_MSG_EQ(interrupts.empty(), true, "nobody reports");
    }
};

/// Coalescing of transmit completions.
class NicCoalescingTestSuite : public TestSuite
{
  public:
    NicCoalescingTestSuite()
        : TestSuite("linux-tx-nic-coalescing", TestSuite::Type::UNIT)
    {
        AddTestCase(new ByTimeTest);
        AddTestCase(new ByFramesTest);
        AddTestCase(new OffTest);
        AddTestCase(new TrainTest);
        AddTestCase(new QueuesTest);
        AddTestCase(new FullRingTest);
        AddTestCase(new ChangeTest);
        AddTestCase(new CutTest);
        AddTestCase(new DisposeTest);
    }
};

NicCoalescingTestSuite g_nicCoalescingTestSuite; ///< registers it

} // namespace
