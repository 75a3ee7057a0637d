/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../examples/failover-replay.h"
#include "../examples/failover-timeline.h"
#include "reference-table.h"
#include "watched-bond.h"

#include "ns3/ipv4-address.h"
#include "ns3/ipv6-address.h"
#include "ns3/simulator.h"
#include "ns3/test.h"

#include <algorithm>
#include <fstream>
#include <functional>
#include <map>
#include <sstream>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

/// How far the time of a row may be from the measured one: three ticks of the link monitor.
constexpr double TOLERANCE = 0.3;

/// Rows of a table that belong together.
using Rows = std::vector<ReferenceTable::Row>;

/**
 * @brief Group the rows of a table by two of their cells.
 * @param table the table
 * @param first name of one column
 * @param second name of the other one
 * @return pairs of cells and their rows, in file order
 */
std::vector<std::pair<std::string, Rows>>
GroupRows(const ReferenceTable& table, const std::string& first, const std::string& second)
{
    std::vector<std::pair<std::string, Rows>> groups;
    for (const auto& row : table.GetRows())
    {
        const std::string key = row.at(first) + ", " + row.at(second);
        if (groups.empty() || groups.back().first != key)
        {
            groups.emplace_back(key, Rows());
        }
        groups.back().second.push_back(row);
    }
    return groups;
}

/// A case of e2-activebackup.tsv gives the same rows at the same times.
class ReplayedFailovers : public TestCase
{
  public:
    /**
     * @brief Constructor.
     * @param comment the file's settings
     * @param timeline the case
     * @param expected its rows
     */
    ReplayedFailovers(std::string comment, FailoverCase timeline, Rows expected)
        : TestCase("fails over as Linux: " + GetSafeName(timeline.name)),
          m_comment(std::move(comment)),
          m_case(std::move(timeline)),
          m_expected(std::move(expected))
    {
    }

  private:
    /**
     * @brief Names of test cases may not contain a slash.
     * @param name a case's name
     * @return the name with other characters for slashes
     */
    static std::string GetSafeName(std::string name)
    {
        std::replace(name.begin(), name.end(), '/', '-');
        return name;
    }

    void DoRun() override
    {
        FailoverReplay replay(m_comment, m_case);
        replay.Run();
        NS_TEST_ASSERT_MSG_EQ(replay.GetError(), "", "no setting is refused");
        const std::vector<FailoverRow>& rows = replay.GetRows();
        for (std::size_t i = 0; i < std::min(rows.size(), m_expected.size()); ++i)
        {
            const auto& expected = m_expected[i];
            const std::string text = ReferenceTable::Describe(expected);
            NS_TEST_ASSERT_MSG_EQ(rows[i].what, expected.at("what"), text);
            NS_TEST_ASSERT_MSG_EQ(rows[i].detail, expected.at("detail"), text);
            NS_TEST_EXPECT_MSG_EQ_TOL(rows[i].time.GetSeconds(),
                                      std::stod(expected.at("t")),
                                      TOLERANCE,
                                      text);
        }
        NS_TEST_EXPECT_MSG_EQ(rows.size(), m_expected.size(), "number of rows");
    }

    std::string m_comment; //!< settings of all cases
    FailoverCase m_case;   //!< what is done
    Rows m_expected;       //!< what Linux made of it
};

/// A row of e2-receive.tsv: does a frame into a slave reach the bond?
class ReceivedOnSlave : public TestCase
{
  public:
    /**
     * @brief Constructor.
     * @param row the row
     */
    explicit ReceivedOnSlave(const ReferenceTable::Row& row)
        : TestCase("reaches the bond as in Linux: " + ReferenceTable::Describe(row)),
          m_row(row)
    {
    }

  private:
    void DoRun() override
    {
        WatchedBond host(m_row.at("mode"), 2);
        host.Set("miimon", "100");
        host.Set("all_slaves_active", m_row.at("all_slaves_active"));
        host.EnslaveAll();
        host.GetBond()->Open();
        uint32_t seen = 0;
        host.GetBond()->SetPromiscReceiveCallback(
            MakeBoundCallback(&ReceivedOnSlave::CountSeen, &seen));
        const std::map<std::string, Mac48Address> destinations = {
            {"unicast-to-bond", Mac48Address::ConvertFrom(host.GetBond()->GetAddress())},
            {"broadcast", Mac48Address::GetBroadcast()},
            {"multicast", Mac48Address("01:00:5e:01:02:03")},
            {"unicast-other", Mac48Address("02:00:00:00:ff:ff")},
        };
        const uint32_t slave = m_row.at("into_slave") == "s0" ? 0 : 1;
        Simulator::Schedule(Seconds(1), [&] {
            host.SendToHost(slave, destinations.at(m_row.at("destination")));
        });
        Simulator::Stop(Seconds(2));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(std::to_string(seen), m_row.at("seen_on_bond0"), "frames seen");
    }

    /**
     * @brief The bond has received a frame.
     * @param seen counts it
     * @param device the bond
     * @param packet the frame
     * @param protocol its EtherType
     * @param from its source
     * @param to its destination
     * @param type whom it is for
     * @return true
     */
    static bool CountSeen(uint32_t* seen,
                          Ptr<NetDevice> /* device */,
                          Ptr<const Packet> /* packet */,
                          uint16_t protocol,
                          const Address& /* from */,
                          const Address& /* to */,
                          NetDevice::PacketType /* type */)
    {
        *seen += protocol == 0x88b5;
        return true;
    }

    ReferenceTable::Row m_row; //!< the row
};

/// The rows of e10-mac.tsv of one policy: who has which address after each event.
class AddressesThroughFailovers : public TestCase
{
  public:
    /**
     * @brief Constructor.
     * @param name policy and whether the bond's address was given
     * @param rows the rows
     */
    AddressesThroughFailovers(const std::string& name, Rows rows)
        : TestCase("addresses are those of Linux: fail_over_mac " + name),
          m_rows(std::move(rows))
    {
    }

  private:
    /// Time from event to event; the row is checked at its end.
    static constexpr int STEP = 1;

    void DoRun() override
    {
        WatchedBond host("active-backup", 3);
        m_host = &host;
        host.Set("miimon", "100");
        m_given = m_rows.front().at("bond_mac_given") != "(random)";
        if (m_given)
        {
            host.GetBond()->SetAddress(Mac48Address(m_rows.front().at("bond_mac_given").c_str()));
        }
        host.Set("fail_over_mac", m_rows.front().at("fail_over_mac")); // from here on it is kept
        for (std::size_t i = 0; i < m_rows.size(); ++i)
        {
            const Time start = Seconds(STEP * static_cast<int>(i));
            Simulator::Schedule(start, [this, i] { Do(m_rows[i].at("event")); });
            Simulator::Schedule(start + MilliSeconds(800), [this] { SendPacket(); });
            Simulator::Schedule(start + MilliSeconds(900), [this, i] { Check(m_rows[i]); });
        }
        Simulator::Stop(Seconds(STEP * static_cast<int>(m_rows.size())));
        Simulator::Run();
        m_host = nullptr;
    }

    /**
     * @brief Do what a row says.
     * @param event the event
     */
    void Do(const std::string& event)
    {
        const auto bond = m_host->GetBond();
        const auto mentions = [&event](const std::string& words) {
            return event.find(words) != std::string::npos;
        };
        const std::size_t at = event.find_first_of("012");
        const uint32_t i = at == std::string::npos ? 0 : event[at] - '0';
        if (mentions("bond MAC set"))
        {
            bond->SetAddress(Mac48Address("02:00:00:00:00:77"));
        }
        else if (mentions("active_slave"))
        {
            m_host->Set("active_slave", "s2");
        }
        else if (mentions("enslaved"))
        {
            const BondResult result = bond->Enslave(m_host->GetDevice(i));
            NS_TEST_EXPECT_MSG_EQ(result.GetError(), "", event);
        }
        else if (mentions("released"))
        {
            bond->Release(m_host->GetDevice(i));
        }
        else if (mentions("lost its link") || mentions("back"))
        {
            m_host->SetCarrier(i, mentions("back"));
        }
        else if (mentions("all links down"))
        {
            for (uint32_t link = 0; link < 3; ++link)
            {
                m_host->SetCarrier(link, false);
            }
        }
        else if (event == "up")
        {
            bond->Open();
        }
        else if (event == "bond down")
        {
            bond->Close();
        }
        else
        {
            NS_TEST_EXPECT_MSG_EQ(event, "no slaves", "an event that the test does not know");
        }
    }

    /**
     * @brief Send a packet through the bond, to see its source address and slave.
     */
    void SendPacket()
    {
        m_host->TakeFrames();
        constexpr uint16_t IPV4 = 0x0800;
        m_host->GetBond()->Send(Create<Packet>(100), Mac48Address("02:00:00:00:ff:ff"), IPV4);
    }

    /**
     * @brief Compare addresses with a row.
     * @param row the row
     */
    void Check(const ReferenceTable::Row& row)
    {
        const std::string text = ReferenceTable::Describe(row);
        NS_TEST_EXPECT_MSG_EQ(m_host->GetActive(), row.at("active"), text);
        if (m_given || row.at("event") != "no slaves") // else both are random
        {
            NS_TEST_EXPECT_MSG_EQ(GetText(m_host->GetBond()), row.at("bond"), text);
        }
        for (uint32_t i = 0; i < 3; ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(GetText(m_host->GetDevice(i)),
                                  row.at("s" + std::to_string(i)),
                                  text << " s" << i);
        }
        std::ostringstream source;
        for (const auto& frame : m_host->TakeFrames())
        {
            source << frame.source << " on " << frame.slave;
        }
        NS_TEST_EXPECT_MSG_EQ((source.str().empty() ? "-" : source.str()),
                              row.at("source_of_frames"),
                              text);
    }

    /**
     * @brief The address of a device.
     * @param device the device
     * @return in text
     */
    static std::string GetText(const Ptr<NetDevice>& device)
    {
        std::ostringstream text;
        text << Mac48Address::ConvertFrom(device->GetAddress());
        return text.str();
    }

    Rows m_rows;                  //!< the rows
    bool m_given{false};          //!< is the bond's address given?
    WatchedBond* m_host{nullptr}; //!< the host
};

/// The rows of e10-notify.tsv of one bond: what is sent after each event.
class NotificationsAfterFailovers : public TestCase
{
  public:
    /**
     * @brief Constructor.
     * @param name the bond's options
     * @param rows the rows
     */
    NotificationsAfterFailovers(const std::string& name, Rows rows)
        : TestCase("neighbours are told as by Linux: " + name),
          m_name(name),
          m_rows(std::move(rows))
    {
    }

  private:
    /// An expected or a sent frame.
    struct Notification
    {
        double time;      //!< after the event, in seconds
        std::string text; //!< slave, kind and content
    };

    void DoRun() override
    {
        WatchedBond host("active-backup", 2);
        for (const auto& [option, value] :
             FailoverSettings("updelay 0 downdelay 0", m_name).GetOptions())
        {
            host.Set(option, value);
        }
        host.GetBond()->SetAddress(Mac48Address("02:00:00:00:00:01"));
        host.EnslaveAll();
        host.AddAddresses();
        if (m_name.find("vlan") != std::string::npos)
        {
            host.AddVlan(7);
        }
        if (m_name.find("join") != std::string::npos)
        {
            host.GetBond()->JoinGroup(Ipv4Address("239.1.2.3"));
            host.GetBond()->JoinGroup(Ipv6Address("ff05::123"));
        }
        host.GetBond()->Open();

        // IPv6 is through with its own messages before the first event, and 8 s suffice for each.
        const std::vector<std::pair<std::string, std::function<void()>>> events = {
            {"s0 lost its link", [&host] { host.SetCarrier(0, false); }},
            {"s0 back", [&host] { host.SetCarrier(0, true); }},
            {"active_slave = s0", [&host] { host.Set("active_slave", "s0"); }},
            {"all links lost",
             [&host] {
                 host.SetCarrier(0, false);
                 host.SetCarrier(1, false);
             }},
            {"all links back",
             [&host] {
                 host.SetCarrier(0, true);
                 host.SetCarrier(1, true);
             }},
        };
        Time start = Seconds(20);
        for (const auto& [event, act] : events)
        {
            Simulator::Schedule(start, [&host, act = act] {
                host.TakeFrames();
                act();
            });
            Simulator::Schedule(start + Seconds(7), [this, &host, event = event, start] {
                Check(event, start, host.TakeFrames());
            });
            start += Seconds(8);
        }
        Simulator::Stop(start);
        Simulator::Run();
    }

    /**
     * @brief Compare what was sent after an event.
     * @param event the event
     * @param start its time
     * @param frames what was sent
     */
    void Check(const std::string& event, Time start, const std::vector<WatchedBond::Frame>& frames)
    {
        // When a bond's links return, Linux's MLD reports on its own; ns-3 has no MLD.
        const bool isOwnMld = event == "all links back";
        std::vector<Notification> expected;
        bool isMeasured = false;
        for (const auto& row : m_rows)
        {
            isMeasured |= row.at("event") == event;
            if (row.at("event") == event && row.at("what") != "active" &&
                !(isOwnMld && row.at("what") == "mld"))
            {
                expected.push_back(
                    {std::stod(row.at("t_after_event")),
                     row.at("slave") + " " + row.at("what") + " " + row.at("detail")});
            }
        }
        if (!isMeasured)
        {
            return; // one of those that were held back
        }
        std::vector<Notification> sent;
        for (const auto& frame : frames)
        {
            const std::string text = Describe(frame);
            if (!text.empty() && !(isOwnMld && text.find("mld ") == 0))
            {
                sent.push_back({(frame.time - start).GetSeconds(), frame.slave + " " + text});
            }
        }
        for (std::size_t i = 0; i < std::min(expected.size(), sent.size()); ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(sent[i].text, expected[i].text, event << " " << expected[i].time);
            NS_TEST_EXPECT_MSG_EQ_TOL(sent[i].time, expected[i].time, TOLERANCE, event);
            // from frame to frame it is exact, whenever the first tick was; measured to 1 ms
            const bool byHand = event == "active_slave = s0";
            if (!byHand)
            {
                NS_TEST_EXPECT_MSG_EQ_TOL(sent[i].time - sent[0].time,
                                          expected[i].time - expected[0].time,
                                          0.006,
                                          event << " " << expected[i].text);
            }
        }
        NS_TEST_EXPECT_MSG_EQ(
            sent.size(),
            expected.size(),
            "frames after: " << event << (sent.empty() ? "" : ", the last " + sent.back().text));
    }

    /**
     * @brief A frame as e10-notify.tsv has it.
     * @param frame the frame
     * @return kind and content; empty for what is no notification
     */
    static std::string Describe(const WatchedBond::Frame& frame)
    {
        const std::vector<uint8_t>& bytes = frame.payload;
        std::ostringstream text;
        if (frame.etherType == 0x0806)
        {
            text << "arp op " << int{bytes[7]} << " sender " << GetIpv4(bytes, 14) << " "
                 << GetMac(bytes, 8) << " target " << GetIpv4(bytes, 24) << " "
                 << GetMac(bytes, 18);
        }
        else if (frame.etherType == 0x0800 && bytes[9] == 2)
        {
            text << "igmp type 0x" << std::hex << int{bytes[24]} << std::dec << " "
                 << GetIpv4(bytes, 16) << " group " << GetIpv4(bytes, 36);
        }
        else if (frame.etherType == 0x86dd && bytes[6] == 58 && bytes[40] == 136)
        {
            text << "na flags 0x" << std::hex << int{bytes[44]} << std::dec << " target "
                 << GetIpv6(bytes, 48) << " to " << GetIpv6(bytes, 24);
        }
        else if (frame.etherType == 0x86dd && bytes[6] == 0 && bytes[48] == 143)
        {
            text << "mld type 143 records " << (bytes[54] << 8 | bytes[55]);
        }
        else
        {
            return "";
        }
        text << " ether " << frame.source << " > " << frame.destination;
        return text.str();
    }

    /**
     * @brief An IPv4 address in a packet.
     * @param bytes the packet
     * @param at where
     * @return the address
     */
    static Ipv4Address GetIpv4(const std::vector<uint8_t>& bytes, std::size_t at)
    {
        return Ipv4Address::Deserialize(bytes.data() + at);
    }

    /**
     * @brief An IPv6 address in a packet.
     * @param bytes the packet
     * @param at where
     * @return the address
     */
    static Ipv6Address GetIpv6(const std::vector<uint8_t>& bytes, std::size_t at)
    {
        return Ipv6Address::Deserialize(bytes.data() + at);
    }

    /**
     * @brief An Ethernet address in a packet.
     * @param bytes the packet
     * @param at where
     * @return the address
     */
    static Mac48Address GetMac(const std::vector<uint8_t>& bytes, std::size_t at)
    {
        Mac48Address address;
        address.CopyFrom(bytes.data() + at);
        return address;
    }

    std::string m_name; //!< options of the bond
    Rows m_rows;        //!< the rows
};

/// active-backup against the reference.
class FailoverTestSuite : public TestSuite
{
  public:
    FailoverTestSuite()
        : TestSuite("linux-tx-failover", TestSuite::Type::SYSTEM)
    {
        std::ifstream file(std::string(LINUX_TX_TEST_DATA_DIR) + "/e2-activebackup.tsv");
        FailoverTimeline timeline;
        timeline.Read(file);
        const auto cases = GroupRows(ReferenceTable("e2-activebackup.tsv"), "case", "case");
        for (std::size_t i = 0; i < cases.size(); ++i)
        {
            AddTestCase(new ReplayedFailovers(timeline.GetSettings(),
                                              timeline.GetCases().at(i),
                                              cases[i].second));
        }
        const ReferenceTable receptions("e2-receive.tsv");
        for (const auto& row : receptions.GetRows())
        {
            AddTestCase(new ReceivedOnSlave(row));
        }
        const ReferenceTable addresses("e10-mac.tsv");
        for (const auto& [name, rows] : GroupRows(addresses, "fail_over_mac", "bond_mac_given"))
        {
            AddTestCase(new AddressesThroughFailovers(name, rows));
        }
        const ReferenceTable notifications("e10-notify.tsv");
        for (const auto& [name, rows] : GroupRows(notifications, "case", "case"))
        {
            AddTestCase(new NotificationsAfterFailovers(rows.front().at("case"), rows));
        }
    }
};

FailoverTestSuite g_failoverTestSuite; //!< registers itself

} // namespace
