/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/link-statistics-report.h"

#include <algorithm>
#include <iomanip>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

namespace
{

/// A table of numbers below their titles, all right-aligned.
class StatisticsTable
{
  public:
    /// A title and the number below it.
    using Cell = std::pair<std::string, uint64_t>;

    /**
     * @brief Add a pair of lines.
     * @param heading what the line of titles begins with
     * @param first the number in the first column, which the heading shares; without one it is
     *        left empty
     * @param cells the columns after that
     * @param spareColumn leave room for an optional last column
     */
    void Add(const std::string& heading,
             const std::vector<Cell>& first,
             const std::vector<Cell>& cells,
             bool spareColumn)
    {
        m_lines.push_back({heading, first, cells, spareColumn});
        for (const Cell& cell : first)
        {
            Widen(0, cell.second);
        }
        for (std::size_t i = 0; i < cells.size(); ++i)
        {
            Widen(i + 1, cells[i].second);
        }
    }

    /**
     * @brief Print all lines.
     * @param os where to
     */
    void Print(std::ostream& os) const
    {
        for (const Line& line : m_lines)
        {
            const int rest = m_widths[0] - static_cast<int>(line.heading.size());
            os << INDENT << line.heading << std::setw(rest)
               << (line.first.empty() ? "" : line.first[0].first);
            for (std::size_t i = 0; i < line.cells.size(); ++i)
            {
                os << " " << std::setw(m_widths[i + 1]) << line.cells[i].first;
            }
            os << (line.spareColumn ? std::string(1 + m_widths.back(), ' ') : "") << "\n" << INDENT;

            if (line.first.empty())
            {
                os << std::string(m_widths[0] + 1, ' ');
            }
            else
            {
                os << std::setw(m_widths[0]) << line.first[0].second << " ";
            }
            for (std::size_t i = 0; i < line.cells.size(); ++i)
            {
                os << std::setw(m_widths[i + 1]) << line.cells[i].second << " ";
            }
            os << "\n";
        }
    }

  private:
    static constexpr const char* INDENT = "    "; //!< what each line begins with

    /// A pair of lines.
    struct Line
    {
        std::string heading;     //!< what the line of titles begins with
        std::vector<Cell> first; //!< first column, or nothing
        std::vector<Cell> cells; //!< the other columns
        bool spareColumn;        //!< room for one more?
    };

    /**
     * @brief Make a column wide enough for a number (size_columns).
     * @param column the column
     * @param number the number
     */
    void Widen(std::size_t column, uint64_t number)
    {
        m_widths[column] =
            std::max(m_widths[column], static_cast<int>(std::to_string(number).size()));
    }

    std::vector<Line> m_lines; //!< what was added
    /// Widths of the columns; at first those of "RX errors:", "packets", "errors", "dropped",
    /// "heartbt", "overrun" and "compressed".
    std::vector<int> m_widths{10, 7, 6, 7, 7, 7, 10};
};

} // namespace

void
PrintLinkStatistics(std::ostream& os, const LinkStatistics& s, bool errors)
{
    StatisticsTable table;
    table.Add("RX:",
              {{"bytes", s.rxBytes}},
              {{"packets", s.rxPackets},
               {"errors", s.rxErrors},
               {"dropped", s.rxDropped},
               {"missed", s.rxMissed},
               {"mcast", s.rxMulticast}},
              true);
    if (errors)
    {
        std::vector<StatisticsTable::Cell> cells{{"length", s.rxLengthErrors},
                                                 {"crc", s.rxCrcErrors},
                                                 {"frame", s.rxFrameErrors},
                                                 {"fifo", s.rxFifoErrors},
                                                 {"overrun", s.rxOverErrors}};
        if (s.rxNoHandler > 0)
        {
            cells.emplace_back("nohandler", s.rxNoHandler);
        }
        table.Add("RX errors:", {}, cells, false);
    }
    table.Add("TX:",
              {{"bytes", s.txBytes}},
              {{"packets", s.txPackets},
               {"errors", s.txErrors},
               {"dropped", s.txDropped},
               {"carrier", s.txCarrierErrors},
               {"collsns", s.collisions}},
              true);
    if (errors)
    {
        table.Add("TX errors:",
                  {},
                  {{"aborted", s.txAbortedErrors},
                   {"fifo", s.txFifoErrors},
                   {"window", s.txWindowErrors},
                   {"heartbt", s.txHeartbeatErrors},
                   {"transns", s.carrierChanges}},
                  false);
    }
    table.Print(os);
}

void
WriteLinkStatistics(IpOutput& output, const LinkStatistics& s, bool errors)
{
    output.Open("stats64");

    output.Open("rx");
    output.JsonOnly("bytes", s.rxBytes);
    output.JsonOnly("packets", s.rxPackets);
    output.JsonOnly("errors", s.rxErrors);
    output.JsonOnly("dropped", s.rxDropped);
    output.JsonOnly("over_errors", s.rxOverErrors);
    output.JsonOnly("multicast", s.rxMulticast);
    if (errors)
    {
        output.JsonOnly("length_errors", s.rxLengthErrors);
        output.JsonOnly("crc_errors", s.rxCrcErrors);
        output.JsonOnly("frame_errors", s.rxFrameErrors);
        output.JsonOnly("fifo_errors", s.rxFifoErrors);
        output.JsonOnly("missed_errors", s.rxMissed);
        if (s.rxNoHandler > 0)
        {
            output.JsonOnly("nohandler", s.rxNoHandler);
        }
    }
    output.Close();

    output.Open("tx");
    output.JsonOnly("bytes", s.txBytes);
    output.JsonOnly("packets", s.txPackets);
    output.JsonOnly("errors", s.txErrors);
    output.JsonOnly("dropped", s.txDropped);
    output.JsonOnly("carrier_errors", s.txCarrierErrors);
    output.JsonOnly("collisions", s.collisions);
    if (errors)
    {
        output.JsonOnly("aborted_errors", s.txAbortedErrors);
        output.JsonOnly("fifo_errors", s.txFifoErrors);
        output.JsonOnly("window_errors", s.txWindowErrors);
        output.JsonOnly("heartbeat_errors", s.txHeartbeatErrors);
        output.JsonOnly("carrier_changes", s.carrierChanges);
    }
    output.Close();

    output.Close();
}

} // namespace ns3
