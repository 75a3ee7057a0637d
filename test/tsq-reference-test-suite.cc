/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "reference-table.h"
#include "two-hosts.h"

#include "ns3/boolean.h"
#include "ns3/bulk-send-helper.h"
#include "ns3/config.h"
#include "ns3/data-rate.h"
#include "ns3/linux-tcp-defaults.h"
#include "ns3/packet-sink-helper.h"
#include "ns3/queue-disc.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/traffic-control-helper.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <map>
#include <string>
#include <tuple>
#include <vector>

using namespace ns3;

namespace
{

// As it was measured.
const Time DURATION = Seconds(1.5);   ///< of a run
const Time WARMUP = Seconds(0.7);     ///< not looked at
const Time SAMPLE = MilliSeconds(5);  ///< between looks at the queue disc
constexpr uint32_t WRITE = 65536;     ///< of the sender, in bytes
constexpr uint32_t TBF_BURST = 20000; ///< in bytes
constexpr uint32_t FULL_TRAIN = 45;   ///< segments that 65,215 bytes of payload hold
constexpr uint32_t FRAME = 1514;      ///< of a full segment, in bytes
constexpr double TOLERANCE = 0.25;    ///< of a median
constexpr double REPEAT = 1.05;       ///< what repeats of a row differ by

/// What decides about a row.
struct Setting
{
    std::string qdisc; ///< tbf, htb or htb+fq
    uint32_t rateMbit; ///< its rate
    uint32_t limit;    ///< tcp_limit_output_bytes
    bool pacing;       ///< SO_MAX_PACING_RATE is set

    /**
     * @brief For maps.
     * @param other another one
     * @return true if this one comes first
     */
    bool operator<(const Setting& other) const
    {
        return std::tie(qdisc, rateMbit, limit, pacing) <
               std::tie(other.qdisc, other.rateMbit, other.limit, other.pacing);
    }

    /**
     * @brief For messages.
     * @return the setting in words
     */
    std::string Describe() const
    {
        return qdisc + " " + std::to_string(rateMbit) + " Mbit/s, limit " + std::to_string(limit) +
               (pacing ? ", paced" : "");
    }
};

/**
 * @brief One TCP flow of e6: two hosts, a shaper on the sender's device.
 *
 * What the kernel's machine adds: its emulated CPU took 22 us for each packet (e7: 45,000 messages
 * in a second). A veth pair has no delay of its own, but a packet that is sent, and one that is
 * received, occupies that CPU about twice each, so a way takes some 125 us; and a write of 65,536
 * bytes, 45 segments that are sent and received, holds the socket for 45 x 2 x 22 us = 2 ms. With 1
 * ms in place of 2 no median moves by more than a tenth. Paced and unpaced flows are within a
 * packet of each other, and at other values either can have that packet more; the kernel's paced
 * ones have a tenth more, as more of their trains were small enough to stay whole. Without these
 * times the flow is as regular as clockwork and can stay at a window where the small queue stops it
 * just before the window is used up: 48 segments when paced, half of what a kernel arrives at.
 */
class ShapedFlow
{
  public:
    /**
     * @brief Build it.
     * @param setting what decides
     */
    explicit ShapedFlow(const Setting& setting)
        : m_hosts(TwoHosts::NIC, 1500, "1000Gbps")
    {
        m_hosts.ResolveNeighbours();
        Shape(setting);
        PacketSinkHelper sink("ns3::LinuxTcpSocketFactory", m_hosts.GetReceiver());
        sink.Install(m_hosts.GetNodes().Get(1));
        BulkSendHelper bulk("ns3::LinuxTcpSocketFactory", m_hosts.GetReceiver());
        bulk.SetAttribute("SendSize", UintegerValue(WRITE));
        bulk.Install(m_hosts.GetNodes().Get(0)).Start(Time(0));
        Simulator::Schedule(WARMUP, &ShapedFlow::Sample, this);
    }

    /**
     * @brief Let it run.
     * @return median of the backlogs, in bytes
     */
    uint64_t Run()
    {
        Simulator::Stop(DURATION);
        Simulator::Run();
        std::sort(m_backlogs.begin(), m_backlogs.end());
        return m_backlogs.at(m_backlogs.size() / 2);
    }

  private:
    /**
     * @brief Put the shaper on the sender's device.
     * @param setting what decides
     */
    void Shape(const Setting& setting)
    {
        // htb lets a packet of any size pass and then waits for its tokens; a bucket for the
        // largest train does the same with trains of one size.
        const uint32_t burst = setting.qdisc == "tbf" ? TBF_BURST : FULL_TRAIN * FRAME;
        constexpr uint64_t MEGABIT = 1'000'000;
        TrafficControlHelper helper;
        const uint16_t root =
            helper.SetRootQueueDisc("ns3::TbfQueueDisc",
                                    "Burst",
                                    UintegerValue(burst),
                                    "Rate",
                                    DataRateValue(DataRate(setting.rateMbit * MEGABIT)));
        const auto classes = helper.AddQueueDiscClasses(root, 1, "ns3::QueueDiscClass");
        if (setting.qdisc == "htb+fq")
        {
            helper.AddChildQueueDisc(root, classes[0], "ns3::LinuxFqQueueDisc");
        }
        else
        {
            helper.AddChildQueueDisc(root,
                                     classes[0],
                                     "ns3::FifoQueueDisc",
                                     "MaxSize",
                                     StringValue("1000000p"));
        }
        m_qdisc = m_hosts.InstallQueueDisc(helper);
    }

    /**
     * @brief Look at the queue disc.
     */
    void Sample()
    {
        m_backlogs.push_back(m_qdisc->GetNBytes());
        Simulator::Schedule(SAMPLE, &ShapedFlow::Sample, this);
    }

    TwoHosts m_hosts;                 ///< sender and receiver
    Ptr<QueueDisc> m_qdisc;           ///< the shaper
    std::vector<uint64_t> m_backlogs; ///< looks at it
};

/**
 * @brief Run a setting.
 * @param setting the setting
 * @return median of the backlogs, in bytes
 */
uint64_t
Measure(const Setting& setting)
{
    SetLinuxTcpDefaults();
    Config::SetDefault("ns3::ArpL3Protocol::RequestJitter",
                       StringValue("ns3::ConstantRandomVariable[Constant=0.0]"));
    Config::SetDefault("ns3::NicChannel::Delay", StringValue("125us"));
    Config::SetDefault("ns3::LinuxTcpSocket::SendmsgTime", StringValue("2ms"));
    Config::SetDefault("ns3::LinuxTcpSocket::LimitOutputBytes", UintegerValue(setting.limit));
    Config::SetDefault("ns3::LinuxTcpSocket::Pacing", BooleanValue(setting.pacing));
    if (setting.qdisc != "tbf")
    {
        // A train that no tbf has cut reaches the receiver as one packet: one ACK for all of it.
        Config::SetDefault("ns3::LinuxTcpSocket::QuickAcks", UintegerValue(0));
        Config::SetDefault("ns3::TcpSocket::DelAckCount", UintegerValue(FULL_TRAIN));
        Config::SetDefault("ns3::TcpSocket::DelAckTimeout", StringValue("2us"));
    }
    uint64_t median = 0;
    {
        ShapedFlow flow(setting);
        median = flow.Run();
    }
    Simulator::Destroy();
    Config::Reset();
    return median;
}

/// Backlogs of one flow under a shaper, as a real kernel has them.
class TsqReferenceCase : public TestCase
{
  public:
    TsqReferenceCase()
        : TestCase("backlogs under tbf and htb agree with a 6.1 kernel")
    {
    }

  private:
    /// What a kernel had and what we have, in bytes.
    struct Backlogs
    {
        std::vector<double> kernel; ///< medians of the rows
        uint64_t ours;              ///< our median
    };

    void DoRun() override
    {
        const ReferenceTable table("e6-tsq.tsv");
        for (const auto& row : table.GetRows())
        {
            const Setting setting{
                row.at("qdisc"),
                static_cast<uint32_t>(std::stoul(row.at("rate_mbit"))),
                static_cast<uint32_t>(std::stoul(row.at("tcp_limit_output_bytes"))),
                row.at("pacing") == "on"};
            auto known = m_backlogs.find(setting);
            if (known == m_backlogs.end())
            {
                known = m_backlogs.emplace(setting, Backlogs{{}, Measure(setting)}).first;
            }
            const double kernel = std::stod(row.at("backlog_median"));
            known->second.kernel.push_back(kernel);
            NS_TEST_EXPECT_MSG_EQ_TOL(static_cast<double>(known->second.ours),
                                      kernel,
                                      TOLERANCE * kernel,
                                      ReferenceTable::Describe(row));
        }
        NS_TEST_EXPECT_MSG_EQ(m_backlogs.empty(), false, "there are rows");
        CheckOrder();
    }

    /**
     * @brief Settings whose rows are further apart than repeats have to be in the kernel's order.
     */
    void CheckOrder()
    {
        for (const auto& [low, lowBacklogs] : m_backlogs)
        {
            const double most =
                *std::max_element(lowBacklogs.kernel.begin(), lowBacklogs.kernel.end());
            for (const auto& [high, highBacklogs] : m_backlogs)
            {
                const double least =
                    *std::min_element(highBacklogs.kernel.begin(), highBacklogs.kernel.end());
                if (most * REPEAT < least)
                {
                    NS_TEST_EXPECT_MSG_LT(lowBacklogs.ours,
                                          highBacklogs.ours,
                                          low.Describe() << " is below " << high.Describe());
                }
            }
        }
    }

    std::map<Setting, Backlogs> m_backlogs; ///< by setting
};

/// TCP small queues against a real kernel.
class TsqReferenceTestSuite : public TestSuite
{
  public:
    TsqReferenceTestSuite()
        : TestSuite("linux-tx-tsq-reference", TestSuite::Type::SYSTEM)
    {
        AddTestCase(new TsqReferenceCase);
    }
};

TsqReferenceTestSuite g_tsqReferenceTestSuite; ///< registers it

} // namespace
