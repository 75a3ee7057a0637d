/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "two-hosts.h"
#include "wmem-ledger.h"

#include "ns3/application-container.h"
#include "ns3/boolean.h"
#include "ns3/bulk-send-helper.h"
#include "ns3/config.h"
#include "ns3/error-model.h"
#include "ns3/inet-socket-address.h"
#include "ns3/linux-tcp-socket.h"
#include "ns3/linux-transmit-path.h"
#include "ns3/net-device-queue-interface.h"
#include "ns3/nic-channel.h"
#include "ns3/on-off-helper.h"
#include "ns3/packet-sink-helper.h"
#include "ns3/packet-sink.h"
#include "ns3/pointer.h"
#include "ns3/queue-disc.h"
#include "ns3/queue-limits.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/tcp-header.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

constexpr uint32_t MSS = 1000;                            ///< payload of a segment, in bytes
constexpr uint32_t CHARGE = WmemLedger::OVERHEAD + MSS;   ///< of a segment, in bytes
constexpr uint32_t UNLIMITED_BYTES = UINT32_MAX;          ///< an application that never ends
constexpr uint16_t PORT = 80;                             ///< where the receiver listens
const std::string FACTORY = "ns3::LinuxTcpSocketFactory"; ///< makes the sockets
const Time START = Seconds(10); ///< when the client connects, later than IPv6 ND begins

/// Attributes of a socket and their values.
using Attributes = std::vector<std::pair<std::string, std::string>>;

} // namespace

/**
 * @ingroup linux-tx-tests
 * @brief One TCP flow from the sender to the receiver of TwoHosts, and what its socket traces.
 *
 * Segments have 1000 bytes and go one by one unless the attributes say otherwise.
 */
class SmallQueueFlow
{
  public:
    /// A packet that was sent.
    struct Sent
    {
        Time time;         //!< when
        uint32_t payload;  //!< in bytes
        uint32_t segments; //!< its segments
        uint64_t charged;  //!< wmem_alloc behind it, in bytes
    };

    /**
     * @brief Build the hosts and the sockets.
     * @param rate of the link
     * @param attributes of the sending socket
     * @param bytes what the application writes, at once and whenever it can
     * @param delay of the link
     */
    SmallQueueFlow(const std::string& rate,
                   const Attributes& attributes,
                   uint32_t bytes = UNLIMITED_BYTES,
                   Time delay = Time(0))
        : m_hosts(TwoHosts::NIC, 1500, rate),
          m_left(bytes)
    {
        m_hosts.ResolveNeighbours();
        m_hosts.SetQueueDisc("ns3::FifoQueueDisc", "100000p");
        m_hosts.GetDevice()->GetChannel()->SetAttribute("Delay", TimeValue(delay));
        m_listener = MakeSocket(1);
        m_listener->Bind(InetSocketAddress(Ipv4Address::GetAny(), PORT));
        m_listener->Listen();
        m_listener->SetAcceptCallback(
            MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
            Callback<void, Ptr<Socket>, const Address&>([this](Ptr<Socket> socket, const Address&) {
                m_accepted = DynamicCast<LinuxTcpSocket>(socket);
                socket->SetRecvCallback(Callback<void, Ptr<Socket>>([this](Ptr<Socket> reader) {
                    while (reads)
                    {
                        const auto packet = reader->Recv();
                        if (!packet || packet->GetSize() == 0)
                        {
                            return;
                        }
                        m_nReceived += packet->GetSize();
                        m_lastReceived = Simulator::Now();
                    }
                }));
            }));
        socket = MakeSocket(0);
        for (const auto& [name, value] :
             Attributes{{"SegmentSize", std::to_string(MSS)}, {"Gso", "false"}})
        {
            socket->SetAttribute(name, StringValue(value));
        }
        for (const auto& [name, value] : attributes)
        {
            socket->SetAttribute(name, StringValue(value));
        }
        Watch();
        socket->SetConnectCallback(Callback<void, Ptr<Socket>>([this](Ptr<Socket>) { Write(); }),
                                   MakeNullCallback<void, Ptr<Socket>>());
        socket->SetSendCallback(
            Callback<void, Ptr<Socket>, uint32_t>([this](Ptr<Socket>, uint32_t) { Write(); }));
        Simulator::Schedule(START, [this] {
            socket->Connect(InetSocketAddress(Ipv4Address("10.1.1.2"), PORT));
        });
    }

    /**
     * @brief Let it run.
     * @param duration how long after START
     */
    void Run(Time duration)
    {
        Simulator::Stop(START + duration - Simulator::Now());
        Simulator::Run();
    }

    /**
     * @brief The hosts.
     * @return sender and receiver
     */
    TwoHosts& GetHosts()
    {
        return m_hosts;
    }

    /**
     * @brief The receiver's socket.
     * @return the accepted socket, or null
     */
    const Ptr<LinuxTcpSocket>& GetAccepted() const
    {
        return m_accepted;
    }

    /**
     * @brief What has arrived.
     * @return payload in bytes
     */
    uint64_t GetNReceived() const
    {
        return m_nReceived;
    }

    /**
     * @brief When something arrived last.
     * @return the time
     */
    Time GetLastReceived() const
    {
        return m_lastReceived;
    }

    Ptr<LinuxTcpSocket> socket;                       //!< the sending one
    bool reads{true};                                 //!< does the receiver read?
    std::function<void()> onSpace;                    //!< called instead of a write if it is set
    std::vector<Sent> sent;                           //!< packets with payload, in order
    std::vector<std::pair<Time, bool>> throttles;     //!< when Throttled changed, and to what
    std::vector<Time> throttledTimes;                 //!< what ThrottledTime said
    std::vector<std::pair<Time, uint32_t>> drops;     //!< local drops, and their payload
    std::vector<std::pair<Time, uint32_t>> ssthreshs; //!< when ssthresh changed, and to what
    /// When the congestion state changed, and to what.
    std::vector<std::pair<Time, TcpSocketState::TcpCongState_t>> states;
    uint32_t cwnd{0}; //!< the congestion window now, in bytes

  private:
    /**
     * @brief Make a socket.
     * @param host on which host
     * @return the socket
     */
    Ptr<LinuxTcpSocket> MakeSocket(uint32_t host)
    {
        return DynamicCast<LinuxTcpSocket>(
            Socket::CreateSocket(m_hosts.GetNodes().Get(host), TypeId::LookupByName(FACTORY)));
    }

    /**
     * @brief Note what the sending socket traces.
     */
    void Watch()
    {
        socket->TraceConnectWithoutContext(
            "Skb",
            Callback<void, uint32_t, uint32_t>([this](uint32_t payload, uint32_t segments) {
                sent.push_back({Simulator::Now(), payload, segments, socket->GetWmemAlloc()});
            }));
        socket->TraceConnectWithoutContext("Throttled",
                                           Callback<void, bool, bool>([this](bool, bool now) {
                                               throttles.emplace_back(Simulator::Now(), now);
                                           }));
        socket->TraceConnectWithoutContext(
            "ThrottledTime",
            Callback<void, Time>([this](Time duration) { throttledTimes.push_back(duration); }));
        socket->TraceConnectWithoutContext("LocalDrop",
                                           Callback<void, uint32_t>([this](uint32_t payload) {
                                               drops.emplace_back(Simulator::Now(), payload);
                                           }));
        socket->TraceConnectWithoutContext(
            "CongestionWindow",
            Callback<void, uint32_t, uint32_t>([this](uint32_t, uint32_t now) { cwnd = now; }));
        socket->TraceConnectWithoutContext(
            "SlowStartThreshold",
            Callback<void, uint32_t, uint32_t>([this](uint32_t, uint32_t now) {
                if (now < UINT32_MAX) // the handshake sets it to that
                {
                    ssthreshs.emplace_back(Simulator::Now(), now);
                }
            }));
        socket->TraceConnectWithoutContext(
            "CongState",
            Callback<void, TcpSocketState::TcpCongState_t, TcpSocketState::TcpCongState_t>(
                [this](TcpSocketState::TcpCongState_t, TcpSocketState::TcpCongState_t now) {
                    states.emplace_back(Simulator::Now(), now);
                }));
    }

    /**
     * @brief Write as much as the socket takes.
     */
    void Write()
    {
        if (onSpace)
        {
            onSpace();
            return;
        }
        while (m_left > 0)
        {
            const uint32_t size = std::min(m_left, socket->GetTxAvailable());
            if (size == 0 || socket->Send(Create<Packet>(size)) < 0)
            {
                return;
            }
            m_left -= m_left == UNLIMITED_BYTES ? 0 : size;
        }
    }

    TwoHosts m_hosts;               //!< sender and receiver
    uint32_t m_left;                //!< what is still to be written, in bytes
    Ptr<LinuxTcpSocket> m_listener; //!< the receiver's
    Ptr<LinuxTcpSocket> m_accepted; //!< see GetAccepted()
    uint64_t m_nReceived{0};        //!< see GetNReceived()
    Time m_lastReceived;            //!< see GetLastReceived()
};

/**
 * @ingroup linux-tx-tests
 * @brief A test case that is one function.
 */
class SmallQueueTestCase : public TestCase
{
  public:
    /// The function.
    using Body = std::function<void(SmallQueueTestCase&)>;

    /**
     * @brief Constructor.
     * @param name what is tested
     * @param body the function
     */
    SmallQueueTestCase(const std::string& name, Body body)
        : TestCase(name),
          m_body(std::move(body))
    {
    }

    /**
     * @brief Two numbers are to be the same.
     * @param actual what is
     * @param expected what is to be
     * @param what for the message
     */
    void Equal(int64_t actual, int64_t expected, const std::string& what)
    {
        NS_TEST_EXPECT_MSG_EQ(actual, expected, what);
    }

    /**
     * @brief Something is to be true.
     * @param condition what
     * @param what for the message
     */
    void True(bool condition, const std::string& what)
    {
        NS_TEST_EXPECT_MSG_EQ(condition, true, what);
    }

  private:
    void DoRun() override
    {
        m_body(*this);
    }

    Body m_body; //!< the function
};

namespace
{

/// How the cases name what they check with.
using Check = SmallQueueTestCase;

void
ChargeIsOverheadAndPayload(Check& check)
{
    // 10 Mb/s, a window of ten segments: trains of up to five (half of it).
    for (const std::string gso : {"false", "true"})
    {
        SmallQueueFlow flow("10Mbps",
                            {{"Gso", gso}, {"SmallQueue", "Off"}, {"SegmentSize", "1000"}},
                            200500);
        WmemLedger ledger;
        ledger.Watch(flow.socket);
        std::vector<uint64_t> charges;
        flow.socket->TraceConnectWithoutContext(
            "WmemAlloc",
            Callback<void, uint64_t, uint64_t>([&](uint64_t before, uint64_t after) {
                if (after > before)
                {
                    charges.push_back(after - before);
                }
            }));
        flow.Run(Seconds(5));
        check.Equal(flow.GetNReceived(), 200500, "all has arrived");
        check.Equal(charges.at(0), 1280, "the SYN");
        charges.erase(charges.begin());
        check.Equal(charges.size(), flow.sent.size(), "one charge a packet");
        bool trains = false;
        for (std::size_t i = 0; i < std::min(charges.size(), flow.sent.size()); ++i)
        {
            check.Equal(charges[i], 1280 + flow.sent[i].payload, "packet " + std::to_string(i));
            check.Equal(flow.sent[i].segments, (flow.sent[i].payload + 999) / 1000, "segments");
            trains = trains || flow.sent[i].segments > 1;
        }
        check.Equal(trains, gso == "true", "trains");
        check.Equal(ledger.GetFault().size(), 0, ledger.GetFault());
        check.Equal(flow.socket->GetWmemAlloc(), 0, "all was given back");
        check.Equal(flow.GetAccepted()->GetPeakWmemAlloc(), 1280, "its SYN; ACKs are free");
        check.Equal(flow.socket->GetThrottledCount(), 0, "no small queue");
    }
}

void
ThrottledAtTheLimitAndNotBefore(Check& check)
{
    // The ten segments of the first window wait for a slow device: the third charge reaches a limit
    // of three, but not one that is a byte more.
    for (const uint32_t more : {0, 1})
    {
        SmallQueueFlow flow(
            "1Mbps",
            {{"SmallQueue", "Fixed"}, {"LimitOutputBytes", std::to_string(3 * CHARGE + more)}});
        flow.Run(Seconds(2));
        const uint64_t peak = (3 + more) * CHARGE;
        check.Equal(flow.socket->GetPeakWmemAlloc(), peak, "most that was charged");
        check.True(flow.sent.size() > 100, "it went on");
        for (uint32_t i = 0; i < 3 + more; ++i)
        {
            check.Equal(flow.sent.at(i).charged, (i + 1) * CHARGE, "of the first");
            check.Equal((flow.sent[i].time - flow.sent[0].time).GetNanoSeconds(), 0, "at once");
        }
        check.Equal((flow.throttles.at(0).first - flow.sent[0].time).GetNanoSeconds(),
                    0,
                    "and then it was stopped");
        check.True(flow.sent[3 + more].time > flow.sent[0].time, "until one was sent");
        check.True(flow.socket->GetThrottledCount() > 50, "again and again");
    }
}

void
RateExemptsTheFirstTwoPackets(Check& check)
{
    // A limit of a byte: Rate lets a packet pass while there is one at most that is not
    // acknowledged; others let it pass only when nothing is charged.
    for (const auto& [policy, packets] : std::map<std::string, uint32_t>{{"Rate", 2}, {"Fixed", 1}})
    {
        SmallQueueFlow flow("1Mbps",
                            {{"SmallQueue", policy}, {"LimitOutputBytes", "1"}},
                            UNLIMITED_BYTES,
                            MilliSeconds(50));
        flow.Run(Seconds(2));
        check.Equal(flow.socket->GetPeakWmemAlloc(), packets * CHARGE, policy);
        check.True(flow.socket->GetThrottledCount() > 0, policy + " stops");
        check.True(flow.sent.size() > 20, policy + " goes on");
    }
}

void
ThrottledTimeIsTheSumOfThePeriods(Check& check)
{
    SmallQueueFlow flow(
        "5Mbps",
        {{"SmallQueue", "Fixed"}, {"LimitOutputBytes", std::to_string(4 * CHARGE)}});
    flow.Run(Seconds(1));
    Time sum;
    std::size_t periods = 0;
    for (std::size_t i = 0; i < flow.throttles.size(); ++i)
    {
        check.Equal(flow.throttles[i].second, i % 2 == 0, "they alternate");
        if (i % 2 == 1)
        {
            const Time period = flow.throttles[i].first - flow.throttles[i - 1].first;
            check.Equal(flow.throttledTimes.at(periods).GetNanoSeconds(),
                        period.GetNanoSeconds(),
                        "a period");
            sum += period;
            ++periods;
        }
    }
    check.Equal(flow.throttledTimes.size(), periods, "periods that have ended");
    check.Equal(flow.socket->GetThrottledCount(), (flow.throttles.size() + 1) / 2, "number");
    if (flow.throttles.size() % 2 == 1)
    {
        sum += START + Seconds(1) - flow.throttles.back().first;
    }
    check.Equal(flow.socket->GetThrottledTime().GetNanoSeconds(), sum.GetNanoSeconds(), "sum");
    check.True(periods > 100, "there were many");
}

void
TimeoutSendsThoughThrottled(Check& check)
{
    // Nothing leaves the queue disc, so the charges stay.
    SmallQueueFlow flow("100Mbps", {{"SmallQueue", "Fixed"}, {"LimitOutputBytes", "5000"}});
    flow.GetHosts().Park();
    flow.Run(Seconds(0.9));
    const uint64_t before = flow.socket->GetWmemAlloc();
    check.True(before >= 5000, "throttled");
    check.Equal(flow.socket->GetRetransmits(), 0, "before the timeout");
    // ns-3's RTO is one second, then two.
    flow.Run(Seconds(1.5));
    check.Equal(flow.socket->GetRetransmits(), 1, "after one second");
    check.Equal(flow.socket->GetWmemAlloc(), before + CHARGE, "after one second");
    flow.Run(Seconds(3.5));
    check.Equal(flow.socket->GetRetransmits(), 2, "after three");
    check.Equal(flow.socket->GetWmemAlloc(), before + 2 * CHARGE, "after three");
}

void
CompletionsWaitForTheEndOfSendmsg(Check& check)
{
    // A segment takes 1000 + 66 + 38 bytes, below a millisecond at 10 Mb/s. The call that writes
    // everything takes five.
    for (const int64_t hold : {0, 5})
    {
        SmallQueueFlow flow("10Mbps",
                            {{"SmallQueue", "Fixed"},
                             {"LimitOutputBytes", std::to_string(2 * CHARGE)},
                             {"SendmsgTime", std::to_string(hold) + "ms"}},
                            20 * MSS);
        flow.Run(Seconds(1));
        check.Equal(flow.GetNReceived(), 20 * MSS, "all has arrived");
        // TcpSocketBase::Send() lets the first packet go a step of time later.
        const Time third = flow.sent.at(2).time - (flow.sent[0].time - TimeStep(1));
        if (hold == 0)
        {
            check.True(third < MilliSeconds(1), "the third leaves after the first");
        }
        else
        {
            check.Equal(third.GetNanoSeconds(), 5000000, "the third leaves after sendmsg()");
            check.Equal(flow.sent[3].time.GetNanoSeconds(),
                        flow.sent[2].time.GetNanoSeconds(),
                        "and so does the fourth");
        }
    }
}

void
OrphaningMakesItBlind(Check& check)
{
    constexpr uint32_t LIMIT = 3 * CHARGE;
    for (const std::string orphan : {"None", "Driver"})
    {
        SmallQueueFlow flow("2Mbps",
                            {{"SmallQueue", "Fixed"}, {"LimitOutputBytes", std::to_string(LIMIT)}});
        const auto device = flow.GetHosts().GetDevice();
        device->SetAttribute("OrphanPolicy", StringValue(orphan));
        // No byte queue limits: the ring takes whatever comes.
        device->GetObject<NetDeviceQueueInterface>()->GetTxQueue(0)->SetQueueLimits(nullptr);
        flow.Run(Seconds(2));
        check.True(flow.sent.size() > 100, orphan + ": it went on");
        if (orphan == "None")
        {
            check.Equal(flow.socket->GetPeakWmemAlloc(), LIMIT, "stopped by what is on the ring");
            check.True(flow.socket->GetThrottledCount() > 100, "again and again");
        }
        else
        {
            check.Equal(flow.socket->GetPeakWmemAlloc(), CHARGE, "nothing stays charged");
            check.Equal(flow.socket->GetThrottledCount(), 0, "never stopped");
        }
    }
}

void
OrphaningLeavesWhatIsInTheQueueDisc(Check& check)
{
    // Byte queue limits keep packets in the queue disc: those alone are charged, and stop it.
    constexpr uint32_t LIMIT = 3 * CHARGE;
    SmallQueueFlow flow("2Mbps",
                        {{"SmallQueue", "Fixed"}, {"LimitOutputBytes", std::to_string(LIMIT)}});
    flow.GetHosts().GetDevice()->SetAttribute("OrphanPolicy", StringValue("Driver"));
    const auto qdisc = flow.GetHosts().SetQueueDisc("ns3::FifoQueueDisc", "1000p");
    uint32_t most = 0;
    for (int64_t ms = 20; ms < 2000; ++ms)
    {
        Simulator::Schedule(START + MilliSeconds(ms) + MicroSeconds(37), [&] {
            check.Equal(flow.socket->GetWmemAlloc(), qdisc->GetNPackets() * CHARGE, "what waits");
            most = std::max(most, qdisc->GetNPackets());
        });
    }
    flow.Run(Seconds(2));
    check.Equal(most, 3, "packets in the queue disc");
    check.True(flow.socket->GetThrottledCount() > 100, "it stops the socket");
}

void
LocalDropIsKnownAtOnce(Check& check)
{
    constexpr uint32_t BYTES = 400 * MSS;
    // A window of 40 segments, and a queue disc of two.
    SmallQueueFlow flow("10Mbps",
                        {{"SmallQueue", "Off"}, {"InitialCwnd", "40"}},
                        BYTES,
                        MilliSeconds(20));
    flow.GetHosts().SetQueueDisc("ns3::FifoQueueDisc", "2p");
    flow.Run(Seconds(20));
    check.Equal(flow.GetNReceived(), BYTES, "all has arrived");
    check.True(flow.drops.size() > 3, "packets were dropped");
    check.Equal(flow.socket->GetLocalDrops(), flow.drops.size(), "and counted");
    check.Equal(flow.socket->GetRetransmits(), 0, "they were still to be sent");
    // Each reduction is at the very time of a drop, and the state of the window then is CWR.
    std::size_t entries = 0;
    bool reduced = false;
    for (const auto& [time, state] : flow.states)
    {
        check.True(state == TcpSocketState::CA_CWR || state == TcpSocketState::CA_OPEN,
                   "no loss, no disorder");
        if (state == TcpSocketState::CA_CWR)
        {
            const Time entry = time;
            ++entries;
            check.True(std::any_of(flow.drops.begin(),
                                   flow.drops.end(),
                                   [entry](const auto& drop) { return drop.first == entry; }),
                       "CWR begins with a drop");
            reduced = true;
        }
    }
    check.True(reduced, "there was CWR");
    check.Equal(flow.ssthreshs.size(), entries, "one reduction each");
    check.True(flow.drops.size() > entries, "however many drops there are in a window");
    check.Equal((flow.states.at(0).first - flow.drops.at(0).first).GetNanoSeconds(), 0, "at once");
    // Of 40 segments cubic leaves 0.7.
    check.Equal(flow.ssthreshs.at(0).second, 28 * MSS, "the first reduction");
    check.True(flow.ssthreshs.size() > 1, "a drop in a later window reduces it again");
    for (std::size_t i = 1; i < flow.ssthreshs.size(); ++i)
    {
        // An RTT, 40 ms, later.
        check.True(flow.ssthreshs[i].first - flow.ssthreshs[i - 1].first >= MilliSeconds(40),
                   "once in a window");
    }
}

void
DropWithNothingInFlight(Check& check)
{
    // A packet of another socket fills the queue disc when the connection has sent nothing yet. No
    // ACK will come; Linux tries again as if the window were closed (tcp_check_probe_timer).
    SmallQueueFlow flow("10Mbps", {{"SmallQueue", "Off"}});
    auto& hosts = flow.GetHosts();
    hosts.SetQueueDisc("ns3::FifoQueueDisc", "1p");
    const auto udp = hosts.MakeSocket();
    udp->Connect(hosts.GetReceiver());
    const auto txQueue = hosts.GetDevice()->GetObject<NetDeviceQueueInterface>()->GetTxQueue(0);
    flow.onSpace = [] {};
    Time written;
    Simulator::Schedule(START + Seconds(1), [&] {
        txQueue->Stop();
        udp->Send(Create<Packet>(100));
        flow.socket->Send(Create<Packet>(3 * MSS));
        written = Simulator::Now();
        Simulator::Schedule(MilliSeconds(10), [&] { txQueue->Wake(); });
    });
    flow.Run(Seconds(5));
    check.Equal(flow.drops.size(), 1, "one packet was dropped");
    check.Equal(flow.GetNReceived(), 3 * MSS, "all has arrived");
    check.Equal(flow.socket->GetRetransmits(), 0, "nothing was sent twice");
    for (const auto& [time, state] : flow.states)
    {
        check.True(state != TcpSocketState::CA_LOSS, "that is no loss");
    }
    check.Equal(flow.sent.size(), 4, "packets tried");
    // ns-3's RTO is a second.
    check.Equal((flow.sent.at(1).time - written).GetMilliSeconds(), 1000, "the next try");
}

void
LimitedFlowKeepsItsWindow(Check& check)
{
    // In flight are the four packets that are charged, and what ACKs are delayed for: not half of
    // the ten segments of the window that a connection begins with.
    SmallQueueFlow limited(
        "10Mbps",
        {{"SmallQueue", "Fixed"}, {"LimitOutputBytes", std::to_string(2 * CHARGE)}});
    limited.Run(Seconds(3));
    check.Equal(limited.cwnd, 10 * MSS, "the window is as it was");
    check.True(limited.GetNReceived() > 2000000, "though it was fast");
}

void
UnlimitedFlowLetsItsWindowGrow(Check& check)
{
    SmallQueueFlow unlimited("10Mbps", {{"SmallQueue", "Off"}});
    unlimited.Run(Seconds(3));
    check.True(unlimited.cwnd > 100 * MSS, "the window has grown");
}

void
PacingShiftOfTheDeviceChangesTheLimit(Check& check)
{
    // 8 Mb/s are 1,000,000 bytes/s: >> 10 is 976, less than two packets (4560); >> 7 is 7812, which
    // the fourth packet reaches; >> 5 is 31,250, and 14 packets.
    for (const auto& [shift, packets] : std::map<uint32_t, uint32_t>{{10, 2}, {7, 4}, {5, 14}})
    {
        // Two windows of 40 segments in an RTT are more than that rate, even with such a queue.
        SmallQueueFlow flow(
            "2Mbps",
            {{"SmallQueue", "Rate"}, {"MaxPacingRate", "8Mbps"}, {"InitialCwnd", "40"}});
        const auto node = flow.GetHosts().GetNodes().Get(0);
        const auto layer = node->GetObject<LinuxTransmitPath>()->GetXmitLayer();
        layer->SetPacingShift(flow.GetHosts().GetDevice(), shift);
        std::map<uint64_t, uint32_t> charges;
        for (int64_t ms = 1500; ms < 3000; ++ms)
        {
            Simulator::Schedule(START + MilliSeconds(ms),
                                [&] { ++charges[flow.socket->GetWmemAlloc() / CHARGE]; });
        }
        flow.Run(Seconds(3));
        const auto usual =
            std::max_element(charges.begin(), charges.end(), [](const auto& a, const auto& b) {
                return a.second < b.second;
            });
        check.Equal(usual->first, packets, "at a shift of " + std::to_string(shift));
        check.Equal(charges.rbegin()->first, packets, "the most");
    }
}

void
AttributesChangeAtRunTime(Check& check)
{
    SmallQueueFlow flow("2Mbps",
                        {{"SmallQueue", "Fixed"}, {"LimitOutputBytes", std::to_string(CHARGE)}});
    const std::string path = "/NodeList/0/$ns3::TcpL4Protocol/SocketList/*/$ns3::LinuxTcpSocket/";
    flow.Run(Seconds(1));
    check.Equal(flow.socket->GetPeakWmemAlloc(), CHARGE, "one packet");
    Config::Set(path + "LimitOutputBytes", UintegerValue(4 * CHARGE));
    flow.Run(Seconds(2));
    check.Equal(flow.socket->GetPeakWmemAlloc(), 4 * CHARGE, "four packets");
    Config::Set(path + "SmallQueue", StringValue("Off"));
    flow.Run(Seconds(3));
    check.True(flow.socket->GetPeakWmemAlloc() > 8 * CHARGE, "as many as the window allows");
    const uint64_t count = flow.socket->GetThrottledCount();
    flow.Run(Seconds(3.5));
    check.Equal(flow.socket->GetThrottledCount(), count, "never stopped any more");
}

void
AcceptedSocketsAreLikeTheListener(Check& check)
{
    TwoHosts hosts(TwoHosts::NIC);
    hosts.ResolveNeighbours();
    Config::SetDefault("ns3::LinuxTcpSocket::LimitOutputBytes", UintegerValue(7777));
    const Address server(InetSocketAddress(Ipv4Address("10.1.1.2"), PORT));
    PacketSinkHelper sinkHelper(FACTORY, InetSocketAddress(Ipv4Address::GetAny(), PORT));
    const auto sink = DynamicCast<PacketSink>(sinkHelper.Install(hosts.GetNodes().Get(1)).Get(0));
    BulkSendHelper bulk(FACTORY, server);
    bulk.SetAttribute("MaxBytes", UintegerValue(100000));
    auto bulkApp = bulk.Install(hosts.GetNodes().Get(0));
    OnOffHelper onOff(FACTORY, server);
    onOff.SetConstantRate(DataRate("1Mbps"), 500);
    onOff.SetAttribute("MaxBytes", UintegerValue(50000));
    auto onOffApp = onOff.Install(hosts.GetNodes().Get(0));
    bulkApp.Start(START);
    onOffApp.Start(START);
    Simulator::Stop(START + MilliSeconds(100));
    Simulator::Run();
    Config::Reset();
    const auto accepted = sink->GetAcceptedSockets();
    check.Equal(accepted.size(), 2, "accepted");
    for (const auto& socket : accepted)
    {
        check.True(DynamicCast<LinuxTcpSocket>(socket) != nullptr, "an accepted socket is ours");
        UintegerValue limit;
        socket->GetAttribute("LimitOutputBytes", limit);
        check.Equal(limit.Get(), 7777, "with the attributes of the listener");
    }
    Simulator::Stop(Seconds(10));
    Simulator::Run();
    check.Equal(sink->GetTotalRx(), 150000, "all has arrived");
    check.Equal(hosts.GetNLiveSkbs(), 0, "nothing is alive");
}

void
WindowThatIsFullToTheByte(Check& check)
{
    // Twenty segments fill the receiver's window. The first is lost and the others are acknowledged
    // selectively: ns-3 then has room in the congestion window, and nothing to put in it.
    SmallQueueFlow flow("10Mbps", {{"SmallQueue", "Off"}, {"InitialCwnd", "40"}}, 100 * MSS);
    const auto errors = CreateObject<RateErrorModel>();
    errors->SetRate(0);
    flow.GetHosts().GetNodes().Get(1)->GetDevice(0)->SetAttribute("ReceiveErrorModel",
                                                                  PointerValue(errors));
    flow.socket->TraceConnectWithoutContext(
        "Skb",
        Callback<void, uint32_t, uint32_t>([&](uint32_t, uint32_t) {
            if (flow.sent.size() == 1)
            {
                // A segment takes 0.883 ms.
                errors->SetRate(1);
                Simulator::Schedule(MicroSeconds(1300), &RateErrorModel::SetRate, errors, 0);
            }
        }));
    Config::Set("/NodeList/1/$ns3::TcpL4Protocol/SocketList/*/$ns3::LinuxTcpSocket/RcvBufSize",
                UintegerValue(20 * MSS));
    flow.Run(Seconds(20));
    check.Equal(flow.GetNReceived(), 100 * MSS, "all has arrived");
    check.Equal(flow.socket->GetRetransmits(), 1, "one was lost");
}

void
ClosedWindowAndNothingToProbeIt(Check& check)
{
    // The receiver reads nothing, and all that there is fills its window.
    SmallQueueFlow flow("10Mbps", {{"SmallQueue", "Off"}}, 20 * MSS);
    flow.reads = false;
    Config::Set("/NodeList/1/$ns3::TcpL4Protocol/SocketList/*/$ns3::LinuxTcpSocket/RcvBufSize",
                UintegerValue(20 * MSS));
    flow.Run(Seconds(60));
    check.Equal(flow.GetAccepted()->GetRxAvailable(), 20 * MSS, "all has arrived");
    check.Equal(flow.socket->GetWmemAlloc(), 0, "nothing is on its way");
}

void
CloseWhenAskedForMore(Check& check)
{
    // A socket that finds more room than data asks for data before it sends. That the application
    // has not read what has come makes its Close() a reset.
    for (const std::string gso : {"false", "true"})
    {
        SmallQueueFlow flow("10Mbps", {{"SmallQueue", "Off"}, {"Gso", gso}});
        bool sends = false;
        bool closed = false;
        flow.onSpace = [&] {
            if (sends && !closed)
            {
                closed = true;
                flow.socket->Close();
            }
        };
        Simulator::Schedule(START + Seconds(1),
                            [&] { flow.GetAccepted()->Send(Create<Packet>(100)); });
        Simulator::Schedule(START + Seconds(2), [&] {
            check.Equal(flow.socket->GetRxAvailable(), 100, "there is something to read");
            flow.socket->Send(Create<Packet>(2500));
            sends = true;
        });
        flow.Run(Seconds(5));
        check.True(closed, "the socket has asked");
        check.Equal(flow.GetNReceived(), 0, "and then sent nothing");
        check.Equal(flow.socket->GetWmemAlloc(), 0, "nothing stays charged");
        check.Equal(flow.GetHosts().GetNLiveSkbs(), 0, "nothing is alive");
    }
}

} // namespace

/**
 * @ingroup linux-tx-tests
 * @brief Suite linux-tx-tcp-small-queue.
 */
class TcpSmallQueueTestSuite : public TestSuite
{
  public:
    TcpSmallQueueTestSuite()
        : TestSuite("linux-tx-tcp-small-queue", Type::UNIT)
    {
        const std::vector<std::pair<std::string, SmallQueueTestCase::Body>> cases{
            {"a packet is charged 1280 + payload, an ACK nothing", ChargeIsOverheadAndPayload},
            {"a socket is stopped at its limit and not before", ThrottledAtTheLimitAndNotBefore},
            {"Rate exempts a nearly empty retransmit queue", RateExemptsTheFirstTwoPackets},
            {"ThrottledTime is the sum of the periods", ThrottledTimeIsTheSumOfThePeriods},
            {"a timeout sends though the socket is stopped", TimeoutSendsThoughThrottled},
            {"completions wait for the end of sendmsg()", CompletionsWaitForTheEndOfSendmsg},
            {"a driver that orphans makes the small queue blind", OrphaningMakesItBlind},
            {"but for what is in the queue disc", OrphaningLeavesWhatIsInTheQueueDisc},
            {"a local drop is known at once and costs no timeout", LocalDropIsKnownAtOnce},
            {"a local drop with nothing in flight is no loss", DropWithNothingInFlight},
            {"a limited flow does not let its window grow", LimitedFlowKeepsItsWindow},
            {"an unlimited flow does", UnlimitedFlowLetsItsWindowGrow},
            {"the pacing shift of a device changes the limit",
             PacingShiftOfTheDeviceChangesTheLimit},
            {"attributes change at run time", AttributesChangeAtRunTime},
            {"accepted sockets are like the listener", AcceptedSocketsAreLikeTheListener},
            {"a receive window can be full to the byte", WindowThatIsFullToTheByte},
            {"a closed window needs something to be probed with", ClosedWindowAndNothingToProbeIt},
            {"an application may close when it is asked for more", CloseWhenAskedForMore},
        };
        for (const auto& [name, body] : cases)
        {
            AddTestCase(new SmallQueueTestCase(name, body));
        }
    }
};

static TcpSmallQueueTestSuite g_tcpSmallQueueTestSuite; //!< the suite
