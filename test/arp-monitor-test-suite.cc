/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "arp-monitor-replay.h"
#include "reference-table.h"

#include "ns3/simulator.h"
#include "ns3/test.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

/// How far a change may be from where it was seen, in seconds: there was a look every 5 ms or so.
constexpr double STATE_TOLERANCE = 0.012;

/// The same for a probe: a jiffy. The first tick is where it was measured, the others follow.
constexpr double PROBE_TOLERANCE = 0.004;

/// Replies are counted up to an event, whose place in its tick may differ.
constexpr int32_t REPLY_TOLERANCE_TICKS = 1;

/// How often the state is looked at.
const Time POLL = MilliSeconds(1);

/**
 * @brief A probe in words.
 * @param slave its slave
 * @param senderIp the sender
 * @param targetIp the target
 * @return the words
 */
std::string
DescribeProbe(const std::string& slave, const std::string& senderIp, const std::string& targetIp)
{
    return slave + ": " + senderIp + " -> " + targetIp;
}

/**
 * @brief Probes of a tick in words.
 * @param probes the probes
 * @return the words
 */
std::string
Join(const std::multiset<std::string>& probes)
{
    std::string text;
    for (const auto& probe : probes)
    {
        text += (text.empty() ? "" : ", ") + probe;
    }
    return "[" + text + "]";
}

} // namespace

/**
 * @ingroup linux-tx-tests
 * @brief A case of e9-arpmon.tsv and e9-probes.tsv: the bond goes through the same states, sends
 *        the same probes and gets as many replies.
 */
class ArpMonitorReplayTestCase : public TestCase
{
  public:
    /**
     * @brief Constructor.
     * @param name the case as the file names it
     * @param timeline its rows
     * @param probes its probes, of e9-probes.tsv
     */
    ArpMonitorReplayTestCase(const std::string& name,
                             std::vector<ReferenceTable::Row> timeline,
                             std::vector<ReferenceTable::Row> probes)
        : TestCase("ARP monitor as measured: " + name),
          m_case(ArpMonitorReplay::ParseCase(name)),
          m_timeline(std::move(timeline)),
          m_reference(std::move(probes))
    {
    }

  private:
    void DoRun() override
    {
        ArpMonitorReplay replay(m_case);
        m_replay = &replay;
        // The bond is up when its first probe is seen, a few ms after the command that is noted.
        const Time up = Seconds(std::stod(m_reference.at(0).at("t")));
        for (const auto& row : m_timeline)
        {
            const std::string& what = row.at("what");
            const Time at = Seconds(std::stod(row.at("t")));
            if (what == "event")
            {
                Simulator::Schedule(std::max(at, up), [this, row] {
                    NS_TEST_EXPECT_MSG_EQ(m_replay->Do(row.at("detail")),
                                          true,
                                          "not understood: " << row.at("detail"));
                });
            }
            else if (what == "replies")
            {
                Simulator::Schedule(at - TimeStep(1), [this, row] { CheckReplies(row); });
            }
        }
        Simulator::Schedule(up + POLL / 2, [this] { Poll(); });
        Simulator::Stop(Seconds(std::stod(m_timeline.back().at("t"))));
        Simulator::Run();
        CheckStates();
        CheckProbes();
        m_replay = nullptr;
    }

    /**
     * @brief Write down the state if it has changed.
     */
    void Poll()
    {
        const std::string state = m_replay->GetState();
        if (m_states.empty() || m_states.back().second != state)
        {
            m_states.emplace_back(Simulator::Now().GetSeconds(), state);
        }
        Simulator::Schedule(POLL, [this] { Poll(); });
    }

    /**
     * @brief Compare the replies received since the last event with a row.
     * @param row the row
     */
    void CheckReplies(const ReferenceTable::Row& row)
    {
        const auto replies = m_replay->TakeReplies();
        std::istringstream words(row.at("detail"));
        std::string word;
        std::vector<int32_t> expected;
        while (words >> word)
        {
            if (std::isdigit(word[0]))
            {
                expected.push_back(std::stoi(word));
            }
        }
        // A tick can bring two replies for each target: one to each slave's probe.
        const int32_t tolerance = REPLY_TOLERANCE_TICKS * 2 * static_cast<int32_t>(m_case.nTargets);
        for (std::size_t i = 0; i < replies.size(); ++i)
        {
            NS_TEST_EXPECT_MSG_EQ_TOL(static_cast<int32_t>(replies[i]),
                                      expected.at(i),
                                      tolerance,
                                      "s" << i << ": " << ReferenceTable::Describe(row));
        }
    }

    /**
     * @brief Compare the states; the first difference ends it.
     */
    void CheckStates()
    {
        std::size_t i = 0;
        for (const auto& row : m_timeline)
        {
            if (row.at("what") != "state")
            {
                continue;
            }
            const std::string state = i < m_states.size() ? m_states[i].second : "";
            const double t = i < m_states.size() ? m_states[i].first : 0;
            NS_TEST_EXPECT_MSG_EQ(state, row.at("detail"), ReferenceTable::Describe(row));
            NS_TEST_EXPECT_MSG_EQ_TOL(t,
                                      std::stod(row.at("t")),
                                      STATE_TOLERANCE,
                                      ReferenceTable::Describe(row));
            if (state != row.at("detail"))
            {
                return;
            }
            ++i;
        }
        NS_TEST_EXPECT_MSG_EQ(i,
                              m_states.size(),
                              "not measured: " << (i < m_states.size() ? m_states[i].second : ""));
    }

    /**
     * @brief Compare the probes, several of one tick in any order; the first difference ends it.
     */
    void CheckProbes()
    {
        const auto& probes = m_replay->GetProbes();
        std::size_t from = 0;
        for (std::size_t begin = 0; begin < m_reference.size();)
        {
            const double t = std::stod(m_reference[begin].at("t"));
            std::multiset<std::string> expected;
            std::size_t end = begin;
            for (; end < m_reference.size() &&
                   std::stod(m_reference[end].at("t")) - t < PROBE_TOLERANCE;
                 ++end)
            {
                expected.insert(DescribeProbe(m_reference[end].at("slave"),
                                              m_reference[end].at("sender_ip"),
                                              m_reference[end].at("target_ip")));
            }
            std::multiset<std::string> sent;
            for (; from < probes.size() && probes[from].time.GetSeconds() - t < PROBE_TOLERANCE;
                 ++from)
            {
                sent.insert(DescribeProbe(probes[from].slave,
                                          probes[from].senderIp,
                                          probes[from].targetIp));
            }
            const std::string where = Join(sent) + " instead of " + Join(expected);
            NS_TEST_EXPECT_MSG_EQ((sent == expected), true, "at " << t << ": " << where);
            if (sent != expected)
            {
                return;
            }
            begin = end;
        }
    }

    ArpMonitorReplay::Case m_case;                        //!< the case
    std::vector<ReferenceTable::Row> m_timeline;          //!< its rows
    std::vector<ReferenceTable::Row> m_reference;         //!< its probes
    ArpMonitorReplay* m_replay{nullptr};                  //!< the network, while the case runs
    std::vector<std::pair<double, std::string>> m_states; //!< when and what
};

/**
 * @ingroup linux-tx-tests
 * @brief States of a bond a while after its port or its targets went silent: what the reference
 *        says in words, where its rows are not here.
 *
 * The bond goes up at 3 s, by when IPv6 has its addresses; the event is at 5 s.
 */
class ArpMonitorStateTestCase : public TestCase
{
  public:
    /// A state that must be seen.
    struct Expected
    {
        double after;      //!< seconds after the event
        std::string state; //!< the state in the words of e9-arpmon.tsv
    };

    /**
     * @brief Constructor.
     * @param claim what is claimed
     * @param tested the network
     * @param event the event
     * @param expected states
     */
    ArpMonitorStateTestCase(const std::string& claim,
                            ArpMonitorReplay::Case tested,
                            const std::string& event,
                            std::vector<Expected> expected)
        : TestCase("ARP monitor: " + claim),
          m_case(std::move(tested)),
          m_event(event),
          m_expected(std::move(expected))
    {
    }

  private:
    void DoRun() override
    {
        ArpMonitorReplay replay(m_case);
        Simulator::Schedule(Seconds(3), [&replay] { replay.Do("bond up"); });
        Simulator::Schedule(Seconds(5), [&replay, this] { replay.Do(m_event); });
        for (const auto& expected : m_expected)
        {
            Simulator::Schedule(Seconds(5 + expected.after), [&replay, &expected, this] {
                NS_TEST_EXPECT_MSG_EQ(replay.GetState(),
                                      expected.state,
                                      expected.after << " s after: " << m_event);
            });
        }
        Simulator::Stop(Seconds(5 + m_expected.back().after + 0.001));
        Simulator::Run();
    }

    ArpMonitorReplay::Case m_case;    //!< the network
    std::string m_event;              //!< the event
    std::vector<Expected> m_expected; //!< states
};

/**
 * @ingroup linux-tx-tests
 * @brief The ARP monitor on a real bond.
 */
class ArpMonitorTestSuite : public TestSuite
{
  public:
    ArpMonitorTestSuite()
        : TestSuite("linux-tx-arp-monitor", TestSuite::Type::UNIT)
    {
        const ReferenceTable probeTable("e9-probes.tsv");
        std::map<std::string, std::vector<ReferenceTable::Row>> probes;
        for (const auto& row : probeTable.GetRows())
        {
            probes[row.at("case")].push_back(row);
        }
        const ReferenceTable timelineTable("e9-arpmon.tsv");
        std::map<std::string, std::vector<ReferenceTable::Row>> timelines;
        for (const auto& row : timelineTable.GetRows())
        {
            timelines[row.at("case")].push_back(row);
        }
        for (const auto& [name, timeline] : timelines)
        {
            const std::string number = name.substr(0, name.find(' '));
            AddTestCase(new ArpMonitorReplayTestCase(name, timeline, probes[number]));
        }
        AddStateTestCases();
    }

  private:
    /**
     * @brief Add the cases of states.
     */
    void AddStateTestCases()
    {
        const std::string good = "up | s0 | s0:up,0 s1:up,0";
        const std::string failedOver = "up | s1 | s0:down,1 s1:up,0";
        // Ticks are at 3.000 + k x 0.104, so at 4.976, 5.080, 5.184, 5.288, 5.392 ...: the last
        // sign is at 4.976. It is too old at 150, 250, 350 ms: at the ticks 0.184, 0.288, 0.392.
        double failure = 0.184;
        for (const auto* missedMax : {"1", "2", "3"})
        {
            AddTestCase(new ArpMonitorStateTestCase(
                std::string("the active slave fails with arp_missed_max ") + missedMax,
                {"", "active-backup", "bridge", "none", "any", missedMax, 1},
                "p0 port blocked",
                {{failure - 0.002, good}, {failure + 0.002, failedOver}}));
            failure += 0.104;
        }
        for (const auto* validate : {"backup", "all"})
        {
            AddTestCase(new ArpMonitorStateTestCase(
                std::string("the bond goes down 0.31 s after its active slave with ") + validate,
                {"", "active-backup", "bridge", validate, "any", "2", 1},
                "all targets silent",
                {{0.290, failedOver},
                 {0.598, failedOver},
                 {0.602, "down | None | s0:down,1 s1:going back,1"}}));
        }
        for (const auto* validate : {"backup", "filter", "none"})
        {
            AddTestCase(new ArpMonitorStateTestCase(
                std::string("all of two targets never answer with ") + validate,
                {"", "active-backup", "bridge", validate, "all", "2", 2},
                "p1 link up",
                {{0, "down | None | s0:going down,1 s1:going back,1"}}));
        }
        for (const auto* mode : {"balance-rr", "balance-xor", "broadcast"})
        {
            AddTestCase(new ArpMonitorStateTestCase(
                std::string("slaves live on each other's probes in ") + mode,
                {"", mode, "bridge", "none", "any", "2", 1},
                "all targets silent",
                {{3, "up | - | s0:up,0 s1:up,0"}}));
        }
        for (const bool all : {false, true})
        {
            AddTestCase(new ArpMonitorStateTestCase(
                std::string("neighbour solicitations find a blocked port, targets: ") +
                    (all ? "all" : "any"),
                {"", "active-backup", "bridge", "all", all ? "all" : "any", "2", 1, true},
                "p0 port blocked",
                {{0.286, good}, {0.290, failedOver}, {3, failedOver}}));
        }
        AddTestCase(new ArpMonitorStateTestCase(
            "neighbour solicitations find silent targets",
            {"", "active-backup", "bridge", "all", "any", "2", 2, true},
            "all targets silent",
            {{0.290, failedOver}, {0.602, "down | None | s0:down,1 s1:going back,1"}}));
    }
};

/// The instance that the test runner finds.
static ArpMonitorTestSuite g_arpMonitorTestSuite;
