/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_REQUEST_STUDY_H
#define LINUX_TX_REQUEST_STUDY_H

#include "bond-study.h"
#include "request-server.h"
#include "request-session.h"
#include "slave-load-meter.h"
#include "switched-bond.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief Request/response sessions over the bond, as the field report of 2014 had them
 *        (`netperf -t TCP_RR`, 200 at once).
 *
 * The sessions connect one after the other (ns-3's ARP queues few packets) and begin at once. When
 * all are connected and have settled, the measurement begins; then they stop, and every request has
 * to have been answered. One object is one simulation.
 */
class RequestStudy
{
  public:
    /**
     * @brief Build the network, the servers and the sessions.
     * @param settings all settings
     */
    explicit RequestStudy(const BondStudySettings& settings);

    RequestStudy(const RequestStudy&) = delete;
    RequestStudy& operator=(const RequestStudy&) = delete;

    /**
     * @brief Run the simulation.
     * @return what came out
     */
    BondStudyResult Run();

  private:
    /**
     * @brief Connect a session, then the next one.
     * @param session its number, from 0
     */
    void Connect(std::size_t session);

    /**
     * @brief The measurement begins.
     */
    void BeginMeasurement();

    /**
     * @brief The measurement ends; sessions finish what they are at.
     */
    void EndMeasurement();

    /**
     * @brief The sum of what happened in all sessions so far.
     * @return the counters
     */
    RequestSession::Counters GetCounters() const;

    /**
     * @brief Check that every request was answered once and every answer received.
     * @return what is wrong, as one line; empty if nothing is
     */
    std::string CheckConservation() const;

    BondStudySettings m_settings;                            //!< all settings
    SwitchedBond m_network;                                  //!< the network
    std::vector<std::unique_ptr<RequestServer>> m_servers;   //!< one a host
    std::vector<std::unique_ptr<RequestSession>> m_sessions; //!< in order of their numbers
    std::unique_ptr<SlaveLoadMeter> m_meter;                 //!< since the measurement began
    RequestSession::Counters m_before;                       //!< when it began
    std::size_t m_busy{0};                                   //!< sessions that are not idle yet
    BondStudyResult m_result;                                //!< what came out
};

} // namespace ns3

#endif /* LINUX_TX_REQUEST_STUDY_H */
