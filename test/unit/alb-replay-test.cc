/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "alb-replay.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <set>

using namespace ns3;

namespace
{

/**
 * @brief Compare what happened with the file.
 * @param replay a replay that has run
 */
void
ExpectAsMeasured(const AlbReplay& replay)
{
    const auto measured = replay.GetReference().GetTimelines({"out", "learn", "arp", "mac"});
    EXPECT_GT(measured.size(), 10U) << "the file is there";
    for (const auto& difference : AlbReference::Compare(replay.GetObserved(), measured, 0.3))
    {
        ADD_FAILURE() << difference;
    }
}

/**
 * @brief Compare the frames sent with e8-counts.tsv.
 * @param replay a replay that has run
 * @param name the run's name there
 */
void
ExpectCountsAsMeasured(const AlbReplay& replay, const std::string& name)
{
    // A link that returned was seen up to a tick of 104 ms later than here: at most 11 rounds of
    // the sender, 3 of its groups. 2 % because its rounds were not exact.
    const auto tolerance = [](const std::string& client, uint32_t frames) {
        return (client == "c1" ? 11 : 3) + 0.02 * frames;
    };
    const std::vector<std::string> phases{"start",
                                          "s1 failed",
                                          "s1 back",
                                          "active failed",
                                          "active back"};
    ASSERT_LE(replay.GetCounts().size(), phases.size());
    std::set<std::string> measuredPhases; // of some runs only the first ones
    std::set<std::pair<std::string, std::array<std::string, 4>>> measured;
    const ReferenceTable table("e8-counts.tsv");
    for (const auto& row : table.GetRows())
    {
        const std::string& type = row.at("ethertype");
        if (row.at("case") != name || row.at("direction") != "out" || type == "0806")
        {
            continue;
        }
        const auto phase = std::find(phases.begin(), phases.end(), row.at("phase"));
        ASSERT_NE(phase, phases.end());
        const auto& counts = replay.GetCounts()[phase - phases.begin()];
        const std::array<std::string, 4> key{row.at("slave"),
                                             type,
                                             row.at("ether_src"),
                                             row.at("peer")};
        measuredPhases.insert(*phase);
        measured.emplace(*phase, key);
        const auto found = counts.find(key);
        const uint32_t frames = found == counts.end() ? 0 : found->second.first;
        const uint32_t expected = std::stoul(row.at("frames"));
        EXPECT_NEAR(frames, expected, type == "9000" ? 1 : tolerance(key[3], expected))
            << ReferenceTable::Describe(row);
        if (frames == expected)
        {
            EXPECT_EQ(found->second.second, std::stoull(row.at("bytes")))
                << ReferenceTable::Describe(row);
        }
    }
    EXPECT_GT(measured.size(), 20U) << "the run is there";
    for (std::size_t i = 0; i < replay.GetCounts().size(); ++i)
    {
        for (const auto& [key, count] : replay.GetCounts()[i])
        {
            if (measuredPhases.count(phases[i]) && !measured.count({phases[i], key}))
            {
                EXPECT_LE(count.first, tolerance(key[3], 0))
                    << phases[i] << " " << key[0] << " " << key[3];
            }
        }
    }
}

TEST(AlbReplay, TlbMovesClientsAsMeasured)
{
    AlbReplay replay(BondModeId::BALANCE_TLB, "e8-tlb-dynamic.tsv");
    replay.Run(MilliSeconds(32));
    ExpectAsMeasured(replay);
    ExpectCountsAsMeasured(replay, "tlb-dynamic");
}

TEST(AlbReplay, TlbByHashMovesClientsAsMeasured)
{
    AlbReplay replay(BondModeId::BALANCE_TLB, "e8-tlb-hash.tsv");
    replay.params.tlbDynamicLb = false;
    replay.params.xmitHashPolicy = XmitHashPolicy::LAYER23;
    replay.Run(MilliSeconds(32));
    ExpectAsMeasured(replay);
    ExpectCountsAsMeasured(replay, "tlb-hash");
}

TEST(AlbReplay, AlbMovesAndTellsClientsAsMeasured)
{
    AlbReplay replay(BondModeId::BALANCE_ALB, "e8-alb-lp1.tsv");
    replay.Run(MilliSeconds(32));
    ExpectAsMeasured(replay);
    ExpectCountsAsMeasured(replay, "alb-lp1");
}

TEST(AlbReplay, AlbWithUpdelayMovesAndTellsClientsAsMeasured)
{
    AlbReplay replay(BondModeId::BALANCE_ALB, "e8-alb-updelay.tsv");
    replay.params.updelay = 10; // 1000 ms at miimon 100
    replay.Run(MilliSeconds(36));
    ExpectAsMeasured(replay);
    ExpectCountsAsMeasured(replay, "alb-updelay");
}

// Of the next two runs there are only counts; their events were those of alb-lp1.

TEST(AlbReplay, AlbByHashSendsAsMeasured)
{
    AlbReplay replay(BondModeId::BALANCE_ALB, "e8-alb-lp1.tsv");
    replay.params.tlbDynamicLb = false;
    replay.params.xmitHashPolicy = XmitHashPolicy::LAYER23;
    replay.Run(MilliSeconds(32));
    ExpectCountsAsMeasured(replay, "alb-hash");
}

TEST(AlbReplay, AlbSendsLearningPacketsEveryThreeSecondsAsMeasured)
{
    AlbReplay replay(BondModeId::BALANCE_ALB, "e8-alb-lp1.tsv");
    replay.params.lpInterval = 3;
    replay.Run(MilliSeconds(32));
    ExpectCountsAsMeasured(replay, "alb-lp3");
}

} // namespace
