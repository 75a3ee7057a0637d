/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "root-queue-disc.h"
#include "tcp-flow.h"
#include "two-hosts.h"

#include "ns3/arp-cache.h"
#include "ns3/boolean.h"
#include "ns3/data-rate.h"
#include "ns3/device-features.h"
#include "ns3/error-model.h"
#include "ns3/ethtool-helper.h"
#include "ns3/inet-socket-address.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/ipv4-interface.h"
#include "ns3/ipv4-l3-protocol.h"
#include "ns3/ipv6-interface.h"
#include "ns3/ipv6-l3-protocol.h"
#include "ns3/linux-transmit-path.h"
#include "ns3/ndisc-cache.h"
#include "ns3/nic-channel.h"
#include "ns3/pointer.h"
#include "ns3/random-variable-stream.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/traffic-control-helper.h"
#include "ns3/uinteger.h"
#include "ns3/xmit-device.h"

#include <iostream>
#include <memory>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

constexpr uint32_t N_NETWORKS = 10; ///< of a run
constexpr uint32_t N_FLOWS = 12;    ///< on each
constexpr uint32_t N_EVENTS = 60;   ///< on each

/// When it begins, later than IPv6's duplicate address detection, and how long things happen.
const Time START = Seconds(10);
const Time DURATION = Seconds(3);

/// After this all retries of ns-3's TCP have been made.
const Time DRAIN_TIME = Seconds(600);

} // namespace

/**
 * @ingroup linux-tx-tests
 * @brief Random networks of two hosts under random TCP flows: loss, broken links, small queue
 *        discs, drivers that orphan, neighbours that are forgotten, resets, and hosts that go.
 *
 * What is read is what was written, once and in order; each charge is that of a packet and ends
 * once; and in the end nothing is charged and no Skb alive.
 */
class TcpConservationTestCase : public TestCase
{
  public:
    /**
     * @brief Constructor.
     * @param run number of the run
     */
    explicit TcpConservationTestCase(uint64_t run)
        : TestCase("nothing is lost or counted twice, run " + std::to_string(run)),
          m_run(run)
    {
    }

  private:
    void DoRun() override
    {
        const uint64_t runBefore = RngSeedManager::GetRun();
        RngSeedManager::SetRun(m_run);
        std::cout << "TCP flows at random: seed " << RngSeedManager::GetSeed() << " run " << m_run
                  << std::endl;
        m_random = CreateObject<UniformRandomVariable>();
        for (uint32_t i = 0; i < N_NETWORKS; ++i)
        {
            RunNetwork();
        }
        NS_TEST_EXPECT_MSG_GT(m_nComplete, N_NETWORKS * N_FLOWS / 4, "flows ended in order");
        NS_TEST_EXPECT_MSG_GT(m_nFailed, N_NETWORKS, "and some did not");
        NS_TEST_EXPECT_MSG_GT(m_nRetransmits, 100, "there was loss");
        NS_TEST_EXPECT_MSG_GT(m_nLocalDrops, 10, "in the host as well");
        NS_TEST_EXPECT_MSG_GT(m_nThrottled, 100, "small queues stopped flows");
        RngSeedManager::SetRun(runBefore);
    }

    /**
     * @brief Choose one of several texts.
     * @param texts the texts
     * @return one of them
     */
    std::string Choose(const std::vector<std::string>& texts)
    {
        return texts[m_random->GetInteger(0, texts.size() - 1)];
    }

    /**
     * @brief Choose with a probability.
     * @param probability 0 to 1
     * @return true with that probability
     */
    bool Happens(double probability)
    {
        return m_random->GetValue() < probability;
    }

    /**
     * @brief Build a network, let things happen, and look at what is left.
     */
    void RunNetwork()
    {
        static const std::vector<TwoHosts::Kind> KINDS{TwoHosts::NIC,
                                                       TwoHosts::NIC,
                                                       TwoHosts::NIC,
                                                       TwoHosts::POINT_TO_POINT,
                                                       TwoHosts::CSMA,
                                                       TwoHosts::VLAN,
                                                       TwoHosts::BOND};
        const auto kind = KINDS[m_random->GetInteger(0, KINDS.size() - 1)];
        const std::string rate = Choose({"5Mbps", "20Mbps", "100Mbps"});
        m_hosts = std::make_unique<TwoHosts>(kind, 1500, rate);
        m_what = "kind " + std::to_string(kind) + " " + rate;
        m_layers.clear();
        m_nCutSegments = 0;
        SetUpHosts();
        SetUpDevices();
        m_flows.clear();
        for (uint32_t i = 0; i < N_FLOWS; ++i)
        {
            AddFlow(i);
        }
        for (uint32_t i = 0; i < N_EVENTS; ++i)
        {
            Simulator::Schedule(START + DURATION * m_random->GetValue(),
                                &TcpConservationTestCase::DoSomething,
                                this);
        }
        Simulator::Schedule(START + DURATION, &TcpConservationTestCase::EndTrouble, this);
        const bool drains = Happens(0.7);
        Simulator::Stop(START + DURATION * (drains ? 1.0 : m_random->GetValue()) +
                        (drains ? DRAIN_TIME : Time(0)));
        Simulator::Run();
        if (drains)
        {
            CheckEnd(true, " after all was sent");
            CheckCharges();
        }
        for (const auto& flow : m_flows)
        {
            CountFlow(*flow);
        }
        m_hosts.reset();
        CheckEnd(drains, " after the hosts were disposed of");
    }

    /**
     * @brief Set what belongs to the hosts.
     */
    void SetUpHosts()
    {
        const std::string kernel = Choose({"6.1", "6.1", "4.15", "3.12", "3.6"});
        m_what += " kernel " + kernel;
        for (uint32_t host = 0; host < 2; ++host)
        {
            const auto path = m_hosts->GetNodes().Get(host)->GetObject<LinuxTransmitPath>();
            path->SetAttribute("Kernel", StringValue(kernel));
            m_layers.push_back(path->GetXmitLayer());
            path->TraceConnectWithoutContext(
                "TrainCut",
                Callback<void, Ptr<const Packet>, Ptr<NetDevice>, uint32_t>(
                    [this](Ptr<const Packet>, Ptr<NetDevice>, uint32_t nSegments) {
                        m_nCutSegments += nSegments - 1;
                    }));
        }
        if (Happens(0.5))
        {
            m_hosts->ResolveNeighbours();
        }
    }

    /**
     * @brief Set what belongs to the devices: loss, orphaning, features, queue disc.
     */
    void SetUpDevices()
    {
        const double loss = Happens(0.3) ? 0 : 0.05 * m_random->GetValue();
        m_what += " loss " + std::to_string(loss);
        m_errors.clear();
        for (uint32_t host = 0; host < 2; ++host)
        {
            const auto device = m_hosts->GetNodes().Get(host)->GetDevice(0);
            const auto errors = CreateObject<RateErrorModel>();
            errors->SetUnit(RateErrorModel::ERROR_UNIT_PACKET);
            errors->SetRate(loss);
            m_errors.push_back(errors);
            device->SetAttributeFailSafe("ReceiveErrorModel", PointerValue(errors));
        }
        const auto device = m_hosts->GetQueueingDevice();
        const std::string orphan = Choose({"None", "None", "Early", "Driver"});
        m_what += " orphan " + orphan;
        if (dynamic_cast<XmitDevice*>(PeekPointer(device)))
        {
            device->SetAttribute("OrphanPolicy", StringValue(orphan));
            if (Happens(0.3))
            {
                EthtoolHelper().SetFeature(device, "tcp-segmentation-offload", false);
                m_what += " tso off";
            }
        }
        SetQueueDisc();
    }

    /**
     * @brief Put a queue disc on the sender's device.
     */
    void SetQueueDisc()
    {
        const std::string maxSize = Choose({"1p", "3p", "20p", "1000p"});
        const std::string type =
            Choose({"", "ns3::FifoQueueDisc", "ns3::LinuxFqQueueDisc", "ns3::TbfQueueDisc"});
        m_shaped = type == "ns3::TbfQueueDisc";
        m_what += " " + type + " " + maxSize;
        const auto device = m_hosts->GetQueueingDevice();
        if (type.empty())
        {
            RemoveRootQueueDisc(device);
            return;
        }
        TrafficControlHelper helper;
        if (type == "ns3::TbfQueueDisc")
        {
            const uint16_t root =
                helper.SetRootQueueDisc(type,
                                        "Rate",
                                        DataRateValue(DataRate(Choose({"3Mbps", "30Mbps"}))),
                                        "Burst",
                                        UintegerValue(m_random->GetInteger(1600, 80000)));
            const auto classes = helper.AddQueueDiscClasses(root, 1, "ns3::QueueDiscClass");
            helper.AddChildQueueDisc(root,
                                     classes[0],
                                     "ns3::FifoQueueDisc",
                                     "MaxSize",
                                     StringValue(maxSize));
        }
        else if (type == "ns3::LinuxFqQueueDisc")
        {
            helper.SetRootQueueDisc(type);
        }
        else
        {
            helper.SetRootQueueDisc(type, "MaxSize", StringValue(maxSize));
        }
        ReplaceRootQueueDisc(device, helper);
    }

    /**
     * @brief Add a flow.
     * @param index tells its port
     */
    void AddFlow(uint32_t index)
    {
        constexpr uint16_t FIRST_PORT = 1000;
        const auto port = static_cast<uint16_t>(FIRST_PORT + index);
        const uint32_t from = Happens(0.7) ? 0 : 1;
        const std::string receiver = std::to_string(2 - from);
        TcpFlow::Settings settings;
        settings.hosts = {m_hosts->GetNodes().Get(from), m_hosts->GetNodes().Get(1 - from)};
        if (Happens(0.4))
        {
            settings.server =
                Inet6SocketAddress(Ipv6Address(("2001:1::" + receiver).c_str()), port);
        }
        else
        {
            settings.server = InetSocketAddress(Ipv4Address(("10.1.1." + receiver).c_str()), port);
        }
        settings.bytes = {m_random->GetInteger(0, Happens(0.3) ? 3000 : 300000),
                          Happens(0.5) ? 0 : m_random->GetInteger(1, 100000)};
        settings.writeSize = m_random->GetInteger(100, 70000);
        settings.start = START + DURATION * 0.5 * m_random->GetValue();
        settings.ending = static_cast<TcpFlow::Ending>(
            m_random->GetInteger(TcpFlow::CLIENT_FIN, TcpFlow::SERVER_RESET));
        if (Happens(0.5))
        {
            settings.ending = Happens(0.5) ? TcpFlow::CLIENT_FIN : TcpFlow::SERVER_FIN;
        }
        settings.resetAfter = DURATION * 0.3 * m_random->GetValue();
        settings.configure = MakeConfiguration();
        m_flows.push_back(std::make_unique<TcpFlow>(settings));
    }

    /**
     * @brief Choose attributes.
     * @return what sets them
     */
    std::function<void(const Ptr<Socket>&)> MakeConfiguration()
    {
        std::vector<std::pair<std::string, std::string>> attributes{
            {"SmallQueue",
             Choose({"Kernel", "Kernel", "Off", "Fixed", "Draft", "Rate-3.12", "Rate"})},
            {"LimitOutputBytes", Choose({"0", "0", "1", "4000", "30000"})},
            {"Gso", Choose({"true", "true", "false"})},
            {"GsoMaxSegs", Choose({"65535", "65535", "5"})},
            {"Pacing", Choose({"false", "false", "true"})},
            {"MaxPacingRate", Choose({"0bps", "0bps", "3Mbps"})},
            {"Sndbuf", Choose({"0", "0", "1", "20000"})},
            {"NotsentLowat", Choose({"4294967295", "4294967295", "10000"})},
            {"SendmsgTime", Choose({"0us", "0us", "300us"})},
            {"TsoWinDivisor", Choose({"3", "3", "0", "1"})},
            {"QuickAcks", Choose({"0", "16"})},
            {"SegmentSize", Choose({"1400", "1400", "536"})},
            {"RcvBufSize", Choose({"131072", "20000"})},
            // With Nagle's algorithm ns-3 never sends a lost segment again that is the last and
            // short.
            {"TcpNoDelay", "true"},
            {"Sack", Choose({"true", "true", "false"})}};
        return [attributes](const Ptr<Socket>& socket) {
            for (const auto& [name, value] : attributes)
            {
                socket->SetAttribute(name, StringValue(value));
            }
        };
    }

    /**
     * @brief One of the things that happen.
     */
    void DoSomething()
    {
        switch (m_random->GetInteger(0, 3))
        {
        case 0:
            BreakLink();
            break;
        case 1:
            ForgetNeighbours();
            break;
        case 2:
            ChangeSocket();
            break;
        default:
            // A token bucket's timer does not know that it is gone.
            if (!m_shaped && Happens(0.1))
            {
                SetQueueDisc();
            }
        }
    }

    /**
     * @brief Break the link for a time.
     */
    void BreakLink()
    {
        const auto channel = DynamicCast<NicChannel>(m_hosts->GetQueueingDevice()->GetChannel());
        if (channel && Happens(0.3))
        {
            channel->SetCarrier(false);
            Simulator::Schedule(MilliSeconds(m_random->GetInteger(0, 100)),
                                &NicChannel::SetCarrier,
                                channel,
                                true);
        }
    }

    /**
     * @brief Let a host's ARP and ND forget what they know.
     */
    void ForgetNeighbours()
    {
        const auto node = m_hosts->GetNodes().Get(m_random->GetInteger(0, 1));
        const auto ipv4 = node->GetObject<Ipv4L3Protocol>();
        for (uint32_t i = 0; i < ipv4->GetNInterfaces(); ++i)
        {
            if (const auto arp = ipv4->GetInterface(i)->GetArpCache())
            {
                arp->Flush();
            }
        }
        const auto ipv6 = node->GetObject<Ipv6L3Protocol>();
        for (uint32_t i = 0; i < ipv6->GetNInterfaces(); ++i)
        {
            if (const auto nd = ipv6->GetInterface(i)->GetNdiscCache())
            {
                nd->Flush();
            }
        }
    }

    /**
     * @brief Change an attribute of a socket.
     */
    void ChangeSocket()
    {
        const auto& flow = *m_flows[m_random->GetInteger(0, m_flows.size() - 1)];
        const auto& socket = flow.GetSocket(Happens(0.7) ? TcpFlow::CLIENT : TcpFlow::SERVER);
        if (socket)
        {
            const std::string policy = Choose({"Kernel", "Off", "Fixed", "Draft", "Rate"});
            socket->SetAttribute("SmallQueue", StringValue(policy));
            socket->SetAttribute("Gso", BooleanValue(Happens(0.7)));
        }
    }

    /**
     * @brief From now on no link breaks, and nothing is lost on it.
     */
    void EndTrouble()
    {
        for (const auto& errors : m_errors)
        {
            errors->Disable();
        }
        if (const auto channel =
                DynamicCast<NicChannel>(m_hosts->GetQueueingDevice()->GetChannel()))
        {
            channel->SetCarrier(true);
        }
    }

    /**
     * @brief Nothing is charged, no Skb alive, no flow has seen anything wrong.
     * @param over have all flows had the time they need?
     * @param when for messages
     */
    void CheckEnd(bool over, const std::string& when)
    {
        for (std::size_t i = 0; i < m_flows.size(); ++i)
        {
            const TcpFlow& flow = *m_flows[i];
            const std::string where = m_what + ", flow " + std::to_string(i) + when;
            NS_TEST_EXPECT_MSG_EQ(flow.GetFault(over), "", where);
            for (const auto side : {TcpFlow::CLIENT, TcpFlow::SERVER})
            {
                if (const auto& socket = flow.GetSocket(side))
                {
                    NS_TEST_EXPECT_MSG_EQ(socket->GetWmemAlloc(), 0, where << ": wmem_alloc");
                    NS_TEST_EXPECT_MSG_EQ(flow.GetLedger(side).GetCharged(), 0, where);
                }
            }
        }
        for (const auto& layer : m_layers)
        {
            NS_TEST_EXPECT_MSG_EQ(layer->GetNLiveSkbs(), 0, m_what << when << ": live Skbs");
        }
    }

    /**
     * @brief All that was charged are packets, and what cuts add to them.
     */
    void CheckCharges()
    {
        uint64_t charged = 0;
        uint64_t cost = 0;
        uint64_t costOfResets = 0;
        for (const auto& flow : m_flows)
        {
            for (const auto side : {TcpFlow::CLIENT, TcpFlow::SERVER})
            {
                charged += flow->GetLedger(side).GetAllCharges();
                cost += flow->GetLedger(side).GetCostOfPackets();
                costOfResets += flow->GetLedger(side).GetCostOfResets();
                if (m_nCutSegments == 0)
                {
                    NS_TEST_EXPECT_MSG_EQ(flow->GetLedger(side).EndedInOnePiece(),
                                          true,
                                          m_what << ": a charge ended that there was not");
                }
            }
        }
        const uint64_t most = cost + costOfResets + WmemLedger::OVERHEAD * m_nCutSegments;
        NS_TEST_EXPECT_MSG_LT_OR_EQ(charged, most, m_what << ": charges of all packets");
        NS_TEST_EXPECT_MSG_GT_OR_EQ(charged, cost, m_what << ": charges of all packets");
    }

    /**
     * @brief Count what has become of a flow.
     * @param flow the flow
     */
    void CountFlow(const TcpFlow& flow)
    {
        m_nComplete += flow.IsComplete();
        m_nFailed += flow.HasFailed();
        for (const auto side : {TcpFlow::CLIENT, TcpFlow::SERVER})
        {
            if (const auto& socket = flow.GetSocket(side))
            {
                m_nRetransmits += socket->GetRetransmits();
                m_nLocalDrops += socket->GetLocalDrops();
                m_nThrottled += socket->GetThrottledCount();
            }
        }
    }

    uint64_t m_run;                                //!< number of the run
    Ptr<UniformRandomVariable> m_random;           //!< decides everything
    std::unique_ptr<TwoHosts> m_hosts;             //!< the hosts
    std::string m_what;                            //!< describes the network
    std::vector<Ptr<XmitLayer>> m_layers;          //!< the hosts' transmit paths
    std::vector<Ptr<RateErrorModel>> m_errors;     //!< loss
    std::vector<std::unique_ptr<TcpFlow>> m_flows; //!< the flows
    uint64_t m_nCutSegments{0};                    //!< segments of cut trains, but for the first
    bool m_shaped{false};                          //!< is the queue disc a token bucket?
    uint64_t m_nComplete{0};                       //!< flows that ended in order
    uint64_t m_nFailed{0};                         //!< flows that did not
    uint64_t m_nRetransmits{0};                    //!< of all flows
    uint64_t m_nLocalDrops{0};                     //!< of all flows
    uint64_t m_nThrottled{0};                      //!< of all flows
};

/**
 * @ingroup linux-tx-tests
 * @brief Suite linux-tx-tcp-conservation.
 */
class TcpConservationTestSuite : public TestSuite
{
  public:
    TcpConservationTestSuite()
        : TestSuite("linux-tx-tcp-conservation", Type::SYSTEM)
    {
        for (uint64_t run = 1; run <= 5; ++run)
        {
            AddTestCase(new TcpConservationTestCase(run));
        }
    }
};

static TcpConservationTestSuite g_tcpConservationTestSuite; //!< the suite
