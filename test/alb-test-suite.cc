/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "alb-network.h"

#include "ns3/test.h"

#include <string>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

/// What the issue allows, in seconds.
constexpr double TOLERANCE = 0.3;

/**
 * @ingroup linux-tx-tests
 * @brief A run of e8-*.tsv happens again on real devices.
 */
class AlbRunTest : public TestCase
{
  public:
    /// Options and their values.
    using Options = std::vector<std::pair<std::string, std::string>>;

    /**
     * @brief Constructor.
     * @param file the run
     * @param mode mode of the bond
     * @param options options of the bond
     * @param nLost datagrams to the clients that are lost
     */
    AlbRunTest(const std::string& file, const std::string& mode, Options options, uint64_t nLost)
        : TestCase("Frames, moves, replies and addresses are those of " + file),
          m_file(file),
          m_mode(mode),
          m_options(std::move(options)),
          m_nLost(nLost)
    {
    }

  private:
    void DoRun() override
    {
        AlbNetwork network(m_mode, m_options, m_file);
        network.Run();
        const auto measured = network.GetReference().GetTimelines(
            {"out", "in", "learn", "arp", "mac", "client-knows"});
        NS_TEST_ASSERT_MSG_GT(measured.size(), 10, "the file is there");
        for (const auto& difference :
             AlbReference::Compare(network.GetObserved(), measured, TOLERANCE))
        {
            NS_TEST_EXPECT_MSG_EQ(difference, "", "unlike the kernel");
        }
        const auto [toClients, toHost] = network.GetSent();
        const auto [atClients, atHost] = network.GetReceived();
        NS_TEST_EXPECT_MSG_EQ(toClients - atClients, m_nLost, "lost on the way to the clients");
        NS_TEST_EXPECT_MSG_LT_OR_EQ(atHost, toHost, "nothing comes in twice");
    }

    std::string m_file; //!< the run
    std::string m_mode; //!< mode of the bond
    Options m_options;  //!< options of the bond
    uint64_t m_nLost;   //!< datagrams to the clients that are lost
};

/// balance-tlb and balance-alb.
class AlbTestSuite : public TestSuite
{
  public:
    AlbTestSuite()
        : TestSuite("linux-tx-alb", TestSuite::Type::SYSTEM)
    {
        // With dynamic balancing the first datagram after each failure meets the dead slave; the
        // array for the hash is built anew at once.
        const AlbRunTest::Options miimon{{"miimon", "100"}};
        AddTestCase(new AlbRunTest("e8-tlb-dynamic.tsv", "balance-tlb", miimon, 2));
        AddTestCase(new AlbRunTest(
            "e8-tlb-hash.tsv",
            "balance-tlb",
            {{"miimon", "100"}, {"tlb_dynamic_lb", "0"}, {"xmit_hash_policy", "layer2+3"}},
            0));
        AddTestCase(new AlbRunTest("e8-alb-lp1.tsv", "balance-alb", miimon, 2));
        AddTestCase(new AlbRunTest("e8-alb-updelay.tsv",
                                   "balance-alb",
                                   {{"miimon", "100"}, {"updelay", "1000"}},
                                   1));
    }
};

AlbTestSuite g_albTestSuite; //!< registers the suite

} // namespace
