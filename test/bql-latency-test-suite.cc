/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../examples/bql-scenario.h"

#include "ns3/config.h"
#include "ns3/simulator.h"
#include "ns3/test.h"

#include <string>

using namespace ns3;

/**
 * @file
 * @ingroup linux-tx
 * @brief The scenario of the bql-latency example, against what was published for virtio_net in 2024
 * (the direction, with as many bulk flows) and against what bulk flows may have in the host (the
 * time, with fewer).
 */

namespace
{

/// What a run came to.
struct Outcome
{
    double rate;  //!< transactions per second
    Time median;  //!< from request to response
    Time largest; //!< the longest
};

/// Runs scenarios; whatever they are, flows fill the link and nothing is left behind.
class BqlTestCase : public TestCase
{
  protected:
    using TestCase::TestCase;

    /**
     * Run a scenario.
     * @param qdisc queue disc
     * @param bql on or off
     * @return what it came to
     */
    Outcome RunScenario(const std::string& qdisc, const std::string& bql)
    {
        BqlSettings settings;
        settings.queues = m_queues;
        settings.flows = m_flows;
        settings.qdisc = qdisc;
        settings.bql = bql;
        settings.warmup = MilliSeconds(200);
        settings.duration = MilliSeconds(250);
        BqlScenario scenario(settings);
        scenario.Run();
        NS_TEST_EXPECT_MSG_EQ(scenario.CheckConservation(), "", "every packet ends in one place");
        // 1448 of 1538 byte times of a full frame are payload: 941.5 Mb/s.
        NS_TEST_EXPECT_MSG_EQ_TOL(scenario.GetBulkMbps(), 941.5, 12, "bulk flows fill the link");
        Time before;
        for (const int percent : {50, 90, 99, 100})
        {
            const Time latency = scenario.GetLatency(percent);
            NS_TEST_EXPECT_MSG_GT_OR_EQ(latency, before, "percentiles are in order");
            before = latency;
        }
        NS_TEST_EXPECT_MSG_GT(scenario.GetLatency(50), Time(0), "requests were answered");
        return {scenario.GetTransactionRate(), scenario.GetLatency(50), scenario.GetLatency(100)};
    }

    void DoTeardown() override
    {
        Simulator::Destroy();
        Config::Reset();
    }

    uint32_t m_queues{1}; //!< transmit queues
    uint32_t m_flows{50}; //!< bulk flows
};

/// The direction that was published.
class BqlDirectionTest : public BqlTestCase
{
  public:
    /**
     * @brief Constructor.
     * @param queues transmit queues
     */
    explicit BqlDirectionTest(uint32_t queues)
        : BqlTestCase("BQL helps requests with fq_codel and not with pfifo_fast: queues " +
                      std::to_string(queues))
    {
        m_queues = queues;
    }

  private:
    void DoRun() override
    {
        const double fifoOff = RunScenario("pfifo_fast", "off").rate;
        const double fifoOn = RunScenario("pfifo_fast", "on").rate;
        const double fairOff = RunScenario("fq_codel", "off").rate;
        const double fairOn = RunScenario("fq_codel", "on").rate;
        NS_TEST_EXPECT_MSG_EQ_TOL(fifoOn / fifoOff, 1, 0.15, "148.3 and 149.5 with one queue");
        NS_TEST_EXPECT_MSG_EQ_TOL(fairOff / fifoOff, 1, 0.15, "157.9 and 148.3, 179.6 and 170.7");
        NS_TEST_EXPECT_MSG_GT(fairOn / fairOff, 3, "1282.4 and 157.9, 856.2 and 179.6");
    }
};

/// What is ahead of a request, where it can be counted.
class BqlWaitTest : public BqlTestCase
{
  public:
    BqlWaitTest()
        : BqlTestCase("A request waits behind two trains of each flow, or behind the ring's")
    {
        m_flows = FLOWS;
    }

  private:
    void DoRun() override
    {
        // A train of 45 segments of 1538 byte times takes 554 us at 1 Gb/s. Two of each of ten
        // flows are in the host, all on the ring or in front of it, in order: at most 11.1 ms. With
        // BQL and fq_codel only the ring's are ahead, and the limit of 136,260 B, once reached, is
        // two trains, with one more on the wire; then the response's way.
        const Time train = NanoSeconds(45 * 1538 * 8);
        for (const char* bql : {"off", "on"})
        {
            const Outcome fifo = RunScenario("pfifo_fast", bql);
            NS_TEST_EXPECT_MSG_LT(fifo.largest, 2 * FLOWS * train + MilliSeconds(1), "FIFO");
            NS_TEST_EXPECT_MSG_GT(fifo.median, 2 * (FLOWS - 2) * train, "FIFO");
        }
        const Outcome fair = RunScenario("fq_codel", "on");
        NS_TEST_EXPECT_MSG_LT(fair.median, 3 * train + MicroSeconds(100), "the ring's");
    }

    static constexpr int64_t FLOWS = 10; //!< bulk flows
};

/// The suite.
class BqlLatencyTestSuite : public TestSuite
{
  public:
    BqlLatencyTestSuite()
        : TestSuite("linux-tx-bql-latency", TestSuite::Type::SYSTEM)
    {
        AddTestCase(new BqlDirectionTest(1));
        AddTestCase(new BqlDirectionTest(2));
        AddTestCase(new BqlWaitTest());
    }
};

BqlLatencyTestSuite g_bqlLatencyTestSuite; ///< the instance

} // namespace
