/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../examples/burst-scenario.h"
#include "reference-table.h"

#include "ns3/boolean.h"
#include "ns3/config.h"
#include "ns3/linux-udp-socket.h"
#include "ns3/ns3-compat.h"
#include "ns3/simulator.h"
#include "ns3/test.h"

#include <string>

using namespace ns3;

/**
 * @file
 * @ingroup linux-tx
 * @brief The scenario of the bond-udp-burst example: against its derivation, and against a real
 *        kernel.
 */

namespace
{

/// Runs a scenario and checks that nothing is lost track of.
class BurstTestCase : public TestCase
{
  public:
    using TestCase::TestCase;

  protected:
    /**
     * @brief Run a scenario.
     * @param scenario the scenario
     */
    void Run(BurstScenario& scenario)
    {
        scenario.Run();
        NS_TEST_EXPECT_MSG_EQ(scenario.CheckConservation(), "", "every packet ends in one place");
        for (uint32_t i = 0; i < scenario.GetSettings().slaves; ++i)
        {
            const QueueDisc::Stats& stats = scenario.GetQdisc(i)->GetStats();
            m_sent += stats.nTotalSentPackets;
            m_dropped += stats.nTotalDroppedPackets;
        }
    }

    uint64_t m_sent{0};    //!< packets that the queue discs sent
    uint64_t m_dropped{0}; //!< packets that the queue discs dropped

  private:
    void DoTeardown() override
    {
        Simulator::Destroy();
        Config::Reset();
    }
};

/// The defaults.
class ThrottledSenders : public BurstTestCase
{
  public:
    ThrottledSenders()
        : BurstTestCase("a bond keeps back-pressure: senders wait and nothing is dropped")
    {
    }

  private:
    void DoRun() override
    {
        BurstScenario scenario{BurstSettings()};
        Run(scenario);
        // A burst of 3 x 784 packets of 4066 B on the wire takes 7.65 ms at 10 Gb/s, much less than
        // the period of 33 ms: all are sent, whoever has to wait. A socket holds 26 messages
        // (26 x 8448 >= 212992), 3 hold 78, far below the limit of 1000.
        NS_TEST_EXPECT_MSG_EQ(m_dropped, 0, "drops");
        NS_TEST_EXPECT_MSG_EQ(scenario.GetAccepted(), 3 * 784 * 30, "accepted");
        NS_TEST_EXPECT_MSG_EQ(scenario.GetLedger().GetReceived(), 3 * 784 * 30, "received");
        NS_TEST_EXPECT_MSG_EQ(scenario.GetLedger().GetReceivedBytes(),
                              3ULL * 784 * 30 * 4000,
                              "bytes received");
        NS_TEST_EXPECT_MSG_EQ(m_sent, 3 * 784 * 30, "one packet a message");
        NS_TEST_EXPECT_MSG_EQ(scenario.GetOrphaned(), 0, "orphaned");
        NS_TEST_EXPECT_MSG_GT(scenario.GetBlockedTime(), Seconds(0), "senders were throttled");
        NS_TEST_EXPECT_MSG_LT_OR_EQ(scenario.GetPeakQlen(), 78, "3 x 26 messages");
        for (const auto& sender : scenario.GetSenders())
        {
            const auto socket = DynamicCast<LinuxUdpSocket>(sender->GetSocket());
            NS_TEST_EXPECT_MSG_EQ(socket->GetPeakWmemAlloc(), 26 * 8448, "26 messages held");
        }
    }
};

/// Orphaned at the hand-over to the bond.
class OrphanedAtTheBond : public BurstTestCase
{
  public:
    OrphanedAtTheBond()
        : BurstTestCase("orphaned at the bond, packets throttle nobody and the slave's queue drops")
    {
    }

  private:
    void DoRun() override
    {
        BurstSettings settings;
        settings.orphan = "bond";
        BurstScenario scenario(settings);
        Run(scenario);
        // A burst is sent in 784 x 1.5 us = 1.176 ms, in which 10 Gb/s carry 1.176 ms / 3.2528 us =
        // 361 packets; 1000 wait in the queue and a few on the ring (BQL keeps it short). Of 2352,
        // 2352 - 361 - 1000 = 991 are too many: 0.421, less the ring.
        const double share = static_cast<double>(m_dropped) / scenario.GetOffered();
        NS_TEST_EXPECT_MSG_EQ_TOL(share, 0.421, 0.01, "share of the offered packets");
        NS_TEST_EXPECT_MSG_EQ(scenario.GetAccepted(), scenario.GetOffered(), "nobody is refused");
        NS_TEST_EXPECT_MSG_EQ(scenario.GetBlockedTime(), Seconds(0), "nobody is throttled");
        NS_TEST_EXPECT_MSG_EQ(scenario.GetOrphaned(), scenario.GetOffered(), "all orphaned");
        NS_TEST_EXPECT_MSG_EQ(scenario.GetPeakQlen(), 1000, "the limit");
        NS_TEST_EXPECT_MSG_EQ(scenario.GetLedger().GetLost(), m_dropped, "one packet a message");
    }
};

/// Orphaned by the NIC's driver.
class OrphanedInTheDriver : public BurstTestCase
{
  public:
    OrphanedInTheDriver()
        : BurstTestCase("orphaned in the driver, packets in the queue disc still throttle")
    {
    }

  private:
    void DoRun() override
    {
        BurstSettings settings;
        settings.orphan = "driver";
        settings.cycles = 3;
        BurstScenario scenario(settings);
        Run(scenario);
        // what waits in the queue disc is charged, and that are 3 x 26 packets at most
        NS_TEST_EXPECT_MSG_EQ(m_dropped, 0, "drops");
        NS_TEST_EXPECT_MSG_EQ(scenario.GetOrphaned(), 3 * 784 * 3, "all orphaned, at the NIC");
        NS_TEST_EXPECT_MSG_GT(scenario.GetBlockedTime(), Seconds(0), "senders were throttled");
        NS_TEST_EXPECT_MSG_LT_OR_EQ(scenario.GetPeakQlen(), 78, "3 x 26 messages");
    }
};

/// A thousand sockets.
class ThousandSockets : public BurstTestCase
{
  public:
    ThousandSockets()
        : BurstTestCase("a thousand sockets overflow the queue although nothing is orphaned")
    {
    }

  private:
    void DoRun() override
    {
        BurstSettings settings;
        settings.senders = 1000;
        settings.messages = 30;
        settings.cycles = 3;
        BurstScenario scenario(settings);
        Run(scenario);
        // All 1000 x 30 messages of a burst are sent within 30 x 1.5 us, in which the NIC sends 14;
        // the sockets would hold 26000, the queue takes 1000 and the ring a few.
        NS_TEST_EXPECT_MSG_GT(m_dropped, 3 * (30000 - 1000 - 512 - 14) - 1, "drops");
        NS_TEST_EXPECT_MSG_EQ(scenario.GetOrphaned(), 0, "nothing is orphaned");
        NS_TEST_EXPECT_MSG_EQ(scenario.GetPeakQlen(), 1000, "the limit");
    }
};

/// Senders that ask to be told of drops.
class RefusedAreNotLost : public BurstTestCase
{
  public:
    RefusedAreNotLost()
        : BurstTestCase("with IP_RECVERR a dropped message is a failed send, and not lost")
    {
    }

  private:
    void DoRun() override
    {
        Config::SetDefault("ns3::LinuxUdpSocket::RecvErr", BooleanValue(true));
        BurstSettings settings;
        settings.orphan = "bond";
        settings.cycles = 2;
        BurstScenario scenario(settings);
        Run(scenario);
        // one packet a message, and the queue drops at enqueue: each drop is told to its sender
        NS_TEST_EXPECT_MSG_GT(m_dropped, 0, "drops");
        NS_TEST_EXPECT_MSG_EQ(scenario.GetSendErrors(), m_dropped, "each drop is an ENOBUFS");
        NS_TEST_EXPECT_MSG_EQ(scenario.GetLedger().GetLost(), 0, "no accepted message is lost");
    }
};

/// A row of e7-backpressure.tsv.
class KernelRow : public BurstTestCase
{
  public:
    /**
     * @brief Constructor.
     * @param row the row
     */
    explicit KernelRow(const ReferenceTable::Row& row)
        : BurstTestCase("as Linux 6.1: " + row.at("senders") + " senders of " +
                        row.at("messages_per_cycle") + " messages, sndbuf " + row.at("sndbuf_set") +
                        ", " + row.at("mode") + ", " + row.at("qdisc")),
          m_row(row)
    {
    }

  private:
    void DoRun() override
    {
        BurstSettings settings;
        settings.mode = m_row.at("mode");
        settings.shaper = m_row.at("rate_mbit") + "Mbps";
        settings.senders = GetNumber("senders");
        settings.messages = GetNumber("messages_per_cycle");
        const bool isDefault = m_row.at("sndbuf_set") == "default";
        settings.sndbuf = isDefault ? 0 : GetNumber("sndbuf_set");
        BurstScenario scenario(settings);
        Run(scenario);

        NS_TEST_EXPECT_MSG_EQ(scenario.GetOffered(), GetNumber("offered_messages"), "offered");
        NS_TEST_EXPECT_MSG_EQ(scenario.GetSendErrors(), GetNumber("enobufs"), "send errors");
        if (GetNumber("qdisc_dropped") == 0)
        {
            const double accepted = GetNumber("accepted_by_send");
            NS_TEST_EXPECT_MSG_EQ(m_dropped, 0, "drops");
            NS_TEST_EXPECT_MSG_EQ_TOL(static_cast<double>(scenario.GetAccepted()),
                                      accepted,
                                      0.03 * accepted,
                                      "accepted");
        }
        else
        {
            // what the kernel accepted with large buffers depended on its CPU; what it sent did not
            const double sent = GetNumber("qdisc_sent") + GetNumber("left_in_qdisc");
            NS_TEST_EXPECT_MSG_GT(m_dropped, 0, "drops");
            NS_TEST_EXPECT_MSG_EQ_TOL(static_cast<double>(m_sent), sent, 0.05 * sent, "sent");
        }
        if (isDefault)
        {
            NS_TEST_EXPECT_MSG_LT_OR_EQ(scenario.GetPeakQlen(),
                                        settings.senders * 26,
                                        "26 messages a socket");
        }
        const auto sender = scenario.GetSenders().front();
        NS_TEST_EXPECT_MSG_EQ(DynamicCast<LinuxUdpSocket>(sender->GetSocket())->GetSndbuf(),
                              GetNumber("sndbuf_get"),
                              "sndbuf");
    }

    /**
     * @brief A cell of the row.
     * @param column name of the column
     * @return its number
     */
    uint32_t GetNumber(const std::string& column) const
    {
        return std::stoul(m_row.at(column));
    }

    ReferenceTable::Row m_row; //!< what the kernel did
};

/// The table itself.
class KernelTable : public TestCase
{
  public:
    KernelTable()
        : TestCase("all rows of the kernel's figures are compared")
    {
    }

  private:
    void DoRun() override
    {
        NS_TEST_EXPECT_MSG_EQ(ReferenceTable("e7-backpressure.tsv").GetRows().size(), 10, "rows");
    }
};

/// Fragmented messages through every mode.
class ModesWithFragments : public BurstTestCase
{
  public:
    /**
     * @brief Constructor.
     * @param mode mode of the bond
     */
    explicit ModesWithFragments(const std::string& mode)
        : BurstTestCase("fragments are conserved, dropped or not, in a bond of two in " + mode),
          m_mode(mode)
    {
    }

  private:
    void DoRun() override
    {
        BurstSettings settings;
        settings.mode = m_mode;
        settings.slaves = 2;
        settings.mtu = 1500;
        settings.limit = 100;
        settings.orphan = "bond";
        settings.cycles = 2;
        settings.messages = 100;
        BurstScenario scenario(settings);
        Run(scenario);
        // 300 messages of 3 fragments come within 150 us, in which a NIC sends 120 packets: too
        // many for two queues of 100, in any mode
        NS_TEST_EXPECT_MSG_GT(m_dropped, 0, "drops");
        NS_TEST_EXPECT_MSG_GT(scenario.GetLedger().GetReceived(), 0, "whole messages arrive");
        // a copy that a queue disc refuses is no want of a slave
        NS_TEST_EXPECT_MSG_EQ(
            scenario.GetLedger().GetDroppedPackets().count(BurstScenario::NO_SLAVE),
            0,
            "no slave");
        // a message of which a fragment was dropped has at most 2 that are freed with it
        const auto& dropped = scenario.GetLedger().GetDroppedPackets();
        const auto freed = dropped.find("IP: fragment of a dropped message");
        if (freed != dropped.end())
        {
            NS_TEST_EXPECT_MSG_LT_OR_EQ(freed->second,
                                        2 * scenario.GetLedger().GetLost(),
                                        "fragments freed unsent");
        }
    }

    std::string m_mode; //!< mode of the bond
};

/// The scenario of bond-udp-burst.
class UdpBurstTestSuite : public TestSuite
{
  public:
    UdpBurstTestSuite()
        : TestSuite("linux-tx-udp-burst", TestSuite::Type::SYSTEM)
    {
        AddTestCase(new ThrottledSenders);
        AddTestCase(new OrphanedAtTheBond);
        AddTestCase(new OrphanedInTheDriver);
        AddTestCase(new ThousandSockets);
        AddTestCase(new RefusedAreNotLost);
        for (const char* mode : {"balance-rr", "active-backup", "balance-xor", "broadcast"})
        {
            AddTestCase(new ModesWithFragments(mode));
        }
        AddTestCase(new KernelTable);
        const ReferenceTable reference("e7-backpressure.tsv");
        for (const auto& row : reference.GetRows())
        {
            // a row with millions of sends takes a minute
            const bool isLong = std::stoul(row.at("offered_messages")) > 1000000;
            if (isLong)
            {
                AddTestCase(new KernelRow(row), compat::TestDuration<TestCase>::TAKES_FOREVER);
            }
            else
            {
                AddTestCase(new KernelRow(row));
            }
        }
    }
};

UdpBurstTestSuite g_udpBurstTestSuite; //!< registers itself

} // namespace
