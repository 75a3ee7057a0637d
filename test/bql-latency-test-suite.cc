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
 * @brief The scenario of the bql-latency example, against what was published for virtio in 2024
 * (the direction) and against what bulk flows may have in the host (the time).
 */

namespace
{

/// What a run came to.
struct Outcome
{
    double rate;  //!< transactions per second
    Time median;  //!< from request to response
    Time largest; //!< the longest
    double bulk;  //!< payload of the bulk flows, in Mbit/s
};

/// Runs with and without BQL.
class BqlTest : public TestCase
{
  public:
    /**
     * @brief Constructor.
     * @param queues transmit queues
     * @param driver kind of driver
     */
    BqlTest(uint32_t queues, const std::string& driver)
        : TestCase("BQL helps requests with fq_codel and not with pfifo_fast: queues " +
                   std::to_string(queues) + ", driver " + driver),
          m_queues(queues),
          m_driver(driver)
    {
    }

  private:
    void DoRun() override
    {
        const Outcome fifoOff = RunScenario("pfifo_fast", "off");
        const Outcome fifoOn = RunScenario("pfifo_fast", "on");
        const Outcome fairOff = RunScenario("fq_codel", "off");
        const Outcome fairOn = RunScenario("fq_codel", "on");

        NS_TEST_EXPECT_MSG_EQ_TOL(fifoOn.rate / fifoOff.rate, 1, 0.05, "148.3 and 149.5");
        NS_TEST_EXPECT_MSG_EQ_TOL(fairOff.rate / fifoOff.rate, 1, 0.05, "157.9 and 148.3");
        // With two queues the ring of each holds up to three trains, and the NIC takes turns: six
        // are ahead instead of three, of the 10 to 16 that are in both.
        NS_TEST_EXPECT_MSG_GT(fairOn.rate / fairOff.rate,
                              (m_queues == 1 ? 4 : 1.5),
                              "1282.4, 157.9");
        // 1448 of 1538 byte times of a full frame are payload: 941.5 Mb/s.
        for (const Outcome& outcome : {fifoOff, fifoOn, fairOff, fairOn})
        {
            NS_TEST_EXPECT_MSG_EQ_TOL(outcome.bulk, 941.5, 10, "bulk flows fill the link");
            NS_TEST_EXPECT_MSG_GT_OR_EQ(outcome.largest, outcome.median, "percentiles");
        }
        // A train of 45 segments of 1538 byte times takes 554 us at 1 Gb/s. Two of each of ten
        // flows are in the host, all on the ring or in front of it, in order: at most 11.1 ms. With
        // BQL and fq_codel only the ring's are ahead, and the limit of 136,260 B, once reached, is
        // two trains, with one more on the wire; then the response's way.
        const Time train = NanoSeconds(45 * 1538 * 8);
        NS_TEST_EXPECT_MSG_LT(fifoOff.largest, 2 * FLOWS * train + MilliSeconds(1), "FIFO");
        if (m_queues == 1 && m_driver == "normal")
        {
            NS_TEST_EXPECT_MSG_GT(fifoOff.median, 2 * (FLOWS - 2) * train, "FIFO");
            NS_TEST_EXPECT_MSG_LT(fairOn.median, 3 * train + MicroSeconds(100), "the ring's");
        }
    }

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
        settings.driver = m_driver;
        settings.qdisc = qdisc;
        settings.bql = bql;
        settings.flows = FLOWS;
        settings.warmup = MilliSeconds(200);
        settings.duration = MilliSeconds(400);
        BqlScenario scenario(settings);
        scenario.Run();
        NS_TEST_EXPECT_MSG_EQ(scenario.CheckConservation(), "", "every packet ends in one place");
        return {scenario.GetTransactionRate(),
                scenario.GetLatency(50),
                scenario.GetLatency(100),
                scenario.GetBulkMbps()};
    }

    void DoTeardown() override
    {
        Simulator::Destroy();
        Config::Reset();
    }

    static constexpr int64_t FLOWS = 10; //!< bulk flows
    uint32_t m_queues;                   //!< transmit queues
    std::string m_driver;                //!< kind of driver
};

/// The suite.
class BqlLatencyTestSuite : public TestSuite
{
  public:
    BqlLatencyTestSuite()
        : TestSuite("linux-tx-bql-latency", TestSuite::Type::SYSTEM)
    {
        AddTestCase(new BqlTest(1, "normal"));
        AddTestCase(new BqlTest(2, "normal"));
    }
};

BqlLatencyTestSuite g_bqlLatencyTestSuite; ///< the instance

} // namespace
