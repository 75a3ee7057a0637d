/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_GUEST_FLOOD_REPORT_H
#define LINUX_TX_GUEST_FLOOD_REPORT_H

#include "guest-flood-scenario.h"

#include <ostream>
#include <string>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief What a GuestFloodScenario did, for people and for programs.
 */
class GuestFloodReport
{
  public:
    /**
     * @brief Constructor.
     * @param scenario a scenario that has run
     */
    explicit GuestFloodReport(const GuestFloodScenario& scenario);

    /**
     * @brief For people: the settings, netperf's lines, where packets were held and dropped.
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
     * @brief Print sender and receiver as netperf prints its UDP_STREAM test.
     * @param os where to print
     */
    void PrintNetperf(std::ostream& os) const;

    /**
     * @brief Print the links of the chain, from the guest's socket to the NIC.
     * @param os where to print
     */
    void PrintChain(std::ostream& os) const;

    /**
     * @brief What became of the messages, and why.
     * @return one sentence
     */
    std::string GetVerdict() const;

    /**
     * @brief The device below the bridge.
     * @return its name in Linux
     */
    std::string GetUplink() const;

    const GuestFloodScenario& m_scenario; //!< what ran
};

} // namespace ns3

#endif /* LINUX_TX_GUEST_FLOOD_REPORT_H */
