/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_TSQ_REPORT_H
#define LINUX_TX_TSQ_REPORT_H

#include "tsq-scenario.h"

#include <ostream>
#include <string>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief What a TsqScenario did, for people and for programs.
 */
class TsqReport
{
  public:
    /**
     * @brief Constructor.
     * @param scenario a scenario that has run
     */
    explicit TsqReport(const TsqScenario& scenario);

    /**
     * @brief For people: the settings, the figures, and what they mean.
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
     * @brief What limited the flow.
     * @return one sentence
     */
    std::string GetVerdict() const;

    const TsqScenario& m_scenario; //!< what ran
};

} // namespace ns3

#endif /* LINUX_TX_TSQ_REPORT_H */
