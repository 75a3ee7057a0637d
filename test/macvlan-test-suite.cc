/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "macvlan-host.h"
#include "macvlan-test-case.h"

#include "ns3/inet-socket-address.h"
#include "ns3/ipv4-l3-protocol.h"
#include "ns3/ipv4-packet-info-tag.h"
#include "ns3/macvlan-helper.h"
#include "ns3/nic-channel.h"
#include "ns3/nic-net-device.h"
#include "ns3/random-variable-stream.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/udp-socket-factory.h"
#include "ns3/vlan-helper.h"

#include <functional>
#include <iostream>
#include <map>
#include <set>
#include <utility>

using namespace ns3;

namespace
{

/// An address that nobody has.
const std::string NOBODY = "00:00:00:aa:bb:cc";
const std::string BROADCAST = "ff:ff:ff:ff:ff:ff";
const std::string MULTICAST = "01:00:5e:01:02:03";

/// Who hears the frames of a device.
struct Audience
{
    std::string sender;      //!< who sends
    std::string destination; //!< to whom
    std::string direct;      //!< who hears it
    std::string reflected;   //!< who hears it if a switch sends back what goes out
};

/**
 * @brief Compare who hears frames.
 * @param test the test
 * @param host the host
 * @param audiences what is expected
 */
void
ExpectAudiences(MacvlanTestCase& test, MacvlanHost& host, const std::vector<Audience>& audiences)
{
    for (const auto& row : audiences)
    {
        const std::string what = row.sender + " to " + row.destination;
        host.SetHairpin(false);
        test.ExpectEq(host.Hear(row.sender, row.destination), row.direct, what);
        host.SetHairpin(true);
        test.ExpectEq(host.Hear(row.sender, row.destination), row.reflected, what + ", hairpin");
    }
}

/**
 * @brief Who hears whom, when macvlans of three modes share a device: the rules of
 *        macvlan_queue_xmit and macvlan_handle_frame.
 * @param kind the lower device
 * @return the body of the test
 */
MacvlanTestCase::Body
ModesSayWhoHears(MacvlanHost::Kind kind)
{
    return [kind](MacvlanTestCase& test) {
        MacvlanHost host(kind);
        for (const auto* name : {"P1", "P2", "V1", "V2", "B1", "B2"})
        {
            host.Add(name);
        }
        // Nothing keeps frames from the protocols of a foreign device.
        const std::string onlyP1 = kind == MacvlanHost::CSMA ? "L P1" : "P1";
        std::vector<Audience> audiences{
            // All go out; what comes back is for who has the address, whoever sent it.
            {"P1", "P2", "X", "P2 X"},
            {"P1", "V1", "X", "V1 X"},
            {"P1", "B1", "X", "B1 X"},
            {"P1", "L", "X", "L X"},
            {"P1", NOBODY, "X", "X"},
            {"V1", "P1", "X", "P1 X"},
            {"V1", "V2", "X", "V2 X"},
            {"V1", "B1", "X", "B1 X"},
            {"V1", "L", "X", "L X"},
            // Between two in bridge mode the frame stays on the host.
            {"B1", "B2", "B2", "B2"},
            {"B1", "B1", "B1", "B1"},
            {"B1", "P1", "X", "P1 X"},
            {"B1", "V1", "X", "V1 X"},
            // Host and macvlans do not talk to each other without a switch that reflects.
            {"B1", "L", "X", "L X"},
            {"L", "B1", "X", "B1 X"},
            {"L", "P1", "X", "P1 X"},
        };
        for (const auto& group : {BROADCAST, MULTICAST})
        {
            audiences.insert(audiences.end(),
                             {
                                 // Reflected, it goes back to its sender and to nobody else.
                                 {"P1", group, "X", onlyP1 + " X"},
                                 // Reflected, to all in vepa and bridge mode but the sender.
                                 {"V1", group, "X", "B1 B2 L V2 X"},
                                 // Those in bridge mode hear it at once and not again.
                                 {"B1", group, "B2 X", "B2 L V1 V2 X"},
                                 // L is no macvlan: reflected, its frames are like any others.
                                 {"L", group, "X", "B1 B2 L P1 P2 V1 V2 X"},
                             });
        }
        ExpectAudiences(test, host, audiences);

        host.SetHairpin(false);
        for (const auto& group : {BROADCAST, MULTICAST})
        {
            test.ExpectEq(host.HearFromOutside("X", group),
                          std::string("B1 B2 L P1 P2 V1 V2"),
                          "X to " + group);
            test.ExpectEq(host.HearFromOutside("P1", group), onlyP1, "X as P1 to " + group);
            test.ExpectEq(host.HearFromOutside("V1", group),
                          std::string("B1 B2 L V2"),
                          "X as V1 to " + group);
            test.ExpectEq(host.HearFromOutside("B1", group),
                          std::string("L V1 V2"),
                          "X as B1 to " + group);
        }
        for (const std::string name : {"P1", "V2", "B1", "L"})
        {
            test.ExpectEq(host.HearFromOutside("X", name), name, "X to " + name);
        }
        test.ExpectEq(host.HearFromOutside("X", NOBODY), std::string(), "X to an unknown address");
    };
}

/**
 * @brief A passthru macvlan is the lower device: it has its address and takes its frames.
 * @param test the test
 */
void
PassthruTakesOver(MacvlanTestCase& test)
{
    MacvlanHost host;
    const auto macvlan = host.Add("T");
    test.ExpectEq(macvlan->GetAddress(), host.Get("L")->GetAddress(), "address of T");
    ExpectAudiences(test,
                    host,
                    {
                        {"T", "X", "X", "T X"},
                        {"T", BROADCAST, "X", "T X"},
                        {"T", MULTICAST, "X", "T X"},
                        // L's frames have the address of T too.
                        {"L", BROADCAST, "X", "T X"},
                    });
    host.SetHairpin(false);
    test.ExpectEq(host.HearFromOutside("X", "L"), std::string("T"), "unicast is for T alone");
    test.ExpectEq(host.HearFromOutside("X", NOBODY), std::string("T"), "L is promiscuous");
    test.ExpectEq(host.HearFromOutside("X", BROADCAST), std::string("L T"), "groups are for both");

    macvlan->SetDown();
    test.ExpectEq(host.HearFromOutside("X", "L"), std::string(), "T is down and still takes it");
    test.ExpectEq(host.HearFromOutside("X", BROADCAST), std::string("L"), "T is down");
    macvlan->SetUp();

    const Address address = Mac48Address("00:00:00:00:77:01");
    macvlan->SetAddress(address);
    test.ExpectEq(host.Get("L")->GetAddress(), address, "T's new address is L's");
    host.Get("L")->SetAddress(Mac48Address("00:00:00:00:77:02"));
    test.ExpectEq(macvlan->GetAddress(), host.Get("L")->GetAddress(), "L's new address is T's");
}

/**
 * @brief A macvlan that is down hears nothing, and is no sibling to the others.
 * @param test the test
 */
void
DownMacvlansDoNotCount(MacvlanTestCase& test)
{
    MacvlanHost host;
    for (const auto* name : {"P1", "P2", "B1", "B2"})
    {
        host.Add(name);
    }
    DynamicCast<MacvlanNetDevice>(host.Get("B2"))->SetDown();
    DynamicCast<MacvlanNetDevice>(host.Get("P1"))->SetDown();
    test.ExpectEq(host.Hear("B1", "B2"), std::string("X"), "for B2, which is unknown while down");
    test.ExpectEq(host.Hear("B1", BROADCAST), std::string("X"), "B2 is down");
    test.ExpectEq(host.Hear("B2", BROADCAST), std::string(), "B2 sends nothing");
    test.ExpectEq(host.HearFromOutside("X", BROADCAST), std::string("B1 L P2"), "P1, B2 are down");
    test.ExpectEq(host.HearFromOutside("P1", BROADCAST),
                  std::string("B1 L P2"),
                  "P1's address is like any other while it is down");
    DynamicCast<MacvlanNetDevice>(host.Get("B2"))->SetUp();
    test.ExpectEq(host.Hear("B1", "B2"), std::string("B2"), "B2 is up again");
    // Between transmission and reception the receiver goes down.
    const auto heard = host.HearAfter([&host] {
        host.Get("B1")->Send(Create<Packet>(10), host.Get("B2")->GetAddress(), 0x88B5);
        DynamicCast<MacvlanNetDevice>(host.Get("B2"))->SetDown();
    });
    test.ExpectEq(heard, std::string(), "B2 is down when the frame arrives");
}

/**
 * @brief A macvlan is found under its present address, and frames of flow control go to none.
 * @param test the test
 */
void
AddressChanges(MacvlanTestCase& test)
{
    MacvlanHost host;
    host.Add("B1");
    host.Add("B2");
    const std::string old = "00:00:00:00:77:01";
    host.Get("B2")->SetAddress(Mac48Address(old.c_str()));
    test.ExpectEq(host.Hear("B1", old), std::string("B2"), "the address that it was given");
    host.Get("B2")->SetAddress(Mac48Address("00:00:00:00:77:02"));
    test.ExpectEq(host.Hear("B1", old), std::string("X"), "an address it has no more");
    test.ExpectEq(host.Hear("B1", "B2"), std::string("B2"), "its present address");
    constexpr uint16_t PAUSE = 0x8808;
    test.ExpectEq(host.Hear("B1", "01:80:c2:00:00:01", PAUSE), std::string("X"), "pause frame");
}

/**
 * @brief Frames go to macvlan or lower device by address; IP on both works.
 * @param kind the lower device
 * @return the body of the test
 */
MacvlanTestCase::Body
IpOnMacvlanAndLowerDevice(MacvlanHost::Kind kind)
{
    return [kind](MacvlanTestCase& test) {
        MacvlanHost host(kind);
        host.Add("B1");
        host.AssignAddresses({"L", "B1"}); // X has 10.1.1.3
        std::map<std::string, uint32_t> delivered;
        const auto receiver =
            Socket::CreateSocket(host.GetNodes().Get(0), UdpSocketFactory::GetTypeId());
        receiver->Bind(InetSocketAddress(Ipv4Address::GetAny(), 9));
        receiver->SetRecvPktInfo(true);
        receiver->SetRecvCallback([&](Ptr<Socket> socket) {
            while (const auto packet = socket->Recv())
            {
                Ipv4PacketInfoTag info;
                packet->RemovePacketTag(info);
                ++delivered[info.GetRecvIf() == host.Get("B1")->GetIfIndex() ? "B1" : "other"];
            }
        });
        const auto sender =
            Socket::CreateSocket(host.GetNodes().Get(1), UdpSocketFactory::GetTypeId());
        for (const auto* destination : {"10.1.1.1", "10.1.1.2", "10.1.1.2"})
        {
            sender->SendTo(Create<Packet>(100), 0, InetSocketAddress(destination, 9));
        }
        Simulator::Stop(Seconds(1));
        Simulator::Run();
        test.ExpectEq(delivered["other"], 1, "by the lower device");
        test.ExpectEq(delivered["B1"], 2, "by the macvlan");
    };
}

/**
 * @brief The link of a macvlan follows that of the lower device, and its own up and down.
 * @param kind the lower device, with a NicNetDevice at the wire
 * @return the body of the test
 */
MacvlanTestCase::Body
LinkFollows(MacvlanHost::Kind kind)
{
    return [kind](MacvlanTestCase& test) {
        MacvlanHost host(kind);
        const auto macvlan = host.Add("B1");
        if (kind == MacvlanHost::BOND)
        {
            host.Get("L")->SetAttribute("Miimon", StringValue("100"));
        }
        uint32_t told = 0;
        macvlan->AddLinkChangeCallback(Callback<void>([&told] { ++told; }));
        const auto cable = DynamicCast<NicChannel>(host.GetWireDevice()->GetChannel());
        const auto wait = [] {
            Simulator::Stop(Seconds(1));
            Simulator::Run();
        };
        wait();
        test.ExpectEq(macvlan->IsLinkUp(), true, "at the beginning");
        told = 0;
        cable->SetCarrier(false);
        wait();
        test.ExpectEq(macvlan->IsLinkUp(), false, "without cable");
        test.ExpectEq(told, 1, "told of the link down");
        test.ExpectEq(host.Hear("B1", "X"), std::string(), "without cable");
        test.ExpectEq(macvlan->GetStats().txDropped, 1, "dropped without cable");
        cable->SetCarrier(true);
        wait();
        test.ExpectEq(macvlan->IsLinkUp(), true, "with cable");
        test.ExpectEq(told, 2, "told of the link up");
        macvlan->SetDown();
        test.ExpectEq(macvlan->IsLinkUp(), false, "down");
        test.ExpectEq(told, 3, "told of the device down");
        macvlan->SetUp();
        test.ExpectEq(macvlan->IsLinkUp(), true, "up");
    };
}

/**
 * @brief MTU: the lower device's at first, 68 up to that; too long broadcasts do not reach a
 *        sibling.
 * @param test the test
 */
void
MtuRules(MacvlanTestCase& test)
{
    MacvlanHost host;
    host.Get("L")->SetMtu(4000);
    const auto b1 = host.Add("B1");
    const auto b2 = host.Add("B2");
    test.ExpectEq(b1->GetMtu(), 4000, "that of L");
    test.ExpectEq(b1->SetMtu(4001), false, "more than L's");
    test.ExpectEq(b1->SetMtu(67), false, "less than 68");
    test.ExpectEq(b1->GetMtu(), 4000, "refused ones change nothing");
    test.ExpectEq(b2->SetMtu(68), true, "68");
    host.Get("L")->SetMtu(1500);
    test.ExpectEq(b1->GetMtu(), 1500, "L's has become less");
    test.ExpectEq(b2->GetMtu(), 68, "its own");
    // A frame may be 4 bytes, a VLAN tag, longer than the MTU (is_skb_forwardable).
    for (const auto& [bytes, heard] : std::map<uint32_t, std::string>{{72, "B2 X"}, {73, "X"}})
    {
        const auto devices = host.HearAfter([&b1, bytes = bytes] {
            b1->Send(Create<Packet>(bytes), Mac48Address::GetBroadcast(), 0x88B5);
        });
        test.ExpectEq(devices, heard, std::to_string(bytes) + " bytes to a sibling of MTU 68");
    }
    test.ExpectEq(b2->GetStats().rxDropped, 1, "too long for B2");
}

/**
 * @brief A frame from one sibling to another, or to all, keeps its VLAN tag.
 * @param test the test
 */
void
VlanOnMacvlan(MacvlanTestCase& test)
{
    MacvlanHost host;
    constexpr uint32_t ID = 5;
    host.Watch("v1", VlanHelper().Install(host.Add("B1"), ID).Get(0));
    host.Watch("v2", VlanHelper().Install(host.Add("B2"), ID).Get(0));
    host.Watch("w2", VlanHelper().Install(host.Get("B2"), ID + 1).Get(0));
    test.ExpectEq(host.Hear("v1", "v2"), std::string("B2 v2"), "to one sibling");
    test.ExpectEq(host.Hear("v1", BROADCAST), std::string("B2 X v2"), "to all");
    test.ExpectEq(host.Hear("B1", "v2"), std::string("B2"), "without tag");
}

/**
 * @brief A macvlan on a macvlan is on what that one is on.
 * @param test the test
 */
void
MacvlanOnMacvlan(MacvlanTestCase& test)
{
    MacvlanHost host;
    const auto b1 = host.Add("B1");
    const auto upper = MacvlanHelper("bridge").Install(b1).Get(0);
    test.ExpectEq(DynamicCast<MacvlanNetDevice>(upper)->GetLowerDevice() == host.Get("L"),
                  true,
                  "its lower device is L");
    test.ExpectEq(upper->GetAddress() == b1->GetAddress(), false, "it has an address of its own");
}

/**
 * @brief Any traffic of many macvlans keeps the books: what is heard and sent is what the rules
 * say.
 * @param test the test
 */
void
RandomTraffic(MacvlanTestCase& test)
{
    const uint32_t run = RngSeedManager::GetRun();
    std::cout << "macvlan random traffic: --RngRun=" << run << std::endl;
    const auto random = CreateObject<UniformRandomVariable>();
    MacvlanHost host(random->GetInteger(0, 1) ? MacvlanHost::NIC : MacvlanHost::VLAN);
    std::vector<std::string> names;
    for (uint32_t i = 0; i < 9; ++i)
    {
        names.push_back(std::string(1, "PVB"[random->GetInteger(0, 2)]) + std::to_string(i));
        host.Add(names.back());
    }
    std::map<std::string, bool> up;
    for (const auto& name : names)
    {
        up[name] = true;
    }
    const auto pick = [&]() { return names[random->GetInteger(0, names.size() - 1)]; };
    for (int step = 0; step < 300; ++step)
    {
        const auto sender = pick();
        const auto receiver = pick();
        const bool group = random->GetInteger(0, 1);
        const bool hairpin = random->GetInteger(0, 1);
        const auto flapping = pick();
        const auto device = DynamicCast<MacvlanNetDevice>(host.Get(flapping));
        up[flapping] = random->GetInteger(0, 3) > 0;
        up[flapping] ? device->SetUp() : device->SetDown();

        std::multiset<std::string> expected;
        const bool isLocal = sender[0] == 'B' && receiver[0] == 'B' && up[receiver];
        if (up[sender] && !group)
        {
            expected.insert(isLocal ? receiver : "X");
            if (!isLocal && hairpin && up[receiver])
            {
                expected.insert(receiver);
            }
        }
        if (up[sender] && group)
        {
            expected.insert("X");
            for (const auto& name : names)
            {
                const bool other = name != sender && up[name];
                const bool bridges = sender[0] == 'B' && name[0] == 'B';
                const bool comesBack =
                    hairpin &&
                    (sender[0] == 'V' ? name[0] != 'P' : sender[0] == 'B' && name[0] == 'V');
                if (other && (bridges || comesBack))
                {
                    expected.insert(name);
                }
            }
            if (hairpin)
            {
                expected.insert(sender[0] == 'P' ? sender : "L");
            }
        }
        std::string text;
        for (const auto& name : expected)
        {
            text += (text.empty() ? "" : " ") + name;
        }
        host.SetHairpin(hairpin);
        test.ExpectEq(host.Hear(sender, group ? BROADCAST : receiver),
                      text,
                      "step " + std::to_string(step) + ", " + sender + " to " +
                          (group ? BROADCAST : receiver) + ", run " + std::to_string(run));
    }
    test.ExpectEq(host.GetNLiveSkbs(), 0, "live Skbs");
}

/**
 * @ingroup linux-tx-tests
 * @brief Macvlans: who hears whom, addresses, link and MTU.
 */
class MacvlanTestSuite : public TestSuite
{
  public:
    MacvlanTestSuite()
        : TestSuite("linux-tx-macvlan", TestSuite::Type::UNIT)
    {
        const std::vector<std::pair<MacvlanHost::Kind, std::string>> kinds{
            {MacvlanHost::NIC, "NIC"},
            {MacvlanHost::CSMA, "CSMA"},
            {MacvlanHost::BOND, "bond"},
            {MacvlanHost::VLAN, "VLAN"},
        };
        for (const auto& [kind, name] : kinds)
        {
            Add("the mode says who hears a frame, over " + name, ModesSayWhoHears(kind));
            Add("IP on macvlan and lower device, over " + name, IpOnMacvlanAndLowerDevice(kind));
            if (kind != MacvlanHost::CSMA)
            {
                Add("the link follows that of the lower device, over " + name, LinkFollows(kind));
            }
        }
        Add("a passthru macvlan takes over the lower device", PassthruTakesOver);
        Add("macvlans that are down do not count", DownMacvlansDoNotCount);
        Add("a macvlan has its present address", AddressChanges);
        Add("the MTU is at most that of the lower device", MtuRules);
        Add("a frame to a sibling keeps its VLAN tag", VlanOnMacvlan);
        Add("a macvlan on a macvlan is beside it", MacvlanOnMacvlan);
        Add("random traffic is heard by whom the rules say", RandomTraffic);
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

MacvlanTestSuite g_macvlanTestSuite; //!< the suite

} // namespace
