/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "bridge-test-case.h"
#include "bridged-hosts.h"
#include "guest-hosts.h"

#include "ns3/config.h"
#include "ns3/inet-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-interface-address.h"
#include "ns3/ipv4-static-routing-helper.h"
#include "ns3/ipv4.h"
#include "ns3/linux-bridge-helper.h"
#include "ns3/linux-tx-helper.h"
#include "ns3/nic-helper.h"
#include "ns3/output-stream-wrapper.h"
#include "ns3/string.h"
#include "ns3/traffic-control-layer.h"
#include "ns3/udp-stream-application.h"
#include "ns3/udp-stream-helper.h"
#include "ns3/uinteger.h"
#include "ns3/virtual-machine-helper.h"
#include "ns3/vlan-helper.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::bridge_test;

/**
 * @file
 * @ingroup linux-tx
 * @brief A guest's NIC, its ring, the tap, and the chain of back-pressure over the host's bridge.
 *
 * A message of 1000 bytes is a frame of 1042. On the guest it is charged as anywhere; on the tap it
 * is alloc_skb(64 + 1042) = align64(1106) + 320 = 1472 -> 2048, plus 256: 2304 again. Without a
 * limit it is align64(1106) + 320 + 256 = 1728 (build_skb).
 */

namespace
{

constexpr uint64_t CHARGE_BUILT = 1728; //!< of a message of 1000 bytes on a tap without limit
constexpr uint16_t PROTOCOL = 0x88b5;   //!< an EtherType for local experiments
constexpr uint32_t LARGE = 50000000;    //!< SO_SNDBUF of a socket that is never held up

/**
 * @brief What a node of the hosts is not to hold any more.
 * @param test the test
 * @param hosts the hosts
 * @param socket the guest's socket
 */
void
ExpectNothingCharged(BridgeTestCase& test,
                     const GuestHosts& hosts,
                     const Ptr<LinuxUdpSocket>& socket)
{
    test.ExpectEq(socket->GetWmemAlloc(), 0, "charged to the guest's socket");
    test.ExpectEq(hosts.GetTapCharge(), 0, "charged to the tap");
    test.ExpectEq(GuestHosts::GetNLiveSkbs(hosts.GetGuest()), 0, "Skbs of the guest");
    test.ExpectEq(GuestHosts::GetNLiveSkbs(hosts.GetHost()), 0, "Skbs of the host");
}

/**
 * @brief Start a blocking sender on the guest.
 * @param hosts the hosts
 * @param duration for how long it sends
 * @param sndbuf SO_SNDBUF, in bytes; 0 for the default
 * @return the sender
 */
Ptr<UdpStreamApplication>
StartFlood(const GuestHosts& hosts, const Time& duration, uint32_t sndbuf = 0)
{
    UdpStreamHelper helper("ns3::LinuxUdpSocketFactory",
                           InetSocketAddress(Ipv4Address("10.1.1.2"), GuestHosts::PORT));
    helper.SetAttribute("MessageSize", UintegerValue(1000));
    helper.SetAttribute("BurstSize", UintegerValue(0));
    helper.SetAttribute("Period", TimeValue(duration));
    helper.SetAttribute("Cycles", UintegerValue(1));
    helper.SetAttribute("SendTime", TimeValue(NanoSeconds(1500)));
    helper.SetAttribute("Sndbuf", UintegerValue(sndbuf));
    ApplicationContainer sender = helper.Install(hosts.GetGuest());
    sender.Start(START);
    return DynamicCast<UdpStreamApplication>(sender.Get(0));
}

/**
 * @brief The socket of a sender.
 * @param sender the sender, which has started
 * @return the socket
 */
Ptr<LinuxUdpSocket>
GetSocket(const Ptr<UdpStreamApplication>& sender)
{
    return DynamicCast<LinuxUdpSocket>(sender->GetSocket());
}

/**
 * @brief The charge moves from the guest's socket to the tap when the host takes the frame, and
 *        stays there over bridge and bond until the NIC has sent it.
 * @param bond with a bond?
 * @return the body of the test
 */
BridgeTestCase::Body
ChargeMovesToTheTap(bool bond)
{
    return [bond](BridgeTestCase& test) {
        GuestHosts::Options options;
        options.bond = bond;
        GuestHosts hosts(options);
        const auto parked = hosts.Park(0);
        const auto socket = GuestHosts::MakeSocket(hosts.GetGuest(), "10.1.1.2");
        At(START, [&] {
            SendMessages(socket, 20);
            test.ExpectEq(socket->GetWmemAlloc(), 20 * CHARGE_1000, "on the ring");
            test.ExpectEq(hosts.GetTapCharge(), 0, "not taken yet");
        });
        At(START + NanoSeconds(1), [&] {
            test.ExpectEq(socket->GetWmemAlloc(), 0, "the host has taken all");
            test.ExpectEq(hosts.GetTapCharge(), 20 * CHARGE_1000, "which are its own now");
            test.ExpectEq(parked->GetNPackets(), 19, "in the queue disc of the NIC");
        });
        At(START + MilliSeconds(1),
           [&] { test.ExpectEq(hosts.GetTapCharge(), 19 * CHARGE_1000, "one has been sent"); });
        RunUntil(START + Seconds(1));
        test.ExpectEq(hosts.GetNMessages(hosts.GetPeer(0)), 1, "messages");
        test.ExpectEq(hosts.GetTap()->GetStats().rxPackets, 20, "rx_packets of the tap");
        test.ExpectEq(hosts.GetTap()->GetStats().rxBytes, 20 * 1042, "rx_bytes of the tap");
        test.ExpectEq(hosts.GetGuestNic()->GetStats().txPackets, 20, "tx_packets of the guest");
    };
}

/**
 * @brief The tap takes frames while less than sndbuf is charged, to the byte, and the rest stays on
 *        the guest's ring. The guest is charged for all until it is interrupted.
 * @param sndbuf of the tap, in bytes
 * @param nTaken how many frames it takes
 * @return the body of the test
 */
BridgeTestCase::Body
TapTakesUpToSndbuf(uint32_t sndbuf, uint32_t nTaken)
{
    return [sndbuf, nTaken](BridgeTestCase& test) {
        GuestHosts::Options options;
        options.sndbuf = sndbuf;
        GuestHosts hosts(options);
        hosts.Park(0);
        const auto socket = GuestHosts::MakeSocket(hosts.GetGuest(), "10.1.1.2");
        At(START, [&] { SendMessages(socket, 1); }); // empties the bucket
        At(START + MilliSeconds(1), [&] { SendMessages(socket, 20); });
        At(START + MilliSeconds(2), [&] {
            test.ExpectEq(hosts.GetTapCharge(), nTaken * CHARGE_1000, "taken");
            test.ExpectEq(hosts.GetBackend()->GetStats().written, 1 + nTaken, "written");
            // three quarters of what was on the ring would have interrupted the guest: 14 and one
            test.ExpectEq(hosts.GetGuestNic()->GetRing().GetNEntries(), 20, "on the ring");
            test.ExpectEq(socket->GetWmemAlloc(), 20 * CHARGE_1000, "of the guest");
            test.ExpectEq(hosts.GetBackend()->GetStats().eagain, 1, "EAGAIN");
            test.ExpectEq(hosts.GetBackend()->IsStalled(), 1, "the backend waits");
        });
        RunUntil(START + Seconds(1));
    };
}

/**
 * @brief The backend goes on when less than half of sndbuf is charged: at most sndbuf / 2 - 3.
 * @param sndbuf of the tap, in bytes
 * @param nAtWake how many frames may be left then
 * @return the body of the test
 */
BridgeTestCase::Body
TapIsWritableBelowHalf(uint32_t sndbuf, uint32_t nAtWake)
{
    return [sndbuf, nAtWake](BridgeTestCase& test) {
        GuestHosts::Options options;
        options.sndbuf = sndbuf;
        GuestHosts hosts(options);
        std::vector<uint64_t> atWake;
        const Callback<void, bool, bool> sink([&](bool, bool stalled) {
            if (!stalled)
            {
                atWake.push_back(hosts.GetTapCharge());
            }
        });
        hosts.GetBackend()->TraceConnectWithoutContext("Stalled", sink);
        const auto socket = GuestHosts::MakeSocket(hosts.GetGuest(), "10.1.1.2");
        At(START, [&] { SendMessages(socket, 50); });
        RunUntil(START + Seconds(1));
        test.ExpectEq(hosts.GetNMessages(hosts.GetPeer(0)), 50, "messages");
        test.ExpectEq(atWake.empty(), 0, "the backend had to wait");
        for (const uint64_t charge : atWake)
        {
            test.ExpectEq(charge, nAtWake * CHARGE_1000, "left when it goes on");
        }
        ExpectNothingCharged(test, hosts, socket);
    };
}

/**
 * @brief The guest's queue is stopped when fewer than 19 descriptors are free, and woken by the
 *        interrupt that comes when three quarters of the ring and one more have been taken.
 * @param indirect a frame takes one descriptor, else two
 * @param nHeld how many frames the ring holds: (256 - 18) / descriptors
 * @return the body of the test
 */
BridgeTestCase::Body
RingStopsAndWakes(bool indirect, uint32_t nHeld)
{
    return [indirect, nHeld](BridgeTestCase& test) {
        GuestHosts::Options options;
        options.indirect = indirect;
        options.sndbuf = 10 * CHARGE_1000;
        options.rate = "10Mbps";
        GuestHosts hosts(options);
        const auto socket = GuestHosts::MakeSocket(hosts.GetGuest(), "10.1.1.2", LARGE);
        const auto nic = hosts.GetGuestNic();
        // ten on the host; what is more waits in the guest
        At(START, [&] { SendMessages(socket, 10); });
        At(START + MicroSeconds(10), [&] { SendMessages(socket, 300); });
        At(START + MicroSeconds(20), [&] {
            test.ExpectEq(nic->GetRingStats().stops, 1, "stopped");
            test.ExpectEq(nic->GetRing().GetNEntries(), nHeld, "on the ring");
            test.ExpectEq(nic->GetRing().GetNFree(), 18, "descriptors stay free");
            test.ExpectEq(hosts.GetGuestQdisc()->GetNPackets(), 300 - nHeld, "in the queue disc");
            test.ExpectEq(socket->GetWmemAlloc(), 300 * CHARGE_1000, "all charged");
        });
        std::optional<uint64_t> takenAtWake;
        const Callback<void, uint32_t, uint32_t> sink([&](uint32_t before, uint32_t after) {
            if (!takenAtWake && after < before)
            {
                // those before the stop, and those of the ring that were taken since
                takenAtWake = hosts.GetBackend()->GetStats().written - 10;
            }
        });
        At(START + MicroSeconds(20), [&] { nic->TraceConnectWithoutContext("Descriptors", sink); });
        RunUntil(START + Seconds(1));
        // The interrupt comes with the frame behind 3/4; the backend takes 6 at a time, from 4 left
        // to 10.
        const uint64_t interruptAt = nHeld * 3 / 4 + 1;
        test.ExpectEq(takenAtWake.value_or(0), (interruptAt + 5) / 6 * 6, "taken before it cleans");
        test.ExpectEq(nic->GetRingStats().wakes, nic->GetRingStats().stops, "woken");
        test.ExpectEq(hosts.GetNMessages(hosts.GetPeer(0)), 310, "messages");
        test.ExpectEq(hosts.GetGuestQdisc()->GetStats().nTotalDroppedPackets, 0, "drops");
        ExpectNothingCharged(test, hosts, socket);
    };
}

/**
 * @brief A blocking sender is held to what the wire carries: nothing is dropped, and no more is
 *        under way than the two limits allow.
 * @param test the test
 */
void
ChainHoldsUpTheGuest(BridgeTestCase& test)
{
    GuestHosts::Options options;
    options.bond = true;
    GuestHosts hosts(options);
    const auto sender = StartFlood(hosts, MilliSeconds(100));
    RunUntil(START + Seconds(1));
    test.ExpectEq(hosts.GetNMessages(hosts.GetPeer(0)), sender->GetOkaySends(), "all arrive");
    test.ExpectEq(sender->GetFailedSends(), 0, "errors");
    test.ExpectEq(hosts.GetGuestQdisc()->GetStats().nTotalDroppedPackets, 0, "guest drops");
    test.ExpectEq(hosts.GetQdisc(0)->GetStats().nTotalDroppedPackets, 0, "host drops");
    test.ExpectEq(sender->GetBlockedTime().IsStrictlyPositive(), 1, "blocked");
    // 212,992 / 2304 and 1,048,576 / 2304, rounded up
    test.ExpectEq(GetSocket(sender)->GetPeakWmemAlloc(), 93 * CHARGE_1000, "guest at most");
    test.ExpectEq(hosts.GetTap()->GetWriteMemory().GetMemory()->GetPeakWmemAlloc(),
                  456 * CHARGE_1000,
                  "tap at most");
    // 1066 bytes of wire time are 8.528 us: 11,726 in 100 ms, and at most 549 more under way
    test.ExpectEq(sender->GetOkaySends() >= 11726, 1, "the wire is busy");
    test.ExpectEq(sender->GetOkaySends() <= 11726 + 93 + 456 + 1, 1, "no more than is under way");
    ExpectNothingCharged(test, hosts, GetSocket(sender));
}

/**
 * @brief vhost: the charge to the guest's socket ends in start_xmit, so the ring and the tap, which
 *        has no limit, hold nobody up, and the queue disc of the host's NIC overflows.
 * @param test the test
 */
void
VhostOrphans(BridgeTestCase& test)
{
    GuestHosts::Options options;
    options.driver = "vhost";
    GuestHosts hosts(options);
    const auto sender = StartFlood(hosts, MilliSeconds(20));
    RunUntil(START + Seconds(1));
    // 20 ms / 1.5 us, the first at 0
    test.ExpectEq(sender->GetOkaySends(), 13334, "as fast as it can");
    test.ExpectEq(sender->GetBlockedTime().GetNanoSeconds(), 0, "blocked");
    test.ExpectEq(GetSocket(sender)->GetPeakWmemAlloc(), CHARGE_1000, "one at a time");
    const uint64_t dropped = hosts.GetQdisc(0)->GetStats().nTotalDroppedPackets;
    test.ExpectEq(dropped > 0, 1, "drops");
    test.ExpectEq(hosts.GetNMessages(hosts.GetPeer(0)) + dropped, 13334, "all accounted for");
    test.ExpectEq(GetSocket(sender)->GetWmemAlloc(), 0, "charged to the guest's socket");
    test.ExpectEq(hosts.GetTapCharge(), 0, "charged to the tap");
}

/**
 * @brief vhost with a limit: the ring holds frames that nobody is charged for; only what is in the
 *        guest's queue disc is.
 * @param test the test
 */
void
VhostRingIsNotCharged(BridgeTestCase& test)
{
    GuestHosts::Options options;
    options.driver = "vhost";
    options.sndbuf = 10 * CHARGE_1000;
    GuestHosts hosts(options);
    hosts.Park(0);
    const auto socket = GuestHosts::MakeSocket(hosts.GetGuest(), "10.1.1.2", LARGE);
    At(START, [&] { SendMessages(socket, 1); }); // empties the bucket
    At(START + MilliSeconds(1), [&] { SendMessages(socket, 10); });
    At(START + MilliSeconds(2), [&] {
        SendMessages(socket, 300);
        test.ExpectEq(hosts.GetGuestNic()->GetRing().GetNFree(), 18, "the ring is full");
        test.ExpectEq(hosts.GetGuestQdisc()->GetNPackets() * CHARGE_1000,
                      socket->GetWmemAlloc(),
                      "charged is what is in the queue disc");
        test.ExpectEq(hosts.GetGuestQdisc()->GetNPackets(), 300 - 238, "in the queue disc");
    });
    RunUntil(START + Seconds(1));
}

/**
 * @brief The kernel's own limit of a tap, INT_MAX, breaks the chain: the guest is never held up.
 * @param test the test
 */
void
NoLimitBreaksTheChain(BridgeTestCase& test)
{
    GuestHosts::Options options;
    options.sndbuf = TapWriteMemory::KERNEL_SNDBUF;
    GuestHosts hosts(options);
    const auto parked = hosts.Park(0);
    const auto socket = GuestHosts::MakeSocket(hosts.GetGuest(), "10.1.1.2");
    for (uint32_t i = 0; i < 50; ++i)
    {
        At(START + MicroSeconds(i), [&] { SendMessages(socket, 40); });
    }
    At(START + MilliSeconds(1), [&] {
        test.ExpectEq(socket->GetWmemAlloc(), 0, "of the guest");
        test.ExpectEq(parked->GetNPackets(), 1999, "on the host");
        test.ExpectEq(hosts.GetTapCharge(), 1999 * CHARGE_BUILT, "of the tap");
        test.ExpectEq(hosts.GetBackend()->GetStats().eagain, 0, "EAGAIN");
    });
    RunUntil(START + Seconds(1));
}

/**
 * @brief The switch of an interface acts at once: with early orphaning turned on by Config::Set()
 *        in the middle of a run, the chain breaks at the bond, and turned off it heals.
 * @param test the test
 */
void
SwitchActsAtRunTime(BridgeTestCase& test)
{
    GuestHosts::Options options;
    options.bond = true;
    GuestHosts hosts(options);
    const auto sender = StartFlood(hosts, MilliSeconds(150));
    const auto nDropped = [&] { return hosts.GetQdisc(0)->GetStats().nTotalDroppedPackets; };
    const auto set = [](const std::string& policy) {
        Config::Set("/NodeList/1/DeviceList/*/$ns3::BondingNetDevice/OrphanPolicy",
                    StringValue(policy));
    };
    uint64_t sent = 0;
    uint64_t dropped = 0;
    At(START + MilliSeconds(50), [&] {
        test.ExpectEq(nDropped(), 0, "dropped while the chain is whole");
        sent = sender->GetOkaySends();
        // 50 ms / 8.528 us, and what is under way
        test.ExpectEq(sent <= 5863 + 93 + 456, 1, "held to the wire");
        set("Early");
    });
    At(START + MilliSeconds(100), [&] {
        // 50 ms / 1.5 us, but for the wait that the sender was in: at most half of what the tap
        // may hold, 228 packets of 8.528 us
        test.ExpectEq(sender->GetOkaySends() - sent >= 33333 - 1297, 1, "as fast as it can");
        test.ExpectEq(nDropped() > 25000, 1, "dropped while it is broken");
        test.ExpectEq(hosts.GetTapCharge(), 0, "nothing is charged to the tap");
        hosts.GetBond()->SetAttribute("OrphanPolicy", StringValue("None"));
    });
    // the queue disc is full of packets without owner; when these have gone nothing is dropped
    At(START + MilliSeconds(110), [&] {
        sent = sender->GetOkaySends();
        dropped = nDropped();
    });
    RunUntil(START + Seconds(1));
    test.ExpectEq(nDropped(), dropped, "dropped when it has healed");
    test.ExpectEq(sender->GetOkaySends() - sent <= 4690 + 93 + 456, 1, "held to the wire again");
    test.ExpectEq(hosts.GetNMessages(hosts.GetPeer(0)) + dropped,
                  sender->GetOkaySends(),
                  "all accounted for");
    ExpectNothingCharged(test, hosts, GetSocket(sender));
}

/**
 * @brief Early orphaning on the NIC itself ends the charge behind its queue disc only.
 * @param test the test
 */
void
SwitchOfTheNicKeepsTheQueueCharged(BridgeTestCase& test)
{
    GuestHosts hosts({});
    hosts.GetNic(0)->SetAttribute("OrphanPolicy", StringValue("Early"));
    const auto sender = StartFlood(hosts, MilliSeconds(50));
    RunUntil(START + Seconds(1));
    test.ExpectEq(hosts.GetQdisc(0)->GetStats().nTotalDroppedPackets, 0, "dropped");
    test.ExpectEq(hosts.GetNMessages(hosts.GetPeer(0)), sender->GetOkaySends(), "all arrive");
    test.ExpectEq(hosts.GetBackend()->GetStats().eagain > 0, 1, "the tap was full");
    ExpectNothingCharged(test, hosts, GetSocket(sender));
}

/**
 * @brief What is flooded to several ports: the oldest one gets the original with its charge, the
 *        others clones without owner; what is for the host as well goes out as clones only.
 * @param to destination of the frames
 * @param parked the port whose queue lets nothing go
 * @param kept frames that the tap is charged for when the other port has sent its own
 * @return the body of the test
 */
BridgeTestCase::Body
FloodingClones(const std::string& to, uint32_t parked, uint32_t kept)
{
    return [to, parked, kept](BridgeTestCase& test) {
        GuestHosts::Options options;
        options.nPeers = 2;
        GuestHosts hosts(options);
        const auto qdisc = hosts.Park(parked);
        const auto send = [&](uint32_t n) {
            for (uint32_t i = 0; i < n; ++i)
            {
                hosts.GetGuestNic()->Send(Create<Packet>(1000), Mac48Address(to.c_str()), PROTOCOL);
            }
        };
        At(START, [&] { send(1); }); // empties the bucket
        At(START + MilliSeconds(1), [&] {
            test.ExpectEq(hosts.GetTapCharge(), 0, "the first has left");
            send(20);
        });
        At(START + MilliSeconds(10), [&] {
            // 64 + 14 + 1000 -> 1088 + 320 -> 2048, plus 256
            test.ExpectEq(hosts.GetTapCharge(), kept * 2304, "when the other port has sent");
            test.ExpectEq(qdisc->GetNPackets(), 20, "in the queue");
            test.ExpectEq(hosts.GetNic(1 - parked)->GetStats().txPackets, 21, "sent");
        });
        RunUntil(START + Seconds(1));
    };
}

/**
 * @brief What is for the host itself is not charged to the tap any more once it is received.
 * @param test the test
 */
void
LocalReceptionOrphans(BridgeTestCase& test)
{
    GuestHosts hosts({});
    const auto socket = GuestHosts::MakeSocket(hosts.GetGuest(), "10.1.1.1");
    At(START, [&] { SendMessages(socket, 20); });
    At(START + NanoSeconds(1), [&] { test.ExpectEq(hosts.GetTapCharge(), 0, "charged"); });
    RunUntil(START + Seconds(1));
    test.ExpectEq(hosts.GetNMessages(hosts.GetHost()), 20, "messages");
    test.ExpectEq(hosts.GetTap()->GetWriteMemory().GetMemory()->GetPeakWmemAlloc(),
                  CHARGE_1000,
                  "one at a time");
    ExpectNothingCharged(test, hosts, socket);
}

/**
 * @brief Add an interface.
 * @param device its device
 * @param address its address
 */
void
AddAddress(const Ptr<NetDevice>& device, const std::string& address)
{
    const auto ipv4 = device->GetNode()->GetObject<Ipv4>();
    const uint32_t interface = ipv4->AddInterface(device);
    ipv4->AddAddress(interface,
                     Ipv4InterfaceAddress(Ipv4Address(address.c_str()), Ipv4Mask("255.255.255.0")));
    ipv4->SetUp(interface);
}

/// A guest whose tap is in no bridge, its host, and a peer of that.
struct RoutedGuest
{
    NodeContainer nodes{3};  //!< guest, host and peer
    NetDeviceContainer link; //!< the guest's NIC and the tap
    NetDeviceContainer nics; //!< those of host and peer

    RoutedGuest()
    {
        InternetStackHelper stack;
        stack.SetIpv6StackInstall(false);
        stack.Install(nodes);
        LinuxTxHelper().Install(nodes);
        link = VirtualMachineHelper().Install(nodes.Get(0), nodes.Get(1));
        nics = NicHelper().Install(nodes.Get(1), nodes.Get(2));
        ParkDevice(nics.Get(0));
    }

    ~RoutedGuest()
    {
        Simulator::Destroy();
    }

    RoutedGuest(const RoutedGuest&) = delete;
    RoutedGuest& operator=(const RoutedGuest&) = delete;

    /// What the tap is charged for. @return bytes
    uint64_t GetTapCharge() const
    {
        return DynamicCast<TapNetDevice>(link.Get(1))->GetWriteMemory().GetMemory()->GetWmemAlloc();
    }
};

/**
 * @brief What the host's IP forwards is not charged to the tap, though it waits on the host.
 * @param test the test
 */
void
ForwardingOrphans(BridgeTestCase& test)
{
    RoutedGuest hosts;
    AddAddress(hosts.link.Get(0), "10.0.0.2");
    AddAddress(hosts.link.Get(1), "10.0.0.1");
    AddAddress(hosts.nics.Get(0), "10.0.1.1");
    AddAddress(hosts.nics.Get(1), "10.0.1.2");
    Ipv4StaticRoutingHelper()
        .GetStaticRouting(hosts.nodes.Get(0)->GetObject<Ipv4>())
        ->SetDefaultRoute("10.0.0.1", 1);
    const auto socket = GuestHosts::MakeSocket(hosts.nodes.Get(0), "10.0.1.2");
    At(START, [&] { SendMessages(socket, 20); });
    At(START + MilliSeconds(100), [&] {
        const auto qdisc =
            hosts.nodes.Get(1)->GetObject<TrafficControlLayer>()->GetRootQueueDiscOnDevice(
                hosts.nics.Get(0));
        test.ExpectEq(qdisc->GetNPackets() >= 19, 1, "wait on the host");
        test.ExpectEq(hosts.GetTapCharge(), 0, "charged");
    });
    RunUntil(START + Seconds(1));
}

/**
 * @brief A VLAN device on the tap is a bridge's port: the charge goes through it.
 * @param test the test
 */
void
VlanOnTheTapKeepsTheCharge(BridgeTestCase& test)
{
    RoutedGuest hosts;
    const auto guestVlan = VlanHelper().Install(hosts.link.Get(0), 7).Get(0);
    NetDeviceContainer ports(hosts.nics.Get(0));
    ports.Add(VlanHelper().Install(hosts.link.Get(1), 7));
    LinuxBridgeHelper().Install(hosts.nodes.Get(1), ports);
    const auto send = [&](uint32_t n) {
        for (uint32_t i = 0; i < n; ++i)
        {
            guestVlan->Send(Create<Packet>(1000), Mac48Address("02:00:00:00:00:99"), PROTOCOL);
        }
    };
    At(START, [&] { send(1); }); // empties the bucket
    At(START + MilliSeconds(1), [&] { send(20); });
    // 64 + 18 + 1000 -> 1088 + 320 -> 2048, plus 256
    At(START + MilliSeconds(2), [&] { test.ExpectEq(hosts.GetTapCharge(), 20 * 2304, "charged"); });
    RunUntil(START + Seconds(1));
}

/**
 * @brief Requests and replies of ARP pass in both directions: the guest finds a peer, a peer finds
 *        the guest, and so do guest and host each other.
 * @param test the test
 */
void
ArpWorksBothWays(BridgeTestCase& test)
{
    GuestHosts::Options options;
    options.neighboursKnown = false;
    options.nPeers = 2;
    GuestHosts hosts(options);
    const auto toPeer = GuestHosts::MakeSocket(hosts.GetGuest(), "10.1.1.2");
    const auto toHost = GuestHosts::MakeSocket(hosts.GetGuest(), "10.1.1.1");
    const auto fromPeer = GuestHosts::MakeSocket(hosts.GetPeer(1), "10.1.1.10");
    const auto fromHost = GuestHosts::MakeSocket(hosts.GetHost(), "10.1.1.10");
    At(START, [&] { SendMessages(fromPeer, 3); });
    At(START + MilliSeconds(100), [&] { SendMessages(toPeer, 5); });
    At(START + MilliSeconds(200), [&] { SendMessages(toHost, 7); });
    At(START + MilliSeconds(300), [&] { SendMessages(fromHost, 11); });
    RunUntil(START + Seconds(5));
    test.ExpectEq(hosts.GetNMessages(hosts.GetGuest()), 3 + 11, "at the guest");
    test.ExpectEq(hosts.GetNMessages(hosts.GetPeer(0)), 5, "at the peer");
    test.ExpectEq(hosts.GetNMessages(hosts.GetHost()), 7, "at the host");
    ExpectNothingCharged(test, hosts, toPeer);
    test.ExpectEq(fromPeer->GetWmemAlloc() + fromHost->GetWmemAlloc() + toHost->GetWmemAlloc(),
                  0,
                  "charged to the other sockets");
}

/**
 * @brief What the host sends to the guest is taken at once and waits, at most 1000 packets; what is
 *        more is dropped, though the sends succeed.
 * @param test the test
 */
void
TapTakesAndDrops(BridgeTestCase& test)
{
    GuestHosts::Options options;
    options.rxTime = MilliSeconds(1);
    GuestHosts hosts(options);
    const auto socket = GuestHosts::MakeSocket(hosts.GetHost(), "10.1.1.10", LARGE);
    uint64_t nDropped = 0;
    const Callback<void, Ptr<const Packet>, const char*> sink(
        [&](Ptr<const Packet>, const char* reason) {
            test.ExpectText(reason, TapNetDevice::QUEUE_FULL, "reason");
            ++nDropped;
        });
    hosts.GetTap()->TraceConnectWithoutContext("Drop", sink);
    const auto hello = GuestHosts::MakeSocket(hosts.GetGuest(), "10.1.1.1");
    At(START, [&] { SendMessages(hello, 1); }); // tells the bridge where the guest is
    At(START + MilliSeconds(1), [&] {
        SendMessages(socket, 1500);
        test.ExpectEq(socket->GetWmemAlloc(), 0, "taken at once");
        test.ExpectEq(hosts.GetTap()->GetNQueued(), 1000, "wait");
    });
    RunUntil(START + Seconds(5));
    test.ExpectEq(nDropped, 500, "dropped");
    test.ExpectEq(hosts.GetTap()->GetStats().txDropped, 500, "tx_dropped");
    test.ExpectEq(hosts.GetTap()->GetStats().txPackets, 1000, "tx_packets");
    test.ExpectEq(hosts.GetNMessages(hosts.GetGuest()), 1000, "messages");
}

/**
 * @brief A backend that takes time: frames come one after the other, at that distance.
 * @param test the test
 */
void
BackendTakesTime(BridgeTestCase& test)
{
    GuestHosts::Options options;
    options.txTime = MicroSeconds(100);
    GuestHosts hosts(options);
    const auto socket = GuestHosts::MakeSocket(hosts.GetGuest(), "10.1.1.2");
    At(START, [&] { SendMessages(socket, 10); });
    for (uint32_t i = 0; i < 10; ++i)
    {
        At(START + MicroSeconds(100 * i + 50), [&hosts, &test, i] {
            test.ExpectEq(hosts.GetBackend()->GetStats().written, i, "taken");
        });
    }
    RunUntil(START + Seconds(1));
    test.ExpectEq(hosts.GetNMessages(hosts.GetPeer(0)), 10, "messages");
    ExpectNothingCharged(test, hosts, socket);
}

/**
 * @brief The carrier of the host's NIC comes and goes in the middle of it: charges come back, and
 *        every message is received or was dropped somewhere.
 * @param bond with a bond?
 * @return the body of the test
 */
BridgeTestCase::Body
FlappingCarrier(bool bond)
{
    return [bond](BridgeTestCase& test) {
        GuestHosts::Options options;
        options.bond = bond;
        GuestHosts hosts(options);
        const auto sender = StartFlood(hosts, MilliSeconds(100));
        for (uint32_t i = 0; i < 9; ++i)
        {
            At(START + MilliSeconds(10) * static_cast<int64_t>(i + 1),
               [&hosts, i] { hosts.SetCarrier(0, i % 2 == 1); });
        }
        At(START + MilliSeconds(100), [&] { hosts.SetCarrier(0, true); });
        RunUntil(START + Seconds(2));
        const auto received = hosts.GetNMessages(hosts.GetPeer(0));
        test.ExpectEq(received > 5000, 1, "half of the time there is a link");
        test.ExpectEq(received < sender->GetOkaySends(), 1, "and some are lost");
        ExpectNothingCharged(test, hosts, GetSocket(sender));
    };
}

/**
 * @brief The guest's NIC goes down with a full ring: what is in the queue disc is dropped, the host
 *        takes what is on the ring, and all works when it is up again.
 * @param test the test
 */
void
GuestGoesDown(BridgeTestCase& test)
{
    GuestHosts::Options options;
    options.sndbuf = 10 * CHARGE_1000;
    options.rate = "100Mbps";
    GuestHosts hosts(options);
    const auto nic = hosts.GetGuestNic();
    const auto socket = GuestHosts::MakeSocket(hosts.GetGuest(), "10.1.1.2", LARGE);
    At(START, [&] { SendMessages(socket, 500); });
    At(START + MicroSeconds(10), [&] {
        nic->SetDown();
        test.ExpectEq(nic->IsLinkUp(), 0, "no link");
    });
    At(START + MicroSeconds(20), [&] {
        test.ExpectEq(hosts.GetGuestQdisc()->GetNPackets(), 0, "in the queue disc");
        nic->SetUp();
    });
    At(START + MicroSeconds(30), [&] { SendMessages(socket, 100); });
    RunUntil(START + Seconds(1));
    // The first 238 at once, and those for which the tap made room before the NIC went down; the
    // rest of the 500 was in the queue disc.
    const uint64_t dropped = nic->GetStats().txDropped;
    test.ExpectEq(dropped, 500 - 238, "dropped");
    test.ExpectEq(hosts.GetNMessages(hosts.GetPeer(0)), 600 - dropped, "messages");
    ExpectNothingCharged(test, hosts, socket);
}

/**
 * @brief The tap goes down: its writes give EIO, so frames of the guest's are dropped there; the
 *        guest sees a link all the time.
 * @param test the test
 */
void
TapGoesDown(BridgeTestCase& test)
{
    GuestHosts hosts({});
    const auto socket = GuestHosts::MakeSocket(hosts.GetGuest(), "10.1.1.2");
    At(START, [&] {
        hosts.GetTap()->SetDown();
        SendMessages(socket, 20);
        test.ExpectEq(hosts.GetGuestNic()->IsLinkUp(), 1, "the guest has a link");
    });
    At(START + MilliSeconds(1), [&] {
        test.ExpectEq(hosts.GetTap()->GetStats().rxDropped, 20, "rx_dropped");
        hosts.GetTap()->SetUp();
        SendMessages(socket, 20);
    });
    RunUntil(START + Seconds(1));
    test.ExpectEq(hosts.GetNMessages(hosts.GetPeer(0)), 20, "messages");
    ExpectNothingCharged(test, hosts, socket);
}

/**
 * @brief The backend cuts the guest's carrier: the guest drops, and what was on the ring is lost.
 * @param test the test
 */
void
BackendCutsTheCarrier(BridgeTestCase& test)
{
    GuestHosts::Options options;
    options.txTime = MicroSeconds(100);
    GuestHosts hosts(options);
    uint32_t nChanges = 0;
    hosts.GetGuestNic()->AddLinkChangeCallback(Callback<void>([&] { ++nChanges; }));
    const auto socket = GuestHosts::MakeSocket(hosts.GetGuest(), "10.1.1.2");
    At(START, [&] { SendMessages(socket, 20); });
    At(START + MicroSeconds(550), [&] { hosts.GetBackend()->SetCarrier(false); });
    At(START + MilliSeconds(10), [&] {
        test.ExpectEq(hosts.GetBackend()->GetStats().lost, 15, "lost");
        hosts.GetBackend()->SetCarrier(true);
    });
    At(START + MilliSeconds(11), [&] { SendMessages(socket, 20); });
    RunUntil(START + Seconds(1));
    test.ExpectEq(nChanges, 2, "link changes");
    test.ExpectEq(hosts.GetNMessages(hosts.GetPeer(0)), 5 + 20, "messages");
    ExpectNothingCharged(test, hosts, socket);
}

/**
 * @brief The helper's ascii traces show what both ends send, receive and drop.
 * @param test the test
 */
void
AsciiTracesShowBothEnds(BridgeTestCase& test)
{
    GuestHosts hosts({});
    std::ostringstream text;
    VirtualMachineHelper().EnableAsciiAll(Create<OutputStreamWrapper>(&text));
    const auto toHost = GuestHosts::MakeSocket(hosts.GetGuest(), "10.1.1.1");
    const auto toGuest = GuestHosts::MakeSocket(hosts.GetHost(), "10.1.1.10");
    At(START, [&] { SendMessages(toHost, 2); });
    At(START + MilliSeconds(1), [&] { SendMessages(toGuest, 3); });
    At(START + MilliSeconds(2), [&] {
        hosts.GetTap()->SetDown();
        SendMessages(toHost, 4);
    });
    RunUntil(START + Seconds(1));
    const auto count = [&text](const std::string& event, uint32_t node, const std::string& source) {
        std::istringstream lines(text.str());
        const std::string path = " /NodeList/" + std::to_string(node) + "/DeviceList/";
        uint64_t n = 0;
        for (std::string line; std::getline(lines, line);)
        {
            n += line.rfind(event + " ", 0) == 0 && line.find(path) != std::string::npos &&
                         line.find("/$ns3::VirtualLinkNetDevice/" + source + " ") !=
                             std::string::npos
                     ? 1
                     : 0;
        }
        return n;
    };
    test.ExpectEq(count("t", 0, "MacTx"), 2 + 4, "sent by the guest");
    test.ExpectEq(count("t", 1, "MacTx"), 3, "sent to the guest");
    test.ExpectEq(count("r", 0, "MacRx"), 3, "received by the guest");
    test.ExpectEq(count("d", 1, "Drop"), 4, "dropped by the tap");
}

/// What goes away in the middle of it.
enum class Gone
{
    EVERYTHING, //!< Simulator::Destroy()
    GUEST_NIC,  //!< the guest's NIC is disposed
    TAP,        //!< the tap is disposed
    BACKEND,    //!< the backend is disposed
};

/**
 * @brief Something goes away with frames everywhere: no charge stays behind.
 * @param gone what goes away
 * @return the body of the test
 */
BridgeTestCase::Body
DisposedInTheMiddle(Gone gone)
{
    return [gone](BridgeTestCase& test) {
        Ptr<SocketWriteMemory> tapMemory;
        Ptr<LinuxUdpSocket> socket;
        uint64_t before = 0;
        {
            GuestHosts::Options options;
            options.bond = true;
            options.sndbuf = 100 * CHARGE_1000;
            GuestHosts hosts(options);
            socket = GuestHosts::MakeSocket(hosts.GetGuest(), "10.1.1.2", LARGE);
            tapMemory = hosts.GetTap()->GetWriteMemory().GetMemory();
            const auto toGuest = GuestHosts::MakeSocket(hosts.GetHost(), "10.1.1.10");
            const auto guestNic = hosts.GetGuestNic();
            const auto tap = hosts.GetTap();
            const auto backend = hosts.GetBackend();
            At(START, [&] { SendMessages(socket, 500); });
            At(START + MicroSeconds(10), [&] {
                SendMessages(toGuest, 10);
                before = socket->GetWmemAlloc();
                if (gone == Gone::GUEST_NIC)
                {
                    guestNic->Dispose();
                }
                else if (gone == Gone::TAP)
                {
                    tap->Dispose();
                }
                else if (gone == Gone::BACKEND)
                {
                    backend->Dispose();
                }
            });
            RunUntil(gone == Gone::EVERYTHING ? START + MicroSeconds(10) : START + Seconds(1));
            if (gone == Gone::TAP || gone == Gone::BACKEND)
            {
                test.ExpectEq(guestNic->IsLinkUp(), 0, "the guest has lost its link");
                test.ExpectEq(socket->GetWmemAlloc(), 0, "charged to the guest's socket");
                test.ExpectEq(tapMemory->GetWmemAlloc(), 0, "charged to the tap");
            }
        }
        test.ExpectEq(before > 300 * CHARGE_1000, 1, "much was under way");
        test.ExpectEq(socket->GetWmemAlloc(), 0, "charged to the guest's socket at the end");
        test.ExpectEq(tapMemory->GetWmemAlloc(), 0, "charged to the tap at the end");
    };
}

/// Guests, rings and taps.
class VirtualMachineTestSuite : public TestSuite
{
  public:
    VirtualMachineTestSuite()
        : TestSuite("linux-tx-virtual-machine", TestSuite::Type::SYSTEM)
    {
        constexpr uint32_t TEN = 10 * CHARGE_1000;
        const auto add = [this](const std::string& claim, const BridgeTestCase::Body& body) {
            AddTestCase(new BridgeTestCase(claim, body));
        };
        add("the charge moves to the tap, and stays over a bridge", ChargeMovesToTheTap(false));
        add("the charge moves to the tap, and stays over a bond", ChargeMovesToTheTap(true));
        // 10 x 2304 = 23040: at sndbuf nothing more is taken, and a byte below one more
        add("the tap takes 10 frames up to its sndbuf", TapTakesUpToSndbuf(TEN, 10));
        add("the tap takes another below its sndbuf", TapTakesUpToSndbuf(TEN + 1, 11));
        // half is 11520, 5 frames: with what the kernel adds, they have to be 3 bytes less
        add("the tap is not writable at half of sndbuf", TapIsWritableBelowHalf(TEN, 4));
        add("nor 2 bytes below", TapIsWritableBelowHalf(TEN + 4, 4));
        add("but 3 bytes below", TapIsWritableBelowHalf(TEN + 6, 5));
        add("the ring stops at 18 free descriptors", RingStopsAndWakes(true, 238));
        add("also with two descriptors a frame", RingStopsAndWakes(false, 119));
        add("the chain holds the guest to the wire", ChainHoldsUpTheGuest);
        add("vhost orphans, and the host's queue disc overflows", VhostOrphans);
        add("vhost's ring is not charged", VhostRingIsNotCharged);
        add("a tap without limit breaks the chain", NoLimitBreaksTheChain);
        add("early orphaning is switched at run time", SwitchActsAtRunTime);
        add("early orphaning on the NIC keeps its queue charged",
            SwitchOfTheNicKeepsTheQueueCharged);
        const std::string unknown = "02:00:00:00:00:99";
        const std::string broadcast = "ff:ff:ff:ff:ff:ff";
        add("an unknown address: the oldest port has the charge", FloodingClones(unknown, 0, 20));
        add("an unknown address: the younger port has clones", FloodingClones(unknown, 1, 0));
        add("broadcast: the oldest port has clones", FloodingClones(broadcast, 0, 0));
        add("broadcast: the younger port has clones", FloodingClones(broadcast, 1, 0));
        add("local reception orphans", LocalReceptionOrphans);
        add("forwarding orphans", ForwardingOrphans);
        add("a VLAN device on the tap keeps the charge", VlanOnTheTapKeepsTheCharge);
        add("ARP works both ways", ArpWorksBothWays);
        add("the tap takes what is for the guest, and drops", TapTakesAndDrops);
        add("a backend that takes time", BackendTakesTime);
        add("the carrier flaps below the bridge", FlappingCarrier(false));
        add("the carrier flaps below the bond", FlappingCarrier(true));
        add("the guest's NIC goes down", GuestGoesDown);
        add("the tap goes down", TapGoesDown);
        add("the backend cuts the carrier", BackendCutsTheCarrier);
        add("ascii traces show both ends", AsciiTracesShowBothEnds);
        add("everything is destroyed in the middle", DisposedInTheMiddle(Gone::EVERYTHING));
        add("the guest's NIC is disposed", DisposedInTheMiddle(Gone::GUEST_NIC));
        add("the tap is disposed", DisposedInTheMiddle(Gone::TAP));
        add("the backend is disposed", DisposedInTheMiddle(Gone::BACKEND));
    }
};

VirtualMachineTestSuite g_virtualMachineTestSuite; //!< registers itself

} // namespace
