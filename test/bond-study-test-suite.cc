/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../examples/polarisation-study.h"
#include "../examples/request-study.h"

#include "ns3/config.h"
#include "ns3/simulator.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <string>

using namespace ns3;

/**
 * @file
 * @ingroup linux-tx
 * @brief The studies of the bond-tcp-rr example, against their derivation.
 */

namespace
{

/// Runs a study.
class StudyTestCase : public TestCase
{
  public:
    using TestCase::TestCase;

  protected:
    /**
     * @brief Run a study.
     * @tparam Study RequestStudy or PolarisationStudy
     * @param settings its settings
     * @return what came out
     */
    template <typename Study>
    BondStudyResult Run(const BondStudySettings& settings)
    {
        Config::SetDefault("ns3::TcpSocket::SegmentSize",
                           UintegerValue(BondStudyDefaults::SEGMENT_SIZE));
        const BondStudyResult result = Study(settings).Run();
        Simulator::Destroy();
        NS_TEST_EXPECT_MSG_EQ(result.error, "", "every request is answered, every flow moves");
        NS_TEST_EXPECT_MSG_EQ(result.dropped, 0, "nothing is dropped");
        return result;
    }

  private:
    void DoTeardown() override
    {
        Simulator::Destroy();
        Config::Reset();
    }
};

/// Four bulk flows with even source ports, layer3+4, 2 x 10 Gb/s.
class PolarisationTestCase : public StudyTestCase
{
  public:
    PolarisationTestCase()
        : StudyTestCase("Even source ports use one slave of two with the formula of 2.6, both with "
                        "that of 6.1")
    {
    }

  private:
    void DoRun() override
    {
        BondStudySettings settings;
        settings.network.mode = "balance-xor";
        settings.network.slaves = 2;
        settings.network.rate = DataRate("10Gbps");
        settings.network.hosts = 1;
        settings.sessions = 4;
        settings.ports = "even";
        settings.duration = MilliSeconds(5);

        // A frame of 1448 bytes of payload takes 1538 bytes of wire: 9.415 Gb/s at most on a link.
        const double linkBytes = 10e9 / 8 * settings.duration.GetSeconds() * 1448 / 1538;
        settings.network.formula = "2.6";
        Expect(Run<PolarisationStudy>(settings), linkBytes, 1.0);
        settings.network.formula = "6.1";
        Expect(Run<PolarisationStudy>(settings), 2 * linkBytes, 0.5);
    }

    /**
     * @brief Check a run.
     * @param result what came out
     * @param bytes payload that full links carry
     * @param share of the busier slave
     */
    void Expect(const BondStudyResult& result, double bytes, double share)
    {
        uint64_t received = 0;
        for (const uint64_t flow : result.flowBytes)
        {
            received += flow;
        }
        NS_TEST_EXPECT_MSG_EQ_TOL(static_cast<double>(received),
                                  bytes,
                                  0.02 * bytes,
                                  "formula " << result.network.formula << ": full links");
        NS_TEST_EXPECT_MSG_EQ_TOL(std::max(result.slaves[0].txShare, result.slaves[1].txShare),
                                  share,
                                  0.02,
                                  "formula " << result.network.formula << ": share");
    }
};

/// Request/response sessions whose think time is what limits them.
class ThinkTimeTestCase : public StudyTestCase
{
  public:
    /**
     * @brief Constructor.
     * @param mode mode of the bond
     */
    explicit ThinkTimeTestCase(const std::string& mode)
        : StudyTestCase("Sessions over " + mode + " do what think time and round trip allow"),
          m_mode(mode)
    {
    }

  private:
    void DoRun() override
    {
        BondStudySettings settings;
        settings.network.mode = m_mode;
        settings.duration = MilliSeconds(10);
        const BondStudyResult result = Run<RequestStudy>(settings);

        // Each of 200 sessions takes think time and round trip for a transaction.
        const double expected = settings.sessions * settings.duration.GetSeconds() /
                                (settings.pattern.thinkTime + result.roundTrip).GetSeconds();
        NS_TEST_EXPECT_MSG_EQ_TOL(static_cast<double>(result.transactions),
                                  expected,
                                  0.01 * expected,
                                  "transactions");
        // Alone on its way a frame of 67 bytes, with FCS and preamble 79, takes 0.632 us on a link of
        // the bond, a quarter of that on the far host's, and 1 us on each cable; there and back that
        // is 5.58 us. Few frames wait for others.
        NS_TEST_EXPECT_MSG_GT(result.roundTrip, NanoSeconds(5579), "nobody is faster");
        NS_TEST_EXPECT_MSG_LT(result.roundTrip, NanoSeconds(5700), "hardly anybody waits");
        for (const auto& slave : result.slaves)
        {
            NS_TEST_EXPECT_MSG_GT(slave.txShare, 0.15, "the hash uses every slave");
        }
        const bool oneReceives = m_mode == "balance-tlb";
        NS_TEST_EXPECT_MSG_EQ((result.slaves[1].rxPackets == 0),
                              oneReceives,
                              "only balance-tlb receives on the active slave alone");
    }

    std::string m_mode; //!< mode of the bond
};

/// Request/response sessions that do not think.
class FullWireTestCase : public StudyTestCase
{
  public:
    FullWireTestCase()
        : StudyTestCase("Sessions over balance-tlb that do not think fill the wire of the active "
                        "slave")
    {
    }

  private:
    void DoRun() override
    {
        BondStudySettings settings;
        settings.network.mode = "balance-tlb";
        settings.pattern.thinkTime = Time(0);
        settings.duration = MilliSeconds(2);
        const BondStudyResult result = Run<RequestStudy>(settings);

        // A response of 1 byte: 14 Ethernet + 20 IP + 32 TCP + 1, and 24 of FCS, preamble and gap.
        const double expected = 1e9 / (8 * 91) * settings.duration.GetSeconds();
        NS_TEST_EXPECT_MSG_EQ_TOL(static_cast<double>(result.transactions),
                                  expected,
                                  0.01 * expected,
                                  "transactions");
    }
};

/// The suite.
class BondStudyTestSuite : public TestSuite
{
  public:
    BondStudyTestSuite()
        : TestSuite("linux-tx-bond-study", TestSuite::Type::SYSTEM)
    {
        AddTestCase(new PolarisationTestCase());
        for (const auto& mode : {"802.3ad", "balance-xor", "balance-tlb"})
        {
            AddTestCase(new ThinkTimeTestCase(mode));
        }
        AddTestCase(new FullWireTestCase());
    }
};

BondStudyTestSuite g_bondStudyTestSuite; //!< registers the suite

} // namespace
