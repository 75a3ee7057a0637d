/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_REPLAY_TIMELINE_H
#define LINUX_TX_REPLAY_TIMELINE_H

#include <istream>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup linux-tx
 * @brief A timeline of the Linux reference (e3-*.tsv, e2-activebackup.tsv): what was done to bonds,
 *        and what could be seen then.
 *
 * Tab-separated: '#' lines are comments, then come the column names, then rows. Columns t, what and
 * detail are needed, end and case are known, others are passed over. Without a line of names the
 * columns are t, what, end, detail, or case, t, what, detail if it is the second that has a time.
 */
class ReplayTimeline
{
  public:
    /// One row.
    struct Row
    {
        double time{0};      //!< column t, in seconds
        std::string what;    //!< event, state, split ...
        std::string end;     //!< whose state; empty or "-" for all
        std::string detail;  //!< what happened, or the state
        std::string runName; //!< column case: which of several runs in the file; empty without
    };

    /// Latest time of a row, in seconds.
    static constexpr double LATEST_TIME = 1e5;

    /**
     * @brief Read a timeline.
     * @param input the text
     * @return what is wrong with it, in a few words, as in "must ..."; empty if nothing
     */
    std::string Read(std::istream& input);

    /**
     * @brief The comments without '#' and blanks, in order.
     * @return the comments
     */
    const std::vector<std::string>& GetComments() const
    {
        return m_comments;
    }

    /**
     * @brief The rows, in file order.
     * @return the rows
     */
    const std::vector<Row>& GetRows() const
    {
        return m_rows;
    }

    /**
     * @brief Split a text.
     * @param text the text
     * @param separator where to split
     * @return the parts, at least one
     */
    static std::vector<std::string> Split(const std::string& text, char separator);

    /**
     * @brief Split a text at blanks.
     * @param text the text
     * @return the words
     */
    static std::vector<std::string> GetWords(const std::string& text);

    /**
     * @brief A time as timelines have it.
     * @param seconds the time
     * @return with three decimals
     */
    static std::string FormatTime(double seconds);

  private:
    std::vector<std::string> m_comments; //!< comments
    std::vector<Row> m_rows;             //!< rows
};

} // namespace ns3

#endif /* LINUX_TX_REPLAY_TIMELINE_H */
