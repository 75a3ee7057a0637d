/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_TSQ_WIFI_REPORT_H
#define LINUX_TX_TSQ_WIFI_REPORT_H

#include "tsq-wifi-scenario.h"

#include <ostream>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief What TsqWifiScenarios with different limits measured, for people and for programs.
 */
class TsqWifiReport
{
  public:
    /**
     * @brief Constructor.
     * @param settings what they were run with, but for the shift
     * @param results what they measured
     */
    TsqWifiReport(const TsqWifiSettings& settings, const std::vector<TsqWifiResult>& results);

    /**
     * @brief For people: the settings, a table with a line each, and what it means.
     * @param os where to print
     */
    void PrintText(std::ostream& os) const;

    /**
     * @brief For programs: one JSON object.
     * @param os where to print
     */
    void PrintJson(std::ostream& os) const;

  private:
    /**
     * @brief Print what was run, with every setting that moves a figure.
     * @param os where to print
     */
    void PrintSettings(std::ostream& os) const;

    /**
     * @brief What the table says.
     * @return one sentence; empty for a single line
     */
    std::string GetVerdict() const;

    const TsqWifiSettings& m_settings;           //!< what was run
    const std::vector<TsqWifiResult>& m_results; //!< what came out
};

} // namespace ns3

#endif /* LINUX_TX_TSQ_WIFI_REPORT_H */
