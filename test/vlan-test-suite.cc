/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "frame-log.h"
#include "two-hosts.h"
#include "vlan-link.h"

#include "ns3/bonding-helper.h"
#include "ns3/bonding-net-device.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv4-header.h"
#include "ns3/nic-channel.h"
#include "ns3/nic-helper.h"
#include "ns3/pcap-file.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/udp-header.h"
#include "ns3/uinteger.h"
#include "ns3/vlan-header.h"
#include "ns3/vlan-helper.h"
#include "ns3/vlan-net-device.h"

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

using Bytes = FrameLog::Bytes;

const Time START = Seconds(10); ///< later than duplicate address detection

/// The addresses of such a frame as the wire has them: destination, source.
const Bytes ADDRESSES{0x02, 0, 0, 0, 0, 0x0b, 0x02, 0, 0, 0, 0, 0x0a};

/**
 * @brief One vector after the other.
 * @param parts the vectors
 * @return the whole
 */
Bytes
Join(const std::vector<Bytes>& parts)
{
    Bytes whole;
    for (const auto& part : parts)
    {
        whole.insert(whole.end(), part.begin(), part.end());
    }
    return whole;
}

/// A test whose body is a function.
class VlanTestCase : public TestCase
{
  public:
    /// The body; gets the test case for the NS_TEST macros.
    using Body = std::function<void(VlanTestCase&)>;

    /**
     * @brief Constructor.
     * @param claim what the test shows
     * @param body how
     */
    VlanTestCase(const std::string& claim, Body body)
        : TestCase(claim),
          m_body(std::move(body))
    {
    }

    /**
     * @brief Expect two numbers to be equal.
     * @param actual what came out
     * @param expected what should
     * @param what what it is
     */
    void ExpectEq(uint64_t actual, uint64_t expected, const std::string& what)
    {
        NS_TEST_EXPECT_MSG_EQ(actual, expected, what);
    }

    /**
     * @brief Expect a frame to have certain bytes.
     * @param actual the frame
     * @param expected its bytes
     * @param what what it is
     */
    void ExpectBytes(const Bytes& actual, const Bytes& expected, const std::string& what)
    {
        NS_TEST_EXPECT_MSG_EQ(GetHex(actual), GetHex(expected), what);
    }

    /**
     * @brief A file in the test's directory.
     * @param name its name
     * @return its path
     */
    std::string GetFile(const std::string& name)
    {
        return CreateTempDirFilename(name);
    }

  private:
    void DoRun() override
    {
        m_body(*this);
    }

    /**
     * @brief Bytes in text.
     * @param bytes the bytes
     * @return in hex
     */
    static std::string GetHex(const Bytes& bytes)
    {
        static const char* digits = "0123456789abcdef";
        std::string text;
        for (const uint8_t byte : bytes)
        {
            text += digits[byte >> 4];
            text += digits[byte & 0x0f];
        }
        return text;
    }

    Body m_body; //!< the test
};

/// Devices on top of each other, the lowest first: protocol and id.
using Stack = std::vector<std::pair<std::string, uint16_t>>;

/**
 * @brief A frame through VLAN devices has these bytes on the wire, comes up untagged at the other
 *        end, and is in a capture of each device as the device has it.
 * @param stack the VLAN devices
 * @param tags what follows the addresses on the wire, up to the EtherType of the payload
 * @return the body of the test
 */
VlanTestCase::Body
HasBytesOnTheWire(const Stack& stack, const Bytes& tags)
{
    return [=](VlanTestCase& test) {
        VlanLink link;
        std::vector<Ptr<NetDevice>> tops{link.devices.Get(0), link.devices.Get(1)};
        for (auto& top : tops)
        {
            for (const auto& [protocol, id] : stack)
            {
                top = VlanLink::AddVlan(top, id, protocol);
            }
        }
        FrameLog wire(link.devices.Get(0), "PhyTxBegin");
        FrameLog sent(tops[0], "Sniffer");
        FrameLog received(tops[1], "MacRx");
        Bytes payload(46);
        for (std::size_t i = 0; i < payload.size(); ++i)
        {
            payload[i] = static_cast<uint8_t>(i);
        }
        const Bytes plain = Join({ADDRESSES, {0x88, 0xb5}, payload});
        Simulator::Schedule(START, [&] {
            tops[0]->Send(Create<Packet>(payload.data(), payload.size()), VlanLink::PEER, 0x88b5);
        });
        Simulator::Stop(Seconds(11));
        Simulator::Run();
        test.ExpectEq(wire.GetFrames().size(), 1, "frames on the wire");
        test.ExpectBytes(wire.GetFrames().at(0),
                         Join({ADDRESSES, tags, {0x88, 0xb5}, payload}),
                         "on the wire");
        test.ExpectEq(sent.GetFrames().size(), 1, "frames seen on the sending VLAN device");
        test.ExpectBytes(sent.GetFrames().at(0), plain, "on the sending VLAN device");
        test.ExpectEq(received.GetFrames().size(), 1, "frames received");
        test.ExpectBytes(received.GetFrames().at(0), plain, "on the receiving VLAN device");
    };
}

/**
 * @brief The priority of a packet becomes that of its tag, by the map.
 * @param test the test
 */
void
PriorityIsMapped(VlanTestCase& test)
{
    VlanLink link;
    VlanHelper helper;
    helper.SetDeviceAttribute("EgressQosMap", StringValue("0:1 6:5 4:7"));
    const auto vlans = helper.Install(link.devices, 4094);
    Ipv4AddressHelper("10.0.7.0", "255.255.255.0").Assign(vlans);
    FrameLog wire(link.devices.Get(0), "PhyTxBegin");
    std::vector<uint16_t> tcis;
    for (const uint8_t priority : {0, 4, 6, 3})
    {
        Simulator::Schedule(START + Seconds(priority), [&link, priority] {
            link.Send(Ipv4Address("10.0.7.2"), 100, priority);
        });
    }
    Simulator::Stop(Seconds(30));
    Simulator::Run();
    for (const auto& frame : wire.GetFrames())
    {
        const bool isUdp = frame.at(16) == 0x08 && frame.at(17) == 0x00 && frame.at(27) == 17;
        if (isUdp)
        {
            tcis.push_back(static_cast<uint16_t>(frame.at(14) << 8 | frame.at(15)));
        }
    }
    // In the order of sending, priorities 0, 3, 4, 6: PCP 1, 0 (not in the map), 7, 5 over the id.
    const std::vector<uint16_t> expected{0x2ffe, 0x0ffe, 0xeffe, 0xaffe};
    test.ExpectEq(tcis.size(), expected.size(), "messages on the wire");
    for (std::size_t i = 0; i < std::min(tcis.size(), expected.size()); ++i)
    {
        test.ExpectEq(tcis[i], expected[i], "TCI of message " + std::to_string(i));
    }
}

/**
 * @brief Captures of NIC and VLAN device can be read, and have the frame with and without tag.
 * @param test the test
 */
void
CapturesCanBeRead(VlanTestCase& test)
{
    const std::string nicFile = test.GetFile("nic.pcap");
    const std::string vlanFile = test.GetFile("vlan.pcap");
    {
        VlanLink link;
        const auto outer = VlanLink::AddVlan(link.devices.Get(0), 100, "802.1ad");
        const auto inner = VlanLink::AddVlan(outer, 7);
        NicHelper().EnablePcap(nicFile, link.devices.Get(0), true, true);
        VlanHelper().EnablePcap(vlanFile, outer, true, true);
        Simulator::Schedule(Seconds(1),
                            [&] { inner->Send(Create<Packet>(100), VlanLink::PEER, 0x88b5); });
        Simulator::Stop(Seconds(2));
        Simulator::Run();
    }
    const std::map<std::string, Bytes> expected{
        {nicFile, Join({ADDRESSES, {0x88, 0xa8, 0, 100, 0x81, 0, 0, 7, 0x88, 0xb5}, Bytes(100)})},
        {vlanFile, Join({ADDRESSES, {0x81, 0, 0, 7, 0x88, 0xb5}, Bytes(100)})}};
    for (const auto& [name, frame] : expected)
    {
        PcapFile file;
        file.Open(name, std::ios::in);
        test.ExpectEq(file.GetDataLinkType(), PcapHelper::DLT_EN10MB, "link type of " + name);
        Bytes data(2000);
        uint32_t seconds = 0;
        uint32_t microseconds = 0;
        uint32_t included = 0;
        uint32_t original = 0;
        uint32_t read = 0;
        file.Read(data.data(), data.size(), seconds, microseconds, included, original, read);
        test.ExpectEq(file.Fail(), false, "a record is there");
        test.ExpectEq(seconds, 1, "time of the frame");
        test.ExpectEq(original, frame.size(), "size of the frame");
        data.resize(read);
        test.ExpectBytes(data, frame, name);
    }
}

/**
 * @brief Messages of any size that fit the MTU, or are fragmented by it, arrive; two VLANs on one
 *        link see only their own.
 * @param kind kind of device below
 * @return the body of the test
 */
VlanTestCase::Body
VlansAreSeparate(TwoHosts::Kind kind)
{
    return [kind](VlanTestCase& test) {
        VlanLink link(kind);
        for (uint32_t i = 0; i < link.devices.GetN(); ++i)
        {
            link.devices.Get(i)->SetMtu(1500);
        }
        const auto vlans7 = VlanHelper().Install(link.devices, 7);
        const auto vlans8 = VlanHelper().Install(link.devices, 8);
        Ipv4AddressHelper("10.0.0.0", "255.255.255.0").Assign(link.devices);
        Ipv4AddressHelper("10.0.7.0", "255.255.255.0").Assign(vlans7);
        Ipv4AddressHelper("10.0.8.0", "255.255.255.0").Assign(vlans8);
        for (const char* address : {"10.0.0.2", "10.0.7.2", "10.0.8.2"})
        {
            link.Listen(Ipv4Address(address));
        }
        Simulator::Schedule(START, [&] {
            // A packet of 1500 bytes, a frame of 1518; a simple device needs two.
            link.Send(Ipv4Address("10.0.7.2"), 1472);
            link.Send(Ipv4Address("10.0.7.2"), 4000);
            link.Send(Ipv4Address("10.0.8.2"), 80);
            link.Send(Ipv4Address("10.0.0.2"), 1472);
        });
        Simulator::Stop(Seconds(15));
        Simulator::Run();
        const std::vector<uint32_t> on7{1472, 4000};
        test.ExpectEq(link.GetReceived(Ipv4Address("10.0.7.2")) == on7, true, "VLAN 7");
        test.ExpectEq(link.GetReceived(Ipv4Address("10.0.8.2")) == std::vector<uint32_t>{80},
                      true,
                      "VLAN 8");
        test.ExpectEq(link.GetReceived(Ipv4Address("10.0.0.2")) == std::vector<uint32_t>{1472},
                      true,
                      "without a tag");
        // Both ends have sent ARP and, over VLAN 7, four packets went from the first to the second.
        const auto sender = DynamicCast<VlanNetDevice>(vlans7.Get(0));
        const auto receiver = DynamicCast<VlanNetDevice>(vlans7.Get(1));
        test.ExpectEq(receiver->GetStats().rxPackets,
                      sender->GetStats().txPackets,
                      "what VLAN 7 has received is what was sent on it");
        test.ExpectEq(sender->GetStats().txDropped, 0, "tx_dropped");
    };
}

/**
 * @brief A frame of another id, of the other protocol, or for another address is not the device's.
 * @param test the test
 */
void
ForeignFramesAreNotReceived(VlanTestCase& test)
{
    VlanLink link;
    const auto vlan = VlanLink::AddVlan(link.devices.Get(1), 7);
    FrameLog received(vlan, "MacRx");
    FrameLog seen(vlan, "PromiscSniffer");
    const auto send = [&link](uint16_t protocol, uint16_t id, const Mac48Address& to) {
        const auto packet = Create<Packet>(60);
        packet->AddHeader(VlanHeader(id, 0x88b5));
        link.devices.Get(0)->Send(packet, to, protocol);
    };
    Simulator::Schedule(START, [&] {
        send(VlanTag::DOT1Q, 8, VlanLink::PEER);
        send(VlanTag::DOT1AD, 7, VlanLink::PEER);
        send(VlanTag::DOT1Q, 0, VlanLink::PEER);
        link.devices.Get(0)->Send(Create<Packet>(2),
                                  VlanLink::PEER,
                                  VlanTag::DOT1Q); // cut off in the tag
    });
    Simulator::Schedule(START + Seconds(1), [&] {
        test.ExpectEq(seen.GetFrames().size(), 0, "frames with other tags");
        send(VlanTag::DOT1Q, 7, Mac48Address("02:00:00:00:00:77"));
    });
    Simulator::Schedule(START + Seconds(2), [&] {
        test.ExpectEq(seen.GetFrames().size(), 1, "seen, being in the VLAN");
        test.ExpectEq(received.GetFrames().size(), 0, "received, being for another host");
        // Whatever the priority; and an address of the VLAN device's own.
        send(VlanTag::DOT1Q, 0xe007, Mac48Address::GetBroadcast());
        send(VlanTag::DOT1Q, 0xb007, Mac48Address("01:00:5e:01:02:03"));
        vlan->SetAddress(Mac48Address("02:00:00:00:00:77"));
        send(VlanTag::DOT1Q, 7, Mac48Address("02:00:00:00:00:77"));
    });
    Simulator::Stop(Seconds(15));
    Simulator::Run();
    test.ExpectEq(received.GetFrames().size(), 3, "broadcast, multicast, own address");
}

/**
 * @brief A priority tag is no VLAN: the device below gets the frame as untagged, unless a VLAN
 *        device has id 0.
 * @param hasVlan0 is there one?
 * @return the body of the test
 */
VlanTestCase::Body
PriorityTagIsNoVlan(bool hasVlan0)
{
    return [hasVlan0](VlanTestCase& test) {
        VlanLink link;
        const auto sender = VlanLink::AddVlan(link.devices.Get(0), 0);
        sender->SetEgressPriority(0, 3);
        NetDeviceContainer receivers(link.devices.Get(1));
        if (hasVlan0)
        {
            receivers.Add(VlanLink::AddVlan(link.devices.Get(1), 0));
        }
        Ipv4AddressHelper addresses("10.0.0.0", "255.255.255.0");
        addresses.Assign(NetDeviceContainer(sender));
        addresses.Assign(receivers);
        // An answer has to have a tag if VLAN 0 of the sender is to get it.
        for (const char* address : {"10.0.0.2", "10.0.0.3"})
        {
            link.Listen(Ipv4Address(address));
        }
        const auto packet = Create<Packet>(50);
        UdpHeader udp;
        udp.SetDestinationPort(VlanLink::PORT);
        packet->AddHeader(udp);
        Ipv4Header ip;
        ip.SetSource(Ipv4Address("10.0.0.1"));
        ip.SetDestination(Ipv4Address(hasVlan0 ? "10.0.0.3" : "10.0.0.2"));
        ip.SetProtocol(17);
        ip.SetTtl(64);
        ip.SetPayloadSize(packet->GetSize());
        packet->AddHeader(ip);
        Simulator::Schedule(START, [&] { sender->Send(packet, VlanLink::PEER, 0x0800); });
        Simulator::Stop(Seconds(11));
        Simulator::Run();
        const auto local = Ipv4Address(hasVlan0 ? "10.0.0.3" : "10.0.0.2");
        test.ExpectEq(link.GetReceived(local).size(), 1, "messages received");
    };
}

/**
 * @brief MTUs: that of the device below at first and at most.
 * @param test the test
 */
void
MtuIsBoundedByTheDeviceBelow(VlanTestCase& test)
{
    VlanLink link;
    link.devices.Get(0)->SetMtu(4096);
    const auto outer = VlanLink::AddVlan(link.devices.Get(0), 100, "802.1ad");
    const auto inner = VlanLink::AddVlan(outer, 7);
    test.ExpectEq(inner->GetMtu(), 4096, "taken from the device below");
    test.ExpectEq(outer->SetMtu(4097), false, "more than below is ERANGE");
    test.ExpectEq(outer->SetMtu(1600), true, "less is allowed");
    test.ExpectEq(inner->SetMtu(1601), false, "the outer one bounds the inner one");
    test.ExpectEq(inner->GetMtu(), 1600, "a device below that shrinks takes along what is above");
    link.devices.Get(0)->SetMtu(1500);
    test.ExpectEq(outer->GetMtu(), 1500, "likewise");

    VlanLink simple(TwoHosts::SIMPLE);
    simple.devices.Get(0)->SetMtu(1500);
    const auto onSimple = VlanLink::AddVlan(simple.devices.Get(0), 100);
    test.ExpectEq(onSimple->GetMtu(), 1496, "a simple device counts the tag in its MTU");
    test.ExpectEq(onSimple->SetMtu(1497), false, "so this is too much");
    test.ExpectEq(VlanLink::AddVlan(onSimple, 7)->GetMtu(), 1492, "and the second tag, too");
}

/**
 * @brief The link is that of the device below while the VLAN device is up.
 * @param test the test
 */
void
LinkFollowsTheDeviceBelow(VlanTestCase& test)
{
    VlanLink link;
    const auto vlan = VlanLink::AddVlan(link.devices.Get(0), 7);
    const auto channel = DynamicCast<NicChannel>(link.devices.Get(0)->GetChannel());
    std::string changes;
    const auto note = [&changes, &vlan] { changes += vlan->IsLinkUp() ? 'u' : 'd'; };
    vlan->AddLinkChangeCallback(Callback<void>(note));
    Simulator::Schedule(Seconds(1), [&] { channel->SetCarrier(false); });
    Simulator::Schedule(Seconds(2), [&] {
        test.ExpectEq(vlan->Send(Create<Packet>(60), VlanLink::PEER, 0x88b5),
                      true,
                      "without carrier the queue disc is noop, which tells nobody");
        channel->SetCarrier(true);
    });
    Simulator::Schedule(Seconds(3), [&] { vlan->SetDown(); });
    Simulator::Schedule(Seconds(4), [&] {
        test.ExpectEq(vlan->Send(Create<Packet>(60), VlanLink::PEER, 0x88b5),
                      false,
                      "while it is down");
        test.ExpectEq(link.devices.Get(0)->IsLinkUp(), true, "the device below does not care");
        vlan->SetUp();
    });
    Simulator::Schedule(Seconds(5), [&] {
        test.ExpectEq(vlan->Send(Create<Packet>(60), VlanLink::PEER, 0x88b5), true, "up again");
    });
    Simulator::Stop(Seconds(6));
    Simulator::Run();
    test.ExpectEq(changes == "dudu", true, "changes told: " + changes);
    test.ExpectEq(vlan->GetStats().txDropped, 2, "tx_dropped");
    test.ExpectEq(vlan->GetStats().txPackets, 1, "tx_packets");
    test.ExpectEq(vlan->GetStats().txBytes, 74, "tx_bytes, without the tag, which is beside");
}

/**
 * @brief e4-paths, vlan over tbf: 20 sends of 1000 bytes stay charged below.
 * @param kind the stack
 * @return the body of the test
 */
VlanTestCase::Body
ChargeSurvives(TwoHosts::Kind kind)
{
    return [kind](VlanTestCase& test) {
        TwoHosts hosts(kind);
        hosts.ResolveNeighbours();
        const auto qdisc = hosts.Park();
        const auto socket = hosts.MakeSocket();
        socket->Connect(hosts.GetReceiver());
        uint32_t bytesBefore = 0;
        Simulator::Schedule(START, [&] {
            bytesBefore = qdisc->GetNBytes();
            for (int i = 0; i < 20; ++i)
            {
                socket->Send(Create<Packet>(1000));
            }
            test.ExpectEq(socket->GetWmemAlloc(), 46080, "20 x 2304, as measured");
            // The tag is beside the data: 1000 + 28 + 14 bytes each, as in the measured backlog.
            test.ExpectEq((qdisc->GetNBytes() - bytesBefore) % 1042, 0, "whole packets queued");
            while (qdisc->GetQueueDiscClass(0)->GetQueueDisc()->Dequeue())
            {
            }
        });
        Simulator::Stop(Seconds(11));
        Simulator::Run();
        test.ExpectEq(socket->GetWmemAlloc(), 0, "wmem_alloc when all are dropped");
        test.ExpectEq(hosts.GetNLiveSkbs(), 0, "live Skbs");
    };
}

/**
 * @brief Messages pass a stack over both IP versions, and their charges end.
 * @param kind the stack
 * @return the body of the test
 */
VlanTestCase::Body
BurstArrives(TwoHosts::Kind kind)
{
    return [kind](VlanTestCase& test) {
        for (const bool ipv6 : {false, true})
        {
            TwoHosts hosts(kind);
            const auto socket = hosts.MakeSocket();
            socket->Connect(hosts.GetReceiver(ipv6));
            Simulator::Schedule(START, [&] {
                for (int i = 0; i < 20; ++i)
                {
                    socket->Send(Create<Packet>(4000));
                }
            });
            Simulator::Stop(Seconds(20));
            Simulator::Run();
            test.ExpectEq(hosts.GetNReceived(), 20, "messages received");
            test.ExpectEq(socket->GetWmemAlloc(), 0, "wmem_alloc when the network is idle");
        }
    };
}

/**
 * @brief A train of UDP_SEGMENT is charged as on any path, and each of its segments gets the tag.
 * @param kind the stack
 * @return the body of the test
 */
VlanTestCase::Body
SegmentsHaveTags(TwoHosts::Kind kind)
{
    return [kind](VlanTestCase& test) {
        TwoHosts hosts(kind);
        hosts.ResolveNeighbours();
        const FrameLog wire(hosts.GetQueueingDevice(), "Sniffer");
        const auto socket = hosts.MakeSocket();
        socket->SetAttribute("UdpSegment", UintegerValue(500));
        socket->Connect(hosts.GetReceiver());
        std::size_t before = 0;
        Simulator::Schedule(START, [&] {
            before = wire.GetFrames().size();
            socket->Send(Create<Packet>(2000));
            test.ExpectEq(socket->GetWmemAlloc(), 2768, "payload + 768");
        });
        Simulator::Stop(Seconds(11));
        Simulator::Run();
        test.ExpectEq(hosts.GetNReceived(), 4, "segments received");
        test.ExpectEq(wire.GetFrames().size(), before + 4, "frames on the wire");
        for (std::size_t i = before; i < wire.GetFrames().size(); ++i)
        {
            const auto& frame = wire.GetFrames()[i];
            test.ExpectEq(frame.size(), 14 + 4 + 28 + 500, "size of a frame");
            test.ExpectBytes(Bytes(frame.begin() + 12, frame.begin() + 18),
                             {0x81, 0x00, 0x00, 0x07, 0x08, 0x00},
                             "its EtherTypes");
        }
        test.ExpectEq(socket->GetWmemAlloc(), 0, "wmem_alloc in the end");
    };
}

/**
 * @brief The room for link headers is that for a tag, whatever is on top of the VLAN device.
 * @param test the test
 */
void
BondOnVlanKeepsRoomForTheTag(VlanTestCase& test)
{
    VlanLink link;
    const auto vlan = VlanLink::AddVlan(link.devices.Get(0), 7);
    const auto bond = DynamicCast<BondingNetDevice>(
        BondingHelper().Install(link.nodes.Get(0), NetDeviceContainer(vlan)).Get(0));
    test.ExpectEq(vlan->GetHardHeaderLength(), 18, "14 and the tag");
    test.ExpectEq(bond->GetHardHeaderLength(), 18, "the longest of its slaves");
    test.ExpectEq(VlanLink::AddVlan(bond, 8)->GetHardHeaderLength(), 22, "and another tag");
    bond->Release(vlan);
    test.ExpectEq(bond->GetHardHeaderLength(), 14, "without slaves");
}

/// VLAN devices.
class VlanTestSuite : public TestSuite
{
  public:
    VlanTestSuite()
        : TestSuite("linux-tx-vlan", TestSuite::Type::SYSTEM)
    {
        // The tag's EtherType, TCI with PCP 0 and the id.
        Add("a tagged frame has Linux's bytes on the wire",
            HasBytesOnTheWire({{"802.1Q", 7}}, {0x81, 0x00, 0x00, 0x07}));
        Add("an id of twelve bits fills its field",
            HasBytesOnTheWire({{"802.1Q", 4094}}, {0x81, 0x00, 0x0f, 0xfe}));
        Add("id 0 is written too", HasBytesOnTheWire({{"802.1Q", 0}}, {0x81, 0x00, 0x00, 0x00}));
        Add("a service tag has its own EtherType",
            HasBytesOnTheWire({{"802.1ad", 100}}, {0x88, 0xa8, 0x00, 0x64}));
        Add("QinQ: the lowest device's tag is outermost",
            HasBytesOnTheWire({{"802.1ad", 100}, {"802.1Q", 7}},
                              {0x88, 0xa8, 0x00, 0x64, 0x81, 0x00, 0x00, 0x07}));
        Add("tags nest in the other order as well",
            HasBytesOnTheWire({{"802.1Q", 7}, {"802.1ad", 100}},
                              {0x81, 0x00, 0x00, 0x07, 0x88, 0xa8, 0x00, 0x64}));
        Add("three tags of one protocol nest",
            HasBytesOnTheWire({{"802.1Q", 1}, {"802.1Q", 2}, {"802.1Q", 3}},
                              {0x81, 0, 0, 1, 0x81, 0, 0, 2, 0x81, 0, 0, 3}));
        Add("the packet's priority is mapped into the tag", PriorityIsMapped);
        Add("captures can be read and have the tags that the device's frames have",
            CapturesCanBeRead);
        Add("two VLANs and untagged traffic are separate over a NIC",
            VlansAreSeparate(TwoHosts::NIC));
        Add("two VLANs and untagged traffic are separate over CSMA",
            VlansAreSeparate(TwoHosts::CSMA));
        Add("two VLANs and untagged traffic are separate over a simple device",
            VlansAreSeparate(TwoHosts::SIMPLE));
        Add("frames of other ids, protocols and addresses are not received",
            ForeignFramesAreNotReceived);
        Add("a priority tag is no VLAN", PriorityTagIsNoVlan(false));
        Add("unless a VLAN device has id 0", PriorityTagIsNoVlan(true));
        Add("the MTU is at most that of the device below", MtuIsBoundedByTheDeviceBelow);
        Add("the link follows the device below", LinkFollowsTheDeviceBelow);
        Add("a bond on a VLAN device keeps room for the tag", BondOnVlanKeepsRoomForTheTag);
        const std::map<std::string, TwoHosts::Kind> stacks{
            {"a VLAN device", TwoHosts::VLAN},
            {"a VLAN device on a bond", TwoHosts::VLAN_ON_BOND},
            {"a bond on a VLAN device", TwoHosts::BOND_ON_VLAN},
        };
        for (const auto& [name, kind] : stacks)
        {
            Add("the charge survives " + name, ChargeSurvives(kind));
            Add("messages pass " + name, BurstArrives(kind));
            Add("every segment of a train has the tag behind " + name, SegmentsHaveTags(kind));
        }
    }

  private:
    /**
     * @brief Add a test case.
     * @param claim what it shows
     * @param body how
     */
    void Add(const std::string& claim, VlanTestCase::Body body)
    {
        AddTestCase(new VlanTestCase(claim, std::move(body)));
    }
};

VlanTestSuite g_vlanTestSuite; //!< registers itself

} // namespace
