/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "two-hosts.h"

#include "ns3/application-container.h"
#include "ns3/boolean.h"
#include "ns3/inet-socket-address.h"
#include "ns3/ipv4-packet-info-tag.h"
#include "ns3/ipv4-static-routing-helper.h"
#include "ns3/on-off-helper.h"
#include "ns3/packet-sink-helper.h"
#include "ns3/packet-sink.h"
#include "ns3/simulator.h"
#include "ns3/skb-tag.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/udp-socket-factory.h"
#include "ns3/uinteger.h"

#include <cerrno>
#include <functional>
#include <utility>

using namespace ns3;

namespace
{

/// When a test sends: later than duplicate address detection and router solicitation.
const Time START = Seconds(10);

/**
 * @brief Run the simulation until everything has settled.
 */
void
RunToTheEnd()
{
    Simulator::Stop(Seconds(60));
    Simulator::Run();
}

} // namespace

/**
 * @ingroup linux-tx-tests
 * @brief The writer is woken once, when half of sndbuf is free.
 */
class WakeAtHalfTestCase : public TestCase
{
  public:
    WakeAtHalfTestCase()
        : TestCase("a refused writer is woken once, at half of sndbuf")
    {
    }

  private:
    void DoRun() override
    {
        TwoHosts hosts(TwoHosts::NIC);
        hosts.ResolveNeighbours();
        hosts.SetQueueDisc("ns3::FifoQueueDisc", "1000p");
        Ptr<LinuxUdpSocket> socket = hosts.MakeSocket();
        socket->SetSndbuf(4608);
        socket->Connect(hosts.GetReceiver());
        uint32_t wakes = 0;
        socket->SetSendCallback(
            Callback<void, Ptr<Socket>, uint32_t>([&](Ptr<Socket> waiting, uint32_t available) {
                ++wakes;
                // 12 x 768 = 9216; the sixth completion leaves 4608 = 9216 / 2.
                NS_TEST_EXPECT_MSG_EQ(socket->GetWmemAlloc(), 4608, "woken at half of sndbuf");
                NS_TEST_EXPECT_MSG_GT(available, 0, "there is room");
                NS_TEST_EXPECT_MSG_EQ(waiting, socket, "the socket that the application has");
            }));
        Simulator::Schedule(START, [&] {
            uint32_t sends = 0;
            while (socket->Send(Create<Packet>(1)) >= 0)
            {
                ++sends;
            }
            NS_TEST_EXPECT_MSG_EQ(sends, 12, "9216 / 768");
            NS_TEST_EXPECT_MSG_EQ(socket->GetErrno(), Socket::ERROR_AGAIN, "refused");
            NS_TEST_EXPECT_MSG_EQ(socket->GetLinuxErrno(), EAGAIN, "refused");
            NS_TEST_EXPECT_MSG_EQ(socket->GetSndbufErrors(), 1, "a refusal is counted");
            NS_TEST_EXPECT_MSG_EQ(socket->GetTxAvailable(), 0, "no room");
        });
        RunToTheEnd();
        NS_TEST_EXPECT_MSG_EQ(wakes, 1, "one wake for one refusal");
        NS_TEST_EXPECT_MSG_EQ(hosts.GetNReceived(), 12, "messages received");
        NS_TEST_EXPECT_MSG_EQ(socket->GetPeakWmemAlloc(), 9216, "peak");
    }
};

/**
 * @ingroup linux-tx-tests
 * @brief Stock applications use the socket by the name of its factory.
 */
class ByNameTestCase : public TestCase
{
  public:
    ByNameTestCase()
        : TestCase("OnOff and PacketSink use the socket by name")
    {
    }

  private:
    void DoRun() override
    {
        TwoHosts hosts(TwoHosts::POINT_TO_POINT);
        const std::string factory = "ns3::LinuxUdpSocketFactory";
        OnOffHelper onOff(factory, InetSocketAddress("10.1.1.2", 5000));
        onOff.SetConstantRate(DataRate("1Mbps"), 500);
        ApplicationContainer sender = onOff.Install(hosts.GetNodes().Get(0));
        sender.Start(START);
        sender.Stop(START + Seconds(2));
        PacketSinkHelper sinkHelper(factory, InetSocketAddress(Ipv4Address::GetAny(), 5000));
        auto sink = DynamicCast<PacketSink>(sinkHelper.Install(hosts.GetNodes().Get(1)).Get(0));
        RunToTheEnd();
        // 2 s at 1 Mb/s in messages of 4000 bits each 4 ms, the first after 4 ms.
        NS_TEST_EXPECT_MSG_EQ_TOL(sink->GetTotalRx(), 250000, 500, "bytes received");
        NS_TEST_EXPECT_MSG_EQ(hosts.GetNLiveSkbs(), 0, "live Skbs when idle");
    }
};

/**
 * @ingroup linux-tx-tests
 * @brief A socket that is closed, and forgotten, while its packets are on their way.
 */
class CloseInFlightTestCase : public TestCase
{
  public:
    CloseInFlightTestCase()
        : TestCase("closing with packets in flight delivers them and leaves no charge")
    {
    }

  private:
    void DoRun() override
    {
        TwoHosts hosts(TwoHosts::NIC, 1500, "1Mbps");
        hosts.SetQueueDisc("ns3::FifoQueueDisc", "1000p");
        Simulator::Schedule(START, [&] {
            Ptr<LinuxUdpSocket> socket = hosts.MakeSocket();
            socket->Connect(hosts.GetReceiver());
            for (int i = 0; i < 20; ++i)
            {
                socket->Send(Create<Packet>(1000));
            }
            NS_TEST_EXPECT_MSG_EQ(socket->Close(), 0, "closed");
            NS_TEST_EXPECT_MSG_EQ(socket->Send(Create<Packet>(1000)), -1, "closed");
            NS_TEST_EXPECT_MSG_EQ(socket->GetWmemAlloc(), 20 * 2304, "still charged");
        });
        RunToTheEnd();
        NS_TEST_EXPECT_MSG_EQ(hosts.GetNReceived(), 20, "messages received");
        NS_TEST_EXPECT_MSG_EQ(hosts.GetNLiveSkbs(), 0, "live Skbs when idle");
    }
};

/**
 * @ingroup linux-tx-tests
 * @brief The handle on a packet does not survive where it has no meaning.
 */
class TagTestCase : public TestCase
{
  public:
    TagTestCase()
        : TestCase("packets that an application keeps or echoes carry no handle")
    {
    }

  private:
    void DoRun() override
    {
        TwoHosts hosts(TwoHosts::NIC);
        hosts.ResolveNeighbours();
        Ptr<LinuxUdpSocket> socket = hosts.MakeSocket();
        socket->Connect(hosts.GetReceiver());
        Ptr<Socket> echo = Socket::CreateSocket(hosts.GetNodes().Get(1),
                                                TypeId::LookupByName("ns3::LinuxUdpSocketFactory"));
        echo->Bind(InetSocketAddress(Ipv4Address::GetAny(), 7));
        echo->SetRecvCallback(Callback<void, Ptr<Socket>>([](Ptr<Socket> receiver) {
            Address from;
            Ptr<Packet> packet = receiver->RecvFrom(from);
            receiver->SendTo(packet, 0, from);
        }));
        uint32_t echoes = 0;
        socket->SetRecvCallback(Callback<void, Ptr<Socket>>([&](Ptr<Socket> receiver) {
            SkbTag tag;
            Ptr<Packet> packet = receiver->Recv();
            NS_TEST_EXPECT_MSG_EQ(packet->PeekPacketTag(tag), false, "stripped at reception");
            ++echoes;
        }));
        Simulator::Schedule(START, [&] {
            Ptr<Packet> packet = Create<Packet>(1000);
            for (uint32_t i = 1; i <= 3; ++i)
            {
                SkbTag tag;
                NS_TEST_EXPECT_MSG_EQ(socket->Send(packet), 1000, "the same packet again");
                NS_TEST_EXPECT_MSG_EQ(packet->PeekPacketTag(tag), false, "not left on it");
                NS_TEST_EXPECT_MSG_EQ(socket->GetWmemAlloc(), i * 2304, "charged each time");
            }
            socket->SendTo(packet, 0, InetSocketAddress("10.1.1.2", 7));
        });
        RunToTheEnd();
        NS_TEST_EXPECT_MSG_EQ(hosts.GetNReceived(), 3, "messages received");
        NS_TEST_EXPECT_MSG_EQ(echoes, 1, "echoes received");
        NS_TEST_EXPECT_MSG_EQ(socket->GetWmemAlloc(), 0, "wmem_alloc when idle");
    }
};

/**
 * @ingroup linux-tx-tests
 * @brief Broadcast and multicast are charged and delivered.
 */
class OneToManyTestCase : public TestCase
{
  public:
    OneToManyTestCase()
        : TestCase("broadcast and multicast are charged and delivered")
    {
    }

  private:
    void DoRun() override
    {
        TwoHosts hosts(TwoHosts::NIC);
        Ptr<LinuxUdpSocket> socket = hosts.MakeSocket();
        Ipv4StaticRoutingHelper().SetDefaultMulticastRoute(hosts.GetNodes().Get(0),
                                                           hosts.GetDevice());
        Simulator::Schedule(START, [&] {
            const InetSocketAddress limited(Ipv4Address::GetBroadcast(), 9);
            NS_TEST_EXPECT_MSG_EQ(socket->SendTo(Create<Packet>(1000), 0, limited),
                                  -1,
                                  "SO_BROADCAST is off");
            NS_TEST_EXPECT_MSG_EQ(socket->GetLinuxErrno(), EACCES, "SO_BROADCAST is off");
            NS_TEST_EXPECT_MSG_EQ(socket->GetWmemAlloc(), 0, "nothing sent");
            socket->SetAllowBroadcast(true);
            uint64_t expected = 0;
            for (const char* group : {"255.255.255.255", "10.1.1.255", "239.1.2.3"})
            {
                // 4000 bytes are three fragments: 6912 in e4-charge.tsv.
                socket->SendTo(Create<Packet>(4000), 0, InetSocketAddress(group, 9));
                expected += 6912;
                NS_TEST_EXPECT_MSG_EQ(socket->GetWmemAlloc(), expected, group);
            }
        });
        RunToTheEnd();
        NS_TEST_EXPECT_MSG_EQ(hosts.GetNReceived(), 3, "messages received");
        NS_TEST_EXPECT_MSG_EQ(socket->GetWmemAlloc(), 0, "wmem_alloc when idle");
    }
};

/**
 * @ingroup linux-tx-tests
 * @brief Options that ns-3 sets by non-virtual functions reach the wrapped socket.
 */
class OptionsTestCase : public TestCase
{
  public:
    OptionsTestCase()
        : TestCase("options set after Bind work from the first packet on")
    {
    }

  private:
    void DoRun() override
    {
        TwoHosts hosts(TwoHosts::NIC);
        Ptr<Socket> receiver =
            Socket::CreateSocket(hosts.GetNodes().Get(1),
                                 TypeId::LookupByName("ns3::LinuxUdpSocketFactory"));
        receiver->Bind(InetSocketAddress(Ipv4Address::GetAny(), 11));
        receiver->SetRecvPktInfo(true);
        receiver->SetIpRecvTos(true);
        receiver->SetIpRecvTtl(true);
        uint32_t received = 0;
        receiver->SetRecvCallback(Callback<void, Ptr<Socket>>([&](Ptr<Socket> s) {
            Ptr<Packet> packet = s->Recv();
            ++received;
            Ipv4PacketInfoTag info;
            NS_TEST_EXPECT_MSG_EQ(packet->PeekPacketTag(info), true, "IP_PKTINFO");
            SocketIpTosTag tos;
            NS_TEST_EXPECT_MSG_EQ(packet->PeekPacketTag(tos), true, "IP_RECVTOS");
            NS_TEST_EXPECT_MSG_EQ(uint32_t(tos.GetTos()), 0x10, "TOS of the sender");
            SocketIpTtlTag ttl;
            NS_TEST_EXPECT_MSG_EQ(packet->PeekPacketTag(ttl), true, "IP_RECVTTL");
            NS_TEST_EXPECT_MSG_EQ(uint32_t(ttl.GetTtl()), 7, "TTL of the sender");
        }));
        Ptr<LinuxUdpSocket> socket = hosts.MakeSocket();
        socket->Connect(InetSocketAddress("10.1.1.2", 11));
        socket->SetIpTos(0x10);
        socket->SetIpTtl(7);
        Simulator::Schedule(START, [&] { socket->Send(Create<Packet>(10)); });
        RunToTheEnd();
        NS_TEST_EXPECT_MSG_EQ(received, 1, "messages received");
    }
};

/**
 * @ingroup linux-tx-tests
 * @brief Calls that fail say why, and owe nothing.
 */
class ErrorsTestCase : public TestCase
{
  public:
    ErrorsTestCase()
        : TestCase("calls that fail say why and owe nothing")
    {
    }

  private:
    void DoRun() override
    {
        TwoHosts hosts(TwoHosts::NIC);
        hosts.ResolveNeighbours();
        Ptr<LinuxUdpSocket> socket = hosts.MakeSocket();
        Simulator::Schedule(START, [&] {
            NS_TEST_EXPECT_MSG_EQ(socket->Send(Create<Packet>(1)), -1, "not connected");
            NS_TEST_EXPECT_MSG_EQ(socket->GetLinuxErrno(), EDESTADDRREQ, "not connected");
            socket->Connect(hosts.GetReceiver());
            NS_TEST_EXPECT_MSG_EQ(socket->Send(Create<Packet>(65508)), -1, "too long");
            NS_TEST_EXPECT_MSG_EQ(socket->GetLinuxErrno(), EMSGSIZE, "too long");
            socket->SetSndbuf(4608);
            // 16,000 bytes are 11 fragments of 2304: more than 2 x 9216 (e4-charge.tsv).
            NS_TEST_EXPECT_MSG_EQ(socket->Send(Create<Packet>(16000)), -1, "no memory");
            NS_TEST_EXPECT_MSG_EQ(socket->GetLinuxErrno(), ENOBUFS, "no memory");
            NS_TEST_EXPECT_MSG_EQ(socket->GetSndbufErrors(), 1, "no memory");
            NS_TEST_EXPECT_MSG_EQ(socket->GetWmemAlloc(), 0, "nothing sent");
            socket->ShutdownSend();
            NS_TEST_EXPECT_MSG_EQ(socket->Send(Create<Packet>(1)), -1, "shut down");
            NS_TEST_EXPECT_MSG_EQ(socket->GetLinuxErrno(), EPIPE, "shut down");
        });
        RunToTheEnd();
        NS_TEST_EXPECT_MSG_EQ(hosts.GetNReceived(), 0, "messages received");
    }
};

/**
 * @ingroup linux-tx-tests
 * @brief The UDP socket as applications see it.
 */
class UdpSocketTestSuite : public TestSuite
{
  public:
    UdpSocketTestSuite()
        : TestSuite("linux-tx-udp-socket", Type::UNIT)
    {
        AddTestCase(new WakeAtHalfTestCase);
        AddTestCase(new ByNameTestCase);
        AddTestCase(new CloseInFlightTestCase);
        AddTestCase(new TagTestCase);
        AddTestCase(new OneToManyTestCase);
        AddTestCase(new OptionsTestCase);
        AddTestCase(new ErrorsTestCase);
    }
};

static UdpSocketTestSuite g_udpSocketTestSuite; //!< the suite
