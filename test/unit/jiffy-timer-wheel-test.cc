/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/bond-work.h"
#include "ns3/jiffy-clock.h"
#include "ns3/simulator.h"

#include <gtest/gtest.h>
#include <memory>
#include <string>

using namespace ns3;

namespace
{

/// Works of one bond that write down when they run.
class JiffyTimerWheelTest : public testing::Test
{
  protected:
    void TearDown() override
    {
        Simulator::Destroy();
    }

    JiffyClock m_clock;  //!< 4 ms
    std::string m_order; //!< letters of the works, as they ran
};

} // namespace

TEST_F(JiffyTimerWheelTest, WorksThatRearmWithTheSameDelayTakeTurnsAtBeingFirst)
{
    // The first runs come in the order of queueing; each run of both reverses it. In e3-slow the
    // link monitor is ahead of LACP at even ticks, in e3-fast behind it at odd ones.
    BondWork mii(m_clock, [this, &mii] {
        m_order += 'm';
        mii.Queue(25);
    });
    BondWork ad(m_clock, [this, &ad] {
        m_order += 'a';
        ad.Queue(25);
    });
    mii.Queue(0);
    ad.Queue(0);
    Simulator::Stop(MilliSeconds(4 * 104 + 1));
    Simulator::Run();
    EXPECT_EQ(m_order, "maammaamma");
}

TEST_F(JiffyTimerWheelTest, DifferentJiffiesKeepTheirOrder)
{
    BondWork late(m_clock, [this] { m_order += 'l'; });
    BondWork early(m_clock, [this] { m_order += 'e'; });
    early.Queue(1);
    late.Queue(2);
    Simulator::Run();
    EXPECT_EQ(m_order, "el");
    EXPECT_EQ(Simulator::Now(), MilliSeconds(12));
}

TEST_F(JiffyTimerWheelTest, ACancelledWorkDoesNotRunEvenIfTheOtherOneCancelsItInTheSameJiffy)
{
    BondWork victim(m_clock, [this] { m_order += 'v'; });
    BondWork killer(m_clock, [this, &victim] {
        m_order += 'k';
        victim.Cancel();
    });
    victim.Queue(3);
    killer.Queue(3);
    Simulator::Run();
    EXPECT_EQ(m_order, "k");
    EXPECT_FALSE(victim.IsPending());
}

TEST_F(JiffyTimerWheelTest, AWorkThatIsGoneDoesNotRun)
{
    auto work = std::make_unique<BondWork>(m_clock, [this] { m_order += 'w'; });
    work->Queue(3);
    EXPECT_TRUE(work->IsPending());
    work.reset();
    Simulator::Run();
    EXPECT_EQ(m_order, "");
}
