/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "gso-test-case.h"
#include "train-hosts.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/flow-monitor-helper.h"
#include "ns3/inet-socket-address.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/ipv4-header.h"
#include "ns3/linux-transmit-path.h"
#include "ns3/node-container.h"
#include "ns3/packet.h"
#include "ns3/point-to-point-net-device.h"
#include "ns3/queue-size.h"
#include "ns3/queue.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/traffic-control-helper.h"
#include "ns3/uinteger.h"

#include <cerrno>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

/// What a control block costs besides the payload of a paged packet (e5-gso: payload + 768).
constexpr uint32_t OVERHEAD = 768;

constexpr uint32_t GSO_SIZE = 1000;                     ///< payload of a segment, in bytes
constexpr uint32_t N_SEGMENTS = 10;                     ///< of a train
constexpr uint32_t TRAIN_BYTES = N_SEGMENTS * GSO_SIZE; ///< payload of a train

/**
 * @brief Put a queue disc on the sender.
 * @tparam Args (deduced) names and values of attributes
 * @param hosts the hosts
 * @param type its TypeId
 * @param args names and values of its attributes
 * @return the queue disc
 */
template <typename... Args>
Ptr<QueueDisc>
InstallRoot(TrainHosts& hosts, const std::string& type, Args&&... args)
{
    hosts.RemoveQueueDisc();
    TrafficControlHelper helper;
    helper.SetRootQueueDisc(type, std::forward<Args>(args)...);
    return helper.Install(hosts.GetHosts().GetQueueingDevice()).Get(0);
}

/**
 * @brief Send trains, all at once.
 * @param test the test case
 * @param hosts the hosts
 * @param n how many
 */
void
SendTrains(GsoTestCase& test, TrainHosts& hosts, uint32_t n)
{
    for (uint32_t i = 0; i < n; ++i)
    {
        test.ExpectEq(hosts.Send(TRAIN_BYTES, GSO_SIZE), 0, "taken");
    }
}

/**
 * @brief What a queue disc sees of a train.
 * @param ipv6 over IPv6?
 * @return the body of the test
 */
GsoTestCase::Body
TrainIsOneItem(bool ipv6)
{
    return [ipv6](GsoTestCase& test) {
        TrainHosts hosts(TwoHosts::NIC, ipv6);
        const auto root = hosts.GetHosts().SetQueueDisc("ns3::FifoQueueDisc", "1000p");
        hosts.Run([&] {
            SendTrains(test, hosts, 2);
            test.ExpectEq(root->GetNPackets(), 1, "the first is on the NIC, the other one item");
            // Each segment with headers of UDP, IP and Ethernet (qdisc_pkt_len).
            test.ExpectEq(root->GetNBytes(),
                          N_SEGMENTS * (GSO_SIZE + 8 + (ipv6 ? 40 : 20) + 14),
                          "the sum of the segments");
        });
        test.Expect(hosts.GetFault().empty(), hosts.GetFault());
        test.Expect(hosts.GetCuts().empty(), "nobody cuts it");
    };
}

// --- ECN -------------------------------------------------------------------------------------

/// What kind of sender an ECN test has.
struct EcnSender
{
    bool ipv6; //!< over IPv6?
    bool ect;  //!< does it say that it understands ECN (ECT(0))?
    bool cut;  //!< is the train cut at the hand-over to the NIC?
};

/**
 * @brief Send trains at 10 Mb/s, and look at the ECN fields of what arrives.
 * @param test the test case
 * @param sender the sender
 * @param type TypeId of the queue disc
 * @param nTrains how many trains
 * @param nMarked how many of them, the last ones, are marked if they can be
 */
void
ExpectMarks(GsoTestCase& test,
            const EcnSender& sender,
            const std::string& type,
            uint32_t nTrains,
            uint32_t nMarked)
{
    TrainHosts hosts(TwoHosts::NIC, sender.ipv6, "10Mbps");
    if (type == "ns3::RedQueueDisc")
    {
        // The average is the number of items now; two of them, and the next one is marked.
        InstallRoot(hosts,
                    type,
                    "UseEcn",
                    BooleanValue(true),
                    "UseHardDrop",
                    BooleanValue(false),
                    "Gentle",
                    BooleanValue(false),
                    "QW",
                    DoubleValue(1),
                    "MinTh",
                    DoubleValue(1),
                    "MaxTh",
                    DoubleValue(2),
                    "MaxSize",
                    StringValue("100p"));
    }
    else
    {
        // What waits longer than 1 ms is marked; a train takes more than 8 ms on the wire.
        InstallRoot(hosts,
                    type,
                    "UseEcn",
                    BooleanValue(true),
                    "CeThreshold",
                    StringValue("1ms"),
                    "Target",
                    StringValue("10s"));
    }
    const uint8_t field = sender.ect ? Ipv4Header::ECN_ECT0 : Ipv4Header::ECN_NotECT;
    hosts.GetSocket()->SetIpTos(field);
    hosts.GetSocket()->SetIpv6Tclass(field);
    if (sender.cut)
    {
        TrainHosts::SetFeature(hosts.GetHosts().GetDevice(), "tx-udp-segmentation", false);
    }
    hosts.Run([&] { SendTrains(test, hosts, nTrains); });
    test.Expect(hosts.GetFault().empty(), hosts.GetFault());
    test.ExpectEq(hosts.GetEcnFields().size(), nTrains * N_SEGMENTS, "all arrived");
    for (std::size_t i = 0; i < hosts.GetEcnFields().size(); ++i)
    {
        const bool marked = sender.ect && i >= (nTrains - nMarked) * N_SEGMENTS;
        test.ExpectEq(hosts.GetEcnFields()[i],
                      marked ? uint8_t{Ipv4Header::ECN_CE} : field,
                      "ECN field of datagram " + std::to_string(i));
    }
    test.ExpectEq(hosts.GetCuts().size(), sender.cut ? nTrains : 0, "cuts");
}

/**
 * @brief CoDel's mark reaches every segment.
 * @param sender the sender
 * @param type CoDel or FqCoDel
 * @return the body of the test
 */
GsoTestCase::Body
CoDelMarksEverySegment(const EcnSender& sender, const std::string& type)
{
    return [=](GsoTestCase& test) { ExpectMarks(test, sender, type, 3, 2); };
}

/**
 * @brief RED's mark reaches every segment.
 * @param sender the sender
 * @return the body of the test
 */
GsoTestCase::Body
RedMarksEverySegment(const EcnSender& sender)
{
    // One is on the NIC, two wait, and the fourth finds them; without ECT it would be dropped.
    return [=](GsoTestCase& test) {
        ExpectMarks(test, sender, "ns3::RedQueueDisc", sender.ect ? 4 : 3, sender.ect ? 1 : 0);
    };
}

// --- Drops -----------------------------------------------------------------------------------

/**
 * @brief One train is dropped, and reported once.
 * @param test the test case
 * @param hosts the hosts, after the run
 * @param reason what its reason contains
 * @param nMissing datagrams that were accepted, but have not arrived
 */
void
ExpectOneDrop(GsoTestCase& test,
              const TrainHosts& hosts,
              const std::string& reason,
              uint32_t nMissing = N_SEGMENTS)
{
    test.ExpectEq(hosts.GetDrops().size(), 1, "reported once");
    for (const auto& drop : hosts.GetDrops())
    {
        test.ExpectEq(drop.nSegments, N_SEGMENTS, "segments of it");
        test.Expect(drop.reason.find(reason) != std::string::npos, "reason: " + drop.reason);
    }
    test.Expect(hosts.GetFault(nMissing).empty(), hosts.GetFault(nMissing));
}

/**
 * @brief A queue disc is full.
 * @param recvErr IP_RECVERR
 * @return the body of the test
 */
GsoTestCase::Body
FullQueueDropsTrain(bool recvErr)
{
    return [recvErr](GsoTestCase& test) {
        TrainHosts hosts(TwoHosts::NIC, false, "10Mbps");
        hosts.GetHosts().SetQueueDisc("ns3::FifoQueueDisc", "1p");
        hosts.GetSocket()->SetAttribute("RecvErr", BooleanValue(recvErr));
        hosts.Run([&] {
            SendTrains(test, hosts, 2);
            test.ExpectEq(hosts.GetSocket()->GetSndbufErrors(), 0, "one on the NIC, one queued");
            test.ExpectEq(hosts.Send(TRAIN_BYTES, GSO_SIZE), recvErr ? ENOBUFS : 0, "the third");
            test.ExpectEq(hosts.GetSocket()->GetSndbufErrors(), 1, "one send call");
            test.ExpectEq(hosts.GetSocket()->GetWmemAlloc(), 2 * (TRAIN_BYTES + OVERHEAD), "freed");
        });
        ExpectOneDrop(test, hosts, "limit", recvErr ? 0 : N_SEGMENTS);
    };
}

/**
 * @brief No queue disc, and the NIC's queue is stopped.
 * @param test the test case
 */
void
StoppedDeviceDropsTrain(GsoTestCase& test)
{
    TrainHosts hosts(TwoHosts::NIC, false, "10Mbps");
    hosts.RemoveQueueDisc();
    hosts.Run([&] {
        SendTrains(test, hosts, 2);
        test.ExpectEq(hosts.GetSocket()->GetSndbufErrors(), 1, "the second");
    });
    ExpectOneDrop(test, hosts, "stopped");
}

/**
 * @brief CoDel drops trains that it has dequeued; that is no error of a send call.
 * @param type CoDel or FqCoDel
 * @return the body of the test
 */
GsoTestCase::Body
CoDelDropsTrains(const std::string& type)
{
    return [type](GsoTestCase& test) {
        // A train takes 85 ms at 1 Mb/s: nearly all wait longer than CoDel's target, and after an
        // interval of 100 ms it begins to drop.
        TrainHosts hosts(TwoHosts::NIC, false, "1Mbps");
        const auto root = InstallRoot(hosts, type);
        hosts.Run([&] { SendTrains(test, hosts, 20); });
        test.ExpectEq(hosts.GetSocket()->GetSndbufErrors(), 0, "the calls were long over");
        const uint32_t nDropped = root->GetStats().nTotalDroppedPacketsAfterDequeue;
        test.Expect(nDropped > 0, "the queue disc drops items");
        test.ExpectEq(hosts.GetDrops().size(), nDropped, "each is reported once");
        for (const auto& drop : hosts.GetDrops())
        {
            test.ExpectEq(drop.nSegments, N_SEGMENTS, "segments of it");
            test.Expect(drop.reason.find("Target") != std::string::npos, "reason: " + drop.reason);
        }
        const uint32_t nMissing = nDropped * N_SEGMENTS;
        test.Expect(hosts.GetFault(nMissing).empty(), hosts.GetFault(nMissing));
    };
}

/**
 * @brief FqCoDel makes room by dropping the fullest flow's oldest train (NET_XMIT_CN).
 * @param test the test case
 */
void
FqCoDelDropsOldestTrain(GsoTestCase& test)
{
    TrainHosts hosts(TwoHosts::NIC, false, "10Mbps");
    const auto root = InstallRoot(hosts, "ns3::FqCoDelQueueDisc", "MaxSize", StringValue("2p"));
    const auto other = hosts.GetHosts().MakeSocket();
    other->Connect(hosts.GetHosts().GetReceiver());
    hosts.Run([&] {
        SendTrains(test, hosts, 2);
        test.ExpectEq(other->Send(Create<Packet>(500)), 500, "another flow");
        test.ExpectEq(root->GetNPackets(), 2, "one train is on the NIC, the queue disc is full");
        SendTrains(test, hosts, 1);
        test.ExpectEq(root->GetNPackets(), 2, "the second train made room for the third");
        test.ExpectEq(hosts.GetSocket()->GetWmemAlloc(), 2 * (TRAIN_BYTES + OVERHEAD), "freed");
    });
    test.ExpectEq(other->GetSndbufErrors(), 0, "the other flow has lost nothing");
    test.ExpectEq(hosts.GetSocket()->GetSndbufErrors(), 0, "congestion is no error");
    ExpectOneDrop(test, hosts, "verlimit");
}

/**
 * @brief A train that a token bucket cuts is no train any more: its segments are dropped one by
 *        one, and the call fails only if none is taken.
 * @param test the test case
 */
void
SegmentsAreDroppedOneByOne(GsoTestCase& test)
{
    TrainHosts hosts;
    const auto root = hosts.Shape("10Mbps", 4000);
    hosts.Run([&] {
        root->GetQueueDiscClass(0)->GetQueueDisc()->SetMaxSize(QueueSize("4p"));
        SendTrains(test, hosts, 1);
        test.ExpectEq(hosts.GetSocket()->GetSndbufErrors(), 0, "some were taken");
        // One has passed to the NIC, which stops its queue; 4 wait, 5 are dropped.
        test.ExpectEq(root->GetNPackets(), 4, "in the queue disc");
        SendTrains(test, hosts, 1);
        test.ExpectEq(hosts.GetSocket()->GetSndbufErrors(), 1, "none was taken");
    });
    test.Expect(hosts.GetDrops().empty(), "they are no train");
    test.Expect(hosts.GetFault(5 + 10).empty(), hosts.GetFault(5 + 10));
}

// --- FlowMonitor -----------------------------------------------------------------------------

/**
 * @brief FlowMonitor sees the datagrams, not the trains.
 * @param ipv6 over IPv6?
 * @return the body of the test
 */
GsoTestCase::Body
FlowMonitorCountsSegments(bool ipv6)
{
    return [ipv6](GsoTestCase& test) {
        TrainHosts hosts(TwoHosts::VLAN_ON_BOND, ipv6);
        hosts.GetHosts().SetQueueDisc("ns3::FifoQueueDisc", "1000p");
        FlowMonitorHelper helper;
        const auto monitor = helper.Install(hosts.GetHosts().GetNodes());
        hosts.Run([&] { SendTrains(test, hosts, 3); });
        test.Expect(hosts.GetFault().empty(), hosts.GetFault());
        const auto& flows = monitor->GetFlowStats();
        test.ExpectEq(flows.size(), 1, "flows");
        for (const auto& [id, flow] : flows)
        {
            const uint32_t bytes = 3 * N_SEGMENTS * (GSO_SIZE + 8 + (ipv6 ? 40 : 20));
            test.ExpectEq(flow.txPackets, 3 * N_SEGMENTS, "sent");
            test.ExpectEq(flow.rxPackets, 3 * N_SEGMENTS, "received");
            test.ExpectEq(flow.txBytes, bytes, "bytes sent");
            test.ExpectEq(flow.rxBytes, bytes, "bytes received");
        }
    };
}

// --- Neighbours ------------------------------------------------------------------------------

/**
 * @brief The receiver's link-layer address is not known yet.
 * @param ipv6 over IPv6?
 * @return the body of the test
 */
GsoTestCase::Body
TrainWaitsForNeighbour(bool ipv6)
{
    return [ipv6](GsoTestCase& test) {
        TrainHosts hosts(TwoHosts::NIC, ipv6);
        const auto root = hosts.GetHosts().SetQueueDisc("ns3::FifoQueueDisc", "1000p");
        std::vector<uint64_t> sizes;
        root->TraceConnectWithoutContext(
            "Enqueue",
            Callback<void, Ptr<const QueueDiscItem>>([&sizes](Ptr<const QueueDiscItem> item) {
                if (item->GetSize() > 1000) // no solicitation is that large
                {
                    sizes.push_back(item->GetSize());
                }
            }));
        const uint32_t headers = 8 + (ipv6 ? 40 : 20) + 14;
        hosts.Run([&] {
            hosts.ForgetNeighbours();
            test.ExpectEq(hosts.Send(64 * 1000, 1000), 0, "a train of 64");
            test.ExpectEq(hosts.GetSocket()->GetWmemAlloc(), 64 * 1000 + OVERHEAD, "charged");
            test.ExpectEq(hosts.Send(1400, 700), 0, "one of 2");
            test.ExpectEq(hosts.GetSocket()->GetWmemAlloc(),
                          64 * 1000 + OVERHEAD + 1400 + OVERHEAD,
                          "charged as well");
            test.Expect(sizes.empty(), "nothing has left");
        });
        test.ExpectEq(sizes, {64 * (1000 + headers), 2 * (700 + headers)}, "two items leave");
        test.ExpectEq(hosts.GetCharges(),
                      {64768, 64768 + 2168, 2168, 0},
                      "nothing is given back before it has been sent");
        test.Expect(hosts.GetFault().empty(), hosts.GetFault());
    };
}

/**
 * @brief Nobody has the receiver's address.
 * @param ipv6 over IPv6?
 * @return the body of the test
 */
GsoTestCase::Body
TrainIsGivenUpWithNeighbour(bool ipv6)
{
    return [ipv6](GsoTestCase& test) {
        TrainHosts hosts(TwoHosts::NIC, ipv6);
        const auto socket = hosts.GetHosts().MakeSocket();
        socket->Connect(ipv6 ? Address(Inet6SocketAddress(Ipv6Address("2001:1::77"), 10))
                             : Address(InetSocketAddress(Ipv4Address("10.1.1.77"), 10)));
        socket->SetAttribute("UdpSegment", UintegerValue(GSO_SIZE));
        hosts.Run([&] {
            test.ExpectEq(socket->Send(Create<Packet>(TRAIN_BYTES)), TRAIN_BYTES, "taken");
            test.ExpectEq(socket->GetWmemAlloc(), TRAIN_BYTES + OVERHEAD, "charged while it waits");
        });
        test.ExpectEq(socket->GetWmemAlloc(), 0, "given back");
        test.Expect(hosts.GetFault().empty(), hosts.GetFault());
    };
}

/**
 * @brief More packets wait for the receiver's address than ns-3's cache keeps.
 * @param ipv6 over IPv6?
 * @return the body of the test
 */
GsoTestCase::Body
NeighbourCacheOverflows(bool ipv6)
{
    return [ipv6](GsoTestCase& test) {
        TrainHosts hosts(TwoHosts::NIC, ipv6);
        hosts.GetHosts().SetQueueDisc("ns3::FifoQueueDisc", "1000p");
        hosts.Run([&] {
            hosts.ForgetNeighbours();
            for (int i = 0; i < 5; ++i)
            {
                test.ExpectEq(hosts.Send(40 * 1000, 1000), 0, "a train of 40");
            }
        });
        test.ExpectEq(hosts.GetDatagrams().GetNReceived(), 101, "as many as the cache keeps");
        test.Expect(hosts.GetFault(99).empty(), hosts.GetFault(99));
    };
}

// --- SegmentTime -----------------------------------------------------------------------------

/**
 * @brief A train that is sent while another is half handed over waits its turn, and is then cut as
 *        any other: 19 of 20 datagrams arrive. The trace comes before the device's own queue, which
 *        is full by the time the frame that is traced gets there.
 * @param test the test
 */
void
TrainBehindHalfSentOneIsCut(GsoTestCase& test)
{
    TrainHosts hosts(TwoHosts::POINT_TO_POINT);
    hosts.RemoveQueueDisc();
    const auto device = DynamicCast<PointToPointNetDevice>(hosts.GetHosts().GetDevice());
    device->GetQueue()->SetMaxSize(QueueSize("4p"));
    bool isFirst = true;
    const Callback<void, Ptr<const Packet>> sendAnother([&](Ptr<const Packet>) {
        if (std::exchange(isFirst, false))
        {
            hosts.Send(10000, 1000);
        }
    });
    hosts.Run([&] {
        device->TraceConnectWithoutContext("MacTx", sendAnother);
        hosts.Send(10000, 1000);
    });
    test.ExpectEq(hosts.GetCuts().size(), 2, "trains cut");
    test.ExpectEq(hosts.GetDrops().size(), 0, "trains dropped");
    test.ExpectEq(hosts.GetDatagrams().GetNReceived(), 19, "datagrams received");
    test.ExpectEq(hosts.GetDatagrams().GetNWrong(), 0, "datagrams of wrong content");
    test.ExpectEq(hosts.GetSocket()->GetWmemAlloc(), 0, "wmem_alloc at the end");
}

/**
 * @brief Segments cut in a send call reach the queue disc as the CPU gets to them.
 * @param test the test case
 */
void
SegmentsTakeTime(GsoTestCase& test)
{
    TrainHosts hosts(TwoHosts::BOND, false, "1Gbps");
    const auto node = hosts.GetHosts().GetNodes().Get(0);
    node->GetObject<LinuxTransmitPath>()->SetAttribute("SegmentTime", StringValue("50us"));
    TrainHosts::SetFeature(hosts.GetHosts().GetDevice(), "tx-udp-segmentation", false);
    const auto root = hosts.GetHosts().SetQueueDisc("ns3::FifoQueueDisc", "1000p");
    std::vector<uint64_t> times;
    root->TraceConnectWithoutContext(
        "Enqueue",
        Callback<void, Ptr<const QueueDiscItem>>([&times](Ptr<const QueueDiscItem> item) {
            if (item->GetSize() > GSO_SIZE) // no neighbour solicitation
            {
                times.push_back((Simulator::Now() - TrainHosts::GetStart()).GetMicroSeconds());
            }
        }));
    std::vector<uint64_t> done;
    hosts.GetSocket()->TraceConnectWithoutContext(
        "SendDone",
        Callback<void, uint32_t, int>([&](uint32_t bytes, int error) {
            test.ExpectEq(bytes, 4000, "of that message");
            test.ExpectEq(error, 0, "nothing was dropped");
            done.push_back((Simulator::Now() - TrainHosts::GetStart()).GetMicroSeconds());
        }));
    hosts.Run([&] { test.ExpectEq(hosts.Send(4000, 1000), 0, "taken"); });
    test.ExpectEq(times, {0, 50, 100, 150}, "one by one");
    test.ExpectEq(done, {150}, "when the last has been tried");
    test.Expect(hosts.GetFault().empty(), hosts.GetFault());
}

/**
 * @brief The suite.
 */
class GsoQueueTestSuite : public TestSuite
{
  public:
    GsoQueueTestSuite()
        : TestSuite("linux-tx-gso-queue", Type::SYSTEM)
    {
        for (const bool ipv6 : {false, true})
        {
            const std::string over = ipv6 ? " over IPv6" : " over IPv4";
            Add("a queue disc sees one item with the sum of the bytes" + over,
                TrainIsOneItem(ipv6));
            for (const bool ect : {true, false})
            {
                for (const bool cut : {false, true})
                {
                    const EcnSender sender{ipv6, ect, cut};
                    const std::string what = std::string(ect ? " with ECT" : " without ECT") +
                                             (cut ? ", cut at the NIC," : "") + over;
                    Add("CoDel marks every segment" + what,
                        CoDelMarksEverySegment(sender, "ns3::CoDelQueueDisc"));
                    Add("FqCoDel marks every segment" + what,
                        CoDelMarksEverySegment(sender, "ns3::FqCoDelQueueDisc"));
                    Add("RED marks every segment" + what, RedMarksEverySegment(sender));
                }
            }
            Add("FlowMonitor counts every segment" + over, FlowMonitorCountsSegments(ipv6));
            Add("a train waits whole for its neighbour" + over, TrainWaitsForNeighbour(ipv6));
            Add("a train is given up with its neighbour" + over, TrainIsGivenUpWithNeighbour(ipv6));
            Add("a neighbour cache that overflows leaves no charge behind" + over,
                NeighbourCacheOverflows(ipv6));
        }
        Add("a full queue disc drops a train at once", FullQueueDropsTrain(false));
        Add("a full queue disc drops a train at once, and IP_RECVERR tells",
            FullQueueDropsTrain(true));
        Add("a stopped device without queue disc drops a train", StoppedDeviceDropsTrain);
        Add("CoDel drops whole trains", CoDelDropsTrains("ns3::CoDelQueueDisc"));
        Add("FqCoDel drops whole trains", CoDelDropsTrains("ns3::FqCoDelQueueDisc"));
        Add("FqCoDel drops the oldest train when it is full", FqCoDelDropsOldestTrain);
        Add("segments cut for a token bucket are dropped one by one", SegmentsAreDroppedOneByOne);
        Add("segments cut in a send call take time", SegmentsTakeTime);
        Add("a train behind a half-sent one is cut", TrainBehindHalfSentOneIsCut);
    }

  private:
    /**
     * @brief Add a test case.
     * @param claim what it shows
     * @param body how
     */
    void Add(const std::string& claim, GsoTestCase::Body body)
    {
        AddTestCase(new GsoTestCase(claim, std::move(body)));
    }
};

GsoQueueTestSuite g_gsoQueueTestSuite; //!< registers itself

} // namespace
