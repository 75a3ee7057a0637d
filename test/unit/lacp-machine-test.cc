/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "lacp-test-bond.h"

#include "ns3/lacp-periodic-machine.h"
#include "ns3/lacp-receive-machine.h"

#include <gtest/gtest.h>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

/// A tick of the machines at HZ=250.
constexpr double TICK = 0.104;

/**
 * @brief Two bonds of wired slaves s0.. and p0.., the partner opened 8 ms before bond A, as in the
 *        reference.
 */
class LacpPairTest : public testing::Test
{
  protected:
    /**
     * @brief Wire slaves and open both bonds.
     * @param slaves number of slaves
     */
    void Start(uint32_t slaves)
    {
        for (uint32_t i = 0; i < slaves; ++i)
        {
            m_s.push_back(m_a.Enslave("s" + std::to_string(i)));
            m_p.push_back(m_b.Enslave("p" + std::to_string(i)));
            m_a.Wire(m_s[i], m_b, m_p[i]);
        }
        m_b.mode->Open();
        Simulator::Schedule(MilliSeconds(8), [this] { m_a.mode->Open(); });
    }

    /**
     * @brief Run on.
     * @param until time, in seconds
     */
    static void RunUntil(double until)
    {
        Simulator::Stop(Seconds(until) - Simulator::Now());
        Simulator::Run();
    }

    void TearDown() override
    {
        m_a.mode->Close();
        m_b.mode->Close();
        Simulator::Destroy();
    }

    LacpTestBond m_a{'a'};           //!< bond A
    LacpTestBond m_b{'b'};           //!< its partner
    std::vector<Ptr<BondSlave>> m_s; //!< slaves of A
    std::vector<Ptr<BondSlave>> m_p; //!< slaves of b
};

} // namespace

TEST(LacpPeriodicMachineTest, FastPeriodIsTenTicksAndSlowPeriodThreeHundred)
{
    for (const bool fast : {true, false})
    {
        LacpPortVariables port;
        port.begin = false;
        port.actor.Set(LacpState::ACTIVITY, true);
        port.partner.Set(LacpState::TIMEOUT, fast);
        LacpPeriodicMachine machine;
        std::vector<int> sent;
        for (int tick = 0; tick < 1000 && sent.size() < 3; ++tick)
        {
            port.ntt = false;
            machine.Run(port);
            if (port.ntt)
            {
                sent.push_back(tick);
            }
        }
        ASSERT_EQ(sent.size(), 3u);
        EXPECT_EQ(sent[2] - sent[1], fast ? 10 : 300);
    }
}

TEST(LacpPeriodicMachineTest, TwoPassiveEndsSendNothing)
{
    LacpPortVariables port;
    port.begin = false;
    LacpPeriodicMachine machine;
    for (int tick = 0; tick < 1000; ++tick)
    {
        machine.Run(port);
    }
    EXPECT_FALSE(port.ntt);
    EXPECT_EQ(machine.GetState(), LacpPeriodicMachine::State::NO_PERIODIC);
}

TEST(LacpReceiveMachineTest, SilenceExpiresAndThenDefaultsThePartner)
{
    // e3-no-partner: expired from the second tick on, defaulted 30 ticks later.
    LacpPortVariables port;
    port.actor.key = 15;
    LacpReceiveMachine machine;
    machine.Run(port, nullptr);
    port.begin = false;
    EXPECT_EQ(machine.GetState(), LacpReceiveMachine::State::PORT_DISABLED);
    machine.Run(port, nullptr);
    EXPECT_EQ(machine.GetState(), LacpReceiveMachine::State::EXPIRED);
    EXPECT_TRUE(port.actor.Has(LacpState::EXPIRED));
    for (int tick = 0; tick < 30; ++tick)
    {
        EXPECT_EQ(machine.GetState(), LacpReceiveMachine::State::EXPIRED);
        machine.Run(port, nullptr);
    }
    EXPECT_EQ(machine.GetState(), LacpReceiveMachine::State::DEFAULTED);
    EXPECT_FALSE(port.actor.Has(LacpState::EXPIRED));
    EXPECT_TRUE(port.actor.Has(LacpState::DEFAULTED));
}

TEST(LacpReceiveMachineTest, HalfDuplexLinkDisablesLacp)
{
    LacpPortVariables port;
    port.actor.key = 14; // no duplex bit
    LacpReceiveMachine machine;
    machine.Run(port, nullptr);
    port.begin = false;
    machine.Run(port, nullptr);
    EXPECT_EQ(machine.GetState(), LacpReceiveMachine::State::LACP_DISABLED);
}

TEST(LacpReceiveMachineTest, OwnLacpduIsALoopbackAndRecordsNothing)
{
    LacpPortVariables port;
    port.actor.key = 15;
    port.actor.system = Mac48Address("02:00:00:00:0a:00");
    LacpReceiveMachine machine;
    machine.Run(port, nullptr);
    port.begin = false;
    machine.Run(port, nullptr);
    const Lacpdu own{port.actor, port.partner};
    EXPECT_EQ(machine.Run(port, &own), LacpReceiveMachine::Result::LOOPBACK);
    EXPECT_FALSE(port.partner.HasSystem());
}

TEST_F(LacpPairTest, DistributesTwoAndAHalfSecondsAfterUp)
{
    // e3-fast: A up at 0.101 by its ticks, distributing at 2.493, the partner at 2.595, and 63
    // everywhere at 2.797.
    Start(4);
    RunUntil(2.37);
    EXPECT_EQ(m_a.GetPort(m_s[0]).GetActor().state, 15);
    EXPECT_EQ(m_a.GetUsable(), "");
    RunUntil(2.42);
    EXPECT_EQ(m_a.GetPort(m_s[0]).GetActor().state, 63);
    EXPECT_EQ(m_a.GetUsable(), "s0s1s2s3");
    RunUntil(2.75);
    EXPECT_EQ(m_a.GetPort(m_s[3]).GetPartner().state, 63);
    EXPECT_EQ(m_b.GetUsable(), "p0p1p2p3");
    const auto info = m_a.mode->GetActiveAggregatorInfo();
    ASSERT_TRUE(info);
    EXPECT_EQ(info->id, 1);
    EXPECT_EQ(info->ports, 4u);
    EXPECT_EQ(info->actorKey, 15);
    EXPECT_EQ(info->partnerSystem, Mac48Address("02:00:00:00:0b:00"));
    EXPECT_TRUE(m_a.carrier);
}

TEST_F(LacpPairTest, LacpdusLeaveOnEveryThirdTickOnly)
{
    // README: the fast period alternates 0.936, 0.936, 1.248 s; 30 of them take 31.2 s.
    Start(1);
    RunUntil(10);
    m_a.sent.clear();
    RunUntil(10 + 300 * TICK);
    EXPECT_EQ(m_a.sent.size(), 30u);
}

TEST_F(LacpPairTest, FailedLinkLeavesAtOnceAndReturns)
{
    Start(4);
    RunUntil(5);
    m_a.SetLink(m_s[1], false);
    m_b.SetLink(m_p[1], false);
    EXPECT_EQ(m_a.GetUsable(), "s0s2s3");
    RunUntil(6);
    // e3-fast at 15.300: s1 15, its partner 55.
    EXPECT_EQ(m_a.GetPort(m_s[1]).GetActor().state, 15);
    EXPECT_EQ(m_a.GetPort(m_s[1]).GetPartner().state, 55);
    m_a.SetLink(m_s[1], true);
    m_b.SetLink(m_p[1], true);
    RunUntil(10);
    EXPECT_EQ(m_a.GetUsable(), "s0s1s2s3");
}

TEST_F(LacpPairTest, ReleasedPartnerPortStopsTrafficAtTheNextTick)
{
    Start(4);
    RunUntil(5);
    m_b.Release(m_p[2]);
    RunUntil(5.2);
    // e3-fast at 31.333.
    EXPECT_EQ(m_a.GetPort(m_s[2]).GetActor().state, 15);
    EXPECT_EQ(m_a.GetPort(m_s[2]).GetPartner().state, 3);
    EXPECT_EQ(m_a.GetUsable(), "s0s1s3");
    // Nothing comes any more: expired, then defaulted and alone in an aggregator.
    RunUntil(13);
    EXPECT_EQ(m_a.GetPort(m_s[2]).GetActor().state, 71);
    EXPECT_NE(m_a.GetPort(m_s[2]).GetAggregator(), m_a.GetPort(m_s[0]).GetAggregator());
}

TEST_F(LacpPairTest, WithoutActiveAggregatorTheArrayIsEmpty)
{
    Start(2);
    RunUntil(5);
    for (int i = 0; i < 2; ++i)
    {
        m_a.SetLink(m_s[i], false);
        m_b.SetLink(m_p[i], false);
    }
    EXPECT_EQ(m_a.GetUsable(), "");
    EXPECT_FALSE(m_a.mode->GetActiveAggregatorInfo());
    EXPECT_FALSE(m_a.carrier);
}

TEST_F(LacpPairTest, MinLinksTakesTheCarrierButNotTheAggregator)
{
    m_a.params.minLinks = 2;
    Start(2);
    RunUntil(5);
    EXPECT_TRUE(m_a.carrier);
    m_a.SetLink(m_s[0], false);
    EXPECT_FALSE(m_a.carrier);
    EXPECT_TRUE(m_a.mode->GetActiveAggregatorInfo());
    m_a.SetLink(m_s[0], true);
    EXPECT_TRUE(m_a.carrier);
}

TEST_F(LacpPairTest, UserKeyAndSystemAppearAtThePartner)
{
    m_a.params.adUserPortKey = 5;
    m_a.params.adActorSysPrio = 7;
    m_a.params.adActorSystem = Mac48Address("00:11:22:33:44:55");
    Start(1);
    RunUntil(5);
    const LacpPortParams& seen = m_b.GetPort(m_p[0]).GetPartner();
    EXPECT_EQ(seen.key, 5 << 6 | 15);
    EXPECT_EQ(seen.systemPriority, 7);
    EXPECT_EQ(seen.system, Mac48Address("00:11:22:33:44:55"));
}

TEST_F(LacpPairTest, NewSystemPriorityIsTakenOverWithoutDisablingPorts)
{
    Start(1);
    RunUntil(5);
    m_a.params.adActorSysPrio = 100;
    m_a.mode->OptionChanged("ad_actor_sys_prio");
    RunUntil(12);
    EXPECT_EQ(m_b.GetPort(m_p[0]).GetPartner().systemPriority, 100);
    EXPECT_EQ(m_b.GetUsable(), "p0");
}

TEST_F(LacpPairTest, PortWithoutPartnerSendsOnOneSlave)
{
    // e3-no-partner: all 400 frames on s0, states 79 and 71, churned after 62 s.
    std::vector<Ptr<BondSlave>> slaves;
    for (const char* name : {"s0", "s1"})
    {
        slaves.push_back(m_a.Enslave(name));
    }
    m_a.mode->Open();
    RunUntil(61);
    EXPECT_EQ(m_a.GetUsable(), "s0");
    EXPECT_EQ(m_a.GetPort(slaves[0]).GetActor().state, 79);
    EXPECT_EQ(m_a.GetPort(slaves[1]).GetActor().state, 71);
    EXPECT_EQ(m_a.GetPort(slaves[1]).GetChurn().GetActorState(), LacpChurnState::MONITOR);
    RunUntil(63);
    EXPECT_EQ(m_a.GetPort(slaves[0]).GetChurn().GetActorState(), LacpChurnState::NONE);
    EXPECT_EQ(m_a.GetPort(slaves[0]).GetChurn().GetPartnerState(), LacpChurnState::CHURN);
    EXPECT_EQ(m_a.GetPort(slaves[1]).GetChurn().GetActorState(), LacpChurnState::CHURN);
    EXPECT_EQ(m_a.GetPort(slaves[1]).GetChurn().GetActorCount(), 1u);
}

TEST(LacpSelectionTest, PoliciesChooseBetweenTwoPartners)
{
    // Three slaves to b at 1 Gb/s, one to c at 10 Gb/s: bandwidth takes c, count takes b, stable
    // keeps the partner that was heard first, which is b.
    for (const AdSelect policy : {AdSelect::STABLE, AdSelect::BANDWIDTH, AdSelect::COUNT})
    {
        LacpTestBond a('a');
        LacpTestBond b('b');
        LacpTestBond c('c');
        a.params.adSelect = policy;
        std::vector<Ptr<BondSlave>> s;
        std::vector<Ptr<BondSlave>> p;
        for (int i = 0; i < 4; ++i)
        {
            s.push_back(a.Enslave("s" + std::to_string(i)));
            LacpTestBond& other = i < 3 ? b : c;
            p.push_back(other.Enslave("p" + std::to_string(i)));
            if (i < 3)
            {
                s[i]->SetSpeed(1000, true);
                a.mode->SlaveSpeedChanged(*s[i]);
                p[i]->SetSpeed(1000, true);
                b.mode->SlaveSpeedChanged(*p[i]);
            }
            a.Wire(s[i], other, p[i]);
        }
        for (LacpTestBond* bond : {&a, &b, &c})
        {
            bond->mode->Open();
        }
        Simulator::Stop(Seconds(6));
        Simulator::Run();
        EXPECT_EQ(a.GetUsable(), policy == AdSelect::BANDWIDTH ? "s3" : "s0s1s2");
        a.SetLink(s[3], false);
        EXPECT_EQ(a.mode->GetActiveAggregatorInfo()->ports, 3u);
        Simulator::Stop(Seconds(6));
        Simulator::Run();
        EXPECT_EQ(a.GetUsable(), "s0s1s2");
        a.SetLink(s[3], true);
        Simulator::Stop(Seconds(6));
        Simulator::Run();
        EXPECT_EQ(a.GetUsable(), policy == AdSelect::BANDWIDTH ? "s3" : "s0s1s2");
        for (LacpTestBond* bond : {&a, &b, &c})
        {
            bond->mode->Close();
        }
        Simulator::Destroy();
    }
}

TEST(LacpSelectionTest, ReleasingASlaveHandsItsAggregatorOn)
{
    LacpTestBond a('a');
    LacpTestBond b('b');
    std::vector<Ptr<BondSlave>> s;
    for (int i = 0; i < 3; ++i)
    {
        s.push_back(a.Enslave("s" + std::to_string(i)));
        a.Wire(s[i], b, b.Enslave("p" + std::to_string(i)));
    }
    a.mode->Open();
    b.mode->Open();
    Simulator::Stop(Seconds(5));
    Simulator::Run();
    ASSERT_EQ(a.GetPort(s[2]).GetAggregator()->GetId(), 1);
    a.Release(s[0]);
    EXPECT_EQ(a.GetUsable(), "s1s2");
    EXPECT_EQ(a.GetPort(s[1]).GetAggregator()->GetId(), 2);
    EXPECT_EQ(a.GetPort(s[2]).GetAggregator()->GetId(), 2);
    EXPECT_TRUE(a.GetPort(s[2]).GetAggregator()->IsActive());
    EXPECT_TRUE(a.carrier);
    a.mode->Close();
    b.mode->Close();
    Simulator::Destroy();
}
