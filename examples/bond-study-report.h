/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_BOND_STUDY_REPORT_H
#define LINUX_TX_BOND_STUDY_REPORT_H

#include "bond-study.h"

#include <ostream>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief What the runs of a study gave, for people, for programs, and for gnuplot.
 */
class BondStudyReport
{
  public:
    /**
     * @brief Constructor.
     * @param settings all settings; the networks are those of the results
     * @param results one a run; at least one
     */
    BondStudyReport(const BondStudySettings& settings, const std::vector<BondStudyResult>& results);

    /**
     * @brief For people: the settings, a line a run, bars of how the traffic spreads, and what
     *        limits it.
     * @param os where to print
     */
    void PrintText(std::ostream& os) const;

    /**
     * @brief For programs: one JSON object.
     * @param os where to print
     */
    void PrintJson(std::ostream& os) const;

    /**
     * @brief For gnuplot: a script that draws the share of each slave as bars, by run.
     * @param os where to print
     * @param image name of the image that the script makes
     */
    void PrintPlot(std::ostream& os, const std::string& image) const;

  private:
    /**
     * @brief Did the sessions send requests, and not as much as they could?
     * @return true if so
     */
    bool HasRequests() const;

    /**
     * @brief Print what was run, with every setting that moves a figure.
     * @param os where to print
     */
    void PrintSettings(std::ostream& os) const;

    /**
     * @brief Print a table with a line a run.
     * @param os where to print
     */
    void PrintRuns(std::ostream& os) const;

    /**
     * @brief Print a bar for each slave of each run.
     * @param os where to print
     */
    void PrintShares(std::ostream& os) const;

    /**
     * @brief Transactions or Gbit/s.
     * @param result a run
     * @return the figure, in 1/s or 10^9 bit/s
     */
    double GetHeadline(const BondStudyResult& result) const;

    /**
     * @brief What keeps a run from being faster.
     * @param result the run
     * @return part of a sentence
     */
    std::string GetLimit(const BondStudyResult& result) const;

    /**
     * @brief What tells the runs of this study apart.
     * @param result a run
     * @return mode, formula or both
     */
    std::string GetRunName(const BondStudyResult& result) const;

    const BondStudySettings& m_settings;           //!< all settings
    const std::vector<BondStudyResult>& m_results; //!< one a run
};

} // namespace ns3

#endif /* LINUX_TX_BOND_STUDY_REPORT_H */
