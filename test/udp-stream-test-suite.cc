/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/boolean.h"
#include "ns3/inet-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address.h"
#include "ns3/names.h"
#include "ns3/node-container.h"
#include "ns3/node.h"
#include "ns3/packet.h"
#include "ns3/simulator.h"
#include "ns3/socket-factory.h"
#include "ns3/socket.h"
#include "ns3/test.h"
#include "ns3/traced-callback.h"
#include "ns3/type-id.h"
#include "ns3/udp-stream-application.h"
#include "ns3/udp-stream-helper.h"
#include "ns3/uinteger.h"

#include <cerrno>
#include <string>
#include <vector>

using namespace ns3;

/**
 * @file
 * @ingroup linux-tx
 * @brief UdpStreamApplication: when it calls send, and what it does with the answer.
 *
 * Most tests use a socket that does what the test says and needs no network.
 */

namespace
{

/// A socket with room for a number of messages, which only Release() gives back, and whose calls
/// may last, as those of LinuxUdpSocket do with a SegmentTime.
class RoomSocket : public Socket
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId()
    {
        static TypeId tid = TypeId("ns3::tests::RoomSocket")
                                .SetParent<Socket>()
                                .AddConstructor<RoomSocket>()
                                .AddAttribute("Sndbuf",
                                              "As LinuxUdpSocket has it.",
                                              UintegerValue(0),
                                              MakeUintegerAccessor(&RoomSocket::m_sndbuf),
                                              MakeUintegerChecker<uint32_t>())
                                .AddAttribute("RecvErr",
                                              "As LinuxUdpSocket has it.",
                                              BooleanValue(false),
                                              MakeBooleanAccessor(&RoomSocket::m_recvErr),
                                              MakeBooleanChecker())
                                .AddTraceSource("SendDone",
                                                "As LinuxUdpSocket has it.",
                                                MakeTraceSourceAccessor(&RoomSocket::m_doneTrace),
                                                "ns3::LinuxUdpSocket::SendDoneTracedCallback");
        return tid;
    }

    /**
     * @brief Make room and tell the application.
     * @param messages number of messages
     */
    void Release(uint32_t messages)
    {
        m_room += messages;
        NotifySend(messages);
    }

    int Send(Ptr<Packet> packet, uint32_t /* flags */) override
    {
        if (m_room == 0)
        {
            m_errno = m_refusal;
            return -1;
        }
        --m_room;
        m_sentAt.push_back(Simulator::Now());
        if (m_callTime.IsZero())
        {
            EndCall(packet->GetSize());
        }
        else
        {
            Simulator::Schedule(m_callTime, &RoomSocket::EndCall, this, packet->GetSize());
        }
        return static_cast<int>(packet->GetSize());
    }

    SocketErrno GetErrno() const override
    {
        return m_errno;
    }

    int Close() override
    {
        m_closed = true;
        return 0;
    }

    SocketType GetSocketType() const override
    {
        return NS3_SOCK_DGRAM;
    }

    Ptr<Node> GetNode() const override
    {
        return nullptr;
    }

    int Bind(const Address& /* address */) override
    {
        return 0;
    }

    int Bind() override
    {
        return 0;
    }

    int Bind6() override
    {
        return 0;
    }

    int ShutdownSend() override
    {
        return 0;
    }

    int ShutdownRecv() override
    {
        return 0;
    }

    int Connect(const Address& /* address */) override
    {
        return 0;
    }

    int Listen() override
    {
        return -1;
    }

    uint32_t GetTxAvailable() const override
    {
        return m_room;
    }

    int SendTo(Ptr<Packet> packet, uint32_t flags, const Address& /* to */) override
    {
        return Send(packet, flags);
    }

    uint32_t GetRxAvailable() const override
    {
        return 0;
    }

    Ptr<Packet> Recv(uint32_t /* maxSize */, uint32_t /* flags */) override
    {
        return nullptr;
    }

    Ptr<Packet> RecvFrom(uint32_t /* maxSize */, uint32_t /* flags */, Address& /* from */) override
    {
        return nullptr;
    }

    int GetSockName(Address& /* address */) const override
    {
        return -1;
    }

    int GetPeerName(Address& /* address */) const override
    {
        return -1;
    }

    bool SetAllowBroadcast(bool /* allow */) override
    {
        return true;
    }

    bool GetAllowBroadcast() const override
    {
        return true;
    }

    uint32_t m_room{1000000};            //!< messages that still fit
    SocketErrno m_refusal{ERROR_AGAIN};  //!< the error when none does
    SocketErrno m_errno{ERROR_NOTERROR}; //!< of the last call
    bool m_closed{false};                //!< was Close() called?
    uint32_t m_sndbuf{0};                //!< the attribute
    bool m_recvErr{false};               //!< the attribute
    Time m_callTime;                     //!< after what time a call is over
    int m_verdict{0};                    //!< on the last packet of each message: 0 or an errno
    std::vector<Time> m_sentAt;          //!< when messages were taken

  private:
    /**
     * @brief A call is over.
     * @param bytes its message, in bytes
     */
    void EndCall(uint32_t bytes)
    {
        m_errno = m_verdict == 0 ? ERROR_NOTERROR : SOCKET_ERRNO_LAST;
        m_doneTrace(bytes, m_verdict);
    }

    TracedCallback<uint32_t, int> m_doneTrace; //!< the trace source
};

NS_OBJECT_ENSURE_REGISTERED(RoomSocket);

/// Makes RoomSockets.
class RoomSocketFactory : public SocketFactory
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId()
    {
        static TypeId tid = TypeId("ns3::tests::RoomSocketFactory")
                                .SetParent<SocketFactory>()
                                .AddConstructor<RoomSocketFactory>();
        return tid;
    }

    Ptr<Socket> CreateSocket() override
    {
        return CreateObject<RoomSocket>();
    }
};

NS_OBJECT_ENSURE_REGISTERED(RoomSocketFactory);

/// One sender with a RoomSocket; a burst of 3 messages of 1000 B, 10 us a send call.
class SenderTest : public TestCase
{
  public:
    /**
     * @brief Constructor.
     * @param claim what the test shows
     */
    explicit SenderTest(const std::string& claim)
        : TestCase(claim),
          m_helper("ns3::tests::RoomSocketFactory", InetSocketAddress(Ipv4Address("10.0.0.1"), 9))
    {
        m_helper.SetAttribute("BurstSize", UintegerValue(3));
        m_helper.SetAttribute("SendTime", TimeValue(MicroSeconds(10)));
    }

  protected:
    /**
     * @brief Put the sender on a node and start it at once.
     * @param period from burst to burst
     * @param cycles number of periods
     */
    void Start(Time period, uint32_t cycles)
    {
        m_helper.SetAttribute("Period", TimeValue(period));
        m_helper.SetAttribute("Cycles", UintegerValue(cycles));
        auto node = CreateObject<Node>();
        node->AggregateObject(CreateObject<RoomSocketFactory>());
        m_sender = DynamicCast<UdpStreamApplication>(m_helper.Install(node).Get(0));
        node->Initialize();
        m_sender->TraceConnectWithoutContext("SendFailed",
                                             MakeCallback(&SenderTest::OnSendFailed, this));
        // the socket exists once the application has started, and the test may then set its room
        Simulator::Stop(Seconds(0));
        Simulator::Run();
        m_socket = DynamicCast<RoomSocket>(m_sender->GetSocket());
    }

    /**
     * @brief Run to the end and compare the times at which messages were sent.
     * @param microseconds the times
     */
    void RunAndExpectSendsAt(const std::vector<int64_t>& microseconds)
    {
        Simulator::Run();
        std::vector<int64_t> sent;
        for (const Time& time : m_socket->m_sentAt)
        {
            sent.push_back(time.GetMicroSeconds());
        }
        NS_TEST_EXPECT_MSG_EQ((sent == microseconds),
                              true,
                              "times of the messages: " << Join(sent));
        NS_TEST_EXPECT_MSG_EQ(m_sender->GetOkaySends(), microseconds.size(), "okay sends");
        NS_TEST_EXPECT_MSG_EQ(m_sender->GetSentBytes(), 1000 * microseconds.size(), "bytes");
        NS_TEST_EXPECT_MSG_EQ(m_failedAt.size(), m_sender->GetFailedSends(), "one trace a failure");
    }

    UdpStreamHelper m_helper;           //!< makes the sender
    Ptr<UdpStreamApplication> m_sender; //!< the sender
    Ptr<RoomSocket> m_socket;           //!< its socket
    std::vector<Time> m_failedAt;       //!< when sends failed

  private:
    void DoTeardown() override
    {
        m_socket = nullptr;
        m_sender = nullptr;
        Simulator::Destroy();
    }

    /**
     * @brief Note a failed send.
     * @param packet the message
     * @param error the error
     */
    void OnSendFailed(Ptr<const Packet> packet, Socket::SocketErrno error)
    {
        NS_TEST_EXPECT_MSG_EQ(packet->GetSize(), 1000, "the message itself");
        NS_TEST_EXPECT_MSG_EQ(error, m_socket->m_errno, "the socket's error");
        m_failedAt.push_back(Simulator::Now());
    }

    /**
     * @brief Write numbers with spaces between them.
     * @param numbers the numbers
     * @return the text
     */
    static std::string Join(const std::vector<int64_t>& numbers)
    {
        std::string text;
        for (const int64_t number : numbers)
        {
            text += std::to_string(number) + " ";
        }
        return text;
    }
};

/// Bursts on time.
class BurstsOnTime : public SenderTest
{
  public:
    BurstsOnTime()
        : SenderTest("a burst begins every period, its messages SendTime apart")
    {
    }

  private:
    void DoRun() override
    {
        Start(MicroSeconds(100), 2);
        RunAndExpectSendsAt({0, 10, 20, 100, 110, 120});
        NS_TEST_EXPECT_MSG_EQ(m_sender->GetAttempts(), 6, "2 bursts of 3");
        NS_TEST_EXPECT_MSG_EQ(m_sender->GetBlockedTime(), Seconds(0), "never blocked");
        NS_TEST_EXPECT_MSG_EQ(m_socket->m_closed, false, "queues may drain");
    }
};

/// Bursts that take longer than their period.
class LateBursts : public SenderTest
{
  public:
    LateBursts()
        : SenderTest("a late sender starts its next burst at once, and all stops at the end")
    {
    }

  private:
    void DoRun() override
    {
        // a burst takes 30 us and is due every 20: no gap between them; at 60 us the third is
        // only beginning, and the time is up
        Start(MicroSeconds(20), 3);
        RunAndExpectSendsAt({0, 10, 20, 30, 40, 50});
        NS_TEST_EXPECT_MSG_EQ(m_sender->GetAttempts(), 6, "none at the end itself");
    }
};

/// A blocking sender without room.
class BlockingSender : public SenderTest
{
  public:
    BlockingSender()
        : SenderTest("a blocking sender waits for write space and sends the same message then")
    {
    }

  private:
    void DoRun() override
    {
        Start(MicroSeconds(100), 2);
        m_socket->m_room = 1; // one more after that at 0
        Simulator::Schedule(MicroSeconds(55), &RoomSocket::Release, m_socket, 10);
        // blocked from 20 to 55
        RunAndExpectSendsAt({0, 10, 55, 100, 110, 120});
        NS_TEST_EXPECT_MSG_EQ(m_sender->GetBlockedTime(), MicroSeconds(35), "20 to 55 us");
        NS_TEST_EXPECT_MSG_EQ(m_sender->GetAttempts(), 6, "a blocked call counts once");
        NS_TEST_EXPECT_MSG_EQ(m_sender->GetFailedSends(), 0, "waiting is no failure");
    }
};

/// A blocking sender that never gets room.
class BlockedAtTheEnd : public SenderTest
{
  public:
    BlockedAtTheEnd()
        : SenderTest("a sender still blocked at the end gives up its call")
    {
    }

  private:
    void DoRun() override
    {
        Start(MicroSeconds(100), 2);
        m_socket->m_room = 1;
        Simulator::Schedule(MicroSeconds(300), &RoomSocket::Release, m_socket, 10);
        RunAndExpectSendsAt({0, 10});
        NS_TEST_EXPECT_MSG_EQ(m_sender->GetBlockedTime(), MicroSeconds(180), "20 to 200 us");
        NS_TEST_EXPECT_MSG_EQ(m_sender->GetAttempts(), 3, "two okay, one given up");
        NS_TEST_EXPECT_MSG_EQ(m_sender->GetFailedSends(), 0, "given up is no failure");
    }
};

/// A non-blocking sender without room.
class NonBlockingSender : public SenderTest
{
  public:
    NonBlockingSender()
        : SenderTest("a non-blocking sender loses the message for which there is no room")
    {
    }

  private:
    void DoRun() override
    {
        m_helper.SetAttribute("Blocking", BooleanValue(false));
        Start(MicroSeconds(100), 2);
        m_socket->m_room = 1;
        Simulator::Schedule(MicroSeconds(105), &RoomSocket::Release, m_socket, 10);
        RunAndExpectSendsAt({0, 10, 110, 120});
        NS_TEST_EXPECT_MSG_EQ(m_sender->GetFailedSends(Socket::ERROR_AGAIN), 2, "at 20 and 100 us");
        NS_TEST_ASSERT_MSG_EQ(m_failedAt.size(), 2, "traced");
        NS_TEST_EXPECT_MSG_EQ(m_failedAt[0], MicroSeconds(20), "end of the first burst");
        NS_TEST_EXPECT_MSG_EQ(m_failedAt[1], MicroSeconds(100), "start of the second");
        NS_TEST_EXPECT_MSG_EQ(m_sender->GetAttempts(), 6, "lost messages are attempts");
    }
};

/// Errors that waiting does not help against.
class OtherErrors : public SenderTest
{
  public:
    OtherErrors()
        : SenderTest("a blocking sender does not wait for any error but EAGAIN")
    {
    }

  private:
    void DoRun() override
    {
        Start(MicroSeconds(100), 1);
        m_socket->m_room = 0;
        m_socket->m_refusal = Socket::ERROR_MSGSIZE;
        RunAndExpectSendsAt({0});
        NS_TEST_EXPECT_MSG_EQ(m_sender->GetFailedSends(Socket::ERROR_MSGSIZE), 2, "10 and 20 us");
        NS_TEST_EXPECT_MSG_EQ(m_sender->GetFailedSends(Socket::ERROR_AGAIN), 0, "counted apart");
        NS_TEST_EXPECT_MSG_EQ(m_sender->GetBlockedTime(), Seconds(0), "never blocked");
    }
};

/// Calls that go on after Send() has returned.
class CallsThatLast : public SenderTest
{
  public:
    CallsThatLast()
        : SenderTest("a call counts when its last packet has been tried, and is followed SendTime "
                     "after its begin")
    {
    }

  private:
    void DoRun() override
    {
        Start(MicroSeconds(100), 2);
        m_socket->m_callTime = MicroSeconds(6);
        Simulator::Schedule(MicroSeconds(15), [this] {
            NS_TEST_EXPECT_MSG_EQ(m_sender->GetAttempts(), 2, "at 0 and 10 us");
            // the first call was over at once: it came before m_callTime was set
            NS_TEST_EXPECT_MSG_EQ(m_sender->GetOkaySends(), 1, "the second lasts until 16 us");
        });
        RunAndExpectSendsAt({0, 10, 20, 100, 110, 120});
        NS_TEST_EXPECT_MSG_EQ(m_sender->GetAttempts(), 6, "all are over");
    }
};

/// Calls that take longer than SendTime.
class LongCalls : public SenderTest
{
  public:
    LongCalls()
        : SenderTest("a call longer than SendTime delays the next one")
    {
    }

  private:
    void DoRun() override
    {
        Start(MicroSeconds(100), 2);
        m_socket->m_callTime = MicroSeconds(15);
        // the first call was over at once: it came before m_callTime was set
        RunAndExpectSendsAt({0, 10, 25, 100, 115, 130});
    }
};

/// Dropped at the end of calls that last.
class LateVerdicts : public SenderTest
{
  public:
    /**
     * @brief Constructor.
     * @param recvErr IP_RECVERR?
     */
    explicit LateVerdicts(bool recvErr)
        : SenderTest(recvErr ? "with IP_RECVERR a call whose last packet is dropped fails"
                             : "without IP_RECVERR a call whose last packet is dropped is okay"),
          m_recvErr(recvErr)
    {
    }

  private:
    void DoRun() override
    {
        m_helper.SetAttribute("RecvErr", BooleanValue(m_recvErr));
        Start(MicroSeconds(100), 1);
        m_socket->m_callTime = MicroSeconds(6);
        m_socket->m_verdict = ENOBUFS;
        Simulator::Run();
        // the first call was over, and fine, before the verdict was set
        NS_TEST_EXPECT_MSG_EQ(m_sender->GetAttempts(), 3, "a burst");
        NS_TEST_EXPECT_MSG_EQ(m_sender->GetFailedSends(Socket::SOCKET_ERRNO_LAST),
                              m_recvErr ? 2 : 0,
                              "ENOBUFS");
        NS_TEST_EXPECT_MSG_EQ(m_sender->GetOkaySends(), m_recvErr ? 1 : 3, "okay sends");
        NS_TEST_EXPECT_MSG_EQ(m_failedAt.size(), m_sender->GetFailedSends(), "one trace each");
    }

    bool m_recvErr; //!< IP_RECVERR
};

/// A call under way at the end.
class CallAtTheEnd : public SenderTest
{
  public:
    CallAtTheEnd()
        : SenderTest("a call under way when the time is up counts when it is over, and is the last")
    {
    }

  private:
    void DoRun() override
    {
        m_helper.SetAttribute("BurstSize", UintegerValue(0));
        Start(MicroSeconds(24), 1);
        m_socket->m_callTime = MicroSeconds(6);
        RunAndExpectSendsAt({0, 10, 20});
        NS_TEST_EXPECT_MSG_EQ(m_sender->GetAttempts(), 3, "20 to 26 us is the last one");
    }
};

/// Stopped from outside.
class StoppedSender : public SenderTest
{
  public:
    StoppedSender()
        : SenderTest("StopTime ends a sender in mid-burst and closes its socket")
    {
    }

  private:
    void DoRun() override
    {
        m_helper.SetAttribute("StopTime", TimeValue(MicroSeconds(15)));
        m_helper.SetAttribute("Sndbuf", UintegerValue(10000));
        Start(MicroSeconds(100), 2);
        RunAndExpectSendsAt({0, 10});
        NS_TEST_EXPECT_MSG_EQ(m_socket->m_closed, true, "closed");
        NS_TEST_EXPECT_MSG_EQ(m_socket->m_sndbuf, 10000, "SO_SNDBUF was set as given");
    }
};

/// ns-3's own UDP socket, which knows nothing of write memory.
class StockSocket : public TestCase
{
  public:
    StockSocket()
        : TestCase("any UDP socket factory serves the sender by name")
    {
    }

  private:
    void DoRun() override
    {
        NodeContainer nodes(1);
        InternetStackHelper().Install(nodes);
        Names::Add("host", nodes.Get(0));

        Ptr<Socket> receiver =
            Socket::CreateSocket(nodes.Get(0), TypeId::LookupByName("ns3::UdpSocketFactory"));
        receiver->Bind(InetSocketAddress(Ipv4Address::GetLoopback(), 9));
        uint32_t received = 0;
        receiver->SetRecvCallback(Callback<void, Ptr<Socket>>([&received](Ptr<Socket> socket) {
            while (Ptr<Packet> packet = socket->Recv())
            {
                received += packet->GetSize();
            }
        }));

        UdpStreamHelper helper("ns3::UdpSocketFactory",
                               InetSocketAddress(Ipv4Address::GetLoopback(), 9));
        helper.SetAttribute("MessageSize", UintegerValue(500));
        helper.SetAttribute("Period", TimeValue(MicroSeconds(30)));
        helper.SetAttribute("Cycles", UintegerValue(1));
        const ApplicationContainer applications = helper.Install("host");
        NS_TEST_EXPECT_MSG_EQ(helper.AssignStreams(nodes, 5), 0, "no random variables");
        Simulator::Run();

        const auto sender = DynamicCast<UdpStreamApplication>(applications.Get(0));
        // without pause: 30 us / 1.5 us a call
        NS_TEST_EXPECT_MSG_EQ(sender->GetOkaySends(), 20, "sends");
        NS_TEST_EXPECT_MSG_EQ(received, 20 * 500, "all received");
        Simulator::Destroy();
        Names::Clear();
    }
};

/// UdpStreamApplication.
class UdpStreamTestSuite : public TestSuite
{
  public:
    UdpStreamTestSuite()
        : TestSuite("linux-tx-udp-stream", TestSuite::Type::UNIT)
    {
        AddTestCase(new BurstsOnTime);
        AddTestCase(new LateBursts);
        AddTestCase(new BlockingSender);
        AddTestCase(new BlockedAtTheEnd);
        AddTestCase(new NonBlockingSender);
        AddTestCase(new OtherErrors);
        AddTestCase(new CallsThatLast);
        AddTestCase(new LongCalls);
        AddTestCase(new LateVerdicts(true));
        AddTestCase(new LateVerdicts(false));
        AddTestCase(new CallAtTheEnd);
        AddTestCase(new StoppedSender);
        AddTestCase(new StockSocket);
    }
};

UdpStreamTestSuite g_udpStreamTestSuite; //!< registers itself

} // namespace
