/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "bonded-hosts.h"

#include "ns3/bonding-net-device.h"
#include "ns3/linux-udp-socket.h"
#include "ns3/simulator.h"
#include "ns3/test.h"

#include <functional>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

/// Links between the two hosts.
constexpr uint32_t N_LINKS = 3;

/// Traffic and link events go on for so long.
const Time BUSY = Seconds(8);

/// A time between two changes of the bond by whoever hears of something.
const Time PAUSE = MilliSeconds(137);

/**
 * @ingroup linux-tx-tests
 * @brief Whoever is told something by a bond may change that bond at once, in any way.
 *
 * One place where the bond tells something, one change made there, again and again while links flap
 * under traffic. At the end the bond works and every charge is given back.
 */
class BondReentryTestCase : public TestCase
{
  public:
    /// What is done to a bond.
    using Change = void (BondReentryTestCase::*)();

    /**
     * @brief Constructor.
     * @param mode the mode of both bonds
     * @param place trace source of the sender's bond
     * @param what name of the change
     * @param change the change
     */
    BondReentryTestCase(const std::string& mode,
                        const std::string& place,
                        const std::string& what,
                        Change change)
        : TestCase(mode + ": " + what + " in " + place),
          m_mode(mode),
          m_place(place),
          m_change(change)
    {
    }

    /// Release a slave, to enslave it again later.
    void ReleaseFirst()
    {
        const auto& slaves = m_bond->GetSlaves().GetAll();
        if (!slaves.empty())
        {
            const Ptr<NetDevice> device = slaves.front()->GetDevice();
            m_bond->Release(device);
            Simulator::Schedule(PAUSE / 2, [this, device] { m_bond->Enslave(device); });
        }
    }

    /// Release all slaves and enslave them again.
    void ReleaseAll()
    {
        const auto devices = ReleaseSlaves();
        for (const auto& device : devices)
        {
            m_bond->Enslave(device);
        }
    }

    /// Replace the mode by the next one.
    void ChangeMode()
    {
        const auto devices = ReleaseSlaves();
        m_bond->Close();
        m_bond->SetOption("mode", std::to_string(++m_nModes % 7));
        m_bond->Open();
        for (const auto& device : devices)
        {
            m_bond->Enslave(device);
        }
    }

    /// Down, and up again later.
    void Close()
    {
        m_bond->Close();
        Simulator::Schedule(PAUSE / 2, [this] { m_bond->Open(); });
    }

  private:
    void DoRun() override
    {
        const std::string peer = m_mode == "802.3ad" ? m_mode : "balance-rr";
        BondedHosts hosts(m_mode, peer, N_LINKS, BondedHosts::NIC, {"20Mbps"});
        m_bond = hosts.GetBond();
        Connect();
        for (Time at = Seconds(1); at < BUSY; at += MilliSeconds(5))
        {
            Simulator::Schedule(at, [&hosts] { hosts.Send(3); });
        }
        uint32_t step = 0;
        for (Time at = Seconds(1); at < BUSY; at += MilliSeconds(290))
        {
            // Links in turn; every fourth time all of them.
            const bool up = step % 3 == 2;
            const uint32_t first = step % 4 == 0 ? 0 : step % N_LINKS;
            const uint32_t last = step % 4 == 0 ? N_LINKS - 1 : first;
            for (uint32_t link = first; link <= last; ++link)
            {
                Simulator::Schedule(at, &BondedHosts::SetCarrier, &hosts, link, up);
            }
            ++step;
        }
        Simulator::Schedule(BUSY, [this, &hosts] {
            m_armed = false;
            m_over = true;
            for (uint32_t link = 0; link < N_LINKS; ++link)
            {
                hosts.SetCarrier(link, true);
            }
        });
        Simulator::Schedule(Seconds(1), [this] { m_armed = true; });
        Simulator::Stop(BUSY + Seconds(30));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_GT(m_nChanges, 0, "the place was reached");
        NS_TEST_EXPECT_MSG_EQ(m_bond->GetSlaves().GetN(), N_LINKS, "all slaves are back");
        NS_TEST_EXPECT_MSG_EQ(hosts.IsConserved(), true, "every charge is given back");
        m_bond = nullptr;
    }

    /// Listen at the place.
    void Connect()
    {
        bool connected = false;
        const auto listen = [this, &connected](auto callback) {
            connected = m_bond->TraceConnectWithoutContext(m_place, callback) || connected;
        };
        if (m_place == "TxSlave")
        {
            listen(MakeCallback(&BondReentryTestCase::HearSlave, this));
        }
        else if (m_place == "ActiveSlave")
        {
            listen(MakeCallback(&BondReentryTestCase::HearActive, this));
        }
        else if (m_place == "SlaveLinkChange")
        {
            listen(MakeCallback(&BondReentryTestCase::HearLink, this));
        }
        else if (m_place == "Carrier")
        {
            listen(MakeCallback(&BondReentryTestCase::HearCarrier, this));
        }
        else if (m_place == "Drop")
        {
            listen(MakeCallback(&BondReentryTestCase::HearDrop, this));
        }
        else if (m_place == "Log")
        {
            listen(MakeCallback(&BondReentryTestCase::HearLog, this));
        }
        else
        {
            listen(MakeCallback(&BondReentryTestCase::HearPacket, this));
        }
        NS_TEST_ASSERT_MSG_EQ(connected, true, m_place);
    }

    /// Make the change, unless the last one is too recent.
    void Hear()
    {
        if (m_armed)
        {
            m_armed = false;
            ++m_nChanges;
            Simulator::Schedule(PAUSE, [this] { m_armed = !m_over; });
            (this->*m_change)();
        }
    }

    /// TxSlave.
    void HearSlave(Ptr<const Packet> /* packet */, Ptr<NetDevice> /* slave */)
    {
        Hear();
    }

    /// ActiveSlave.
    void HearActive(Ptr<NetDevice> /* before */, Ptr<NetDevice> /* now */)
    {
        Hear();
    }

    /// SlaveLinkChange.
    void HearLink(Ptr<NetDevice> /* slave */, bool /* up */)
    {
        Hear();
    }

    /// Carrier.
    void HearCarrier(bool /* up */)
    {
        Hear();
    }

    /// Drop.
    void HearDrop(Ptr<const Packet> /* packet */, const char* /* reason */)
    {
        Hear();
    }

    /// Log.
    void HearLog(const std::string& /* line */)
    {
        Hear();
    }

    /// MacTx, MacRx.
    void HearPacket(Ptr<const Packet> /* packet */)
    {
        Hear();
    }

    /// Take all slaves out. @return their devices
    std::vector<Ptr<NetDevice>> ReleaseSlaves()
    {
        std::vector<Ptr<NetDevice>> devices;
        while (m_bond->GetSlaves().GetN() > 0)
        {
            devices.push_back(m_bond->GetSlaves().GetAll().front()->GetDevice());
            m_bond->Release(devices.back());
        }
        return devices;
    }

    std::string m_mode;           //!< mode of the bond
    std::string m_place;          //!< trace source
    Change m_change;              //!< what is done there
    Ptr<BondingNetDevice> m_bond; //!< the sender's bond
    uint32_t m_nModes{0};         //!< mode changes so far
    uint32_t m_nChanges{0};       //!< changes so far
    bool m_armed{false};          //!< the next thing heard causes a change
    bool m_over{false};           //!< no change any more
};

/**
 * @ingroup linux-tx-tests
 * @brief Suite linux-tx-bond-reentry.
 */
class BondReentryTestSuite : public TestSuite
{
  public:
    BondReentryTestSuite()
        : TestSuite("linux-tx-bond-reentry", TestSuite::Type::SYSTEM)
    {
        const std::vector<std::pair<std::string, BondReentryTestCase::Change>> changes = {
            {"release one slave", &BondReentryTestCase::ReleaseFirst},
            {"release all slaves", &BondReentryTestCase::ReleaseAll},
            {"change the mode", &BondReentryTestCase::ChangeMode},
            {"close", &BondReentryTestCase::Close}};
        for (const auto* mode : {"balance-rr",
                                 "active-backup",
                                 "balance-xor",
                                 "broadcast",
                                 "802.3ad",
                                 "balance-tlb",
                                 "balance-alb"})
        {
            for (const auto* place : {"TxSlave", "SlaveLinkChange", "Carrier", "Log", "MacTx"})
            {
                for (const auto& [what, change] : changes)
                {
                    AddTestCase(new BondReentryTestCase(mode, place, what, change));
                }
            }
        }
        for (const auto& [what, change] : changes)
        {
            AddTestCase(new BondReentryTestCase("active-backup", "ActiveSlave", what, change));
            AddTestCase(new BondReentryTestCase("balance-rr", "Drop", what, change));
            AddTestCase(new BondReentryTestCase("balance-rr", "MacRx", what, change));
        }
    }
};

} // namespace

/// The instance that the test runner finds.
static BondReentryTestSuite g_bondReentryTestSuite;
