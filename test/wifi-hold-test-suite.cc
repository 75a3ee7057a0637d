/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../examples/tsq-wifi-scenario.h"
#include "wifi-hosts.h"
#include "wmem-ledger.h"

#include "ns3/application-container.h"
#include "ns3/bulk-send-application.h"
#include "ns3/bulk-send-helper.h"
#include "ns3/device-features.h"
#include "ns3/inet-socket-address.h"
#include "ns3/kernel-release.h"
#include "ns3/linux-tcp-defaults.h"
#include "ns3/linux-transmit-path.h"
#include "ns3/packet-sink-helper.h"
#include "ns3/packet-sink.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"
#include "ns3/vlan-helper.h"

#include <functional>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

const Time PRIMED = Seconds(1); ///< a first datagram goes: addresses and agreements are known then
const Time BURST = Seconds(2);  ///< when the datagrams go that are looked at
const Time END = Seconds(4);    ///< when everything is over
constexpr double FAR = 20000;   ///< where nothing is heard, in metres

/**
 * @brief Sum up.
 * @param counts numbers by time
 * @return how many in all
 */
uint32_t
Total(const WifiHosts::Counts& counts)
{
    uint32_t total = 0;
    for (const auto& [time, number] : counts)
    {
        total += number;
    }
    return total;
}

/**
 * @brief Look something up.
 * @param counts numbers by time
 * @param time when
 * @return how many then
 */
uint32_t
At(const WifiHosts::Counts& counts, Time time)
{
    const auto found = counts.find(time);
    return found == counts.end() ? 0 : found->second;
}

/**
 * @brief Put numbers together.
 * @param counts numbers by time
 * @param more others
 * @return both
 */
WifiHosts::Counts
Join(WifiHosts::Counts counts, const WifiHosts::Counts& more)
{
    for (const auto& [time, number] : more)
    {
        counts[time] += number;
    }
    return counts;
}

} // namespace

/**
 * @ingroup linux-tx-tests
 * @brief Datagrams through a Wi-Fi device: each charge has to end when the MAC says so.
 */
class WifiHoldTestCase : public TestCase
{
  public:
    /// What is done and looked at.
    using Body = std::function<void(WifiHoldTestCase&, WifiHosts&)>;

    /**
     * @brief Constructor.
     * @param name name of the test case
     * @param settings what the Wi-Fi is like
     * @param body what is done and looked at
     */
    WifiHoldTestCase(const std::string& name, const WifiHosts::Settings& settings, Body body)
        : TestCase(name),
          m_settings(settings),
          m_body(std::move(body))
    {
    }

    /**
     * @brief Check that a statement is true.
     * @param condition the statement
     * @param message what it says
     */
    void True(bool condition, const std::string& message)
    {
        NS_TEST_EXPECT_MSG_EQ(condition, true, message);
    }

    /**
     * @brief Check a number.
     * @param number the number
     * @param expected what it has to be
     * @param message what it is
     */
    void Equal(uint64_t number, uint64_t expected, const std::string& message)
    {
        NS_TEST_EXPECT_MSG_EQ(number, expected, message);
    }

    /**
     * @brief Check when charges ended.
     * @param hosts the hosts
     * @param expected how many have to have ended at which time
     */
    void ReleasedAt(const WifiHosts& hosts, const WifiHosts::Counts& expected)
    {
        Equal(Total(hosts.released), Total(expected), "charges ended");
        True(hosts.released == expected, "each at its time");
    }

  private:
    void DoRun() override
    {
        WifiHosts hosts(m_settings);
        m_body(*this, hosts);
        Equal(hosts.nWrong, 0, "at any time exactly what is alive is charged");
        Equal(hosts.socket->GetWmemAlloc(), 0, "nothing stays charged");
        Equal(hosts.GetLayer()->GetNLiveSkbs(), 0, "nothing stays alive");
    }

    WifiHosts::Settings m_settings; //!< what the Wi-Fi is like
    Body m_body;                    //!< what is done and looked at
};

namespace
{

/// Each charge ends with the acknowledgment of the MPDU.
void
AcknowledgedOneByOne(WifiHoldTestCase& check, WifiHosts& hosts)
{
    hosts.SendBurst(1, PRIMED);
    hosts.SendBurst(20, BURST);
    hosts.Run(END);
    check.Equal(hosts.nReceived, 21, "all arrive");
    check.Equal(hosts.peak, 20 * WifiHosts::CHARGE, "all are charged at once");
    check.Equal(Total(hosts.acknowledged), 21, "all are acknowledged");
    check.ReleasedAt(hosts, hosts.acknowledged);
}

/// A BlockAck ends the charges of a whole A-MPDU.
void
AcknowledgedInAggregates(WifiHoldTestCase& check, WifiHosts& hosts)
{
    AcknowledgedOneByOne(check, hosts);
    check.True(hosts.nAggregates > 0, "A-MPDUs were sent");
    check.True(hosts.released.size() < 10, "charges end together");
}

/// An A-MSDU carries several packets.
void
SeveralInOneMpdu(WifiHoldTestCase& check, WifiHosts& hosts)
{
    AcknowledgedOneByOne(check, hosts);
    // 3839 bytes hold three subframes of 14 + 8 + 1028 bytes and padding.
    check.True(hosts.nSubframes >= 18, "most of them went in A-MSDUs");
}

/// A fragment that is acknowledged ends nothing but with the last one.
void
FragmentsOfOnePacket(WifiHoldTestCase& check, WifiHosts& hosts)
{
    AcknowledgedOneByOne(check, hosts);
    // 1036 bytes in fragments of at most 400: three, two of them with others behind.
    check.Equal(hosts.nFragments, 42, "fragments before the last");
}

/// Nobody answers: the MAC gives up after its retries, or when the lifetime is over.
void
GivenUp(WifiHoldTestCase& check, WifiHosts& hosts)
{
    hosts.SendBurst(1, PRIMED);
    hosts.SendBurst(20, BURST);
    Simulator::Schedule(BURST - MilliSeconds(1), [&] { hosts.MoveReceiver(FAR); });
    hosts.Run(END);
    check.Equal(hosts.nReceived, 1, "only the first one arrives");
    check.Equal(Total(hosts.dropped), 20, "the MAC drops the others");
    check.ReleasedAt(hosts, Join(hosts.acknowledged, hosts.dropped));
}

/// What the MAC holds too long is dropped, some while being sent again.
void
LifetimeOver(WifiHoldTestCase& check, WifiHosts& hosts)
{
    hosts.GetMacQueue()->SetMaxDelay(MilliSeconds(5));
    GivenUp(check, hosts);
    check.True(!hosts.released.empty() && hosts.released.rbegin()->first < BURST + MilliSeconds(50),
               "soon");
}

/// A part of what is lost arrives with a retry.
void
ComesBackIntoReach(WifiHoldTestCase& check, WifiHosts& hosts)
{
    hosts.SendBurst(1, PRIMED);
    hosts.SendBurst(80, BURST);
    // 80 frames of 1000 bytes take 10 ms at least.
    Simulator::Schedule(BURST + MilliSeconds(2), [&] { hosts.MoveReceiver(FAR); });
    Simulator::Schedule(BURST + MilliSeconds(4), [&] { hosts.MoveReceiver(1); });
    hosts.Run(END);
    check.Equal(Total(hosts.released), 81, "each charge ends once");
    check.Equal(Total(hosts.acknowledged) + Total(hosts.dropped), 81, "each has one end");
    check.ReleasedAt(hosts, Join(hosts.acknowledged, hosts.dropped));
}

/// Frames to groups are never acknowledged: the end of the transmission counts.
void
ToEverybody(WifiHoldTestCase& check, WifiHosts& hosts)
{
    hosts.SendBurst(5, BURST, "10.1.1.255");
    hosts.Run(END);
    check.Equal(hosts.nReceived, 5, "all arrive");
    check.Equal(Total(hosts.onAir), 5, "each is sent once");
    check.Equal(Total(hosts.acknowledged), 0, "none is acknowledged");
    check.ReleasedAt(hosts, hosts.onAir);
}

/// Without flow control the MAC's queue overflows in the send call, and says nothing of it.
void
QueueOverflows(WifiHoldTestCase& check, WifiHosts& hosts)
{
    constexpr uint32_t LIMIT = 5;
    hosts.GetMacQueue()->SetMaxSize(QueueSize(QueueSizeUnit::PACKETS, LIMIT));
    hosts.SendBurst(1, PRIMED);
    hosts.SendBurst(20, BURST);
    hosts.Run(END);
    check.Equal(At(hosts.released, BURST), 20 - LIMIT, "what has no room ends at once");
    // A management frame may need the room of a datagram.
    check.ReleasedAt(hosts, Join(Join(hosts.acknowledged, hosts.removed), {{BURST, 20 - LIMIT}}));
}

/// With flow control the queue disc keeps what the MAC has no room for.
void
QueueDiscKeepsTheRest(WifiHoldTestCase& check, WifiHosts& hosts)
{
    // Two make the MAC ask for a block ack agreement, by a frame that would need room later.
    hosts.SendBurst(2, PRIMED);
    hosts.SendBurst(20, BURST);
    Simulator::Schedule(BURST - MilliSeconds(1), [&] {
        hosts.GetMacQueue()->SetMaxSize(QueueSize(QueueSizeUnit::PACKETS, 5));
    });
    hosts.Run(END);
    check.Equal(hosts.nReceived, 22, "all arrive");
    check.Equal(Total(hosts.removed), 0, "nothing is dropped");
    check.ReleasedAt(hosts, hosts.acknowledged);
}

/// A station without access point refuses everything.
void
NotAssociated(WifiHoldTestCase& check, WifiHosts& hosts)
{
    hosts.SendBurst(10, BURST, "10.1.1.255");
    hosts.Run(END);
    check.Equal(hosts.nReceived, 0, "nothing arrives");
    check.ReleasedAt(hosts, {{BURST, 10}});
}

/// Switching the radio off empties the MAC's queue.
void
SwitchedOff(WifiHoldTestCase& check, WifiHosts& hosts)
{
    hosts.SendBurst(1, PRIMED);
    hosts.SendBurst(80, BURST);
    const Time off = BURST + MilliSeconds(3);
    Simulator::Schedule(off, [&] { hosts.GetDevice()->GetPhy()->SetOffMode(); });
    hosts.Run(END);
    check.Equal(Total(hosts.released), 81, "each charge ends once");
    check.True(!hosts.released.empty() && hosts.released.rbegin()->first == off,
               "the last when the radio goes off");
    check.True(At(hosts.released, off) > 40, "half of them at least");
}

/**
 * @brief sk_pacing_shift of the sender's device.
 * @param check where to report
 * @param hosts the hosts
 */
void
ShiftIsTheKernels(WifiHoldTestCase& check, WifiHosts& hosts)
{
    const auto layer = hosts.GetLayer();
    const Ptr<NetDevice> device = hosts.GetDevice();
    const auto path = hosts.GetNodes().Get(0)->GetObject<LinuxTransmitPath>();
    // 36148c2bbfbe came with 4.16; tx_sk_pacing_shift is 7 since 5.0.
    for (const auto& [kernel, shift] : std::vector<std::pair<std::string, uint32_t>>{{"4.15", 10},
                                                                                     {"4.16", 8},
                                                                                     {"4.20", 8},
                                                                                     {"5.0", 7},
                                                                                     {"6.1", 7}})
    {
        path->SetAttribute("Kernel", StringValue(kernel));
        check.Equal(layer->GetPacingShift(device), shift, "with kernel " + kernel);
    }
    const Ptr<NetDevice> vlan = VlanHelper().Install(device, 7).Get(0);
    check.Equal(layer->GetPacingShift(vlan), 7, "of a VLAN on it");
    layer->SetPacingShift(device, 9);
    check.Equal(layer->GetPacingShift(device), 9, "as set");
    check.Equal(layer->GetPacingShift(vlan), 9, "of the VLAN, as set below");
    layer->SetPacingShift(vlan, 6);
    check.Equal(layer->GetPacingShift(vlan), 6, "of the VLAN, as set");
    check.Equal(layer->GetPacingShift(device), 9, "still");
}

/// Settings with some of them changed.
WifiHosts::Settings
With(const std::function<void(WifiHosts::Settings&)>& change)
{
    WifiHosts::Settings settings;
    change(settings);
    return settings;
}

} // namespace

/**
 * @ingroup linux-tx-tests
 * @brief A TCP flow over Wi-Fi whose receiver goes out of reach and comes back.
 */
class WifiTcpTestCase : public TestCase
{
  public:
    /**
     * @brief Constructor.
     * @param kind what the sender is
     * @param queueDisc its queue disc
     * @param trains do segments go in trains, which are cut for the device?
     */
    WifiTcpTestCase(WifiHosts::Kind kind, const std::string& queueDisc, bool trains)
        : TestCase("TCP from " +
                   std::string(kind == WifiHosts::STATION ? "a station" : "an access point") +
                   ", " + std::string(queueDisc.rfind("mq/", 0) == 0 ? "mq" : "one queue disc") +
                   (trains ? ", trains" : "")),
          m_settings{With([&](WifiHosts::Settings& settings) {
              settings.kind = kind;
              settings.queueDisc = queueDisc;
          })},
          m_trains(trains)
    {
    }

  private:
    void DoRun() override
    {
        constexpr uint32_t BYTES = 4000000;
        SetLinuxTcpDefaults();
        WifiHosts hosts(m_settings);
        // A short MAC queue, so that the device stops the queue disc all the time.
        hosts.GetMacQueue()->SetMaxSize(QueueSize(QueueSizeUnit::PACKETS, 16));
        const auto layer = hosts.GetLayer();
        if (m_trains)
        {
            DeviceFeatures features = layer->GetWantedFeatures(hosts.GetDevice());
            features.Set(DeviceFeatures::TX_SCATTER_GATHER, true);
            features.Set(DeviceFeatures::TX_CHECKSUMMING, true);
            features.Set(DeviceFeatures::TCP_SEGMENTATION, true);
            layer->SetFeatures(hosts.GetDevice(), features);
        }
        const std::string factory = "ns3::LinuxTcpSocketFactory";
        const InetSocketAddress receiver(Ipv4Address("10.1.1.2"), 80);
        PacketSinkHelper sink(factory, receiver);
        const auto sinkApp = DynamicCast<PacketSink>(sink.Install(hosts.GetNodes().Get(1)).Get(0));
        BulkSendHelper bulk(factory, receiver);
        bulk.SetAttribute("MaxBytes", UintegerValue(BYTES));
        ApplicationContainer sender = bulk.Install(hosts.GetNodes().Get(0));
        sender.Start(PRIMED);
        WmemLedger ledger;
        Ptr<LinuxTcpSocket> socket;
        Simulator::Schedule(PRIMED + TimeStep(1), [&] {
            const auto app = DynamicCast<BulkSendApplication>(sender.Get(0));
            socket = DynamicCast<LinuxTcpSocket>(app->GetSocket());
            ledger.Watch(socket);
        });
        // At 65 Mb/s the bytes take half a second at least.
        Simulator::Schedule(PRIMED + MilliSeconds(300), [&] { hosts.MoveReceiver(FAR); });
        // Longer than the 500 ms that an MPDU may live.
        Simulator::Schedule(PRIMED + MilliSeconds(1000), [&] { hosts.MoveReceiver(1); });
        Simulator::Stop(Seconds(8));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(sinkApp->GetTotalRx(), BYTES, "everything arrives");
        NS_TEST_EXPECT_MSG_EQ(ledger.GetFault(), "", "the account is right");
        NS_TEST_EXPECT_MSG_EQ(ledger.GetCharged(), 0, "nothing stays charged");
        NS_TEST_EXPECT_MSG_EQ(layer->GetNLiveSkbs(), 0, "nothing stays alive");
        NS_TEST_EXPECT_MSG_EQ((socket->GetRetransmits() > 0), true, "packets were lost");
    }

    WifiHosts::Settings m_settings; //!< what the Wi-Fi is like
    bool m_trains;                  //!< do segments go in trains?
};

/**
 * @ingroup linux-tx-tests
 * @brief The larger limit lets the MAC aggregate more, and the flow gets more.
 */
class WifiShiftTestCase : public TestCase
{
  public:
    WifiShiftTestCase()
        : TestCase("a flow gets more with sk_pacing_shift 7 than with 10")
    {
    }

  private:
    /**
     * @brief What A-MPDUs of a size can carry at most, if nothing else were sent.
     *
     * 802.11n at 270 Mb/s: an MPDU is 1448 + 52 + LLC 8 + MAC 26 + FCS 4 + delimiter and padding 6
     * = 1544 bytes. An exchange has besides AIFS 43 us, 7.5 slots of 9 us, preamble 36 us, SIFS
     * 16 us and BlockAck 32 us. TCP's acknowledgments make it longer still, which costs small
     * A-MPDUs more than large ones.
     * @param nMpdus MPDUs in an A-MPDU
     * @return payload, in Mbit/s
     */
    static double GetMost(double nMpdus)
    {
        constexpr double MPDU_US = 1544 * 8 / 270.0;
        constexpr double EXCHANGE_US = 43 + 7.5 * 9 + 36 + 16 + 32;
        constexpr double PAYLOAD_BITS = 1448 * 8;
        return nMpdus * PAYLOAD_BITS / (nMpdus * MPDU_US + EXCHANGE_US);
    }

    void DoRun() override
    {
        TsqWifiSettings settings;
        settings.duration = Seconds(2);
        settings.shift = 10;
        const TsqWifiResult small = TsqWifiScenario(settings).Run();
        settings.shift.reset(); // the kernel's
        const TsqWifiResult large = TsqWifiScenario(settings).Run();
        NS_TEST_EXPECT_MSG_EQ(large.shift, 7U, "the shift of 6.1");
        NS_TEST_EXPECT_MSG_EQ(small.conservationError, "", "with 10");
        NS_TEST_EXPECT_MSG_EQ(large.conservationError, "", "with 7");
        NS_TEST_EXPECT_MSG_GT(small.throttledCount, 1000U, "the small queue stops the flow");
        for (const TsqWifiResult& result : {small, large})
        {
            NS_TEST_EXPECT_MSG_EQ_TOL(result.phyMbps, 270, 0.01, "the rate");
            NS_TEST_EXPECT_MSG_LT(result.goodputMbps,
                                  GetMost(result.mpdusPerPpdu),
                                  "no more than the A-MPDUs allow");
        }
        // Charged are 2^-10 s of the pacing rate, and a packet that may go beyond; bbr paces at
        // 1.25 times what it gets at most, and a packet with 1448 bytes costs 2728.
        const double mostInHost = 1 + 1.25 * small.goodputMbps * 1e6 / 8 / 1024 / 2728;
        NS_TEST_EXPECT_MSG_LT(small.mpdusPerPpdu, mostInHost, "what is in the host");
        // 65535 bytes hold 42 MPDUs.
        NS_TEST_EXPECT_MSG_GT(large.mpdusPerPpdu, 35, "large A-MPDUs");
        const double expected = GetMost(large.mpdusPerPpdu) / GetMost(small.mpdusPerPpdu);
        NS_TEST_EXPECT_MSG_GT(large.goodputMbps / small.goodputMbps,
                              expected,
                              "at least what the sizes of the A-MPDUs make of it");
        NS_TEST_EXPECT_MSG_GT(expected, 1.3, "which is much");
    }
};

/**
 * @ingroup linux-tx-tests
 * @brief Suite linux-tx-wifi-hold.
 */
class WifiHoldTestSuite : public TestSuite
{
  public:
    WifiHoldTestSuite()
        : TestSuite("linux-tx-wifi-hold", Type::UNIT)
    {
        using Settings = WifiHosts::Settings;
        const auto adHoc = With([](Settings&) {});
        const auto station = With([](Settings& s) { s.kind = WifiHosts::STATION; });
        const auto accessPoint = With([](Settings& s) { s.kind = WifiHosts::ACCESS_POINT; });
        const auto withoutQos = With([](Settings& s) { s.qos = false; });
        const auto add = [this](const std::string& name,
                                const Settings& settings,
                                const WifiHoldTestCase::Body& body) {
            AddTestCase(new WifiHoldTestCase(name, settings, body));
        };
        add("A-MPDUs, ad hoc", adHoc, AcknowledgedInAggregates);
        add("A-MPDUs, station", station, AcknowledgedInAggregates);
        add("A-MPDUs, access point", accessPoint, AcknowledgedInAggregates);
        add("without QoS, ad hoc", withoutQos, AcknowledgedOneByOne);
        add("without QoS, station",
            With([](Settings& s) {
                s.qos = false;
                s.kind = WifiHosts::STATION;
            }),
            AcknowledgedOneByOne);
        add("A-MSDUs", With([](Settings& s) { s.amsdu = 3839; }), SeveralInOneMpdu);
        add("fragments",
            With([](Settings& s) {
                s.qos = false;
                s.fragmentation = 400;
            }),
            FragmentsOfOnePacket);
        add("nobody answers", adHoc, GivenUp);
        add("nobody answers, without QoS", withoutQos, GivenUp);
        add("nobody answers, A-MSDUs", With([](Settings& s) { s.amsdu = 3839; }), GivenUp);
        add("nobody answers, fragments",
            With([](Settings& s) {
                s.qos = false;
                s.fragmentation = 400;
            }),
            GivenUp);
        add("the lifetime is over", adHoc, LifetimeOver);
        add("the receiver is away for a while", adHoc, ComesBackIntoReach);
        add("the receiver is away for a while, without QoS", withoutQos, ComesBackIntoReach);
        add("broadcast", adHoc, ToEverybody);
        add("broadcast, without QoS", withoutQos, ToEverybody);
        add("broadcast, access point", accessPoint, ToEverybody);
        add("the queue overflows",
            With([](Settings& s) { s.flowControl = false; }),
            QueueOverflows);
        add("the queue is stopped, one queue disc",
            With([](Settings& s) { s.queueDisc = "ns3::FqCoDelQueueDisc"; }),
            QueueDiscKeepsTheRest);
        add("the queue is stopped, mq",
            With([](Settings& s) { s.queueDisc = "mq/ns3::PfifoFastQueueDisc"; }),
            QueueDiscKeepsTheRest);
        add("the queue is stopped, without QoS",
            With([](Settings& s) {
                s.qos = false;
                s.queueDisc = "ns3::PfifoFastQueueDisc";
            }),
            QueueDiscKeepsTheRest);
        add("not associated",
            With([](Settings& s) {
                s.kind = WifiHosts::STATION;
                s.associates = false;
            }),
            NotAssociated);
        add("the radio goes off", adHoc, SwitchedOff);
        add("the radio goes off, without QoS", withoutQos, SwitchedOff);
        add("sk_pacing_shift is the kernel's", adHoc, ShiftIsTheKernels);
        for (const auto kind : {WifiHosts::STATION, WifiHosts::ACCESS_POINT})
        {
            AddTestCase(new WifiTcpTestCase(kind, "ns3::FqCoDelQueueDisc", false));
            AddTestCase(new WifiTcpTestCase(kind, "mq/ns3::FqCoDelQueueDisc", false));
            AddTestCase(new WifiTcpTestCase(kind, "mq/ns3::FqCoDelQueueDisc", true));
        }
        AddTestCase(new WifiShiftTestCase);
    }
};

static WifiHoldTestSuite g_wifiHoldTestSuite; //!< the suite
