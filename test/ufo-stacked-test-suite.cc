/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../examples/ufo-scenario.h"

#include "ns3/config.h"
#include "ns3/simulator.h"
#include "ns3/test.h"

#include <string>

using namespace ns3;

/**
 * @file
 * @ingroup linux-tx
 * @brief The scenario of the ufo-stacked example, against the field report of 2014 and against what
 *        the frames' headers allow.
 */

namespace
{

/// Runs a scenario and checks that nothing is lost track of.
class UfoTestCase : public TestCase
{
  public:
    using TestCase::TestCase;

  protected:
    /**
     * @brief Run a scenario.
     * @param scenario the scenario
     */
    void Run(UfoScenario& scenario)
    {
        scenario.Run();
        NS_TEST_EXPECT_MSG_EQ(scenario.CheckConservation(), "", "every packet ends in one place");
    }

  private:
    void DoTeardown() override
    {
        Simulator::Destroy();
        Config::Reset();
    }
};

/// What the wire can carry.
class Ceiling : public UfoTestCase
{
  public:
    /**
     * @brief Constructor.
     * @param stack the stack
     * @param wireBytes what 65,507 B take on the wire
     */
    Ceiling(const std::string& stack, uint64_t wireBytes)
        : UfoTestCase("the ceiling of " + stack + " counts every header, preamble and gap"),
          m_stack(stack),
          m_wireBytes(wireBytes)
    {
    }

  private:
    void DoRun() override
    {
        UfoSettings settings;
        settings.stack = m_stack;
        const UfoScenario scenario(settings);
        NS_TEST_EXPECT_MSG_EQ(scenario.GetNetwork().GetNSegments(), 45, "fragments");
        NS_TEST_EXPECT_MSG_EQ(scenario.GetNetwork().GetWireBytes(), m_wireBytes, "bytes");
        NS_TEST_EXPECT_MSG_EQ_TOL(scenario.GetCeilingMbps(),
                                  65507e3 / static_cast<double>(m_wireBytes),
                                  0.001,
                                  "1 Gb/s");
        NS_TEST_EXPECT_MSG_EQ(scenario.GetSegmentTime(), NanoSeconds(974), "43,850 ns / 45");
    }

    std::string m_stack;  //!< the stack
    uint64_t m_wireBytes; //!< bytes
};

/// Segments without owner.
class WithoutOwner : public UfoTestCase
{
  public:
    /**
     * @brief Constructor.
     * @param stack the stack
     */
    explicit WithoutOwner(const std::string& stack)
        : UfoTestCase(stack + ": segments without owner throttle nobody, and next to no message "
                              "arrives whole"),
          m_stack(stack)
    {
    }

  private:
    void DoRun() override
    {
        UfoSettings settings;
        settings.stack = m_stack;
        settings.duration = MilliSeconds(200);
        UfoScenario scenario(settings);
        Run(scenario);
        const auto& sender = scenario.GetSender();
        const double attempts = static_cast<double>(sender->GetAttempts());
        NS_TEST_EXPECT_MSG_EQ(sender->GetBlockedTime(), Seconds(0), "nobody is throttled");
        NS_TEST_EXPECT_MSG_EQ(sender->GetAttempts(), 4562, "200 ms / 43.85 us, the first at 0");
        NS_TEST_EXPECT_MSG_EQ(sender->GetFailedSends(Socket::SOCKET_ERRNO_LAST),
                              sender->GetFailedSends(),
                              "all errors are ENOBUFS");
        // The wire takes 16,200 of 205,000 segments, 8 %; the field saw 10.5 % of calls okay.
        const double okay = static_cast<double>(sender->GetOkaySends()) / attempts;
        NS_TEST_EXPECT_MSG_GT(okay, 0.05, "some calls look okay");
        NS_TEST_EXPECT_MSG_LT(okay, 0.15, "but few");
        // Whole are those that came before the queue was full. Of 45 segments a call, the wire
        // takes 43.85 us / 12.34 us = 3.55 (12.53 us and 3.5 with GRE): 1000 / (45 - 3.55) = 24.1
        // calls.
        NS_TEST_EXPECT_MSG_GT_OR_EQ(scenario.GetReceived(), 24, "until the queue is full");
        NS_TEST_EXPECT_MSG_LT_OR_EQ(scenario.GetReceived(), 25, "and none afterwards");
        // 45 segments take the wire time of a message; the wire is busy all the time
        const double wireSeconds = static_cast<double>(scenario.GetSegmentsSent()) / 45 *
                                   scenario.GetNetwork().GetWireBytes() * 8e-9;
        NS_TEST_EXPECT_MSG_GT(wireSeconds,
                              0.995 * settings.duration.GetSeconds(),
                              "busy with what nobody can use");
    }

    std::string m_stack; //!< the stack
};

/// The charge is kept.
class ChargeKept : public UfoTestCase
{
  public:
    /**
     * @brief Constructor.
     * @param stack the stack
     * @param ownership last or every
     */
    ChargeKept(const std::string& stack, const std::string& ownership)
        : UfoTestCase(stack + ", charge with " + ownership +
                      ": the sender is throttled to what the wire can carry"),
          m_stack(stack),
          m_ownership(ownership)
    {
    }

  private:
    void DoRun() override
    {
        UfoSettings settings;
        settings.stack = m_stack;
        settings.ownership = m_ownership;
        settings.duration = MilliSeconds(200);
        UfoScenario scenario(settings);
        Run(scenario);
        const auto& sender = scenario.GetSender();
        NS_TEST_EXPECT_MSG_EQ(sender->GetFailedSends(), 0, "no errors");
        NS_TEST_EXPECT_MSG_EQ(scenario.GetQdiscDropped(), 0, "no drops");
        NS_TEST_EXPECT_MSG_EQ(scenario.GetReceived(), sender->GetOkaySends(), "all arrive");
        NS_TEST_EXPECT_MSG_GT(sender->GetBlockedTime(), Seconds(0), "throttled");
        NS_TEST_EXPECT_MSG_GT(scenario.GetReceiverMbps(),
                              0.995 * scenario.GetCeilingMbps(),
                              "the wire is used");
        NS_TEST_EXPECT_MSG_LT_OR_EQ(scenario.GetReceiverMbps(),
                                    scenario.GetCeilingMbps(),
                                    "nothing is faster than the wire");
        // 3 messages of 65507 + 768 are below 212,992, the 4th passes it
        NS_TEST_EXPECT_MSG_LT_OR_EQ(scenario.GetSocket()->GetPeakWmemAlloc(),
                                    4 * 66275,
                                    "four messages at most");
    }

    std::string m_stack;     //!< the stack
    std::string m_ownership; //!< last or every
};

/// A socket that may hold more than the queue disc.
class ShortQueue : public UfoTestCase
{
  public:
    ShortQueue()
        : UfoTestCase("a charge helps only while what the socket may hold fits into the queue")
    {
    }

  private:
    void DoRun() override
    {
        UfoSettings settings;
        settings.ownership = "last";
        settings.duration = MilliSeconds(100);
        settings.limit = 100;
        UfoScenario scenario(settings);
        Run(scenario);
        // 4 messages are 180 segments
        NS_TEST_EXPECT_MSG_GT(scenario.GetQdiscDropped(), 0, "drops");
        NS_TEST_EXPECT_MSG_GT(scenario.GetSender()->GetFailedSends(), 0, "which the sender sees");
    }
};

/// Messages that need no cutting.
class SmallMessages : public UfoTestCase
{
  public:
    SmallMessages()
        : UfoTestCase("a message that fits into one packet keeps its charge, whoever owns segments")
    {
    }

  private:
    void DoRun() override
    {
        UfoSettings settings;
        settings.messageSize = 1472;
        settings.sendTime = MicroSeconds(1);
        settings.duration = MilliSeconds(50);
        UfoScenario scenario(settings);
        Run(scenario);
        NS_TEST_EXPECT_MSG_EQ(scenario.GetNetwork().GetNSegments(), 1, "one packet");
        NS_TEST_EXPECT_MSG_EQ(scenario.GetQdiscDropped(), 0, "no drops");
        NS_TEST_EXPECT_MSG_GT(scenario.GetReceiverMbps(),
                              0.99 * scenario.GetCeilingMbps(),
                              "the wire is used");
    }
};

/// The scenario of ufo-stacked.
class UfoStackedTestSuite : public TestSuite
{
  public:
    UfoStackedTestSuite()
        : TestSuite("linux-tx-ufo-stacked", TestSuite::Type::SYSTEM)
    {
        // 65,507 + 8 B in 45 fragments, each with 20 B of IP header and 38 B of Ethernet header,
        // FCS, preamble and gap: 68,125 B; a VLAN tag adds 4 B to each, GRE 24 B
        AddTestCase(new Ceiling("none", 68125));
        AddTestCase(new Ceiling("macvlan-vlan", 68305));
        AddTestCase(new Ceiling("vlan-bond", 68305));
        AddTestCase(new Ceiling("gre-bridge", 69205));
        AddTestCase(new ChargeKept("none", "none"));
        for (const char* stack : {"macvlan-vlan", "gre-bridge", "vlan-bond"})
        {
            AddTestCase(new WithoutOwner(stack));
            AddTestCase(new ChargeKept(stack, "last"));
            AddTestCase(new ChargeKept(stack, "every"));
        }
        AddTestCase(new ShortQueue);
        AddTestCase(new SmallMessages);
    }
};

UfoStackedTestSuite g_ufoStackedTestSuite; //!< registers itself

} // namespace
