/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tunnelled-hosts.h"

#include "ns3/icmpv4-l4-protocol.h"
#include "ns3/icmpv4.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv4-address.h"
#include "ns3/ipv4-l3-protocol.h"
#include "ns3/ipv4-route.h"
#include "ns3/ipv4-static-routing-helper.h"
#include "ns3/linux-transmit-path.h"
#include "ns3/simulator.h"
#include "ns3/test.h"
#include "ns3/tunnel-helper.h"

#include <algorithm>
#include <string>
#include <vector>

using namespace ns3;

/**
 * @ingroup linux-tx-tests
 * @brief What cannot be sent is dropped and counted.
 */
class TunnelErrorTestCase : public TestCase
{
  public:
    TunnelErrorTestCase()
        : TestCase("loops, missing routes and packets that are too big are dropped and counted")
    {
    }

  private:
    void DoRun() override
    {
        CheckLoopIntoItself();
        CheckMutualLoop();
        CheckNoRoute();
        CheckTooBig();
        CheckInnerTooBig();
        CheckDown();
    }

    /**
     * Let the sender reach an address through a device.
     * @param hosts the hosts
     * @param address the address
     * @param device the device; null for the loss of all routes
     */
    static void Route(TunnelledHosts& hosts, const char* address, const Ptr<NetDevice>& device)
    {
        const auto ipv4 = hosts.GetHosts().GetNodes().Get(0)->GetObject<Ipv4L3Protocol>();
        const auto routing = Ipv4StaticRoutingHelper().GetStaticRouting(ipv4);
        if (device)
        {
            routing->AddHostRouteTo(Ipv4Address(address), ipv4->GetInterfaceForDevice(device));
            return;
        }
        while (routing->GetNRoutes() > 0)
        {
            routing->RemoveRoute(0);
        }
    }

    /// The outer route leads into the tunnel itself.
    void CheckLoopIntoItself()
    {
        TunnelledHosts hosts("gre");
        const auto socket = hosts.Connect();
        Simulator::Schedule(TunnelledHosts::START, [&] {
            Route(hosts, "10.1.1.2", hosts.GetTunnel(0));
            socket->Send(Create<Packet>(10));
            NS_TEST_EXPECT_MSG_EQ(hosts.GetTunnel(0)->GetStats().collisions, 1, "collisions");
            NS_TEST_EXPECT_MSG_EQ(hosts.GetTunnel(0)->GetStats().txErrors, 1, "tx_errors");
            NS_TEST_EXPECT_MSG_EQ(socket->GetSndbufErrors(), 1, "the sender learns it");
        });
        TunnelledHosts::RunToTheEnd();
        NS_TEST_EXPECT_MSG_EQ(socket->GetWmemAlloc(), 0, "nothing is left");
    }

    /// Two tunnels lead into each other.
    void CheckMutualLoop()
    {
        TunnelledHosts hosts("gre", {{"PmtuDiscovery", "false"}});
        const auto node = hosts.GetHosts().GetNodes().Get(0);
        const auto second = DynamicCast<IpTunnelNetDevice>(
            TunnelHelper("ipip").Install(node, "10.1.1.1", "10.1.1.3").Get(0));
        Ipv4AddressHelper("10.8.8.0", "255.255.255.0").Assign(NetDeviceContainer(second));
        const auto socket = hosts.Connect();
        Simulator::Schedule(TunnelledHosts::START, [&] {
            Route(hosts, "10.1.1.2", second);
            Route(hosts, "10.1.1.3", hosts.GetTunnel(0));
            socket->Send(Create<Packet>(10));
            const uint64_t dropped =
                hosts.GetTunnel(0)->GetStats().txDropped + second->GetStats().txDropped;
            NS_TEST_EXPECT_MSG_GT(dropped, 0, "it ends in a drop");
            NS_TEST_EXPECT_MSG_LT(dropped, 20, "after at most nine rounds and their way back");
        });
        TunnelledHosts::RunToTheEnd();
        NS_TEST_EXPECT_MSG_EQ(socket->GetWmemAlloc(), 0, "nothing is left");
        NS_TEST_EXPECT_MSG_EQ(hosts.GetHosts().GetNLiveSkbs(), 0, "live Skbs when idle");
    }

    /// There is no outer route.
    void CheckNoRoute()
    {
        TunnelledHosts hosts("gre");
        const auto socket = hosts.Connect();
        Simulator::Schedule(TunnelledHosts::START, [&] {
            Route(hosts, nullptr, nullptr);
            Route(hosts, "10.9.9.2", hosts.GetTunnel(0));
            socket->Send(Create<Packet>(10));
            NS_TEST_EXPECT_MSG_EQ(hosts.GetTunnel(0)->GetStats().txCarrierErrors, 1, "no carrier");
            NS_TEST_EXPECT_MSG_EQ(hosts.GetTunnel(0)->GetStats().txErrors, 1, "tx_errors");
        });
        TunnelledHosts::RunToTheEnd();
        NS_TEST_EXPECT_MSG_EQ(socket->GetWmemAlloc(), 0, "nothing is left");
    }

    /// The outer packet has DF and is larger than the MTU; without DF it leaves in fragments.
    void CheckTooBig()
    {
        for (const bool dontFragment : {true, false})
        {
            TunnelledHosts hosts(
                "gre",
                {{"Mtu", "1500"}, {"PmtuDiscovery", dontFragment ? "true" : "false"}});
            hosts.GetHosts().ResolveNeighbours();
            const auto socket = hosts.Connect();
            Simulator::Schedule(TunnelledHosts::START, [&] {
                socket->Send(Create<Packet>(1472));
                const auto& stats = hosts.GetTunnel(0)->GetStats();
                NS_TEST_EXPECT_MSG_EQ(stats.txDropped, dontFragment ? 1 : 0, "tx_dropped");
                NS_TEST_EXPECT_MSG_EQ(stats.txPackets, dontFragment ? 0 : 1, "tx_packets");
                // 1472 + 8 + 20 + 48 + 15 + 320 in a bucket of 2048, once for both fragments.
                NS_TEST_EXPECT_MSG_EQ(socket->GetWmemAlloc(), dontFragment ? 0 : 2304, "charge");
            });
            TunnelledHosts::RunToTheEnd();
            NS_TEST_EXPECT_MSG_EQ(hosts.GetHosts().GetNReceived(), dontFragment ? 0 : 1, "arrived");
            NS_TEST_EXPECT_MSG_EQ(socket->GetWmemAlloc(), 0, "nothing is left");
            NS_TEST_EXPECT_MSG_EQ(hosts.GetHosts().GetNLiveSkbs(), 0, "live Skbs when idle");
        }
    }

    /// The inner packet is larger than what the tunnel leaves, and must not be fragmented.
    void CheckInnerTooBig()
    {
        TunnelledHosts hosts("gre", {{"Mtu", "1500"}});
        const auto node = hosts.GetHosts().GetNodes().Get(0);
        std::vector<uint16_t> mtus;
        node->GetObject<Ipv4L3Protocol>()->TraceConnectWithoutContext(
            "SendOutgoing",
            Callback<void, const Ipv4Header&, Ptr<const Packet>, uint32_t>(
                [&](const Ipv4Header& header, Ptr<const Packet> packet, uint32_t) {
                    if (header.GetProtocol() == Icmpv4L4Protocol::PROT_NUMBER)
                    {
                        Icmpv4Header icmp;
                        Icmpv4DestinationUnreachable unreachable;
                        const Ptr<Packet> copy = packet->Copy();
                        copy->RemoveHeader(icmp);
                        copy->RemoveHeader(unreachable);
                        NS_TEST_EXPECT_MSG_EQ(uint32_t(icmp.GetCode()),
                                              Icmpv4DestinationUnreachable::ICMPV4_FRAG_NEEDED,
                                              "code");
                        mtus.push_back(unreachable.GetNextHopMtu());
                    }
                }));
        Simulator::Schedule(TunnelledHosts::START, [&] {
            // Forwarded from elsewhere, as the sockets of ns-3 send without DF.
            const auto packet = Create<Packet>(1457);
            Ipv4Header header;
            header.SetSource("10.1.1.2");
            header.SetDestination("10.9.9.2");
            header.SetDontFragment();
            header.SetTtl(64);
            header.SetPayloadSize(packet->GetSize());
            const auto route = Create<Ipv4Route>();
            route->SetGateway("10.9.9.2");
            route->SetOutputDevice(hosts.GetTunnel(0));
            node->GetObject<Ipv4L3Protocol>()->SendWithHeader(packet, header, route);
        });
        TunnelledHosts::RunToTheEnd();
        NS_TEST_EXPECT_MSG_EQ(hosts.GetTunnel(0)->GetStats().txErrors, 1, "tx_errors");
        NS_TEST_ASSERT_MSG_EQ(mtus.size(), 1, "ICMP messages");
        // Ethernet's 1500 - outer IPv4 20 - GRE 4; the packet has 1477.
        NS_TEST_EXPECT_MSG_EQ(mtus[0], 1476, "next-hop MTU");
    }

    /// The tunnel is down.
    void CheckDown()
    {
        TunnelledHosts hosts("ipip");
        const auto socket = hosts.Connect();
        Simulator::Schedule(TunnelledHosts::START, [&] {
            hosts.GetTunnel(0)->SetDown();
            socket->Send(Create<Packet>(10));
            NS_TEST_EXPECT_MSG_EQ(hosts.GetTunnel(0)->GetStats().txPackets, 0, "tx_packets");
        });
        TunnelledHosts::RunToTheEnd();
        NS_TEST_EXPECT_MSG_EQ(socket->GetWmemAlloc(), 0, "nothing is left");
    }
};

/**
 * @ingroup linux-tx-tests
 * @brief MTU and headroom.
 */
class TunnelSizesTestCase : public TestCase
{
  public:
    TunnelSizesTestCase()
        : TestCase("MTU and headroom are what the outer device leaves")
    {
    }

  private:
    void DoRun() override
    {
        for (const auto& kind : TunnelKind::GetAll())
        {
            TunnelledHosts hosts(kind, TwoHosts::NIC, 4096);
            const auto tunnel = hosts.GetTunnel(0);
            const auto layer =
                hosts.GetHosts().GetNodes().Get(0)->GetObject<LinuxTransmitPath>()->GetXmitLayer();
            NS_TEST_EXPECT_MSG_EQ(tunnel->GetMtu(), 4096 - kind.overhead, kind.name);
            NS_TEST_EXPECT_MSG_EQ(tunnel->GetHardHeaderLength(), 14 + kind.overhead, kind.name);
            NS_TEST_EXPECT_MSG_EQ(layer->GetLinkHeaderRoom(tunnel), 48, kind.name);
            NS_TEST_EXPECT_MSG_EQ(tunnel->SetMtu(67), false, "ETH_MIN_MTU is 68");
            NS_TEST_EXPECT_MSG_EQ(tunnel->SetMtu(0xfff8 - kind.overhead), true, "the largest");
            NS_TEST_EXPECT_MSG_EQ(tunnel->SetMtu(0xfff9 - kind.overhead), false, "one more");

            const auto socket = hosts.Connect();
            Simulator::Schedule(TunnelledHosts::START, [&] { socket->Send(Create<Packet>(10)); });
            TunnelledHosts::RunToTheEnd();
            // LL_RESERVED_SPACE of the NIC and an IP header is what a packet needs at least.
            NS_TEST_EXPECT_MSG_EQ(tunnel->GetHardHeaderLength(),
                                  std::max(14 + kind.overhead, 16U + 20U),
                                  kind.name);
        }
    }
};

/**
 * @ingroup linux-tx-tests
 * @brief What tunnels cannot do, and their sizes.
 */
class TunnelLimitsTestSuite : public TestSuite
{
  public:
    TunnelLimitsTestSuite()
        : TestSuite("linux-tx-tunnel-limits", TestSuite::Type::UNIT)
    {
        AddTestCase(new TunnelErrorTestCase);
        AddTestCase(new TunnelSizesTestCase);
    }
};

static TunnelLimitsTestSuite g_tunnelLimitsTestSuite; //!< registers the suite
