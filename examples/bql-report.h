/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_BQL_REPORT_H
#define LINUX_TX_BQL_REPORT_H

#include "bql-scenario.h"

#include <cstdint>
#include <ostream>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief What several BqlScenarios did, for people and for programs.
 */
class BqlReport
{
  public:
    /**
     * @brief Add what a scenario did.
     * @param scenario a scenario that has run
     */
    void Add(const BqlScenario& scenario);

    /**
     * @brief For people: the settings and a table, a line for each scenario.
     * @param os where to print
     */
    void PrintText(std::ostream& os) const;

    /**
     * @brief For programs: one JSON object.
     * @param os where to print
     */
    void PrintJson(std::ostream& os) const;

  private:
    /// What a scenario did.
    struct Row
    {
        BqlSettings settings;         //!< what it was run with
        double transactions;          //!< per second
        std::vector<Time> latencies;  //!< at PERCENTILES
        double bulkMbps;              //!< payload of the bulk flows, in Mbit/s
        std::vector<uint32_t> limits; //!< BQL's limit of each transmit queue, in bytes
        uint64_t dropped;             //!< packets that queue discs dropped
        std::string qdisc;            //!< queue disc of a transmit queue with its parameters
        TxCoalescing coalescing;      //!< of the host's NIC
    };

    /**
     * @brief For people: what all runs have in common.
     * @param os where to print
     */
    void PrintSettings(std::ostream& os) const;

    /**
     * @brief The row that differs from another one only in having no BQL.
     * @param row a row with BQL
     * @return the other, or null
     */
    const Row* FindWithoutBql(const Row& row) const;

    /**
     * @brief Say what the rows show.
     * @param os where to print
     */
    void PrintVerdicts(std::ostream& os) const;

    std::vector<Row> m_rows; //!< one a scenario
};

} // namespace ns3

#endif /* LINUX_TX_BQL_REPORT_H */
