/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "reference-table.h"
#include "stacked-hosts.h"

#include "ns3/data-rate.h"
#include "ns3/inet-socket-address.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/traffic-control-helper.h"
#include "ns3/traffic-control-layer.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <map>
#include <sstream>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

constexpr uint32_t N_SENDS = 20;         ///< of a row
constexpr uint32_t MESSAGE_BYTES = 1000; ///< payload of a message
constexpr uint16_t PORT = 10;            ///< of the receiver

/// Messages of another socket before, that use the burst up: 9 x 1042 of 10,000 B pass, and with
/// the row's 20 the backlog is the measured 51.
constexpr uint32_t N_FILLERS = 40;

/// When they are sent; later than IPv6's duplicate address detection.
const Time START = Seconds(10);

/// A path of the reference that exists here.
struct Path
{
    std::vector<std::string> layers; //!< of StackedHosts
    uint32_t nLinks{1};              //!< links of StackedHosts
    uint32_t parked{0};              //!< link in front of which packets are parked
    std::string child;               //!< queue disc within the token bucket
};

/// The paths. Not there: htb, fq, cake, netem (ns-3 has none of them); ipvlan, vxlan, mirred, tun,
/// tap, dummy and veth (no counterparts); loopback has a test case of its own.
const std::map<std::string, Path> PATHS{
    {"qdisc tbf rate 8kbit burst 10000 limit 400000000", {{}, 1, 0, "ns3::FifoQueueDisc"}},
    {"qdisc fq_codel+tbf", {{}, 1, 0, "ns3::FqCoDelQueueDisc"}},
    {"qdisc pfifo+tbf", {{}, 1, 0, "ns3::PfifoFastQueueDisc"}},
    {"qdisc prio+tbf", {{}, 1, 0, "ns3::PrioQueueDisc"}},
    {"bond balance-rr / tbf", {{"bond balance-rr"}, 1, 0, "ns3::FifoQueueDisc"}},
    {"bond broadcast / tbf", {{"bond broadcast"}, 1, 0, "ns3::FifoQueueDisc"}},
    {"vlan / tbf", {{"vlan"}, 1, 0, "ns3::FifoQueueDisc"}},
    {"macvlan bridge / tbf", {{"macvlan"}, 1, 0, "ns3::FifoQueueDisc"}},
    {"bridge / tbf on port", {{"bridge"}, 1, 0, "ns3::FifoQueueDisc"}},
    {"ipip tunnel / tbf", {{"ipip"}, 1, 0, "ns3::FifoQueueDisc"}},
    {"gre tunnel / tbf", {{"gre"}, 1, 0, "ns3::FifoQueueDisc"}},
    {"bond broadcast, 2 slaves, the parked one enslaved first",
     {{"bond broadcast"}, 2, 0, "ns3::FifoQueueDisc"}},
    {"bond broadcast, 2 slaves, the parked one enslaved last",
     {{"bond broadcast"}, 2, 1, "ns3::FifoQueueDisc"}},
};

/**
 * @brief The path of a row, for names of test cases.
 * @param row the row
 * @return the path with no character that ns-3 does not allow
 */
std::string
NamePath(const ReferenceTable::Row& row)
{
    std::string name = row.at("path");
    std::replace(name.begin(), name.end(), '/', '+');
    return name;
}

/**
 * @brief Park packets as the measurement did: tbf rate 8kbit burst 10000.
 * @param hosts the hosts
 * @param path the path
 * @return the root
 */
Ptr<QueueDisc>
Park(StackedHosts& hosts, const Path& path)
{
    TrafficControlHelper helper;
    const uint16_t root = helper.SetRootQueueDisc("ns3::TbfQueueDisc",
                                                  "Burst",
                                                  UintegerValue(10000),
                                                  "Rate",
                                                  DataRateValue(DataRate("8kbps")));
    const auto classes = helper.AddQueueDiscClasses(root, 1, "ns3::QueueDiscClass");
    helper.AddChildQueueDisc(root, classes[0], path.child);
    return hosts.SetQueueDisc(hosts.GetBottom(path.parked), helper);
}

} // namespace

/**
 * @ingroup linux-tx-tests
 * @brief A row of e4-paths.
 */
class StackPathTestCase : public TestCase
{
  public:
    /**
     * @brief Constructor.
     * @param row the row
     */
    explicit StackPathTestCase(const ReferenceTable::Row& row)
        : TestCase("as a real kernel does: " + NamePath(row)),
          m_row(row)
    {
    }

  private:
    void DoRun() override
    {
        const Path& path = PATHS.at(m_row.at("path"));
        StackedHosts::Settings settings;
        settings.layers = path.layers;
        settings.nLinks = path.nLinks;
        StackedHosts hosts(settings);
        const auto root = Park(hosts, path);
        const auto receiver = hosts.MakeSocket(1); // without it there would be ICMP errors
        receiver->Bind(InetSocketAddress(Ipv4Address::GetAny(), PORT));
        const auto filler = hosts.MakeSocket();
        const auto socket = hosts.MakeSocket();
        uint32_t packetsBefore = 0;
        uint32_t bytesBefore = 0;
        Simulator::Schedule(START, [&] {
            packetsBefore = root->GetNPackets();
            bytesBefore = root->GetNBytes();
            for (const auto& sender : {filler, socket})
            {
                sender->Connect(hosts.GetReceiver(false, PORT));
            }
            for (uint32_t i = 0; i < N_FILLERS; ++i)
            {
                // One after the other has time to leave.
                Simulator::Schedule(MicroSeconds(100 * i),
                                    [&filler] { filler->Send(Create<Packet>(MESSAGE_BYTES)); });
            }
            Simulator::Schedule(MilliSeconds(10), &StackPathTestCase::SendAll, this, socket);
        });
        // A copy for a slave that parks nothing needs its time on the wire.
        Simulator::Schedule(START + MilliSeconds(11), [&] {
            NS_TEST_EXPECT_MSG_EQ(socket->GetWmemAlloc(),
                                  std::stoul(m_row.at("outq_after_20_sends_of_1000")),
                                  ReferenceTable::Describe(m_row));
            std::ostringstream backlog;
            backlog << "backlog " << root->GetNBytes() - bytesBefore << "b "
                    << root->GetNPackets() - packetsBefore << "p";
            NS_TEST_EXPECT_MSG_EQ((m_row.at("note").rfind(backlog.str(), 0) == 0),
                                  true,
                                  backlog.str() << " in " << ReferenceTable::Describe(m_row));
        });
        Simulator::Stop(START + Seconds(2));
        Simulator::Run();
    }

    /**
     * @brief The sends of the row.
     * @param socket the socket
     */
    void SendAll(Ptr<LinuxUdpSocket> socket)
    {
        for (uint32_t i = 0; i < N_SENDS; ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(socket->Send(Create<Packet>(MESSAGE_BYTES)),
                                  MESSAGE_BYTES,
                                  "send " << i);
        }
    }

    ReferenceTable::Row m_row; //!< the row
};

/**
 * @ingroup linux-tx-tests
 * @brief The row "loopback, unread in the receiver's socket": what is delivered costs nothing.
 */
class LoopbackTestCase : public TestCase
{
  public:
    LoopbackTestCase()
        : TestCase("what the same host has received is not charged any more")
    {
    }

  private:
    void DoRun() override
    {
        StackedHosts hosts({});
        const auto receiver = hosts.MakeSocket();
        receiver->Bind(InetSocketAddress(Ipv4Address::GetAny(), PORT));
        const auto socket = hosts.MakeSocket();
        socket->Connect(InetSocketAddress(Ipv4Address::GetLoopback(), PORT));
        Simulator::Schedule(START, [&] {
            for (uint32_t i = 0; i < N_SENDS; ++i)
            {
                NS_TEST_EXPECT_MSG_EQ(socket->Send(Create<Packet>(MESSAGE_BYTES)),
                                      MESSAGE_BYTES,
                                      "send " << i);
            }
            NS_TEST_EXPECT_MSG_EQ(socket->GetWmemAlloc(), 0, "wmem_alloc");
        });
        Simulator::Stop(START + Seconds(1));
        Simulator::Run();
        uint32_t nReceived = 0;
        while (receiver->Recv())
        {
            ++nReceived;
        }
        NS_TEST_EXPECT_MSG_EQ(nReceived, N_SENDS, "received");
    }
};

/**
 * @ingroup linux-tx-tests
 * @brief On which paths a packet stays charged, against the measurements of a real kernel.
 */
class StackPathsTestSuite : public TestSuite
{
  public:
    StackPathsTestSuite()
        : TestSuite("linux-tx-stack-paths", Type::SYSTEM)
    {
        const ReferenceTable table("e4-paths.tsv");
        for (const auto& row : table.GetRows())
        {
            if (PATHS.count(row.at("path")) > 0)
            {
                AddTestCase(new StackPathTestCase(row));
            }
        }
        AddTestCase(new LoopbackTestCase);
    }
};

static StackPathsTestSuite g_stackPathsTestSuite; //!< the suite
