/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/bridge-fdb.h"

#include <gtest/gtest.h>
#include <iomanip>
#include <random>
#include <sstream>

using namespace ns3;

namespace
{

const Mac48Address A("02:00:00:00:00:0a");
const Mac48Address B("02:00:00:00:00:0b");
const Mac48Address OWN("02:00:00:00:00:01");

/// A database whose changes are written down.
class BridgeFdbTest : public testing::Test
{
  protected:
    BridgeFdbTest()
    {
        fdb.SetChangeCallback([this](const BridgeFdb::Entry& entry, BridgeFdb::Change change) {
            std::ostringstream text;
            text << BridgeFdb::GetName(change) << ' ' << entry.address << ' ' << entry.port;
            changes.push_back(text.str());
        });
    }

    /**
     * @brief The port an address is behind.
     * @param address the address
     * @return its number; -1 if the address is unknown
     */
    int GetPort(const Mac48Address& address) const
    {
        const auto* entry = fdb.Find(address);
        return entry ? static_cast<int>(entry->port) : -1;
    }

    BridgeFdb fdb;                    //!< the database
    std::vector<std::string> changes; //!< what happened
};

/// The changes as a list, for comparisons.
using Changes = std::vector<std::string>;

} // namespace

TEST_F(BridgeFdbTest, AnAddressIsBehindThePortItWasHeardOnLast)
{
    EXPECT_EQ(GetPort(A), -1);
    fdb.Update(A, 1, Seconds(1));
    fdb.Update(B, 2, Seconds(1));
    fdb.Update(A, 1, Seconds(2));
    EXPECT_EQ(GetPort(A), 1);
    fdb.Update(A, 2, Seconds(3));
    EXPECT_EQ(GetPort(A), 2);
    EXPECT_EQ(GetPort(B), 2);
    EXPECT_EQ(changes,
              (Changes{"learned 02:00:00:00:00:0a 1",
                       "learned 02:00:00:00:00:0b 2",
                       "moved 02:00:00:00:00:0a 2"}));
}

TEST_F(BridgeFdbTest, AnEntryLivesForTheAgeingTimeAfterItWasHeardLast)
{
    EXPECT_EQ(fdb.GetAgeingTime(), Seconds(300)); // BR_DEFAULT_AGEING_TIME
    fdb.Update(A, 1, Seconds(10));
    fdb.Update(B, 1, Seconds(20));
    fdb.Update(A, 1, Seconds(30));
    // B is due at 320 s, A at 330 s.
    EXPECT_EQ(fdb.Age(Seconds(310)), Seconds(10));
    EXPECT_EQ(GetPort(B), 1);
    EXPECT_EQ(fdb.Age(Seconds(320)), Seconds(10));
    EXPECT_EQ(GetPort(B), -1);
    EXPECT_EQ(GetPort(A), 1);
    EXPECT_EQ(fdb.Age(Seconds(330) - NanoSeconds(1)), MilliSeconds(10)); // not sooner than that
    EXPECT_EQ(GetPort(A), 1);
    EXPECT_EQ(fdb.Age(Seconds(330)), std::nullopt);
    EXPECT_FALSE(fdb.HasLearned());
    EXPECT_EQ(changes.back(), "aged 02:00:00:00:00:0a 1");
    EXPECT_EQ(changes.size(), 4);
}

TEST_F(BridgeFdbTest, AgeingTimeZeroLearnsNothing)
{
    fdb.SetAgeingTime(Time());
    fdb.Update(A, 1, Seconds(1));
    EXPECT_EQ(GetPort(A), -1);
    EXPECT_TRUE(changes.empty());
}

TEST_F(BridgeFdbTest, AShorterAgeingTimeCountsFromWhenTheAddressWasHeard)
{
    fdb.Update(A, 1, Seconds(10));
    fdb.SetAgeingTime(Seconds(5));
    EXPECT_EQ(fdb.Age(Seconds(14)), Seconds(1));
    EXPECT_EQ(fdb.Age(Seconds(15)), std::nullopt);
    EXPECT_EQ(GetPort(A), -1);
}

TEST_F(BridgeFdbTest, TheHostsOwnAddressesAreNeverLearnedOrAged)
{
    fdb.SetLocalAddresses({{1, OWN}, {2, B}, {BridgeFdb::BRIDGE, OWN}});
    EXPECT_EQ(GetPort(OWN), 1); // of equal ones the first
    fdb.Update(OWN, 2, Seconds(1));
    EXPECT_EQ(GetPort(OWN), 1);
    EXPECT_EQ(fdb.Age(Seconds(1000)), std::nullopt);
    fdb.FlushPort(1);
    ASSERT_NE(fdb.Find(OWN), nullptr);
    EXPECT_TRUE(fdb.Find(OWN)->local);
    fdb.SetLocalAddresses({{2, B}});
    EXPECT_EQ(fdb.Find(OWN), nullptr);
    EXPECT_EQ(fdb.GetEntries().size(), 1);
    EXPECT_TRUE(changes.empty());
}

TEST_F(BridgeFdbTest, AnAddressTheHostGetsIsForgottenAsLearned)
{
    fdb.Update(A, 2, Seconds(1));
    fdb.SetLocalAddresses({{1, A}});
    ASSERT_NE(fdb.Find(A), nullptr);
    EXPECT_TRUE(fdb.Find(A)->local);
    EXPECT_EQ(GetPort(A), 1);
    EXPECT_FALSE(fdb.HasLearned());
    EXPECT_EQ(changes.back(), "flushed 02:00:00:00:00:0a 2");
}

TEST_F(BridgeFdbTest, FlushingAPortForgetsWhatIsBehindIt)
{
    fdb.Update(A, 1, Seconds(1));
    fdb.Update(B, 2, Seconds(1));
    fdb.FlushPort(1);
    EXPECT_EQ(GetPort(A), -1);
    EXPECT_EQ(GetPort(B), 2);
    EXPECT_EQ(changes.back(), "flushed 02:00:00:00:00:0a 1");
}

TEST_F(BridgeFdbTest, WhoIsToldMayChangeTheDatabase)
{
    fdb.Update(A, 1, Seconds(1));
    fdb.Update(B, 2, Seconds(1));
    fdb.SetChangeCallback([this](const BridgeFdb::Entry&, BridgeFdb::Change) {
        fdb.FlushPort(1);
        fdb.FlushPort(2);
    });
    fdb.FlushPort(1);
    EXPECT_TRUE(fdb.GetEntries().empty());
    fdb.Update(A, 1, Seconds(1));
    EXPECT_TRUE(fdb.GetEntries().empty());
}

TEST_F(BridgeFdbTest, RandomCallsAgreeWithAListOfAllSightings)
{
    const unsigned seed = std::random_device()();
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937 random(seed);
    std::map<Mac48Address, std::pair<uint32_t, Time>> model;
    Time now;
    for (int step = 0; step < 20000; ++step)
    {
        now += Seconds(random() % 20);
        std::ostringstream text;
        text << "02:00:00:00:01:" << std::hex << std::setw(2) << std::setfill('0') << random() % 32;
        const Mac48Address address(text.str().c_str());
        const uint32_t port = 1 + random() % 4;
        if (random() % 50 == 0)
        {
            fdb.FlushPort(port);
            for (auto entry = model.begin(); entry != model.end();)
            {
                entry = entry->second.first == port ? model.erase(entry) : std::next(entry);
            }
        }
        fdb.Update(address, port, now);
        model[address] = {port, now};
        fdb.Age(now);
        for (auto entry = model.begin(); entry != model.end();)
        {
            const bool old = entry->second.second + Seconds(300) <= now;
            entry = old ? model.erase(entry) : std::next(entry);
        }
        ASSERT_EQ(fdb.GetEntries().size(), model.size());
        for (const auto& [known, sighting] : model)
        {
            ASSERT_EQ(GetPort(known), static_cast<int>(sighting.first));
        }
    }
}
