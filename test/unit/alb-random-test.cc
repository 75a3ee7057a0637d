/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fake-bond.h"

#include "ns3/alb-arp-message.h"
#include "ns3/balance-alb-mode.h"
#include "ns3/balance-tlb-mode.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <functional>
#include <gtest/gtest.h>
#include <memory>
#include <random>
#include <set>

using namespace ns3;

namespace
{

const Mac48Address BOND("02:00:00:00:00:01");

/**
 * @brief A bond to which anything happens, in the order in which the bond's control path does it.
 */
class RandomBond : public FakeBond
{
  public:
    /**
     * @brief Constructor.
     * @param id balance-tlb or balance-alb
     * @param seed of the random numbers
     */
    RandomBond(BondModeId id, uint32_t seed)
        : m_random(seed)
    {
        params.mode = id;
        address = BOND;
        m_mode = BondMode::Create(id, *this);
        m_mode->Open();
    }

    ~RandomBond() override
    {
        m_mode->Close();
    }

    void UpdateSlaveArray() override
    {
        m_mode->UpdateSlaveArray();
    }

    void SendOnSlave(BondSlave& slave,
                     const Ptr<Packet>& /* payload */,
                     const Mac48Address& /* source */,
                     const Mac48Address& /* destination */,
                     uint16_t /* etherType */) override
    {
        // A slave that is leaving teaches the switch the address that it has got back.
        EXPECT_TRUE(slaves.FindByName(slave.GetName()) || PeekPointer(m_leaving) == &slave)
            << "sent on a slave that has left";
    }

    /**
     * @brief Something happens.
     */
    void Act()
    {
        switch (Draw(8))
        {
        case 0:
            Enslave();
            break;
        case 1:
            Release();
            break;
        case 2:
        case 3:
            Flap();
            break;
        case 4:
            params.tlbDynamicLb = Draw(4) > 0;
            break;
        case 5:
            Simulator::Stop(MilliSeconds(Draw(5000)));
            Simulator::Run();
            break;
        default:
            Send();
            break;
        }
        Check();
    }

  private:
    /**
     * @brief A random number.
     * @param n how many there are
     * @return from 0 to n - 1
     */
    uint32_t Draw(uint32_t n)
    {
        return std::uniform_int_distribution<uint32_t>(0, n - 1)(m_random);
    }

    /**
     * @brief A slave joins.
     */
    void Enslave()
    {
        const std::string name = "s" + std::to_string(Draw(6));
        if (slaves.FindByName(name))
        {
            return;
        }
        const bool carrier = Draw(3) > 0;
        const auto slave = AddSlave(name, carrier ? BondLink::UP : BondLink::DOWN, BOND);
        // s5's own address is the bond's.
        const Mac48Address own(("02:00:00:00:0a:0" + name.substr(1)).c_str());
        slave->SetOriginal(name == "s5" ? BOND : own, 1500);
        m_mode->SlaveEnslaved(*slave);
        ChooseActive();
        UpdateSlaveArray();
    }

    /**
     * @brief A slave leaves.
     */
    void Release()
    {
        if (slaves.GetN() == 0)
        {
            return;
        }
        const Ptr<BondSlave> slave = slaves.GetAll()[Draw(slaves.GetN())];
        const Ptr<BondSlave> active = slaves.GetActive();
        slaves.Remove(slave);
        m_mode->SkipInSlaveArray(*slave);
        UpdateSlaveArray();
        if (active == slave)
        {
            m_mode->ActiveSlaveChanged(slave, nullptr);
        }
        m_leaving = slave;
        m_mode->SlaveReleased(*slave);
        m_leaving = nullptr;
        ChooseActive();
    }

    /**
     * @brief A link comes or goes; the monitor may not have noticed the last change.
     */
    void Flap()
    {
        if (slaves.GetN() == 0)
        {
            return;
        }
        const Ptr<BondSlave> slave = slaves.GetAll()[Draw(slaves.GetN())];
        slave->SetCarrier(!slave->HasCarrier());
        UpdateSlaveArray();
        if (Draw(2) > 0)
        {
            slave->SetLink(slave->HasCarrier() ? BondLink::UP : BondLink::DOWN);
            m_mode->SlaveLinkChanged(*slave);
            ChooseActive();
        }
    }

    /**
     * @brief bond_select_active_slave().
     */
    void ChooseActive()
    {
        const Ptr<BondSlave> before = slaves.GetActive();
        if (before && before->IsLinkUp())
        {
            return;
        }
        const auto& all = slaves.GetAll();
        const auto best = std::find_if(all.begin(), all.end(), [](const auto& slave) {
            return slave->IsLinkUp();
        });
        const Ptr<BondSlave> now = best == all.end() ? nullptr : *best;
        if (now != before)
        {
            slaves.SetActive(now);
            m_mode->ActiveSlaveChanged(before, now);
        }
    }

    /**
     * @brief The host sends, and the answer comes on any slave.
     */
    void Send()
    {
        std::vector<uint8_t> frame(60);
        std::generate(frame.begin(), frame.end(), [this] { return Draw(256); });
        const bool isArp = Draw(2) > 0;
        BOND.CopyTo(frame.data() + 6);
        frame[0] &= 0xfe;
        frame[12] = 0x08;
        frame[13] = isArp ? 0x06 : 0x00;
        if (isArp)
        {
            const AlbArpMessage message{static_cast<uint16_t>(1 + Draw(2)),
                                        BOND,
                                        Ipv4Address("10.0.0.1"),
                                        Mac48Address("02:00:00:00:0c:01"),
                                        Ipv4Address(0x0a000000 + Draw(1000))};
            message.Write()->CopyData(frame.data() + 14, 28);
            if (slaves.GetN() > 0)
            {
                const AlbArpMessage answer{AlbArpMessage::REPLY,
                                           message.targetMac,
                                           message.targetIp,
                                           BOND,
                                           message.senderIp};
                m_mode->ReceiveProbe(*slaves.GetAll()[0],
                                     answer.Write(),
                                     message.targetMac,
                                     BOND,
                                     AlbArpMessage::ETHER_TYPE);
            }
        }
        BondTransmitPlan plan;
        m_mode->Select(BondFrame(frame), plan);
        if (plan.original)
        {
            EXPECT_EQ(slaves.FindByName(plan.original->GetName()), plan.original);
            EXPECT_TRUE(plan.original->CanTransmit());
            EXPECT_EQ(plan.source.value_or(BOND), slaveAddresses[plan.original->GetName()]);
        }
    }

    /**
     * @brief The invariant of AlbSlaveAddresses.
     */
    void Check()
    {
        std::set<Mac48Address> addresses;
        for (const auto& slave : slaves.GetAll())
        {
            EXPECT_TRUE(addresses.insert(slaveAddresses[slave->GetName()]).second)
                << slave->GetName() << " has the address of another slave";
        }
        if (const auto& active = slaves.GetActive())
        {
            EXPECT_EQ(slaveAddresses[active->GetName()], BOND);
        }
    }

    std::mt19937 m_random;            //!< what happens
    Ptr<BondSlave> m_leaving;         //!< being released
    std::unique_ptr<BondMode> m_mode; //!< what is tested
};

/// Whatever happens to a bond.
class AlbRandomTest : public testing::TestWithParam<BondModeId>
{
};

TEST_P(AlbRandomTest, AddressesStayUniqueAndFramesGoToUsableSlaves)
{
    const uint32_t seed = std::random_device{}();
    SCOPED_TRACE("seed " + std::to_string(seed));
    for (uint32_t bond = 0; bond < 50 && !HasFailure(); ++bond)
    {
        RandomBond random(GetParam(), seed + bond);
        for (uint32_t step = 0; step < 200 && !HasFailure(); ++step)
        {
            random.Act();
        }
    }
    Simulator::Destroy();
}

INSTANTIATE_TEST_SUITE_P(LoadBalancing,
                         AlbRandomTest,
                         testing::Values(BondModeId::BALANCE_TLB, BondModeId::BALANCE_ALB));

} // namespace
