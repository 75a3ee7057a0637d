/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// LACP between bonds, as a timeline of events wants it.
//
//   bond-lacp --replay=test/data/e3-fast.tsv
//
// The second comment of the file has the settings, for example
//
//   # lacp_rate fast ad_select stable partners of s0..s3: bbcc min_links 0; A: -; partners: -;
//   miimon 100
//
// which is bond A with slaves s0 to s3, whose far ends p0 to p3 are slaves of bonds b and c. Rows
// of kind "event" say when the bonds go up, links fail and return, slaves leave and join, and
// options change; split rows, if there are any, when traffic is sent through bond A. Other rows are
// not looked at. The output is what happened, in the same form: the events, the bonds' states
// whenever they change, and how traffic was split among the slaves.

#include "example-end.h"
#include "example-options.h"
#include "lacp-replay.h"

#include <fstream>
#include <iostream>
#include <sstream>
#include <string>

using namespace ns3;

namespace
{

/// What is replayed if nothing else is asked for.
constexpr const char* DEFAULT_TIMELINE =
    "# LACP between bond A and bond b, one of whose links fails and returns\n"
    "# lacp_rate fast ad_select stable partners of s0..s3: bbbb min_links 0; A: -; partners: -; "
    "miimon 100\n"
    "t\twhat\tend\tdetail\n"
    "0.100\tevent\t-\tbonds up\n"
    "5.000\tevent\t-\tp1 down\n"
    "10.000\tevent\t-\tp1 up\n";

} // namespace

int
main(int argc, char* argv[])
{
    std::string file;
    Time until;
    ExampleOptions options(__FILE__,
                           "LACP between bonds: does what the event rows of a timeline say, and "
                           "prints the timeline that comes of it.");
    options.AddFile("replay", "timeline with settings and event rows", file);
    options.AddTime("until",
                    "when to end; 0 is with the timeline, or if it has only events, once all has "
                    "settled",
                    until,
                    Seconds(0),
                    Seconds(ReplayTimeline::LATEST_TIME));
    options.Parse(argc, argv);

    ReplayTimeline timeline;
    std::string problem;
    if (file.empty())
    {
        std::istringstream input(DEFAULT_TIMELINE);
        problem = timeline.Read(input);
    }
    else if (file == "-")
    {
        problem = timeline.Read(std::cin);
    }
    else
    {
        std::ifstream input(file);
        problem = timeline.Read(input);
    }
    LacpReplaySettings settings;
    const auto& comments = timeline.GetComments();
    if (problem.empty() && comments.size() > 1)
    {
        problem = settings.Read(comments[1]);
    }
    if (!problem.empty())
    {
        options.Refuse("replay", file, problem);
    }

    LacpReplay replay(settings, [](const ReplayTimeline::Row& row) {
        std::cout << ReplayTimeline::FormatTime(row.time) << '\t' << row.what << '\t' << row.end
                  << '\t' << row.detail << '\n';
    });
    problem = replay.Plan(timeline);
    if (!problem.empty())
    {
        options.Refuse("replay", file, problem);
    }
    for (const std::string& comment : comments)
    {
        std::cout << "# " << comment << '\n';
    }
    std::cout << "t\twhat\tend\tdetail\n";
    replay.Run(until.GetSeconds());
    return EndExample("bond-lacp", "");
}
