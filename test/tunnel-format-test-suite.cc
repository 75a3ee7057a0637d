/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tunnelled-hosts.h"

#include "ns3/boolean.h"
#include "ns3/config.h"
#include "ns3/gre-header.h"
#include "ns3/inet-socket-address.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/ipv4-l3-protocol.h"
#include "ns3/pcap-file.h"
#include "ns3/simulator.h"
#include "ns3/skb-tag.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/trace-helper.h"
#include "ns3/tunnel-helper.h"
#include "ns3/uinteger.h"

#include <iomanip>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

/**
 * @brief Bytes of a packet, in hex.
 * @param packet the packet
 * @return two digits a byte
 */
std::string
ToHex(const Ptr<const Packet>& packet)
{
    std::vector<uint8_t> bytes(packet->GetSize());
    packet->CopyData(bytes.data(), bytes.size());
    std::ostringstream text;
    text << std::hex << std::setfill('0');
    for (const auto byte : bytes)
    {
        text << std::setw(2) << unsigned(byte);
    }
    return text.str();
}

} // namespace

/**
 * @ingroup linux-tx-tests
 * @brief Bytes on the wire.
 */
class TunnelWireTestCase : public TestCase
{
  public:
    TunnelWireTestCase()
        : TestCase("frames on the wire are those of Linux, with good checksums")
    {
    }

  private:
    void DoRun() override
    {
        Config::SetGlobal("ChecksumEnabled", BooleanValue(true));
        // Outer header: length, id 0, DF, TTL 64, protocol, checksum; then GRE; then 4 bytes of
        // data behind UDP (1000 to 9) and IPv4 or IPv6 (ns-3's flow label is 1).
        const std::string inner4 =
            "4500002000000000401154b90a0909010a09090203e80009000c110a61626364";
        const std::string inner6 =
            "60000001000c1140200100090000000000000000000000012001000900000000"
            "000000000000000203e80009000cf70761626364";
        Check("gre", {}, false, "4500003800004000402f24930a0101010a01010200000800" + inner4);
        Check("gre",
              {{"Key", "0.0.202.254"}},
              false,
              "4500003c00004000402f248f0a0101010a010102200008000000cafe" + inner4);
        Check("ipip", {}, false, "4500003400004000400424c20a0101010a010102" + inner4);
        Check("gre", {}, true, "4500004c00004000402f247f0a0101010a010102000086dd" + inner6);
        Config::SetGlobal("ChecksumEnabled", BooleanValue(false));
    }

    /**
     * Send a message of 4 bytes, and look at its frame.
     * @param kind gre or ipip
     * @param attributes of the tunnel
     * @param ipv6 inner IPv6
     * @param expected the frame from its outer IP header on
     */
    void Check(const std::string& kind,
               const TunnelledHosts::Attributes& attributes,
               bool ipv6,
               const std::string& expected)
    {
        TunnelledHosts hosts(kind, attributes);
        hosts.GetHosts().ResolveNeighbours();
        if (ipv6)
        {
            hosts.AddIpv6();
        }
        const auto socket = hosts.GetHosts().MakeSocket();
        std::string last;
        hosts.GetHosts().GetDevice()->TraceConnectWithoutContext(
            "MacTx",
            Callback<void, Ptr<const Packet>>([&](Ptr<const Packet> frame) {
                const std::string bytes = ToHex(frame).substr(28);
                last = bytes.substr(0, 2) == "45" ? bytes : last;
            }));
        Simulator::Schedule(TunnelledHosts::START, [&] {
            const Address any = ipv6 ? Address(Inet6SocketAddress(Ipv6Address::GetAny(), 1000))
                                     : Address(InetSocketAddress(Ipv4Address::GetAny(), 1000));
            socket->Bind(any);
            socket->Connect(TunnelledHosts::GetReceiver(ipv6));
            const uint8_t data[] = {'a', 'b', 'c', 'd'};
            socket->Send(Create<Packet>(data, sizeof(data)));
        });
        Simulator::Schedule(TunnelledHosts::START + Seconds(1), [&] {
            if (ipv6)
            {
                // Neighbour discovery has used some identifications.
                last.replace(8, 4, "0000").replace(20, 4, "247f");
            }
            NS_TEST_EXPECT_MSG_EQ(last, expected, kind);
            NS_TEST_EXPECT_MSG_EQ(hosts.GetHosts().GetNReceived(), 1, "it has arrived");
        });
        TunnelledHosts::RunToTheEnd();
        NS_TEST_EXPECT_MSG_EQ(socket->GetWmemAlloc(), 0, "nothing is left");
    }
};

/**
 * @ingroup linux-tx-tests
 * @brief TTL, TOS and DF of the outer header.
 */
class TunnelOuterHeaderTestCase : public TestCase
{
  public:
    TunnelOuterHeaderTestCase()
        : TestCase("TTL, TOS, DF and identification of outer headers follow ip_tunnel_xmit")
    {
    }

  private:
    void DoRun() override
    {
        // Inherited TTL; TOS 0; DF; the ECN field comes from the inner header, CE as ECT(0).
        Check({}, 33, 0xb8, {33, 0x00, true});
        Check({}, 33, 0xba, {33, 0x02, true});
        Check({}, 33, 0xbb, {33, 0x02, true});
        Check({{"Tos", "1"}}, 33, 0xb9, {33, 0xb9, true});
        Check({{"Tos", "40"}}, 33, 0xb9, {33, 0x29, true});
        Check({{"Ttl", "77"}}, 33, 0, {77, 0, true});
        Check({{"PmtuDiscovery", "false"}}, 33, 0, {33, 0, false});
        // A TTL of its own implies DF, so that a routing loop ends.
        Check({{"PmtuDiscovery", "false"}, {"Ttl", "77"}}, 33, 0, {77, 0, true});
    }

    /// What the outer header shall have.
    struct Expected
    {
        uint32_t ttl;      //!< TTL
        uint32_t tos;      //!< TOS
        bool dontFragment; //!< DF
    };

    /**
     * Send two messages.
     * @param attributes of the tunnel
     * @param ttl TTL of the messages
     * @param tos their TOS
     * @param expected what the outer headers shall have
     */
    void Check(const TunnelledHosts::Attributes& attributes,
               uint8_t ttl,
               uint8_t tos,
               const Expected& expected)
    {
        TunnelledHosts hosts("gre", attributes);
        const auto socket = hosts.Connect();
        socket->SetIpTtl(ttl);
        socket->SetIpTos(tos);
        Simulator::Schedule(TunnelledHosts::START, [&] {
            socket->Send(Create<Packet>(10));
            socket->Send(Create<Packet>(10));
        });
        TunnelledHosts::RunToTheEnd();
        const auto outer = hosts.GetDeliveries(TunnelledHosts::GRE);
        NS_TEST_ASSERT_MSG_EQ(outer.size(), 2, "two outer packets");
        for (uint32_t i = 0; i < 2; ++i)
        {
            const Ipv4Header& header = outer[i].header;
            NS_TEST_EXPECT_MSG_EQ(uint32_t(header.GetTtl()), expected.ttl, "TTL");
            NS_TEST_EXPECT_MSG_EQ(uint32_t(header.GetTos()), expected.tos, "TOS");
            NS_TEST_EXPECT_MSG_EQ(header.IsDontFragment(), expected.dontFragment, "DF");
            NS_TEST_EXPECT_MSG_EQ(header.GetIdentification(), i, "one after the other");
        }
        const auto inner = hosts.GetDeliveries(TunnelledHosts::UDP);
        NS_TEST_ASSERT_MSG_EQ(inner.size(), 2, "two inner packets");
        SkbTag tag;
        NS_TEST_EXPECT_MSG_EQ(inner[0].packet->PeekPacketTag(tag), false, "no tag of the sender");
        NS_TEST_EXPECT_MSG_EQ(uint32_t(inner[0].header.GetTtl()),
                              ttl,
                              "the inner one is as it was");
        NS_TEST_EXPECT_MSG_EQ(uint32_t(inner[0].header.GetTos()),
                              tos,
                              "the inner one is as it was");
    }
};

/**
 * @ingroup linux-tx-tests
 * @brief A congestion mark on the outer header.
 */
class TunnelMarkTestCase : public TestCase
{
  public:
    TunnelMarkTestCase()
        : TestCase("a congestion mark goes to the inner header, or the packet is lost")
    {
    }

  private:
    void DoRun() override
    {
        TunnelledHosts hosts("ipip");
        hosts.GetHosts().ResolveNeighbours();
        Simulator::Schedule(TunnelledHosts::START, [&] {
            hosts.Inject(TunnelledHosts::IPIP, 0x03, TunnelledHosts::MakeInnerPacket(0xb8 | 2));
            hosts.Inject(TunnelledHosts::IPIP, 0x03, TunnelledHosts::MakeInnerPacket(0xb8));
            hosts.Inject(TunnelledHosts::IPIP, 0x02, TunnelledHosts::MakeInnerPacket(0xb8));
        });
        TunnelledHosts::RunToTheEnd();
        const auto inner = hosts.GetDeliveries(TunnelledHosts::UDP);
        NS_TEST_ASSERT_MSG_EQ(inner.size(), 2, "the second one is lost");
        NS_TEST_EXPECT_MSG_EQ(uint32_t(inner[0].header.GetTos()), 0xbb, "marked");
        NS_TEST_EXPECT_MSG_EQ(uint32_t(inner[1].header.GetTos()), 0xb8, "only logged in Linux");
        const auto& stats = hosts.GetTunnel(1)->GetStats();
        NS_TEST_EXPECT_MSG_EQ(stats.rxPackets, 2, "rx_packets");
        NS_TEST_EXPECT_MSG_EQ(stats.rxBytes, 2 * 128, "rx_bytes are inner ones");
        NS_TEST_EXPECT_MSG_EQ(stats.rxFrameErrors, 1, "rx_frame_errors");
        NS_TEST_EXPECT_MSG_EQ(stats.rxErrors, 1, "rx_errors");
    }
};

/**
 * @ingroup linux-tx-tests
 * @brief Which tunnel a received packet belongs to.
 */
class TunnelDemultiplexTestCase : public TestCase
{
  public:
    TunnelDemultiplexTestCase()
        : TestCase("received packets go to the tunnel that fits best")
    {
    }

  private:
    void DoRun() override
    {
        TunnelledHosts hosts("gre");
        hosts.GetHosts().ResolveNeighbours();
        const auto both = hosts.GetTunnel(1);
        const auto keyed = Add(hosts, "10.1.1.2", "10.1.1.1", "7");
        const auto remote = Add(hosts, "0.0.0.0", "10.1.1.1", "");
        const auto local = Add(hosts, "10.1.1.2", "0.0.0.0", "");
        const auto any = Add(hosts, "0.0.0.0", "0.0.0.0", "8");
        const std::string here = "10.1.1.1";
        const std::string stranger = "10.1.1.77";
        Simulator::Schedule(TunnelledHosts::START, [&] {
            Send(hosts, {}, here, both);
            Send(hosts, 7, here, keyed);
            Send(hosts, {}, stranger, local);
            Send(hosts, 8, stranger, any);
            Send(hosts, 9, here, nullptr);
            Simulator::Schedule(Seconds(1), [&, here] {
                both->SetDown();
                Send(hosts, {}, here, remote);
            });
            Simulator::Schedule(Seconds(2), [&, here] {
                remote->SetDown();
                Send(hosts, {}, here, local);
            });
        });
        TunnelledHosts::RunToTheEnd();
        for (const auto& [tunnel, expected] : m_expected)
        {
            NS_TEST_EXPECT_MSG_EQ(tunnel->GetStats().rxPackets,
                                  expected,
                                  "tunnel with interface index " << tunnel->GetIfIndex());
        }
        // The one with key 9 was for nobody; the answer is on its way back.
        NS_TEST_EXPECT_MSG_EQ(m_nUnreachable, 1, "ICMP port unreachable");
    }

    /**
     * Make a tunnel on the receiver.
     * @param hosts the hosts
     * @param local its end
     * @param remote the other end
     * @param key its key
     * @return the tunnel
     */
    Ptr<IpTunnelNetDevice> Add(TunnelledHosts& hosts,
                               const std::string& local,
                               const std::string& remote,
                               const std::string& key)
    {
        TunnelHelper helper("gre");
        helper.SetDeviceAttribute("Key", StringValue(key));
        const auto node = hosts.GetHosts().GetNodes().Get(1);
        const auto devices =
            helper.Install(node, Ipv4Address(local.c_str()), Ipv4Address(remote.c_str()));
        const auto ipv4 = node->GetObject<Ipv4L3Protocol>();
        const uint32_t interface = ipv4->AddInterface(devices.Get(0));
        ipv4->SetUp(interface);
        return DynamicCast<IpTunnelNetDevice>(devices.Get(0));
    }

    /**
     * Let an outer packet arrive.
     * @param hosts the hosts
     * @param key its key
     * @param source outer source
     * @param tunnel which tunnel it shall go to, or null
     */
    void Send(TunnelledHosts& hosts,
              std::optional<uint32_t> key,
              const std::string& source,
              const Ptr<IpTunnelNetDevice>& tunnel)
    {
        const auto packet = TunnelledHosts::MakeInnerPacket(0);
        packet->AddHeader(GreHeader(Ipv4L3Protocol::PROT_NUMBER, key));
        hosts.Inject(TunnelledHosts::GRE, 0, packet, source);
        if (tunnel)
        {
            ++m_expected[tunnel];
            return;
        }
        hosts.GetHosts().GetNodes().Get(0)->GetObject<Ipv4L3Protocol>()->TraceConnectWithoutContext(
            "LocalDeliver",
            Callback<void, const Ipv4Header&, Ptr<const Packet>, uint32_t>(
                [this](const Ipv4Header& header, Ptr<const Packet>, uint32_t) {
                    m_nUnreachable += header.GetProtocol() == 1 ? 1 : 0;
                }));
    }

    std::map<Ptr<IpTunnelNetDevice>, uint64_t> m_expected; //!< packets that each shall get
    uint32_t m_nUnreachable{0};                            //!< ICMP messages at the sender
};

/**
 * @ingroup linux-tx-tests
 * @brief IPv6 inside.
 */
class TunnelIpv6TestCase : public TestCase
{
  public:
    TunnelIpv6TestCase()
        : TestCase("GRE carries IPv6, IPIP does not")
    {
    }

  private:
    void DoRun() override
    {
        for (const bool gre : {true, false})
        {
            TunnelledHosts hosts(gre ? "gre" : "ipip");
            hosts.AddIpv6();
            const auto socket = hosts.Connect(true);
            uint64_t errorsBefore = 0;
            Simulator::Schedule(TunnelledHosts::START, [&] {
                errorsBefore = hosts.GetTunnel(0)->GetStats().txErrors;
                socket->Send(Create<Packet>(1000));
            });
            TunnelledHosts::RunToTheEnd();
            NS_TEST_EXPECT_MSG_EQ(hosts.GetHosts().GetNReceived(), gre ? 1 : 0, "arrived");
            NS_TEST_EXPECT_MSG_EQ(hosts.GetTunnel(0)->GetStats().txErrors - errorsBefore,
                                  gre ? 0 : 1,
                                  "tx_errors");
            NS_TEST_EXPECT_MSG_EQ(socket->GetWmemAlloc(), 0, "nothing is left");
            NS_TEST_EXPECT_MSG_EQ(hosts.GetHosts().GetNLiveSkbs(), 0, "live Skbs when idle");
        }
    }
};

/**
 * @ingroup linux-tx-tests
 * @brief A capture on a tunnel.
 */
class TunnelCaptureTestCase : public TestCase
{
  public:
    TunnelCaptureTestCase()
        : TestCase("a capture on a tunnel shows inner packets without link-layer header")
    {
    }

  private:
    void DoRun() override
    {
        const std::string path = CreateTempDirFilename("tunnel.pcap");
        {
            TunnelledHosts hosts("gre");
            TunnelHelper("gre").EnablePcap(path, hosts.GetTunnel(0), true, true);
            const auto socket = hosts.Connect();
            socket->SetAttribute("UdpSegment", UintegerValue(500));
            Simulator::Schedule(TunnelledHosts::START, [&] { socket->Send(Create<Packet>(1200)); });
            TunnelledHosts::RunToTheEnd();
        }
        PcapFile file;
        file.Open(path, std::ios::in);
        NS_TEST_EXPECT_MSG_EQ(file.GetDataLinkType(), PcapHelper::DLT_RAW, "link type");
        // IPv4 20, UDP 8, and the data of each segment of the train.
        for (const uint32_t payload : {500, 500, 200})
        {
            uint8_t data[2000];
            uint32_t sec;
            uint32_t usec;
            uint32_t included;
            uint32_t length;
            uint32_t read;
            file.Read(data, sizeof(data), sec, usec, included, length, read);
            NS_TEST_ASSERT_MSG_EQ(file.Fail(), false, "a packet is there");
            NS_TEST_EXPECT_MSG_EQ(length, 28 + payload, "bytes of a packet");
            NS_TEST_EXPECT_MSG_EQ(uint32_t(data[0]), 0x45, "begins with IPv4");
        }
    }
};

/**
 * @ingroup linux-tx-tests
 * @brief What tunnels send, and which tunnel receives it.
 */
class TunnelFormatTestSuite : public TestSuite
{
  public:
    TunnelFormatTestSuite()
        : TestSuite("linux-tx-tunnel-format", TestSuite::Type::UNIT)
    {
        AddTestCase(new TunnelWireTestCase);
        AddTestCase(new TunnelOuterHeaderTestCase);
        AddTestCase(new TunnelMarkTestCase);
        AddTestCase(new TunnelDemultiplexTestCase);
        AddTestCase(new TunnelIpv6TestCase);
        AddTestCase(new TunnelCaptureTestCase);
    }
};

static TunnelFormatTestSuite g_tunnelFormatTestSuite; //!< registers the suite
