/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_BURST_REPORT_H
#define LINUX_TX_BURST_REPORT_H

#include "burst-scenario.h"

#include <ostream>
#include <string>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief What a BurstScenario did, for people and for programs.
 */
class BurstReport
{
  public:
    /**
     * @brief Constructor.
     * @param scenario a scenario that has run
     */
    explicit BurstReport(const BurstScenario& scenario);

    /**
     * @brief For people: the settings, a netperf line per sender, tc's view of the slaves, the
     *        bond, and what it means.
     * @param os where to print
     */
    void PrintText(std::ostream& os) const;

    /**
     * @brief For programs: one JSON object.
     * @param os where to print
     */
    void PrintJson(std::ostream& os) const;

  private:
    /// Sums over the queue discs of all slaves.
    struct QdiscSums
    {
        uint64_t sentPackets{0}; //!< packets
        uint64_t sentBytes{0};   //!< bytes
        uint64_t dropped{0};     //!< packets
        uint64_t early{0};       //!< packets dropped to keep the delay short, not at the limit
        uint64_t requeues{0};    //!< packets
    };

    /**
     * @brief Print what was run, with every setting that moves a figure.
     * @param os where to print
     */
    void PrintSettings(std::ostream& os) const;

    /**
     * @brief Print the senders as netperf prints its UDP_STREAM test.
     * @param os where to print
     */
    void PrintSenders(std::ostream& os) const;

    /**
     * @brief Print the bond and its slaves.
     * @param os where to print
     */
    void PrintBond(std::ostream& os) const;

    /**
     * @brief Say whether senders were throttled or packets dropped, and why.
     * @return one sentence
     */
    std::string GetVerdict() const;

    /**
     * @brief What became of the accepted messages, and why.
     * @param throttled true if senders had to wait
     * @return part of a sentence
     */
    std::string GetOutcome(bool throttled) const;

    /**
     * @brief How many send calls failed, and why.
     * @return part of a sentence
     */
    std::string GetFailures() const;

    /**
     * @brief Why nothing was dropped although nobody was throttled.
     * @return part of a sentence
     */
    std::string GetReasonOfEase() const;

    /**
     * @brief Why packets were dropped.
     * @return part of a sentence
     */
    std::string GetReasonOfDrops() const;

    /**
     * @brief Why packets were dropped at the limit of a queue disc.
     * @return part of a sentence
     */
    std::string GetReasonOfOverflow() const;

    /**
     * @brief Name of the slaves' queue disc.
     * @return as in pfifo_fast; tbf with a shaper
     */
    std::string GetQdiscName() const;

    /**
     * @brief A switch of the senders or their sockets, as it is and not as it is by default.
     * @param object a sender or a socket
     * @param name name of the attribute
     * @return its value
     */
    static bool IsOn(const Ptr<const Object>& object, const std::string& name);

    /**
     * @brief Does a NIC limit the bytes on its ring?
     * @return true if so
     */
    bool HasBql() const;

    /**
     * @brief From burst to burst.
     * @return seconds; 1/30 for the default, which the clock only holds to the nanosecond
     */
    double GetPeriodSeconds() const;

    /**
     * @brief getsockopt(SO_SNDBUF) of the senders.
     * @return bytes
     */
    uint32_t GetSndbuf() const;

    /**
     * @brief The most that was ever charged to one socket.
     * @return bytes
     */
    uint64_t GetMaxWmemAlloc() const;

    const BurstScenario& m_scenario; //!< what ran
    QdiscSums m_qdisc;               //!< what the queue discs did
};

} // namespace ns3

#endif /* LINUX_TX_BURST_REPORT_H */
