/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "bridge-test-case.h"
#include "bridged-hosts.h"
#include "reference-table.h"

#include "ns3/linux-bridge-helper.h"
#include "ns3/uinteger.h"
#include "ns3/vlan-header.h"
#include "ns3/vlan-helper.h"
#include "ns3/vlan-tags.h"

#include <cstdint>
#include <string>

using namespace ns3;
using namespace ns3::bridge_test;

namespace
{

/**
 * @brief A known address gets the packet itself, with its charge, and nobody else anything.
 * @param test the test
 */
void
KnownAddressGetsThePacket(BridgeTestCase& test)
{
    BridgedHosts hosts(3);
    BridgeLog log(hosts.GetBridge());
    const auto parked = hosts.Park(1);
    const auto other = hosts.Park(2);
    const auto socket = hosts.MakeSocket(1);
    At(START, [&] { hosts.SendFromPeer(1, hosts.GetBridge()->GetAddress()); });
    At(START + MilliSeconds(1), [&] {
        test.ExpectText(log.Take(), "learned 2", "ports are numbered from 1");
        SendMessages(socket, 20);
        // One of 20 passes the full bucket and has left 1 ms later.
        test.ExpectEq(socket->GetWmemAlloc(), 20 * CHARGE_1000, "kept");
        test.ExpectEq(parked->GetNPackets(), 19, "on the port of the address");
        test.ExpectEq(other->GetNPackets(), 0, "on another port");
        test.ExpectEq(hosts.GetBridge()->GetStats().txPackets, 20, "tx_packets of the bridge");
        // 1000 + UDP 8 + IP 20 + Ethernet 14
        test.ExpectEq(hosts.GetBridge()->GetStats().txBytes, 20 * 1042, "tx_bytes of the bridge");
    });
    At(START + MilliSeconds(2),
       [&] { test.ExpectEq(socket->GetWmemAlloc(), 19 * CHARGE_1000, "the first has left"); });
    RunUntil(START + Seconds(2));
    test.ExpectEq(hosts.GetPort(0)->GetStats().txPackets, 0, "on another port");
    test.ExpectEq(hosts.GetNMessages(1), 1, "messages");
}

/**
 * @brief Flooding gives every port a copy, and who sent pays for the one on the oldest port.
 *
 * br_add_if() puts new ports at the head of the list, and br_flood() gives the last one the
 * original.
 * @param parked the port whose queue lets nothing go
 * @param kept what is charged when the other ports have sent theirs
 * @return the body of the test
 */
BridgeTestCase::Body
FloodingChargesTheOldestPort(uint32_t parked, uint64_t kept)
{
    return [parked, kept](BridgeTestCase& test) {
        BridgedHosts hosts(3);
        const auto qdisc = hosts.Park(parked);
        const auto socket = hosts.MakeSocket(0);
        At(START, [&] { SendMessages(socket, 1); }); // empties the bucket
        At(START + MilliSeconds(1), [&] {
            test.ExpectEq(socket->GetWmemAlloc(), 0, "the first has left");
            SendMessages(socket, 20);
            test.ExpectEq(socket->GetWmemAlloc(), 20 * CHARGE_1000, "none has left");
        });
        At(START + MilliSeconds(100), [&] {
            test.ExpectEq(socket->GetWmemAlloc(), kept, "when the others have left");
            test.ExpectEq(qdisc->GetNPackets(), 20, "copies in the queue");
            for (uint32_t i = 0; i < 3; ++i)
            {
                test.ExpectEq(hosts.GetPort(i)->GetStats().txPackets,
                              i == parked ? 1 : 21,
                              "sent on port " + std::to_string(i));
            }
        });
        RunUntil(START + Seconds(1));
        test.ExpectEq(hosts.GetNMessages(0), parked == 0 ? 1 : 21, "messages");
        test.ExpectEq(hosts.GetNMessages(1), 0, "not for this peer");
    };
}

/**
 * @brief The row of e4-paths.tsv: the charge survives a bridge with the shaper on its port.
 * @param test the test
 */
void
ReferenceKeepsTheCharge(BridgeTestCase& test)
{
    const ReferenceTable table("e4-paths.tsv");
    uint32_t nRows = 0;
    for (const auto& row : table.GetRows())
    {
        if (row.at("path") != "bridge / tbf on port")
        {
            continue;
        }
        ++nRows;
        BridgedHosts hosts(1);
        hosts.Park(0);
        const auto socket = hosts.MakeSocket(0);
        At(START, [&] { SendMessages(socket, 1); }); // empties the bucket
        At(START + MilliSeconds(1), [&] { SendMessages(socket, 20); });
        At(START + Seconds(1), [&] {
            test.ExpectText(std::to_string(socket->GetWmemAlloc()),
                            row.at("outq_after_20_sends_of_1000"),
                            ReferenceTable::Describe(row));
        });
        RunUntil(START + Seconds(2));
    }
    test.ExpectEq(nRows, 1, "rows for a bridge");
}

/**
 * @brief An address is forgotten 300 s after it was heard last, and its packets are flooded again.
 * @param test the test
 */
void
AddressesAge(BridgeTestCase& test)
{
    BridgedHosts hosts(2);
    BridgeLog log(hosts.GetBridge());
    const auto socket = hosts.MakeSocket(1);
    const auto sentOnOther = [&] { return hosts.GetPort(0)->GetStats().txPackets; };
    At(START, [&] { hosts.SendFromPeer(1, hosts.GetBridge()->GetAddress()); });
    At(START + Seconds(100), [&] { hosts.SendFromPeer(1, hosts.GetBridge()->GetAddress()); });
    // 1014 bytes behind 8 of preamble, and the FCS, at 80 ns a byte: learned 82 us later.
    const Time heard = START + Seconds(100) + NanoSeconds(1026 * 80);
    At(heard + Seconds(300) - MicroSeconds(1), [&] {
        test.ExpectText(log.Take(), "learned 2", "once");
        SendMessages(socket, 1);
    });
    At(heard + Seconds(300) + MicroSeconds(1), [&] {
        test.ExpectText(log.Take(), "aged 2", "300 s after the second frame");
        SendMessages(socket, 1);
    });
    At(heard + Seconds(300), [&] { test.ExpectEq(sentOnOther(), 0, "known"); });
    Simulator::Run(); // ends by itself: nothing is left to age
    test.ExpectEq(sentOnOther(), 1, "flooded");
    test.ExpectEq(hosts.GetNMessages(1), 2, "messages");
    test.ExpectEq(hosts.GetNLiveSkbs(), 0, "live Skbs");
}

/**
 * @brief An address that is heard on another port has moved there.
 * @param test the test
 */
void
AddressesMove(BridgeTestCase& test)
{
    BridgedHosts hosts(3);
    BridgeLog log(hosts.GetBridge());
    const Mac48Address roamer("02:00:00:00:00:77");
    const auto to = hosts.GetBridge()->GetAddress();
    for (uint32_t peer : {0, 1})
    {
        At(START + MilliSeconds(10 * peer), [&hosts, peer, roamer, to] {
            hosts.GetPeer(peer)->SendFrom(Create<Packet>(100), roamer, to, BridgedHosts::PROTOCOL);
        });
    }
    At(START + MilliSeconds(20), [&] { hosts.SendFromPeer(2, roamer); });
    RunUntil(START + Seconds(1));
    test.ExpectText(log.Take(), "learned 1; moved 2; learned 3", "");
    test.ExpectEq(hosts.GetNFrames(0), 0, "frames where it was");
    test.ExpectEq(hosts.GetNFrames(1), 1, "frames where it is");
}

/**
 * @brief What is forwarded goes through the port's queue disc, which drops what it cannot keep.
 * @param test the test
 */
void
ForwardedFramesQueueOnThePort(BridgeTestCase& test)
{
    BridgedHosts hosts(3);
    BridgeLog log(hosts.GetBridge());
    const auto qdisc = hosts.Park(1, 5);
    At(START, [&] { hosts.SendFromPeer(1, Mac48Address::GetBroadcast(), 100); });
    At(START + MilliSeconds(1), [&] {
        test.ExpectEq(hosts.GetNFrames(0), 1, "broadcast");
        test.ExpectEq(hosts.GetNFrames(1), 0, "not back to who sent it");
        test.ExpectEq(hosts.GetNFrames(2), 1, "broadcast");
        test.ExpectEq(hosts.GetBridge()->GetStats().rxPackets, 1, "broadcasts are for the host");
        log.Take();
        for (int i = 0; i < 20; ++i)
        {
            hosts.SendFromPeer(0, hosts.GetPeer(1)->GetAddress());
        }
    });
    RunUntil(START + Seconds(1));
    // Of 20, one passes the full bucket, 5 wait.
    test.ExpectEq(hosts.GetNFrames(1), 1, "arrived");
    test.ExpectEq(qdisc->GetNPackets(), 5, "waiting");
    test.ExpectEq(qdisc->GetStats().nTotalDroppedPackets, 14, "dropped, as the queue disc counts");
    test.ExpectEq(hosts.GetNFrames(2), 1, "the address was known");
    test.ExpectEq(hosts.GetBridge()->GetStats().rxPackets, 1, "not for this host");
    test.ExpectEq(hosts.GetBridge()->GetStats().txPackets, 0, "not from this host");
    std::string drops = "learned 1";
    for (int i = 0; i < 14; ++i)
    {
        drops += std::string("; ") + LinuxBridgeNetDevice::REFUSED_BY_PORT;
    }
    test.ExpectText(log.Take(), drops, "traced");
}

/**
 * @brief A frame goes back where it came from on a hairpin port, and on no other.
 * @param hairpin is the port one?
 * @return the body of the test
 */
BridgeTestCase::Body
HairpinReflects(bool hairpin)
{
    return [hairpin](BridgeTestCase& test) {
        BridgedHosts hosts(2);
        const Mac48Address neighbour("02:00:00:00:00:77"); // behind the same port
        const auto bridge = hosts.GetBridge();
        test.ExpectEq(bridge->SetHairpin(hosts.GetPort(0), hairpin), true, "a port");
        test.ExpectEq(bridge->SetHairpin(bridge, true), false, "no port");
        At(START, [&] {
            hosts.GetPeer(0)->SendFrom(Create<Packet>(100),
                                       neighbour,
                                       bridge->GetAddress(),
                                       BridgedHosts::PROTOCOL);
        });
        At(START + MilliSeconds(1), [&] { hosts.SendFromPeer(0, neighbour); });
        At(START + MilliSeconds(2), [&] {
            test.ExpectEq(hosts.GetNFrames(0), hairpin ? 1 : 0, "unicast");
            hosts.SendFromPeer(0, Mac48Address::GetBroadcast());
        });
        RunUntil(START + Seconds(1));
        test.ExpectEq(hosts.GetNFrames(0), hairpin ? 2 : 0, "broadcast");
        test.ExpectEq(hosts.GetNFrames(1), 1, "only the broadcast");
    };
}

/**
 * @brief Of 01:80:c2:00:00:0x only the bridge group is forwarded (there is no spanning tree).
 * @param test the test
 */
void
LinkLocalGroupsStayOnTheLink(BridgeTestCase& test)
{
    BridgedHosts hosts(2);
    BridgeLog log(hosts.GetBridge());
    const auto send = [&](const char* group) {
        hosts.SendFromPeer(0, Mac48Address(group), 100);
        RunUntil(Simulator::Now() + Seconds(1));
        return hosts.GetNFrames(1);
    };
    test.ExpectEq(send("01:80:c2:00:00:01"), 0, "pause frames");
    test.ExpectText(log.Take(), LinuxBridgeNetDevice::PAUSE_FRAME, "nothing is learned");
    test.ExpectEq(send("01:80:c2:00:00:02"), 0, "slow protocols");
    test.ExpectText(log.Take(), "learned 1", "");
    test.ExpectEq(send("01:80:c2:00:00:0e"), 0, "LLDP");
    test.ExpectEq(hosts.GetBridge()->GetStats().rxPackets, 0, "for who listens on the port");
    test.ExpectEq(send("01:80:c2:00:00:00"), 1, "bridge group");
    test.ExpectEq(send("01:80:c2:00:00:10"), 2, "no reserved one");
    test.ExpectEq(send("01:80:c2:00:01:02"), 3, "no reserved one");
    test.ExpectEq(hosts.GetBridge()->GetStats().rxPackets, 3, "groups are for the host");
}

/**
 * @brief Nobody is learned who cannot be, and a frame with the host's own source moves nothing.
 * @param test the test
 */
void
OddSourcesAreNotLearned(BridgeTestCase& test)
{
    BridgedHosts hosts(2);
    BridgeLog log(hosts.GetBridge());
    const auto sendFrom = [&](const Address& source) {
        hosts.GetPeer(0)->SendFrom(Create<Packet>(100),
                                   source,
                                   hosts.GetPeer(1)->GetAddress(),
                                   BridgedHosts::PROTOCOL);
        RunUntil(Simulator::Now() + Seconds(1));
        return log.Take();
    };
    test.ExpectText(sendFrom(Mac48Address("00:00:00:00:00:00")),
                    LinuxBridgeNetDevice::INVALID_SOURCE,
                    "");
    test.ExpectText(sendFrom(Mac48Address("01:00:5e:00:00:01")),
                    LinuxBridgeNetDevice::INVALID_SOURCE,
                    "");
    test.ExpectEq(hosts.GetNFrames(1), 0, "dropped");
    test.ExpectText(sendFrom(hosts.GetPort(1)->GetAddress()), "", "the host's own");
    test.ExpectEq(hosts.GetNFrames(1), 1, "forwarded all the same");
}

/**
 * @brief Frames for the address of any port are the bridge's, and come up there only.
 * @param test the test
 */
void
LocalAddressesAreDelivered(BridgeTestCase& test)
{
    BridgedHosts hosts(2);
    const auto bridge = hosts.GetBridge();
    uint32_t nUp = 0;
    bridge->TraceConnectWithoutContext(
        "MacRx",
        Callback<void, Ptr<const Packet>>([&nUp](Ptr<const Packet>) { ++nUp; }));
    const auto given = Mac48Address("02:00:00:00:00:99");
    bridge->SetAddress(given);
    const auto send = [&](const Address& to) {
        hosts.SendFromPeer(0, to, 100);
        RunUntil(Simulator::Now() + Seconds(1));
        return nUp;
    };
    test.ExpectEq(send(given), 1, "the bridge's address");
    test.ExpectEq(send(hosts.GetPort(0)->GetAddress()), 2, "that of the port it comes in on");
    test.ExpectEq(send(hosts.GetPort(1)->GetAddress()), 2, "that of another port: taken, unused");
    test.ExpectEq(hosts.GetNFrames(1), 0, "not forwarded");
    test.ExpectEq(send(Mac48Address("02:00:00:00:00:55")), 2, "another host");
    test.ExpectEq(hosts.GetNFrames(1), 1, "forwarded");
}

/**
 * @brief The verdict of the port's queue disc reaches who sends.
 * @param test the test
 */
void
VerdictReachesTheSender(BridgeTestCase& test)
{
    BridgedHosts hosts(2);
    const auto bridge = hosts.GetBridge();
    hosts.Park(0, 3);
    At(START, [&] {
        uint32_t accepted = 0;
        for (int i = 0; i < 10; ++i)
        {
            accepted += bridge->Send(Create<Packet>(1000),
                                     Mac48Address::GetBroadcast(),
                                     BridgedHosts::PROTOCOL);
        }
        test.ExpectEq(accepted, 4, "one passes the bucket, three wait; that of port 0 counts");
        test.ExpectEq(bridge->GetStats().txPackets, 10, "given to the bridge");
        test.ExpectEq(bridge->GetStats().txDropped, 6, "of these dropped");
    });
    RunUntil(START + Seconds(1));
    test.ExpectEq(hosts.GetNFrames(1), 10, "copies on the other port");
}

/**
 * @brief A train is flooded as a train, and cut for the port that lacks the feature; the copy on
 *        the oldest port keeps the charge of the whole.
 * @param test the test
 */
void
TrainsAreFloodedWhole(BridgeTestCase& test)
{
    BridgedHosts hosts(2);
    const auto bridge = hosts.GetBridge();
    hosts.GetPort(1)->SetFeature("tx-udp-segmentation", false);
    const auto qdisc = hosts.Park(0);
    const auto socket = hosts.MakeSocket(1);
    At(START, [&] { SendMessages(socket, 1); }); // empties the bucket
    At(START + MilliSeconds(1), [&] {
        socket->SetAttribute("UdpSegment", UintegerValue(100));
        test.ExpectEq(socket->Send(Create<Packet>(1000)), 1000, "ten datagrams");
        // The train has the room of a packet of its size: payload + 768, as in e5-gso.tsv.
        test.ExpectEq(socket->GetWmemAlloc(), 1000 + 768, "charged as a whole");
        test.ExpectEq(qdisc->GetNPackets(), 1, "one item");
        test.ExpectEq(bridge->GetStats().txPackets, 1 + 10, "segments count");
        // 100 + UDP 8 + IP 20 + Ethernet 14
        test.ExpectEq(bridge->GetStats().txBytes, 1042 + 10 * 142, "segments count");
    });
    RunUntil(START + Seconds(1));
    test.ExpectEq(socket->GetWmemAlloc(), 1000 + 768, "the copy on the oldest port is here");
    test.ExpectEq(hosts.GetPort(1)->GetStats().txPackets, 1 + 10, "cut for the other");
    test.ExpectEq(hosts.GetNMessages(1), 1 + 10, "messages");
}

/**
 * @brief Tags are content to the bridge, but a VLAN device on a port gets its frames alone.
 * @param test the test
 */
void
TagsAreContent(BridgeTestCase& test)
{
    BridgedHosts hosts(2);
    const auto vlan = VlanHelper().Install(hosts.GetPort(0), 7).Get(0);
    uint32_t nFrames[3] = {0, 0, 0}; // at the VLAN device, at the bridge, at peer 1
    const auto count = [&nFrames](uint32_t where, const Ptr<NetDevice>& device) {
        device->TraceConnectWithoutContext(
            "MacRx",
            Callback<void, Ptr<const Packet>>(
                [&nFrames, where](Ptr<const Packet>) { ++nFrames[where]; }));
    };
    count(0, vlan);
    count(1, hosts.GetBridge());
    count(2, hosts.GetPeer(1));
    for (uint16_t id : {7, 8})
    {
        At(START + MilliSeconds(id), [&hosts, id] {
            const auto packet = Create<Packet>(100);
            packet->AddHeader(VlanHeader(id, BridgedHosts::PROTOCOL));
            hosts.GetPeer(0)->Send(packet, Mac48Address::GetBroadcast(), VlanTag::DOT1Q);
        });
    }
    At(START + Seconds(1), [&] {
        test.ExpectEq(nFrames[0], 1, "VLAN 7 is its own");
        test.ExpectEq(nFrames[1], 1, "VLAN 8 comes up as it is");
        test.ExpectEq(nFrames[2], 1, "and is forwarded");
    });
    RunUntil(START + Seconds(2));
}

} // namespace

/**
 * @ingroup linux-tx-tests
 * @brief The Linux bridge on the transmit path: where frames go, and who pays.
 */
class LinuxBridgeTestSuite : public TestSuite
{
  public:
    LinuxBridgeTestSuite()
        : TestSuite("linux-tx-bridge", TestSuite::Type::UNIT)
    {
        Add("a known address gets the packet itself, with its charge", KnownAddressGetsThePacket);
        Add("flooded packets are charged while the oldest port has its copy",
            FloodingChargesTheOldestPort(0, 20 * CHARGE_1000));
        Add("flooded packets are not charged for the copy on the youngest port",
            FloodingChargesTheOldestPort(2, 0));
        Add("the charge survives a bridge as in a real kernel", ReferenceKeepsTheCharge);
        Add("an address is forgotten 300 s after it was heard last", AddressesAge);
        Add("an address moves to the port it is heard on", AddressesMove);
        Add("forwarded frames go through the queue disc of the port",
            ForwardedFramesQueueOnThePort);
        Add("nothing goes back where it came from", HairpinReflects(false));
        Add("a hairpin port gets its frames back", HairpinReflects(true));
        Add("link-local groups stay on their link", LinkLocalGroupsStayOnTheLink);
        Add("sources that nobody can have are not learned", OddSourcesAreNotLearned);
        Add("frames for the host's own addresses come up", LocalAddressesAreDelivered);
        Add("the verdict of the port's queue disc reaches the sender", VerdictReachesTheSender);
        Add("trains are flooded whole", TrainsAreFloodedWhole);
        Add("tags are content, but a VLAN device on a port comes first", TagsAreContent);
    }

  private:
    /**
     * @brief Add a test.
     * @param claim what it shows
     * @param body how
     */
    void Add(const std::string& claim, const BridgeTestCase::Body& body)
    {
        AddTestCase(new BridgeTestCase(claim, body));
    }
};

/// Registers the suite.
static LinuxBridgeTestSuite g_linuxBridgeTestSuite;
