/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "two-hosts.h"

#include "ns3/arp-cache.h"
#include "ns3/config.h"
#include "ns3/error-model.h"
#include "ns3/inet-socket-address.h"
#include "ns3/ipv4-interface.h"
#include "ns3/ipv4-l3-protocol.h"
#include "ns3/linux-tcp-socket.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <cstdint>
#include <string>

using namespace ns3;

namespace
{

constexpr uint32_t AMOUNT = 20'000; ///< bytes that the client writes
const Time START = Seconds(3);      ///< of the connection; IPv6 is quiet by then
constexpr uint32_t SEGMENT = 1000;  ///< payload of a segment, in bytes

/// When the path goes dead, for good.
struct Cut
{
    std::string name;   ///< what can no longer be acknowledged
    Time toServer;      ///< nothing reaches the server from then on
    Time toClient;      ///< nothing reaches the client from then on
    uint64_t delivered; ///< bytes that the server got before
};

/**
 * @brief A connection whose retries run out, of which nobody holds the sockets.
 *
 * TcpSocketBase then lets go of the socket in the middle of sending, so that nothing but the call
 * itself keeps it. With a sanitizer, or valgrind, the test shows any use after that.
 */
class RetriesCase : public TestCase
{
  public:
    /**
     * @brief Constructor.
     * @param cut when the path goes dead
     * @param factory of both sockets
     */
    RetriesCase(const Cut& cut, const std::string& factory)
        : TestCase("retries run out: " + cut.name + ", " + factory),
          m_cut(cut),
          m_factory("ns3::" + factory)
    {
    }

  private:
    void DoRun() override
    {
        Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(SEGMENT));
        Config::SetDefault("ns3::TcpSocket::ConnCount", UintegerValue(2));
        Config::SetDefault("ns3::TcpSocket::DataRetries", UintegerValue(2));
        Config::SetDefault("ns3::TcpSocket::ConnTimeout", StringValue("1s"));
        Config::SetDefault("ns3::NicChannel::Delay", StringValue("1ms"));
        TwoHosts hosts(TwoHosts::NIC);
        hosts.ResolveNeighbours();
        ResolveClient(hosts);
        Break(hosts.GetNodes().Get(1), m_cut.toServer);
        Break(hosts.GetNodes().Get(0), m_cut.toClient);

        const TypeId type = TypeId::LookupByName(m_factory);
        auto listener = Socket::CreateSocket(hosts.GetNodes().Get(1), type);
        listener->Bind(InetSocketAddress(Ipv4Address::GetAny(), PORT));
        listener->Listen();
        listener->SetAcceptCallback(
            MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
            Callback<void, Ptr<Socket>, const Address&>([this](Ptr<Socket> socket, const Address&) {
                socket->SetRecvCallback(
                    Callback<void, Ptr<Socket>>([this](Ptr<Socket> reader) { Read(reader); }));
            }));
        Simulator::Schedule(START, [&] { Connect(hosts, type); });
        Simulator::Stop(Seconds(300));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(m_received, m_cut.delivered, "bytes that got through");
        NS_TEST_EXPECT_MSG_EQ(hosts.GetNLiveSkbs(), 0U, "what was sent is let go of");
        Config::Reset();
    }

    /**
     * @brief Tell the server's ARP the client's address.
     * @param hosts the hosts
     */
    static void ResolveClient(const TwoHosts& hosts)
    {
        const auto ipv4 = hosts.GetNodes().Get(1)->GetObject<Ipv4L3Protocol>();
        const uint32_t interface =
            ipv4->GetInterfaceForDevice(hosts.GetNodes().Get(1)->GetDevice(0));
        const auto entry =
            ipv4->GetInterface(interface)->GetArpCache()->Add(Ipv4Address("10.1.1.1"));
        entry->SetMacAddress(hosts.GetNodes().Get(0)->GetDevice(0)->GetAddress());
        entry->MarkPermanent();
    }

    /**
     * @brief Let nothing reach a host any more.
     * @param host the host
     * @param when from then on
     */
    static void Break(const Ptr<Node>& host, Time when)
    {
        Simulator::Schedule(START + when, [host] {
            const auto losses = CreateObject<RateErrorModel>();
            losses->SetUnit(RateErrorModel::ERROR_UNIT_PACKET);
            losses->SetRate(1);
            host->GetDevice(0)->SetAttribute("ReceiveErrorModel", PointerValue(losses));
        });
    }

    /**
     * @brief The client connects, writes and closes.
     * @param hosts the hosts
     * @param type of the socket factory
     */
    static void Connect(const TwoHosts& hosts, TypeId type)
    {
        const auto client = Socket::CreateSocket(hosts.GetNodes().Get(0), type);
        client->SetConnectCallback(Callback<void, Ptr<Socket>>([](Ptr<Socket> socket) {
                                       socket->Send(Create<Packet>(AMOUNT));
                                       socket->Close();
                                   }),
                                   MakeNullCallback<void, Ptr<Socket>>());
        const auto server = InetSocketAddress::ConvertFrom(hosts.GetReceiver());
        client->Connect(InetSocketAddress(server.GetIpv4(), PORT));
    }

    /**
     * @brief Read what there is.
     * @param socket the receiving socket
     */
    void Read(const Ptr<Socket>& socket)
    {
        for (auto packet = socket->Recv(); packet && packet->GetSize() > 0; packet = socket->Recv())
        {
            m_received += packet->GetSize();
        }
    }

    static constexpr uint16_t PORT = 5001; ///< of the server

    Cut m_cut;              ///< when the path goes dead
    std::string m_factory;  ///< of both sockets
    uint64_t m_received{0}; ///< bytes that the server got
};

/// Sockets end with their last retry.
class TcpRetriesTestSuite : public TestSuite
{
  public:
    TcpRetriesTestSuite()
        : TestSuite("linux-tx-tcp-retries", TestSuite::Type::SYSTEM)
    {
        const Time never = Seconds(1000);
        for (const std::string factory : {"TcpSocketFactory", "LinuxTcpSocketFactory"})
        {
            // 1 ms a way: the SYN arrives after 1 ms, the SYN+ACK after 2, its ACK after 3 and, as
            // 1066 bytes take 85 us, the first segment of the initial window more than 80 us later.
            AddTestCase(new RetriesCase({"SYN", Time(0), never, 0}, factory));
            AddTestCase(new RetriesCase({"SYN+ACK", never, MicroSeconds(1500), 0}, factory));
            AddTestCase(new RetriesCase({"ACK of SYN+ACK", MicroSeconds(2500), never, 0}, factory));
            AddTestCase(new RetriesCase({"data", MicroSeconds(3050), never, 0}, factory));
            AddTestCase(
                new RetriesCase({"ACK of data", never, MicroSeconds(3050), 10 * SEGMENT}, factory));
        }
    }
};

TcpRetriesTestSuite g_tcpRetriesTestSuite; ///< registers it

} // namespace
