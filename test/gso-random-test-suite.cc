/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "expected-datagrams.h"
#include "stacked-hosts.h"

#include "ns3/boolean.h"
#include "ns3/data-rate.h"
#include "ns3/device-features.h"
#include "ns3/ethtool-helper.h"
#include "ns3/inet-socket-address.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/linux-transmit-path.h"
#include "ns3/orphan-policy.h"
#include "ns3/random-variable-stream.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/segment-ownership.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/traffic-control-helper.h"
#include "ns3/udp-segment-tag.h"
#include "ns3/uinteger.h"
#include "ns3/xmit-device.h"

#include <algorithm>
#include <cerrno>
#include <iostream>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

constexpr uint16_t PORT = 10;        ///< of the receiver
constexpr uint32_t N_STACKS = 20;    ///< of a run
constexpr uint32_t N_EVENTS = 150;   ///< with each
constexpr uint32_t MAX_DEPTH = 5;    ///< devices on top of each other
constexpr uint32_t RCVBUF = 1 << 30; ///< nothing is lost at the receiver, in bytes

/// When it begins, later than IPv6's duplicate address detection, and how long it goes on.
const Time START = Seconds(10);
const Time DURATION = Seconds(1);

/// After this, nothing happens any more and queues drain.
const Time DRAIN_TIME = Seconds(200);

} // namespace

/**
 * @ingroup linux-tx-tests
 * @brief Random stacks under random traffic: trains and plain messages, features, limits,
 *        ownerships and queue discs that change, and links that flap.
 *
 * Datagrams may be lost; but what is received is, byte for byte, what was sent, and not more often.
 * At the end every charge is given back.
 */
class GsoRandomTestCase : public TestCase
{
  public:
    /**
     * @brief Constructor.
     * @param run number of the run
     */
    explicit GsoRandomTestCase(uint64_t run)
        : TestCase("every byte is right on random stacks, run " + std::to_string(run)),
          m_run(run)
    {
    }

  private:
    void DoRun() override
    {
        const uint64_t runBefore = RngSeedManager::GetRun();
        RngSeedManager::SetRun(m_run);
        std::cout << "trains at random: seed " << RngSeedManager::GetSeed() << " run " << m_run
                  << std::endl;
        m_random = CreateObject<UniformRandomVariable>();
        for (uint32_t i = 0; i < N_STACKS; ++i)
        {
            RunStack();
        }
        NS_TEST_EXPECT_MSG_GT(m_nReceived, 1000, "there was traffic");
        NS_TEST_EXPECT_MSG_GT(m_nLost, 100, "and loss");
        NS_TEST_EXPECT_MSG_GT(m_nCuts, 100, "and trains were cut");
        RngSeedManager::SetRun(runBefore);
    }

    /**
     * @brief Build a stack, let things happen, and look at what is left.
     */
    void RunStack()
    {
        const auto settings = ChooseStack();
        StackedHosts hosts(settings);
        m_hosts = &hosts;
        m_hasCarrier = settings.bottom == "nic";
        m_nLinks = settings.nLinks;
        m_datagrams = ExpectedDatagrams();
        const auto path = hosts.GetNodes().Get(0)->GetObject<LinuxTransmitPath>();
        const std::string kernel = Choose({"3.17", "4.13", "6.1", "6.1", "6.1"});
        path->SetAttribute("Kernel", StringValue(kernel));
        path->SetAttribute("SegmentTime", StringValue(Choose({"0us", "0us", "3us"})));
        path->TraceConnectWithoutContext(
            "TrainCut",
            Callback<void, Ptr<const Packet>, Ptr<NetDevice>, uint32_t>(
                [this](Ptr<const Packet>, Ptr<NetDevice>, uint32_t) { ++m_nCuts; }));
        std::string what = kernel + " " + settings.bottom + " x" + std::to_string(m_nLinks);
        for (const std::string& layer : settings.layers)
        {
            what += ", " + layer;
        }
        MakeSockets();
        for (uint32_t link = 0; link < m_nLinks; ++link)
        {
            InstallQueueDisc(hosts.GetBottom(link));
        }
        for (uint32_t i = 0; i < N_EVENTS; ++i)
        {
            Simulator::Schedule(START + DURATION * m_random->GetValue(),
                                &GsoRandomTestCase::DoSomething,
                                this);
        }
        Simulator::Schedule(START + DURATION, &GsoRandomTestCase::MendLinks, this);
        Simulator::Stop(START + DURATION + DRAIN_TIME);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(m_datagrams.GetNWrong(), 0, what << ": wrong datagrams");
        for (const auto& socket : m_sockets)
        {
            NS_TEST_EXPECT_MSG_EQ(socket->GetWmemAlloc(), 0, what << ": wmem_alloc");
        }
        NS_TEST_EXPECT_MSG_EQ(hosts.GetNLiveSkbs(0), 0, what << ": live Skbs of the sender");
        NS_TEST_EXPECT_MSG_EQ(hosts.GetNLiveSkbs(1), 0, what << ": live Skbs of the receiver");
        m_nReceived += m_datagrams.GetNReceived();
        m_nLost += m_datagrams.GetNMissing();
        m_sockets.clear();
        m_sinks.clear();
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
     * @brief Choose the hosts' devices.
     * @return what StackedHosts can build
     */
    StackedHosts::Settings ChooseStack()
    {
        StackedHosts::Settings settings;
        settings.bottom = Choose({"nic", "nic", "nic", "csma", "simple"});
        settings.nLinks = m_random->GetInteger(1, 3);
        settings.rate = Choose({"20Mbps", "100Mbps", "1Gbps"});
        const uint32_t nUpper = m_random->GetInteger(0, MAX_DEPTH - 1);
        const bool bond = nUpper > 0 && (settings.nLinks > 1 || Happens(0.3));
        const uint32_t nTunnels = nUpper - bond > 0 && Happens(0.3) ? 1 : 0;
        for (uint32_t i = bond + nTunnels; i < nUpper; ++i)
        {
            settings.layers.push_back(ChooseLayer(settings.layers));
        }
        if (bond)
        {
            const auto place = m_random->GetInteger(0, settings.layers.size());
            settings.layers.insert(settings.layers.begin() + place,
                                   "bond " + Choose({"balance-rr",
                                                     "active-backup",
                                                     "balance-xor",
                                                     "broadcast",
                                                     "balance-tlb"}));
        }
        else
        {
            settings.nLinks = 1;
        }
        if (nTunnels > 0)
        {
            settings.layers.push_back(Choose({"gre", "ipip"}));
        }
        return settings;
    }

    /**
     * @brief Choose a layer.
     * @param below the layers so far
     * @return one that can go on top of them
     */
    std::string ChooseLayer(const std::vector<std::string>& below)
    {
        // A bridge is no port of another one.
        const bool bridged = std::find(below.begin(), below.end(), "bridge") != below.end();
        return bridged ? Choose({"vlan", "qinq", "macvlan"})
                       : Choose({"vlan", "qinq", "macvlan", "bridge"});
    }

    /**
     * @brief Make the sockets of both hosts.
     */
    void MakeSockets()
    {
        for (const bool ipv6 : {false, true})
        {
            if (ipv6 && !m_hosts->HasIpv6())
            {
                continue;
            }
            const auto sink = m_hosts->MakeSocket(1);
            sink->SetAttribute("RcvBufSize", UintegerValue(RCVBUF));
            sink->Bind(ipv6 ? Address(Inet6SocketAddress(Ipv6Address::GetAny(), PORT))
                            : Address(InetSocketAddress(Ipv4Address::GetAny(), PORT)));
            sink->SetRecvCallback(MakeCallback(&GsoRandomTestCase::Receive, this));
            m_sinks.push_back(sink);
            for (int i = 0; i < 2; ++i)
            {
                const auto socket = m_hosts->MakeSocket();
                socket->SetSndbuf(m_random->GetInteger(0, 200000));
                socket->SetAttribute("RecvErr", BooleanValue(Happens(0.5)));
                socket->Connect(m_hosts->GetReceiver(ipv6, PORT));
                m_sockets.push_back(socket);
            }
        }
    }

    /**
     * @brief Put a queue disc on a device.
     * @param device the device
     */
    void InstallQueueDisc(const Ptr<NetDevice>& device)
    {
        const StringValue maxSize(Choose({"1p", "5p", "30p", "1000p"}));
        TrafficControlHelper helper;
        switch (m_random->GetInteger(0, 4))
        {
        case 0:
            helper.SetRootQueueDisc("ns3::FifoQueueDisc", "MaxSize", maxSize);
            break;
        case 1:
            helper.SetRootQueueDisc("ns3::FqCoDelQueueDisc", "MaxSize", maxSize);
            break;
        case 2:
            helper.SetRootQueueDisc("ns3::CoDelQueueDisc", "MaxSize", maxSize);
            break;
        case 3: {
            const uint16_t root =
                helper.SetRootQueueDisc("ns3::TbfQueueDisc",
                                        "Rate",
                                        DataRateValue(DataRate(Choose({"5Mbps", "50Mbps"}))),
                                        "Burst",
                                        UintegerValue(m_random->GetInteger(2000, 80000)));
            const auto classes = helper.AddQueueDiscClasses(root, 1, "ns3::QueueDiscClass");
            helper.AddChildQueueDisc(root, classes[0], "ns3::FifoQueueDisc", "MaxSize", maxSize);
            break;
        }
        default:
            return; // as it is
        }
        m_hosts->SetQueueDisc(device, helper);
    }

    /**
     * @brief One of the things that happen.
     */
    void DoSomething()
    {
        const auto& devices = m_hosts->GetDevices();
        const auto& device = devices[m_random->GetInteger(0, devices.size() - 1)];
        switch (m_random->GetInteger(0, 11))
        {
        case 0:
            if (m_hasCarrier)
            {
                const uint32_t link = m_random->GetInteger(0, m_nLinks - 1);
                m_hosts->SetCarrier(link, false);
                Simulator::Schedule(MilliSeconds(m_random->GetInteger(0, 40)),
                                    &StackedHosts::SetCarrier,
                                    m_hosts,
                                    link,
                                    true);
            }
            break;
        case 1:
            ChangeFeature(device);
            break;
        case 2:
            ChangePolicy(device);
            break;
        default:
            for (auto left = m_random->GetInteger(1, 4); left > 0; --left)
            {
                Send();
            }
        }
    }

    /**
     * @brief Change a feature or a limit of a device.
     * @param device the device
     */
    void ChangeFeature(const Ptr<NetDevice>& device)
    {
        const EthtoolHelper ethtool;
        switch (m_random->GetInteger(0, 4))
        {
        case 0:
            ethtool.SetGsoMaxSize(device, m_random->GetInteger(1, 65536));
            break;
        case 1:
            ethtool.SetGsoMaxSegs(device, m_random->GetInteger(1, 64));
            break;
        default:
            const auto& all = DeviceFeatures::GetAll();
            const auto feature = all[m_random->GetInteger(0, all.size() - 1)];
            ethtool.SetFeature(device, DeviceFeatures::GetName(feature), Happens(0.7));
        }
    }

    /**
     * @brief Change who owns segments, or where charges end.
     * @param device the device
     */
    void ChangePolicy(const Ptr<NetDevice>& device)
    {
        const auto ownership =
            static_cast<SegmentOwnership>(m_random->GetInteger(OWNERSHIP_KERNEL, OWNERSHIP_EVERY));
        const std::string orphan = Choose({"None", "Early", "Driver", "Kernel"});
        if (dynamic_cast<XmitDevice*>(PeekPointer(device)))
        {
            device->SetAttribute("SegmentOwnership", StringValue(SegmentOwnershipName(ownership)));
            device->SetAttribute("OrphanPolicy", StringValue(orphan));
        }
        else
        {
            device->GetNode()->GetObject<LinuxTransmitPath>()->GetXmitLayer()->SetSegmentOwnership(
                device,
                ownership);
        }
    }

    /**
     * @brief A socket sends a message.
     */
    void Send()
    {
        const auto& socket = m_sockets[m_random->GetInteger(0, m_sockets.size() - 1)];
        uint32_t gsoSize = 0;
        uint32_t bytes = m_random->GetInteger(1, Happens(0.5) ? 2000 : 65507);
        if (Happens(0.7))
        {
            gsoSize = m_random->GetInteger(1, Happens(0.2) ? 100 : 1472);
            bytes = std::min<uint32_t>(65507, m_random->GetInteger(1, 66 * gsoSize));
        }
        const auto message = m_datagrams.MakeMessage(bytes);
        const auto content = message->Copy();
        message->AddPacketTag(UdpSegmentTag(static_cast<uint16_t>(gsoSize)));
        // When the last fragment or segment was dropped, others may be on their way.
        if (socket->Send(message) >= 0 || socket->GetLinuxErrno() == ENOBUFS)
        {
            m_datagrams.Expect(content, gsoSize, m_hosts->GetNCopies());
        }
    }

    /**
     * @brief Check what has arrived.
     * @param socket the receiving socket
     */
    void Receive(Ptr<Socket> socket)
    {
        while (const auto datagram = socket->Recv())
        {
            m_datagrams.Receive(datagram);
        }
    }

    /**
     * @brief All links have carrier.
     */
    void MendLinks()
    {
        for (uint32_t link = 0; m_hasCarrier && link < m_nLinks; ++link)
        {
            m_hosts->SetCarrier(link, true);
        }
    }

    uint64_t m_run;                             //!< number of the run
    Ptr<UniformRandomVariable> m_random;        //!< decides everything
    StackedHosts* m_hosts{nullptr};             //!< the hosts
    bool m_hasCarrier{false};                   //!< can the links break?
    uint32_t m_nLinks{0};                       //!< links between the hosts
    std::vector<Ptr<LinuxUdpSocket>> m_sockets; //!< senders
    std::vector<Ptr<LinuxUdpSocket>> m_sinks;   //!< receivers
    ExpectedDatagrams m_datagrams;              //!< of the stack
    uint64_t m_nReceived{0};                    //!< datagrams of all stacks
    uint64_t m_nLost{0};                        //!< datagrams of all stacks
    uint64_t m_nCuts{0};                        //!< trains of all stacks
};

/**
 * @ingroup linux-tx-tests
 * @brief Suite linux-tx-gso-random.
 */
class GsoRandomTestSuite : public TestSuite
{
  public:
    GsoRandomTestSuite()
        : TestSuite("linux-tx-gso-random", Type::SYSTEM)
    {
        for (uint64_t run = 1; run <= 5; ++run)
        {
            AddTestCase(new GsoRandomTestCase(run));
        }
    }
};

static GsoRandomTestSuite g_gsoRandomTestSuite; //!< the suite
