/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_POLARISATION_STUDY_H
#define LINUX_TX_POLARISATION_STUDY_H

#include "bond-study.h"
#include "slave-load-meter.h"
#include "switched-bond.h"

#include <cstdint>
#include <map>
#include <memory>
#include <vector>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief Bulk TCP flows over the bond: does the transmit hash spread them over its links, or does
 *        it put all on one?
 *
 * Every flow has data to send all the time. One object is one simulation.
 */
class PolarisationStudy
{
  public:
    /**
     * @brief Build the network, the senders and the receivers.
     * @param settings all settings; sessions are the flows, the pattern has no effect
     */
    explicit PolarisationStudy(const BondStudySettings& settings);

    PolarisationStudy(const PolarisationStudy&) = delete;
    PolarisationStudy& operator=(const PolarisationStudy&) = delete;

    /**
     * @brief Run the simulation.
     * @return what came out
     */
    BondStudyResult Run();

  private:
    /**
     * @brief Put a receiver of any number of flows on a host behind the switch.
     * @param host its number, from 0
     */
    void InstallReceiver(uint32_t host);

    /**
     * @brief Put a flow's sender on the host with the bond.
     * @param flow its number, from 0
     */
    void InstallSender(uint32_t flow);

    /**
     * @brief The measurement begins.
     */
    void BeginMeasurement();

    /**
     * @brief The measurement ends, and with it the simulation.
     */
    void EndMeasurement();

    BondStudySettings m_settings;            //!< all settings
    SwitchedBond m_network;                  //!< the network
    std::vector<uint16_t> m_ports;           //!< source ports by flow
    std::map<uint16_t, uint64_t> m_received; //!< payload that arrived, in bytes, by source port
    std::map<uint16_t, uint64_t> m_before;   //!< the same when the measurement began
    std::unique_ptr<SlaveLoadMeter> m_meter; //!< since the measurement began
    BondStudyResult m_result;                //!< what came out
};

} // namespace ns3

#endif /* LINUX_TX_POLARISATION_STUDY_H */
