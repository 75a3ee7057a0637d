/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "bonded-hosts.h"

#include "ns3/bonding-net-device.h"
#include "ns3/linux-udp-socket.h"
#include "ns3/random-variable-stream.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/simulator.h"
#include "ns3/test.h"

#include <array>
#include <iostream>
#include <set>
#include <string>

using namespace ns3;

namespace
{

/// Modes of the sender, in the order in which a run goes through them.
constexpr std::array<const char*, 7> MODES = {"balance-rr",
                                              "active-backup",
                                              "balance-xor",
                                              "broadcast",
                                              "802.3ad",
                                              "balance-tlb",
                                              "balance-alb"};

/// Links between the two hosts.
constexpr uint32_t N_LINKS = 4;

/// How long a mode is in use, and how often something happens meanwhile.
const Time MODE_TIME = Seconds(30);
constexpr uint32_t EVENTS_PER_MODE = 150;

/// After this, nothing happens any more and queues drain.
const Time DRAIN_TIME = Seconds(30);

/**
 * @ingroup linux-tx-tests
 * @brief Links flap, slaves come and go, options and modes change, all at random and under traffic.
 *
 * At every frame: its slave is one of the bond now, and one that the mode may use. At the end:
 * every charge is given back.
 */
class BondRandomTestCase : public TestCase
{
  public:
    /**
     * @brief Constructor.
     * @param run number of the run
     */
    explicit BondRandomTestCase(uint64_t run)
        : TestCase("random flaps, enslaving, releasing, options and modes, run " +
                   std::to_string(run)),
          m_run(run)
    {
    }

  private:
    void DoRun() override
    {
        const uint64_t runBefore = RngSeedManager::GetRun();
        RngSeedManager::SetRun(m_run);
        std::cout << "bond at random: seed " << RngSeedManager::GetSeed() << " run " << m_run
                  << std::endl;
        m_random = CreateObject<UniformRandomVariable>();
        {
            BondedHosts hosts("balance-rr", "balance-rr", N_LINKS, BondedHosts::NIC, {"20Mbps"});
            m_hosts = &hosts;
            hosts.GetBond()->TraceConnectWithoutContext(
                "TxSlave",
                MakeCallback(&BondRandomTestCase::CheckSlave, this));
            for (uint32_t mode = 0; mode < MODES.size(); ++mode)
            {
                const Time start = Seconds(1) + mode * MODE_TIME;
                Simulator::Schedule(start, &BondRandomTestCase::ChangeMode, this, MODES[mode]);
                for (uint32_t i = 0; i < EVENTS_PER_MODE; ++i)
                {
                    Simulator::Schedule(
                        start + Seconds(m_random->GetValue(0.001, MODE_TIME.GetSeconds() - 0.001)),
                        &BondRandomTestCase::DoSomething,
                        this);
                }
            }
            const Time end = Seconds(1) + static_cast<int64_t>(MODES.size()) * MODE_TIME;
            Simulator::Schedule(end, &BondRandomTestCase::PutRight, this);
            Simulator::Stop(end + DRAIN_TIME);
            Simulator::Run();
            NS_TEST_EXPECT_MSG_EQ(hosts.IsConserved(), true, "every charge is given back");
            NS_TEST_EXPECT_MSG_GT(m_nFrames, 1000, "there was traffic to look at");
            NS_TEST_EXPECT_MSG_GT(hosts.GetNReceived(), 100, "and it arrived");
        }
        RngSeedManager::SetRun(runBefore);
    }

    /**
     * @brief Both bonds go down, lose their slaves, change their mode and come back.
     * @param mode the new mode of the sender; the receiver follows only to 802.3ad
     */
    void ChangeMode(std::string mode)
    {
        const bool lacp = mode == "802.3ad";
        Rebuild(m_hosts->GetBond(), 0, mode);
        Rebuild(m_hosts->GetReceiverBond(), 1, lacp ? mode : "balance-rr");
        m_released.clear();
        m_mode = mode;
    }

    /**
     * @brief Change the mode of one bond.
     * @param bond the bond
     * @param host number of its host
     * @param mode the new mode
     */
    void Rebuild(const Ptr<BondingNetDevice>& bond, uint32_t host, const std::string& mode)
    {
        const Address address = bond->GetAddress();
        bond->Close();
        while (bond->GetSlaves().GetN() > 0)
        {
            bond->Release(bond->GetSlaves().GetAll().front()->GetDevice());
        }
        bond->SetAddress(address); // which the hosts' neighbour caches know
        NS_TEST_EXPECT_MSG_EQ(bond->SetOption("mode", mode).GetError(), "", mode);
        bond->SetOption("miimon", "100");
        for (uint32_t i = 0; i < N_LINKS; ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(bond->Enslave(m_hosts->GetSlave(i, host)).GetError(), "", i);
        }
        bond->Open();
    }

    /**
     * @brief One of the things that happen to a bond.
     */
    void DoSomething()
    {
        const auto bond = m_hosts->GetBond();
        const uint32_t link = m_random->GetInteger(0, N_LINKS - 1);
        switch (m_random->GetInteger(0, 9))
        {
        case 0:
        case 1:
            m_hosts->SetCarrier(link, false);
            break;
        case 2:
        case 3:
            m_hosts->SetCarrier(link, true);
            break;
        case 4:
            if (m_released.insert(link).second)
            {
                NS_TEST_EXPECT_MSG_EQ(bond->Release(m_hosts->GetSlave(link)).GetError(), "", "");
            }
            break;
        case 5:
            if (m_released.erase(link) > 0)
            {
                NS_TEST_EXPECT_MSG_EQ(bond->Enslave(m_hosts->GetSlave(link)).GetError(), "", "");
            }
            break;
        case 6:
            ChangeAnOption();
            break;
        default:
            m_hosts->Send(m_random->GetInteger(1, 40), m_random->GetInteger(0, 1) == 1);
        }
    }

    /**
     * @brief Write something into an option; what Linux refuses is refused.
     */
    void ChangeAnOption()
    {
        constexpr std::array<std::array<const char*, 2>, 12> WRITES = {
            {{"miimon", "50"},
             {"miimon", "100"},
             {"updelay", "200"},
             {"downdelay", "100"},
             {"xmit_hash_policy", "layer3+4"},
             {"xmit_hash_policy", "layer2+3"},
             {"packets_per_slave", "3"},
             {"primary", "eth1"},
             {"active_slave", "eth2"},
             {"lp_interval", "3"},
             {"all_slaves_active", "1"},
             {"lacp_rate", "fast"}}};
        const auto& write = WRITES[m_random->GetInteger(0, WRITES.size() - 1)];
        m_hosts->GetBond()->SetOption(write[0], write[1]);
    }

    /**
     * @brief All links up and all slaves back, so that what is queued can drain.
     */
    void PutRight()
    {
        for (uint32_t i = 0; i < N_LINKS; ++i)
        {
            m_hosts->SetCarrier(i, true);
            if (m_released.erase(i) > 0)
            {
                m_hosts->GetBond()->Enslave(m_hosts->GetSlave(i));
            }
        }
    }

    /**
     * @brief A frame goes to a slave: may it?
     * @param packet the frame
     * @param device the slave's device
     */
    void CheckSlave(Ptr<const Packet> packet, Ptr<NetDevice> device)
    {
        if (packet->GetSize() < BondedHosts::MESSAGE_SIZE)
        {
            // LACPDUs, learning packets and probes go where no traffic may; tlb's and alb's tell
            // the switch even from a slave that is just leaving (alb_change_hw_addr_on_detach).
            return;
        }
        ++m_nFrames;
        const auto& slaves = m_hosts->GetBond()->GetSlaves();
        const Ptr<BondSlave> slave = slaves.Find(device);
        NS_TEST_ASSERT_MSG_EQ(bool(slave), true, m_mode << ": a released slave gets nothing");
        if (m_mode == "active-backup")
        {
            NS_TEST_EXPECT_MSG_EQ(slave, slaves.GetActive(), "only the active slave sends");
        }
        else
        {
            NS_TEST_EXPECT_MSG_EQ(slave->CanTransmit(), true, m_mode << ": it cannot transmit");
        }
    }

    uint64_t m_run;                      //!< number of the run
    Ptr<UniformRandomVariable> m_random; //!< decides everything
    BondedHosts* m_hosts{nullptr};       //!< the hosts
    std::set<uint32_t> m_released;       //!< links whose device is no slave of the sender's bond
    std::string m_mode;                  //!< the sender's mode
    uint64_t m_nFrames{0};               //!< messages given to slaves
};

/**
 * @ingroup linux-tx-tests
 * @brief Suite linux-tx-bond-random.
 */
class BondRandomTestSuite : public TestSuite
{
  public:
    BondRandomTestSuite()
        : TestSuite("linux-tx-bond-random", TestSuite::Type::SYSTEM)
    {
        for (uint64_t run = 1; run <= 3; ++run)
        {
            AddTestCase(new BondRandomTestCase(run));
        }
    }
};

} // namespace

/// The instance that the test runner finds.
static BondRandomTestSuite g_bondRandomTestSuite;
