/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "reference-table.h"
#include "two-hosts.h"

#include "ns3/boolean.h"
#include "ns3/bulk-send-application.h"
#include "ns3/bulk-send-helper.h"
#include "ns3/config.h"
#include "ns3/data-rate.h"
#include "ns3/linux-tcp-socket.h"
#include "ns3/net-device-queue-interface.h"
#include "ns3/packet-sink-helper.h"
#include "ns3/queue-disc.h"
#include "ns3/random-variable-stream.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/traffic-control-helper.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <iostream>
#include <map>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

const Time DURATION = Seconds(1.5);  ///< of a run
const Time WARMUP = Seconds(0.7);    ///< not looked at
const Time SAMPLE = MilliSeconds(5); ///< between looks at the queue disc
constexpr double TOLERANCE = 0.25;   ///< of a median

/// What decides about a row.
struct Setting
{
    std::string qdisc; ///< tbf, htb or htb+fq
    uint32_t rateMbit; ///< its rate
    uint32_t limit;    ///< tcp_limit_output_bytes
    bool pacing;       ///< SO_MAX_PACING_RATE is set

    bool operator<(const Setting& other) const
    {
        return std::tie(qdisc, rateMbit, limit, pacing) <
               std::tie(other.qdisc, other.rateMbit, other.limit, other.pacing);
    }
};

/**
 * @brief One TCP flow of e6: hosts on a link that takes no time, a shaper on the sender's device.
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
        bulk.SetAttribute("SendSize", UintegerValue(65536));
        bulk.Install(m_hosts.GetNodes().Get(0)).Start(Time(0));
        Simulator::Schedule(WARMUP, &ShapedFlow::Sample, this);
        m_stallGap = CreateObject<UniformRandomVariable>();
        m_stallGap->SetStream(1);
        ScheduleStall();
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

    /**
     * @brief Largest backlog after Run().
     * @return bytes
     */
    uint64_t GetMax() const
    {
        return m_backlogs.back();
    }

  private:
    void Shape(const Setting& setting)
    {
        // htb lets a packet of any size pass and then waits; a bucket for the largest train does
        // the same with trains of one size.
        constexpr uint32_t TBF_BURST = 20000;
        constexpr uint32_t LARGEST_TRAIN = 45 * 1514;
        const uint32_t burst = setting.qdisc == "tbf" ? TBF_BURST : LARGEST_TRAIN;
        TrafficControlHelper helper;
        const uint16_t root =
            helper.SetRootQueueDisc("ns3::TbfQueueDisc",
                                    "Burst",
                                    UintegerValue(burst),
                                    "Rate",
                                    DataRateValue(DataRate(setting.rateMbit * uint64_t(1000000))));
        const auto classes = helper.AddQueueDiscClasses(root, 1, "ns3::QueueDiscClass");
        helper.AddChildQueueDisc(root,
                                 classes[0],
                                 "ns3::FifoQueueDisc",
                                 "MaxSize",
                                 StringValue("1000000p"));
        m_qdisc = helper.Install(m_hosts.GetDevice()).Get(0);
    }

    void Sample()
    {
        m_backlogs.push_back(m_qdisc->GetNBytes());
        Simulator::Schedule(SAMPLE, &ShapedFlow::Sample, this);
    }

    void ScheduleStall()
    {
        const char* p = getenv("STALL");
        if (!p)
            return;
        double every = atof(p), d = atof(getenv("STALLD"));
        Simulator::Schedule(MicroSeconds(m_stallGap->GetValue(0.5 * every, 1.5 * every) * 1000),
                            &ShapedFlow::Stall,
                            this,
                            MicroSeconds(d * 1000));
    }

    void Stall(Time d)
    {
        auto q = m_hosts.GetDevice()->GetObject<NetDeviceQueueInterface>()->GetTxQueue(0);
        q->Stop();
        Simulator::Schedule(d, &ShapedFlow::Unstall, this);
        ScheduleStall();
    }

    void Unstall()
    {
        m_hosts.GetDevice()->GetObject<NetDeviceQueueInterface>()->GetTxQueue(0)->Wake();
    }

    TwoHosts m_hosts;                 ///< sender and receiver
    Ptr<QueueDisc> m_qdisc;           ///< the shaper
    std::vector<uint64_t> m_backlogs; ///< looks at it
    Ptr<UniformRandomVariable> m_stallGap;
};

/// Backlogs of one flow under a shaper, as a real kernel has them.
class TsqReferenceCase : public TestCase
{
  public:
    TsqReferenceCase()
        : TestCase("backlogs under tbf and htb agree with a 6.1 kernel")
    {
    }

  private:
    void DoRun() override
    {
        for (const auto& row : ReferenceTable("e6-tsq.tsv").GetRows())
        {
            const Setting setting{
                row.at("qdisc"),
                static_cast<uint32_t>(std::stoul(row.at("rate_mbit"))),
                static_cast<uint32_t>(std::stoul(row.at("tcp_limit_output_bytes"))),
                row.at("pacing") == "on"};
            const uint64_t median = GetMedian(setting);
            const double measured = std::stod(row.at("backlog_median"));
            std::cout << row.at("qdisc") << " " << setting.rateMbit << " " << setting.limit << " "
                      << setting.pacing << " measured " << measured << " ours " << median << " "
                      << median / measured << "\n";
            NS_TEST_EXPECT_MSG_EQ_TOL(median,
                                      measured,
                                      TOLERANCE * measured,
                                      ReferenceTable::Describe(row));
        }
    }

    uint64_t GetMedian(const Setting& setting)
    {
        const auto known = m_medians.find(setting);
        if (known != m_medians.end())
        {
            return known->second;
        }
        Config::SetDefault("ns3::TcpL4Protocol::SocketType", StringValue("ns3::TcpCubic"));
        Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(1448));
        Config::SetDefault("ns3::TcpSocket::SndBufSize", UintegerValue(1 << 30));
        Config::SetDefault("ns3::TcpSocket::RcvBufSize", UintegerValue(6291456));
        Config::SetDefault("ns3::LinuxTcpSocket::LimitOutputBytes", UintegerValue(setting.limit));
        Config::SetDefault("ns3::LinuxTcpSocket::Pacing", BooleanValue(setting.pacing));
        Config::SetDefault("ns3::LinuxTcpSocket::QuickAcks", UintegerValue(16));
        ShapedFlow flow(setting);
        const uint64_t median = flow.Run();
        Simulator::Destroy();
        Config::Reset();
        m_medians[setting] = median;
        return median;
    }

    std::map<Setting, uint64_t> m_medians; ///< what has run
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
