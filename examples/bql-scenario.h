/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_BQL_SCENARIO_H
#define LINUX_TX_BQL_SCENARIO_H

#include "request-server.h"
#include "request-session.h"

#include "ns3/byte-queue-limits-report.h"
#include "ns3/data-rate.h"
#include "ns3/net-device-container.h"
#include "ns3/nic-net-device.h"
#include "ns3/node-container.h"
#include "ns3/nstime.h"
#include "ns3/packet-sink.h"
#include "ns3/queue-disc.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief What a BqlScenario is run with.
 */
struct BqlSettings
{
    uint32_t queues{1};                //!< transmit queues of the host's NIC
    std::string qdisc{"fq_codel"};     //!< queue disc, of each transmit queue
    std::string bql{"on"};             //!< byte queue limits
    uint32_t flows{50};                //!< bulk flows
    DataRate rate{"1Gbps"};            //!< data rate of the NICs
    Time delay{MicroSeconds(20)};      //!< of the cable
    std::string driver{"normal"};      //!< kind of driver (NicHelper::SetDriver)
    uint32_t ring{512};                //!< descriptors of each transmit queue
    uint32_t qdiscLimit{1000};         //!< limit of pfifo_fast, in packets; a train is one
    std::string tso{"on"};             //!< bulk flows send trains
    Time duration{MilliSeconds(2000)}; //!< what is measured
    Time warmup{MilliSeconds(500)};    //!< before it
    uint32_t seed{1};                  //!< of the times at which flows begin
};

/**
 * @ingroup linux-tx
 * @brief A session of requests and responses that shares a host with bulk flows: how long it waits
 *        in the host, by queue disc and BQL.
 *
 * One object is one simulation.
 */
class BqlScenario
{
  public:
    /**
     * @brief Build hosts, flows and session.
     * @param settings all settings
     */
    explicit BqlScenario(const BqlSettings& settings);
    ~BqlScenario();

    BqlScenario(const BqlScenario&) = delete;
    BqlScenario& operator=(const BqlScenario&) = delete;

    /**
     * @brief Run the simulation, until everything has left the host again.
     */
    void Run();

    /**
     * @brief What it was run with.
     * @return the settings
     */
    const BqlSettings& GetSettings() const
    {
        return m_settings;
    }

    /**
     * @brief Transactions of the session.
     * @return number per second
     */
    double GetTransactionRate() const;

    /**
     * @brief A percentile of the times from request to response.
     * @param percent 0 to 100
     * @return the time; 0 without transactions
     */
    Time GetLatency(double percent) const;

    /**
     * @brief What the bulk flows got through, all together.
     * @return payload, in Mbit/s
     */
    double GetBulkMbps() const;

    /**
     * @brief BQL of the transmit queues, when the measurement ended.
     * @return one for each
     */
    const std::vector<ByteQueueLimits>& GetQueueLimits() const
    {
        return m_queueLimits;
    }

    /**
     * @brief The queue disc of a transmit queue, as `tc qdisc show` prints it.
     * @return kind and parameters
     */
    std::string GetQdiscParameters() const;

    /**
     * @brief When the NIC reports what it has sent.
     * @return its settings
     */
    const TxCoalescing& GetTxCoalescing() const
    {
        return m_nic->GetTxCoalescing();
    }

    /**
     * @brief Packets that the host's queue discs dropped; a train is one.
     * @return number of packets
     */
    uint64_t GetDropped() const;

    /**
     * @brief Is nothing charged any more, and has every request been answered?
     * @return what is wrong, as one line; empty if nothing is
     */
    std::string CheckConservation() const;

  private:
    /**
     * @brief Make NICs and cable.
     */
    void BuildLink();

    /**
     * @brief Put a queue disc on each transmit queue of the host's NIC.
     */
    void InstallQueueDiscs();

    /**
     * @brief Install the bulk flows.
     */
    void InstallBulkFlows();

    /**
     * @brief The measurement begins.
     */
    void BeginMeasurement();

    /**
     * @brief The measurement ends.
     */
    void EndMeasurement();

    BqlSettings m_settings;                     //!< all settings
    NodeContainer m_hosts;                      //!< the host, and its peer
    NetDeviceContainer m_nics;                  //!< their NICs
    Ptr<NicNetDevice> m_nic;                    //!< the host's
    Ptr<QueueDisc> m_qdisc;                     //!< its root queue disc
    std::vector<Ptr<PacketSink>> m_sinks;       //!< of the bulk flows
    std::unique_ptr<RequestServer> m_server;    //!< answers, on the peer
    std::unique_ptr<RequestSession> m_session;  //!< asks, on the host
    std::vector<Time> m_latencies;              //!< in order of their length, at the end
    std::vector<ByteQueueLimits> m_queueLimits; //!< when the measurement ended
    uint64_t m_bulkBytes{0};                    //!< received by bulk flows in the measurement
    bool m_measuring{false};                    //!< between BeginMeasurement() and EndMeasurement()
};

} // namespace ns3

#endif /* LINUX_TX_BQL_SCENARIO_H */
