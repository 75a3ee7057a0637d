/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/linux-fq-queue-disc.h"

#include "ns3/boolean.h"
#include "ns3/configuration-error.h"
#include "ns3/fq-flow-key.h"
#include "ns3/log.h"
#include "ns3/mac48-address.h"
#include "ns3/net-device-queue-interface.h"
#include "ns3/simulator.h"
#include "ns3/socket.h"
#include "ns3/uinteger.h"
#include "ns3/xmit-device.h"
#include "ns3/xmit-item.h"

#include <limits>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("LinuxFqQueueDisc");

NS_OBJECT_ENSURE_REGISTERED(LinuxFqQueueDisc);

namespace
{

constexpr uint32_t PRIORITY_MASK = 15;           //!< TC_PRIO_MAX
constexpr uint32_t CONTROL_PRIORITY = 7;         //!< TC_PRIO_CONTROL
constexpr uint32_t ETHERNET_HEADER = 14;         //!< ETH_HLEN, in bytes
constexpr uint32_t DEFAULT_MTU = 1500;           //!< of a device that is not known, in bytes
constexpr uint32_t QUANTUM_FRAMES = 2;           //!< frames in a quantum
constexpr uint32_t INITIAL_FRAMES = 10;          //!< frames in an initial quantum
constexpr uint32_t MAX_QUANTUM = 1 << 20;        //!< fq_change() refuses more, in bytes
constexpr uint32_t MAX_BUCKETS = 256 * 1024;     //!< fq_change() refuses more
constexpr int64_t COLLECT_SECONDS = 3;           //!< FQ_GC_AGE
constexpr int64_t U32_MICROSECONDS = 4294967295; //!< what a u32 of netlink can say

/**
 * @brief Does a packet pass all flows?
 * @param item the packet
 * @return true if its priority (skb->priority) is TC_PRIO_CONTROL
 */
bool
IsControl(const Ptr<QueueDiscItem>& item)
{
    SocketPriorityTag tag;
    return item->GetPacket()->PeekPacketTag(tag) &&
           (tag.GetPriority() & PRIORITY_MASK) == CONTROL_PRIORITY;
}

/**
 * @brief psched_mtu(): the largest frame of a device.
 * @param device the device
 * @return bytes
 */
uint32_t
GetPschedMtu(const Ptr<NetDevice>& device)
{
    uint32_t header = 0;
    if (const auto* xmitDevice = dynamic_cast<const XmitDevice*>(PeekPointer(device)))
    {
        header = xmitDevice->GetHardHeaderLength();
    }
    else if (device->NeedsArp() && Mac48Address::IsMatchingType(device->GetAddress()))
    {
        header = ETHERNET_HEADER;
    }
    return device->GetMtu() + header;
}

} // namespace

TypeId
LinuxFqQueueDisc::GetTypeId()
{
    using P = FqParameters;
    static TypeId tid =
        TypeId("ns3::LinuxFqQueueDisc")
            .SetParent<QueueDisc>()
            .SetGroupName("LinuxTx")
            .AddConstructor<LinuxFqQueueDisc>()
            .AddAttribute(
                "Limit",
                "Most packets that it holds (limit)",
                UintegerValue(10000),
                MakeUintegerAccessor(&LinuxFqQueueDisc::SetLimit, &LinuxFqQueueDisc::GetLimit),
                MakeUintegerChecker<uint32_t>(1))
            .AddAttribute(
                "FlowLimit",
                "Most packets that it holds of a flow (flow_limit)",
                UintegerValue(100),
                MakeUintegerAccessor(&LinuxFqQueueDisc::SetParameter<&P::flowLimit, uint32_t>,
                                     &LinuxFqQueueDisc::GetParameter<&P::flowLimit, uint32_t>),
                MakeUintegerChecker<uint32_t>())
            .AddAttribute(
                "Quantum",
                "Bytes that a flow may send a round (quantum); 0 for two of the device's "
                "largest frames",
                UintegerValue(0),
                MakeUintegerAccessor(&LinuxFqQueueDisc::SetQuantum, &LinuxFqQueueDisc::GetQuantum),
                MakeUintegerChecker<uint32_t>(0, MAX_QUANTUM))
            .AddAttribute("InitialQuantum",
                          "Bytes that a flow not met before may send in its first round "
                          "(initial_quantum); 0 for ten of the device's largest frames",
                          UintegerValue(0),
                          MakeUintegerAccessor(&LinuxFqQueueDisc::SetInitialQuantum,
                                               &LinuxFqQueueDisc::GetInitialQuantum),
                          MakeUintegerChecker<uint32_t>(0, std::numeric_limits<int32_t>::max()))
            .AddAttribute(
                "MaxRate",
                "Most that a flow gets (maxrate); 0 for no such limit",
                DataRateValue(DataRate(0)),
                MakeDataRateAccessor(&LinuxFqQueueDisc::SetMaxRate, &LinuxFqQueueDisc::GetMaxRate),
                MakeDataRateChecker())
            .AddAttribute("LowRateThreshold",
                          "Up to this rate each packet of a flow is paced; above it a quantum may "
                          "leave at once (low_rate_threshold)",
                          DataRateValue(DataRate(550000)),
                          MakeDataRateAccessor(&LinuxFqQueueDisc::SetLowRateThreshold,
                                               &LinuxFqQueueDisc::GetLowRateThreshold),
                          MakeDataRateChecker())
            .AddAttribute(
                "Buckets",
                "Buckets of the table of flows (buckets), rounded down to a power of 2: "
                "with twice as many flows, idle ones begin to be forgotten",
                UintegerValue(1024),
                MakeUintegerAccessor(&LinuxFqQueueDisc::SetBuckets, &LinuxFqQueueDisc::GetBuckets),
                MakeUintegerChecker<uint32_t>(2, MAX_BUCKETS))
            .AddAttribute(
                "OrphanMask",
                "Mask of the hash that tells apart flows of packets without a connected "
                "socket (orphan_mask)",
                UintegerValue(1023),
                MakeUintegerAccessor(&LinuxFqQueueDisc::SetParameter<&P::orphanMask, uint32_t>,
                                     &LinuxFqQueueDisc::GetParameter<&P::orphanMask, uint32_t>),
                MakeUintegerChecker<uint32_t>())
            .AddAttribute("RefillDelay",
                          "A flow that was idle for longer gets a full quantum (refill_delay)",
                          TimeValue(MilliSeconds(40)),
                          MakeTimeAccessor(&LinuxFqQueueDisc::SetRefillDelay,
                                           &LinuxFqQueueDisc::GetRefillDelay),
                          MakeTimeChecker(Time(0), MicroSeconds(U32_MICROSECONDS)))
            .AddAttribute("Horizon",
                          "How far away the departure time of a packet may be (horizon)",
                          TimeValue(Seconds(10)),
                          MakeTimeAccessor(&LinuxFqQueueDisc::SetTime<&P::horizon>,
                                           &LinuxFqQueueDisc::GetTime<&P::horizon>),
                          MakeTimeChecker(Time(0), MicroSeconds(U32_MICROSECONDS)))
            .AddAttribute(
                "HorizonDrop",
                "Drop packets beyond the horizon (horizon_drop), else let them leave at "
                "the horizon (horizon_cap)",
                BooleanValue(true),
                MakeBooleanAccessor(&LinuxFqQueueDisc::SetParameter<&P::horizonDrop, bool>,
                                    &LinuxFqQueueDisc::GetParameter<&P::horizonDrop, bool>),
                MakeBooleanChecker())
            .AddAttribute("CeThreshold",
                          "Mark packets that leave so much later than they might (ce_threshold); "
                          "the default stands for never",
                          TimeValue(MicroSeconds(U32_MICROSECONDS)),
                          MakeTimeAccessor(&LinuxFqQueueDisc::SetTime<&P::ceThreshold>,
                                           &LinuxFqQueueDisc::GetTime<&P::ceThreshold>),
                          MakeTimeChecker(Time(0), MicroSeconds(U32_MICROSECONDS)))
            .AddAttribute("TimerSlack",
                          "How much later than asked for its timer runs (timer_slack)",
                          TimeValue(MicroSeconds(10)),
                          MakeTimeAccessor(&LinuxFqQueueDisc::SetTime<&P::timerSlack>,
                                           &LinuxFqQueueDisc::GetTime<&P::timerSlack>),
                          MakeTimeChecker(Time(0), NanoSeconds(U32_MICROSECONDS)))
            .AddAttribute("Pacing",
                          "Pace flows by rate (pacing); false (nopacing) leaves fair queueing and "
                          "departure times",
                          BooleanValue(true),
                          MakeBooleanAccessor(&LinuxFqQueueDisc::SetParameter<&P::pacing, bool>,
                                              &LinuxFqQueueDisc::GetParameter<&P::pacing, bool>),
                          MakeBooleanChecker())
            .AddAttribute(
                "Jiffy",
                "Tick of the kernel's coarse clock, 1/HZ, by which idle flows age",
                TimeValue(MilliSeconds(4)),
                MakeTimeAccessor(&LinuxFqQueueDisc::SetJiffy, &LinuxFqQueueDisc::GetJiffy),
                MakeTimeChecker(MicroSeconds(1), Seconds(1)));
    return tid;
}

LinuxFqQueueDisc::LinuxFqQueueDisc()
    : QueueDisc(QueueDiscSizePolicy::MULTIPLE_QUEUES, QueueSizeUnit::PACKETS),
      m_quantum(0),
      m_initialQuantum(0),
      m_pschedMtu(DEFAULT_MTU + ETHERNET_HEADER),
      m_refillDelay(MilliSeconds(40)),
      m_jiffy(MilliSeconds(4)),
      m_store(CreateObject<FqItemStore>()),
      m_scheduler(m_parameters),
      m_watchdog([this] { m_runner.Run(*this); })
{
    NS_LOG_FUNCTION(this);
}

LinuxFqQueueDisc::~LinuxFqQueueDisc()
{
    NS_LOG_FUNCTION(this);
}

void
LinuxFqQueueDisc::DoDispose()
{
    NS_LOG_FUNCTION(this);
    m_watchdog.Cancel();
    m_runner.Dispose();
    m_scheduler.Clear();
    m_store->Dispose();
    QueueDisc::DoDispose();
}

bool
LinuxFqQueueDisc::CheckConfig()
{
    NS_LOG_FUNCTION(this);
    if (GetNQueueDiscClasses() > 0 || GetNPacketFilters() > 0 || GetNInternalQueues() > 0)
    {
        ExitOnConfigurationError("ns3::LinuxFqQueueDisc takes no classes, packet filters or "
                                 "internal queues: its flows are made as packets come");
    }
    AddInternalQueue(m_store);
    return true;
}

void
LinuxFqQueueDisc::InitializeParams()
{
    NS_LOG_FUNCTION(this);
    if (const auto queues = GetNetDeviceQueueInterface())
    {
        m_runner.SetDevice(queues->GetObject<NetDevice>());
    }
    UpdateQuanta();
}

void
LinuxFqQueueDisc::LearnDevice(const Ptr<QueueDiscItem>& item)
{
    const XmitItem* xmitItem = m_runner.GetDevice() ? nullptr : XmitItem::From(item);
    if (xmitItem && xmitItem->GetDevice())
    {
        m_runner.SetDevice(xmitItem->GetDevice());
        UpdateQuanta();
    }
}

void
LinuxFqQueueDisc::UpdateQuanta()
{
    if (m_runner.GetDevice())
    {
        m_pschedMtu = GetPschedMtu(m_runner.GetDevice());
    }
    m_parameters.quantum = m_quantum > 0 ? m_quantum : QUANTUM_FRAMES * m_pschedMtu;
    m_parameters.initialQuantum =
        m_initialQuantum > 0 ? m_initialQuantum : INITIAL_FRAMES * m_pschedMtu;
}

FqScheduler::Clock
LinuxFqQueueDisc::GetClock() const
{
    const Time now = Simulator::Now();
    return {now.GetNanoSeconds(), now.GetTimeStep() / m_jiffy.GetTimeStep()};
}

int64_t
LinuxFqQueueDisc::ToJiffies(Time time) const
{
    return (time.GetTimeStep() + m_jiffy.GetTimeStep() - 1) / m_jiffy.GetTimeStep();
}

bool
LinuxFqQueueDisc::IsWithinHorizon(const SkbPtr& skb, int64_t now)
{
    if (!skb || skb->GetDepartureTime() <= now + m_parameters.horizon)
    {
        return true;
    }
    if (m_parameters.horizonDrop)
    {
        ++m_nHorizonDrops;
        return false;
    }
    ++m_nHorizonCaps;
    skb->SetDepartureTime(now + m_parameters.horizon);
    return true;
}

bool
LinuxFqQueueDisc::DoEnqueue(Ptr<QueueDiscItem> item)
{
    NS_LOG_FUNCTION(this << item);
    if (GetNPackets() >= GetLimit())
    {
        DropBeforeEnqueue(item, LIMIT_DROP);
        return false;
    }
    LearnDevice(item);
    const FqScheduler::Clock clock = GetClock();
    const XmitItem* xmitItem = XmitItem::From(item);
    const SkbPtr skb = xmitItem ? xmitItem->GetSkb() : nullptr;
    if (!IsWithinHorizon(skb, clock.now))
    {
        DropBeforeEnqueue(item, HORIZON_DROP);
        return false;
    }
    const bool timed = skb && skb->GetDepartureTime() != 0;
    FqPacket packet{{}, skb, timed ? skb->GetDepartureTime() : clock.now, item->GetSize()};
    if (IsControl(item))
    {
        packet.place = m_store->Insert(item);
        m_scheduler.EnqueueControl(std::move(packet));
        return true;
    }
    FqFlow* flow = m_scheduler.Admit(FqFlowKey::Of(item, skb, m_parameters.orphanMask), clock);
    if (!flow)
    {
        DropBeforeEnqueue(item, FLOW_LIMIT_DROP);
        return false;
    }
    packet.place = m_store->Insert(item);
    m_scheduler.Enqueue(*flow, std::move(packet), clock);
    return true;
}

Ptr<QueueDiscItem>
LinuxFqQueueDisc::DoDequeue()
{
    NS_LOG_FUNCTION(this);
    const auto departure = m_scheduler.Dequeue(GetClock());
    if (!departure)
    {
        if (m_scheduler.GetNPackets() > 0)
        {
            m_watchdog.Schedule(m_scheduler.GetTimeNextDelayed(), m_parameters.timerSlack);
        }
        return nullptr;
    }
    Ptr<QueueDiscItem> item = m_store->Take(departure->packet.place);
    if (departure->late)
    {
        Mark(item, CE_MARK);
    }
    return item;
}

FqStats
LinuxFqQueueDisc::GetFqStats() const
{
    FqStats stats = m_scheduler.GetStats(Simulator::Now().GetNanoSeconds());
    stats.horizonDrops = m_nHorizonDrops;
    stats.horizonCaps = m_nHorizonCaps;
    return stats;
}

void
LinuxFqQueueDisc::SetLimit(uint32_t packets)
{
    SetMaxSize(QueueSize(QueueSizeUnit::PACKETS, packets));
    while (GetNPackets() > packets)
    {
        const auto item = DoDequeue();
        if (!item)
        {
            return; // all that is left waits for its time
        }
        DropAfterDequeue(item, LOWERED_LIMIT_DROP);
    }
}

uint32_t
LinuxFqQueueDisc::GetLimit() const
{
    return GetMaxSize().GetValue();
}

void
LinuxFqQueueDisc::SetQuantum(uint32_t bytes)
{
    m_quantum = bytes;
    UpdateQuanta();
}

uint32_t
LinuxFqQueueDisc::GetQuantum() const
{
    return m_quantum;
}

void
LinuxFqQueueDisc::SetInitialQuantum(uint32_t bytes)
{
    m_initialQuantum = bytes;
    UpdateQuanta();
}

uint32_t
LinuxFqQueueDisc::GetInitialQuantum() const
{
    return m_initialQuantum;
}

void
LinuxFqQueueDisc::SetMaxRate(DataRate rate)
{
    m_parameters.maxRate = rate.GetBitRate() > 0 ? rate.GetBitRate() / 8 : SocketPacing::UNLIMITED;
}

DataRate
LinuxFqQueueDisc::GetMaxRate() const
{
    const bool limited = m_parameters.maxRate != SocketPacing::UNLIMITED;
    return DataRate(limited ? m_parameters.maxRate * 8 : 0);
}

void
LinuxFqQueueDisc::SetLowRateThreshold(DataRate rate)
{
    m_parameters.lowRateThreshold = rate.GetBitRate() / 8;
}

DataRate
LinuxFqQueueDisc::GetLowRateThreshold() const
{
    return DataRate(m_parameters.lowRateThreshold * 8);
}

void
LinuxFqQueueDisc::SetBuckets(uint32_t buckets)
{
    uint32_t rounded = 1;
    while (rounded <= buckets / 2)
    {
        rounded *= 2;
    }
    m_parameters.buckets = rounded;
    m_scheduler.ResizeTable(GetClock().jiffies);
}

uint32_t
LinuxFqQueueDisc::GetBuckets() const
{
    return m_parameters.buckets;
}

void
LinuxFqQueueDisc::SetRefillDelay(Time delay)
{
    m_refillDelay = delay;
    m_parameters.refillDelay = ToJiffies(delay);
}

Time
LinuxFqQueueDisc::GetRefillDelay() const
{
    return m_parameters.refillDelay * m_jiffy;
}

void
LinuxFqQueueDisc::SetJiffy(Time jiffy)
{
    m_jiffy = jiffy;
    m_parameters.refillDelay = ToJiffies(m_refillDelay);
    m_parameters.collectAge = ToJiffies(Seconds(COLLECT_SECONDS));
}

Time
LinuxFqQueueDisc::GetJiffy() const
{
    return m_jiffy;
}

} // namespace ns3
