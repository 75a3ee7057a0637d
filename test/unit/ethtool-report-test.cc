/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/bonding-helper.h"
#include "ns3/bonding-net-device.h"
#include "ns3/boolean.h"
#include "ns3/byte-queue-limits-report.h"
#include "ns3/dynamic-queue-limits.h"
#include "ns3/ethtool-helper.h"
#include "ns3/ethtool-report.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/linux-transmit-path.h"
#include "ns3/linux-tx-helper.h"
#include "ns3/names.h"
#include "ns3/net-device-queue-interface.h"
#include "ns3/nic-channel.h"
#include "ns3/nic-helper.h"
#include "ns3/nic-net-device.h"
#include "ns3/node-container.h"
#include "ns3/packet.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/queue-limits.h"
#include "ns3/simple-net-device.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <gtest/gtest.h>
#include <sstream>
#include <string>
#include <utility>

using namespace ns3;

namespace
{

/**
 * @brief A host with a NIC of two transmit queues, named eth0, and a foreign device, eth1. The
 * forms are those of ethtool 6.1 on a real host.
 */
class EthtoolReportTest : public testing::Test
{
  protected:
    EthtoolReportTest()
    {
        InternetStackHelper().Install(m_nodes);
        LinuxTxHelper().Install(m_nodes.Get(0));
        NicHelper helper;
        helper.SetTxQueues(2);
        helper.SetDeviceAttribute("DataRate", StringValue("2500Mbps"));
        m_devices = helper.Install(m_nodes);
        m_nic = DynamicCast<NicNetDevice>(m_devices.Get(0));
        Names::Add("eth0", Ptr<NetDevice>(m_nic));
        m_foreign = CreateObject<SimpleNetDevice>();
        m_nodes.Get(0)->AddDevice(m_foreign);
        Names::Add("eth1", m_foreign);
    }

    ~EthtoolReportTest() override
    {
        Names::Clear();
        Simulator::Destroy();
    }

    /// What prints.
    using Printer = void (*)(std::ostream&, const Ptr<NetDevice>&);

    /**
     * @brief Print something of a device.
     * @param print what prints
     * @param device the device
     * @return the text
     */
    static std::string Text(Printer print, const Ptr<NetDevice>& device)
    {
        std::ostringstream text;
        print(text, device);
        return text.str();
    }

    /**
     * @brief The value behind a name in a text of lines "NAME: VALUE".
     * @param text the text
     * @param name the name
     * @return the value, or an empty text
     */
    static std::string ValueOf(const std::string& text, const std::string& name)
    {
        const auto at = text.find(name);
        const auto begin = at + name.size();
        return at == std::string::npos ? "" : text.substr(begin, text.find('\n', at) - begin);
    }

    NodeContainer m_nodes{2};     //!< the host, and another one
    NetDeviceContainer m_devices; //!< the NICs
    Ptr<NicNetDevice> m_nic;      //!< of the host
    Ptr<NetDevice> m_foreign;     //!< a device of ns-3's own
};

} // namespace

TEST_F(EthtoolReportTest, Settings)
{
    const std::string head = "Settings for eth0:\n"
                             "\tSupported ports: [  ]\n"
                             "\tSupported link modes:   Not reported\n"
                             "\tSupported pause frame use: No\n"
                             "\tSupports auto-negotiation: No\n"
                             "\tSupported FEC modes: Not reported\n"
                             "\tAdvertised link modes:  Not reported\n"
                             "\tAdvertised pause frame use: No\n"
                             "\tAdvertised auto-negotiation: No\n"
                             "\tAdvertised FEC modes: Not reported\n";
    const std::string tail = "\tAuto-negotiation: off\n"
                             "\tPort: Twisted Pair\n"
                             "\tPHYAD: 0\n"
                             "\tTransceiver: internal\n"
                             "\tMDI-X: Unknown\n";
    EXPECT_EQ(Text(EthtoolReport::PrintSettings, m_nic),
              head + "\tSpeed: 2500Mb/s\n\tDuplex: Full\n" + tail + "\tLink detected: yes\n");
    m_nic->SetFullDuplex(false);
    EXPECT_EQ(ValueOf(Text(EthtoolReport::PrintSettings, m_nic), "\tDuplex: "), "Half");
    m_nic->SetDown();
    EXPECT_EQ(Text(EthtoolReport::PrintSettings, m_nic),
              head + "\tSpeed: Unknown!\n\tDuplex: Unknown! (255)\n" + tail +
                  "\tLink detected: no\n");
}

TEST_F(EthtoolReportTest, FeaturesThatAreWantedButNotThere)
{
    EthtoolHelper().SetFeature(m_nic, "tx-scatter-gather", false);
    EXPECT_EQ(Text(EthtoolReport::PrintFeatures, m_nic),
              "Features for eth0:\n"
              "tx-checksumming: on\n"
              "\ttx-checksum-ip-generic: on\n"
              "scatter-gather: off\n"
              "\ttx-scatter-gather: off\n"
              "tcp-segmentation-offload: off\n"
              "\ttx-tcp-segmentation: off [requested on]\n"
              "\ttx-tcp6-segmentation: off [requested on]\n"
              "generic-segmentation-offload: off [requested on]\n"
              "tx-udp-segmentation: on\n");
    // The name is gone from kernels without UFO.
    m_nodes.Get(0)->GetObject<LinuxTransmitPath>()->SetAttribute("Kernel", StringValue("3.18"));
    EXPECT_EQ(ValueOf(Text(EthtoolReport::PrintFeatures, m_foreign), "udp-fragmentation-offload: "),
              "off");
}

TEST_F(EthtoolReportTest, CoalescingAndRing)
{
    EthtoolHelper().SetTxCoalescing(m_nic, 64, 16);
    EXPECT_EQ(Text(EthtoolReport::PrintCoalescing, m_nic),
              "Coalesce parameters for eth0:\n"
              "Adaptive RX: n/a  TX: n/a\n"
              "stats-block-usecs: n/a\n"
              "sample-interval: n/a\n"
              "pkt-rate-low: n/a\n"
              "pkt-rate-high: n/a\n"
              "\n"
              "rx-usecs: n/a\n"
              "rx-frames: n/a\n"
              "rx-usecs-irq: n/a\n"
              "rx-frames-irq: n/a\n"
              "\n"
              "tx-usecs: 64\n"
              "tx-frames: 16\n"
              "tx-usecs-irq: n/a\n"
              "tx-frames-irq: n/a\n"
              "\n"
              "rx-usecs-low: n/a\n"
              "rx-frame-low: n/a\n"
              "tx-usecs-low: n/a\n"
              "tx-frame-low: n/a\n"
              "\n"
              "rx-usecs-high: n/a\n"
              "rx-frame-high: n/a\n"
              "tx-usecs-high: n/a\n"
              "tx-frame-high: n/a\n"
              "\n"
              "CQE mode RX: n/a  TX: n/a\n"
              "\n");
    EthtoolHelper().SetTxRing(m_nic, 256);
    EXPECT_EQ(Text(EthtoolReport::PrintRing, m_nic),
              "Ring parameters for eth0:\n"
              "Pre-set maximums:\n"
              "RX:\t\tn/a\n"
              "RX Mini:\tn/a\n"
              "RX Jumbo:\tn/a\n"
              "TX:\t\t65535\n"
              "Current hardware settings:\n"
              "RX:\t\tn/a\n"
              "RX Mini:\tn/a\n"
              "RX Jumbo:\tn/a\n"
              "TX:\t\t256\n"
              "RX Buf Len:\t\tn/a\n"
              "CQE Size:\t\tn/a\n"
              "TX Push:\toff\n"
              "TCP data split:\tn/a\n");
}

TEST_F(EthtoolReportTest, StatisticsOfNicAndQueues)
{
    for (int i = 0; i < 3; ++i)
    {
        m_nic->Send(Create<Packet>(986), m_devices.Get(1)->GetAddress(), 0x88B5);
    }
    Simulator::Run();
    const auto text = Text(EthtoolReport::PrintStatistics, m_nic);
    EXPECT_EQ(text.find("NIC statistics:\n     rx_packets: 0\n     tx_packets: 3\n"), 0U);
    EXPECT_EQ(ValueOf(text, "     tx_bytes: "), "3000");
    EXPECT_EQ(ValueOf(text, "     tx_carrier_errors: "), "0");
    // All of one protocol took one queue, whichever.
    const std::string queue = ValueOf(text, "tx_queue_0_packets: ") == "3" ? "0" : "1";
    EXPECT_EQ(ValueOf(text, "     tx_queue_" + queue + "_packets: "), "3");
    EXPECT_EQ(ValueOf(text, "     tx_queue_" + queue + "_bytes: "), "3000");
    EXPECT_EQ(ValueOf(text, "     tx_queue_" + queue + "_interrupts: "), "3");
    EXPECT_EQ(ValueOf(text, "     tx_queue_" + queue + "_doorbells: "), "3");
}

TEST_F(EthtoolReportTest, ADeviceWhoseDriverKnowsNothing)
{
    EXPECT_EQ(Text(EthtoolReport::PrintSettings, m_foreign),
              "Settings for eth1:\n\tLink detected: no\n");
    EXPECT_EQ(Text(EthtoolReport::PrintCoalescing, m_foreign),
              "netlink error: Operation not supported\n");
    EXPECT_EQ(Text(EthtoolReport::PrintRing, m_foreign),
              "netlink error: Operation not supported\n");
    EXPECT_EQ(Text(EthtoolReport::PrintStatistics, m_foreign), "no stats available\n");
    EXPECT_EQ(Text(ByteQueueLimitsReport::Print, m_foreign), "") << "it has no transmit queues";
}

TEST_F(EthtoolReportTest, ByteQueueLimits)
{
    // Queues of a fixed limit, of which the first has something in flight.
    const auto queues = m_nic->GetObject<NetDeviceQueueInterface>();
    queues->GetTxQueue(0)->GetQueueLimits()->SetAttribute("MinLimit", UintegerValue(5000));
    queues->GetTxQueue(0)->GetQueueLimits()->SetAttribute("MaxLimit", UintegerValue(5000));
    // dql_completed() clamps the limit to that: two frames of 1014 B that were sent at once.
    for (int i = 0; i < 2; ++i)
    {
        queues->GetTxQueue(0)->NotifyQueuedBytes(1014);
    }
    queues->GetTxQueue(0)->NotifyTransmittedBytes(2028);
    const auto limits = ByteQueueLimitsReport::Read(m_nic);
    ASSERT_EQ(limits.size(), 2U);
    EXPECT_EQ(limits[0].limit, 5000U);
    EXPECT_EQ(limits[0].inflight, 0U);
    EXPECT_EQ(limits[1].limit, 0U) << "nothing was sent yet";
    const auto text = Text(ByteQueueLimitsReport::Print, m_nic);
    const std::string folder = "/sys/class/net/eth0/queues/tx-0/byte_queue_limits/";
    EXPECT_EQ(text.find(folder + "hold_time:1000\n" + folder + "inflight:0\n" + folder +
                        "limit:5000\n" + folder + "limit_max:5000\n" + folder + "limit_min:5000\n"),
              0U);
}

TEST_F(EthtoolReportTest, WhatIsInFlightIsNotPartOfWhatIsAvailable)
{
    m_nic->SetTxCoalescing({1000, 0, Time()});
    for (int i = 0; i < 3; ++i)
    {
        m_nic->Send(Create<Packet>(986), m_devices.Get(1)->GetAddress(), 0x88B5);
    }
    Simulator::Stop(MicroSeconds(500));
    Simulator::Run(); // all are sent, none is reported
    uint32_t inflight = 0;
    for (const auto& limits : ByteQueueLimitsReport::Read(m_nic))
    {
        inflight += limits.inflight;
        EXPECT_EQ(limits.limit, 0U) << "it grows with the first report";
    }
    EXPECT_EQ(inflight, 3000U);
}

namespace
{

/**
 * @brief Reads the limits of a device's first transmit queue every 10 us, against what the trace
 *        source of the limit said.
 */
class LimitWatch
{
  public:
    /**
     * @brief Constructor.
     * @param device the device
     */
    explicit LimitWatch(const Ptr<NetDevice>& device)
        : m_device(device)
    {
        const auto queue = device->GetObject<NetDeviceQueueInterface>()->GetTxQueue(0);
        const bool traced = queue->GetQueueLimits()->TraceConnectWithoutContext(
            "Limit",
            MakeCallback(&LimitWatch::NotifyLimit, this));
        EXPECT_TRUE(traced);
        Simulator::Schedule(MicroSeconds(10), &LimitWatch::Look, this);
    }

    /**
     * @brief How often something was in flight.
     * @return number of looks
     */
    uint32_t GetNBusy() const
    {
        return m_nBusy;
    }

    /**
     * @brief The last limit.
     * @return bytes
     */
    uint32_t GetLimit() const
    {
        return m_limit;
    }

  private:
    /**
     * @brief The limit has changed.
     * @param limit now, in bytes
     */
    void NotifyLimit(uint32_t, uint32_t limit)
    {
        m_limit = limit;
    }

    /// Read and compare.
    void Look()
    {
        const auto limits = ByteQueueLimitsReport::Read(m_device)[0];
        EXPECT_EQ(limits.limit, m_limit) << "at " << Simulator::Now().GetMicroSeconds() << " us";
        m_nBusy += limits.inflight > 0 ? 1 : 0;
        Simulator::Schedule(MicroSeconds(10), &LimitWatch::Look, this);
    }

    Ptr<NetDevice> m_device; //!< the device
    uint32_t m_limit{0};     //!< what the trace source said last, in bytes
    uint32_t m_nBusy{0};     //!< looks that found something in flight
};

/**
 * @brief Have a device send frames of 1000 bytes of payload whenever its queue is not stopped.
 * @param device the device
 * @param destination to whom
 */
void
KeepBusy(const Ptr<NetDevice>& device, const Address& destination)
{
    const auto queue = device->GetObject<NetDeviceQueueInterface>()->GetTxQueue(0);
    while (!queue->IsStopped())
    {
        device->Send(Create<Packet>(1000), destination, 0x88B5);
    }
    Simulator::Schedule(MicroSeconds(7), &KeepBusy, device, destination);
}

} // namespace

TEST_F(EthtoolReportTest, LimitOfABusyNicIsThatOfItsTraceSource)
{
    NicHelper helper;
    helper.SetDeviceAttribute("DataRate", StringValue("1Gbps"));
    helper.SetDeviceAttribute("TxUsecs", UintegerValue(30));
    const auto devices = helper.Install(m_nodes);
    LimitWatch watch(devices.Get(0));
    KeepBusy(devices.Get(0), devices.Get(1)->GetAddress());
    Simulator::Stop(MilliSeconds(3));
    Simulator::Run();
    EXPECT_GT(watch.GetNBusy(), 250U) << "of 300 looks";
    EXPECT_GT(watch.GetLimit(), 0U);
}

TEST_F(EthtoolReportTest, LimitOfABusyForeignDeviceIsThatOfItsTraceSource)
{
    PointToPointHelper helper;
    helper.SetDeviceAttribute("DataRate", StringValue("1Gbps"));
    const auto devices = helper.Install(m_nodes);
    const auto queue = devices.Get(0)->GetObject<NetDeviceQueueInterface>()->GetTxQueue(0);
    queue->SetQueueLimits(CreateObject<DynamicQueueLimits>());
    LimitWatch watch(devices.Get(0));
    KeepBusy(devices.Get(0), devices.Get(1)->GetAddress());
    Simulator::Stop(MilliSeconds(3));
    Simulator::Run();
    EXPECT_GT(watch.GetNBusy(), 100U) << "of 300 looks";
    EXPECT_GT(watch.GetLimit(), 0U);
}

TEST_F(EthtoolReportTest, ABond)
{
    NicHelper helper;
    helper.SetDeviceAttribute("DataRate", StringValue("1Gbps"));
    const auto slower = helper.Install(m_nodes);
    NetDeviceContainer slaves(m_nic);
    slaves.Add(slower.Get(0));
    const auto bond = BondingHelper("balance-rr").Install(m_nodes.Get(0), slaves).Get(0);
    Names::Add("bond0", bond);
    Simulator::Stop(Seconds(1));
    Simulator::Run();
    EXPECT_EQ(Text(EthtoolReport::PrintSettings, bond),
              "Settings for bond0:\n"
              "\tSupported ports: [  ]\n"
              "\tSupported link modes:   Not reported\n"
              "\tSupported pause frame use: No\n"
              "\tSupports auto-negotiation: No\n"
              "\tSupported FEC modes: Not reported\n"
              "\tAdvertised link modes:  Not reported\n"
              "\tAdvertised pause frame use: No\n"
              "\tAdvertised auto-negotiation: No\n"
              "\tAdvertised FEC modes: Not reported\n"
              "\tSpeed: 3500Mb/s\n"
              "\tDuplex: Full\n"
              "\tAuto-negotiation: off\n"
              "\tPort: Other\n"
              "\tPHYAD: 0\n"
              "\tTransceiver: internal\n"
              "\tLink detected: yes\n");
    EXPECT_EQ(Text(EthtoolReport::PrintCoalescing, bond),
              "netlink error: Operation not supported\n");
    EXPECT_EQ(Text(EthtoolReport::PrintRing, bond), "netlink error: Operation not supported\n");
    EXPECT_EQ(Text(EthtoolReport::PrintStatistics, bond), "no stats available\n");
    EXPECT_EQ(Text(EthtoolReport::PrintFeatures, bond).find("Features for bond0:\n"), 0U);
}

TEST_F(EthtoolReportTest, SpeedOfABondIsThatOfTheSlavesThatCanSend)
{
    NicHelper helper;
    helper.SetDeviceAttribute("DataRate", StringValue("1Gbps"));
    NetDeviceContainer slaves(helper.Install(m_nodes).Get(0));
    slaves.Add(m_nic);
    for (const auto& [mode, speed] : {std::pair{"active-backup", "1000Mb/s"},
                                      std::pair{"broadcast", "1000Mb/s"},
                                      std::pair{"balance-xor", "3500Mb/s"}})
    {
        const auto bond = BondingHelper(mode).Install(m_nodes.Get(0), slaves).Get(0);
        Names::Add(mode, bond);
        EXPECT_EQ(ValueOf(Text(EthtoolReport::PrintSettings, bond), "\tSpeed: "), speed) << mode;
        const auto bonding = DynamicCast<BondingNetDevice>(bond);
        for (auto slave = slaves.Begin(); slave != slaves.End(); ++slave)
        {
            bonding->Release(*slave);
        }
        EXPECT_EQ(ValueOf(Text(EthtoolReport::PrintSettings, bond), "\tSpeed: "), "Unknown!");
    }
}
