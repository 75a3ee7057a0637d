/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "two-hosts.h"

#include "ns3/csma-helper.h"
#include "ns3/csma-net-device.h"
#include "ns3/inet-socket-address.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv4-l3-protocol.h"
#include "ns3/linux-transmit-path.h"
#include "ns3/mac48-address.h"
#include "ns3/net-device-queue-interface.h"
#include "ns3/nic-helper.h"
#include "ns3/nic-net-device.h"
#include "ns3/packet-filter.h"
#include "ns3/random-variable-stream.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/traffic-control-helper.h"
#include "ns3/traffic-control-layer.h"

#include <cerrno>
#include <functional>
#include <iostream>
#include <utility>

using namespace ns3;

namespace
{

/// Charge of a message of 1000 bytes: 1028 + 31 -> 1088 + 320 -> 2048, plus 256.
constexpr uint64_t CHARGE_1000 = 2304;

/// When a test sends: later than duplicate address detection and router solicitation.
const Time START = Seconds(10);

/**
 * @brief A test whose body is a function.
 */
class FunctionTestCase : public TestCase
{
  public:
    /// The body; gets the test case for the NS_TEST macros.
    using Body = std::function<void(FunctionTestCase&)>;

    /**
     * @brief Constructor.
     * @param claim what the test shows
     * @param body how
     */
    FunctionTestCase(const std::string& claim, Body body)
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

  private:
    void DoRun() override
    {
        m_body(*this);
    }

    Body m_body; //!< the test
};

/**
 * @brief Run the simulation until everything has settled, and expect conservation.
 * @param test the test
 * @param hosts the hosts
 * @param socket the sender
 */
void
RunToTheEnd(FunctionTestCase& test, const TwoHosts& hosts, const Ptr<LinuxUdpSocket>& socket)
{
    Simulator::Stop(Seconds(60));
    Simulator::Run();
    test.ExpectEq(socket->GetWmemAlloc(), 0, "wmem_alloc when the network is idle");
    test.ExpectEq(hosts.GetNLiveSkbs(), 0, "live Skbs when the network is idle");
}

/**
 * @brief Every packet of a burst arrives, and its charge ends.
 * @param kind kind of device
 * @return the body of the test
 */
FunctionTestCase::Body
BurstArrives(TwoHosts::Kind kind)
{
    return [kind](FunctionTestCase& test) {
        TwoHosts hosts(kind);
        hosts.SetQueueDisc("ns3::FifoQueueDisc", "1000p");
        Ptr<LinuxUdpSocket> socket = hosts.MakeSocket();
        socket->Connect(hosts.GetReceiver());
        Simulator::Schedule(START, [&] {
            for (int i = 0; i < 80; ++i)
            {
                socket->Send(Create<Packet>(1000));
            }
        });
        RunToTheEnd(test, hosts, socket);
        test.ExpectEq(hosts.GetNReceived(), 80, "messages received");
    };
}

/**
 * @brief The charge of a packet on a foreign device ends exactly when its last bit has left.
 * @param kind kind of device
 * @param wireBytes what a message of 1000 bytes occupies on the wire
 * @return the body of the test
 */
FunctionTestCase::Body
ChargeIsHeldUntilSent(TwoHosts::Kind kind, uint32_t wireBytes)
{
    return [kind, wireBytes](FunctionTestCase& test) {
        TwoHosts hosts(kind);
        hosts.ResolveNeighbours();
        Ptr<LinuxUdpSocket> socket = hosts.MakeSocket();
        socket->Connect(hosts.GetReceiver());
        // At 100 Mb/s a byte takes 80 ns.
        const Time sent = START + NanoSeconds(80 * wireBytes);
        Simulator::Schedule(START, [&] {
            socket->Send(Create<Packet>(1000));
            test.ExpectEq(socket->GetWmemAlloc(), CHARGE_1000, "just handed over");
        });
        Simulator::Schedule(sent - NanoSeconds(1), [&] {
            test.ExpectEq(socket->GetWmemAlloc(), CHARGE_1000, "1 ns before the last bit left");
        });
        Simulator::Schedule(sent + NanoSeconds(1), [&] {
            test.ExpectEq(socket->GetWmemAlloc(), 0, "1 ns after the last bit left");
        });
        RunToTheEnd(test, hosts, socket);
        test.ExpectEq(hosts.GetNReceived(), 1, "messages received");
    };
}

/**
 * @brief A device whose transmissions nobody reports lets charges go at hand-over.
 * @param test the test
 */
void
SimpleDeviceReleasesAtHandOver(FunctionTestCase& test)
{
    TwoHosts hosts(TwoHosts::SIMPLE);
    hosts.ResolveNeighbours();
    Ptr<LinuxUdpSocket> socket = hosts.MakeSocket();
    socket->Connect(hosts.GetReceiver());
    Simulator::Schedule(START, [&] {
        socket->Send(Create<Packet>(1000));
        test.ExpectEq(socket->GetWmemAlloc(), 0, "no PhyTxEnd to wait for");
    });
    RunToTheEnd(test, hosts, socket);
    test.ExpectEq(hosts.GetNReceived(), 1, "messages received");
}

/**
 * @brief Orphaning ends the charge at hand-over, unless the packet is exempt.
 * @param policy the sending device's policy
 * @param timestamp packets ask for a transmit timestamp
 * @param orphaned what is expected
 * @return the body of the test
 */
FunctionTestCase::Body
OrphanPolicyApplies(OrphanPolicy policy, bool timestamp, bool orphaned)
{
    return [=](FunctionTestCase& test) {
        for (auto kind : {TwoHosts::NIC, TwoHosts::POINT_TO_POINT})
        {
            TwoHosts hosts(kind);
            hosts.ResolveNeighbours();
            Ptr<XmitLayer> layer =
                hosts.GetNodes().Get(0)->GetObject<LinuxTransmitPath>()->GetXmitLayer();
            if (kind == TwoHosts::NIC)
            {
                hosts.GetDevice()->SetAttribute("OrphanPolicy",
                                                StringValue(OrphanPolicyName(policy)));
            }
            else
            {
                layer->SetOrphanPolicy(hosts.GetDevice(), policy);
            }
            test.ExpectEq(layer->GetOrphanPolicy(hosts.GetDevice()), policy, "policy read back");
            uint64_t traced = 0;
            hosts.GetNodes().Get(0)->GetObject<LinuxTransmitPath>()->TraceConnectWithoutContext(
                "Orphan",
                Callback<void, Ptr<const Packet>, Ptr<NetDevice>, uint32_t>(
                    [&](Ptr<const Packet>, Ptr<NetDevice>, uint32_t bytes) { traced += bytes; }));
            Ptr<LinuxUdpSocket> socket = hosts.MakeSocket();
            socket->SetAttribute("TxTimestamp", BooleanValue(timestamp));
            socket->Connect(hosts.GetReceiver());
            Simulator::Schedule(START, [&] {
                socket->Send(Create<Packet>(1000));
                test.ExpectEq(socket->GetWmemAlloc(),
                              orphaned ? 0 : CHARGE_1000,
                              "after hand-over");
                test.ExpectEq(traced, orphaned ? CHARGE_1000 : 0, "traced bytes");
            });
            RunToTheEnd(test, hosts, socket);
            test.ExpectEq(hosts.GetNReceived(), 1, "messages received");
        }
    };
}

/**
 * @brief A datagram that waits for its neighbour's address is charged, fragments included, and
 *        sent when the address is known.
 * @param ipv6 true for IPv6
 * @param size message in bytes
 * @param charge its charge in bytes
 * @return the body of the test
 */
FunctionTestCase::Body
ParkedDatagramIsCharged(bool ipv6, uint32_t size, uint64_t charge)
{
    return [=](FunctionTestCase& test) {
        for (auto kind : {TwoHosts::NIC, TwoHosts::CSMA, TwoHosts::BOND})
        {
            TwoHosts hosts(kind);
            hosts.SetQueueDisc("ns3::FifoQueueDisc", "1000p");
            Ptr<LinuxUdpSocket> socket = hosts.MakeSocket();
            socket->Connect(hosts.GetReceiver(ipv6));
            Simulator::Schedule(START, [&] {
                socket->Send(Create<Packet>(size));
                test.ExpectEq(socket->GetWmemAlloc(), charge, "while it is parked");
            });
            RunToTheEnd(test, hosts, socket);
            test.ExpectEq(hosts.GetNReceived(), 1, "messages received");
        }
    };
}

/**
 * @brief A neighbour that never answers costs nothing in the end; no more than 101 packets wait.
 * @param ipv6 true for IPv6
 * @return the body of the test
 */
FunctionTestCase::Body
SilentNeighbourGivesEverythingBack(bool ipv6)
{
    return [=](FunctionTestCase& test) {
        TwoHosts hosts(TwoHosts::NIC);
        Ptr<LinuxUdpSocket> socket = hosts.MakeSocket();
        socket->Connect(ipv6 ? Address(Inet6SocketAddress(Ipv6Address("2001:1::77"), 9))
                             : Address(InetSocketAddress(Ipv4Address("10.1.1.77"), 9)));
        Simulator::Schedule(START, [&] {
            for (int i = 0; i < 150; ++i)
            {
                socket->Send(Create<Packet>(1));
            }
            // ARP drops what comes after the 101st, and says so. ND drops the oldest, silently.
            test.ExpectEq(socket->GetWmemAlloc(), (ipv6 ? 150 : 101) * 768, "while they wait");
        });
        RunToTheEnd(test, hosts, socket);
        test.ExpectEq(hosts.GetNReceived(), 0, "messages received");
    };
}

/**
 * @brief Datagrams that never reach a device leave no charge.
 * @param test the test
 */
void
NothingIsOwedForWhatNeverLeft(FunctionTestCase& test)
{
    TwoHosts hosts(TwoHosts::NIC);
    Ptr<LinuxUdpSocket> socket = hosts.MakeSocket();
    auto sendTo = [&](const char* address) {
        return socket->SendTo(Create<Packet>(1000), 0, InetSocketAddress(address, 9));
    };
    Simulator::Schedule(START, [&] {
        test.ExpectEq(sendTo("127.0.0.1"), 1000, "loopback");
        test.ExpectEq(socket->GetWmemAlloc(), 0, "loopback");
        test.ExpectEq(sendTo("10.1.1.1"), 1000, "own address");
        test.ExpectEq(socket->GetWmemAlloc(), 0, "own address");
        test.ExpectEq(sendTo("99.9.9.9") < 0, true, "no route");
        test.ExpectEq(socket->GetWmemAlloc(), 0, "no route");
        Ptr<Ipv4L3Protocol> ipv4 = hosts.GetNodes().Get(0)->GetObject<Ipv4L3Protocol>();
        ipv4->SetDown(ipv4->GetInterfaceForDevice(hosts.GetDevice()));
        sendTo("10.1.1.2");
        test.ExpectEq(socket->GetWmemAlloc(), 0, "interface down");
    });
    RunToTheEnd(test, hosts, socket);
}

/**
 * @brief When a fragment is dropped, the fragments behind it are not sent, and the sender is told
 *        if it wants to know.
 * @param recvErr the sender wants to know
 * @return the body of the test
 */
FunctionTestCase::Body
FragmentsBehindADropAreDiscarded(bool recvErr)
{
    return [=](FunctionTestCase& test) {
        TwoHosts hosts(TwoHosts::NIC);
        hosts.ResolveNeighbours();
        Ptr<QueueDisc> tbf = hosts.Park();
        tbf->GetQueueDiscClass(0)->GetQueueDisc()->SetMaxSize(QueueSize("3p"));
        Ptr<LinuxUdpSocket> socket = hosts.MakeSocket();
        socket->SetAttribute("RecvErr", BooleanValue(recvErr));
        socket->Connect(hosts.GetReceiver());
        Ptr<XmitLayer> layer =
            hosts.GetNodes().Get(0)->GetObject<LinuxTransmitPath>()->GetXmitLayer();
        Simulator::Schedule(START, [&] {
            // ND's own packets have used the shaper's burst up. Of 8 fragments three fit into its
            // queue, charged 2304 each; the fourth is dropped and the other four are not tried.
            const uint32_t before = tbf->GetStats().nTotalReceivedPackets;
            const int sent = socket->Send(Create<Packet>(8 * 1480 - 8));
            test.ExpectEq(tbf->GetStats().nTotalReceivedPackets - before, 4, "tried");
            test.ExpectEq(tbf->GetStats().nTotalDroppedPacketsBeforeEnqueue, 1, "dropped");
            test.ExpectEq(layer->GetNFragmentsDiscarded(), 4, "discarded");
            test.ExpectEq(socket->GetWmemAlloc(), 3 * 2304, "charged");
            test.ExpectEq(socket->GetSndbufErrors(), 1, "SndbufErrors");
            test.ExpectEq(sent < 0, recvErr, "send fails only with RecvErr");
            test.ExpectEq(socket->GetLinuxErrno(), recvErr ? ENOBUFS : 0, "errno");
        });
        Simulator::Schedule(START + Seconds(1), [&] {
            while (tbf->GetQueueDiscClass(0)->GetQueueDisc()->Dequeue())
            {
            }
        });
        RunToTheEnd(test, hosts, socket);
    };
}

/**
 * @brief ns-3's own ScanDevices() takes the queue disc's callback away; packets still come to us.
 * @param test the test
 */
void
ScanDevicesInMidRunIsHarmless(FunctionTestCase& test)
{
    TwoHosts hosts(TwoHosts::NIC, 1500, "1Mbps");
    hosts.SetQueueDisc("ns3::FifoQueueDisc", "1000p");
    Ptr<LinuxUdpSocket> socket = hosts.MakeSocket();
    socket->Connect(hosts.GetReceiver());
    Simulator::Schedule(START, [&] {
        for (int i = 0; i < 40; ++i)
        {
            socket->Send(Create<Packet>(1000));
        }
    });
    Simulator::Schedule(START + MilliSeconds(50), [&] {
        hosts.GetNodes().Get(0)->GetObject<TrafficControlLayer>()->ScanDevices();
    });
    RunToTheEnd(test, hosts, socket);
    test.ExpectEq(hosts.GetNReceived(), 40, "messages received");
}

/**
 * @brief A stopped device queue is woken with more packets waiting than a queue disc's quota.
 * @param test the test
 */
void
BacklogBeyondTheQuotaDrains(FunctionTestCase& test)
{
    TwoHosts hosts(TwoHosts::SIMPLE);
    hosts.ResolveNeighbours();
    Ptr<NetDeviceQueueInterface> queues = hosts.GetDevice()->GetObject<NetDeviceQueueInterface>();
    hosts.SetQueueDisc("ns3::FifoQueueDisc", "1000p");
    Ptr<LinuxUdpSocket> socket = hosts.MakeSocket();
    socket->Connect(hosts.GetReceiver());
    Simulator::Schedule(START, [&] {
        queues->GetTxQueue(0)->Stop();
        for (int i = 0; i < 200; ++i)
        {
            socket->Send(Create<Packet>(1));
        }
        test.ExpectEq(socket->GetWmemAlloc(), 200 * 768, "waiting in the queue disc");
    });
    Simulator::Schedule(START + Seconds(1), [&] { queues->GetTxQueue(0)->Wake(); });
    RunToTheEnd(test, hosts, socket);
    test.ExpectEq(hosts.GetNReceived(), 200, "messages received");
}

/**
 * @brief The children of mq hand over to us as a root does.
 * @param test the test
 */
void
ChildrenOfMqHandOver(FunctionTestCase& test)
{
    TwoHosts hosts(TwoHosts::CSMA);
    hosts.ResolveNeighbours();
    auto queues =
        CreateObjectWithAttributes<NetDeviceQueueInterface>("NTxQueues", UintegerValue(4));
    std::size_t next = 0;
    queues->SetSelectQueueCallback([&](Ptr<QueueItem>) { return next++ % 4; });
    hosts.GetDevice()->AggregateObject(queues);
    TrafficControlHelper helper;
    const uint16_t handle = helper.SetRootQueueDisc("ns3::MqQueueDisc");
    auto classes = helper.AddQueueDiscClasses(handle, 4, "ns3::QueueDiscClass");
    helper.AddChildQueueDiscs(handle, classes, "ns3::FifoQueueDisc", "MaxSize", StringValue("10p"));
    Ptr<QueueDisc> mq = helper.Install(hosts.GetDevice()).Get(0);
    Ptr<LinuxUdpSocket> socket = hosts.MakeSocket();
    socket->Connect(hosts.GetReceiver());
    Simulator::Schedule(START, [&] {
        queues->GetTxQueue(2)->Stop();
        for (int i = 0; i < 60; ++i)
        {
            socket->Send(Create<Packet>(1));
        }
        // 15 for each queue. Of the stopped one's, ns-3 takes one out of the queue disc and keeps
        // it to be requeued, 10 wait, and 4 are dropped.
        test.ExpectEq(mq->GetQueueDiscClass(2)->GetQueueDisc()->GetNPackets(), 10, "waiting");
        test.ExpectEq(socket->GetSndbufErrors(), 4, "drops of a child are the sender's");
    });
    Simulator::Schedule(START + Seconds(1), [&] { queues->GetTxQueue(2)->Wake(); });
    RunToTheEnd(test, hosts, socket);
    test.ExpectEq(hosts.GetNReceived(), 56, "messages received");
}

/**
 * @brief Devices and addresses that come after the start are on the transmit path as well.
 * @param test the test
 */
void
LateInterfaceIsHooked(FunctionTestCase& test)
{
    TwoHosts hosts(TwoHosts::NIC);
    Ptr<LinuxUdpSocket> socket = hosts.MakeSocket();
    Simulator::Schedule(START, [&] {
        CsmaHelper csma;
        NetDeviceContainer devices = csma.Install(hosts.GetNodes());
        Ipv4AddressHelper ipv4("10.2.2.0", "255.255.255.0");
        // Installs fq_codel as well, which ns-3 initialises only before the start.
        ipv4.Assign(devices);
    });
    Simulator::Schedule(START + Seconds(1), [&] {
        socket->SendTo(Create<Packet>(1000), 0, InetSocketAddress("10.2.2.2", 9));
        test.ExpectEq(socket->GetWmemAlloc(), CHARGE_1000, "charged on the late interface");
    });
    RunToTheEnd(test, hosts, socket);
    test.ExpectEq(hosts.GetNReceived(), 1, "messages received");
}

/**
 * @brief A sender that loops until it is refused ends although all its packets are dropped at
 *        once, and is told when to go on.
 * @param test the test
 */
void
LoopOfDroppedSendsEnds(FunctionTestCase& test)
{
    TwoHosts hosts(TwoHosts::NIC);
    hosts.ResolveNeighbours();
    Ptr<QueueDisc> tbf = hosts.Park();
    tbf->GetQueueDiscClass(0)->GetQueueDisc()->SetMaxSize(QueueSize("1p"));
    Ptr<LinuxUdpSocket> socket = hosts.MakeSocket();
    socket->Connect(hosts.GetReceiver());
    uint32_t sends = 0;
    auto loop = [&](Ptr<Socket>, uint32_t) {
        // Only the first two rounds, so that the test itself ends.
        while (sends < 150 && socket->Send(Create<Packet>(1000)) >= 0)
        {
            ++sends;
        }
    };
    Time resumed;
    socket->SetSendCallback(Callback<void, Ptr<Socket>, uint32_t>([&](Ptr<Socket> s, uint32_t n) {
        resumed = Simulator::Now();
        loop(s, n);
    }));
    Simulator::Schedule(START, [&] {
        loop(socket, 0);
        // 212,992 / 2304 = 92.4: as many as if nothing had been dropped.
        test.ExpectEq(sends, 93, "sends at one instant");
        test.ExpectEq(socket->GetLinuxErrno(), EAGAIN, "then refused");
    });
    Simulator::Schedule(START + Seconds(1), [&] {
        test.ExpectEq(sends, 150, "all sends in the end");
        test.ExpectEq((resumed - START).GetNanoSeconds(), 93 * 1500, "93 calls of 1.5 us each");
        while (tbf->GetQueueDiscClass(0)->GetQueueDisc()->Dequeue())
        {
        }
    });
    RunToTheEnd(test, hosts, socket);
}

/**
 * @brief Messages without payload cannot be sent without end at one instant either, wherever they
 *        go.
 * @param test the test
 */
void
LoopOfEmptyMessagesEnds(FunctionTestCase& test)
{
    for (const char* destination : {"127.0.0.1", "10.1.1.1", "10.1.1.77"})
    {
        TwoHosts hosts(TwoHosts::NIC);
        Ptr<LinuxUdpSocket> socket = hosts.MakeSocket();
        Simulator::Schedule(START, [&] {
            uint32_t sends = 0;
            while (sends < 1000 &&
                   socket->SendTo(Create<Packet>(), 0, InetSocketAddress(destination, 9)) >= 0)
            {
                ++sends;
            }
            // 212,992 / 768 = 277.3
            test.ExpectEq(sends, 278, std::string("sends at one instant to ") + destination);
        });
        RunToTheEnd(test, hosts, socket);
    }
}

/**
 * @brief A queue disc that is deleted frees its packets.
 * @param test the test
 */
void
DeletedQueueDiscGivesBack(FunctionTestCase& test)
{
    TwoHosts hosts(TwoHosts::NIC, 1500, "1Mbps");
    hosts.ResolveNeighbours();
    hosts.SetQueueDisc("ns3::FifoQueueDisc", "1000p");
    Ptr<TrafficControlLayer> trafficControl =
        hosts.GetNodes().Get(0)->GetObject<TrafficControlLayer>();
    Ptr<LinuxUdpSocket> socket = hosts.MakeSocket();
    socket->Connect(hosts.GetReceiver());
    auto send = [&] {
        for (int i = 0; i < 20; ++i)
        {
            socket->Send(Create<Packet>(1000));
        }
    };
    Simulator::Schedule(START, send);
    Simulator::Schedule(START + MilliSeconds(50),
                        [&] { trafficControl->DeleteRootQueueDiscOnDevice(hosts.GetDevice()); });
    Simulator::Schedule(START + MilliSeconds(100), [&] {
        test.ExpectEq(socket->GetWmemAlloc(), 0, "freed with the queue disc");
        const uint32_t before = hosts.GetNReceived();
        // 50 ms at 1 Mb/s are 5.9 frames of 1066 bytes on the wire, and one or two more were in
        // the device.
        test.ExpectEq(before >= 5 && before <= 8, true, "only what was sent before");
        hosts.SetQueueDisc("ns3::FifoQueueDisc", "1000p");
        send();
        test.ExpectEq(socket->GetWmemAlloc(), 20 * CHARGE_1000, "the new one holds packets");
    });
    RunToTheEnd(test, hosts, socket);
    test.ExpectEq(hosts.GetNReceived() >= 25, true, "messages through the new queue disc");
}

/**
 * @brief A fair queue disc on a device from which ns-3 cannot tell it its quantum.
 * @param test the test
 */
void
FairQueueDiscOnBondServes(FunctionTestCase& test)
{
    for (const char* type : {"ns3::FqCoDelQueueDisc", "ns3::FqPieQueueDisc"})
    {
        TwoHosts hosts(TwoHosts::BOND);
        TrafficControlHelper helper;
        helper.SetRootQueueDisc(type);
        helper.Install(hosts.GetDevice());
        Ptr<LinuxUdpSocket> socket = hosts.MakeSocket();
        socket->Connect(hosts.GetReceiver());
        Simulator::Schedule(START, [&] {
            for (int i = 0; i < 10; ++i)
            {
                socket->Send(Create<Packet>(1000));
            }
        });
        RunToTheEnd(test, hosts, socket);
        test.ExpectEq(hosts.GetNReceived(), 10, "messages received");
    }
}

/**
 * @brief A root queue disc that is deleted or replaced from a trace, while it hands a packet over,
 *        is left alone from then on; the charges of what it held are given back.
 * @param kind kind of device
 * @param replaced true if another one takes its place
 * @return the body of the test
 */
FunctionTestCase::Body
QueueDiscMayGoWhileItHandsOver(TwoHosts::Kind kind, bool replaced)
{
    return [kind, replaced](FunctionTestCase& test) {
        // At each of the first hand-overs, and where the quota of 64 packets ends a turn.
        for (const int at : {1, 2, 20, 63, 64, 65})
        {
            TwoHosts hosts(kind, 1500, "10Mbps");
            hosts.SetQueueDisc("ns3::FifoQueueDisc", "1000p");
            hosts.ResolveNeighbours();
            Ptr<LinuxUdpSocket> socket = hosts.MakeSocket();
            socket->Connect(hosts.GetReceiver());
            int nSent = 0;
            const Callback<void, Ptr<const Packet>> change([&](Ptr<const Packet>) {
                if (++nSent == at)
                {
                    auto layer = hosts.GetNodes().Get(0)->GetObject<TrafficControlLayer>();
                    layer->DeleteRootQueueDiscOnDevice(hosts.GetQueueingDevice());
                    if (replaced)
                    {
                        TrafficControlHelper helper;
                        helper.SetRootQueueDisc("ns3::FifoQueueDisc");
                        helper.Install(hosts.GetQueueingDevice());
                    }
                }
            });
            hosts.GetQueueingDevice()->TraceConnectWithoutContext("MacTx", change);
            for (int i = 0; i < 200; ++i)
            {
                Simulator::Schedule(START + MicroSeconds(400) * i,
                                    [&] { socket->Send(Create<Packet>(1000)); });
            }
            RunToTheEnd(test, hosts, socket);
            test.ExpectEq(nSent >= at, true, "the queue disc went");
        }
    };
}

/**
 * @brief Whatever happens to packets at random, the charges add up at any time.
 * @param test the test
 */
void
RandomTrafficConservesCharges(FunctionTestCase& test)
{
    for (auto kind : {TwoHosts::NIC, TwoHosts::BOND, TwoHosts::CSMA, TwoHosts::POINT_TO_POINT})
    {
        TwoHosts hosts(kind, 1500, "10Mbps");
        hosts.SetQueueDisc("ns3::FifoQueueDisc", "30p");
        auto random = CreateObject<UniformRandomVariable>();
        random->SetStream(RngSeedManager::GetRun());
        std::cout << "random traffic over kind " << kind << ": seed " << RngSeedManager::GetSeed()
                  << " run " << RngSeedManager::GetRun() << std::endl;
        std::vector<Ptr<LinuxUdpSocket>> sockets;
        for (int i = 0; i < 5; ++i)
        {
            sockets.push_back(hosts.MakeSocket());
            sockets.back()->SetSndbuf(random->GetInteger(2000, 100000));
            sockets.back()->Connect(hosts.GetReceiver(i % 2 == 1));
        }
        uint64_t accepted = 0;
        for (int i = 0; i < 2000; ++i)
        {
            Simulator::Schedule(START + MicroSeconds(random->GetInteger(0, 3000000)), [&] {
                auto& socket = sockets[random->GetInteger(0, 4)];
                accepted += socket->Send(Create<Packet>(random->GetInteger(0, 9000))) >= 0;
                uint64_t live = 0;
                for (const auto& other : sockets)
                {
                    live += other->GetWmemAlloc() > 0;
                }
                test.ExpectEq(live > 0, hosts.GetNLiveSkbs() > 0, "Skbs live while charged");
            });
        }
        Simulator::Stop(Seconds(60));
        Simulator::Run();
        test.ExpectEq(accepted > 100, true, "enough was sent to mean something");
        for (const auto& socket : sockets)
        {
            test.ExpectEq(socket->GetWmemAlloc(), 0, "wmem_alloc when the network is idle");
        }
        test.ExpectEq(hosts.GetNLiveSkbs(), 0, "live Skbs when the network is idle");
    }
}

} // namespace

/**
 * @ingroup linux-tx-tests
 * @brief Who holds a packet's charge, from the send call to the end of its transmission.
 */
class XmitLayerTestSuite : public TestSuite
{
  public:
    XmitLayerTestSuite()
        : TestSuite("linux-tx-xmit-layer", Type::UNIT)
    {
        const std::pair<TwoHosts::Kind, const char*> kinds[] = {
            {TwoHosts::NIC, "a NIC"},
            {TwoHosts::POINT_TO_POINT, "a PointToPoint device"},
            {TwoHosts::CSMA, "a Csma device"},
            {TwoHosts::SIMPLE, "a Simple device"},
            {TwoHosts::BOND, "a bond"},
        };
        for (const auto& [kind, name] : kinds)
        {
            Add(std::string("a burst over ") + name + " arrives and leaves no charge",
                BurstArrives(kind));
        }
        // 1028 bytes of IP; PPP adds 2, Ethernet 14 + 4, and our NIC 20 of preamble and gap.
        Add("charge is held until a PointToPoint device has sent",
            ChargeIsHeldUntilSent(TwoHosts::POINT_TO_POINT, 1030));
        Add("charge is held until a Csma device has sent",
            ChargeIsHeldUntilSent(TwoHosts::CSMA, 1046));
        Add("charge is held until a NIC has sent", ChargeIsHeldUntilSent(TwoHosts::NIC, 1066));
        Add("a Simple device releases at hand-over", SimpleDeviceReleasesAtHandOver);

        Add("policy None keeps the charge", OrphanPolicyApplies(ORPHAN_NONE, false, false));
        Add("policy Early ends the charge", OrphanPolicyApplies(ORPHAN_EARLY, false, true));
        Add("policy Early spares timestamps", OrphanPolicyApplies(ORPHAN_EARLY, true, false));
        Add("policy Driver spares nobody", OrphanPolicyApplies(ORPHAN_DRIVER, true, true));

        Add("a datagram waiting for ARP is charged", ParkedDatagramIsCharged(false, 1000, 2304));
        // e4: 4000 B at MTU 1500 are 6912 over both IP versions, 65,507 B over IPv4 102,656.
        Add("a fragmented datagram waiting for ARP is charged",
            ParkedDatagramIsCharged(false, 4000, 6912));
        Add("a large datagram waiting for ARP is charged",
            ParkedDatagramIsCharged(false, 65507, 102656));
        Add("a datagram waiting for ND is charged", ParkedDatagramIsCharged(true, 1000, 2304));
        Add("a fragmented datagram waiting for ND is charged",
            ParkedDatagramIsCharged(true, 4000, 6912));
        Add("a neighbour silent to ARP gives everything back",
            SilentNeighbourGivesEverythingBack(false));
        Add("a neighbour silent to ND gives everything back",
            SilentNeighbourGivesEverythingBack(true));
        Add("nothing is owed for what never left", NothingIsOwedForWhatNeverLeft);

        Add("fragments behind a drop are discarded", FragmentsBehindADropAreDiscarded(false));
        Add("fragments behind a drop are reported with RecvErr",
            FragmentsBehindADropAreDiscarded(true));
        Add("ScanDevices in mid-run is harmless", ScanDevicesInMidRunIsHarmless);
        Add("a backlog beyond the quota drains", BacklogBeyondTheQuotaDrains);
        Add("the children of mq hand over", ChildrenOfMqHandOver);
        Add("a late interface is hooked", LateInterfaceIsHooked);
        Add("a loop of dropped sends ends", LoopOfDroppedSendsEnds);
        Add("a loop of empty messages ends", LoopOfEmptyMessagesEnds);
        Add("a deleted queue disc gives back", DeletedQueueDiscGivesBack);
        for (const bool replaced : {false, true})
        {
            const std::string how = replaced ? "replaced" : "deleted";
            Add("a queue disc may be " + how + " while it hands over to a NIC",
                QueueDiscMayGoWhileItHandsOver(TwoHosts::NIC, replaced));
            Add("a queue disc may be " + how + " while it hands over to a bond's slave",
                QueueDiscMayGoWhileItHandsOver(TwoHosts::BOND, replaced));
        }
        Add("a fair queue disc on a bond serves", FairQueueDiscOnBondServes);
        Add("random traffic conserves charges", RandomTrafficConservesCharges);
    }

  private:
    /**
     * @brief Add a test.
     * @param claim what it shows
     * @param body how
     */
    void Add(const std::string& claim, FunctionTestCase::Body body)
    {
        AddTestCase(new FunctionTestCase(claim, std::move(body)));
    }
};

static XmitLayerTestSuite g_xmitLayerTestSuite; //!< the suite
