/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../examples/shaped-train.h"
#include "gso-test-case.h"
#include "reference-table.h"
#include "train-hosts.h"

#include "ns3/linux-udp-socket.h"
#include "ns3/simulator.h"
#include "ns3/udp-segment-tag.h"
#include "ns3/uinteger.h"

#include <cerrno>
#include <cstdlib>
#include <map>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

/// What a control block costs besides the payload of a paged packet (e5-gso: payload + 768).
constexpr uint32_t OVERHEAD = 768;

constexpr uint32_t MAX_SEGMENTS = 64; ///< UDP_MAX_SEGMENTS of 6.1

// --- e5-gso ---------------------------------------------------------------------------------

/// Where a row's train is cut, by the beginning of its cell segmented_at.
const std::map<std::string, std::string> PLACES{
    {"nowhere", "nowhere"},
    {"at dequeue", "dequeue"},
    {"in tbf at enqueue", "enqueue"},
    {"at bond0", "bond"},
    {"at w0", "vlan"},
};

/// The stacks of the rows as SndbufNetwork calls them.
const std::map<std::string, std::string> STACKS{
    {"veth", "nic"},
    {"bond/veth", "bond"},
    {"vlan/bond/veth", "vlan-bond"},
};

/**
 * @brief Where a row's train is cut.
 * @param row the row
 * @return as ShapedTrain calls it; empty if unknown
 */
std::string
GetPlace(const ReferenceTable::Row& row)
{
    for (const auto& [begin, place] : PLACES)
    {
        if (row.at("segmented_at").rfind(begin, 0) == 0)
        {
            return place;
        }
    }
    return "";
}

/**
 * @brief Replay a row of e5-gso.
 * @param test the test case
 * @param row the row
 */
void
ReplayRow(GsoTestCase& test, const ReferenceTable::Row& row)
{
    const std::string where = ReferenceTable::Describe(row);
    const std::string place = GetPlace(row);
    ShapedTrain::Settings settings;
    settings.network.stack = STACKS.at(row.at("stack"));
    settings.network.mtu = 1500;
    settings.network.rate = DataRate("2Mbps");
    settings.network.burst = place == "enqueue" ? 4000 : 100000;
    settings.gsoSize = std::stoul(row.at("gso_size"));
    settings.segments = std::stoul(row.at("segments"));
    settings.segmentAt = place;
    settings.sends = 1;
    ShapedTrain train(settings);
    const auto result = train.Run();
    Simulator::Destroy();
    test.ExpectEq(result.sent, 1, where);
    test.ExpectEq(result.qdiscQlenAfterSend, std::stoul(row.at("qdisc_qlen_after_send")), where);
    test.ExpectEq(result.outqAfterSend, std::stoul(row.at("outq_after_send")), where);

    std::vector<uint64_t> values;
    std::vector<uint64_t> expected;
    std::istringstream cells(row.at("outq_over_time_ms:bytes"));
    std::size_t i = 0;
    for (std::string cell; cells >> cell; ++i)
    {
        const auto colon = cell.find(':');
        expected.push_back(std::stoul(cell.substr(colon + 1)));
        if (i < result.outqOverTime.size())
        {
            // Both looked at intervals, and the measured times are whole milliseconds.
            const double measured = std::stod(cell.substr(0, colon));
            const double here = result.outqOverTime[i].first.GetSeconds() * 1000;
            test.Expect(std::abs(here - measured) <= 1.0,
                        "at " + std::to_string(here) + " instead of " + cell + " in " + where);
        }
    }
    for (const auto& [time, bytes] : result.outqOverTime)
    {
        values.push_back(bytes);
    }
    test.ExpectEq(values, expected, where);
    test.Expect(train.CheckConservation().empty(), train.CheckConservation() + " in " + where);
}

/**
 * @brief Replay e5-gso.
 * @param test the test case
 */
void
ReplayReference(GsoTestCase& test)
{
    const ReferenceTable table("e5-gso.tsv");
    test.Expect(!table.GetRows().empty(), "there are rows");
    for (const auto& row : table.GetRows())
    {
        ReplayRow(test, row);
    }
}

// --- Errors ----------------------------------------------------------------------------------

/**
 * @brief Bytes of IP and UDP header.
 * @param ipv6 over IPv6?
 * @return bytes
 */
uint32_t
GetHeaders(bool ipv6)
{
    return (ipv6 ? 40 : 20) + 8;
}

/**
 * @brief How many datagrams, and of which size.
 * @param ipv6 over IPv6?
 * @return the body of the test
 */
GsoTestCase::Body
SizesHaveLimits(bool ipv6)
{
    return [ipv6](GsoTestCase& test) {
        TrainHosts hosts(TwoHosts::NIC, ipv6);
        hosts.Run([&] {
            test.ExpectEq(hosts.Send(MAX_SEGMENTS * 100, 100), 0, "64 segments");
            test.ExpectEq(hosts.Send(MAX_SEGMENTS * 100 - 99, 100), 0, "64, the last of 1 B");
            test.ExpectEq(hosts.Send(MAX_SEGMENTS * 100 + 1, 100), EINVAL, "65 segments");
            test.ExpectEq(hosts.GetSocket()->GetErrno(), Socket::ERROR_INVAL, "of ns-3");
            const uint32_t most = 1500 - GetHeaders(ipv6);
            test.ExpectEq(hosts.Send(2 * most, most), 0, "segments as large as the MTU");
            test.ExpectEq(hosts.Send(2 * most, most + 1), EMSGSIZE, "1 B more");
            test.ExpectEq(hosts.GetSocket()->GetErrno(), Socket::ERROR_MSGSIZE, "of ns-3");
            test.ExpectEq(hosts.Send(most, 9000), 0, "one segment that fits, less than the size");
            test.ExpectEq(hosts.Send(most + 1, 9000), EMSGSIZE, "one segment that does not");
            test.ExpectEq(hosts.Send(65507, 1472 - (ipv6 ? 20 : 0)), 0, "the largest message");
            test.ExpectEq(hosts.Send(65508, 1400), EMSGSIZE, "a larger one");
            test.ExpectEq(hosts.Send(0, 100), 0, "no payload");
        });
        test.Expect(hosts.GetFault().empty(), hosts.GetFault());
        test.ExpectEq(hosts.GetSocket()->GetSndbufErrors(), 0, "these are no SndbufErrors");
    };
}

/**
 * @brief Checksums and kernels, and which check comes first.
 * @param test the test case
 */
void
DeviceAndKernelMustDoIt(GsoTestCase& test)
{
    TrainHosts hosts;
    const auto device = hosts.GetHosts().GetDevice();
    hosts.Run([&] {
        TrainHosts::SetFeature(device, "tx-checksumming", false);
        test.ExpectEq(hosts.Send(1000, 100), EIO, "no tx-checksumming");
        test.ExpectEq(hosts.Send(100, 100), EIO, "nor for one datagram");
        test.ExpectEq(hosts.Send(3000, 1473), EMSGSIZE, "the size is looked at first");
        test.ExpectEq(hosts.Send(6500, 100), EINVAL, "and then the number");
        test.ExpectEq(hosts.Send(1473 * 65, 1473), EMSGSIZE, "more than a datagram can be");
        test.ExpectEq(hosts.Send(1000, 0), 0, "without UDP_SEGMENT nobody cares");
        TrainHosts::SetFeature(device, "tx-checksumming", true);
        TrainHosts::SetFeature(device, "tx-udp-segmentation", false);
        test.ExpectEq(hosts.Send(1000, 100), 0, "software cuts");
        hosts.SetKernel("4.17");
        test.ExpectEq(hosts.Send(1000, 100), ENOPROTOOPT, "4.17 knows no UDP_SEGMENT");
        test.ExpectEq(hosts.GetSocket()->GetErrno(), Socket::ERROR_OPNOTSUPP, "of ns-3");
        hosts.SetKernel("4.18");
        test.ExpectEq(hosts.Send(1000, 100), 0, "4.18 does");
    });
    test.Expect(hosts.GetFault().empty(), hosts.GetFault());
}

/**
 * @brief A full socket refuses before anything is wrong with the message.
 * @param test the test case
 */
void
FullSocketComesFirst(GsoTestCase& test)
{
    TrainHosts hosts;
    hosts.GetSocket()->SetSndbuf(5000); // 10,000 bytes
    hosts.Run([&] {
        test.ExpectEq(hosts.Send(10 * 1000, 1000), 0, "the socket is empty");
        test.ExpectEq(hosts.GetSocket()->GetWmemAlloc(), 10 * 1000 + OVERHEAD, "it is full now");
        test.ExpectEq(hosts.Send(1000, 100), EAGAIN, "nothing is wrong with that");
        test.ExpectEq(hosts.Send(6500, 100), EAGAIN, "65 segments");
        test.ExpectEq(hosts.Send(3000, 1473), EAGAIN, "too large segments");
        test.ExpectEq(hosts.Send(65508, 1000), EMSGSIZE, "no message can be that large");
    });
    test.Expect(hosts.GetFault().empty(), hosts.GetFault());
    test.ExpectEq(hosts.GetSocket()->GetSndbufErrors(), 3, "each EAGAIN counts");
}

// --- Option and tag --------------------------------------------------------------------------

/**
 * @brief The option, the tag that overrides it, and the application's packet.
 * @param test the test case
 */
void
TagOverridesOption(GsoTestCase& test)
{
    TrainHosts hosts;
    hosts.GetHosts().SetQueueDisc("ns3::FifoQueueDisc", "1000p");
    const auto socket = hosts.GetSocket();
    socket->SetAttribute("UdpSegment", UintegerValue(500));
    auto& datagrams = hosts.GetDatagrams();
    hosts.Run([&] {
        const auto byOption = datagrams.MakeMessage(1400);
        datagrams.Expect(byOption, 500);
        test.ExpectEq(socket->Send(byOption), 1400, "cut into 500, 500, 400");
        test.ExpectEq(socket->GetWmemAlloc(), 1400 + OVERHEAD, "one train");
        test.ExpectEq(hosts.Send(1400, 1000), 0, "cut into 1000, 400");
        test.ExpectEq(hosts.Send(1400, 0), 0, "not cut");
        test.ExpectEq(socket->GetWmemAlloc(), 2 * (1400 + OVERHEAD) + 2304, "a plain one of 2304");
        const auto tagged = datagrams.MakeMessage(1400);
        datagrams.Expect(tagged, 700);
        datagrams.Expect(tagged, 500);
        tagged->AddPacketTag(UdpSegmentTag(700));
        test.ExpectEq(socket->Send(tagged), 1400, "by its tag");
        UdpSegmentTag tag;
        test.Expect(!tagged->PeekPacketTag(tag), "the tag was for one send");
        test.Expect(!tagged->GetPacketTagIterator().HasNext(), "no tag is left on the packet");
        test.ExpectEq(tagged->GetSize(), 1400, "the packet is as it was");
        test.ExpectEq(socket->Send(tagged), 1400, "and can be sent again, by the option now");
    });
    test.Expect(hosts.GetFault().empty(), hosts.GetFault());
}

// --- Content and charge ----------------------------------------------------------------------

/**
 * @brief What arrives, byte for byte, and what it costs.
 * @param kind kind of device
 * @param ipv6 over IPv6?
 * @return the body of the test
 */
GsoTestCase::Body
DatagramsArriveAsTheyAre(TwoHosts::Kind kind, bool ipv6)
{
    return [kind, ipv6](GsoTestCase& test) {
        TrainHosts hosts(kind, ipv6);
        hosts.GetHosts().SetQueueDisc("ns3::FifoQueueDisc", "10000p");
        hosts.Run([&] {
            const std::vector<std::pair<uint32_t, uint32_t>> sends{{4000, 1000},
                                                                   {4001, 1000},
                                                                   {3999, 1000},
                                                                   {1000, 1000},
                                                                   {1, 1000},
                                                                   {64, 1},
                                                                   {65507, 1450},
                                                                   {1400 * 43 + 7, 1400}};
            Time delay;
            for (const auto& [bytes, gsoSize] : sends)
            {
                Simulator::Schedule(delay, [&test, &hosts, bytes = bytes, gsoSize = gsoSize] {
                    test.ExpectEq(hosts.Send(bytes, gsoSize), 0, "taken");
                });
                delay += MilliSeconds(10); // a queue of 100 packets is empty again
            }
        });
        test.Expect(!hosts.GetCharges().empty() && hosts.GetCharges()[0] == 4000 + OVERHEAD,
                    "payload + 768");
        test.Expect(hosts.GetFault().empty(), hosts.GetFault());
        // 4, 5, 4, 1, 1, 64, ceil(65507 / 1450) = 46 and 44
        test.ExpectEq(hosts.GetDatagrams().GetNReceived(), 169, "datagrams");
    };
}

/**
 * @brief A single datagram with UDP_SEGMENT costs payload + 768, as a train does.
 * @param ipv6 over IPv6?
 * @return the body of the test
 */
GsoTestCase::Body
SingleDatagramIsChargedAsATrain(bool ipv6)
{
    return [ipv6](GsoTestCase& test) {
        for (const uint32_t bytes : {1U, 500U, 1400U})
        {
            TrainHosts hosts(TwoHosts::NIC, ipv6);
            hosts.Run([&] { test.ExpectEq(hosts.Send(bytes, 1400), 0, "taken"); });
            test.ExpectEq(hosts.GetCharges(), {bytes + OVERHEAD, 0}, "paged, not linear");
            test.Expect(hosts.GetFault().empty(), hosts.GetFault());
            test.Expect(hosts.GetCuts().empty(), "there is nothing to cut");
        }
    };
}

// --- UFO -------------------------------------------------------------------------------------

/**
 * @brief UDP larger than the MTU on a device with UFO or without.
 * @param release kernel
 * @param offload has the device udp-fragmentation-offload?
 * @param ipv6 over IPv6?
 * @return the body of the test
 */
GsoTestCase::Body
LargeDatagram(const std::string& release, bool offload, bool ipv6)
{
    return [=](GsoTestCase& test) {
        TrainHosts hosts(TwoHosts::NIC, ipv6);
        hosts.SetKernel(release);
        const auto device = hosts.GetHosts().GetDevice();
        TrainHosts::SetFeature(device, "udp-fragmentation-offload", offload);
        const auto root = hosts.GetHosts().SetQueueDisc("ns3::FifoQueueDisc", "1000p");
        uint32_t nItems = 0;
        uint64_t charge = 0;
        hosts.Run([&] {
            // The NIC is busy with the first.
            test.ExpectEq(hosts.Send(1000, 0), 0, "a small one");
            const uint64_t before = hosts.GetSocket()->GetWmemAlloc();
            const uint32_t itemsBefore = root->GetStats().nTotalReceivedPackets;
            test.ExpectEq(hosts.Send(8000, 0), 0, "a large one");
            charge = hosts.GetSocket()->GetWmemAlloc() - before;
            nItems = root->GetStats().nTotalReceivedPackets - itemsBefore;
        });
        if (offload && release != "6.1")
        {
            test.ExpectEq(charge, 8000 + OVERHEAD, "payload + 768");
            test.ExpectEq(nItems, 1, "one train");
        }
        else
        {
            // e4-charge, MTU 1500, 8000 B
            test.ExpectEq(charge, ipv6 ? 13824 : 12800, "per fragment");
            test.ExpectEq(nItems, 6, "fragments");
        }
        test.ExpectEq(hosts.GetDatagrams().GetNReceived(), 2, "datagrams, put together again");
        test.Expect(hosts.GetFault().empty(), hosts.GetFault());
        test.Expect(hosts.GetCuts().empty(), "the device has the feature");
    };
}

/**
 * @brief The suite.
 */
class GsoTestSuite : public TestSuite
{
  public:
    GsoTestSuite()
        : TestSuite("linux-tx-gso", Type::SYSTEM)
    {
        Add("e5-gso rows match a real kernel", ReplayReference);
        for (const bool ipv6 : {false, true})
        {
            const std::string over = ipv6 ? " over IPv6" : " over IPv4";
            Add("UDP_SEGMENT takes 64 segments that fit the MTU" + over, SizesHaveLimits(ipv6));
            Add("one datagram is charged as a train" + over, SingleDatagramIsChargedAsATrain(ipv6));
            const std::map<std::string, TwoHosts::Kind> kinds{
                {"a NIC", TwoHosts::NIC},
                {"CSMA", TwoHosts::CSMA},
                {"a simple device", TwoHosts::SIMPLE},
                {"a point-to-point device", TwoHosts::POINT_TO_POINT},
                {"a bond", TwoHosts::BOND},
                {"a VLAN device on a bond", TwoHosts::VLAN_ON_BOND},
                {"a bond on a VLAN device", TwoHosts::BOND_ON_VLAN},
            };
            for (const auto& [name, kind] : kinds)
            {
                Add("exactly the datagrams arrive through " + name + over,
                    DatagramsArriveAsTheyAre(kind, ipv6));
            }
            for (const std::string release : {"3.17", "4.13", "6.1"})
            {
                Add(release + ": a device with UFO" + over, LargeDatagram(release, true, ipv6));
                Add(release + ": a device without UFO" + over, LargeDatagram(release, false, ipv6));
            }
        }
        Add("checksums and kernel come after size and number", DeviceAndKernelMustDoIt);
        Add("EAGAIN comes before what is wrong with the message", FullSocketComesFirst);
        Add("a tag on the packet overrides the option once", TagOverridesOption);
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

GsoTestSuite g_gsoTestSuite; //!< registers itself

} // namespace
