/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/codel-queue-disc.h"
#include "ns3/data-rate.h"
#include "ns3/fifo-queue-disc.h"
#include "ns3/fq-codel-queue-disc.h"
#include "ns3/mq-queue-disc.h"
#include "ns3/packet.h"
#include "ns3/pfifo-fast-queue-disc.h"
#include "ns3/qdisc-report.h"
#include "ns3/queue-item.h"
#include "ns3/red-queue-disc.h"
#include "ns3/simulator.h"
#include "ns3/tbf-queue-disc.h"
#include "ns3/test.h"

#include <string>
#include <vector>

using namespace ns3;

/**
 * @file
 * @ingroup linux-tx
 * @brief QdiscReport against the output of iproute2 6.1 on a Linux host.
 *
 * Except for codel and fq_codel, the expected lines were printed by `tc -s -d qdisc show` there,
 * for queue discs with the same parameters; only the figures differ.
 */

namespace
{

/// A packet with a size and nothing else.
class PlainItem : public QueueDiscItem
{
  public:
    /**
     * @brief Constructor.
     * @param bytes size of the packet, in bytes
     */
    explicit PlainItem(uint32_t bytes)
        : QueueDiscItem(Create<Packet>(bytes), Address(), 0x0800)
    {
    }

    void AddHeader() override
    {
    }

    bool Mark() override
    {
        return false;
    }
};

/**
 * @brief Enqueue packets of the same size.
 * @param qdisc where to
 * @param count number of packets
 * @param bytes size of each, in bytes
 */
void
Fill(const Ptr<QueueDisc>& qdisc, uint32_t count, uint32_t bytes)
{
    for (uint32_t i = 0; i < count; ++i)
    {
        qdisc->Enqueue(Create<PlainItem>(bytes));
    }
}

/// "Sent" and "backlog" of a queue disc that nothing happened to.
const std::string IDLE = " Sent 0 bytes 0 pkt (dropped 0, overlimits 0 requeues 0) \n"
                         " backlog 0b 0p requeues 0\n";

/// pfifo_fast with packets sent, dropped and waiting.
class PfifoFastReport : public TestCase
{
  public:
    PfifoFastReport()
        : TestCase("pfifo_fast is printed as tc prints it, with and without the device's name")
    {
    }

  private:
    void DoRun() override
    {
        auto qdisc = CreateObject<PfifoFastQueueDisc>();
        qdisc->SetMaxSize(QueueSize("5p"));
        qdisc->Initialize();
        // 7 arrive where 5 fit: 2 drops; 3 leave: 3 x 1014 sent, 2 x 1014 = 2028 bytes wait,
        // which is 20 from 2 x 1024, so tc does not call it 2Kb
        Fill(qdisc, 7, 1014);
        for (int i = 0; i < 3; ++i)
        {
            qdisc->Dequeue();
        }
        const std::string figures = " Sent 3042 bytes 3 pkt (dropped 2, overlimits 0 requeues 0) \n"
                                    " backlog 2028b 2p requeues 0\n";
        const std::string parameters =
            "root refcnt 2 bands 3 priomap 1 2 2 2 1 2 0 0 1 1 1 1 1 1 1 1\n";
        NS_TEST_EXPECT_MSG_EQ(QdiscReport::Text(qdisc, "eth0"),
                              "qdisc pfifo_fast 0: dev eth0 " + parameters + figures,
                              "tc -s -d qdisc show");
        NS_TEST_EXPECT_MSG_EQ(QdiscReport::Text(qdisc),
                              "qdisc pfifo_fast 0: " + parameters + figures,
                              "tc -s -d qdisc show dev eth0");
        qdisc->Dispose();
        Simulator::Destroy();
    }
};

/// pfifo and bfifo are one class in ns-3.
class FifoReport : public TestCase
{
  public:
    FifoReport()
        : TestCase("a FIFO limited in packets is pfifo, one limited in bytes is bfifo")
    {
    }

  private:
    void DoRun() override
    {
        auto qdisc = CreateObject<FifoQueueDisc>();
        NS_TEST_EXPECT_MSG_EQ(QdiscReport::Text(qdisc),
                              "qdisc pfifo 8001: root refcnt 2 limit 1000p\n" + IDLE,
                              "limit in packets");
        qdisc->SetMaxSize(QueueSize("10000B"));
        NS_TEST_EXPECT_MSG_EQ(QdiscReport::Text(qdisc),
                              "qdisc bfifo 8001: root refcnt 2 limit 10000b\n" + IDLE,
                              "limit in bytes");
        qdisc->Dispose();
        Simulator::Destroy();
    }
};

/// tbf, with its child.
class TbfReport : public TestCase
{
  public:
    TbfReport()
        : TestCase("tbf is printed with its bucket in the kernel's ticks, and its child after it")
    {
    }

  private:
    void DoRun() override
    {
        const std::string child = "qdisc pfifo 8002: parent 8001:1 limit 1000p\n" + IDLE;

        // The kernel keeps the bucket as 1048.576 us at 62.5 B/us, of which tc sees 1048: 65500 B.
        // 1000 packets of 1514 B take (1514000 - 65500) / 62.5 = 23176 us.
        NS_TEST_EXPECT_MSG_EQ(Tbf("500Mbps", "0bps", 65536, "1000p"),
                              "qdisc tbf 8001: root refcnt 2 rate 500Mbit burst 65500b/1 mpu 0b "
                              "lat 23.2ms linklayer ethernet \n" +
                                  IDLE + child,
                              "tbf over pfifo");

        const std::string bytes = "qdisc bfifo 8002: parent 8001:1 limit ";
        // (400000 - 10000) B at 1000 B/s take 390 s
        NS_TEST_EXPECT_MSG_EQ(Tbf("8kbps", "0bps", 10000, "400000B"),
                              "qdisc tbf 8001: root refcnt 2 rate 8Kbit burst 10000b/1 mpu 0b "
                              "lat 390s linklayer ethernet \n" +
                                  IDLE + bytes + "400000b\n" + IDLE,
                              "tbf over bfifo");
        // smaller than the bucket: nothing waits for long, and tc prints the limit instead
        NS_TEST_EXPECT_MSG_EQ(Tbf("500Mbps", "0bps", 65536, "10000B"),
                              "qdisc tbf 8001: root refcnt 2 rate 500Mbit burst 65500b/1 mpu 0b "
                              "limit 10000b linklayer ethernet \n" +
                                  IDLE + bytes + "10000b\n" + IDLE,
                              "tbf with a small limit");
        // 690500 - 65500 = 625000 B take 10 ms; at the peak rate, (690500 - 1500) B / 75 take 9.2
        NS_TEST_EXPECT_MSG_EQ(Tbf("500Mbps", "600Mbps", 65536, "690500B"),
                              "qdisc tbf 8001: root refcnt 2 rate 500Mbit burst 65500b/1 mpu 0b "
                              "peakrate 600Mbit mtu 1500b/1 mpu 0b lat 10ms linklayer ethernet \n" +
                                  IDLE + bytes + "690500b\n" + IDLE,
                              "tbf with a peak rate");
        Simulator::Destroy();
    }

    /**
     * @brief The report of a tbf with its own child.
     * @param rate data rate
     * @param peakRate data rate; 0bps for none
     * @param burst first bucket, in bytes
     * @param limit queue size
     * @return its text
     */
    static std::string Tbf(const std::string& rate,
                           const std::string& peakRate,
                           uint32_t burst,
                           const std::string& limit)
    {
        auto tbf = CreateObject<TbfQueueDisc>();
        tbf->SetRate(DataRate(rate));
        tbf->SetPeakRate(DataRate(peakRate));
        tbf->SetBurst(burst);
        tbf->SetMtu(1500);
        tbf->SetMaxSize(QueueSize(limit));
        tbf->Initialize();
        const std::string text = QdiscReport::Text(tbf);
        tbf->Dispose();
        return text;
    }
};

/// codel and fq_codel at the kernel's defaults.
class CodelReport : public TestCase
{
  public:
    CodelReport()
        : TestCase("codel and fq_codel are printed with the parameters tc knows")
    {
    }

  private:
    void DoRun() override
    {
        auto codel = CreateObject<CoDelQueueDisc>();
        codel->SetMaxSize(QueueSize("1000p"));
        codel->Initialize();
        NS_TEST_EXPECT_MSG_EQ(
            QdiscReport::Text(codel, "eth0"),
            "qdisc codel 8001: dev eth0 root refcnt 2 limit 1000p target 5ms interval 100ms \n" +
                IDLE,
            "codel");
        codel->Dispose();

        auto fqCodel = CreateObject<FqCoDelQueueDisc>();
        fqCodel->SetQuantum(1514);
        NS_TEST_EXPECT_MSG_EQ(
            QdiscReport::Text(fqCodel, "eth0"),
            "qdisc fq_codel 8001: dev eth0 root refcnt 2 limit 10240p flows 1024 quantum 1514 "
            "target 5ms interval 100ms memory_limit 32Mb ecn drop_batch 64 \n" +
                IDLE +
                "  maxpacket 0 drop_overlimit 0 new_flow_count 0 ecn_mark 0\n"
                "  new_flows_len 0 old_flows_len 0\n",
            "fq_codel");
        fqCodel->Dispose();
        Simulator::Destroy();
    }
};

/// mq adds up its children.
class MqReport : public TestCase
{
  public:
    MqReport()
        : TestCase("mq has the sums of its children, which follow from the last to the first")
    {
    }

  private:
    void DoRun() override
    {
        auto mq = CreateObject<MqQueueDisc>();
        for (uint32_t i = 0; i < 2; ++i)
        {
            auto child = CreateObject<PfifoFastQueueDisc>();
            child->Initialize();
            Fill(child, i + 1, 90);
            child->Dequeue();
            auto place = CreateObject<QueueDiscClass>();
            place->SetQueueDisc(child);
            mq->AddQueueDiscClass(place);
        }
        mq->Initialize();
        // one packet left each child; the second child keeps one
        const std::string bands = "bands 3 priomap 1 2 2 2 1 2 0 0 1 1 1 1 1 1 1 1\n";
        const std::string sentOne = " Sent 90 bytes 1 pkt (dropped 0, overlimits 0 requeues 0) \n";
        NS_TEST_EXPECT_MSG_EQ(QdiscReport::Text(mq, "eth0"),
                              "qdisc mq 0: dev eth0 root \n"
                              " Sent 180 bytes 2 pkt (dropped 0, overlimits 0 requeues 0) \n"
                              " backlog 90b 1p requeues 0\n"
                              "qdisc pfifo_fast 0: dev eth0 parent :2 " +
                                  bands + sentOne +
                                  " backlog 90b 1p requeues 0\n"
                                  "qdisc pfifo_fast 0: dev eth0 parent :1 " +
                                  bands + sentOne + " backlog 0b 0p requeues 0\n",
                              "mq of two");
        mq->Dispose();
        Simulator::Destroy();
    }
};

/// What has no parameters to print.
class OtherReport : public TestCase
{
  public:
    OtherReport()
        : TestCase("no queue disc is noqueue, an unknown one keeps the figures all have")
    {
    }

  private:
    void DoRun() override
    {
        NS_TEST_EXPECT_MSG_EQ(QdiscReport::Text(nullptr, "bond0"),
                              "qdisc noqueue 0: dev bond0 root refcnt 2 \n" + IDLE,
                              "no queue disc");
        auto red = CreateObject<RedQueueDisc>();
        NS_TEST_EXPECT_MSG_EQ(QdiscReport::Text(red, "eth0"),
                              "qdisc ns3::RedQueueDisc 8001: dev eth0 root refcnt 2 \n" + IDLE,
                              "unknown kind");
        red->Dispose();
        Simulator::Destroy();
    }
};

/// Numbers as tc writes them; every pair was read off a Linux host.
class ReportUnits : public TestCase
{
  public:
    ReportUnits()
        : TestCase("rates, sizes, times and buckets are written as tc writes them")
    {
    }

  private:
    void DoRun() override
    {
        const std::vector<std::pair<uint64_t, std::string>> rates{
            {1000, "1Kbit"},
            {1500, "1496bit"}, // 187 bytes a second
            {999999, "999992bit"},
            {1000001, "1Mbit"},
            {12345000, "12345Kbit"},
            {33333333, "33333Kbit"},
            {1001000000, "1001Mbit"},
            {2500000000, "2500Mbit"},
            {10000000000, "10Gbit"},
        };
        for (const auto& [rate, text] : rates)
        {
            NS_TEST_EXPECT_MSG_EQ(QdiscReport::SpellRate(rate), text, "rate " << rate);
        }

        // burst as given to tc, and as it reads it back at 500 Mbit/s
        const std::vector<std::pair<uint64_t, std::string>> buckets{
            {1500, "1500b"},
            {1600, "1562b"},
            {2048, "2000b"},
            {65536, "65500b"},
            {100000, "100000b"},
            {1048576, "1024Kb"},
            {1500000, "1500000b"},
            {2097152, "2Mb"},
        };
        for (const auto& [bytes, text] : buckets)
        {
            NS_TEST_EXPECT_MSG_EQ(
                QdiscReport::SpellSize(QdiscReport::RoundBucket(bytes, 500000000)),
                text,
                "bucket " << bytes);
        }
        NS_TEST_EXPECT_MSG_EQ(QdiscReport::RoundBucket(65536, 1000000000), 65500, "at 1 Gbit/s");
        NS_TEST_EXPECT_MSG_EQ(QdiscReport::RoundBucket(65536, 2500000000), 65312, "at 2.5 Gbit/s");
        NS_TEST_EXPECT_MSG_EQ(QdiscReport::RoundBucket(65536, 1001000000),
                              65440,
                              "at 1.001 Gbit/s");

        NS_TEST_EXPECT_MSG_EQ(QdiscReport::SpellTime(0), "0us", "time");
        NS_TEST_EXPECT_MSG_EQ(QdiscReport::SpellTime(9387), "9.39ms", "time");
        NS_TEST_EXPECT_MSG_EQ(QdiscReport::SpellTime(1901607), "1.9s", "time");
        NS_TEST_EXPECT_MSG_EQ(QdiscReport::SpellTime(2280000000), "2.28e+03s", "time");
    }
};

/// QdiscReport.
class QdiscReportTestSuite : public TestSuite
{
  public:
    QdiscReportTestSuite()
        : TestSuite("linux-tx-qdisc-report", TestSuite::Type::UNIT)
    {
        AddTestCase(new PfifoFastReport);
        AddTestCase(new FifoReport);
        AddTestCase(new TbfReport);
        AddTestCase(new CodelReport);
        AddTestCase(new MqReport);
        AddTestCase(new OtherReport);
        AddTestCase(new ReportUnits);
    }
};

QdiscReportTestSuite g_qdiscReportTestSuite; //!< registers itself

} // namespace
