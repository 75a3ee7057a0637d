/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "bonded-hosts.h"

#include "ns3/bonding-helper.h"
#include "ns3/bonding-net-device.h"
#include "ns3/boolean.h"
#include "ns3/ethernet-header.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"

#include <algorithm>
#include <functional>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

/// IPv6 is through with duplicate address detection by then.
const Time QUIET = Seconds(5);

/// truesize of a 1000-byte message: 1028 + 31 -> 1088; + 320 -> 2048; + 256 (e4-charge.tsv).
constexpr uint64_t MESSAGE_TRUESIZE = 2304;

/// EtherType of IPv4.
constexpr uint16_t IPV4 = 0x0800;

/**
 * @brief Count the digits of one slave.
 * @param order digits of slaves
 * @param slave the digit
 * @return how often it occurs
 */
uint32_t
CountOf(const std::string& order, char slave)
{
    return static_cast<uint32_t>(std::count(order.begin(), order.end(), slave));
}

} // namespace

/**
 * @ingroup linux-tx-tests
 * @brief Neighbours are resolved and messages arrive over a bond, in each mode's order.
 */
class BondTrafficTestCase : public TestCase
{
  public:
    /**
     * @brief Constructor.
     * @param mode mode of both bonds
     * @param kind the slaves
     * @param kindName what they are called
     * @param ipv6 over IPv6
     */
    BondTrafficTestCase(const std::string& mode,
                        BondedHosts::Kind kind,
                        const std::string& kindName,
                        bool ipv6)
        : TestCase(mode + " over " + kindName + " carries " +
                   (ipv6 ? "ND and UDP over IPv6" : "ARP and UDP over IPv4")),
          m_mode(mode),
          m_kind(kind),
          m_ipv6(ipv6)
    {
    }

  private:
    void DoRun() override
    {
        constexpr uint32_t N = 30;
        BondedHosts hosts(m_mode, m_mode, 3, m_kind);
        hosts.GetReceiverBond()->TraceConnectWithoutContext(
            "PromiscSniffer",
            MakeCallback(&BondTrafficTestCase::CheckSource, this));
        m_address = Mac48Address::ConvertFrom(hosts.GetBond()->GetAddress());
        m_peer = Mac48Address::ConvertFrom(hosts.GetReceiverBond()->GetAddress());
        uint32_t accepted = 0;
        RunAt(QUIET, [&] { accepted = hosts.Send(N, m_ipv6); });

        const std::string order = hosts.TakeOrder();
        NS_TEST_EXPECT_MSG_EQ(accepted, N, "no reason to refuse");
        // In broadcast mode each message goes out on each of the 3 links.
        const uint32_t sent = m_mode == "broadcast" ? 3 * N : N;
        NS_TEST_EXPECT_MSG_EQ(order.size(), sent, "every message goes to a slave");
        NS_TEST_EXPECT_MSG_EQ(hosts.GetNReceived(), sent, "every message arrives");
        if (m_mode == "balance-rr")
        {
            for (std::size_t i = 1; i < order.size(); ++i)
            {
                NS_TEST_EXPECT_MSG_EQ(order[i] - '0', (order[i - 1] - '0' + 1) % 3, "in turn");
            }
        }
        else if (m_mode == "active-backup")
        {
            NS_TEST_EXPECT_MSG_EQ(CountOf(order, '0'), N, "the first slave is the active one");
        }
        else if (m_mode == "balance-xor")
        {
            uint8_t from[6];
            uint8_t to[6];
            m_address.CopyTo(from);
            m_peer.CopyTo(to);
            const uint32_t hash = (to[5] ^ from[5]) ^ (m_ipv6 ? 0x86dd : 0x0800);
            NS_TEST_EXPECT_MSG_EQ(CountOf(order, static_cast<char>('0' + hash % 3)),
                                  N,
                                  "layer2 hash over 3 slaves");
        }
        else
        {
            for (std::size_t i = 0; i < order.size(); i += 3)
            {
                NS_TEST_EXPECT_MSG_EQ(order.substr(i, 3), "012", "e2-broadcast.tsv: all up");
            }
        }
        NS_TEST_EXPECT_MSG_EQ(m_strangers, 0, "frames of a bond have the bond's address");
        NS_TEST_EXPECT_MSG_EQ(hosts.GetBond()->GetTxDropped(), 0, "nothing to drop");
        NS_TEST_EXPECT_MSG_EQ(hosts.IsConserved(), true, "all charges are given back");
    }

    /**
     * @brief The receiver's bond saw a frame.
     * @param frame the frame with Ethernet header
     */
    void CheckSource(Ptr<const Packet> frame)
    {
        EthernetHeader header(false);
        frame->PeekHeader(header);
        m_strangers += header.GetSource() != m_address && header.GetSource() != m_peer;
    }

    std::string m_mode;       //!< mode of both bonds
    BondedHosts::Kind m_kind; //!< the slaves
    bool m_ipv6;              //!< over IPv6
    Mac48Address m_address;   //!< of the sender's bond
    Mac48Address m_peer;      //!< of the receiver's bond
    uint32_t m_strangers{0};  //!< frames with any other source
};

/**
 * @ingroup linux-tx-tests
 * @brief active-backup follows the links, and stays where it is when an old slave returns.
 */
class BondFailoverTestCase : public TestCase
{
  public:
    BondFailoverTestCase()
        : TestCase("active-backup fails over to the first usable slave and stays there")
    {
    }

  private:
    void DoRun() override
    {
        BondedHosts hosts("active-backup", "active-backup", 3, BondedHosts::NIC);
        const auto bond = hosts.GetBond();
        bond->TraceConnectWithoutContext("ActiveSlave",
                                         MakeCallback(&BondFailoverTestCase::NoteActive, this));
        bond->TraceConnectWithoutContext("SlaveLinkChange",
                                         MakeCallback(&BondFailoverTestCase::NoteLink, this));
        uint32_t carrierChanges = 0;
        m_carrierChanges = &carrierChanges;
        bond->AddLinkChangeCallback(MakeCallback(&BondFailoverTestCase::NoteCarrier, this));
        // One message a second, a link event half way between two messages: miimon is 100 ms.
        for (int i = 0; i < 10; ++i)
        {
            Simulator::Schedule(QUIET + Seconds(i), [&hosts] { hosts.Send(1); });
        }
        const auto at = [](int ms) { return QUIET + MilliSeconds(ms); };
        Simulator::Schedule(at(2500), [&hosts] { hosts.SetCarrier(0, false); });
        Simulator::Schedule(at(4500), [&hosts] { hosts.SetCarrier(0, true); });
        Simulator::Schedule(at(6500), [&hosts] { hosts.SetCarrier(1, false); });
        Simulator::Schedule(at(8500), [&hosts] { hosts.SetCarrier(0, false); });
        Simulator::Stop(QUIET + Seconds(15));
        Simulator::Run();

        // s0 until 2.5 s; s1, also when s0 is back; s0 is the first of s0, s2 at 6.5 s; then s2.
        NS_TEST_EXPECT_MSG_EQ(hosts.TakeOrder(), "0001111002", "");
        NS_TEST_EXPECT_MSG_EQ(hosts.GetNReceived(), 10, "both ends fail over alike");
        const std::vector<Ptr<NetDevice>> active{hosts.GetSlave(1),
                                                 hosts.GetSlave(0),
                                                 hosts.GetSlave(2)};
        NS_TEST_EXPECT_MSG_EQ((m_active == active), true, "ActiveSlave tells each change once");
        NS_TEST_EXPECT_MSG_EQ(bond->GetActiveSlave(), hosts.GetSlave(2), "");
        NS_TEST_EXPECT_MSG_EQ(m_links, "-+--", "SlaveLinkChange tells each change once");
        NS_TEST_EXPECT_MSG_EQ(bond->GetSlaves().GetAll()[0]->GetLinkFailures(), 2, "2.5 s, 8.5 s");
        NS_TEST_EXPECT_MSG_EQ(bond->GetSlaves().GetAll()[1]->GetLinkFailures(), 1, "6.5 s");
        NS_TEST_EXPECT_MSG_EQ(carrierChanges, 0, "the bond had a usable slave all the time");
        NS_TEST_EXPECT_MSG_EQ(hosts.IsConserved(), true, "all charges are given back");
    }

    /// ActiveSlave. @param now the new one
    void NoteActive(Ptr<NetDevice> /* before */, Ptr<NetDevice> now)
    {
        m_active.push_back(now);
    }

    /// SlaveLinkChange. @param up the new state
    void NoteLink(Ptr<NetDevice> /* slave */, bool up)
    {
        m_links += up ? '+' : '-';
    }

    /// Link change of the bond.
    void NoteCarrier()
    {
        ++*m_carrierChanges;
    }

    std::vector<Ptr<NetDevice>> m_active; //!< new active slaves
    std::string m_links;                  //!< link changes of slaves
    uint32_t* m_carrierChanges{nullptr};  //!< link changes of the bond
};

/**
 * @ingroup linux-tx-tests
 * @brief balance-rr and balance-xor use what is left when a link fails.
 */
class BondRemainingSlavesTestCase : public TestCase
{
  public:
    BondRemainingSlavesTestCase()
        : TestCase("balance-rr gives the turns of a failed slave to the next one, balance-xor "
                   "hashes over those left")
    {
    }

  private:
    void DoRun() override
    {
        {
            BondedHosts hosts("balance-rr", "balance-rr", 3, BondedHosts::NIC);
            RunAt(QUIET, [&hosts] {
                hosts.Send(1); // ARP has to be over before the links fail
                Simulator::Schedule(Seconds(1), [&hosts] {
                    hosts.TakeOrder();
                    hosts.SetCarrier(1, false);
                    hosts.Send(6);
                });
            });
            // e2-roundrobin.tsv "s1 down": 2, 2, 0 and so on, wherever the counter stands
            const std::string order = hosts.TakeOrder();
            NS_TEST_EXPECT_MSG_EQ(CountOf(order, '2'), 4, order);
            NS_TEST_EXPECT_MSG_EQ(CountOf(order, '0'), 2, order);
            NS_TEST_EXPECT_MSG_EQ(hosts.GetNReceived(), 7, "");
            NS_TEST_EXPECT_MSG_EQ(hosts.IsConserved(), true, "all charges are given back");
        }
        {
            BondedHosts hosts("balance-xor", "balance-xor", 3, BondedHosts::NIC);
            std::string before;
            RunAt(QUIET, [&hosts, &before] {
                hosts.Send(1);
                Simulator::Schedule(Seconds(1), [&hosts, &before] {
                    before = hosts.TakeOrder();
                    hosts.SetCarrier(before[0] - '0', false);
                    hosts.Send(4);
                });
            });
            const std::string order = hosts.TakeOrder();
            NS_TEST_EXPECT_MSG_EQ(CountOf(order, order[0]), 4, "one slave: " << order);
            NS_TEST_EXPECT_MSG_NE(order[0], before[0], "another one");
            NS_TEST_EXPECT_MSG_EQ(hosts.GetNReceived(), 5, "");
            NS_TEST_EXPECT_MSG_EQ(hosts.IsConserved(), true, "all charges are given back");
        }
    }
};

/**
 * @ingroup linux-tx-tests
 * @brief 802.3ad with all links just lost: an empty array drops and counts; a stale one does not.
 */
class BondStaleArrayTestCase : public TestCase
{
  public:
    /**
     * @brief Constructor.
     * @param stale attribute StaleSlaveArray
     */
    explicit BondStaleArrayTestCase(bool stale)
        : TestCase(stale ? "802.3ad with the old defect goes on using slaves without carrier"
                         : "802.3ad drops and counts as soon as its slaves have no carrier"),
          m_stale(stale)
    {
    }

  private:
    void DoRun() override
    {
        BondedHosts hosts("802.3ad", "802.3ad", 2, BondedHosts::NIC);
        const auto bond = hosts.GetBond();
        bond->SetAttribute("StaleSlaveArray", BooleanValue(m_stale));
        RunAt(Seconds(10), [&] {
            hosts.Send(1); // for ARP
            Simulator::Schedule(Seconds(1), [&] {
                NS_TEST_EXPECT_MSG_EQ(hosts.TakeOrder().size(), 1, "the bond works");
                const uint64_t before = bond->GetTxDropped(); // until LACP was through
                hosts.SetCarrier(0, false);
                hosts.SetCarrier(1, false);
                hosts.Send(4);
                NS_TEST_EXPECT_MSG_EQ(bond->IsLinkUp(), true, "not yet noticed");
                NS_TEST_EXPECT_MSG_EQ(hosts.TakeOrder().size(), (m_stale ? 4U : 0U), "");
                NS_TEST_EXPECT_MSG_EQ(bond->GetTxDropped() - before, (m_stale ? 0U : 4U), "");
                bond->Release(hosts.GetSlave(0));
                bond->Release(hosts.GetSlave(1));
                hosts.Send(4);
                NS_TEST_EXPECT_MSG_EQ(hosts.TakeOrder(), "", "released slaves are out even so");
            });
        });
        hosts.SetCarrier(0, true);
        hosts.SetCarrier(1, true);
        Simulator::Stop(Seconds(5)); // what the NICs kept goes out
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(hosts.IsConserved(), true, "all charges are given back");
    }

    bool m_stale; //!< attribute StaleSlaveArray
};

/**
 * @ingroup linux-tx-tests
 * @brief A rebuild of the array that cannot run is tried once a jiffy, not in a loop.
 */
class BondArrayRearmTestCase : public TestCase
{
  public:
    BondArrayRearmTestCase()
        : TestCase("a rebuild of the array that fails is tried again a jiffy later")
    {
    }

  private:
    void DoRun() override
    {
        BondedHosts hosts("balance-xor", "balance-xor", 2, BondedHosts::NIC);
        const auto bond = hosts.GetBond();
        bond->SetOption("xmit_hash_policy", "layer3+4");
        RunAt(QUIET, [&] {
            hosts.Send(1); // for ARP
            Simulator::Schedule(Seconds(1), [&] {
                const std::string before = hosts.TakeOrder();
                bond->SetAttribute("SlaveArrayRebuildFails", BooleanValue(true));
                hosts.SetCarrier(before[0] - '0', false);
                hosts.Send(1);
                NS_TEST_EXPECT_MSG_EQ(hosts.TakeOrder(), before, "the old array is in use");
                m_eventsBefore = Simulator::GetEventCount();
            });
            Simulator::Schedule(Seconds(2), [&] {
                // 250 jiffies in a second, and hardly anything else happens; a loop would never
                // come here.
                NS_TEST_EXPECT_MSG_LT(Simulator::GetEventCount() - m_eventsBefore, 1000, "");
                bond->SetAttribute("SlaveArrayRebuildFails", BooleanValue(false));
            });
            Simulator::Schedule(Seconds(2) + MilliSeconds(8), [&] {
                hosts.TakeOrder();
                hosts.Send(1);
                const std::string after = hosts.TakeOrder();
                NS_TEST_EXPECT_MSG_EQ(after.size(), 1, "");
                const auto slave = hosts.GetSlave(after[0] - '0');
                NS_TEST_EXPECT_MSG_EQ(slave->IsLinkUp(), true, "the array is new");
            });
        });
    }

    uint64_t m_eventsBefore{0}; //!< events of the simulator so far
};

/**
 * @ingroup linux-tx-tests
 * @brief Without usable slave packets are dropped, counted, traced and not charged.
 */
class BondNoSlaveTestCase : public TestCase
{
  public:
    /**
     * @brief Constructor.
     * @param mode the mode
     */
    explicit BondNoSlaveTestCase(const std::string& mode)
        : TestCase(mode + " counts tx_dropped when no slave is usable, until that is noticed"),
          m_mode(mode)
    {
    }

  private:
    void DoRun() override
    {
        const uint64_t nDrops = m_mode == "active-backup" ? 0 : 10; // its active slave gets them
        BondedHosts hosts(m_mode, m_mode, 2, BondedHosts::NIC);
        const auto bond = hosts.GetBond();
        bond->TraceConnectWithoutContext("Drop",
                                         MakeCallback(&BondNoSlaveTestCase::NoteDrop, this));
        RunAt(QUIET, [&] {
            hosts.SetCarrier(0, false);
            hosts.SetCarrier(1, false);
            // e2-noslave.tsv "both just lost carrier (not yet noticed)": 10 sends, 10 errors, 10
            // tx_dropped, carrier 1; in active-backup no error and 0
            NS_TEST_EXPECT_MSG_EQ(bond->IsLinkUp(), true, "not yet noticed");
            NS_TEST_EXPECT_MSG_EQ(SendTen(bond), 10 - nDrops, "the verdict is a drop");
            NS_TEST_EXPECT_MSG_EQ(bond->GetTxDropped(), nDrops, "one for each packet");
            NS_TEST_EXPECT_MSG_EQ(m_drops, nDrops, "one for each packet");
        });
        uint64_t lost = 0;
        // "both down, noticed": 10 sends, no error, 0 tx_dropped, carrier 0
        RunAt(Seconds(1), [&] {
            NS_TEST_EXPECT_MSG_EQ(bond->IsLinkUp(), false, "noticed");
            NS_TEST_EXPECT_MSG_EQ(bond->GetActiveSlave(), nullptr, "none to be active");
            const uint64_t before = bond->GetLostWithoutCarrier(); // IPv6 talks by itself
            NS_TEST_EXPECT_MSG_EQ(SendTen(bond), 10, "nobody is told");
            NS_TEST_EXPECT_MSG_EQ(bond->GetTxDropped(), nDrops, "nothing more is counted here");
            NS_TEST_EXPECT_MSG_EQ(bond->GetLostWithoutCarrier(), before + 10, "but here");
            // Through a socket it is ARP's request that is lost, and then the message.
            hosts.Send(3);
            lost = before + 10;
        });
        NS_TEST_EXPECT_MSG_GT(bond->GetLostWithoutCarrier(), lost, "ARP tried");
        NS_TEST_EXPECT_MSG_EQ(bond->GetTxDropped(), m_drops, "counter and trace agree");
        NS_TEST_EXPECT_MSG_EQ(hosts.TakeOrder(), "", "nothing went anywhere");
        NS_TEST_EXPECT_MSG_EQ(hosts.GetNReceived(), 0, "");
        NS_TEST_EXPECT_MSG_EQ(hosts.IsConserved(), true, "all charges are given back");

        // e2-noslave.tsv "no slaves at all"
        const auto empty = DynamicCast<BondingNetDevice>(
            BondingHelper().Install(hosts.GetNodes().Get(0), {}).Get(0));
        NS_TEST_EXPECT_MSG_EQ(SendTen(empty), 10, "");
        NS_TEST_EXPECT_MSG_EQ(empty->GetTxDropped(), 0, "");
        NS_TEST_EXPECT_MSG_EQ(empty->GetLostWithoutCarrier(), 10, "");
    }

    /**
     * @brief Send ten packets as a packet socket does.
     * @param bond the bond
     * @return how many it took
     */
    static uint64_t SendTen(const Ptr<BondingNetDevice>& bond)
    {
        uint64_t taken = 0;
        for (int i = 0; i < 10; ++i)
        {
            taken += bond->Send(Create<Packet>(100), Mac48Address("02:00:00:00:00:01"), IPV4);
        }
        return taken;
    }

    /// Drop. @param reason why
    void NoteDrop(Ptr<const Packet> /* packet */, const char* reason)
    {
        m_drops += reason == std::string(BondingNetDevice::NO_USABLE_SLAVE);
    }

    std::string m_mode;  //!< the mode
    uint64_t m_drops{0}; //!< drops for want of a slave
};

/**
 * @ingroup linux-tx-tests
 * @brief In broadcast mode the slave enslaved last has the charge, the others have copies.
 */
class BondBroadcastChargeTestCase : public TestCase
{
  public:
    BondBroadcastChargeTestCase()
        : TestCase("broadcast charges the sender until the slave enslaved last has sent")
    {
    }

  private:
    void DoRun() override
    {
        // 1062 bytes on the wire (28 + 14 + 20 more than the message): 85 us, but 85 ms on s2.
        BondedHosts hosts("broadcast",
                          "broadcast",
                          3,
                          BondedHosts::NIC,
                          {"100Mbps", "100Mbps", "100kbps"});
        const auto wmem = [&hosts] { return hosts.GetSocket()->GetWmemAlloc(); };
        RunAt(QUIET, [&] {
            hosts.Send(1); // for ARP
            Simulator::Schedule(Seconds(1), [&] {
                NS_TEST_EXPECT_MSG_EQ(wmem(), 0, "");
                hosts.Send(1);
                NS_TEST_EXPECT_MSG_EQ(wmem(), MESSAGE_TRUESIZE, "one charge for three copies");
            });
            Simulator::Schedule(Seconds(1) + MilliSeconds(50), [&] {
                NS_TEST_EXPECT_MSG_EQ(wmem(), MESSAGE_TRUESIZE, "s2 has not sent yet");
            });
            Simulator::Schedule(Seconds(2), [&] {
                NS_TEST_EXPECT_MSG_EQ(wmem(), 0, "s2 has sent");
                NS_TEST_EXPECT_MSG_EQ(hosts.GetNReceived(), 6, "three copies each");
                hosts.SetCarrier(2, false);
                hosts.TakeOrder();
                NS_TEST_EXPECT_MSG_EQ(hosts.Send(1), 1, "");
                NS_TEST_EXPECT_MSG_EQ(wmem(), 0, "nobody got the original");
                NS_TEST_EXPECT_MSG_EQ(hosts.TakeOrder(), "01", "copies go out all the same");
                NS_TEST_EXPECT_MSG_EQ(hosts.GetBond()->GetTxDropped(), 0, "that is no drop");
            });
        });
        NS_TEST_EXPECT_MSG_EQ(hosts.GetNReceived(), 8, "two more copies");
        // Copies count: e2-broadcast.tsv, bond_tx_packets 30 for 10 frames.
        const auto& slaves = hosts.GetBond()->GetSlaves().GetAll();
        NS_TEST_EXPECT_MSG_EQ(hosts.GetBond()->GetTraffic().txPackets,
                              slaves[0]->GetTraffic().txPackets +
                                  slaves[1]->GetTraffic().txPackets +
                                  slaves[2]->GetTraffic().txPackets,
                              "the bond's traffic is that of its slaves");
        NS_TEST_EXPECT_MSG_EQ(slaves[0]->GetTraffic().txPackets,
                              slaves[1]->GetTraffic().txPackets,
                              "each frame went to both");
        NS_TEST_EXPECT_MSG_EQ(hosts.IsConserved(), true, "all charges are given back");
    }
};

/**
 * @ingroup linux-tx-tests
 * @brief Frames received on backup slaves do not reach the protocols.
 */
class BondInactiveReceiveTestCase : public TestCase
{
  public:
    BondInactiveReceiveTestCase()
        : TestCase("active-backup receives on the active slave only (e2-receive.tsv)")
    {
    }

  private:
    void DoRun() override
    {
        BondedHosts hosts("broadcast", "active-backup", 3, BondedHosts::SIMPLE);
        RunAt(QUIET, [&hosts] { hosts.Send(5); });
        NS_TEST_EXPECT_MSG_EQ(hosts.GetNReceived(), 5, "one of three copies each");
        for (const auto& slave : hosts.GetReceiverBond()->GetSlaves().GetAll())
        {
            const bool active = slave->GetDevice() == hosts.GetReceiverBond()->GetActiveSlave();
            const auto& traffic = slave->GetTraffic();
            // 5 messages and some ARP and ND
            NS_TEST_EXPECT_MSG_GT(traffic.rxPackets, 4, "received on every slave");
            NS_TEST_EXPECT_MSG_EQ(traffic.rxNoHandler,
                                  (active ? 0 : traffic.rxPackets),
                                  "withheld on backup slaves");
        }
        NS_TEST_EXPECT_MSG_EQ(hosts.IsConserved(), true, "all charges are given back");
    }
};

/**
 * @ingroup linux-tx-tests
 * @brief Packets in a slave's queue disc when it is released.
 */
class BondReleaseTestCase : public TestCase
{
  public:
    BondReleaseTestCase()
        : TestCase("release with packets in the slave's queue disc loses no packet or charge")
    {
    }

  private:
    void DoRun() override
    {
        // 1062 bytes take 85 ms, so nearly all of 40 messages are queued when s0 is released.
        BondedHosts hosts("balance-rr", "balance-rr", 2, BondedHosts::NIC, {"100kbps"});
        const auto bond = hosts.GetBond();
        const auto slave = hosts.GetSlave(1);
        hosts.GetReceiverBond()->TraceConnectWithoutContext(
            "PromiscSniffer",
            MakeCallback(&BondReleaseTestCase::CheckSource, this));
        const uint64_t before = hosts.GetSocket()->GetWmemAlloc();
        RunAt(QUIET, [&] {
            hosts.Send(1); // for ARP
            Simulator::Schedule(Seconds(1), [&] {
                hosts.TakeOrder();
                hosts.Send(40);
                NS_TEST_EXPECT_MSG_EQ(hosts.GetSocket()->GetWmemAlloc(),
                                      40 * MESSAGE_TRUESIZE,
                                      "the slaves' queue discs hold them");
                NS_TEST_EXPECT_MSG_EQ(CountOf(hosts.TakeOrder(), '1'), 20, "");
                NS_TEST_EXPECT_MSG_EQ(bool(bond->Release(slave)), true, "");
                NS_TEST_EXPECT_MSG_EQ(bond->GetSlaves().GetN(), 1, "");
                NS_TEST_EXPECT_MSG_NE(slave->GetAddress(), bond->GetAddress(), "has its own back");
                m_slaveAddress = Mac48Address::ConvertFrom(slave->GetAddress());
                hosts.Send(2);
                NS_TEST_EXPECT_MSG_EQ(hosts.TakeOrder(), "00", "a released slave gets nothing");
            });
        });
        NS_TEST_EXPECT_MSG_EQ(before, 0, "");
        NS_TEST_EXPECT_MSG_EQ(hosts.GetNReceived(), 43, "what was queued still arrives");
        NS_TEST_EXPECT_MSG_EQ(m_nFromSlave, 0, "and comes from the bond, not from the slave");
        NS_TEST_EXPECT_MSG_EQ(hosts.IsConserved(), true, "all charges are given back");
    }

    /**
     * @brief The receiver's bond saw a frame.
     * @param frame the frame with Ethernet header
     */
    void CheckSource(Ptr<const Packet> frame)
    {
        EthernetHeader header(false);
        frame->PeekHeader(header);
        m_nFromSlave += header.GetSource() == m_slaveAddress;
    }

    Mac48Address m_slaveAddress; //!< the released slave's own
    uint32_t m_nFromSlave{0};    //!< frames with it
};

/**
 * @ingroup linux-tx-tests
 * @brief The slave's queue disc is what the sender runs into, unless the bond orphans.
 */
class BondBackPressureTestCase : public TestCase
{
  public:
    BondBackPressureTestCase()
        : TestCase("the slave's queue disc throttles the sender; an early orphaning bond does not")
    {
    }

  private:
    void DoRun() override
    {
        // 212,992 / 2304 = 92.4: the socket accepts 93 messages; the queue disc has room for 1000.
        BondedHosts hosts("balance-rr", "balance-rr", 1, BondedHosts::NIC, {"1Mbps"});
        RunAt(QUIET, [&] {
            hosts.Send(1); // for ARP
            Simulator::Schedule(Seconds(1), [&] {
                NS_TEST_EXPECT_MSG_EQ(hosts.Send(200), 93, "throttled by the charge");
            });
            Simulator::Schedule(Seconds(5), [&] {
                hosts.GetBond()->SetAttribute("OrphanPolicy", StringValue("Early"));
                hosts.Send(80);
                NS_TEST_EXPECT_MSG_EQ(hosts.GetSocket()->GetWmemAlloc(), 0, "orphaned");
            });
        });
        NS_TEST_EXPECT_MSG_EQ(hosts.GetNReceived(), 1 + 93 + 80, "");
        NS_TEST_EXPECT_MSG_EQ(hosts.IsConserved(), true, "all charges are given back");
    }
};

/**
 * @ingroup linux-tx-tests
 * @brief The bond carries traffic: modes, links, charges.
 */
class BondingTestSuite : public TestSuite
{
  public:
    BondingTestSuite()
        : TestSuite("linux-tx-bonding", TestSuite::Type::UNIT)
    {
        const std::vector<std::pair<BondedHosts::Kind, std::string>> kinds{
            {BondedHosts::NIC, "NIC"},
            {BondedHosts::CSMA, "Csma"},
            {BondedHosts::SIMPLE, "Simple"}};
        for (const auto* mode : {"balance-rr", "active-backup", "balance-xor", "broadcast"})
        {
            for (const auto& [kind, name] : kinds)
            {
                for (bool ipv6 : {false, true})
                {
                    AddTestCase(new BondTrafficTestCase(mode, kind, name, ipv6));
                }
            }
            AddTestCase(new BondNoSlaveTestCase(mode));
        }
        AddTestCase(new BondStaleArrayTestCase(false));
        AddTestCase(new BondStaleArrayTestCase(true));
        AddTestCase(new BondArrayRearmTestCase);
        AddTestCase(new BondFailoverTestCase);
        AddTestCase(new BondRemainingSlavesTestCase);
        AddTestCase(new BondBroadcastChargeTestCase);
        AddTestCase(new BondInactiveReceiveTestCase);
        AddTestCase(new BondReleaseTestCase);
        AddTestCase(new BondBackPressureTestCase);
    }
};

/// The instance that the test runner finds.
static BondingTestSuite g_bondingTestSuite;
