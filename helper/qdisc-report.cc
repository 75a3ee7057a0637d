/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/qdisc-report.h"

#include "ns3/boolean.h"
#include "ns3/codel-queue-disc.h"
#include "ns3/fifo-queue-disc.h"
#include "ns3/fq-codel-queue-disc.h"
#include "ns3/fq-report.h"
#include "ns3/linux-fq-queue-disc.h"
#include "ns3/mq-queue-disc.h"
#include "ns3/net-device-queue-interface.h"
#include "ns3/nstime.h"
#include "ns3/pfifo-fast-queue-disc.h"
#include "ns3/queue-disc.h"
#include "ns3/string.h"
#include "ns3/tbf-queue-disc.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <sstream>

namespace ns3
{

namespace
{

constexpr double TICKS_PER_US = 15.625;        //!< the kernel's packet scheduler clock (psched)
constexpr uint32_t FIRST_HANDLE = 0x8001;      //!< what tc gives to the first qdisc without one
constexpr uint32_t ETHERNET_HEADER = 14;       //!< bytes that Linux counts beside the IP packet
constexpr uint32_t DEFAULT_MTU = 1500;         //!< of a device that nobody knows
constexpr uint32_t FQ_CODEL_MEMORY = 32 << 20; //!< fq_codel's memory_limit, in bytes

/// What print_tcstats2_attr() prints about every qdisc.
struct Figures
{
    uint64_t sentBytes{0};   //!< bytes
    uint64_t sentPackets{0}; //!< packets
    uint64_t dropped{0};     //!< packets
    uint64_t requeues{0};    //!< packets
    uint64_t bytes{0};       //!< waiting, in bytes
    uint64_t packets{0};     //!< waiting, in packets

    /**
     * @brief Add those of a queue disc.
     * @param qdisc the queue disc
     */
    void Add(const Ptr<QueueDisc>& qdisc)
    {
        const QueueDisc::Stats& stats = qdisc->GetStats();
        sentBytes += stats.nTotalSentBytes;
        sentPackets += stats.nTotalSentPackets;
        dropped += stats.nTotalDroppedPackets;
        requeues += stats.nTotalRequeuedPackets;
        bytes += qdisc->GetNBytes();
        packets += qdisc->GetNPackets();
    }
};

/**
 * @brief An attribute of a queue disc that has no public getter.
 * @param qdisc the queue disc
 * @param name the attribute
 * @return its value
 */
template <typename VALUE>
VALUE
GetAttributeOf(const Ptr<QueueDisc>& qdisc, const std::string& name)
{
    VALUE value;
    qdisc->GetAttribute(name, value);
    return value;
}

/**
 * @brief A limit with its unit, as tc prints one: 1000p or 64Kb.
 * @param size the limit
 * @return its text
 */
std::string
SpellLimit(const QueueSize& size)
{
    if (size.GetUnit() == QueueSizeUnit::PACKETS)
    {
        return std::to_string(size.GetValue()) + "p";
    }
    return QdiscReport::SpellSize(size.GetValue());
}

/**
 * @brief A time of CoDel's.
 * @param time the time
 * @return its text
 */
std::string
SpellTime(const Time& time)
{
    return QdiscReport::SpellTime(time.ToDouble(Time::US));
}

/**
 * @brief ce_threshold, if there is one.
 * @param threshold the attribute CeThreshold
 * @return its text, or nothing
 */
std::string
SpellCeThreshold(const Time& threshold)
{
    return threshold == Time::Max() ? "" : "ce_threshold " + SpellTime(threshold) + " ";
}

/**
 * @brief Parameters of tbf (tbf_print_opt).
 * @param tbf the queue disc
 * @return its text
 */
std::string
SpellTbf(const Ptr<TbfQueueDisc>& tbf)
{
    const uint64_t rate = tbf->GetRate().GetBitRate();
    const uint64_t peakRate = tbf->GetPeakRate().GetBitRate();
    const uint64_t burst = QdiscReport::RoundBucket(tbf->GetBurst(), rate);
    const uint32_t mtu = tbf->GetMtu() > 0 ? tbf->GetMtu() : DEFAULT_MTU;

    const QueueSize size = tbf->GetMaxSize();
    uint64_t limit = size.GetValue();
    if (size.GetUnit() == QueueSizeUnit::PACKETS)
    {
        limit *= mtu + ETHERNET_HEADER;
    }

    // how long the last packet of a full queue waits for tokens, in microseconds
    double latency = (8.0 * limit - 8.0 * burst) / rate * 1e6;
    std::ostringstream text;
    text << "rate " << QdiscReport::SpellRate(rate) << " burst " << QdiscReport::SpellSize(burst)
         << "/1 mpu 0b ";
    if (peakRate > 0)
    {
        const uint64_t bucket = QdiscReport::RoundBucket(mtu, peakRate);
        text << "peakrate " << QdiscReport::SpellRate(peakRate) << " mtu "
             << QdiscReport::SpellSize(bucket) << "/1 mpu 0b ";
        latency = std::max(latency, (8.0 * limit - 8.0 * bucket) / peakRate * 1e6);
    }
    if (latency >= 0)
    {
        text << "lat " << QdiscReport::SpellTime(latency) << " ";
    }
    else
    {
        text << "limit " << QdiscReport::SpellSize(limit) << " ";
    }
    text << "linklayer ethernet ";
    return text.str();
}

/**
 * @brief Parameters of codel (codel_print_opt).
 * @param codel the queue disc
 * @return its text
 */
std::string
SpellCodel(const Ptr<CoDelQueueDisc>& codel)
{
    return "limit " + SpellLimit(codel->GetMaxSize()) + " target " + SpellTime(codel->GetTarget()) +
           " " + SpellCeThreshold(GetAttributeOf<TimeValue>(codel, "CeThreshold").Get()) +
           "interval " + SpellTime(codel->GetInterval()) + " " +
           (GetAttributeOf<BooleanValue>(codel, "UseEcn").Get() ? "ecn " : "");
}

/**
 * @brief Parameters of fq_codel (fq_codel_print_opt).
 * @param fqCodel the queue disc
 * @return its text
 */
std::string
SpellFqCodel(const Ptr<FqCoDelQueueDisc>& fqCodel)
{
    std::ostringstream text;
    text << "limit " << SpellLimit(fqCodel->GetMaxSize()) << " flows "
         << GetAttributeOf<UintegerValue>(fqCodel, "Flows").Get() << " quantum "
         << fqCodel->GetQuantum() << " target "
         << SpellTime(Time(GetAttributeOf<StringValue>(fqCodel, "Target").Get())) << " "
         << SpellCeThreshold(GetAttributeOf<TimeValue>(fqCodel, "CeThreshold").Get()) << "interval "
         << SpellTime(Time(GetAttributeOf<StringValue>(fqCodel, "Interval").Get()))
         << " memory_limit " << QdiscReport::SpellSize(FQ_CODEL_MEMORY) << " "
         << (GetAttributeOf<BooleanValue>(fqCodel, "UseEcn").Get() ? "ecn " : "") << "drop_batch "
         << GetAttributeOf<UintegerValue>(fqCodel, "DropBatchSize").Get() << " ";
    return text.str();
}

/**
 * @brief The lines that fq_codel has beside those of every qdisc (fq_codel_print_xstats).
 * @param fqCodel the queue disc
 * @return its text
 */
std::string
SpellFqCodelStatistics(const Ptr<FqCoDelQueueDisc>& fqCodel)
{
    const QueueDisc::Stats& stats = fqCodel->GetStats();
    uint32_t newFlows = 0;
    uint32_t oldFlows = 0;
    for (std::size_t i = 0; i < fqCodel->GetNQueueDiscClasses(); ++i)
    {
        const auto flow = DynamicCast<FqCoDelFlow>(fqCodel->GetQueueDiscClass(i));
        newFlows += flow->GetStatus() == FqCoDelFlow::NEW_FLOW ? 1 : 0;
        oldFlows += flow->GetStatus() == FqCoDelFlow::OLD_FLOW ? 1 : 0;
    }
    std::ostringstream text;
    text << "  maxpacket 0 drop_overlimit "
         << stats.GetNDroppedPackets(FqCoDelQueueDisc::OVERLIMIT_DROP)
         << " new_flow_count 0 ecn_mark " << stats.nTotalMarkedPackets << "\n"
         << "  new_flows_len " << newFlows << " old_flows_len " << oldFlows << "\n";
    return text.str();
}

/// Prints a tree of queue discs.
class Writer
{
  public:
    /**
     * @brief Constructor.
     * @param os where to print
     * @param device "dev NAME " or nothing
     */
    Writer(std::ostream& os, const std::string& device)
        : m_os(os),
          m_device(device)
    {
    }

    /**
     * @brief Print the qdisc of a device that queues nothing.
     */
    void PrintNoqueue()
    {
        m_os << "qdisc noqueue 0: " << m_device << "root refcnt 2 \n";
        PrintFigures(Figures());
    }

    /**
     * @brief Print the root queue disc and everything below it.
     * @param root the root queue disc
     */
    void PrintRoot(const Ptr<QueueDisc>& root)
    {
        const auto interface = root->GetNetDeviceQueueInterface();
        const std::size_t queues = interface ? interface->GetNTxQueues() : 1;
        if (const auto mq = DynamicCast<MqQueueDisc>(root))
        {
            PrintMq(mq);
            return;
        }
        // the device and each of its queues hold a reference
        Print(root,
              "root refcnt " + std::to_string(queues + 1) + " ",
              DynamicCast<PfifoFastQueueDisc>(root) != nullptr);
    }

  private:
    /**
     * @brief Print mq, whose figures are the sums of its children's.
     * @param mq the queue disc
     */
    void PrintMq(const Ptr<MqQueueDisc>& mq)
    {
        Figures sums;
        for (std::size_t i = 0; i < mq->GetNQueueDiscClasses(); ++i)
        {
            sums.Add(mq->GetQueueDiscClass(i)->GetQueueDisc());
        }
        m_os << "qdisc mq 0: " << m_device << "root \n";
        PrintFigures(sums);
        // the kernel adds each child at the head of its list
        for (std::size_t i = mq->GetNQueueDiscClasses(); i > 0; --i)
        {
            Print(mq->GetQueueDiscClass(i - 1)->GetQueueDisc(),
                  "parent :" + std::to_string(i) + " ",
                  true);
        }
    }

    /**
     * @brief Print a queue disc and everything below it.
     * @param qdisc the queue disc
     * @param place "root refcnt N " or "parent HANDLE:CLASS "
     * @param byKernel true if Linux would have installed it without being told
     */
    void Print(const Ptr<QueueDisc>& qdisc, const std::string& place, bool byKernel)
    {
        std::ostringstream handle;
        handle << std::hex << (byKernel ? 0 : m_nextHandle++) << ":";

        m_os << "qdisc " << QdiscReport::GetKind(qdisc) << " " << handle.str() << " " << m_device
             << place;
        std::string statistics;
        Ptr<QueueDisc> child;
        if (DynamicCast<PfifoFastQueueDisc>(qdisc))
        {
            m_os << "bands 3 priomap 1 2 2 2 1 2 0 0 1 1 1 1 1 1 1 1";
        }
        else if (DynamicCast<FifoQueueDisc>(qdisc))
        {
            const QueueSize limit = qdisc->GetMaxSize();
            m_os << "limit " << SpellLimit(limit);
        }
        else if (const auto tbf = DynamicCast<TbfQueueDisc>(qdisc))
        {
            m_os << SpellTbf(tbf);
            if (tbf->GetNQueueDiscClasses() > 0)
            {
                child = tbf->GetQueueDiscClass(0)->GetQueueDisc();
            }
        }
        else if (const auto codel = DynamicCast<CoDelQueueDisc>(qdisc))
        {
            m_os << SpellCodel(codel);
        }
        else if (const auto fqCodel = DynamicCast<FqCoDelQueueDisc>(qdisc))
        {
            m_os << SpellFqCodel(fqCodel);
            statistics = SpellFqCodelStatistics(fqCodel);
        }
        else if (const auto fq = DynamicCast<LinuxFqQueueDisc>(qdisc))
        {
            m_os << FqReport::SpellParameters(fq);
            statistics = FqReport::SpellStatistics(fq);
        }
        m_os << "\n";

        Figures figures;
        figures.Add(qdisc);
        PrintFigures(figures);
        m_os << statistics;
        if (child)
        {
            Print(child, "parent " + handle.str() + "1 ", false);
        }
    }

    /**
     * @brief Print the two lines that every qdisc has.
     * @param figures what they say
     */
    void PrintFigures(const Figures& figures)
    {
        m_os << " Sent " << figures.sentBytes << " bytes " << figures.sentPackets
             << " pkt (dropped " << figures.dropped << ", overlimits 0 requeues "
             << figures.requeues << ") \n"
             << " backlog " << QdiscReport::SpellSize(figures.bytes) << " " << figures.packets
             << "p requeues " << figures.requeues << "\n";
    }

    std::ostream& m_os;                  //!< where to print
    std::string m_device;                //!< "dev NAME " or nothing
    uint32_t m_nextHandle{FIRST_HANDLE}; //!< for the next queue disc that needs one
};

/**
 * @brief printf for one number.
 * @param format the format
 * @param number the number
 * @return the text
 */
std::string
FormatNumber(const char* format, double number)
{
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), format, number);
    return text.data();
}

} // namespace

void
QdiscReport::Print(std::ostream& os, Ptr<QueueDisc> root, const std::string& device)
{
    Writer writer(os, device.empty() ? "" : "dev " + device + " ");
    if (root)
    {
        writer.PrintRoot(root);
    }
    else
    {
        writer.PrintNoqueue();
    }
}

std::string
QdiscReport::Text(Ptr<QueueDisc> root, const std::string& device)
{
    std::ostringstream text;
    Print(text, root, device);
    return text.str();
}

std::string
QdiscReport::GetKind(const Ptr<QueueDisc>& qdisc)
{
    if (!qdisc)
    {
        return "noqueue";
    }
    if (DynamicCast<MqQueueDisc>(qdisc))
    {
        return "mq";
    }
    if (DynamicCast<PfifoFastQueueDisc>(qdisc))
    {
        return "pfifo_fast";
    }
    if (DynamicCast<FifoQueueDisc>(qdisc))
    {
        return qdisc->GetMaxSize().GetUnit() == QueueSizeUnit::PACKETS ? "pfifo" : "bfifo";
    }
    if (DynamicCast<TbfQueueDisc>(qdisc))
    {
        return "tbf";
    }
    if (DynamicCast<CoDelQueueDisc>(qdisc))
    {
        return "codel";
    }
    if (DynamicCast<FqCoDelQueueDisc>(qdisc))
    {
        return "fq_codel";
    }
    if (DynamicCast<LinuxFqQueueDisc>(qdisc))
    {
        return "fq";
    }
    return qdisc->GetInstanceTypeId().GetName();
}

std::string
QdiscReport::SpellRate(uint64_t bitsPerSecond)
{
    // the kernel keeps bytes a second
    uint64_t rate = bitsPerSecond / 8 * 8;
    static const std::array<const char*, 5> prefixes{"", "K", "M", "G", "T"};
    std::size_t prefix = 0;
    // a larger unit is taken when nothing is lost, or when there are more than 6 digits anyway
    while (prefix + 1 < prefixes.size() && rate >= 1000 &&
           (rate % 1000 == 0 || rate >= 1000 * 1000))
    {
        rate /= 1000;
        ++prefix;
    }
    return std::to_string(rate) + prefixes[prefix] + "bit";
}

std::string
QdiscReport::SpellSize(uint64_t bytes)
{
    constexpr double KIB = 1024;
    constexpr double MIB = KIB * KIB;
    const double size = static_cast<double>(bytes);
    if (size >= MIB && std::fabs(MIB * std::rint(size / MIB) - size) < KIB)
    {
        return FormatNumber("%gMb", std::rint(size / MIB));
    }
    if (size >= KIB && std::fabs(KIB * std::rint(size / KIB) - size) < 16)
    {
        return FormatNumber("%gKb", std::rint(size / KIB));
    }
    return std::to_string(bytes) + "b";
}

std::string
QdiscReport::SpellTime(double microseconds)
{
    // tc takes whole microseconds
    const double time = std::floor(microseconds);
    if (time >= 1e6)
    {
        return FormatNumber("%.3gs", time / 1e6);
    }
    if (time >= 1e3)
    {
        return FormatNumber("%.3gms", time / 1e3);
    }
    return FormatNumber("%.0fus", time);
}

std::string
QdiscReport::SpellNanoseconds(int64_t nanoseconds)
{
    const auto time = static_cast<double>(nanoseconds);
    if (time >= 1e9)
    {
        return FormatNumber("%.3gs", time / 1e9);
    }
    if (time >= 1e6)
    {
        return FormatNumber("%.3gms", time / 1e6);
    }
    if (time >= 1e3)
    {
        return FormatNumber("%.3gus", time / 1e3);
    }
    return std::to_string(nanoseconds) + "ns";
}

uint64_t
QdiscReport::RoundBucket(uint64_t bytes, uint64_t bitsPerSecond)
{
    const double bytesPerUs = static_cast<double>(bitsPerSecond) / 8e6;
    const double ticks = std::ceil(std::floor(bytes / bytesPerUs) * TICKS_PER_US);
    return static_cast<uint64_t>(std::floor(ticks / TICKS_PER_US) * bytesPerUs);
}

} // namespace ns3
