/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_FAILOVER_TIMELINE_H
#define LINUX_TX_FAILOVER_TIMELINE_H

#include "failover-event.h"

#include <istream>
#include <ostream>
#include <string>
#include <vector>

namespace ns3
{

/// A row of a failover timeline.
struct FailoverRow
{
    Time time;          //!< since the start of the case
    std::string what;   //!< event, state or arp
    std::string detail; //!< what happened
};

/// What is done to one bond.
struct FailoverCase
{
    std::string name;                  //!< its name, which tells the bond's settings
    std::vector<FailoverEvent> events; //!< in order of time
};

/**
 * @ingroup linux-tx
 * @brief A file of failover timelines in the form of the reference (ReplayTimeline), with columns
 *        case, t, what, detail; the second comment says what holds for all cases.
 *
 * Only rows that are events are read; all others are what a bond made of them.
 */
class FailoverTimeline
{
  public:
    /**
     * @brief Read a file.
     * @param input the file
     * @return what is wrong with it, as in "must ..."; empty if nothing
     */
    std::string Read(std::istream& input);

    /**
     * @brief The settings of all cases.
     * @return the second comment; empty without one
     */
    std::string GetSettings() const;

    /**
     * @brief The cases.
     * @return in the order of their first events
     */
    const std::vector<FailoverCase>& GetCases() const
    {
        return m_cases;
    }

    /**
     * @brief Print the file's comments and the names of the columns.
     * @param os where to
     */
    void PrintHead(std::ostream& os) const;

    /**
     * @brief Print the rows of a case.
     * @param os where to
     * @param name name of the case
     * @param rows its rows
     */
    static void PrintRows(std::ostream& os,
                          const std::string& name,
                          const std::vector<FailoverRow>& rows);

  private:
    /**
     * @brief Find a case.
     * @param name its name
     * @return the case, which is new if there was none of that name
     */
    FailoverCase& GetCase(const std::string& name);

    std::vector<std::string> m_comments; //!< comments
    std::vector<FailoverCase> m_cases;   //!< in file order
};

} // namespace ns3

#endif /* LINUX_TX_FAILOVER_TIMELINE_H */
