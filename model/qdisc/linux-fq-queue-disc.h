/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_LINUX_FQ_QUEUE_DISC_H
#define LINUX_TX_LINUX_FQ_QUEUE_DISC_H

#include "ns3/data-rate.h"
#include "ns3/fq-item-store.h"
#include "ns3/fq-parameters.h"
#include "ns3/fq-scheduler.h"
#include "ns3/fq-stats.h"
#include "ns3/nstime.h"
#include "ns3/qdisc-runner.h"
#include "ns3/qdisc-watchdog.h"
#include "ns3/queue-disc.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief The queue disc fq of Linux 6.1: fair queueing by socket, and pacing (net/sched/sch_fq.c).
 *
 * Every connected socket of the host is a flow; other packets are put into flows by a hash of their
 * headers. Flows take turns by deficit round robin. A flow is held back so that it keeps to its
 * socket's pacing rate and to MaxRate, a packet until its departure time.
 *
 * What the queue disc decides is in FqScheduler; this class is fq towards ns-3: it keeps the items,
 * refuses, traces and counts, runs the timer, and has tc's options as attributes. It takes items of
 * any kind; those that are no XmitItem have neither socket nor departure time. Every train is one
 * packet.
 *
 * Invariant: each packet that came has left, was dropped, or is in the store and in exactly one
 * flow.
 *
 * It can be a device's root, a child of mq, or the child of any other queue disc; what has to run
 * when a packet's time has come is found by QdiscRunner. The device may be stopped meanwhile.
 */
class LinuxFqQueueDisc : public QueueDisc
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    LinuxFqQueueDisc();
    ~LinuxFqQueueDisc() override;

    /**
     * @brief How it is set, in the kernel's units, with the defaults of its device.
     * @return the parameters that are in effect
     */
    const FqParameters& GetParameters() const
    {
        return m_parameters;
    }

    /**
     * @brief What `tc -s qdisc` prints of fq beside the figures that all queue discs have.
     * @return the figures of now
     */
    FqStats GetFqStats() const;

    /**
     * @brief How long a flow has to be idle until it gets a full quantum again (refill_delay), as
     *        tc reads it back: the kernel keeps it in jiffies, rounded up.
     * @return the time
     */
    Time GetRefillDelay() const;

    /// A packet came while the queue disc had Limit packets.
    static constexpr const char* LIMIT_DROP = "Limit exceeded";
    /// A packet came while its flow had FlowLimit packets (flows_plimit).
    static constexpr const char* FLOW_LIMIT_DROP = "Flow limit exceeded";
    /// A packet came that is to leave beyond the horizon (horizon_drops).
    static constexpr const char* HORIZON_DROP = "Departure time beyond the horizon";
    /// Limit was set to less than what was queued.
    static constexpr const char* LOWERED_LIMIT_DROP = "Over the lowered limit";
    /// A packet left later than CeThreshold (ce_mark, of which it is those that could be marked).
    static constexpr const char* CE_MARK = "CE threshold exceeded mark";

  protected:
    void DoDispose() override;

  private:
    bool DoEnqueue(Ptr<QueueDiscItem> item) override;
    Ptr<QueueDiscItem> DoDequeue() override;
    bool CheckConfig() override;
    void InitializeParams() override;

    /**
     * @brief Learn the device from the first packet, if nobody has said it.
     * @param item the packet
     */
    void LearnDevice(const Ptr<QueueDiscItem>& item);

    /**
     * @brief The quanta that are not set follow from the device (fq_init: psched_mtu).
     */
    void UpdateQuanta();

    /**
     * @brief May a packet wait for its departure time? One that is too far away is shortened or
     *        refused (fq_packet_beyond_horizon).
     * @param skb who pays for the packet, or null
     * @param now the time, in ns
     * @return false if it is to be dropped
     */
    bool IsWithinHorizon(const SkbPtr& skb, int64_t now);

    /**
     * @brief The kernel's clocks.
     * @return now
     */
    FqScheduler::Clock GetClock() const;

    /**
     * @brief A time in the kernel's coarse unit, rounded up (usecs_to_jiffies).
     * @param time the time
     * @return jiffies
     */
    int64_t ToJiffies(Time time) const;

    /**
     * @brief The setter of an attribute that is a parameter as it stands.
     * @tparam Field the parameter
     * @param value its value
     */
    template <auto Field, typename T>
    void SetParameter(T value)
    {
        m_parameters.*Field = value;
    }

    /**
     * @brief The getter of such an attribute.
     * @tparam Field the parameter
     * @return its value
     */
    template <auto Field, typename T>
    T GetParameter() const
    {
        return m_parameters.*Field;
    }

    /**
     * @brief The setter of an attribute that is a parameter in ns.
     * @tparam Field the parameter
     * @param value its value
     */
    template <auto Field>
    void SetTime(Time value)
    {
        m_parameters.*Field = value.GetNanoSeconds();
    }

    /**
     * @brief The getter of such an attribute.
     * @tparam Field the parameter
     * @return its value
     */
    template <auto Field>
    Time GetTime() const
    {
        return NanoSeconds(m_parameters.*Field);
    }

    /// @name Setters and getters of the other attributes
    /// @{
    void SetLimit(uint32_t packets);
    uint32_t GetLimit() const;
    void SetQuantum(uint32_t bytes);
    uint32_t GetQuantum() const;
    void SetInitialQuantum(uint32_t bytes);
    uint32_t GetInitialQuantum() const;
    void SetMaxRate(DataRate rate);
    DataRate GetMaxRate() const;
    void SetLowRateThreshold(DataRate rate);
    DataRate GetLowRateThreshold() const;
    void SetBuckets(uint32_t buckets);
    uint32_t GetBuckets() const;
    void SetRefillDelay(Time delay);
    void SetJiffy(Time jiffy);
    Time GetJiffy() const;
    /// @}

    FqParameters m_parameters;   //!< how it is set
    uint32_t m_quantum;          //!< attribute Quantum, in bytes; 0 for the device's
    uint32_t m_initialQuantum;   //!< attribute InitialQuantum, in bytes; 0 for the device's
    uint32_t m_pschedMtu;        //!< largest frame of the device, in bytes
    Time m_refillDelay;          //!< attribute RefillDelay
    Time m_jiffy;                //!< attribute Jiffy
    Ptr<FqItemStore> m_store;    //!< the items
    FqScheduler m_scheduler;     //!< their order
    QdiscRunner m_runner;        //!< runs it, or what is above it
    QdiscWatchdog m_watchdog;    //!< when the next packet's time comes
    uint64_t m_nHorizonDrops{0}; //!< stat_horizon_drops
    uint64_t m_nHorizonCaps{0};  //!< stat_horizon_caps
};

} // namespace ns3

#endif /* LINUX_TX_LINUX_FQ_QUEUE_DISC_H */
