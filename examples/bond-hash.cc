/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Which slave of a bond sends a frame.
//
//   bond-hash --policy=layer3+4 --slaves=4 --frames=frames.txt
//
// Every line of the input is a frame in hexadecimal digits, as it was given to the bond, and may be
// cut short anywhere behind the Ethernet header. For a frame that was sent through VLAN devices,
// their ids follow after a tab, outermost first: 100, or 20.30. Every line gives one line of
// output: the slave, as its position among the usable slaves, or "?" for a text that is no frame,
// with the reason on stderr. The exit status is 0 in both cases: the output tells them apart.
//
// With --table the input is a table like test/data/e1-frames.tsv instead: tab-separated, its '#'
// lines explain, its first other line names the columns, and frame_hex_first_128 and tags are used.
// Only its frames give output.

#include "example-end.h"
#include "example-options.h"
#include "frame-text.h"

#include "ns3/bond-params.h"
#include "ns3/transmit-hash.h"

#include <algorithm>
#include <fstream>
#include <iostream>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

/// Names of the policies, in the order of their numbers in Linux.
const std::vector<std::string> POLICIES{"layer2",
                                        "layer3+4",
                                        "layer2+3",
                                        "encap2+3",
                                        "encap3+4",
                                        "vlan+srcmac"};

/// Releases whose formulas there are.
const std::map<std::string, XmitHashFormula> FORMULAS{{"6.1", XmitHashFormula::LINUX_6_1},
                                                      {"2.6", XmitHashFormula::LINUX_2_6}};

/// A line is kept up to this many characters: the longest frame, a tab and tags.
constexpr std::size_t MAX_LINE_LENGTH = 2 * FrameText::MAX_FRAME_LENGTH + 1024;

/// What the command line says.
struct Settings
{
    std::string policy{"layer2"}; //!< xmit_hash_policy
    uint32_t slaves{2};           //!< how many are usable
    std::string frames{"-"};      //!< file name, or - for standard input
    std::string formula{"6.1"};   //!< release
    bool table{false};            //!< the file has named columns
};

/// Goes through the input and prints a slave a frame.
class SlavePrinter
{
  public:
    /**
     * @brief Constructor.
     * @param settings the settings
     */
    explicit SlavePrinter(const Settings& settings)
        : m_settings(settings),
          m_hash(
              static_cast<XmitHashPolicy>(
                  std::find(POLICIES.begin(), POLICIES.end(), settings.policy) - POLICIES.begin()),
              FORMULAS.at(settings.formula)),
          m_tagsColumn(1)
    {
    }

    /**
     * @brief Read everything.
     * @param input the frames
     * @return false if it should have been a table and has no column of frames
     */
    bool Run(std::istream& input)
    {
        std::vector<char> line(MAX_LINE_LENGTH + 1);
        bool isHeaderDue = m_settings.table;
        for (m_line = 1; input.getline(line.data(), line.size()) || input.gcount() > 0; ++m_line)
        {
            // gcount() counts the newline too, unless there was none
            std::size_t length = input.gcount();
            if (input.fail())
            {
                input.clear();
                input.ignore(std::numeric_limits<std::streamsize>::max(), '\n');
                PrintProblem("longer than any frame");
                continue;
            }
            length -= input.eof() ? 0 : 1;
            const std::string text(line.data(), length);
            if (m_settings.table && text[0] == '#')
            {
                continue;
            }
            const auto cells = Split(text);
            if (isHeaderDue)
            {
                isHeaderDue = false;
                if (!ReadColumns(cells))
                {
                    return false;
                }
                continue;
            }
            PrintSlave(cells);
        }
        return !isHeaderDue;
    }

  private:
    /**
     * @brief Split a line at its tabs.
     * @param text the line
     * @return the cells, at least one, without a carriage return at the end
     */
    static std::vector<std::string> Split(const std::string& text)
    {
        std::vector<std::string> cells{""};
        for (const char character : text)
        {
            if (character == '\t')
            {
                cells.emplace_back();
            }
            else
            {
                cells.back() += character;
            }
        }
        if (!cells.back().empty() && cells.back().back() == '\r')
        {
            cells.back().pop_back();
        }
        return cells;
    }

    /**
     * @brief Find out which columns to use.
     * @param names the columns' names
     * @return false if there are no frames among them
     */
    bool ReadColumns(const std::vector<std::string>& names)
    {
        const auto find = [&names](const std::string& name) {
            return static_cast<std::size_t>(std::find(names.begin(), names.end(), name) -
                                            names.begin());
        };
        m_frameColumn = find("frame_hex_first_128");
        m_tagsColumn = find("tags");
        return m_frameColumn < names.size();
    }

    /**
     * @brief Print the slave of one line.
     * @param cells the line
     */
    void PrintSlave(const std::vector<std::string>& cells)
    {
        if (!m_settings.table && cells.size() > 2)
        {
            PrintProblem(std::to_string(cells.size()) + " columns, a frame and its tags are 2");
            return;
        }
        const auto get = [&cells](std::size_t column) {
            return column < cells.size() ? cells[column] : "";
        };
        const auto result = FrameText::Parse(get(m_frameColumn), get(m_tagsColumn));
        if (!result.frame)
        {
            PrintProblem(result.problem);
            return;
        }
        std::cout << m_hash.Compute(*result.frame) % m_settings.slaves << "\n";
    }

    /**
     * @brief Print that a line is no frame.
     * @param problem why
     */
    void PrintProblem(const std::string& problem)
    {
        std::cout << "?\n";
        std::cerr << "line " << m_line << ": " << problem << "\n";
    }

    const Settings& m_settings;   //!< the settings
    TransmitHash m_hash;          //!< the hash
    uint64_t m_line{0};           //!< number of the line, from 1
    std::size_t m_frameColumn{0}; //!< which cell is the frame
    std::size_t m_tagsColumn;     //!< which cell are its tags; beyond the last if there are none
};

} // namespace

int
main(int argc, char* argv[])
{
    Settings settings;
    std::vector<std::string> formulas;
    for (const auto& [name, formula] : FORMULAS)
    {
        formulas.insert(formulas.begin(), name);
    }
    ExampleOptions options(__FILE__,
                           "Which slave of a bond sends a frame: one line of output for each line "
                           "of input, ? if that is no frame.");
    options.AddChoice("policy", "transmit hash policy", settings.policy, POLICIES);
    options.AddInteger("slaves", "number of usable slaves", settings.slaves, 1);
    options.AddFile("frames",
                    "file of frames in hex, one a line, VLAN devices after a tab",
                    settings.frames);
    options.AddChoice("formula",
                      "release whose formulas count; encap2+3, encap3+4 and vlan+srcmac have only "
                      "that of 6.1",
                      settings.formula,
                      formulas);
    options.AddFlag("table",
                    "the file has # lines and named columns, frame_hex_first_128 and tags",
                    settings.table);
    options.Parse(argc, argv);

    std::ifstream file;
    if (settings.frames != "-")
    {
        file.open(settings.frames);
    }
    if (!SlavePrinter(settings).Run(settings.frames == "-" ? std::cin : file))
    {
        options.Refuse("frames",
                       settings.frames,
                       "must have a column frame_hex_first_128 with --table");
    }
    return EndExample("bond-hash", "");
}
