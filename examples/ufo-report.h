/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_UFO_REPORT_H
#define LINUX_TX_UFO_REPORT_H

#include "ufo-scenario.h"

#include <ostream>
#include <string>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief What a UfoScenario did, for people and for programs.
 */
class UfoReport
{
  public:
    /**
     * @brief Constructor.
     * @param scenario a scenario that has run
     */
    explicit UfoReport(const UfoScenario& scenario);

    /**
     * @brief For people: the settings, netperf's lines, tc's view of the NIC, and what it means.
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
     * @brief What became of the messages, and why.
     * @return one sentence
     */
    std::string GetVerdict() const;

    /**
     * @brief Why segments were dropped.
     * @return part of a sentence
     */
    std::string GetReasonOfDrops() const;

    /**
     * @brief Does anything keep the charge until the NIC has sent the last segment?
     * @return false if the charge ends where the train is cut
     */
    bool KeepsCharge() const;

    /**
     * @brief A switch as it is, and not as it is by default.
     * @param object what has it
     * @param name name of the attribute
     * @return its value
     */
    static bool IsOn(const Ptr<const Object>& object, const std::string& name);

    /**
     * @brief Does the sender's NIC limit the bytes on its ring?
     * @return true if so
     */
    bool HasBql() const;

    /**
     * @brief What a send call takes for a socket whose sndbuf went by at one instant.
     * @return attribute SendCallTime of the socket
     */
    Time GetSendCallTime() const;

    /**
     * @brief net.core.wmem_max.
     * @return bytes
     */
    uint64_t GetWmemMax() const;

    const UfoScenario& m_scenario; //!< what ran
};

} // namespace ns3

#endif /* LINUX_TX_UFO_REPORT_H */
