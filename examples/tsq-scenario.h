/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_TSQ_SCENARIO_H
#define LINUX_TX_TSQ_SCENARIO_H

#include "tsq-timeline.h"

#include "ns3/data-rate.h"
#include "ns3/host-delay-probe.h"
#include "ns3/linux-tcp-socket.h"
#include "ns3/net-device-container.h"
#include "ns3/nic-net-device.h"
#include "ns3/node-container.h"
#include "ns3/nstime.h"
#include "ns3/packet-sink.h"
#include "ns3/queue-disc.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief What a TsqScenario is run with.
 */
struct TsqSettings
{
    DataRate rate{"10Gbps"};          //!< data rate of the NICs
    std::string limit{"rate"};        //!< small queue policy
    uint32_t limitBytes{0};           //!< tcp_limit_output_bytes, or 0
    uint32_t overhead{1280};          //!< charge of an skb beside its payload, in bytes
    uint32_t txUsecs{0};              //!< coalescing of completions, in us
    uint32_t txFrames{0};             //!< coalescing of completions, in frames or trains
    std::string tso{"on"};            //!< trains: on or off
    uint32_t gsoMax{65536};           //!< most of a train, in bytes
    std::string qdisc{"pfifo_fast"};  //!< queue disc
    uint32_t qdiscLimit{1000};        //!< its limit, in packets
    DataRate tbfRate{"100Mbps"};      //!< rate of tbf
    uint32_t tbfBurst{20000};         //!< bucket of tbf, in bytes
    Time delay{MicroSeconds(5)};      //!< of the cable
    Time duration{MilliSeconds(200)}; //!< how long the flow sends
    Time warmup{Time(0)};             //!< not measured at the begin
    Time sample{MicroSeconds(100)};   //!< between looks at the queue disc
    uint32_t rcvbuf{6291456};         //!< the receiver's buffer, in bytes
    std::string orphan{"none"};       //!< where the sender's NIC ends charges
    std::string pacing{"off"};        //!< does TCP pace itself?
    std::string bql{"on"};            //!< byte queue limits of the NICs
    uint32_t ring{512};               //!< descriptors of the NICs
    std::string congestion{"cubic"};  //!< congestion control
    std::string hystart{"off"};       //!< HyStart of cubic
    uint32_t quickAcks{16};           //!< segments that the receiver acknowledges at once
    uint32_t segmentSize{1448};       //!< payload of a full segment, in bytes
    Time sendmsgTime{Time(0)};        //!< how long sendmsg() holds the socket
    std::string kernel{"6.1"};        //!< release of the sender's kernel
};

/**
 * @ingroup linux-tx
 * @brief One bulk TCP flow between two hosts, and what its small queue does (S5 of the field
 *        reports: packets that are too large for the limit, completions that come too late).
 */
class TsqScenario
{
  public:
    /**
     * @brief Build hosts, sender and receiver.
     * @param settings all settings
     */
    explicit TsqScenario(const TsqSettings& settings);

    TsqScenario(const TsqScenario&) = delete;
    TsqScenario& operator=(const TsqScenario&) = delete;

    /**
     * @brief Let the flow run for the duration.
     */
    void Run();

    /**
     * @brief What it was run with.
     * @return the settings
     */
    const TsqSettings& GetSettings() const
    {
        return m_settings;
    }

    /**
     * @brief What the receiver's application got after the warm-up.
     * @return payload, in Mbit/s
     */
    double GetGoodputMbps() const;

    /**
     * @brief The most that could arrive: full segments back to back on the wire, or at tbf's rate.
     * @return payload, in Mbit/s
     */
    double GetCeilingMbps() const;

    /**
     * @brief What was in the queue disc at each look after the warm-up.
     * @return bytes, with link-layer header; sorted
     */
    const std::vector<uint64_t>& GetBacklogs() const
    {
        return m_backlogs;
    }

    /**
     * @brief How long packets were charged that completed after the warm-up.
     * @return the times, sorted
     */
    const std::vector<Time>& GetHostDelays() const
    {
        return m_delays;
    }

    /**
     * @brief The sending socket.
     * @return the socket
     */
    const Ptr<LinuxTcpSocket>& GetSocket() const
    {
        return m_socket;
    }

    /**
     * @brief The congestion window at the end.
     * @return segments
     */
    uint32_t GetCwndSegments() const
    {
        return m_cwnd / m_settings.segmentSize;
    }

    /**
     * @brief The sender's queue disc.
     * @return the queue disc, or null
     */
    const Ptr<QueueDisc>& GetQdisc() const
    {
        return m_qdisc;
    }

    /**
     * @brief The sender's NIC.
     * @return the NIC
     */
    const Ptr<NicNetDevice>& GetNic() const
    {
        return m_nic;
    }

    /**
     * @brief What happened first.
     * @return the timeline
     */
    const TsqTimeline& GetTimeline() const
    {
        return m_timeline;
    }

    /**
     * @brief Once everything has left: is nothing charged any more?
     * @return what is wrong, as one line; empty if nothing is
     */
    std::string CheckConservation() const;

  private:
    /**
     * @brief Make the NICs and the cable.
     */
    void BuildLink();

    /**
     * @brief Give the sender its queue disc, the receiver the default.
     */
    void InstallQueueDiscs();

    /**
     * @brief Install sender and receiver.
     */
    void InstallApplications();

    /**
     * @brief The flow has begun: find its socket.
     */
    void FindSocket();

    /**
     * @brief The congestion window has changed.
     * @param before bytes before
     * @param after bytes now
     */
    void NotifyCwnd(uint32_t before, uint32_t after);

    /**
     * @brief The warm-up is over.
     */
    void BeginMeasurement();

    /**
     * @brief Look at the queue disc, and again after a while.
     */
    void Sample();

    TsqSettings m_settings;           //!< all settings
    NodeContainer m_hosts;            //!< sender, receiver
    NetDeviceContainer m_nics;        //!< of sender and receiver
    Ptr<NicNetDevice> m_nic;          //!< the sender's NIC
    Ptr<QueueDisc> m_qdisc;           //!< the sender's queue disc, or null
    Ptr<PacketSink> m_sink;           //!< the receiver
    Ptr<LinuxTcpSocket> m_socket;     //!< the sending socket
    HostDelayProbe m_probe;           //!< times from charge to completion
    TsqTimeline m_timeline;           //!< what happens first
    uint32_t m_cwnd{0};               //!< congestion window, in bytes
    uint64_t m_receivedBefore{0};     //!< bytes received in the warm-up
    std::size_t m_delaysBefore{0};    //!< packets completed in the warm-up
    uint64_t m_received{0};           //!< bytes received at the end of the duration
    std::vector<uint64_t> m_backlogs; //!< looks at the queue disc
    std::vector<Time> m_delays;       //!< times from charge to completion
};

} // namespace ns3

#endif /* LINUX_TX_TSQ_SCENARIO_H */
