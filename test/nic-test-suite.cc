/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "nic-test-case.h"

#include "ns3/error-model.h"
#include "ns3/inet-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/mac48-address.h"
#include "ns3/net-device-queue-interface.h"
#include "ns3/pcap-file.h"
#include "ns3/pointer.h"
#include "ns3/queue-limits.h"
#include "ns3/socket.h"
#include "ns3/traffic-control-helper.h"
#include "ns3/udp-socket-factory.h"
#include "ns3/uinteger.h"

#include <string>
#include <utility>
#include <vector>

using namespace ns3;
using namespace ns3::nic_test;

namespace
{

/// Wire time of frames.
class WireTimeTest : public NicTestCase
{
  public:
    WireTimeTest()
        : NicTestCase("a frame arrives with its last bit, and the next one follows after the gap")
    {
    }

  private:
    void DoRun() override
    {
        const Time delay = MicroSeconds(5);
        Build(delay);
        std::vector<Time> completions;
        a->TraceConnectWithoutContext(
            "PhyTxEnd",
            Callback<void, Ptr<const Packet>>(
                [&completions](Ptr<const Packet>) { completions.push_back(Simulator::Now()); }));
        for (int i = 0; i < 3; ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(Send(), true, "there is room");
        }
        // Padded to 64 bytes: last bit after 8 + 64 = 72 bytes.
        NS_TEST_EXPECT_MSG_EQ(Send(1), true, "there is room");
        NS_TEST_EXPECT_MSG_EQ(Send(), true, "there is room");
        // The other direction is free.
        b->Send(Create<Packet>(PAYLOAD), a->GetAddress(), PROTOCOL);
        Simulator::Run();

        NS_TEST_ASSERT_MSG_EQ(atB.size(), 5, "all arrive");
        for (int i = 0; i < 3; ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(atB[i].time, i * SLOT + LAST_BIT + delay, "back to back");
            NS_TEST_EXPECT_MSG_EQ(atB[i].bytes, PAYLOAD, "the header is gone");
            NS_TEST_EXPECT_MSG_EQ(atB[i].protocol, PROTOCOL, "the EtherType came through");
            NS_TEST_EXPECT_MSG_EQ(atB[i].from, a->GetAddress(), "from the device's address");
            NS_TEST_EXPECT_MSG_EQ(completions.at(i), (i + 1) * SLOT, "completed with the slot");
        }
        NS_TEST_EXPECT_MSG_EQ(atB[3].time, 3 * SLOT + NanoSeconds(72 * 8) + delay, "minimum frame");
        NS_TEST_EXPECT_MSG_EQ(atB[3].bytes, 1, "the padding is not seen");
        NS_TEST_EXPECT_MSG_EQ(atB[4].time,
                              3 * SLOT + NanoSeconds(84 * 8) + LAST_BIT + delay,
                              "a minimum frame takes 84 bytes of time");
        NS_TEST_ASSERT_MSG_EQ(atA.size(), 1, "full duplex");
        NS_TEST_EXPECT_MSG_EQ(atA[0].time, LAST_BIT + delay, "full duplex");

        // With the header (14), without padding and FCS: 4 x 1014 + 15.
        NS_TEST_EXPECT_MSG_EQ(a->GetStats().txPackets, 5, "counted");
        NS_TEST_EXPECT_MSG_EQ(a->GetStats().txBytes, 4 * 1014 + 15, "counted");
        NS_TEST_EXPECT_MSG_EQ(b->GetStats().rxPackets, 5, "counted");
        NS_TEST_EXPECT_MSG_EQ(b->GetStats().rxBytes, 4 * 1014 + 15, "counted");
    }
};

/// Skbs on the ring.
class ChargeTest : public NicTestCase
{
  public:
    ChargeTest()
        : NicTestCase("a frame is charged until its own completion")
    {
    }

  private:
    void DoRun() override
    {
        Build(MilliSeconds(1));
        SendChargedFrames(3);
        NS_TEST_EXPECT_MSG_EQ(memory->GetWmemAlloc(), 3 * TRUESIZE, "all on the ring");
        for (uint32_t completed = 1; completed <= 3; ++completed)
        {
            Simulator::Schedule(completed * SLOT - NanoSeconds(1),
                                &ChargeTest::CheckCharged,
                                this,
                                4 - completed);
            Simulator::Schedule(completed * SLOT + NanoSeconds(1),
                                &ChargeTest::CheckCharged,
                                this,
                                3 - completed);
        }
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(atB.size(), 3, "all arrive");
        CheckNothingIsLeft(3);
    }

    /**
     * Compare what is charged.
     * @param frames frames that should be charged
     */
    void CheckCharged(uint32_t frames)
    {
        NS_TEST_EXPECT_MSG_EQ(memory->GetWmemAlloc(),
                              frames * TRUESIZE,
                              "at " << Simulator::Now().As(Time::NS));
    }
};

/// A caller that does not look whether the queue is stopped.
class RingFullTest : public NicTestCase
{
  public:
    RingFullTest()
        : NicTestCase("a full ring stops the queue, and drops what comes all the same")
    {
    }

  private:
    void DoRun() override
    {
        helper.SetDeviceAttribute("TxRingSize", UintegerValue(4));
        helper.DisableQueueLimits();
        Build(Time());
        const auto queue = a->GetObject<NetDeviceQueueInterface>()->GetTxQueue(0);
        SendChargedFrames(3);
        NS_TEST_EXPECT_MSG_EQ(queue->IsStopped(), false, "one descriptor is free");
        NS_TEST_EXPECT_MSG_EQ((SendCharged() == XmitVerdict::SUCCESS), true, "the last one");
        NS_TEST_EXPECT_MSG_EQ(queue->IsStopped(), true, "no descriptor is free");
        NS_TEST_EXPECT_MSG_EQ((SendCharged() == XmitVerdict::BUSY), true, "no room");
        NS_TEST_EXPECT_MSG_EQ(Send(), false, "no room");
        NS_TEST_EXPECT_MSG_EQ(memory->GetWmemAlloc(), 4 * TRUESIZE, "the dropped one is free");
        Simulator::Schedule(SLOT + NanoSeconds(1), [this, queue] {
            NS_TEST_EXPECT_MSG_EQ(queue->IsStopped(), false, "woken by the first free descriptor");
        });
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(atB.size(), 4, "what was accepted arrives");
        NS_TEST_EXPECT_MSG_EQ(a->GetStats().txDropped, 1, "counted");
        CheckNothingIsLeft(6);
    }
};

/// Byte queue limits.
class QueueLimitsTest : public NicTestCase
{
  public:
    QueueLimitsTest()
        : NicTestCase("BQL is told of each frame when it is posted and when it has completed")
    {
    }

  private:
    void DoRun() override
    {
        Build(Time());
        const auto limits = CreateObject<RecordingQueueLimits>();
        a->GetObject<NetDeviceQueueInterface>()->GetTxQueue(0)->SetQueueLimits(limits);
        Send();
        Send(1);
        Simulator::Run();
        // skb->len: with header 14, without padding and FCS.
        using Record = std::vector<std::pair<Time, uint32_t>>;
        const Record queued{{Time(), 1014}, {Time(), 15}};
        const Record completed{{SLOT, 1014}, {SLOT + NanoSeconds(84 * 8), 15}};
        NS_TEST_EXPECT_MSG_EQ((limits->queued == queued), true, "posted");
        NS_TEST_EXPECT_MSG_EQ((limits->completed == completed), true, "completed");

        // The carrier goes in the second of three frames: BQL gets the rest back at once.
        limits->completed.clear();
        Send();
        Send();
        Send();
        Simulator::Schedule(SLOT + NanoSeconds(1), &NicChannel::SetCarrier, channel, false);
        Simulator::Run();
        uint32_t bytes = 0;
        for (const auto& record : limits->completed)
        {
            bytes += record.second;
        }
        NS_TEST_EXPECT_MSG_EQ(bytes, 3 * 1014, "nothing is in flight on a dead link");
    }
};

/// The stock stack above the NIC: no XmitLayer, ns-3's own TrafficControlLayer.
class QueueDiscTest : public NicTestCase
{
  public:
    /**
     * Constructor.
     * @param flowControl how the NIC stops and wakes
     * @param ringSize descriptors
     */
    QueueDiscTest(const FlowControl& flowControl, uint32_t ringSize)
        : NicTestCase("a deep queue disc drains without a pause: ring of " +
                      std::to_string(ringSize) + ", " + flowControl.GetName()),
          m_flowControl(flowControl),
          m_ringSize(ringSize)
    {
    }

  private:
    void DoRun() override
    {
        helper.SetDeviceAttribute("TxRingSize", UintegerValue(m_ringSize));
        Build(m_flowControl);
        InternetStackHelper().Install(nodes);
        NetDeviceContainer devices(a);
        devices.Add(b);
        TrafficControlHelper tch;
        tch.SetRootQueueDisc("ns3::FifoQueueDisc", "MaxSize", StringValue("5000p"));
        const auto queueDisc = tch.Install(devices).Get(0);
        Ipv4AddressHelper addresses("10.0.0.0", "255.255.255.0");
        const auto interfaces = addresses.Assign(devices);
        b->TraceConnectWithoutContext(
            "MacRx",
            Callback<void, Ptr<const Packet>>([this](Ptr<const Packet> packet) {
                if (packet->GetSize() == 14 + PAYLOAD)
                {
                    m_arrivals.push_back(Simulator::Now());
                }
            }));
        const auto socket = Socket::CreateSocket(nodes.Get(0), UdpSocketFactory::GetTypeId());
        socket->Connect(InetSocketAddress(interfaces.GetAddress(1), 9));
        // The first packet resolves the address.
        Simulator::Schedule(Seconds(0), [socket] { socket->Send(Create<Packet>(1)); });
        Simulator::Schedule(Seconds(1), [this, socket] {
            for (uint32_t i = 0; i < BURST; ++i)
            {
                // IPv4 and UDP headers: 28 bytes.
                socket->Send(Create<Packet>(PAYLOAD - 28));
            }
        });

        // While the driver keeps the queue stopped, the burst stays in the queue disc; a woken
        // queue disc then sends at most its quota of 64 in one go.
        const auto queue = a->GetObject<NetDeviceQueueInterface>()->GetTxQueue(0);
        Simulator::Schedule(Seconds(2), [this, socket, queue, queueDisc] {
            queue->Stop();
            for (uint32_t i = 0; i < BURST; ++i)
            {
                socket->Send(Create<Packet>(PAYLOAD - 28));
            }
            NS_TEST_EXPECT_MSG_EQ(queueDisc->GetNPackets(), BURST, "the queue is stopped");
            queue->Wake();
        });
        Simulator::Stop(Seconds(3));
        Simulator::Run();

        NS_TEST_ASSERT_MSG_EQ(m_arrivals.size(), 2 * BURST, "nothing is stuck or dropped");
        NS_TEST_EXPECT_MSG_EQ(a->GetStats().txDropped, 0, "the queue disc heeds the stop");
        for (uint32_t i = 0; i < BURST; ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(m_arrivals[i],
                                  Seconds(1) + i * SLOT + LAST_BIT,
                                  "no pause before frame " << i);
            NS_TEST_EXPECT_MSG_EQ(m_arrivals[BURST + i],
                                  Seconds(2) + i * SLOT + LAST_BIT,
                                  "no pause before frame " << i << " after the stop");
        }
    }

    static constexpr uint32_t BURST = 1000; //!< packets, above quota (64) and ring
    FlowControl m_flowControl;              //!< how the NIC stops and wakes
    uint32_t m_ringSize;                    //!< descriptors
    std::vector<Time> m_arrivals;           //!< of the packets of the bursts
};

/// Corrupt frames.
class ErrorModelTest : public NicTestCase
{
  public:
    ErrorModelTest()
        : NicTestCase("a corrupt frame is counted and traced, not passed up")
    {
    }

  private:
    void DoRun() override
    {
        Build(Time());
        const auto second = CreateObject<ReceiveListErrorModel>();
        second->SetList({1});
        b->SetAttribute("ReceiveErrorModel", PointerValue(second));
        uint32_t drops = 0;
        b->TraceConnectWithoutContext(
            "PhyRxDrop",
            Callback<void, Ptr<const Packet>>([&drops](Ptr<const Packet>) { ++drops; }));
        SendChargedFrames(3);
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(atB.size(), 2, "the first and the third");
        NS_TEST_EXPECT_MSG_EQ(atB[1].time, 2 * SLOT + LAST_BIT, "the third");
        NS_TEST_EXPECT_MSG_EQ(b->GetStats().rxErrors, 1, "counted");
        NS_TEST_EXPECT_MSG_EQ(drops, 1, "traced");
        CheckNothingIsLeft(3);
    }
};

/// MTU and other limits.
class LimitsTest : public NicTestCase
{
  public:
    LimitsTest()
        : NicTestCase("MTU, ring size and data rate keep to their bounds")
    {
    }

  private:
    void DoRun() override
    {
        Build(Time());
        NS_TEST_EXPECT_MSG_EQ(a->GetMtu(), 1500, "default");
        NS_TEST_EXPECT_MSG_EQ(a->SetMtu(67), false, "below 68");
        NS_TEST_EXPECT_MSG_EQ(a->SetAttributeFailSafe("Mtu", UintegerValue(67)), false, "below 68");
        NS_TEST_EXPECT_MSG_EQ(a->SetAttributeFailSafe("Mtu", UintegerValue(65536)),
                              false,
                              "above 65,535");
        NS_TEST_EXPECT_MSG_EQ(a->GetMtu(), 1500, "unchanged");
        NS_TEST_EXPECT_MSG_EQ(a->SetMtu(68), true, "smallest");
        NS_TEST_EXPECT_MSG_EQ(Send(68), true, "a packet as long as the MTU");
        NS_TEST_EXPECT_MSG_EQ(Send(69), false, "and one that is longer");
        NS_TEST_EXPECT_MSG_EQ(a->SetMtu(65535), true, "largest");
        NS_TEST_EXPECT_MSG_EQ(Send(65535), true, "a packet as long as the MTU");

        NS_TEST_EXPECT_MSG_EQ(a->SetAttributeFailSafe("TxRingSize", UintegerValue(0)), false, "0");
        NS_TEST_EXPECT_MSG_EQ(a->SetTxRingSize(1), false, "two frames are on the ring");
        NS_TEST_EXPECT_MSG_EQ(a->SetTxRingSize(2), true, "they fit");
        NS_TEST_EXPECT_MSG_EQ(a->SetDataRate(DataRate(0)), false, "no rate at all");
        NS_TEST_EXPECT_MSG_EQ(a->GetDataRate(), DataRate("1Gbps"), "unchanged");

        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(atB.size(), 2, "accepted ones");
        // 8 + 14 + 68 + 4 + 12 = 106 bytes before it, 8 + 14 + 65,535 + 4 to its last bit.
        NS_TEST_EXPECT_MSG_EQ(atB[1].time, NanoSeconds((106 + 65561) * 8), "the largest frame");
        CheckNothingIsLeft(3);
    }
};

/// Addresses.
class AddressTest : public NicTestCase
{
  public:
    AddressTest()
        : NicTestCase("a frame goes up by its destination, promiscuous listeners get all")
    {
    }

  private:
    void DoRun() override
    {
        Build(Time());
        const Address other = Mac48Address("00:00:00:00:aa:01");
        const Address group = Mac48Address("01:00:5e:00:00:01");
        const Address sender = Mac48Address("00:00:00:00:aa:02");
        const std::vector<Address> destinations{b->GetAddress(), a->GetBroadcast(), group, other};
        const auto sendToAll = [&] {
            for (const auto& destination : destinations)
            {
                a->SendFrom(Create<Packet>(PAYLOAD), sender, destination, PROTOCOL);
            }
            Simulator::Run();
        };

        sendToAll();
        NS_TEST_ASSERT_MSG_EQ(atB.size(), 3, "all but the one for another host");
        NS_TEST_EXPECT_MSG_EQ(atB[0].from, sender, "SendFrom() writes the source it is given");
        NS_TEST_EXPECT_MSG_EQ(b->GetStats().rxDropped, 1, "the one for another host");

        b->SetPromiscReceiveCallback(MakeCallback(&AddressTest::ReceivePromisc, this));
        sendToAll();
        NS_TEST_EXPECT_MSG_EQ(atB.size(), 6, "still not the one for another host");
        const std::vector<NetDevice::PacketType> types{NetDevice::PACKET_HOST,
                                                       NetDevice::PACKET_BROADCAST,
                                                       NetDevice::PACKET_MULTICAST,
                                                       NetDevice::PACKET_OTHERHOST};
        NS_TEST_EXPECT_MSG_EQ((m_types == types), true, "the listener gets all");
        NS_TEST_EXPECT_MSG_EQ(b->GetStats().rxDropped, 1, "nothing more is dropped");

        // A bond gives its slave another address while it runs.
        b->SetAddress(other);
        a->SetAddress(sender);
        m_types.clear();
        sendToAll();
        NS_TEST_EXPECT_MSG_EQ(m_types.at(0), NetDevice::PACKET_OTHERHOST, "the old address");
        NS_TEST_EXPECT_MSG_EQ(m_types.at(3), NetDevice::PACKET_HOST, "the new one");

        // The item's source address, and without one the device's.
        atB.clear();
        const auto item = Create<XmitFrameItem>(Create<Packet>(PAYLOAD), other, PROTOCOL);
        item->SetSource(group);
        a->StartXmit(item);
        SendCharged();
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(atB.at(0).from, group, "the item's source");
        NS_TEST_EXPECT_MSG_EQ(atB.at(1).from, sender, "the device's address");
    }

    bool ReceivePromisc(Ptr<NetDevice>,
                        Ptr<const Packet>,
                        uint16_t,
                        const Address&,
                        const Address&,
                        NetDevice::PacketType type)
    {
        m_types.push_back(type);
        return true;
    }

    std::vector<NetDevice::PacketType> m_types; //!< what the promiscuous listener got
};

/// What the helper makes.
class HelperTest : public NicTestCase
{
  public:
    HelperTest()
        : NicTestCase("the helper gives devices BQL, addresses and Ethernet pcap files")
    {
    }

  private:
    void DoRun() override
    {
        Build(Time());
        const auto limits =
            a->GetObject<NetDeviceQueueInterface>()->GetTxQueue(0)->GetQueueLimits();
        NS_TEST_ASSERT_MSG_NE(limits, nullptr, "BQL is on by default");
        NS_TEST_EXPECT_MSG_EQ(limits->GetInstanceTypeId().GetName(),
                              "ns3::DynamicQueueLimits",
                              "BQL");
        NS_TEST_EXPECT_MSG_NE(a->GetAddress(), b->GetAddress(), "each has its own address");
        NicHelper bare;
        bare.DisableFlowControl();
        NS_TEST_EXPECT_MSG_EQ(bare.Install(nodes).Get(0)->GetObject<NetDeviceQueueInterface>(),
                              nullptr,
                              "no flow control");

        const std::string name = CreateTempDirFilename("nic.pcap");
        helper.EnablePcap(name, b, true, true);
        Send();
        Send(1);
        Simulator::Run();
        // The file is closed with the last reference to the device whose traces fill it.
        Simulator::Destroy();
        nodes = NodeContainer();
        channel = nullptr;
        a = nullptr;
        b = nullptr;
        PcapFile file;
        file.Open(name, std::ios::in);
        NS_TEST_EXPECT_MSG_EQ(file.GetDataLinkType(), 1, "LINKTYPE_ETHERNET");
        for (const uint32_t bytes : {14U + PAYLOAD, 14U + 1})
        {
            uint8_t data[14 + PAYLOAD];
            uint32_t seconds;
            uint32_t microseconds;
            uint32_t included;
            uint32_t original;
            uint32_t read;
            file.Read(data, sizeof(data), seconds, microseconds, included, original, read);
            NS_TEST_EXPECT_MSG_EQ(original, bytes, "the frame with its header");
        }
    }
};

/// Frames: on the ring, on the wire, at the other end.
class NicTestSuite : public TestSuite
{
  public:
    NicTestSuite()
        : TestSuite("linux-tx-nic", TestSuite::Type::UNIT)
    {
        AddTestCase(new WireTimeTest);
        AddTestCase(new ChargeTest);
        AddTestCase(new RingFullTest);
        AddTestCase(new QueueLimitsTest);
        for (const bool synchronous : {false, true})
        {
            AddTestCase(new QueueDiscTest({false, synchronous}, 512));
            AddTestCase(new QueueDiscTest({false, synchronous}, 1));
            AddTestCase(new QueueDiscTest({true, synchronous}, 512));
        }
        AddTestCase(new ErrorModelTest);
        AddTestCase(new LimitsTest);
        AddTestCase(new AddressTest);
        AddTestCase(new HelperTest);
    }
};

NicTestSuite g_nicTestSuite; //!< registers the suite

} // namespace
