/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../examples/guest-flood-scenario.h"

#include "ns3/config.h"
#include "ns3/simulator.h"
#include "ns3/test.h"

#include <functional>
#include <string>
#include <utility>

using namespace ns3;

/**
 * @file
 * @ingroup linux-tx
 * @brief The scenario of the guest-udp-flood example, against the figures of 2010 and against what
 *        the frames' headers allow.
 */

namespace
{

/// A scenario, and what is to come of it.
class FloodTestCase : public TestCase
{
  public:
    /// What is to come of it; gets the test case for the NS_TEST macros.
    using Judge = std::function<void(FloodTestCase&, const GuestFloodScenario&)>;

    /**
     * @brief Constructor.
     * @param claim what the test shows
     * @param settings of the scenario; the duration is set here
     * @param judge what is to come of it
     */
    FloodTestCase(const std::string& claim, GuestFloodSettings settings, Judge judge)
        : TestCase(claim),
          m_settings(std::move(settings)),
          m_judge(std::move(judge))
    {
        m_settings.duration = DURATION;
    }

    /// For how long messages are sent.
    static const Time DURATION;

    /**
     * @brief Expect something to be so.
     * @param condition is it?
     * @param what what it is
     */
    void Expect(bool condition, const std::string& what)
    {
        NS_TEST_EXPECT_MSG_EQ(condition, true, what);
    }

    /**
     * @brief Expect two numbers to be equal.
     * @param actual what came out
     * @param expected what should
     * @param what what it is
     */
    void ExpectEq(uint64_t actual, uint64_t expected, const std::string& what)
    {
        NS_TEST_EXPECT_MSG_EQ(actual, expected, what);
    }

  private:
    void DoRun() override
    {
        GuestFloodScenario scenario(m_settings);
        scenario.Run();
        NS_TEST_EXPECT_MSG_EQ(scenario.CheckConservation(), "", "every packet ends in one place");
        m_judge(*this, scenario);
    }

    void DoTeardown() override
    {
        Simulator::Destroy();
        Config::Reset();
    }

    GuestFloodSettings m_settings; //!< of the scenario
    Judge m_judge;                 //!< what is to come of it
};

const Time FloodTestCase::DURATION = MilliSeconds(150);

/// 150 ms / 1.5 us
constexpr uint64_t MOST_SENDS = 100000;

/**
 * @brief The chain is whole: the guest is held to the wire, and nothing is dropped.
 * @param test the test
 * @param scenario the scenario, which has run
 */
void
ChainIsWhole(FloodTestCase& test, const GuestFloodScenario& scenario)
{
    test.ExpectEq(scenario.GetDrops().GetSum(), 0, "drops");
    test.ExpectEq(scenario.GetReceived(), scenario.GetSender()->GetOkaySends(), "all arrive");
    // 1000 of 8 + 14 + 20 + 8 + 1000 + 4 + 12 bytes: 938.09 Mb/s
    test.Expect(scenario.GetReceiverMbps() > 935, "the wire is used");
    test.Expect(scenario.GetReceiverMbps() < 938.1, "and not more than that");
    test.Expect(scenario.GetSender()->GetBlockedTime() > FloodTestCase::DURATION / 2, "blocked");
    // 93 on the ring and 456 charged to the tap
    test.Expect(scenario.GetReceivedLate() <= 93 + 456 + 1, "under way at the end");
}

/**
 * @brief The chain is broken: the guest sends as fast as it can, and the host's NIC drops.
 * @param test the test
 * @param scenario the scenario, which has run
 */
void
SlaveDrops(FloodTestCase& test, const GuestFloodScenario& scenario)
{
    const auto drops = scenario.GetDrops();
    test.ExpectEq(scenario.GetSender()->GetOkaySends(), MOST_SENDS, "sends");
    test.ExpectEq(scenario.GetSender()->GetBlockedTime().GetNanoSeconds(), 0, "blocked");
    test.ExpectEq(drops.GetSum(), drops.slaveQdisc, "drops anywhere else");
    test.Expect(drops.slaveQdisc > MOST_SENDS / 2, "drops");
    test.Expect(scenario.GetReceiverMbps() > 925 && scenario.GetReceiverMbps() < 939, "receiver");
}

/**
 * @brief A socket buffer so large that nothing holds it up: 5289.0 Mb/s sent and 930.7 received.
 * @param test the test
 * @param scenario the scenario, which has run
 */
void
BufferIsTooLarge(FloodTestCase& test, const GuestFloodScenario& scenario)
{
    test.ExpectEq(scenario.GetSocket()->GetSndbuf(), 20000000, "sndbuf, doubled");
    // over a shorter time the time in which the queues drain counts more: 15 ms of it
    const double elapsed = scenario.GetElapsed().GetSeconds();
    const double sender = scenario.GetSenderMbps() * elapsed / FloodTestCase::DURATION.GetSeconds();
    test.Expect(sender > 0.97 * 5289 && sender < 1.03 * 5289, "sender");
    test.Expect(scenario.GetReceiverMbps() > 925 && scenario.GetReceiverMbps() < 939, "receiver");
    test.ExpectEq(scenario.GetSender()->GetFailedSends(), 0, "no error is reported");
}

/**
 * @brief As BufferIsTooLarge(), where the chain below is whole: it is the guest that drops.
 * @param test the test
 * @param scenario the scenario, which has run
 */
void
GuestDrops(FloodTestCase& test, const GuestFloodScenario& scenario)
{
    BufferIsTooLarge(test, scenario);
    const auto drops = scenario.GetDrops();
    test.Expect(drops.guestQdisc > MOST_SENDS / 2, "drops");
    test.ExpectEq(drops.GetSum(), drops.guestQdisc, "drops anywhere else");
}

/// The scenario of guest-udp-flood.
class GuestUdpFloodTestSuite : public TestSuite
{
  public:
    GuestUdpFloodTestSuite()
        : TestSuite("linux-tx-guest-udp-flood", TestSuite::Type::SYSTEM)
    {
        GuestFloodSettings settings;
        AddTestCase(new FloodTestCase("early orphaning off", settings, ChainIsWhole));
        settings.earlyOrphan = true;
        AddTestCase(new FloodTestCase("early orphaning on the bond", settings, SlaveDrops));
        settings.bond = false;
        AddTestCase(new FloodTestCase("early orphaning on the NIC", settings, ChainIsWhole));
        settings.earlyOrphan = false;
        AddTestCase(new FloodTestCase("without bond", settings, ChainIsWhole));
        for (const bool bond : {true, false})
        {
            for (const bool earlyOrphan : {true, false})
            {
                settings = GuestFloodSettings();
                settings.sndbuf = 10000000;
                settings.bond = bond;
                settings.earlyOrphan = earlyOrphan;
                AddTestCase(new FloodTestCase(
                    std::string("sndbuf 10,000,000, ") + (bond ? "bond" : "no bond") +
                        ", early orphaning " + (earlyOrphan ? "on" : "off"),
                    settings,
                    bond && earlyOrphan ? BufferIsTooLarge : GuestDrops));
            }
        }
        settings = GuestFloodSettings();
        settings.tapSndbuf = 2147483647;
        AddTestCase(new FloodTestCase("a tap without limit", settings, SlaveDrops));
        settings = GuestFloodSettings();
        settings.guestDriver = "vhost";
        AddTestCase(new FloodTestCase("vhost", settings, SlaveDrops));
        settings.tapSndbuf = 1048576;
        AddTestCase(new FloodTestCase(
            "vhost with a limit: the ring holds up the guest, uncharged",
            settings,
            [](FloodTestCase& test, const GuestFloodScenario& scenario) {
                test.ExpectEq(scenario.GetDrops().GetSum(), 0, "drops");
                test.Expect(scenario.GetNetwork().GetGuestNic()->GetRingStats().stops > 0,
                            "the ring was full");
                test.Expect(scenario.GetReceiverMbps() > 935, "the wire is used");
            }));
        settings = GuestFloodSettings();
        settings.limit = 400;
        AddTestCase(new FloodTestCase("a tap that may hold more than the queue disc below",
                                      settings,
                                      [](FloodTestCase& test, const GuestFloodScenario& scenario) {
                                          test.Expect(scenario.GetDrops().slaveQdisc > 0, "drops");
                                      }));
    }
};

GuestUdpFloodTestSuite g_guestUdpFloodTestSuite; //!< registers itself

} // namespace
