/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fq-test-case.h"

#include "ns3/ipv4-header.h"
#include "ns3/qdisc-report.h"
#include "ns3/uinteger.h"
#include "ns3/wrap-item.h"

#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::fq_test;
using namespace ns3::nic_test;

/**
 * @file
 * @ingroup linux-tx-tests
 * @brief What fq does with packets on a device. The rules themselves are tested in
 *        test/unit/fq-scheduler-test.cc; here it is ns-3's side of them: items, times, drops,
 *        counters, charges. The invariant is that every Skb is in the queue disc, on the ring, or
 *        gone, and that its owner pays as long.
 */

namespace
{

/// Quanta.
class DefaultsTest : public FqTestCase
{
  public:
    DefaultsTest()
        : FqTestCase("parameters are those of Linux 6.1, quanta follow from the device's MTU")
    {
    }

  private:
    void DoRun() override
    {
        BuildHosts();
        const auto lone = MakeFq({});
        lone->Initialize();
        NS_TEST_EXPECT_MSG_EQ(lone->GetParameters().quantum, 3028, "2 x 1514 without a device");
        lone->Dispose();
        a->SetMtu(9000);
        fq = MakeFq({});
        trafficControl->SetRootQueueDiscOnDevice(a, fq);
        Run([this] { SendFrames(memory, 1); });
        const FqParameters& parameters = fq->GetParameters();
        NS_TEST_EXPECT_MSG_EQ(parameters.quantum, 2 * 9014, "2 x psched_mtu()");
        NS_TEST_EXPECT_MSG_EQ(parameters.initialQuantum, 10 * 9014, "10 x psched_mtu()");
        NS_TEST_EXPECT_MSG_EQ(fq->GetMaxSize(), QueueSize("10000p"), "limit");
        NS_TEST_EXPECT_MSG_EQ(parameters.flowLimit, 100, "flow_limit");
        NS_TEST_EXPECT_MSG_EQ(parameters.buckets, 1024, "buckets");
        NS_TEST_EXPECT_MSG_EQ(parameters.orphanMask, 1023, "orphan_mask");
        NS_TEST_EXPECT_MSG_EQ(parameters.maxRate, SocketPacing::UNLIMITED, "maxrate");
        NS_TEST_EXPECT_MSG_EQ(parameters.lowRateThreshold, 68750, "550 Kbit/s");
        NS_TEST_EXPECT_MSG_EQ(parameters.refillDelay, 10, "40 ms are 10 jiffies");
        NS_TEST_EXPECT_MSG_EQ(parameters.collectAge, 750, "3 s");
        NS_TEST_EXPECT_MSG_EQ(parameters.horizon, 10'000'000'000, "10 s");
        NS_TEST_EXPECT_MSG_EQ(parameters.horizonDrop, true, "horizon_drop");
        NS_TEST_EXPECT_MSG_EQ(parameters.ceThreshold, 4'294'967'295'000, "never");
        NS_TEST_EXPECT_MSG_EQ(parameters.timerSlack, 10'000, "10 us");
        NS_TEST_EXPECT_MSG_EQ(parameters.pacing, true, "pacing");

        fq->SetAttribute("Quantum", UintegerValue(1000));
        fq->SetAttribute("RefillDelay", TimeValue(MilliSeconds(41)));
        fq->SetAttribute("Buckets", UintegerValue(1000));
        NS_TEST_EXPECT_MSG_EQ(parameters.quantum, 1000, "as set");
        NS_TEST_EXPECT_MSG_EQ(fq->GetRefillDelay(), MilliSeconds(44), "whole jiffies, up");
        NS_TEST_EXPECT_MSG_EQ(parameters.buckets, 512, "a power of 2, down");
        fq->SetAttribute("Quantum", UintegerValue(0));
        NS_TEST_EXPECT_MSG_EQ(parameters.quantum, 2 * 9014, "the device's again");
    }
};

/// Round robin.
class FairnessTest : public FqTestCase
{
  public:
    FairnessTest()
        : FqTestCase("sockets get equal bytes, whatever the size of their packets")
    {
    }

  private:
    void DoRun() override
    {
        BuildFq({{"Quantum", "2028"}, {"InitialQuantum", "2028"}});
        const auto other = MakeOwner();
        Run([this, other] {
            StopDevice();
            SendFrames(memory, 6, 1000);
            SendFrames(other, 14, 486);
            WakeDevice();
        });
        // A round has 2028 bytes: 2 frames of 1014, which uses it up; 5 of 500 are 472 too many,
        // so then 4, and again 444 too many, and 4.
        std::string expected;
        for (const int small : {5, 4, 4})
        {
            expected += "1000 1000 ";
            for (int i = 0; i < small; ++i)
            {
                expected += "486 ";
            }
        }
        NS_TEST_EXPECT_MSG_EQ(GetArrived(), expected + "486 ", "rounds");
        NS_TEST_EXPECT_MSG_EQ(fq->GetFqStats().flows, 2, "two sockets");
        NS_TEST_EXPECT_MSG_EQ(fq->GetFqStats().throttled, 0, "nobody has a rate");
        ExpectNothingLeft();
        NS_TEST_EXPECT_MSG_EQ(other->GetWmemAlloc(), 0, "likewise");
    }
};

/// Low rates.
class LowRatePacingTest : public FqTestCase
{
  public:
    LowRatePacingTest()
        : FqTestCase("up to low_rate_threshold every packet waits for the one before it")
    {
    }

  private:
    void DoRun() override
    {
        BuildFq();
        memory->GetPacing().SetRate(LOW_RATE);
        Run([this] { SendFrames(memory, 4); });
        NS_TEST_ASSERT_MSG_EQ(atB.size(), 4, "all arrive");
        // The timer is late by its slack, of which the next delay makes up.
        NS_TEST_EXPECT_MSG_EQ(GetBegin(0), Time(), "at once");
        for (int i = 1; i < 4; ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(GetBegin(i), i * GAP + SLACK, "frame " << i);
        }
        NS_TEST_EXPECT_MSG_EQ(memory->GetPacing().GetStatus(), SocketPacing::FQ, "told");
        const FqStats stats = fq->GetFqStats();
        NS_TEST_EXPECT_MSG_EQ(stats.throttled, 3, "each but the first");
        NS_TEST_EXPECT_MSG_EQ(stats.throttledFlows, 0, "none any more");
        // 10 us, three times: 1250, 1250 - 156 + 1250, 2344 - 293 + 1250
        NS_TEST_EXPECT_MSG_EQ(stats.latency, 3301, "average of the timer's lateness");
        ExpectNothingLeft();
    }
};

/// Higher rates.
class PacingTest : public FqTestCase
{
  public:
    PacingTest()
        : FqTestCase("above low_rate_threshold a quantum leaves at once, and the rate is kept")
    {
    }

  private:
    void DoRun() override
    {
        BuildFq();
        memory->GetPacing().SetRate(10'000'000);
        Run([this] { SendFrames(memory, 24); });
        NS_TEST_ASSERT_MSG_EQ(atB.size(), 24, "all arrive");
        // 15 frames are 70 bytes more than the initial quantum, 15140. Each round then adds 3028:
        // 3 frames, 14 bytes too many, so that it lasts for more than 200 rounds. A round is paced
        // by the quantum: 302.8 us.
        const Time round = NanoSeconds(302'800);
        NS_TEST_EXPECT_MSG_EQ(GetBegin(14), 14 * SLOT, "the initial quantum at once");
        for (int i = 0; i < 3; ++i)
        {
            const Time begin = (i + 1) * round + SLACK;
            NS_TEST_EXPECT_MSG_EQ(GetBegin(15 + 3 * i), begin, "round " << i);
            NS_TEST_EXPECT_MSG_EQ(GetBegin(17 + 3 * i), begin + 2 * SLOT, "third of round " << i);
        }
        ExpectNothingLeft();
    }
};

/// maxrate, and orphans.
class MaxRateTest : public FqTestCase
{
  public:
    MaxRateTest()
        : FqTestCase("maxrate holds for each flow alone, with and without a socket")
    {
    }

  private:
    void DoRun() override
    {
        BuildFq({{"MaxRate", "400kbps"}}); // 50000 bytes/s
        memory->GetPacing().SetRate(1'000'000);
        Run([this] {
            SendFrames(memory, 2);
            // Without owner; the protocol alone makes the flow.
            for (int i = 0; i < 2; ++i)
            {
                layer->Transmit(a,
                                layer->WrapFrame(Create<Packet>(500), b->GetAddress(), PROTOCOL));
            }
        });
        NS_TEST_ASSERT_MSG_EQ(GetArrived(), "1000 500 500 1000 ", "514 bytes wait for less");
        NS_TEST_EXPECT_MSG_EQ(atB[2].time - START,
                              NanoSeconds(10'280'000) + SLACK + NanoSeconds(526 * 8),
                              "514 / 50000 s");
        NS_TEST_EXPECT_MSG_EQ(GetBegin(3), GAP + SLACK, "1014 / 50000 s");
        NS_TEST_EXPECT_MSG_EQ(fq->GetFqStats().flows, 2, "the socket, and the rest");
        ExpectNothingLeft();
    }
};

/// Departure times.
class DepartureTest : public FqTestCase
{
  public:
    DepartureTest()
        : FqTestCase("packets leave at their departure times, in the order of these")
    {
    }

  private:
    void DoRun() override
    {
        BuildFq();
        memory->GetPacing().SetRate(1); // of no interest to packets with a time
        Run([this] {
            for (const uint32_t ms : {3, 5, 1, 4, 1})
            {
                SendFrame(memory, PAYLOAD + ms, {START + MilliSeconds(ms), 0});
            }
            const FqStats stats = fq->GetFqStats();
            NS_TEST_EXPECT_MSG_EQ(stats.throttledFlows, 1, "waits");
            NS_TEST_EXPECT_MSG_EQ(stats.inactive, 0, "but not for nothing");
            NS_TEST_EXPECT_MSG_EQ(pool->GetNLive(), 5, "all are here");
        });
        NS_TEST_ASSERT_MSG_EQ(GetArrived(), "1001 1001 1003 1004 1005 ", "sorted");
        NS_TEST_EXPECT_MSG_EQ(atB[0].time,
                              START + MilliSeconds(3) + SLACK + NanoSeconds(1027 * 8),
                              "the flow was throttled until 3 ms when the packet of 1 ms came");
        NS_TEST_EXPECT_MSG_EQ(atB[3].time,
                              START + MilliSeconds(4) + SLACK + NanoSeconds(1030 * 8),
                              "on time");
        NS_TEST_EXPECT_MSG_EQ(atB[4].time,
                              START + MilliSeconds(5) + SLACK + NanoSeconds(1031 * 8),
                              "on time");
        ExpectNothingLeft();
    }
};

/// The horizon.
class HorizonTest : public FqTestCase
{
  public:
    /**
     * @brief Constructor.
     * @param drop horizon_drop, else horizon_cap
     */
    explicit HorizonTest(bool drop)
        : FqTestCase(drop ? "packets that are to leave beyond the horizon are dropped"
                          : "packets that are to leave beyond the horizon leave at the horizon"),
          m_drop(drop)
    {
    }

  private:
    void DoRun() override
    {
        BuildFq({{"Horizon", "2s"}, {"HorizonDrop", m_drop ? "true" : "false"}});
        Run([this] {
            const Time horizon = START + Seconds(2);
            NS_TEST_EXPECT_MSG_EQ(SendFrame(memory, PAYLOAD, {horizon, 0}), true, "just within");
            NS_TEST_EXPECT_MSG_EQ(SendFrame(MakeOwner(), PAYLOAD, {horizon + NanoSeconds(1), 0}),
                                  !m_drop,
                                  "just beyond");
            NS_TEST_EXPECT_MSG_EQ(SendFrame(MakeOwner(), PAYLOAD, {horizon + Seconds(100), 0}),
                                  !m_drop,
                                  "far beyond");
        });
        const FqStats stats = fq->GetFqStats();
        NS_TEST_EXPECT_MSG_EQ(stats.horizonDrops, m_drop ? 2 : 0, "drops");
        NS_TEST_EXPECT_MSG_EQ(stats.horizonCaps, m_drop ? 0 : 2, "caps");
        NS_TEST_EXPECT_MSG_EQ(fq->GetStats().GetNDroppedPackets(LinuxFqQueueDisc::HORIZON_DROP),
                              stats.horizonDrops,
                              "reason");
        NS_TEST_EXPECT_MSG_EQ(stats.flows, m_drop ? 1 : 3, "a drop makes no flow");
        NS_TEST_ASSERT_MSG_EQ(atB.size(), m_drop ? 1 : 3, "the others arrive");
        for (std::size_t i = 0; i < atB.size(); ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(GetBegin(i),
                                  Seconds(2) + SLACK + static_cast<int64_t>(i) * SLOT,
                                  "frame " << i);
        }
        ExpectNothingLeft();
    }

    bool m_drop; //!< horizon_drop
};

/// limit and flow_limit.
class LimitTest : public FqTestCase
{
  public:
    LimitTest()
        : FqTestCase("limit and flow_limit drop with their reasons, and tell the sender")
    {
    }

  private:
    void DoRun() override
    {
        BuildFq({{"Limit", "5"}, {"FlowLimit", "3"}});
        const auto other = MakeOwner();
        Run([this, other] {
            StopDevice();
            for (int i = 0; i < 4; ++i)
            {
                NS_TEST_EXPECT_MSG_EQ(SendFrame(memory, PAYLOAD), (i < 3), "flow_limit");
            }
            for (int i = 0; i < 3; ++i)
            {
                NS_TEST_EXPECT_MSG_EQ(SendFrame(other, PAYLOAD), (i < 2), "limit");
            }
            NS_TEST_EXPECT_MSG_EQ(fq->GetNPackets(), 5, "full");
            NS_TEST_EXPECT_MSG_EQ(fq->GetNBytes(), 5 * FRAME, "full");
            NS_TEST_EXPECT_MSG_EQ(memory->GetWmemAlloc(), 3 * TRUESIZE, "who was dropped is free");
            fq->SetAttribute("Limit", UintegerValue(4));
            NS_TEST_EXPECT_MSG_EQ(fq->GetNPackets(), 4, "lowered");
            NS_TEST_EXPECT_MSG_EQ(memory->GetWmemAlloc(), 2 * TRUESIZE, "its turn");
            WakeDevice();
        });
        const auto& stats = fq->GetStats();
        NS_TEST_EXPECT_MSG_EQ(stats.GetNDroppedPackets(LinuxFqQueueDisc::FLOW_LIMIT_DROP),
                              1,
                              "flow_limit");
        NS_TEST_EXPECT_MSG_EQ(stats.GetNDroppedPackets(LinuxFqQueueDisc::LIMIT_DROP), 1, "limit");
        NS_TEST_EXPECT_MSG_EQ(stats.GetNDroppedPackets(LinuxFqQueueDisc::LOWERED_LIMIT_DROP),
                              1,
                              "lowered limit");
        NS_TEST_EXPECT_MSG_EQ(fq->GetFqStats().flowsPlimit, 1, "flows_plimit");
        NS_TEST_EXPECT_MSG_EQ(stats.nTotalSentPackets, 4, "the rest");
        NS_TEST_EXPECT_MSG_EQ(atB.size(), 4, "arrives");
        ExpectNothingLeft();
    }
};

/// Control packets.
class ControlTest : public FqTestCase
{
  public:
    ControlTest()
        : FqTestCase("packets of priority TC_PRIO_CONTROL pass all others and make no flow")
    {
    }

  private:
    void DoRun() override
    {
        BuildFq({{"FlowLimit", "2"}});
        memory->GetPacing().SetRate(LOW_RATE);
        Run([this] {
            StopDevice();
            SendFrames(memory, 2);
            SendFrame(memory, 6, {Time(), 6}); // over flow_limit: only 7 is control
            for (const uint8_t priority : {7, 7 + 16, 7})
            {
                SendFrame(memory, priority, {Time(), priority}); // more than flow_limit
            }
            WakeDevice();
        });
        NS_TEST_EXPECT_MSG_EQ(GetArrived(), "7 23 7 1000 1000 ", "control packets first");
        NS_TEST_EXPECT_MSG_EQ(fq->GetFqStats().highprio, 3, "highprio");
        NS_TEST_EXPECT_MSG_EQ(fq->GetFqStats().flowsPlimit, 1, "flows_plimit");
        NS_TEST_EXPECT_MSG_EQ(fq->GetFqStats().flows, 1, "flows");
        NS_TEST_EXPECT_MSG_EQ(atB.back().time,
                              START + GAP + SLACK + LAST_BIT,
                              "the flow was not charged for them");
        ExpectNothingLeft();
    }
};

/// ce_threshold.
class CeThresholdTest : public FqTestCase
{
  public:
    CeThresholdTest()
        : FqTestCase("a packet that leaves later than ce_threshold is marked if it can be")
    {
    }

  private:
    /**
     * @brief Make a packet.
     * @param ecn its ECN field
     * @return the item
     */
    Ptr<QueueDiscItem> MakeItem(Ipv4Header::EcnType ecn) const
    {
        Ipv4Header header;
        header.SetPayloadSize(100);
        header.SetEcn(ecn);
        return WrapItem(
                   Create<Ipv4QueueDiscItem>(Create<Packet>(100), b->GetAddress(), IPV4, header))
            .item;
    }

    void DoRun() override
    {
        BuildFq({{"CeThreshold", "2ms"}});
        Run([this] {
            StopDevice();
            Give(MakeItem(Ipv4Header::ECN_ECT0), memory);
            Give(MakeItem(Ipv4Header::ECN_NotECT), memory);
            Give(MakeItem(Ipv4Header::ECN_ECT0), MakeOwner(), START + MicroSeconds(1)); // on time
        });
        Simulator::Schedule(MicroSeconds(2001), [this] { WakeDevice(); });
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(atB.size(), 3, "all arrive");
        // The kernel counts before it knows whether the packet can be marked.
        NS_TEST_EXPECT_MSG_EQ(fq->GetFqStats().ceMark, 2, "ce_mark");
        NS_TEST_EXPECT_MSG_EQ(fq->GetStats().GetNMarkedPackets(LinuxFqQueueDisc::CE_MARK),
                              1,
                              "marked");
        ExpectNothingLeft();
    }
};

/// Trains.
class TrainTest : public FqTestCase
{
  public:
    TrainTest()
        : FqTestCase("a train is one packet, as long as its segments together")
    {
    }

  private:
    void DoRun() override
    {
        BuildFq({{"FlowLimit", "2"}});
        memory->GetPacing().SetRate(LOW_RATE);
        const auto give = [this] {
            return layer->Transmit(a, MakeTrain({PAYLOAD, PAYLOAD, PAYLOAD})) ==
                   XmitVerdict::SUCCESS;
        };
        Run([this, give] {
            StopDevice();
            NS_TEST_EXPECT_MSG_EQ(give() && give(), true, "two packets");
            NS_TEST_EXPECT_MSG_EQ(give(), false, "flow_limit");
            NS_TEST_EXPECT_MSG_EQ(fq->GetNPackets(), 2, "trains");
            NS_TEST_EXPECT_MSG_EQ(fq->GetNBytes(), 6 * FRAME, "qdisc_pkt_len");
            WakeDevice();
        });
        NS_TEST_ASSERT_MSG_EQ(atB.size(), 6, "all segments arrive");
        NS_TEST_EXPECT_MSG_EQ(GetBegin(2), 2 * SLOT, "the first at once");
        NS_TEST_EXPECT_MSG_EQ(GetBegin(3), 3 * GAP + SLACK, "3 x 1014 / 50000 s later");
        ExpectNothingLeft();
    }
};

/// gc.
class CollectTest : public FqTestCase
{
  public:
    CollectTest()
        : FqTestCase("flows that are idle for 3 s are forgotten once there are many of them")
    {
    }

  private:
    void DoRun() override
    {
        BuildFq({{"Buckets", "2"}});
        std::vector<Ptr<SocketWriteMemory>> owners;
        for (int i = 0; i < 6; ++i)
        {
            owners.push_back(MakeOwner());
        }
        Run([this, &owners] {
            for (const auto& owner : owners)
            {
                SendFrames(owner, 1);
            }
            // Each look at the flows finds the one before it empty.
            NS_TEST_EXPECT_MSG_EQ(fq->GetFqStats().flows, 6, "known");
            NS_TEST_EXPECT_MSG_EQ(fq->GetFqStats().inactive, 5, "inactive");
        });
        const auto later = [this](Time delay) {
            Simulator::Schedule(START + delay - Simulator::Now(),
                                [this] { SendFrames(MakeOwner(), 1); });
            Simulator::Run();
            return fq->GetFqStats().gc;
        };
        NS_TEST_EXPECT_MSG_EQ(later(Seconds(3)), 0, "not for longer than 3 s yet");
        // Flows are dealt to two buckets. 3 s gave flow 6 to the first one; flow 7 looks into the
        // second, where 1, 3 and 5 are; 5 was found empty only when 6 came.
        NS_TEST_EXPECT_MSG_EQ(later(Seconds(4)), 2, "1 and 3");
        NS_TEST_EXPECT_MSG_EQ(fq->GetFqStats().flows, 6, "8 - 2");
        NS_TEST_EXPECT_MSG_EQ(later(Seconds(5)), 5, "0, 2 and 4");
        NS_TEST_EXPECT_MSG_EQ(fq->GetFqStats().flows, 4, "5, 6, 7 and the new one");
        NS_TEST_EXPECT_MSG_EQ(atB.size(), 9, "all arrive");
        ExpectNothingLeft();
    }
};

/// tc's report.
class ReportTest : public FqTestCase
{
  public:
    ReportTest()
        : FqTestCase("parameters and statistics are printed as tc 6.1 prints them")
    {
    }

  private:
    void DoRun() override
    {
        const auto idle = MakeFq({});
        NS_TEST_EXPECT_MSG_EQ(
            QdiscReport::Text(idle, "eth0"),
            "qdisc fq 8001: dev eth0 root refcnt 2 limit 10000p flow_limit 100p buckets 1024 "
            "orphan_mask 1023 quantum 3028b initial_quantum 15140b low_rate_threshold 550Kbit "
            "refill_delay 40ms timer_slack 10us horizon 10s horizon_drop \n"
            " Sent 0 bytes 0 pkt (dropped 0, overlimits 0 requeues 0) \n"
            " backlog 0b 0p requeues 0\n"
            "  flows 0 (inactive 0 throttled 0)\n"
            "  gc 0 highprio 0 throttled 0\n",
            "defaults");
        NS_TEST_EXPECT_MSG_EQ(QdiscReport::GetKind(idle), "fq", "kind");
        idle->Dispose();

        BuildFq({{"Limit", "500"},
                 {"FlowLimit", "3"},
                 {"Buckets", "64"},
                 {"OrphanMask", "255"},
                 {"Quantum", "2048"},
                 {"InitialQuantum", "4096"},
                 {"MaxRate", "16kbps"},
                 {"LowRateThreshold", "0bps"},
                 {"RefillDelay", "1ms"},
                 {"CeThreshold", "3ms"},
                 {"TimerSlack", "800ns"},
                 {"Horizon", "1500ms"},
                 {"HorizonDrop", "false"}});
        Run([this] {
            StopDevice();
            SendFrame(memory, 7, {Time(), 7});
            SendFrames(memory, 4, 4086);                              // one too many
            SendFrame(MakeOwner(), PAYLOAD, {START + Seconds(9), 0}); // capped
            Simulator::Schedule(MilliSeconds(4), [this] {
                WakeDevice(); // 7, and one of the three, 4 ms late, whose 4100 bytes take 2 s
                Simulator::ScheduleNow(&ReportTest::PrintBusy, this);
            });
        });
        ExpectNothingLeft();
    }

    /**
     * @brief Expect the report of the middle.
     */
    void PrintBusy()
    {
        // Sent 21 + 4100; waiting 2 x 4100 + 1014 = 9214 bytes, 2 bytes from 9 x 1024. Two flows
        // wait: the socket until 1 s after it was served, the other one until 1.5 s, which is
        // 1496 ms from now.
        NS_TEST_EXPECT_MSG_EQ(
            QdiscReport::Text(fq),
            "qdisc fq 8001: root refcnt 2 limit 500p flow_limit 3p buckets 64 orphan_mask 255 "
            "quantum 2Kb initial_quantum 4Kb maxrate 16Kbit refill_delay 4ms ce_threshold 3ms "
            "timer_slack 800ns horizon 1.5s horizon_cap \n"
            " Sent 4121 bytes 2 pkt (dropped 1, overlimits 0 requeues 0) \n"
            " backlog 9Kb 3p requeues 0\n"
            "  flows 2 (inactive 0 throttled 2) next_packet_delay 1s\n"
            "  gc 0 highprio 1 throttled 2 ce_mark 1 flows_plimit 1\n"
            " pkts_too_long 1  horizon_caps 1\n",
            "everything");
    }
};

/// fq.
class FqTestSuite : public TestSuite
{
  public:
    FqTestSuite()
        : TestSuite("linux-tx-fq", TestSuite::Type::UNIT)
    {
        AddTestCase(new DefaultsTest);
        AddTestCase(new FairnessTest);
        AddTestCase(new LowRatePacingTest);
        AddTestCase(new PacingTest);
        AddTestCase(new MaxRateTest);
        AddTestCase(new DepartureTest);
        AddTestCase(new HorizonTest(true));
        AddTestCase(new HorizonTest(false));
        AddTestCase(new LimitTest);
        AddTestCase(new ControlTest);
        AddTestCase(new CeThresholdTest);
        AddTestCase(new TrainTest);
        AddTestCase(new CollectTest);
        AddTestCase(new ReportTest);
    }
};

FqTestSuite g_fqTestSuite; //!< registers itself

} // namespace
