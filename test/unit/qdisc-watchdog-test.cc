/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/nstime.h"
#include "ns3/qdisc-watchdog.h"
#include "ns3/simulator.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <memory>
#include <vector>

using namespace ns3;

namespace
{

/// A watchdog that writes down when it runs.
class QdiscWatchdogTest : public testing::Test
{
  protected:
    void TearDown() override
    {
        Simulator::Destroy();
    }

    std::vector<int64_t> m_runs; //!< when it ran, in ns
    std::unique_ptr<QdiscWatchdog> m_watchdog{std::make_unique<QdiscWatchdog>(
        [this] { m_runs.push_back(Simulator::Now().GetNanoSeconds()); })}; //!< the watchdog
};

} // namespace

TEST_F(QdiscWatchdogTest, ItRunsAtTheEndOfItsRange)
{
    m_watchdog->Schedule(1000, 10);
    Simulator::Run();
    EXPECT_EQ(m_runs, (std::vector<int64_t>{1010}));
}

TEST_F(QdiscWatchdogTest, OneThatBeginsWithinTheRangeStays)
{
    m_watchdog->Schedule(1000, 10);
    m_watchdog->Schedule(990, 10);
    Simulator::Run();
    EXPECT_EQ(m_runs, (std::vector<int64_t>{1010}));
}

TEST_F(QdiscWatchdogTest, AnEarlierOrLaterTimeTakesItsPlace)
{
    m_watchdog->Schedule(1000, 10);
    m_watchdog->Schedule(989, 10);
    Simulator::Run();
    m_watchdog->Schedule(2000, 10);
    m_watchdog->Schedule(2001, 10);
    Simulator::Run();
    EXPECT_EQ(m_runs, (std::vector<int64_t>{999, 2011}));
}

TEST_F(QdiscWatchdogTest, ATimeThatIsOverIsNow)
{
    Simulator::Schedule(NanoSeconds(5000), [this] { m_watchdog->Schedule(1000, 10); });
    Simulator::Run();
    EXPECT_EQ(m_runs, (std::vector<int64_t>{5000}));
}

TEST_F(QdiscWatchdogTest, ACancelledOneDoesNotRun)
{
    m_watchdog->Schedule(1000, 10);
    m_watchdog->Cancel();
    Simulator::Run();
    m_watchdog->Schedule(2000, 10);
    m_watchdog.reset();
    Simulator::Run();
    EXPECT_EQ(m_runs, (std::vector<int64_t>{}));
}

TEST_F(QdiscWatchdogTest, ItMayBeTheEndOfItself)
{
    std::unique_ptr<QdiscWatchdog> watchdog;
    watchdog = std::make_unique<QdiscWatchdog>([&watchdog] { watchdog.reset(); });
    watchdog->Schedule(1000, 10);
    Simulator::Run();
    EXPECT_EQ(watchdog, nullptr);
}
