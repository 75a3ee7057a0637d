/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "macvlan-host.h"
#include "macvlan-test-case.h"
#include "reference-table.h"

#include "ns3/inet-socket-address.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/traffic-control-helper.h"
#include "ns3/traffic-control-layer.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <utility>

using namespace ns3;

namespace
{

/// Charge of a message of 1000 bytes: 1028 + 31 -> 1088 + 320 -> 2048, plus 256; the 47 that are
/// to be added on a VLAN device give 1088 as well.
constexpr uint64_t CHARGE_1000 = 2304;

/**
 * @brief The row of e4-paths.tsv: the charge stays while packets wait below the macvlan.
 * @param kind the lower device
 * @param mode the first letter of the mode
 * @return the body of the test
 */
MacvlanTestCase::Body
ChargeSurvives(MacvlanHost::Kind kind, const std::string& mode)
{
    return [kind, mode](MacvlanTestCase& test) {
        uint64_t expected = 0;
        const ReferenceTable reference("e4-paths.tsv");
        for (const auto& row : reference.GetRows())
        {
            if (row.at("path") == "macvlan bridge / tbf")
            {
                expected = std::stoull(row.at("outq_after_20_sends_of_1000"));
            }
        }
        test.ExpectEq(expected, 20 * CHARGE_1000, "the reference, 20 x 2304");

        MacvlanHost host(kind);
        host.Add(mode + "1");
        host.AssignAddresses({mode + "1"}); // X has 10.1.1.2
        host.Shape("8kbps");
        const auto socket = host.MakeSocket(mode + "1");
        host.HearAfter([&] {
            // The burst of the shaper lets one frame pass; the reference had filled it before.
            for (int i = 0; i < 2; ++i)
            {
                socket->SendTo(Create<Packet>(1400), 0, InetSocketAddress("10.1.1.2", 9));
            }
        });
        const uint64_t parked = socket->GetWmemAlloc();
        host.HearAfter([&] {
            for (int i = 0; i < 20; ++i)
            {
                socket->SendTo(Create<Packet>(1000), 0, InetSocketAddress("10.1.1.2", 9));
            }
            test.ExpectEq(socket->GetWmemAlloc() - parked, expected, "charge after 20 sends");
        });
        test.ExpectEq(socket->GetWmemAlloc() - parked, expected, "charge 10 ms later");
        Simulator::Stop(Seconds(60));
        Simulator::Run();
        test.ExpectEq(socket->GetWmemAlloc(), 0, "charge when the network is idle");
        test.ExpectEq(host.GetNLiveSkbs(), 0, "live Skbs when the network is idle");
    };
}

/**
 * @brief To a sibling in bridge mode a packet goes at once, past the lower queue disc, and nobody
 *        pays any more when the send call returns.
 * @param test the test
 */
void
LocalDeliveryEndsTheCharge(MacvlanTestCase& test)
{
    MacvlanHost host;
    const auto b1 = host.Add("B1");
    const auto b2 = host.Add("B2");
    host.AssignAddresses({"B1"});
    host.Resolve("B1", "10.1.1.99", b2->GetAddress());
    host.Shape("1bps");
    const auto socket = host.MakeSocket("B1");
    const auto heard = host.HearAfter([&] {
        for (int i = 0; i < 3; ++i)
        {
            socket->SendTo(Create<Packet>(1000), 0, InetSocketAddress("10.1.1.99", 9));
        }
        test.ExpectEq(socket->GetWmemAlloc(), 0, "charge after the send call");
    });
    test.ExpectEq(heard, std::string("B2 B2 B2"), "who hears it");
    test.ExpectEq(b1->GetStats().txPackets, 3, "sent by B1");
    test.ExpectEq(b1->GetStats().txBytes, 3 * (1028 + 14), "bytes sent by B1");
    test.ExpectEq(b2->GetStats().rxPackets, 3, "received by B2");
    test.ExpectEq(b2->GetStats().rxBytes, 3 * (1028 + 14), "bytes received by B2");
    test.ExpectEq(host.GetNLiveSkbs(), 0, "live Skbs");
}

/**
 * @brief A broadcast is paid for once, while it waits below; the copies for siblings are not.
 * @param test the test
 */
void
BroadcastCopiesAreFree(MacvlanTestCase& test)
{
    MacvlanHost host;
    host.Add("B1");
    host.Add("B2");
    host.Add("B3");
    host.AssignAddresses({"B1"});
    host.Shape("8kbps");
    const auto socket = host.MakeSocket("B1");
    socket->SetAllowBroadcast(true);
    const auto send = [&](uint32_t bytes) {
        socket->SendTo(Create<Packet>(bytes), 0, InetSocketAddress("10.1.1.255", 9));
    };
    host.HearAfter([&send] {
        send(1400); // passes with the burst
        send(1400); // waits
    });
    const uint64_t parked = socket->GetWmemAlloc();
    const auto heard = host.HearAfter([&] {
        send(1000);
        test.ExpectEq(socket->GetWmemAlloc() - parked, CHARGE_1000, "charge of one message");
    });
    test.ExpectEq(heard, std::string("B2 B3"), "who hears it while it waits below");
    Simulator::Stop(Seconds(60));
    Simulator::Run();
    test.ExpectEq(socket->GetWmemAlloc(), 0, "charge when the network is idle");
    test.ExpectEq(host.GetNLiveSkbs(), 0, "live Skbs");
}

/**
 * @brief A message of ten thousand bytes, each byte the number of its thousand.
 * @return the message
 */
Ptr<Packet>
MakeNumberedMessage()
{
    std::vector<uint8_t> bytes(10000);
    for (std::size_t i = 0; i < bytes.size(); ++i)
    {
        bytes[i] = static_cast<uint8_t>(i / 1000);
    }
    return Create<Packet>(bytes.data(), bytes.size());
}

/**
 * @brief The segments of trains that a device of a host hears, in the order of their arrival.
 */
class SegmentRecorder
{
  public:
    /**
     * @brief Listen.
     * @param device the device
     */
    explicit SegmentRecorder(const Ptr<NetDevice>& device)
    {
        constexpr uint16_t IPV4 = 0x0800;
        device->GetNode()->RegisterProtocolHandler(MakeCallback(&SegmentRecorder::Receive, this),
                                                   IPV4,
                                                   device);
    }

    /**
     * @brief What was heard.
     * @return the number in each segment of MakeNumberedMessage(), or ? if it is not as it should
     * be
     */
    const std::string& GetText() const
    {
        return m_text;
    }

  private:
    /**
     * @brief Write a segment down.
     * @param packet the segment
     */
    void Receive(Ptr<NetDevice> /* device */,
                 Ptr<const Packet> packet,
                 uint16_t /* protocol */,
                 const Address& /* from */,
                 const Address& /* to */,
                 NetDevice::PacketType /* type */)
    {
        constexpr uint32_t HEADERS = 20 + 8; // IP and UDP
        std::vector<uint8_t> bytes(packet->GetSize());
        packet->CopyData(bytes.data(), bytes.size());
        const bool uniform = bytes.size() == HEADERS + 1000 &&
                             std::count(bytes.begin() + HEADERS, bytes.end(), bytes.back()) == 1000;
        m_text += uniform ? static_cast<char>('0' + bytes.back()) : '?';
    }

    std::string m_text; //!< what was heard
};

/**
 * @brief A sibling in bridge mode gets a train as its segments, and the charge ends as a whole.
 * @param test the test
 */
void
LocalTrainArrivesAsSegments(MacvlanTestCase& test)
{
    MacvlanHost host;
    const auto b1 = host.Add("B1");
    const auto b2 = host.Add("B2");
    host.AssignAddresses({"B1"});
    host.Resolve("B1", "10.1.1.99", b2->GetAddress());
    const SegmentRecorder recorder(b2);
    const auto socket = host.MakeSocket("B1");
    socket->SetAttribute("UdpSegment", UintegerValue(1000));
    host.HearAfter([&] {
        socket->SendTo(MakeNumberedMessage(), 0, InetSocketAddress("10.1.1.99", 9));
        test.ExpectEq(socket->GetWmemAlloc(), 0, "charge after the send call");
    });
    test.ExpectEq(recorder.GetText(), std::string("0123456789"), "segments received by B2");
    constexpr uint64_t SEGMENT = 14 + 20 + 8 + 1000;
    test.ExpectEq(b1->GetStats().txPackets, 10, "segments sent by B1");
    test.ExpectEq(b1->GetStats().txBytes, 10 * SEGMENT, "bytes sent by B1");
    test.ExpectEq(b2->GetStats().rxPackets, 10, "segments received by B2");
    test.ExpectEq(b2->GetStats().rxBytes, 10 * SEGMENT, "bytes received by B2");
    test.ExpectEq(host.GetNLiveSkbs(), 0, "live Skbs");
}

/**
 * @brief Of a train for a group siblings get copies for which nobody pays; the original waits below
 *        as one and leaves unharmed.
 * @param test the test
 */
void
BroadcastTrain(MacvlanTestCase& test)
{
    MacvlanHost host;
    const auto b1 = host.Add("B1");
    host.AssignAddresses({"B1"});
    const SegmentRecorder b2(host.Add("B2"));
    const SegmentRecorder b3(host.Add("B3"));
    const SegmentRecorder outside(host.Get("X"));
    const auto socket = host.MakeSocket("B1");
    socket->SetAllowBroadcast(true);
    socket->SetAttribute("UdpSegment", UintegerValue(1000));
    host.HearAfter([&] {
        socket->SendTo(MakeNumberedMessage(), 0, InetSocketAddress("10.1.1.255", 9));
        // e5-gso.tsv: a train is charged payload + 768; it is whole on the NIC's ring.
        test.ExpectEq(socket->GetWmemAlloc(), 10768, "charge after the send call");
    });
    for (const auto* recorder : {&b2, &b3, &outside})
    {
        test.ExpectEq(recorder->GetText(), std::string("0123456789"), "segments received");
    }
    test.ExpectEq(b1->GetStats().txPackets, 10, "segments sent by B1");
    test.ExpectEq(socket->GetWmemAlloc(), 0, "charge when the network is idle");
    test.ExpectEq(host.GetNLiveSkbs(), 0, "live Skbs");
}

/**
 * @brief The lower device's verdict is the macvlan's; siblings have heard a broadcast all the same.
 * @param test the test
 */
void
VerdictOfTheLowerDevice(MacvlanTestCase& test)
{
    MacvlanHost host;
    const auto b1 = host.Add("B1");
    const auto b2 = host.Add("B2");
    TrafficControlHelper helper;
    const auto trafficControl = host.GetNodes().Get(0)->GetObject<TrafficControlLayer>();
    trafficControl->DeleteRootQueueDiscOnDevice(host.GetWireDevice());
    helper.SetRootQueueDisc("ns3::FifoQueueDisc", "MaxSize", StringValue("1p"));
    helper.Install(host.GetWireDevice());

    uint32_t refused = 0;
    host.HearAfter([&] {
        for (int i = 0; i < 1000; ++i)
        {
            refused += b1->Send(Create<Packet>(1000), Mac48Address::GetBroadcast(), 0x88B5) ? 0 : 1;
        }
    });
    const auto& stats = b1->GetStats();
    test.ExpectEq(stats.txPackets + stats.txDropped, 1000, "each is sent or dropped");
    test.ExpectEq(stats.txDropped, refused, "dropped ones are those that Send() refused");
    test.ExpectEq(refused > 0 && refused < 1000, true, "some were refused");
    test.ExpectEq(b2->GetStats().rxPackets, 1000, "B2 hears all");
}

/**
 * @ingroup linux-tx-tests
 * @brief Macvlans: charges, verdicts and trains.
 */
class MacvlanChargeTestSuite : public TestSuite
{
  public:
    MacvlanChargeTestSuite()
        : TestSuite("linux-tx-macvlan-charge", TestSuite::Type::UNIT)
    {
        const std::vector<std::pair<MacvlanHost::Kind, std::string>> kinds{
            {MacvlanHost::NIC, "NIC"},
            {MacvlanHost::CSMA, "CSMA"},
            {MacvlanHost::BOND, "bond"},
            {MacvlanHost::VLAN, "VLAN"},
        };
        for (const auto& [kind, name] : kinds)
        {
            Add("the charge survives a macvlan in bridge mode over " + name,
                ChargeSurvives(kind, "B"));
        }
        for (const std::string mode : {"P", "V", "T"})
        {
            Add("the charge survives a macvlan of mode " + mode,
                ChargeSurvives(MacvlanHost::NIC, mode));
        }
        Add("local delivery ends the charge", LocalDeliveryEndsTheCharge);
        Add("copies of a broadcast are free", BroadcastCopiesAreFree);
        Add("a train arrives at a sibling as its segments", LocalTrainArrivesAsSegments);
        Add("siblings get copies of a broadcast train", BroadcastTrain);
        Add("the verdict is the lower device's", VerdictOfTheLowerDevice);
    }

  private:
    /**
     * @brief Add a test.
     * @param claim what it shows
     * @param body how
     */
    void Add(const std::string& claim, MacvlanTestCase::Body body)
    {
        AddTestCase(new MacvlanTestCase(claim, std::move(body)));
    }
};

MacvlanChargeTestSuite g_macvlanChargeTestSuite; //!< the suite

} // namespace
