/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fq-test-case.h"

#include "ns3/data-rate.h"
#include "ns3/inet-socket-address.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/mq-queue-disc.h"
#include "ns3/tbf-queue-disc.h"
#include "ns3/udp-socket-factory.h"
#include "ns3/uinteger.h"

#include <cstdint>
#include <random>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::fq_test;
using namespace ns3::nic_test;

/**
 * @file
 * @ingroup linux-tx-tests
 * @brief fq in its places: below other queue discs, on a host of plain ns-3, with real sockets,
 *        taken away, and under whatever comes.
 */

namespace
{

const Time LATER = Seconds(10); ///< of flows on stock hosts: all is quiet by then

/**
 * @brief Put a queue disc below another one.
 * @param parent the other one
 * @param child the queue disc
 */
void
AddChild(const Ptr<QueueDisc>& parent, const Ptr<QueueDisc>& child)
{
    auto place = CreateObject<QueueDiscClass>();
    place->SetQueueDisc(child);
    parent->AddQueueDiscClass(place);
}

/**
 * @brief A token bucket that is never in the way.
 * @return the queue disc, without child
 */
Ptr<TbfQueueDisc>
MakeWideShaper()
{
    return CreateObjectWithAttributes<TbfQueueDisc>("Rate",
                                                    DataRateValue(DataRate("10Gbps")),
                                                    "Burst",
                                                    UintegerValue(1'000'000),
                                                    "MaxSize",
                                                    StringValue("1000p"));
}

/// One fq for each transmit queue.
class MqTest : public FqTestCase
{
  public:
    MqTest()
        : FqTestCase("below mq each fq has its own flows and its own timer")
    {
    }

  private:
    void DoRun() override
    {
        helper.SetTxQueues(2);
        BuildHosts();
        const auto mq = CreateObject<MqQueueDisc>();
        const std::vector<Ptr<LinuxFqQueueDisc>> children{MakeFq({}), MakeFq({})};
        for (const auto& child : children)
        {
            AddChild(mq, child);
        }
        trafficControl->SetRootQueueDiscOnDevice(a, mq);
        const std::vector<Ptr<SocketWriteMemory>> owners{MakeOwner(LOW_RATE),
                                                         MakeOwner(LOW_RATE / 2)};
        for (const uint32_t cpu : {0, 1})
        {
            owners[cpu]->SetCpu(cpu);
            a->SetXpsCpus(cpu, uint64_t(1) << cpu); // a queue for each
        }
        Run([this, &owners] {
            SendFrames(owners[0], 2);
            SendFrames(owners[1], 2);
            // Queue 0 has a frame that waits for its time; queue 1 goes on.
            Simulator::Schedule(MicroSeconds(50), [this] { StopDevice(); });
            Simulator::Schedule(MilliSeconds(100), [this] { WakeDevice(); });
        });
        NS_TEST_ASSERT_MSG_EQ(atB.size(), 4, "all arrive");
        NS_TEST_EXPECT_MSG_EQ(GetBegin(2), 2 * GAP + SLACK, "half the rate, queue 1");
        NS_TEST_EXPECT_MSG_EQ(GetBegin(3), MilliSeconds(100), "queue 0 was stopped");
        for (const auto& child : children)
        {
            NS_TEST_EXPECT_MSG_EQ(child->GetStats().nTotalSentPackets, 2, "of its queue");
            NS_TEST_EXPECT_MSG_EQ(child->GetFqStats().flows, 1, "of its queue");
            NS_TEST_EXPECT_MSG_EQ(child->GetParameters().quantum, 3028, "the device's");
        }
        ExpectNothingLeft();
    }
};

/// Below tbf.
class ChildTest : public FqTestCase
{
  public:
    ChildTest()
        : FqTestCase("below tbf the timer runs tbf")
    {
    }

  private:
    void DoRun() override
    {
        BuildHosts();
        const auto tbf = MakeWideShaper();
        fq = MakeFq({});
        AddChild(tbf, fq);
        trafficControl->SetRootQueueDiscOnDevice(a, tbf);
        memory->GetPacing().SetRate(LOW_RATE);
        Run([this] { SendFrames(memory, 3); });
        NS_TEST_ASSERT_MSG_EQ(atB.size(), 3, "all arrive");
        for (int i = 1; i < 3; ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(GetBegin(i), i * GAP + SLACK, "frame " << i);
        }
        NS_TEST_EXPECT_MSG_EQ(tbf->GetStats().nTotalSentPackets, 3, "through tbf");
        ExpectNothingLeft();
    }
};

/// A host of plain ns-3.
class StockHostTest : public FqTestCase
{
  public:
    /**
     * @brief Constructor.
     * @param child whether fq is below tbf, else root
     */
    explicit StockHostTest(bool child)
        : FqTestCase(std::string("on a host without linux-tx, hashes make flows: fq as ") +
                     (child ? "child of tbf" : "root")),
          m_child(child)
    {
    }

  private:
    void DoRun() override
    {
        helper.DisableQueueLimits();
        Build(Time());
        InternetStackHelper().Install(nodes);
        fq = MakeFq({{"MaxRate", "400kbps"}}); // 50000 bytes/s
        Ptr<QueueDisc> root = fq;
        if (m_child)
        {
            root = MakeWideShaper();
            AddChild(root, fq);
        }
        nodes.Get(0)->GetObject<TrafficControlLayer>()->SetRootQueueDiscOnDevice(a, root);
        NetDeviceContainer devices(a);
        devices.Add(b);
        Ipv4AddressHelper addresses("10.0.0.0", "255.255.255.0");
        const auto interfaces = addresses.Assign(devices);
        std::vector<Ptr<Socket>> sockets;
        for (uint16_t port = 0; port < 2; ++port)
        {
            sockets.push_back(Socket::CreateSocket(nodes.Get(0), UdpSocketFactory::GetTypeId()));
            sockets.back()->Connect(InetSocketAddress(interfaces.GetAddress(1), 9 + port));
        }
        std::vector<Time> times; // of the frames with 1000 bytes of IP
        b->TraceConnectWithoutContext(
            "MacRx",
            Callback<void, Ptr<const Packet>>([&times](Ptr<const Packet> packet) {
                if (packet->GetSize() == 14 + PAYLOAD)
                {
                    times.push_back(Simulator::Now() - LAST_BIT - LATER);
                }
            }));
        Run([&sockets] { sockets[0]->Send(Create<Packet>(1)); }); // resolves the address
        Simulator::Schedule(LATER - Simulator::Now(), [&sockets] {
            for (int i = 0; i < 2; ++i)
            {
                for (const auto& socket : sockets)
                {
                    socket->Send(Create<Packet>(PAYLOAD - 28)); // IPv4 and UDP: 28 bytes
                }
            }
        });
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(times.size(), 4, "all arrive");
        // A stock item is as long as its IP packet: 1000 bytes take 20 ms. The flow that has
        // resolved the address could have sent for a second, which counts as lateness: half of it.
        NS_TEST_EXPECT_MSG_EQ(times[1], SLOT, "the other flow");
        NS_TEST_EXPECT_MSG_EQ(times[2], MilliSeconds(10) + SLACK, "next of the one that was known");
        NS_TEST_EXPECT_MSG_EQ(times[3], MilliSeconds(20) + SLACK, "next of the other one");
        NS_TEST_EXPECT_MSG_EQ(fq->GetNPackets(), 0, "nothing waits");
    }

    bool m_child; //!< fq is below tbf
};

/// More than a quota.
class QuotaTest : public FqTestCase
{
  public:
    QuotaTest()
        : FqTestCase("more packets than a run's quota can have the same time")
    {
    }

  private:
    void DoRun() override
    {
        // A NIC with flow control would set the queue disc going again when its ring is empty.
        helper.DisableFlowControl();
        helper.SetDeviceAttribute("TxRingSize", UintegerValue(2 * FLOWS));
        Build(Time());
        InternetStackHelper().Install(nodes);
        fq = MakeFq({{"MaxRate", "400kbps"}, {"OrphanMask", "4294967295"}});
        nodes.Get(0)->GetObject<TrafficControlLayer>()->SetRootQueueDiscOnDevice(a, fq);
        NetDeviceContainer devices(a);
        devices.Add(b);
        Ipv4AddressHelper addresses("10.0.0.0", "255.255.255.0");
        const auto interfaces = addresses.Assign(devices);
        std::vector<Ptr<Socket>> sockets;
        for (uint16_t port = 0; port < FLOWS; ++port)
        {
            sockets.push_back(Socket::CreateSocket(nodes.Get(0), UdpSocketFactory::GetTypeId()));
            sockets.back()->Connect(InetSocketAddress(interfaces.GetAddress(1), 9 + port));
        }
        // To resolve the address, from a socket that sends nothing else.
        const auto first = Socket::CreateSocket(nodes.Get(0), UdpSocketFactory::GetTypeId());
        first->Connect(InetSocketAddress(interfaces.GetAddress(1), 8));
        Run([first] { first->Send(Create<Packet>(1)); });
        NicStats before = a->GetStats();
        Simulator::Schedule(LATER - Simulator::Now(), [&sockets] {
            for (int i = 0; i < 2; ++i)
            {
                for (const auto& socket : sockets)
                {
                    socket->Send(Create<Packet>(PAYLOAD - 28));
                }
            }
        });
        // The second packets have their time 20 ms after the first ones, and 300 frames take 2.5
        // ms.
        Simulator::Stop(LATER + MilliSeconds(25) - Simulator::Now());
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(a->GetStats().txPackets - before.txPackets, 2 * FLOWS, "all");
        NS_TEST_EXPECT_MSG_EQ(fq->GetNPackets(), 0, "nothing waits");
        NS_TEST_EXPECT_MSG_GT(FLOWS, fq->GetQuota(), "this was the point");
    }

    static constexpr uint32_t FLOWS = 300; //!< flows
};

/// Real sockets.
class UdpSocketTest : public FqTestCase
{
  public:
    UdpSocketTest()
        : FqTestCase("a connected socket is a flow; one that is not is as many as its peers")
    {
    }

  private:
    void DoRun() override
    {
        BuildFq();
        NetDeviceContainer devices(a);
        devices.Add(b);
        Ipv4AddressHelper addresses("10.0.0.0", "255.255.255.0");
        const auto interfaces = addresses.Assign(devices);
        const auto makeSocket = [this] {
            return Socket::CreateSocket(nodes.Get(0),
                                        TypeId::LookupByName("ns3::LinuxUdpSocketFactory"));
        };
        const auto connected = makeSocket();
        const InetSocketAddress peer(interfaces.GetAddress(1), 9);
        connected->Connect(peer);
        const auto loose = makeSocket();
        Run([connected] { connected->Send(Create<Packet>(1)); }); // resolves the address
        Simulator::Schedule(LATER - Simulator::Now(), [&] {
            const uint32_t before = fq->GetFqStats().flows;
            connected->Send(Create<Packet>(1));
            connected->SendTo(Create<Packet>(1),
                              0,
                              InetSocketAddress(interfaces.GetAddress(1), 10));
            NS_TEST_EXPECT_MSG_EQ(fq->GetFqStats().flows,
                                  before,
                                  "known since it resolved the address");
            for (const uint16_t port : {11, 12, 13, 12})
            {
                loose->SendTo(Create<Packet>(1),
                              0,
                              InetSocketAddress(interfaces.GetAddress(1), port));
            }
            NS_TEST_EXPECT_MSG_EQ(fq->GetFqStats().flows, before + 3, "three peers");
            loose->Connect(InetSocketAddress(interfaces.GetAddress(1), 11));
            loose->Send(Create<Packet>(1));
            NS_TEST_EXPECT_MSG_EQ(fq->GetFqStats().flows,
                                  before + 4,
                                  "a flow of its own from now on");
        });
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(layer->GetNLiveSkbs(), 0, "nobody holds an Skb");
    }
};

/// Ends.
class EndTest : public FqTestCase
{
  public:
    /// How a queue disc with packets in it ends.
    enum End
    {
        DELETED,  //!< taken off its device
        DISPOSED, //!< disposed, but still known to somebody
        STOPPED,  //!< the simulation ends
    };

    /**
     * @brief Constructor.
     * @param end how it ends
     * @param name what to call it
     */
    EndTest(End end, const std::string& name)
        : FqTestCase("nobody pays for packets of a queue disc that is " + name),
          m_end(end)
    {
    }

  private:
    void DoRun() override
    {
        BuildFq();
        memory->GetPacing().SetRate(LOW_RATE);
        Run([this] {
            StopDevice();
            SendFrames(memory, 10);
            SendFrame(memory, 7, {Time(), 7});
            SendFrame(MakeOwner(), PAYLOAD, {START + Seconds(2), 0});
            SendFrame(MakeOwner(), PAYLOAD, {START + Seconds(1), 0});
            WakeDevice(); // the control packet, one of the ten, and the timer is set
            // A completion would wake the device.
            Simulator::Schedule(MicroSeconds(50), [this] {
                StopDevice();
                NS_TEST_EXPECT_MSG_EQ(fq->GetNPackets(), 11, "are held");
                NS_TEST_EXPECT_MSG_EQ(pool->GetNLive(), 11, "the others have left");
            });
            Simulator::Schedule(MilliSeconds(100), [this] { EndIt(); });
        });
        NS_TEST_EXPECT_MSG_EQ(atB.size(), 2, "what has left arrives");
        if (m_end == STOPPED)
        {
            NS_TEST_EXPECT_MSG_EQ(fq->GetNPackets(), 11, "a stopped device gets nothing");
            fq = nullptr;
            layer = nullptr;
            trafficControl = nullptr;
            Simulator::Destroy();
        }
        ExpectNothingLeft();
    }

    /**
     * @brief End it, unless it is the simulation that ends.
     */
    void EndIt()
    {
        if (m_end == DELETED)
        {
            trafficControl->DeleteRootQueueDiscOnDevice(a);
            fq = nullptr;
        }
        else if (m_end == DISPOSED)
        {
            trafficControl->DeleteRootQueueDiscOnDevice(a);
            fq->Dispose();
        }
        if (m_end != STOPPED)
        {
            NS_TEST_EXPECT_MSG_EQ(pool->GetNLive(), 0, "at once");
        }
    }

    End m_end; //!< how it ends
};

/// A queue disc off its device.
class DetachedTest : public FqTestCase
{
  public:
    DetachedTest()
        : FqTestCase("a timer that finds no device does nothing")
    {
    }

  private:
    void DoRun() override
    {
        BuildFq();
        memory->GetPacing().SetRate(LOW_RATE);
        Run([this] {
            SendFrames(memory, 3);
            trafficControl->DeleteRootQueueDiscOnDevice(a);
        });
        NS_TEST_EXPECT_MSG_EQ(atB.size(), 1, "before");
        NS_TEST_EXPECT_MSG_EQ(fq->GetNPackets(), 2, "the others stay");
        NS_TEST_EXPECT_MSG_EQ(memory->GetWmemAlloc(), 2 * TRUESIZE, "and are paid for");
        fq = nullptr;
        ExpectNothingLeft();
    }
};

/// Whatever comes.
class RandomTest : public FqTestCase
{
  public:
    /**
     * @brief Constructor.
     * @param seed of the random choices
     */
    explicit RandomTest(uint32_t seed)
        : FqTestCase("conservation of packets and charges, seed " + std::to_string(seed)),
          m_random(seed)
    {
    }

  private:
    void DoRun() override
    {
        BuildFq({{"Limit", "200"}, {"FlowLimit", "40"}, {"Buckets", "2"}, {"Horizon", "2s"}});
        for (int i = 0; i < 8; ++i)
        {
            m_owners.push_back(MakeOwner());
        }
        Run([this] { Act(); });
        WakeDevice();
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(atB.size() + fq->GetStats().nTotalDroppedPackets,
                              m_nSent,
                              "each has arrived or was dropped");
        NS_TEST_EXPECT_MSG_EQ(fq->GetNPackets(), 0, "nothing waits");
        NS_TEST_EXPECT_MSG_EQ(fq->GetFqStats().throttledFlows, 0, "nobody waits");
        NS_TEST_EXPECT_MSG_GT(atB.size(), 500, "something was tried");
        NS_TEST_EXPECT_MSG_GT(fq->GetStats().nTotalDroppedPackets, 0, "likewise");
        ExpectConserved();
        ExpectNothingLeft();
    }

    /**
     * @brief Choose a number.
     * @param n how many there are
     * @return one of 0 to n - 1
     */
    uint32_t Choose(uint32_t n)
    {
        return std::uniform_int_distribution<uint32_t>(0, n - 1)(m_random);
    }

    /**
     * @brief Do something, and go on later.
     */
    void Act()
    {
        static const std::vector<uint64_t> rates{LOW_RATE,
                                                 LOW_RATE * 20,
                                                 LOW_RATE * 1000,
                                                 SocketPacing::UNLIMITED};
        auto& owner = m_owners[Choose(m_owners.size())];
        switch (Choose(12))
        {
        case 0:
            StopDevice();
            break;
        case 1:
        case 2:
            WakeDevice();
            break;
        case 3:
            owner->GetPacing().SetRate(rates[Choose(rates.size())]);
            break;
        case 4:
            fq->SetAttribute("Limit", UintegerValue(20 + Choose(200)));
            break;
        case 5:
            fq->SetAttribute("Buckets", UintegerValue(2 + Choose(8)));
            break;
        case 6:
            fq->SetAttribute("HorizonDrop", StringValue(Choose(2) == 0 ? "true" : "false"));
            break;
        case 7:
            owner = MakeOwner(rates[Choose(rates.size())]);
            break;
        default:
            for (uint32_t n = Choose(20); n > 0; --n)
            {
                const bool timed = Choose(3) == 0;
                const Time departure =
                    Simulator::Now() + MicroSeconds(Choose(Choose(20) == 0 ? 4'000'000 : 20'000));
                SendFrame(owner,
                          1 + Choose(1500),
                          {timed ? departure : Time(), static_cast<uint8_t>(Choose(8))});
                ++m_nSent;
            }
        }
        ExpectConserved();
        if (++m_nActions < ACTIONS)
        {
            Simulator::Schedule(MicroSeconds(Choose(20'000)), [this] { Act(); });
        }
    }

    /**
     * @brief Expect that whoever has packets pays for them, and that none is missing.
     */
    void ExpectConserved()
    {
        std::size_t nInFlight = fq->GetNPackets() + a->GetTxRingUsed();
        NS_TEST_EXPECT_MSG_EQ(pool->GetNLive(), nInFlight, "an Skb too many or too few");
        const FqStats stats = fq->GetFqStats();
        NS_TEST_EXPECT_MSG_EQ((stats.inactive + stats.throttledFlows <= stats.flows),
                              true,
                              "a flow is in two places");
        const auto& counts = fq->GetStats();
        NS_TEST_EXPECT_MSG_EQ(counts.nTotalReceivedPackets,
                              counts.nTotalSentPackets + counts.nTotalDroppedPackets +
                                  fq->GetNPackets(),
                              "a packet was counted twice");
    }

    static constexpr uint32_t ACTIONS = 1000;     //!< actions of a run
    std::mt19937 m_random;                        //!< random choices
    std::vector<Ptr<SocketWriteMemory>> m_owners; //!< sockets
    uint32_t m_nActions{0};                       //!< actions so far
    uint64_t m_nSent{0};                          //!< packets so far
};

/// fq, in its places.
class FqPlacesTestSuite : public TestSuite
{
  public:
    FqPlacesTestSuite()
        : TestSuite("linux-tx-fq-places", TestSuite::Type::UNIT)
    {
        AddTestCase(new MqTest);
        AddTestCase(new ChildTest);
        AddTestCase(new StockHostTest(false));
        AddTestCase(new StockHostTest(true));
        AddTestCase(new QuotaTest);
        AddTestCase(new UdpSocketTest);
        AddTestCase(new EndTest(EndTest::DELETED, "deleted"));
        AddTestCase(new EndTest(EndTest::DISPOSED, "disposed"));
        AddTestCase(new EndTest(EndTest::STOPPED, "there when the simulation ends"));
        AddTestCase(new DetachedTest);
        for (uint32_t seed = 1; seed <= 5; ++seed)
        {
            AddTestCase(new RandomTest(seed));
        }
    }
};

FqPlacesTestSuite g_fqPlacesTestSuite; //!< registers itself

} // namespace
