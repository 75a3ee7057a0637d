/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "bonded-hosts.h"

#include "ns3/bonding-helper.h"
#include "ns3/bonding-net-device.h"
#include "ns3/default-queue-disc.h"
#include "ns3/ethernet-header.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv4-header.h"
#include "ns3/linux-tx-helper.h"
#include "ns3/net-device-queue-interface.h"
#include "ns3/output-stream-wrapper.h"
#include "ns3/pfifo-fast-queue-disc.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/simple-net-device.h"
#include "ns3/simulator.h"
#include "ns3/test.h"
#include "ns3/traffic-control-layer.h"
#include "ns3/uinteger.h"

#include <functional>
#include <sstream>
#include <string>

using namespace ns3;

namespace
{

/// IPv6 is through with duplicate address detection by then.
const Time QUIET = Seconds(5);

/// EtherType of IPv4.
constexpr uint16_t IPV4 = 0x0800;

/**
 * @brief Make a host with some devices that are on no link.
 * @param nDevices number of SimpleNetDevices
 * @return the devices
 */
NetDeviceContainer
MakeHost(uint32_t nDevices)
{
    const auto node = CreateObject<Node>();
    InternetStackHelper().Install(node);
    LinuxTxHelper().Install(node);
    NetDeviceContainer devices;
    for (uint32_t i = 0; i < nDevices; ++i)
    {
        const auto device = CreateObject<SimpleNetDevice>();
        device->SetAddress(Mac48Address::Allocate());
        node->AddDevice(device);
        devices.Add(device);
    }
    return devices;
}

/**
 * @brief Make a bond without slaves.
 * @param node where
 * @return the bond
 */
Ptr<BondingNetDevice>
MakeBond(const Ptr<Node>& node)
{
    return DynamicCast<BondingNetDevice>(BondingHelper().Install(node, {}).Get(0));
}

} // namespace

/**
 * @ingroup linux-tx-tests
 * @brief Everything that cannot be a slave is refused in words, and changes nothing.
 */
class BondEnslaveErrorsTestCase : public TestCase
{
  public:
    BondEnslaveErrorsTestCase()
        : TestCase("enslave and release refuse what Linux refuses and name it")
    {
    }

  private:
    void DoRun() override
    {
        const auto devices = MakeHost(2);
        const auto others = MakeHost(1);
        const auto node = devices.Get(0)->GetNode();
        const auto bond = MakeBond(node);
        const auto second = MakeBond(node);
        const auto device = devices.Get(0);

        ExpectRefusal(bond->Enslave(nullptr), "null device");
        ExpectRefusal(bond->Enslave(bond), "the bond itself");
        ExpectRefusal(bond->Enslave(second), "it is a bond");
        ExpectRefusal(bond->Enslave(others.Get(0)), "not a device of the bond's node");
        ExpectRefusal(bond->Release(device), "not a slave");
        ExpectRefusal(bond->Release(nullptr), "not a slave");

        const auto plain = CreateObject<SimpleNetDevice>(); // no linux-tx on its node
        const auto plainNode = CreateObject<Node>();
        plain->SetAddress(Mac48Address::Allocate());
        plainNode->AddDevice(plain);
        const auto plainBond = CreateObject<BondingNetDevice>();
        ExpectRefusal(plainBond->Enslave(plain), "on no node");
        plainNode->AddDevice(plainBond);
        ExpectRefusal(plainBond->Enslave(plain), "LinuxTxHelper::Install()");

        const auto pointToPoint = PointToPointHelper().Install(node, others.Get(0)->GetNode());
        ExpectRefusal(bond->Enslave(pointToPoint.Get(0)), "no Ethernet address");
        const auto addressed = devices.Get(1);
        Ipv4AddressHelper("10.0.0.0", "255.0.0.0").Assign(addressed);
        ExpectRefusal(bond->Enslave(addressed), "IP interface");
        NS_TEST_EXPECT_MSG_EQ(bond->GetSlaves().GetN(), 0, "nothing was enslaved");

        NS_TEST_EXPECT_MSG_EQ(bool(bond->Enslave(device)), true, "");
        ExpectRefusal(bond->Enslave(device), "already a slave of this bond");
        ExpectRefusal(second->Enslave(device), "already a slave of ns3::BondingNetDevice");
        ExpectRefusal(bond->SetOption("mode", "broadcast"), "has slaves");
        NS_TEST_EXPECT_MSG_EQ(bond->GetOption("mode"), "balance-rr 0", "unchanged");
        NS_TEST_EXPECT_MSG_EQ(bool(bond->Release(device)), true, "");
        ExpectRefusal(bond->Release(device), "not a slave");
        ExpectRefusal(bond->SetOption("mode", "bonkers"), "bonkers");
        NS_TEST_EXPECT_MSG_EQ(bool(bond->SetOption("mode", "broadcast")), true, "");
        NS_TEST_EXPECT_MSG_EQ(bool(second->Enslave(device)), true, "free again");
        Simulator::Destroy();
    }

    /**
     * @brief Check a refusal.
     * @param result what happened
     * @param words what the error has to say
     */
    void ExpectRefusal(const BondResult& result, const std::string& words)
    {
        NS_TEST_EXPECT_MSG_EQ(bool(result), false, words);
        NS_TEST_EXPECT_MSG_NE(result.GetError().find(words),
                              std::string::npos,
                              "\"" << result.GetError() << "\" should say: " << words);
        NS_TEST_EXPECT_MSG_EQ(result.GetError().find('\n'), std::string::npos, "one line");
    }
};

/**
 * @ingroup linux-tx-tests
 * @brief Addresses and MTU of bond and slaves.
 */
class BondAddressTestCase : public TestCase
{
  public:
    BondAddressTestCase()
        : TestCase("slaves have the bond's address and MTU and get their own back")
    {
    }

  private:
    void DoRun() override
    {
        const auto devices = MakeHost(2);
        const auto first = devices.Get(0);
        const auto second = devices.Get(1);
        const Address firstAddress = first->GetAddress();
        const Address secondAddress = second->GetAddress();
        second->SetMtu(9000);

        const auto bond = MakeBond(first->GetNode());
        bond->Enslave(first);
        bond->Enslave(second);
        NS_TEST_EXPECT_MSG_EQ(bond->GetAddress(), firstAddress, "the first slave's");
        NS_TEST_EXPECT_MSG_EQ(second->GetAddress(), firstAddress, "fail_over_mac none");
        NS_TEST_EXPECT_MSG_EQ(second->GetMtu(), 1500, "the bond's");
        NS_TEST_EXPECT_MSG_EQ(bond->SetMtu(4096), true, "");
        NS_TEST_EXPECT_MSG_EQ(first->GetMtu(), 4096, "");
        NS_TEST_EXPECT_MSG_EQ(second->GetMtu(), 4096, "");
        NS_TEST_EXPECT_MSG_EQ(bond->SetMtu(67), false, "ETH_MIN_MTU is 68");
        NS_TEST_EXPECT_MSG_EQ(bond->GetMtu(), 4096, "unchanged");

        const Mac48Address given("02:00:00:00:00:99");
        bond->SetAddress(given);
        NS_TEST_EXPECT_MSG_EQ(first->GetAddress(), Address(given), "slaves follow");
        bond->Release(second);
        NS_TEST_EXPECT_MSG_EQ(second->GetAddress(), secondAddress, "restored");
        NS_TEST_EXPECT_MSG_EQ(second->GetMtu(), 9000, "restored");
        bond->Release(first);
        NS_TEST_EXPECT_MSG_EQ(first->GetAddress(), firstAddress, "restored");

        // Without slaves a bond has a random address, and the next first slave gives it its own.
        bond->Enslave(second);
        NS_TEST_EXPECT_MSG_EQ(bond->GetAddress(), secondAddress, "");

        // An address that was given is kept.
        bond->Release(second);
        bond->SetAddress(given);
        bond->Enslave(second);
        NS_TEST_EXPECT_MSG_EQ(bond->GetAddress(), Address(given), "");
        NS_TEST_EXPECT_MSG_EQ(second->GetAddress(), Address(given), "");
        Simulator::Destroy();
    }
};

/**
 * @ingroup linux-tx-tests
 * @brief The queue discs that the helper gives to slaves.
 */
class BondDefaultQueueDiscTestCase : public TestCase
{
  public:
    BondDefaultQueueDiscTestCase()
        : TestCase("a slave without queue disc gets pfifo_fast 1000, under mq with several queues")
    {
    }

  private:
    void DoRun() override
    {
        const auto slaves = MakeHost(3);
        const auto node = slaves.Get(0)->GetNode();
        for (uint32_t i : {0, 1})
        {
            const auto queues =
                CreateObjectWithAttributes<NetDeviceQueueInterface>("NTxQueues",
                                                                    UintegerValue(i == 0 ? 1 : 4));
            slaves.Get(i)->AggregateObject(queues);
        }
        const auto bond = BondingHelper().Install(node, slaves).Get(0);
        const auto trafficControl = node->GetObject<TrafficControlLayer>();

        const auto single = trafficControl->GetRootQueueDiscOnDevice(slaves.Get(0));
        ExpectDefault(single);
        const auto multi = trafficControl->GetRootQueueDiscOnDevice(slaves.Get(1));
        NS_TEST_ASSERT_MSG_NE(multi, nullptr, "");
        NS_TEST_EXPECT_MSG_EQ(multi->GetInstanceTypeId().GetName(), "ns3::MqQueueDisc", "");
        NS_TEST_ASSERT_MSG_EQ(multi->GetNQueueDiscClasses(), 4, "one a queue");
        for (uint32_t i = 0; i < 4; ++i)
        {
            ExpectDefault(multi->GetQueueDiscClass(i)->GetQueueDisc());
        }
        NS_TEST_EXPECT_MSG_EQ(trafficControl->GetRootQueueDiscOnDevice(slaves.Get(2)),
                              nullptr,
                              "noqueue: this device is never full");
        NS_TEST_EXPECT_MSG_EQ(trafficControl->GetRootQueueDiscOnDevice(bond),
                              nullptr,
                              "a bond has no queue");
        InstallDefaultQueueDisc(slaves.Get(0));
        NS_TEST_EXPECT_MSG_EQ(trafficControl->GetRootQueueDiscOnDevice(slaves.Get(0)),
                              single,
                              "what is there stays");
        Simulator::Destroy();
    }

    /**
     * @brief Is it pfifo_fast with 1000 packets?
     * @param qdisc a queue disc
     */
    void ExpectDefault(const Ptr<QueueDisc>& qdisc)
    {
        NS_TEST_ASSERT_MSG_NE(DynamicCast<PfifoFastQueueDisc>(qdisc), nullptr, "");
        NS_TEST_EXPECT_MSG_EQ(qdisc->GetMaxSize(), QueueSize("1000p"), "txqueuelen");
    }
};

/**
 * @ingroup linux-tx-tests
 * @brief What comes through NetDevice::Send() and SendFrom(), as from a packet socket or bridge.
 */
class BondRawFramesTestCase : public TestCase
{
  public:
    BondRawFramesTestCase()
        : TestCase("raw frames keep a foreign source, and IGMP takes the active slave")
    {
    }

  private:
    void DoRun() override
    {
        BondedHosts hosts("balance-rr", "balance-rr", 3, BondedHosts::NIC);
        const auto bond = hosts.GetBond();
        const auto to = hosts.GetReceiverBond()->GetAddress();
        const Mac48Address foreign("02:00:00:00:00:77");
        hosts.GetReceiverBond()->TraceConnectWithoutContext(
            "Sniffer",
            MakeCallback(&BondRawFramesTestCase::NoteSource, this));
        RunAt(QUIET, [&] {
            // Larger than any message, so that the order is noted.
            NS_TEST_EXPECT_MSG_EQ(bond->SendFrom(Create<Packet>(1200), foreign, to, 0x88b5),
                                  true,
                                  "");
            hosts.TakeOrder();
            for (int i = 0; i < 12; ++i)
            {
                const auto packet = Create<Packet>(1200);
                Ipv4Header header;
                header.SetProtocol(i % 3 == 0 ? 2 : 17); // IGMP, UDP
                packet->AddHeader(header);
                bond->Send(packet, to, IPV4);
            }
        });
        const std::string order = hosts.TakeOrder();
        NS_TEST_ASSERT_MSG_EQ(order.size(), 12, "");
        // e2-roundrobin.tsv, "every third frame IGMP": IGMP always on the active slave (s0), the
        // others go on in turn as if it had not been there.
        char last = 0;
        for (std::size_t i = 0; i < order.size(); ++i)
        {
            if (i % 3 == 0)
            {
                NS_TEST_EXPECT_MSG_EQ(order[i], '0', order);
                continue;
            }
            if (last != 0)
            {
                NS_TEST_EXPECT_MSG_EQ(order[i] - '0', (last - '0' + 1) % 3, order);
            }
            last = order[i];
        }
        NS_TEST_EXPECT_MSG_EQ(m_nForeign, 1, "the source of SendFrom() is on the wire");
        NS_TEST_EXPECT_MSG_EQ(m_nOwn, 12, "the others have the bond's");
        NS_TEST_EXPECT_MSG_EQ(hosts.IsConserved(), true, "all charges are given back");
    }

    /**
     * @brief The receiver's bond has a frame.
     * @param frame the frame with Ethernet header
     */
    void NoteSource(Ptr<const Packet> frame)
    {
        if (frame->GetSize() < BondedHosts::MESSAGE_SIZE)
        {
            return;
        }
        EthernetHeader header(false);
        frame->PeekHeader(header);
        const bool foreign = header.GetSource() == Mac48Address("02:00:00:00:00:77");
        ++(foreign ? m_nForeign : m_nOwn);
    }

    uint32_t m_nForeign{0}; //!< frames with the foreign source
    uint32_t m_nOwn{0};     //!< frames with another one
};

/**
 * @ingroup linux-tx-tests
 * @brief Ascii traces of a bond.
 */
class BondAsciiTraceTestCase : public TestCase
{
  public:
    BondAsciiTraceTestCase()
        : TestCase("an ascii trace of a bond has a line for each frame sent, received and dropped")
    {
    }

  private:
    void DoRun() override
    {
        std::ostringstream text;
        {
            BondedHosts hosts("balance-rr", "balance-rr", 1, BondedHosts::NIC);
            BondingHelper().EnableAscii(Create<OutputStreamWrapper>(&text), hosts.GetBond());
            RunAt(QUIET, [&hosts] {
                hosts.Send(4);
                Simulator::Schedule(Seconds(1), [&hosts] {
                    hosts.SetCarrier(0, false);
                    hosts.GetBond()->Send(Create<Packet>(1100), Mac48Address::GetBroadcast(), IPV4);
                });
            });
        }
        // UDP headers are in messages only; ARP's reply is the frame received. The frame that is
        // dropped had been given to the bond before: 4 + 1 with EtherType IPv4.
        const std::string lines = text.str();
        NS_TEST_EXPECT_MSG_EQ(CountLines(lines, "t ", "UdpHeader"), 4, "messages");
        NS_TEST_EXPECT_MSG_EQ(CountLines(lines, "t ", "EthernetHeader ( length/type=0x800,"),
                              5,
                              "frames have their Ethernet header");
        NS_TEST_EXPECT_MSG_EQ(CountLines(lines, "r ", "ArpHeader"), 1, "ARP reply");
        NS_TEST_EXPECT_MSG_EQ(CountLines(lines, "d ", "Payload (size=1100)"), 1, "raw frame");
    }

    /**
     * @brief Count lines.
     * @param text the lines
     * @param begin what they begin with
     * @param contents what they contain
     * @return number of lines
     */
    static uint32_t CountLines(const std::string& text,
                               const std::string& begin,
                               const std::string& contents)
    {
        std::istringstream lines(text);
        std::string line;
        uint32_t n = 0;
        while (std::getline(lines, line))
        {
            n += line.rfind(begin, 0) == 0 && line.find(contents) != std::string::npos;
        }
        return n;
    }
};

/**
 * @ingroup linux-tx-tests
 * @brief The bond as a device: what may be a slave, addresses, MTU, queue discs, raw frames.
 */
class BondingDeviceTestSuite : public TestSuite
{
  public:
    BondingDeviceTestSuite()
        : TestSuite("linux-tx-bonding-device", TestSuite::Type::UNIT)
    {
        AddTestCase(new BondEnslaveErrorsTestCase);
        AddTestCase(new BondAddressTestCase);
        AddTestCase(new BondDefaultQueueDiscTestCase);
        AddTestCase(new BondRawFramesTestCase);
        AddTestCase(new BondAsciiTraceTestCase);
    }
};

/// The instance that the test runner finds.
static BondingDeviceTestSuite g_bondingDeviceTestSuite;
