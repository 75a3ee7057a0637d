/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "frame-recorder.h"

#include "ns3/boolean.h"
#include "ns3/bulk-send-helper.h"
#include "ns3/config.h"
#include "ns3/error-model.h"
#include "ns3/inet-socket-address.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv6-address-helper.h"
#include "ns3/linux-tx-helper.h"
#include "ns3/nic-helper.h"
#include "ns3/node-container.h"
#include "ns3/nstime.h"
#include "ns3/on-off-helper.h"
#include "ns3/packet-sink-helper.h"
#include "ns3/packet-sink.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/pointer.h"
#include "ns3/queue-disc-container.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/traffic-control-helper.h"
#include "ns3/type-id.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

constexpr uint16_t PORT = 5001;      ///< of the receiver
constexpr int64_t STREAMS = 1000;    ///< first one of the hosts
constexpr uint32_t AMOUNT = 400'000; ///< bytes of a bulk transfer

/// What a transfer is like.
struct Setting
{
    bool nic{false};                             ///< over NICs, else over point-to-point devices
    bool ipv6{false};                            ///< over IPv6
    double loss{0};                              ///< probability of each frame, either way
    bool sack{true};                             ///< with SACK
    bool pacing{false};                          ///< with ns-3's pacing
    bool noDelay{true};                          ///< without Nagle's algorithm
    bool bulk{true};                             ///< as fast as possible, else in small pieces
    std::string congestion{"ns3::TcpLinuxReno"}; ///< congestion control
    uint32_t buffers{131072};                    ///< of both sockets, in bytes
    bool ecn{false};                             ///< with ECN
    uint32_t run{1};                             ///< of the random numbers
    bool trains{false};                          ///< does a LinuxTcpSocket send trains?
    uint32_t delAckCount{2};                     ///< segments that share an ACK
    bool linuxReceiver{true};                    ///< else ns-3's socket receives in either case
    bool unreached{false};                       ///< with a small queue that is never reached

    /**
     * @brief For messages.
     * @return the setting in words
     */
    std::string Describe() const
    {
        return std::string(nic ? "NIC" : "point-to-point") + (ipv6 ? ", IPv6" : ", IPv4") +
               ", loss " + std::to_string(loss) + (sack ? ", SACK" : "") +
               (pacing ? ", paced" : "") + (noDelay ? "" : ", Nagle") + (bulk ? "" : ", pieces") +
               ", " + congestion + ", buffers " + std::to_string(buffers) + (ecn ? ", ECN" : "") +
               ", run " + std::to_string(run) + (trains ? ", trains" : "") + ", ACK of " +
               std::to_string(delAckCount) + (linuxReceiver ? "" : ", ns-3's receiver") +
               (unreached ? ", limit not reached" : "");
    }
};

/// What became of it.
struct Outcome
{
    std::vector<FrameRecorder::Frame> frames; ///< on the wire, both ways
    uint64_t received{0};                     ///< bytes that the application got
    uint64_t marked{0};                       ///< packets that the sender's queue disc marked
};

/**
 * @brief Two hosts and a transfer.
 * @param setting what it is like
 * @param linuxTx with LinuxTcpSocket and the transmit path below it, else as ns-3 is
 * @return what became of it
 */
Outcome
Transfer(const Setting& setting, bool linuxTx)
{
    RngSeedManager::SetRun(setting.run);
    Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(1400));
    Config::SetDefault("ns3::TcpSocket::SndBufSize", UintegerValue(setting.buffers));
    Config::SetDefault("ns3::TcpSocket::RcvBufSize", UintegerValue(setting.buffers));
    Config::SetDefault("ns3::TcpSocket::TcpNoDelay", BooleanValue(setting.noDelay));
    Config::SetDefault("ns3::TcpSocketBase::Sack", BooleanValue(setting.sack));
    Config::SetDefault("ns3::TcpSocketBase::UseEcn", StringValue(setting.ecn ? "On" : "Off"));
    Config::SetDefault("ns3::TcpSocketState::EnablePacing", BooleanValue(setting.pacing));
    Config::SetDefault("ns3::TcpL4Protocol::SocketType",
                       TypeIdValue(TypeId::LookupByName(setting.congestion)));
    Config::SetDefault("ns3::TcpSocket::DelAckCount", UintegerValue(setting.delAckCount));
    Config::SetDefault("ns3::LinuxTcpSocket::SmallQueue",
                       StringValue(setting.unreached ? "Fixed" : "Off"));
    Config::SetDefault("ns3::LinuxTcpSocket::LimitOutputBytes", UintegerValue(1 << 30));
    Config::SetDefault("ns3::LinuxTcpSocket::Gso", BooleanValue(setting.trains));
    Config::SetDefault("ns3::LinuxTcpSocket::TsoWinDivisor", UintegerValue(0));

    NodeContainer hosts(2);
    InternetStackHelper stack;
    stack.Install(hosts);
    stack.AssignStreams(hosts, STREAMS);
    if (linuxTx)
    {
        LinuxTxHelper().Install(hosts);
    }
    NetDeviceContainer devices;
    if (setting.nic)
    {
        NicHelper nic;
        nic.SetDeviceAttribute("DataRate", StringValue("20Mbps"));
        nic.SetChannelAttribute("Delay", StringValue("10ms"));
        devices = nic.Install(hosts);
    }
    else
    {
        PointToPointHelper link;
        link.SetDeviceAttribute("DataRate", StringValue("20Mbps"));
        link.SetChannelAttribute("Delay", StringValue("10ms"));
        // Packets wait in the queue disc, where they are marked.
        link.SetQueue("ns3::DropTailQueue", "MaxSize", StringValue(setting.ecn ? "1p" : "100p"));
        devices = link.Install(hosts);
    }
    TrafficControlHelper queueDisc;
    if (setting.ecn)
    {
        queueDisc.SetRootQueueDisc("ns3::CoDelQueueDisc",
                                   "UseEcn",
                                   BooleanValue(true),
                                   "CeThreshold",
                                   TimeValue(MilliSeconds(2)));
    }
    else
    {
        queueDisc.SetRootQueueDisc("ns3::PfifoFastQueueDisc");
    }
    const QueueDiscContainer queueDiscs = queueDisc.Install(devices);
    Outcome outcome;
    FrameRecorder recorder(devices, outcome.frames);
    for (uint32_t i = 0; setting.loss > 0 && i < devices.GetN(); ++i)
    {
        const auto loss = CreateObject<RateErrorModel>();
        loss->SetUnit(RateErrorModel::ERROR_UNIT_PACKET);
        loss->SetRate(setting.loss);
        loss->AssignStreams(i + 1);
        devices.Get(i)->SetAttribute("ReceiveErrorModel", PointerValue(loss));
    }

    Address receiver;
    if (setting.ipv6)
    {
        const auto interfaces = Ipv6AddressHelper("2001:db8::", 64).Assign(devices);
        receiver = Inet6SocketAddress(interfaces.GetAddress(1, 1), PORT);
    }
    else
    {
        const auto interfaces = Ipv4AddressHelper("10.0.0.0", "255.255.255.0").Assign(devices);
        receiver = InetSocketAddress(interfaces.GetAddress(1), PORT);
    }
    const std::string stockFactory = "ns3::TcpSocketFactory";
    const std::string factory = linuxTx ? "ns3::LinuxTcpSocketFactory" : stockFactory;
    const std::string sinkFactory = setting.linuxReceiver ? factory : stockFactory;
    const auto sink = DynamicCast<PacketSink>(
        PacketSinkHelper(sinkFactory, receiver).Install(hosts.Get(1)).Get(0));
    ApplicationContainer sender;
    if (setting.bulk)
    {
        BulkSendHelper bulk(factory, receiver);
        bulk.SetAttribute("MaxBytes", UintegerValue(AMOUNT));
        sender = bulk.Install(hosts.Get(0));
    }
    else
    {
        OnOffHelper pieces(factory, receiver);
        pieces.SetConstantRate(DataRate("3Mbps"), 333);
        pieces.SetAttribute("MaxBytes", UintegerValue(AMOUNT / 2));
        sender = pieces.Install(hosts.Get(0));
    }
    sender.Start(Seconds(2)); // IPv6 addresses are valid by then
    Simulator::Stop(Seconds(60));
    Simulator::Run();
    outcome.received = sink->GetTotalRx();
    outcome.marked = queueDiscs.Get(0)->GetStats().nTotalMarkedPackets;
    Simulator::Destroy();
    Config::Reset();
    return outcome;
}

/// Transfers that are the same with either socket.
class EqualityCase : public TestCase
{
  public:
    /**
     * @brief Constructor.
     * @param name what they have in common
     * @param settings what they are like
     */
    EqualityCase(const std::string& name, const std::vector<Setting>& settings)
        : TestCase("frames are those of ns-3's TCP, to the byte and nanosecond: " + name),
          m_settings(settings)
    {
    }

  private:
    void DoRun() override
    {
        for (const Setting& setting : m_settings)
        {
            Compare(setting);
        }
    }

    /**
     * @brief Compare the two.
     * @param setting what they are like
     */
    void Compare(const Setting& setting)
    {
        // Trains are compared with the same socket's single segments, which are ns-3's.
        Setting reference = setting;
        reference.trains = false;
        const Outcome stock = Transfer(reference, setting.trains);
        const Outcome ours = Transfer(setting, true);
        const std::string what = setting.Describe();
        NS_TEST_EXPECT_MSG_EQ(ours.received, stock.received, "received: " << what);
        NS_TEST_EXPECT_MSG_GT(stock.frames.size(), 200, "there is something to compare: " << what);
        if (setting.ecn && setting.loss == 0)
        {
            NS_TEST_EXPECT_MSG_GT(stock.marked, 0, "ECN has something to say: " << what);
        }
        for (std::size_t i = 0; i < std::min(ours.frames.size(), stock.frames.size()); ++i)
        {
            if (!(ours.frames[i] == stock.frames[i]))
            {
                NS_TEST_EXPECT_MSG_EQ(ours.frames[i].Describe(),
                                      stock.frames[i].Describe(),
                                      "frame " << i << ": " << what);
                return;
            }
        }
        NS_TEST_EXPECT_MSG_EQ(ours.frames.size(), stock.frames.size(), "frames: " << what);
    }

    std::vector<Setting> m_settings; ///< what they are like
};

/// With trains frames leave at other times, but without loss they are as many, and none twice.
class TrainsCase : public TestCase
{
  public:
    TrainsCase()
        : TestCase("trains carry what ns-3's segments carry, and nothing twice")
    {
    }

  private:
    void DoRun() override
    {
        for (uint32_t bits = 0; bits < 8; ++bits)
        {
            Setting setting;
            setting.trains = true;
            setting.nic = bits & 1;
            setting.ipv6 = bits & 2;
            setting.loss = bits & 4 ? 0.01 : 0;
            const Outcome stock = Transfer(setting, false);
            const Outcome ours = Transfer(setting, true);
            const std::string what = setting.Describe();
            NS_TEST_EXPECT_MSG_EQ(ours.received, AMOUNT, "received: " << what);
            NS_TEST_EXPECT_MSG_EQ(stock.received, AMOUNT, "received: " << what);
            if (setting.loss == 0)
            {
                NS_TEST_EXPECT_MSG_EQ(CountSent(ours), CountSent(stock), "frames: " << what);
            }
        }
    }

    /**
     * @brief Count what the sender sent.
     * @param outcome what became of a transfer
     * @return frames
     */
    static std::size_t CountSent(const Outcome& outcome)
    {
        return std::count_if(outcome.frames.begin(),
                             outcome.frames.end(),
                             [](const FrameRecorder::Frame& frame) { return frame.sender == 0; });
    }
};

/**
 * @brief Vary what is chosen everywhere.
 * @param runs how many different random numbers
 * @return loss, SACK, pacing and Nagle in all combinations, over either device
 */
std::vector<Setting>
MakeProduct(uint32_t runs)
{
    std::vector<Setting> settings;
    for (uint32_t run = 1; run <= runs; ++run)
    {
        for (const double loss : {0.0, 0.001, 0.01, 0.05})
        {
            for (uint32_t bits = 0; bits < 8; ++bits)
            {
                Setting setting;
                setting.run = run;
                setting.loss = loss;
                setting.sack = bits & 1;
                setting.pacing = bits & 2;
                setting.noDelay = bits & 4;
                setting.bulk = (bits + run) % 2 == 0;
                setting.nic = (bits / 2 + run) % 2 == 0;
                setting.ipv6 = (bits / 4 + run) % 2 == 0;
                settings.push_back(setting);
            }
        }
    }
    return settings;
}

/**
 * @brief Vary the congestion control.
 * @return each with and without loss
 */
std::vector<Setting>
MakeCongestionControls()
{
    std::vector<Setting> settings;
    for (const std::string name : {"TcpNewReno",
                                   "TcpCubic",
                                   "TcpBbr",
                                   "TcpVegas",
                                   "TcpHighSpeed",
                                   "TcpIllinois",
                                   "TcpScalable",
                                   "TcpDctcp"})
    {
        for (const double loss : {0.0, 0.01})
        {
            Setting setting;
            setting.congestion = "ns3::" + name;
            setting.loss = loss;
            setting.nic = loss > 0;
            setting.ecn = name == "TcpDctcp";
            settings.push_back(setting);
            if (name == "TcpNewReno" || name == "TcpCubic")
            {
                setting.ecn = true;
                settings.push_back(setting);
            }
        }
    }
    return settings;
}

/**
 * @brief Vary the buffers.
 * @return from a few segments to more than the network holds
 */
std::vector<Setting>
MakeBuffers()
{
    std::vector<Setting> settings;
    for (const uint32_t buffers : {5000, 20000, 400000})
    {
        for (const double loss : {0.0, 0.01})
        {
            Setting setting;
            setting.buffers = buffers;
            setting.loss = loss;
            settings.push_back(setting);
        }
    }
    return settings;
}

/**
 * @brief Vary who receives, how it delays its ACKs, and why the small queue is not reached.
 * @return each with and without loss
 */
std::vector<Setting>
MakeReceivers()
{
    std::vector<Setting> settings;
    for (const uint32_t delAckCount : {1, 2, 4})
    {
        for (uint32_t bits = 0; bits < 8; ++bits)
        {
            Setting setting;
            setting.delAckCount = delAckCount;
            setting.loss = bits & 1 ? 0.01 : 0;
            setting.linuxReceiver = bits & 2;
            setting.unreached = bits & 4;
            setting.nic = (bits + delAckCount) % 2 == 0;
            settings.push_back(setting);
        }
    }
    return settings;
}

/**
 * @brief Trains that nothing waits for: a NIC sends their segments back to back, as it sends
 *        segments that wait on its ring.
 * @return all without ns-3's pacing, which sends single segments
 */
std::vector<Setting>
MakeTrains()
{
    std::vector<Setting> settings;
    for (Setting setting : MakeProduct(4))
    {
        setting.trains = true;
        setting.nic = true;
        setting.buffers = setting.run % 2 == 0 ? 20000 : 131072;
        if (!setting.pacing)
        {
            settings.push_back(setting);
        }
    }
    return settings;
}

/// TCP without a small queue is ns-3's.
class TcpEqualityTestSuite : public TestSuite
{
  public:
    TcpEqualityTestSuite()
        : TestSuite("linux-tx-tcp-equality", TestSuite::Type::SYSTEM)
    {
        AddTestCase(new EqualityCase("loss, SACK, pacing, Nagle", MakeProduct(10)));
        AddTestCase(new EqualityCase("congestion controls", MakeCongestionControls()));
        AddTestCase(new EqualityCase("buffers", MakeBuffers()));
        AddTestCase(new EqualityCase("receivers, limits that are not reached", MakeReceivers()));
        AddTestCase(new EqualityCase("trains against single segments", MakeTrains()));
        AddTestCase(new TrainsCase);
    }
};

TcpEqualityTestSuite g_tcpEqualityTestSuite; ///< registers it

} // namespace
