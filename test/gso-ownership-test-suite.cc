/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "gso-test-case.h"
#include "train-hosts.h"

#include "ns3/ethtool-helper.h"
#include "ns3/pointer.h"
#include "ns3/queue-size.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <functional>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

/// What a control block costs besides the payload of a paged packet (e5-gso: payload + 768).
constexpr uint32_t OVERHEAD = 768;

constexpr uint32_t GSO_SIZE = 1000;   ///< payload of a segment, in bytes
constexpr uint32_t N_SEGMENTS = 10;   ///< of a train
constexpr uint32_t UFO_BYTES = 14000; ///< payload of a datagram that becomes as many fragments

using Values = std::vector<uint64_t>;

/// A place where trains are cut.
struct Place
{
    std::string name;       //!< for names of test cases
    TwoHosts::Kind kind;    //!< the devices
    bool upper;             //!< is it cut for the device that IP uses, instead of the lowest one?
    uint32_t burst;         //!< of a token bucket, in bytes; 0 for a FIFO
    bool canFollow{true};   //!< is a segment charged until it has left the device?
    std::string parent{""}; //!< queue disc above the token bucket
};

/// The places.
const std::vector<Place> PLACES{
    {"a bond", TwoHosts::BOND, true, 0},
    {"a VLAN device", TwoHosts::VLAN, true, 0},
    {"a VLAN device on a bond", TwoHosts::VLAN_ON_BOND, true, 0},
    {"a bond on a VLAN device", TwoHosts::BOND_ON_VLAN, true, 0},
    {"a NIC", TwoHosts::NIC, false, 0},
    {"the NIC below a VLAN device", TwoHosts::VLAN, false, 0},
    {"a token bucket", TwoHosts::NIC, false, 4000},
    {"a token bucket below a bond", TwoHosts::BOND, false, 4000},
    {"a token bucket under mq", TwoHosts::NIC, false, 4000, true, "ns3::MqQueueDisc"},
    {"CSMA", TwoHosts::CSMA, false, 0},
    {"a point-to-point device", TwoHosts::POINT_TO_POINT, false, 0},
    {"a simple device", TwoHosts::SIMPLE, false, 0, false},
};

/**
 * @brief The device for which trains are cut.
 * @param hosts the hosts
 * @param place the place
 * @return the device
 */
Ptr<NetDevice>
GetCuttingDevice(TrainHosts& hosts, const Place& place)
{
    return place.upper ? hosts.GetHosts().GetDevice() : hosts.GetHosts().GetQueueingDevice();
}

/**
 * @brief Put the queue disc of a place on the sender.
 * @param hosts the hosts
 * @param place the place
 */
void
InstallQueueDisc(TrainHosts& hosts, const Place& place)
{
    if (place.burst > 0)
    {
        hosts.Shape("10Mbps", place.burst, place.parent);
    }
    else
    {
        hosts.GetHosts().SetQueueDisc("ns3::FifoQueueDisc", "1000p");
    }
}

/**
 * @brief The values that wmem_alloc has: the whole, perhaps what the segments cost, and then less
 *        with every segment that has left.
 * @param whole what the train costs, in bytes
 * @param shares what the segments cost once it is cut, in bytes
 * @return each new value once
 */
Values
GetExpectedCharges(uint64_t whole, const Values& shares)
{
    Values values{whole};
    uint64_t charge = std::accumulate(shares.begin(), shares.end(), uint64_t{0});
    if (charge != whole)
    {
        values.push_back(charge);
    }
    for (const uint64_t share : shares)
    {
        if (share > 0)
        {
            charge -= share;
            values.push_back(charge);
        }
    }
    return values;
}

/**
 * @brief What each segment of a train costs after the cut.
 * @param ownership None, Last or Every
 * @param whole what the train cost, in bytes
 * @param every what the segments cost with Every, in bytes
 * @return the shares
 */
Values
GetShares(const std::string& ownership, uint64_t whole, const Values& every)
{
    if (ownership == "Every")
    {
        return every;
    }
    Values shares(every.size(), 0);
    shares.back() = ownership == "Last" ? whole : 0;
    return shares;
}

/**
 * @brief One train of N_SEGMENTS was cut.
 * @param test the test case
 * @param hosts the hosts, after the run
 * @param device the device that it was cut for
 */
void
ExpectOneCut(GsoTestCase& test, const TrainHosts& hosts, const Ptr<NetDevice>& device)
{
    test.ExpectEq(hosts.GetCuts().size(), 1, "one train was cut");
    for (const auto& cut : hosts.GetCuts())
    {
        test.Expect(cut.device == device, "for that device");
        test.ExpectEq(cut.nSegments, N_SEGMENTS, "into so many");
    }
}

/**
 * @brief Send a train, and follow the charge.
 * @param place where the train is cut
 * @param ownership None, Last, Every, or Kernel
 * @param ipv6 over IPv6?
 * @return the body of the test
 */
GsoTestCase::Body
SegmentsAreOwned(const Place& place, const std::string& ownership, bool ipv6)
{
    return [=](GsoTestCase& test) {
        TrainHosts hosts(place.kind, ipv6);
        const auto device = GetCuttingDevice(hosts, place);
        InstallQueueDisc(hosts, place);
        TrainHosts::SetOwnership(device, ownership);
        if (place.burst == 0)
        {
            TrainHosts::SetFeature(device, "tx-udp-segmentation", false);
        }
        hosts.Run([&] { test.ExpectEq(hosts.Send(N_SEGMENTS * GSO_SIZE, GSO_SIZE), 0, "taken"); });

        // 6.1 gives every segment of UDP_SEGMENT its own charge: gso_size + 768 (e5-gso).
        const uint64_t whole = N_SEGMENTS * GSO_SIZE + OVERHEAD;
        const Values shares = GetShares(ownership == "Kernel" ? "Every" : ownership,
                                        whole,
                                        Values(N_SEGMENTS, GSO_SIZE + OVERHEAD));
        test.ExpectEq(hosts.GetCharges(), GetExpectedCharges(whole, shares), "wmem_alloc");
        ExpectOneCut(test, hosts, device);
        test.ExpectEq(hosts.GetDatagrams().GetNReceived(), N_SEGMENTS, "all arrived");
        test.Expect(hosts.GetFault().empty(), hosts.GetFault());
        // 10 frames of 1074 B and more take 859 us at 100 Mbit/s.
        const bool atOnce = hosts.GetEndOfCharge() == Seconds(0);
        const bool late = hosts.GetEndOfCharge() > MicroSeconds(800);
        test.Expect(ownership == "None" || !place.canFollow ? atOnce : late, "when the last ends");
    };
}

/**
 * @brief UFO: a large datagram goes down whole, and is cut into fragments of one charge.
 * @param kernel 3.17 or 4.13
 * @param ownership None, Last, Every, or Kernel
 * @return the body of the test
 */
GsoTestCase::Body
FragmentsAreOwned(const std::string& kernel, const std::string& ownership)
{
    return [=](GsoTestCase& test) {
        TrainHosts hosts(TwoHosts::VLAN); // which takes what software can cut; the NIC does not
        hosts.SetKernel(kernel);
        hosts.GetHosts().SetQueueDisc("ns3::FifoQueueDisc", "1000p");
        const auto device = hosts.GetHosts().GetQueueingDevice();
        TrainHosts::SetOwnership(device, ownership);
        hosts.Run([&] { test.ExpectEq(hosts.Send(UFO_BYTES, 0), 0, "taken"); });

        // Fragments have 1480 B each, with the UDP header in the first: 14,008 = 9 x 1480 + 688.
        // With Every, each has the part of 14,768 that its payload is of 14,000, rounded down; the
        // last one what is left.
        const uint64_t whole = UFO_BYTES + OVERHEAD;
        Values every{1472 * whole / UFO_BYTES};
        every.resize(9, 1480 * whole / UFO_BYTES);
        every.push_back(whole - std::accumulate(every.begin(), every.end(), uint64_t{0}));
        // skb_segment() gives the charge to the last since 3.19.
        const std::string byKernel = kernel == "3.17" ? "None" : "Last";
        const Values shares = GetShares(ownership == "Kernel" ? byKernel : ownership, whole, every);
        test.ExpectEq(hosts.GetCharges(), GetExpectedCharges(whole, shares), "wmem_alloc");
        ExpectOneCut(test, hosts, device);
        test.ExpectEq(hosts.GetDatagrams().GetNReceived(), 1, "it is one again");
        test.Expect(hosts.GetFault().empty(), hosts.GetFault());
    };
}

/**
 * @brief A foreign device with the feature keeps the whole charge until all segments have left.
 * @param test the test case
 */
void
ForeignDeviceWithFeatureKeepsAll(GsoTestCase& test)
{
    TrainHosts hosts(TwoHosts::CSMA);
    TrainHosts::SetFeature(hosts.GetHosts().GetDevice(), "tx-udp-segmentation", true);
    hosts.Run([&] { test.ExpectEq(hosts.Send(N_SEGMENTS * GSO_SIZE, GSO_SIZE), 0, "taken"); });
    test.ExpectEq(hosts.GetCharges(), {N_SEGMENTS * GSO_SIZE + OVERHEAD, 0}, "wmem_alloc");
    test.Expect(hosts.GetEndOfCharge() > MicroSeconds(800), "until the last has left");
    test.Expect(hosts.GetFault().empty(), hosts.GetFault());
}

/**
 * @brief The limits gso_max_size and gso_max_segs.
 * @param test the test case
 */
void
LimitsOfTheDeviceCut(GsoTestCase& test)
{
    // 10 x 1000 B and the headers of UDP, IP and Ethernet once.
    const uint32_t size = N_SEGMENTS * GSO_SIZE + 8 + 20 + 14;
    const EthtoolHelper ethtool;
    for (const bool bond : {false, true})
    {
        TrainHosts hosts(bond ? TwoHosts::BOND : TwoHosts::NIC);
        const auto device = hosts.GetHosts().GetDevice();
        // What is set, and how many cuts there are after another train.
        const std::vector<std::pair<std::function<void()>, uint32_t>> steps{
            {[&] { ethtool.SetGsoMaxSize(device, size + 1); }, 0},
            {[&] { ethtool.SetGsoMaxSize(device, size); }, 1},
            {[&] { ethtool.SetGsoMaxSize(device, 65536); }, 1},
            {[&] { ethtool.SetGsoMaxSegs(device, N_SEGMENTS); }, 1},
            {[&] { ethtool.SetGsoMaxSegs(device, N_SEGMENTS - 1); }, 2},
            {[&] { ethtool.SetGsoMaxSegs(device, 65535); }, 2},
            {[&] { TrainHosts::SetFeature(device, "tx-udp-segmentation", false); }, 3},
        };
        hosts.Run([&] {
            for (std::size_t i = 0; i < steps.size(); ++i)
            {
                Simulator::Schedule(MilliSeconds(10 * i), [&test, &hosts, &steps, i] {
                    steps[i].first();
                    test.ExpectEq(hosts.Send(N_SEGMENTS * GSO_SIZE, GSO_SIZE), 0, "taken");
                    test.ExpectEq(hosts.GetCuts().size(),
                                  steps[i].second,
                                  "cuts after step " + std::to_string(i));
                });
            }
        });
        test.Expect(hosts.GetFault().empty(), hosts.GetFault());
    }
}

/**
 * @brief A policy that orphans at hand-over does so before the cut: no segment has an owner.
 * @param test the test case
 */
void
EarlyOrphaningComesBeforeTheCut(GsoTestCase& test)
{
    TrainHosts hosts;
    const auto device = hosts.GetHosts().GetDevice();
    device->SetAttribute("OrphanPolicy", StringValue("Early"));
    TrainHosts::SetFeature(device, "tx-udp-segmentation", false);
    hosts.Run([&] { test.ExpectEq(hosts.Send(N_SEGMENTS * GSO_SIZE, GSO_SIZE), 0, "taken"); });
    test.ExpectEq(hosts.GetCharges(), {N_SEGMENTS * GSO_SIZE + OVERHEAD, 0}, "it never grows");
    test.Expect(hosts.GetEndOfCharge() == Seconds(0), "and ends at once");
    test.ExpectEq(hosts.GetCuts().size(), 1, "it is cut all the same");
    test.Expect(hosts.GetFault().empty(), hosts.GetFault());
}

/**
 * @brief A train is larger than the queue of the device below, which stops in its middle.
 * @param kind a device with flow control
 * @return the body of the test
 */
GsoTestCase::Body
TrainGoesOnWhenTheQueueIsWoken(TwoHosts::Kind kind)
{
    return [kind](GsoTestCase& test) {
        TrainHosts hosts(kind);
        const auto device = hosts.GetHosts().GetDevice();
        if (kind == TwoHosts::NIC)
        {
            device->SetAttribute("TxRingSize", UintegerValue(5));
            TrainHosts::SetFeature(device, "tx-udp-segmentation", false);
        }
        else
        {
            PointerValue queue;
            device->GetAttribute("TxQueue", queue);
            queue.GetObject()->SetAttribute("MaxSize", QueueSizeValue(QueueSize("5p")));
        }
        const auto root = hosts.GetHosts().SetQueueDisc("ns3::FifoQueueDisc", "1000p");
        hosts.Run([&] {
            test.ExpectEq(hosts.Send(40 * GSO_SIZE, GSO_SIZE), 0, "a train");
            test.ExpectEq(hosts.GetDatagrams().GetNReceived(), 0, "it is under way");
            test.ExpectEq(hosts.Send(500, 0), 0, "a datagram");
            test.ExpectEq(hosts.Send(40 * GSO_SIZE, GSO_SIZE), 0, "another train");
            test.ExpectEq(root->GetNPackets(), 2, "both wait behind the first train's rest");
        });
        test.ExpectEq(hosts.GetDatagrams().GetNReceived(), 81, "datagrams");
        // In order as well.
        test.Expect(hosts.GetFault().empty(), hosts.GetFault());
    };
}

/**
 * @brief Without flow control a device's queue overflows: what it drops is paid back.
 * @param test the test case
 */
void
OverflowingDeviceGivesChargeBack(GsoTestCase& test)
{
    TrainHosts hosts(TwoHosts::CSMA);
    PointerValue queue;
    hosts.GetHosts().GetDevice()->GetAttribute("TxQueue", queue);
    queue.GetObject()->SetAttribute("MaxSize", QueueSizeValue(QueueSize("5p")));
    hosts.Run([&] { test.ExpectEq(hosts.Send(40 * GSO_SIZE, GSO_SIZE), 0, "taken"); });
    // One is on the wire, five in the queue.
    test.ExpectEq(hosts.GetDatagrams().GetNReceived(), 6, "datagrams");
    test.Expect(hosts.GetFault(34).empty(), hosts.GetFault(34));
}

/**
 * @brief A train that the token bucket can hold is not cut for it.
 * @param test the test case
 */
void
BurstDecides(GsoTestCase& test)
{
    // A queue disc sees ten frames of 1042 B.
    for (const uint32_t burst : {10420U, 10419U})
    {
        TrainHosts hosts;
        hosts.Shape("10Mbps", burst);
        hosts.Run([&] { test.ExpectEq(hosts.Send(N_SEGMENTS * GSO_SIZE, GSO_SIZE), 0, "taken"); });
        test.ExpectEq(hosts.GetCuts().size(), burst == 10420 ? 0 : 1, "cut only if it must be");
        test.Expect(hosts.GetFault().empty(), hosts.GetFault());
    }
}

/**
 * @brief The suite.
 */
class GsoOwnershipTestSuite : public TestSuite
{
  public:
    GsoOwnershipTestSuite()
        : TestSuite("linux-tx-gso-ownership", Type::SYSTEM)
    {
        for (const std::string ownership : {"None", "Last", "Every", "Kernel"})
        {
            for (const Place& place : PLACES)
            {
                Add(ownership + ": segments cut for " + place.name,
                    SegmentsAreOwned(place, ownership, false));
                Add(ownership + ": segments cut for " + place.name + " over IPv6",
                    SegmentsAreOwned(place, ownership, true));
            }
            for (const std::string kernel : {"3.17", "4.13"})
            {
                Add(ownership + ": fragments in " + kernel, FragmentsAreOwned(kernel, ownership));
            }
        }
        Add("a foreign device with the feature keeps the whole charge to the end",
            ForeignDeviceWithFeatureKeepsAll);
        Add("trains of gso_max_size, or more segments than gso_max_segs, are cut",
            LimitsOfTheDeviceCut);
        Add("early orphaning comes before the cut", EarlyOrphaningComesBeforeTheCut);
        Add("the rest of a train goes on when a NIC's queue is woken",
            TrainGoesOnWhenTheQueueIsWoken(TwoHosts::NIC));
        Add("the rest of a train goes on when a point-to-point device's queue is woken",
            TrainGoesOnWhenTheQueueIsWoken(TwoHosts::POINT_TO_POINT));
        Add("what an overflowing device drops is paid back", OverflowingDeviceGivesChargeBack);
        Add("only a train larger than the burst is cut for a token bucket", BurstDecides);
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

GsoOwnershipTestSuite g_gsoOwnershipTestSuite; //!< registers itself

} // namespace
