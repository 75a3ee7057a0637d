/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "reference-table.h"
#include "tunnelled-hosts.h"

#include "ns3/boolean.h"
#include "ns3/inet-socket-address.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv4-address.h"
#include "ns3/linux-transmit-path.h"
#include "ns3/queue-disc.h"
#include "ns3/simulator.h"
#include "ns3/test.h"
#include "ns3/tunnel-helper.h"
#include "ns3/uinteger.h"
#include "ns3/vlan-helper.h"

#include <algorithm>
#include <cstdio>
#include <map>
#include <string>
#include <vector>

using namespace ns3;

/**
 * @ingroup linux-tx-tests
 * @brief e4-paths: 20 sends of 1000 B through a tunnel into a shaper.
 */
class TunnelChargeTestCase : public TestCase
{
  public:
    /**
     * @param kind kind of tunnel
     * @param device kind of the devices below
     * @param below their name
     */
    TunnelChargeTestCase(const TunnelKind& kind, TwoHosts::Kind device, const std::string& below)
        : TestCase("charge survives " + kind.name + " over " + below),
          m_kind(kind),
          m_device(device)
    {
    }

  private:
    void DoRun() override
    {
        TunnelledHosts hosts(m_kind, m_device);
        hosts.GetHosts().ResolveNeighbours();
        auto qdisc = hosts.GetHosts().Park();
        const auto socket = hosts.Connect();
        Simulator::Schedule(TunnelledHosts::START, [&] {
            for (uint32_t i = 0; i < 20; ++i)
            {
                NS_TEST_EXPECT_MSG_EQ(socket->Send(Create<Packet>(1000)), 1000, "send " << i);
            }
            NS_TEST_EXPECT_MSG_EQ(socket->GetWmemAlloc(), 20 * 2304, "all are charged");
            NS_TEST_EXPECT_MSG_EQ(qdisc->GetNPackets(), 20, "all are parked");
            // 1000 + UDP 8 + IPv4 20 + Ethernet 14, and the tunnel's.
            NS_TEST_EXPECT_MSG_EQ(qdisc->GetNBytes(), 20 * (1042 + m_kind.overhead), "backlog");
            NS_TEST_EXPECT_MSG_EQ(hosts.GetTunnel(0)->GetStats().txPackets, 20, "tx_packets");
            NS_TEST_EXPECT_MSG_EQ(hosts.GetTunnel(0)->GetStats().txBytes,
                                  20 * 1028,
                                  "tx_bytes are inner ones");
            // What is parked goes with its queue disc.
            qdisc = nullptr;
            hosts.GetHosts().SetQueueDisc("ns3::FifoQueueDisc", "1000p");
        });
        TunnelledHosts::RunToTheEnd();
        NS_TEST_EXPECT_MSG_EQ(socket->GetWmemAlloc(), 0, "nothing is left");
        NS_TEST_EXPECT_MSG_EQ(hosts.GetHosts().GetNLiveSkbs(), 0, "live Skbs when idle");
    }

    TunnelKind m_kind;       //!< kind of tunnel
    TwoHosts::Kind m_device; //!< below
};

/**
 * @ingroup linux-tx-tests
 * @brief The measured rows: charges and backlogs.
 */
class TunnelReferenceTestCase : public TestCase
{
  public:
    TunnelReferenceTestCase()
        : TestCase("charges and backlogs are those of a real kernel")
    {
    }

  private:
    void DoRun() override
    {
        CheckPaths();
        CheckSizes();
    }

    /**
     * Rows of e4-paths: bytes of a packet in the shaper, and the charge of 20.
     */
    void CheckPaths()
    {
        const std::map<std::string, std::string> kinds{{"ipip tunnel / tbf", "ipip"},
                                                       {"gre tunnel / tbf", "gre"}};
        const ReferenceTable paths("e4-paths.tsv");
        uint32_t nRows = 0;
        for (const auto& row : paths.GetRows())
        {
            const auto kind = kinds.find(row.at("path"));
            if (kind == kinds.end())
            {
                continue;
            }
            ++nRows;
            unsigned bytes = 0;
            unsigned packets = 0;
            std::sscanf(row.at("note").c_str(), "backlog %ub %up", &bytes, &packets);
            TunnelledHosts hosts(kind->second);
            hosts.GetHosts().ResolveNeighbours();
            const auto qdisc = hosts.GetHosts().Park();
            const auto socket = hosts.Connect();
            Simulator::Schedule(TunnelledHosts::START, [&] {
                for (uint32_t i = 0; i < 20; ++i)
                {
                    socket->Send(Create<Packet>(1000));
                }
                NS_TEST_EXPECT_MSG_EQ(std::to_string(socket->GetWmemAlloc()),
                                      row.at("outq_after_20_sends_of_1000"),
                                      ReferenceTable::Describe(row));
                NS_TEST_EXPECT_MSG_EQ(qdisc->GetNBytes() * packets,
                                      qdisc->GetNPackets() * bytes,
                                      ReferenceTable::Describe(row));
            });
            TunnelledHosts::RunToTheEnd();
        }
        NS_TEST_EXPECT_MSG_EQ(nRows, 2, "rows of e4-paths");
    }

    /**
     * Rows of e4-steps: the charge of one message, at both ends of a range of sizes.
     */
    void CheckSizes()
    {
        const ReferenceTable steps("e4-steps.tsv");
        uint32_t nRows = 0;
        for (const auto& row : steps.GetRows())
        {
            if (row.at("path") != "gre")
            {
                continue;
            }
            ++nRows;
            for (const char* end : {"size_from", "size_to"})
            {
                TunnelledHosts hosts("gre");
                hosts.GetHosts().ResolveNeighbours();
                hosts.GetHosts().Park();
                const auto socket = hosts.Connect();
                Simulator::Schedule(TunnelledHosts::START, [&] {
                    socket->Send(Create<Packet>(std::stoul(row.at(end))));
                    NS_TEST_EXPECT_MSG_EQ(std::to_string(socket->GetWmemAlloc()),
                                          row.at("charge"),
                                          end << " of " << ReferenceTable::Describe(row));
                });
                TunnelledHosts::RunToTheEnd();
            }
        }
        NS_TEST_EXPECT_MSG_GT(nRows, 0, "rows of e4-steps");
    }
};

/**
 * @ingroup linux-tx-tests
 * @brief The outer neighbour is not known yet.
 */
class TunnelNeighbourTestCase : public TestCase
{
  public:
    TunnelNeighbourTestCase()
        : TestCase("packets that wait for the outer neighbour stay charged")
    {
    }

  private:
    void DoRun() override
    {
        for (const bool answers : {true, false})
        {
            TunnelledHosts hosts("gre");
            const auto socket = hosts.Connect();
            if (!answers)
            {
                hosts.GetTunnel(0)->SetAttribute("Remote", Ipv4AddressValue("10.1.1.99"));
            }
            Simulator::Schedule(TunnelledHosts::START, [&] {
                socket->Send(Create<Packet>(1000));
                socket->Send(Create<Packet>(1000));
                NS_TEST_EXPECT_MSG_EQ(socket->GetWmemAlloc(), 2 * 2304, "waiting, and charged");
                socket->SetAttribute("UdpSegment", UintegerValue(1000));
                socket->Send(Create<Packet>(3000));
                NS_TEST_EXPECT_MSG_EQ(socket->GetWmemAlloc(), 2 * 2304 + 3768, "a train as well");
            });
            TunnelledHosts::RunToTheEnd();
            NS_TEST_EXPECT_MSG_EQ(hosts.GetHosts().GetNReceived(), answers ? 5 : 0, "arrived");
            NS_TEST_EXPECT_MSG_EQ(socket->GetWmemAlloc(), 0, "nothing is left");
            NS_TEST_EXPECT_MSG_EQ(hosts.GetHosts().GetNLiveSkbs(), 0, "live Skbs when idle");
        }
    }
};

/**
 * @ingroup linux-tx-tests
 * @brief A train stays one.
 */
class TunnelTrainTestCase : public TestCase
{
  public:
    /**
     * @param kind kind of tunnel
     */
    explicit TunnelTrainTestCase(const TunnelKind& kind)
        : TestCase("a train leaves " + kind.name + " as one, with an outer header to each segment"),
          m_kind(kind)
    {
    }

  private:
    void DoRun() override
    {
        constexpr uint32_t SEGMENTS = 5;
        constexpr uint32_t SIZE = 1000;
        TunnelledHosts hosts(m_kind);
        hosts.GetHosts().ResolveNeighbours();
        const auto qdisc = hosts.GetHosts().SetQueueDisc("ns3::FifoQueueDisc", "1000p");
        const auto socket = hosts.Connect();
        socket->SetAttribute("UdpSegment", UintegerValue(SIZE));
        std::vector<uint32_t> enqueued;
        qdisc->TraceConnectWithoutContext(
            "Enqueue",
            Callback<void, Ptr<const QueueDiscItem>>(
                [&](Ptr<const QueueDiscItem> item) { enqueued.push_back(item->GetSize()); }));
        Simulator::Schedule(TunnelledHosts::START, [&] {
            enqueued.clear(); // neighbour discovery
            socket->Send(Create<Packet>(SEGMENTS * SIZE));
            // Payload + 768, whole until the NIC has sent it.
            NS_TEST_EXPECT_MSG_EQ(socket->GetWmemAlloc(), SEGMENTS * SIZE + 768, "charge");
            NS_TEST_ASSERT_MSG_EQ(enqueued.size(), 1, "items");
            NS_TEST_EXPECT_MSG_EQ(enqueued[0],
                                  SEGMENTS * (SIZE + 42 + m_kind.overhead),
                                  "bytes of all segments");
        });
        TunnelledHosts::RunToTheEnd();
        NS_TEST_EXPECT_MSG_EQ(hosts.GetHosts().GetNReceived(), SEGMENTS, "arrived");
        NS_TEST_EXPECT_MSG_EQ(hosts.GetTunnel(0)->GetStats().txPackets, SEGMENTS, "tx_packets");
        const auto outer =
            hosts.GetDeliveries(m_kind.type == "gre" ? TunnelledHosts::GRE : TunnelledHosts::IPIP);
        for (uint32_t i = 0; i < outer.size(); ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(outer[i].header.GetIdentification(), i, "own identification");
        }
        NS_TEST_EXPECT_MSG_EQ(socket->GetWmemAlloc(), 0, "nothing is left");
        NS_TEST_EXPECT_MSG_EQ(hosts.GetHosts().GetNLiveSkbs(), 0, "live Skbs when idle");
    }

    TunnelKind m_kind; //!< kind of tunnel
};

/**
 * @ingroup linux-tx-tests
 * @brief A tunnel over a VLAN, and in another tunnel.
 */
class TunnelStackTestCase : public TestCase
{
  public:
    TunnelStackTestCase()
        : TestCase("charge and train survive GRE in IPIP over a VLAN")
    {
    }

  private:
    void DoRun() override
    {
        TwoHosts hosts(TwoHosts::NIC);
        VlanHelper vlan;
        NetDeviceContainer vlans;
        NetDeviceContainer outer;
        NetDeviceContainer inner;
        for (uint32_t i = 0; i < 2; ++i)
        {
            const auto node = hosts.GetNodes().Get(i);
            vlans.Add(vlan.Install(node->GetDevice(0), 7));
            outer.Add(TunnelHelper("ipip").Install(node, Here("10.2.2.", i), There("10.2.2.", i)));
            inner.Add(TunnelHelper("gre").Install(node, Here("10.3.3.", i), There("10.3.3.", i)));
        }
        Ipv4AddressHelper("10.2.2.0", "255.255.255.0").Assign(vlans);
        Ipv4AddressHelper("10.3.3.0", "255.255.255.0").Assign(outer);
        Ipv4AddressHelper("10.4.4.0", "255.255.255.0").Assign(inner);
        NS_TEST_EXPECT_MSG_EQ(outer.Get(0)->GetMtu(), 1480, "MTU of IPIP");
        NS_TEST_EXPECT_MSG_EQ(inner.Get(0)->GetMtu(), 1456, "MTU of GRE in it");

        const auto qdisc = hosts.SetQueueDisc("ns3::FifoQueueDisc", "1000p");
        const auto socket = hosts.MakeSocket();
        socket->SetAttribute("UdpSegment", UintegerValue(1000));
        socket->Connect(InetSocketAddress("10.4.4.2", 9));
        const auto layer = hosts.GetNodes().Get(0)->GetObject<LinuxTransmitPath>()->GetXmitLayer();
        uint32_t largest = 0;
        qdisc->TraceConnectWithoutContext(
            "Enqueue",
            Callback<void, Ptr<const QueueDiscItem>>([&](Ptr<const QueueDiscItem> item) {
                largest = std::max(largest, item->GetSize());
            }));
        Simulator::Schedule(TunnelledHosts::START, [&] {
            // hard_header_len of a VLAN device is 18: 18 + 20 in 16s, and 16 more.
            NS_TEST_EXPECT_MSG_EQ(layer->GetLinkHeaderRoom(outer.Get(0)), 48, "room of IPIP");
            socket->Send(Create<Packet>(5000));
            // The neighbour is not known yet.
            NS_TEST_EXPECT_MSG_EQ(socket->GetWmemAlloc(), 5768, "the whole train");
            // Once it has sent: LL_RESERVED_SPACE of the VLAN device 32, and IPv4 20.
            NS_TEST_EXPECT_MSG_EQ(layer->GetLinkHeaderRoom(outer.Get(0)), 64, "room of IPIP");
        });
        TunnelledHosts::RunToTheEnd();
        NS_TEST_EXPECT_MSG_EQ(hosts.GetNReceived(), 5, "arrived");
        // Ethernet 14, tag beside the data; IPv4 20 three times, GRE 4, UDP 8.
        NS_TEST_EXPECT_MSG_EQ(largest, 5 * (1000 + 14 + 20 + 20 + 4 + 20 + 8), "one item");
        NS_TEST_EXPECT_MSG_EQ(socket->GetWmemAlloc(), 0, "nothing is left");
        NS_TEST_EXPECT_MSG_EQ(hosts.GetNLiveSkbs(), 0, "live Skbs when idle");
    }

    /**
     * An address of a host.
     * @param net the network
     * @param i 0 or 1
     * @return network.1 or network.2
     */
    static Ipv4Address Here(const std::string& net, uint32_t i)
    {
        return Ipv4Address((net + std::to_string(i + 1)).c_str());
    }

    /**
     * An address of the other host.
     * @param net the network
     * @param i 0 or 1
     * @return network.2 or network.1
     */
    static Ipv4Address There(const std::string& net, uint32_t i)
    {
        return Here(net, 1 - i);
    }
};

/**
 * @ingroup linux-tx-tests
 * @brief A train that the tunnel does not take.
 */
class TunnelCutTestCase : public TestCase
{
  public:
    TunnelCutTestCase()
        : TestCase("a tunnel without the feature gets segments one by one, each with its charge")
    {
    }

  private:
    void DoRun() override
    {
        TunnelledHosts hosts("gre", {{"Features", "tx-udp-segmentation off"}});
        hosts.GetHosts().ResolveNeighbours();
        const auto qdisc = hosts.GetHosts().SetQueueDisc("ns3::FifoQueueDisc", "1000p");
        const auto socket = hosts.Connect();
        socket->SetAttribute("UdpSegment", UintegerValue(1000));
        std::vector<uint32_t> enqueued;
        qdisc->TraceConnectWithoutContext(
            "Enqueue",
            Callback<void, Ptr<const QueueDiscItem>>(
                [&](Ptr<const QueueDiscItem> item) { enqueued.push_back(item->GetSize()); }));
        Simulator::Schedule(TunnelledHosts::START, [&] {
            enqueued.clear(); // neighbour discovery
            socket->Send(Create<Packet>(5000));
            // gso_size + 768 a segment (e5-gso).
            NS_TEST_EXPECT_MSG_EQ(socket->GetWmemAlloc(), 5 * 1768, "charge");
            NS_TEST_EXPECT_MSG_EQ(enqueued.size(), 5, "items");
        });
        TunnelledHosts::RunToTheEnd();
        NS_TEST_EXPECT_MSG_EQ(hosts.GetHosts().GetNReceived(), 5, "arrived");
        NS_TEST_EXPECT_MSG_EQ(socket->GetWmemAlloc(), 0, "nothing is left");
        NS_TEST_EXPECT_MSG_EQ(hosts.GetHosts().GetNLiveSkbs(), 0, "live Skbs when idle");
    }
};

/**
 * @ingroup linux-tx-tests
 * @brief A drop below the tunnel.
 */
class TunnelVerdictTestCase : public TestCase
{
  public:
    TunnelVerdictTestCase()
        : TestCase("the sender learns of a drop below the tunnel")
    {
    }

  private:
    void DoRun() override
    {
        TunnelledHosts hosts("gre");
        hosts.GetHosts().ResolveNeighbours();
        const auto qdisc = hosts.GetHosts().Park();
        const auto socket = hosts.Connect();
        socket->SetAttribute("RecvErr", BooleanValue(true));
        Simulator::Schedule(TunnelledHosts::START, [&] {
            qdisc->GetQueueDiscClass(0)->GetQueueDisc()->SetMaxSize(QueueSize("1p"));
            NS_TEST_EXPECT_MSG_EQ(socket->Send(Create<Packet>(1000)), 1000, "is parked");
            NS_TEST_EXPECT_MSG_EQ(socket->Send(Create<Packet>(1000)), -1, "no room");
            NS_TEST_EXPECT_MSG_EQ(hosts.GetTunnel(0)->GetStats().txDropped, 1, "tx_dropped");
            NS_TEST_EXPECT_MSG_EQ(hosts.GetTunnel(0)->GetStats().txPackets, 1, "tx_packets");
        });
        TunnelledHosts::RunToTheEnd();
    }
};

/**
 * @ingroup linux-tx-tests
 * @brief What tunnels do with charges and trains.
 */
class TunnelTestSuite : public TestSuite
{
  public:
    TunnelTestSuite()
        : TestSuite("linux-tx-tunnel", TestSuite::Type::UNIT)
    {
        for (const auto& kind : TunnelKind::GetAll())
        {
            AddTestCase(new TunnelChargeTestCase(kind, TwoHosts::CSMA, "a Csma device"));
            AddTestCase(new TunnelChargeTestCase(kind, TwoHosts::NIC, "a NIC"));
            AddTestCase(new TunnelChargeTestCase(kind, TwoHosts::BOND, "a bond"));
            AddTestCase(new TunnelTrainTestCase(kind));
        }
        AddTestCase(new TunnelReferenceTestCase);
        AddTestCase(new TunnelNeighbourTestCase);
        AddTestCase(new TunnelStackTestCase);
        AddTestCase(new TunnelCutTestCase);
        AddTestCase(new TunnelVerdictTestCase);
    }
};

static TunnelTestSuite g_tunnelTestSuite; //!< registers the suite
