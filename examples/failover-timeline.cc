/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "failover-timeline.h"

#include "replay-timeline.h"

#include <algorithm>

namespace ns3
{

std::string
FailoverTimeline::Read(std::istream& input)
{
    ReplayTimeline timeline;
    const std::string problem = timeline.Read(input);
    if (!problem.empty())
    {
        return problem;
    }
    m_comments = timeline.GetComments();
    for (const auto& row : timeline.GetRows())
    {
        if (row.what != "event")
        {
            continue;
        }
        const FailoverEvent event = FailoverEvent::Read(Seconds(row.time), row.detail);
        if (event.commands.empty())
        {
            return "has the event '" + row.detail +
                   "', which must be 'bond0 up', 'bond0 down', links as in '0- 1+' (0 to 63), or "
                   "an option and its value";
        }
        FailoverCase& timelineCase = GetCase(row.runName);
        if (!timelineCase.events.empty() && event.time < timelineCase.events.back().time)
        {
            return "has an event at " + ReplayTimeline::FormatTime(row.time) +
                   " s, which must not come after a later one of its case";
        }
        timelineCase.events.push_back(event);
    }
    return m_cases.empty() ? "must have rows whose column 'what' says event" : "";
}

std::string
FailoverTimeline::GetSettings() const
{
    return m_comments.size() > 1 ? m_comments[1] : "";
}

FailoverCase&
FailoverTimeline::GetCase(const std::string& name)
{
    const auto found = std::find_if(m_cases.begin(), m_cases.end(), [&name](const auto& known) {
        return known.name == name;
    });
    if (found != m_cases.end())
    {
        return *found;
    }
    m_cases.push_back({name, {}});
    return m_cases.back();
}

void
FailoverTimeline::PrintHead(std::ostream& os) const
{
    for (const auto& comment : m_comments)
    {
        os << "# " << comment << "\n";
    }
    os << "case\tt\twhat\tdetail\n";
}

void
FailoverTimeline::PrintRows(std::ostream& os,
                            const std::string& name,
                            const std::vector<FailoverRow>& rows)
{
    for (const auto& row : rows)
    {
        os << name << "\t" << ReplayTimeline::FormatTime(row.time.GetSeconds()) << "\t" << row.what
           << "\t" << row.detail << "\n";
    }
}

} // namespace ns3
