/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "recorded-texts.h"

#include <fstream>
#include <sstream>
#include <string_view>

namespace
{

// constexpr: test suites read files while objects of static storage are still being made
constexpr std::string_view MOMENT = "##### "; //!< what a line that names a moment begins with
constexpr std::string_view COMMAND = "# ";    //!< what a line that names a command begins with

} // namespace

RecordedTexts::RecordedTexts(const std::string& name)
{
    std::ifstream file(std::string(LINUX_TX_TEST_DATA_DIR) + "/" + name);
    std::string moment;
    std::string line;
    while (std::getline(file, line))
    {
        if (line.compare(0, MOMENT.size(), MOMENT) == 0)
        {
            // "##### up, two slaves: t=5.2 s"
            moment = line.substr(MOMENT.size(), line.rfind(": t=") - MOMENT.size());
        }
        else if (line.compare(0, COMMAND.size(), COMMAND) == 0)
        {
            m_texts.push_back({moment, line.substr(COMMAND.size()), {}});
        }
        else if (!m_texts.empty())
        {
            m_texts.back().lines.push_back(line);
        }
    }
    for (Text& text : m_texts)
    {
        if (!text.lines.empty() && text.lines.back().empty())
        {
            text.lines.pop_back();
        }
    }
}

std::vector<std::string>
RecordedTexts::SplitLines(const std::string& text)
{
    std::istringstream stream(text);
    std::vector<std::string> lines;
    for (std::string line; std::getline(stream, line);)
    {
        lines.push_back(line);
    }
    return lines;
}
