/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "two-hosts.h"

#include "ns3/boolean.h"
#include "ns3/config.h"
#include "ns3/inet-socket-address.h"
#include "ns3/linux-tcp-socket.h"
#include "ns3/linux-transmit-path.h"
#include "ns3/linux-udp-socket.h"
#include "ns3/nic-net-device.h"
#include "ns3/packet.h"
#include "ns3/simulator.h"
#include "ns3/socket.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <array>
#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

constexpr uint32_t N_QUEUES = 4;   //!< transmit queues of the NICs
constexpr uint32_t N_SOCKETS = 12; //!< sockets that send

/// Two hosts whose NICs have several transmit queues, and which of them frames took.
class TxQueueTestCase : public TestCase
{
  protected:
    using TestCase::TestCase;

    /**
     * Build the hosts.
     * @param kind kind of device
     */
    void Build(TwoHosts::Kind kind)
    {
        Config::SetDefault("ns3::NicNetDevice::NTxQueues", UintegerValue(N_QUEUES));
        hosts = std::make_unique<TwoHosts>(kind);
        nic = DynamicCast<NicNetDevice>(hosts->GetQueueingDevice());
        hosts->ResolveNeighbours();
    }

    /**
     * Put mq on the NIC, and let what hosts send at their start pass.
     * @param child type of the queue discs below it
     * @return mq
     */
    Ptr<QueueDisc> InstallMq(const std::string& child)
    {
        TrafficControlHelper helper;
        const auto handle = helper.SetRootQueueDisc("ns3::MqQueueDisc");
        const auto classes = helper.AddQueueDiscClasses(handle, N_QUEUES, "ns3::QueueDiscClass");
        helper.AddChildQueueDiscs(handle, classes, child);
        const auto root = hosts->InstallQueueDisc(helper);
        Simulator::Run();
        return root;
    }

    /**
     * Make a connected UDP socket.
     * @param cpu where its process runs
     * @return the socket
     */
    Ptr<Socket> MakeConnected(uint32_t cpu = 0)
    {
        auto socket = hosts->MakeSocket();
        socket->SetAttribute("Cpu", UintegerValue(cpu));
        socket->Connect(hosts->GetReceiver());
        return socket;
    }

    /**
     * How many frames each queue has sent.
     * @return numbers of frames
     */
    std::vector<uint64_t> GetCounts() const
    {
        std::vector<uint64_t> counts;
        for (std::size_t i = 0; i < N_QUEUES; ++i)
        {
            counts.push_back(nic->GetTxQueue(i).GetStats().packets);
        }
        return counts;
    }

    /**
     * Have a socket send frames one by one, and see where they went.
     * @param socket the socket
     * @param n number of datagrams
     * @return the queues that it used
     */
    std::set<std::size_t> SendAndSee(const Ptr<Socket>& socket, uint32_t n)
    {
        const auto before = GetCounts();
        for (uint32_t i = 0; i < n; ++i)
        {
            socket->Send(Create<Packet>(500));
        }
        Simulator::Run();
        const auto after = GetCounts();
        std::set<std::size_t> used;
        for (std::size_t i = 0; i < N_QUEUES; ++i)
        {
            if (after[i] > before[i])
            {
                used.insert(i);
            }
        }
        return used;
    }

    void DoTeardown() override
    {
        nic = nullptr;
        hosts.reset();
        Config::Reset();
    }

    std::unique_ptr<TwoHosts> hosts; //!< the hosts
    Ptr<NicNetDevice> nic;           //!< of the sender
};

/// mq over each queue disc that a distribution may choose.
class SpreadTest : public TxQueueTestCase
{
  public:
    /**
     * Constructor.
     * @param child type of the queue discs below mq
     */
    explicit SpreadTest(const std::string& child)
        : TxQueueTestCase("sockets are spread, and each stays on its queue: mq and " + child),
          m_child(child)
    {
    }

  private:
    void DoRun() override
    {
        Build(TwoHosts::NIC);
        const auto root = InstallMq(m_child);
        std::set<std::size_t> all;
        std::vector<Ptr<LinuxUdpSocket>> sockets;
        for (uint32_t i = 0; i < N_SOCKETS; ++i)
        {
            const auto socket = MakeConnected();
            sockets.push_back(DynamicCast<LinuxUdpSocket>(socket));
            const auto used = SendAndSee(socket, 30);
            NS_TEST_EXPECT_MSG_EQ(used.size(), 1, "socket " << i << " uses one queue");
            all.insert(used.begin(), used.end());
        }
        // 12 hashes that leave one of four queues out: 4 x (3/4)^12 = 13 %; these do not.
        NS_TEST_EXPECT_MSG_EQ(all.size(), N_QUEUES, "together they use all");
        NS_TEST_EXPECT_MSG_EQ(hosts->GetNReceived(), N_SOCKETS * 30, "all arrive");
        NS_TEST_EXPECT_MSG_EQ(root->GetNPackets(), 0, "nothing waits");
        for (const auto& socket : sockets)
        {
            NS_TEST_EXPECT_MSG_EQ(socket->GetWmemAlloc(), 0, "nothing is charged");
        }
    }

    std::string m_child; //!< type of the queue discs below mq
};

/// Queues that serve CPUs.
class XpsTest : public TxQueueTestCase
{
  public:
    XpsTest()
        : TxQueueTestCase("XPS: a socket takes a queue of its CPU")
    {
    }

  private:
    void DoRun() override
    {
        Build(TwoHosts::NIC);
        InstallMq("ns3::PfifoFastQueueDisc");
        for (std::size_t queue = 0; queue < N_QUEUES; ++queue)
        {
            NS_TEST_EXPECT_MSG_EQ(nic->SetXpsCpus(queue, 1 << (N_QUEUES - 1 - queue)), true, "");
        }
        NS_TEST_EXPECT_MSG_EQ(nic->SetXpsCpus(N_QUEUES, 1), false, "no such queue");
        for (uint32_t cpu = 0; cpu < N_QUEUES; ++cpu)
        {
            const auto used = SendAndSee(MakeConnected(cpu), 5);
            NS_TEST_EXPECT_MSG_EQ((used == std::set<std::size_t>{N_QUEUES - 1 - cpu}),
                                  true,
                                  "CPU " << cpu);
        }
        // A process that moves: a connected UDP socket keeps its queue, as nothing tells when its
        // packets cannot overtake each other.
        const auto socket = MakeConnected(0);
        SendAndSee(socket, 1);
        socket->SetAttribute("Cpu", UintegerValue(1));
        NS_TEST_EXPECT_MSG_EQ((SendAndSee(socket, 5) == std::set<std::size_t>{3}), true, "kept");
        // An unconnected one keeps none.
        const auto loose = hosts->MakeSocket();
        for (const uint32_t cpu : {0, 1})
        {
            loose->SetAttribute("Cpu", UintegerValue(cpu));
            loose->SendTo(Create<Packet>(500), 0, hosts->GetReceiver());
            Simulator::Run();
        }
        NS_TEST_EXPECT_MSG_EQ(GetCounts()[2], 5 + 1, "moved to that of CPU 1");
    }
};

/// TCP says when its packets cannot overtake each other.
class OooOkayTest : public TxQueueTestCase
{
  public:
    OooOkayTest()
        : TxQueueTestCase("a TCP flow changes its queue only when nothing of it is in the host")
    {
    }

  private:
    void DoRun() override
    {
        Build(TwoHosts::NIC);
        InstallMq("ns3::PfifoFastQueueDisc");
        nic->SetXpsCpus(0, 1 << 0);
        nic->SetXpsCpus(1, 1 << 1);
        const auto factory = TypeId::LookupByName("ns3::LinuxTcpSocketFactory");
        constexpr uint16_t PORT = 10;
        auto server = Socket::CreateSocket(hosts->GetNodes().Get(1), factory);
        server->Bind(InetSocketAddress(Ipv4Address::GetAny(), PORT));
        server->Listen();
        server->SetAcceptCallback(
            MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
            [this](Ptr<Socket> socket, const Address& /* from */) { m_accepted = socket; });
        auto client =
            DynamicCast<LinuxTcpSocket>(Socket::CreateSocket(hosts->GetNodes().Get(0), factory));
        const auto receiver = InetSocketAddress::ConvertFrom(hosts->GetReceiver());
        client->Connect(InetSocketAddress(receiver.GetIpv4(), PORT));
        // At 100 Mb/s a segment takes about 50 us.
        constexpr uint32_t SEGMENT = 500;
        std::vector<uint64_t> before;
        Simulator::Schedule(MilliSeconds(10), [&] {
            before = GetCounts();
            NS_TEST_EXPECT_MSG_EQ(client->GetWmemAlloc(), 0, "idle");
            client->Send(Create<Packet>(2 * SEGMENT));
        });
        Simulator::Schedule(MilliSeconds(10) + MicroSeconds(10), [&] {
            NS_TEST_EXPECT_MSG_GT(client->GetWmemAlloc(), 0, "under way");
            client->SetCpu(1);
            client->Send(Create<Packet>(2 * SEGMENT));
        });
        std::vector<uint64_t> busy;
        Simulator::Schedule(MilliSeconds(20), [&] {
            busy = GetCounts();
            client->Send(Create<Packet>(2 * SEGMENT));
        });
        Simulator::Stop(MilliSeconds(40));
        Simulator::Run();
        const auto idle = GetCounts();
        NS_TEST_EXPECT_MSG_GT_OR_EQ(busy[0] - before[0], 4, "data stays where earlier data is");
        NS_TEST_EXPECT_MSG_EQ(busy[1], before[1], "none overtakes");
        NS_TEST_EXPECT_MSG_EQ(idle[0], busy[0], "no more on the old queue");
        NS_TEST_EXPECT_MSG_GT_OR_EQ(idle[1] - busy[1], 2, "once idle, that of its CPU");
        m_accepted = nullptr;
    }

    Ptr<Socket> m_accepted; //!< the server's end
};

/// What an orphaned packet is spread by.
class OrphanTest : public TxQueueTestCase
{
  public:
    /**
     * Constructor.
     * @param kernel the host's kernel
     * @param keepsHash whether orphaned packets keep their socket's hash
     * @param byProtocol whether all take one queue
     */
    OrphanTest(const std::string& kernel, bool keepsHash, bool byProtocol)
        : TxQueueTestCase("orphaned at the bond, " + kernel + (keepsHash ? "" : ", hash lost") +
                          ": packets take " +
                          (byProtocol ? "the queue of their protocol" : "those of their flows")),
          m_kernel(kernel),
          m_keepsHash(keepsHash),
          m_byProtocol(byProtocol)
    {
    }

  private:
    void DoRun() override
    {
        Build(TwoHosts::BOND);
        const auto path = hosts->GetNodes().Get(0)->GetObject<LinuxTransmitPath>();
        path->SetAttribute("Kernel", StringValue(m_kernel));
        path->SetAttribute("OrphansKeepHash", BooleanValue(m_keepsHash));
        InstallMq("ns3::PfifoFastQueueDisc");
        std::set<std::size_t> all;
        uint32_t nMoved = 0;
        for (uint32_t i = 0; i < N_SOCKETS; ++i)
        {
            const auto socket = MakeConnected();
            hosts->GetDevice()->SetAttribute("OrphanPolicy", StringValue("None"));
            const auto owned = SendAndSee(socket, 3);
            hosts->GetDevice()->SetAttribute("OrphanPolicy", StringValue("Early"));
            const auto orphaned = SendAndSee(socket, 3);
            NS_TEST_EXPECT_MSG_EQ(orphaned.size(), 1, "socket " << i << " uses one queue");
            nMoved += orphaned != owned ? 1 : 0;
            all.insert(orphaned.begin(), orphaned.end());
        }
        NS_TEST_EXPECT_MSG_EQ(all.size(), (m_byProtocol ? 1 : N_QUEUES), "queues used");
        NS_TEST_EXPECT_MSG_EQ((nMoved > 0), !m_keepsHash, "whether sockets leave their queue");
    }

    std::string m_kernel; //!< the host's kernel
    bool m_keepsHash;     //!< whether orphaned packets keep their socket's hash
    bool m_byProtocol;    //!< whether all take one queue
};

/// A socket without a hash of its own: the stock one.
class StockSocketTest : public TxQueueTestCase
{
  public:
    /**
     * Constructor.
     * @param kernel the host's kernel
     * @param byProtocol whether all take one queue
     */
    StockSocketTest(const std::string& kernel, bool byProtocol)
        : TxQueueTestCase("packets without owner, " + kernel + ": by " +
                          (byProtocol ? "protocol" : "their headers")),
          m_kernel(kernel),
          m_byProtocol(byProtocol)
    {
    }

  private:
    void DoRun() override
    {
        Build(TwoHosts::NIC);
        const auto node = hosts->GetNodes().Get(0);
        node->GetObject<LinuxTransmitPath>()->SetAttribute("Kernel", StringValue(m_kernel));
        InstallMq("ns3::PfifoFastQueueDisc");
        std::set<std::size_t> all;
        for (uint32_t i = 0; i < 2 * N_SOCKETS; ++i)
        {
            auto socket = Socket::CreateSocket(node, TypeId::LookupByName("ns3::UdpSocketFactory"));
            socket->Connect(hosts->GetReceiver());
            const auto used = SendAndSee(socket, 3);
            NS_TEST_EXPECT_MSG_EQ(used.size(), 1, "socket " << i << " uses one queue");
            all.insert(used.begin(), used.end());
        }
        NS_TEST_EXPECT_MSG_EQ(all.size(), (m_byProtocol ? 1 : N_QUEUES), "queues used");
    }

    std::string m_kernel; //!< the host's kernel
    bool m_byProtocol;    //!< whether all take one queue
};

/// The suite.
class TxQueueChoiceTestSuite : public TestSuite
{
  public:
    TxQueueChoiceTestSuite()
        : TestSuite("linux-tx-tx-queue-choice", TestSuite::Type::UNIT)
    {
        for (const char* child :
             {"ns3::PfifoFastQueueDisc", "ns3::LinuxFqQueueDisc", "ns3::FqCoDelQueueDisc"})
        {
            AddTestCase(new SpreadTest(child));
        }
        AddTestCase(new XpsTest);
        AddTestCase(new OooOkayTest);
        AddTestCase(new OrphanTest("2.6.35", true, false));
        AddTestCase(new OrphanTest("2.6.35", false, true));
        AddTestCase(new OrphanTest("6.1", true, false));
        AddTestCase(new OrphanTest("6.1", false, false));
        AddTestCase(new StockSocketTest("3.13", true));
        AddTestCase(new StockSocketTest("3.14", false));
    }
};

TxQueueChoiceTestSuite g_txQueueChoiceTestSuite; ///< the instance

} // namespace
