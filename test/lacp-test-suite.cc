/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../examples/lacp-replay.h"
#include "recorded-texts.h"
#include "unit/pcap-frames.h"

#include "ns3/bond-proc-report.h"
#include "ns3/lacpdu.h"
#include "ns3/test.h"

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <map>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

/// Times may differ by this much, in seconds: the reference was polled.
constexpr double TOLERANCE = 0.3;

/// A timeline of the reference, and the slaves of bond A whose frames were captured.
struct Reference
{
    std::string name;               //!< e3-NAME.tsv, e3-NAME_sN.pcap
    std::vector<uint32_t> captures; //!< numbers of the slaves
};

/// All timelines.
const std::vector<Reference> REFERENCES{{"fast", {0, 1, 2}},
                                        {"no-partner", {0, 1}},
                                        {"passive-partner", {0}},
                                        {"slow", {0, 2}},
                                        {"two-partners-bandwidth", {0}},
                                        {"two-partners-stable", {0}},
                                        {"up-first", {0}}};

/// Rows of one kind and end, in order.
using Rows = std::vector<ReplayTimeline::Row>;

/**
 * @brief Sort rows by kind and end.
 * @param rows the rows
 * @return the rows by "kind end"
 */
std::map<std::string, Rows>
Sort(const Rows& rows)
{
    std::map<std::string, Rows> sorted;
    for (const auto& row : rows)
    {
        sorted[row.what + " " + row.end].push_back(row);
    }
    return sorted;
}

/**
 * @brief What of a row is compared: all, but not how the reference calls a split.
 * @param row the row
 * @return the text
 */
std::string
GetComparable(const ReplayTimeline::Row& row)
{
    const auto at = row.detail.find(": s0");
    return row.what == "split" && at != std::string::npos ? row.detail.substr(at) : row.detail;
}

/**
 * @brief The settings of a timeline.
 * @param timeline the timeline
 * @return the settings
 */
LacpReplaySettings
GetSettings(const ReplayTimeline& timeline)
{
    LacpReplaySettings settings;
    settings.Read(timeline.GetComments().at(1));
    return settings;
}

/**
 * @brief A replay of a timeline of the reference gives its states, active aggregators, port states,
 *        churn states and traffic, in the same order and at the same times, and the same LACPDUs.
 */
class LacpReplayTest : public TestCase
{
  public:
    /**
     * @brief Constructor.
     * @param reference the timeline
     */
    explicit LacpReplayTest(Reference reference)
        : TestCase("LACP replays e3-" + reference.name),
          m_reference(std::move(reference))
    {
    }

  private:
    void DoRun() override
    {
        std::ifstream file(std::string(LINUX_TX_TEST_DATA_DIR) + "/e3-" + m_reference.name +
                           ".tsv");
        ReplayTimeline timeline;
        NS_TEST_ASSERT_MSG_EQ(timeline.Read(file), "", "the timeline is read");
        Rows rows;
        std::vector<std::vector<std::string>> texts;
        Ptr<BondingNetDevice> bond;
        LacpReplay replay(GetSettings(timeline), [&](const ReplayTimeline::Row& row) {
            rows.push_back(row);
            if (row.what == "split")
            {
                texts.push_back(RecordedTexts::SplitLines(BondProcReport::Text(bond)));
            }
        });
        bond = replay.GetBond(LacpReplaySettings::A);
        NS_TEST_ASSERT_MSG_EQ(replay.Plan(timeline), "", "the timeline is planned");
        replay.SetSniffer([this](uint32_t slave, const Ptr<const Packet>& frame) {
            std::vector<uint8_t> bytes(frame->GetSize());
            frame->CopyData(bytes.data(), frame->GetSize());
            if ((bytes[12] << 8 | bytes[13]) == Lacpdu::ETHER_TYPE)
            {
                m_frames[slave].push_back(bytes);
            }
        });
        replay.Run(0);
        CheckRows(Sort(timeline.GetRows()), Sort(rows));
        CheckFrames();
        CheckTexts(texts);
    }

    /**
     * @brief Compare /proc/net/bonding of bond A, which was recorded after each split.
     * @param texts ours
     */
    void CheckTexts(const std::vector<std::vector<std::string>>& texts)
    {
        const RecordedTexts recorded("e3-" + m_reference.name + "_A.txt");
        std::size_t i = 0;
        for (const auto& text : recorded.GetTexts())
        {
            if (text.lines.empty())
            {
                continue; // the line that names the kernel
            }
            NS_TEST_ASSERT_MSG_LT(i, texts.size(), "as many texts as in the reference");
            for (std::size_t line = 0; line < text.lines.size(); ++line)
            {
                NS_TEST_ASSERT_MSG_LT(line, texts[i].size(), text.command << " ends early");
                NS_TEST_ASSERT_MSG_EQ(texts[i][line],
                                      text.lines[line],
                                      text.command << ", line " << line + 1);
            }
            NS_TEST_EXPECT_MSG_EQ(texts[i].size(), text.lines.size(), text.command);
            ++i;
        }
        NS_TEST_EXPECT_MSG_EQ(i, texts.size(), "number of texts");
    }

    /**
     * @brief Compare rows.
     * @param expected those of the reference
     * @param actual ours
     */
    void CheckRows(const std::map<std::string, Rows>& expected,
                   const std::map<std::string, Rows>& actual)
    {
        for (const auto& [kind, rows] : expected)
        {
            const auto found = actual.find(kind);
            NS_TEST_ASSERT_MSG_EQ((found != actual.end()), true, kind << " rows are there");
            for (std::size_t i = 0; i < std::min(rows.size(), found->second.size()); ++i)
            {
                const auto& row = found->second[i];
                NS_TEST_ASSERT_MSG_EQ(GetComparable(row),
                                      GetComparable(rows[i]),
                                      kind << " at " << rows[i].time);
                NS_TEST_EXPECT_MSG_EQ_TOL(row.time, rows[i].time, TOLERANCE, kind);
            }
            NS_TEST_EXPECT_MSG_EQ(found->second.size(), rows.size(), "number of rows " << kind);
        }
    }

    /**
     * @brief Compare LACPDUs: the same bytes in the same order, in both directions.
     */
    void CheckFrames()
    {
        for (const uint32_t slave : m_reference.captures)
        {
            const std::string name =
                "e3-" + m_reference.name + "_s" + std::to_string(slave) + ".pcap";
            const auto captured = ReadPcapFrames(name);
            NS_TEST_ASSERT_MSG_EQ(captured.empty(), false, name << " is read");
            NS_TEST_EXPECT_MSG_EQ(m_frames[slave].size(), captured.size(), "LACPDUs of " << name);
            for (std::size_t i = 0; i < std::min(m_frames[slave].size(), captured.size()); ++i)
            {
                NS_TEST_ASSERT_MSG_EQ((m_frames[slave][i] == captured[i]),
                                      true,
                                      "LACPDU " << i << " of " << name);
            }
        }
    }

    Reference m_reference;                                          //!< the timeline
    std::map<uint32_t, std::vector<std::vector<uint8_t>>> m_frames; //!< LACPDUs by slave
};

/// Suite of 802.3ad on devices.
class LacpTestSuite : public TestSuite
{
  public:
    LacpTestSuite()
        : TestSuite("linux-tx-lacp", TestSuite::Type::SYSTEM)
    {
        for (const Reference& reference : REFERENCES)
        {
            AddTestCase(new LacpReplayTest(reference));
        }
    }
};

/// Registers the suite.
const LacpTestSuite g_lacpTestSuite;

} // namespace
