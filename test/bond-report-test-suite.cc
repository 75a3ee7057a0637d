/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "recorded-texts.h"

#include "ns3/bond-proc-report.h"
#include "ns3/bonding-net-device.h"
#include "ns3/boolean.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ip-link-report.h"
#include "ns3/link-snapshot-reader.h"
#include "ns3/linux-tx-helper.h"
#include "ns3/loopback-net-device.h"
#include "ns3/names.h"
#include "ns3/nic-channel.h"
#include "ns3/nic-helper.h"
#include "ns3/nic-net-device.h"
#include "ns3/node-container.h"
#include "ns3/point-to-point-net-device.h"
#include "ns3/simulator.h"
#include "ns3/test.h"

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

using namespace ns3;

/**
 * @file
 * @ingroup linux-tx
 * @brief BondProcReport and IpLinkReport on real devices against e12-*.txt and e12-*.json.
 *
 * The reference had veths as slaves and other traffic. So that whole lines can be compared, these
 * words are supplied to the snapshot before it is written:
 * - ifindex: the order in which the reference's machine made its devices;
 * - of the slaves @if2, link-netns and the kind veth, which our NIC is not;
 * - tso_max_size of slaves, which is veth's, and thereby of the bond that has slaves;
 * - permaddr of slaves is taken away: a veth has no permanent address;
 * - the state LOWERLAYERDOWN follows from the veth's peer.
 * Not compared are numbers of bytes and packets (the reference's hosts sent ARP and more), and in
 * three texts the column nohandler, which counts such packets on the inactive slave.
 */

namespace
{

using Json = nlohmann::ordered_json;

/// How long a command takes, about.
const Time COMMAND_TIME = MilliSeconds(8);
/// When the partner goes up. Its LACPDUs leave on its own ticks, every 104 ms from then on; one of
/// them came between the recording of /proc/net/bonding at 7.4 s and that of s0, which shows
/// another LACP state. Anything from 16 to 30 ms does that.
const Time PARTNER_START = MilliSeconds(24);
constexpr uint32_t VETH_TSO_MAX_SIZE = 524280; //!< TSO_MAX_SIZE, what a veth takes

/**
 * @brief The reports of a bond through the eight moments of one recording.
 */
class RecordedReports : public TestCase
{
  public:
    /**
     * @brief Constructor.
     * @param file file name of the recording without extension
     * @param firstIfIndex ifindex of the bond there; its slaves follow
     * @param primary option primary once there are slaves, or nothing
     */
    RecordedReports(const std::string& file, uint32_t firstIfIndex, const std::string& primary)
        : TestCase("Reports are those of " + file + " at all moments"),
          m_firstIfIndex(firstIfIndex),
          m_primary(primary),
          m_recorded(file + ".txt")
    {
        std::ifstream stream(std::string(LINUX_TX_TEST_DATA_DIR) + "/" + file + ".json");
        m_json = Json::parse(stream);
    }

  private:
    void DoSetup() override
    {
        NodeContainer nodes(2);
        InternetStackHelper().Install(nodes);
        LinuxTxHelper().Install(nodes);
        Names::Add("near", nodes.Get(0));
        m_bond = MakeBond(nodes.Get(0), "02:00:00:00:00:01");
        Names::Add(nodes.Get(0), "bond0", m_bond);
        const auto partner = MakeBond(nodes.Get(1), "02:00:00:00:00:02");
        for (uint32_t i : {0, 1})
        {
            const auto link = NicHelper().Install(nodes);
            const std::string number = std::to_string(i);
            m_slaves.push_back(DynamicCast<NicNetDevice>(link.Get(0)));
            m_slaves[i]->SetAddress(Mac48Address(("02:00:00:00:0a:0" + number).c_str()));
            m_slaves[i]->SetDown();
            Names::Add(nodes.Get(0), "s" + number, m_slaves[i]);
            partner->Enslave(link.Get(1));
        }
        Simulator::Schedule(PARTNER_START, &BondingNetDevice::Open, partner);
    }

    void DoRun() override
    {
        // the recorded times of the moments, which are rounded to 0.1 s, and what happened between
        CompareFrom(0.03, "down, no slaves");
        Simulator::Schedule(Seconds(0.084), &BondingNetDevice::Open, m_bond);
        CompareFrom(0.09, "up, no slaves");
        Simulator::Schedule(Seconds(0.2), &RecordedReports::Enslave, this);
        CompareFrom(5.2, "up, two slaves");
        Simulator::Schedule(Seconds(5.25), &RecordedReports::SetCarrier, this, 0, false);
        CompareFrom(7.2, "s0 lost its link");
        Simulator::Schedule(Seconds(7.25), &RecordedReports::SetCarrier, this, 0, true);
        CompareFrom(7.4, "s0 has its link back, 0.15 s");
        CompareFrom(12.5, "s0 has its link back, 5 s");
        Simulator::Schedule(Seconds(12.55), &RecordedReports::SetCarrier, this, 0, false);
        Simulator::Schedule(Seconds(12.55), &RecordedReports::SetCarrier, this, 1, false);
        CompareFrom(14.5, "both lost their link");
        Simulator::Schedule(Seconds(15), &BondingNetDevice::Close, m_bond);
        CompareFrom(15.1, "bond set down");
        Simulator::Stop(Seconds(16));
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(m_texts, 40, "not all texts were compared");
        NS_TEST_ASSERT_MSG_EQ(m_objects, 24, "not all JSON was compared");
    }

    void DoTeardown() override
    {
        Simulator::Destroy();
        Names::Clear();
        m_bond = nullptr;
        m_slaves.clear();
    }

    /**
     * @brief Schedule the comparisons of a moment, one command after the other.
     * @param seconds when
     * @param moment the moment's name in the recording
     */
    void CompareFrom(double seconds, const std::string& moment)
    {
        Time time = Seconds(seconds);
        for (const auto& text : m_recorded.GetTexts())
        {
            if (text.moment == moment && !text.lines.empty())
            {
                Simulator::Schedule(time, &RecordedReports::Compare, this, text);
                time += COMMAND_TIME;
            }
        }
    }

    /**
     * @brief Make a bond as the recording's "ip link add" says.
     * @param node its host
     * @param address its address
     * @return the bond, down and without slaves
     */
    Ptr<BondingNetDevice> MakeBond(const Ptr<Node>& node, const char* address)
    {
        auto bond = CreateObject<BondingNetDevice>();
        bond->SetAttribute("OpenAtStart", BooleanValue(false));
        node->AddDevice(bond);
        bond->SetAddress(Mac48Address(address));
        // "ip link add bond0 type bond mode ..."
        std::istringstream command(m_recorded.GetTexts().at(1).command);
        std::string word;
        for (int i = 0; i < 6; ++i)
        {
            command >> word;
        }
        for (std::string value; command >> word >> value;)
        {
            const BondResult result = bond->SetOption(word, value);
            NS_TEST_EXPECT_MSG_EQ(static_cast<bool>(result), true, word << " " << value);
        }
        return bond;
    }

    /**
     * @brief Make the NICs slaves.
     */
    void Enslave()
    {
        for (const auto& slave : m_slaves)
        {
            slave->SetUp();
            m_bond->Enslave(slave);
        }
        if (!m_primary.empty())
        {
            m_bond->SetOption("primary", m_primary);
        }
    }

    /**
     * @brief Cut or mend a slave's link.
     * @param slave which
     * @param up mend?
     */
    void SetCarrier(uint32_t slave, bool up)
    {
        DynamicCast<NicChannel>(m_slaves[slave]->GetChannel())->SetCarrier(up);
    }

    /**
     * @brief What ip knows of a device now, with the reference's words for what we do not have.
     * @param name its name
     * @return the snapshot
     */
    LinkSnapshot Read(const std::string& name)
    {
        if (name == "bond0")
        {
            LinkSnapshot link = ReadLinkSnapshot(m_bond);
            link.ifIndex = m_firstIfIndex;
            if (!link.bond->slaves.empty())
            {
                link.tsoMaxSize = VETH_TSO_MAX_SIZE;
            }
            return link;
        }
        const uint32_t number = name == "s0" ? 0 : 1;
        LinkSnapshot link = ReadLinkSnapshot(m_slaves[number]);
        link.ifIndex = m_firstIfIndex + 1 + number;
        link.peerIndex = 2 + number;
        link.peerNamespace = "far";
        link.kind = "veth";
        link.tsoMaxSize = VETH_TSO_MAX_SIZE;
        link.permanentAddress.clear();
        return link;
    }

    /**
     * @brief The text that a command prints now.
     * @param command the command
     * @return the text
     */
    std::string Print(const std::string& command)
    {
        if (command.compare(0, 4, "cat ") == 0)
        {
            return BondProcReport::Text(m_bond);
        }
        const bool details = command.compare(0, 5, "ip -d") == 0;
        return IpLinkReport::Text(Read(command.substr(command.rfind(' ') + 1)),
                                  {details, details ? 1U : 2U});
    }

    /**
     * @brief Leave out what is not compared: numbers of bytes and packets, the column nohandler.
     * @param lines a text
     * @return the rest
     */
    static std::vector<std::string> LeaveOutTraffic(const std::vector<std::string>& lines)
    {
        std::vector<std::string> rest;
        for (std::size_t i = 0; i < lines.size(); ++i)
        {
            const std::string title = lines[i].substr(0, lines[i].find(':'));
            if (title == "    RX errors")
            {
                const std::size_t width = lines[i].find("  nohandler");
                rest.push_back(lines[i].substr(0, width));
                rest.push_back(lines[++i].substr(0, rest.back().size() + 1));
                continue;
            }
            rest.push_back(lines[i]);
            if (title == "    RX" || title == "    TX")
            {
                ++i; // its numbers
            }
        }
        return rest;
    }

    /**
     * @brief Compare a report, and the JSON that tells the same.
     * @param text what was recorded
     */
    void Compare(RecordedTexts::Text text)
    {
        const auto expected = LeaveOutTraffic(text.lines);
        const auto written = LeaveOutTraffic(RecordedTexts::SplitLines(Print(text.command)));
        for (std::size_t i = 0; i < std::max(expected.size(), written.size()); ++i)
        {
            NS_TEST_EXPECT_MSG_EQ((i < written.size() ? written[i] : "(no line)"),
                                  (i < expected.size() ? expected[i] : "(no line)"),
                                  text.moment << ", " << text.command << ", line " << i + 1);
        }
        ++m_texts;
        if (text.command.compare(0, 5, "ip -d") == 0)
        {
            CompareJson(text.moment, text.command.substr(text.command.rfind(' ') + 1));
        }
    }

    /**
     * @brief Compare the JSON on a device.
     * @param moment when
     * @param name the device's name
     */
    void CompareJson(const std::string& moment, const std::string& name)
    {
        const Json& links = m_json.at(moment);
        const auto found = std::find_if(links.begin(), links.end(), [&name](const Json& link) {
            return link.at("ifname") == name;
        });
        NS_TEST_ASSERT_MSG_EQ((found != links.end()), true, name << " is not in the recording");
        Json written = Json::parse(IpLinkReport::Json(Read(name), {true, 1})).at(0);
        for (const char* side : {"rx", "tx"})
        {
            for (const char* count : {"bytes", "packets"})
            {
                written["stats64"][side][count] = found->at("stats64").at(side).at(count);
            }
        }
        NS_TEST_EXPECT_MSG_EQ(written.dump(1), found->dump(1), moment << ", JSON of " << name);
        ++m_objects;
    }

    uint32_t m_firstIfIndex;                 //!< ifindex of the bond there
    std::string m_primary;                   //!< option primary, or nothing
    RecordedTexts m_recorded;                //!< its texts
    Json m_json;                             //!< its JSON
    Ptr<BondingNetDevice> m_bond;            //!< the bond
    std::vector<Ptr<NicNetDevice>> m_slaves; //!< its slaves
    uint32_t m_texts{0};                     //!< texts compared
    uint32_t m_objects{0};                   //!< JSON objects compared
};

/**
 * @brief What ip prints of devices that are no bonds.
 */
class OtherDevices : public TestCase
{
  public:
    OtherDevices()
        : TestCase("Devices of other kinds print as Linux prints their like")
    {
    }

  private:
    void DoRun() override
    {
        NodeContainer nodes(2);
        const auto nic = NicHelper().Install(nodes).Get(0);
        nic->SetAddress(Mac48Address("02:00:00:00:0a:00"));
        auto loopback = CreateObject<LoopbackNetDevice>();
        auto line = CreateObject<PointToPointNetDevice>();
        nodes.Get(0)->AddDevice(loopback);
        nodes.Get(0)->AddDevice(line);
        const IpLinkReport::Switches plain{false, 0};
        // no queue discs: the node has no traffic control layer
        NS_TEST_EXPECT_MSG_EQ(
            IpLinkReport::Text(nic, plain),
            "1: eth0: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 1500 qdisc noqueue state UP mode "
            "DEFAULT group default qlen 1000\n"
            "    link/ether 02:00:00:00:0a:00 brd ff:ff:ff:ff:ff:ff\n",
            "a NIC");
        NS_TEST_EXPECT_MSG_EQ(
            IpLinkReport::Text(loopback, plain),
            "2: lo: <LOOPBACK,UP,LOWER_UP> mtu 65535 qdisc noqueue state UNKNOWN mode DEFAULT "
            "group default qlen 1000\n"
            "    link/loopback 00:00:00:00:00:00 brd 00:00:00:00:00:00\n",
            "lo");
        NS_TEST_EXPECT_MSG_EQ(
            IpLinkReport::Text(line, plain),
            "3: eth1: <NO-CARRIER,POINTOPOINT,MULTICAST,UP> mtu 1500 qdisc noqueue state DOWN mode "
            "DEFAULT group default qlen 1000\n"
            "    link/ppp \n",
            "a point-to-point device without channel");
        DynamicCast<NicNetDevice>(nic)->SetDown();
        NS_TEST_EXPECT_MSG_EQ(IpLinkReport::Text(nic, plain).substr(0, 55),
                              "1: eth0: <BROADCAST,MULTICAST> mtu 1500 qdisc noop stat",
                              "a NIC that is down");
        Simulator::Destroy();
    }
};

/**
 * @brief All tests of this file.
 */
class BondReportTestSuite : public TestSuite
{
  public:
    BondReportTestSuite()
        : TestSuite("linux-tx-bond-report", TestSuite::Type::UNIT)
    {
        AddTestCase(new RecordedReports("e12-802.3ad", 14, ""));
        AddTestCase(new RecordedReports("e12-active-backup", 5, "s0"));
        AddTestCase(new RecordedReports("e12-active-backup-plain", 26, ""));
        AddTestCase(new RecordedReports("e12-balance-rr", 2, ""));
        AddTestCase(new RecordedReports("e12-balance-tlb", 17, ""));
        AddTestCase(new RecordedReports("e12-balance-xor", 8, ""));
        AddTestCase(new RecordedReports("e12-broadcast", 11, ""));
        AddTestCase(new OtherDevices);
    }
};

BondReportTestSuite g_bondReportTestSuite; //!< registers itself

} // namespace
