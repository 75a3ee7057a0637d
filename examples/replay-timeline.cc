/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "replay-timeline.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <sstream>

namespace ns3
{

namespace
{

/**
 * @brief Read a time.
 * @param text the text
 * @param seconds where it goes
 * @return false if it is none
 */
bool
ReadTime(const std::string& text, double& seconds)
{
    char* end = nullptr;
    seconds = std::strtod(text.c_str(), &end);
    // written so that NaN fails
    return !text.empty() && *end == '\0' && seconds >= 0 && seconds <= ReplayTimeline::LATEST_TIME;
}

} // namespace

std::string
ReplayTimeline::Read(std::istream& input)
{
    std::vector<std::string> columns;
    std::string line;
    for (int number = 1; std::getline(input, line); ++number)
    {
        if (!line.empty() && line.back() == '\r')
        {
            line.pop_back();
        }
        if (line.empty())
        {
            continue;
        }
        if (line[0] == '#')
        {
            const auto start = line.find_first_not_of("# \t");
            m_comments.push_back(start == std::string::npos ? "" : line.substr(start));
            continue;
        }
        const auto cells = Split(line, '\t');
        double seconds = 0;
        if (columns.empty())
        {
            const auto isName = [&cells](const char* name) {
                return std::find(cells.begin(), cells.end(), name) != cells.end();
            };
            if (isName("t") && isName("what") && isName("detail"))
            {
                columns = cells;
                continue;
            }
            const bool startsWithCase =
                cells.size() > 1 && !ReadTime(cells[0], seconds) && ReadTime(cells[1], seconds);
            columns = startsWithCase ? std::vector<std::string>{"case", "t", "what", "detail"}
                                     : std::vector<std::string>{"t", "what", "end", "detail"};
        }
        Row row;
        bool hasTime = false;
        for (std::size_t i = 0; i < std::min(cells.size(), columns.size()); ++i)
        {
            const std::string& name = columns[i];
            if (name == "t")
            {
                hasTime = ReadTime(cells[i], seconds);
                row.time = seconds;
            }
            else if (name == "what")
            {
                row.what = cells[i];
            }
            else if (name == "end")
            {
                row.end = cells[i];
            }
            else if (name == "detail")
            {
                row.detail = cells[i];
            }
            else if (name == "case")
            {
                row.runName = cells[i];
            }
        }
        if (!hasTime)
        {
            return "must have a time from 0 to 100000 s in line " + std::to_string(number);
        }
        m_rows.push_back(row);
    }
    return "";
}

std::vector<std::string>
ReplayTimeline::Split(const std::string& text, char separator)
{
    std::vector<std::string> parts{""};
    for (const char character : text)
    {
        if (character == separator)
        {
            parts.emplace_back();
        }
        else
        {
            parts.back() += character;
        }
    }
    return parts;
}

std::vector<std::string>
ReplayTimeline::GetWords(const std::string& text)
{
    std::istringstream stream(text);
    std::vector<std::string> words;
    for (std::string word; stream >> word;)
    {
        words.push_back(word);
    }
    return words;
}

std::string
ReplayTimeline::FormatTime(double seconds)
{
    char text[32];
    std::snprintf(text, sizeof(text), "%.3f", seconds);
    return text;
}

} // namespace ns3
