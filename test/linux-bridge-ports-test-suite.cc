/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "bridge-test-case.h"
#include "bridged-hosts.h"

#include "ns3/bonding-helper.h"
#include "ns3/inet-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/linux-bridge-helper.h"
#include "ns3/linux-tx-helper.h"
#include "ns3/macvlan-helper.h"
#include "ns3/nic-helper.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/simple-net-device.h"
#include "ns3/string.h"
#include "ns3/vlan-helper.h"

#include <cstdint>
#include <functional>
#include <iostream>
#include <random>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::bridge_test;

namespace
{

/**
 * @brief What waits in the queue disc of a port that is taken out is still sent.
 * @param test the test
 */
void
RemovedPortSendsWhatItHas(BridgeTestCase& test)
{
    BridgedHosts hosts(2, "1Mbps");
    BridgeLog log(hosts.GetBridge());
    const auto bridge = hosts.GetBridge();
    const auto socket = hosts.MakeSocket(1);
    At(START, [&] { hosts.SendFromPeer(1, bridge->GetAddress()); });
    At(START + Seconds(1), [&] {
        SendMessages(socket, 20);
        log.Take();
        test.ExpectText(bridge->RemovePort(hosts.GetPort(1)), "", "");
        test.ExpectText(log.Take(), "flushed -", "what was behind it");
        test.ExpectEq(socket->GetWmemAlloc(), 20 * CHARGE_1000, "nothing is lost");
        SendMessages(socket, 3); // to the other port
        test.ExpectEq(bridge->GetLowerDevices().size(), 1, "ports");
    });
    At(START + Seconds(2), [&] {
        test.ExpectEq(socket->GetWmemAlloc(), 0, "all have left");
        test.ExpectEq(hosts.GetNMessages(1), 20, "messages");
        hosts.SendFromPeer(1, Mac48Address::GetBroadcast());
    });
    At(START + Seconds(3), [&] {
        test.ExpectEq(hosts.GetNFrames(0), 0, "it is deaf");
        test.ExpectText(bridge->AddPort(hosts.GetPort(1)), "", "again");
        hosts.SendFromPeer(1, Mac48Address::GetBroadcast());
        SendMessages(socket, 1);
    });
    RunUntil(START + Seconds(4));
    test.ExpectEq(hosts.GetNFrames(0), 1, "it listens, once");
    test.ExpectEq(hosts.GetNMessages(1), 21, "messages");
    test.ExpectEq(socket->GetWmemAlloc(), 0, "wmem_alloc");
    test.ExpectEq(hosts.GetNLiveSkbs(), 0, "live Skbs");
}

/**
 * @brief The bridge has a link while a port has, forgets what was behind a lost one, and loses
 *        packets without error while it has none.
 * @param test the test
 */
void
LinksFlap(BridgeTestCase& test)
{
    BridgedHosts hosts(2, "1Mbps");
    BridgeLog log(hosts.GetBridge());
    const auto bridge = hosts.GetBridge();
    const auto socket = hosts.MakeSocket(1);
    uint32_t nChanges = 0;
    const std::function<void()> changed = [&nChanges] { ++nChanges; };
    bridge->AddLinkChangeCallback(Callback<void>(changed));
    At(START, [&] { hosts.SendFromPeer(1, bridge->GetAddress()); });
    At(START + Seconds(1), [&] {
        log.Take();
        SendMessages(socket, 10);
        hosts.SetCarrier(1, false);
        test.ExpectText(log.Take(), "flushed 2", "");
        test.ExpectEq(bridge->IsLinkUp(), true, "one port is left");
        SendMessages(socket, 10); // by the other port
    });
    At(START + Seconds(2), [&] {
        test.ExpectEq(hosts.GetPort(0)->GetStats().txPackets, 10, "flooded to who is left");
        hosts.SetCarrier(0, false);
        test.ExpectEq(bridge->IsLinkUp(), false, "no port is left");
        test.ExpectEq(nChanges, 1, "told");
        test.ExpectEq(bridge->Send(Create<Packet>(100), Mac48Address::GetBroadcast(), 1), true, "");
        test.ExpectText(log.Take(), LinuxBridgeNetDevice::NO_CARRIER, "lost without error");
        hosts.SetCarrier(0, true);
        hosts.SetCarrier(1, true);
        test.ExpectEq(nChanges, 2, "told");
        SendMessages(socket, 10);
    });
    At(START + Seconds(3), [&] {
        test.ExpectEq(socket->GetWmemAlloc(), 0, "all have left, or were lost");
        bridge->SetDown();
        test.ExpectEq(bridge->IsLinkUp(), false, "down");
        hosts.SendFromPeer(0, Mac48Address::GetBroadcast());
    });
    At(START + Seconds(4), [&] {
        test.ExpectEq(hosts.GetNFrames(1), 0, "nothing is forwarded");
        bridge->SetUp();
        test.ExpectEq(bridge->IsLinkUp(), true, "up");
    });
    RunUntil(START + Seconds(5));
    test.ExpectEq(bridge->GetStats().lostNoLink, 1, "lost");
    test.ExpectEq(hosts.GetNLiveSkbs(), 0, "live Skbs");
}

/**
 * @brief Address and MTU follow the ports until they are given.
 * @param test the test
 */
void
AddressAndMtuFollowThePorts(BridgeTestCase& test)
{
    BridgedHosts hosts(3);
    BridgeLog log(hosts.GetBridge());
    const auto bridge = hosts.GetBridge();
    const Mac48Address lowest("00:00:00:00:00:01");
    hosts.GetPort(2)->SetAddress(lowest);
    hosts.GetPort(1)->SetMtu(1400);
    hosts.GetPort(2)->SetMtu(9000);
    test.ExpectEq(bridge->GetAddress() == Address(lowest), true, "the lowest of the ports'");
    test.ExpectEq(bridge->GetMtu(), 1400, "the smallest of the ports'");
    bridge->RemovePort(hosts.GetPort(1));
    test.ExpectEq(bridge->GetMtu(), 1500, "of those that are left");
    test.ExpectEq(bridge->SetMtu(67), false, "ETH_MIN_MTU is 68");
    test.ExpectEq(bridge->SetMtu(9000), true, "more than a port has");
    test.ExpectEq(bridge->GetMtu(), 9000, "stays");
    const Mac48Address given("02:00:00:00:00:99");
    bridge->SetAddress(given);
    test.ExpectEq(bridge->GetAddress() == Address(given), true, "stays");
    At(START, [&] {
        // is_skb_forwardable(): the MTU of the port and a VLAN tag, 1504 and 9004 bytes.
        const auto send = [&](uint32_t bytes) {
            return bridge->Send(Create<Packet>(bytes),
                                hosts.GetPeer(0)->GetAddress(),
                                BridgedHosts::PROTOCOL);
        };
        test.ExpectEq(send(1504), true, "queued; what the NIC makes of it is its business");
        test.ExpectText(log.Take(), "", "");
        send(1505);
        test.ExpectText(log.Take(), LinuxBridgeNetDevice::TOO_LARGE, "for the oldest port");
        test.ExpectEq(send(1505), false, "the last copy was dropped");
        test.ExpectEq(bridge->GetStats().txDropped, 2, "");
    });
    RunUntil(START + Seconds(1));

    const auto empty = CreateObject<LinuxBridgeNetDevice>();
    test.ExpectEq(empty->GetMtu(), 1500, "without ports");
    test.ExpectEq(empty->IsLinkUp(), false, "without ports");
    test.ExpectEq(empty->Send(Create<Packet>(1), given, 1), true, "lost without error");
    test.ExpectEq(empty->GetStats().lostNoLink, 1, "");
}

/**
 * @brief What cannot be a port is refused in one line with what Linux answers.
 * @param test the test
 */
void
WrongPortsAreRefused(BridgeTestCase& test)
{
    BridgedHosts hosts(2);
    const auto node = hosts.GetNode();
    const auto bridge = hosts.GetBridge();
    const auto add = [](const char* address, const Ptr<Node>& where) {
        const auto device = CreateObject<SimpleNetDevice>();
        device->SetAddress(Mac48Address(address));
        where->AddDevice(device);
        return device;
    };
    test.ExpectLine(bridge->AddPort(nullptr), "(ENODEV)");
    test.ExpectLine(bridge->AddPort(bridge),
                    "it is a bridge; a port is a device that is none (ELOOP)");
    test.ExpectLine(bridge->AddPort(LinuxBridgeHelper().Install(node, {}).Get(0)), "(ELOOP)");
    test.ExpectLine(bridge->AddPort(hosts.GetPeer(0)), "not a device of the bridge's node");
    test.ExpectLine(bridge->AddPort(hosts.GetPort(0)), "already a port of this bridge");
    test.ExpectLine(bridge->AddPort(hosts.GetPort(0)), "(EBUSY)");
    const auto second =
        DynamicCast<LinuxBridgeNetDevice>(LinuxBridgeHelper().Install(node, {}).Get(0));
    test.ExpectLine(second->AddPort(hosts.GetPort(0)), "already below ns3::LinuxBridgeNetDevice");
    const auto slave = add("02:00:00:00:00:01", node);
    BondingHelper().Install(node, NetDeviceContainer(slave));
    test.ExpectLine(bridge->AddPort(slave), "already below ns3::BondingNetDevice");
    const auto below = add("02:00:00:00:00:02", node);
    MacvlanHelper().Install(Ptr<NetDevice>(below));
    test.ExpectLine(bridge->AddPort(below), "a macvlan on top of it gets its frames");
    const auto vlan = VlanHelper().Install(bridge, 7).Get(0);
    test.ExpectLine(bridge->AddPort(vlan), "form no loop (ELOOP)");
    const auto pointToPoint = PointToPointHelper().Install(node, hosts.GetPeer(0)->GetNode());
    test.ExpectLine(bridge->AddPort(pointToPoint.Get(0)), "no Ethernet address");
    const auto addressed = add("02:00:00:00:00:03", node);
    Ipv4AddressHelper("10.2.0.0", "255.255.0.0").Assign(NetDeviceContainer(addressed));
    test.ExpectLine(bridge->AddPort(addressed), "it has an IP interface");
    test.ExpectLine(bridge->RemovePort(slave), "it is not a port of this bridge (EINVAL)");
    test.ExpectLine(bridge->RemovePort(nullptr), "it is not a port of this bridge (EINVAL)");
    const auto homeless = CreateObject<LinuxBridgeNetDevice>();
    test.ExpectLine(homeless->AddPort(slave), "the bridge is on no node");
    const auto plainNode = CreateObject<Node>();
    plainNode->AddDevice(homeless);
    test.ExpectLine(homeless->AddPort(add("02:00:00:00:00:04", plainNode)),
                    "LinuxTxHelper::Install() comes first");
    test.ExpectEq(bridge->GetLowerDevices().size(), 2, "nothing has changed");
    Simulator::Run();
}

/**
 * @brief Links flap, ports come and go, everybody sends: every charge is given back, and no message
 *        arrives twice.
 * @param test the test
 */
void
RandomChangesUnderTraffic(BridgeTestCase& test)
{
    const unsigned seed = std::random_device()();
    std::mt19937 random(seed);
    std::cout << "linux-tx-bridge: seed " << seed << std::endl;
    constexpr uint32_t N = 4;
    BridgedHosts hosts(N, "10Mbps");
    const auto bridge = hosts.GetBridge();
    std::vector<Ptr<LinuxUdpSocket>> sockets;
    for (uint32_t i = 0; i < N; ++i)
    {
        sockets.push_back(hosts.MakeSocket(i));
    }
    uint32_t nSent = 0;
    for (int step = 0; step < 2000; ++step)
    {
        At(START + MilliSeconds(step), [&] {
            const uint32_t i = random() % N;
            switch (random() % 10)
            {
            case 0:
                hosts.SetCarrier(i, !hosts.GetPort(i)->IsLinkUp());
                break;
            case 1:
                if (bridge->FindPort(hosts.GetPort(i)))
                {
                    test.ExpectText(bridge->RemovePort(hosts.GetPort(i)), "", "");
                }
                else
                {
                    test.ExpectText(bridge->AddPort(hosts.GetPort(i)), "", "");
                }
                break;
            case 2:
                bridge->SetHairpin(hosts.GetPort(i), random() % 2 == 0);
                break;
            case 3:
                random() % 4 == 0 ? bridge->SetDown() : bridge->SetUp();
                break;
            case 4:
            case 5:
                hosts.SendFromPeer(i, hosts.GetPeer(random() % N)->GetAddress());
                break;
            default:
                nSent += 3;
                SendMessages(sockets[i], 3);
            }
        });
    }
    RunUntil(START + Seconds(10));
    uint32_t nReceived = 0;
    for (uint32_t i = 0; i < N; ++i)
    {
        nReceived += hosts.GetNMessages(i);
        test.ExpectEq(sockets[i]->GetWmemAlloc(), 0, "seed " + std::to_string(seed));
    }
    test.ExpectEq(nReceived > 0 && nReceived <= nSent, true, "seed " + std::to_string(seed));
    test.ExpectEq(hosts.GetNLiveSkbs(), 0, "seed " + std::to_string(seed));
}

/// Puts devices on top of a NIC: returns the one that IP uses.
using Stack = std::function<Ptr<NetDevice>(const Ptr<NetDevice>& nic)>;

/**
 * @brief A bridge with one port.
 * @param port the port
 * @return the bridge
 */
Ptr<NetDevice>
Bridge(const Ptr<NetDevice>& port)
{
    return LinuxBridgeHelper().Install(port->GetNode(), NetDeviceContainer(port)).Get(0);
}

/**
 * @brief VLAN 7.
 * @param lower the lower device
 * @return the VLAN device
 */
Ptr<NetDevice>
Vlan(const Ptr<NetDevice>& lower)
{
    return VlanHelper().Install(lower, 7).Get(0);
}

/**
 * @brief A macvlan.
 * @param mode its mode
 * @param lower the lower device
 * @return the macvlan
 */
Ptr<NetDevice>
Macvlan(const std::string& mode, const Ptr<NetDevice>& lower)
{
    MacvlanHelper helper;
    helper.SetDeviceAttribute("Mode", StringValue(mode));
    return helper.Install(lower).Get(0);
}

/**
 * @brief A bond with one slave.
 * @param slave the slave
 * @return the bond
 */
Ptr<NetDevice>
Bond(const Ptr<NetDevice>& slave)
{
    return BondingHelper("active-backup")
        .Install(slave->GetNode(), NetDeviceContainer(slave))
        .Get(0);
}

/**
 * @brief Messages get through a stack, and their charge lasts until the NIC has sent them.
 * @param sender the sender's devices
 * @param receiver the receiver's
 * @return the body of the test
 */
BridgeTestCase::Body
StackKeepsTheCharge(const Stack& sender, const Stack& receiver)
{
    return [=](BridgeTestCase& test) {
        NodeContainer nodes;
        nodes.Create(2);
        InternetStackHelper().Install(nodes);
        LinuxTxHelper().Install(nodes);
        NicHelper helper;
        helper.SetDeviceAttribute("DataRate", StringValue("100Mbps"));
        const auto nics = helper.Install(nodes);
        NetDeviceContainer tops(sender(nics.Get(0)));
        tops.Add(receiver(nics.Get(1)));
        const auto interfaces = Ipv4AddressHelper("10.1.1.0", "255.255.255.0").Assign(tops);

        const auto factory = TypeId::LookupByName("ns3::LinuxUdpSocketFactory");
        const auto sink = Socket::CreateSocket(nodes.Get(1), factory);
        sink->Bind(InetSocketAddress(Ipv4Address::GetAny(), 9));
        const auto socket =
            DynamicCast<LinuxUdpSocket>(Socket::CreateSocket(nodes.Get(0), factory));
        socket->Bind();
        socket->Connect(InetSocketAddress(interfaces.GetAddress(1), 9));

        // Late, so that neighbours and IPv6 are through.
        const Time late = Seconds(10);
        At(Seconds(5), [&] { SendMessages(socket, 3); });
        At(late, [&] {
            test.ExpectEq(socket->GetWmemAlloc(), 0, "three have left");
            ParkDevice(nics.Get(0));
            SendMessages(socket, 1); // empties the bucket
        });
        At(late + MilliSeconds(1), [&] { SendMessages(socket, 20); });
        At(late + Seconds(1), [&] {
            test.ExpectEq(socket->GetWmemAlloc(), 20 * CHARGE_1000, "kept, as in e4-paths.tsv");
        });
        RunUntil(late + Seconds(2));
        uint32_t nReceived = 0;
        while (sink->Recv())
        {
            ++nReceived;
        }
        test.ExpectEq(nReceived, 4, "messages");
        Simulator::Destroy();
    };
}

} // namespace

/**
 * @ingroup linux-tx-tests
 * @brief The ports of a Linux bridge: which devices, which stacks, and what becomes of them.
 */
class LinuxBridgePortsTestSuite : public TestSuite
{
  public:
    LinuxBridgePortsTestSuite()
        : TestSuite("linux-tx-bridge-ports", TestSuite::Type::UNIT)
    {
        Add("a port that is taken out sends what it has", RemovedPortSendsWhatItHas);
        Add("the link of the bridge is that of its ports", LinksFlap);
        Add("address and MTU follow the ports", AddressAndMtuFollowThePorts);
        Add("wrong ports are refused", WrongPortsAreRefused);
        const Stack plain = [](const Ptr<NetDevice>& nic) { return nic; };
        const auto macvlan = [](const Ptr<NetDevice>& lower) { return Macvlan("vepa", lower); };
        const auto passthru = [](const Ptr<NetDevice>& lower) {
            return Macvlan("passthru", lower);
        };
        AddStack(
            "bridge over bond",
            [](const auto& nic) { return Bridge(Bond(nic)); },
            plain);
        AddStack(
            "bond over bridge",
            [](const auto& nic) { return Bond(Bridge(nic)); },
            plain);
        AddStack(
            "VLAN over bridge",
            [](const auto& nic) { return Vlan(Bridge(nic)); },
            Vlan);
        AddStack(
            "bridge over VLAN",
            [](const auto& nic) { return Bridge(Vlan(nic)); },
            Vlan);
        AddStack(
            "bridge over VLAN over bond",
            [](const auto& nic) { return Bridge(Vlan(Bond(nic))); },
            Vlan);
        AddStack(
            "macvlan over bridge",
            [=](const auto& nic) { return macvlan(Bridge(nic)); },
            plain);
        AddStack(
            "bridge over macvlan",
            [=](const auto& nic) { return Bridge(passthru(nic)); },
            plain);
        Add("charges are given back whatever happens to ports and links",
            RandomChangesUnderTraffic);
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

    /**
     * @brief Add a test of a stack.
     * @param name the sender's stack, from the top
     * @param sender the sender's devices
     * @param receiver the receiver's
     */
    void AddStack(const std::string& name, const Stack& sender, const Stack& receiver)
    {
        Add("messages and their charges pass a " + name, StackKeepsTheCharge(sender, receiver));
    }
};

/// Registers the suite.
static LinuxBridgePortsTestSuite g_linuxBridgePortsTestSuite;
